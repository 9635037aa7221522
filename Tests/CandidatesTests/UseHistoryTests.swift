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

  @Test func `G39 shortened it has a line a quarter of a year, so that old uses stay old`() {
    let uses = ["2020-01-05", "2020-03-31", "2020-02-01", "2020-04-01", "2026-11-30"]
    let file =
      uses.flatMap { UseHistory.lines(.sent, [people[1]], day: $0) }
      + UseHistory.lines(.accepted, [people[0]], day: "2026-11-01")
    let history = UseHistory(file)
    #expect(
      String(decoding: history.compacted, as: UTF8.self).split(separator: "\n") == [
        "2020-03-31\tsent\t3\tbo@x.org\t", "2020-04-01\tsent\t1\tbo@x.org\t", "2026-11-30\tsent\t1\tbo@x.org\t",
        "2026-11-01\taccepted\t1\tana@x.org\tAna Ruiz",
      ])
    // Five uses of which four are six years old come to hardly more than one of now.
    let now = score(UseHistory(UseHistory.lines(.sent, [people[1]], day: "2026-11-30")))
    #expect(score(history) - now < 2)
    #expect(score(UseHistory(history.compacted)) - now < 2)
    // A message that was sent weighs twice as much as a choice, on the same day.
    let chosen = score(UseHistory(UseHistory.lines(.accepted, [people[1]], day: "2026-11-30")))
    #expect((250...262).contains(now - chosen))
  }

  /// What the uses of the first come to.
  private func score(_ history: UseHistory) -> Int { Int(history.records.first?.score ?? 0) }

  @Test func `G39 people who were written to together are remembered as such`() {
    let odd = [Mailbox(name: "", address: "\"a,b\"@x.org"), Mailbox(name: "", address: "ANA@x.org")]
    let file = UseHistory.lines(.sent, people + odd, day: "2026-01-02")
    #expect(String(decoding: file, as: UTF8.self).hasSuffix("\n2026-01-02\ttogether\t1\tana@x.org,bo@x.org\t\n"))
    let later = UseHistory.lines(.accepted, people.reversed(), day: "2026-03-02")
    var history = UseHistory(file + later)
    #expect(history.circles.map(\.addresses) == [["ana@x.org", "bo@x.org"]] && history.skipped == 0)
    #expect(
      String(decoding: history.compacted, as: UTF8.self).hasSuffix("\n2026-03-02\ttogether\t2\tana@x.org,bo@x.org\t\n"))
    #expect(UseHistory(history.compacted).circles.map(\.addresses) == history.circles.map(\.addresses))
    #expect(SourceFormat.history.read(file, mailboxes: { _ in [] }).circles.count == 1)
    // One of them alone is no circle, and neither are very many.
    #expect(history.forget(["Bo@x.org"]) == 1 && history.circles == [])
    let many = (0...25).map { Mailbox(name: "", address: "p\($0)@x.org") }
    #expect(UseHistory(UseHistory.lines(.sent, many, day: "2026-01-02")).circles == [])
    #expect(UseHistory(UseHistory.lines(.sent, Array(many.dropLast()), day: "2026-01-02")).circles.count == 1)
    #expect(UseHistory(UseHistory.lines(.sent, Array(people.prefix(1)), day: "2026-01-02")).circles == [])
    for bad in ["a@x.org", "a@x.org,", "a@x.org,b", ",", "a@x.org\tb@x.org"] {
      #expect(UseHistory(Array("2026-01-02\ttogether\t1\t\(bad)\t\n".utf8)).skipped == 1, "\(bad)")
    }
  }

  @Test func `who is forgotten leaves the others of his mails together`() {
    let three = people + [Mailbox(name: "", address: "cy@x.org")]
    var history = UseHistory(
      UseHistory.lines(.sent, three, day: "2026-01-02") + UseHistory.lines(.sent, people, day: "2026-01-03"))
    #expect(history.forget(["cy@x.org"]) == 1)
    #expect(history.circles.map(\.addresses) == [["ana@x.org", "bo@x.org"]])
    #expect(
      String(decoding: history.compacted, as: UTF8.self).hasSuffix("2026-01-03\ttogether\t2\tana@x.org,bo@x.org\t\n"))
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

  /// Who was written to together, in the order of their addresses.
  private func circles(_ history: UseHistory) -> [String] {
    history.circles.map { $0.addresses.joined(separator: ",") }.sorted()
  }

  @Test func `any bytes are read`() {
    var random = Seeded(seed: 39)
    let pieces = [
      "2026-01-02", "\t", "\t", "accepted", "sent", "together", "a@x.org,b@x.org", "2026-01-02\ttogether\t1\t",
      "b@x.org", "1", "a@x.org", "Ana", "\n", "\u{FFFD}", "é", "\r",
    ]
    for _ in 0..<2_000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...40, using: &random) {
        bytes += Array((pieces.randomElement(using: &random) ?? "").utf8)
        if Int.random(in: 0..<8, using: &random) == 0 { bytes.append(UInt8.random(in: 0...255, using: &random)) }
      }
      let history = UseHistory(bytes)
      #expect(lines(UseHistory(history.compacted)) == lines(history))
      #expect(circles(UseHistory(history.compacted)) == circles(history))
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
