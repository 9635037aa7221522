import Support
import Testing

@testable import Candidates

/// A directory in a file answers as the one does that it was made of.
@Suite struct IndexFileTests {
  private static let names = [
    "Ana Ruiz", "Ana María Ruiz", "Müller, Jürgen", "Jo", "Jo Smith", "Mary-Jane O'Neil", "王小明", "Łukasz", "", "team",
    "Ines", "Inês", "Σωκράτης", "j", "Anne-Marie x",
  ]
  private static let hosts = ["x.org", "example.org", "müller.de", "rare-dom.net"]

  private static func record(_ number: Int, _ random: inout Seeded) -> Record {
    let address =
      Int.random(in: 0..<12, using: &random) == 0
      ? "\"odd \(number)\"@x.org"
      : "p\(Int.random(in: 0..<60, using: &random))@\(hosts.randomElement(using: &random) ?? "")"
    var record = person(
      names.randomElement(using: &random) ?? "", address, count: Int.random(in: 0...3, using: &random),
      last: ["", "2026-11-01", "2025-01-31", "2026-11-01"].randomElement(using: &random) ?? "",
      nick: Bool.random(using: &random) ? [] : ["nick\(number % 7)"],
      org: ["", "Acme", "Ruiz & Co"].randomElement(using: &random) ?? "",
      preference: Int.random(in: 0...2, using: &random), key: number % 9 == 0 ? "key\(number)" : "")
    record.score = number % 5 == 0 ? UInt32.random(in: 190_000...194_000, using: &random) : 0
    return record
  }

  private static func lines(_ count: Int, _ random: inout Seeded) -> [UInt8] {
    var writer = RecordWriter(today: "2026-12-01")
    for source in 0..<3 {
      writer.begin(Source(kind: .contactsTSV, path: "/book\(source)"))
      for number in 0..<count { writer.write(record(number, &random)) }
      writer.write(group("Team \(source % 2)", ["p1@x.org", "p2@x.org"], key: source == 0 ? "team" : ""))
      for number in 0..<count / 4 {
        writer.write(
          Circle(addresses: ["p\(number % 7)@x.org", "p\(number)@example.org"], score: UInt32(190_000 + number)))
      }
      writer.end(skipped: source, faults: 1, milliseconds: 2, problem: source == 1 ? "broken" : nil)
    }
    return writer.take()
  }

  private func pair(_ lines: [UInt8], more: [UInt8] = []) throws -> (Directory, Directory) {
    var plain = Directory()
    plain.load(lines)
    let file = try #require(plain.file(stamps: Array("made\n".utf8)))
    var packed = Directory()
    packed.begin()
    packed.append(RecordWriter.index("/file") + more)
    #expect(packed.takeOffer() == "/file")
    let problem = packed.rest(on: IndexBytes.holding(file))
    packed.finish(problem: nil)
    #expect(problem == nil)
    plain.learn(more)
    return (plain, packed)
  }

  private static let queries = [
    "", "a", "an", "ana", "ruiz ana", "ana x", "j", "jo", "jo s", "uiz", "org", "example.org", "@x", "mueller",
    "muller",
    "maryjane", "mary j", "neil", "小明", "luk", "inês", "ines", "p1", "p1@x.org", "key9", "nick", "ar", "rziu", "smiht",
    "acme", "zzz", "rare-dom", "σωκ", "team", "odd", "e", "9",
  ]

  @Test func `it answers every query as lines do, with others in the draft too`() throws {
    var random = Seeded(seed: 66)
    for round in 0..<12 {
      let (plain, packed) = try pair(Self.lines(round < 4 ? round * 3 : 70, &random))
      #expect(plain.sources == packed.sources && plain.aliases == packed.aliases)
      for query in Self.queries {
        for company in [[], ["p1@x.org", "p3@example.org"]] {
          for limit in [1, 5, 30, 1000] {
            for onlyNicknamed in [false, true] {
              let wanted = plain.matches(query, limit: limit, onlyNicknamed: onlyNicknamed, company: company)
              let found = packed.matches(query, limit: limit, onlyNicknamed: onlyNicknamed, company: company)
              #expect(found == wanted, "\(round) '\(query)' \(company) \(limit)")
              if found != wanted { return }
            }
          }
        }
      }
    }
  }

