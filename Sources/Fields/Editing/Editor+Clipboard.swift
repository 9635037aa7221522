// Copying, cutting, pasting, and opening groups.

extension Editor {
  /// The selected tokens, or those of the given indices, as one text that can be pasted as tokens again.
  package func copying(_ indices: [Int]? = nil) -> EditingOutcome {
    let tokens = tokens
    let chosen = (indices ?? selection.sorted).filter(tokens.indices.contains).sorted()
    guard !chosen.isEmpty else { return refused(.unknownToken) }
    var outcome = EditingOutcome(self)
    let texts = chosen.map { words(standing(tokens[$0])) }
    let isTight = list.frame.style != .lines && list.frame.style != .bare
    let joiner = isTight ? String(decoding: list.separator + list.padding, as: UTF8.self) : ", "
    outcome.copied = (texts.map { list.clipped($0.raw) }.joined(separator: joiner), texts)
    outcome.announcement = texts.count == 1 ? "Copied \(texts[0].display)" : "Copied \(texts.count) entries"
    return outcome
  }

  /// Copies tokens and removes them; in a field that cannot be changed it only copies.
  package func cutting(_ indices: [Int]? = nil) -> EditingOutcome {
    let copy = copying(indices)
    guard copy.reason == nil else { return copy }
    var outcome = removing(indices ?? selection.indices)
    outcome.copied = copy.copied
    return outcome
  }

  /// How much is pasted as tokens at most.
  private static let (mostBytes, mostPieces) = (1 << 20, 20_000)

  /// Pastes a text: with separators in it as tokens, else as something typed.
  ///
  /// What cannot be read as an entry stays as the draft behind the new tokens; what is there already is left out and said.
  /// A text that is pasted into a draft is joined to it, but for a list that begins with an entry by itself.
  /// More than anybody types is pasted by the editor.
  package func pasting(_ text: String) -> EditingOutcome {
    if policy.isReadOnly { return refused(.disabled) }
    if list.frame.style == .text || text.utf8.count > Self.mostBytes { return unhandled() }
    if !selection.isEmpty { return pastingOver(text) }
    let caret = caret ?? list.caret(inGap: list.entries.count)
    let own = workEntry.flatMap { isAt(caret, list.entries[$0].range) ? $0 : nil }
    if own == nil, workEntry != nil { return settling { $0.pasting(text) } }
    if own == nil {
      let entry = list.count(before: caret) - 1
      if entry >= 0, caret < list.entries[entry].range.upperBound { return unhandled() }
    }
    let before =
      own.map { value[list.entries[$0].range.lowerBound..<max(caret, list.entries[$0].range.lowerBound)] } ?? []
    let after =
      own.map { value[min(caret, list.entries[$0].range.upperBound)..<list.entries[$0].range.upperBound] } ?? []
    guard work?.origin == nil else { return unhandled() }
    if own != nil, hasSeparator(text) || text.contains(where: \.isNewline),
      before.isEmpty == after.isEmpty || isApart(before, text, after)
    {
      // A list within a word would tear it: the editor pastes the text as it is.
      return before.isEmpty == after.isEmpty ? unhandled() : settling { $0.pasting(text) }
    }
    let whole = String(decoding: before, as: UTF8.self) + text + String(decoding: after, as: UTF8.self)
    let pieces = list.pasted(whole)
    // Comments and brackets that belong to no entry would be lost: the editor pastes the text as it is.
    if list.leavesText(of: whole) { return unhandled() }
    if pieces.isEmpty { return refused(.empty) }
    if pieces.count > Self.mostPieces { return unhandled() }
    if pieces.count == 1, !hasSeparator(text) { return typingPasted(text, at: caret) }
    return pasting(pieces, own, at: caret)
  }

  /// Whether a list that is pasted right behind or before what is typed begins, or ends, with an entry by itself: joined
  /// the two would be somebody else.
  private func isApart(_ before: ArraySlice<UInt8>, _ text: String, _ after: ArraySlice<UInt8>) -> Bool {
    let pieces = list.pasted(text)
    guard let piece = before.isEmpty ? pieces.last : pieces.first, list.isValid(piece) else { return false }
    // A name may go on with its address.
    let isBlank = before.last.map(Byte.isBlank) ?? false || text.utf8.first.map(Byte.isWhite) ?? false
    return before.isEmpty || !(isBlank && piece.first == Byte.less)
  }

