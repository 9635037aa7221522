import Fields

/// What a client was last sent of a document's chips, moved along with the text since.
struct Drawn: Sendable {
  /// The version of the document for which that was.
  var version: Int
  var fields: [DrawnField] = []
  /// Whether something changed that any chip may hang on: settings, address books, what clients said of fields.
  var isStale = false
  /// What was seen when the fields were drawn last; nil where some repeat people of others.
  var sight: FieldSight?

  /// Takes that all fields are drawn as they are in a document now.
  mutating func look(at document: Document) {
    sight = FieldSight(document, open: Set(fields.indices.filter { fields[$0].isOpen }))
  }

  /// Follows a change of the text.
  mutating func follow(_ change: Range<Int>, length: Int) {
    let growth = length - change.count
    // In place: of thousands of fields none is copied.
    for index in fields.indices {
      if fields[index].range.upperBound < change.lowerBound { continue }
      if fields[index].range.lowerBound > change.upperBound {
        fields[index].shift += growth
        fields[index].range = fields[index].range.shifted(by: growth)
      } else {
        fields[index].follow(change, growth: growth)
      }
    }
  }
}

/// What was sent of one field.
struct DrawnField: Sendable {
  /// The name by which fields are told apart.
  var id: String
  /// Which reading was drawn.
  var revision: Int
  /// The place of the field's value.
  var range: Range<Int>
  var header: FieldHeader
  /// The pieces that were sent, in order.
  var chips: [Chip]
  /// How many tokens stand before those that were sent, and how many behind them.
  var hidden: (before: Int, behind: Int)
  /// Whether something was being typed in it.
  var hadDraft: Bool
  /// What is wrong between this field and others, in bytes of the value.
  var crossed: [Range<Int>]
  /// Whether it may look otherwise though nothing of it was read anew: somebody types in it, or did; or its caret tells
  /// which part of it is sent.
  var isOpen: Bool { hadDraft || header.state == .editing || header.state == .error || hidden != (0, 0) }
  /// How far the chips have moved since their ranges were brought up to date.
  var shift = 0

  /// Brings the ranges of all chips up to date.
  mutating func settle() {
    guard shift != 0 else { return }
    for index in chips.indices {
      chips[index].range = chips[index].range.shifted(by: shift)
      chips[index].address = chips[index].address?.shifted(by: shift)
    }
    shift = 0
  }

  /// Follows a change that touches the field.
  mutating func follow(_ change: Range<Int>, growth: Int) {
    settle()
    let lower = range.lowerBound < change.lowerBound ? range.lowerBound : change.lowerBound
    range = lower..<max(lower, max(range.upperBound, change.upperBound) + growth)
    for index in chips.indices { chips[index].follow(change, growth: growth) }
  }
}

/// A part of a list of chips that takes the place of another: what changed between two pictures.
struct Splice: Sendable {
  /// The first piece that goes, as an index into the list before.
  var start: Int
  /// How many go.
  var removed: Int
  /// What comes there.
  var chips: ArraySlice<Chip>

  /// What makes one list into another, as short as the same beginning and the same end allow; nil for like lists.
  init?(from old: [Chip], to new: [Chip]) {
    let limit = min(old.count, new.count)
    var start = 0
    while start < limit, old[start].looks(like: new[start]) { start += 1 }
    var end = 0
    while end < limit - start, old[old.count - 1 - end].looks(like: new[new.count - 1 - end]) { end += 1 }
    if start == old.count, start == new.count { return nil }
    self.start = start
    removed = old.count - start - end
    chips = new[start..<new.count - end]
  }

  /// All of a list.
  init(all chips: [Chip]) {
    (start, removed, self.chips) = (0, 0, chips[...])
  }
}
