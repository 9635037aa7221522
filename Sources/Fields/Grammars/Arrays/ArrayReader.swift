/// Reads an array of strings of TOML or JSON, or what stands in its place.
struct ArrayReader {
  let bytes: [UInt8]
  let dialect: ArrayText.Dialect
  var list: TokenList
  private var hopeless: Set<UInt8> = []
  /// Where the array's `[` stands; nil if there is none.
  private(set) var open: Int?
  /// Where its `]` stands; nil if there is none.
  private(set) var close: Int?

  /// Reads a value.
  init(_ bytes: [UInt8], _ dialect: ArrayText.Dialect) {
    self.bytes = bytes
    self.dialect = dialect
    list = TokenList(
      bytes, TokenList.Rules(emptyItem: .error, trailingSeparator: dialect == .json ? .error : nil))
    readValue()
  }

  private mutating func readValue() {
    let start = skipSpace(0)
    guard start < bytes.count else { return }
    guard bytes[start] == Byte.openBracket else {
      let end = readItem(start, isAlone: true)
      readRest(end)
      return
    }
    open = start
    var i = start + 1
    while true {
      i = skipSpace(i)
      guard i < bytes.count else { break }
      if bytes[i] == Byte.closeBracket {
        close = i
        break
      }
      if bytes[i] == Byte.comma {
        list.separate(i..<i + 1)
        i += 1
      } else {
        i = max(i + 1, readItem(i, isAlone: false))
      }
    }
    guard let close else {
      list.report(.unclosed, start..<start + 1)
      return
    }
    readRest(close + 1)
  }

  private mutating func readRest(_ start: Int) {
    let rest = skipSpace(start)
    var end = bytes.count
    while end > rest, MailText.isSpace(bytes[end - 1]) { end -= 1 }
    if rest < end { list.report(.strayText, rest..<end, detail: "item") }
  }

  /// The offset behind white space and comments; JSON has no comments.
  private mutating func skipSpace(_ start: Int) -> Int {
    var i = start
    while i < bytes.count {
      if MailText.isSpace(bytes[i]) {
        i += 1
      } else if let end = commentEnd(i) {
        list.comment(i..<end)
        if dialect == .json { list.report(.strayText, i..<end, detail: "array of JSON", severity: .error) }
        i = end
      } else {
        break
      }
    }
    return i
  }

  private func commentEnd(_ start: Int) -> Int? {
    switch dialect {
    case .toml:
      guard bytes[start] == UInt8(ascii: "#") else { return nil }
    case .json:
      guard bytes[start] == UInt8(ascii: "/"), start + 1 < bytes.count else { return nil }
      if bytes[start + 1] == UInt8(ascii: "*") {
        var i = start + 2
        while i + 1 < bytes.count {
          if bytes[i] == UInt8(ascii: "*"), bytes[i + 1] == UInt8(ascii: "/") { return i + 2 }
          i += 1
        }
        return bytes.count
      }
      guard bytes[start + 1] == UInt8(ascii: "/") else { return nil }
    }
    var end = bytes[start...].firstIndex(of: Byte.lineFeed) ?? bytes.count
    while end > start + 1, bytes[end - 1] == Byte.carriageReturn { end -= 1 }
    return end
  }

  /// Reads one item; returns the offset behind it.
  private mutating func readItem(_ start: Int, isAlone: Bool) -> Int {
    var token = Token(range: start..<start + 1, form: .word)
    let byte = bytes[start]
    if byte == Byte.quote || byte == UInt8(ascii: "'") {
      let quoted = ArrayText.quoted(bytes, start, bytes.count, dialect, &hopeless)
      token.range = start..<quoted.end
      token.content = quoted.content
      token.quoting = quoted.quoting
      add(token, isAlone: isAlone)
      if !quoted.isClosed { list.report(.unclosed, start..<start + quoted.width) }
      if dialect == .json, byte != Byte.quote {
        list.report(.needsQuotes, token.range, severity: .error)
      } else if quoted.quoting == .double || quoted.quoting == .tripleDouble {
        for escape in ArrayText.badEscapes(bytes, quoted.content, quoted.quoting, dialect) {
          list.report(.badEscape, escape)
        }
      }
      if quoted.isClosed, quoted.content.isEmpty {
        list.report(.emptyItem, token.range, detail: "item", severity: .hint)
      }
      return quoted.end
    }
    if byte == Byte.openBracket || byte == UInt8(ascii: "{") {
      let end = ArrayText.collectionEnd(bytes, start, bytes.count, dialect)
      list.skip(start..<end, Fault(.badType, start..<end, detail: isAlone ? "an array" : "a string"))
      return end
    }
    if byte == UInt8(ascii: "}") || byte == Byte.closeBracket {
      list.report(.strayText, start..<start + 1, detail: "item")
      return start + 1
    }
    var end = start
    scan: while end < bytes.count {
      switch bytes[end] {
      case Byte.comma, Byte.openBracket, Byte.closeBracket, UInt8(ascii: "{"), UInt8(ascii: "}"), Byte.lineFeed,
        Byte.quote, UInt8(ascii: "'"):
        break scan
      default:
        if end > start, commentEnd(end) != nil { break scan }
        end += 1
      }
    }
    while end > start + 1, MailText.isSpace(bytes[end - 1]) { end -= 1 }
    token.range = start..<max(end, start + 1)
    token.content = token.range
    add(token, isAlone: isAlone)
    if !isAlone {
      if YamlScalar.isOtherType(bytes[token.range]), !isWordOfYaml(bytes[token.range]) {
        list.report(.badType, token.range, detail: "a string")
      } else {
        list.report(.needsQuotes, token.range, severity: dialect == .json ? .error : nil)
      }
    }
    return token.range.upperBound
  }

