/// Strings of TOML and JSON: where they end and what they mean (TOML 1.0, RFC 8259).
enum ArrayText {
  /// A syntax of arrays.
  enum Dialect {
    case toml, json
  }

  /// A string that begins at an offset.
  struct Quoted {
    /// The offset behind it.
    var end: Int
    /// What stands in its quotes.
    var content: Range<Int>
    var quoting: Token.Quoting
    var isClosed: Bool
    /// How many bytes open it.
    var width: Int
  }

  /// The string that begins with the quote at an offset; one that is not closed ends with its line.
  ///
  /// - Parameters:
  ///   - bytes: the bytes.
  ///   - start: where the quote stands.
  ///   - limit: where the bytes end.
  ///   - dialect: the syntax.
  ///   - hopeless: quotes that nothing closes threefold, so that nobody looks for that again and again.
  /// - Returns: the string.
  static func quoted(
    _ bytes: [UInt8], _ start: Int, _ limit: Int, _ dialect: Dialect, _ hopeless: inout Set<UInt8>
  ) -> Quoted {
    let quote = bytes[start]
    let isDouble = quote == Byte.quote
    if dialect == .toml, start + 2 < limit, bytes[start + 1] == quote, bytes[start + 2] == quote {
      return tripled(bytes, start, limit, isDouble: isDouble, &hopeless)
    }
    var i = start + 1
    while i < limit, bytes[i] != Byte.lineFeed {
      if bytes[i] == quote {
        return Quoted(
          end: i + 1, content: start + 1..<i, quoting: isDouble ? .double : .single, isClosed: true, width: 1)
      }
      let isEscape = bytes[i] == Byte.backslash && isDouble && i + 1 < limit && bytes[i + 1] != Byte.lineFeed
      i += isEscape ? 2 : 1
    }
    i = min(i, limit)
    while i > start + 1, MailText.isSpace(bytes[i - 1]) { i -= 1 }
    return Quoted(end: i, content: start + 1..<i, quoting: isDouble ? .double : .single, isClosed: false, width: 1)
  }

  private static func tripled(
    _ bytes: [UInt8], _ start: Int, _ limit: Int, isDouble: Bool, _ hopeless: inout Set<UInt8>
  ) -> Quoted {
    let quote = bytes[start]
    let quoting: Token.Quoting = isDouble ? .tripleDouble : .tripleSingle
    var content = start + 3
    if content < limit, bytes[content] == Byte.carriageReturn, content + 1 < limit, bytes[content + 1] == Byte.lineFeed
    {
      content += 1
    }
    if content < limit, bytes[content] == Byte.lineFeed { content += 1 }
    var i = start + 3
    while i < limit, !hopeless.contains(quote) {
      if bytes[i] == quote {
        var run = i
        // A string ends with at most five, and what follows is another.
        while run < min(limit, i + 5), bytes[run] == quote { run += 1 }
        if run - i >= 3 {
          // Up to two quotes before the closing three are text.
          let end = run
          return Quoted(
            end: end, content: min(content, end - 3)..<end - 3, quoting: quoting, isClosed: true, width: 3)
        }
        i = run
      } else {
        i += bytes[i] == Byte.backslash && isDouble ? 2 : 1
      }
    }
    hopeless.insert(quote)
    // Nothing closes it: what is on its line is all that it can be.
    var end = bytes[start..<limit].firstIndex(of: Byte.lineFeed) ?? limit
    while end > start + 3, MailText.isSpace(bytes[end - 1]) { end -= 1 }
    return Quoted(end: end, content: start + 3..<end, quoting: quoting, isClosed: false, width: 3)
  }

  /// The offset behind the bracket that closes the one at an offset; the limit if none does.
  static func collectionEnd(_ bytes: [UInt8], _ start: Int, _ limit: Int, _ dialect: Dialect) -> Int {
    var depth = 0
    var hopeless: Set<UInt8> = []
    var i = start
    while i < limit {
      switch bytes[i] {
      case Byte.openBracket, UInt8(ascii: "{"): depth += 1
      case Byte.closeBracket, UInt8(ascii: "}"):
        depth -= 1
        if depth == 0 { return i + 1 }
      case Byte.quote:
        i = quoted(bytes, i, limit, dialect, &hopeless).end
        continue
      case UInt8(ascii: "'") where dialect == .toml:
        i = quoted(bytes, i, limit, dialect, &hopeless).end
        continue
      case UInt8(ascii: "#") where dialect == .toml:
        while i < limit, bytes[i] != Byte.lineFeed { i += 1 }
        continue
      default: break
      }
      i += 1
    }
    return limit
  }

