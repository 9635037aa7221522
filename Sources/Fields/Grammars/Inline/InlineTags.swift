/// Tags and mentions in running text: `a #note for @omar` (grammars.md section 6).
///
/// A value is the whole text, in Markdown; what is no text in it (code, links, comments) holds none.
enum InlineTags: Syntax {
  /// The role of a text in MDX, where braces hold code.
  static let mdx = "mdx"

  static func read(_ value: [UInt8], _ options: ReadingOptions) -> Reading {
    var reader = InlineReader(value, options.surroundings.flavor, isMDX: options.surroundings.role == mdx)
    reader.read()
    reader.list.remove(LinkLabel.linked(reader.labels, Set(reader.definitions)))
    reader.list.finish(limit: options.max) { _ in nil }
    return reader.list.reading
  }

  static func display(_ token: Token, in value: [UInt8]) -> String {
    let range = token.inside(token.range, value)
    let text = Self.value(token, in: value)
    guard !range.isEmpty, value[range.lowerBound] == UInt8(ascii: "#") || value[range.lowerBound] == Byte.at else {
      return text
    }
    return String(decoding: value[range.lowerBound..<range.lowerBound + 1], as: UTF8.self) + text
  }

  static func value(_ token: Token, in value: [UInt8]) -> String {
    MailText.plain(token.inside(token.content, value), in: value)
  }

  static func key(ofValue value: String) -> String {
    Identity.fold(value)
  }

  static func traits(_ token: Token, in value: [UInt8], _ reading: Reading, _ options: ReadingOptions) -> [Trait] {
    let range = token.inside(token.range, value)
    guard !range.isEmpty else { return [] }
    let first = value[range.lowerBound]
    let sigil = first == Byte.at ? "@" : first == UInt8(ascii: "#") ? "#" : ":"
    return [Trait("sigil", .text(sigil))]
  }

  // MARK: Writing

  /// A tag behind its `#`, or a mention that has its `@`; "" for what would end before its end, and for numbers.
  static func spell(name: String, value: String) -> String {
    let bytes = Array(value.utf8)
    let isMention = bytes.first == Byte.at
    let start = isMention || bytes.first == UInt8(ascii: "#") ? 1 : 0
    let text = isMention ? bytes : [UInt8(ascii: "#")] + bytes[start...]
    var reader = InlineReader(text, isMention ? .github : .generic)
    reader.read()
    guard reader.list.reading.tokens.map(\.range) == [0..<text.count] else { return "" }
    return String(decoding: text, as: UTF8.self)
  }

  static func spell(group name: String, members: [String]) -> String {
    members.joined(separator: " ")
  }

  /// What is typed behind a `#` or `@` that begins a tag; nil in all other text, and where no tag can stand.
  static func fragment(in value: [UInt8], caret: Int, _ options: ReadingOptions) -> Fragment? {
    fragment(in: value, caret: caret) { range, probe in
      let text = Array(value[..<range.lowerBound]) + probe + value[range.upperBound...]
      return read(text, options).tokens.contains { $0.range.lowerBound == range.lowerBound }
    }
  }

  /// The same, of a part of a value.
  ///
  /// - Parameters:
  ///   - value: the part, no less than the line of the caret.
  ///   - caret: an offset into it.
  ///   - isTag: whether a tag is read at the start of a range if these bytes stand there.
  /// - Returns: the fragment, in bytes of the part.
  static func fragment(in value: [UInt8], caret: Int, _ isTag: (Range<Int>, [UInt8]) -> Bool) -> Fragment? {
    let caret = Typing.place(caret, in: value)
    var start = caret
    while start > 0, caret - start < 256, value[start - 1] > Byte.space, value[start - 1] != UInt8(ascii: "#"),
      value[start - 1] != Byte.at
    {
      start -= 1
    }
    guard start > 0, value[start - 1] == UInt8(ascii: "#") || value[start - 1] == Byte.at else { return nil }
    let sigil = start - 1
    let body = value[sigil] == Byte.at ? InlineReader.mentionCharacters : TagRules.end
    guard body(value, start, caret) == caret else { return nil }
    let end = body(value, caret, value.count)
    // Whether a tag can stand there is what a reader says of one that does.
    guard isTag(sigil..<end, [value[sigil], UInt8(ascii: "x")]) else { return nil }
    var fragment = Fragment(query: String(decoding: value[start..<caret], as: UTF8.self), range: sigil..<end)
    fragment.separator = " "
    return fragment
  }
}
