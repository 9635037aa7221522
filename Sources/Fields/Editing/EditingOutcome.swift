/// What a key or an operation has done: one edit, the next state, and what happened in order.
package struct EditingOutcome: Equatable, Sendable {
  /// Whether the client has nothing left to do; false asks it to do what the key normally does.
  package var isHandled = true
  /// One edit of the value, in the order of the text; empty when it stays.
  package var changes: [Change] = []
  /// The field afterwards.
  package var editor: Editor
  /// What happened, in order.
  package var events: [EditingEvent] = []
  /// One short sentence for people who do not see the chips; nil for nothing.
  package var announcement: String?
  /// Why something was not done.
  package var reason: Reason?
  /// Where the caret wants to go from this field.
  package var leaving: Direction?
  /// What was copied or cut: the tokens' texts in order, and all as one text.
  package var copied: (text: String, tokens: [TokenText])?

  /// Where one goes from a field.
  package enum Direction: String, CaseIterable, Sendable { case next, previous, done }

  /// Begins with a field to which nothing has happened.
  init(_ editor: Editor) {
    self.editor = editor
  }

  /// Whether two outcomes are the same in all that a client sees.
  package static func == (left: EditingOutcome, right: EditingOutcome) -> Bool {
    left.isHandled == right.isHandled && left.changes == right.changes && left.editor == right.editor
      && left.events == right.events && left.announcement == right.announcement && left.reason == right.reason
      && left.leaving == right.leaving && left.copied?.text == right.copied?.text
      && left.copied?.tokens == right.copied?.tokens
  }
}

extension Editor {
  /// What leaves the key to the client.
  func unhandled(_ reason: Reason? = nil) -> EditingOutcome {
    var outcome = EditingOutcome(self)
    outcome.isHandled = false
    outcome.reason = reason
    outcome.announcement = reason.map(Announcement.refused)
    return outcome
  }

  /// What does nothing, for a reason.
  func refused(_ reason: Reason?, _ events: [EditingEvent] = []) -> EditingOutcome {
    var outcome = EditingOutcome(self)
    outcome.reason = reason
    outcome.events = events
    outcome.announcement = reason.map(Announcement.refused)
    return outcome
  }

  /// An edit of what is there already that cannot be made.
  func unchanged(_ reason: Reason) -> EditingOutcome {
    var outcome = refused(reason)
    outcome.announcement = Announcement.unchanged(reason)
    return outcome
  }

  /// The field after an edit, if reading it gives exactly these entries; nil when it would change others.
  ///
  /// This is what keeps recipients: an edit that the syntax reads in another way is not made.
  func edited(_ changes: [Change], expecting texts: [ArraySlice<UInt8>]) -> Editor? {
    var next = self
    next.read(changes)
    guard next.list.entries.count == texts.count, next.list.isSound(after: list) else { return nil }
    for (index, text) in texts.enumerated() where !next.list.text(index).elementsEqual(text) { return nil }
    next.caret = caret.map { changes.moved($0) }
    if let work { next.work?.range = changes.moved(work.range) }
    next.selection = TokenSelection()
    return next
  }

  /// Makes changes of the value; what lies around them is read again, or everything where only that tells.
  mutating func read(_ changes: [Change]) {
    guard let first = changes.first, let last = changes.last else { return }
    let after = changes.applied(to: value)
    let touched = first.range.lowerBound..<max(first.range.upperBound, last.range.upperBound)
    let before = PreviousReading(
      list.reading, options, replacing: touched, length: touched.count + after.count - value.count)
    options.caret = nil
    list = EntryList(after, grammar.read(after, options, after: before), grammar, options)
  }

  /// The texts of all entries.
  var texts: [ArraySlice<UInt8>] { list.entries.indices.map { list.text($0) } }

  /// Adds what every change is followed by: the text of the draft if it changed, then what is selected.
  func finished(_ outcome: EditingOutcome) -> EditingOutcome {
    var outcome = outcome
    if outcome.editor.draft != draft { outcome.events.append(.didChangeText(outcome.editor.draft)) }
    let selected = outcome.editor.selection.sorted
    if selected != selection.sorted { outcome.events.append(selected.isEmpty ? .didUnselect : .didSelect(selected)) }
    return outcome
  }
}

/// Short sentences for people who do not see the chips (semantics.md G34).
enum Announcement {
  static func refused(_ reason: Reason) -> String {
    switch reason {
    case .empty: "Nothing to add"
    case .syntax: "Not added: cannot be read as one entry"
    case .pattern, .notAllowed, .blacklisted: "Not added: not allowed"
    case .tooShort: "Not added: too short"
    case .tooLong: "Not added: too long"
    case .duplicate: "Not added: already there"
    case .tooMany: "Not added: the field is full"
    case .noMatch: "Not added: no match"
    case .disabled: "The field cannot be changed"
    case .fixed: "This entry stays"
    case .unknownToken: "No such entry"
    case .outside: "Not in a field"
    }
  }

  /// Of an order, a removal or another way to write a list: nothing was to be added.
  static func unchanged(_ reason: Reason) -> String {
    switch reason {
    case .syntax: "Not changed: it would be read in another way"
    case .notAllowed: "Not changed: not possible here"
    default: refused(reason)
    }
  }

  static func added(_ texts: [TokenText], at index: Int, of count: Int) -> String {
    texts.count == 1 ? "Added \(texts[0].display), \(index + 1) of \(count)" : "Added \(texts.count) entries"
  }

  static func removed(_ texts: [TokenText], left: Int) -> String {
    let what = texts.count == 1 ? texts[0].display : "\(texts.count) entries"
    return "Removed \(what), \(left) left"
  }

  static func selected(_ texts: [TokenText], at index: Int, of count: Int) -> String {
    texts.count == 1 ? "Selected \(texts[0].display), \(index + 1) of \(count)" : "Selected \(texts.count) entries"
  }
}
