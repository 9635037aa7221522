import Candidates

/// What programs have said to queries, for some minutes.
struct CommandAnswers: Sendable {
  /// What came to one query.
  struct Found: Sendable {
    /// The people in the order in which they came, each once: who has been shown keeps the place.
    var matches: [Match] = []
    fileprivate var keys: Set<String> = []
    fileprivate var books: [Directory] = []
    /// The sources that have answered, by their numbers.
    fileprivate var sources: Set<Int> = []

    fileprivate mutating func add(_ more: [Match]) {
      for match in more where keys.insert(CommandAnswers.key(match)).inserted { matches.append(match) }
    }
  }

  private var found: [String: Found] = [:]
  /// The queries, the oldest first.
  private var order: [String] = []

  /// So many queries are remembered.
  private static let limit = 200
  /// So many answers to shorter queries are searched for a longer one.
  private static let books = 8

  /// Whether nothing is remembered.
  var isEmpty: Bool { found.isEmpty }

  /// Who is meant by a match: an address in any spelling, or a group by its name.
  static func key(_ match: Match) -> String {
    match.members.isEmpty ? Address.key(match.address) : "group " + match.name
  }

  /// A query as it is asked: its words with one blank between them.
  static func asked(_ query: String) -> String {
    query.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Whether a source has answered a query.
  func holds(_ query: String, of source: Int) -> Bool {
    found[query.lowercased()]?.sources.contains(source) ?? false
  }

  /// Takes what a source said to a query.
  mutating func add(_ book: Directory, to query: String, of source: Int) {
    let query = query.lowercased()
    // Who was shown for less of the query, and still answers it, stays in front.
    var entry = found[query] ?? Found(matches: [])
    if found[query] == nil {
      let known = shorter(query)
      entry.add(known.matches)
      // They have to be found for a longer query, too.
      entry.books = known.books.suffix(Self.books)
      order.append(query)
      while order.count > Self.limit { found[order.removeFirst()] = nil }
    }
    entry.sources.insert(source)
    entry.books.append(book)
    entry.add(book.matches("", limit: CommandRequest.most))
    found[query] = entry
  }

  /// The people that are known for a query.
  ///
  /// - Parameters:
  ///   - query: what was typed.
  ///   - limit: how many are wanted.
  ///   - isPresent: whether somebody need not be offered.
  /// - Returns: those whom the programs named for it; before that, those of them for its beginning who answer it.
  func matches(_ query: String, limit: Int, isPresent: (Match) -> Bool) -> [Match] {
    guard limit > 0, !found.isEmpty else { return [] }
    let query = Self.asked(query).lowercased()
    let all = found[query]?.matches ?? shorter(query).matches
    return Array(all.filter { !isPresent($0) }.prefix(limit))
  }

  /// Those who answer a query among whom the programs named for the longest beginning of it, and where they stand.
  private func shorter(_ query: String) -> (matches: [Match], books: [Directory]) {
    var start = query
    while !start.isEmpty {
      start.removeLast()
      guard let known = found[CommandAnswers.asked(start)] else { continue }
      let answering = Set(known.books.flatMap { $0.matches(query, limit: CommandRequest.most) }.map(Self.key))
      return (known.matches.filter { answering.contains(Self.key($0)) }, known.books)
    }
    return ([], [])
  }

  /// What is known of the mailbox with this address; nil if nothing is.
  func person(address: String) -> Person? {
    for query in order.reversed() {
      for book in found[query]?.books ?? [] {
        if let person = book.person(address: address) { return person }
      }
    }
    return nil
  }
}
