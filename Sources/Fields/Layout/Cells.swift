/// How many cells of a terminal a text takes, and how it is cut to fit.
///
/// Cells are counted cluster by cluster, as terminals draw them: an emoji with all that is joined to it takes two, marks
/// above a letter none, East Asian wide characters two, ambiguous ones one.
package enum Cells {
  /// What stands for what was cut off: one cell.
  package static let ellipsis: Character = "…"

  /// How many cells a text takes; a tab goes to the next stop, a control character takes one.
  ///
  /// - Parameters:
  ///   - text: any text.
  ///   - tab: how many cells lie between two stops, drawn into 1 to 64.
  ///   - column: the cell in which the text begins, from which stops are counted; drawn into 0 to a million.
  /// - Returns: the cells, 0 for an empty text.
  package static func width(_ text: String, tab: Int = 8, from column: Int = 0) -> Int {
    if isPlain(text) { return text.utf8.count }
    let (tab, start) = (min(max(tab, 1), 64), min(max(column, 0), 1_000_000))
    return text.reduce(0) { $0 + ($1 == "\t" ? tab - (start + $0) % tab : width($1)) }
  }

  /// A text as it is shown on one line: U+FFFD for each control character and line end, blanks for a tab.
  ///
  /// - Parameters:
  ///   - text: any text.
  ///   - tab: how many cells lie between two stops, drawn into 1 to 64.
  ///   - column: the cell in which the text begins; drawn into 0 to a million.
  /// - Returns: a text without control characters.
  package static func shown(_ text: String, tab: Int = 8, from column: Int = 0) -> String {
    if isPlain(text) { return text }
    let (tab, start) = (min(max(tab, 1), 64), min(max(column, 0), 1_000_000))
    var (result, cells) = ("", 0)
    for character in text {
      if character == "\t" {
        let count = tab - (start + cells) % tab
        result += String(repeating: " ", count: count)
        cells += count
      } else {
        result.append(character.unicodeScalars.first.map(isControl) == true ? "\u{fffd}" : character)
        cells += width(character)
      }
    }
    return result
  }

  /// A text that takes at most so many cells: the whole one, or as many clusters as fit before an ellipsis.
  ///
  /// - Parameters:
  ///   - text: a text without tabs, as `shown` gives it.
  ///   - limit: the cells; below 1 nothing is left.
  /// - Returns: the text, and the cells that it takes.
  package static func cut(_ text: String, to limit: Int) -> (text: String, cells: Int) {
    guard limit > 0 else { return ("", 0) }
    var (cells, kept, keptCells) = (0, text.startIndex, 0)
    var index = text.startIndex
    while index < text.endIndex {
      cells += width(text[index])
      index = text.index(after: index)
      if cells > limit { return (String(text[..<kept]) + String(ellipsis), keptCells + 1) }
      if cells < limit { (kept, keptCells) = (index, cells) }
    }
    return (text, cells)
  }

  /// How many cells one cluster takes; a tab counts as a control character.
  package static func width(_ cluster: Character) -> Int {
    let scalars = cluster.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if first.value < 0x7f || isControl(first), scalars.dropFirst().isEmpty || isControl(first) { return 1 }
    if scalars.dropFirst().isEmpty { return width(first) }
    return pictureWidth(scalars, first) ?? scalars.reduce(0) { $0 + width($1) }
  }

  /// The width of a cluster that is a picture, or a text where it would be a picture; nil for any other.
  private static func pictureWidth(_ scalars: Character.UnicodeScalarView, _ first: Unicode.Scalar) -> Int? {
    if isFlagLetter(first) { return scalars.dropFirst().contains(where: isFlagLetter) ? 2 : 1 }
    guard first.properties.isEmoji else { return nil }
    var isText = false
    for (scalar, previous) in zip(scalars.dropFirst(), scalars) {
      if scalar.value == 0xfe0f || scalar.properties.isEmojiModifier { return 2 }
      if previous.value == 0x200d, scalar.properties.isEmoji { return 2 }
      if scalar.value == 0xfe0e { isText = true }
    }
    return isText && first.properties.isEmojiPresentation ? 1 : nil
  }

  private static func width(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return value == 0xad ? 0 : 1 }
    switch value {
    // The vowels and final consonants of Hangul stand under the consonant before them, which takes two cells.
    case 0x1160...0x11ff, 0xd7b0...0xd7ff: return 0
    case 0x115f: return 2
    default: break
    }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: return 0
    default: break
    }
    if properties.isDefaultIgnorableCodePoint { return 0 }
    // Pictures that are younger than the table are wide as well.
    return isWide(value) || properties.isEmojiPresentation && !isFlagLetter(scalar) ? 2 : 1
  }

  private static func isWide(_ value: UInt32) -> Bool { CellTable.wide.holdsRun(with: value) }

  private static func isFlagLetter(_ scalar: Unicode.Scalar) -> Bool { (0x1f1e6...0x1f1ff).contains(scalar.value) }

  /// Whether a character ends a line or controls something, so that it cannot be shown as itself.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value) || scalar.value == 0x2028 || scalar.value == 0x2029
      || isNoCharacter(scalar)
  }

  /// Whether a number is never given to a character.
  private static func isNoCharacter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value & 0xfffe == 0xfffe || (0xfdd0...0xfdef).contains(scalar.value)
  }

  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7f }
  }
}

extension [UInt32] {
  /// Whether one of the runs holds a value; the runs are pairs of first and last, in order.
  func holdsRun(with value: UInt32) -> Bool {
    var (low, high) = (0, count / 2)
    while low < high {
      let middle = (low + high) / 2
      if self[2 * middle + 1] < value { low = middle + 1 } else { high = middle }
    }
    return 2 * low + 1 < count && self[2 * low] <= value
  }
}
