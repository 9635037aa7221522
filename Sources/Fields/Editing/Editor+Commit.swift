// Committing what is being typed: semantics.md H.3.

extension Editor {
  /// What commits a draft.
  enum Trigger: Equatable {
    case separator, enter, tab, api, blur
  }

  /// Commits what is being typed, whatever of it stands on either side of the caret.
  package func committing(source: EditingEvent.Source = .api) -> EditingOutcome {
    commit(source == .blur ? .blur : .api, source)
  }

  /// Commits the draft; with a separator only the part before the caret, and the rest stays the draft.
  func commit(_ trigger: Trigger, _ source: EditingEvent.Source) -> EditingOutcome {
    if policy.isReadOnly { return refused(.disabled) }
    guard let work, let entry = workEntry else { return commitNothing() }
    let range = list.entries[entry].range
    let caret = caret ?? range.upperBound
    if trigger == .separator, range.lowerBound < caret, caret < range.upperBound {
      return split(entry, at: caret, source)
    }
    let text = Array(list.text(entry))
    let tokens = tokens
    let index = tokens.firstIndex { $0.entry == entry } ?? tokens.prefix { $0.entry.map { $0 < entry } ?? true }.count
    let admission = admission(of: text, tokens, except: work.origin == nil ? nil : index, source)
    if let reason = admission.reason {
      let words = String(decoding: text, as: UTF8.self)
      guard reason == .duplicate, work.origin == nil, let existing = admission.existing,
        [.drop, .moveToEnd].contains(policy.duplicate)
      else { return rejected(words, reason) }
      return droppingDraft(entry, words, existing)
    }
    let tidy = list.tidied(admission.text)
    var changes = tidy == text ? [] : [Change(range, tidy)]
    let behind = separate(entry, trigger)
    changes = (separateBefore(entry) + changes + behind.changes).normalized
    var expected = texts
    expected[entry] = tidy[...]
    guard var next = edited(changes, expecting: expected) else {
      return rejected(String(decoding: text, as: UTF8.self), .syntax)
    }
    next.work = nil
    if self.caret != nil {
      next.caret = behind.isSingle ? next.list.entries[entry].range.upperBound : next.list.caret(inGap: entry + 1)
      if !behind.isSingle, list.frame.style == .blanks || list.frame.style == .lines, let last = changes.last {
        next.caret = changes.moved(last.range.upperBound)
      }
    }
    var outcome = EditingOutcome(next)
    outcome.changes = changes
    let new = next.words(EditedToken(entry: entry))
    if work.origin == nil {
      outcome.events.append(.didAdd(new, index: index, source))
      outcome.announcement = Announcement.added([new], at: index, of: next.tokens.count)
    } else if tokens.indices.contains(index), words(tokens[index]) != new {
      outcome.events.append(.didReplace(words(tokens[index]), index: index, with: new, source))
      outcome.announcement = "Changed to \(new.display)"
    }
    return finished(outcome)
  }

  /// Commits where nothing is typed: a token whose text was deleted goes, and nothing else happens.
  private func commitNothing() -> EditingOutcome {
    guard work?.origin != nil, let index = tokens.firstIndex(where: { $0.entry == nil }) else { return refused(.empty) }
    return removing([index])
  }

  /// Whether a text is one entry with nothing wrong in it that is worth a warning.
  package func isValid(_ text: [UInt8]) -> Bool {
    list.isValid(text)
  }

  /// A separator before an entry where none stands.
  private func separateBefore(_ entry: Int) -> [Change] {
    guard entry > 0, list.frame.style == .separated, list.separators(inGap: entry).isEmpty else { return [] }
    let end = list.entries[entry - 1].range.upperBound
    return [Change(end..<end, list.separator)]
  }

  /// A separator behind an entry where none stands; a field that takes one entry only needs none.
  private func separate(_ entry: Int, _ trigger: Trigger) -> (changes: [Change], isSingle: Bool) {
    let end = list.entries[entry].range.upperBound
    if list.frame.style == .lines, trigger == .enter { return (list.newLine(behind: entry), false) }
    let separators = list.separators(inGap: entry + 1)
    if let first = separators.first {
      // `x,` at the end of the value: the next entry is typed behind a blank.
      let isTight = entry + 1 == list.entries.count && first.upperBound == list.frame.region.upperBound
      return (isTight ? [Change(first.upperBound..<first.upperBound, list.padding)] : [], false)
    }
    // In a text of another format nothing is written that the next entry may never need.
    let isDue = !grammar.isHosted || trigger == .separator
    if policy.max == 1 || !isDue { return ([], true) }
    let white = list.white(after: end)
    if list.hasFold(white) { return ([Change(end..<end, list.separator)], false) }
    return ([Change(white, list.separator + list.padding)], false)
  }

