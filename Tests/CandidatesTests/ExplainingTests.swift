import Support
import Testing

@testable import Candidates

/// Why a candidate stands where it does.
@Suite struct ExplainingTests {
  private func learned(_ kind: Corrections.Kind, _ address: String) -> [UInt8] {
    var writer = RecordWriter()
    writer.begin(Source(kind: .corrections, path: "/c"))
    if let entry = Corrections(Corrections.lines(kind, [address], day: "2026-12-01")).entry(address) {
      writer.write(entry)
    }
    writer.write(Circle(addresses: ["ana@x.org", "bo@y.org"], score: 200_000))
    writer.end(skipped: 0, faults: 0, milliseconds: 0, problem: nil)
    return writer.take()
  }

  private var directory: Directory {
    var directory = Directory(
      person("Ana Ruiz", "ana@x.org", count: 4, last: "2026-11-01"), person("Joana", "joana@y.org", nick: ["Anchen"]),
      person("Bo Anders", "bo@y.org", count: 1, last: "2026-11-01"), person("Anna", "never@x.org"))
    directory.learn(learned(.never, "never@x.org"))
    return directory
  }

  @Test func `the terms are told in the order in which they decide`() {
    var directory = directory
    let found = directory.explain("an", limit: 9, company: ["bo@y.org"]) { $0 == "bo@y.org" }
    #expect(found.map(\.match.address) == ["ana@x.org", "joana@y.org"])
    #expect(found.map(\.match.rank) == [.wordStart, .wordStart])
    #expect(found.map(\.answer) == ["Ana Ruiz", "Anchen"])
    #expect(found[0].uses > 0 && found[0].together > 0 && found[0].domain == 0 && !found[0].isPinned)
    #expect(found[1].uses == 0 && found[1].together == 0 && found[1].domain == 64 && found[1].score == 64)
    directory.learn(learned(.pinned, "joana@y.org"))
    let pinned = directory.explain("an", limit: 1)
    #expect(pinned.map(\.match.address) == ["joana@y.org"] && pinned[0].isPinned && pinned[0].domain == 0)
    #expect(directory.explain("án", limit: 1).map(\.lacksMarks) == [true])
    #expect(directory.explain("!?", limit: 9).isEmpty && directory.explain("", limit: 0).isEmpty)
    #expect(Directory().explain("an", limit: 9).isEmpty)
  }

  @Test func `of a source that tells only how often, four times the uses are eight doublings more`() {
    let found = directory.explain("", limit: 9)
    #expect(found.map(\.match.address) == ["ana@x.org", "bo@y.org", "joana@y.org"])
    #expect(found[0].uses - found[1].uses == 2048 && found[0].answer == "")
  }

  @Test func `the candidates are those that are offered, and in their order`() {
    var random = Seeded(seed: 41)
    var directory = Directory(
      (0..<200).map { number in
        let days = ["", "2026-01-02", "2026-11-30"]
        return [
          person(
            "Person \(number % 7)", "p\(number)@\(["x", "y"].randomElement(using: &random) ?? "x").org",
            count: Int.random(in: 0...9, using: &random), last: days.randomElement(using: &random) ?? "")
        ]
      })
    directory.learn(learned(.pinned, "p3@x.org") + learned(.never, "p4@x.org"))
    for query in ["", "p", "person 3", "p1", "pesron"] {
      for company in [[], ["ana@x.org"], ["bo@y.org", "p9@x.org"]] {
        let offered = directory.matches(query, limit: 10, company: company)
        let told = directory.explain(query, limit: 10, company: company)
        #expect(told.map(\.match) == offered)
        // Within a class, and among those that are as marked and as pinned, the number never grows.
        for (one, next) in zip(told, told.dropFirst())
        where one.match.rank == next.match.rank && one.isPinned == next.isPinned && one.lacksMarks == next.lacksMarks {
          #expect(one.score >= next.score)
        }
      }
    }
  }

  @Test func `of an address it is told why it is not offered`() {
    let never = directory.standing("NEVER@x.org")
    #expect(never.isKnown && never.isNever && !never.isPinned && never.forgotten == "")
    let nobody = directory.standing("nobody@x.org")
    #expect(!nobody.isKnown && !nobody.isNever)
  }
}
