/// Reads the value of a key of YAML, item by item.
struct YamlReader {
  /// What the value is as a whole.
  enum Shape {
    case nothing
    /// A list in brackets: where its `[` stands, and its `]` if there is one.
    case flow(Int, Int?)
    /// A list of lines with dashes.
    case lines
    /// A text, which some programs split at blanks.
    case text(isSplit: Bool)
    /// An alias for a list elsewhere.
    case reference
  }

  let bytes: [UInt8]
  let options: ReadingOptions
  var list: TokenList
  private(set) var shape = Shape.nothing
  /// The items that have anchors, by name.
  private var anchors: [String: Token] = [:]

  init(_ bytes: [UInt8], _ options: ReadingOptions) {
    self.bytes = bytes
    self.options = options
    list = TokenList(bytes, TokenList.Rules(emptyItem: .error, trailingSeparator: nil))
  }

  // MARK: Bytes

  func lineEnd(_ start: Int) -> Int {
    bytes[start...].firstIndex(of: Byte.lineFeed) ?? bytes.count
  }

  func skipBlanks(_ start: Int, _ limit: Int) -> Int {
    var i = start
    while i < limit, Byte.isBlank(bytes[i]) { i += 1 }
    return i
  }

  /// Whether nothing more stands on a line from an offset on.
  func isLineEnd(_ i: Int, _ limit: Int) -> Bool {
    i >= limit || bytes[i] == Byte.lineFeed || bytes[i] == Byte.carriageReturn
  }

  /// Whether an offset is where a comment begins.
  func isComment(_ i: Int) -> Bool {
    i < bytes.count && bytes[i] == UInt8(ascii: "#") && (i == 0 || MailText.isSpace(bytes[i - 1]))
  }

  /// Whether a dash of a list stands at an offset.
  func isDash(_ i: Int) -> Bool {
    i < bytes.count && bytes[i] == Byte.hyphen && (i + 1 == bytes.count || MailText.isSpace(bytes[i + 1]))
  }

  func trimmedEnd(_ start: Int, _ end: Int) -> Int {
    var end = end
    while end > start, MailText.isSpace(bytes[end - 1]) { end -= 1 }
    return end
  }

  private mutating func comment(_ start: Int) -> Int {
    let end = lineEnd(start)
    list.comment(start..<trimmedEnd(start, end))
    return end
  }

  /// The offset behind white space, line ends and comments.
  private mutating func skipSpace(_ start: Int, _ limit: Int) -> Int {
    var i = start
    while i < limit {
      if MailText.isSpace(bytes[i]) {
        i += 1
      } else if isComment(i) {
        i = min(limit, comment(i))
      } else {
        break
      }
    }
    return i
  }

  // MARK: The whole

  mutating func readValue() {
    let start = skipSpace(0, bytes.count)
    guard start < bytes.count else {
      reportComment()
      shape = splitsText ? .text(isSplit: true) : .nothing
      return
    }
    // Properties of the whole list stand before it.
    let content = skipSpace(properties(start, bytes.count, isFlow: false).end, bytes.count)
    guard content < bytes.count else {
      list.skip(
        start..<trimmedEnd(start, content), Fault(.emptyItem, start..<trimmedEnd(start, content), detail: "item"))
      return
    }
    if isDash(content), content == 0 || lineStart(of: content) != nil {
      shape = .lines
      list.rules.needsSeparators = false
      readLines(lineStart(of: content) ?? 0)
    } else if bytes[content] == Byte.openBracket {
      readFlow(content)
    } else if bytes[content] == UInt8(ascii: "{") {
      let end = trimmedEnd(content, bytes.count)
      list.skip(content..<end, Fault(.badType, content..<end, detail: "a list"))
    } else {
      readText(start)
    }
  }

  /// The start of the line of an offset, if only blanks stand before it there; nil on the first line.
  private func lineStart(of offset: Int) -> Int? {
    var i = offset
    while i > 0, Byte.isBlank(bytes[i - 1]) { i -= 1 }
    return i > 0 && bytes[i - 1] == Byte.lineFeed ? i : nil
  }

  /// Whether a text is a list of words: `tags: a b` of Jekyll and zk, but not `category: a b`.
  private var splitsText: Bool {
    switch options.surroundings.flavor {
    case .jekyll: !["category", "tag"].contains(options.field)
    case .zk: true
    default: false
    }
  }

  private var takesText: Bool {
    options.surroundings.flavor == .jekyll || options.surroundings.flavor == .zk
  }

