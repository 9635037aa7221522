/// All that the content of a field's tokens has to keep, in order.
package struct Validation: Equatable, Sendable {
  /// The rules in the order in which they are asked, without lists: the first that is broken is the reason.
  private(set) var rules: [Validator] = []
  /// What is refused, and what alone is allowed; nil for no such list.
  private(set) var refused: [String]?
  private(set) var allowed: [String]?

  /// Whether everything is valid.
  package var isEmpty: Bool { rules.isEmpty && refused == nil && allowed == nil }

  /// No rules.
  package init() {}

  /// Makes rules of what a user wrote.
  ///
  /// - Parameters:
  ///   - steps: the validators in order.
  ///   - problems: takes what cannot be used, in words; the rest counts.
  package init(_ steps: [RuleStep], problems: inout [String]) {
    for rule in steps.compactMap({ Validator($0, problems: &problems) }) {
      switch rule {
      case .noneOf(let list): refused = (refused ?? []) + list
      case .oneOf(let list): allowed = (allowed ?? []) + list
      case .nonEmpty, .email, .emailSeed, .phone, .pattern, .minLength, .maxLength, .charset, .anyOf:
        rules.append(rule)
      }
    }
  }
}

/// Judges tokens of one syntax by the rules of a field; made once for many tokens.
package struct Judge: Sendable {
  private let validation: Validation
  private let grammar: Grammar
  private let isCaseSensitive: Bool?
  private var refused: Set<String> = []
  private var allowed: [String: (name: String, value: String)] = [:]

  /// Makes a judge; nil where there are no rules.
  package init?(_ validation: Validation, _ grammar: Grammar, isCaseSensitive: Bool? = nil) {
    guard !validation.isEmpty else { return nil }
    (self.validation, self.grammar, self.isCaseSensitive) = (validation, grammar, isCaseSensitive)
    for text in validation.refused ?? [] { refused.insert(key(grammar.words(ofEntry: text).value)) }
    for text in validation.allowed ?? [] {
      let entry = grammar.words(ofEntry: text)
      let key = key(entry.value)
      if allowed[key] == nil { allowed[key] = entry }
    }
  }

  private func key(_ value: String) -> String {
    grammar.key(ofValue: value, isCaseSensitive: isCaseSensitive)
  }

  /// Whether a content is among what alone is allowed; false where there is no such list.
  func isListed(_ value: String) -> Bool {
    allowed[key(value)] != nil
  }

  /// How the list of what is allowed spells a content; nil if it is not in it.
  func listed(_ value: String) -> (name: String, value: String)? {
    allowed[key(value)]
  }

  /// Why a content is not valid: the first rule that it breaks; nil for a valid one.
  package func invalidity(of content: String) -> Invalidity? {
    for rule in validation.rules {
      if let found = rule.invalidity(of: content) { return found }
    }
    let key = key(content)
    if refused.contains(key) { return Invalidity(reason: .blacklisted, words: "it is on the list of what is refused") }
    if validation.allowed != nil, allowed[key] == nil {
      return Invalidity(reason: .notAllowed, words: "it is not on the list of what is allowed")
    }
    return nil
  }

  /// Why a token is not valid; nil for a valid one.
  package func invalidity(of token: Token, in value: [UInt8]) -> Invalidity? {
    invalidity(of: grammar.content(token, in: value))
  }

  /// Whether an entry breaks a rule.
  package func refuses(_ entry: ListEntry, in list: EntryList) -> Bool { invalidity(of: entry, in: list) != nil }

  /// Why an entry is not valid; of a group the first member that is not.
  func invalidity(of entry: ListEntry, in list: EntryList) -> Invalidity? {
    for token in list.reading.tokens[entry.tokens] {
      if let found = invalidity(of: token, in: list.value) { return found }
    }
    return nil
  }

  /// Why a text that stands in no list yet is not valid as an entry.
  func invalidity(ofText text: [UInt8]) -> Invalidity? {
    let list = EntryList(text, grammar, ReadingOptions())
    guard let entry = list.entries.first else { return invalidity(of: "") }
    return invalidity(of: entry, in: list)
  }
}

extension Grammar {
  /// What rules are about: the canonical content of a token, or its words where it is a name alone.
  func content(_ token: Token, in value: [UInt8]) -> String {
    token.form == .name ? display(token, in: value) : self.value(token, in: value)
  }

  /// An entry that a user listed, in words: `Ana <ana@example.org>` has a name too.
  func words(ofEntry text: String) -> (name: String, value: String) {
    let bytes = Array(text.utf8)
    let list = EntryList(bytes, self, ReadingOptions())
    guard list.entries.count == 1, let token = list.reading.tokens.first else { return ("", text) }
    let value = value(token, in: bytes)
    return value.isEmpty ? ("", text) : (token.name == nil ? "" : display(token, in: bytes), value)
  }

  /// The key of an entry that a user listed, with or without a name.
  package func key(ofEntry text: String) -> String {
    key(ofValue: words(ofEntry: text).value)
  }

  /// What two contents have in common as a field counts case.
  ///
  /// - Parameters:
  ///   - value: the content.
  ///   - isCaseSensitive: whether case counts; nil for what the syntax says.
  /// - Returns: the key.
  package func key(ofValue value: String, isCaseSensitive: Bool?) -> String {
    guard let isCaseSensitive else { return key(ofValue: value) }
    return isCaseSensitive ? exactKey(ofValue: value) : Identity.fold(key(ofValue: value))
  }

  /// What two contents have in common that are spelled in the same case; that of a domain never counts.
  package func exactKey(ofValue value: String) -> String {
    guard holdsPeople, let at = value.lastIndex(of: "@") else { return value }
    let folded = key(ofValue: value)
    guard let end = folded.lastIndex(of: "@") else { return value }
    return String(value[..<at] + folded[end...])
  }
}
