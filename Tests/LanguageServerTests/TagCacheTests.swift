import Candidates
import LanguageServer
import Support
import Testing
import Wire

/// What the child remembers of notes: only what has changed is read again, and what is torn is none.
@Suite struct TagCacheTests {
  /// A folder of notes with the times at which they were changed.
  private final class Disk {
    var files: [String: (text: String, time: Int)] = [:]
    var read: [String] = []

    /// Counts the tags with what is known, and gives the lines and what is known then.
    func scan(_ known: [UInt8]?, header: String = "x", now: Int = 10_000_000_000) -> (lines: [String], news: [UInt8]?) {
      read = []
      var world = TagScan.World(
        read: { path, limit in
          self.read.append(path)
          return self.files[path].map { Array($0.text.utf8) }.flatMap { $0.count <= limit ? $0 : nil }
        }, list: { $0 == "/n" ? self.files.keys.map { Entry(name: String($0.dropFirst(3)), kind: .file) } : nil },
        real: { $0 }, expanded: { $0 }, home: nil)
      world.stamp = { path in
        self.files[path].map { NoteStamp(modified: $0.time, changed: $0.time, size: $0.text.utf8.count) }
      }
      world.now = now
      guard let request = TagRequest(["tags": ["roots": ["/n"], "maxFiles": 100, "maxBytes": 1000]]) else {
        return ([], nil)
      }
      var scan = TagScan(request, in: world, cache: TagCache(known, header: header))
      var bytes: [UInt8] = []
      scan.run {
        bytes += $0
        return true
      }
      #expect(scan.isComplete)
      return (String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init), scan.cache.news)
    }
  }

  private func disk() -> Disk {
    let disk = Disk()
    disk.files = [
      "/n/a.md": ("#x #y", 1), "/n/b.md": ("nothing", 2), "/n/c\td.md": ("#z\n---\ntags: [q]\n", 3),
      "/n/e.md": ("\0#no", 4),
    ]
    return disk
  }

  @Test func `a file that has not changed is not read again, and counts all the same`() throws {
    let disk = disk()
    let first = disk.scan(nil)
    #expect(disk.read.count == 4)
    let known = try #require(first.news)
    let second = disk.scan(known)
    #expect(disk.read == [])
    #expect(second.lines == first.lines)
    #expect(second.news == nil)
  }

  @Test func `what has another time or size is read again, what is gone is forgotten`() throws {
    let disk = disk()
    let known = try #require(disk.scan(nil).news)
    disk.files["/n/a.md"] = ("#w #y", 5)
    disk.files["/n/b.md"] = ("#more of it", 2)
    disk.files["/n/e.md"] = nil
    let scan = disk.scan(known)
    #expect(disk.read == ["/n/a.md", "/n/b.md"])
    #expect(scan.lines == disk.scan(nil).lines)
    let news = try #require(scan.news)
    #expect(disk.scan(news).news == nil)
    #expect(disk.read == [])
  }

  @Test func `what has only just been written is not kept`() throws {
    let disk = disk()
    disk.files["/n/a.md"]?.time = 9_000_000_000
    let known = try #require(disk.scan(nil).news)
    _ = disk.scan(known)
    #expect(disk.read == ["/n/a.md"])
  }

  @Test func `a cache of another program is none`() throws {
    let disk = disk()
    let known = try #require(disk.scan(nil).news)
    _ = disk.scan(known, header: "y")
    #expect(disk.read.count == 4)
  }

  @Test func `a cache that is torn or changed anywhere is none`() throws {
    let disk = disk()
    let whole = disk.scan(nil)
    let known = try #require(whole.news)
    for end in known.indices {
      #expect(disk.scan(Array(known[..<end])).lines == whole.lines, "cut at \(end)")
      #expect(disk.read.count == 4)
    }
    var random = Seeded(seed: 11)
    for _ in 0..<300 {
      var bytes = known
      let place = Int.random(in: bytes.indices, using: &random)
      bytes[place] ^= UInt8.random(in: 1...255, using: &random)
      #expect(disk.scan(bytes).lines == whole.lines, "changed at \(place), seed 11")
    }
  }
}