  private mutating func readText(_ start: Int) {
    let count = list.reading.tokens.count
    _ = readItem(start, limit: bytes.count, isFlow: false, isTyped: takesText)
    guard list.reading.tokens.count == count + 1, let token = list.reading.tokens.last else { return }
    if token.isReference {
      shape = .reference
      return
    }
    shape = .text(isSplit: splitsText)
    guard takesText, token.quoting != .block else {
      if token.quoting != .block { list.report(.badType, token.range, detail: "a list") }
      return
    }
    guard splitsText, let content = token.content else { return }
    list.reading.tokens.removeLast()
    list.rules.needsSeparators = false
    list.reading.faults.removeAll { $0.rule == .badType && $0.range == token.range }
    var i = content.lowerBound
    while i < content.upperBound {
      let word = i
      while i < content.upperBound, !MailText.isSpace(bytes[i]) { i += 1 }
      if i > word {
        var part = Token(range: word..<i, form: .word, content: word..<i)
        part.quoting = token.quoting
        dropHash(&part)
        list.add(part)
      }
      i += 1
    }
  }

  // MARK: Brackets

  private mutating func readFlow(_ open: Int) {
    var i = open + 1
    var close: Int?
    while true {
      i = skipSpace(i, bytes.count)
      guard i < bytes.count else { break }
      if bytes[i] == Byte.closeBracket {
        close = i
        break
      }
      if bytes[i] == Byte.comma {
        list.separate(i..<i + 1)
        i += 1
      } else if bytes[i] == UInt8(ascii: "}") {
        list.report(.strayText, i..<i + 1, detail: "item")
        i += 1
      } else {
        i = max(i + 1, readItem(i, limit: bytes.count, isFlow: true, isTyped: true))
      }
    }
    shape = .flow(open, close)
    guard let close else {
      list.report(.unclosed, open..<open + 1)
      return
    }
    let rest = skipSpace(close + 1, bytes.count)
    if rest < bytes.count { list.report(.strayText, rest..<trimmedEnd(rest, bytes.count), detail: "item") }
  }

  // MARK: Lines

  private mutating func readLines(_ start: Int) {
    var line = start
    var column: Int?
    while line < bytes.count {
      let end = lineEnd(line)
      let dash = skipBlanks(line, end)
      if isLineEnd(dash, end) {
        line = end + 1
      } else if isComment(dash) {
        line = comment(dash) + 1
      } else if !isDash(dash) {
        list.report(.strayText, dash..<trimmedEnd(dash, end), detail: "item")
        line = end + 1
      } else {
        if bytes[line..<dash].contains(Byte.tab) {
          list.report(.badIndent, line..<dash)
        } else if dash - line < column ?? 0 {
          list.report(.badIndent, line < dash ? line..<dash : dash..<dash + 1)
        }
        column = dash - line
        let limit = itemEnd(end, column: dash - line)
        readLine(dash, limit)
        line = lineEnd(limit) + 1
      }
    }
  }

  /// The end of the lines that belong to an item whose first line ends at an offset: those further to the right.
  private func itemEnd(_ firstEnd: Int, column: Int) -> Int {
    var limit = firstEnd
    var line = firstEnd + 1
    while line < bytes.count {
      let end = lineEnd(line)
      let start = skipBlanks(line, end)
      if !isLineEnd(start, end) {
        if start - line <= column { break }
        limit = end
      }
      line = end + 1
    }
    return trimmedEnd(firstEnd, limit)
  }

  private mutating func readLine(_ dash: Int, _ limit: Int) {
    let first = skipBlanks(dash + 1, limit)
    if isDash(first), first < limit {
      list.skip(first..<limit, Fault(.badType, first..<limit, detail: "text"))
      return
    }
    let content = skipSpace(first, limit)
    guard content < limit else {
      let end = isComment(first) ? trimmedEnd(first, lineEnd(first)) : dash + 1
      list.skip(dash..<end, Fault(.emptyItem, dash..<end, detail: "item", severity: .error))
      return
    }
    if isDash(content) {
      list.skip(content..<limit, Fault(.badType, content..<limit, detail: "text"))
      return
    }
    _ = readItem(content, limit: limit, isFlow: false, isTyped: true)
  }

  // MARK: Items

  /// The anchor and the tag before an item.
  private func properties(
    _ start: Int, _ limit: Int, isFlow: Bool
  ) -> (end: Int, anchor: String?, isText: Bool, hasTag: Bool) {
    var (i, anchor, isText, hasTag) = (start, String?.none, false, false)
    while i < limit, bytes[i] == UInt8(ascii: "&") || bytes[i] == UInt8(ascii: "!") {
      let word = i
      while i < limit, !MailText.isSpace(bytes[i]), !(isFlow && YamlScalar.isFlowIndicator(bytes[i])) { i += 1 }
      if bytes[word] == UInt8(ascii: "&") {
        anchor = String(decoding: bytes[(word + 1)..<i], as: UTF8.self)
      } else {
        hasTag = true
        isText = bytes[word..<i].elementsEqual("!!str".utf8) || i == word + 1
      }
      let next = skipBlanks(i, limit)
      if next == i { break }
      i = next
    }
    return (i, anchor, isText, hasTag)
  }

