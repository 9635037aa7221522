/// A list, or the tags of a line of running text, that a user has described (`CustomSyntax`).
enum CustomTags: Syntax {
  static func read(_ value: [UInt8], _ options: ReadingOptions) -> Reading {
    let syntax = options.surroundings.custom ?? CustomSyntax()
    var list = TokenList(value)
    list.reading.faults = Survey(value, column: 0, hasLineLimit: false).faults
    if syntax.isText {
      readText(&list, syntax)
      list.finish(limit: options.max) { _ in nil }
      return list.reading
    }
    list.rules.needsSeparators = !syntax.separatesAtBlanks
    list.rules.separator =
      switch syntax.rules.separator {
      case [Byte.comma]: "A comma"
      case [Byte.semicolon]: "A semicolon"
      default: "A separator"
      }
    // Where one part is never ended, nothing behind it is looked at for the end of another.
    var isTorn = options.surroundings.isTorn
    var i = 0
    while i < value.count {
      if MailText.isSpace(value[i]) {
        i += 1
      } else if let width = syntax.separator(value, i) {
        list.separate(i..<i + width)
        i += width
      } else if value[i] == syntax.closing {
        // Only where a value is looked at by itself: no field holds the bracket that ends it.
        list.report(.strayText, i..<i + 1, detail: "tag")
        i += 1
      } else if syntax.quoting == .shell, value[i] == UInt8(ascii: "#") {
        let end = value[i...].firstIndex(of: Byte.lineFeed) ?? value.count
        list.comment(i..<Trailers.trimmed(i..<end, in: value).upperBound)
        i = end
      } else if syntax.quoting == .shell, isLineJoin(value, i) {
        i += 1
      } else {
        i = readItem(&list, i, syntax, &isTorn)
      }
    }
    list.finish(limit: options.max) { key($0, in: value) }
    return list.reading
  }

  /// Whether a backslash at an offset joins its line with the next.
  private static func isLineJoin(_ bytes: [UInt8], _ offset: Int) -> Bool {
    guard bytes[offset] == Byte.backslash else { return false }
    let next = offset + 1
    return next < bytes.count && (bytes[next] == Byte.lineFeed || bytes[next] == Byte.carriageReturn)
  }

  private static func readItem(
    _ list: inout TokenList, _ start: Int, _ syntax: CustomSyntax, _ isTorn: inout Bool
  ) -> Int {
    let bytes = list.bytes
    if syntax.quoting == .double, bytes[start] == Byte.quote {
      let close = ShellWord.quoteEnd(bytes[...], start, bytes.count)
      let line = bytes[start...].firstIndex(of: Byte.lineFeed) ?? bytes.count
      let end = close ?? max(start + 1, Trailers.trimmed(start..<line, in: bytes).upperBound)
      var token = Token(range: start..<end, form: .word, content: start + 1..<(close.map { $0 - 1 } ?? end))
      token.quoting = .double
      list.add(token)
      if close == nil { list.report(.unclosed, start..<start + 1) }
      return end
    }
    var end = start
    var quotes: [Range<Int>] = []
    var (hasOperator, hasEscape, isClosed) = (false, false, true)
    // Up to where a blank at the end is part of the word.
    var solid = start
    scan: while end < bytes.count {
      if syntax.quoting == .shell, !isTorn, ShellScan.begins(bytes, end) {
        if let close = ShellScan.end(bytes, end) {
          let isDollar = bytes[end] == UInt8(ascii: "$")
          if isDollar ? "'\"".utf8.contains(bytes[end + 1]) : "'\"".utf8.contains(bytes[end]) {
            quotes.append(end..<close)
          }
          end = close
          continue
        }
        isTorn = true
      }
      switch bytes[end] {
      case Byte.lineFeed, Byte.carriageReturn: break scan
      case Byte.space, Byte.tab: if syntax.separatesAtBlanks { break scan } else { end += 1 }
      case UInt8(ascii: "'") where syntax.quoting == .shell, Byte.quote where syntax.quoting == .shell:
        let close = ShellWord.quoteEnd(bytes[...], end, bytes.count)
        if close == nil {
          list.report(.unclosed, end..<end + 1)
          isClosed = false
        }
        let line = bytes[end...].firstIndex(of: Byte.lineFeed) ?? bytes.count
        quotes.append(end..<(close ?? line))
        end = close ?? line
      case Byte.backslash where syntax.quoting == .shell:
        // A word goes on behind a join, unless a blank stands there.
        if isLineJoin(bytes, end),
          end + 2 >= bytes.count || MailText.isSpace(bytes[end + 2]) || bytes[end + 1] != Byte.lineFeed
        {
          break scan
        }
        hasEscape = true
        end = min(end + 2, bytes.count)
        solid = end
      default:
        if bytes[end] == syntax.closing || syntax.separator(bytes, end) != nil { break scan }
        hasOperator = hasOperator || "<>|&;()".utf8.contains(bytes[end])
        end += 1
      }
    }
    let range = start..<max(start + 1, solid, Trailers.trimmed(start..<end, in: bytes).upperBound)
    var token = Token(range: range, form: .word, content: range)
    let isDouble =
      quotes == [range] && bytes[start] == Byte.quote && !range.contains { ShellWord.isInserted(bytes, $0) }
    if isClosed, isDouble {
      token.quoting = .double
      token.content = range.lowerBound + 1..<range.upperBound - 1
    } else if !quotes.isEmpty || hasEscape {
      token.quoting = .single
    }
    list.add(token)
    // The shell would take the rest for a file or for another command.
    let isBare = syntax.quoting == .shell && token.quoting == .bare
    if isBare, hasOperator {
      list.report(.needsQuotes, range, severity: .error)
    }
    return max(end, range.upperBound)
  }

