extension Text {
  /// The position of `offset`; an offset inside a character stands for the character's start, one past the end for the
  /// end of the text.
  package func position(of offset: Int, _ encoding: PositionEncoding) -> Position {
    var cursor = PositionCursor(self, encoding)
    return cursor.position(of: offset)
  }

  /// The offset of `position`, and whether the position lay in the text as written.
  ///
  /// Drawn in, with `exact` false: a column past the end of its line (to the line's end, before CR and LF), a column
  /// inside a character or a surrogate pair (to the character's start), negative numbers (to 0), a line past the end (to
  /// the end). A line equal to the number of lines, at column 0, is normal: clients write "up to the end" so.
  package func offset(of position: Position, _ encoding: PositionEncoding) -> (offset: Int, exact: Bool) {
    if position.line < 0 { return (0, false) }
    if position.line >= lineCount {
      return (count, position.line == lineCount && position.character == 0)
    }
    let range = lineRange(position.line)
    if position.character < 0 { return (range.lowerBound, false) }
    var at = range.lowerBound
    var column = 0
    while column < position.character {
      if at >= range.upperBound { return (range.upperBound, false) }
      let plain = plainRun(at..<min(range.upperBound, at + position.character - column))
      if plain > 0 {
        column += plain
        at += plain
        continue
      }
      let length = characterLength(at: at)
      let width = encoding.units(length)
      if column + width > position.character { return (at, false) }
      column += width
      at += length
    }
    return (at, true)
  }

  /// The bytes of the character that starts at `offset`: 1 to 4; 1 for a byte that starts no well-formed character, which
  /// is what a decoder replaces with one U+FFFD at least.
  func characterLength(at offset: Int) -> Int {
    let byte = self[offset]
    let length =
      switch byte {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    if length == 1 || offset + length > count { return 1 }
    // Unicode, table 3-7: the second byte alone tells overlong forms, surrogates and what lies past U+10FFFF.
    let second: ClosedRange<UInt8> =
      switch byte {
      case 0xE0: 0xA0...0xBF
      case 0xED: 0x80...0x9F
      case 0xF0: 0x90...0xBF
      case 0xF4: 0x80...0x8F
      default: 0x80...0xBF
      }
    guard second.contains(self[offset + 1]) else { return 1 }
    for index in 1..<length where self[offset + index] & 0xC0 != 0x80 { return 1 }
    return length
  }
}

extension PositionEncoding {
  /// How many units a character of `length` bytes takes.
  func units(_ length: Int) -> Int {
    switch self {
    case .utf8: length
    case .utf16: length == 4 ? 2 : 1
    case .utf32: 1
    }
  }
}
