import Fields

/// The readings of a document's fields; that of running text is put together from its parts when it is asked for.
///
/// So a keystroke, after which nobody asks for it, costs nothing of what a long text holds. Ask once, not in a loop.
struct FieldReadings: RandomAccessCollection, Sendable {
  private let held: [Reading]
  private let running: (index: Int, text: RunningText)?
  private let limit: Int?

  /// - Parameters:
  ///   - held: the readings, in the order of the fields.
  ///   - index: the number of the field that is running text; nil where there is none.
  ///   - text: the running text.
  ///   - limit: how many tokens it takes.
  init(_ held: [Reading], running index: Int?, of text: RunningText?, limit: Int?) {
    self.held = held
    self.limit = limit
    if let index, let text { running = (index, text) } else { running = nil }
  }

  var startIndex: Int { 0 }
  var endIndex: Int { held.count }

  subscript(index: Int) -> Reading {
    if let running, running.index == index { running.text.reading(limit: limit) } else { held[index] }
  }
}
