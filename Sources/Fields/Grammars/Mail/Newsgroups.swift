/// Names of newsgroups between commas: `example.dev, example.test` (RFC 5536 section 3.1.4).
///
/// Names are compared as they are typed. There are no comments; a name ends at a blank.
enum Newsgroups: Syntax {
  static func read(_ value: [UInt8], _ options: ReadingOptions) -> Reading {
    var list = TokenList(value)
    list.reading.faults = Survey(value, column: options.column).faults
    var i = MailText.skipSpace(value, from: 0)
    // One comment that nothing closes is enough to know that no later one is closed.
    var isHopeless = false
    while i < value.count {
      switch value[i] {
      case Byte.comma: list.separate(i..<i + 1)
      case Byte.semicolon, Byte.lineFeed: list.separate(i..<i + 1, isRight: false)
      case Byte.openParenthesis:
        let closed = isHopeless ? nil : MailText.commentEnd(value, from: i)
        isHopeless = closed == nil
        let end = closed ?? end(of: value, from: i + 1)
        list.report(.strayText, i..<end, detail: "newsgroup")
        i = end - 1
      default:
        let end = end(of: value, from: i)
        list.add(Token(range: i..<end, form: .word, content: i..<end))
        check(&list, i..<end)
        i = end - 1
      }
      i = MailText.skipSpace(value, from: i + 1)
    }
    list.finish(limit: options.max) { key($0, in: value) }
    return list.reading
  }

  private static func end(of value: [UInt8], from start: Int) -> Int {
    var i = start
    while i < value.count {
      switch value[i] {
      case Byte.comma, Byte.semicolon, Byte.openParenthesis: return i
      default:
        if MailText.isSpace(value[i]) { return i }
        i += 1
      }
    }
    return i
  }

  private static func isName(_ byte: UInt8) -> Bool {
    Byte.isAlphanumeric(byte) || byte == Byte.hyphen || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "_")
  }

  private static func check(_ list: inout TokenList, _ name: Range<Int>) {
    let bytes = list.bytes
    var i = name.lowerBound
    while i < name.upperBound {
      let start = i
      if isName(bytes[i]) {
        i += 1
      } else if bytes[i] == Byte.dot {
        while i < name.upperBound, bytes[i] == Byte.dot { i += 1 }
        if i - start > 1 || start == name.lowerBound || i == name.upperBound { list.report(.badDot, start..<i) }
      } else {
        while i < name.upperBound, !isName(bytes[i]), bytes[i] != Byte.dot { i += 1 }
        list.reportBadCharacters(start..<i)
      }
    }
  }

  static func value(_ token: Token, in value: [UInt8]) -> String {
    MailText.plain(token.inside(token.content, value), in: value)
  }

  /// A name as it is; "" for one that is none.
  static func spell(name: String, value: String) -> String {
    let parts = value.utf8.split(separator: Byte.dot, omittingEmptySubsequences: false)
    return parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(isName) } ? value : ""
  }

  static func fragment(in value: [UInt8], caret: Int, _ options: ReadingOptions) -> Fragment? {
    Typing.fragment(in: value, caret: caret, read(value, options), between: .marked(",")) {
      MailText.plain($1, in: value)
    }
  }
}

extension TokenList {
  /// Reports a run of characters that cannot stand there, those aside that have a fault of their own anywhere.
  mutating func reportBadCharacters(_ run: Range<Int>) {
    var start: Int?
    var i = run.lowerBound
    while i < run.upperBound {
      let found = Characters.scalar(bytes, at: i, before: run.upperBound)
      let isKnown = found.map { Characters.isControl(bytes[i]) || Characters.isInvisible($0.scalar) } ?? true
      if isKnown {
        if let first = start { report(.badChar, first..<i) }
        start = nil
      } else if start == nil {
        start = i
      }
      i += found?.width ?? 1
    }
    if let first = start { report(.badChar, first..<run.upperBound) }
  }
}
