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

/// One search among the rows of a generation.
struct Search {
  let generation: Generation
  let query: Query
  let company: Company
  let limit: Int
  /// Whether only people are wanted who have a nickname or an alias.
  var onlyNicknamed = false
  /// Whether an address need not be offered, since it is in the field already.
  let isPresent: (String) -> Bool

  /// The rows that answer a query, best first, at most `limit`.
  ///
  /// What was typed is taken for something else only where the list would not be full without.
  func rows(_ closeness: ClosedRange<Closeness>) -> [(place: Place, row: UInt32)] {
    var best = Best(limit: limit)
    if closeness.lowerBound <= .substring { addLiteral(to: &best) }
    for guess in [Closeness.initials, .typo] where closeness.contains(guess) {
      best.cut()
      if best.found.count < limit { addGuesses(guess, to: &best) }
    }
    best.cut()
    return best.found
  }

  private func isWanted(_ row: Row, _ id: UInt32) -> Bool {
    row.kind != .form && (!onlyNicknamed || generation.nicknamed.contains(id))
  }

  /// What a row could come to at the best, before its address is looked at.
  private func hope(_ closeness: Closeness, _ row: Row, _ id: UInt32) -> Place {
    var bonus = company.favoured[id] ?? Bonus()
    bonus.isOfDomain = !company.domains.isEmpty
    return Place(closeness, lacksMarks: false, row, bonus)
  }

  /// Adds what answers as it was typed.
  private func addLiteral(to best: inout Best) {
    for (number, shelf) in generation.shelves.enumerated() {
      let letters = shelf.letters
      for index in letters.indices where letters[index] & query.letters == query.letters {
        let row = shelf.rows[index]
        let id = UInt32(number * Shelf.size + index)
        guard isWanted(row, id) else { continue }
        // The best that it could be is known without looking at its text; mostly that is not good enough.
        var hoped = Closeness.exact
        if shelf.starts[index] & query.starts != query.starts {
          hoped = .substring
        } else if shelf.lengths[index] & query.lengths == 0 {
          hoped = .wordStart
        }
        guard best.takes(hope(hoped, row, id)) else { continue }
        guard let closeness = query.closeness(in: shelf.folded, row.folded.range) else { continue }
        add(row, id, closeness, to: &best)
      }
    }
  }

  /// Adds what answers by its initials, or but for typos; the masks spare looking at most texts.
  private func addGuesses(_ guess: Closeness, to best: inout Best) {
    let (initials, typos) = (query.initials, query.typos)
    guard guess == .initials ? initials != nil : typos != nil else { return }
    for (number, shelf) in generation.shelves.enumerated() {
      let (letters, starts) = (shelf.letters, shelf.starts)
      for index in letters.indices {
        if guess == .initials {
          guard let initials, starts[index] & initials.starts == initials.starts else { continue }
        } else {
          guard let typos, typos.mayStand(letters[index], starts[index]) else { continue }
        }
        let row = shelf.rows[index]
        let id = UInt32(number * Shelf.size + index)
        guard isWanted(row, id), best.takes(hope(guess, row, id)) else { continue }
        let range = row.folded.range
        if guess == .initials {
          guard let initials, initials.stand(in: shelf.folded, range) else { continue }
        } else {
          guard let typos, typos.stand(in: shelf.folded, range) else { continue }
          // By its initials it is there already.
          if let initials, initials.stand(in: shelf.folded, range) { continue }
        }
        guard query.closeness(in: shelf.folded, range) == nil else { continue }
        add(row, id, guess, to: &best)
      }
    }
  }

  private func add(_ row: Row, _ id: UInt32, _ closeness: Closeness, to best: inout Best) {
    let address = generation.address(id)
    let bonus = company.bonus(id, address)
    var place = Place(closeness, lacksMarks: false, row, bonus)
    guard best.takes(place) else { return }
    if !query.marked.isEmpty, !isMarked(id) {
      place = Place(closeness, lacksMarks: true, row, bonus)
      guard best.takes(place) else { return }
    }
    if isThere(row, id) || isUnwanted(row, address) { return }
    best.add(place, row: id)
  }

  private func isUnwanted(_ row: Row, _ address: ArraySlice<UInt8>) -> Bool {
    !generation.never.isEmpty && row.kind != .group
      && generation.never.contains(MailboxTable.hash(Generation.plainKey(address)))
  }

  private func isMarked(_ row: UInt32) -> Bool {
    let shown = generation[row].kind == .group ? row : generation[row].best
    // Most texts are ASCII, and have neither marks nor hyphens to compare.
    guard generation.shown(shown).contains(where: { $0 >= 0x80 || $0 == UInt8(ascii: "-") }) else { return false }
    let columns = generation.columns(shown)
    return query.isMarked(in: ([columns.name, columns.address] + columns.nicknames).joined(separator: "\n"))
  }

  /// Whether the address, or all those of a group, are in the field already.
  private func isThere(_ row: Row, _ id: UInt32) -> Bool {
    let columns = generation.columns(id)
    return row.kind == .group ? columns.members.allSatisfy { isPresent($0.address) } : isPresent(columns.address)
  }
}
