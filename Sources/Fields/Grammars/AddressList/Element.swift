// What stands between two separators: no mailbox, one, or several with nothing between them.

/// An address as lexemes: those from `start` up to `end`, the `@` among them.
struct AddressSpan {
  var start: Int
  var at: Int
  var end: Int
  /// A second `@`; then nobody knows which one counts.
  var extraAt: Int?
}

extension AddressReader {
  /// Reads what stands between two separators.
  ///
  /// - Parameters:
  ///   - from: the first lexeme.
  ///   - end: the lexeme after the last one.
  ///   - group: the group that is open.
  ///   - due: where a comma was due before, after a group.
  /// - Returns: whether anything stood there but white space and comments.
  mutating func element(_ from: Int, _ end: Int, group: Int?, due: Int?) -> Bool {
    guard solid(from, end) < end else { return false }
    var due = due
    var next = from
    while next < end {
      while next < end, kind(next) == .blank { next += 1 }
      let count = reading.tokens.count
      next = mailbox(next, end)
      guard reading.tokens.count > count else { continue }
      reading.tokens[count].group = group
      let range = reading.tokens[count].range
      if let due { report(.missingSeparator, due..<range.lowerBound) }
      due = range.upperBound
    }
    return true
  }

  /// Reads one mailbox from a lexeme on; returns the lexeme at which the next one begins, or `end`.
  private mutating func mailbox(_ from: Int, _ end: Int) -> Int {
    let first = solid(from, end)
    guard first < end else { return end }
    if isLink(first), first + 1 < end { return link(from, first, end) }
    let less = nextLess.first(from, end, in: lexemes) ?? end
    let at = nextAt.first(from, end, in: lexemes) ?? end
    let bracket = nextBracket.first(from, end, in: lexemes) ?? end
    if bracket < min(less, at), isLink(bracket + 1) { return enclosed(from, first, bracket, .closeBracket, end) }
    if at < less {
      let span = span(around: at, from: first, end)
      if less < end, solid(span.end, end) == less { return enclosed(from, first, less, .greater, end) }
      return bare(from, first, span, end)
    }
    return less < end ? enclosed(from, first, less, .greater, end) : words(from, first, end)
  }

  /// Whether `mailto:` with text right after it begins at a lexeme.
  func isLink(_ first: Int) -> Bool {
    guard first + 2 < lexemes.count, kind(first) == .atom, kind(first + 1) == .colon, kind(first + 2).isWord else {
      return false
    }
    let word = lexemes[first].range
    return word.count == 6 && bytes[word].elementsEqual("mailto".utf8) { Byte.lowered($0) == $1 }
  }

  // MARK: Without brackets

  /// An address without brackets, with the words before and after it (R7).
  private mutating func bare(_ from: Int, _ first: Int, _ span: AddressSpan, _ end: Int) -> Int {
    let name = phrase(first, span.start)
    let content = range(span.start, through: span.end - 1)
    if name != nil { report(.missingAngle, content) }
    let (stop, next) = rest(span.end, end)
    let keySource = check(span)
    add(from, stop, Token(range: content, form: .address, name: name, content: content), keySource: keySource)
    return next
  }

  /// A name or a word without an address (R8).
  private mutating func words(_ from: Int, _ first: Int, _ end: Int) -> Int {
    let stop = lastSolid(before: end, from: first)
    var isDotAtom = (stop - first) % 2 == 0
    for i in first...stop where kind(i) != ((i - first) % 2 == 0 ? .atom : .dot) { isDotAtom = false }
    if isDotAtom {
      let content = range(first, through: stop)
      if !isAlias(content) { report(.missingDomain, content) }
      add(from, end, Token(range: content, form: .word, content: content), keySource: .value)
      return end
    }
    guard let name = phrase(first, end) else { return end }
    let hasOpenEnd = kind(stop) == .openQuoted
    add(from, end, Token(range: name, form: .name, name: name, hasOpenEnd: hasOpenEnd), keySource: .value)
    if let token = reading.tokens.last { report(.missingAddress, token.range) }
    return end
  }

  private func isAlias(_ content: Range<Int>) -> Bool {
    !options.aliases.isEmpty && options.aliases.contains(Identity.fold(AddressText.plain(content, in: bytes)))
  }

  /// A pasted link, `mailto:ana@example.org?subject=Hi` (RFC 6068), up to the next blank (R16).
  private mutating func link(_ from: Int, _ first: Int, _ end: Int) -> Int {
    report(.mailtoURL, range(first, through: first + 1))
    var stop = first + 2
    while stop < end, !kind(stop).isSpace, kind(stop) != .less, kind(stop) != .greater { stop += 1 }
    cutQuery(first + 2, stop)
    var token = Token(range: range(first, through: first), form: .link)
    let last = lastSolid(before: stop, from: first + 2)
    var isFound = false
    if last >= first + 2 {
      let content = range(first + 2, through: last)
      token.content = content
      checkEscapes(content)
      let at = (first + 2...last).first { kind($0) == .at }
      if let at {
        _ = check(AddressSpan(start: first + 2, at: at, end: last + 1, extraAt: secondAt(at, last + 1)))
      } else if !AddressText.link(content, in: bytes).utf8.contains(Byte.at) {
        report(.missingDomain, content)
      }
      isFound = true
    }
    let (tokenEnd, next) = rest(stop, end)
    add(from, tokenEnd, token, keySource: .value)
    if !isFound, let token = reading.tokens.last { report(.missingAddress, token.range) }
    return next
  }