  // MARK: Meaning

  /// What a text means; what cannot be decoded stays as it is.
  static func text(_ content: Range<Int>, _ quoting: Token.Quoting, in bytes: [UInt8], _ dialect: Dialect) -> String {
    guard quoting == .double || quoting == .tripleDouble else { return plain(content, in: bytes) }
    var text: [UInt8] = []
    var i = content.lowerBound
    while i < content.upperBound {
      if bytes[i] == Byte.backslash, let escape = escape(bytes, i, content.upperBound, quoting, dialect) {
        text += escape.text.utf8
        i = escape.end
      } else {
        let isLineEnd =
          bytes[i] == Byte.carriageReturn && i + 1 < content.upperBound && bytes[i + 1] == Byte.lineFeed
        if !isLineEnd { text.append(bytes[i]) }
        i += 1
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func plain(_ content: Range<Int>, in bytes: [UInt8]) -> String {
    var text = bytes[content]
    if text.contains(Byte.carriageReturn) {
      var lines: [UInt8] = []
      for i in content {
        let isLineEnd =
          bytes[i] == Byte.carriageReturn && i + 1 < content.upperBound && bytes[i + 1] == Byte.lineFeed
        if !isLineEnd { lines.append(bytes[i]) }
      }
      text = lines[...]
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The escapes that mean nothing.
  static func badEscapes(
    _ bytes: [UInt8], _ content: Range<Int>, _ quoting: Token.Quoting, _ dialect: Dialect
  ) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var i = content.lowerBound
    while i < content.upperBound {
      guard bytes[i] == Byte.backslash else {
        i += 1
        continue
      }
      if let escape = escape(bytes, i, content.upperBound, quoting, dialect) {
        i = escape.end
      } else {
        let width =
          i + 1 < content.upperBound ? Characters.scalar(bytes, at: i + 1, before: content.upperBound)?.width ?? 1 : 0
        found.append(i..<i + 1 + width)
        i += 1 + width
      }
    }
    return found
  }

  private static func escape(
    _ bytes: [UInt8], _ start: Int, _ limit: Int, _ quoting: Token.Quoting, _ dialect: Dialect
  ) -> (text: String, end: Int)? {
    guard start + 1 < limit else { return nil }
    let end = start + 2
    switch bytes[start + 1] {
    case Byte.quote: return ("\"", end)
    case Byte.backslash: return ("\\", end)
    case UInt8(ascii: "b"): return ("\u{8}", end)
    case UInt8(ascii: "t"): return ("\t", end)
    case UInt8(ascii: "n"): return ("\n", end)
    case UInt8(ascii: "f"): return ("\u{c}", end)
    case UInt8(ascii: "r"): return ("\r", end)
    case UInt8(ascii: "/") where dialect == .json: return ("/", end)
    case UInt8(ascii: "u"),
      UInt8(ascii: "U") where dialect == .toml:
      if let (scalar, length) = Hexadecimal.scalar(bytes, at: start + 1, limit, allowsX: false) {
        return (String(Character(scalar)), start + 1 + length)
      }
      return dialect == .json ? pair(bytes, start, limit) : nil
    default:
      guard quoting == .tripleDouble else { return nil }
      // A backslash at the end of a line joins it with the next text.
      var i = start + 1
      while i < limit, Byte.isBlank(bytes[i]) || bytes[i] == Byte.carriageReturn { i += 1 }
      guard i < limit, bytes[i] == Byte.lineFeed else { return nil }
      while i < limit, MailText.isSpace(bytes[i]) { i += 1 }
      return ("", i)
    }
  }

  /// A character beyond U+FFFF as two escapes, `\ud83d\udd35` (RFC 8259 section 7).
  private static func pair(_ bytes: [UInt8], _ start: Int, _ limit: Int) -> (text: String, end: Int)? {
    guard start + 12 <= limit, bytes[start + 6] == Byte.backslash, bytes[start + 7] == UInt8(ascii: "u"),
      let high = Hexadecimal.number(bytes, start + 2..<start + 6), (0xd800..<0xdc00).contains(high),
      let low = Hexadecimal.number(bytes, start + 8..<start + 12), (0xdc00..<0xe000).contains(low),
      let scalar = Unicode.Scalar(0x1_0000 + (high - 0xd800) << 10 + (low - 0xdc00))
    else { return nil }
    return (String(Character(scalar)), start + 12)
  }
}
