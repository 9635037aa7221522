/// Reads running text in Markdown for tags and mentions, line by line, in time linear in its length.
struct InlineReader {
  let bytes: [UInt8]
  let flavor: Flavor
  var list: TokenList
  /// The lines that are properties of Logseq, which hold tags of their own.
  private(set) var properties: [Range<Int>] = []
  private var i = 0
  /// The end of the text up to which code spans are known: an empty line or the end.
  private var spansEnd = 0
  /// For each run of backticks that is closed in its paragraph, where the span ends.
  private var spans: [Int: Int] = [:]
  /// Up to where no bracket or parenthesis is closed.
  private var hopeless: (link: Int, page: Int) = (0, 0)

  init(_ bytes: [UInt8], _ flavor: Flavor) {
    self.bytes = bytes
    self.flavor = flavor
    list = TokenList(
      bytes, TokenList.Rules(separator: "A blank", emptyItem: nil, trailingSeparator: nil, needsSeparators: false))
  }

  private func byte(_ offset: Int) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private func lineEnd(_ start: Int) -> Int {
    start < bytes.count ? bytes[start...].firstIndex(of: Byte.lineFeed) ?? bytes.count : bytes.count
  }

  // MARK: Lines

  mutating func read() {
    var fence: (byte: UInt8, count: Int)?
    var (isInParagraph, isInList) = (false, false)
    while i < bytes.count {
      let end = lineEnd(i)
      var start = i
      var indent = 0
      while start < end, Byte.isBlank(bytes[start]) {
        indent += bytes[start] == Byte.tab ? 4 : 1
        start += 1
      }
      let isEmpty = start == end || bytes[start] == Byte.carriageReturn
      let run = fenceRun(start, end)
      if let open = fence {
        if let run, run.byte == open.byte, run.count >= open.count, run.isAlone { fence = nil }
        (i, isInParagraph) = (end + 1, false)
      } else if isEmpty {
        (i, isInParagraph) = (end + 1, false)
      } else if let run, indent < 4 || isInList {
        fence = (run.byte, run.count)
        (i, isInParagraph) = (end + 1, false)
      } else if indent >= 4, !isInParagraph, !isInList {
        i = end + 1
      } else {
        let isItem = isListItem(start, end)
        if isItem {
          isInList = true
        } else if indent == 0, !isInParagraph {
          isInList = false
        }
        isInParagraph = true
        i = lineContent(start, end)
        readText(lineStart: i)
      }
    }
  }

  /// A line that opens or closes a block of code: three or more backticks or tildes.
  private func fenceRun(_ start: Int, _ end: Int) -> (byte: UInt8, count: Int, isAlone: Bool)? {
    guard start < end, bytes[start] == UInt8(ascii: "`") || bytes[start] == UInt8(ascii: "~") else { return nil }
    var stop = start
    while stop < end, bytes[stop] == bytes[start] { stop += 1 }
    guard stop - start >= 3 else { return nil }
    if bytes[start] == UInt8(ascii: "`"), bytes[stop..<end].contains(UInt8(ascii: "`")) { return nil }
    return (bytes[start], stop - start, bytes[stop..<end].allSatisfy(MailText.isSpace))
  }

  private func isListItem(_ start: Int, _ end: Int) -> Bool {
    var stop = start
    if "-*+".utf8.contains(bytes[start]) {
      stop += 1
    } else {
      while stop < end, (0x30...0x39).contains(bytes[stop]) { stop += 1 }
      guard stop > start, stop < end, bytes[stop] == Byte.dot || bytes[stop] == Byte.closeParenthesis else {
        return false
      }
      stop += 1
    }
    return stop == end || MailText.isSpace(bytes[stop])
  }

  /// Where the text of a line begins: behind the `#` of a heading; at the end of lines that are none.
  private mutating func lineContent(_ start: Int, _ end: Int) -> Int {
    if bytes[start] == UInt8(ascii: "#") {
      if byte(start + 1) == UInt8(ascii: "+") { return end }
      var stop = start
      while stop < end, bytes[stop] == UInt8(ascii: "#") { stop += 1 }
      if stop == end || MailText.isSpace(bytes[stop]) { return stop }
    }
    guard LogseqProperty.value(in: bytes, line: start..<end) != nil else { return start }
    properties.append(start..<end)
    return end
  }

  // MARK: Text

