// What keys do by the kind of a field: semantics.md section J.

extension EditingPolicy {
  /// The policy of fields of a syntax, before anybody has set anything.
  ///
  /// - Parameters:
  ///   - grammar: the syntax; which of its separators a list takes is decided by how that list is written.
  ///   - custom: what a user has described of it, if that is so.
  package init(for grammar: Grammar, _ custom: CustomSyntax? = nil) {
    self.init()
    switch grammar {
    case .addressList: break
    case .newsgroups, .keywords, .logseqTags: separators = [",", ";", "，"]
    case .messageIDs, .owners: separators = [" "]
    case .attachments: separators = []
    case .maintainers, .tomlTags, .jsonTags: separators = [","]
    case .bibKeywords, .latexKeywords: separators = [",", ";"]
    // A word separates, and commas stand in names.
    case .bibPersons: separators = []
    case .yamlTags: separators = [",", " "]
    case .orgTags: separators = [":", " "]
    case .trailers: separators = [","]
    case .custom:
      separators = custom?.separators ?? [","]
      if custom?.isText == true { (separators, onBackspace) = ([], AtChip.none) }
    case .inlineTags:
      separators = []
      onBackspace = AtChip.none
    }
    if grammar.isHosted { onEnter = .newline }
  }
}

extension Grammar {
  /// Whether values of this syntax stand in a text of another format, in which Enter is the editor's own.
  var isHosted: Bool {
    switch self {
    case .addressList, .newsgroups, .keywords, .messageIDs, .attachments: false
    case .trailers, .maintainers, .owners, .orgTags, .yamlTags, .tomlTags, .jsonTags, .inlineTags, .logseqTags,
      .bibKeywords, .bibPersons, .latexKeywords, .custom:
      true
    }
  }

  /// Whether one comes into values of this syntax when one goes from field to field: not into identifiers, which programs
  /// write, and not into running text.
  package var isEntered: Bool { self != .messageIDs && self != .inlineTags }

  /// Whether Enter and Tab are the editor's own here, whatever is being typed.
  var leavesKeys: Bool { self == .trailers || self == .inlineTags }
}

extension Editor {
  /// Whether Enter and Tab are the editor's own in this field.
  var leavesKeys: Bool { grammar.leavesKeys || list.frame.style == .text }

  /// Whether a separator that is typed means anything in a list that is written so.
  func takesSeparator(_ text: String) -> Bool {
    guard policy.separators.contains(where: { !$0.isEmpty && $0 == text }) else { return false }
    switch list.frame.style {
    case .separated: return text != " " || policy.commitsAtBlank || grammar == .addressList || grammar == .custom
    case .blanks: return text == " "
    case .colons: return text == ":"
    case .lines, .bare, .single, .text, .closed: return false
    }
  }
}