  private func secondAt(_ at: Int, _ end: Int) -> Int? {
    var i = at + 1
    while i < end, kind(i) != .at { i += 1 }
    return i < end ? i : nil
  }

  /// Passes over the query of a link, which reaches to the next blank.
  private mutating func cutQuery(_ start: Int, _ limit: Int) {
    var end = start
    while end < limit, !kind(end).isSpace { end += 1 }
    guard start < end, let query = bytes[range(start, through: end - 1)].firstIndex(of: Byte.question) else { return }
    for i in start..<end where lexemes[i].end > query {
      if lexemes[i].start < query, kind(i) == .atom || kind(i) == .encoded {
        cut = query..<lexemes[i].end
        lexemes[i].kind = .atom
        lexemes[i].end = query
      } else {
        lexemes[i].kind = .ignored
      }
    }
  }

  private mutating func checkEscapes(_ content: Range<Int>) {
    for offset in content where bytes[offset] == Byte.percent {
      let end = min(offset + 3, content.upperBound)
      if let byte = Percent.byte(bytes[..<content.upperBound], at: offset + 1) {
        if Characters.isControl(byte) { report(.badChar, offset..<end) }
      } else {
        report(.badEscape, offset..<offset + 1)
      }
    }
  }

  /// The address around an `@` without brackets: the words that dots join to it on both sides (R7).
  private func span(around at: Int, from lowest: Int, _ end: Int) -> AddressSpan {
    var start = at
    let before = lastSolid(before: at, from: lowest)
    if before >= lowest, isPiece(before) {
      start = before
      while start > lowest {
        let previous = lastSolid(before: start, from: lowest)
        guard previous >= lowest, isPiece(previous) else { break }
        guard previous == start - 1 || kind(start) == .dot || kind(previous) == .dot else { break }
        start = previous
      }
    }
    var stop = domainEnd(after: at, end)
    var extraAt: Int?
    while true {
      let next = solid(stop, end)
      guard next < end, kind(next) == .at else { break }
      extraAt = extraAt ?? next
      stop = domainEnd(after: next, end)
    }
    return AddressSpan(start: start, at: at, end: stop, extraAt: extraAt)
  }

  private func isPiece(_ index: Int) -> Bool {
    kind(index).isWord || kind(index) == .dot
  }

  /// The lexeme after the domain that follows an `@`.
  private func domainEnd(after at: Int, _ end: Int) -> Int {
    var stop = at + 1
    var next = solid(stop, end)
    if next < end, kind(next) == .literal || kind(next) == .openLiteral {
      stop = next + 1
      while stop < end, isPiece(stop) { stop += 1 }
      return stop
    }
    var isWordDue = true
    while next < end {
      if kind(next) == .dot {
        isWordDue = true
      } else if kind(next).isWord, isWordDue {
        // `ana@example.org. bo@example.org`: what follows the full stop is another address.
        let after = solid(next + 1, end)
        if stop < next, kind(stop - 1) == .dot, after < end, kind(after) == .at { break }
        isWordDue = false
      } else {
        break
      }
      stop = next + 1
      next = solid(stop, end)
    }
    return stop
  }

  // MARK: In brackets

  /// A name and an address in brackets: `Ana <ana@example.org>`, or as Outlook quotes it, `Ana [mailto:…]`.
  private mutating func enclosed(_ from: Int, _ first: Int, _ bracket: Int, _ closer: Lexeme.Kind, _ end: Int) -> Int {
    var open = bracket
    if closer == .greater {
      // The last `<` before the `@` counts (R3).
      scan: for i in bracket + 1..<max(end, bracket + 1) {
        switch kind(i) {
        case .less: open = i
        case .greater, .at, .route: break scan
        default: break
        }
      }
    }
    var token = Token(range: range(open, through: open), name: phrase(first, open))
    var limit = open + 1
    while limit < end, kind(limit) != closer, kind(limit) != .less { limit += 1 }
    let isClosed = limit < end && kind(limit) == closer
    if !isClosed { report(.unclosed, lexemes[open].range) }
    var start = solid(open + 1, limit)
    var hasRoute = false
    if start < limit, kind(start) == .route {
      hasRoute = true
      report(.obsoleteSyntax, lexemes[start].range)
      start = solid(start + 1, limit)
    }
    if start + 1 < limit, isLink(start) {
      report(.mailtoURL, range(start, through: start + 1))
      cutQuery(start + 2, limit)
      start = solid(start + 2, limit)
    }
    let (stop, keySource) = content(start, limit, isClosed: isClosed, &token)
    token.angle = range(open, through: isClosed ? limit : lastSolid(before: stop, from: open))
    let (tokenEnd, next) = rest(isClosed ? limit + 1 : stop, end)
    add(from, tokenEnd, token, keySource: keySource)
    if token.content == nil, let range = reading.tokens.last?.range {
      let isEmpty = isClosed && start >= limit && !hasRoute
      if !isEmpty {
        report(.missingAddress, range)
      } else if MailField.canonical(options.field)?.allowsNobody != true {
        report(.missingAddress, token.angle ?? range)
      }
    }
    return next
  }

