// What somebody is typing in one place of a field while something is done in another.

extension Editor {
  /// Does something elsewhere: a draft is a token then, and a token that was changed is what it has become.
  ///
  /// - Parameter operation: what is done, with nothing being typed.
  /// - Returns: its outcome, with what became of the typed text told first; without changes the field is as it was.
  func settling(_ operation: (Editor) -> EditingOutcome) -> EditingOutcome {
    var settled = ended()
    if !selection.isEmpty {
      let tokens = tokens
      let entries = selection.indices.compactMap { tokens.indices.contains($0) ? tokens[$0].entry : nil }
      settled.selection = TokenSelection(entries.compactMap(settled.tokenIndex))
    }
    var outcome = operation(settled)
    guard !outcome.changes.isEmpty else {
      outcome.editor = self
      return outcome
    }
    outcome.events.insert(contentsOf: settlement(settled), at: 0)
    let tellsText = outcome.events.contains { if case .didChangeText = $0 { true } else { false } }
    if !tellsText, outcome.editor.draft != draft { outcome.events.append(.didChangeText(outcome.editor.draft)) }
    return outcome
  }

  /// What is told of the typed text when nothing is being typed any more.
  private func settlement(_ settled: Editor) -> [EditingEvent] {
    guard let work else { return [] }
    guard let entry = workEntry, let index = settled.tokenIndex(ofEntry: entry) else {
      guard let origin = work.origin, let index = tokens.firstIndex(where: { $0.entry == nil }) else { return [] }
      return [.didRemove(words(ofText: origin), index: index, .key)]
    }
    let now = settled.words(settled.tokens[index])
    guard let origin = work.origin else { return [.didAdd(now, index: index, .key)] }
    let before = words(ofText: origin)
    return before == now ? [] : [.didReplace(before, index: index, with: now, .key)]
  }
}