  /// Reads from `i` to behind the end of the line, or of what begins on it and ends on another.
  private mutating func readText(lineStart: Int) {
    while i < bytes.count {
      switch bytes[i] {
      case Byte.lineFeed:
        i += 1
        return
      case Byte.backslash: i += byte(i + 1) == Byte.lineFeed ? 1 : 2
      case UInt8(ascii: "`"): skipSpan()
      case Byte.less: skipAngle()
      case Byte.closeBracket: skipTarget(lineStart)
      case Byte.openBracket where byte(i + 1) == Byte.openBracket: skipPage()
      case Byte.colon:
        if !readColons(lineStart) { skipAddress() }
      case UInt8(ascii: "#"): if !isStart(lineStart) || !readTag() { i += 1 }
      case Byte.at: if !isStart(lineStart) || !readMention() { i += 1 }
      default: i += 1
      }
    }
  }

  private func isStart(_ lineStart: Int) -> Bool { Self.isOpening(bytes, before: i, lineStart: lineStart) }

  /// Whether a tag may begin at `i`: at the start of a line, behind a blank, an opening bracket, quote or ideographic mark.
  static func isOpening(_ bytes: [UInt8], before i: Int, lineStart: Int) -> Bool {
    guard i > 0, i > lineStart else { return true }
    switch bytes[i - 1] {
    case Byte.space, Byte.tab, Byte.lineFeed, Byte.openParenthesis, Byte.openBracket, UInt8(ascii: "{"), Byte.quote,
      UInt8(ascii: "'"):
      return true
    case 0x80...:
      var start = i - 1
      while start > 0, bytes[start] & 0xc0 == 0x80 { start -= 1 }
      guard let scalar = Characters.scalar(bytes, at: start, before: i)?.scalar else { return false }
      switch scalar.value {
      case 0x3000...0x303f, 0xff01...0xff0f, 0xff1a...0xff20, 0xff3b...0xff40, 0xff5b...0xff65:
        return scalar.value != 0x3005 && scalar.value != 0x3007
      default: return false
      }
    default: return false
    }
  }

  private mutating func add(_ range: Range<Int>, _ content: Range<Int>) {
    list.add(Token(range: range, form: .word, content: content))
    i = range.upperBound
  }

  private mutating func readTag() -> Bool {
    let start = i
    if flavor == .logseq, byte(i + 1) == Byte.openBracket, byte(i + 2) == Byte.openBracket, let end = pageEnd(i + 1) {
      add(start..<end, start + 3..<end - 2)
      return true
    }
    if flavor == .bear, let end = bearEnd(start + 1) {
      add(start..<end, start + 1..<end - 1)
      return true
    }
    let end = TagRules.end(bytes, from: start + 1, before: bytes.count)
    let tag = bytes[start + 1..<end]
    guard !TagRules.isNumber(tag), tag.contains(where: { $0 != Byte.hyphen && $0 != UInt8(ascii: "/") }) else {
      i = end
      return end > start + 1
    }
    add(start..<end, start + 1..<end)
    if flavor == .obsidian, let token = list.reading.tokens.last { TagRules.checkObsidian(&list, token) }
    return true
  }

  /// The end of `two words#`, on one line and with words at its ends.
  private func bearEnd(_ start: Int) -> Int? {
    guard let first = byte(start), first > Byte.space, first != UInt8(ascii: "#") else { return nil }
    var end = start
    var hasBlank = false
    while let next = byte(end), next != Byte.lineFeed, next != UInt8(ascii: "#") {
      hasBlank = hasBlank || next == Byte.space
      end += 1
    }
    guard hasBlank, byte(end) == UInt8(ascii: "#"), bytes[end - 1] > Byte.space else { return nil }
    let isEnd = TagRules.end(bytes, from: end + 1, before: min(bytes.count, end + 5)) == end + 1
    return isEnd ? end + 1 : nil
  }

  /// The first offset from a start on at which no character of a name stands that is mentioned.
  static func mentionCharacters(_ bytes: [UInt8], from start: Int, before end: Int) -> Int {
    var i = start
    while i < end, Byte.isAlphanumeric(bytes[i]) || bytes[i] == UInt8(ascii: "_") || bytes[i] == Byte.hyphen { i += 1 }
    return i
  }

  private mutating func readMention() -> Bool {
    let start = i
    guard let end = nameEnd(start + 1) else { return false }
    var whole = end
    if flavor == .github, byte(end) == UInt8(ascii: "/"), let team = nameEnd(end + 1) { whole = team }
    add(start..<whole, start + 1..<whole)
    return true
  }

  /// The end of a name, without hyphens at its end; nil if there is none, or if it goes on with another script.
  private func nameEnd(_ start: Int) -> Int? {
    let limit = Self.mentionCharacters(bytes, from: start, before: bytes.count)
    guard limit > start, bytes[start] != Byte.hyphen else { return nil }
    if limit < bytes.count, bytes[limit] >= 0x80,
      TagRules.end(bytes, from: limit, before: min(bytes.count, limit + 4)) > limit
    {
      return nil
    }
    var end = limit
    while bytes[end - 1] == Byte.hyphen { end -= 1 }
    return end
  }

