/// The room that a field has, in cells of a terminal.
package struct LayoutSpace: Equatable, Sendable {
  /// Cells in a row.
  package var width: Int
  /// What stands before the first token, "" for nothing.
  package var label = ""
  /// Cells at the end of the first row that something else takes.
  package var accessory = 0
  /// Cells on either side of a token's text.
  package var padding = 0
  /// Cells between two tokens.
  package var gap = 1
  /// The fewest cells in which one types.
  package var minInputCells = 8
  /// The most rows; nil for as many as are needed.
  package var maxRows: Int?
  /// Cells between two stops of a tab.
  package var tab = 8

  /// The widest row that is laid out.
  package static let widest = 10_000

  /// So many cells in a row, drawn into 1 to `widest`.
  package init(width: Int) { self.width = min(max(width, 1), Self.widest) }

  /// The same with all numbers in bounds, so that no sum of them runs over.
  fileprivate var bounded: LayoutSpace {
    var space = LayoutSpace(width: width)
    func bound(_ number: Int, _ least: Int) -> Int { min(max(number, least), Self.widest) }
    space.label = label
    space.accessory = bound(accessory, 0)
    (space.padding, space.gap) = (bound(padding, 0), bound(gap, 0))
    space.minInputCells = bound(minInputCells, 1)
    space.maxRows = maxRows.map { bound($0, 1) }
    space.tab = bound(tab, 1)
    return space
  }

  /// The cells of a row that tokens may take: at least one.
  func limit(_ row: Int) -> Int { row == 0 ? max(1, width - accessory) : width }
}

/// A field as rows of tokens with a place to type (semantics.md A56 to A64, D37).
///
/// Only the label's row and that of the place to type have no token; and the one row of a field without any.
package struct FieldLayout: Equatable, Sendable {
  /// The chips of each row, all that are to be shown.
  package private(set) var rows: [[PlacedChip]] = [[]]
  /// What stands before the first token, perhaps cut; "" for nothing.
  package private(set) var label = ""
  /// Where one types; nil while the field is idle.
  package private(set) var draft: Draft?
  /// The first row that is to be shown, where there are more than `maxRows`: the end of the draft is among them.
  package private(set) var top = 0
  /// How many rows are to be shown.
  package private(set) var height = 1
  /// How many pieces are not to be shown.
  package private(set) var hidden = 0
  /// What stands for the hidden ones at the end of the last row; nil when nothing is hidden, or one types.
  package private(set) var counter: PlacedChip?

  /// Where one types.
  package struct Draft: Equatable, Sendable {
    /// The text as it is shown, on one line.
    package var text: String
    /// The row in which it begins.
    package var row: Int
    /// Its first cell.
    package var column: Int
    /// The cells of the text alone.
    package var cells: Int
    /// How many rows it takes with the caret behind it.
    package var rows: Int
  }

  /// Lays a field out; takes time in proportion to its texts.
  ///
  /// - Parameters:
  ///   - pieces: what the field shows; separators take no cells.
  ///   - invalid: numbers of pieces with something wrong.
  ///   - space: the room; numbers out of bounds are drawn in.
  package init(_ pieces: Pieces, invalid: Set<Int> = [], in space: LayoutSpace) {
    var pen = Pen(space.bounded)
    label = pen.write(label: Cells.shown(space.label, tab: pen.space.tab))
    let gap = pieces.input.map { min(max($0.gap, 0), pieces.pieces.count) }
    for index in 0...pieces.pieces.count {
      if index == gap, let input = pieces.input { draft = pen.write(draft: input.text) }
      guard index < pieces.pieces.count else { break }
      pen.write(piece: index, pieces.pieces[index].text)
    }
    rows = pen.rows
    height = rows.count
    guard let most = pen.space.maxRows, height > most else { return }
    height = most
    if let draft {
      top = min(max(0, draft.row + draft.rows - most), rows.count - most)
      hidden = rows[..<top].reduce(0) { $0 + $1.count } + rows[(top + most)...].reduce(0) { $0 + $1.count }
    } else {
      cutRows(to: most, pieces, invalid, pen)
    }
  }

  /// Leaves rows out, and takes chips off the last one until the counter fits.
  private mutating func cutRows(to most: Int, _ pieces: Pieces, _ invalid: Set<Int>, _ pen: Pen) {
    hidden = rows[most...].reduce(0) { $0 + $1.count }
    rows.removeSubrange(most...)
    let (limit, gap, count) = (pen.space.limit(most - 1), pen.space.gap, pieces.pieces.count)
    let start = most == 1 ? pen.labelEnd : 0
    var last = rows[most - 1]
    var wrong = invalid.count { $0 >= count - hidden && $0 < count }
    // What is wrong is told where it fits beside one cell of a name, and else the number alone.
    let longest = HiddenCounter(hidden: count, invalid: invalid.count).text(.plus)
    let tellsWrong = limit - start > gap + longest.utf8.count
    while true {
      let words = HiddenCounter(hidden: hidden, invalid: tellsWrong ? wrong : 0).text(.plus)
      let cells = words.utf8.count
      guard let chip = last.last else {
        if start + cells <= limit { counter = PlacedChip(-1, words, at: start, room: cells) }
        break
      }
      // The only one is cut rather than left out.
      let room = limit - chip.column - gap - cells
      if last.count == 1, chip.cells > room, room > 0 {
        last[0] = pen.chip(chip.piece, pieces.pieces[chip.piece].text, at: chip.column, room: room)
      }
      if let end = last.last?.end, end + gap + cells <= limit {
        counter = PlacedChip(-1, words, at: end + gap, room: cells)
        break
      }
      last.removeLast()
      hidden += 1
      if invalid.contains(chip.piece) { wrong += 1 }
    }
    rows[most - 1] = last
  }
}

