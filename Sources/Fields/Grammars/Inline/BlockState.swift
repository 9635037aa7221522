/// Where a line of Markdown stands: in which quotes and items, and in what that takes several lines.
///
/// With what is known at the start of a line, the lines from there on are read as if all before had been read (CommonMark
/// 0.31, appendix "A parsing strategy"). So reading can begin anywhere, and ends where two states are the same.
struct BlockState: Equatable, Sendable {
  /// What holds blocks.
  enum Container: Equatable, Sendable {
    case quote
    /// An item of a list, whose lines begin so many columns further on.
    case item(Int)
  }

  /// What the line before leaves open.
  enum Leaf: Equatable, Sendable {
    case none
    case paragraph
    /// Code between lines of so many backticks or tildes.
    case fence(UInt8, Int)
    case html(HTMLBlock)
    /// `import` or `export` of MDX, within so many brackets; up to an empty line outside all.
    case statement(Int)
    /// `{…}` of MDX, within so many brackets.
    case expression(Int)
    /// A tag of MDX that is not ended, within so many brackets.
    case tag(Int)
  }

  private(set) var containers: [Container] = []
  private(set) var leaf = Leaf.none
  /// Whether the line before defined a link, so that a title of it may follow.
  private var isBehindDefinition = false
  /// Whether the line before began an item and held nothing else: an empty line ends that.
  private var isBehindBareItem = false

  /// More containers than these are text: a line of signs must not make every line after it slow.
  private static let most = 64

  /// What is on a line.
  struct Line {
    /// What can be read as text; nil for a line without any.
    var text: Range<Int>?
    /// Whether it goes on with the paragraph before it.
    var isContinued = false
    /// Whether it is a heading.
    var isHeading = false
    /// Whether it stands in a quote.
    var isQuoted = false
    /// Whether the line before defined a link.
    var isBehindDefinition = false

    static let none = Line(text: nil)
  }

  /// Whether the line before can go on.
  var isInParagraph: Bool { leaf == .paragraph }

  /// Says that the line before was no paragraph after all, but what defines a link or the title of one.
  mutating func endParagraph(isDefinition: Bool) { (leaf, isBehindDefinition) = (.none, isDefinition) }

  /// Takes one line, given without its end.
  mutating func take(_ line: Range<Int>, of bytes: [UInt8], isMDX: Bool) -> Line {
    let wasDefinition = isBehindDefinition
    isBehindDefinition = false
    var found = takeBlock(line, of: bytes, isMDX: isMDX)
    found.isBehindDefinition = wasDefinition
    return found
  }

  private mutating func takeBlock(_ line: Range<Int>, of bytes: [UInt8], isMDX: Bool) -> Line {
    // Most lines are prose: one that begins with a letter begins nothing else.
    if containers.isEmpty, leaf == .none || leaf == .paragraph, !isMDX, let first = line.first,
      bytes[first] >= 0x80 || (0x61...0x7a).contains(Byte.lowered(bytes[first]))
    {
      defer { leaf = .paragraph }
      return Line(text: line, isContinued: isInParagraph)
    }
    let wasBareItem = isBehindBareItem
    isBehindBareItem = false
    var cursor = LineCursor(bytes, line)
    var matched = 0
    while matched < containers.count, cursor.enter(containers[matched]) { matched += 1 }
    let isInside = matched == containers.count
    if isInside, let line = goOn(&cursor, isMDX) { return line }
    let wasParagraph = isInParagraph
    if !wasParagraph { leaf = .none }
    /// How many containers the line stands in; nil once the others have ended.
    var kept: Int? = matched
    var hasItem = false
    while true {
      let (indent, start) = cursor.indent
      guard start < cursor.end else {
        begin(&kept)
        leaf = .none
        isBehindBareItem = hasItem
        if wasBareItem, isInside, !hasItem, case .item = containers.last { containers.removeLast() }
        return .none
      }
      let goesOn = wasParagraph && kept != nil
      if indent >= 4, !isMDX {
        if goesOn { break }
        begin(&kept)
        leaf = .none
        return .none
      }
      let isDeep = kept == nil && containers.count >= Self.most
      if bytes[start] == Byte.greater, !isDeep {
        begin(&kept)
        cursor.move(to: start + 1)
        if cursor.indent.columns > 0 { cursor.skip(1) }
        containers.append(.quote)
        hasItem = false
        continue
      }
      if cursor.isRule(start, underText: goesOn && isInside) {
        begin(&kept)
        leaf = .none
        return .none
      }
      if !isDeep, let width = cursor.item(start, indent, interrupts: goesOn && isInside) {
        begin(&kept)
        containers.append(.item(width))
        hasItem = true
        continue
      }
      if let line = leafLine(&cursor, start, indent, goesOn: goesOn, isInside: isInside, isMDX, &kept) { return line }
      break
    }
    let text = cursor.indent.start..<cursor.end
    if wasParagraph, kept != nil {
      return Line(text: text, isContinued: true, isQuoted: containers.contains(.quote))
    }
    begin(&kept)
    leaf = .paragraph
    return Line(text: text, isQuoted: containers.contains(.quote))
  }

