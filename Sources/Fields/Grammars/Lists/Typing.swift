/// What is being typed, in syntaxes whose tokens stand on one line between separators.
enum Typing {
  /// What stands between two tokens.
  enum Between {
    /// One of the separators that the reader has marked; this one is written.
    case marked(String)
    /// Blanks.
    case blanks
  }

  /// The token that the caret stands in or behind, or an empty one at the caret.
  ///
  /// - Parameters:
  ///   - value: the bytes.
  ///   - caret: an offset; one outside is drawn in, and one inside a character to its start.
  ///   - reading: what was read of the bytes.
  ///   - between: what stands between two tokens.
  ///   - query: the words of a part of a token.
  /// - Returns: nil in comments, in front of a continuation line, and in a token of several lines.
  static func fragment(
    in value: [UInt8], caret: Int, _ reading: Reading, between: Between, query: (Token, Range<Int>) -> String
  ) -> Fragment? {
    let caret = place(caret, in: value)
    if caret > 0, caret < value.count, value[caret - 1] == Byte.lineFeed, Byte.isBlank(value[caret]) { return nil }
    if isInComment(caret, value, reading) { return nil }
    // Within a separator of several bytes nothing can stand.
    let isInSeparator = reading.marks.contains { mark in
      mark.kind == .separator && mark.range.lowerBound < caret && caret < mark.range.upperBound
    }
    if isInSeparator { return nil }
    let index = reading.tokens.firstIndex { $0.range.lowerBound < caret && caret <= $0.range.upperBound }
    let token = index.map { reading.tokens[$0] }
    let range = token?.range ?? caret..<caret
    if value[range].contains(Byte.lineFeed) { return nil }
    var fragment = Fragment(query: "", range: range)
    if let token { fragment.query = query(token, range.lowerBound..<caret) }
    while fragment.query.utf8.last == Byte.space { fragment.query.removeLast() }
    let before = reading.tokens.last { $0.range.upperBound <= range.lowerBound && $0.range != range }?.range.upperBound
    let after = reading.tokens.first { $0.range.lowerBound >= range.upperBound && $0.range != range }?.range.lowerBound
    // A comment has to stay apart from what is put in before it.
    let isBeforeComment = reading.marks.contains {
      $0.kind == .comment && $0.range.lowerBound == range.upperBound && value[range.upperBound] != Byte.openParenthesis
    }
    switch between {
    case .blanks:
      fragment.separator = " "
      fragment.separatorAt = before == range.lowerBound ? before : nil
      let isApart = range.upperBound < value.count && value[range.upperBound] <= Byte.space
      fragment.next = isApart ? .separator : after == range.upperBound || isBeforeComment ? .token : .nothing
    case .marked(let separator):
      if isBeforeComment { return nil }
      fragment.separator = separator
      let separators = reading.marks.filter { $0.kind == .separator }
      if let before {
        let isThere = separators.contains { $0.range.lowerBound >= before && $0.range.upperBound <= range.lowerBound }
        fragment.separatorAt = isThere ? nil : before
      }
      let isFollowed = separators.contains {
        $0.range.lowerBound >= range.upperBound && $0.range.upperBound <= after ?? value.count
      }
      fragment.next = isFollowed ? .separator : after == nil ? .nothing : .token
    }
    return fragment
  }

  /// A caret inside the bytes and in front of a character and of a line end.
  static func place(_ caret: Int, in value: [UInt8]) -> Int {
    var caret = max(0, min(caret, value.count))
    while caret > 0, caret < value.count, value[caret] & 0xc0 == 0x80 { caret -= 1 }
    if caret > 0, caret < value.count, value[caret - 1] == Byte.carriageReturn, value[caret] == Byte.lineFeed {
      caret -= 1
    }
    return caret
  }

  private static func isInComment(_ caret: Int, _ value: [UInt8], _ reading: Reading) -> Bool {
    reading.marks.contains { mark in
      guard mark.kind == .comment, mark.range.lowerBound < caret, caret <= mark.range.upperBound else { return false }
      return caret < mark.range.upperBound || value[mark.range.upperBound - 1] != Byte.closeParenthesis
    }
  }
}