  /// Reads one item; returns the offset behind it, which is `limit` outside brackets.
  private mutating func readItem(_ start: Int, limit: Int, isFlow: Bool, isTyped: Bool) -> Int {
    let properties = properties(start, limit, isFlow: isFlow)
    let content = isFlow ? properties.end : skipSpace(properties.end, limit)
    guard content < limit, !(isFlow && (bytes[content] == Byte.comma || bytes[content] == Byte.closeBracket)) else {
      let end = trimmedEnd(start, content)
      list.skip(start..<end, Fault(.emptyItem, start..<end, detail: "item"))
      return content
    }
    var token = Token(range: start..<content, form: .word)
    var end: Int
    switch bytes[content] {
    case UInt8(ascii: "*"):
      end = content + 1
      while end < limit, !MailText.isSpace(bytes[end]), !(isFlow && YamlScalar.isFlowIndicator(bytes[end])) { end += 1 }
      token.isReference = true
      let name = String(decoding: bytes[(content + 1)..<end], as: UTF8.self)
      if let anchor = anchors[name] {
        (token.content, token.quoting) = (anchor.content, anchor.quoting)
      } else {
        token.content = content..<end
        if !options.surroundings.definitions.contains(name) { list.report(.unresolvedAlias, content..<end) }
      }
    case Byte.quote, UInt8(ascii: "'"):
      token.quoting = bytes[content] == Byte.quote ? .double : .single
      if let close = YamlScalar.quoteEnd(bytes, content, limit) {
        end = close
        token.content = content + 1..<close - 1
      } else {
        list.report(.unclosed, content..<content + 1)
        end = max(content + 1, trimmedEnd(content, min(limit, lineEnd(content))))
        token.content = content + 1..<end
      }
    case Byte.openBracket, UInt8(ascii: "{"):
      end = YamlScalar.collectionEnd(bytes, content, limit)
      if !isFlow { end = limit }
      list.skip(start..<end, Fault(.badType, content..<end, detail: "text"))
      return end
    case UInt8(ascii: "|") where !isFlow, Byte.greater where !isFlow:
      end = trimmedEnd(content, limit)
      token.range = start..<end
      token.quoting = .block
      token.content = content..<end
      list.add(token)
      list.report(.badType, token.range, detail: "text on one line")
      return limit
    default:
      let plain = YamlScalar.plainEnd(bytes, content, limit, isFlow: isFlow)
      end = plain
      token.content = content..<max(content + 1, plain)
      end = max(content + 1, plain)
    }
    token.range = start..<end
    if let pairEnd = pairEnd(after: end, limit, isFlow: isFlow) {
      list.skip(start..<pairEnd, Fault(.badType, start..<pairEnd, detail: "text"))
      return isFlow ? pairEnd : limit
    }
    if !token.isReference { judge(&token, isTyped: isTyped, isText: properties.isText, hasTag: properties.hasTag) }
    list.add(token)
    if let name = properties.anchor { anchors[name] = token }
    guard !isFlow else { return end }
    let rest = skipSpace(end, limit)
    if rest < limit { list.report(.strayText, rest..<trimmedEnd(rest, limit), detail: "item") }
    return limit
  }

  /// The end of a pair whose key ends at an offset, `red: 1`; nil if it is no key.
  private func pairEnd(after key: Int, _ limit: Int, isFlow: Bool) -> Int? {
    let colon = skipBlanks(key, limit)
    guard colon < limit, bytes[colon] == Byte.colon else { return nil }
    let next = colon + 1 < limit ? bytes[colon + 1] : Byte.space
    guard MailText.isSpace(next) || isFlow && YamlScalar.isFlowIndicator(next) else { return nil }
    guard isFlow else { return trimmedEnd(key, limit) }
    let i = YamlScalar.flowItemEnd(bytes, colon + 1, limit)
    return trimmedEnd(key, i)
  }

  private mutating func judge(_ token: inout Token, isTyped: Bool, isText: Bool, hasTag: Bool) {
    guard let content = token.content else { return }
    switch token.quoting {
    case .bare:
      if YamlScalar.isReserved(bytes, content) {
        list.report(.needsQuotes, token.range, severity: .error)
      } else if isTyped, !isText, hasTag || YamlScalar.isOtherType(bytes[content]) {
        list.report(.badType, token.range, detail: "text; quote it", severity: .hint)
      }
    case .double: for escape in YamlScalar.badEscapes(bytes, content) { list.report(.badEscape, escape) }
    default: break
    }
    if content.isEmpty { list.report(.emptyItem, token.range, detail: "item", severity: .hint) }
    dropHash(&token)
    if options.surroundings.flavor == .obsidian { TagRules.checkObsidian(&list, token) }
  }

  /// Leaves the `#` before a tag out of its content, for programs that do.
  private func dropHash(_ token: inout Token) {
    let flavor = options.surroundings.flavor
    guard flavor == .obsidian || flavor == .zk, let content = token.content, content.count > 1,
      bytes[content.lowerBound] == UInt8(ascii: "#")
    else { return }
    token.content = content.lowerBound + 1..<content.upperBound
  }
}
