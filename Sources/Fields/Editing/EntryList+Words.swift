// Texts that stand in no list yet: how one is read by itself, and how words are written as an entry.

extension EntryList {
  /// What is special to the syntax.
  var rules: EditingRules { custom?.rules ?? grammar.editingRules }

  /// What a user has described of the syntax; nil for all others.
  var custom: CustomSyntax? { grammar == .custom ? options.surroundings.custom ?? CustomSyntax() : nil }

  /// A text read by itself as it would be in this list, with what has to stand around it there.
  func sample(_ text: some Collection<UInt8>) -> EntryList {
    EntryList(frame.before + text + frame.after, grammar, sampleOptions)
  }

  private var sampleOptions: ReadingOptions {
    guard grammar != .addressList else { return ReadingOptions() }
    var options = options
    (options.caret, options.max, options.column) = (nil, nil, 0)
    options.surroundings.exclusions = [:]
    if grammar == .latexKeywords { options.surroundings.role = nil }
    return options
  }

  /// Whether a caret touches an entry, blanks behind it aside where these do not end it.
  func isAt(_ caret: Int, _ range: Range<Int>) -> Bool {
    if range.lowerBound <= caret, caret <= range.upperBound { return true }
    guard caret > range.upperBound, caret <= value.count, !frame.endsAtBlank else { return false }
    return value[range.upperBound..<caret].allSatisfy(Byte.isBlank)
  }

  /// What a text has in common with others that mean the same; nil where there is nothing to compare.
  func key(of text: [UInt8]) -> String? {
    let list = sample(text)
    return list.entries.first.flatMap { grammar.key($0, list) }
  }

  /// Whether a text leaves something open at its end, so that a separator there would belong to it: `"Ruiz`, `Team: a`.
  func isOpen(_ text: some Collection<UInt8>) -> Bool {
    let reading = sample(text).reading
    return reading.faults.contains { $0.rule == .unclosed } || reading.tokens.last?.hasOpenEnd == true
  }

  /// Whether a separator behind a text may be text of it: in names that are not quoted, until there is an address.
  func mayGoOn(_ text: some Collection<UInt8>) -> Bool {
    if isOpen(text) { return true }
    return (grammar == .trailers || grammar == .maintainers) && !text.contains(Byte.at)
  }

  /// Whether a text is one entry with nothing wrong in it that is worth a warning.
  package func isValid(_ text: [UInt8]) -> Bool {
    let reading = sample(text).reading
    return reading.tokens.count + reading.groups.count > 0
      && !reading.faults.contains { $0.severity == .error || $0.severity == .warning }
  }

  // MARK: Pieces

  /// The entries of a text that is added.
  ///
  /// - Returns: the texts of the entries, on one line each; empty for one of blanks, and for what cannot be written here.
  package func pieces(of text: String) -> [[UInt8]] {
    // No format has a place for it, and programs end a line there.
    if text.utf8.contains(0) { return [] }
    return rules.takesWords ? written(text) : cut(text)
  }

  /// The entries of a text of the syntax: what line ends separate, too, and tabs where they are no blanks of an entry.
  private func cut(_ text: String) -> [[UInt8]] {
    var bytes = Array(text.utf8)
    var list = sample(bytes)
    let isPlain = !bytes.contains(Byte.quote) && !bytes.contains(Byte.openParenthesis)
    if isPlain, bytes.contains(Byte.tab) {
      let start = frame.before.count
      for (index, entry) in list.entries.enumerated() where !isValid(Array(list.text(index))) {
        // A tab behind a line end is a fold.
        for place in entry.range
        where place > start && list.value[place] == Byte.tab && list.value[place - 1] != Byte.lineFeed {
          bytes[place - start] = Byte.lineFeed
        }
      }
      list = sample(bytes)
    }
    return list.entries.indices.map { Self.unfolded(list.text($0)) }
  }

  /// Whether something of a text is neither an entry nor between two: a comment, a bracket alone.
  func leavesText(of text: String) -> Bool {
    guard grammar == .addressList else { return false }
    let list = sample(Array(text.utf8))
    var next = 0
    let parts = (list.entries.map(\.range) + list.separators).sorted { $0.lowerBound < $1.lowerBound }
    for part in parts {
      if part.lowerBound > next, !list.value[next..<part.lowerBound].allSatisfy(Byte.isWhite) { return true }
      next = max(next, part.upperBound)
    }
    return !list.value[min(next, list.value.count)...].allSatisfy(Byte.isWhite)
  }

  /// A token as it stands on one line: nothing of it is cut off, whatever it holds.
  package func line(of raw: String) -> [UInt8] {
    let line = Self.unfolded(Array(raw.utf8)[...])
    let isPlain = !line.contains(Byte.quote) && !line.contains(Byte.openParenthesis)
    return isPlain ? line.map { $0 == Byte.tab ? Byte.space : $0 } : line
  }

