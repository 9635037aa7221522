/// The mailbox that is being typed at a caret.
///
/// The value is read cut at the caret, so that an open quote is an open quote whatever stands behind; the whole value is
/// read to find out where the mailbox under the caret ends.
///
/// - Behind a whole mailbox and a blank a new one begins, and a comma is due: `bo@x.example an‸`.
/// - Inside a whole mailbox, in the middle of a word, in quotes or brackets, all of it is replaced, so that no half of it
///   stays: `Ana Ru‸iz <ana@example.org>`.
/// - At the end of a word what follows stays, be it the rest of a name or the address of somebody else, and a comma keeps
///   it apart: `an‸ Ruiz <ana@example.org>`, `an‸ <ana@example.org>`.
/// - In a comment, in a group's name, and before the blank that begins a continuation line, nothing is completed.
///
/// Each plan is tried before it is given: with an accepted candidate the list must read as before, but for the mailbox
/// under the caret. One that would lose or change another recipient is not given.
struct AddressFragment {
  private let value: [UInt8]
  private let caret: Int
  /// The value as it is read whole.
  private let whole: AddressReader
  /// The value as it is read up to the caret.
  private let cut: AddressReader
  private let pending: AddressPending
  /// The quote that closes the one in which the caret stands.
  private let closingQuote: Int?

  /// The fragment at a caret, which is drawn into the value and to the start of a character.
  static func fragment(in value: [UInt8], caret: Int) -> Fragment? {
    guard let place = Self(value, caret) else { return nil }
    var tried: [Int] = []
    for end in [place.end, place.wordEnd, place.caret] where !tried.contains(end) {
      tried.append(end)
      var fragment = place.fragment(to: end)
      guard let expected = place.expectation(fragment, group: nil),
        place.isMet(expected, by: fragment, Self.spelled("")),
        place.isMet(expected, by: fragment, Self.spelled("Probe"))
      else { continue }
      fragment.takesQuotes = place.isMet(expected, by: fragment, Self.spelled("P) (r, \"o"))
      let group = AddressSpeller.spell(group: "Probe", members: [Self.probe])
      fragment.takesGroups =
        !fragment.isInGroup && !place.whole.isOutlook
        && place.expectation(fragment, group: "Probe").map { place.isMet($0, by: fragment, group) } ?? false
      return fragment
    }
    return nil
  }

  private init?(_ value: [UInt8], _ offset: Int) {
    var caret = max(0, min(offset, value.count))
    while caret > 0, caret < value.count, value[caret] & 0xc0 == 0x80 { caret -= 1 }
    if caret > 0, caret < value.count, value[caret - 1] == Byte.lineFeed, Byte.isBlank(value[caret]) { return nil }
    if caret > 0, caret < value.count, value[caret - 1] == Byte.carriageReturn, value[caret] == Byte.lineFeed {
      caret -= 1
    }
    var whole = AddressReader.reader(of: value, ReadingOptions())
    let cut = AddressReader.reader(of: Array(value[..<caret]), ReadingOptions(), isOutlook: whole.isOutlook)
    guard cut.tail != .openComment, !Self.isInName(caret, whole) else { return nil }
    let quote = cut.tail == .openQuoted ? Self.nextQuote(value, caret) : nil
    // Where the two signs differ, something else is open, and nobody knows what belongs to whom.
    if let quote, quote.isEven != quote.opensWord { return nil }
    closingQuote = quote.flatMap { $0.isEven ? nil : $0.offset }
    if let value = Self.apart(value, caret, openQuote: closingQuote == nil ? cut.openQuote : nil) {
      whole = AddressReader.reader(of: value, ReadingOptions(), isOutlook: whole.isOutlook)
    }
    (self.value, self.caret, self.cut, self.whole) = (value, caret, cut, whole)
    pending = AddressPending(cut, caret, whole)
  }

  /// Whether a caret stands within a comment, a group's name, or the `mailto:` of a link.
  private static func isInName(_ caret: Int, _ whole: AddressReader) -> Bool {
    whole.reading.marks.contains {
      $0.kind == .groupName && $0.range.lowerBound < caret && caret < $0.range.upperBound
    }
      || whole.lexemes.contains { $0.kind == .comment && $0.start < caret && caret < $0.end }
      || whole.reading.tokens.contains {
        let start = $0.range.lowerBound
        return $0.form == .link && start < caret && caret < start + "mailto:".utf8.count
      }
  }

