// What keys do: semantics.md H.2 to H.4.

extension Editor {
  /// What a key does in this state.
  package func pressing(_ press: KeyPress) -> EditingOutcome {
    if press.isComposing { return unhandled() }
    if case .selected = mode { return pressingSelected(press) }
    guard let caret else { return unhandled() }
    // Behind a bracket that ends the list nothing of it is meant.
    if caret < list.frame.region.lowerBound || caret > list.frame.region.upperBound, isTyped(press.key) {
      return unhandled()
    }
    switch press.key {
    case .backspace, .delete: return deleting(press, at: caret)
    case .left, .right:
      let isBack = (press.key == .left) != policy.isRightToLeft
      guard let index = neighbour(isBack, of: caret) else { return unhandled() }
      return selecting([index])
    case .home, .end:
      guard press.isShifted, mode == .gap, !tokens.isEmpty else { return unhandled() }
      let gap = gap
      if press.key == .home { return gap > 0 ? selecting(TokenSelection(from: gap - 1, to: 0).indices) : unhandled() }
      return gap < tokens.count ? selecting(TokenSelection(from: gap, to: tokens.count - 1).indices) : unhandled()
    case .selectAll:
      guard draft.isEmpty, !tokens.isEmpty else { return unhandled() }
      return selecting(Array(tokens.indices))
    case .escape:
      return work?.origin == nil ? unhandled() : cancelling()
    case .enter: return entering()
    case .tab: return tabbing(isBack: press.isShifted)
    case .text(let text): return typingText(text, at: caret)
    }
  }

  /// Whether a key writes or deletes, or goes by tokens, rather than leaves the field.
  private func isTyped(_ key: Key) -> Bool {
    switch key {
    case .backspace, .delete, .left, .right, .text: true
    case .enter, .tab, .home, .end, .escape, .selectAll: false
    }
  }

  /// The token beside the caret that a key going back or forth meets; nil where the text is the editor's own.
  private func neighbour(_ isBack: Bool, of caret: Int) -> Int? {
    let tokens = tokens
    var entry = list.count(before: caret) - 1
    if entry >= 0, caret < list.entries[entry].range.upperBound { return nil }
    if let own = workEntry, list.entries[own].range.lowerBound <= caret, isAt(caret, list.entries[own].range) {
      let range = list.entries[own].range
      // Within what is being typed the keys are the editor's; at its edges they go on to the next token.
      if isBack ? caret > range.lowerBound : caret < range.upperBound { return nil }
      entry = isBack ? own - 1 : own + 1
    } else if !isBack {
      entry += 1
    }
    return tokens.firstIndex { $0.entry == entry }
  }

  /// Backspace, and Delete as its mirror image.
  private func deleting(_ press: KeyPress, at caret: Int) -> EditingOutcome {
    let isBack = press.key == .backspace
    let tokens = tokens
    if let work, work.origin != nil, workEntry == nil, isAtWork(caret), isBack {
      guard let index = tokens.firstIndex(where: { $0.entry == nil }) else { return unhandled() }
      return removing([index], source: .key)
    }
    if let own = workEntry, list.entries[own].range.lowerBound <= caret, isAt(caret, list.entries[own].range) {
      let range = list.entries[own].range
      if isBack ? caret > range.lowerBound : caret < range.upperBound { return unhandled() }
    } else {
      let entry = list.count(before: caret) - 1
      if entry >= 0, caret < list.entries[entry].range.upperBound { return unhandled() }
    }
    guard let index = neighbour(isBack, of: caret) else {
      return tokens.isEmpty ? unhandled() : EditingOutcome(self)
    }
    if policy.isReadOnly { return refused(.disabled) }
    if press.isRepeated { return EditingOutcome(self) }
    switch policy.onBackspace {
    case .select: return selecting([index])
    case .delete: return removing([index], source: .key)
    case .edit: return editing(index)
    case .parts where grammar != .inlineTags: return removing([index], source: .key)
    case .none, .parts: return unhandled()
    }
  }

  /// Enter: commits what is being typed, else asks for the next field.
  private func entering() -> EditingOutcome {
    if policy.onEnter == .newline, leavesKeys { return unhandled() }
    if let outcome = beginningLine() { return outcome }
    if policy.onEnter == .newline, work == nil { return unhandled() }
    if let caret, work != nil, !policy.isReadOnly, isAtWork(caret), workEntry != nil || work?.origin != nil {
      var outcome = commit(.enter, .key)
      guard outcome.reason == nil else { return outcome }
      switch policy.onEnter {
      case .commit, .newline: break
      case .commitThenNext: outcome.leaving = .next
      case .commitThenDone: outcome.leaving = .done
      }
      outcome.events.append(.didReturn)
      return outcome
    }
    var outcome = EditingOutcome(self)
    outcome.events = [.didReturn]
    outcome.leaving = policy.onEnter == .commitThenDone ? .done : .next
    return outcome
  }

