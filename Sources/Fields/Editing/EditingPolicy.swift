/// What keys do in a field; without arguments as in address fields (semantics.md section J).
package struct EditingPolicy: Equatable, Sendable {
  /// Texts that commit what is being typed; empty ones count for nothing.
  package var separators = [",", ";", "，", "、", "；"]
  /// Whether a blank among them commits in a list with other separators, too, whose entries may be of several words.
  package var commitsAtBlank = false
  /// What Backspace does behind an entry, and Delete before one.
  package var onBackspace = AtChip.select
  /// What Enter does after it has committed a draft.
  package var onEnter = AfterCommit.commit
  /// What becomes of a draft that is left.
  package var onBlur = Leaving.keep
  /// Where one is after entries were deleted.
  package var afterDelete = AfterDelete.caret
  /// What typing does while entries are selected.
  package var typeOverSelected = TypeOver.replace
  /// Whether a separator behind a draft that cannot be committed is written all the same.
  package var insertsRejectedSeparator = true
  /// What Tab does.
  package var onTab = OnTab.commit
  /// What becomes of an entry that is there already.
  package var duplicate = OnDuplicate.warn
  /// Whether what is committed may be invalid, to be marked; nothing else is kept that the field does not take.
  package var keepsInvalid = true
  /// Which texts are entries though no candidate was chosen.
  package var freeText = FreeText.any
  /// Whether two entries that differ in case are two; nil for what the syntax says.
  package var isCaseSensitive: Bool?
  /// What is made of an entry before it is taken.
  package var transform = Transform()
  /// What an entry has to keep.
  package var validation = Validation()
  /// Who is known, where only what is known is taken.
  package var known = KnownContents()
  /// How many entries the field takes; nil for any number.
  package var max: Int?
  /// Whether nothing may be changed.
  package var isReadOnly = false
  /// Keys of entries that stay: they can be selected and copied, but not removed or edited.
  package var fixed: Set<String> = []
  /// Whether the text runs from right to left, so that Left goes to the next entry.
  package var isRightToLeft = false

  /// Makes a policy for address fields.
  package init() {}

  /// What Backspace does at an entry; with `parts` an accepted mention loses its last word, and any other entry of a list
  /// goes as a whole.
  package enum AtChip: String, CaseIterable, Sendable { case select, delete, edit, none, parts }
  /// What Enter does after a commit.
  package enum AfterCommit: String, CaseIterable, Sendable { case commit, commitThenNext, commitThenDone, newline }
  /// What becomes of a draft when its field is left.
  package enum Leaving: String, CaseIterable, Sendable { case keep, commit, clear }
  /// Where one is after a deletion.
  package enum AfterDelete: String, CaseIterable, Sendable { case caret, previous }
  /// What Tab does: with `commit` it goes on only where nothing is typed, with `none` it is the editor's own.
  package enum OnTab: String, CaseIterable, Sendable { case commit, commitThenNext, next, none }
  /// What becomes of a draft that is there already: it stays as text, and with `warn` its separator is written all the
  /// same; or it goes, and with `moveToEnd` the one that is there goes to the end; or it is one more entry.
  package enum OnDuplicate: String, CaseIterable, Sendable { case warn, reject, drop, moveToEnd, allow }
  /// Which texts are entries though no candidate was chosen: any, those with nothing wrong in them, or only what is known.
  package enum FreeText: String, CaseIterable, Sendable { case any, valid, none }
  /// What typing does to selected entries.
  package enum TypeOver: String, CaseIterable, Sendable { case replace, append }
}

/// Contents that stand for somebody whom a caller knows: the people of address books.
package struct KnownContents: Equatable, Sendable {
  private let holds: @Sendable (String) -> Bool

  /// Asks a caller's own list; without one nobody is known.
  package init(_ holds: @escaping @Sendable (String) -> Bool = { _ in false }) {
    self.holds = holds
  }

  /// Whether a content, as a grammar's `value` gives it, is known.
  package func contains(_ content: String) -> Bool { holds(content) }

  /// Always: what is known is no part of what a field is.
  package static func == (_: KnownContents, _: KnownContents) -> Bool { true }
}

/// Why something was not done: the closed set of protocol.md.
package enum Reason: String, CaseIterable, Sendable {
  case empty, syntax, pattern, duplicate, disabled, fixed, outside
  case tooShort = "too-short"
  case tooLong = "too-long"
  case notAllowed = "not-allowed"
  case blacklisted
  case tooMany = "too-many"
  case noMatch = "no-match"
  case unknownToken = "unknown-token"
}

/// One key that is pressed in a field, or text that is typed.
package enum Key: Equatable, Sendable {
  case backspace, delete, enter, tab, left, right, home, end, escape, selectAll
  /// Typed text of any length, as inserted and not as it stands on a keyboard.
  case text(String)
}

/// A key with what goes with it.
package struct KeyPress: Equatable, Sendable {
  /// The key.
  package var key: Key
  /// Whether Shift is held, which extends a selection.
  package var isShifted = false
  /// Whether the key is held down and repeats itself.
  package var isRepeated = false
  /// Whether an input method is composing; then no key does anything here.
  package var isComposing = false

  /// Makes a key press.
  package init(_ key: Key, isShifted: Bool = false, isRepeated: Bool = false, isComposing: Bool = false) {
    self.key = key
    self.isShifted = isShifted
    self.isRepeated = isRepeated
    self.isComposing = isComposing
  }
}
