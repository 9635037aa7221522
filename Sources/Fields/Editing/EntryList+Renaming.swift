// One tag that gets another name wherever it stands in a value.

/// A place of a value where a tag stands.
package struct TagPlace: Equatable, Sendable {
  /// The token, as an index into the reading.
  package var token: Int
  /// Bytes of the value that name the tag, without `#`, brackets and anchors.
  package var range: Range<Int>
  /// What the token means.
  package var value: String
  /// How it names the tag.
  package var match: TagName.Match
}

/// What it takes to rename a tag in one value.
package struct TagRenaming: Equatable, Sendable {
  /// Where the tag stands, with the new meaning of each token that changes.
  package var places: [(place: TagPlace, new: String)] = []
  /// The edit, in order; none where the tag stands nowhere or some place refuses.
  package var changes: [Change] = []
  /// Places where the new name cannot be written.
  package var refused: [TagPlace] = []
  /// How many entries go, since the list holds the new tag already.
  package var merged = 0

  /// Whether two edits are the same.
  package static func == (one: TagRenaming, other: TagRenaming) -> Bool {
    one.changes == other.changes && one.refused == other.refused && one.merged == other.merged
      && one.places.elementsEqual(other.places) { $0.place == $1.place && $0.new == $1.new }
  }
}

extension EntryList {
  /// Where a tag and those below it stand, in order; aliases of YAML, which only refer to one, and mentions are none.
  ///
  /// - Parameters:
  ///   - tag: the tag.
  ///   - isExact: whether a spelling in another case is another tag.
  /// - Returns: the places.
  package func places(of tag: TagName, isExact: Bool = false) -> [TagPlace] {
    reading.tokens.indices.compactMap { index in
      let token = reading.tokens[index]
      guard !token.isReference, let (value, match) = match(token, tag, isExact) else { return nil }
      let content = token.inside(token.content, self.value)
      return TagPlace(token: index, range: content.isEmpty ? token.range : content, value: value, match: match)
    }
  }

  /// Whether a slash in a tag parts levels here; in keywords of packages it is a letter.
  package var nests: Bool { grammar.nests && !options.surroundings.isPackage }

  private func match(_ token: Token, _ tag: TagName, _ isExact: Bool) -> (value: String, match: TagName.Match)? {
    guard token.range.upperBound <= value.count else { return nil }
    if grammar == .inlineTags, token.range.isEmpty || value[token.range.lowerBound] == Byte.at { return nil }
    let text = grammar.value(token, in: value)
    return tag.match(text, nests: nests, isExact: isExact).map { (text, $0) }
  }

  /// The edit that gives a tag another name: it keeps the quotes, brackets, anchors and `#` of each place, and the tags
  /// below it go along.
  ///
  /// An entry that would then stand there twice goes, with its separator; in running text each stays, and in definitions
  /// of Org each that stands in a bracket of its own. The value is read anew with the edit made, and has to hold exactly what it should.
  ///
  /// - Parameters:
  ///   - tag: the tag as it is.
  ///   - name: what it is to be called; the very same name changes nothing.
  ///   - isExact: whether a spelling in another case is another tag.
  /// - Returns: the edit; what refuses is in `refused`, and then nothing is changed.
  package func renaming(_ tag: TagName, to name: TagName, isExact: Bool = false) -> TagRenaming {
    var result = TagRenaming()
    if name.text.utf8.elementsEqual(tag.text.utf8) {
      let kept = places(of: tag, isExact: isExact).map { ($0, $0.match.sign + name.text + $0.match.below) }
      result.places = kept.filter { $0.0.value.utf8.elementsEqual($0.1.utf8) }
      return result
    }
    var texts: [Int: [UInt8]] = [:]
    var written: [ArraySlice<UInt8>: [UInt8]?] = [:]
    for place in places(of: tag, isExact: isExact) {
      let token = reading.tokens[place.token]
      let new = place.match.sign + name.text + place.match.below
      let raw = value[token.range]
      let text = options.surroundings.isTorn ? nil : written[raw] ?? respelled(token, place, name.text, as: new)
      written[raw] = .some(text)
      result.places.append((place, new))
      if let text { texts[place.token] = text } else { result.refused.append(place) }
    }
    guard result.refused.isEmpty, !texts.isEmpty else { return result }
    let removed = doubles(texts.keys, result.places, isExact)
    for removed in removed.isEmpty ? [[]] : [removed, []] {
      guard let changes = changes(texts, except: removed), isRight(changes, result.places, except: removed) else {
        continue
      }
      (result.changes, result.merged) = (changes, removed.count)
      return result
    }
    result.refused = result.places.map(\.place)
    return result
  }

  // MARK: Writing

