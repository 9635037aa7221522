/// Keywords of a paper in LaTeX: `{parsing, editors}` of `\keywords`, or the text of an environment (grammars.md
/// section 9).
///
/// Commas, `\and` and `\sep` separate; `{…}` and `$…$` protect; `%` begins a comment. A full stop at the end of an
/// environment belongs to no keyword.
enum LatexKeywords: Syntax {
  static func read(_ value: [UInt8], _ options: ReadingOptions) -> Reading {
    var list = TokenList(value)
    list.reading.faults = Survey(value, column: 0, hasLineLimit: false).faults
    var range = 0..<value.count
    let isEnvironment = options.surroundings.role == "environment"
    if !isEnvironment {
      guard let open = value.first(where: { !MailText.isSpace($0) }), open == UInt8(ascii: "{"),
        let start = value.firstIndex(of: open)
      else {
        list.finish(limit: nil) { _ in nil }
        return list.reading
      }
      let end = argumentEnd(value, start)
      if end == nil { list.report(.unclosed, start..<start + 1) }
      range = start + 1..<(end.map { $0 - 1 } ?? value.count)
    }
    split(&list, range, isEnvironment: isEnvironment)
    list.finish(limit: options.max) { key($0, in: value) }
    return list.reading
  }

  /// The offset behind the brace that closes the one at an offset; nil if none does before the end.
  static func argumentEnd(_ bytes: [UInt8], _ start: Int) -> Int? {
    var depth = 0
    var i = start
    while i < bytes.count {
      switch bytes[i] {
      case Byte.backslash: i += 1
      case Byte.percent: while i < bytes.count, bytes[i] != Byte.lineFeed { i += 1 }
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"):
        depth -= 1
        if depth == 0 { return i + 1 }
      default: break
      }
      i += 1
    }
    return nil
  }

  private static func split(_ list: inout TokenList, _ range: Range<Int>, isEnvironment: Bool) {
    let bytes = list.bytes
    var depth = 0
    var isMath = false
    // Formulas are closed only if there is another sign.
    var start: Int?
    var end = range.lowerBound
    func add(isLast: Bool) {
      defer { start = nil }
      guard let first = start else { return }
      var item = first..<end
      if isLast, isEnvironment, item.count > 1, bytes[end - 1] == Byte.dot { item = first..<end - 1 }
      list.add(Token(range: item, form: .word, content: item))
    }
    var i = range.lowerBound
    while i < range.upperBound {
      let at = i
      i += 1
      switch bytes[at] {
      case Byte.percent:
        while i < range.upperBound, bytes[i] != Byte.lineFeed { i += 1 }
        list.comment(at..<i)
        continue
      case Byte.comma where depth == 0 && !isMath, Byte.semicolon where depth == 0 && !isMath:
        add(isLast: false)
        list.separate(at..<i, isRight: bytes[at] == Byte.comma)
        continue
      case Byte.backslash:
        while i < range.upperBound, (0x61...0x7a).contains(Byte.lowered(bytes[i])) { i += 1 }
        let name = bytes[(at + 1)..<i]
        if depth == 0, !isMath, name.elementsEqual("and".utf8) || name.elementsEqual("sep".utf8) {
          add(isLast: false)
          list.separate(at..<i)
          continue
        }
        if name.isEmpty, i < range.upperBound { i += 1 }
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"): depth = max(0, depth - 1)
      case UInt8(ascii: "$"): isMath = !isMath && bytes[i..<range.upperBound].contains(UInt8(ascii: "$"))
      default: if MailText.isSpace(bytes[at]) { continue }
      }
      start = start ?? at
      end = i
    }
    add(isLast: true)
  }

  static func value(_ token: Token, in value: [UInt8]) -> String {
    TexText.text(token.inside(token.content, value), in: value, hasComments: true)
  }

  /// A keyword with TeX's escapes, in braces if it holds a comma.
  static func spell(name: String, value: String) -> String {
    TexText.spell(value, countsEscapedBraces: false) ?? ""
  }

  static func fragment(in value: [UInt8], caret: Int, _ options: ReadingOptions) -> Fragment? {
    // Nobody can say what would become of an entry.
    if options.surroundings.isTorn { return nil }
    let caret = Typing.place(caret, in: value)
    if options.surroundings.role != "environment" {
      guard let start = value.firstIndex(where: { !MailText.isSpace($0) }), value[start] == UInt8(ascii: "{"),
        start < caret, caret < argumentEnd(value, start) ?? value.count + 1
      else { return nil }
    }
    let reading = read(value, options)
    // A letter right behind `\and` would make another command of it.
    if reading.marks.contains(where: { $0.kind == .separator && $0.range.count > 1 && $0.range.upperBound == caret }) {
      return nil
    }
    return Typing.fragment(in: value, caret: caret, reading, between: .marked(", ")) {
      TexText.text($1, in: value, hasComments: true)
    }
  }
}
