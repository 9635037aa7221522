/// A field on one row: as many tokens as fit, and how many there are beyond (semantics.md H.7).
///
/// Presentation only: nothing of the text changes.
package struct CollapsedField: Equatable, Sendable {
  /// The tokens that are shown, from the first; none only where there are none.
  package private(set) var chips: [PlacedChip] = []
  /// How many are not shown, and how many of those have something wrong.
  package private(set) var rest = HiddenCounter(hidden: 0, invalid: 0)
  /// What stands for them; nil when all are shown, or where there is no room for it.
  package private(set) var counter: PlacedChip?
  /// What stands between two tokens.
  private let joiner: String

  /// How a field is collapsed.
  package struct Style: Equatable, Sendable {
    /// Cells in the row, drawn into 1 to `LayoutSpace.widest`.
    package var width: Int
    /// How the counter is written.
    package var form = HiddenCounter.Form.words
    /// What stands between two tokens; a line end in it is shown as a control character is.
    package var joiner = ", "

    /// So many cells in the row.
    package init(width: Int) { self.width = width }
  }

  /// Collapses a field; only the texts that could be shown are asked for.
  ///
  /// - Parameters:
  ///   - invalid: for each token whether something is wrong with it.
  ///   - style: how it is collapsed.
  ///   - text: what a token shows, by its number.
  package init(_ invalid: [Bool], _ style: Style, text: (Int) -> String) {
    let width = min(max(style.width, 1), LayoutSpace.widest)
    joiner = Cells.shown(style.joiner)
    guard !invalid.isEmpty else { return }
    let bad = invalid.count { $0 }
    let alone = HiddenCounter(hidden: invalid.count - 1, invalid: bad - (invalid[0] ? 1 : 0))
    // The first way to write the counter that leaves the blank and a cell of the first token.
    let way = alone.ways(style.form).first { alone.written($0).utf8.count <= width - 2 }
    let joint = Cells.width(joiner)
    var shown: [(text: String, column: Int, cells: Int)] = []
    // The longest list that fits with its counter may lie behind shorter ones that do not: the counter shrinks.
    var best: (count: Int, rest: HiddenCounter)?
    var (end, wrong) = (0, bad)
    for index in invalid.indices {
      let text = Cells.shown(text(index))
      let cells = Cells.width(text)
      let column = index == 0 ? 0 : end + joint
      if index > 0, column + cells > width { break }
      shown.append((text, column, cells))
      end = column + cells
      if invalid[index] { wrong -= 1 }
      let rest = HiddenCounter(hidden: invalid.count - index - 1, invalid: wrong)
      let words = way.map(rest.written) ?? ""
      if end + (words.isEmpty ? 0 : 1 + words.utf8.count) <= width { best = (index + 1, rest) }
    }
    rest = best?.rest ?? alone
    let words = way.map(rest.written) ?? ""
    let room = words.isEmpty ? width : width - 1 - words.utf8.count
    let fitting = shown.prefix(best?.count ?? 0)
    chips = fitting.enumerated().map { PlacedChip($0, $1.text, at: $1.column, room: $1.cells) }
    if chips.isEmpty { chips = [PlacedChip(0, shown[0].text, at: 0, room: room)] }
    counter = words.isEmpty ? nil : PlacedChip(-1, words, at: (chips.last?.end ?? 0) + 1, room: words.utf8.count)
  }

  /// The row as one text: `Ana, Bo and 3 more`.
  package var text: String {
    chips.map(\.text).joined(separator: joiner) + (counter.map { " " + $0.text } ?? "")
  }

  /// How many cells the row takes.
  package var cells: Int { counter?.end ?? chips.last?.end ?? 0 }
}