  /// Reads `:a:b:` where tags are written so; false if it is none.
  private mutating func readColons(_ lineStart: Int) -> Bool {
    guard flavor == .colon, isStart(lineStart) else { return false }
    var parts: [Range<Int>] = []
    var start = i + 1
    var end = start
    while let next = byte(end), next > Byte.space {
      if next == Byte.colon {
        guard end > start else { break }
        parts.append(start..<end)
        start = end + 1
      }
      end += 1
    }
    guard !parts.isEmpty, start == end else { return false }
    for part in parts { add(part, part) }
    i = end
    return true
  }

  // MARK: What is no text

  /// Passes over a span of code, which a run of as many backticks closes; over the backticks alone if none does.
  private mutating func skipSpan() {
    if i >= spansEnd { findSpans() }
    if let end = spans[i] {
      i = end
      return
    }
    while byte(i) == UInt8(ascii: "`") { i += 1 }
  }

  /// Finds all spans of code up to the next empty line.
  private mutating func findSpans() {
    spans = [:]
    var runs: [Range<Int>] = []
    var k = i
    while k < bytes.count {
      if bytes[k] == UInt8(ascii: "`") {
        let start = k
        while k < bytes.count, bytes[k] == UInt8(ascii: "`") { k += 1 }
        runs.append(start..<k)
      } else if bytes[k] == Byte.lineFeed {
        k += 1
        var next = k
        while next < bytes.count, Byte.isBlank(bytes[next]) || bytes[next] == Byte.carriageReturn { next += 1 }
        if next == bytes.count || bytes[next] == Byte.lineFeed { break }
      } else {
        k += 1
      }
    }
    spansEnd = max(k, i + 1)
    var next: [Int: Int] = [:]
    for run in runs.reversed() {
      if let end = next[run.count] { spans[run.lowerBound] = end }
      next[run.count] = run.upperBound
    }
  }

  /// Passes over a comment, a tag of HTML or a link in angle brackets; over the bracket alone if it is none.
  private mutating func skipAngle() {
    if bytes[i...].starts(with: "<!--".utf8) {
      var k = i + 4
      while k + 2 < bytes.count,
        !(bytes[k] == Byte.hyphen && bytes[k + 1] == Byte.hyphen && bytes[k + 2] == Byte.greater)
      {
        k += 1
      }
      i = k + 2 < bytes.count ? k + 3 : bytes.count
      return
    }
    guard let first = byte(i + 1), Byte.isAlphanumeric(first) || first == UInt8(ascii: "/") else {
      i += 1
      return
    }
    var k = i + 1
    while let next = byte(k), next != Byte.greater, next != Byte.less, next != Byte.lineFeed { k += 1 }
    i = byte(k) == Byte.greater ? k + 1 : i + 1
  }

  /// Passes over the target behind a link's text, `](#anchor)`, and of a definition, `[x]: #anchor`.
  private mutating func skipTarget(_ lineStart: Int) {
    i += 1
    if byte(i) == Byte.openParenthesis, i >= hopeless.link {
      var (k, depth) = (i, 0)
      while let next = byte(k), next != Byte.lineFeed {
        if next == Byte.openParenthesis { depth += 1 }
        if next == Byte.closeParenthesis {
          depth -= 1
          if depth == 0 {
            i = k + 1
            return
          }
        }
        k += next == Byte.backslash ? 2 : 1
      }
      hopeless.link = min(k, bytes.count)
    } else if byte(i) == Byte.colon, bytes[lineStart] == Byte.openBracket {
      i += 1
      while let next = byte(i), Byte.isBlank(next) { i += 1 }
      while let next = byte(i), next > Byte.space { i += 1 }
    }
  }

  /// The end of `[[a page]]` on its line; nil if nothing closes it.
  private mutating func pageEnd(_ start: Int) -> Int? {
    guard start >= hopeless.page else { return nil }
    var k = start + 2
    while let next = byte(k), next != Byte.lineFeed {
      if next == Byte.closeBracket, byte(k + 1) == Byte.closeBracket { return k > start + 2 ? k + 2 : nil }
      k += 1
    }
    hopeless.page = k
    return nil
  }

  private mutating func skipPage() {
    i = pageEnd(i) ?? i + 2
  }

  /// Passes over an address of the web that stands bare, `https://example.org/#x`.
  private mutating func skipAddress() {
    let isAddress = i > 0 && Byte.isAlphanumeric(bytes[i - 1]) && bytes[i...].starts(with: "://".utf8)
    i += 1
    guard isAddress else { return }
    while let next = byte(i), next > Byte.space, next != Byte.less, next != Byte.greater { i += 1 }
  }
}