  /// Pastes in the place of the selected tokens, in one edit; what cannot be pasted so leaves them as they are.
  private func pastingOver(_ text: String) -> EditingOutcome {
    if work != nil { return settling { $0.pastingOver(text) } }
    let removed = deletingSelected()
    guard !removed.changes.isEmpty, removed.reason == nil else { return removed }
    let pasted = removed.editor.at(removed.editor.caret).pasting(text)
    guard pasted.isHandled, !pasted.changes.isEmpty else { return refused(pasted.reason ?? .syntax) }
    var outcome = pasted
    outcome.changes = [Change](from: value, to: pasted.editor.value)
    let gone = removed.events.filter { if case .didRemove = $0 { true } else { false } }
    outcome.events = gone + pasted.events + [.didUnselect]
    return outcome
  }

  /// Whether a text holds anything that separates entries.
  private func hasSeparator(_ text: String) -> Bool {
    !list.clip(text).separators.isEmpty || list.rules.takesWords && list.pasted(text).count > 1
  }

  /// Pastes a text without separators: it is typed, on one line.
  private func typingPasted(_ text: String, at caret: Int) -> EditingOutcome {
    let line = text.split(whereSeparator: { $0.isNewline || $0 == "\t" }).joined(separator: " ")
    let typed = Array(line.utf8)
    var next = typing(caret..<caret, typed)
    // The text must not run into what stands behind it.
    let others = list.entries.indices.filter { $0 != workEntry }.map { list.text($0) }
    let kept = next.list.entries.indices.filter { $0 != next.workEntry }.map { next.list.text($0) }
    guard kept.elementsEqual(others, by: { $0.elementsEqual($1) }) else {
      if workEntry != nil { return settling { $0.pasting([typed], nil, at: caret) } }
      return pasting([typed], nil, at: caret)
    }
    next.selection = TokenSelection()
    var outcome = EditingOutcome(next)
    outcome.changes = [Change(caret..<caret, typed)]
    return finished(outcome)
  }

  private func pasting(_ pieces: [[UInt8]], _ own: Int?, at caret: Int) -> EditingOutcome {
    let tokens = tokens
    let index = own.map { own in tokens.prefix { $0.entry.map { $0 < own } ?? true }.count } ?? gap
    var choice = Choice(self, count: tokens.count)
    var left: [[UInt8]] = []
    for piece in pieces {
      // What is open would swallow what follows; what is no entry is not one by being pasted.
      let why = choice.invalidity(of: piece)
      if let why { choice.reject(String(decoding: piece, as: UTF8.self), why) }
      let isLeft = why != nil || !list.isValid(piece) || list.isOpen(piece)
      if isLeft || !choice.take(piece, at: index) && choice.reason == .tooMany { left.append(piece) }
    }
    // The last of what is left stays the draft; the others are kept as tokens that are marked.
    let draft = left.popLast()
    for piece in left where !choice.take(piece, at: index) && choice.reason != .duplicate {
      choice.keep(piece, at: index)
    }
    let written = choice.taken + (draft.map { [$0] } ?? [])
    let place = own ?? list.count(before: caret)
    var expected = texts
    let changes: [Change]
    if let own {
      let joined = joining(written, insteadOf: own, isLast: own + 1 == list.entries.count && draft == nil)
      changes = joined.normalized
      expected.replaceSubrange(own...own, with: written.map { $0[...] })
      guard !written.isEmpty else { return removingDraft(own, choice.events) }
    } else {
      guard !written.isEmpty else { return refused(choice.reason, choice.events) }
      changes = list.inserting(written, inGap: place, isTyped: true, at: caret).normalized
      if changes.isEmpty, list.frame.style == .single { return refused(.tooMany) }
      expected.insert(contentsOf: written.map { $0[...] }, at: place)
    }
    // What cannot be made tokens of is pasted as text, lest it be lost.
    guard var next = edited(changes, expecting: expected) else { return unhandled() }
    let last = place + written.count - 1
    next.caret = draft == nil ? next.list.caret(inGap: last + 1) : next.list.entries[last].range.upperBound
    next.work = draft == nil ? nil : Work(range: next.list.entries[last].range)
    var outcome = EditingOutcome(next)
    outcome.changes = changes
    outcome.events = next.settled(choice.events, .paste)
    outcome.reason = choice.reason
    if !choice.words.isEmpty {
      outcome.announcement = Announcement.added(choice.words, at: index, of: next.tokens.count)
    }
    return finished(outcome)
  }

