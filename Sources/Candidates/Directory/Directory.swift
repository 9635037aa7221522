/// All candidates, in memory: filled by the lines of `RecordWriter`, asked at each keystroke.
///
/// A new run over the sources fills a new generation, which takes the place of the old one when it is complete. During
/// the very first run, what has arrived is found already.
package struct Directory: Sendable {
  private var current: Generation?
  private var incoming: Generation?
  /// The index file that was named last, until somebody asks for it.
  private var offer: String?
  /// What this run has named and has been opened.
  private var base: PackedIndex?

  /// What went wrong with the last run as a whole, if anything did.
  package private(set) var problem: String?

  /// A directory of nobody.
  package init() {}

  var visible: Generation? { current ?? incoming }

  /// Starts a new generation; one that was being filled is dropped.
  package mutating func begin() {
    incoming = Generation()
    (offer, base) = (nil, nil)
  }

  /// Takes some bytes of the stream, cut anywhere; lines that are not understood are skipped and counted.
  package mutating func append(_ part: [UInt8]) {
    let count = incoming?.files
    incoming?.append(part)
    if incoming?.files != count { offer = incoming?.file }
  }

  /// The path of an index file that the stream has named since the last time: it holds all but the lines behind it.
  package mutating func takeOffer() -> String? {
    defer { offer = nil }
    return offer
  }

  /// Ends the run; what it brought takes the place of what was there.
  ///
  /// - Parameter problem: Why the run ended before its time, nil if it did not. A run that was broken off does not take
  ///   the place of one that was complete.
  package mutating func finish(problem: String?) {
    guard var generation = incoming else { return }
    incoming = nil
    self.problem = problem
    if let base {
      current = Generation(base: base, lines: generation.overlay)
      self.base = nil
      return
    }
    generation.close()
    if current == nil || problem == nil { current = generation }
  }

  /// Takes what has come about since the last run, in the lines of `RecordWriter`: the next run brings it as well.
  ///
  /// A run that is being taken in may have read its file before or after; it is left alone.
  package mutating func learn(_ lines: [UInt8]) {
    if current == nil, incoming == nil { current = Generation() }
    current?.learn(lines)
  }

  /// Puts an index file in the place of what was there, and on top of it what the run has brought behind its name.
  ///
  /// - Parameter bytes: The file that `takeOffer` named.
  /// - Returns: Why it is not used; nil when it is.
  package mutating func rest(on bytes: IndexBytes) -> String? {
    do throws(PackedIndex.Fault) {
      let index = try PackedIndex(bytes)
      current = Generation(base: index, lines: incoming?.overlay ?? [])
      if incoming != nil { base = index }
      return nil
    } catch {
      return error.rawValue
    }
  }

  /// How far reading has come that takes long.
  package struct Progress: Equatable, Sendable {
    /// Which source is being read, from 1 on, of how many.
    package var (number, count): (Int, Int)
    /// Where it is.
    package var path: String
  }

  /// How far the run has come, if it has said so since the last time.
  package mutating func takeProgress() -> Progress? {
    defer { incoming?.reading = nil }
    return incoming?.reading
  }

  /// Whether a run is being taken in.
  package var isLoading: Bool { incoming != nil }

  /// How reading each source went, in their order.
  package var sources: [SourceReport] { visible?.reports ?? [] }

  /// How many lines of the stream were not understood.
  package var malformed: Int { visible?.malformed ?? 0 }

  /// The keys of mail aliases in lower case.
  package var aliases: Set<String> { visible?.aliases ?? [] }

  /// Whether a word is the key of a mail alias, in any case.
  package func isAlias(_ word: String) -> Bool {
    visible?.aliases.contains(word.lowercased()) ?? false
  }

  /// The candidates for a query, best first.
  ///
  /// All words of the query must be found, in any order, in the folded name, address, nickname, organisation or group.
  /// Exact answers come before beginnings of words, these before other places. Where these do not fill the list,
  /// initials follow, and then words with a typo. Within each, how much and how lately somebody was used decides, with
  /// whom, then count, preference and the order of the sources, so that the answer is always the same. There is one row
  /// a mailbox. An empty query gives those most used.
  ///
  /// - Parameters:
  ///   - query: What was typed, as text.
  ///   - limit: How many are wanted; taken after ranking.
  ///   - closeness: How they may answer.
  ///   - onlyNicknamed: Whether only people are wanted who have a nickname or an alias.
  ///   - company: The addresses that stand in the draft already: who was written to together with them comes first.
  ///   - isPresent: Whether an address need not be offered, since it is in the field already.
  /// - Returns: The candidates; none where nothing answers.
  package func matches(
    _ query: String, limit: Int, closeness: ClosedRange<Closeness> = .all, onlyNicknamed: Bool = false,
    company: [String] = [], isPresent: @escaping (String) -> Bool = { _ in false }
  ) -> [Match] {
    guard let generation = visible, limit > 0 else { return [] }
    let asked = Query(query)
    // What is all punctuation is no empty query: nothing is like it.
    if asked.words.isEmpty, query.contains(where: { !$0.isWhitespace }) { return [] }
    let search = Search(
      generation: generation, query: asked, company: Company(company, in: generation), limit: limit,
      onlyNicknamed: onlyNicknamed, isPresent: isPresent)
    return search.rows(closeness).map { generation.match($0.row, $0.place.closeness, asked) }
  }

  /// Whether a name says by itself that this mailbox is meant: it is one of its names, and nobody else's.
  package func isNamed(_ name: String, address: String) -> Bool {
    guard let generation = visible, let row = generation.mailbox(address) else { return false }
    let folded = Folding.fold(name)
    guard !folded.isEmpty, !generation.isShared(folded) else { return false }
    return generation.forms(row).contains { Folding.fold(generation.columns($0).name) == folded }
  }

  /// Whether the mailbox with this address stands in any source.
  package func knows(address: String) -> Bool {
    visible?.mailbox(address) != nil
  }

  /// Whether there is anybody at all.
  package var isEmpty: Bool { visible.map { $0.shelves.isEmpty && $0.first == 0 } ?? true }

  /// What is known of the mailbox with this address, in any case; nil if nothing is.
  package func person(address: String) -> Person? {
    guard let generation = visible, let row = generation.mailbox(address) else { return nil }
    return generation.person(row, address: address)
  }
}