  /// Words that only YAML takes for something else than a text.
  private func isWordOfYaml(_ word: ArraySlice<UInt8>) -> Bool {
    let isName = word.allSatisfy { (0x61...0x7a).contains(Byte.lowered($0)) || $0 == UInt8(ascii: "~") }
    return isName && !["true", "false", "null"].contains(String(decoding: word, as: UTF8.self))
  }

  private mutating func add(_ token: Token, isAlone: Bool) {
    list.add(token)
    if isAlone { list.report(.badType, token.range, detail: "an array") }
  }

  // MARK: Typing

  /// What is being typed within the brackets.
  func fragment(at caret: Int) -> Fragment? {
    let caret = Typing.place(caret, in: bytes)
    guard let open, open < caret, caret <= close ?? bytes.count else { return nil }
    let isInOther = list.reading.faults.contains { fault in
      fault.rule == .badType && fault.range.lowerBound < caret && caret <= fault.range.upperBound
        && !list.reading.tokens.contains { $0.range == fault.range }
    }
    if isInOther { return nil }
    return Typing.fragment(in: bytes, caret: caret, list.reading, between: .marked(", ")) { token, range in
      guard let content = token.content, content.lowerBound < range.upperBound else { return "" }
      return ArrayText.text(content.clamped(to: range), token.quoting, in: bytes, dialect)
    }
  }
}

/// Tags in an array of TOML: `tags = ["red", 'deep blue']`.
enum TomlTags: Syntax {
  static func read(_ value: [UInt8], _ options: ReadingOptions) -> Reading {
    var reader = ArrayReader(value, .toml)
    TagKey.allowText(in: &reader.list.reading, options)
    reader.list.reading.faults += Survey(value, column: 0, hasLineLimit: false).faults
    let isFolded = options.surroundings.flavor == .hugo
    reader.list.finish(limit: options.max) { token in
      let text = Self.value(token, in: value)
      return text.isEmpty ? nil : isFolded ? Identity.fold(text) : text
    }
    return reader.list.reading
  }

  static func value(_ token: Token, in value: [UInt8]) -> String {
    ArrayText.text(token.inside(token.content, value), token.quoting, in: value, .toml)
  }

  /// A string in double quotes.
  static func spell(name: String, value: String) -> String {
    Hexadecimal.quoted(value)
  }

  static func fragment(in value: [UInt8], caret: Int, _ options: ReadingOptions) -> Fragment? {
    ArrayReader(value, .toml).fragment(at: caret)
  }
}

/// Keywords of a package in an array of JSON: `"keywords": ["mail", "tag field"]`.
enum JsonTags: Syntax {
  static func read(_ value: [UInt8], _ options: ReadingOptions) -> Reading {
    var reader = ArrayReader(value, .json)
    reader.list.reading.faults += Survey(value, column: 0, hasLineLimit: false).faults
    reader.list.finish(limit: options.max) { key($0, in: value) }
    return reader.list.reading
  }

  static func value(_ token: Token, in value: [UInt8]) -> String {
    ArrayText.text(token.inside(token.content, value), token.quoting, in: value, .json)
  }

  /// A string in double quotes.
  static func spell(name: String, value: String) -> String {
    Hexadecimal.quoted(value)
  }

  static func fragment(in value: [UInt8], caret: Int, _ options: ReadingOptions) -> Fragment? {
    ArrayReader(value, .json).fragment(at: caret)
  }
}
