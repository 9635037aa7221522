/// Reads encoded words, `=?utf-8?q?In=C3=A9s?=` (RFC 2047; the language after `*` is RFC 2231 section 5).
///
/// A list is cut first and decoded after: what is encoded never separates.
enum EncodedWord {
  /// The end of the encoded word that begins at an offset, or nil if there is none.
  ///
  /// Its text may hold anything but blanks and `?`, since real ones hold raw commas; whether it can be decoded does not
  /// matter here.
  static func end(in bytes: [UInt8], from start: Int, before end: Int) -> Int? {
    guard start + 1 < end, bytes[start] == Byte.equals, bytes[start + 1] == Byte.question else { return nil }
    var i = start + 2
    for part in 0..<3 {
      let begin = i
      while i < end, bytes[i] != Byte.question, bytes[i] > Byte.space { i += 1 }
      guard i < end, bytes[i] == Byte.question, i > begin || part == 2 else { return nil }
      i += 1
    }
    guard i < end, bytes[i] == Byte.equals else { return nil }
    return i + 1
  }

  /// The text of adjacent encoded words, the blanks between them gone.
  ///
  /// The bytes of neighbours with the same charset are joined before they are decoded, since a character may be split
  /// between them. What cannot be decoded stays as typed.
  static func text(of words: [Range<Int>], in bytes: [UInt8]) -> String {
    var text = ""
    var first = 0
    while first < words.count {
      let parts = Parts(words[first], in: bytes)
      var joined = parts.content
      var next = first + 1
      while next < words.count, joined != nil {
        let more = Parts(words[next], in: bytes)
        guard more.charset == parts.charset, let content = more.content else { break }
        joined?.append(contentsOf: content)
        next += 1
      }
      if let joined, let decoded = Charset.decode(joined, parts.charset) {
        text += decoded
      } else {
        for word in words[first..<next] { text += alone(word, in: bytes) ?? raw(word, in: bytes) }
      }
      first = next
    }
    return text
  }

  /// Whether an encoded word cannot be decoded by itself, or holds characters that must not stand there raw.
  static func isBroken(_ word: Range<Int>, in bytes: [UInt8], isInComment: Bool) -> Bool {
    let parts = Parts(word, in: bytes)
    guard parts.isClean, alone(word, in: bytes) != nil else { return true }
    return parts.text.contains { offset in
      switch bytes[offset] {
      case Byte.openParenthesis, Byte.closeParenthesis, Byte.quote, Byte.backslash: true
      case Byte.comma, Byte.dot, Byte.colon, Byte.semicolon, Byte.less, Byte.greater, Byte.at, Byte.openBracket,
        Byte.closeBracket:
        !isInComment
      default: false
      }
    }
  }

  private static func alone(_ word: Range<Int>, in bytes: [UInt8]) -> String? {
    let parts = Parts(word, in: bytes)
    return parts.content.flatMap { Charset.decode($0, parts.charset) }
  }

  private static func raw(_ word: Range<Int>, in bytes: [UInt8]) -> String {
    String(decoding: bytes[word], as: UTF8.self)
  }
}

/// The parts of an encoded word.
private struct Parts {
  /// The charset in lower case, without a language.
  var charset: String
  /// Where the encoded text stands.
  var text: Range<Int>
  /// The bytes that were encoded; nil if the encoding is unknown or broken.
  var content: [UInt8]?
  /// Whether the encoded text follows the rules to the letter.
  var isClean: Bool

  init(_ word: Range<Int>, in bytes: [UInt8]) {
    var marks: [Int] = []
    for offset in word where bytes[offset] == Byte.question { marks.append(offset) }
    guard marks.count == 4 else {
      (charset, text, content, isClean) = ("", word.upperBound..<word.upperBound, nil, false)
      return
    }
    let name = bytes[marks[0] + 1..<marks[1]].prefix { $0 != UInt8(ascii: "*") }
    charset = String(decoding: name.map(Byte.lowered), as: UTF8.self)
    text = marks[2] + 1..<marks[3]
    isClean = true
    content = nil
    guard marks[2] - marks[1] == 2 else { return }
    switch Byte.lowered(bytes[marks[1] + 1]) {
    case UInt8(ascii: "q"): content = Self.quotedPrintable(bytes[text])
    case UInt8(ascii: "b"): (content, isClean) = Self.base64(bytes[text])
    default: break
    }
  }

  private static func quotedPrintable(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var content: [UInt8] = []
    var i = text.startIndex
    while i < text.endIndex {
      switch text[i] {
      case UInt8(ascii: "_"): content.append(Byte.space)
      case Byte.equals:
        guard let byte = Percent.byte(text, at: i + 1) else { return nil }
        content.append(byte)
        i += 2
      default: content.append(text[i])
      }
      i += 1
    }
    return content
  }

  /// The bytes of a base64 text; missing padding is forgiven but not clean.
  private static func base64(_ text: ArraySlice<UInt8>) -> (content: [UInt8]?, isClean: Bool) {
    var content: [UInt8] = []
    var (bits, held, padding) = (UInt32(0), 0, 0)
    for byte in text {
      let value: UInt32
      switch byte {
      case 0x41...0x5a: value = UInt32(byte) - 0x41
      case 0x61...0x7a: value = UInt32(byte) - 0x61 + 26
      case 0x30...0x39: value = UInt32(byte) - 0x30 + 52
      case UInt8(ascii: "+"): value = 62
      case UInt8(ascii: "/"): value = 63
      case Byte.equals:
        padding += 1
        continue
      default: return (nil, false)
      }
      guard padding == 0 else { return (nil, false) }
      bits = (bits << 6 | value) & 0xff_ffff
      held += 6
      if held >= 8 {
        held -= 8
        content.append(UInt8(truncatingIfNeeded: bits >> UInt32(held)))
      }
    }
    guard held < 6, padding <= 2 else { return (nil, false) }
    return (content, text.count % 4 == 0)
  }
}

/// Two hexadecimal digits, as in `%2B` and `=C3`.
package enum Percent {
  /// The bytes behind `%C3%A9` (RFC 3986 section 2.1); what is no escape stays as it is.
  package static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var i = bytes.startIndex
    while i < bytes.endIndex {
      if bytes[i] == Byte.percent, let byte = byte(bytes, at: i + 1) {
        result.append(byte)
        i += 3
      } else {
        result.append(bytes[i])
        i += 1
      }
    }
    return result
  }

  /// The byte that the two digits at an offset mean; nil if they are none.
  static func byte(_ text: ArraySlice<UInt8>, at offset: Int) -> UInt8? {
    guard offset >= text.startIndex, offset + 1 < text.endIndex, let high = digit(text[offset]),
      let low = digit(text[offset + 1])
    else { return nil }
    return high << 4 | low
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46, 0x61...0x66: Byte.lowered(byte) - 0x61 + 10
    default: nil
    }
  }
}
