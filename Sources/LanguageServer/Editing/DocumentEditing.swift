import Fields
import Wire

/// What a document remembers of being edited beyond its text; ranges are bytes of the document.
struct DocumentEditing: Sendable {
  /// Where the user types, and the entry that stood there before; nil when nothing is being typed.
  var work: Editor.Work? { didSet { lastTyped = nil } }
  /// Where the last change of it ended; nil where it is known which entry it is.
  private(set) var lastTyped: Int?
  /// What was typed and is no entry, though the document was saved or checked; it is said until it is changed.
  var leftovers: [Range<Int>] = []
  /// What clients have given with tokens, by the place of these.
  var notes: [Note] = []
  /// What the last acting request will have made of the document, once the client has made its edit.
  var predicted: Turn?
  /// What takes the last outcome back, or does it again.
  private var reversal: Turn?
  /// The number of the last event.
  var seq = 0
  /// The last acting request with its answer, so that the same one again is answered the same.
  var last: Acted?
  /// Where the client says that the caret stands; nil while it has not said since the last change.
  var caret: Int?
  /// Whether the client said that the user is elsewhere.
  var isLeft = false
  /// The field that is being edited, by the name by which fields are told apart.
  var focus: String?
  /// Whether the text has changed since events were told.
  var hasChanged = false
  /// The last completion list, as the edits that accept its items; and the item that was accepted since.
  var offered: [Offer] = []
  var asked: Asked?
  var accepted: String?
  /// What belongs to the accepted item, if it is a mention.
  var mentioned: Mention?
  /// The keys of those who were chosen as recipients since the document was last saved.
  var chosen: Set<String> = []
  /// What clients have said of fields, by their names.
  var fieldStates: [String: FieldNote] = [:]
  /// Which faults are said now.
  var judging = Judging()

  /// What a client has given with a token, and gets back with it.
  struct Note: Equatable, Sendable {
    var range: Range<Int>
    var data: JSON
  }

  /// An edit that accepts a candidate.
  struct Offer: Equatable, Sendable {
    var range: Range<Int>
    var text: [UInt8]
    /// The candidate alone, as an entry of its list.
    var spelled: String
    /// What of the text is a mention; nil for other tokens.
    var mention: Mention?
    /// The keys of those whom it makes recipients.
    var people: [String] = []
    /// Whether what was typed is taken for something else: nobody is made a recipient by that alone.
    var isGuess = false
  }

  /// A text, and the state that belongs to it.
  struct Moment: Sendable {
    var text: Text
    var work: Editor.Work?
    var notes: [Note]
    /// Where the caret stands; nil where that is left to the client.
    var caret: Int?
  }

  /// From one moment to the next, by the edit of an outcome.
  struct Turn: Sendable {
    var from: Moment
    var to: Moment
  }

  /// An acting request that has been answered.
  struct Acted: Sendable {
    var method: String
    var params: JSON
    var result: JSON
  }

  /// What a client has said of a field; it stays until it says otherwise.
  struct FieldNote: Equatable, Sendable {
    var error: String?
    var title: String?
    var isEnabled = true
  }

  /// Whether a change touches what is being typed already.
  func isAtWork(_ range: Range<Int>) -> Bool {
    work?.range.touches(range) ?? false
  }

  /// Follows a change of the text.
  ///
  /// - Parameters:
  ///   - range: the bytes that are replaced.
  ///   - length: how many take their place.
  ///   - touched: the entry that the change touches, if it touches exactly one.
  ///   - isWhole: whether the change takes out whole entries, so that nothing is being typed where they were.
  mutating func follow(
    _ range: Range<Int>, length: Int, touched: (range: Range<Int>, text: [UInt8])?, isWhole: Bool = false
  ) {
    last = nil
    let growth = length - range.count
    notes = notes.compactMap { note in
      if note.range.upperBound <= range.lowerBound { return note }
      if note.range.lowerBound >= range.upperBound {
        return Note(range: note.range.shifted(by: growth), data: note.data)
      }
      return nil
    }
    leftovers = leftovers.compactMap { place in
      if place.upperBound < range.lowerBound { return place }
      return place.lowerBound > range.upperBound ? place.shifted(by: growth) : nil
    }
    if isWhole {
      work = nil
    } else if let own = work?.range, isAtWork(range) {
      let upper = max(own.upperBound, range.upperBound) + growth
      work?.range = min(own.lowerBound, range.lowerBound)..<max(range.lowerBound, upper)
    } else if let touched {
      let upper = max(touched.range.upperBound, range.upperBound) + growth
      let lower = min(touched.range.lowerBound, range.lowerBound)
      work = Editor.Work(range: lower..<max(lower, upper), origin: touched.text)
    } else {
      work = Editor.Work(range: range.lowerBound..<range.lowerBound + length)
    }
    lastTyped = range.lowerBound + length
  }