  @Test func `who is known, whose name it is and who was meant is told alike`() throws {
    var random = Seeded(seed: 67)
    let (plain, packed) = try pair(Self.lines(60, &random))
    for number in 0..<70 {
      for host in Self.hosts {
        let address = "P\(number)@\(host)."
        #expect(plain.person(address: address) == packed.person(address: address))
        #expect(plain.twin(of: "p\(number)x@\(host)") == packed.twin(of: "p\(number)x@\(host)"))
        for name in Self.names {
          #expect(plain.isNamed(name, address: address) == packed.isNamed(name, address: address))
          #expect(plain.namesake(name, address: address) == packed.namesake(name, address: address))
        }
      }
      #expect(plain.knows(address: "\"odd \(number)\"@x.org") == packed.knows(address: "\"odd \(number)\"@x.org"))
    }
  }

  @Test func `what is learned on top of it counts as in lines`() throws {
    var random = Seeded(seed: 68)
    for _ in 0..<6 {
      let lines = Self.lines(40, &random)
      var writer = RecordWriter()
      writer.begin(Source(kind: .history, path: "/h"))
      for number in 0..<30 { writer.write(Self.record(number, &random)) }
      writer.write(Circle(addresses: ["p1@x.org", "p9@x.org", "p50@x.org"], score: 194_000))
      writer.end(skipped: 0, faults: 0, milliseconds: 0, problem: nil)
      var (plain, packed) = try pair(lines, more: writer.take())
      for learned in 0..<3 {
        for query in Self.queries {
          let wanted = plain.matches(query, limit: 20, company: ["p1@x.org"])
          #expect(packed.matches(query, limit: 20, company: ["p1@x.org"]) == wanted, "\(query)")
        }
        let pin = "source\thistory\t/h\n\(learned == 0 ? "pinned" : "never")\tp7@x.org\nended\t0\t0\t0\t0\t\n"
        plain.learn(Array(pin.utf8))
        packed.learn(Array(pin.utf8))
      }
      #expect(packed.matches("", limit: 1000).allSatisfy { $0.address.lowercased() != "p7@x.org" })
    }
  }

  @Test func `whichever byte is not as it was, nothing is shown that nobody wrote`() throws {
    var random = Seeded(seed: 69)
    var plain = Directory()
    plain.load(Self.lines(6, &random))
    let file = try #require(plain.file(stamps: Array("made\n".utf8)))
    let genuine = Set(plain.matches("", limit: 1000).map { "\($0.name)|\($0.address)|\($0.members)" })
    for place in file.indices {
      var bytes = file
      bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
      var packed = Directory()
      #expect(packed.rest(on: IndexBytes.holding(bytes)) != nil, "\(place)")
      // Sealed again, as by somebody who means harm, or with a checksum that does not tell: still no harm is done.
      guard place >= IndexLayout.headerSize, let forged = PackedIndex.sealed(bytes) else { continue }
      if packed.rest(on: IndexBytes.holding(forged)) != nil { continue }
      for query in ["", "ana", "p1", "jo", "uiz", "smiht"] {
        _ = packed.matches(query, limit: 20, company: ["p1@x.org"])
      }
      for number in 0..<10 { _ = packed.person(address: "p\(number)@x.org") }
      packed.learn(stream([[person("Ana", "p1@x.org", count: 1), person("New", "new@x.org")]]))
    }
    for count in stride(from: 0, to: file.count, by: 7) {
      var packed = Directory()
      #expect(packed.rest(on: IndexBytes.holding(Array(file.prefix(count)))) != nil)
    }
    #expect(!genuine.isEmpty)
  }

  @Test func `a block that changed under our hands is not shown`() throws {
    // More than the file that is looked at whole.
    var plain = Directory()
    plain.load(stream([(0..<40_000).map { person("Ana Number \($0)", "p\($0)@x.org", count: 40_000 - $0) }]))
    var file = try #require(plain.file(stamps: []))
    let place = try #require(
      file.indices.first { file[$0...].starts(with: Array("p0@x.org\tAna Number 0".utf8)) })
    file[place] = UInt8(ascii: "q")
    var packed = Directory()
    #expect(packed.rest(on: IndexBytes.holding(file)) == nil)
    #expect(packed.addresses("ana number", limit: 2) == ["p16@x.org", "p17@x.org"])
    #expect(Directory.stamps(of: IndexBytes.holding(file)) == nil, "the child sees it")
  }
}
