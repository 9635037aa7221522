/// The words of a token of an address list, computed from its ranges.
enum AddressText {
  /// What a chip shows: the name, else the comment, else the address (R9), else the text; never nothing.
  static func display(_ token: Token, in bytes: [UInt8]) -> String {
    if let name = inside(token.name, bytes) {
      let text = phrase(name, in: bytes, hasOpenEnd: token.hasOpenEnd)
      if text.utf8.contains(where: { $0 != Byte.space }) { return text }
    }
    if let comment = inside(token.comment, bytes) {
      var text = DisplayText(bytes)
      text.append(inner: comment, keepsBlanks: false)
      let string = text.string
      if !string.isEmpty { return string }
    }
    let address = value(token, in: bytes)
    guard address.isEmpty, let range = inside(token.range, bytes) else { return address }
    // Nobody can point at a chip without a label: `<>`, `<two words>`.
    let words = phrase(range, in: bytes, hasOpenEnd: token.hasOpenEnd)
    return words.isEmpty ? plain(range, in: bytes) : words
  }

  /// The canonical address or word of a token; "" for a name without an address (R10).
  static func value(_ token: Token, in bytes: [UInt8]) -> String {
    guard let content = inside(token.content, bytes) else { return "" }
    switch token.form {
    case .address: return address(content, in: bytes)
    case .word: return plain(content, in: bytes)
    case .name: return ""
    case .link: return link(content, in: bytes)
    }
  }

  /// What two tokens for the same mailbox have in common (R20); nil for a name without an address.
  static func key(_ token: Token, in bytes: [UInt8]) -> String? {
    if token.form == .address, let content = inside(token.content, bytes), isPlain(bytes[content]) {
      return String(decoding: bytes[content].map(Byte.lowered), as: UTF8.self)
    }
    let value = value(token, in: bytes)
    return value.isEmpty ? nil : key(ofValue: value)
  }

