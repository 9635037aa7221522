/// What keys do in a field; without arguments as in address fields (semantics.md section J).
package struct EditingPolicy: Equatable, Sendable {
  /// Texts that commit what is being typed; empty ones count for nothing.
  package var separators = [",", ";", "，", "、", "；"]
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
  /// Whether only well-formed entries are committed; others stay drafts.
  package var takesValidOnly = false
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

  /// What Backspace does at an entry.
  package enum AtChip: String, CaseIterable, Sendable { case select, delete, edit, none }
  /// What Enter does after a commit.
  package enum AfterCommit: String, CaseIterable, Sendable { case commit, commitThenNext, commitThenDone, newline }
  /// What becomes of a draft when its field is left.
  package enum Leaving: String, CaseIterable, Sendable { case keep, commit, clear }
  /// Where one is after a deletion.
  package enum AfterDelete: String, CaseIterable, Sendable { case caret, previous }
  /// What typing does to selected entries.
  package enum TypeOver: String, CaseIterable, Sendable { case replace, append }
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
