// What of a line of Markdown is no text (CommonMark 0.31, section 6).
extension InlineReader {
  /// Passes over a span of code, which a run of as many backticks closes; over the backticks alone if none does.
  mutating func skipSpan() {
    if i >= spansEnd { findSpans() }
    if let end = spans[i] {
      i = end
      skipAttributes()
      return
    }
    isOpen = true
    while byte(i) == UInt8(ascii: "`") { i += 1 }
  }

  /// Finds all spans of code up to the end of the paragraph.
  private mutating func findSpans() {
    let end = endOfBlock()
    spans = [:]
    var runs: [Range<Int>] = []
    var k = i
    while k < end {
      let start = k
      while k < end, bytes[k] == UInt8(ascii: "`") { k += 1 }
      if k > start { runs.append(start..<k) } else { k += 1 }
    }
    spansEnd = max(end, i + 1)
    var next: [Int: Int] = [:]
    for run in runs.reversed() {
      if let end = next[run.count] { spans[run.lowerBound] = end }
      next[run.count] = run.upperBound
    }
  }

  /// Passes over a comment, a tag of HTML or a link in angle brackets; over the bracket alone if it is none.
  mutating func skipAngle(_ lineEnd: Int) {
    if bytes[i...].starts(with: "<!--".utf8) { return skipComment() }
    guard let first = byte(i + 1), Byte.isAlphanumeric(first) || first == UInt8(ascii: "/") else {
      i += 1
      return
    }
    if isMDX, i >= hopeless.jsx {
      if case .ended(let end) = MDX.tag(bytes, i + 1..<lineEnd, 0) {
        i = end
        return
      }
      hopeless.jsx = lineEnd
    }
    var tag = HTMLTag.read(bytes, i, lineEnd)
    if tag == .open {
      tag = HTMLTag.read(bytes, i, endOfBlock())
      if tag == .open { isOpen = true }
    }
    if case .ended(let end) = tag { i = end } else { i += 1 }
  }

  private mutating func skipComment() {
    let start = i + 4
    i = start
    guard start >= hopeless.comment else { return }
    let end = endOfBlock()
    var k = start
    while k + 2 < end {
      if bytes[k] == Byte.hyphen, bytes[k + 1] == Byte.hyphen, bytes[k + 2] == Byte.greater {
        i = k + 3
        return
      }
      k += 1
    }
    (hopeless.comment, isOpen) = (end, true)
  }

  /// Passes over the target behind a link's text, `](#anchor)`, and of a definition, `[x]: #anchor`.
  mutating func skipTarget(_ lineStart: Int) {
    i += 1
    if byte(i) == UInt8(ascii: "{") { return skipAttributes() }
    if byte(i) == Byte.openParenthesis, i >= hopeless.link {
      var (k, depth) = (i, 0)
      while let next = byte(k), next != Byte.lineFeed {
        if next == Byte.openParenthesis { depth += 1 }
        if next == Byte.closeParenthesis {
          depth -= 1
          if depth == 0 {
            i = k + 1
            return skipAttributes()
          }
        }
        k += next == Byte.backslash ? 2 : 1
      }
      hopeless.link = min(k, bytes.count)
    }
    if byte(i) == Byte.openParenthesis {
      guard let end = longLinkEnd(i + 1) else { return }
      i = end
      skipAttributes()
    } else if byte(i) == Byte.colon, bytes[lineStart] == Byte.openBracket, byte(lineStart + 1) != UInt8(ascii: "^") {
      i += 1
      while let next = byte(i), Byte.isBlank(next) { i += 1 }
      while let next = byte(i), next > Byte.space { i += 1 }
    }
  }

  /// The end of `[[a page]]` on its line; nil if nothing closes it.
  mutating func pageEnd(_ start: Int) -> Int? {
    guard start >= hopeless.page else { return nil }
    var k = start + 2
    while let next = byte(k), next != Byte.lineFeed {
      if next == Byte.closeBracket, byte(k + 1) == Byte.closeBracket { return k > start + 2 ? k + 2 : nil }
      k += 1
    }
    hopeless.page = k
    return nil
  }

  mutating func skipPage() {
    i = pageEnd(i) ?? i + 2
  }