  /// The value with what is being typed kept apart from what follows; nil where it is apart.
  ///
  /// A quote that is being opened would take the next name's opening quote for its end, and a comma of another script is
  /// one only behind an address, which is not there yet.
  private static func apart(_ value: [UInt8], _ caret: Int, openQuote: Int?) -> [UInt8]? {
    var apart = value
    if let openQuote { apart[openQuote] = Byte.space }
    var i = caret
    while i < value.count, Byte.isAtom(value[i]) {
      if let width = Lexer.wideSeparator(value, at: i, before: value.count) {
        apart.replaceSubrange(i..<i + width, with: [Byte.comma] + Array(repeating: Byte.space, count: width - 1))
        break
      }
      i += 1
    }
    return apart == value ? nil : apart
  }

  /// The next quote behind a caret that stands in one, with two signs of whether it opens the next name: that the number
  /// of quotes behind the caret is even, and that a word follows it.
  ///
  /// - Returns: nil if there is none.
  private static func nextQuote(_ value: [UInt8], _ caret: Int) -> (offset: Int, isEven: Bool, opensWord: Bool)? {
    var (first, count) = (nil as Int?, 0)
    var i = caret
    while i < value.count {
      switch value[i] {
      case Byte.quote:
        count += 1
        if first == nil { first = i }
      case Byte.backslash: i += 1
      default: break
      }
      i += 1
    }
    guard let first else { return nil }
    let next = first + 1 < value.count ? value[first + 1] : Byte.space
    return (first, count % 2 == 0, Byte.isAtom(next) || next == Byte.backslash)
  }

  /// The fragment, if an accepted candidate replaces what reaches to `end`.
  private func fragment(to end: Int) -> Fragment {
    var fragment = Fragment(
      query: pending.query(value), range: pending.start..<max(caret, min(end, lineEnd)),
      separator: whole.isOutlook ? "; " : ", ", separatorAt: pending.separatorAt, isInGroup: group != nil)
    fragment.next = next(after: fragment.range.upperBound)
    unfold(&fragment)
    return fragment
  }

  /// The name of the group in which the caret stands.
  private var group: String? {
    cut.reading.groups.last.flatMap { $0.end == nil ? $0.name : nil }
  }
}

// MARK: - Behind the caret

extension AddressFragment {
  /// Where the mailbox under the caret ends, as far as an accepted candidate may replace it.
  private var end: Int {
    guard caret < value.count, pending.start < caret else { return caret }
    let token = whole.reading.tokens.first { $0.range.upperBound >= caret && $0.range.lowerBound < caret }
    if let quote = closingQuote {
      guard quote > caret, let token, let end = addressEnd(token), end > quote else { return quote + 1 }
      return end
    }
    guard let token, token.range.lowerBound >= pending.start else { return wordEnd }
    let end = addressEnd(token) ?? token.range.upperBound
    // Behind a quote that is being opened, another one belongs to somebody else.
    guard end > caret, !pending.isQuoted || !value[caret..<end].contains(Byte.quote) else { return wordEnd }
    if let angle = token.angle {
      guard AddressPending.addressEnd(of: token, in: value) != nil else { return wordEnd }
      return angle.lowerBound < caret && angle.contains(caret) || isInWord ? end : wordEnd
    }
    if let content = token.content, content.lowerBound < caret, content.contains(caret) { return max(end, wordEnd) }
    return wordEnd
  }

  /// The end of a mailbox that has an address: with its comments if nothing else follows the address, else without.
  private func addressEnd(_ token: Token) -> Int? {
    guard let end = AddressPending.addressEnd(of: token, in: value) else { return nil }
    var lexer = Lexer(value, in: end..<max(end, token.range.upperBound), .part(hasOpenEnd: false))
    while let lexeme = lexer.next() {
      if !lexeme.kind.isSpace { return end }
    }
    return token.range.upperBound
  }

  /// Whether the caret stands between two characters of a word.
  private var isInWord: Bool { wordEnd > caret }

  /// The end of the word that the caret stands in or behind, brackets glued to it included.
  private var wordEnd: Int {
    guard caret > 0, caret < value.count, Byte.isAtom(value[caret - 1]), Byte.isAtom(value[caret]) else { return caret }
    var i = caret
    while i < value.count, Byte.isAtom(value[i]) || value[i] == Byte.openBracket || value[i] == Byte.closeBracket {
      if Lexer.wideSeparator(value, at: i, before: value.count) != nil { break }
      i += 1
    }
    return i
  }

  private func next(after offset: Int) -> Fragment.Next {
    var lexer = Lexer(value, in: offset..<value.count, .part(hasOpenEnd: false))
    while let lexeme = lexer.next() {
      if lexeme.kind.isSpace { continue }
      let isWide = Lexer.wideSeparator(value, at: lexeme.start, before: value.count) != nil
      return lexeme.kind.isSeparator || isWide ? .separator : .token
    }
    return .nothing
  }
}

// MARK: - The others

