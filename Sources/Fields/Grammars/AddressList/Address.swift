// What can be wrong with an address itself, from its local part to the last label of its domain.

extension AddressReader {
  /// The octets that a local part, an address and a label may have (RFC 5321 section 4.5.3.1; RFC 1035 section 2.3.4).
  private static let limits = (local: 64, address: 254, label: 63)

  /// Judges an address; returns how its key comes about.
  mutating func check(_ span: AddressSpan) -> KeySource {
    let whole = whole(span)
    addresses.append(whole)
    if let extra = span.extraAt {
      report(.extraAt, lexemes[extra].range)
      return .value
    }
    let local = checkLocal(span)
    let domain = checkDomain(span)
    let isDomainMissing = domain.octets == 0
    if local.range == nil { report(.missingLocal, whole) }
    if isDomainMissing {
      let isBeingTyped = options.caret.map { $0 >= whole.lowerBound && $0 <= whole.upperBound } ?? false
      report(.missingDomain, whole, severity: isBeingTyped ? .information : nil)
    }
    let isObsolete = local.hasSpace || domain.hasSpace || local.hasMixedWords
    if isObsolete, !local.hasStray, local.range != nil, !isDomainMissing { report(.obsoleteSyntax, whole) }
    if local.octets + 1 + domain.octets > Self.limits.address {
      report(.tooLong, whole, detail: "\(Self.limits.address) octets in an address")
    }
    let isPlain = local.isPlain && domain.isPlain && !local.hasSpace && !domain.hasSpace
    guard isPlain, local.range != nil, !isDomainMissing else { return .value }
    return local.isASCII && domain.isASCII ? .lowered(whole) : .folded(whole)
  }

  private func whole(_ span: AddressSpan) -> Range<Int> {
    range(span.start, through: span.end - 1)
  }

  private struct Part {
    var range: Range<Int>?
    var octets = 0
    var hasSpace = false
    var hasStray = false
    var hasMixedWords = false
    /// Whether the part is words and dots that mean themselves.
    var isPlain = true
    var isASCII = true
  }

  private mutating func checkLocal(_ span: AddressSpan) -> Part {
    var part = Part()
    var dots = DotRun()
    var words = 0
    var hasQuotes = false
    var stray: Range<Int>?
    var isWordBefore = false
    for i in span.start..<max(span.start, span.at) {
      let lexeme = lexemes[i]
      if lexeme.kind.isSpace {
        part.hasSpace = true
        continue
      }
      part.range = (part.range?.lowerBound ?? lexeme.start)..<lexeme.end
      part.octets += lexeme.end - lexeme.start
      switch lexeme.kind {
      case .dot:
        dots.append(lexeme.range)
        isWordBefore = false
      case .atom, .quoted, .openQuoted, .encoded, .escape:
        if let run = dots.end(isAtStart: words == 0) { report(.badDot, run) }
        if isWordBefore, lexeme.kind != .escape, lexemes[i - 1].kind != .escape {
          stray = (stray?.lowerBound ?? lexeme.start)..<lexeme.end
        } else {
          reportStray(&stray)
        }
        words += 1
        hasQuotes = hasQuotes || lexeme.kind == .quoted
        part.isPlain = part.isPlain && lexeme.kind == .atom
        if !isASCII(lexeme.range) {
          part.isASCII = false
          if lexeme.kind == .atom { reportBlanks(lexeme.range) }
        }
        isWordBefore = true
        if lexeme.kind == .escape { report(.badEscape, lexeme.range) }
      case .closeParenthesis: report(.strayText, lexeme.range)
      default:
        part.isPlain = false
        isWordBefore = false
        report(.badChar, lexeme.range)
      }
      if stray != nil { part.hasStray = true }
    }
    reportStray(&stray)
    if let run = dots.end(isAtStart: true) { report(.badDot, run) }
    part.hasMixedWords = hasQuotes && words > 1
    guard let range = part.range else { return part }
    if part.octets > Self.limits.local { report(.tooLong, range, detail: "\(Self.limits.local) octets before the @") }
    if !part.isASCII, isForeign(range, hasQuotes: hasQuotes) { report(.needsSMTPUTF8, range) }
    if options.isToBeSent, hasQuotes, AddressText.address(whole(span), in: bytes).utf8.contains(Byte.quote) {
      report(.unsafeForSender, range, detail: "mutt, neomutt, msmtp and smtpmail")
    }
    return part
  }

  private mutating func reportStray(_ stray: inout Range<Int>?) {
    if let range = stray { report(.strayText, range) }
    stray = nil
  }

  private func isASCII(_ range: Range<Int>) -> Bool {
    for i in range where bytes[i] >= 0x80 { return false }
    return true
  }

  /// Whether letters beyond ASCII stand in a range, those aside that cannot be seen; in quotes a blank is a letter.
  private func isForeign(_ range: Range<Int>, hasQuotes: Bool) -> Bool {
    characters(range) { scalar, _ in
      scalar.value >= 0x80 && !Characters.isInvisibleInAddress(scalar)
        && (hasQuotes || !Characters.isForeignBlank(scalar))
    }
  }

  /// Reports blanks that are no blanks of the grammar and so belong to the word: `ana` U+00A0 `@example.org`.
  private mutating func reportBlanks(_ range: Range<Int>) {
    var found: [(scalar: Unicode.Scalar, range: Range<Int>)] = []
    _ = characters(range) { scalar, range in
      if Characters.isForeignBlank(scalar) { found.append((scalar, range)) }
      return false
    }
    for blank in found { report(.invisibleChar, blank.range, detail: Characters.name(blank.scalar)) }
  }

