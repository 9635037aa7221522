/// Reads an address list: separators, groups, and what stands between (RFC 5322 section 3.4; grammars.md section 2).
///
/// Three passes, each linear: bytes to lexemes, lexemes to elements, tokens to duplicates.
struct AddressReader {
  let bytes: [UInt8]
  let options: ReadingOptions
  var reading = Reading()
  /// All lexemes up to the last one that means something.
  var lexemes: [Lexeme] = []
  /// Where addresses stand, in order: some characters are faults only there.
  var addresses: [Range<Int>] = []
  /// For each token, how its key comes about.
  var keySources: [KeySource] = []
  /// The next `<`, `@` and `[` at or after a place, remembered so that looking for them stays linear.
  var nextLess = Landmark(kind: .less)
  var nextAt = Landmark(kind: .at)
  var nextBracket = Landmark(kind: .openBracket)
  /// What the `?` of a link has cut off the last word that it has shortened.
  var cut = 0..<0
  private let survey: Survey
  /// Whether semicolons separate, and commas may stand in names (R4).
  private(set) var isOutlook = false

  /// Reads a value.
  static func read(_ value: [UInt8], _ options: ReadingOptions) -> Reading {
    var reader = reader(of: value, options)
    reader.finish()
    return reader.reading
  }

  /// Reads a value without the last look at the whole: marks of comments, duplicates, limits, the order of faults.
  ///
  /// `isOutlook` says whether semicolons separate, if the value alone does not tell.
  static func reader(of value: [UInt8], _ options: ReadingOptions, isOutlook: Bool? = nil) -> AddressReader {
    var reader = AddressReader(value, options, isOutlook)
    reader.readList()
    return reader
  }

  /// What the value ends with, blanks aside.
  var tail: Lexeme.Kind? { lexemes.last?.kind }

  /// Where the quote opens that nothing closes and that runs to the end.
  var openQuote: Int? {
    tail == .openQuoted ? lexemes.last?.start : nil
  }

  private init(_ value: [UInt8], _ options: ReadingOptions, _ isOutlook: Bool?) {
    bytes = value
    self.options = options
    survey = Survey(value, column: options.column)
    var lexer = Lexer(value, in: 0..<value.count, .whole(lastAt: survey.lastAt, caret: options.caret))
    lexemes.reserveCapacity(value.count / 2)
    reading.tokens.reserveCapacity(min(survey.ats, 1 << 14))
    var (hasColon, hasSemicolon) = (false, false)
    while let lexeme = lexer.next() {
      lexemes.append(lexeme)
      hasColon = hasColon || lexeme.kind == .colon
      hasSemicolon = hasSemicolon || lexeme.kind == .semicolon
    }
    self.isOutlook = isOutlook ?? (hasSemicolon && !hasColon)
    reading.faults = survey.faults + lexer.faults
    while let last = lexemes.last, last.kind == .blank || last.kind == .lineEnd { lexemes.removeLast() }
    if self.isOutlook { joinOutlookNames() }
  }

  func kind(_ index: Int) -> Lexeme.Kind {
    lexemes[index].kind
  }

  /// The first lexeme from one on that is no white space or comment; `end` if there is none before it.
  func solid(_ from: Int, _ end: Int) -> Int {
    var i = from
    while i < end, lexemes[i].kind.isSpace { i += 1 }
    return i
  }

  /// The last lexeme before one that is no white space or comment; `start - 1` if there is none from it on.
  func lastSolid(before end: Int, from start: Int) -> Int {
    var i = end - 1
    while i >= start, lexemes[i].kind.isSpace { i -= 1 }
    return i
  }

  /// The bytes from the start of one lexeme to the end of another.
  func range(_ first: Int, through last: Int) -> Range<Int> {
    lexemes[first].start..<lexemes[last].end
  }

  mutating func report(_ rule: Rule, _ range: Range<Int>, detail: String? = nil, severity: Severity? = nil) {
    reading.faults.append(Fault(rule, range, detail: detail, severity: severity))
  }
}

/// A lexeme of one kind, remembered from one search to the next.
struct Landmark {
  let kind: Lexeme.Kind
  private var found = -1

  init(kind: Lexeme.Kind) {
    self.kind = kind
  }

