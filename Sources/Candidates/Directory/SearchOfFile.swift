/// Searching in an index file, whose rows come in the order of their uses: what comes later cannot be better, but for
/// what the draft adds.
extension Search {
  /// Adds what answers as it was typed: who is special in this draft, then words that begin so, then the rest.
  func addLiteralOfFile(to best: inout Best) {
    guard let base = generation.base else { return }
    let special = special
    for id in special.sorted() where base.letters(Int(id)) & query.letters == query.letters {
      tryLiteral(generation[id], id, base.bytes, query.hope(base.starts(Int(id)), base.lengths(Int(id))), to: &best)
    }
    guard !query.words.isEmpty else { return addAll(base, special, to: &best) }
    if let lists = rarestWord(base) {
      addWordStarts(base, lists, special, to: &best)
    } else {
      addByMasks(base, special, to: &best)
    }
    best.cut()
    if best.found.count < limit || best.takes(Place.first(.substring)) { addSubstrings(base, special, to: &best) }
  }

  /// Adds who answers by initials or but for typos.
  func addGuessesOfFile(_ guess: Closeness, to best: inout Best) {
    guard let base = generation.base else { return }
    let special = special
    for id in special.sorted() where query.mayBe(guess, base.letters(Int(id)), base.starts(Int(id))) {
      tryGuess(guess, generation[id], id, base.bytes, to: &best)
    }
    // False when no later one can be among the best.
    func isWorthMore(_ index: Int) -> Bool {
      let id = UInt32(index)
      if !special.isEmpty, special.contains(id) { return true }
      let row = base.row(id)
      guard best.takes(hope(guess, row, id)) else { return false }
      tryGuess(guess, row, id, base.bytes, to: &best)
      return true
    }
    if guess == .initials, let initials = query.initials {
      let starts = initials.starts
      for index in 0..<base.searchable where base.starts(index) & starts == starts {
        guard isWorthMore(index) else { return }
      }
    } else if guess == .typo, let typos = query.typos {
      for index in 0..<base.searchable where typos.mayStand(base.letters(index), base.starts(index)) {
        guard isWorthMore(index) else { return }
      }
    }
  }

  /// Whether nothing but class and uses decides among rows of the file.
  private var isInOrder: Bool { company.domains.isEmpty && query.marked.isEmpty }

  /// Rows of the file that are not where their uses in the file would put them.
  private var special: Set<UInt32> {
    guard let base = generation.base else { return [] }
    return Set(company.favoured.keys).union(generation.changed.keys).filter { $0 < base.searchable }
  }

  /// Adds rows in their order until no later one can be among the best.
  private func addAll(_ base: PackedIndex, _ special: Set<UInt32>, to best: inout Best) {
    for index in 0..<base.searchable {
      let (id, row) = (UInt32(index), base.row(UInt32(index)))
      if special.contains(id) { continue }
      guard best.takes(hope(.wordStart, row, id)) else { return }
      tryLiteral(row, id, base.bytes, .wordStart, to: &best)
      if best.found.count > 2 * limit { best.cut() }
    }
  }

  /// The lists of rows for the spellings of the word that begins the fewest; nil if no word has two bytes.
  private func rarestWord(_ base: PackedIndex) -> [Range<Int>]? {
    query.words.filter { $0.text.count > 1 && $0.other?.count ?? 2 > 1 }.map { word in
      let keys = Set([word.text, word.other ?? word.text].map { UInt32($0[0]) << 8 | UInt32($0[1]) })
      return keys.sorted().map { base.postings($0) }
    }.min { $0.reduce(0) { $0 + $1.count } < $1.reduce(0) { $0 + $1.count } }
  }

  /// Adds rows in which each word begins one.
  private func addWordStarts(
    _ base: PackedIndex, _ lists: [Range<Int>], _ special: Set<UInt32>, to best: inout Best
  ) {
    // Most words have one spelling.
    if lists.count == 1 {
      let (bytes, list) = (base.bytes, lists[0])
      for place in stride(from: list.lowerBound, to: list.upperBound, by: 4) {
        tryStart(base, bytes.number32(place), special, to: &best)
      }
      return
    }
    for id in Set(
      lists.flatMap { list in
        stride(from: list.lowerBound, to: list.upperBound, by: 4).map { base.bytes.number32($0) }
      }
    ).sorted() {
      tryStart(base, id, special, to: &best)
    }
  }

  /// The same without lists, for words of one letter.
  private func addByMasks(_ base: PackedIndex, _ special: Set<UInt32>, to best: inout Best) {
    let starts = query.starts
    for index in 0..<base.searchable where base.starts(index) & starts == starts {
      tryStart(base, UInt32(index), special, to: &best)
    }
  }

  @inline(__always)
  private func tryStart(_ base: PackedIndex, _ id: UInt32, _ special: Set<UInt32>, to best: inout Best) {
    let index = Int(id)
    guard index < base.searchable else { return }
    // With as many as are wanted, a later row is of use only if it could be a whole answer.
    if base.lengths(index) & query.lengths == 0, isInOrder, best.isFull(.wordStart) { return }
    guard base.letters(index) & query.letters == query.letters else { return }
    let hoped = query.hope(base.starts(index), base.lengths(index))
    if hoped == .substring || !special.isEmpty && special.contains(id) { return }
    let row = base.row(id)
    guard best.takes(hope(hoped, row, id)), let closeness = query.closeness(in: base.bytes, row.folded.range),
      closeness < .substring
    else { return }
    tryLiteral(row, id, base.bytes, closeness, to: &best)
    if best.found.count > 2 * limit { best.cut() }
  }

  /// Adds rows in which a word stands within another, in their order, until no later one can be among the best.
  private func addSubstrings(_ base: PackedIndex, _ special: Set<UInt32>, to best: inout Best) {
    let letters = query.letters
    for index in 0..<base.searchable where base.letters(index) & letters == letters {
      let id = UInt32(index)
      if !special.isEmpty, special.contains(id) { continue }
      let row = base.row(id)
      guard best.takes(hope(.substring, row, id)) else { return }
      tryLiteral(row, id, base.bytes, .substring, only: .substring, to: &best)
      if best.found.count > 2 * limit { best.cut() }
    }
  }
}
