// What a text has to be to become a token: semantics.md G25 and H.3, steps 4 to 6.

/// A text as it would be taken, or why it is not.
struct Admission {
  /// The text as it is written: transformed, and spelled as the field's list has it.
  var text: [UInt8]
  /// Why it is not taken.
  var reason: Reason?
  /// The token that is there already, for a duplicate.
  var existing: Int?
}

extension Editor {
  /// Judges contents by the rules of the field; nil where there are none.
  var judge: Judge? {
    Judge(policy.validation, grammar, isCaseSensitive: policy.isCaseSensitive)
  }

  /// What an entry is committed as, or why not: syntax, then the rules of the field, then duplicate, then number.
  ///
  /// - Parameters:
  ///   - text: one entry.
  ///   - tokens: those of the field.
  ///   - index: the token whose place it takes; nil for one more.
  ///   - source: where it comes from.
  /// - Returns: the entry as it is written, with the reason if it is not taken.
  func admission(
    of text: [UInt8], _ tokens: [EditedToken], except index: Int?, _ source: EditingEvent.Source
  ) -> Admission {
    if list.isOpen(text) { return Admission(text: text, reason: .syntax) }
    var admission = admission(of: text, source, judge)
    guard admission.reason == nil else { return admission }
    if let existing = duplicate(of: admission.text, except: index, tokens) {
      (admission.reason, admission.existing) = (.duplicate, existing)
    } else if index == nil, let max = policy.max, tokens.count >= max {
      admission.reason = .tooMany
    }
    return admission
  }

  /// What a text is by the rules of the field alone.
  ///
  /// - Parameters:
  ///   - typed: one entry.
  ///   - source: where it comes from; what was accepted is transformed only if the field says so.
  ///   - judge: that of the field.
  ///   - isStrict: whether what the field would take and mark is refused, too.
  /// - Returns: the entry as it is written, with the reason if it is not taken.
  func admission(
    of typed: [UInt8], _ source: EditingEvent.Source, _ judge: Judge?, isStrict: Bool = false
  ) -> Admission {
    var text = typed
    if !policy.transform.isEmpty, source != .accept || policy.transform.takesAccepted {
      guard let changed = transformed(typed) else { return Admission(text: typed, reason: .empty) }
      text = changed
    }
    if policy.freeText == .valid, !isValid(text) { return Admission(text: text, reason: .syntax) }
    if policy.freeText == .none, !isKnown(text, judge) { return Admission(text: text, reason: .noMatch) }
    guard let judge else { return Admission(text: text) }
    text = listed(text, judge)
    guard let found = judge.invalidity(ofText: text) else { return Admission(text: text) }
    let isMarked = policy.keepsInvalid && policy.freeText == .any && !isStrict
    switch found.reason {
    case .syntax, .pattern, .tooShort, .tooLong: return Admission(text: text, reason: isMarked ? nil : found.reason)
    default: return Admission(text: text, reason: found.reason)
    }
  }

  /// Whether each content of an entry is somebody's whom the caller knows, or is on the field's own list.
  private func isKnown(_ text: [UInt8], _ judge: Judge?) -> Bool {
    let sample = list.sample(text)
    let tokens = sample.reading.tokens
    return !tokens.isEmpty
      && tokens.allSatisfy { token in
        let content = grammar.content(token, in: sample.value)
        return judge?.isListed(content) == true || policy.known.contains(content)
      }
  }

  /// An entry with its content transformed, a group as it is; nil where nothing is left.
  private func transformed(_ text: [UInt8]) -> [UInt8]? {
    guard let (token, content) = single(text) else { return text }
    let changed = policy.transform.applied(to: content)
    if changed.isEmpty { return content.isEmpty ? text : nil }
    return changed == content ? text : respelled(text, token, as: changed)
  }

  /// An entry as the list of what is allowed spells it; a name that somebody wrote stays.
  private func listed(_ text: [UInt8], _ judge: Judge) -> [UInt8] {
    guard let (token, content) = single(text) else { return text }
    guard let entry = judge.listed(content) else { return text }
    if !entry.name.isEmpty, token.name == nil, token.comment == nil {
      return reading(Array(grammar.spell(name: entry.name, value: entry.value).utf8), as: entry.value) ?? text
    }
    return entry.value == content ? text : respelled(text, token, as: entry.value)
  }

  /// The token of a text that is exactly one, outside groups, and its content.
  private func single(_ text: [UInt8]) -> (token: Token, content: String)? {
    let list = list.sample(text)
    guard list.entries.count == 1, list.entries[0].group == nil, list.reading.tokens.count == 1,
      let token = list.reading.tokens.first
    else { return nil }
    return (token, grammar.content(token, in: list.value))
  }