  /// What puts several texts in the place of one entry; at the end of a list of addresses with a separator behind them.
  private func joining(_ texts: [[UInt8]], insteadOf entry: Int, isLast: Bool) -> [Change] {
    let range = list.entries[entry].range
    guard grammar == .addressList else {
      // The others stand behind the first as they would if they were added.
      let others = list.inserting(Array(texts.dropFirst()), inGap: entry + 1, isTyped: true)
      return [Change(range, texts.first ?? [])] + others
    }
    let joiner = list.separator + list.padding
    let joined = list.joined(texts, at: range.lowerBound)
    let isDue = isLast && policy.max != 1 && list.separators(inGap: list.entries.count).isEmpty
    return [Change(range, isDue ? joined + joiner : joined)]
  }

  /// Takes the draft out: everything that was pasted with it is there already.
  func removingDraft(_ entry: Int, _ events: [EditingEvent] = []) -> EditingOutcome {
    var expected = texts
    expected.remove(at: entry)
    let changes = [Change(list.entries[entry].range)]
    guard var next = edited(changes, expecting: expected) else { return refused(.syntax, events) }
    (next.work, next.caret) = (nil, caret == nil ? nil : list.entries[entry].range.lowerBound)
    var outcome = EditingOutcome(next)
    outcome.changes = changes
    outcome.events = events
    return finished(outcome)
  }

  /// Puts the members of a group, or of an alias, in its place; those that are there already are left out.
  ///
  /// - Parameters:
  ///   - index: which token.
  ///   - members: what an alias stands for, as spelled entries; nil for the members of a group.
  /// - Returns: the outcome; refused for what is no group and no alias.
  package func expanding(_ index: Int, members: [String]? = nil) -> EditingOutcome {
    if policy.isReadOnly { return refused(.disabled) }
    let tokens = tokens
    guard tokens.indices.contains(index), let entry = tokens[index].entry else { return refused(.unknownToken) }
    guard grammar == .addressList else { return unchanged(.notAllowed) }
    if isFixed(tokens[index]) { return refused(.fixed) }
    let group = list.entries[entry]
    let texts: [[UInt8]]
    if let members {
      texts = members.flatMap { list.pieces(of: $0) }
    } else {
      guard group.group != nil else { return unchanged(.notAllowed) }
      texts = list.reading.tokens[group.tokens].map { Array(value[$0.range]) }
    }
    guard !texts.isEmpty else { return refused(.empty) }
    var choice = Choice(self, count: tokens.count - 1, except: index)
    for text in texts { choice.take(text, at: index) }
    let old = words(tokens[index])
    var expected = self.texts
    guard !choice.taken.isEmpty else { return removing([index]) }
    guard choice.reason == nil || choice.reason == .duplicate else { return refused(choice.reason, []) }
    expected.replaceSubrange(entry...entry, with: choice.taken.map { $0[...] })
    let changes = joining(choice.taken, insteadOf: entry, isLast: false)
    guard var next = edited(changes, expecting: expected) else { return unchanged(.syntax) }
    if tokens[index].origin != nil { next.work = nil }
    var outcome = EditingOutcome(next)
    outcome.changes = changes
    outcome.events = [.didRemove(old, index: index, .api)] + next.settled(choice.events, .api)
    outcome.announcement = "Expanded \(old.display): \(choice.taken.count) added"
    return finished(outcome)
  }