  /// The entries of a text that is pasted: those of each line, cut as the syntax cuts a list on one line.
  func pasted(_ text: String) -> [[UInt8]] {
    guard rules.takesWords else { return cut(text) }
    var pieces: [[UInt8]] = []
    for line in text.split(whereSeparator: { $0.isNewline || $0 == "\t" }) {
      let words = Self.trimmed(String(line), dropsDash: grammar == .yamlTags)
      guard !words.isEmpty else { continue }
      let list = clip(words)
      let isClean = !list.entries.isEmpty && list.broken == 0
      let texts = isClean ? list.entries.indices.map { String(decoding: list.text($0), as: UTF8.self) } : [words]
      for text in texts {
        let written = written(text, from: .clipboard)
        pieces += written.isEmpty ? [Array(text.utf8)] : written
      }
    }
    return pieces
  }

  /// A line of a clipboard as a list: in brackets, whatever this list has around its entries.
  func clip(_ line: String) -> EntryList {
    var bytes = Array(line.utf8)
    switch grammar {
    case .yamlTags where !(bytes.first == Byte.openBracket && bytes.last == Byte.closeBracket):
      bytes = [Byte.openBracket] + bytes + [Byte.closeBracket]
    case .tomlTags, .jsonTags:
      if bytes.first != Byte.openBracket { bytes = [Byte.openBracket] + bytes + [Byte.closeBracket] }
    case .yamlTags: break
    case .orgTags:
      let words = bytes.split { $0 == Byte.comma || $0 == Byte.colon || MailText.isSpace($0) }
      bytes = frame.before + words.joined(separator: frame.before.isEmpty ? [Byte.space] : frame.before) + frame.after
    default: return sample(bytes)
    }
    return EntryList(bytes, grammar, sampleOptions)
  }

  /// How a token goes to the clipboard, so that a list on one line can hold it.
  func clipped(_ raw: String) -> String {
    guard rules.takesWords else { return String(decoding: line(of: raw), as: UTF8.self) }
    let (list, own) = (clip(raw), sample(Array(raw.utf8)))
    guard let entry = own.entries.first else { return raw }
    let value = grammar.value(entry, own)
    let isSame =
      list.entries.count == 1 && list.text(0).elementsEqual(raw.utf8) && grammar.value(list.entries[0], list) == value
    guard !isSame else { return raw }
    let spelled = custom?.spell(value) ?? grammar.spell(name: "", value: value)
    return spelled.isEmpty ? raw : spelled
  }

