import Fields
import Wire

/// Keys of trailers: `Sig` → `Signed-off-by: `.
enum TrailerKeys {
  /// One key that answers a query.
  struct Match: Equatable {
    var key: String
    /// How many trailers of the last commits have it; 0 for one that is only known.
    var count: Int
  }

  /// The keys that answer a query, best first: by their start (`coa`, `Co-a`), by their initials (`sob`), by the start of
  /// a word within; then as often as they are used.
  ///
  /// - Parameters:
  ///   - query: what was typed; empty for all.
  ///   - used: the keys of the repository, those first that are used most.
  /// - Returns: the keys; none where nothing answers.
  static func matches(_ query: String, among used: [(key: String, count: Int)]) -> [Match] {
    var seen: Set<String> = []
    let all =
      used.map { Match(key: $0.key, count: $0.count) } + TrailerPlace.commonKeys.map { Match(key: $0, count: 0) }
    let asked = joined(query)
    let found = all.filter { seen.insert($0.key.lowercased()).inserted }
      .enumerated().compactMap { order, match in
        rank(match.key, asked).map { (rank: $0, order: order, match: match) }
      }
    return found.sorted { ($0.rank, $0.order) < ($1.rank, $1.order) }.map(\.match)
  }

  private static func rank(_ key: String, _ asked: String) -> Int? {
    if joined(key).hasPrefix(asked) { return 0 }
    let words = key.lowercased().split(separator: "-")
    if String(words.compactMap(\.first)).hasPrefix(asked) { return 1 }
    return words.indices.contains { words[$0...].joined().hasPrefix(asked) } ? 2 : nil
  }

  private static func joined(_ text: String) -> String { text.lowercased().filter { $0 != "-" } }
}

extension Session {
  /// The keys of trailers for a place of a commit message.
  ///
  /// - Returns: nil where no key can stand.
  func trailerKeys(_ caret: Int, in document: Document, isInvoked: Bool) -> [JSON]? {
    let rules = document.repository?.trailers ?? TrailerRules()
    guard document.finder == .commit, let place = TrailerPlace(at: caret, in: document.text, rules) else { return nil }
    // Prose may begin with any word; there the list comes when it is asked for.
    let isDue = isInvoked || place.isSure && place.query.count >= max(1, settings.number("completion.minQuery"))
    guard isDue else { return [] }
    let matches = TrailerKeys.matches(place.query, among: repository(document.uri)?.keys ?? [])
    let range = json(place.range, in: document.text)
    return matches.prefix(settings.number("completion.limit")).enumerated().map { rank, match in
      var members: [JSON.Member] = [
        JSON.Member(key: "label", value: .string(match.key)), JSON.Member(key: "kind", value: 10),
        JSON.Member(key: "sortText", value: .string(Self.padded(rank))),
        JSON.Member(key: "filterText", value: .string(place.query)),
      ]
      if match.count > 0 {
        let uses = match.count == 1 ? "used once" : "used \(match.count) times"
        members.insert(JSON.Member(key: "detail", value: .string(uses)), at: 2)
      }
      members += edit(range, match.key + (place.hasSeparator ? "" : rules.ending(match.key)))
      return JSON.object(members)
    }
  }
}