  /// A token with another meaning, written as it is now where that can be; nil where it cannot be written.
  private func respelled(_ token: Token, _ place: TagPlace, _ name: String, as new: String) -> [UInt8]? {
    if token.quoting == .block { return nil }
    if grammar == .orgTags, grammar.spell(name: "", value: new).isEmpty { return nil }
    let raw = Array(value[token.range])
    if place.value == new { return raw }
    let content = token.inside(token.content, value)
    let (before, after) = (
      value[token.range.lowerBound..<content.lowerBound], value[content.upperBound..<token.range.upperBound]
    )
    let sign = place.match.sign
    var candidates: [[UInt8]] = []
    // Some readers of YAML take `?x` and `:x` in brackets for keys.
    let isKey =
      grammar == .yamlTags && token.quoting == .bare
      && (isRiskyYaml(new) || new.utf8.first.map { "?:".utf8.contains($0) } ?? false)
    if !isKey, let inner = inner(sign + name, token) {
      candidates.append(before + inner + belowBytes(content, place) + after)
      if let whole = self.inner(new, token) { candidates.append(before + whole + after) }
    }
    if grammar == .keywords, value[content].first == Byte.quote {
      candidates.insert(before + [Byte.quote] + escaped(new) + [Byte.quote] + after, at: 0)
    }
    // The quotes of the shell are part of a word.
    switch (grammar, token.quoting) {
    case (.custom, .single): candidates.insert(Array(ShellWord.single(new).utf8), at: 0)
    case (.custom, .double): candidates.insert(Array(ShellWord.double(new).utf8), at: 0)
    default: break
    }
    if let spelled = spelled(name: "", value: new) {
      candidates.append(grammar == .yamlTags && token.quoting == .bare ? before + spelled : spelled)
    }
    let allowed = Set(sample(raw).reading.faults.map(\.rule))
    return candidates.first { reads($0, as: new, allowed) }
  }

  /// Whether some reader of YAML takes words for others unless they stand in quotes: letters that are line ends to it,
  /// and in brackets a question mark, at which PyYAML ends a text.
  func isRiskyYaml(_ text: String) -> Bool {
    guard let first = text.utf8.first, first != Byte.quote else { return false }
    if YamlScalar.needsEscapes(text) { return true }
    return first != UInt8(ascii: "'") && frame.before.contains(Byte.openBracket) && text.utf8.contains(Byte.question)
  }

  /// Whether words begin with a sign that is no letter to some reader of YAML.
  ///
  /// - Parameters:
  ///   - text: the words.
  ///   - origin: where they come from; by hand, and in a list that is copied, an anchor or a tag may stand before a text.
  /// - Returns: false for what has quotes of its own.
  func beginsYaml(_ text: String, _ origin: Origin) -> Bool {
    let bytes = Array(text.utf8.prefix(2))
    switch bytes.first {
    // Readers of lists in brackets differ in what a colon is there.
    case Byte.colon: return origin == .program || frame.before.contains(Byte.openBracket)
    case UInt8(ascii: "&"), UInt8(ascii: "!"):
      return origin == .program || bytes.count == 1 || MailText.isSpace(bytes[1])
    default: return false
    }
  }

