// Operations that name tokens by their index: add, remove, replace, clear, set, sort, unique, move.

extension Editor {
  /// Adds texts, each as one token or more, before the token of an index or behind the last; the draft stays.
  ///
  /// - Parameters:
  ///   - texts: as they are pasted or spelled; one with several entries in it is several tokens.
  ///   - index: the index of the first new token; nil or one outside for the end.
  ///   - source: what the events say.
  /// - Returns: the outcome, with a reason if one of the texts was not taken.
  package func adding(
    _ texts: [String], at index: Int? = nil, source: EditingEvent.Source = .api
  ) -> EditingOutcome {
    if policy.isReadOnly { return refused(.disabled) }
    let tokens = tokens
    if work?.origin != nil, let empty = tokens.firstIndex(where: { $0.entry == nil }) {
      return adding(texts, at: index.map { $0 > empty ? $0 - 1 : $0 }, source: source, insteadOf: empty)
    }
    // In running text a new tag stands where the caret is.
    let caret = index == nil && list.frame.style == .text ? caret : nil
    let end = tokens.count - (list.endsWithOthers ? 1 : 0)
    let index = max(0, min(index ?? (caret == nil ? end : gap), end))
    var choice = Choice(self, count: tokens.count)
    for text in texts {
      let pieces = list.pieces(of: text)
      if pieces.isEmpty { choice.reject(text, list.reason(forNoneIn: text)) }
      for piece in pieces { choice.take(piece, at: index) }
    }
    guard !choice.taken.isEmpty else {
      return movingIgnored(choice, from: refused(choice.reason, choice.events))
    }
    let place = caret.map(list.count(before:)) ?? place(ofToken: index, tokens)
    // What is open before them would swallow them.
    let isSwallowed = place > 0 && list.frame.style == .separated && list.isOpen(list.text(place - 1))
    if isSwallowed { return refused(.syntax, rejections(texts)) }
    let changes = list.inserting(choice.taken, inGap: place, at: caret).normalized
    if changes.isEmpty, list.frame.style == .single { return refused(.tooMany, rejections(texts, .tooMany)) }
    var expected = self.texts
    expected.insert(contentsOf: choice.taken.map { $0[...] }, at: place)
    guard let next = edited(changes, expecting: expected) else { return refused(.syntax, rejections(texts)) }
    var outcome = EditingOutcome(next)
    outcome.changes = changes
    outcome.events = next.settled(choice.events, source)
    outcome.reason = choice.reason
    outcome.announcement = Announcement.added(choice.words, at: index, of: next.tokens.count)
    return movingIgnored(choice, from: finished(outcome))
  }

  /// Adds while a token stands open whose text is all deleted: that one is gone then.
  private func adding(
    _ texts: [String], at index: Int?, source: EditingEvent.Source, insteadOf empty: Int
  ) -> EditingOutcome {
    var outcome = ended().adding(texts, at: index, source: source)
    guard !outcome.changes.isEmpty else {
      outcome.editor = self
      return outcome
    }
    outcome.events.insert(.didRemove(words(tokens[empty]), index: empty, source), at: 0)
    return outcome
  }

  /// Events with each new token as it reads in its place.
  func settled(_ events: [EditingEvent], _ source: EditingEvent.Source) -> [EditingEvent] {
    let tokens = tokens
    return events.map { event in
      guard case .didAdd(let words, let index, _) = event else { return event }
      let isThere = tokens.indices.contains(index)
      return .didAdd(isThere ? self.words(tokens[index]) : words, index: index, source)
    }
  }

  private func rejections(_ texts: [String], _ reason: Reason = .syntax) -> [EditingEvent] {
    texts.map { .didReject($0, reason) }
  }

  /// Where the entry of a new token of an index goes, as a gap between entries.
  func place(ofToken index: Int, _ tokens: [EditedToken]) -> Int {
    if index < tokens.count { return tokens[index].entry ?? list.count(before: work?.range.lowerBound ?? 0) }
    // The draft at the end stays the last.
    if let entry = workEntry, work?.origin == nil, entry == list.entries.count - 1 { return entry }
    return list.entries.count
  }

  /// Removes tokens, each with exactly one separator; the draft and tokens that are fixed stay.
  package func removing(_ indices: [Int], source: EditingEvent.Source = .api) -> EditingOutcome {
    if policy.isReadOnly { return refused(.disabled) }
    let tokens = tokens
    let known = Set(indices.filter(tokens.indices.contains)).sorted()
    guard !known.isEmpty else { return refused(.unknownToken) }
    let removable = known.filter { !isFixed(tokens[$0]) }
    guard !removable.isEmpty else { return refused(.fixed) }
    let entries = removable.compactMap { tokens[$0].entry }
    var changes = list.removing(entries)
    if let work, removable.contains(where: { tokens[$0].entry == nil }) {
      changes = (changes + list.removingEmpty(at: work.range.lowerBound)).normalized
    }
    let gone = Set(entries)
    let expected = list.entries.indices.filter { !gone.contains($0) }.map { list.text($0) }
    guard var next = edited(changes, expecting: expected) else { return unchanged(.syntax) }
    if removable.contains(where: { tokens[$0].origin != nil }) { next.work = nil }
    var outcome = EditingOutcome(next)
    outcome.changes = changes
    for (count, index) in removable.enumerated() {
      outcome.events.append(.didRemove(words(tokens[index]), index: index - count, source))
    }
    outcome.reason = removable.count < known.count ? .fixed : nil
    outcome.announcement = Announcement.removed(removable.map { words(tokens[$0]) }, left: next.tokens.count)
    return finished(outcome)
  }

