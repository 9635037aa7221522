/// A part of a value that is no token, for colouring: a separator, a comment, a group's name or its end.
package struct Mark: Equatable, Sendable {
  /// What the part is.
  package var kind: Kind
  /// Where it stands, in bytes from the value's first byte.
  package var range: Range<Int>

  /// What a part that is no token can be.
  package enum Kind: Equatable, Sendable {
    /// What separates two tokens as typed: `,`, or what was taken for it.
    case separator
    /// A comment with its parentheses, inside a token or between two.
    case comment
    /// A group's name with its colon: `Team:`.
    case groupName
    /// The `;` of a group.
    case groupEnd
  }

  /// Makes a mark.
  package init(kind: Kind, range: Range<Int>) {
    self.kind = kind
    self.range = range
  }
}
