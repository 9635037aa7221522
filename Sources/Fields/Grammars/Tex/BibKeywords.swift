/// Keywords of an entry of BibTeX: `{parsing, editors}`, `"a" # macro` (grammars.md section 9).
///
/// Commas separate, inner braces protect them; keywords are compared as they are typed.
enum BibKeywords: Syntax {
  static func read(_ value: [UInt8], _ options: ReadingOptions) -> Reading {
    read(TokenList(value), options, split) { key($0, in: value) }
  }

  /// Reads a value part by part, whose literals `split` cuts into entries.
  ///
  /// - Parameters:
  ///   - list: of the value, with nothing read of it yet.
  ///   - options: where the value stands.
  ///   - split: puts the entries of a literal into the list.
  ///   - key: by what entries are compared.
  /// - Returns: the reading.
  static func read(
    _ list: TokenList, _ options: ReadingOptions, _ split: (inout TokenList, Range<Int>) -> Void,
    key: (Token) -> String?
  ) -> Reading {
    var list = list
    let value = list.bytes
    list.reading.faults = Survey(value, column: 0, hasLineLimit: false).faults
    for part in parts(of: value) {
      switch part {
      case .literal(let range, let opener):
        split(&list, range)
        if let opener { list.report(.unclosed, opener..<opener + 1) }
      case .macro(let range): list.pass(range)
      }
    }
    list.finish(limit: options.max, key: key)
    return list.reading
  }

  /// A part of a value.
  enum Part {
    /// What stands in braces or quotes; with where they open, if they are never closed.
    case literal(Range<Int>, unclosed: Int?)
    /// A name or number, which stands for a text elsewhere.
    case macro(Range<Int>)
  }

  /// The parts of a value, which `#` joins.
  static func parts(of value: [UInt8]) -> [Part] {
    var parts: [Part] = []
    var i = 0
    while i < value.count {
      let start = i
      switch value[i] {
      case UInt8(ascii: "{"), Byte.quote:
        let end = literalEnd(value, i, value.count)
        parts.append(.literal(start + 1..<(end.map { $0 - 1 } ?? value.count), unclosed: end == nil ? start : nil))
        i = end ?? value.count
      default:
        while i < value.count, Byte.isAlphanumeric(value[i]) || "-_:.+/".utf8.contains(value[i]) { i += 1 }
        if i > start { parts.append(.macro(start..<i)) } else { i += 1 }
      }
    }
    return parts
  }

  /// The offset behind the brace or quote that closes the one at an offset; nil if none does.
  static func literalEnd(_ bytes: [UInt8], _ start: Int, _ limit: Int) -> Int? {
    let isQuoted = bytes[start] == Byte.quote
    var depth = 0
    var i = isQuoted ? start + 1 : start
    while i < limit {
      switch bytes[i] {
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"):
        depth -= 1
        if depth == 0, !isQuoted { return i + 1 }
        if depth < 0 { return nil }
      case Byte.quote where isQuoted && depth == 0: return i + 1
      default: break
      }
      i += 1
    }
    return nil
  }

  private static func split(_ list: inout TokenList, _ range: Range<Int>) {
    let bytes = list.bytes
    var depth = 0
    var start = range.lowerBound
    for i in range.lowerBound...range.upperBound {
      let byte = i < range.upperBound ? bytes[i] : Byte.comma
      if byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "}") { depth = max(0, depth - 1) }
      let isSeparator = byte == Byte.comma || byte == Byte.semicolon
      guard i == range.upperBound || isSeparator && depth == 0 else { continue }
      let item = Trailers.trimmed(start..<i, in: bytes)
      if !item.isEmpty { list.add(Token(range: item, form: .word, content: item)) }
      if i < range.upperBound { list.separate(i..<i + 1, isRight: byte == Byte.comma) }
      start = i + 1
    }
  }

  static func value(_ token: Token, in value: [UInt8]) -> String {
    TexText.text(token.inside(token.content, value), in: value, hasComments: false)
  }

  /// A keyword with TeX's escapes; "" for one with braces, since BibTeX counts them though they are escaped.
  static func spell(name: String, value: String) -> String {
    TexText.spell(value, countsEscapedBraces: true) ?? ""
  }

  static func fragment(in value: [UInt8], caret: Int, _ options: ReadingOptions) -> Fragment? {
    let caret = Typing.place(caret, in: value)
    let isInside = parts(of: value).contains { part in
      guard case .literal(let range, _) = part else { return false }
      return range.lowerBound <= caret && caret <= range.upperBound
    }
    guard isInside else { return nil }
    return Typing.fragment(in: value, caret: caret, read(value, options), between: .marked(", ")) {
      TexText.text($1, in: value, hasComments: false)
    }
  }
}
