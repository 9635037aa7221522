/// The value of one git trailer: `Ines Vela <ines@example.org>`, `a list, of people`, or any other text.
///
/// Which of them is decided by the trailer's key (grammars.md section 7). In a value that one address ends, all before
/// its `<` is the name; a ` # note` behind the address belongs to the token and is dropped (a custom of the kernel).
enum Trailers: Syntax {
  static func read(_ value: [UInt8], _ options: ReadingOptions) -> Reading {
    let kind = TrailerKey(options.field ?? "")
    var range = trimmed(0..<value.count, in: value)
    guard !range.isEmpty else { return Reading() }
    guard kind != .text else {
      var list = TokenList(value)
      list.add(Token(range: range, form: .word, content: range))
      list.reading.faults += Survey(value, column: options.column, hasLineLimit: false).faults
      list.finish(limit: options.max) { key($0, in: value) }
      return list.reading
    }
    let whole = range
    if let note = note(in: value, range) { range = trimmed(range.lowerBound..<note, in: value) }
    var reading = people(value, range, options)
    let limit = min(options.max ?? .max, kind == .person ? 1 : .max)
    reading.faults.removeAll { $0.rule == .tooMany || $0.rule == .needsQuotes || isCustomary($0, value) }
    if reading.tokens.count > max(limit, 0) {
      for token in reading.tokens[max(limit, 0)...] {
        reading.faults.append(Fault(.tooMany, token.range, detail: String(limit)))
      }
    }
    if range.upperBound < whole.upperBound, let last = reading.tokens.indices.last {
      let start = trimmed(range.upperBound..<whole.upperBound, in: value).lowerBound
      reading.tokens[last].range = reading.tokens[last].range.lowerBound..<whole.upperBound
      reading.marks.append(Mark(kind: .comment, range: start..<whole.upperBound))
    }
    reading.faults.sort(by: Fault.isOrdered)
    reading.hashKeys { key($0, in: value) }
    return reading
  }

  /// Whether a fault is one of those that commits live with: the brackets of `dependabot[bot]@…`, whose address GitHub
  /// makes, and the `.(none)` that git puts behind a host without a domain.
  private static func isCustomary(_ fault: Fault, _ value: [UInt8]) -> Bool {
    switch fault.rule {
    case .badChar: value[fault.range].allSatisfy { $0 == Byte.openBracket || $0 == Byte.closeBracket }
    case .badDot: value[fault.range.upperBound...].starts(with: "(none)".utf8)
    default: false
    }
  }

  private static func people(_ value: [UInt8], _ range: Range<Int>, _ options: ReadingOptions) -> Reading {
    if value[range.upperBound - 1] == Byte.greater, let less = value[range].firstIndex(of: Byte.less),
      !value[range.lowerBound..<less].contains(Byte.at), !value[(less + 1)..<range.upperBound].contains(Byte.less),
      value[less..<range.upperBound].firstIndex(of: Byte.greater) == range.upperBound - 1
    {
      let (token, faults) = Person.read(value, range, less: less, options)
      let others = Survey(value, column: 0, hasLineLimit: false).faults.filter { $0.range.upperBound <= less }
      return Reading(tokens: [token], faults: others + faults)
    }
    return AddressReader.read(Array(value[range]), Person.plain(options)).shifted(by: range.lowerBound)
  }

  /// A range without the white space at its ends.
  static func trimmed(_ range: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, MailText.isSpace(bytes[start]) { start += 1 }
    while start < end, MailText.isSpace(bytes[end - 1]) { end -= 1 }
    return start..<end
  }

  /// The `#` of a note behind an address; nil if there is none.
  private static func note(in value: [UInt8], _ range: Range<Int>) -> Int? {
    guard let at = value[range].firstIndex(of: Byte.at) else { return nil }
    return (at + 1..<range.upperBound).first { value[$0] == UInt8(ascii: "#") && MailText.isSpace(value[$0 - 1]) }
  }

  // MARK: Words

  static func display(_ token: Token, in value: [UInt8]) -> String {
    token.form == .word ? Self.value(token, in: value) : AddressText.display(token, in: value)
  }

