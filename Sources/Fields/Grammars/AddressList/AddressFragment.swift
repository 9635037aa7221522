/// The mailbox that is being typed at a caret.
///
/// The value is read cut at the caret, so that an open quote is an open quote whatever stands behind; the whole value is
/// read only to find out where the mailbox under the caret ends.
///
/// - Behind a whole mailbox and a blank a new one begins, and a comma is due: `bo@x.example an‸`.
/// - Inside a whole mailbox, in the middle of a word, in quotes or brackets or between the name and them, all of it is
///   replaced, so that no half of it stays: `Ana Ru‸iz <ana@example.org>`.
/// - At the end of another word of a name, what follows stays, since it may be somebody else: `an‸ Ruiz <ana@example.org>`; the
///   comma that is added makes it a mailbox of its own.
/// - In a comment, and before the blank that begins a continuation line, nothing is completed.
enum AddressFragment {
  /// The fragment at a caret, which is drawn into the value and to the start of a character.
  static func fragment(in value: [UInt8], caret: Int) -> Fragment? {
    var caret = max(0, min(caret, value.count))
    while caret > 0, caret < value.count, value[caret] & 0xc0 == 0x80 { caret -= 1 }
    if caret > 0, caret < value.count, value[caret - 1] == Byte.lineFeed, Byte.isBlank(value[caret]) { return nil }
    if caret > 0, caret < value.count, value[caret - 1] == Byte.carriageReturn, value[caret] == Byte.lineFeed {
      caret -= 1
    }
    let reader = AddressReader.reader(of: Array(value[..<caret]), ReadingOptions())
    if reader.tail == .openComment { return nil }
    let pending = Pending(reader, caret)
    var fragment = Fragment(query: pending.query(value), range: pending.start..<caret)
    fragment.separatorAt = pending.separatorAt
    fragment.needsSeparatorBefore = pending.separatorAt != nil
    fragment.isInGroup = reader.reading.groups.last.map { $0.end == nil } ?? false
    let end = end(of: pending, in: value)
    fragment.hasSeparatorAfter = isSeparator(in: value, after: end)
    fragment.range = pending.start..<min(end, lineEnd(in: value, from: caret))
    unfold(&fragment, in: value, caret: caret)
    return fragment
  }

  /// What stands before the caret and is not finished.
  private struct Pending {
    /// Where the mailbox begins that is being typed; the caret if there is none.
    var start: Int
    var caret: Int
    /// Where a comma is due.
    var separatorAt: Int?
    /// Whether the caret stands in a quote.
    var isQuoted: Bool

    init(_ reader: AddressReader, _ caret: Int) {
      (start, self.caret, isQuoted) = (caret, caret, reader.tail == .openQuoted)
      let reading = reader.reading
      let mark = reading.marks.last { $0.kind != .comment }
      guard let token = reading.tokens.last, token.range.upperBound > (mark?.range.lowerBound ?? -1),
        !Self.endsLine(reader.bytes, from: token.range.upperBound)
      else {
        if mark?.kind == .groupEnd { separatorAt = mark?.range.upperBound }
        return
      }
      if let end = Self.addressEnd(of: token, in: reader.bytes), end < caret {
        (start, separatorAt) = Self.next(reader.bytes, after: end)
        return
      }
      start = token.range.lowerBound
      let before = reading.tokens.dropLast().last?.range.upperBound ?? 0
      if let mark, mark.range.upperBound >= before {
        if mark.kind == .groupEnd { separatorAt = mark.range.upperBound }
      } else if reading.tokens.count > 1 {
        separatorAt = before
      }
    }

    /// Whether a line end that is no fold stands at the end of the bytes: it separates in a list of lines.
    private static func endsLine(_ bytes: [UInt8], from offset: Int) -> Bool {
      for i in offset..<bytes.count where bytes[i] == Byte.lineFeed {
        if i + 1 == bytes.count || !Byte.isBlank(bytes[i + 1]) { return true }
      }
      return false
    }

    /// The end of the address of a mailbox that has a whole one.
    static func addressEnd(of token: Token, in bytes: [UInt8]) -> Int? {
      if let angle = token.angle {
        let last = bytes[angle.upperBound - 1]
        return last == Byte.greater || last == Byte.closeBracket ? angle.upperBound : nil
      }
      switch token.form {
      case .address: return token.content?.upperBound
      case .link:
        var end = token.content?.upperBound ?? token.range.upperBound
        while end < token.range.upperBound, bytes[end] > Byte.space { end += 1 }
        return end
      case .word, .name: return nil
      }
    }

    /// The start of the first word behind an address, and the end of what stands before it.
    private static func next(_ bytes: [UInt8], after end: Int) -> (start: Int, separatorAt: Int) {
      var lexer = Lexer(bytes, in: end..<bytes.count, .part(hasOpenEnd: true))
      var last = end
      while let lexeme = lexer.next() {
        switch lexeme.kind {
        case .blank, .lineEnd: continue
        case .comment, .openComment, .ignored, .greater, .closeParenthesis: last = lexeme.end
        default: return (lexeme.start, last)
        }
      }
      return (bytes.count, last)
    }

