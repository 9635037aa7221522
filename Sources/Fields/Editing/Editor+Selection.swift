// Selecting tokens, and what keys do while some are selected: semantics.md H.4.

extension Editor {
  /// Selects exactly these tokens, the first being the one from which the selection is extended.
  package func selecting(_ indices: [Int]) -> EditingOutcome {
    let tokens = tokens
    let known = TokenSelection(indices.filter(tokens.indices.contains))
    guard !known.isEmpty else { return refused(.unknownToken) }
    var outcome = EditingOutcome(self)
    outcome.editor.selection = known
    let texts = known.indices.map { words(tokens[$0]) }
    if known != selection {
      outcome.announcement = Announcement.selected(texts, at: known.indices[0], of: tokens.count)
    }
    return finished(outcome)
  }

  /// Selects nothing.
  package func unselecting() -> EditingOutcome {
    var outcome = EditingOutcome(self)
    outcome.editor.selection = TokenSelection()
    return finished(outcome)
  }

  /// Opens a token for editing in place, with the caret at its end; Esc brings back what it was.
  package func editing(_ index: Int) -> EditingOutcome {
    if policy.isReadOnly { return refused(.disabled) }
    let tokens = tokens
    guard tokens.indices.contains(index) else { return refused(.unknownToken) }
    if isFixed(tokens[index]) { return refused(.fixed) }
    if work != nil, tokens[index].origin == nil { return resolving(beforeEditing: index) }
    var outcome = EditingOutcome(self)
    outcome.editor.selection = TokenSelection()
    if let entry = tokens[index].entry {
      let range = list.entries[entry].range
      outcome.editor.caret = range.upperBound
      outcome.editor.work = Work(range: range, origin: tokens[index].origin ?? Array(list.text(entry)))
    }
    outcome.announcement = "Editing \(words(tokens[index]).display)"
    return finished(outcome)
  }

  /// Commits what is being typed elsewhere before a token is opened; what cannot be committed keeps the token closed.
  private func resolving(beforeEditing index: Int) -> EditingOutcome {
    let target = tokens[index].entry
    let first = committing()
    guard first.reason == nil, let target else { return first }
    let gone = first.editor.list.entries.count - list.entries.count
    let own = work?.range.lowerBound ?? 0
    let entry = gone < 0 && list.entries[target].range.lowerBound > own ? target + gone : target
    guard let index = first.editor.tokens.firstIndex(where: { $0.entry == entry }) else { return first }
    var outcome = first.editor.editing(index)
    outcome.changes = first.changes
    outcome.events = first.events.filter { if case .didChangeText = $0 { false } else { true } }
    return finished(outcome)
  }

  /// Takes back: a token that is being edited is what it was before, else nothing is selected.
  package func cancelling() -> EditingOutcome {
    guard selection.isEmpty, let work, let origin = work.origin, caret.map(isAtWork) ?? true else {
      return unselecting()
    }
    if policy.isReadOnly { return refused(.disabled) }
    var expected = texts
    let changes: [Change]
    if let entry = workEntry {
      changes = [Change(list.entries[entry].range, origin)].filter { $0.text[...] != list.text(entry) }
      expected[entry] = origin[...]
    } else {
      let place = list.count(before: work.range.lowerBound)
      changes = [Change(work.range.lowerBound..<work.range.lowerBound, origin)]
      expected.insert(origin[...], at: place)
    }
    guard var next = edited(changes, expecting: expected) else { return refused(.syntax) }
    next.work = nil
    var outcome = EditingOutcome(next)
    outcome.changes = changes
    outcome.announcement = "Restored \(words(ofText: origin).display)"
    return finished(outcome)
  }

  /// What a key does while tokens are selected.
  func pressingSelected(_ press: KeyPress) -> EditingOutcome {
    let count = tokens.count
    let (anchor, focus) = (selection.indices.first ?? 0, selection.indices.last ?? 0)
    switch press.key {
    case .left, .right:
      let isBack = (press.key == .left) != policy.isRightToLeft
      return movingFocus(to: focus + (isBack ? -1 : 1), from: anchor, press.isShifted)
    case .home: return press.isShifted ? selecting(TokenSelection(from: anchor, to: 0).indices) : selecting([0])
    case .end:
      return press.isShifted
        ? selecting(TokenSelection(from: anchor, to: count - 1).indices) : movingFocus(to: count, from: anchor, false)
    case .selectAll: return selecting(Array(tokens.indices))
    case .escape: return unselecting()
    case .backspace, .delete: return deletingSelected()
    case .enter:
      return selection.indices.count == 1 ? editing(focus) : EditingOutcome(self)
    case .tab:
      var outcome = unselecting()
      outcome.leaving = press.isShifted ? .previous : .next
      return outcome
    case .text(let text):
      if policy.separators.contains(text) || text.isEmpty || text.utf8.contains(where: { $0 < 0x20 }) {
        return EditingOutcome(self)
      }
      return typingOver(text)
    }
  }

