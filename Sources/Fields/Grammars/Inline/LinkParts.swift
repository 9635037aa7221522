// Targets and titles of links that go over lines, and of their definitions (CommonMark 0.31, sections 4.7 and 6.3).
extension InlineReader {
  /// Passes over blanks and at most one line end of the paragraph, with the signs of a quote behind it.
  private mutating func skipWhite(_ start: Int, _ known: inout Lookahead) -> Int {
    var k = start
    while k < known.end, Byte.isBlank(bytes[k]) { k += 1 }
    guard k == known.end else { return k }
    // What comes later bears on this line.
    isOpen = true
    guard extend(&known) else { return k }
    while k < known.end, Byte.isWhite(bytes[k]) || bytes[k] == Byte.greater { k += 1 }
    return k
  }

  /// The end of a target: in angle brackets, or up to a blank; of a link in text, up to the bracket that ends it.
  private func targetEnd(_ start: Int, _ end: Int, isInText: Bool) -> Int? {
    if start < end, bytes[start] == Byte.less {
      let close = bytes[start + 1..<end].firstIndex { $0 == Byte.greater || $0 == Byte.less || $0 == Byte.lineFeed }
      return close.flatMap { bytes[$0] == Byte.greater ? $0 + 1 : nil }
    }
    var (k, depth) = (start, 0)
    while k < end, bytes[k] > Byte.space {
      if bytes[k] == Byte.openParenthesis { depth += 1 }
      if bytes[k] == Byte.closeParenthesis {
        if isInText, depth == 0 { break }
        depth -= 1
      }
      k += 1
    }
    return k > start ? k : nil
  }

  /// The end of a title in quotes or brackets; nil if it is none, or if the paragraph ends before it.
  private mutating func titleEnd(_ start: Int, _ known: inout Lookahead) -> Int? {
    guard start < known.end, "\"'(".utf8.contains(bytes[start]) else { return nil }
    let close = bytes[start] == Byte.openParenthesis ? Byte.closeParenthesis : bytes[start]
    var k = start + 1
    while true {
      while k < known.end {
        if bytes[k] == close { return k + 1 }
        if bytes[k] == Byte.openParenthesis, close == Byte.closeParenthesis { return nil }
        k += bytes[k] == Byte.backslash ? 2 : 1
      }
      isOpen = true
      guard extend(&known) else { return nil }
    }
  }

  /// The end of a link whose target begins at a place and which its line does not end; nil for none.
  mutating func longLinkEnd(_ start: Int) -> Int? {
    guard start >= hopeless.target else { return nil }
    var known = lookahead
    let target = skipWhite(start, &known)
    guard let end = targetEnd(target, known.end, isInText: true) else { return nil }
    var k = skipWhite(end, &known)
    if k > end, let title = titleEnd(k, &known) { k = skipWhite(title, &known) }
    if k < known.end, bytes[k] == Byte.closeParenthesis { return k + 1 }
    // What else begins in this target ends where it does.
    hopeless.target = end
    return nil
  }

  /// The end of a definition whose target begins behind a place; nil if it is none.
  mutating func definitionEnd(from start: Int) -> Int? {
    var known = lookahead
    let target = skipWhite(start, &known)
    guard let end = targetEnd(target, known.end, isInText: false) else { return nil }
    let rest = blanksEnd(end, known.end)
    // A title on the next line is found there.
    canHaveTitle = rest == known.end
    if canHaveTitle { return rest }
    guard rest > end, let title = titleEnd(rest, &known) else { return nil }
    return blanksEnd(title, known.end) == known.end ? known.end : nil
  }

  /// The end of the title of the definition on the line before, where one begins this line; nil for none.
  mutating func titleLineEnd(_ text: Range<Int>, _ found: BlockState.Line) -> Int? {
    guard found.isBehindDefinition else { return nil }
    canHaveTitle = false
    var known = lookahead
    guard let title = titleEnd(text.lowerBound, &known) else { return nil }
    return blanksEnd(title, known.end) == known.end ? known.end : nil
  }

  private func blanksEnd(_ start: Int, _ end: Int) -> Int {
    var k = start
    while k < end, Byte.isBlank(bytes[k]) { k += 1 }
    return k
  }
}
