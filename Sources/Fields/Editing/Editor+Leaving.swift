// Coming into a field and leaving it: semantics.md H.5, settings `onBlur`.

extension Editor {
  /// What happens to what is being typed when the field is left; it ends with `didEndEditing` if the field was edited.
  package func leaving() -> EditingOutcome {
    guard mode != .idle else { return EditingOutcome(self) }
    var outcome = EditingOutcome(self)
    if let entry = workEntry, !policy.isReadOnly {
      switch policy.onBlur {
      case .keep: break
      case .commit:
        outcome = committing(source: .blur)
        // What cannot be committed stays as it is.
        outcome.reason = nil
      case .clear:
        outcome = work?.origin == nil ? removingDraft(entry) : cancelling()
      }
    } else if work?.origin != nil, workEntry == nil, !policy.isReadOnly {
      outcome = committing(source: .blur)
    }
    let hadSelection = !outcome.editor.selection.isEmpty
    outcome.editor.selection = TokenSelection()
    outcome.editor.caret = nil
    if hadSelection { outcome.events.append(.didUnselect) }
    outcome.events.append(.didEndEditing)
    return outcome
  }

  /// The field with the caret in it: at what is being typed, else behind all tokens; a last one without a separator goes
  /// on there.
  package func entering(last isLast: Bool = true) -> EditingOutcome {
    var outcome = EditingOutcome(self)
    let offset = isLast ? list.caret(inGap: list.entries.count) : list.caret(inGap: 0)
    outcome.editor.caret = workEntry.map { list.entries[$0].range.upperBound } ?? offset
    outcome.editor.selection = TokenSelection()
    if mode == .idle { outcome.events.append(.didBeginEditing) }
    return outcome
  }
}
