/// What is special to a syntax when its lists are edited; the edits themselves are the same for all.
package struct EditingRules: Equatable, Sendable {
  /// What is written between two entries, without the blank behind it.
  package var separator: [UInt8]
  /// Other separators that a list keeps when it has no other one: `;` as Outlook writes it.
  package var others: [[UInt8]] = []
  /// What stands between a separator, or the start of the value, and an entry.
  package var padding: [UInt8] = [Byte.space]
  /// Whether a separator behind the last entry is part of the list's style and stays there.
  package var keepsTrailing = false
  /// Whether what is added is words that have to be written in the syntax, rather than text of it.
  package var takesWords = true

  /// Makes rules.
  package init(separator: String) {
    self.separator = Array(separator.utf8)
  }
}

extension Grammar {
  /// How lists of this syntax are edited.
  package var editingRules: EditingRules {
    var rules = EditingRules(separator: ",")
    switch self {
    case .addressList:
      rules.others = [[Byte.semicolon]]
      rules.takesWords = false
    case .newsgroups: rules.padding = []
    // Each list has rules of its own.
    case .keywords, .jsonTags, .custom: break
    case .attachments: rules.takesWords = false
    case .yamlTags, .tomlTags: rules.keepsTrailing = true
    case .trailers: rules.takesWords = false
    case .maintainers:
      rules.keepsTrailing = true
      rules.takesWords = false
    case .logseqTags: rules.others = [Array("，".utf8)]
    case .bibKeywords: rules.others = [[Byte.semicolon]]
    case .bibPersons: rules.separator = Array(" and".utf8)
    case .latexKeywords: rules.others = [[Byte.semicolon], Array("\\sep".utf8), Array("\\and".utf8)]
    case .messageIDs, .owners, .inlineTags:
      rules.separator = [Byte.space]
      rules.padding = []
    case .orgTags:
      rules.separator = [Byte.colon]
      rules.padding = []
    }
    return rules
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

  /// What two entries that mean the same have in common; nil for a group, in running text, and where there is nothing to
  /// compare.
  package func key(_ entry: ListEntry, _ list: EntryList) -> String? {
    guard entry.group == nil, list.frame.style != .text, let token = list.reading.tokens[entry.tokens].first else {
      return nil
    }
    let key = key(token, in: list.value)
    let flavor = list.options.surroundings.flavor
    let isFolded = self == .yamlTags && (flavor == .hugo || flavor == .obsidian) || self == .tomlTags && flavor == .hugo
    return isFolded ? key.map(Identity.fold) : key
  }
}
