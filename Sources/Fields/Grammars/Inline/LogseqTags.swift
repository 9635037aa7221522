/// The value of a property of Logseq: `tags:: [[deep blue]], #green, red` (grammars.md section 6).
///
/// Pages do not differ by case. A value in double quotes is plain text and holds none.
enum LogseqTags: Syntax {
  static func read(_ value: [UInt8], _ options: ReadingOptions) -> Reading {
    var list = TokenList(value)
    list.rules.needsSeparators = false
    list.reading.faults = Survey(value, column: 0, hasLineLimit: false).faults
    let whole = Trailers.trimmed(0..<value.count, in: value)
    if whole.count > 1, value[whole.lowerBound] == Byte.quote, value[whole.upperBound - 1] == Byte.quote {
      list.skip(whole, Fault(.badType, whole, detail: "tags without quotes"))
      list.finish(limit: nil) { _ in nil }
      return list.reading
    }
    var i = whole.lowerBound
    while i < whole.upperBound {
      if MailText.isSpace(value[i]) {
        i += 1
      } else if let width = separator(value, i) {
        list.separate(i..<i + width)
        i += width
      } else {
        i = readItem(&list, i, whole.upperBound)
      }
    }
    list.finish(limit: options.max) { key($0, in: value) }
    return list.reading
  }

  /// How many bytes the comma at an offset has; nil if there is none.
  private static func separator(_ bytes: [UInt8], _ offset: Int) -> Int? {
    if bytes[offset] == Byte.comma { return 1 }
    return bytes[offset...].starts(with: "，".utf8) ? 3 : nil
  }

  private static func readItem(_ list: inout TokenList, _ start: Int, _ limit: Int) -> Int {
    let bytes = list.bytes
    let hash = bytes[start] == UInt8(ascii: "#") ? 1 : 0
    if bytes[(start + hash)..<limit].starts(with: "[[".utf8) {
      let open = start + hash
      var end = open + 2
      while end < limit, !(bytes[end] == Byte.closeBracket && end + 1 < limit && bytes[end + 1] == Byte.closeBracket),
        bytes[end] != Byte.comma || closes(bytes, end, limit)
      {
        end += 1
      }
      if end < limit, bytes[end] == Byte.closeBracket {
        list.add(Token(range: start..<end + 2, form: .word, content: open + 2..<end))
        return end + 2
      }
      list.report(.unclosed, open..<open + 2)
      let content = Trailers.trimmed(open + 2..<end, in: bytes)
      list.add(Token(range: start..<max(content.upperBound, open + 2), form: .word, content: content))
      return end
    }
    var end = start + hash
    while end < limit, separator(bytes, end) == nil, !bytes[end..<limit].starts(with: "[[".utf8) { end += 1 }
    let range = start..<max(start + 1, Trailers.trimmed(start..<end, in: bytes).upperBound)
    let content = min(start + hash, range.upperBound)..<range.upperBound
    list.add(Token(range: range, form: .word, content: content))
    return max(end, range.upperBound)
  }

  /// Whether `]]` comes before any `[[` behind a comma, which then belongs to the name of a page.
  private static func closes(_ bytes: [UInt8], _ comma: Int, _ limit: Int) -> Bool {
    var i = comma
    // No name of a page is longer.
    let limit = min(limit - 1, comma + 256)
    while i < limit {
      if bytes[i] == Byte.closeBracket, bytes[i + 1] == Byte.closeBracket { return true }
      if bytes[i] == Byte.openBracket, bytes[i + 1] == Byte.openBracket { return false }
      i += 1
    }
    return false
  }

  static func value(_ token: Token, in value: [UInt8]) -> String {
    MailText.plain(token.inside(token.content, value), in: value)
  }

  static func key(ofValue value: String) -> String {
    Identity.fold(value)
  }

  /// A name as it is, in `[[ ]]` where a comma or sign would tear it; "" for one with brackets or a line end in it.
  static func spell(name: String, value: String) -> String {
    let bytes = Array(value.utf8)
    let trimmed = Trailers.trimmed(0..<bytes.count, in: bytes)
    guard !bytes.isEmpty, trimmed == 0..<bytes.count, !bytes.contains(where: { Characters.isControl($0) }) else {
      return ""
    }
    let isPlain = !bytes.contains { ",#[]\"".utf8.contains($0) } && !value.unicodeScalars.contains("，")
    if isPlain { return value }
    let hasBrackets = bytes.contains { $0 == Byte.openBracket || $0 == Byte.closeBracket }
    return hasBrackets || bytes.count > 200 ? "" : "[[\(value)]]"
  }

  static func fragment(in value: [UInt8], caret: Int, _ options: ReadingOptions) -> Fragment? {
    let reading = read(value, options)
    if reading.faults.contains(where: { $0.rule == .badType }) { return nil }
    return Typing.fragment(in: value, caret: caret, reading, between: .marked(", ")) { token, range in
      guard let content = token.content, content.lowerBound < range.upperBound else { return "" }
      return MailText.plain(content.clamped(to: range), in: value)
    }
  }
}

/// A line that is a property: `tags:: a, b`, also as an item of a list.
enum LogseqProperty {
  /// Where the name and the value of the property `tags` stand on a line; nil for any other line.
  static func value(in bytes: [UInt8], line: Range<Int>) -> (name: Range<Int>, value: Range<Int>)? {
    var start = line.lowerBound
    while start < line.upperBound, Byte.isBlank(bytes[start]) { start += 1 }
    if start + 1 < line.upperBound, bytes[start] == Byte.hyphen, Byte.isBlank(bytes[start + 1]) {
      start += 2
      while start < line.upperBound, Byte.isBlank(bytes[start]) { start += 1 }
    }
    guard line.upperBound - start >= 6, bytes[start + 4] == Byte.colon, bytes[start + 5] == Byte.colon,
      bytes[start..<start + 4].elementsEqual("tags".utf8, by: { Byte.lowered($0) == $1 })
    else { return nil }
    var end = line.upperBound
    if end > start + 6, bytes[end - 1] == Byte.carriageReturn { end -= 1 }
    return (start..<start + 4, start + 6..<end)
  }
}