extension Generation {
  func match(_ id: UInt32, _ closeness: Closeness, _ query: Query) -> Match {
    let row = self[id]
    let isGroup = row.kind == .group
    let best = isGroup ? id : row.best
    let shown = columns(best)
    let all = isGroup ? [shown] : forms(id).map { columns($0) }
    let nicknames = all.flatMap(\.nicknames).filter { $0 != shown.name }
    let answering = nicknames.first { nickname in
      let folded = Folding.fold(nickname)
      return query.words.contains { folded.starts(with: $0.text) }
    }
    return Match(
      name: shown.name, address: isGroup ? "" : shown.address, nickname: answering ?? nicknames.first,
      note: Generation.first(all.map(\.note), preferring: shown.note),
      organisation: Generation.first(all.map(\.organisation), preferring: shown.organisation),
      source: source(of: best), members: isGroup ? shown.members : [], count: Int(row.count),
      last: Day.text(row.last), preference: row.preference > 100 ? 0 : Int(row.preference), rank: closeness)
  }

  fileprivate func person(_ id: UInt32, address: String) -> Person {
    let row = self[id]
    let rows = forms(id)
    let all = rows.map { columns($0) }
    let key = Address.key(address)
    let member = groups.filter { group in columns(group).members.contains { Address.key($0.address) == key } }
    let best = columns(row.best)
    return Person(
      address: all.first?.address ?? address, names: Generation.distinct([best.name] + all.map(\.name)),
      nicknames: Generation.distinct(all.flatMap(\.nicknames)),
      organisation: Generation.first(all.map(\.organisation), preferring: best.organisation),
      note: Generation.first(all.map(\.note), preferring: best.note),
      others: Generation.distinct(all.flatMap(\.others)).filter { Address.key($0) != key },
      groups: Generation.distinct(all.flatMap(\.categories) + member.map { columns($0).name }),
      sources: Generation.distinct(rows.map { source(of: $0) }), count: Int(row.count),
      last: Day.text(row.last))
  }

  private static func first(_ texts: [String], preferring text: String) -> String {
    text.isEmpty ? texts.first { !$0.isEmpty } ?? "" : text
  }

  private static func distinct<Item: Hashable>(_ items: [Item]) -> [Item] {
    var seen: Set<Item> = []
    return items.filter { seen.insert($0).inserted && $0 as? String != "" }
  }
}
