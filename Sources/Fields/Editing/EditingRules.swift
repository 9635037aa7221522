/// What is special to a syntax when its lists are edited; the edits themselves are the same for all.
package struct EditingRules: Equatable, Sendable {
  /// What is written between two entries, without the blank behind it.
  package var separator: [UInt8]
  /// Other separators that a list keeps when it has no other one: `;` as Outlook writes it.
  package var others: [[UInt8]] = []
  /// What stands between a separator, or the start of the value, and an entry.
  package var padding: [UInt8] = [Byte.space]
  /// Whether white space between line ends and tabs separates entries in what is pasted.
  package var splitsAtTabs = true

  /// Makes rules.
  package init(separator: String) {
    self.separator = Array(separator.utf8)
  }
}

extension Grammar {
  /// Whether lists of this syntax are edited: only those in which an entry and a separator are all there is to write.
  package var takesEdits: Bool {
    switch self {
    case .addressList: true
    case .newsgroups, .keywords, .messageIDs, .trailers, .maintainers, .owners, .orgTags, .yamlTags, .tomlTags,
      .jsonTags,
      .inlineTags, .logseqTags, .bibKeywords, .latexKeywords:
      false
    }
  }

  /// How lists of this syntax are edited, where they are.
  package var editingRules: EditingRules {
    var rules = EditingRules(separator: ",")
    if self == .addressList { rules.others = [[Byte.semicolon]] }
    return rules
  }

  /// The entries of a text that stands in no list yet, as it is pasted or added.
  ///
  /// - Returns: the texts of the entries, on one line each; empty for a text of blanks and separators.
  package func pieces(of text: String) -> [[UInt8]] {
    var bytes = Array(text.utf8)
    let isPlain = !bytes.contains(Byte.quote) && !bytes.contains(Byte.openParenthesis)
    if editingRules.splitsAtTabs, isPlain {
      for index in bytes.indices where bytes[index] == Byte.tab { bytes[index] = Byte.lineFeed }
    }
    let list = EntryList(bytes, self, ReadingOptions())
    return list.entries.indices.map { Self.unfolded(list.text($0)) }
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

  /// What an entry shows: of a group its name and how many it has, `Team (5)`.
  package func display(_ entry: ListEntry, _ list: EntryList) -> String {
    if let group = entry.group { return "\(list.reading.groups[group].name) (\(entry.tokens.count))" }
    guard let token = list.reading.tokens[entry.tokens].first else { return "" }
    return display(token, in: list.value)
  }

  /// The canonical content of an entry; of a group its members', with commas between.
  package func value(_ entry: ListEntry, _ list: EntryList) -> String {
    list.reading.tokens[entry.tokens].map { value($0, in: list.value) }.joined(separator: ", ")
  }

  /// What two entries that mean the same have in common; nil for a group and where there is nothing to compare.
  package func key(_ entry: ListEntry, _ list: EntryList) -> String? {
    guard entry.group == nil, let token = list.reading.tokens[entry.tokens].first else { return nil }
    return key(token, in: list.value)
  }

  /// Whether a text leaves something open at its end, so that a separator there would belong to it: `"Ruiz`, `Team: a`.
  func isOpen(_ text: ArraySlice<UInt8>) -> Bool {
    let reading = read(Array(text), ReadingOptions())
    return reading.faults.contains { $0.rule == .unclosed } || reading.tokens.last?.hasOpenEnd == true
  }

  /// The entry in quotes if it only lacks these, else as it is: the name and the address stay the same.
  func tidied(_ text: [UInt8]) -> [UInt8] {
    let list = EntryList(text, self, ReadingOptions())
    guard list.entries.count == 1, let token = list.reading.tokens.first, list.reading.tokens.count == 1,
      list.reading.faults.contains(where: { $0.rule == .needsQuotes }), list.reading.faults.count == 1,
      token.comment == nil, token.name != nil
    else { return text }
    let (name, address) = (display(token, in: text), value(token, in: text))
    let spelled = Array(spell(name: name, value: address).utf8)
    let again = EntryList(spelled, self, ReadingOptions())
    guard let tidy = again.reading.tokens.first, again.reading.tokens.count == 1, again.reading.faults.isEmpty,
      display(tidy, in: spelled) == name, value(tidy, in: spelled) == address
    else { return text }
    return spelled
  }
}