  /// Takes over what was predicted if the text has become exactly that; else it is forgotten.
  ///
  /// So it is when an outcome is undone at once, or done again: the text is as before, and so is what was being typed.
  mutating func adopt(_ text: Text) {
    let found = [predicted, reversal].compactMap { $0 }.first { $0.to.text == text }
    predicted = nil
    reversal = found.map { Turn(from: $0.to, to: $0.from) }
    guard let now = found?.to else { return }
    (work, notes) = (now.work, now.notes)
    caret = now.caret ?? caret
  }
}

extension Document {
  /// The entry that a change touches, if it touches exactly one; its place in bytes of the document.
  func entry(touching range: Range<Int>) -> (range: Range<Int>, text: [UInt8])? {
    guard let index = fieldIndex(at: range.lowerBound), finding.fields[index].valueRange.upperBound >= range.upperBound,
      finding.fields[index].valueRange.lowerBound <= range.lowerBound
    else { return nil }
    let base = finding.fields[index].valueRange.lowerBound
    let own = range.shifted(by: -base)
    let reading = reading(index, around: own)
    let first = reading.tokens.firstIndexSorted { $0.range.upperBound >= own.lowerBound }
    guard first < reading.tokens.count, reading.tokens[first].range.lowerBound <= own.upperBound else { return nil }
    let token = reading.tokens[first]
    if let group = token.group, reading.groups.indices.contains(group) {
      let place = reading.groups[group].range.shifted(by: base)
      return (place, text.bytes(place))
    }
    if first + 1 < reading.tokens.count, reading.tokens[first + 1].range.lowerBound <= own.upperBound { return nil }
    let place = token.range.shifted(by: base)
    return (place, text.bytes(place))
  }

  /// Whether a range of a field's value holds whole entries, or none, and leaves those beside it as they are.
  func takesWhole(_ range: Range<Int>) -> Bool {
    guard !range.isEmpty, let index = fieldIndex(at: range.lowerBound) else { return false }
    let value = finding.fields[index].valueRange
    guard value.lowerBound <= range.lowerBound, range.upperBound <= value.upperBound else { return false }
    let own = range.shifted(by: -value.lowerBound)
    let reading = reading(index, around: own)
    var (isBehind, isBefore) = (false, false)
    let first = reading.tokens.firstIndexSorted { $0.range.upperBound >= own.lowerBound }
    for token in reading.tokens[first...].prefix(while: { $0.range.lowerBound <= own.upperBound }) {
      let isCut = { (place: Int) in token.range.lowerBound < place && place < token.range.upperBound }
      if isCut(own.lowerBound) || isCut(own.upperBound) || token.group != nil { return false }
      isBehind = isBehind || token.range.upperBound == own.lowerBound
      isBefore = isBefore || token.range.lowerBound == own.upperBound
    }
    // With nothing between them two are one.
    return !(isBehind && isBefore)
  }

  /// A field as it is edited now.
  ///
  /// - Parameters:
  ///   - index: the number of the field.
  ///   - caret: the caret in bytes of the document; one outside the field counts as none.
  ///   - selection: what is selected, in bytes of the document; what is no token is passed over.
  ///   - policy: what keys do there.
  /// - Returns: the editor, in bytes of the field's value.
  func editor(_ index: Int, caret: Int?, selection: [Range<Int>] = [], policy: EditingPolicy) -> Editor {
    let field = finding.fields[index]
    let base = field.valueRange.lowerBound
    let isInside = caret.map(field.valueRange.touches) ?? false
    // Of a list that is read by its neighbourhoods the reading that is there will do, whatever caret it was read with.
    let known = isReadWhole(index) ? readings[index] : nil
    let options = known == nil ? context.options(field) : options(index)
    let work = isBeingTyped(in: field.valueRange) ? editing.work : nil
    let editor = Editor(
      value(field), field.grammar, options, policy: policy, caret: isInside ? caret.map { $0 - base } : nil,
      work: work.map { Editor.Work(range: $0.range.shifted(by: -base), origin: $0.origin) },
      reading: known
    ).narrowed(at: editing.lastTyped.map { $0 - base })
    guard !selection.isEmpty else { return editor }
    let tokens = editor.tokens
    var places: [Range<Int>: Int] = [:]
    for (index, token) in tokens.enumerated() {
      if let entry = token.entry { places[editor.list.entries[entry].range.shifted(by: base)] = index }
    }
    let chosen = selection.compactMap { places[$0] }
    return editor.at(editor.caret, selecting: chosen)
  }
}
