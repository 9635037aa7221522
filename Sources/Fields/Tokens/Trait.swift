/// One more thing that a syntax says of a token, beyond its words: `type` of a code owner, `sigil` of a tag.
package struct Trait: Equatable, Sendable {
  /// The name under which it goes out.
  package var name: String
  /// What it is.
  package var value: Value

  /// What a trait can be.
  package enum Value: Equatable, Sendable {
    /// A word.
    case text(String)
    /// A number.
    case number(Int)
    /// That it is so.
    case flag
  }

  /// Makes a trait.
  package init(_ name: String, _ value: Value) {
    self.name = name
    self.value = value
  }
}
