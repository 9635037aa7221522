import Candidates
import Support
import Testing

/// Who comes first.
@Suite struct RankingTests {
  private func check(_ records: [Record], query: String = "jo", _ wanted: [String], limit: Int = 20) {
    #expect(Directory([records]).addresses(query, limit: limit) == wanted)
  }

  @Test func `G17 who is closer comes before who is written to more`() {
    check(
      [
        person("Major", "a@x.org", count: 9), person("Joan", "b@x.org", count: 5), person("Jo", "c@x.org"),
      ], ["c@x.org", "b@x.org", "a@x.org"])
  }

  @Test func `G17 more use comes first, then later use`() {
    check(
      [
        person("Jo A", "a@x.org", count: 1, last: "2026-05-01"),
        person("Jo B", "b@x.org", count: 200, last: "2025-01-01"),
        person("Jo C", "c@x.org", count: 1, last: "2026-05-02"), person("Jo D", "d@x.org", count: 1),
        person("Jo E", "e@x.org", count: 1, last: "2025-12-31"),
      ], ["b@x.org", "c@x.org", "a@x.org", "e@x.org", "d@x.org"])
  }

  @Test func preferenceThenOrder() {
    check(
      [
        person("Jo", "a@x.org"), person("Jo", "b@x.org", preference: 50), person("Jo", "c@x.org", preference: 1),
        person("Jo", "d@x.org"),
      ], ["c@x.org", "b@x.org", "a@x.org", "d@x.org"])
  }

  @Test func sourcesInTheirOrder() {
    let directory = Directory([[person("Jo", "b@x.org")], [person("Jo", "a@x.org")]])
    #expect(directory.addresses("jo") == ["b@x.org", "a@x.org"])
    #expect(directory.matches("jo", limit: 2).map(\.source.path) == ["/book0", "/book1"])
  }

  @Test func theLimitIsTakenAfterRanking() {
    let records = (0..<500).map { person("Jo \($0)", "p\($0)@x.org", count: $0) }
    check(records, ["p499@x.org", "p498@x.org"], limit: 2)
    check(records, query: "", ["p499@x.org"], limit: 1)
    check(records, query: "jo 7", ["p7@x.org"], limit: 1)
  }

  @Test func presentOnesAreLeftOut() {
    let directory = Directory(
      person("Jo A", "a@x.org", count: 3), person("Jo B", "b@x.org", count: 2), person("Jo C", "c@x.org"),
      group("Jo's team", ["a@x.org", "b@x.org"]))
    #expect(directory.addresses("jo", limit: 1, present: ["a@x.org"]) == ["b@x.org"])
    #expect(directory.addresses("jo", present: ["a@x.org"]) == ["b@x.org", "c@x.org", "Jo's team"])
    #expect(directory.addresses("jo", present: ["a@x.org", "b@x.org"]) == ["c@x.org"])
  }

  /// The best so many, however many pass by, are those that sorting all of them would give.
  @Test func theSameAsSortingAll() {
    var random = Seeded(seed: 7)
    for _ in 0..<20 {
      let records = (0..<300).map { number in
        person(
          ["Jo", "Joan", "Major Jo", "Banjo"].randomElement(using: &random) ?? "", "p\(number)@x.org",
          count: Int.random(in: 0...3, using: &random), preference: Int.random(in: 0...2, using: &random))
      }
      let directory = Directory([records])
      let all = directory.addresses("jo", limit: .max)
      #expect(all.count == 300)
      for limit in [1, 2, 31, 32, 33, 64, 299] {
        #expect(directory.addresses("jo", limit: limit) == Array(all.prefix(limit)))
      }
      let ranks = directory.matches("jo", limit: .max)
      for (left, right) in zip(ranks, ranks.dropFirst()) {
        #expect(
          (left.rank.rawValue, -left.count, left.preference == 0 ? 101 : left.preference)
            <= (right.rank.rawValue, -right.count, right.preference == 0 ? 101 : right.preference))
      }
    }
  }
}