  /// Whether one of the characters in a range is as asked; bytes that are no UTF-8 are passed over.
  private func characters(_ range: Range<Int>, _ isWanted: (Unicode.Scalar, Range<Int>) -> Bool) -> Bool {
    var i = range.lowerBound
    while i < range.upperBound {
      guard let (scalar, width) = Characters.scalar(bytes, at: i, before: range.upperBound) else {
        i += 1
        continue
      }
      if isWanted(scalar, i..<i + width) { return true }
      i += width
    }
    return false
  }

  // MARK: Domains

  private mutating func checkDomain(_ span: AddressSpan) -> Part {
    var part = Part()
    var dots = DotRun()
    var labels = 0
    var foreign: [Range<Int>] = []
    for i in span.at + 1..<max(span.at + 1, span.end) {
      let lexeme = lexemes[i]
      if lexeme.kind.isSpace {
        part.hasSpace = true
        continue
      }
      part.range = (part.range?.lowerBound ?? lexeme.start)..<lexeme.end
      part.octets += lexeme.end - lexeme.start
      switch lexeme.kind {
      case .dot: dots.append(lexeme.range)
      case .literal, .openLiteral:
        part.isPlain = false
        if lexeme.kind == .literal, !DomainLiteral.isValid(bytes[lexeme.start + 1..<lexeme.end - 1]) {
          report(.badDomain, lexeme.range)
        }
        if i + 1 < span.end {
          report(.strayText, range(i + 1, through: span.end - 1))
          return part
        }
      default:
        if let run = dots.end(isAtStart: labels == 0) { report(.badDot, run) }
        labels += 1
        checkLabel(lexeme, &part)
        if isForeign(lexeme.range) { foreign.append(lexeme.range) }
      }
    }
    if let run = dots.end(isAtStart: true) {
      report(.badDot, run)
      part.isPlain = false
    }
    if let range = part.range {
      if range.count == part.octets { checkSpelling(range) }
      let top =
        foreign.isEmpty ? "" : String(decoding: bytes[range].split(separator: Byte.dot).last ?? [], as: UTF8.self)
      for label in foreign where !hasHiddenCharacter(label) {
        let text = Identity.decodedLabel(bytes[label]) ?? String(decoding: bytes[label], as: UTF8.self)
        if let reason = Lookalike.reason(text, under: top) { report(.mixedScript, label, detail: reason) }
      }
    }
    return part
  }

  /// Whether a label has letters that are not ASCII, as they are or encoded.
  private func isForeign(_ label: Range<Int>) -> Bool {
    bytes[label].contains { $0 >= 0x80 } || Identity.isEncodedLabel(bytes[label])
  }

  private mutating func checkLabel(_ lexeme: Lexeme, _ part: inout Part) {
    let label = bytes[lexeme.range]
    if label.count > Self.limits.label {
      report(.tooLong, lexeme.range, detail: "\(Self.limits.label) octets between dots")
    }
    var (isHost, isASCII) = (lexeme.kind == .atom, true)
    for byte in label {
      if byte >= 0x80 {
        isASCII = false
      } else if !Byte.isAlphanumeric(byte), byte != Byte.hyphen {
        isHost = false
      }
    }
    if !isASCII, characters(lexeme.range, { scalar, _ in Characters.isForeignBlank(scalar) }) { isHost = false }
    if label.first == Byte.hyphen || label.last == Byte.hyphen { isHost = false }
    let isEncoded = isASCII && Identity.isEncodedLabel(label)
    if isEncoded, Identity.decodedLabel(label) == nil { isHost = false }
    // An encoded word and hidden characters have faults of their own.
    if !isHost, lexeme.kind != .encoded, !hasHiddenCharacter(lexeme.range) { report(.badDomain, lexeme.range) }
    part.isPlain = part.isPlain && lexeme.kind == .atom && !isEncoded
    part.isASCII = part.isASCII && isASCII
  }

  private func hasHiddenCharacter(_ range: Range<Int>) -> Bool {
    var i = range.lowerBound
    while i < range.upperBound {
      if Characters.isControl(bytes[i]) { return true }
      guard let (scalar, width) = Characters.scalar(bytes, at: i, before: range.upperBound),
        scalar.value < 0x80 || !Characters.isInvisibleInAddress(scalar)
      else { return true }
      i += width
    }
    return false
  }

  private mutating func checkSpelling(_ domain: Range<Int>) {
    if !options.misspellings.isEmpty {
      let text = String(decoding: bytes[domain].map(Byte.lowered), as: UTF8.self)
      if let remedy = options.misspellings[text] {
        if !remedy.isEmpty { report(.typoDomain, domain, detail: remedy) }
        return
      }
    }
    if let remedy = Misspellings.remedy(bytes[domain]) { report(.typoDomain, domain, detail: remedy) }
  }
}

/// Dots that follow each other, blanks and comments aside.
private struct DotRun {
  private var range: Range<Int>?
  private var count = 0

  mutating func append(_ dot: Range<Int>) {
    range = (range?.lowerBound ?? dot.lowerBound)..<dot.upperBound
    count += 1
  }

  /// Ends the run; returns where it stands if there are too many dots, or any at the start or end of a part.
  mutating func end(isAtStart: Bool) -> Range<Int>? {
    defer { (range, count) = (nil, 0) }
    return isAtStart || count > 1 ? range : nil
  }
}