  /// Ends what a line does not stand in, once it is known that it is no more of the paragraph.
  private mutating func begin(_ kept: inout Int?) {
    if let count = kept { containers.removeLast(containers.count - count) }
    kept = nil
  }

  /// A line within something that goes on whatever it holds; nil where nothing does.
  private mutating func goOn(_ cursor: inout LineCursor, _ isMDX: Bool) -> Line? {
    let bytes = cursor.bytes
    switch leaf {
    case .none, .paragraph: return nil
    case .fence(let byte, let count):
      let (indent, start) = cursor.indent
      if indent < 4, let run = cursor.fence(start), run.byte == byte, run.count >= count, run.isAlone { leaf = .none }
      return Line.none
    case .html(let block):
      if block.isEnded(by: cursor.at..<cursor.end, in: bytes) { leaf = .none }
      return Line.none
    case .statement(let depth):
      if depth <= 0, cursor.indent.start == cursor.end {
        leaf = .none
      } else {
        leaf = .statement(MDX.depth(bytes, cursor.at..<cursor.end, depth))
      }
      return Line.none
    case .expression(let depth): return take(MDX.expression(bytes, cursor.at..<cursor.end, depth), &cursor)
    case .tag(let depth): return take(MDX.tag(bytes, cursor.at..<cursor.end, depth), &cursor)
    }
  }

  /// A line of code of MDX: what comes behind its end is text.
  private mutating func take(_ code: MDX.Code, _ cursor: inout LineCursor) -> Line {
    switch code {
    case .open(let depth):
      if case .tag = leaf { leaf = .tag(depth) } else { leaf = .expression(depth) }
      return Line.none
    case .ended(let end):
      cursor.move(to: end)
      let start = cursor.indent.start
      leaf = start < cursor.end ? .paragraph : .none
      return start < cursor.end ? Line(text: start..<cursor.end, isQuoted: containers.contains(.quote)) : Line.none
    }
  }

  /// A line that is a heading, begins code or begins HTML; nil for one of text.
  private mutating func leafLine(
    _ cursor: inout LineCursor, _ start: Int, _ indent: Int, goesOn: Bool, isInside: Bool, _ isMDX: Bool,
    _ kept: inout Int?
  ) -> Line? {
    let bytes = cursor.bytes
    if let text = cursor.heading(start) {
      begin(&kept)
      leaf = .none
      return Line(text: text..<cursor.end, isHeading: true, isQuoted: containers.contains(.quote))
    }
    if let run = cursor.fence(start) {
      begin(&kept)
      leaf = .fence(run.byte, run.count)
      return Line.none
    }
    let rest = start..<cursor.end
    if bytes[start] == Byte.less,
      let block = HTMLBlock.begun(bytes, rest, interrupts: goesOn, isMDX: isMDX)
    {
      begin(&kept)
      leaf = block != .tag && block.isEnded(by: rest, in: bytes) ? .none : .html(block)
      return Line.none
    }
    guard isMDX, !goesOn else { return nil }
    if indent == 0, containers.isEmpty || !isInside, MDX.isStatement(bytes, rest) {
      begin(&kept)
      leaf = .statement(MDX.depth(bytes, rest, 0))
      return Line.none
    }
    if bytes[start] == UInt8(ascii: "{") {
      begin(&kept)
      leaf = .none
      return take(MDX.expression(bytes, rest, 0), &cursor)
    }
    if bytes[start] == Byte.less, start + 1 < cursor.end,
      Byte.isAlphanumeric(bytes[start + 1]) || bytes[start + 1] == UInt8(ascii: "/")
    {
      begin(&kept)
      leaf = .tag(0)
      return take(MDX.tag(bytes, start + 1..<cursor.end, 0), &cursor)
    }
    return nil
  }
}

/// A place on a line that is being taken apart, with its column: tabs go to every fourth.
struct LineCursor {
  let bytes: [UInt8]
  private(set) var at: Int
  let end: Int
  private var column = 0

