import Fields
import Support
import Testing

/// Positions against offsets, in all three encodings.
@Suite struct TextPositionTests {
  typealias Encoding = PositionEncoding

  @Test(arguments: Encoding.allCases, 1...12 as ClosedRange<UInt64>)
  func goesThereAndBack(_ encoding: Encoding, seed: UInt64) {
    var random = Seeded(seed: seed)
    for _ in 0..<20 {
      let plain = (0..<30).flatMap { _ in TextEditTests.pieces.randomElement(using: &random) ?? [] }
      let text = Text(plain)
      var starts: [Int] = []
      var at = 0
      while at < plain.count {
        starts.append(at)
        at += Self.length(plain, at)
      }
      starts.append(plain.count)
      for offset in 0...plain.count {
        let position = text.position(of: offset, encoding)
        let start = starts.last { $0 <= offset } ?? 0
        #expect(position == Self.position(plain, start, encoding), "\(plain) at \(offset)")
        let back = text.offset(of: position, encoding)
        // Between CR and LF there is no column: a line ends before both.
        let isInLineEnd = start > 0 && start < plain.count && plain[start] == 0x0A && plain[start - 1] == 0x0D
        #expect(back.offset == (isInLineEnd ? start - 1 : start), "\(plain) at \(offset)")
        #expect(back.exact == !isInLineEnd)
      }
    }
  }

  @Test(arguments: [
    // The place that is asked for, in columns of each encoding, and where it leads: `‸`; `!` where it is drawn in.
    ("To: ana‸\nx", 0, 7, 7, 7, true),
    ("To: ana‸\nx", 0, 8, 8, 8, false),
    ("To: ana‸\r\nx", 0, 8, 8, 8, false),
    ("To: ana‸\r\nx", 0, 9, 9, 9, false),
    ("To: é‸\nx", 0, 6, 5, 5, true),
    ("To: é‸\nx", 0, 99, 99, 99, false),
    ("漢‸字\nx", 0, 3, 1, 1, true),
    ("a😀‸b", 0, 5, 3, 2, true),
    ("a\nb‸", 1, 1, 1, 1, true),
    ("a\nb‸", 1, 2, 2, 2, false),
    ("a\nb‸", 2, 0, 0, 0, true),
    ("a\nb‸", 2, 1, 1, 1, false),
    ("a\nb‸", 3, 0, 0, 0, false),
    ("a\nb‸", 2, -1, -1, -1, false),
    ("a\nb\n‸", 2, 0, 0, 0, true),
    ("a\nb\n‸", 3, 0, 0, 0, true),
    ("‸", 0, 0, 0, 0, true),
    ("‸", 1, 0, 0, 0, true),
    ("‸", 0, 1, 1, 1, false),
    ("‸a\nb", -1, 5, 5, 5, false),
    ("a\n‸b", 1, -1, -1, -1, false),
    ("a\nb‸", Int.max, Int.max, Int.max, Int.max, false),
    ("‸a\nb", Int.min, Int.min, Int.min, Int.min, false),
    ("a\r‸b", 0, 2, 2, 2, true),
  ])
  func drawsIn(_ marked: String, line: Int, utf8: Int, utf16: Int, utf32: Int, exact: Bool) {
    let (text, offset) = Self.unmark(marked)
    for (encoding, character) in [(Encoding.utf8, utf8), (.utf16, utf16), (.utf32, utf32)] {
      let found = text.offset(of: Position(line: line, character: character), encoding)
      #expect(found.offset == offset, "\(encoding.rawValue)")
      #expect(found.exact == exact, "\(encoding.rawValue)")
    }
  }

  @Test func standsAtTheStartOfACharacterThatItIsIn() {
    let (text, offset) = Self.unmark("To: ‸😀 x")
    for column in 5...7 {
      let found = text.offset(of: Position(line: 0, character: column), .utf8)
      #expect(found == (offset, false))
    }
    #expect(text.offset(of: Position(line: 0, character: 5), .utf16) == (offset, false))
    #expect(text.offset(of: Position(line: 0, character: 6), .utf16) == (offset + 4, true))
    #expect(text.offset(of: Position(line: 0, character: 5), .utf32) == (offset + 4, true))
    for inside in offset..<(offset + 4) {
      #expect(text.position(of: inside, .utf16) == Position(line: 0, character: 4))
    }
  }

  @Test(arguments: Encoding.allCases)
  func keepsOffsetsOutsideTheTextInside(_ encoding: Encoding) {
    let text = Text(Array("a\nbé".utf8))
    #expect(text.position(of: -3, encoding) == Position(line: 0, character: 0))
    #expect(text.position(of: 400, encoding) == text.position(of: 5, encoding))
    #expect(text.position(of: 400, encoding).line == 1)
  }

