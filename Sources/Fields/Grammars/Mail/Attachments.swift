/// A file that mutt and NeoMutt attach when a draft is sent: `Attach: ~/my\ plan.pdf The plan`.
///
/// One file a field: its path up to the first blank, in which a backslash takes the next character as it is, then a
/// description (https://neomutt.org/guide/reference#edit-headers, read in `mutt_edit_headers` of both programs).
enum Attachments: Syntax {
  private static let backslash = UInt8(ascii: "\\")

  static func read(_ value: [UInt8], _ options: ReadingOptions) -> Reading {
    var list = TokenList(value, TokenList.Rules(separator: "A blank", emptyItem: nil, needsSeparators: false))
    list.reading.faults = Survey(value, column: options.column).faults
    let start = MailText.skipSpace(value, from: 0)
    guard start < value.count else { return list.reading }
    let end = pathEnd(value, from: start)
    guard end > start else { return list.reading }
    if value[end - 1] == backslash, isOpen(value[start..<end]) { list.report(.badEscape, end - 1..<end) }
    let words = MailText.skipSpace(value, from: end)
    var last = value.count
    while last > words, MailText.isSpace(value[last - 1]) { last -= 1 }
    let description = words < last ? words..<last : nil
    list.add(
      Token(range: start..<(description?.upperBound ?? end), form: .word, name: description, content: start..<end))
    list.finish(limit: .max) { key($0, in: value) }
    return list.reading
  }

  private static func pathEnd(_ value: [UInt8], from start: Int) -> Int {
    var i = start
    while i < value.count, !MailText.isSpace(value[i]) {
      let isEscape = value[i] == backslash && i + 1 < value.count && value[i + 1] != Byte.lineFeed
      i += isEscape ? 2 : 1
    }
    return i
  }

  /// Whether the last backslash of a path escapes nothing.
  private static func isOpen(_ path: ArraySlice<UInt8>) -> Bool {
    path.reversed().prefix { $0 == backslash }.count % 2 == 1
  }

  /// The file's name, without the folders.
  static func display(_ token: Token, in value: [UInt8]) -> String {
    let path = Self.value(token, in: value)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return AddressSpeller.clean(name)
  }

  static func value(_ token: Token, in value: [UInt8]) -> String {
    plain(value[token.inside(token.content, value)])
  }

  private static func plain(_ path: ArraySlice<UInt8>) -> String {
    var result: [UInt8] = []
    var isEscaped = false
    for byte in path {
      if byte == backslash, !isEscaped {
        isEscaped = true
      } else {
        result.append(byte)
        isEscaped = false
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// A path with its blanks escaped, and a description behind it; "" for a path that no line can hold.
  static func spell(name: String, value: String) -> String {
    guard !value.isEmpty, value.utf8.allSatisfy({ $0 >= Byte.space && $0 != Byte.delete }) else { return "" }
    let path = value.reduce(into: "") { path, character in
      if character == " " || character == "\\" { path.append("\\") }
      path.append(character)
    }
    let words = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.isEmpty ? path : path + " " + words
  }

  static func fragment(in value: [UInt8], caret: Int, _ options: ReadingOptions) -> Fragment? {
    let caret = Typing.place(caret, in: value)
    let start = MailText.skipSpace(value, from: 0)
    if start >= value.count || caret < start {
      // Before a path there is no place for another.
      let isEmpty = start >= value.count && !value[..<caret].contains(Byte.lineFeed)
      return isEmpty ? Fragment(query: "", range: caret..<caret, separator: " ", takesQuotes: false) : nil
    }
    let end = pathEnd(value, from: start)
    guard caret <= end else { return nil }
    let next: Fragment.Next = end < value.count ? .separator : .nothing
    return Fragment(
      query: plain(value[start..<caret]), range: start..<end, separator: " ", next: next, takesQuotes: false)
  }
}
