/// A field as it is being edited: its text, where one is in it, and what keys and operations make of that.
///
/// A value without memory of its own: a state and an event give an `EditingOutcome` with the next state, the same each time.
/// Tokens are entries (`ListEntry`) that are no draft; a draft is what the user has typed and not committed. All offsets are
/// bytes of the field's value.
package struct Editor: Equatable, Sendable {
  /// The syntax of the value.
  package let grammar: Grammar
  /// What the reader was told.
  package internal(set) var options: ReadingOptions
  /// What keys do.
  package private(set) var policy: EditingPolicy
  /// The value, cut into entries.
  package internal(set) var list: EntryList
  /// Where the caret stands; nil outside the field.
  package internal(set) var caret: Int?
  /// What the user has been typing since the last commit; nil when there is nothing of that kind.
  package internal(set) var work: Work?
  /// The selected tokens.
  package internal(set) var selection = TokenSelection()

  /// The place where the user types.
  package struct Work: Equatable, Sendable {
    /// Bytes of the value that were typed; empty when all was deleted again.
    package var range: Range<Int>
    /// The entry that stood here before, which Esc brings back; nil for a new one.
    package var origin: [UInt8]?

    /// Makes a place where somebody types.
    package init(range: Range<Int>, origin: [UInt8]? = nil) {
      self.range = range
      self.origin = origin
    }
  }

  /// Begins with a value; without a policy that of its syntax, and a caret or work outside is drawn in.
  ///
  /// - Parameters:
  ///   - value: the bytes of the field.
  ///   - grammar: the syntax of the value.
  ///   - options: what the reader is told, or was told when it made `reading`.
  ///   - policy: what keys do.
  ///   - caret: where the caret stands; nil outside the field.
  ///   - work: what is being typed.
  ///   - reading: what was read in the value; nil to read it now.
  package init(
    _ value: [UInt8], _ grammar: Grammar, _ options: ReadingOptions = ReadingOptions(),
    policy: EditingPolicy? = nil, caret: Int? = nil, work: Work? = nil, reading: Reading? = nil
  ) {
    (self.grammar, self.options, self.policy) = (grammar, options, policy ?? EditingPolicy(for: grammar))
    list = EntryList(value, reading ?? grammar.read(value, options), grammar, options)
    self.caret = caret.map { max(0, min($0, value.count)) }
    self.work = work.map { Work(range: $0.range.clamped(to: 0..<value.count), origin: $0.origin) }
  }

  /// The same field where keys do something else.
  package func under(_ policy: EditingPolicy) -> Editor {
    var next = self
    next.policy = policy
    return next
  }

  /// The bytes of the field.
  package var value: [UInt8] { list.value }

  /// The entry that is being worked on; nil when there is none, or its text is all deleted.
  package var workEntry: Int? {
    guard let work, !work.range.isEmpty else { return nil }
    let first = max(0, list.count(before: work.range.lowerBound) - 1)
    return list.entries.indices.dropFirst(first).prefix { list.entries[$0].range.lowerBound < work.range.upperBound }
      .first { list.entries[$0].range.upperBound > work.range.lowerBound }
  }

  /// Whether a caret touches an entry, blanks behind it aside.
  func isAt(_ caret: Int, _ range: Range<Int>) -> Bool {
    list.isAt(caret, range)
  }

  /// The tokens: entries without the draft; one that is being edited counts as what it was.
  package var tokens: [EditedToken] {
    var tokens = list.entries.indices.map { EditedToken(entry: $0) }
    guard let work else { return tokens }
    if let entry = workEntry {
      if let origin = work.origin { tokens[entry].origin = origin } else { tokens.remove(at: entry) }
    } else if let origin = work.origin {
      tokens.insert(EditedToken(entry: nil, origin: origin), at: list.count(before: work.range.lowerBound))
    }
    return tokens
  }

  /// How many tokens there are.
  package var tokenCount: Int {
    guard let work else { return list.entries.count }
    if workEntry != nil { return list.entries.count - (work.origin == nil ? 1 : 0) }
    return list.entries.count + (work.origin == nil ? 0 : 1)
  }

  /// The index of the token that an entry is; nil for the draft.
  func tokenIndex(ofEntry entry: Int) -> Int? {
    tokens.firstIndex { $0.entry == entry }
  }

  /// A token in words.
  package func words(_ token: EditedToken) -> TokenText {
    if let origin = token.origin { return words(ofText: origin) }
    guard let index = token.entry, list.entries.indices.contains(index) else {
      return TokenText(raw: "", display: "", value: "")
    }
    let entry = list.entries[index]
    return TokenText(
      raw: String(decoding: list.text(index), as: UTF8.self), display: grammar.display(entry, list),
      value: grammar.value(entry, list))
  }

  /// A text in words, as the token that it would be.
  func words(ofText text: [UInt8]) -> TokenText {
    let list = list.sample(text)
    let raw = String(decoding: text, as: UTF8.self)
    guard let entry = list.entries.first else { return TokenText(raw: raw, display: raw, value: "") }
    return TokenText(raw: raw, display: grammar.display(entry, list), value: grammar.value(entry, list))
  }

  /// What is being typed, as it stands in the text; "" when there is nothing.
  package var draft: String {
    workEntry.map { String(decoding: list.text($0), as: UTF8.self) } ?? ""
  }

  /// In which of the ways of semantics.md H.1 the field is being edited.
  package var mode: Mode {
    if !selection.isEmpty { return .selected }
    guard let caret else { return .idle }
    if let work, isAtWork(caret) { return work.origin == nil ? (workEntry == nil ? .gap : .draft) : .edit }
    let entry = list.count(before: caret) - 1
    return entry >= 0 && caret < list.entries[entry].range.upperBound ? .edit : .gap
  }

  /// Whether a caret stands at what is being typed.
  func isAtWork(_ caret: Int) -> Bool {
    guard let work else { return false }
    if let entry = workEntry { return isAt(caret, list.entries[entry].range) }
    return list.count(before: work.range.lowerBound) == list.count(before: caret)
  }

  /// The number of tokens that begin before the caret: the gap in which it stands.
  package var gap: Int {
    guard let caret else { return tokens.count }
    let count = list.count(before: caret)
    return tokens.prefix { $0.entry.map { $0 < count } ?? (work.map { $0.range.lowerBound < caret } ?? false) }.count
  }

  /// How a field can be edited.
  package enum Mode: String, CaseIterable, Sendable { case idle, gap, draft, edit, selected }
}

/// One token of an editor: the entry that it is, and what it was before somebody began to change it.
package struct EditedToken: Equatable, Sendable {
  /// The index of the entry; nil when its text is all deleted.
  package var entry: Int?
  /// Its text before it was edited; nil for a token that nobody edits.
  package var origin: [UInt8]?
}

/// Tokens that are selected, from the one with which the selection began to the one to which it was extended.
package struct TokenSelection: Equatable, Sendable {
  /// The indices, in the order of selecting: the first is the anchor, the last the one that moves.
  package var indices: [Int]

  /// Makes a selection; an index that comes twice counts once.
  package init(_ indices: [Int] = []) {
    var seen: Set<Int> = []
    self.indices = indices.filter { seen.insert($0).inserted }
  }

  /// All from one token to another.
  package init(from anchor: Int, to focus: Int) {
    indices = anchor <= focus ? Array(anchor...focus) : (focus...anchor).reversed()
  }

  /// Whether nothing is selected.
  package var isEmpty: Bool { indices.isEmpty }
  /// The indices in the order of the text.
  package var sorted: [Int] { indices.sorted() }
}
