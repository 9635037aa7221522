/// Cuts an address list into lexemes, in time linear in its length whatever the bytes.
///
/// A quote or comment that nothing closes is where such readers go wrong: swallowing eats all later recipients, ignoring
/// splits the name that is being typed. The rule is a look ahead for an `@` (grammars.md R11, R12), for which the lexer
/// keeps a little of what the current element holds.
struct Lexer {
  /// The value.
  let bytes: [UInt8]
  /// Where reading stops.
  let end: Int
  /// What is wrong with the lexemes themselves; only filled for a whole value.
  var faults: [Fault] = []
  /// The offset of the next lexeme.
  private(set) var index: Int
  private let scope: Scope
  private var place = Place.other
  private var hasAddress = false
  private var hasHopelessQuote = false
  private var pendingRoute: Range<Int>?
  private var parentheses: Parentheses?

  /// What is read, which decides what becomes of a quote or comment that nothing closes.
  enum Scope: Equatable {
    /// A whole value; with the offset of its last `@` (−1 for none), and the caret.
    case whole(lastAt: Int, caret: Int?)
    /// A part of a token that was read before: what is unclosed is text up to the end (`true`) or passed over.
    case part(hasOpenEnd: Bool)
  }

  /// What the next lexeme follows, blanks and comments aside.
  private enum Place {
    /// The `@` or a dot of a domain.
    case inDomain
    /// A whole address.
    case afterAddress
    case other
  }

  /// Prepares to read a range of the bytes, which must lie within them.
  init(_ bytes: [UInt8], in range: Range<Int>, _ scope: Scope) {
    self.bytes = bytes
    self.index = range.lowerBound
    self.end = range.upperBound
    self.scope = scope
  }

  /// The next lexeme, or nil at the end.
  mutating func next() -> Lexeme? {
    guard index < end else { return nil }
    let start = index
    if let route = pendingRoute, route.lowerBound == start {
      pendingRoute = nil
      return lexeme(.route, route.upperBound)
    }
    let byte = bytes[start]
    if Byte.isAtom(byte) { return word(byte) }
    switch byte {
    case Byte.space, Byte.tab, Byte.carriageReturn, Byte.lineFeed: return blank()
    case Byte.quote: return quoted()
    case Byte.openParenthesis: return comment()
    case Byte.backslash: return escape()
    case Byte.openBracket: return place == .inDomain ? literal() : single(.openBracket)
    case Byte.dot: return single(.dot, then: place == .afterAddress ? .inDomain : place)
    case Byte.at: return single(.at, then: .inDomain)
    case Byte.greater: return single(.greater, then: .afterAddress)
    case Byte.less:
      pendingRoute = route(from: start + 1)
      return single(.less)
    case Byte.comma: return separator(.comma, start + 1)
    case Byte.semicolon: return separator(.semicolon, start + 1)
    case Byte.colon: return single(.colon)
    case Byte.closeBracket: return single(.closeBracket)
    default: return single(.closeParenthesis)
    }
  }

  private mutating func lexeme(_ kind: Lexeme.Kind, _ end: Int) -> Lexeme {
    defer { index = end }
    return Lexeme(kind: kind, start: index, end: end)
  }

  private mutating func single(_ kind: Lexeme.Kind, then place: Place = .other) -> Lexeme {
    self.place = place
    return lexeme(kind, index + 1)
  }

  private mutating func separator(_ kind: Lexeme.Kind, _ end: Int) -> Lexeme {
    place = .other
    hasAddress = false
    return lexeme(kind, end)
  }

  private mutating func report(_ rule: Rule, _ range: Range<Int>) {
    if case .whole = scope { faults.append(Fault(rule, range)) }
  }

  /// Whether what is opened at `start` and never closed is passed over, since an address follows.
  private func isPassedOver(_ start: Int) -> Bool {
    switch scope {
    case .whole(let lastAt, _): lastAt > start
    case .part(let hasOpenEnd): !hasOpenEnd
    }
  }

  private func byte(_ offset: Int) -> UInt8? {
    offset < end ? bytes[offset] : nil
  }
}

// MARK: - Words

