/// Something wrong in a value: a rule, the bytes it is about, and what its message names beyond them.
package struct Fault: Equatable, Sendable {
  /// The rule that is broken.
  package var rule: Rule
  /// The offending bytes; empty where something is missing between two bytes.
  package var range: Range<Int>
  /// What the message names beyond the offending text: a limit, the name of a character, a better spelling.
  package var detail: String?
  /// The other place that the fault is about: the first of two duplicates.
  package var related: Range<Int>?
  /// What bears it out, in a sentence: counts, or who says so.
  package var note: String?
  /// How bad it is here; the rule's own severity except where the place makes it milder.
  package var severity: Severity

  /// Makes a fault; its severity is the rule's unless another is given.
  package init(
    _ rule: Rule, _ range: Range<Int>, detail: String? = nil, related: Range<Int>? = nil, severity: Severity? = nil,
    note: String? = nil
  ) {
    self.rule = rule
    self.range = range
    self.detail = detail
    self.related = related
    self.note = note
    self.severity = severity ?? rule.severity
  }

  /// Whether the left fault is listed before the right one: by start, then end, then code.
  package static func isOrdered(_ left: Fault, _ right: Fault) -> Bool {
    if left.range.lowerBound != right.range.lowerBound { return left.range.lowerBound < right.range.lowerBound }
    if left.range.upperBound != right.range.upperBound { return left.range.upperBound < right.range.upperBound }
    return left.rule.rawValue < right.rule.rawValue
  }
}

/// How bad a fault is, in the words of LSP's `DiagnosticSeverity`.
package enum Severity: String, CaseIterable, Sendable {
  /// No reader will take it as it stands.
  case error
  /// It is read, but probably not as meant.
  case warning
  /// Worth knowing.
  case information
  /// A better way exists.
  case hint
}
