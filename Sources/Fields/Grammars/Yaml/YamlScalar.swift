/// Texts of YAML: where they end, what they mean, and what they would be taken for (YAML 1.2.2 chapters 7 and 10).
enum YamlScalar {
  /// Whether a byte ends a text within brackets.
  static func isFlowIndicator(_ byte: UInt8) -> Bool {
    byte == Byte.comma || byte == Byte.openBracket || byte == Byte.closeBracket || byte == UInt8(ascii: "{")
      || byte == UInt8(ascii: "}")
  }

  /// The offset behind the quote that closes the one at `start`; nil if nothing does.
  static func quoteEnd(_ bytes: [UInt8], _ start: Int, _ limit: Int) -> Int? {
    let quote = bytes[start]
    var i = start + 1
    while i < limit {
      if bytes[i] == quote {
        guard quote == UInt8(ascii: "'"), i + 1 < limit, bytes[i + 1] == quote else { return i + 1 }
        i += 2
      } else {
        i += quote == Byte.quote && bytes[i] == Byte.backslash ? 2 : 1
      }
    }
    return nil
  }

  /// The offset behind the bracket that closes the one at `start`, or the limit.
  static func collectionEnd(_ bytes: [UInt8], _ start: Int, _ limit: Int) -> Int {
    var depth = 0
    let close = firstIndicator(bytes, start, limit) { byte in
      if byte == Byte.openBracket || byte == UInt8(ascii: "{") { depth += 1 }
      if byte == Byte.closeBracket || byte == UInt8(ascii: "}") { depth -= 1 }
      return depth == 0
    }
    return close.map { $0 + 1 } ?? limit
  }

  /// The end of what stands between two commas in brackets: the comma or bracket behind it, or the limit.
  static func flowItemEnd(_ bytes: [UInt8], _ start: Int, _ limit: Int) -> Int {
    var depth = 0
    let end = firstIndicator(bytes, start, limit) { byte in
      if byte == Byte.openBracket || byte == UInt8(ascii: "{") { depth += 1 }
      if byte == Byte.closeBracket || byte == UInt8(ascii: "}") { depth -= 1 }
      return depth < 0 || depth == 0 && byte == Byte.comma
    }
    return end ?? limit
  }

  /// The first bracket or comma that is what is looked for, of those outside quotes and comments.
  ///
  /// A quote is one only where a text begins: in `it's` it is a letter, and so it is in a comment.
  private static func firstIndicator(
    _ bytes: [UInt8], _ start: Int, _ limit: Int, _ isWanted: (UInt8) -> Bool
  ) -> Int? {
    var i = start
    // Whether a text would begin here, and whether an anchor or a tag goes on, behind which one does.
    var (begins, isProperty) = (true, false)
    // A quote that nothing closes is enough to know that no later one of its kind is looked at again.
    var hopeless: Set<UInt8> = []
    while i < limit {
      let byte = bytes[i]
      if MailText.isSpace(byte) {
        begins = begins || isProperty
        isProperty = false
      } else if byte == UInt8(ascii: "#"), i == start || MailText.isSpace(bytes[i - 1]) {
        i = bytes[i..<limit].firstIndex(of: Byte.lineFeed) ?? limit
        continue
      } else if isFlowIndicator(byte) {
        if isWanted(byte) { return i }
        (begins, isProperty) = (true, false)
      } else if byte == Byte.colon, i + 1 == limit || MailText.isSpace(bytes[i + 1]) || isFlowIndicator(bytes[i + 1]) {
        (begins, isProperty) = (true, false)
      } else if begins, byte == Byte.quote || byte == UInt8(ascii: "'") {
        begins = false
        if !hopeless.contains(byte), let end = quoteEnd(bytes, i, limit) {
          i = end
          // Behind a key in quotes the colon needs no blank.
          if i < limit, bytes[i] == Byte.colon { begins = true } else { continue }
        } else {
          hopeless.insert(byte)
        }
      } else if begins {
        isProperty = byte == UInt8(ascii: "&") || byte == UInt8(ascii: "!")
        begins = byte == Byte.question && i + 1 < limit && MailText.isSpace(bytes[i + 1])
      }
      i += 1
    }
    return nil
  }

