// Writes the same list in another way.

extension Editor {
  /// Writes a list of YAML in brackets or with a line for each entry; the entries mean the same afterwards.
  ///
  /// What is being typed becomes a token.
  ///
  /// - Parameters:
  ///   - form: how it is to be written.
  ///   - splits: whether one text with commas in it is several entries, which only a person can know.
  /// - Returns: the outcome; refused for other syntaxes, for a list that is written so already, and where a comment would
  ///   be lost.
  package func converting(to form: ListForm, splittingAtCommas splits: Bool = false) -> EditingOutcome {
    if policy.isReadOnly { return refused(.disabled) }
    if splits, tokens.contains(where: isFixed) { return refused(.fixed) }
    guard let changes = splits ? list.splitAtCommas(as: form) : list.converted(to: form) else {
      return unchanged(.notAllowed)
    }
    var next = ended()
    next.read(changes)
    guard !changes.isEmpty, next.list.isSound(after: list) else { return unchanged(.syntax) }
    next.caret = caret.map { place(of: $0, in: next, changes) }
    next.selection = TokenSelection()
    var outcome = EditingOutcome(next)
    outcome.changes = changes
    outcome.events = next.events(since: self, source: .api).filter {
      if case .didChangeText = $0 { false } else { true }
    }
    outcome.announcement = splits ? outcome.events.announcement(of: next.tokenCount) : Announcement.written(form)
    return finished(outcome)
  }

  /// Where the caret stands in a list that was written anew: in the same entry, if it was in one.
  private func place(of caret: Int, in next: Editor, _ changes: [Change]) -> Int {
    let entry = list.count(before: caret) - 1
    guard entry >= 0, list.entries.count == next.list.entries.count, caret <= list.entries[entry].range.upperBound
    else { return changes.moved(caret) }
    let place = next.list.entries[entry].range
    return min(place.lowerBound + caret - list.entries[entry].range.lowerBound, place.upperBound)
  }
}

extension Announcement {
  static func written(_ form: ListForm) -> String {
    form == .lines ? "Written on a line each" : "Written in brackets"
  }
}