  /// Commits what stands before the caret in the middle of a draft.
  private func split(_ entry: Int, at caret: Int, _ source: EditingEvent.Source) -> EditingOutcome {
    let range = list.entries[entry].range
    let start = max(list.white(before: caret).lowerBound, range.lowerBound)
    let end = min(list.white(after: caret).upperBound, range.upperBound)
    let (left, right) = (Array(value[range.lowerBound..<start]), Array(value[end..<range.upperBound]))
    let tokens = tokens
    let index = tokens.firstIndex { $0.entry == entry } ?? tokens.prefix { $0.entry.map { $0 < entry } ?? true }.count
    let isNew = work?.origin == nil
    let admission = admission(of: left, tokens, except: isNew ? nil : index, source)
    if let reason = admission.reason { return rejected(String(decoding: left, as: UTF8.self), reason) }
    let own = admission.text == left ? [] : [Change(range.lowerBound..<start, admission.text)]
    let changes =
      (separateBefore(entry) + own + [Change(start..<end, list.separator + list.padding)]).normalized
    let rest = list.sample(right)
    var expected = texts
    expected.replaceSubrange(entry...entry, with: [admission.text[...]] + rest.entries.indices.map { rest.text($0) })
    guard !rest.entries.isEmpty, var next = edited(changes, expecting: expected),
      next.list.entries.indices.contains(entry + 1)
    else { return rejected(String(decoding: left, as: UTF8.self), .syntax) }
    let first = next.list.entries[entry + 1].range
    (next.caret, next.work) = (first.lowerBound, Work(range: first))
    var outcome = EditingOutcome(next)
    outcome.changes = changes
    let new = next.words(EditedToken(entry: entry))
    if isNew {
      outcome.events.append(.didAdd(new, index: index, source))
    } else if words(tokens[index]) != new {
      outcome.events.append(.didReplace(words(tokens[index]), index: index, with: new, source))
    }
    // Several entries in the rest: only the one at the caret is the draft.
    for number in 1..<max(1, rest.entries.count) {
      outcome.events.append(.didAdd(next.words(EditedToken(entry: entry + 1 + number)), index: index + number, source))
    }
    outcome.announcement = Announcement.added([new], at: index, of: next.tokens.count)
    return finished(outcome)
  }

  /// Puts a candidate in the place of what is being typed, or at the gap, as it is spelled: it is never cut into several.
  package func accepting(_ text: String) -> EditingOutcome {
    if policy.isReadOnly { return refused(.disabled) }
    // What is being typed elsewhere is not what a candidate is for.
    if let caret, work != nil, !isAtWork(caret) { return settling { $0.accepting(text) } }
    if let origin = work?.origin, isFixed(EditedToken(origin: origin)) { return rejected(text, .fixed) }
    let pieces = list.pieces(of: text)
    guard pieces.count == 1 else { return rejected(text, .syntax) }
    let bytes = list.rules.takesWords ? pieces[0] : Array(text.utf8)
    if let caret, let entry = workEntry, isPart(entry, at: caret) { return acceptingPart(text, of: entry, at: caret) }
    if policy.max == 1, tokens.count == 1, work?.origin == nil { return acceptingInstead(text) }
    var expected = texts
    let place: Int
    let changes: [Change]
    if let entry = workEntry {
      (place, changes) = (entry, [Change(list.entries[entry].range, bytes)])
      expected[entry] = bytes[...]
    } else {
      place = caret.map { list.count(before: $0) } ?? list.entries.count
      guard caret.map({ place == 0 || $0 >= list.entries[place - 1].range.upperBound }) ?? true else {
        return rejected(text, .notAllowed)
      }
      changes = list.inserting([bytes], inGap: place, isTyped: caret != nil, at: caret).normalized
      if changes.isEmpty, list.frame.style == .single { return rejected(text, .tooMany) }
      expected.insert(bytes[...], at: place)
    }
    guard var next = edited(changes, expecting: expected) else { return rejected(text, .syntax) }
    let range = next.list.entries[place].range
    (next.caret, next.work) = (range.upperBound, Work(range: range, origin: work?.origin))
    var outcome = next.commit(.api, .accept)
    guard outcome.reason == nil else { return refused(outcome.reason, outcome.events) }
    outcome.changes = [Change](from: value, to: outcome.editor.value)
    outcome.events.removeAll { if case .didChangeText = $0 { true } else { false } }
    outcome.events.insert(.didAccept(text), at: 0)
    return finished(outcome)
  }
}
