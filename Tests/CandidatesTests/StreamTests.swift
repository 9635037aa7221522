import Candidates
import Foundation
import Support
import Testing

/// The stream between the child that reads and the directory: cut anywhere, broken anywhere, and twice.
@Suite struct StreamTests {
  private func sample() throws -> [UInt8] {
    var writer = RecordWriter()
    for (name, format) in Books.all {
      let reading = try Books.read(name, format)
      writer.begin(Source(kind: format, path: "/books/\(name)"))
      for record in reading.records { writer.write(record) }
      writer.end(skipped: reading.skipped, faults: reading.faultCount, milliseconds: 1, problem: nil)
    }
    return writer.take()
  }

  private static let queries = ["", "a", "ines", "board", "ko", "example.org", "zuk l", "é"]

  private func answers(_ directory: Directory) -> [[Match]] {
    StreamTests.queries.map { directory.matches($0, limit: 50) }
  }

  @Test func cutAnywhereEqualsWhole() throws {
    let stream = try sample()
    var whole = Directory()
    whole.load(stream)
    #expect(whole.malformed == 0)
    #expect(whole.matches("", limit: 100).count == 38)
    var random = Seeded(seed: 1)
    for round in 0..<60 {
      var directory = Directory()
      directory.begin()
      var start = 0
      while start < stream.count {
        let most = round == 0 ? 1 : [3, 40, 5000].randomElement(using: &random) ?? 1
        let end = min(start + Int.random(in: 1...most, using: &random), stream.count)
        directory.append(Array(stream[start..<end]))
        start = end
      }
      directory.finish(problem: nil)
      #expect(answers(directory) == answers(whole))
      #expect(directory.sources == whole.sources)
    }
  }

  @Test func reports() throws {
    var writer = RecordWriter()
    writer.begin(Source(kind: .vcard, path: "/a\tb\\c\nd"))
    writer.write(person("A", "a@x.org"))
    writer.end(skipped: 4, faults: 5, milliseconds: 6, problem: "1 of 2 files\tcannot be read")
    writer.begin(Source(kind: .queryTSV, path: "/empty"))
    writer.end(skipped: 0, faults: 0, milliseconds: 0, problem: nil)
    var directory = Directory()
    directory.load(writer.take())
    let first = try #require(directory.sources.first)
    #expect(first.kind == .vcard)
    #expect(first.path == "/a\tb\\c\nd")
    let numbers: [Int] = [first.count, first.skipped, first.faults, first.milliseconds]
    #expect(numbers == [1, 4, 5, 6])
    #expect(first.problem == "1 of 2 files cannot be read")
    #expect(directory.sources.map(\.problem) == ["1 of 2 files cannot be read", nil])
  }

  /// During the first run what has arrived is found; later runs show when they are complete.
  @Test func generations() {
    var directory = Directory()
    directory.append(Array("nobody listens yet\n".utf8))
    directory.finish(problem: nil)
    #expect(!directory.isLoading)
    directory.begin()
    directory.append(stream([[person("Old", "old@x.org")]]))
    #expect(directory.isLoading)
    #expect(directory.addresses("") == ["old@x.org"])
    directory.finish(problem: nil)
    #expect(directory.addresses("") == ["old@x.org"])
    directory.begin()
    directory.append(stream([[person("New", "new@x.org")]]))
    #expect(directory.addresses("") == ["old@x.org"])
    #expect(directory.person(address: "new@x.org") == nil)
    directory.finish(problem: nil)
    #expect(directory.addresses("") == ["new@x.org"])
    directory.load(stream([[person("Half", "half@x.org")]]), problem: "killed")
    #expect(directory.addresses("") == ["new@x.org"])
    #expect(directory.problem == "killed")
    directory.begin()
    directory.append(stream([[person("Dropped", "dropped@x.org")]]))
    directory.load(stream([[]]))
    #expect(directory.addresses("") == [])
    #expect(directory.problem == nil)
  }

  @Test func aRunThatBreaksOffAtOnceShowsWhatItBrought() {
    var directory = Directory()
    directory.begin()
    let bytes = stream([[person("A", "a@x.org"), person("B", "b@x.org")]])
    directory.append(bytes.dropLast(40) + [])
    directory.finish(problem: "killed")
    #expect(directory.addresses("").first == "a@x.org")
    #expect(directory.sources.map(\.problem) == ["reading was broken off"])
    #expect(directory.malformed == 1)
  }

  @Test func malformedLinesAreSkippedAndCounted() {
    let good = String(decoding: stream([[person("A", "a@x.org")]]), as: UTF8.self).split(separator: "\n").map(
      String.init)
    let bad = [
      "", "nonsense", "person", "person\t1\t2", "ended\t1", "source\tklingon\t/x", "source\tvcard", "\t\t\t",
      "person\u{1F}",
      good[1] + "\tmore", good[1].replacingOccurrences(of: "a@x.org", with: ""), "person\tx" + good[1].dropFirst(6),
    ]
    var directory = Directory()
    directory.load(
      Array(([good[0], good[1]] + bad.filter { !$0.hasPrefix("source") } + [good[2]]).joined(separator: "\n").utf8) + [
        10
      ])
    #expect(directory.malformed == bad.count - 2)
    #expect(directory.addresses("") == ["a@x.org"])
    // Records of a source that was not understood belong to nobody.
    directory.load(Array("source\tklingon\t/x\n\(good[1])\n\(good[0])\n\(good[2])\n".utf8))
    #expect(directory.malformed == 2)
    #expect(directory.addresses("") == [])
  }

  @Test func aLineWithoutEndIsNotKept() {
    var directory = Directory()
    directory.begin()
    directory.append(stream([[person("A", "a@x.org")]]))
    for _ in 0..<200 { directory.append([UInt8](repeating: 65, count: 1 << 16)) }
    directory.append(Array("\n".utf8) + stream([[person("B", "b@x.org")]]))
    directory.finish(problem: nil)
    #expect(directory.malformed == 1)
    #expect(directory.addresses("") == ["a@x.org", "b@x.org"])
  }

  @Test func arbitraryStreams() throws {
    let stream = try sample()
    var random = Seeded(seed: 3)
    for _ in 0..<300 {
      var bytes = stream
      for _ in 0..<Int.random(in: 1...30, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        default: bytes.insert([9, 10, 31, 30, 0, 255].randomElement(using: &random) ?? 0, at: place)
        }
      }
      var directory = Directory()
      directory.load(bytes)
      _ = answers(directory)
      for match in directory.matches("", limit: 100) { _ = directory.person(address: match.address) }
    }
  }

  /// Control characters of a record cannot break a line, whoever made it.
  @Test func recordsCannotBreakTheStream() {
    var record = person("A\nperson\t\u{1F}B", "a@x.org", nick: ["x\ty"], note: "n\r\n")
    record.others = ["\u{1F}"]
    let directory = Directory(record)
    #expect(directory.malformed == 0)
    #expect(directory.found("") == ["A person  B <a@x.org>"])
  }
}