extension Lexer {
  private mutating func word(_ first: UInt8) -> Lexeme {
    let start = index
    if first == Byte.equals, let end = EncodedWord.end(in: bytes, from: start, before: end) {
      enterWord()
      return lexeme(.encoded, end)
    }
    var i = start
    if place == .other {
      while i < end, Byte.isAtom(bytes[i]) { i += 1 }
      return lexeme(.atom, i)
    }
    // Commas of other scripts separate where an address has ended: in its domain, or where the next word begins.
    if let width = Self.wideSeparator(bytes, at: start, before: end), place == .afterAddress || hasAddress {
      return separator(.wideSeparator, start + width)
    }
    while i < end, Byte.isAtom(bytes[i]) {
      if bytes[i] >= 0x80, i > start, place == .inDomain, Self.wideSeparator(bytes, at: i, before: end) != nil { break }
      i += 1
    }
    enterWord()
    return lexeme(.atom, i)
  }

  private mutating func enterWord() {
    if place == .inDomain {
      hasAddress = true
      place = .afterAddress
    } else {
      place = .other
    }
  }

  /// How many bytes the comma or semicolon of another script at an offset has: `，` `、` `；` `،`; nil for anything else.
  static func wideSeparator(_ bytes: [UInt8], at offset: Int, before end: Int) -> Int? {
    let rest = bytes[offset..<max(offset, end)]
    switch rest.first {
    case 0xef: return rest.starts(with: [0xef, 0xbc, 0x8c]) || rest.starts(with: [0xef, 0xbc, 0x9b]) ? 3 : nil
    case 0xe3: return rest.starts(with: [0xe3, 0x80, 0x81]) ? 3 : nil
    case 0xd8: return rest.starts(with: [0xd8, 0x8c]) ? 2 : nil
    default: return nil
    }
  }

  private mutating func escape() -> Lexeme {
    place = .other
    var i = index + 1
    if let next = byte(i), next != Byte.lineFeed, next != Byte.carriageReturn {
      i += 1
      if next >= 0xc0 {
        while let more = byte(i), more & 0xc0 == 0x80 { i += 1 }
      }
    }
    return lexeme(.escape, i)
  }

  private mutating func quoted() -> Lexeme {
    let start = index
    place = .other
    if !hasHopelessQuote {
      var i = start + 1
      while i < end {
        if bytes[i] == Byte.quote { return lexeme(.quoted, i + 1) }
        i += bytes[i] == Byte.backslash ? 2 : 1
      }
      // A backslash escapes outside quotes too, so no later quote can find its end either.
      hasHopelessQuote = true
    }
    report(.unclosed, start..<start + 1)
    return isPassedOver(start) ? lexeme(.ignored, start + 1) : lexeme(.openQuoted, trimmedEnd(end))
  }

  private mutating func literal() -> Lexeme {
    let start = index
    enterWord()
    var i = start + 1
    var stop: Int?
    scan: while i < end {
      switch bytes[i] {
      case Byte.closeBracket: return lexeme(.literal, i + 1)
      case Byte.comma, Byte.semicolon, Byte.less, Byte.greater, Byte.at: break scan
      case Byte.space, Byte.tab, Byte.quote, Byte.openParenthesis: stop = stop ?? i
      case Byte.lineFeed, Byte.carriageReturn:
        stop = stop ?? i
        if newline(at: i) > 0, fold(at: i) == 0 { break scan }
      default: break
      }
      i += 1
    }
    report(.unclosed, start..<start + 1)
    return lexeme(.openLiteral, stop ?? i)
  }
}

// MARK: - White space and comments

extension Lexer {
  /// The length of the line end at an offset: 1 for LF, 2 for CRLF, else 0.
  private func newline(at offset: Int) -> Int {
    switch byte(offset) {
    case Byte.lineFeed: 1
    case Byte.carriageReturn: byte(offset + 1) == Byte.lineFeed ? 2 : 0
    default: 0
    }
  }

  /// The length of the line end of the fold at an offset, 0 if no blank follows.
  private func fold(at offset: Int) -> Int {
    let length = newline(at: offset)
    guard length > 0, let next = byte(offset + length), Byte.isBlank(next) else { return 0 }
    return length
  }

  private func trimmedEnd(_ end: Int) -> Int {
    var end = end
    while end > index + 1, Byte.isWhite(bytes[end - 1]) { end -= 1 }
    return end
  }

