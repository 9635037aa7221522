import Fields

/// Which tags have to do with each other: those of one kind are offered for one another.
enum TagVocabulary: Hashable, Sendable {
  case tags, categories, keywords, newsgroups
  /// People of bibliographies, who are completed as tags are.
  case persons
  /// Those of fields of a name in lower case that the user has described.
  case named(String)

  /// The kind of a field; nil for fields of people and identifiers.
  init?(_ field: Field) {
    switch field.grammar {
    case .yamlTags, .tomlTags:
      let key = field.name.lowercased().split(separator: ".").last ?? ""
      // To zk keywords are tags.
      let isKeywords = key == "keywords" && field.surroundings.flavor != .zk
      self = key.hasPrefix("categor") ? .categories : isKeywords ? .keywords : .tags
    case .orgTags, .inlineTags, .logseqTags: self = .tags
    case .keywords, .jsonTags, .bibKeywords, .latexKeywords: self = .keywords
    case .newsgroups: self = .newsgroups
    case .bibPersons: self = .persons
    case .custom:
      let source = field.surroundings.custom?.vocabulary ?? ""
      self = TagVocabulary(name: source.isEmpty ? field.name.lowercased() : source, isOwn: source.isEmpty)
    case .addressList, .messageIDs, .attachments, .trailers, .maintainers, .owners: return nil
    }
  }

  private init(name: String, isOwn: Bool) {
    let known = isOwn || name == "persons" ? nil : Self.known[name]
    self = known ?? .named(name)
  }

  private static let known: [String: TagVocabulary] = [
    "tags": .tags, "categories": .categories, "keywords": .keywords, "newsgroups": .newsgroups,
    "persons": .persons,
  ]

  /// What it is called where children and the daemon speak of it.
  var name: String {
    switch self {
    case .named(let name): "=" + name
    case .tags: "tags"
    case .categories: "categories"
    case .keywords: "keywords"
    case .newsgroups: "newsgroups"
    case .persons: "persons"
    }
  }

  /// The kind of such a name; nil for any other text.
  init?(name: String) {
    if let known = Self.known[name] {
      self = known
    } else if name.hasPrefix("="), name.utf8.count > 1 {
      self = .named(String(name.dropFirst()))
    } else {
      return nil
    }
  }

  /// Whether a tag of this kind is searched and renamed in files.
  var isSearched: Bool { self != .newsgroups && self != .persons }

  /// Whether a field is one of those in which a tag of this kind is searched.
  ///
  /// Front matter has tags, categories and keywords beside each other, and they stay apart. A paper, a package and a
  /// message have one list alone: its keywords are tags as well to whoever keeps notes beside them.
  func covers(_ field: Field) -> Bool {
    guard let other = TagVocabulary(field) else { return false }
    return other == self || self == .tags && Self.isOnlyList(field)
  }

  /// Whether a field is the one list of words that its text can have.
  static func isOnlyList(_ field: Field) -> Bool {
    switch field.grammar {
    case .keywords, .jsonTags, .bibKeywords, .latexKeywords: true
    // A package may have categories beside its keywords, which stay apart.
    case .yamlTags, .tomlTags: field.surroundings.isPackage && TagVocabulary(field) == .keywords
    default: false
    }
  }
}