/// Writes chips from left to right and from row to row.
private struct Pen {
  let space: LayoutSpace
  var rows: [[PlacedChip]] = [[]]
  private(set) var labelEnd = 0
  private var column = 0
  /// Whether something stands before the next chip in this row, but the label.
  private var isFollowing = false

  init(_ space: LayoutSpace) { self.space = space }

  private var row: Int { rows.count - 1 }
  /// Where the next one begins in this row.
  private var next: Int { isFollowing ? column + space.gap : column }

  private mutating func newRow() {
    rows.append([])
    (column, isFollowing) = (0, false)
  }

  mutating func write(label: String) -> String {
    let (text, cells) = Cells.cut(label, to: space.limit(0))
    guard cells > 0 else { return text }
    labelEnd = min(cells + space.gap, space.limit(0))
    column = labelEnd
    return text
  }

  /// Whether a row that has no token yet should stay so: the label leaves too little of it.
  private func leavesRow(_ needed: Int) -> Bool {
    !isFollowing && column > 0 && space.limit(row) - column < min(needed, space.minInputCells)
  }

  mutating func write(piece: Int, _ text: String) {
    let shown = Cells.shown(text, tab: space.tab)
    let needed = Cells.width(shown) + 2 * space.padding
    if next + needed > space.limit(row), isFollowing || leavesRow(needed) { newRow() }
    let chip = chip(piece, shown, at: next, room: space.limit(row) - next)
    rows[row].append(chip)
    (column, isFollowing) = (chip.end, true)
  }

  func chip(_ piece: Int, _ text: String, at column: Int, room: Int) -> PlacedChip {
    PlacedChip(piece, Cells.shown(text, tab: space.tab), at: column, room: room, padding: space.padding)
  }

  /// Writes what is being typed, over as many rows as it takes, with a cell for the caret behind it.
  mutating func write(draft text: String) -> FieldLayout.Draft {
    let text = Cells.shown(text, tab: space.tab)
    let cells = Cells.width(text)
    let needed = max(space.minInputCells, cells + 1)
    if next + needed > space.limit(row), isFollowing || leavesRow(needed) { newRow() }
    let first = (row: row, column: next)
    var end = first.column
    for character in text {
      let width = Cells.width(character)
      if end + width > space.limit(row), end > 0 {
        newRow()
        end = 0
      }
      end += width
    }
    if end >= space.limit(row), end > 0 {
      newRow()
      end = 0
    }
    let least = row == first.row ? max(end + 1, first.column + space.minInputCells) : end + 1
    (column, isFollowing) = (min(least, space.limit(row)), true)
    return .init(text: text, row: first.row, column: first.column, cells: cells, rows: row - first.row + 1)
  }
}