  /// Whether an address is its own key but for case: what almost every one is.
  private static func isPlain(_ address: ArraySlice<UInt8>) -> Bool {
    var ats = 0
    var previous = Byte.dot
    for byte in address {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"):
        break
      case UInt8(ascii: "-"):
        // An encoded label, `xn--…`, is decoded for its key.
        if previous == byte { return false }
      case Byte.dot:
        if previous == Byte.dot || previous == Byte.at { return false }
      case Byte.at:
        ats += 1
        if previous == Byte.dot { return false }
      default: return false
      }
      previous = byte
    }
    return ats == 1 && previous != Byte.dot && previous != Byte.at
  }

  /// The key of an address or word in any spelling.
  static func key(ofValue value: String) -> String {
    Identity.key(ofAddress: AddressSpeller.canonical(value))
  }

  /// A range that lies in the bytes; nil for any other, as of a token of another value.
  private static func inside(_ range: Range<Int>?, _ bytes: [UInt8]) -> Range<Int>? {
    guard let range, range.lowerBound >= 0, range.upperBound <= bytes.count else { return nil }
    return range
  }

  /// The words of a name in plain text: one blank where there were blanks or comments, none where there were none.
  static func phrase(_ name: Range<Int>, in bytes: [UInt8], hasOpenEnd: Bool) -> String {
    var text = DisplayText(bytes)
    var lexer = Lexer(bytes, in: name, .part(hasOpenEnd: hasOpenEnd))
    while let lexeme = lexer.next() {
      switch lexeme.kind {
      case .blank, .less, .greater, .closeParenthesis, .lineEnd: text.appendBlank()
      case .comment, .openComment:
        text.separate()
        text.appendBlank()
      case .ignored:
        if bytes[lexeme.start] == Byte.openParenthesis { text.appendBlank() }
      case .encoded: text.appendEncoded(lexeme.range)
      case .quoted: text.append(inner: lexeme.start + 1..<lexeme.end - 1, keepsBlanks: true)
      case .openQuoted: text.append(inner: lexeme.start + 1..<lexeme.end, keepsBlanks: true)
      case .escape:
        for offset in lexeme.start + 1..<max(lexeme.start + 1, lexeme.end) { text.append(bytes[offset]) }
      default:
        for offset in lexeme.range { text.append(bytes[offset]) }
      }
    }
    return text.string
  }

  /// The text of bytes as they are; those that are no UTF-8 become U+FFFD.
  static func plain(_ range: Range<Int>, in bytes: [UInt8]) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// An address without blanks, comments and needless quotes.
  static func address(_ content: Range<Int>, in bytes: [UInt8]) -> String {
    var lexer = Lexer(bytes, in: content, .part(hasOpenEnd: false))
    var text: [UInt8] = []
    text.reserveCapacity(content.count)
    var before: Lexeme.Kind?
    var hasSpace = false
    var loneQuote: Range<Int>?
    while let lexeme = lexer.next() {
      if lexeme.kind.isSpace || lexeme.kind == .lineEnd {
        hasSpace = true
        continue
      }
      let isJoint = lexeme.kind == .dot || lexeme.kind == .at || before == nil || before == .dot || before == .at
      // Words that nothing joins stay apart, or they would be another's address.
      if hasSpace, !isJoint { text.append(Byte.space) }
      if lexeme.kind == .at, let quoted = loneQuote, let local = dotAtom(quoted, in: bytes) { text = local }
      loneQuote = lexeme.kind == .quoted && before == nil ? lexeme.range : nil
      switch lexeme.kind {
      case .quoted, .literal:
        for byte in bytes[lexeme.range] where byte != Byte.lineFeed && byte != Byte.carriageReturn { text.append(byte) }
      default: text.append(contentsOf: bytes[lexeme.range])
      }
      before = lexeme.kind
      hasSpace = false
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The text of a quoted string if it is a dot-atom, which needs no quotes (RFC 5321 section 4.1.2).
  private static func dotAtom(_ quoted: Range<Int>, in bytes: [UInt8]) -> [UInt8]? {
    var text: [UInt8] = []
    var i = quoted.lowerBound + 1
    while i < quoted.upperBound - 1 {
      if bytes[i] == Byte.backslash { i += 1 }
      text.append(bytes[i])
      i += 1
    }
    return isDotAtom(text[...]) ? text : nil
  }

  /// Whether bytes are words joined by single dots, and need no quotes as a local part.
  static func isDotAtom(_ text: ArraySlice<UInt8>) -> Bool {
    var isWordBefore = false
    for byte in text {
      if byte == Byte.dot {
        guard isWordBefore else { return false }
        isWordBefore = false
      } else {
        guard Byte.isAtom(byte), !Characters.isControl(byte) else { return false }
        isWordBefore = true
      }
    }
    return isWordBefore
  }

  /// The address of a link, percent-decoded; as typed where that would bring control characters (RFC 6068 section 2).
  static func link(_ content: Range<Int>, in bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    var i = content.lowerBound
    while i < content.upperBound {
      if bytes[i] == Byte.percent, let byte = Percent.byte(bytes[..<content.upperBound], at: i + 1),
        !Characters.isControl(byte)
      {
        text.append(byte)
        i += 3
      } else {
        text.append(bytes[i])
        i += 1
      }
    }
    guard text.contains(Byte.at) else { return String(decoding: text, as: UTF8.self) }
    return AddressSpeller.canonical(String(decoding: text, as: UTF8.self))
  }

  /// The encoded words within the text of a quoted string or comment.
  static func encodedWords(in bytes: [UInt8], _ range: Range<Int>) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var isWordStart = true
    var i = range.lowerBound
    while i < range.upperBound {
      if isWordStart, let end = EncodedWord.end(in: bytes, from: i, before: range.upperBound),
        !bytes[i..<end].contains(Byte.backslash)
      {
        words.append(i..<end)
        i = end
        continue
      }
      isWordStart = bytes[i] <= Byte.space
      i += bytes[i] == Byte.backslash ? 2 : 1
    }
    return words
  }
}
