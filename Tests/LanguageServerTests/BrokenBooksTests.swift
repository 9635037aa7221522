import Candidates
import LanguageServer
import Testing

/// Address books with broken addresses: a part of one is nobody's.
@Suite struct BrokenBooksTests {
  @Test(arguments: ["a b@x.org", "lo ng@x.org", "a\u{1}b@x.org", "a\u{200B}b@x.org", "\"q@x.org"])
  func `a broken address gives nobody, and the others of the book are there`(_ address: String) {
    let book =
      "BEGIN:VCARD\nVERSION:4.0\nFN:Bad\nEMAIL:\(address)\nEND:VCARD\n"
      + "BEGIN:VCARD\nVERSION:4.0\nFN:Good\nEMAIL:good@x.org\nEND:VCARD\n"
    let records = SourceFormat.vcard.read(Array(book.utf8), mailboxes: Mailboxes.read).records
    #expect(records.map(\.address) == ["good@x.org"], "\(address.debugDescription)")
  }

  @Test func `a row with a broken address is left out and said, whoever else is in it`() {
    let rows = "bad u@x.org\tBad\tx\ngood@x.org, Bo b@x.org\tTwo\ngood@x.org\tGood\n"
    let read = SourceFormat.queryTSV.read(Array(rows.utf8), mailboxes: Mailboxes.read)
    #expect(read.records.map(\.address) == ["good@x.org"] && read.skipped == 2)
    #expect(read.faults.map(\.range) == [0..<17, 18..<44] && read.faults.allSatisfy { $0.rule == .badLine })
  }

  @Test func `an alias for a broken address is nobody`() {
    let book = "alias bad \"a b@x.org\"\nalias good good@x.org\n"
    for format in [SourceFormat.mailrc, .muttAlias] {
      let read = format.read(Array(book.utf8), mailboxes: Mailboxes.read)
      #expect(read.records.map(\.address) == ["good@x.org"], "\(format)")
      #expect(read.faults.map(\.rule) == [.unresolvedAlias], "\(format)")
    }
  }

  @Test func `names are read as they were`() {
    let list = Mailboxes.read(Array("\"Ruiz, Ana\" <ana@x.org>, Bo (work) <bo@x.org>, team, José <j@x.org>".utf8))
    #expect(list.map(\.address) == ["ana@x.org", "bo@x.org", "team", "j@x.org"])
  }
}
