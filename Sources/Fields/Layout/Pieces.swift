/// What a field shows, piece by piece, and where one types in it.
package struct Pieces: Equatable, Sendable {
  /// The pieces in the order of the text.
  package var pieces: [Piece]
  /// Where one types; nil while the field is idle.
  package var input: Input?

  /// One piece: a token, or text that was typed and left.
  package struct Piece: Equatable, Sendable {
    /// The entry of the list that it is.
    package var entry: Int
    /// The index of the token, as the editor counts; nil for text that is no token yet.
    package var token: Int?
    /// What is shown, on one line.
    package var text: String

    /// Makes a piece.
    package init(entry: Int, token: Int?, text: String) {
      (self.entry, self.token, self.text) = (entry, token, text)
    }
  }

  /// The place where one types.
  package struct Input: Equatable, Sendable {
    /// How many pieces stand before it; drawn into the list where it is used.
    package var gap: Int
    /// The text, on one line; "" where nothing is typed.
    package var text: String

    /// Makes a place.
    package init(gap: Int, text: String) { (self.gap, self.text) = (gap, text) }
  }

  /// Makes pieces.
  package init(_ pieces: [Piece], input: Input? = nil) { (self.pieces, self.input) = (pieces, input) }
}

extension Editor {
  /// What the field shows: each entry by its display, but that in which one types by its text.
  package var pieces: Pieces {
    var tokenOf: [Int: Int] = [:]
    for (index, token) in tokens.enumerated() { if let entry = token.entry { tokenOf[entry] = index } }
    let open = openEntry
    var pieces: [Pieces.Piece] = []
    for entry in list.entries.indices where entry != open {
      pieces.append(.init(entry: entry, token: tokenOf[entry], text: label(ofEntry: entry)))
    }
    guard mode != .idle else { return Pieces(pieces) }
    let place = open ?? min(caret.map(list.count(before:)) ?? list.entries.count, list.entries.count)
    return Pieces(pieces, input: .init(gap: place, text: open.map(line(ofEntry:)) ?? ""))
  }

  /// What an entry is called: by its display, or by its text where that says nothing.
  package func label(ofEntry entry: Int) -> String {
    let display = grammar.display(list.entries[entry], list)
    return display.isEmpty ? line(ofEntry: entry) : display
  }

  /// The entry in which one types; nil when that is a gap, or nobody types.
  private var openEntry: Int? {
    switch mode {
    case .idle, .gap: return nil
    case .draft, .selected: return workEntry
    case .edit:
      guard let caret else { return nil }
      if let entry = workEntry, isAt(caret, list.entries[entry].range) { return entry }
      let entry = list.count(before: caret) - 1
      return entry >= 0 && caret < list.entries[entry].range.upperBound ? entry : nil
    }
  }

  /// The text of an entry without its line ends: those of a fold become one blank.
  private func line(ofEntry entry: Int) -> String {
    String(decoding: EntryList.unfolded(list.text(entry)), as: UTF8.self)
  }
}