  @Test func ordersPositionsAsTextDoes() {
    #expect(Position(line: 1, character: 9) < Position(line: 2, character: 0))
    #expect(Position(line: 2, character: 0) < Position(line: 2, character: 1))
    #expect(!(Position(line: 2, character: 1) < Position(line: 2, character: 1)))
  }

  @Test(arguments: Encoding.allCases)
  func staysRightUnderEdits(_ encoding: Encoding) {
    var random = Seeded(seed: 7)
    var plain = Array("To: 😀 ana\r\nCc: é漢\n\nx".utf8)
    var text = Text(plain)
    for _ in 0..<300 {
      let start = Int.random(in: 0...plain.count, using: &random)
      let end = min(plain.count, start + Int.random(in: 0...4, using: &random))
      let bytes = TextEditTests.pieces.randomElement(using: &random) ?? []
      plain.replaceSubrange(start..<end, with: bytes)
      text.replace(start..<end, with: bytes)
      let fresh = Text(plain)
      let offset = Int.random(in: 0...plain.count, using: &random)
      #expect(text.position(of: offset, encoding) == fresh.position(of: offset, encoding))
    }
  }

  @Test(arguments: Encoding.allCases, 1...4 as ClosedRange<UInt64>)
  func turnsManyOffsetsOfLongLinesInAnyOrder(_ encoding: Encoding, seed: UInt64) {
    var random = Seeded(seed: seed)
    let pieces = ["zz, ", "é", "漢", "😀", "a", "\u{80}"].map { Array($0.utf8) } + [[0xFF], [0xF0, 0x9F]]
    func line(_ count: Int) -> [UInt8] {
      (0..<count).flatMap { _ in pieces.randomElement(using: &random) ?? [] }
    }
    let plain = line(700) + [0x0A] + line(3) + [0x0A, 0x0A] + line(600) + [0x0D, 0x0A] + line(300)
    let text = Text(plain)
    var cursor = PositionCursor(text, encoding)
    var offset = 0
    for _ in 0..<400 {
      // Far away, a few bytes on, and a few back, as nested findings and what they are related to stand.
      offset =
        switch Int.random(in: 0..<4, using: &random) {
        case 0: Int.random(in: -3...(plain.count + 3), using: &random)
        case 1: offset - Int.random(in: 0...300, using: &random)
        default: offset + Int.random(in: 0...20, using: &random)
        }
      #expect(cursor.position(of: offset) == text.position(of: offset, encoding), "\(offset)")
      guard plain.indices.contains(offset), offset % 16 == 0 else { continue }
      var start = 0
      while start + Self.length(plain, start) <= offset { start += Self.length(plain, start) }
      #expect(cursor.position(of: offset) == Self.position(plain, start, encoding), "\(offset)")
    }
  }

  // MARK: The plain way

  /// The bytes of the well-formed character at an offset as the standard library decodes it, else 1.
  private static func length(_ plain: [UInt8], _ at: Int) -> Int {
    for length in 1...4 where at + length <= plain.count {
      if let one = String(validating: plain[at..<(at + length)], as: UTF8.self), one.unicodeScalars.count == 1 {
        return length
      }
    }
    return 1
  }

  private static func position(_ plain: [UInt8], _ offset: Int, _ encoding: Encoding) -> Position {
    let line = plain[..<offset].count { $0 == 0x0A }
    var at = (plain[..<offset].lastIndex(of: 0x0A) ?? -1) + 1
    var column = 0
    while at < offset {
      let length = length(plain, at)
      switch encoding {
      case .utf8: column += length
      case .utf16: column += length == 4 ? 2 : 1
      case .utf32: column += 1
      }
      at += length
    }
    return Position(line: line, character: column)
  }

  private static func unmark(_ marked: String) -> (Text, Int) {
    let parts = marked.components(of: "‸")
    return (Text(Array(parts.joined().utf8)), parts[0].utf8.count)
  }
}

extension String {
  /// The parts between a mark, byte by byte, so that CRLF before a mark stays what it is.
  fileprivate func components(of mark: String) -> [String] {
    let bytes = Array(utf8)
    let mark = Array(mark.utf8)
    for at in bytes.indices where bytes[at...].starts(with: mark) {
      return [
        String(decoding: bytes[..<at], as: UTF8.self), String(decoding: bytes[(at + mark.count)...], as: UTF8.self),
      ]
    }
    return [self]
  }
}
