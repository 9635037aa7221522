/// An ASCII letter in lower case, any other byte as it is.
func lowercased(_ byte: UInt8) -> UInt8 {
  byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
}

/// Whether a byte is a blank or a tab.
func isBlank(_ byte: UInt8) -> Bool {
  byte == 32 || byte == 9
}

/// Bytes from outside as text that is safe to show and to insert.
package enum PlainText {
  /// A name: decoded, its encoded words too, on one line, without control characters, trimmed, at most 1,000 bytes.
  static func name(_ text: String) -> String {
    // Decoding looks ahead at every `=?`: a name of megabytes is cut before, not after.
    line(EncodedWords.decode(text.utf8.count > 4 * limit ? String(text.prefix(limit)) : text))
  }

  /// The bytes as one line of text; bytes that are not UTF-8 become U+FFFD.
  static func line(_ bytes: some Collection<UInt8>) -> String {
    line(String(decoding: bytes, as: UTF8.self))
  }

  /// The text as one line: each run of control characters and line breaks becomes one blank; trimmed and cut.
  package static func line(_ text: String) -> String {
    var isClean = true
    var count = 0
    var before: UInt8 = 32
    for byte in text.utf8 {
      // C2 leads the control characters from U+0080, E2 the line and paragraph separators.
      if byte < 32 || byte == 0x7F || byte == 0xC2 || byte == 0xE2 || (count == 0 && byte == 32) { isClean = false }
      before = byte
      count += 1
    }
    if isClean, count <= limit, before != 32 || count == 0 { return text }
    var result = String.UnicodeScalarView()
    var size = 0
    var isOwed = false
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0..<32, 0x7F..<0xA0, 0x2028, 0x2029: isOwed = true
      default:
        if isOwed, let last = result.last, last != " ", scalar != " " { result.append(" ") }
        isOwed = false
        if size == 0, scalar == " " { continue }
        size += UTF8.width(scalar)
        guard size <= limit else { return trimmed(result) }
        result.append(scalar)
      }
    }
    return trimmed(result)
  }

  private static let limit = 1000

  private static func trimmed(_ scalars: String.UnicodeScalarView) -> String {
    var scalars = scalars
    while scalars.last == " " { scalars.removeLast() }
    return String(scalars)
  }
}
