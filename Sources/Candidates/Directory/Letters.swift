/// What the bytes of folded text are.
enum Letters {
  /// The bit that stands for a byte: letters, digits and some signs have their own, the others share the rest.
  static func bit(_ byte: UInt8) -> UInt64 {
    1 << UInt64(bits[Int(byte)])
  }

  /// The bits of all bytes of a text.
  static func bits(of bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 | bit($1) }
  }

  private static let bits: [UInt8] = (0..<256).map { (byte: Int) in
    switch byte {
    case 0x61...0x7A: UInt8(byte - 0x61)
    case 0x30...0x39: UInt8(byte - 0x30 + 26)
    case 0x2D: 36
    case 0x2E: 37
    case 0x5F: 38
    case 0x80...: UInt8(40 + byte % 24)
    default: 39
    }
  }

  /// Whether a byte is part of a letter; what is beyond ASCII counts as one.
  static func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte &- 0x61 < 26
  }

  /// Whether a byte is part of a word: a letter, a digit, or part of a letter beyond ASCII.
  static func isWord(_ byte: UInt8) -> Bool {
    isLetter(byte) || byte &- 0x30 < 10
  }

  /// Whether a byte is a later one of a letter beyond ASCII.
  static func isContinuation(_ byte: UInt8) -> Bool {
    byte & 0xC0 == 0x80
  }

  /// How many bytes the letter has that begins with this one.
  static func width(_ byte: UInt8) -> Int {
    byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
  }

  /// Whether a text is Chinese, Japanese or Korean in part: no blanks part its words, and folded Hangul is in pieces.
  static func isEastAsian(_ bytes: [UInt8]) -> Bool {
    zip(bytes, bytes.dropFirst()).contains { first, second in
      switch first {
      case 0xE1: second >= 0x84 && second <= 0x87
      case 0xE2: second >= 0xBA
      case 0xE3...0xED: true
      case 0xEF: second >= 0xA4 && second <= 0xAB
      case 0xF0: second >= 0xA0
      default: false
      }
    }
  }
}