  /// The first lexeme of the kind in a range; nil if there is none.
  ///
  /// Later calls never ask for earlier starts.
  mutating func first(_ from: Int, _ end: Int, in lexemes: [Lexeme]) -> Int? {
    if found < from {
      found = from
      while found < lexemes.count, lexemes[found].kind != kind { found += 1 }
    }
    return found < end ? found : nil
  }
}

// MARK: - Separators and groups

extension AddressReader {
  private struct OpenGroup {
    var index: Int
    var label: Range<Int>
    var depth = 0
    var isEmpty = true
  }

  private mutating func readList() {
    var group: OpenGroup?
    // Where a group has ended after which a comma is due.
    var due: Int?
    var last: Lexeme.Kind?
    var i = 0
    let end = lexemes.count
    // A separator behind which nothing comes but other white space is a trailing one.
    let lastSolid = lastSolid(before: end, from: 0)
    while i < end {
      let first = solid(i, end)
      if let colon = groupColon(from: first) {
        if let due { report(.missingSeparator, due..<lexemes[first].start) }
        due = nil
        open(&group, first, colon)
        i = colon + 1
        last = nil
        continue
      }
      var stop = i
      while stop < end, !lexemes[stop].kind.isSeparator { stop += 1 }
      let isMade = element(i, stop, group: group?.index, due: due) || due != nil
      if isMade { due = nil }
      guard stop < end else { break }
      let separator = lexemes[stop]
      if separator.kind == .semicolon, group != nil {
        if !isMade, group?.isEmpty == false { report(.emptyItem, separator.range) }
        close(&group, separator)
        due = separator.end
        last = nil
      } else {
        reading.marks.append(Mark(kind: .separator, range: separator.range))
        judge(separator, isTrailing: stop == lastSolid, isMade: isMade, after: last)
        last = separator.kind
      }
      group?.isEmpty = false
      i = stop + 1
    }
    if let group {
      report(.unclosed, group.label, severity: .warning)
      let end = uncut(lexemes.last?.end ?? 0)
      reading.groups[group.index].range = group.label.lowerBound..<max(end, group.label.upperBound)
    }
  }

  private mutating func judge(_ separator: Lexeme, isTrailing: Bool, isMade: Bool, after last: Lexeme.Kind?) {
    if isTrailing {
      report(.trailingSeparator, separator.range)
    } else if !isMade, separator.kind != .lineEnd, last != .lineEnd {
      report(.emptyItem, separator.range)
    } else if separator.kind != .comma, isMade || separator.kind != .lineEnd || last != .lineEnd {
      report(.wrongSeparator, separator.range)
    }
  }

  /// The colon of the group that begins at a lexeme; nil if none begins there.
  private func groupColon(from first: Int) -> Int? {
    var words = 0
    var i = first
    while i < lexemes.count {
      switch lexemes[i].kind {
      case .atom, .quoted, .encoded: words += 1
      case .blank, .comment, .ignored, .dot, .escape, .greater, .closeParenthesis: break
      case .colon:
        guard words > 0 else { return nil }
        return isLink(first) ? nil : i
      default: return nil
      }
      i += 1
    }
    return nil
  }

  private mutating func open(_ group: inout OpenGroup?, _ first: Int, _ colon: Int) {
    let last = lastSolid(before: colon, from: first)
    let label = range(first, through: colon)
    reading.marks.append(Mark(kind: .groupName, range: label))
    if group != nil {
      report(.groupNotAllowed, label, detail: "another group")
      group?.depth += 1
      group?.isEmpty = false
      return
    }
    let name = range(first, through: last)
    let text = AddressText.phrase(name, in: bytes, hasOpenEnd: false)
    if MailField.canonical(options.field)?.allowsGroups == false {
      report(.groupNotAllowed, label, detail: options.field)
    }
    group = OpenGroup(index: reading.groups.count, label: label)
    reading.groups.append(Group(range: label, nameRange: name, name: text, end: nil))
  }

  private mutating func close(_ group: inout OpenGroup?, _ separator: Lexeme) {
    guard let open = group else { return }
    reading.marks.append(Mark(kind: .groupEnd, range: separator.range))
    guard open.depth == 0 else {
      group?.depth -= 1
      return
    }
    let range = open.label.lowerBound..<separator.end
    reading.groups[open.index].range = range
    reading.groups[open.index].end = separator.start
    if options.isToBeSent { report(.unsafeForSender, range, detail: "neomutt, git send-email and smtpmail") }
    group = nil
  }

