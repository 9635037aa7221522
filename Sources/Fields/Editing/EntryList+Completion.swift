// Tags that take the place of what is being typed.

extension EntryList {
  /// How a tag is written in the place of what is being typed, so that the list then has exactly its other entries and it.
  ///
  /// - Parameters:
  ///   - fragment: what is being typed.
  ///   - caret: where; what an open quote has taken in behind it stays.
  ///   - tag: the words of the tag.
  /// - Returns: the fragment, perhaps shorter, with the text that takes its place, to be used with `Fragment.edits`; nil
  ///   where the tag cannot be written, or would cost or change another entry.
  package func completing(_ fragment: Fragment, at caret: Int, with tag: String) -> (fragment: Fragment, text: String)?
  {
    guard fragment.range.lowerBound <= caret, fragment.removed == nil, fragment.range.upperBound <= value.count,
      let bytes = spelled(name: "", value: tag)
    else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    var fragment = fragment
    // The quote that lacks its end may be one further on, when the one being typed has taken the first of a pair.
    let isOpen =
      grammar != .orgTags && fragment.range.upperBound > caret
      && reading.faults.contains { $0.rule == .unclosed && $0.range.upperBound > fragment.range.lowerBound }
    if isOpen {
      fragment.range = fragment.range.lowerBound..<caret
      fragment.next = .separator
    }
    let changed = fragment.applying(text, to: value, endsWithSeparator: false)
    let list = EntryList(changed, grammar, options)
    let before = entries.prefix { $0.range.upperBound <= fragment.range.lowerBound }
    let own = entries.dropFirst(before.count).prefix {
      $0.range.lowerBound < fragment.range.upperBound || $0.range.isEmpty
    }
    let after = isOpen ? [] : entries.dropFirst(before.count + own.count)
    let place = before.count
    guard list.entries.indices.contains(place), list.broken <= broken,
      isOpen ? list.broken == 0 : list.entries.count == place + 1 + after.count
    else { return nil }
    let others = before.indices.map { ($0, $0) } + after.indices.enumerated().map { ($1, place + 1 + $0) }
    guard others.allSatisfy({ self.text($0.0).elementsEqual(list.text($0.1)) }) else { return nil }
    let written = grammar.value(list.entries[place], list)
    if grammar == .bibPersons { return grammar.isSame(written, tag) ? (fragment, text) : nil }
    return Identity.fold(written) == Identity.fold(tag) ? (fragment, text) : nil
  }
}

extension EntryList {
  /// A person as the others of a list of BibTeX are written: with the last name first, or as one says it.
  ///
  /// - Parameters:
  ///   - name: the name as BibTeX has it, with its last name first.
  ///   - fragment: what is being typed, which does not count.
  /// - Returns: the name, which is the same to BibTeX.
  package func person(_ name: String, besides fragment: Fragment) -> String {
    let others = entries.filter { !$0.range.overlaps(fragment.range) }.map { grammar.value($0, self) }
      .filter { $0 != BibPersons.others && $0.utf8.contains(Byte.space) }
    let isSpoken = !others.isEmpty && others.allSatisfy { BibName($0).spoken == $0 }
    return isSpoken ? BibName(name).spoken : name
  }

  /// Whether the last entry stands for people whom nobody names: nothing comes behind it.
  var endsWithOthers: Bool {
    grammar == .bibPersons && entries.last.map { grammar.value($0, self) == BibPersons.others } ?? false
  }
}

extension Grammar {
  /// Whether two values mean the same here, with or without braces around.
  fileprivate func isSame(_ one: String, _ other: String) -> Bool {
    Identity.fold(key(ofValue: one)) == Identity.fold(key(ofValue: other)) || one == "{\(other)}"
  }
}
