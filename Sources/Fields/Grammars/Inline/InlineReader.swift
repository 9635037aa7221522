/// Reads running text in Markdown for tags and mentions, line by line, in time linear in its length.
///
/// The bytes may be a part of a text that begins at a line: then the state says what stands before it.
struct InlineReader {
  let bytes: [UInt8]
  let flavor: Flavor
  let isMDX: Bool
  /// Whether the text ends where the bytes end.
  let isWhole: Bool
  var list: TokenList
  /// The lines that are properties of Logseq, which hold tags of their own.
  private(set) var properties: [(name: Range<Int>, value: Range<Int>)] = []
  /// The labels that definitions of links give, folded.
  private(set) var definitions: [String] = []
  /// Labels in brackets that hold tags, with the first of them and the one behind the last.
  private(set) var labels: [LinkLabel] = []
  /// Where the next line begins.
  var i = 0
  /// What stands before that line.
  var state: BlockState
  /// Whether something in the paragraph was read as text since nothing closes it, which a later line could.
  var isOpen = false
  /// Whether more bytes would have to be known than there are.
  var isShort = false
  /// The end of the paragraph, once somebody had to look for it.
  var blockEnd: Int?
  /// The line that is being read, and where the next one begins.
  var line = 0..<0
  private var next = 0
  /// The end of the text up to which code spans are known.
  var spansEnd = 0
  /// For each run of backticks that is closed in its paragraph, where the span ends.
  var spans: [Int: Int] = [:]
  /// Up to where no bracket, parenthesis or such is closed.
  var hopeless: (link: Int, target: Int, page: Int, comment: Int, brace: Int, jsx: Int) = (
    0, 0, 0, 0, 0, 0
  )
  /// Where the last definition of a link ends.
  private var definition: Int?
  /// Whether a title of it may follow.
  var canHaveTitle = false
  /// The label in brackets that is being read.
  private var label: Range<Int>?

  init(
    _ bytes: [UInt8], _ flavor: Flavor, isMDX: Bool = false, state: BlockState = BlockState(), isWhole: Bool = true
  ) {
    (self.bytes, self.flavor, self.isMDX, self.state, self.isWhole) = (bytes, flavor, isMDX, state, isWhole)
    list = TokenList(
      bytes, TokenList.Rules(separator: "A blank", emptyItem: nil, trailingSeparator: nil, needsSeparators: false))
  }

  func byte(_ offset: Int) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

  // MARK: Lines

  /// Reads all that there is.
  mutating func read() {
    while i < bytes.count { readLine() }
  }

  /// A line without its end, and where the next one begins; what is not known to end makes the reader short.
  private mutating func line(from start: Int) -> (line: Range<Int>, next: Int) {
    var end = start
    while end < bytes.count, bytes[end] != Byte.lineFeed { end += 1 }
    if end == bytes.count {
      isShort = isShort || !isWhole
      return (start..<end, end)
    }
    let isReturn = end > start && bytes[end - 1] == Byte.carriageReturn
    return (start..<(isReturn ? end - 1 : end), end + 1)
  }

  /// Reads a line, or what begins on it and ends on another.
  mutating func readLine() {
    var found = takeLine()
    while let text = found.text {
      if i <= text.lowerBound {
        readText(lineContent(text, found), lineStart: text.lowerBound)
      } else {
        readText(i..<text.upperBound, lineStart: text.lowerBound)
      }
      // What began on this line has ended on another one.
      guard i > line.upperBound, i >= next, next < bytes.count else { break }
      let place = i
      repeat {
        i = next
        found = takeLine()
      } while place >= next && next < bytes.count
      i = place
      if definition == i { state.endParagraph(isDefinition: canHaveTitle) }
      if found.text == nil || i >= line.upperBound { break }
    }
    i = next
  }

  /// Takes the line at `i`.
  private mutating func takeLine() -> BlockState.Line {
    (line, next) = line(from: i)
    let found = state.take(line, of: bytes, isMDX: isMDX)
    if !found.isContinued { (blockEnd, isOpen) = (nil, false) }
    if found.isHeading { blockEnd = line.upperBound }
    return found
  }

  /// The end of the paragraph that is being read.
  mutating func endOfBlock() -> Int {
    if let blockEnd { return blockEnd }
    var lookahead = self.lookahead
    while extend(&lookahead) {}
    blockEnd = lookahead.end
    return lookahead.end
  }

  /// A part of the paragraph that is known to go on so far.
  struct Lookahead {
    /// The end of its last line.
    fileprivate(set) var end: Int
    fileprivate var next: Int
    fileprivate var state: BlockState
  }

  /// The line that is being read, as the part of its paragraph that is known.
  var lookahead: Lookahead { Lookahead(end: line.upperBound, next: next, state: state) }

  /// Adds a line to what is known of the paragraph; false if it ends there.
  mutating func extend(_ known: inout Lookahead) -> Bool {
    guard known.next < bytes.count else {
      isShort = isShort || !isWhole
      return false
    }
    let (own, following) = line(from: known.next)
    guard known.state.take(own, of: bytes, isMDX: isMDX).isContinued else { return false }
    (known.end, known.next) = (own.upperBound, following)
    return true
  }

