/// A named group of tokens: `Team: ana@example.org, bo@example.org;` (RFC 5322 section 3.4).
///
/// A group without members is legal and has no token: `undisclosed-recipients:;`.
package struct Group: Equatable, Sendable {
  /// From the first byte of the name to the end of the `;`, or of the last member if the `;` is missing.
  package var range: Range<Int>
  /// The name as typed, quotes included, without the colon.
  package var nameRange: Range<Int>
  /// The name in plain words: decoded, without quotes.
  package var name: String
  /// Where the `;` stands, or nil if the group is not closed.
  package var end: Int?

  /// Makes a group of the parts that a reader found.
  package init(range: Range<Int>, nameRange: Range<Int>, name: String, end: Int?) {
    self.range = range
    self.nameRange = nameRange
    self.name = name
    self.end = end
  }
}
