/// Why a candidate stands where it does: the terms of the ranking, in the order in which they decide.
package struct Explanation: Equatable, Sendable {
  /// The candidate; its `rank` is the class of match, which decides first.
  package var match: Match
  /// What of it answers: a name, an address, a nickname or another text; empty for an empty query.
  package var answer: String
  /// Whether marks or hyphens that were typed are missing.
  package var lacksMarks: Bool
  /// Whether the user wants to see it first.
  package var isPinned: Bool
  /// What its own uses come to, in 256ths of a doubling; 0 for none.
  package var uses: Int
  /// What being written to together with the others of the draft adds, in the same unit.
  package var together: Int
  /// What it adds that somebody else of the domain is in the draft.
  package var domain: Int

  /// What all that comes to, by which those are ordered that answer equally well.
  package var score: Int { uses + together + domain }
}

/// What the address books and the user say of an address.
package struct Standing: Equatable, Sendable {
  /// The address that was asked for.
  package var address: String
  /// Whether an address book knows it.
  package var isKnown: Bool
  /// Whether the user wants to see it first.
  package var isPinned: Bool
  /// Whether the user never wants to see it.
  package var isNever: Bool
  /// The day up to which its uses do not count, as `YYYY-MM-DD`; empty where all do.
  package var forgotten: String
}

extension Directory {
  /// Why the candidates for a query stand in their order; the same ones as `matches` gives.
  ///
  /// - Parameters:
  ///   - query: What was typed, as text.
  ///   - limit: How many are wanted.
  ///   - closeness: How they may answer.
  ///   - company: The addresses that stand in the draft already.
  ///   - isPresent: Whether an address need not be offered, since it is in the field already.
  /// - Returns: The candidates, best first; none where nothing answers.
  package func explain(
    _ query: String, limit: Int, closeness: ClosedRange<Closeness> = .all, company: [String] = [],
    isPresent: @escaping (String) -> Bool = { _ in false }
  ) -> [Explanation] {
    guard let generation = visible, limit > 0 else { return [] }
    let asked = Query(query)
    if asked.words.isEmpty, query.contains(where: { !$0.isWhitespace }) { return [] }
    let others = Company(company, in: generation)
    let search = Search(
      generation: generation, query: asked, company: others, limit: limit, isPresent: isPresent)
    return search.rows(closeness).map { found in
      let row = generation[found.row]
      let bonus = others.bonus(found.row, generation.address(found.row))
      let match = generation.match(found.row, found.place.closeness, asked)
      let all = Int(bonus.score(of: row))
      let domain = bonus.isOfDomain ? Int(Company.domain) : 0
      return Explanation(
        match: match, answer: match.answer(to: query, asked, generation.texts(found.row)),
        lacksMarks: found.place.lacksMarks, isPinned: bonus.isPinned, uses: Int(row.score),
        together: all - domain - Int(row.score), domain: domain)
    }
  }

  /// What is known of an address, and what the user has said of it.
  package func standing(_ address: String) -> Standing {
    let hash = Wishes.hash(Array(address.utf8)[...])
    let wishes = visible?.wishes
    return Standing(
      address: address, isKnown: knows(address: address), isPinned: wishes?.pinned.contains(hash) ?? false,
      isNever: wishes?.never.contains(hash) ?? false, forgotten: Day.text(wishes?.forgotten[hash] ?? 0))
  }

  /// Whether the user never wants to see an address offered.
  package func isUnwanted(_ address: String) -> Bool {
    guard let never = visible?.never, !never.isEmpty else { return false }
    return never.contains(Wishes.hash(Array(address.utf8)[...]))
  }
}

extension Generation {
  /// All shown texts by which a row can be found, the name and the address aside.
  fileprivate func texts(_ id: UInt32) -> [String] {
    let all = self[id].kind == .group ? [columns(id)] : forms(id).map { columns($0) }
    return all.flatMap { [$0.name] + $0.nicknames + [$0.organisation] + $0.categories }
  }
}

extension Match {
  /// The first text of the candidate in which something answers; the name where none does by itself.
  fileprivate func answer(to query: String, _ asked: Query, _ texts: [String]) -> String {
    guard !asked.words.isEmpty else { return "" }
    for text in [name, address] + texts {
      var one = self
      (one.name, one.address) = (text, "")
      if !text.isEmpty, !one.highlights(for: query).name.isEmpty { return text }
    }
    return name.isEmpty ? address : name
  }
}
