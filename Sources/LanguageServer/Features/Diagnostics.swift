import Fields
import Wire

// LSP 3.17, "PublishDiagnostics" and "Document Diagnostics":
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#textDocument_publishDiagnostics

/// One finding of a document, in bytes: what is wrong, where, how bad it is, in which words.
struct Diagnostic: Equatable, Sendable {
  /// The rule, whose raw value is the code.
  var rule: Rule
  /// Bytes of the document.
  var range: Range<Int>
  /// How bad it is, after the user's settings.
  var severity: Severity
  /// Plain words that name the text.
  var message: String
  /// The field it is in, by its canonical name.
  var field: String?
  /// The place that this one repeats.
  var related: Range<Int>?
  /// What bears it out, in a sentence.
  var note: String?
}

extension Document {
  /// Everything that is wrong in the document and that the settings do not silence, in the order of the text.
  ///
  /// - Parameters:
  ///   - settings: the user's.
  ///   - limit: how many are shown of one field; the last one says how many more there are.
  /// - Returns: the findings.
  func diagnostics(_ settings: Settings, limit: Int = .max) -> [Diagnostic] {
    guard !finding.isReceived else { return [] }
    var found: [Diagnostic] = []
    for fault in finding.faults { add(fault, shift: 0, field: nil, settings, to: &found) }
    for fault in draftFaults(settings) { add(fault, shift: 0, field: nil, settings, to: &found) }
    for fault in crossFaults where !isQuiet(at: fault.range.lowerBound) {
      add(fault, shift: 0, field: nil, settings, to: &found)
    }
    let isPlain = !settings.hasFields && editing.judging.isSilent
    for index in finding.fields.indices where !(isPlain && isFaultless(index)) || hasAdvice(index) {
      let field = finding.fields[index]
      var count = 0
      for fault in shownFaults(ofField: index, settings) where settings.severity(fault) != nil {
        if count < limit { add(fault, shift: field.valueRange.lowerBound, field: field.name, settings, to: &found) }
        count += 1
      }
      if count > limit, let last = found.indices.last {
        found[last].message += "; \(count - limit) more in \(field.label) are not shown"
      }
    }
    addLeftovers(settings, to: &found)
    return found.sorted { left, right in
      (left.range.lowerBound, left.range.upperBound, left.rule.rawValue)
        < (right.range.lowerBound, right.range.upperBound, right.rule.rawValue)
    }
  }

  /// Adds what was typed and is no entry; where an error says so, it is said already.
  private func addLeftovers(_ settings: Settings, to found: inout [Diagnostic]) {
    for place in editing.leftovers
    where place.upperBound <= text.count && valueIndex(at: place.lowerBound) != nil && !isQuiet(at: place.lowerBound) {
      if found.contains(where: { $0.severity == .error && place.overlaps($0.range) }) { continue }
      add(Fault(.leftover, place), shift: 0, field: nil, settings, to: &found)
    }
  }

  private func add(
    _ fault: Fault, shift: Int, field: String?, _ settings: Settings, to found: inout [Diagnostic]
  ) {
    if let diagnostic = diagnostic(fault, shift: shift, field: field, settings) { found.append(diagnostic) }
  }

  /// A fault as a finding of the document; nil where the settings silence it.
  func diagnostic(_ fault: Fault, shift: Int, field: String?, _ settings: Settings) -> Diagnostic? {
    guard let severity = settings.severity(fault) else { return nil }
    let range = fault.range.shifted(by: shift)
    let name = field ?? fieldIndex(at: range.lowerBound).map { finding.fields[$0].name }
    let words = fault.rule.message(fault, text: named(range))
    return Diagnostic(
      rule: fault.rule, range: range, severity: severity, message: words, field: name,
      related: fault.related?.shifted(by: shift), note: fault.note)
  }
}

extension Document {
  /// The text of a range for a message, which names no more than its start.
  private func named(_ range: Range<Int>) -> String {
    let most = 256
    guard range.count > most else { return String(decoding: text.bytes(range), as: UTF8.self) }
    var end = range.lowerBound + most
    while end > range.lowerBound, text[end] & 0xC0 == 0x80 { end -= 1 }
    return String(decoding: text.bytes(range.lowerBound..<end), as: UTF8.self)
  }
}

extension Severity {
  /// The number of LSP's DiagnosticSeverity.
  var number: Int {
    switch self {
    case .error: 1
    case .warning: 2
    case .information: 3
    case .hint: 4
    }
  }
}

extension Session {
  /// How many findings of one field are shown: more would cost an editor more than they tell.
  static let mostShown = 500

  /// The slot of a document's diagnostics in the output: a newer list takes the place of one that was not yet written.
  static func slot(_ uri: String) -> String { "diagnostics \(uri)" }

  /// How long a document must rest before a list that is still right, but of an older version, is sent once more.
  private static let rest = 100

  /// Notes that the findings of a document may have changed; they are looked for when all that arrived has been acted on.
  mutating func show(_ uri: String) {
    if !unshown.contains(uri) { unshown.append(uri) }
  }

