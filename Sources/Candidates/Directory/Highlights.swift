/// Where the texts that are shown of a candidate hold what was typed, so that it can be drawn.
///
/// Ranges are bytes of UTF-8, in order, apart from each other, and of whole characters.
package struct Highlights: Equatable, Sendable {
  /// Bytes of the name.
  package var name: [Range<Int>]
  /// Bytes of the address.
  package var address: [Range<Int>]

  /// These ranges, in order and apart.
  package init(name: [Range<Int>], address: [Range<Int>]) {
    self.name = name
    self.address = address
  }
}

extension Match {
  /// What of the name and of the address answers a query.
  ///
  /// A nickname, an organisation or a group that answers is not among them; then both may be empty.
  ///
  /// - Parameter query: What was typed; that which gave this match, else there may be nothing.
  /// - Returns: The ranges; of what was found by initials each letter, of a typo the letters that were meant.
  package func highlights(for query: String) -> Highlights {
    let asked = Query(query)
    return Highlights(name: asked.places(in: name, rank), address: asked.places(in: address, rank))
  }
}

extension Query {
  fileprivate func places(in text: String, _ closeness: Closeness) -> [Range<Int>] {
    guard !text.isEmpty, !words.isEmpty else { return [] }
    let texts = FoldedText.all(of: text)
    if closeness == .initials { return Query.joined(texts.lazy.compactMap { letters(in: $0) }.first ?? []) }
    return Query.joined(words.compactMap { place(of: $0, in: texts, closeness) })
  }

  /// Where a word stands, at the beginning of a word if it can be.
  private func place(of word: QueryWord, in texts: [FoldedText], _ closeness: Closeness) -> Range<Int>? {
    if closeness == .typo {
      return texts.lazy.compactMap { text in
        Typos.place(of: word, in: text.bytes, text.bytes.indices).map { text.origin($0) }
      }.first
    }
    let found = texts.compactMap { text in
      word.place(in: text.bytes, text.bytes.indices).map { (isStart: $0.isStart, origin: text.origin($0.range)) }
    }
    if let start = found.first(where: \.isStart) { return start.origin }
    // Where every word begins one, what stands within another did not answer.
    return closeness == .substring ? found.first?.origin : nil
  }

  private func letters(in text: FoldedText) -> [Range<Int>]? {
    var places: [Range<Int>] = []
    let stand = initials?.stand(in: text.bytes, text.bytes.indices) { places.append(text.origin($0)) }
    return stand ?? false ? places : nil
  }

  /// In order, and those that touch made one.
  private static func joined(_ places: [Range<Int>]) -> [Range<Int>] {
    places.filter { !$0.isEmpty }.sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
      .reduce(into: []) { joined, place in
        if let last = joined.last, place.lowerBound <= last.upperBound {
          joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, place.upperBound)
        } else {
          joined.append(place)
        }
      }
  }
}