  private func movingFocus(to focus: Int, from anchor: Int, _ isExtending: Bool) -> EditingOutcome {
    let count = tokens.count
    if isExtending { return selecting(TokenSelection(from: anchor, to: max(0, min(focus, count - 1))).indices) }
    if focus < 0 { return selecting([0]) }
    if focus < count { return selecting([focus]) }
    var outcome = unselecting()
    outcome.editor.caret = workEntry.map { list.entries[$0].range.upperBound } ?? list.caret(inGap: list.entries.count)
    return outcome
  }

  /// Backspace and Delete: all that is selected goes, but for what is fixed.
  func deletingSelected() -> EditingOutcome {
    let outcome = removing(selection.indices, source: .key)
    let first =
      outcome.events.lazy.compactMap { if case .didRemove(_, let index, _) = $0 { index } else { nil } }.first ?? 0
    guard !outcome.changes.isEmpty || outcome.reason == nil else { return outcome }
    var next = outcome.editor
    let tokens = next.tokens
    // What was being typed stays where the caret is; without it the caret goes where the tokens were.
    if next.workEntry == nil {
      next.caret =
        first < tokens.count
        ? tokens[first].entry.map { next.list.entries[$0].range.lowerBound }
        : next.list.caret(inGap: next.list.entries.count)
    }
    if policy.afterDelete == .previous, !tokens.isEmpty { next.selection = TokenSelection([max(0, first - 1)]) }
    var result = outcome
    result.editor = next
    result.events.removeAll { event in
      switch event {
      case .didSelect, .didUnselect, .didChangeText: true
      default: false
      }
    }
    return finished(result)
  }

  /// Typing over selected tokens: they go, and what is typed begins at the place of the first.
  private func typingOver(_ text: String) -> EditingOutcome {
    if policy.isReadOnly { return refused(.disabled) }
    if policy.typeOverSelected == .append {
      var outcome = unselecting()
      outcome.isHandled = false
      return outcome
    }
    // What is being changed is settled first.
    if work?.origin != nil { return settling { $0.typingOver(text) } }
    let tokens = tokens
    let selected = selection.sorted
    guard !selected.contains(where: { isFixed(tokens[$0]) }) else { return refused(.fixed) }
    guard let first = selected.first, let entry = tokens[first].entry,
      selected.allSatisfy({ tokens[$0].entry != nil && tokens[$0].origin == nil })
    else { return unchanged(.notAllowed) }
    let others = selected.dropFirst().compactMap { tokens[$0].entry }
    let typed = Array(text.utf8)
    let changes = ([Change(list.entries[entry].range, typed)] + list.removing(others)).normalized
    let gone = Set(others)
    let expected = list.entries.indices.filter { !gone.contains($0) }.map { $0 == entry ? typed[...] : list.text($0) }
    guard var next = edited(changes, expecting: expected) else { return unchanged(.syntax) }
    let range = next.list.entries[entry].range
    (next.caret, next.work) = (range.upperBound, Work(range: range))
    var outcome = EditingOutcome(next)
    outcome.changes = changes
    for (count, index) in selected.enumerated() {
      outcome.events.append(.didRemove(words(tokens[index]), index: index - count, .key))
    }
    // What was being typed before is a token now: it is not lost, and one types elsewhere.
    if let own = workEntry {
      let entry = own - others.filter { $0 < own }.count
      if let index = next.tokens.firstIndex(where: { $0.entry == entry }) {
        outcome.events.append(.didAdd(next.words(next.tokens[index]), index: index, .key))
      }
    }
    outcome.announcement = Announcement.removed(selected.map { words(tokens[$0]) }, left: next.tokens.count)
    return finished(outcome)
  }
}
