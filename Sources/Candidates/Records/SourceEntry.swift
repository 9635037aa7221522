/// What stands at one place of a source's text: an address of a card, a member of an alias, a row.
///
/// Entries say where things were read; records say what they come to.
package struct SourceEntry: Equatable, Sendable {
  /// The bytes of the address or of the member, as written: `EMAIL:⟦ines@example.org⟧`.
  package var range: Range<Int>
  /// The name, else the value.
  package var display: String
  /// The address; for a row of several, all of them joined with `, `; for a reference, its word.
  package var value: String
  /// The key of the alias whose member this is.
  package var alias: String?
  /// The group whose member this is (a vCard of `KIND:group`).
  package var member: String?
  /// Whether it is the key of another alias and not an address.
  package var isReference = false
  /// The nicknames of its card.
  package var nicknames: [String] = []
  /// The nickname, of formats that have but one.
  package var nickname: String?
  /// The `TYPE`s of the address, as written.
  package var types: [String] = []
  /// 1…100 for `PREF=n`.
  package var preference: Int?
  /// Whether it is marked `TYPE=pref`, or with a bare `PREF`.
  package var isPreferred = false
  /// Groups that it belongs to: the card's categories, the alias's `-group`s.
  package var groups: [String] = []
  /// What stands behind the `#` of an alias.
  package var comment: String?
  /// The last column of a row, or what an entry says beside.
  package var note: String?
  /// The address that this one replaces, of a `.mailmap`.
  package var old: String?
  /// How many times it was used, where that is said.
  package var frequency: Int?

  /// An entry at these bytes.
  package init(range: Range<Int>, display: String, value: String) {
    self.range = range
    self.display = display
    self.value = value
  }
}

/// Something in a source that is not as it should be; reading went on.
package struct SourceFault: Equatable, Sendable {
  /// What is wrong; the raw values are the codes under which findings are shown.
  package enum Rule: String, CaseIterable, Sendable {
    /// A line that cannot be read.
    case badLine = "bad-line"
    /// A card without an end.
    case unclosed
    /// A key that was defined before; the later one counts.
    case duplicate
    /// A member that is nowhere defined, or that leads back to its own alias.
    case unresolvedAlias = "unresolved-alias"
    /// A pasted link where an address is due.
    case mailtoURL = "mailto-url"
  }

  /// What is wrong.
  package var rule: Rule
  /// Where, in bytes of the text.
  package var range: Range<Int>
  /// What the message names beyond the text.
  package var detail: String?

  /// A fault at these bytes.
  package init(_ rule: Rule, _ range: Range<Int>, detail: String? = nil) {
    self.rule = rule
    self.range = range
    self.detail = detail
  }
}

/// The first faults of a source, and the count of all: a broken file of 50 MB must not become a million findings.
package struct SourceFaults: Equatable, Sendable {
  /// At most `limit` faults, sorted by start, end and code once reading has ended.
  package private(set) var kept: [SourceFault] = []
  /// How many there were.
  package private(set) var count = 0
  /// How many are kept.
  package static let limit = 1000

  mutating func add(_ rule: SourceFault.Rule, _ range: Range<Int>, detail: String? = nil) {
    count += 1
    if kept.count < Self.limit { kept.append(SourceFault(rule, range, detail: detail)) }
  }

  mutating func sort() {
    kept.sort { left, right in
      (left.range.lowerBound, left.range.upperBound, left.rule.rawValue)
        < (right.range.lowerBound, right.range.upperBound, right.rule.rawValue)
    }
  }

  /// Puts one fault in the place of all.
  mutating func replace(with fault: SourceFault) {
    kept = [fault]
    count = 1
  }
}
