/// Identifiers of messages: `<a1@example.org> <b2@example.org>` (RFC 5322 section 3.6.4).
///
/// Nothing separates them but their brackets. Words between them are an old form; they are compared as they are typed.
enum MessageIDs: Syntax {
  static func read(_ value: [UInt8], _ options: ReadingOptions) -> Reading {
    var list = TokenList(value, TokenList.Rules(separator: "A blank", emptyItem: nil, needsSeparators: false))
    list.reading.faults = Survey(value, column: options.column).faults
    var phrase: Range<Int>?
    func endPhrase() {
      if let range = phrase { list.report(.obsoleteSyntax, range) }
      phrase = nil
    }
    var isHopeless = false
    var i = MailText.skipSpace(value, from: 0)
    while i < value.count {
      let start = i
      switch value[i] {
      case Byte.less:
        endPhrase()
        i = readIdentifier(&list, from: i)
      case Byte.comma, Byte.semicolon:
        endPhrase()
        i += 1
        list.report(.wrongSeparator, start..<i, detail: "a blank")
        list.reading.marks.append(Mark(kind: .separator, range: start..<i))
      case Byte.lineFeed:
        endPhrase()
        i += 1
      case Byte.openParenthesis where !isHopeless:
        guard let end = MailText.commentEnd(value, from: i) else {
          isHopeless = true
          list.report(.unclosed, i..<i + 1)
          i += 1
          break
        }
        list.comment(i..<end)
        i = end
      default:
        i = wordEnd(value, from: i)
        let word = start..<max(i, start + 1)
        i = word.upperBound
        if value[word].contains(Byte.at), value[start] != Byte.quote {
          endPhrase()
          list.add(Token(range: word, form: .word, content: word))
          list.report(.missingAngle, word, detail: "an identifier")
        } else {
          phrase = (phrase?.lowerBound ?? start)..<i
        }
      }
      i = MailText.skipSpace(value, from: i)
    }
    endPhrase()
    let limit = min(options.max ?? .max, MailField.canonical(options.field)?.limit ?? .max)
    list.finish(limit: limit) { key($0, in: value) }
    return list.reading
  }

  /// Reads an identifier in brackets; returns the offset behind it.
  private static func readIdentifier(_ list: inout TokenList, from start: Int) -> Int {
    let bytes = list.bytes
    var i = start + 1
    var isClosed = false
    scan: while i < bytes.count {
      switch bytes[i] {
      case Byte.greater:
        isClosed = true
        break scan
      case Byte.less, Byte.comma, Byte.lineFeed: break scan
      default: i += 1
      }
    }
    var end = i
    if !isClosed {
      // What is never closed ends at the first blank.
      end = bytes[start..<i].firstIndex { MailText.isSpace($0) } ?? i
      list.report(.unclosed, start..<start + 1)
    }
    let content = start + 1..<end
    let range = start..<(isClosed ? i + 1 : end)
    list.add(Token(range: range, form: .word, content: content, angle: range))
    check(&list, content, range)
    return range.upperBound
  }

  private static func check(_ list: inout TokenList, _ content: Range<Int>, _ range: Range<Int>) {
    let bytes = list.bytes
    guard let at = bytes[content].firstIndex(of: Byte.at) else {
      list.report(.missingDomain, range, detail: "an identifier")
      return
    }
    if at == content.lowerBound { list.report(.missingLocal, content) }
    if at + 1 == content.upperBound { list.report(.missingDomain, content, detail: "an identifier") }
    if let second = bytes[at + 1..<content.upperBound].firstIndex(of: Byte.at) {
      list.report(.extraAt, second..<second + 1)
    }
    var blanks: Range<Int>?
    for i in content {
      if Byte.isBlank(bytes[i]) {
        blanks = (blanks?.lowerBound ?? i)..<i + 1
      } else if let run = blanks {
        list.report(.badChar, run)
        blanks = nil
      }
    }
    if let run = blanks { list.report(.badChar, run) }
  }

  private static func wordEnd(_ value: [UInt8], from start: Int) -> Int {
    var i = start
    if value[i] == Byte.quote,
      let close = value[(i + 1)...].firstIndex(where: { $0 == Byte.quote || $0 == Byte.lineFeed })
    {
      return close + 1
    }
    while i < value.count, !MailText.isSpace(value[i]) {
      switch value[i] {
      case Byte.less, Byte.comma, Byte.semicolon, Byte.openParenthesis: return i
      default: i += 1
      }
    }
    return i
  }

  static func value(_ token: Token, in value: [UInt8]) -> String {
    let content = value[token.inside(token.content, value)]
    return String(decoding: content.filter { !MailText.isSpace($0) }, as: UTF8.self)
  }

  /// An identifier in its brackets; "" for one with characters that would end it.
  static func spell(name: String, value: String) -> String {
    let isWritable =
      !value.isEmpty
      && value.utf8.allSatisfy { $0 > Byte.space && $0 != Byte.delete && !isBracket($0) && $0 != Byte.comma }
    return isWritable ? "<\(value)>" : ""
  }

  private static func isBracket(_ byte: UInt8) -> Bool {
    byte == Byte.less || byte == Byte.greater
  }

  static func fragment(in value: [UInt8], caret: Int, _ options: ReadingOptions) -> Fragment? {
    let reading = read(value, options)
    var fragment = Typing.fragment(in: value, caret: caret, reading, between: .blanks) { _, range in
      String(decoding: value[range].filter { !isBracket($0) }, as: UTF8.self)
    }
    // Brackets separate by themselves.
    fragment?.separatorAt = nil
    if fragment?.next == .token { fragment?.next = .nothing }
    return fragment
  }
}
