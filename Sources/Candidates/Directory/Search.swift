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
    if closeness.lowerBound <= .substring {
      addLiteral(to: &best)
      if generation.base != nil { addLiteralOfFile(to: &best) }
    }
    for guess in [Closeness.initials, .typo] where closeness.contains(guess) {
      best.cut()
      guard best.found.count < limit, guess == .initials ? query.initials != nil : query.typos != nil else { continue }
      addGuesses(guess, to: &best)
      if generation.base != nil { addGuessesOfFile(guess, to: &best) }
    }
    best.cut()
    return best.found
  }

  /// Adds what answers as it was typed, of the rows that are not in a file.
  private func addLiteral(to best: inout Best) {
    for (number, shelf) in generation.shelves.enumerated() {
      let letters = shelf.letters
      for index in letters.indices where letters[index] & query.letters == query.letters {
        let id = generation.first + UInt32(number * Shelf.size + index)
        let hoped = query.hope(shelf.starts[index], shelf.lengths[index])
        tryLiteral(shelf.rows[index], id, shelf.folded, hoped, to: &best)
      }
    }
  }

  /// Adds what answers by its initials, or but for typos, of the rows that are not in a file.
  private func addGuesses(_ guess: Closeness, to best: inout Best) {
    for (number, shelf) in generation.shelves.enumerated() {
      let (letters, starts) = (shelf.letters, shelf.starts)
      for index in letters.indices where query.mayBe(guess, letters[index], starts[index]) {
        let id = generation.first + UInt32(number * Shelf.size + index)
        tryGuess(guess, shelf.rows[index], id, shelf.folded, to: &best)
      }
    }
  }

  /// Adds a row if its texts answer as it was typed, in the class `only` if that is said.
  ///
  /// `hoped` is the best class that its masks allow.
  @inline(__always)
  func tryLiteral(
    _ row: Row, _ id: UInt32, _ bytes: some FoldedBytes, _ hoped: Closeness, only: Closeness? = nil,
    to best: inout Best
  ) {
    // The best that it could be is known without looking at its text; mostly that is not good enough.
    guard isWanted(row, id), best.takes(hope(hoped, row, id)),
      let closeness = query.closeness(in: bytes, row.folded.range), only == nil || only == closeness
    else { return }
    add(row, id, closeness, to: &best)
  }

  /// Adds a row if its texts answer a guess and nothing better.
  @inline(__always)
  func tryGuess(_ guess: Closeness, _ row: Row, _ id: UInt32, _ bytes: some FoldedBytes, to best: inout Best) {
    let range = row.folded.range
    guard isWanted(row, id), best.takes(hope(guess, row, id)) else { return }
    if guess == .initials {
      guard let initials = query.initials, initials.stand(in: bytes, range) else { return }
    } else {
      guard let typos = query.typos, typos.stand(in: bytes, range) else { return }
      // By its initials it is there already.
      if let initials = query.initials, initials.stand(in: bytes, range) { return }
    }
    guard query.closeness(in: bytes, range) == nil else { return }
    add(row, id, guess, to: &best)
  }

  private func isWanted(_ row: Row, _ id: UInt32) -> Bool {
    row.kind != .form && (!onlyNicknamed || generation.isNicknamed(id))
  }

  /// What a row could come to at the best, before its address is looked at.
  @inline(__always)
  func hope(_ closeness: Closeness, _ row: Row, _ id: UInt32) -> Place {
    var bonus = company.favoured.isEmpty ? Bonus() : company.favoured[id] ?? Bonus()
    bonus.isOfDomain = !company.domains.isEmpty
    return Place(closeness, lacksMarks: false, row, bonus)
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
    if isThere(row, id) || isUnwanted(row, address) || !generation.isSound(id) { return }
    best.add(place, row: id)
  }

  private func isUnwanted(_ row: Row, _ address: ArraySlice<UInt8>) -> Bool {
    !generation.never.isEmpty && row.kind != .group
      && generation.never.contains(Wishes.hash(address))
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

extension Query {
  /// The best that texts with these masks can be.
  @inline(__always)
  func hope(_ starts: UInt64, _ lengths: UInt32) -> Closeness {
    if starts & self.starts != self.starts { return .substring }
    return lengths & self.lengths == 0 ? .wordStart : .exact
  }

  /// Whether texts with these masks can be what was meant.
  @inline(__always)
  func mayBe(_ guess: Closeness, _ letters: UInt64, _ starts: UInt64) -> Bool {
    guess == .initials
      ? initials.map { starts & $0.starts == $0.starts } ?? false : typos?.mayStand(letters, starts) ?? false
  }
}
