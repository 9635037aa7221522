/// White space of mail header fields, and the text of their words.
enum MailText {
  /// The offset behind the blanks and folds at an offset; a line end that no blank follows is none, but at the very end.
  static func skipSpace(_ bytes: [UInt8], from start: Int) -> Int {
    var i = start
    while i < bytes.count {
      switch bytes[i] {
      case Byte.space, Byte.tab, Byte.carriageReturn: i += 1
      case Byte.lineFeed:
        guard i + 1 == bytes.count || Byte.isBlank(bytes[i + 1]) else { return i }
        i += 1
      default: return i
      }
    }
    return i
  }

  /// What stands between white space, in order.
  static func words(_ bytes: [UInt8]) -> [Range<Int>] {
    bytes.indices.split { isSpace(bytes[$0]) }.map { $0.startIndex..<$0.endIndex }
  }

  /// The end of a comment that opens at an offset, nested ones inside; nil if nothing closes it before `limit`.
  static func commentEnd(_ bytes: [UInt8], from start: Int, before limit: Int? = nil) -> Int? {
    let limit = limit ?? bytes.count
    var depth = 0
    var i = start
    while i < limit {
      switch bytes[i] {
      case Byte.backslash: i += 1
      case Byte.openParenthesis: depth += 1
      case Byte.closeParenthesis:
        depth -= 1
        if depth == 0 { return i + 1 }
      default: break
      }
      i += 1
    }
    return nil
  }

  /// The text of a range, without control characters.
  static func plain(_ range: Range<Int>, in bytes: [UInt8]) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// Whether a byte is white space of a header field.
  static func isSpace(_ byte: UInt8) -> Bool {
    Byte.isBlank(byte) || byte == Byte.lineFeed || byte == Byte.carriageReturn
  }
}