  /// What of a line is text: nothing of a property and of a keyword of Org, no name of a definition, no attributes.
  private mutating func lineContent(_ text: Range<Int>, _ found: BlockState.Line) -> Range<Int> {
    let nothing = text.upperBound..<text.upperBound
    if found.isHeading { return withoutAttributes(text) }
    let first = bytes[text.lowerBound]
    if first == UInt8(ascii: "#"), byte(text.lowerBound + 1) == UInt8(ascii: "+") { return nothing }
    if !found.isQuoted, let property = LogseqProperty.value(in: bytes, line: text) {
      properties.append(property)
      return nothing
    }
    let end = found.isContinued ? nil : first == Byte.openBracket ? definitionEnd(text) : titleLineEnd(text, found)
    if let end {
      definition = end
      if end <= text.upperBound { state.endParagraph(isDefinition: canHaveTitle) }
      return end..<max(end, text.upperBound)
    }
    guard text.contains(where: { bytes[$0] == UInt8(ascii: "{") }) else { return text }
    return endsInAttributes(text) || isUnderlined() ? withoutAttributes(text) : text
  }

  /// Whether the next line makes a heading of this one.
  private mutating func isUnderlined() -> Bool {
    // What the next line will be bears on this one.
    isOpen = true
    guard next < bytes.count else {
      isShort = isShort || !isWhole
      return false
    }
    let (own, _) = line(from: next)
    let mark = own.first.map { bytes[$0] }
    return (mark == Byte.equals || mark == Byte.hyphen) && bytes[own].allSatisfy { $0 == mark }
  }

  // MARK: Text

  /// Reads from the start of a range to its end, or to behind what begins in it and ends on another line.
  private mutating func readText(_ text: Range<Int>, lineStart: Int) {
    i = text.lowerBound
    while i < text.upperBound {
      switch bytes[i] {
      case Byte.backslash: i = min(i + 2, text.upperBound)
      case UInt8(ascii: "`"): skipSpan()
      case Byte.less: skipAngle(text.upperBound)
      case Byte.closeBracket: skipTarget(lineStart)
      case Byte.openBracket: readBracket(text.upperBound)
      case UInt8(ascii: "{"): skipBrace(text, lineStart)
      case Byte.colon:
        if !readColons(lineStart) { skipAddress() }
      case UInt8(ascii: "#"): if !isStart(lineStart) || !readTag() { i += 1 }
      case Byte.at: if !isStart(lineStart) || !readMention() { i += 1 }
      default: i += 1
      }
    }
  }

  /// Passes over a page; notes a label that begins as a tag does.
  private mutating func readBracket(_ end: Int) {
    if byte(i + 1) == Byte.openBracket { return skipPage() }
    i += 1
    guard let first = byte(i), first == UInt8(ascii: "#") || first == Byte.at else { return }
    var close = i
    while close < end, bytes[close] != Byte.closeBracket, bytes[close] != Byte.openBracket { close += 1 }
    guard close < end, bytes[close] == Byte.closeBracket, byte(close + 1) != Byte.openParenthesis else { return }
    label = i..<close
    labels.append(
      LinkLabel(tokens: list.reading.tokens.count..<list.reading.tokens.count, key: LinkLabel.key(bytes[i..<close])))
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
    guard let label, let last = labels.last else { return }
    if range.upperBound <= label.upperBound {
      labels[labels.count - 1].tokens = last.tokens.lowerBound..<list.reading.tokens.count
    } else {
      self.label = nil
    }
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

  /// Takes a definition of a link, `[#x]: url`, and gives where it ends; nil for none.
  private mutating func definitionEnd(_ text: Range<Int>) -> Int? {
    var close = text.lowerBound + 1
    while close < text.upperBound, bytes[close] != Byte.closeBracket, bytes[close] != Byte.openBracket {
      close += bytes[close] == Byte.backslash ? 2 : 1
    }
    guard close > text.lowerBound + 1, close + 1 < text.upperBound, bytes[close] == Byte.closeBracket,
      bytes[close + 1] == Byte.colon, bytes[text.lowerBound + 1] != UInt8(ascii: "^")
    else { return nil }
    guard let end = definitionEnd(from: close + 2) else { return nil }
    let name = bytes[text.lowerBound + 1..<close]
    if name.contains(where: { $0 == UInt8(ascii: "#") || $0 == Byte.at }) { definitions.append(LinkLabel.key(name)) }
    return end
  }
}

/// A label in brackets that holds tags: they are none if the label is that of a link.
struct LinkLabel: Equatable, Sendable {
  /// The numbers of the tokens in it.
  var tokens: Range<Int>
  /// What labels of the same link have in common.
  var key: String

  static func key(_ label: ArraySlice<UInt8>) -> String {
    let words = label.split(whereSeparator: MailText.isSpace).map { String(decoding: $0, as: UTF8.self) }
    return Identity.fold(words.joined(separator: " "))
  }

  /// The numbers of the tokens of a list that are labels of links.
  static func linked(_ labels: [LinkLabel], _ definitions: Set<String>) -> Set<Int> {
    if definitions.isEmpty { return [] }
    return Set(labels.filter { definitions.contains($0.key) }.flatMap(\.tokens))
  }
}
