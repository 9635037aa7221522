import Candidates
import Support
import Testing

/// What the user says of people himself, and what becomes of it in every source.
@Suite struct CorrectionsTests {
  private func words(_ corrections: Corrections) -> [String] {
    corrections.entries.map { "\($0.address) \($0.wish?.rawValue ?? "-") \($0.wished) \($0.forgotten)" }
  }

  private func lines(_ lines: [(Corrections.Kind, String, String)]) -> [UInt8] {
    lines.flatMap { Corrections.lines($0.0, [$0.1], day: $0.2) }
  }

  @Test func `what is said later counts, and being forgotten is apart from being pinned`() {
    let file = lines([
      (.pinned, "ana@x.org", "2026-01-01"), (.never, "bo@x.org", "2026-01-02"), (.forgotten, "ANA@x.org", "2026-01-03"),
      (.pinned, "Bo@x.org", "2026-01-04"), (.never, "cy@x.org", "2026-01-05"), (.plain, "cy@x.org", "2026-01-06"),
    ])
    let said = Corrections(file)
    let wanted = ["ANA@x.org pinned 2026-01-01 2026-01-03", "Bo@x.org pinned 2026-01-04 "]
    #expect(words(said) == wanted && said.skipped == 0)
    #expect(words(Corrections(said.compacted)) == wanted && said.compacted.count < file.count)
    #expect(said.entry("ana@X.org.")?.forgotten == "2026-01-03" && said.entry("cy@x.org") == nil)
    #expect(Corrections.lines(.never, ["no address", "a@x.org\nb"], day: "2026-01-01") == [])
    #expect(Corrections.lines(.never, ["a@x.org"], day: "today") == [])
  }

