/// The wakes that are waited for, in the order in which they fall due.
///
/// Times are nanoseconds of the caller's clock: the type itself knows no clock, and is tested without one.
package struct Timers {
  private struct Entry {
    var wake: Int
    var deadline: Int
    var serial: Int
  }

  /// Sorted by deadline, and by the order of asking where that is the same.
  private var entries: [Entry] = []
  private var serial = 0

  /// No wakes.
  package init() {}

  /// When the first wake falls due; nil when none is waited for.
  package var next: Int? { entries.first?.deadline }

  /// How many wakes have been asked for so far: see `due(at:before:)`.
  package var asked: Int { serial }

  /// Asks for a wake; one of the same number that has not fallen due is forgotten.
  package mutating func set(_ wake: Int, at deadline: Int) {
    cancel(wake)
    let place = entries.firstIndex { $0.deadline > deadline } ?? entries.endIndex
    entries.insert(Entry(wake: wake, deadline: deadline, serial: serial), at: place)
    serial += 1
  }

  /// Forgets a wake; a number that is not waited for changes nothing.
  package mutating func cancel(_ wake: Int) {
    entries.removeAll { $0.wake == wake }
  }

  /// Takes out the first wake that has fallen due at `now`, of those asked for before `asked` was `limit`.
  ///
  /// The limit keeps a session that wakes itself at once, again and again, from keeping all else waiting.
  package mutating func due(at now: Int, before limit: Int) -> Int? {
    guard let place = entries.firstIndex(where: { $0.deadline <= now && $0.serial < limit }) else { return nil }
    return entries.remove(at: place).wake
  }
}
