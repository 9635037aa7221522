/// The value of a key of YAML that holds tags: a list in brackets, a list of lines, or a text (grammars.md section 4).
///
/// YAML 1.2.2, with what readers of front matter do beyond it. A token is an item with its anchor, tag and quotes.
enum YamlTags: Syntax {
  static func read(_ value: [UInt8], _ options: ReadingOptions) -> Reading {
    var reader = YamlReader(value, options)
    reader.readValue()
    let flavor = options.surroundings.flavor
    let isFolded = flavor == .hugo || flavor == .obsidian
    TagKey.allowText(in: &reader.list.reading, options)
    reader.list.reading.faults += Survey(value, column: 0, hasLineLimit: false).faults
    reader.list.finish(limit: options.max) { token in
      let text = Self.value(token, in: value)
      return text.isEmpty ? nil : isFolded ? Identity.fold(text) : text
    }
    return reader.list.reading
  }

  static func value(_ token: Token, in value: [UInt8]) -> String {
    YamlScalar.text(token.inside(token.content, value), token.quoting, in: value)
  }

  static func traits(_ token: Token, in value: [UInt8], _ reading: Reading, _ options: ReadingOptions) -> [Trait] {
    token.isReference ? [Trait("alias", .flag)] : []
  }

  /// A text as it can stand in any list of YAML: bare, or in quotes where it would be anything else.
  static func spell(name: String, value: String) -> String {
    YamlScalar.spell(value)
  }

  // MARK: Typing

  static func fragment(in value: [UInt8], caret: Int, _ options: ReadingOptions) -> Fragment? {
    let caret = Typing.place(caret, in: value)
    let reader = { () -> YamlReader in
      var reader = YamlReader(value, options)
      reader.readValue()
      return reader
    }()
    let reading = reader.list.reading
    let isInOther = reading.faults.contains { fault in
      fault.rule == .badType && fault.range.lowerBound < caret && caret <= fault.range.upperBound
        && !reading.tokens.contains { $0.range == fault.range }
    }
    if isInOther { return nil }
    switch reader.shape {
    case .nothing, .reference: return nil
    case .flow(let start, let end):
      guard start < caret, caret <= end ?? value.count else { return nil }
      return Typing.fragment(in: value, caret: caret, reading, between: .marked(", ")) { query(of: $0, $1, in: value) }
    case .text(let isSplit):
      var fragment = Typing.fragment(in: value, caret: caret, reading, between: .blanks) {
        query(of: $0, $1, in: value)
      }
      if !isSplit, fragment?.range.isEmpty == true { fragment = nil }
      return fragment
    case .lines:
      var fragment = Typing.fragment(in: value, caret: caret, reading, between: .blanks) {
        query(of: $0, $1, in: value)
      }
      if fragment?.range.isEmpty == true, !isBehindDash(value, caret) { fragment = nil }
      fragment?.separatorAt = nil
      return fragment
    }
  }

  private static func query(of token: Token, _ range: Range<Int>, in value: [UInt8]) -> String {
    guard let content = token.content, !token.isReference, content.lowerBound < range.upperBound else { return "" }
    return YamlScalar.text(content.clamped(to: range), token.quoting, in: value)
  }

  /// Whether a caret stands behind a dash and a blank, with nothing else on its line but a comment.
  private static func isBehindDash(_ value: [UInt8], _ caret: Int) -> Bool {
    var start = caret
    while start > 0, Byte.isBlank(value[start - 1]) { start -= 1 }
    guard start > 0, start < caret, value[start - 1] == Byte.hyphen else { return false }
    var line = start - 1
    while line > 0, Byte.isBlank(value[line - 1]) { line -= 1 }
    guard line == 0 || value[line - 1] == Byte.lineFeed else { return false }
    var end = caret
    while end < value.count, Byte.isBlank(value[end]) { end += 1 }
    return end == value.count || MailText.isSpace(value[end])
  }
}