  /// Whether a token may not be removed or changed.
  func isFixed(_ token: EditedToken) -> Bool {
    guard !policy.fixed.isEmpty else { return false }
    // Whoever is fixed is so in whatever case.
    return policy.fixed.contains(grammar.key(ofValue: words(token).value))
  }

  /// Puts another text in the place of a token, in one edit.
  package func replacing(_ index: Int, with text: String, source: EditingEvent.Source = .api) -> EditingOutcome {
    if policy.isReadOnly { return refused(.disabled) }
    let tokens = tokens
    guard tokens.indices.contains(index) else { return refused(.unknownToken) }
    if isFixed(tokens[index]) { return refused(.fixed) }
    let pieces = list.pieces(of: text)
    guard pieces.count == 1, let piece = pieces.first, !list.isOpen(piece) else {
      return rejected(text, pieces.isEmpty ? list.reason(forNoneIn: text) : .syntax)
    }
    let admission = admission(of: piece, tokens, except: index, source)
    if let reason = admission.reason { return rejected(text, reason) }
    guard let entry = tokens[index].entry else { return rejected(text, .unknownToken) }
    let taken = admission.text
    let changes = [Change(list.entries[entry].range, taken)].filter { $0.text[...] != list.text(entry) }
    var expected = texts
    expected[entry] = taken[...]
    guard var next = edited(changes, expecting: expected) else { return rejected(text, .syntax) }
    if tokens[index].origin != nil { next.work = nil }
    var outcome = EditingOutcome(next)
    outcome.changes = changes
    let (old, new) = (words(tokens[index]), next.words(EditedToken(entry: entry)))
    if old != new { outcome.events.append(.didReplace(old, index: index, with: new, source)) }
    outcome.announcement = "Changed to \(new.display)"
    return finished(outcome)
  }

  /// A refusal that says of a text why it was not taken.
  func rejected(_ text: String, _ reason: Reason) -> EditingOutcome {
    refused(reason, [.didReject(text, reason)])
  }

  /// The index of the token with the same key; nil if there is none.
  func duplicate(of text: [UInt8], except index: Int? = nil, _ tokens: [EditedToken]) -> Int? {
    let alone = list.sample(text)
    guard policy.duplicate != .allow, let key = alone.entries.first.flatMap({ self.key($0, alone) }) else {
      return nil
    }
    let hash = alone.keyHash(ofEntry: 0)
    return tokens.indices.first { $0 != index && mayHave(hash, tokens[$0]) && self.key(tokens[$0]) == key }
  }

  /// Whether a token may have a key with this hash; asked before its key is made.
  private func mayHave(_ hash: Int?, _ token: EditedToken) -> Bool {
    guard let hash, let own = token.entry.flatMap({ list.keyHash(ofEntry: $0) }) else {
      return true
    }
    return own == hash
  }

  /// What a token has in common with others that mean the same, by the text that stands there now.
  package func key(_ token: EditedToken) -> String? {
    if let entry = token.entry { return key(list.entries[entry], list) }
    return token.origin.flatMap { key(of: $0) }
  }

  /// A token as its text stands now, though somebody is changing it: what is copied, moved and compared.
  package func standing(_ token: EditedToken) -> EditedToken {
    token.entry == nil ? token : EditedToken(entry: token.entry)
  }

  func key(of text: [UInt8]) -> String? {
    let list = list.sample(text)
    return list.entries.first.flatMap { key($0, list) }
  }

  /// The key of an entry, as far as case counts in this field.
  func key(_ entry: ListEntry, _ list: EntryList) -> String? {
    guard let key = grammar.key(entry, list), let isCaseSensitive = policy.isCaseSensitive else {
      return grammar.key(entry, list)
    }
    guard isCaseSensitive else { return Identity.fold(key) }
    let value = grammar.value(entry, list)
    return value.isEmpty ? key : grammar.exactKey(ofValue: value)
  }

  /// Removes every token that may be; the draft stays.
  package func clearing() -> EditingOutcome {
    tokens.isEmpty ? refused(policy.isReadOnly ? .disabled : nil) : removing(Array(tokens.indices))
  }

