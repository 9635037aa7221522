import Candidates
import Testing

/// The work of the child process, from files to what the daemon knows.
@Suite struct IndexerTests {
  private func card(_ name: String, _ more: String = "") -> String {
    "BEGIN:VCARD\nFN:\(name)\nEMAIL:\(name)@x.org\n\(more)END:VCARD\n"
  }

  @Test func aFolderMeansItsCards() {
    let tree = FileTree(
      [
        "/c/b.vcf": card("b"), "/c/a.VCF": card("a"), "/c/sub/deeper/c.vcf": card("c"), "/c/.hidden/d.vcf": card("d"),
        "/c/.e.vcf": card("e"), "/c/f.vcf.tmp": card("f"), "/c/g.txt": card("g"), "/c/ö.vcf": card("h"),
      ], links: ["/c/loop": "/c", "/c/sub/up": "/c/sub"])
    let directory = tree.index([Source(kind: .vcard, path: "/c")])
    #expect(directory.addresses("") == ["a@x.org", "b@x.org", "h@x.org", "c@x.org"])
    #expect(directory.sources.map(\.count) == [4])
  }

  /// Even if nobody says what is a link, a tree that holds itself has an end.
  @Test func anEndlessTreeEnds() {
    var listed = 0
    let list = { (path: String) -> [Entry]? in
      listed += 1
      return [Entry(name: "a", kind: .folder), Entry(name: "b", kind: .folder), Entry(name: "c.vcf", kind: .file)]
    }
    let cards = Folder.cards(under: "/x", list: list, real: { $0 })
    #expect((1...20_000).contains(cards?.count ?? 0))
    #expect(listed <= 20_000)
    #expect(Folder.cards(under: "/x", list: { _ in nil }, real: { $0 }) == nil)
  }

  @Test func oneFileOfTwoSourcesIsReadOnce() {
    let tree = FileTree(["/c/in/a.vcf": card("a"), "/c/b.vcf": card("b")], links: ["/d": "/c/in"])
    let directory = tree.index([Source(kind: .vcard, path: "/d"), Source(kind: .vcard, path: "/c")])
    #expect(directory.sources.map(\.count) == [1, 1])
    #expect(directory.matches("a", limit: 1).map(\.source.path) == ["/d"])
  }

  @Test func groupsOverTheFilesOfAFolder() {
    let tree = FileTree([
      "/c/a.vcf": "BEGIN:VCARD\nKIND:group\nFN:Team\nMEMBER:urn:uuid:1\nMEMBER:urn:uuid:2\nEND:VCARD\n",
      "/c/b.vcf": card("b", "UID:urn:uuid:1\n"), "/c/c.vcf": card("c", "UID:2\n"),
    ])
    #expect(tree.index([Source(kind: .vcard, path: "/c")]).found("team") == ["Team: b@x.org, c@x.org"])
  }

  /// mutt reads all its files into one: an alias may name one of a later file, and groups go over all.
  @Test func aliasesOverSeveralFiles() {
    let tree = FileTree([
      "/one": "alias -group g team ana, bo@x.org\nalias gone ana\n",
      "/two": "alias -group g ana Ana <ana@x.org>\nalias GONE bo@x.org\n",
    ])
    let directory = tree.index(["/one", "/two"].map { Source(kind: .muttAlias, path: $0) })
    #expect(directory.found("team") == ["team: ana@x.org, bo@x.org"])
    #expect(directory.found("g").first == "g: ana@x.org, bo@x.org")
    #expect(directory.found("gone") == [" <bo@x.org>"])
    #expect(directory.sources.map(\.count) == [2, 2])
    #expect(directory.sources.map(\.faults) == [0, 1])
  }

  @Test func whatCannotBeReadIsAProblemOfItsSource() {
    let tree = FileTree(["/c/a.vcf": card("a")], links: ["/c/gone.vcf": "/nowhere.vcf"])
    let indexer = Indexer(
      read: tree.read,
      list: { path in path == "/c" ? ["a.vcf", "gone.vcf"].map { Entry(name: $0, kind: .file) } : nil },
      reason: { $0 == "/gone" ? nil : "no \($0)" }, mailboxes: simpleMailboxes)
    var directory = Directory()
    directory.begin()
    let books = ["/none", "/gone"].map { Source(kind: .queryTSV, path: $0) }
    indexer.run([Source(kind: .vcard, path: "/c")] + books) { part in
      directory.append(part)
      return true
    }
    directory.finish(problem: nil)
    #expect(
      directory.sources.map(\.problem) == [
        "1 of 2 files cannot be read, the first of them /c/gone.vcf: no /c/gone.vcf", "cannot be read: no /none",
        "cannot be read",
      ])
    #expect(directory.addresses("") == ["a@x.org"])
  }

  @Test func itStopsWhenNobodyListens() {
    let rows = (0..<50_000).map { "p\($0)@x.org\tPerson \($0)\n" }.joined()
    let tree = FileTree(["/rows": rows])
    let indexer = Indexer(read: tree.read, list: tree.list, mailboxes: simpleMailboxes)
    var parts = 0
    var largest = 0
    let sources = [Source(kind: .queryTSV, path: "/rows")]
    indexer.run(sources) { part in
      parts += 1
      largest = max(largest, part.count)
      return parts < 3
    }
    #expect(parts == 3)
    #expect(largest < 70_000)
  }

  @Test func timeIsTold() {
    var now = 0
    let indexer = Indexer(
      read: { _ in [] }, list: { _ in nil },
      now: {
        now += 5
        return now
      }, mailboxes: simpleMailboxes)
    var directory = Directory()
    directory.begin()
    indexer.run([Source(kind: .queryTSV, path: "/a"), Source(kind: .muttAlias, path: "/b")]) { part in
      directory.append(part)
      return true
    }
    directory.finish(problem: nil)
    #expect(directory.sources.map(\.milliseconds) == [5, 10])
  }
}
