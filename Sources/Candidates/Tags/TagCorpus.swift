/// The tags of many notes, with how many notes hold each: what tags are completed from.
///
/// Spellings that differ in case or accents are one tag. A note with `a/b` holds `a` as well.
package struct TagCorpus: Sendable {
  /// A tag as it is searched, with what is known of it.
  struct Node: Sendable {
    var folded: [UInt8]
    /// What near-duplicates have in common: no hyphens, blanks and plural.
    var near: [UInt8]
    /// How many levels stand before the last one.
    var depth: Int
    /// How many notes hold it, or a tag below it.
    var notes = 0
    /// How many notes use or define it.
    var uses = 0
    var spellings: [Spelling] = []
  }

  struct Spelling: Sendable {
    var text: String
    var notes: Int
    var uses: Int
  }

  private(set) var nodes: [Node] = []
  private var places: [[UInt8]: Int] = [:]
  /// Places of tags by what they have in common with near ones.
  private(set) var families: [[UInt8]: [Int]] = [:]
  /// What each note holds, and defines without holding it.
  private var notes: [String: Held] = [:]

  private struct Held: Equatable, Sendable {
    var tags: [String]
    var definitions: [String]
  }

  /// The deepest level that is looked at, and the longest tag in bytes.
  private static let (deepest, longest) = (16, 200)

  /// A corpus without notes.
  package init() {}

  /// Whether no note has any tag.
  package var isEmpty: Bool { notes.isEmpty }

  /// The tags of a note as they were given; nil for an unknown note.
  package func tags(of note: String) -> (tags: [String], definitions: [String])? {
    notes[note].map { ($0.tags, $0.definitions) }
  }

  /// For each of some tags the first note, by its name, that holds or defines it or a tag below it in this spelling.
  package func notes(holding tags: [String]) -> [String: String] {
    let wanted = Set(tags)
    var found: [String: String] = [:]
    for (note, held) in notes {
      for tag in held.tags + held.definitions {
        for level in Self.levels(of: tag) where wanted.contains(level) {
          found[level] = found[level].map { min($0, note) } ?? note
        }
      }
    }
    return found
  }

  /// Puts what a note holds in the place of what it held before.
  ///
  /// - Parameters:
  ///   - note: what tells notes apart, such as a path.
  ///   - tags: its tags in any order, as often as they stand there; with none and no definitions the note is forgotten.
  ///   - definitions: tags that may be used though the note does not hold them.
  package mutating func set(_ note: String, tags: [String], definitions: [String] = []) {
    let new = Held(tags: tags, definitions: definitions)
    let old = notes[note]
    guard new != old else { return }
    if let old { count(old, -1) }
    count(new, 1)
    notes[note] = tags.isEmpty && definitions.isEmpty ? nil : new
  }

  private mutating func count(_ held: Held, _ step: Int) {
    var (seen, seenTexts): (Set<Int>, Set<String>) = ([], [])
    for (tags, isHeld) in [(held.tags, true), (held.definitions, false)] {
      for tag in tags where tag.utf8.count <= Self.longest {
        for text in Self.levels(of: tag) where seenTexts.insert(text).inserted {
          guard let place = place(of: text) else { continue }
          let isNew = seen.insert(place).inserted
          if isNew { nodes[place].uses += step }
          if isNew, isHeld { nodes[place].notes += step }
          count(text, step, isHeld: isHeld, at: place)
        }
      }
    }
  }

  private mutating func count(_ text: String, _ step: Int, isHeld: Bool, at place: Int) {
    let held = isHeld ? step : 0
    guard let index = nodes[place].spellings.firstIndex(where: { $0.text.utf8.elementsEqual(text.utf8) }) else {
      if step > 0 { nodes[place].spellings.append(Spelling(text: text, notes: held, uses: step)) }
      return
    }
    nodes[place].spellings[index].notes += held
    nodes[place].spellings[index].uses += step
    if nodes[place].spellings[index].uses <= 0 { nodes[place].spellings.remove(at: index) }
  }

  /// A tag with those above it, the highest first: `a/b` → `a`, `a/b`; one with an empty level stands alone.
  private static func levels(of tag: String) -> [String] {
    let parts = tag.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count > 1, parts.count <= deepest, !parts.contains(where: \.isEmpty) else { return [tag] }
    return parts.indices.map { parts[...$0].joined(separator: "/") }
  }

  private mutating func place(of text: String) -> Int? {
    let folded = Folding.fold(text)
    guard !folded.isEmpty else { return nil }
    if let place = places[folded] { return place }
    let depth = folded.count { $0 == UInt8(ascii: "/") }
    nodes.append(Node(folded: folded, near: Self.near(folded), depth: depth))
    places[folded] = nodes.count - 1
    families[Self.near(folded), default: []].append(nodes.count - 1)
    return nodes.count - 1
  }

  static func near(_ folded: [UInt8]) -> [UInt8] {
    var near = folded.filter { !"-_ .".utf8.contains($0) }
    if near.count > 3, near.last == UInt8(ascii: "s") { near.removeLast() }
    return near
  }
}