extension AddressFragment {
  /// How the list must read with an accepted candidate: as it did before, but for the mailbox under the caret.
  ///
  /// - Parameters:
  ///   - fragment: what the candidate replaces.
  ///   - name: the group that the candidate is, with one member.
  /// - Returns: nil where the fragment would replace more than one mailbox.
  private func expectation(_ fragment: Fragment, group name: String?) -> Expectation? {
    let replaced = (fragment.removed?.lowerBound ?? fragment.range.lowerBound)..<fragment.range.upperBound
    guard !holdsSeveral(replaced) else { return nil }
    let probe = Recipient(address: Self.probe, group: name ?? group)
    var expected = Expectation()
    var isPlaced = false
    for token in whole.reading.tokens {
      let content = token.content ?? token.range
      switch token.form {
      case .word where content.upperBound < replaced.lowerBound || replaced.upperBound < content.lowerBound:
        expected.words.append(AddressText.value(token, in: whole.bytes))
      case .address, .link:
        if content.lowerBound >= replaced.lowerBound, !isPlaced {
          expected.recipients.append(probe)
          isPlaced = true
        }
        if content.lowerBound < replaced.lowerBound || content.upperBound > replaced.upperBound {
          expected.recipients.append(Recipient(token, in: whole))
        }
      case .word, .name: break
      }
    }
    if !isPlaced { expected.recipients.append(probe) }
    return expected
  }

  /// Whether the list reads so with a candidate in the fragment's place.
  private func isMet(_ expected: Expectation, by fragment: Fragment, _ spelled: String) -> Bool {
    let edited = AddressReader.reader(
      of: fragment.applying(spelled, to: value, endsWithSeparator: false), ReadingOptions())
    var recipients = expected.recipients[...]
    var words = expected.words[...]
    for token in edited.reading.tokens {
      switch token.form {
      case .address, .link:
        guard recipients.popFirst() == Recipient(token, in: edited) else { return false }
      case .word where AddressText.value(token, in: edited.bytes) == words.first: words.removeFirst()
      case .word, .name: break
      }
    }
    return recipients.isEmpty && words.isEmpty
  }

  /// The address of the made-up candidate with which a fragment is tried.
  private static let probe = "probe@probe.invalid"

  private static func spelled(_ name: String) -> String {
    AddressSpeller.spell(name: name, value: probe)
  }

  /// The recipients that a list must hold, these in this order and no others; and words, these among others.
  private struct Expectation {
    var recipients: [Recipient] = []
    var words: [String] = []
  }

  /// Whether a range looks as if it held several mailboxes: an open quote elsewhere may have made one name of them.
  private func holdsSeveral(_ range: Range<Int>) -> Bool {
    var (hasAddress, isBehind, isApart) = (false, false, false)
    for byte in value[range] {
      switch byte {
      case Byte.at where isBehind: return true
      case Byte.at: hasAddress = true
      case Byte.comma, Byte.semicolon: (isBehind, isApart) = (hasAddress, hasAddress)
      case Byte.greater: isBehind = hasAddress
      default: if isApart, !Byte.isWhite(byte) { return true }
      }
    }
    return false
  }

  /// Whom a token writes to, and in which group.
  private struct Recipient: Equatable {
    var address: String
    var group: String?

    init(address: String, group: String?) {
      self.address = address
      self.group = group
    }

    init(_ token: Token, in reader: AddressReader) {
      address = AddressText.value(token, in: reader.bytes)
      group = token.group.map { reader.reading.groups[$0].name }
    }
  }
}

// MARK: - Lines

extension AddressFragment {
  private var lineEnd: Int {
    var end = value[caret...].firstIndex(of: Byte.lineFeed) ?? value.count
    while end > caret, end < value.count, Byte.isBlank(value[end - 1]) || value[end - 1] == Byte.carriageReturn {
      end -= 1
    }
    return end
  }

  /// Draws a fragment into the caret's line; what stands of it on earlier lines is to be removed.
  private func unfold(_ fragment: inout Fragment) {
    let start = fragment.range.lowerBound
    guard let newline = value[start..<caret].lastIndex(of: Byte.lineFeed) else { return }
    var first = newline + 1
    while first < caret, Byte.isBlank(value[first]) { first += 1 }
    fragment.range = first..<max(first, fragment.range.upperBound)
    var end = newline
    while end > start, Byte.isWhite(value[end - 1]) { end -= 1 }
    // A line of which nothing would remain goes with its line end, so that no line of blanks is left.
    var lineStart = start
    while lineStart > 0, Byte.isBlank(value[lineStart - 1]) { lineStart -= 1 }
    if lineStart > 0, value[lineStart - 1] == Byte.lineFeed {
      lineStart -= 1
      if lineStart > 0, value[lineStart - 1] == Byte.carriageReturn { lineStart -= 1 }
      fragment.removed = lineStart..<end
    } else {
      fragment.removed = start..<end
    }
  }
}
