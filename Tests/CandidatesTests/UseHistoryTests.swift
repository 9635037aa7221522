import Candidates
import Support
import Testing

/// Whom the user has written to: lines of a file that only grows.
@Suite struct UseHistoryTests {
  private let people = [Mailbox(name: "Ana Ruiz", address: "ana@x.org"), Mailbox(name: "", address: "bo@x.org")]

  private func lines(_ history: UseHistory) -> [String] {
    history.uses.map { use in
      "\(use.address) \(use.name) \(use.times[.accepted] ?? 0) \(use.times[.sent] ?? 0) \(use.last) \(use.count)"
    }
  }

  @Test func `G39 what is written is read again, and what was sent counts more`() {
    let file =
      UseHistory.lines(.accepted, people, day: "2026-01-02") + UseHistory.lines(.sent, people, day: "2026-01-01")
      + UseHistory.lines(.accepted, [Mailbox(name: "", address: "ANA@X.org.")], day: "2025-12-31")
    #expect(String(decoding: file.prefix(41), as: UTF8.self) == "2026-01-02\taccepted\t1\tana@x.org\tAna Ruiz\n")
    let history = UseHistory(file)
    #expect(lines(history) == ["ANA@X.org. Ana Ruiz 2 1 2026-01-02 5", "bo@x.org  1 1 2026-01-02 4"])
    #expect(lines(UseHistory(history.compacted)) == lines(history))
    #expect(UseHistory(history.compacted).compacted == history.compacted)
    let records = history.records
    #expect(records.map(\.address) == ["ANA@X.org.", "bo@x.org"] && records.map(\.count) == [5, 4])
  }

  @Test func `G39 nothing that is no line of ours counts, and nothing of ours is lost by it`() {
    let good = "2026-01-02\taccepted\t1\tana@x.org\tAna\n"
    for bad in [
      "x", "2026-01-02\taccepted\t1\tana@x.org", "2026-13-02\taccepted\t1\tana@x.org\tAna", "\u{0}\u{0}",
      "2026-01-02\tstolen\t1\tana@x.org\tAna", "2026-01-02\taccepted\t0\tana@x.org\tAna",
      "2026-01-02\taccepted\t99999999999999999999\tana@x.org\tAna", "2026-01-02\taccepted\t1\tana\tAna",
      "2026-01-02\taccepted\t1\tana@x.org, b@x.org\tAna", String(repeating: "x", count: 10_000),
    ] {
      let history = UseHistory(Array((good + bad + "\n" + good).utf8))
      #expect(lines(history) == ["ana@x.org Ana 2 0 2026-01-02 2"] && history.skipped == 1, "\(bad)")
    }
    #expect(UseHistory(Array("\r\n\n\n".utf8)).skipped == 0)
  }

  @Test func `G39 cut at any byte it keeps all lines before`() {
    let file = UseHistory.lines(.sent, people + [Mailbox(name: "Žofie, O'Neil", address: "z@x.org")], day: "2026-01-02")
    let whole = UseHistory(file).uses
    for count in 0...file.count {
      let cut = UseHistory(Array(file.prefix(count)))
      let ends = file.prefix(count).count { $0 == 10 }
      #expect(cut.uses.prefix(ends).elementsEqual(whole.prefix(ends)), "\(count)")
    }
  }

  @Test func `names and addresses that would make other lines make none`() {
    let odd = [
      Mailbox(name: "A\tB\nC", address: "a@x.org"), Mailbox(name: "x", address: "a b@x.org"),
      Mailbox(name: "x", address: "a@x.org\n2026-01-01\tsent\t9\tb@x.org\t"), Mailbox(name: "x", address: ""),
    ]
    let history = UseHistory(UseHistory.lines(.sent, odd, day: "2026-01-02"))
    #expect(lines(history) == ["a@x.org A B C 0 1 2026-01-02 3"] && history.skipped == 0)
    #expect(UseHistory.lines(.sent, people, day: "today") == [])
  }

  @Test func `who is forgotten is gone in any spelling`() {
    var history = UseHistory(UseHistory.lines(.sent, people, day: "2026-01-02"))
    #expect(history.forget(["ANA@x.ORG", "nobody@x.org"]) == 1)
    #expect(lines(history) == ["bo@x.org  0 1 2026-01-02 3"])
    #expect(history.forget(["ana@x.org"]) == 0)
  }

  @Test func `any bytes are read`() {
    var random = Seeded(seed: 39)
    let pieces = ["2026-01-02", "\t", "\t", "accepted", "sent", "1", "a@x.org", "Ana", "\n", "\u{FFFD}", "é", "\r"]
    for _ in 0..<2_000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...40, using: &random) {
        bytes += Array((pieces.randomElement(using: &random) ?? "").utf8)
        if Int.random(in: 0..<8, using: &random) == 0 { bytes.append(UInt8.random(in: 0...255, using: &random)) }
      }
      let history = UseHistory(bytes)
      #expect(lines(UseHistory(history.compacted)) == lines(history))
    }
  }

  // MARK: In a directory

  private func learned(_ records: [Record]) -> [UInt8] {
    var writer = RecordWriter()
    writer.begin(Source(kind: .history, path: "/h"))
    for record in records { writer.write(record) }
    writer.end(skipped: 0, faults: 0, milliseconds: 0, problem: nil)
    return writer.take()
  }

  @Test func `G39 who was written to comes first, at once`() {
    var directory = Directory([[person("Ana Ruiz", "ana@x.org"), person("Anton Ode", "anton@x.org")]])
    #expect(directory.found("an") == ["Ana Ruiz <ana@x.org>", "Anton Ode <anton@x.org>"])
    directory.learn(learned([person("Anton Ode", "anton@x.org", count: 1, last: "2026-01-02")]))
    #expect(directory.found("an") == ["Anton Ode <anton@x.org>", "Ana Ruiz <ana@x.org>"])
    directory.learn(learned([person("Anja", "anja@y.org", count: 2, last: "2026-01-02")]))
    #expect(directory.found("an").first == "Anja <anja@y.org>")
    #expect(directory.person(address: "anton@x.org")?.last == "2026-01-02")
    directory.learn(learned([person("Anton Ode", "anton@x.org", count: 1, last: "2026-01-03")]))
    #expect(directory.sources.map(\.kind) == [.contactsTSV, .history], "one source is one report")
    // A new run is what the files say.
    directory.load(stream([[person("Ana Ruiz", "ana@x.org")]]))
    #expect(directory.found("an") == ["Ana Ruiz <ana@x.org>"])
  }

  @Test func `what is learned by a directory of nobody, and torn lines, do no harm`() {
    var directory = Directory()
    directory.learn(learned([person("Anja", "anja@y.org", count: 1)]))
    #expect(directory.found("an") == ["Anja <anja@y.org>"])
    directory.learn(Array("person\t1\n".utf8) + Array(learned([person("Bo", "bo@y.org")]).dropLast(30)))
    #expect(directory.found("an") == ["Anja <anja@y.org>"])
  }
}