  /// Tab: commits what is being typed, else goes to the next field; with Shift to the one before, and commits nothing.
  private func tabbing(isBack: Bool) -> EditingOutcome {
    if leavesKeys { return unhandled() }
    if policy.onTab == .none { return unhandled() }
    if !isBack, policy.onTab != .next, let caret, !policy.isReadOnly, isAtWork(caret), workEntry != nil {
      var outcome = commit(.tab, .key)
      if policy.onTab == .commitThenNext, outcome.reason == nil { outcome.leaving = .next }
      return outcome
    }
    var outcome = EditingOutcome(self)
    outcome.leaving = isBack ? .previous : .next
    return outcome
  }

  /// Typed text: separators commit, everything else is the editor's.
  private func typingText(_ text: String, at caret: Int) -> EditingOutcome {
    guard takesSeparator(text) else { return unhandled() }
    if policy.isReadOnly { return refused(.disabled) }
    let entry = list.count(before: caret) - 1
    if entry >= 0, list.entries[entry].range.lowerBound < caret {
      let range = list.entries[entry].range
      // In quotes, brackets, comments and groups a separator is text.
      if isAt(caret, range), list.mayGoOn(value[range.lowerBound..<min(caret, range.upperBound)]) {
        return unhandled()
      }
      if list.entries[entry].group != nil, caret < range.upperBound { return unhandled() }
    }
    if let own = workEntry, isAt(caret, list.entries[own].range), caret > list.entries[own].range.lowerBound {
      let outcome = commit(.separator, .key)
      guard let reason = outcome.reason, outcome.changes.isEmpty, policy.insertsRejectedSeparator,
        reason != .duplicate || policy.duplicate == .warn
      else { return outcome }
      var literal = outcome
      literal.isHandled = false
      return literal
    }
    // Inside of an entry that nobody has changed: the user takes it apart.
    if entry >= 0, caret < list.entries[entry].range.upperBound { return unhandled() }
    // In a comment that begins an entry, too.
    let start = max(
      entry >= 0 ? list.entries[entry].range.upperBound : 0,
      list.separators.last { $0.upperBound <= caret }?.upperBound ?? 0)
    if grammar == .addressList, start < caret, list.isOpen(value[start..<caret]) { return unhandled() }
    // A blank, and the colon of a run that is not complete, is the editor's own.
    guard list.frame.style == .separated else { return unhandled() }
    return passing(entry, at: caret)
  }

  /// A separator where nothing is typed: one that is due is written, one that is there is passed, others are swallowed.
  private func passing(_ entry: Int, at caret: Int) -> EditingOutcome {
    var outcome = EditingOutcome(self)
    guard entry >= 0 else { return outcome }
    let separators = list.separators(inGap: entry + 1)
    if separators.isEmpty {
      guard entry + 1 == list.entries.count, policy.max != 1 else { return outcome }
      let end = list.entries[entry].range.upperBound
      let isFolded = list.hasFold(end..<max(end, caret))
      let change =
        isFolded
        ? Change(end..<end, list.separator)
        : Change(end..<max(end, caret), list.separator + list.padding)
      guard var next = edited([change], expecting: texts) else { return unhandled() }
      next.caret = isFolded ? caret + change.text.count : end + change.text.count
      outcome = EditingOutcome(next)
      outcome.changes = [change]
    } else if let first = separators.first, caret <= first.lowerBound {
      outcome.editor.caret = list.caret(inGap: entry + 1)
      let isTight = entry + 1 == list.entries.count && first.upperBound == list.frame.region.upperBound
      guard isTight else { return outcome }
      let change = Change(first.upperBound..<first.upperBound, list.padding)
      guard var next = edited([change], expecting: texts) else { return outcome }
      next.caret = first.upperBound + change.text.count
      outcome = EditingOutcome(next)
      outcome.changes = [change]
    }
    return outcome
  }
}

extension Editor {
  /// Enter at the end of a line of a list with dashes: a new line with a dash, once nothing is being typed; nil elsewhere.
  private func beginningLine() -> EditingOutcome? {
    guard list.frame.style == .lines, work == nil, !policy.isReadOnly, let caret else { return nil }
    let entry = list.count(before: caret) - 1
    guard entry >= 0, isAt(caret, list.entries[entry].range), caret >= list.entries[entry].range.upperBound else {
      return nil
    }
    let changes = list.newLine(behind: entry)
    guard !changes.isEmpty, var next = edited(changes, expecting: texts) else { return nil }
    next.caret = changes.reduce(0) { max($0, $1.range.lowerBound + $1.text.count) }
    var outcome = EditingOutcome(next)
    outcome.changes = changes
    return finished(outcome)
  }
}