  /// Makes the commas part of names in a list that is separated by semicolons: `Ruiz, Ana <ana@example.org>; …` (R4).
  private mutating func joinOutlookNames() {
    var start = 0
    while start < lexemes.count {
      var end = start
      while end < lexemes.count, kind(end) != .semicolon, kind(end) != .lineEnd { end += 1 }
      joinOutlookName(start, end)
      start = end + 1
    }
  }

  private mutating func joinOutlookName(_ start: Int, _ end: Int) {
    let last = lastSolid(before: end, from: start)
    guard last >= start, kind(last) == .greater else { return }
    var (less, ats, greaters) = (-1, 0, 0)
    for i in start..<last {
      switch kind(i) {
      case .less where less < 0: less = i
      case .less: return
      case .greater: greaters += 1
      case .at where less < 0: return
      case .at: ats += 1
      default: break
      }
    }
    guard less >= 0, ats == 1, greaters == 0, !lexemes[less..<last].contains(where: { $0.kind.isSeparator }) else {
      return
    }
    guard var first = (start..<less).first(where: { kind($0).isWord }) else { return }
    while first < less {
      if kind(first) == .comma { lexemes[first].kind = .nameComma }
      first += 1
    }
  }
}

// MARK: - The end

extension AddressReader {
  private mutating func finish() {
    markComments()
    if survey.hasEncodedWord { checkEncodedWords() }
    reportWithin(addresses, survey.addressFaults)
    let limit = min(options.max ?? .max, MailField.canonical(options.field)?.limit ?? .max)
    if reading.tokens.count > limit {
      for token in reading.tokens[max(limit, 0)...] { report(.tooMany, token.range, detail: String(limit)) }
    }
    markDuplicates()
    reading.faults.sort(by: Fault.isOrdered)
    reading.isLocal = !lexemes.contains { $0.kind.reachesFar } && !reading.faults.contains { $0.rule == .unclosed }
  }

  /// Adds the comments to the marks, those within a group's name aside, so that no two marks overlap.
  private mutating func markComments() {
    var marks: [Mark] = []
    var others = reading.marks.makeIterator()
    var next = others.next()
    for lexeme in lexemes where lexeme.kind == .comment || lexeme.kind == .openComment {
      while let mark = next, mark.range.lowerBound < lexeme.start {
        marks.append(mark)
        next = others.next()
      }
      let end = marks.last?.range.upperBound ?? 0
      if end <= lexeme.start { marks.append(Mark(kind: .comment, range: lexeme.range)) }
    }
    guard !marks.isEmpty else { return }
    while let mark = next {
      marks.append(mark)
      next = others.next()
    }
    reading.marks = marks
  }

  /// Reports the faults that lie in one of the ranges; both are in order.
  private mutating func reportWithin(_ ranges: [Range<Int>], _ faults: [Fault]) {
    var next = 0
    for fault in faults {
      while next < ranges.count, ranges[next].upperBound <= fault.range.lowerBound { next += 1 }
      if next < ranges.count, ranges[next].contains(fault.range.lowerBound) { reading.faults.append(fault) }
    }
  }

  private mutating func checkEncodedWords() {
    var next = 0
    for lexeme in lexemes {
      while next < addresses.count, addresses[next].upperBound <= lexeme.start { next += 1 }
      let isInAddress = next < addresses.count && addresses[next].contains(lexeme.start)
      switch lexeme.kind {
      case .encoded:
        if isInAddress || EncodedWord.isBroken(lexeme.range, in: bytes, isInComment: false) {
          report(.badEncodedWord, lexeme.range, detail: isInAddress ? "an address" : nil)
        }
      case .quoted, .openQuoted:
        for word in AddressText.encodedWords(in: bytes, lexeme.start + 1..<lexeme.end) {
          report(.badEncodedWord, word, detail: "quotes")
        }
      case .comment, .openComment:
        for word in AddressText.encodedWords(in: bytes, lexeme.start + 1..<lexeme.end)
        where EncodedWord.isBroken(word, in: bytes, isInComment: true) {
          report(.badEncodedWord, word)
        }
      default: break
      }
    }
  }
}
