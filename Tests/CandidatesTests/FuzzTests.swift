import Candidates
import Support
import Testing

/// No reader fails on any bytes, and what it points at is in the text.
@Suite struct FuzzTests {
  private func check(_ bytes: [UInt8], _ format: SourceFormat) {
    let reading = format.read(bytes, mailboxes: simpleMailboxes)
    for fault in reading.faults { #expect(bytes.indices.contains(fault.range), "\(format)") }
    let found = format.entries(in: bytes, mailboxes: simpleMailboxes)
    var start = 0
    for entry in found.entries {
      #expect(bytes.indices.contains(entry.range), "\(format)")
      // Members of an alias that the address reader takes apart share a place.
      #expect(entry.range.lowerBound >= start, "\(format)")
      start = entry.range.lowerBound
    }
    for fault in found.faults { #expect(bytes.indices.contains(fault.range), "\(format)") }
    var writer = RecordWriter()
    writer.begin(Source(kind: format, path: "/x"))
    for record in reading.records {
      writer.write(record)
      let texts = [record.name, record.address, record.organisation, record.note, record.key]
      for text in texts + record.nicknames + record.categories + record.members.map(\.name) {
        #expect(!text.unicodeScalars.contains { $0.value < 32 || (0x7F..<0xA0).contains($0.value) }, "\(format)")
      }
    }
    writer.end(skipped: 0, faults: 0, milliseconds: 0, problem: nil)
    var directory = Directory()
    directory.load(writer.take())
    #expect(directory.malformed == 0)
    _ = directory.matches("a", limit: 10)
  }

  @Test(arguments: SourceFormat.allCases)
  func randomBytes(_ format: SourceFormat) {
    var random = Seeded(seed: 11)
    for _ in 0..<300 {
      check(
        (0..<Int.random(in: 0...400, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }, format)
    }
  }

  /// Pieces that mean something to a reader, in any order.
  @Test(arguments: SourceFormat.allCases)
  func randomPieces(_ format: SourceFormat) {
    let pieces =
      [
        "BEGIN:VCARD", "END:VCARD", "VERSION:2.1", "EMAIL", "FN", ";", ":", "=", "ENCODING=QUOTED-PRINTABLE", "\"",
        "\r\n", "\n",
        " ", "\t", "\\", "alias ", "-group ", "a@x.org", "<", ">", "(", ")", ",", "#", "`", "$x", "=?utf-8?Q?", "?=",
        "é",
        "\u{FEFF}", "MEMBER:urn:uuid:1", "UID:1", "KIND:group", "N:;", "b", "\0", "AGENT:", "unalias *", "2026-01-01",
        "7",
        "CATEGORIES:x,y", "[0]", "[format]", "name=", "email=", "mail: ", "cn:: ", "dn: x", "cn:< ", "\n ", "[{", "}",
        "\"address\":", "\"a@x.org\"", "\\ud800", "null", "1e9", "mailto:",
        "%", "'", "\u{2028}", "((mail", "(\"", "\u{1B},A", "\u{1B}(B", "\u{1B}$A",
      ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xE2, 0x80]]
    var random = Seeded(seed: 12)
    for _ in 0..<1500 {
      let count = Int.random(in: 1...60, using: &random)
      check((0..<count).flatMap { _ in pieces.randomElement(using: &random) ?? [] }, format)
    }
  }

  @Test func mutatedBooks() throws {
    var random = Seeded(seed: 13)
    for (name, format) in Books.all {
      let book = try Books.bytes(name)
      for _ in 0..<150 {
        var bytes = book
        for _ in 0..<Int.random(in: 1...20, using: &random) {
          let place = Int.random(in: 0..<bytes.count, using: &random)
          switch Int.random(in: 0..<4, using: &random) {
          case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
          case 1: bytes.remove(at: place)
          case 2:
            bytes.insert(contentsOf: bytes[place...].prefix(40), at: Int.random(in: 0...bytes.count, using: &random))
          default: bytes.removeSubrange(place..<min(place + 30, bytes.count - 1))
          }
          if bytes.isEmpty { bytes = book }
        }
        check(bytes, format)
      }
    }
  }

  /// What nests, repeats or never ends takes no more time than its length.
  @Test func hostileSizes() {
    let many = { (text: String, count: Int) in Array(String(repeating: text, count: count).utf8) }
    let chain = { (count: Int) in (0..<count).map { "alias k\($0) k\($0 + 1), a\($0)@x.org\n" }.joined() }
    let groups = { (count: Int) in
      (0..<count).map {
        "BEGIN:VCARD\nUID:\($0)\nKIND:group\nFN:g\nMEMBER:urn:uuid:\($0 + 1)\n"
          + "MEMBER:urn:uuid:\(($0 * 7) % count)\nEND:VCARD\n"
      }.joined()
    }
    let inputs: [(SourceFormat, Int, (Int) -> [UInt8])] = [
      (.vcard, 300_000, { Array("BEGIN:VCARD\nFN:a".utf8) + many("\n b", $0) }),
      (.vcard, 80_000, { many("BEGIN:VCARD\n", $0) }),
      (.vcard, 50_000, { Array("BEGIN:VCARD\n".utf8) + many("EMAIL:a@x.org\n", $0) }),
      (.vcard, 5_000, { Array(groups($0).utf8) }),
      (.vcard, 400_000, { Array("BEGIN:VCARD\nEMAIL".utf8) + many(";a", $0) + [58] }),
      (.muttAlias, 20_000, { Array(chain($0).utf8) }),
      (.muttAlias, 900_000, { Array("alias a @".utf8) + many("<", $0) }),
      (.muttAlias, 400_000, { Array("alias a @".utf8) + many("(\"", $0) }),
      (.muttAlias, 400_000, { many("\\\n", $0) }), (.muttAlias, 40_000, { many("alias a a@x.org\n", $0) }),
      (.queryTSV, 400_000, { Array("a@x.org\t".utf8) + many("=?", $0) }), (.contactsTSV, 900_000, { many("\t", $0) }),
      (.mailrc, 400_000, { Array("alias a ".utf8) + many("\"'\\", $0) }),
      (.mailrc, 20_000, { Array(chain($0).utf8) }), (.mailrc, 40_000, { many("group a a@x.org\n", $0) }),
      (.abook, 400_000, { Array("[0]\nemail=".utf8) + many(",", $0) }), (.abook, 200_000, { many("[\n=\n", $0) }),
      (.ldif, 300_000, { Array("mail: a@x.org".utf8) + many("\n b", $0) }),
      (.ldif, 300_000, { Array("jpegPhoto:: ".utf8) + many("\n QUJD", $0) }),
      (.ldif, 100_000, { many("cn: a\n\n", $0) }),
      (.mailmap, 400_000, { many("<", $0) }), (.mailmap, 60_000, { many("A <a@x.org> <b@x.org>\n", $0) }),
      (.inmail, 60_000, { many("a@x.org\tAna\t2026-01-01\n", $0) }), (.inmail, 900_000, { many("\t", $0) }),
      (.ecomplete, 400_000, { many("(", $0) }),
      (.ecomplete, 300_000, { Array("((mail\n(\"".utf8) + many("\u{1B},A", $0) }),
      (.ecomplete, 60_000, { Array("((mail\n".utf8) + many("(\"a@x.org\" 1 0 \"a\")\n", $0) }),
      (.maildirRankAddr, 900_000, { many("\t", $0) }),
      (.mbox, 60_000, { many("From a\nTo: a@x.org\n\nb\n\n", $0) }), (.mbox, 900_000, { many("From ", $0) }),
      (.mbox, 400_000, { Array("From a\n".utf8) + many("To: \n", $0) }),
      (.maildir, 400_000, { Array("To: a".utf8) + many("\n b", $0) }),
      (.maildir, 300_000, { Array("List-Id: <x.y>\nList-Post: ".utf8) + many("<mailto:", $0) }),
      (.json, 400_000, { many("[", $0) }), (.json, 300_000, { many("{\n", $0) }),
      (.json, 400_000, { Array("[{\"name\":\"".utf8) + many("\\u00e9", $0) }),
      (.json, 300_000, { Array("[{".utf8) + many("\"name\":1,", $0) }), (.json, 300_000, { many("x,\n", $0) }),
    ]
    for (number, (format, size, text)) in inputs.enumerated() {
      let times = growth(size, text) { _ = format.read($0, mailboxes: { _ in [] }) }
      #expect(times < linear, "\(number): \(format)")
    }
  }
}

extension Range<Int> {
  fileprivate func contains(_ inner: Range<Int>) -> Bool {
    inner.lowerBound >= lowerBound && inner.upperBound <= upperBound
  }
}