  private mutating func blank() -> Lexeme {
    let start = index
    var i = start
    var lineStart: Int?
    while i < end {
      if Byte.isBlank(bytes[i]) {
        i += 1
        continue
      }
      let newline = newline(at: i)
      if newline == 0, bytes[i] != Byte.carriageReturn { break }
      if newline == 0 {
        lineStart = nil
        i += 1
        continue
      }
      if let line = lineStart, i > line { report(.obsoleteSyntax, line..<i) }
      lineStart = nil
      guard fold(at: i) > 0 else { break }
      i += newline
      lineStart = i
    }
    if i == start { return separator(.lineEnd, start + newline(at: start)) }
    if i == end, let line = lineStart, case .whole(_, let caret) = scope {
      // The line that is just being begun is no fault.
      if let caret, caret >= line, caret <= i { return lexeme(.blank, i) }
      report(.obsoleteSyntax, line..<i)
    }
    return lexeme(.blank, i)
  }

  private mutating func comment() -> Lexeme {
    let start = index
    if let close = closed(from: start) { return lexeme(.comment, close) }
    report(.unclosed, start..<start + 1)
    if !isPassedOver(start) { return lexeme(.openComment, trimmedEnd(end)) }
    guard hasAddress, case .whole = scope else { return lexeme(.ignored, start + 1) }
    var i = start + 1
    while i < end, bytes[i] != Byte.comma, bytes[i] != Byte.semicolon {
      let newline = newline(at: i)
      if newline > 0, fold(at: i) == 0 { break }
      i += max(newline, 1)
    }
    return lexeme(.openComment, trimmedEnd(i))
  }

  /// The end of the comment that opens at an offset; nil if nothing closes it.
  private mutating func closed(from start: Int) -> Int? {
    if let parentheses { return parentheses.end(of: start) }
    if let close = MailText.commentEnd(bytes, from: start, before: end) { return close }
    // Looking again for each of many open parentheses would take for ever: find all the pairs at once.
    parentheses = Parentheses(bytes, from: start, to: end)
    return nil
  }

  private mutating func skipSpace(_ offset: Int) -> Int {
    var i = offset
    while i < end {
      if Byte.isBlank(bytes[i]) {
        i += 1
      } else if fold(at: i) > 0 {
        i += fold(at: i)
      } else if bytes[i] == Byte.openParenthesis, let close = closed(from: i) {
        i = close
      } else {
        break
      }
    }
    return i
  }

  /// The source route that begins at an offset, after blanks: `@relay.example,@mx.example:` (RFC 5322 section 4.4).
  private mutating func route(from offset: Int) -> Range<Int>? {
    let start = skipSpace(offset)
    guard let first = byte(start), first == Byte.at || first == Byte.comma else { return nil }
    var i = start
    var hasDomain = false
    while true {
      while byte(i) == Byte.comma { i = skipSpace(i + 1) }
      if byte(i) == Byte.colon, hasDomain { return start..<i + 1 }
      guard byte(i) == Byte.at else { return nil }
      hasDomain = true
      i = skipSpace(i + 1)
      while let next = byte(i), Byte.isAtom(next) || next == Byte.dot || next == Byte.openBracket {
        if next == Byte.openBracket {
          while let inner = byte(i), inner != Byte.closeBracket, inner != Byte.less, inner != Byte.comma { i += 1 }
          guard byte(i) == Byte.closeBracket else { return nil }
        }
        i = skipSpace(i + 1)
      }
      if byte(i) == Byte.colon { return start..<i + 1 }
      guard byte(i) == Byte.comma else { return nil }
    }
  }
}

/// The pairs of parentheses of a text, all found in one pass.
private struct Parentheses {
  private var ends: [Int: Int] = [:]

  init(_ bytes: [UInt8], from start: Int, to end: Int) {
    var open: [Int] = []
    var i = start
    while i < end {
      switch bytes[i] {
      case Byte.backslash: i += 1
      case Byte.openParenthesis: open.append(i)
      case Byte.closeParenthesis:
        if let start = open.popLast() { ends[start] = i + 1 }
      default: break
      }
      i += 1
    }
  }

  func end(of start: Int) -> Int? {
    ends[start]
  }
}
