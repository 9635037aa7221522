/// A token, or text that stays as it was typed, at its place in rows of cells.
package struct PlacedChip: Equatable, Sendable {
  /// Which piece of the field it is.
  package var piece: Int
  /// What is shown, perhaps cut, without the padding.
  package var text: String
  /// The first cell, from 0; the padding is part of the chip.
  package var column: Int
  /// How many cells it takes, with the padding.
  package var cells: Int
  /// Whether an ellipsis stands for the rest of the text.
  package var isCut: Bool

  /// The cell behind it.
  package var end: Int { column + cells }

  /// A text in at most so many cells.
  ///
  /// - Parameters:
  ///   - piece: which piece of the field it is.
  ///   - text: the text as it is shown.
  ///   - column: the first cell.
  ///   - room: how many cells there are; below 1 counts as 1.
  ///   - padding: cells on either side of the text, left out where there is no room for them.
  init(_ piece: Int, _ text: String, at column: Int, room: Int, padding: Int = 0) {
    let room = max(room, 1)
    let inner = room - 2 * padding
    let (shown, cells) = Cells.cut(text, to: inner < 1 ? room : inner)
    (self.piece, self.text, self.column) = (piece, shown, column)
    self.cells = min(cells + 2 * padding, room)
    isCut = shown != text
  }
}

/// What stands for tokens that are not shown: `and 3 more`, `+3 (1 invalid)`.
package struct HiddenCounter: Equatable, Sendable {
  /// How many are not shown.
  package var hidden: Int
  /// How many of these have something wrong.
  package var invalid: Int

  /// How it is written.
  package enum Form: String, CaseIterable, Sendable {
    /// `and 3 more`.
    case words
    /// `+3`.
    case plus
  }

  /// Counts; negative numbers count as 0.
  package init(hidden: Int, invalid: Int) {
    (self.hidden, self.invalid) = (max(0, hidden), max(0, invalid))
  }

  /// The counter in words; "" when nothing is hidden.
  package func text(_ form: Form) -> String { written((form, true)) }

  /// One way to write it: the form, and whether what is wrong is told.
  typealias Way = (form: Form, tellsWrong: Bool)

  /// The ways to write it, the first being the one that is asked for: what is wrong is worth more than words.
  func ways(_ form: Form) -> [Way] { [(form, true), (.plus, true), (.plus, false)] }

  /// The counter written in one way.
  func written(_ way: Way) -> String {
    guard hidden > 0 else { return "" }
    let count = way.form == .words ? "and \(hidden) more" : "+\(hidden)"
    return way.tellsWrong && invalid > 0 ? "\(count) (\(invalid) invalid)" : count
  }
}
