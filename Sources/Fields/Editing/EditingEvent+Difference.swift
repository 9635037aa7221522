// What happened between two states of a field of which nobody told: somebody typed, undid, or changed the file.

extension Editor {
  /// The events that make the tokens of a state before into those of this one; none where the tokens are the same.
  ///
  /// What stands the same at both ends is passed over by its bytes. Of what is left between, as many tokens on both sides
  /// have become others; else those that were there are gone, and those that are there are new.
  ///
  /// - Parameters:
  ///   - before: the state that was told last; nil for a field that was not there.
  ///   - source: what the events say.
  /// - Returns: the events in the order in which they can be replayed, the text of the draft last.
  package func events(since before: Editor?, source: EditingEvent.Source = .key) -> [EditingEvent] {
    let (old, new) = (before?.tokens ?? [], tokens)
    let limit = min(old.count, new.count)
    func isSame(_ one: Int, _ other: Int) -> Bool {
      guard let before else { return false }
      let (former, now) = (old[one], new[other])
      guard former.origin == nil, now.origin == nil, let from = former.entry, let to = now.entry else {
        return before.bytes(former) == bytes(now)
      }
      return Self.isSame(before.list.value, before.list.entries[from].range, list.value, list.entries[to].range)
    }
    var start = 0
    while start < limit, isSame(start, start) { start += 1 }
    var end = 0
    while end < limit - start, isSame(old.count - 1 - end, new.count - 1 - end) { end += 1 }
    let (gone, come) = (start..<old.count - end, start..<new.count - end)
    var events: [EditingEvent] = []
    if let before {
      if gone.count == come.count {
        for index in gone where !isSame(index, index) {
          events.append(.didReplace(before.words(old[index]), index: index, with: words(new[index]), source))
        }
        return events + textEvent(since: before)
      }
      for index in gone { events.append(.didRemove(before.words(old[index]), index: start, source)) }
    }
    for index in come { events.append(.didAdd(words(new[index]), index: index, source)) }
    return events + textEvent(since: before)
  }

  private func textEvent(since before: Editor?) -> [EditingEvent] {
    draft == before?.draft ?? "" ? [] : [.didChangeText(draft)]
  }

  /// Whether two values hold the same bytes at two places.
  private static func isSame(_ old: [UInt8], _ from: Range<Int>, _ new: [UInt8], _ to: Range<Int>) -> Bool {
    guard from.count == to.count else { return false }
    var (one, other) = (from.lowerBound, to.lowerBound)
    while one < from.upperBound {
      if old[one] != new[other] { return false }
      one += 1
      other += 1
    }
    return true
  }

  /// The text of a token, as it was before somebody began to change it.
  private func bytes(_ token: EditedToken) -> ArraySlice<UInt8> {
    if let origin = token.origin { return origin[...] }
    return token.entry.map { list.text($0) } ?? []
  }
}

extension [EditingEvent] {
  /// The events in one short sentence, for people who do not see the chips.
  ///
  /// - Parameter count: how many tokens there are now.
  /// - Returns: the sentence; nil where no token came, went or changed.
  package func announcement(of count: Int) -> String? {
    var (added, removed): ([(TokenText, Int)], [TokenText]) = ([], [])
    var changed: [TokenText] = []
    for event in self {
      switch event {
      case .didAdd(let token, let index, _): added.append((token, index))
      case .didRemove(let token, _, _): removed.append(token)
      case .didReplace(_, _, let token, _): changed.append(token)
      default: break
      }
    }
    if let first = added.first { return Announcement.added(added.map(\.0), at: first.1, of: count) }
    if !removed.isEmpty { return Announcement.removed(removed, left: count) }
    guard let first = changed.first else { return nil }
    return changed.count == 1 ? "Changed to \(first.display)" : "Changed \(changed.count) entries"
  }
}