  /// Puts the tokens into another order; separators, blanks and folds stay where they are.
  ///
  /// - Parameter order: for each place the index of the token that comes there.
  /// - Returns: the outcome; refused if a token that may not be moved would be.
  func permuting(_ order: [Int]) -> EditingOutcome {
    if policy.isReadOnly { return refused(.disabled) }
    // Tags of running text stand where the text says them.
    if list.frame.style == .text { return unchanged(.notAllowed) }
    let tokens = tokens
    let moving = order.enumerated().filter { $0.offset != $0.element }
    if list.endsWithOthers, order.last != tokens.count - 1 { return unchanged(.notAllowed) }
    guard !moving.isEmpty else { return refused(nil) }
    if moving.contains(where: { isFixed(tokens[$0.element]) }) { return refused(.fixed) }
    var entries = Array(list.entries.indices)
    for (place, index) in moving {
      guard let to = tokens[place].entry, let from = tokens[index].entry, tokens[index].origin == nil else {
        return unchanged(.notAllowed)
      }
      entries[to] = from
    }
    let changes = list.permuting(entries).normalized
    guard let next = edited(changes, expecting: entries.map { list.text($0) }) else { return unchanged(.syntax) }
    var outcome = EditingOutcome(next)
    outcome.changes = changes
    outcome.events = moves(order, tokens)
    return finished(outcome)
  }

  /// What puts the tokens into another order one by one, so that it can be replayed: each that is not yet in its place is
  /// taken out and put there.
  private func moves(_ order: [Int], _ tokens: [EditedToken]) -> [EditingEvent] {
    var events: [EditingEvent] = []
    // How many of the tokens before one have been put in their places, as a tree of sums (P. Fenwick, 1994).
    var sums = [Int](repeating: 0, count: order.count + 1)
    for (place, index) in order.enumerated() {
      var settled = 0
      var node = index
      while node > 0 {
        settled += sums[node]
        node -= node & -node
      }
      let from = place + index - settled
      if from != place {
        let words = words(tokens[index])
        events += [.didRemove(words, index: from, .api), .didAdd(words, index: place, .api)]
      }
      node = index + 1
      while node <= order.count {
        sums[node] += 1
        node += node & -node
      }
    }
    return events
  }

  /// Sorts the tokens by what they show, whatever the case; equal ones keep their order.
  package func sorting() -> EditingOutcome {
    let isByLastName = grammar == .bibPersons
    // Braces around a name are not shown, and do not count.
    let names = tokens.map { token in
      let words = words(token)
      let name = isByLastName ? grammar.key(ofValue: words.value).filter { $0 != "{" && $0 != "}" } : words.display
      return Identity.fold(name)
    }
    let sorted = names.indices.dropLast(list.endsWithOthers ? 1 : 0).sorted { (names[$0], $0) < (names[$1], $1) }
    let order = sorted + (list.endsWithOthers ? [names.count - 1] : [])
    if !policy.isReadOnly, order != Array(names.indices), list.ownComments().hasOthers {
      var outcome = unchanged(.notAllowed)
      outcome.announcement = "Not sorted: comments stand between the entries"
      return outcome
    }
    var outcome = permuting(order)
    if !outcome.changes.isEmpty { outcome.announcement = "Sorted \(names.count) entries" }
    return outcome
  }

  /// Removes every token whose key stands before it; the first one of each stays.
  package func uniting() -> EditingOutcome {
    var seen: Set<String> = []
    let later = tokens.enumerated().filter { _, token in
      guard let key = key(token) else { return false }
      return !seen.insert(key).inserted
    }.map(\.offset)
    return later.isEmpty ? refused(policy.isReadOnly ? .disabled : nil) : removing(later)
  }

  /// Moves a token to another place of the field.
  ///
  /// - Parameters:
  ///   - index: which token.
  ///   - place: its index afterwards.
  /// - Returns: the outcome; without changes for a token that is there already.
  package func moving(_ index: Int, to place: Int) -> EditingOutcome {
    let tokens = tokens
    guard tokens.indices.contains(index) else { return refused(.unknownToken) }
    let place = max(0, min(place, tokens.count - (list.endsWithOthers ? 2 : 1)))
    var order = Array(tokens.indices)
    order.remove(at: index)
    order.insert(index, at: place)
    var outcome = abs(place - index) > Self.farAway ? carrying(index, to: place, order) : permuting(order)
    if !outcome.changes.isEmpty {
      outcome.announcement = "Moved \(words(tokens[index]).display) to \(place + 1)"
    }
    return outcome
  }

  /// Beyond how many tokens a move takes one text out and writes it elsewhere, rather than each text in between anew.
  private static let farAway = 20

  /// Moves a token far away: taken out with one separator, and written at the other place.
  private func carrying(_ index: Int, to place: Int, _ order: [Int]) -> EditingOutcome {
    if policy.isReadOnly { return refused(.disabled) }
    let tokens = tokens
    if isFixed(tokens[index]) { return refused(.fixed) }
    let target = place < index ? place : place + 1
    guard work == nil, list.frame.style == .separated, let entry = tokens[index].entry else { return permuting(order) }
    let text = Array(list.text(entry))
    let inserted = list.inserting([text], inGap: self.place(ofToken: target, tokens))
    let changes = (list.removing([entry]) + inserted).normalized
    guard let next = edited(changes, expecting: order.map { list.text($0) }) else { return permuting(order) }
    var outcome = EditingOutcome(next)
    outcome.changes = changes
    let words = words(tokens[index])
    outcome.events = [.didRemove(words, index: index, .api), .didAdd(words, index: place, .api)]
    return finished(outcome)
  }
}
