/// What stands before the caret and is not finished.
struct AddressPending {
  /// Where the mailbox begins that is being typed; the caret if there is none.
  var start: Int
  var caret: Int
  /// Where a comma is due.
  var separatorAt: Int?
  /// Whether the caret stands in a quote.
  var isQuoted: Bool

  /// Looks at the end of a list that was cut at the caret; `whole` is the list as it goes on.
  init(_ reader: AddressReader, _ caret: Int, _ whole: AddressReader) {
    (start, self.caret, isQuoted) = (caret, caret, reader.tail == .openQuoted)
    find(reader)
    if whole.isOutlook, !isQuoted { takeName(reader, whole) }
  }

  private mutating func find(_ reader: AddressReader) {
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

  /// Takes the commas before into a name of a list that is separated by semicolons: `…; Ruiz, An‸` (R4).
  private mutating func takeName(_ reader: AddressReader, _ whole: AddressReader) {
    guard start < caret else { return }
    if let token = whole.reading.tokens.first(where: { $0.range.lowerBound < start && start < $0.range.upperBound }) {
      if let name = token.name, name.contains(start) { (start, separatorAt) = (name.lowerBound, nil) }
      return
    }
    var first: Int?
    segment: for lexeme in reader.lexemes.reversed() {
      switch lexeme.kind {
      case .semicolon, .lineEnd: break segment
      case .at, .less, .wideSeparator: return
      default: if lexeme.kind.isWord { first = lexeme.start }
      }
    }
    if let first, first < start { (start, separatorAt) = (first, nil) }
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
