/// Phrases between commas: `budget, road map, "north, south"` (RFC 5322 section 3.6.5).
///
/// Keywords are compared as they are typed, decoded; comments do not belong to them.
enum Keywords: Syntax {
  static func read(_ value: [UInt8], _ options: ReadingOptions) -> Reading {
    let survey = Survey(value, column: options.column)
    var lexer = Lexer(value, in: 0..<value.count, .whole(lastAt: -1, caret: options.caret))
    var list = TokenList(value)
    var words: [Lexeme] = []
    while let lexeme = lexer.next() {
      if lexeme.kind == .lineEnd, lexeme.end == value.count { break }
      if lexeme.kind == .comment || lexeme.kind == .openComment { list.comment(lexeme.range) }
      if lexeme.kind.isSeparator {
        add(words, to: &list)
        words = []
        list.separate(lexeme.range, isRight: lexeme.kind == .comma)
      } else {
        words.append(lexeme)
      }
    }
    add(words, to: &list)
    list.reading.faults += survey.faults + lexer.faults
    list.finish(limit: options.max) { key($0, in: value) }
    return list.reading
  }

  private static func add(_ lexemes: [Lexeme], to list: inout TokenList) {
    guard let first = lexemes.firstIndex(where: { !$0.kind.isSpace }),
      let last = lexemes.lastIndex(where: { $0.kind != .blank }),
      let lastWord = lexemes.lastIndex(where: { !$0.kind.isSpace })
    else { return }
    let outer = lexemes.firstIndex { $0.kind != .blank } ?? first
    let content = lexemes[first].start..<lexemes[lastWord].end
    let hasOpenEnd = lexemes[lastWord].kind == .openQuoted
    list.add(
      Token(
        range: lexemes[outer].start..<lexemes[last].end, form: .word, content: content, hasOpenEnd: hasOpenEnd))
    var isPlain = true
    for lexeme in lexemes[first...lastWord] {
      switch lexeme.kind {
      case .encoded:
        if EncodedWord.isBroken(lexeme.range, in: list.bytes, isInComment: false) {
          list.report(.badEncodedWord, lexeme.range)
        }
      case .quoted, .openQuoted:
        for word in AddressText.encodedWords(in: list.bytes, lexeme.start + 1..<lexeme.end) {
          list.report(.badEncodedWord, word, detail: "quotes")
        }
      case .escape: list.report(.badEscape, lexeme.range)
      case .atom, .blank, .comment, .openComment, .ignored: break
      default: isPlain = false
      }
    }
    if !isPlain { list.report(.needsQuotes, content) }
  }

  static func value(_ token: Token, in value: [UInt8]) -> String {
    AddressText.phrase(token.inside(token.content, value), in: value, hasOpenEnd: token.hasOpenEnd)
  }

  /// A keyword in single blanks, in quotes where it needs them; "" for one without a character that can be seen.
  static func spell(name: String, value: String) -> String {
    let text = AddressSpeller.clean(value)
    return text.isEmpty ? "" : AddressSpeller.phrase(text)
  }

  static func fragment(in value: [UInt8], caret: Int, _ options: ReadingOptions) -> Fragment? {
    Typing.fragment(in: value, caret: caret, read(value, options), between: .marked(", ")) { token, range in
      AddressText.phrase(range, in: value, hasOpenEnd: true)
    }
  }
}
