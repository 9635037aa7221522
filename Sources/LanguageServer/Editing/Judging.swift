import Fields
import Wire

/// When what is wrong in the fields of a document is said: at once, or when they are left, saved or sent
/// (`fields.<name>.validateOn`, `fields.<name>.clearOnFocus`), and that a field is empty never before that.
struct Judging: Equatable, Sendable {
  /// The fields of which nothing is said now, by the names that tell fields apart.
  private(set) var quiet: Set<String> = []
  /// The fields of which it is said that nothing stands in them.
  private(set) var missing: Set<String> = []
  /// Whether all is said, and of no field that it is empty.
  var isSilent: Bool { quiet.isEmpty && missing.isEmpty }
  private var marks: [String: Mark] = [:]
  /// The empty values of which it was said.
  private var missed: [String: String] = [:]
  private var focus: String?
  private var isOpen = false

  /// When a field was judged.
  enum Moment: String, CaseIterable, Sendable { case change, blur, save, send }

  /// What is known of a field's value, by a fingerprint.
  private enum Mark: Equatable, Sendable {
    /// It was judged as it was then.
    case judged(String)
    /// Nothing is said of what it was then: somebody has come to mend it.
    case cleared(String)
  }

  /// Takes where a document stands now.
  ///
  /// - Parameters:
  ///   - document: the document, whose fields have been read.
  ///   - moment: what happened to it; nil for an edit or a move of the caret.
  ///   - settings: the user's.
  mutating func take(_ document: Document, _ moment: Moment?, _ settings: Settings) {
    guard document.finder == .mail || settings.hasFields else { return self = Judging() }
    let now = document.focusID
    let ids = document.fieldIDs
    var (marks, missed): ([String: Mark], [String: String]) = ([:], [:])
    (quiet, missing) = ([], [])
    for (index, id) in ids.enumerated() {
      let own = settings.field(document.finding.fields[index].name)
      let moments = own.moments
      let isLeft = focus == id && now != id
      if moments != [.change] || own.flag("clearOnFocus") {
        let value = Fingerprint.of(document.value(document.finding.fields[index]))
        var mark = self.marks[id] ?? .judged(isOpen ? "" : value)
        if now == id, focus != id, own.flag("clearOnFocus") { mark = .cleared(value) }
        if isLeft, case .cleared = mark { mark = .judged(value) }
        if isLeft && moments.contains(.blur) || moment.map(moments.contains) ?? false { mark = .judged(value) }
        marks[id] = mark
        let isQuiet =
          switch mark {
          case .judged(let then): !moments.contains(.change) && then != value
          case .cleared(let then): !moments.contains(.change) || then == value
          }
        if isQuiet { quiet.insert(id) }
      }
      guard document.isMissing(index, settings) || document.isAlone(index) else { continue }
      let value = String(decoding: document.value(document.finding.fields[index]), as: UTF8.self)
      if isLeft || moment != nil || self.missed[id] == value {
        missed[id] = value
        missing.insert(id)
      }
    }
    (self.marks, self.missed, focus, isOpen) = (marks, missed, now, true)
  }
}

extension FieldSettings {
  /// When what is wrong in the field is said; at once where nothing usable is set.
  fileprivate var moments: Set<Judging.Moment> {
    let named = Set((texts("validateOn") ?? []).compactMap(Judging.Moment.init(rawValue:)))
    return named.isEmpty ? [.change] : named
  }
}

extension Document {
  /// Whether nothing stands in a field in which something should: one that the user says must not be empty, and `To` of a
  /// draft while nobody is in `Cc` and `Bcc` either.
  func isMissing(_ index: Int, _ settings: Settings) -> Bool {
    guard !finding.isReceived, isEmpty(index) else { return false }
    let field = finding.fields[index]
    if settings.field(field.name).flag("required") { return true }
    return finder == .mail && field.name == "To"
      && finding.fields.indices.allSatisfy { !["To", "Cc", "Bcc"].contains(finding.fields[$0].name) || isEmpty($0) }
  }

  /// Whether a field is the `Bcc` of a draft that goes to nobody else.
  func isAlone(_ index: Int) -> Bool {
    guard isDraft, finding.fields[index].name == "Bcc", !isEmpty(index) else { return false }
    return finding.fields.indices.allSatisfy { !["To", "Cc"].contains(finding.fields[$0].name) || isEmpty($0) }
  }

  /// Whether nothing is said of the field at a place.
  func isQuiet(at offset: Int) -> Bool {
    let quiet = editing.judging.quiet
    return !quiet.isEmpty && valueIndex(at: offset).map { quiet.contains(fieldID($0)) } ?? false
  }

  private func isEmpty(_ index: Int) -> Bool { readings[index].tokens.isEmpty && readings[index].groups.isEmpty }

  /// The faults of a field that are said now, in bytes of its value.
  func shownFaults(ofField index: Int, _ settings: Settings) -> [Fault] {
    let judging = editing.judging
    if judging.quiet.isEmpty, judging.missing.isEmpty { return faults(ofField: index, settings) }
    let id = fieldID(index)
    let faults = judging.quiet.contains(id) ? [] : faults(ofField: index, settings)
    guard judging.missing.contains(id) else { return faults }
    return [missingValue(index)] + faults
  }

  /// That nothing stands in a field, or in no other one: a fault of its name.
  func missingValue(_ index: Int) -> Fault {
    let field = finding.fields[index]
    let name = field.nameRange.isEmpty ? field.range : field.nameRange
    if isAlone(index) { return Fault(.onlyBcc, name.shifted(by: -field.valueRange.lowerBound)) }
    let isOfMail = field.name == "To" && finder == .mail
    return Fault(isOfMail ? .noRecipient : .missingValue, name.shifted(by: -field.valueRange.lowerBound))
  }
}

extension Session {
  /// Takes what happened to a document for when its faults are said; what is drawn of it is made anew if that differs.
  mutating func judge(_ uri: String, _ moment: Judging.Moment? = nil) {
    guard let document = documents[uri] else { return }
    var judging = document.editing.judging
    judging.take(document, moment, settings)
    if judging == document.editing.judging { return }
    let isSame = (judging.quiet, judging.missing) == (document.editing.judging.quiet, document.editing.judging.missing)
    documents[uri]?.editing.judging = judging
    if !isSame { documents[uri]?.drawn?.isStale = true }
  }
}
