import Candidates
import Testing

/// What sources said the last time takes the place of reading them.
@Suite struct SourceMemoryTests {
  private final class Kept {
    var lines: [Source: [UInt8]] = [:]
    var read: [String] = []
  }

  private let sources = [
    Source(kind: .queryTSV, path: "/a"), Source(kind: .muttAlias, path: "/m"), Source(kind: .queryTSV, path: "/b"),
    Source(kind: .queryTSV, path: "/gone"),
  ]

  private func directory(_ files: [String: String], _ kept: Kept, changed: Set<String>) -> Directory {
    var book = Directory()
    book.begin()
    let indexer = Indexer(
      read: { path in
        kept.read.append(path)
        return files[path].map { Array($0.utf8) }
      }, list: { _ in nil }, mailboxes: simpleMailboxes)
    let memory = SourceMemory(
      recall: { changed.contains($0.path) ? nil : kept.lines[$0] },
      keep: { source, lines, _ in kept.lines[source] = lines })
    indexer.run(sources, memory: memory) {
      book.append($0)
      return true
    }
    book.finish(problem: nil)
    return book
  }

  @Test func `a source that has not changed is not read, and says the same`() {
    var files = [
      "/a": "ana@x.org\tAna\t\n", "/m": "alias team ana@x.org, bo@x.org\n", "/b": "bo@x.org\tBo\t\nbo2@x.org\tBo\t\n",
    ]
    let kept = Kept()
    let first = directory(files, kept, changed: [])
    #expect(kept.read == ["/m", "/a", "/b", "/gone"])
    #expect(
      kept.lines.keys.map(\.path).sorted() == ["/a", "/b"], "aliases belong together, and a fault is no knowledge")
    kept.read = []
    let second = directory(files, kept, changed: [])
    #expect(kept.read == ["/m", "/gone"])
    #expect(second.sources.map(\.count) == first.sources.map(\.count) && second.malformed == 0)
    #expect(second.matches("", limit: 9) == first.matches("", limit: 9))
    files["/b"] = "cy@x.org\tCy\t\n"
    kept.read = []
    let third = directory(files, kept, changed: ["/b"])
    #expect(kept.read == ["/m", "/b", "/gone"])
    #expect(Set(third.addresses("")) == ["ana@x.org", "cy@x.org", "team"])
  }
}