  init(_ bytes: [UInt8], _ line: Range<Int>) {
    (self.bytes, at, end) = (bytes, line.lowerBound, line.upperBound)
  }

  private func width(_ byte: UInt8, at column: Int) -> Int { byte == Byte.tab ? 4 - column % 4 : 1 }

  /// How many columns of blanks follow, and what comes behind them.
  var indent: (columns: Int, start: Int) {
    var (place, stop) = (column, at)
    while stop < end, Byte.isBlank(bytes[stop]) {
      place += width(bytes[stop], at: place)
      stop += 1
    }
    return (place - column, stop)
  }

  /// Passes over so many columns of blanks; of a tab, over a part.
  mutating func skip(_ columns: Int) {
    var left = columns
    while left > 0, at < end, Byte.isBlank(bytes[at]) {
      let own = width(bytes[at], at: column)
      column += min(own, left)
      if own <= left { at += 1 }
      left -= own
    }
  }

  mutating func move(to offset: Int) {
    while at < min(offset, end) {
      column += width(bytes[at], at: column)
      at += 1
    }
  }

  /// Passes over what a line begins with that stands in a container; false if it does not.
  mutating func enter(_ container: BlockState.Container) -> Bool {
    let (indent, start) = indent
    switch container {
    case .quote:
      guard indent < 4, start < end, bytes[start] == Byte.greater else { return false }
      move(to: start + 1)
      if self.indent.columns > 0 { skip(1) }
      return true
    case .item(let width):
      // An empty line ends no item.
      guard start < end else { return true }
      guard indent >= width else { return false }
      skip(width)
      return true
    }
  }

  /// Begins an item: passes over its mark, and tells how many columns its lines begin further on; nil for no item.
  mutating func item(_ start: Int, _ indent: Int, interrupts: Bool) -> Int? {
    var stop = start
    if "-*+".utf8.contains(bytes[start]) {
      stop += 1
    } else {
      while stop < end, stop - start < 10, (0x30...0x39).contains(bytes[stop]) { stop += 1 }
      guard (1...9).contains(stop - start), stop < end, bytes[stop] == Byte.dot || bytes[stop] == Byte.closeParenthesis
      else { return nil }
      // A number at the start of a line of a paragraph is seldom a list.
      if interrupts, !(stop - start == 1 && bytes[start] == UInt8(ascii: "1")) { return nil }
      stop += 1
    }
    guard stop == end || Byte.isBlank(bytes[stop]) else { return nil }
    if interrupts, bytes[stop..<end].allSatisfy(Byte.isBlank) { return nil }
    move(to: stop)
    let mark = stop - start
    let (blanks, text) = self.indent
    if text == end { return indent + mark + 1 }
    let padding = blanks > 4 ? 1 : blanks
    skip(padding)
    return indent + mark + padding
  }

  /// Whether a line is a rule, or underlines a heading.
  func isRule(_ start: Int, underText: Bool) -> Bool {
    let mark = bytes[start]
    guard "-*_=".utf8.contains(mark) else { return false }
    let rest = bytes[start..<end]
    if mark == Byte.equals || underText && mark == Byte.hyphen {
      let run = rest.prefix { $0 == mark }
      if rest.dropFirst(run.count).allSatisfy(Byte.isBlank) { return underText }
    }
    guard mark != Byte.equals else { return false }
    return rest.allSatisfy { $0 == mark || Byte.isBlank($0) } && rest.count(where: { $0 == mark }) >= 3
  }

  /// Where the words of a heading begin; nil for a line that is none.
  func heading(_ start: Int) -> Int? {
    guard bytes[start] == UInt8(ascii: "#") else { return nil }
    var stop = start
    while stop < end, bytes[stop] == UInt8(ascii: "#") { stop += 1 }
    return stop == end || Byte.isBlank(bytes[stop]) ? stop : nil
  }

  /// A line that opens or closes a block of code: three or more backticks or tildes.
  func fence(_ start: Int) -> (byte: UInt8, count: Int, isAlone: Bool)? {
    guard start < end, bytes[start] == UInt8(ascii: "`") || bytes[start] == UInt8(ascii: "~") else { return nil }
    var stop = start
    while stop < end, bytes[stop] == bytes[start] { stop += 1 }
    guard stop - start >= 3 else { return nil }
    if bytes[start] == UInt8(ascii: "`"), bytes[stop..<end].contains(UInt8(ascii: "`")) { return nil }
    return (bytes[start], stop - start, bytes[stop..<end].allSatisfy(MailText.isSpace))
  }
}
