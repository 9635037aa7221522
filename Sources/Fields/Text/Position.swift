/// How a client counts columns within a line.
///
/// Source: LSP 3.17, `PositionEncodingKind`
/// (https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#positionEncodingKind).
package enum PositionEncoding: String, CaseIterable, Sendable {
  /// Columns are UTF-8 bytes.
  case utf8 = "utf-8"
  /// Columns are UTF-16 code units; what a client means that says nothing.
  case utf16 = "utf-16"
  /// Columns are Unicode scalars.
  case utf32 = "utf-32"
}

/// A place in a text as clients write it: line and column from 0, the column in units of a `PositionEncoding`.
package struct Position: Equatable, Comparable, Sendable {
  /// The line, from 0.
  package var line: Int
  /// The column, from 0, in the units of the encoding that was negotiated.
  package var character: Int

  /// Makes a position; neither number is checked, since `Text.offset(of:_:)` draws in whatever comes.
  package init(line: Int, character: Int) {
    self.line = line
    self.character = character
  }

  /// Whether the left position comes before the right one in a text.
  package static func < (left: Position, right: Position) -> Bool {
    (left.line, left.character) < (right.line, right.character)
  }
}