  /// The end of a text without quotes: before a comment, before a colon that makes it a key, in brackets before what
  /// ends an item there.
  static func plainEnd(_ bytes: [UInt8], _ start: Int, _ limit: Int, isFlow: Bool) -> Int {
    var i = start
    scan: while i < limit {
      switch bytes[i] {
      case Byte.colon:
        let next = i + 1 < limit ? bytes[i + 1] : Byte.space
        if MailText.isSpace(next) || isFlow && isFlowIndicator(next) { break scan }
      case UInt8(ascii: "#") where i > start && MailText.isSpace(bytes[i - 1]): break scan
      default: if isFlow, isFlowIndicator(bytes[i]) { break scan }
      }
      i += 1
    }
    while i > start, MailText.isSpace(bytes[i - 1]) { i -= 1 }
    return i
  }

  /// Whether a text cannot begin so without quotes.
  static func isReserved(_ bytes: [UInt8], _ content: Range<Int>) -> Bool {
    guard content.lowerBound < bytes.count else { return false }
    switch bytes[content.lowerBound] {
    case Byte.at, UInt8(ascii: "`"), Byte.percent, UInt8(ascii: "|"), Byte.greater, UInt8(ascii: "#"),
      UInt8(ascii: "&"), UInt8(ascii: "!"), Byte.closeBracket, UInt8(ascii: "}"), Byte.comma:
      return true
    case Byte.hyphen, Byte.question, Byte.colon:
      return content.count == 1 || MailText.isSpace(bytes[content.lowerBound + 1])
    default: return false
    }
  }

  // MARK: Types

  private static let words: Set<String> = [
    "", "~", "null", "true", "false", "yes", "no", "on", "off", "y", "n", ".inf", "+.inf", "-.inf", ".nan", "=", "<<",
  ]

  /// Whether readers of YAML 1.2 or 1.1 may load a text without quotes as anything but a text.
  static func isOtherType(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count <= 64 else { return false }
    if words.contains(String(decoding: text.map(Byte.lowered), as: UTF8.self)) { return true }
    return isNumber(text) || isDate(text)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    if let sign = rest.first, sign == UInt8(ascii: "+") || sign == Byte.hyphen { rest = rest.dropFirst() }
    guard let first = rest.first, isDigit(first) || first == Byte.dot else { return false }
    if rest.count > 2, first == UInt8(ascii: "0") {
      let digits = rest.dropFirst(2)
      switch rest[rest.startIndex + 1] {
      case UInt8(ascii: "x"):
        return digits.allSatisfy { isDigit($0) || (0x61...0x66).contains(Byte.lowered($0)) || $0 == 0x5f }
      case UInt8(ascii: "o"), UInt8(ascii: "b"): return digits.allSatisfy { isDigit($0) || $0 == 0x5f }
      default: break
      }
    }
    // Digits with `_` and `:` between them are numbers of YAML 1.1.
    var (digits, dots, exponents) = (0, 0, 0)
    var previous: UInt8 = 0
    for byte in rest {
      switch byte {
      case 0x30...0x39: digits += 1
      case UInt8(ascii: "_"), Byte.colon: if digits == 0 { return false }
      case Byte.dot: dots += 1
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        guard digits > 0, exponents == 0 else { return false }
        exponents += 1
      case UInt8(ascii: "+"), Byte.hyphen: guard Byte.lowered(previous) == UInt8(ascii: "e") else { return false }
      default: return false
      }
      previous = byte
    }
    return digits > 0 && dots <= 1 && Byte.lowered(previous) != UInt8(ascii: "e")
  }