  static func value(_ token: Token, in value: [UInt8]) -> String {
    guard token.form == .word else { return AddressText.value(token, in: value) }
    return Person.unfolded(token.inside(token.content, value), in: value)
  }

  static func key(_ token: Token, in value: [UInt8]) -> String? {
    guard token.form == .word else { return AddressText.key(token, in: value) }
    let text = Self.value(token, in: value)
    return text.isEmpty ? nil : text
  }

  static func key(ofValue value: String) -> String {
    AddressText.key(ofValue: value)
  }

  static func traits(_ token: Token, in value: [UInt8], _ reading: Reading, _ options: ReadingOptions) -> [Trait] {
    options.field.map { [Trait("key", .text($0))] } ?? []
  }

  // MARK: Writing

  /// A person as git writes one, `K. Reyes <k@example.org>`; a name is quoted only where a list would be torn by it.
  ///
  /// What is no address is text, and stands as it is.
  static func spell(name: String, value: String) -> String {
    if name.isEmpty, !value.utf8.contains(Byte.at) { return AddressSpeller.clean(value) }
    return Person.spell(name: name, value: value) { name in
      let bytes = Array(name.utf8)
      let isEncoded = zip(bytes, bytes.dropFirst()).contains { $0 == Byte.equals && $1 == Byte.question }
      return !isEncoded && !bytes.contains { ",;:<>\"()@\\[]#".utf8.contains($0) }
    }
  }

  static func fragment(in value: [UInt8], caret: Int, _ options: ReadingOptions) -> Fragment? {
    let caret = Typing.place(caret, in: value)
    let isText = options.field.map { TrailerKey($0) == .text } ?? false
    let range = trimmed(0..<value.count, in: value)
    guard isText || !value.contains(Byte.at) && !value.contains(Byte.less), !value[range].contains(Byte.lineFeed) else {
      return isText ? nil : Grammar.addressList.fragment(in: value, caret: caret)
    }
    // Nothing is cut before there is an address: the comma of `Ruiz, An` may belong to the name.
    guard range.lowerBound < caret, caret <= range.upperBound else {
      return range.isEmpty ? Fragment(query: "", range: caret..<caret) : nil
    }
    let query = Person.unfolded(trimmed(range.lowerBound..<caret, in: value), in: value)
    return Fragment(query: query, range: range)
  }
}

/// What the value of a trailer is, by its key.
enum TrailerKey: Equatable, Sendable {
  /// One person: `Signed-off-by` and all that end so.
  case person
  /// People: `Cc`, `To`.
  case people
  /// Any text.
  case text

  /// The kind of a key in any case.
  init(_ key: String) {
    let folded = key.lowercased()
    if ["cc", "to", "bcc"].contains(folded) {
      self = .people
    } else {
      self = folded.hasSuffix("-by") && folded.utf8.count > 3 ? .person : .text
    }
  }

  /// Keys that are in use nearly everywhere, those first that most need.
  static let common = [
    "Signed-off-by", "Co-authored-by", "Reviewed-by", "Acked-by", "Tested-by", "Reported-by", "Suggested-by",
    "Helped-by", "Co-developed-by", "Cc", "Fixes", "Closes", "Link", "Change-Id",
  ]

  /// Whether a key, with blanks for its hyphens too, is one that is missed where it stands outside the trailers.
  static func isKnown(_ key: String) -> Bool {
    let folded = key.lowercased()
    if folded.utf8.contains(Byte.space) { return spaced.contains(folded.split(separator: " ").joined(separator: "-")) }
    return others.contains(folded) || TrailerKey(folded) == .person
  }

  private static let others: Set<String> = ["cc", "fixes", "link", "closes", "change-id"]

  /// Keys that people write with blanks: any words before `by` would make trailers of prose.
  private static let spaced: Set<String> = [
    "signed-off-by", "co-authored-by", "co-developed-by", "reviewed-by", "acked-by", "tested-by", "reported-by",
    "suggested-by", "helped-by", "change-id",
  ]
}