  /// Passes over an address of the web that stands bare, `https://example.org/#x`.
  mutating func skipAddress() {
    let isAddress = i > 0 && Byte.isAlphanumeric(bytes[i - 1]) && bytes[i...].starts(with: "://".utf8)
    i += 1
    guard isAddress else { return }
    while let next = byte(i), next > Byte.space, next != Byte.less, next != Byte.greater { i += 1 }
  }

  // MARK: Braces

  /// Passes over an expression of MDX, or the attributes of a block, `{: #id}` and `::: {#id}`; else over the brace.
  mutating func skipBrace(_ text: Range<Int>, _ lineStart: Int) {
    if isMDX { return skipExpression() }
    let isOfBlock =
      i == lineStart && byte(i + 1) == Byte.colon || bytes[lineStart...].starts(with: ":::".utf8)
    let start = i
    if isOfBlock { skipAttributes() }
    if i == start { i += 1 }
  }

  /// Passes over `{#id .class}` at `i`; over nothing if there is none.
  private mutating func skipAttributes() {
    if isMDX { return }
    if let end = attributesEnd(i) { i = end }
  }

  /// The end of attributes at a place, on its line; nil if there are none.
  private func attributesEnd(_ start: Int) -> Int? {
    guard byte(start) == UInt8(ascii: "{") else { return nil }
    var k = start + 1
    while let next = byte(k), next != Byte.lineFeed, next != UInt8(ascii: "{") {
      if next == UInt8(ascii: "}") { return k + 1 }
      k += 1
    }
    return nil
  }

  /// A line without the attributes at its end, `Title {#id}`.
  func withoutAttributes(_ text: Range<Int>) -> Range<Int> {
    var end = text.upperBound
    while end > text.lowerBound, Byte.isBlank(bytes[end - 1]) { end -= 1 }
    guard end > text.lowerBound, bytes[end - 1] == UInt8(ascii: "}"), !isMDX,
      let open = bytes[text.lowerBound..<end].lastIndex(of: UInt8(ascii: "{"))
    else { return text }
    var first = open + 1
    while first < end, Byte.isBlank(bytes[first]) { first += 1 }
    guard first + 1 < end, "#.:-".utf8.contains(bytes[first]) else { return text }
    return text.lowerBound..<open
  }

  /// What names of what Quarto refers to begin with (https://quarto.org/docs/authoring/cross-references.html).
  private static let referenced: Set<String> = [
    "fig", "tbl", "lst", "tip", "nte", "wrn", "imp", "cau", "thm", "lem", "cor", "prp", "cnj", "def", "exm", "exr",
    "sol", "rem", "alg", "eq", "sec",
  ]

  /// Whether a line is a caption, `: Words {#id}` or `Table: Words {#id}`, or ends mathematics, `$$ {#id}`.
  ///
  /// What stands in braces at its end is a name, as at the end of a heading. A caption may begin on a line above:
  /// `words {#tbl-id}`.
  func endsInAttributes(_ text: Range<Int>) -> Bool {
    let words = withoutAttributes(text)
    if words == text { return false }
    let start = bytes[words]
    if start.first == Byte.colon, byte(words.lowerBound + 1).map(Byte.isBlank) ?? false { return true }
    if start.starts(with: "Table:".utf8) || start.starts(with: "table:".utf8) { return true }
    let name = bytes[(words.upperBound + 1)..<text.upperBound].drop { $0 == UInt8(ascii: "#") || Byte.isBlank($0) }
    if let hyphen = name.firstIndex(of: Byte.hyphen),
      Self.referenced.contains(String(decoding: name[..<hyphen], as: UTF8.self))
    {
      return true
    }
    var end = words.upperBound
    while end > words.lowerBound, Byte.isBlank(bytes[end - 1]) { end -= 1 }
    return end - words.lowerBound >= 2 && bytes[end - 1] == UInt8(ascii: "$") && bytes[end - 2] == UInt8(ascii: "$")
  }

  private mutating func skipExpression() {
    let start = i
    i += 1
    guard start >= hopeless.brace else { return }
    let end = endOfBlock()
    switch MDX.expression(bytes, start..<end, 0) {
    case .ended(let close): i = close
    case .open: (hopeless.brace, isOpen) = (end, true)
    }
  }
}