/// A tag that answers a query.
package struct TagMatch: Equatable, Sendable {
  /// The spelling that most notes have.
  package var text: String
  /// How many notes hold it or a tag below it; 0 for one that is only defined.
  package var notes: Int
  /// How it answers the query, from 0 for the tag itself.
  private(set) var rank = 0

  /// A tag that so many notes hold.
  package init(text: String, notes: Int, rank: Int = 0) {
    (self.text, self.notes, self.rank) = (text, notes, rank)
  }

  /// By what a tag is told from others: its letters without case and accents, or its spelling.
  package static func key(_ text: String, isExact: Bool) -> [UInt8] {
    isExact ? Array(text.utf8) : Folding.fold(text)
  }

  /// The matches of two corpora for one query, best first; a tag of both is one, with the notes of both.
  ///
  /// - Parameters:
  ///   - one: the matches of one corpus.
  ///   - other: those of the other.
  ///   - isExact: whether each spelling is a tag.
  /// - Returns: all of them.
  package static func joined(_ one: [TagMatch], _ other: [TagMatch], isExact: Bool = false) -> [TagMatch] {
    var all = one
    var places = Dictionary(one.indices.map { (key(one[$0].text, isExact: isExact), $0) }) { first, _ in first }
    for match in other {
      let key = Self.key(match.text, isExact: isExact)
      if let place = places[key] {
        all[place].notes += match.notes
      } else {
        places[key] = all.count
        all.append(match)
      }
    }
    let order = all.indices.sorted { (all[$0].rank, -all[$0].notes, $0) < (all[$1].rank, -all[$1].notes, $1) }
    return order.map { all[$0] }
  }
}

extension TagCorpus {
  /// How a tag answers a query, the best first.
  private enum Rank: Int {
    case whole, start, innerStart, inside
  }

  /// The tags that answer a query, best first: by the whole tag, its start, the start of a word or level, anything else;
  /// then by the number of notes.
  ///
  /// Tags are given level by level: `pro` gives `project`, `project/` what is below it. A tag that differs from a better
  /// one by hyphens, blanks or a plural alone stands below that. A level that nobody has gives the tag above it.
  ///
  /// - Parameters:
  ///   - query: what was typed; empty for the tags that most notes have.
  ///   - limit: how many are wanted.
  ///   - byWords: whether the words of the query may begin words of the tag in any order, as those of a name do.
  ///   - isExact: whether each spelling is a tag of its own; what is hidden is then asked by spellings.
  ///   - isHidden: whether a folded tag need not be offered, since it is there already.
  /// - Returns: the tags; none where nothing answers.
  package func matches(
    _ query: String, limit: Int, byWords: Bool = false, isExact: Bool = false,
    isHidden: ([UInt8]) -> Bool = { _ in false }
  ) -> [TagMatch] {
    let asked = Folding.fold(query)
    guard limit > 0, !asked.isEmpty || query.allSatisfy(\.isWhitespace) else { return [] }
    let depth = asked.count { $0 == UInt8(ascii: "/") }
    let words = asked.split(separator: UInt8(ascii: " "))
    var found: [(rank: Rank, place: Int)] = []
    for (place, node) in nodes.enumerated() where node.uses > 0 {
      let isByWords = byWords && Self.holds(node.folded, words: words)
      guard let rank = Self.rank(node, asked, depth) ?? (isByWords ? .innerStart : nil),
        isExact || !isHidden(node.folded)
      else {
        continue
      }
      found.append((rank, place))
      // Sorting now and then is cheaper than keeping order all the time.
      if found.count >= 4096, found.count >= 4 * limit { sort(&found, limit) }
    }
    sort(&found, limit)
    if isExact { return spellings(found, limit, isHidden) }
    if found.isEmpty, depth > 0 { return parent(of: asked, isHidden).map { [$0] } ?? [] }
    let ranks = Dictionary(found.map { ($0.place, $0.rank.rawValue) }) { first, _ in first }
    return twins(found.map(\.place)).map { place in
      let match = match(place)
      return TagMatch(text: match.text, notes: match.notes, rank: ranks[place] ?? 0)
    }
  }