  /// Puts other tokens in the place of all; those that stay where they are are not touched.
  package func setting(_ texts: [String]) -> EditingOutcome {
    if policy.isReadOnly { return refused(.disabled) }
    let tokens = tokens
    guard !tokens.contains(where: isFixed) else { return refused(.fixed) }
    guard work == nil, list.frame.style != .text else { return refused(.notAllowed) }
    var pieces: [[UInt8]] = []
    var keys: Set<String> = []
    let judge = judge
    for text in texts where list.rules.takesWords {
      guard !list.pieces(of: text).isEmpty else { return rejected(text, list.reason(forNoneIn: text)) }
    }
    for piece in texts.flatMap({ list.pieces(of: $0) }) {
      let words = String(decoding: piece, as: UTF8.self)
      guard !list.isOpen(piece) else { return rejected(words, .syntax) }
      let admission = admission(of: piece, .api, judge)
      if let reason = admission.reason { return rejected(words, reason) }
      if policy.duplicate != .allow, let key = key(of: admission.text), !keys.insert(key).inserted { continue }
      pieces.append(admission.text)
    }
    if let max = policy.max, pieces.count > max { return refused(.tooMany, [.didReachLimit(max)]) }
    let kept = min(tokens.count, pieces.count)
    var changes = (0..<kept).filter { !list.text($0).elementsEqual(pieces[$0]) }
      .map { Change(list.entries[$0].range, pieces[$0]) }
    let gone = kept < tokens.count ? list.removing(kept..<tokens.count) : []
    // Brackets before an entry are written before the text that takes its place.
    let added = list.inserting(Array(pieces[kept...]), inGap: tokens.count)
    if added.isEmpty, pieces.count > kept, list.frame.style == .single { return refused(.tooMany) }
    changes = added + changes + gone
    guard let next = edited(changes.normalized, expecting: pieces.map { $0[...] }) else { return refused(.syntax) }
    var outcome = EditingOutcome(next)
    outcome.changes = changes.normalized
    for index in 0..<kept {
      let (old, new) = (words(tokens[index]), next.words(EditedToken(entry: index)))
      if old != new { outcome.events.append(.didReplace(old, index: index, with: new, .api)) }
    }
    for index in kept..<tokens.count { outcome.events.append(.didRemove(words(tokens[index]), index: kept, .api)) }
    for index in kept..<pieces.count {
      outcome.events.append(.didAdd(next.words(EditedToken(entry: index)), index: index, .api))
    }
    outcome.announcement = "\(pieces.count) entries"
    return finished(outcome)
  }

  /// Puts a text in the place of the draft, without committing it.
  package func drafting(_ text: String) -> EditingOutcome {
    if policy.isReadOnly { return refused(.disabled) }
    guard work?.origin == nil else { return refused(.notAllowed) }
    let line = Array(text.split(whereSeparator: \.isNewline).joined(separator: " ").utf8)
    if let own = workEntry {
      if line.isEmpty { return removingDraft(own) }
      var expected = texts
      let pieces = list.sample(line)
      expected.replaceSubrange(own...own, with: pieces.entries.indices.map { pieces.text($0) })
      let change = Change(list.entries[own].range, line)
      return drafted([change], expected, at: own, count: pieces.entries.count)
    }
    let pieces = list.sample(line)
    guard !pieces.entries.isEmpty else { return refused(.empty) }
    let place = caret.map { list.count(before: $0) } ?? list.entries.count
    var expected = texts
    expected.insert(contentsOf: pieces.entries.indices.map { pieces.text($0) }, at: place)
    let changes = list.inserting([line], inGap: place, isTyped: caret != nil, at: caret).normalized
    return drafted(changes, expected, at: place, count: pieces.entries.count)
  }

  private func drafted(_ changes: [Change], _ expected: [ArraySlice<UInt8>], at place: Int, count: Int)
    -> EditingOutcome
  {
    // A draft with separators in it is several entries: only one can be a draft.
    guard count == 1, var next = edited(changes, expecting: expected) else { return refused(.syntax) }
    next.work = Work(range: next.list.entries[place].range)
    next.caret = next.list.entries[place].range.upperBound
    var outcome = EditingOutcome(next)
    outcome.changes = changes
    return finished(outcome)
  }
}
