// Candidates that take the place of a part of an entry: a member of a group, or the words before the caret.

extension Editor {
  /// What stands behind the caret in the entry that is being typed and is no part of it: the entry before which somebody
  /// began to type, or words apart; empty where all of the entry is what a candidate is for.
  private func rest(at caret: Int, in range: Range<Int>) -> ArraySlice<UInt8> {
    guard range.lowerBound <= caret, caret < range.upperBound else { return [] }
    let rest = value[caret..<range.upperBound]
    let words = Array(EntryList.trimmed(String(decoding: rest, as: UTF8.self)).utf8)
    if words.isEmpty { return [] }
    let isOrigin = work?.origin.map { $0 == words } ?? false
    return isOrigin || rest.first.map(Byte.isWhite) ?? false ? rest : []
  }

  /// Whether a candidate must not take the place of the whole entry in which the caret stands.
  func isPart(_ entry: Int, at caret: Int) -> Bool {
    list.entries[entry].group != nil || !rest(at: caret, in: list.entries[entry].range).isEmpty
  }

  /// Puts a candidate in the place of the words at the caret; nobody else of the list may change by that.
  ///
  /// - Parameters:
  ///   - text: the candidate as it is spelled.
  ///   - entry: the entry in which the caret stands.
  ///   - caret: where it stands.
  /// - Returns: the outcome; nothing is done where somebody would be lost.
  func acceptingPart(_ text: String, of entry: Int, at caret: Int) -> EditingOutcome {
    var options = options
    options.caret = caret
    guard var fragment = grammar.fragment(in: value, caret: caret, options), fragment.removed == nil,
      fragment.range.lowerBound <= caret
    else { return rejected(text, .notAllowed) }
    if !rest(at: caret, in: list.entries[entry].range).isEmpty {
      fragment.range = fragment.range.lowerBound..<caret
      fragment.next = .token
    }
    let edits = fragment.edits(in: value, endsWithSeparator: false)
    let own = Change(fragment.range, Array((edits.before + text + edits.after).utf8))
    let changes = (edits.others + [own]).normalized
    let start = changes.moved(fragment.range.lowerBound) + edits.before.utf8.count
    options.caret = nil
    var next = Editor(changes.applied(to: value), grammar, options, policy: policy, caret: start + text.utf8.count)
    // Everybody who is not typed over is there still, and the candidate is.
    var left = values(next.list)
    for value in values(list, outside: fragment.range) + [self.value(of: text)] {
      guard let place = left.firstIndex(of: value) else { return rejected(text, .notAllowed) }
      left.remove(at: place)
    }
    if let origin = work?.origin, origin == Array(value[caret...].prefix(origin.count)),
      !values(next.list).contains(self.value(of: String(decoding: origin, as: UTF8.self)))
    {
      return rejected(text, .notAllowed)
    }
    next.options = self.options
    var outcome = EditingOutcome(next)
    outcome.changes = [Change](from: value, to: next.value)
    outcome.events = [.didAccept(text)] + next.events(since: self, source: .accept)
    return finished(outcome)
  }

  /// What the tokens of a list mean, but for those that touch a range.
  private func values(_ list: EntryList, outside range: Range<Int>? = nil) -> [String] {
    list.reading.tokens.filter { token in !(range.map(token.range.overlaps) ?? false) }
      .map { grammar.value($0, in: list.value) }
  }

  /// What a text means as one entry.
  private func value(of text: String) -> String {
    let sample = list.sample(Array(text.utf8))
    return sample.entries.first.map { grammar.value($0, sample) } ?? ""
  }
}