  /// Reads tags that begin with a sign behind white space and go to the next.
  private static func readText(_ list: inout TokenList, _ syntax: CustomSyntax) {
    let bytes = list.bytes
    list.rules.needsSeparators = false
    for word in MailText.words(bytes) {
      guard let width = syntax.sigil(bytes[word]), width < word.count else { continue }
      list.add(Token(range: word, form: .word, content: word))
    }
  }

  // MARK: Words

  static func value(_ token: Token, in value: [UInt8]) -> String {
    let range = token.inside(token.content, value)
    let bytes =
      switch token.quoting {
      case .single: ShellWord.text(value[range])
      case .double: ShellWord.undoubled(value[range])
      default: Array(value[range])
      }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A word for a list without a description; `EntryList` spells it for its field.
  static func spell(name: String, value: String) -> String {
    CustomSyntax().spell(value)
  }

  // MARK: Typing

  static func fragment(in value: [UInt8], caret: Int, _ options: ReadingOptions) -> Fragment? {
    let syntax = options.surroundings.custom ?? CustomSyntax()
    let caret = Typing.place(caret, in: value)
    // What would be replaced is not known, but for a quote that is being typed at the end.
    if options.surroundings.isTorn, caret < value.count { return nil }
    if syntax.isText { return word(in: value, caret, syntax) }
    var typed = options
    typed.caret = caret
    let reading = read(value, typed)
    let separator = String(decoding: syntax.rules.separator + syntax.rules.padding, as: UTF8.self)
    let between: Typing.Between = syntax.isBlankSeparated(reading) ? .blanks : .marked(separator)
    return Typing.fragment(in: value, caret: caret, reading, between: between) { token, range in
      guard var part = token.content, part.lowerBound < range.upperBound else { return "" }
      part = part.clamped(to: range)
      var typed = token
      typed.content = part
      return Self.value(typed, in: value)
    }
  }

  /// The word of running text in which a caret stands, if it begins with a sign, which may stand alone.
  private static func word(in value: [UInt8], _ caret: Int, _ syntax: CustomSyntax) -> Fragment? {
    var (start, end) = (caret, caret)
    while start > 0, !MailText.isSpace(value[start - 1]) { start -= 1 }
    while end < value.count, !MailText.isSpace(value[end]) { end += 1 }
    guard let width = syntax.sigil(value[start..<end]), caret >= start + width else { return nil }
    var fragment = Fragment(query: String(decoding: value[start..<caret], as: UTF8.self), range: start..<end)
    (fragment.separator, fragment.next) = (" ", .separator)
    return fragment
  }
}
