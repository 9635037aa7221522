import Fields

/// Whether a message can be sent, and what stands in the way.
struct Readiness: Equatable, Sendable {
  /// One thing that stands in the way.
  struct Blocker: Equatable, Sendable {
    /// The code of a finding, or `leftover`, `field-error`, `no-recipient`.
    var reason: String
    /// The number of the field; nil for the message as a whole.
    var field: Int?
    /// The place, in bytes of the document.
    var range: Range<Int>?
    /// What a client said of the field.
    var message: String?
  }

  var blockers: [Blocker] = []

  var isReady: Bool { blockers.isEmpty }
}

extension Session {
  /// What stands in the way of sending a document now.
  func readiness(_ document: Document) -> Readiness {
    var readiness = Readiness()
    var recipients = 0
    // Of thousands of fields those in which nothing can be wrong are passed over.
    let isPlain = document.editing.fieldStates.isEmpty && !settings.hasFields
    for index in document.finding.fields.indices {
      if isPlain, document.isFaultless(index), !document.isBeingTyped(inField: index) { continue }
      let field = document.finding.fields[index]
      if ["To", "Cc", "Bcc"].contains(field.name) { recipients += document.readings[index].tokens.count }
      func block(_ reason: String, _ range: Range<Int>, _ message: String? = nil) {
        readiness.blockers.append(.init(reason: reason, field: index, range: range, message: message))
      }
      let base = field.valueRange.lowerBound
      if let draft = draft(in: index, document) { block("leftover", draft) }
      for fault in faults(ofField: index, in: document) {
        block(fault.rule.rawValue, fault.range.shifted(by: base))
      }
      if settings.field(field.name).flag("required"), document.isMissing(index, settings) {
        block(document.missingValue(index).rule.rawValue, field.range)
      }
      if let error = document.editing.fieldStates[field.name]?.error { block("field-error", field.range, error) }
    }
    if recipients == 0, document.finder == .mail, !document.finding.isReceived {
      readiness.blockers.insert(.init(reason: "no-recipient"), at: 0)
    }
    return readiness
  }

  /// What is being typed in a field, was not committed and is no entry as it stands, in bytes of the document.
  ///
  /// A draft that can be read is a recipient: a mail program will send to it.
  private func draft(in index: Int, _ document: Document) -> Range<Int>? {
    let field = document.finding.fields[index]
    guard document.isBeingTyped(inField: index) else { return nil }
    let editor = currentEditor(index, document.fieldID(index), in: document)
    guard editor.work?.origin == nil, let entry = editor.workEntry,
      !editor.isValid(Array(editor.list.text(entry)))
    else { return nil }
    return editor.list.entries[entry].range.shifted(by: field.valueRange.lowerBound)
  }

  /// Notes what is being typed in a document and is no entry, so that it is said as a finding.
  mutating func keepLeftovers(_ uri: String) {
    guard let document = documents[uri], !document.finding.isReceived else { return }
    let fields = document.finding.fields.indices.filter { $0 != document.runningIndex }
    let drafts = fields.compactMap { draft(in: $0, document) }
    documents[uri]?.editing.leftovers.removeAll { drafts.contains($0) }
    documents[uri]?.editing.leftovers += drafts
  }

  /// What in a field keeps a message from being sent: errors, and what a field that takes nothing invalid holds.
  private func faults(ofField index: Int, in document: Document) -> [Fault] {
    let own = settings.field(document.finding.fields[index].name)
    let isStrict = own.text("invalid") == "reject"
    return document.faults(ofField: index, settings).filter {
      $0.rule == .invalidValue ? isStrict : settings.severity($0) == .error
    }
  }
}