    func query(_ value: [UInt8]) -> String {
      guard start < caret else { return "" }
      let scheme = "mailto:"
      let isLink = value[start..<caret].prefix(scheme.utf8.count).elementsEqual(scheme.utf8) { Byte.lowered($0) == $1 }
      let words = isLink ? start + scheme.utf8.count : start
      var text = AddressText.phrase(words..<caret, in: value, hasOpenEnd: isQuoted)
      while text.utf8.last == Byte.space { text.removeLast() }
      return text
    }
  }

  // MARK: Behind the caret

  /// Where what an accepted candidate replaces ends.
  private static func end(of pending: Pending, in value: [UInt8]) -> Int {
    let caret = pending.caret
    guard caret < value.count, pending.start < caret else { return caret }
    let next = value[caret]
    if next == Byte.comma, !pending.isQuoted { return caret }
    let token = AddressReader.reader(of: value, ReadingOptions()).reading.tokens.first {
      $0.range.upperBound >= caret && $0.range.lowerBound == pending.start
    }
    let whole = token.map { end(of: $0, in: value) }
    let wordEnd = wordEnd(in: value, from: caret)
    if pending.isQuoted {
      guard let quote = closingQuote(in: value, from: caret) else { return wordEnd }
      if let whole, whole > quote { return whole }
      return quote == wordEnd ? quote + 1 : wordEnd
    }
    guard let token, let whole, whole > caret else { return wordEnd }
    if let angle = token.angle, angle.contains(caret), angle.lowerBound < caret {
      return Pending.addressEnd(of: token, in: value) == nil ? wordEnd : whole
    }
    if token.angle == nil, let content = token.content, content.contains(caret), content.lowerBound < caret {
      return max(whole, wordEnd)
    }
    guard token.angle != nil, Pending.addressEnd(of: token, in: value) != nil else { return wordEnd }
    let isInWord = wordEnd > caret && Byte.isAtom(value[caret - 1])
    let isBehindName = token.name.map { caret >= $0.upperBound } ?? false
    return isInWord || isBehindName ? whole : wordEnd
  }

  /// The end of a mailbox: with its comments if nothing else follows its address, else without.
  private static func end(of token: Token, in value: [UInt8]) -> Int {
    guard let end = Pending.addressEnd(of: token, in: value) else { return token.range.upperBound }
    var lexer = Lexer(value, in: end..<max(end, token.range.upperBound), .part(hasOpenEnd: false))
    while let lexeme = lexer.next() {
      if !lexeme.kind.isSpace { return end }
    }
    return token.range.upperBound
  }

  /// The end of the word that a caret stands in or before.
  private static func wordEnd(in value: [UInt8], from caret: Int) -> Int {
    var i = caret
    guard caret > 0, Byte.isAtom(value[caret - 1]) else { return caret }
    while i < value.count, Byte.isAtom(value[i]) { i += 1 }
    return i
  }

  /// The quote that closes the one in which the caret stands, unless an address stands between.
  private static func closingQuote(in value: [UInt8], from caret: Int) -> Int? {
    var i = caret
    while i < value.count {
      switch value[i] {
      case Byte.quote: return i
      case Byte.at, Byte.less, Byte.lineFeed: return nil
      case Byte.backslash: i += 2
      default: i += 1
      }
    }
    return nil
  }

  /// Whether a separator stands behind an offset, blanks and comments aside.
  private static func isSeparator(in value: [UInt8], after offset: Int) -> Bool {
    var lexer = Lexer(value, in: offset..<value.count, .part(hasOpenEnd: false))
    while let lexeme = lexer.next() {
      if !lexeme.kind.isSpace { return lexeme.kind.isSeparator }
    }
    return false
  }

  // MARK: Lines

  private static func lineEnd(in value: [UInt8], from caret: Int) -> Int {
    var end = value[caret...].firstIndex(of: Byte.lineFeed) ?? value.count
    while end > caret, end < value.count, Byte.isBlank(value[end - 1]) || value[end - 1] == Byte.carriageReturn {
      end -= 1
    }
    return end
  }

  /// Draws a fragment into the caret's line; what stands of it on earlier lines is to be removed.
  private static func unfold(_ fragment: inout Fragment, in value: [UInt8], caret: Int) {
    let start = fragment.range.lowerBound
    guard let newline = value[start..<caret].lastIndex(of: Byte.lineFeed) else { return }
    var first = newline + 1
    while first < caret, Byte.isBlank(value[first]) { first += 1 }
    fragment.range = first..<max(first, fragment.range.upperBound)
    var end = newline
    while end > start, isWhite(value[end - 1]) { end -= 1 }
    // A line of which nothing would remain goes with its line end, so that no line of blanks is left.
    var lineStart = start
    while lineStart > 0, Byte.isBlank(value[lineStart - 1]) { lineStart -= 1 }
    if lineStart > 0, value[lineStart - 1] == Byte.lineFeed {
      lineStart -= 1
      if lineStart > 0, value[lineStart - 1] == Byte.carriageReturn { lineStart -= 1 }
      fragment.removed = lineStart..<end
    } else {
      fragment.removed = start..<end
    }
  }

  private static func isWhite(_ byte: UInt8) -> Bool {
    Byte.isBlank(byte) || byte == Byte.lineFeed || byte == Byte.carriageReturn
  }
}
