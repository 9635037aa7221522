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

  @Test func `names are read as they were`() {
    let list = Mailboxes.read(Array("\"Ruiz, Ana\" <ana@x.org>, Bo (work) <bo@x.org>, team, José <j@x.org>".utf8))
    #expect(list.map(\.address) == ["ana@x.org", "bo@x.org", "team", "j@x.org"])
  }
}