  /// Every spelling of some tags as a tag of its own, the more usual ones of one tag first.
  private func spellings(
    _ found: [(rank: Rank, place: Int)], _ limit: Int, _ isHidden: ([UInt8]) -> Bool
  ) -> [TagMatch] {
    var matches: [TagMatch] = []
    for (rank, place) in found where matches.count < limit {
      let own = nodes[place].spellings.filter { !isHidden(Array($0.text.utf8)) }.sorted { one, other in
        if one.notes != other.notes { return one.notes > other.notes }
        return one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
      }
      matches += own.map { TagMatch(text: $0.text, notes: $0.notes, rank: rank.rawValue) }
    }
    return Array(matches.prefix(limit))
  }

  private func sort(_ found: inout [(rank: Rank, place: Int)], _ limit: Int) {
    found.sort { one, other in
      let (left, right) = (nodes[one.place], nodes[other.place])
      if one.rank != other.rank { return one.rank.rawValue < other.rank.rawValue }
      if left.notes != right.notes { return left.notes > right.notes }
      return left.folded.lexicographicallyPrecedes(right.folded)
    }
    if found.count > limit { found.removeSubrange(limit...) }
  }

  private static func rank(_ node: Node, _ asked: [UInt8], _ depth: Int) -> Rank? {
    if asked.isEmpty { return node.depth == 0 ? .start : nil }
    if node.depth == depth {
      if node.folded == asked { return .whole }
      if node.folded.starts(with: asked) { return .start }
    }
    guard node.depth >= depth else { return nil }
    // As many of the last levels as were typed.
    var start = node.folded.count
    var left = depth
    while start > 0, left > 0 || node.folded[start - 1] != UInt8(ascii: "/") {
      if node.folded[start - 1] == UInt8(ascii: "/") { left -= 1 }
      start -= 1
    }
    guard node.folded.count - start >= asked.count else { return nil }
    var isInside = false
    for offset in start...node.folded.count - asked.count where node.folded[offset...].starts(with: asked) {
      if offset == start || "-_ .".utf8.contains(node.folded[offset - 1]) { return .innerStart }
      isInside = true
    }
    return isInside && asked.count > 1 ? .inside : nil
  }

  /// Whether each of some words begins a word of a tag.
  private static func holds(_ folded: [UInt8], words: [ArraySlice<UInt8>]) -> Bool {
    words.allSatisfy { word in
      folded.indices.contains { start in
        (start == 0 || "-_ .{".utf8.contains(folded[start - 1])) && folded[start...].starts(with: word)
      }
    }
  }

  /// The lowest tag above a query that is known.
  private func parent(of asked: [UInt8], _ isHidden: ([UInt8]) -> Bool) -> TagMatch? {
    var rest = asked[...]
    while let slash = rest.lastIndex(of: UInt8(ascii: "/")) {
      rest = rest[..<slash]
      if let place = places[Array(rest)], nodes[place].uses > 0 {
        return isHidden(nodes[place].folded) ? nil : match(place)
      }
    }
    return nil
  }

  /// Tags in order, each near-duplicate behind the first of its kind.
  private func twins(_ found: [Int]) -> [Int] {
    var heads: [[UInt8]: Int] = [:]
    var families: [[Int]] = []
    for place in found {
      if let head = heads[nodes[place].near] {
        families[head].append(place)
      } else {
        heads[nodes[place].near] = families.count
        families.append([place])
      }
    }
    return families.flatMap { $0 }
  }

  private func match(_ place: Int) -> TagMatch {
    let best = nodes[place].spellings.max { one, other in
      if one.notes != other.notes { return one.notes < other.notes }
      return other.text.utf8.lexicographicallyPrecedes(one.text.utf8)
    }
    return TagMatch(text: best?.text ?? "", notes: nodes[place].notes)
  }
}