  /// What stands between the quotes of a token for a text; nil where only the syntax knows.
  private func inner(_ text: String, _ token: Token) -> [UInt8]? {
    switch (grammar, token.quoting) {
    case (.yamlTags, .single):
      return Array(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''").utf8)
    case (_, .double), (_, .tripleDouble): return Array(Hexadecimal.quoted(text).utf8.dropFirst().dropLast())
    case (.bibKeywords, _), (.latexKeywords, _):
      let spelled = grammar.spell(name: "", value: text)
      return spelled.isEmpty ? nil : Array(spelled.utf8)
    default: return Array(text.utf8)
    }
  }

  /// The levels below a tag as they are written.
  private func belowBytes(_ content: Range<Int>, _ place: TagPlace) -> ArraySlice<UInt8> {
    let count = place.match.below.utf8.count { $0 == UInt8(ascii: "/") }
    guard count > 0 else { return [] }
    let slashes = content.filter { value[$0] == UInt8(ascii: "/") }
    guard slashes.count >= count else { return [] }
    return value[slashes[slashes.count - count]..<content.upperBound]
  }

  private func escaped(_ text: String) -> [UInt8] {
    text.utf8.flatMap { $0 == Byte.quote || $0 == Byte.backslash ? [Byte.backslash, $0] : [$0] }
  }

  /// Whether a text is one entry that means what it should, with nothing wrong in it that was right before.
  private func reads(_ text: [UInt8], as meaning: String, _ allowed: Set<Rule>) -> Bool {
    let list = sample(text)
    // The tag of a node before a text is not ours to judge.
    guard isWhole(list, text.count, allowed), let entry = list.entries.first, grammar.value(entry, list) == meaning
    else {
      return false
    }
    return !list.reading.faults.contains { fault in
      (fault.severity == .error || fault.severity == .warning) && !allowed.contains(fault.rule)
    }
  }

  /// A name with the sign that a place of running text has before its tag: `+work` for one that stands where `+proj` does.
  ///
  /// - Parameters:
  ///   - name: the name.
  ///   - old: the tag that stands there.
  /// - Returns: nil where no sign is due, and where the name cannot be written even so.
  package func signed(_ name: String, as old: String) -> String? {
    guard let custom, custom.isText, let width = custom.sigil(Array(old.utf8)), custom.sigil(Array(name.utf8)) == nil,
      let sign = String(old.utf8.prefix(width)), spelled(name: "", value: sign + name) != nil
    else { return nil }
    return sign + name
  }

  // MARK: Merging

  /// The tokens that would stand in the list a second time; aliases and what is no entry of its own do not count.
  private func doubles(_ renamed: some Collection<Int>, _ places: [(place: TagPlace, new: String)], _ isExact: Bool)
    -> Set<Int>
  {
    if options.surroundings.role == "TAGS" { return twiceDefined(places, isExact) }
    guard grammar != .inlineTags, entries.count > 1 else { return [] }
    func key(_ text: String) -> String { TagName(text).map { isExact ? $0.text : $0.key } ?? text }
    let renamed = Set(renamed)
    var held: Set<String> = []
    for (index, token) in reading.tokens.enumerated() where !renamed.contains(index) && !token.isReference {
      held.insert(key(grammar.value(token, in: value)))
    }
    let twice = places.filter { !held.insert(key($0.new)).inserted }.map(\.place.token)
    // What has an anchor may be referred to from anywhere in the text.
    return Set(twice.filter { grammar != .yamlTags || value[reading.tokens[$0].range.lowerBound] != UInt8(ascii: "&") })
  }

  /// The changes that write these tokens and take some out; nil if one of those is no entry of its own.
  private func changes(_ texts: [Int: [UInt8]], except removed: Set<Int>) -> [Change]? {
    var changes: [Change] = []
    for (index, text) in texts.sorted(by: { $0.key < $1.key }) where !removed.contains(index) {
      let token = reading.tokens[index]
      changes += Self.change(Array(value[token.range]), to: text, token.inside(token.content, value), token.range)
    }
    guard !removed.isEmpty else { return changes.normalized }
    if options.surroundings.role == "TAGS" { return (changes + removingDefinitions(removed)).normalized }
    let gone = entries.indices.filter {
      entries[$0].tokens.count == 1 && removed.contains(entries[$0].tokens.lowerBound)
    }
    guard gone.count == removed.count else { return nil }
    return (changes + removing(gone)).normalized
  }

  /// The change of one token: of what names the tag where the rest stays, else of all of it.
  private static func change(_ raw: [UInt8], to text: [UInt8], _ content: Range<Int>, _ range: Range<Int>) -> [Change] {
    if raw == text { return [] }
    let (head, tail) = (content.lowerBound - range.lowerBound, range.upperBound - content.upperBound)
    guard head >= 0, tail >= 0, text.count >= head + tail, raw.prefix(head) == text.prefix(head),
      raw.suffix(tail) == text.suffix(tail)
    else { return [Change(range, text)] }
    var (old, new) = (raw[head..<raw.count - tail], text[head..<text.count - tail])
    // Levels below stay as they are.
    while let last = old.lastIndex(of: UInt8(ascii: "/")), let other = new.lastIndex(of: UInt8(ascii: "/")),
      old[last...].elementsEqual(new[other...])
    {
      (old, new) = (old[..<last], new[..<other])
    }
    let start = range.lowerBound + head
    return [Change(start..<start + old.count, Array(new))]
  }

  /// Whether the value with changes made holds what it should, and nothing around is broken.
  private func isRight(
    _ changes: [Change], _ places: [(place: TagPlace, new: String)], except removed: Set<Int>
  ) -> Bool {
    let names = Dictionary(places.map { ($0.place.token, $0.new) }) { first, _ in first }
    // What an alias means is renamed with its anchor.
    let meanings = Dictionary(places.map { ($0.place.value, $0.new) }) { first, _ in first }
    var expected: [String] = []
    for (index, token) in reading.tokens.enumerated() where !removed.contains(index) {
      let old = grammar.value(token, in: value)
      expected.append(names[index] ?? (token.isReference ? meanings[old] ?? old : old))
    }
    let list = EntryList(changes.applied(to: value), grammar, options)
    return list.broken <= broken && list.reading.tokens.map { grammar.value($0, in: list.value) } == expected
  }
}