  /// Whether a text is a date, with or without a time: `2024-05-01`, `2024-05-01T10:00:00Z`.
  private static func isDate(_ text: ArraySlice<UInt8>) -> Bool {
    let parts = text.prefix { isDigit($0) || $0 == Byte.hyphen }.split(
      separator: Byte.hyphen, omittingEmptySubsequences: false)
    guard parts.count >= 3, parts[0].count == 4, (1...2).contains(parts[1].count), (1...2).contains(parts[2].count)
    else { return false }
    let rest = text[parts[2].endIndex...]
    guard let first = rest.first else { return true }
    return (Byte.lowered(first) == UInt8(ascii: "t") || Byte.isBlank(first)) && rest.contains(Byte.colon)
      && rest.allSatisfy { isDigit($0) || Byte.isBlank($0) || "tTzZ:.+-".utf8.contains($0) }
  }

  // MARK: Meaning

  /// What a text means; what cannot be decoded stays as it is.
  static func text(_ content: Range<Int>, _ quoting: Token.Quoting, in bytes: [UInt8]) -> String {
    guard quoting != .block else { return block(content, in: bytes) }
    var text: [UInt8] = []
    var i = content.lowerBound
    while i < content.upperBound {
      switch bytes[i] {
      case Byte.lineFeed: fold(&text, &i, content, bytes)
      case UInt8(ascii: "'") where quoting == .single && i + 1 < content.upperBound && bytes[i + 1] == bytes[i]:
        text.append(bytes[i])
        i += 2
      case Byte.backslash where quoting == .double: unescape(&text, &i, content, bytes)
      default:
        text.append(bytes[i])
        i += 1
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The text of a block: its lines without their indentation, joined by line ends (`|`) or blanks (`>`), with one line
  /// end behind them unless a `-` stands in its heading.
  private static func block(_ content: Range<Int>, in bytes: [UInt8]) -> String {
    var lines = bytes[content].split(separator: Byte.lineFeed, omittingEmptySubsequences: false)
    guard let heading = lines.first else { return "" }
    lines.removeFirst()
    let indent = lines.first { $0.contains { !MailText.isSpace($0) } }?.prefix { $0 == Byte.space }.count ?? 0
    let isFolded = heading.first == Byte.greater
    var text: [UInt8] = []
    var isJoined = false
    for line in lines {
      var line = line.dropFirst(min(indent, line.prefix { $0 == Byte.space }.count))
      if line.last == Byte.carriageReturn { line = line.dropLast() }
      if line.isEmpty, isFolded {
        text.append(Byte.lineFeed)
        isJoined = false
      } else {
        if isJoined { text.append(isFolded ? Byte.space : Byte.lineFeed) }
        text += line
        isJoined = true
      }
    }
    if !text.isEmpty, !heading.prefix(3).contains(Byte.hyphen) { text.append(Byte.lineFeed) }
    return String(decoding: text, as: UTF8.self)
  }

  /// A line end is a blank, each empty line after it a line end; blanks around vanish.
  private static func fold(_ text: inout [UInt8], _ i: inout Int, _ content: Range<Int>, _ bytes: [UInt8]) {
    while let last = text.last, MailText.isSpace(last), last != Byte.lineFeed { text.removeLast() }
    var lines = 0
    while i < content.upperBound, MailText.isSpace(bytes[i]) {
      if bytes[i] == Byte.lineFeed { lines += 1 }
      i += 1
    }
    text.append(contentsOf: lines == 1 ? [Byte.space] : Array(repeating: Byte.lineFeed, count: lines - 1))
  }

  private static let escapes: [UInt8: String] = [
    UInt8(ascii: "0"): "\0", UInt8(ascii: "a"): "\u{7}", UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "t"): "\t",
    Byte.tab: "\t", UInt8(ascii: "n"): "\n", UInt8(ascii: "v"): "\u{b}", UInt8(ascii: "f"): "\u{c}",
    UInt8(ascii: "r"): "\r", UInt8(ascii: "e"): "\u{1b}", Byte.space: " ", Byte.quote: "\"", UInt8(ascii: "/"): "/",
    Byte.backslash: "\\", UInt8(ascii: "N"): "\u{85}", UInt8(ascii: "_"): "\u{a0}", UInt8(ascii: "L"): "\u{2028}",
    UInt8(ascii: "P"): "\u{2029}",
  ]

  private static func unescape(_ text: inout [UInt8], _ i: inout Int, _ content: Range<Int>, _ bytes: [UInt8]) {
    guard i + 1 < content.upperBound else {
      text.append(bytes[i])
      i += 1
      return
    }
    let next = bytes[i + 1]
    if let escaped = escapes[next] {
      text += escaped.utf8
      i += 2
    } else if let (scalar, length) = Hexadecimal.scalar(bytes, at: i + 1, content.upperBound, allowsX: true) {
      text += String(Character(scalar)).utf8
      i += 1 + length
    } else if MailText.isSpace(next), let newline = newline(bytes, i + 1, content.upperBound) {
      // An escaped line end joins the lines.
      i = newline + 1
      while i < content.upperBound, Byte.isBlank(bytes[i]) { i += 1 }
    } else {
      text.append(bytes[i])
      i += 1
    }
  }

  private static func newline(_ bytes: [UInt8], _ start: Int, _ limit: Int) -> Int? {
    let i = bytes[start] == Byte.carriageReturn ? start + 1 : start
    return i < limit && bytes[i] == Byte.lineFeed ? i : nil
  }

  /// The escapes in double quotes that mean nothing.
  static func badEscapes(_ bytes: [UInt8], _ content: Range<Int>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var i = content.lowerBound
    while i < content.upperBound {
      guard bytes[i] == Byte.backslash else {
        i += 1
        continue
      }
      let end = min(i + 2, content.upperBound)
      if end == i + 2, escapes[bytes[i + 1]] == nil, newline(bytes, i + 1, content.upperBound) == nil,
        Hexadecimal.scalar(bytes, at: i + 1, content.upperBound, allowsX: true) == nil
      {
        let width = Characters.scalar(bytes, at: i + 1, before: content.upperBound)?.width ?? 1
        found.append(i..<i + 1 + width)
      }
      i = end
    }
    return found
  }

  // MARK: Writing

  /// A text that reads as itself within brackets and in lists of lines.
  static func spell(_ text: String) -> String {
    let bytes = Array(text.utf8)
    if needsEscapes(text) { return Hexadecimal.quoted(text) }
    return isPlain(bytes)
      ? text : "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }

  /// Whether some reader takes a letter of a text for a line end, a blank or nothing, unless it is escaped.
  static func needsEscapes(_ text: String) -> Bool {
    text.unicodeScalars.contains { scalar in
      switch scalar.value {
      case 0x20..<0x7f, 0xa0..<0x2028, 0x202a..<0x2066, 0x206a..<0xd800, 0xe000..<0xfeff, 0xff00..<0xfffe,
        0x10000...0x10ffff:
        Characters.isInvisible(scalar)
      default: true
      }
    }
  }

  private static func isPlain(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first, let last = bytes.last, first != Byte.space, last != Byte.space, last != Byte.colon
    else { return false }
    guard !isOtherType(bytes[...]), !"-?:,[]{}#&*!|>'\"%@`.+~=<".utf8.contains(first) else { return false }
    for (index, byte) in bytes.enumerated() {
      // PyYAML ends a text in brackets at a question mark.
      if isFlowIndicator(byte) || byte == Byte.question { return false }
      if byte == Byte.colon, bytes[index + 1] == Byte.space { return false }
      if byte == UInt8(ascii: "#"), index > 0, bytes[index - 1] == Byte.space { return false }
    }
    return true
  }
}
