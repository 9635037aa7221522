/// What has happened in a field, in the order of semantics.md H.5; told one after the other the events make the token list
/// of the state before into that of the state after.
package enum EditingEvent: Equatable, Sendable {
  /// The caret has come into the field.
  case didBeginEditing
  /// The caret has left the field.
  case didEndEditing
  /// A token is new; from now on it has this index.
  case didAdd(TokenText, index: Int, Source)
  /// The token that had this index is gone; those behind it have moved up.
  case didRemove(TokenText, index: Int, Source)
  /// The token of this index has become another one.
  case didReplace(TokenText, index: Int, with: TokenText, Source)
  /// A text was not taken and stays as it is.
  case didReject(String, Reason)
  /// A text was not added since the token of this index is there.
  case didIgnore(String, Reason, existing: Int)
  /// What is being typed has changed.
  case didChangeText(String)
  /// The tokens that are selected now.
  case didSelect([Int])
  /// Nothing is selected any more.
  case didUnselect
  /// The field is full.
  case didReachLimit(Int)
  /// A candidate was taken.
  case didAccept(String)
  /// Enter was pressed, and what was typed has been committed before.
  case didReturn

  /// Where a change comes from.
  package enum Source: String, CaseIterable, Sendable { case key, paste, accept, api, blur }
}

/// A token in words, so that an event can be read without the text.
package struct TokenText: Equatable, Sendable {
  /// The token as written.
  package var raw: String
  /// What a chip shows.
  package var display: String
  /// The canonical content.
  package var value: String

  /// Makes a token's words.
  package init(raw: String, display: String, value: String) {
    self.raw = raw
    self.display = display
    self.value = value
  }
}

extension Array where Element == TokenText {
  /// The list after an event; nil if the event does not fit the list.
  package func after(_ event: EditingEvent) -> [TokenText]? {
    var list = self
    switch event {
    case .didAdd(let token, let index, _):
      guard index >= 0, index <= count else { return nil }
      list.insert(token, at: index)
    case .didRemove(let token, let index, _):
      guard indices.contains(index), self[index].raw == token.raw else { return nil }
      list.remove(at: index)
    case .didReplace(let old, let index, let new, _):
      guard indices.contains(index), self[index].raw == old.raw else { return nil }
      list[index] = new
    case .didBeginEditing, .didEndEditing, .didReject, .didIgnore, .didChangeText, .didSelect, .didUnselect,
      .didReachLimit, .didAccept, .didReturn:
      break
    }
    return list
  }
}