  /// Sends the diagnostics of every document for which they are not those that were sent last.
  mutating func showAll() {
    while showNext() {}
  }

  /// The same for the next document; false when there is none.
  mutating func showNext() -> Bool {
    guard !unshown.isEmpty else { return false }
    let uri = unshown.removeFirst()
    judge(uri)
    meetStrangers(uri)
    reviewTags(uri)
    lookForFiles(uri)
    tellEvents(uri)
    publishChips(uri)
    publishDiagnostics(uri)
    return true
  }

  /// Looks up recipients whom the address books may not know; a new finding is drawn.
  private mutating func meetStrangers(_ uri: String) {
    guard documents[uri]?.isDraft ?? false, var document = documents.removeValue(forKey: uri) else { return }
    if document.meetStrangers(directory) { document.drawn?.isStale = true }
    documents[uri] = document
  }

  private mutating func publishDiagnostics(_ uri: String) {
    guard !client.pullsDiagnostics, phase == .running, let document = documents[uri] else { return }
    let found = document.diagnostics(settings, limit: Self.mostShown)
    if let pushed = document.pushed, pushed.diagnostics == found {
      // An empty list, too: a client that dropped it would go on showing findings that are mended.
      if pushed.version != document.version, document.restWake == nil { askForWake(uri) }
    } else if document.pushed != nil || !found.isEmpty {
      push(found, of: document)
    }
  }

  private mutating func push(_ found: [Diagnostic], of document: Document) {
    documents[document.uri]?.pushed = Document.Pushed(version: document.version, diagnostics: found)
    notify(
      .publishDiagnostics,
      [
        "uri": .string(document.uri), "version": .integer(document.version), "diagnostics": json(found, in: document),
      ], slot: Self.slot(document.uri))
  }

  mutating func askForWake(_ uri: String) {
    let wake = number()
    wakes[wake] = uri
    documents[uri]?.restWake = wake
    effects.append(.wake(wake, milliseconds: Self.rest))
  }

  /// Looks whether what a client last drew is of an older version than the text it now shows: clients drop such lists.
  mutating func take(wake: Int) {
    if wake == patience {
      patience = nil
      return answerWaiting()
    }
    if takeRecount(wake) || takeCommands(wake: wake) || takeWatch(wake: wake) { return }
    guard let uri = wakes.removeValue(forKey: wake), let document = documents[uri] else { return }
    documents[uri]?.restWake = nil
    confirmChips(document)
    guard let pushed = document.pushed, pushed.version != document.version else { return }
    push(document.diagnostics(settings, limit: Self.mostShown), of: document)
  }

  mutating func forgetWake(of uri: String) {
    guard let wake = documents[uri]?.restWake else { return }
    wakes[wake] = nil
    effects.append(.forget(wake))
  }

  mutating func pullDiagnostics(_ params: Reader) throws(ResponseError) -> JSON {
    guard let uri = try document(params)?.uri else { return ["kind": "full", "items": []] }
    judge(uri)
    guard let document = documents[uri] else { return ["kind": "full", "items": []] }
    let items = json(document.diagnostics(settings, limit: Self.mostShown), in: document)
    // The list itself says whether it changed: its fingerprint is stable from one run to the next.
    let id = JSON.string(Fingerprint.of(Array(items.text.utf8)))
    if params.optional("previousResultId")?.value == id { return ["kind": "unchanged", "resultId": id] }
    return ["kind": "full", "resultId": id, "items": items]
  }

  private func json(_ found: [Diagnostic], in document: Document) -> JSON {
    var cursor = cursor(document.text)
    return .array(found.map { json($0, in: document, &cursor) })
  }

  func json(_ diagnostic: Diagnostic, in document: Document, _ cursor: inout PositionCursor) -> JSON {
    var members: [JSON.Member] = [
      JSON.Member(key: "range", value: json(diagnostic.range, &cursor)),
      JSON.Member(key: "severity", value: .integer(diagnostic.severity.number)),
      JSON.Member(key: "code", value: .string(diagnostic.rule.rawValue)),
      JSON.Member(key: "source", value: "tokenfield"),
      JSON.Member(key: "message", value: .string(diagnostic.message)),
    ]
    if client.takesTags, diagnostic.rule == .duplicate { members.append(JSON.Member(key: "tags", value: [1])) }
    if client.takesRelatedInformation, diagnostic.related != nil || diagnostic.note != nil {
      let range = diagnostic.related ?? diagnostic.range
      let place: JSON = ["uri": .string(document.uri), "range": json(range, &cursor)]
      let message = JSON.string(diagnostic.note ?? "It is here already.")
      members.append(JSON.Member(key: "relatedInformation", value: [["location": place, "message": message]]))
    }
    return .object(members)
  }
}

/// A short name for some bytes: equal bytes have equal names.
enum Fingerprint {
  /// FNV-1a, 64 bits, in hexadecimal (http://www.isthe.com/chongo/tech/comp/fnv/).
  static func of(_ bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return String(hash, radix: 16)
  }
}