  @Test func `torn and spoilt lines cost themselves, whatever their bytes`() {
    let good = "2026-01-02\tnever\tana@x.org\n"
    for bad in ["x", "2026-01-02\tnever", "2026-13-02\tnever\ta@x.org", "2026-01-02\tburn\ta@x.org", "\u{0}"] {
      let said = Corrections(Array((good + bad + "\n" + good).utf8))
      #expect(words(said) == ["ana@x.org never 2026-01-02 "] && said.skipped == 1, "\(bad)")
    }
    let pieces = ["2026-01-02", "\t", "\t", "pinned", "never", "forgotten", "plain", "a@x.org", "b@x.org", "\n", "é"]
    var random = Seeded(seed: 40)
    for _ in 0..<2_000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...40, using: &random) {
        bytes += Array((pieces.randomElement(using: &random) ?? "").utf8)
        if Int.random(in: 0..<8, using: &random) == 0 { bytes.append(UInt8.random(in: 0...255, using: &random)) }
      }
      let said = Corrections(bytes)
      #expect(Set(words(Corrections(said.compacted))) == Set(words(said)))
    }
  }

  // MARK: In a directory

  /// The directory of these files, read as sources of these kinds in this order.
  private func directory(_ sources: [(SourceFormat, String)]) -> Directory {
    let tree = FileTree(
      Dictionary(uniqueKeysWithValues: sources.enumerated().map { ("/\($0.offset)", $0.element.1) }))
    var directory = Directory()
    directory.begin()
    Indexer(
      read: tree.read, list: tree.list, own: ["me@x.org"], today: "2026-12-01", mailboxes: simpleMailboxes
    ).run(sources.enumerated().map { Source(kind: $0.element.0, path: "/\($0.offset)") }) {
      directory.append($0)
      return true
    }
    directory.finish(problem: nil)
    #expect(directory.malformed == 0)
    return directory
  }

  private func found(_ directory: Directory, _ query: String = "", with company: [String] = []) -> [String] {
    directory.matches(query, limit: 9, company: company).map { "\($0.address) \($0.count) \($0.last)" }
  }

  private static func mail(_ day: String, _ to: String) -> String {
    "From me@x.org x\nFrom: me@x.org\nTo: \(to)\nDate: \(day) 10:00:00 +0000\n\n"
  }

  @Test func `who is pinned comes first, who is never wanted is known and not offered`() {
    let book = "ana@x.org\tAna\t9\t2026-11-01\nanna@x.org\tAnna\t0\t\nann@x.org\tAnn\t3\t2026-11-01\n"
    let said = lines([(.pinned, "ANNA@x.org", "2026-12-01"), (.never, "ann@x.org", "2026-12-01")])
    let directory = directory([(.contactsTSV, book), (.corrections, String(decoding: said, as: UTF8.self))])
    #expect(found(directory, "an") == ["anna@x.org 0 ", "ana@x.org 9 2026-11-01"])
    #expect(directory.knows(address: "ann@x.org") && directory.person(address: "ann@x.org")?.count == 3)
    #expect(directory.isUnwanted("Ann@x.org") && !directory.isUnwanted("ana@x.org"))
  }

  @Test func `addresses of other domains and letters are corrected in any spelling`() {
    let book = "ana@x.org\tAna\t9\t2026-11-01\nan@bücher.org\tAnn\t\t\nan--b@x.org\tAnb\t3\t2026-11-01\n"
    let pinned = lines([(.pinned, "AN@xn--bcher-kva.org", "2026-12-01"), (.never, "AN--b@X.org", "2026-12-01")])
    let directory = directory([(.corrections, String(decoding: pinned, as: UTF8.self)), (.contactsTSV, book)])
    #expect(found(directory, "an") == ["an@bücher.org 0 ", "ana@x.org 9 2026-11-01"])
    #expect(directory.standing("an@bücher.org").isPinned && directory.isUnwanted("an--b@x.org"))
    let plain = pinned + lines([(.plain, "an@bücher.org", "2026-12-02"), (.plain, "an--b@x.org", "2026-12-02")])
    #expect(Corrections(plain).entries == [])
  }

  @Test func `a copy to oneself is no company`() {
    let uses = (1...3).map { "2026-11-0\($0)\ttogether\t1\tana@x.org,bo@x.org,me@x.org\t\n" }.joined()
    let one = "2026-11-01\tsent\t1\t"
    let people = ["ana@x.org", "bo@x.org", "me@x.org"].map { "\(one)\($0)\t\n" }.joined()
    let others = directory([(.history, people + uses)]).explain("", limit: 9, company: ["ana@x.org"])
    #expect(others.filter { $0.together > 0 }.map(\.match.address) == ["bo@x.org"])
  }

  @Test func `uses that were forgotten count in no source, later ones do`() {
    let said = String(decoding: lines([(.forgotten, "ana@x.org", "2026-06-30")]), as: UTF8.self)
    let mails = Self.mail("30 Jun 2026", "ana@x.org, bo@x.org, cy@x.org") + Self.mail("1 Jul 2026", "ana@x.org")
    #expect(found(directory([(.corrections, said), (.mbox, mails)])).contains("ana@x.org 3 2026-07-01"))
    #expect(
      found(directory([(.corrections, said), (.mbox, Self.mail("3 Jan 2026", "ana@x.org"))])) == ["ana@x.org 0 "])
    for (line, wanted) in [
      ("5\t2026-06-30", "0 "), ("5\t", "0 "), ("5\t2026-07-01", "5 2026-07-01"),
    ] {
      #expect(
        found(directory([(.contactsTSV, "ana@x.org\tAna\t\(line)\n"), (.corrections, said)])) == ["ana@x.org \(wanted)"]
      )
    }
    let uses = ["2026-06-30", "2026-07-01"].map { "\($0)\tsent\t2\tana@x.org\t\n" }
    #expect(found(directory([(.history, uses.joined()), (.corrections, said)])) == ["ana@x.org 6 2026-07-01"])
    #expect(found(directory([(.history, uses.joined())])) == ["ana@x.org 12 2026-07-01"])
  }

  @Test func `who was forgotten belongs to nobody of that time, the others do`() {
    let said = String(decoding: lines([(.forgotten, "ana@x.org", "2026-06-30")]), as: UTF8.self)
    let mails =
      (0..<4).map { _ in Self.mail("1 Jun 2026", "ana@x.org, bo@x.org, cy@x.org") }.joined()
      + (0..<9).map { _ in Self.mail("2 Jun 2026", "di@x.org") }.joined()
    let with = directory([(.mbox, mails)])
    #expect(found(with, with: ["bo@x.org"]).first == "ana@x.org 12 2026-06-01")
    let without = directory([(.corrections, said), (.mbox, mails)])
    #expect(found(without, with: ["bo@x.org"]).first?.hasPrefix("cy@x.org") == true)
    #expect(found(without, with: ["bo@x.org"]).last == "ana@x.org 0 ")
    #expect(without.standing("Ana@x.org").forgotten == "2026-06-30")
  }

  @Test func `what is said counts at once, and is taken back at once`() {
    func said(_ kind: Corrections.Kind, _ address: String) -> [UInt8] {
      var writer = RecordWriter()
      writer.begin(Source(kind: .corrections, path: "/c"))
      let entry = Corrections(Corrections.lines(kind, [address], day: "2026-12-01")).entry(address)
      writer.write(entry ?? Corrections.Entry(address: address))
      writer.end(skipped: 0, faults: 0, milliseconds: 0, problem: nil)
      return writer.take()
    }
    var directory = Directory(person("Ana", "ana@x.org", count: 9), person("Anna", "anna@x.org"))
    directory.learn(said(.pinned, "anna@x.org"))
    #expect(directory.addresses("an") == ["anna@x.org", "ana@x.org"])
    directory.learn(said(.never, "anna@x.org"))
    #expect(directory.addresses("an") == ["ana@x.org"])
    directory.learn(said(.forgotten, "anna@x.org"))
    #expect(directory.standing("anna@x.org").isNever && directory.standing("anna@x.org").forgotten == "2026-12-01")
    directory.learn(said(.plain, "anna@x.org"))
    #expect(directory.addresses("an") == ["ana@x.org", "anna@x.org"] && directory.malformed == 0)
    #expect(directory.standing("anna@x.org").forgotten == "")
  }
}