  /// Reads what stands in brackets; returns the lexeme after it.
  private mutating func content(
    _ start: Int, _ limit: Int, isClosed: Bool, _ token: inout Token
  ) -> (stop: Int, keySource: KeySource) {
    guard start < limit else {
      token.form = .name
      return (start, .value)
    }
    var at = start
    while at < limit, kind(at) != .at { at += 1 }
    if at < limit {
      var span = AddressSpan(start: start, at: at, end: domainEnd(after: at, limit), extraAt: nil)
      let next = solid(span.end, limit)
      if let extra = isClosed ? secondAt(at, limit) : next < limit && kind(next) == .at ? next : nil {
        span.extraAt = extra
        span.end = isClosed ? lastSolid(before: limit, from: extra) + 1 : domainEnd(after: extra, limit)
      }
      token.content = range(span.start, through: span.end - 1)
      let keySource = check(span)
      let stray = solid(span.end, limit)
      if isClosed, stray < limit { reportStray(stray, limit) }
      return (span.end, keySource)
    }
    let last = lastSolid(before: limit, from: start)
    var isDotAtom = (last - start) % 2 == 0
    for i in start...last where kind(i) != ((i - start) % 2 == 0 ? .atom : .dot) { isDotAtom = false }
    if isDotAtom {
      let content = range(start, through: last)
      (token.form, token.content) = (.word, content)
      report(.missingDomain, content)
    } else {
      token.form = .name
    }
    return (last + 1, .value)
  }

  // MARK: Around the address

  /// What follows an address: comments belong to it, words are stray unless they hold an address of their own (R5).
  ///
  /// - Returns: the lexeme after the token, and the one at which the next token begins.
  private mutating func rest(_ after: Int, _ end: Int) -> (stop: Int, next: Int) {
    var i = solid(after, end)
    while i < end, kind(i) == .greater || kind(i) == .closeParenthesis {
      report(.strayText, lexemes[i].range)
      i = solid(i + 1, end)
    }
    guard i < end else { return (end, end) }
    if nextAt.first(i, end, in: lexemes) != nil || nextLess.first(i, end, in: lexemes) != nil { return (i, i) }
    reportStray(i, end)
    return (end, end)
  }

  private mutating func reportStray(_ first: Int, _ end: Int) {
    report(.strayText, range(first, through: max(first, lastSolid(before: end, from: first))))
  }

  /// Judges the words of a name; returns where they stand, or nil if there are none.
  private mutating func phrase(_ from: Int, _ end: Int) -> Range<Int>? {
    var (first, last, hasWord, hasSpecial) = (-1, -1, false, false)
    var start: Int?
    for i in from..<max(from, end) {
      switch kind(i) {
      case .blank, .comment, .openComment: continue
      case .ignored:
        if bytes[lexemes[i].start] == Byte.quote { start = start ?? i }
        continue
      case .less, .greater, .closeParenthesis:
        report(.strayText, lexemes[i].range)
        continue
      case .escape:
        report(.badEscape, lexemes[i].range)
        hasWord = true
      case .atom, .quoted, .openQuoted, .encoded: hasWord = true
      default: hasSpecial = true
      }
      if first < 0 { first = i }
      last = i
    }
    guard first >= 0 else { return nil }
    guard hasWord else {
      report(.strayText, range(first, through: last))
      return nil
    }
    if hasSpecial { report(.needsQuotes, range(first, through: last)) }
    return range(min(first, start ?? first), through: last)
  }

  /// Adds a token that reaches from one lexeme up to another.
  private mutating func add(_ from: Int, _ end: Int, _ token: Token, keySource: KeySource) {
    var token = token
    var last = end - 1
    while last > from, kind(last) == .blank { last -= 1 }
    let range = range(from, through: last)
    token.range = range.lowerBound..<uncut(range.upperBound)
    var i = from
    while token.comment == nil, i <= last {
      if kind(i) == .comment || kind(i) == .openComment { token.comment = commentText(i) }
      i += 1
    }
    reading.tokens.append(token)
    keySources.append(keySource)
  }

  /// The end of a lexeme as it was before a link's query was cut off.
  func uncut(_ end: Int) -> Int {
    cut.lowerBound == end ? cut.upperBound : end
  }

  /// The text of a comment without its parentheses; nil if there is none.
  private func commentText(_ index: Int) -> Range<Int>? {
    let lexeme = lexemes[index]
    let inner = lexeme.start + 1..<(kind(index) == .comment ? lexeme.end - 1 : lexeme.end)
    return bytes[inner].contains { $0 > Byte.space } ? inner : nil
  }
}