  /// An entry with another content in its place, or spelled anew where it cannot just be put there; as it is if neither
  /// reads as that.
  private func respelled(_ text: [UInt8], _ token: Token, as content: String) -> [UInt8] {
    if list.rules.takesWords { return list.spelled(name: "", value: content) ?? text }
    if let own = token.content, grammar.content(token, in: text).utf8.elementsEqual(text[own]),
      let same = reading(text[..<own.lowerBound] + Array(content.utf8) + text[own.upperBound...], as: content)
    {
      return same
    }
    let name = token.form == .name || token.name == nil ? "" : grammar.display(token, in: text)
    return reading(Array(grammar.spell(name: name, value: content).utf8), as: content) ?? text
  }

  /// A text if it reads as one entry with that content.
  private func reading(_ text: some Sequence<UInt8>, as content: String) -> [UInt8]? {
    let text = Array(text)
    guard let own = single(text), !list.isOpen(text), own.content == content else { return nil }
    return text
  }
}

// What is there already, and what there is no room for.

extension Editor {
  /// Takes a draft out that is there already; with `moveToEnd` the token that is there becomes the last one.
  func droppingDraft(_ entry: Int, _ text: String, _ existing: Int) -> EditingOutcome {
    let dropped = removingDraft(entry, [.didIgnore(text, .duplicate, existing: existing)])
    guard dropped.reason == nil, policy.duplicate == .moveToEnd else {
      var outcome = dropped
      outcome.reason = outcome.reason ?? .duplicate
      outcome.announcement = Announcement.refused(.duplicate)
      return outcome
    }
    var outcome = movingToEnd([existing], from: dropped)
    outcome.changes = [Change](from: value, to: outcome.editor.value)
    return outcome
  }

  /// The outcome of an operation with the tokens that it passed over moved to the end, where the field wants that.
  func movingIgnored(_ choice: Choice, from outcome: EditingOutcome) -> EditingOutcome {
    guard policy.duplicate == .moveToEnd, !choice.ignored.isEmpty else { return outcome }
    var places: [String: Int] = [:]
    for (index, token) in outcome.editor.tokens.enumerated() {
      if let key = outcome.editor.key(token), places[key] == nil { places[key] = index }
    }
    var result = movingToEnd(choice.ignored.compactMap { places[$0] }, from: outcome)
    result.changes = [Change](from: value, to: result.editor.value)
    return result
  }

  /// Moves tokens behind all others, in their order; one that may not be moved stays, and all with it.
  private func movingToEnd(_ indices: [Int], from outcome: EditingOutcome) -> EditingOutcome {
    var seen: Set<Int> = []
    let last = indices.filter { seen.insert($0).inserted }
    let count = outcome.editor.tokens.count
    let moved = outcome.editor.permuting((0..<count).filter { !seen.contains($0) } + last)
    guard !moved.changes.isEmpty else { return outcome }
    var result = outcome
    result.editor = moved.editor
    if result.reason == .duplicate { result.reason = nil }
    // Each is taken out and put behind the others, so that the events can be replayed.
    var current = Array(0..<count)
    var events: [EditingEvent] = []
    for index in last {
      guard let from = current.firstIndex(of: index), from != count - 1 else { continue }
      let words = outcome.editor.words(outcome.editor.tokens[index])
      current.append(current.remove(at: from))
      events += [.didRemove(words, index: from, .api), .didAdd(words, index: count - 1, .api)]
    }
    let place = result.events.firstIndex { if case .didChangeText = $0 { true } else { false } }
    result.events.insert(contentsOf: events, at: place ?? result.events.count)
    let words = last.map { outcome.editor.words(outcome.editor.tokens[$0]) }
    result.announcement = words.count == 1 ? "Moved \(words[0].display) to the end" : "Moved \(words.count) to the end"
    return result
  }

  /// Accepts a candidate in a field for one entry that has one: it takes that one's place, and that of the draft.
  func acceptingInstead(_ text: String) -> EditingOutcome {
    let base = workEntry.map { removingDraft($0) }
    if let base, base.reason != nil { return refused(base.reason, [.didReject(text, base.reason ?? .syntax)]) }
    var outcome = (base?.editor ?? self).ended().replacing(0, with: text, source: .accept)
    guard outcome.reason == nil else { return refused(outcome.reason, outcome.events) }
    if let entry = outcome.editor.list.entries.first, caret != nil { outcome.editor.caret = entry.range.upperBound }
    outcome.changes = [Change](from: value, to: outcome.editor.value)
    outcome.events.removeAll { if case .didChangeText = $0 { true } else { false } }
    outcome.events.insert(.didAccept(text), at: 0)
    return finished(outcome)
  }
}
