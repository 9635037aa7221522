/// The place of a candidate among the others; the smaller comes first, and no two are equal.
struct Place: Comparable {
  /// Closeness, missing marks, whether it is pinned, what its uses come to.
  private let high: UInt64
  /// Count, preference, then the order of the sources and of their records.
  private let low: UInt64

  init(_ closeness: Closeness, lacksMarks: Bool, _ row: Row, _ bonus: Bonus = Bonus()) {
    high =
      UInt64(closeness.rawValue) << 60 | (lacksMarks ? 1 : 0) << 56 | (bonus.isPinned ? 0 : 1) << 55
      | UInt64(UInt32.max - bonus.score(of: row))
    low =
      UInt64(0xFF_FFFF - min(row.count, 0xFF_FFFF)) << 40 | UInt64(row.preference) << 32 | UInt64(row.order)
  }

  private init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

  /// A place before all of a class.
  static func first(_ closeness: Closeness) -> Place {
    Place(high: UInt64(closeness.rawValue) << 60, low: 0)
  }

  /// Whether marks or hyphens are missing that were typed.
  var lacksMarks: Bool { high >> 56 & 1 > 0 }
  /// How the candidate answers.
  var closeness: Closeness { Closeness(rawValue: Int(high >> 60)) ?? .substring }

  static func < (left: Place, right: Place) -> Bool {
    left.high != right.high ? left.high < right.high : left.low < right.low
  }
}

/// The best so many of all that come by.
struct Best {
  private let limit: Int
  private(set) var found: [(place: Place, row: UInt32)] = []
  /// What comes behind this place is not among the best.
  private var worst: Place?

  init(limit: Int) {
    self.limit = limit
    found.reserveCapacity(min(limit, 64) * 2)
  }

  /// Whether a candidate at this place could be among the best.
  func takes(_ place: Place) -> Bool {
    worst.map { place < $0 } ?? true
  }

  /// Whether there are as many as are wanted, none of them worse than this.
  func isFull(_ closeness: Closeness) -> Bool {
    worst.map { $0.closeness <= closeness } ?? false
  }

  mutating func add(_ place: Place, row: UInt32) {
    found.append((place, row))
    // Sorting twice the number now and then is cheaper than keeping order all the time.
    if found.count / 2 >= limit, found.count >= 64 { cut() }
  }

  mutating func cut() {
    found.sort { $0.place < $1.place }
    if found.count >= limit {
      found.removeSubrange(limit...)
      worst = found.last?.place
    }
  }
}