  static func trimmed(_ text: String, dropsDash: Bool = false) -> String {
    var bytes = Array(text.utf8)[...]
    while let first = bytes.first, Byte.isWhite(first) { bytes = bytes.dropFirst() }
    while let last = bytes.last, Byte.isWhite(last) { bytes = bytes.dropLast() }
    if dropsDash, bytes.starts(with: "- ".utf8) {
      return trimmed(String(decoding: bytes.dropFirst(2), as: UTF8.self))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A text without its line ends: those of a fold become one blank.
  static func unfolded(_ text: ArraySlice<UInt8>) -> [UInt8] {
    guard text.contains(where: { $0 == Byte.lineFeed || $0 == Byte.carriageReturn }) else { return Array(text) }
    var result: [UInt8] = []
    for byte in text {
      if byte == Byte.lineFeed || byte == Byte.carriageReturn {
        if let last = result.last, !Byte.isBlank(last) { result.append(Byte.space) }
      } else if !Byte.isBlank(byte) || !(result.last.map(Byte.isBlank) ?? true) {
        result.append(byte)
      }
    }
    return result
  }

  // MARK: Words

  /// Where words come from, which bears on whether they can be text of the syntax.
  enum Origin { case program, clipboard, hand }

  /// Words as an entry: as they are where they read as one, else as the syntax spells them, in the quotes of the list.
  ///
  /// - Parameters:
  ///   - text: the words, or text of the syntax.
  ///   - origin: where they come from; what somebody typed in the list itself means what it says.
  /// - Returns: one text; several where a text cannot be one entry and is several; none for what cannot be written here.
  func written(_ text: String, from origin: Origin = .program) -> [[UInt8]] {
    var text = Self.trimmed(text)
    if dropsHash, text.utf8.first == UInt8(ascii: "#"), text.utf8.count > 1 { text.removeFirst() }
    guard !text.isEmpty else { return [] }
    let list = sample(Array(text.utf8))
    // A reference to a place that may not be there is none that anybody has typed as a word.
    let isReference = list.reading.tokens.contains(where: \.isReference)
    if !isReference, isWhole(list, text.utf8.count) {
      let isBare = list.reading.tokens.first?.quoting == .bare
      if !needsSpelling(text, origin), !isBare || frame.quoting == nil { return [styled(text)] }
      if isBare, !needsSpelling(text, origin) { return spelled(name: "", value: text).map { [$0] } ?? [] }
    }
    // A text in quotes with a broken escape is one all the same; quotes around it would make another of it.
    let quotes = list.reading.tokens.first.map { $0.quoting == .double || $0.quoting == .single } ?? false
    let isQuoted = quotes && custom == nil && text.utf8.count > 1 && text.utf8.first == text.utf8.last
    if isQuoted, list.entries.count == 1, list.text(0).count == text.utf8.count { return [Array(text.utf8)] }
    if let spelled = spelled(name: "", value: text) { return [spelled] }
    let isBare = custom.map { $0.quoting == .none } ?? false
    let cuts = isBare || grammar == .newsgroups || grammar == .messageIDs || grammar == .owners
    guard cuts, list.entries.count > 1 else { return [] }
    let parts = list.entries.indices.map { written(String(decoding: list.text($0), as: UTF8.self), from: origin) }
    return parts.allSatisfy { $0.count == 1 } ? parts.flatMap { $0 } : []
  }

  /// A name and a value as one entry of this list, whatever syntax they come from.
  ///
  /// - Parameters:
  ///   - name: the display name in plain words; "" for none.
  ///   - value: the address, or the words of a tag.
  /// - Returns: the text of the entry; nil for what cannot be written here.
  package func spelled(name: String, value: String) -> [UInt8]? {
    var value = value
    if dropsHash, value.utf8.first == UInt8(ascii: "#"), value.utf8.count > 1 { value.removeFirst() }
    let plain = custom?.spell(value) ?? grammar.spell(name: name, value: value)
    guard !plain.isEmpty else { return nil }
    for text in [quoted(value, plain), plain] {
      let bytes = rules.takesWords ? styled(text) : Array(text.utf8)
      let list = sample(bytes)
      if isWhole(list, bytes.count), means(list, value) { return bytes }
    }
    return nil
  }

  /// Whether a sample is one entry from its first byte to its last, with nothing wrong in how it is written.
  ///
  /// - Parameters:
  ///   - list: the sample.
  ///   - count: how many bytes were sampled.
  ///   - allowed: faults that do not count.
  /// - Returns: false for several entries, and for none.
  func isWhole(_ list: EntryList, _ count: Int, _ allowed: Set<Rule> = []) -> Bool {
    let start = frame.before.count
    guard list.entries.count == 1, list.entries[0].range == start..<start + count else { return false }
    return !list.value[list.entries[0].range].contains(Byte.lineFeed)
      && !list.reading.faults.contains { Self.misspellings.contains($0.rule) && !allowed.contains($0.rule) }
  }

  private static let misspellings: Set<Rule> = [
    .unclosed, .strayText, .missingSeparator, .wrongSeparator, .emptyItem, .missingAngle, .badEscape, .badType,
    .needsQuotes, .controlChar, .invisibleChar, .invalidUTF8,
  ]

  /// Whether what was spelled means the words that it was spelled from, where a syntax can say everything.
  private func means(_ list: EntryList, _ value: String) -> Bool {
    switch grammar {
    case .yamlTags, .tomlTags, .jsonTags:
      return list.entries.first.map { grammar.value($0, list) == value } ?? false
    case .custom:
      // In running text the sign before a tag is part of it, which need not be said.
      let (written, isText) = (list.entries.first.map { grammar.value($0, list) }, frame.style == .text)
      return written == value || isText && written?.hasSuffix(value) == true
    case .bibKeywords, .latexKeywords:
      return list.entries.first.map { grammar.value($0, list) == AddressSpeller.clean(value) } ?? false
    case .bibPersons: return list.entries.first.map { BibName.isSame(grammar.value($0, list), value) } ?? false
    default: return true
    }
  }

  /// Whether a tag and the same with `#` in front are one for the program that reads them.
  private var dropsHash: Bool {
    let flavor = options.surroundings.flavor
    return grammar == .yamlTags && (flavor == .obsidian || flavor == .zk)
  }

  /// Whether words that could stand as they are are no text of the syntax: `R&D` in TeX, an owner without `@`.
  private func needsSpelling(_ text: String, _ origin: Origin) -> Bool {
    switch grammar {
    case .bibKeywords, .bibPersons, .latexKeywords:
      if grammar == .bibPersons, BibName.isNone(text) { return true }
      if origin != .hand, TexText.reachesOut(text) { return true }
      if grammar == .latexKeywords, origin == .program, !TexText.isPlain(text) { return true }
      let isTex = text.utf8.contains { "\\${".utf8.contains($0) }
      return !isTex && text.utf8.contains { "&%#_~^\"".utf8.contains($0) }
    case .owners: return !text.utf8.contains(Byte.at)
    case .yamlTags: return isRiskyYaml(text) || beginsYaml(text, origin)
    case .newsgroups, .orgTags: return grammar.spell(name: "", value: text).isEmpty
    case .inlineTags: return text.utf8.first != UInt8(ascii: "#") && text.utf8.first != Byte.at
    case .custom:
      // What a shell would make something else of: `$x`, a backslash.
      guard let custom, custom.quoting == .shell, let first = text.utf8.first, !"'\"".utf8.contains(first) else {
        return false
      }
      return custom.spell(text) != text
    default: return false
    }
  }

  /// Words in the quotes that every other entry has; as they were spelled where there are none.
  private func quoted(_ value: String, _ plain: String) -> String {
    switch (grammar, frame.quoting) {
    case (.yamlTags, .double): return Hexadecimal.quoted(value)
    case (.custom, .double): return ShellWord.double(value)
    case (.custom, .single): return ShellWord.single(value)
    case (.yamlTags, .single) where !plain.utf8.starts(with: [Byte.quote]),
      (.tomlTags, .single) where !plain.utf8.contains(Byte.backslash) && !value.utf8.contains(UInt8(ascii: "'")):
      return "'" + value.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
    default: return plain
    }
  }

  /// A page of Logseq as all others of the list are written: `[[a]]`, `#a`.
  private func styled(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    guard grammar == .logseqTags, let first = entries.first, let sign = bytes.first,
      sign != UInt8(ascii: "#"), sign != Byte.openBracket
    else { return bytes }
    func all(_ prefix: String) -> Bool { entries.indices.allSatisfy { self.text($0).starts(with: prefix.utf8) } }
    guard !first.range.isEmpty else { return bytes }
    if all("[[") { return Array("[[".utf8) + bytes + Array("]]".utf8) }
    guard all("#") else { return bytes }
    let hash = [UInt8(ascii: "#")]
    return bytes.contains(Byte.space) ? hash + Array("[[".utf8) + bytes + Array("]]".utf8) : hash + bytes
  }

  /// A text as it is committed: in the quotes that it lacks, or spelled where it would be read as anything else.
  func tidied(_ text: [UInt8]) -> [UInt8] {
    if rules.takesWords {
      let written = written(String(decoding: text, as: UTF8.self), from: .hand)
      return written.count == 1 ? written[0] : text
    }
    guard grammar == .addressList else { return text }
    let list = sample(text)
    guard list.entries.count == 1, let token = list.reading.tokens.first, list.reading.tokens.count == 1,
      list.reading.faults.contains(where: { $0.rule == .needsQuotes }), list.reading.faults.count == 1,
      token.comment == nil, token.name != nil
    else { return text }
    let (name, address) = (grammar.display(token, in: text), grammar.value(token, in: text))
    let spelled = Array(grammar.spell(name: name, value: address).utf8)
    let again = sample(spelled)
    guard let tidy = again.reading.tokens.first, again.reading.tokens.count == 1, again.reading.faults.isEmpty,
      grammar.display(tidy, in: spelled) == name, grammar.value(tidy, in: spelled) == address
    else { return text }
    return spelled
  }
}

extension EntryList {
  /// Why a text gave no entry: it is empty, or this syntax cannot write it.
  func reason(forNoneIn text: String) -> Reason {
    rules.takesWords && !text.utf8.allSatisfy(Byte.isWhite) ? .syntax : .empty
  }
}

extension Editor {
  /// The text with which a token of another field is added to this one: as it is where that means the same here, else
  /// spelled anew in this syntax.
  ///
  /// - Parameters:
  ///   - token: one of the other field's.
  ///   - other: that field.
  /// - Returns: nil for a group that this syntax has not, and for what cannot be written in it.
  package func carried(_ token: EditedToken, from other: Editor) -> String? {
    let words = other.words(other.standing(token))
    if grammar == other.grammar {
      let own = list.sample(Array(words.raw.utf8))
      guard grammar != .addressList else { return String(decoding: list.line(of: words.raw), as: UTF8.self) }
      // An anchor and a tag of YAML are none of its words.
      let hasProperties = grammar == .yamlTags && words.raw.utf8.first.map { "&!".utf8.contains($0) } ?? false
      if !hasProperties, own.entries.count == 1, grammar.value(own.entries[0], own) == words.value { return words.raw }
    }
    let isGroup = token.entry.map { other.list.entries[$0].group != nil } ?? false
    guard !isGroup, !words.value.isEmpty else { return nil }
    let hasName = grammar.hasNames && other.grammar.hasNames && words.display != words.value
    return list.spelled(name: hasName ? words.display : "", value: words.value)
      .map { String(decoding: $0, as: UTF8.self) }
  }
}

extension Grammar {
  /// Whether an entry has a name beside its value.
  fileprivate var hasNames: Bool { self == .addressList || self == .trailers || self == .maintainers }
}
