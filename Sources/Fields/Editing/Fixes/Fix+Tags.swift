// Remedies for tags that a syntax, or the program that reads it, does not take as they are written.

extension Grammar {
  /// A word in quotes that would be something else without them: a number, a date, a sign.
  func quoting(_ token: Token?, _ list: EntryList) -> Fix? {
    guard let token, token.quoting == .bare, token.range == token.content else { return nil }
    let value = value(token, in: list.value)
    guard let written = list.spelled(name: "", value: value), let quote = written.first,
      quote == Byte.quote || quote == UInt8(ascii: "'")
    else { return nil }
    return Fix(
      title: "Put “\(Self.short(value))” in quotes", changes: [Change(token.range, written)], isPreferred: true)
  }

  /// A list where one text stands; of a text with commas nobody but a person knows what was meant.
  func listing(_ list: EntryList) -> Fix? {
    guard list.entries.count == 1 else { return nil }
    let value = value(list.entries[0], list)
    if let changes = list.splitAtCommas(as: .brackets) {
      var fix = Fix(title: "Split “\(Self.short(value))” at its commas", changes: changes, isPreferred: false)
      fix.pieces = EntryList(changes.applied(to: list.value), self, list.options).entries.count
      return fix
    }
    guard let changes = list.converted(to: .brackets) else { return nil }
    return Fix(title: "Put “\(Self.short(value))” in brackets", changes: changes, isPreferred: true)
  }

  /// A tag near to one that cannot be one; which one is meant is up to the user, so it is never preferred.
  func legalizing(_ fault: Fault, _ token: Token?, _ list: EntryList) -> Fix? {
    let flavor = list.options.surroundings.flavor
    let (range, value): (Range<Int>, String)
    if let token {
      (range, value) = (token.range, self.value(token, in: list.value))
    } else if self == .orgTags {
      range = Self.colons(around: fault.range, in: list.value)
      value = String(decoding: list.value[range], as: UTF8.self)
    } else {
      return nil
    }
    guard let near = legal(value, flavor) else { return nil }
    let written = self == .orgTags ? Array(near.utf8) : list.spelled(name: "", value: near)
    guard let written else { return nil }
    return Fix(
      title: "Change \(Self.short(value)) to \(Self.short(near))", changes: [Change(range, written)],
      isPreferred: false)
  }

  /// What stands between two colons.
  private static func colons(around range: Range<Int>, in value: [UInt8]) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start > 0, value[start - 1] != Byte.colon { start -= 1 }
    while end < value.count, value[end] != Byte.colon { end += 1 }
    return start..<end
  }

  /// Words with `#` that YAML takes for a comment, written in quotes: `tags: #work` and `- #work`.
  ///
  /// - Returns: nil where the comment may be one: where it holds any word without `#`.
  func uncommenting(_ fault: Fault, _ list: EntryList) -> Fix? {
    guard let start = list.value[fault.range].firstIndex(of: UInt8(ascii: "#")) else { return nil }
    let comment = start..<fault.range.upperBound
    // Behind an anchor or a tag of YAML another kind of value may be due.
    let before = list.value[..<start].reversed().prefix { $0 != Byte.lineFeed }
    guard before.allSatisfy({ Byte.isBlank($0) || $0 == Byte.hyphen }) else { return nil }
    let texts = list.value[comment].split { Byte.isBlank($0) || $0 == Byte.comma }
      .map { String(decoding: $0, as: UTF8.self) }
    let isItem = fault.range.lowerBound < start
    guard texts.allSatisfy({ $0.hasPrefix("#") && $0.count > 1 }), texts.count == 1 || !isItem else { return nil }
    let written = texts.map { Array(spell(name: "", value: $0).utf8) }
    let joined = Array(written.joined(separator: [Byte.comma, Byte.space]))
    let own = isItem ? joined : [Byte.openBracket] + joined + [Byte.closeBracket]
    let change = Change(comment, own)
    let after = EntryList([change].applied(to: list.value), self, list.options)
    let place = list.reading.tokens.firstIndex { $0.range.lowerBound > start } ?? list.reading.tokens.count
    var expected = words(list).map { $0[1] }
    let values = after.reading.tokens.map { value($0, in: after.value) }
    let added = values.dropFirst(place).prefix(texts.count)
    expected.insert(contentsOf: added, at: place)
    // Some readers drop the sign within quotes.
    guard values == expected, added.count == texts.count,
      zip(added, texts).allSatisfy({ $0 == $1 || "#" + $0 == $1 }),
      after.reading.faults.filter({ $0.severity == .error }).count
        <= list.reading.faults.filter({ $0.severity == .error }).count
    else { return nil }
    return Fix(
      title: "Put “\(Self.short(texts.joined(separator: ", ")))” in quotes", changes: [change], isPreferred: true)
  }

  /// Another tag in the place of one, or the several tags that one is; one that stands there already goes.
  func renaming(_ fault: Fault, _ own: Int?, _ list: EntryList) -> Fix? {
    guard let own, let index = list.entries.firstIndex(where: { $0.range == list.reading.tokens[own].range }) else {
      return nil
    }
    let text = value(list.reading.tokens[own], in: list.value)
    let words = fault.detail.map { [$0] } ?? text.split(separator: " ").map(String.init)
    let others = Set(list.entries.indices.filter { $0 != index }.map { key(ofValue: value(list.entries[$0], list)) })
    let new = self == .inlineTags ? words : words.filter { !others.contains(key(ofValue: $0)) }
    var editor = Editor(list.value, self, list.options, caret: nil)
    let place = editor.tokens.firstIndex { $0.entry == index }
    guard let place else { return nil }
    let isSplit = fault.detail == nil
    let title =
      isSplit
      ? "Split “\(Self.short(text))” into \(words.count) tags"
      : new.isEmpty
        ? "Remove \(Self.short(text)); \(Self.short(words[0])) is here already"
        : "Change \(Self.short(text)) to \(Self.short(words[0]))"
    if new.count == 1 {
      let outcome = editor.replacing(place, with: new[0])
      guard outcome.reason == nil else { return nil }
      return Fix(title: title, changes: outcome.changes, isPreferred: false)
    }
    let removed = editor.removing([place])
    guard removed.reason == nil else { return nil }
    if new.isEmpty { return Fix(title: title, changes: removed.changes, isPreferred: false, removes: true) }
    editor = removed.editor
    let added = editor.adding(new, at: place)
    guard added.reason == nil else { return nil }
    var fix = Fix(
      title: title, changes: [.between(list.value, added.editor.value)], isPreferred: false)
    fix.pieces = new.count
    return fix
  }
}

extension Change {
  /// The shortest single edit that makes one text of another.
  fileprivate static func between(_ old: [UInt8], _ new: [UInt8]) -> Change {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let most = min(old.count, new.count) - start
    let end = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.prefix(most).count
    return Change(start..<old.count - end, Array(new[start..<new.count - end]))
  }
}
