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

  @Test func `names that Emacs writes by escapes are those that were meant`() {
    let texts = [
      ("\u{1B},B#\u{1B}(Bukasz \u{1B},B/\u{1B}(Buk", "Łukasz Żuk"), ("\u{1B}$AMuP!Cw\u{1B}(B", "王小明"),
      ("\u{1B},LT\u{1B}(B", "д"), ("\u{1B},Fr\u{1B}(B", "ς"), ("\u{1B}$(C1h\u{1B}(B", "김"), ("\u{1B}$B$R\u{1B}(B", "ひ"),
      ("Ana \u{1B}$(G!9\u{1B}(B", ""), ("\u{1B}$AMuP\u{1B}(B", ""),
    ]
    for (text, name) in texts {
      let book = Array("((mail\n(\"a@x.org\" 1 0 \"\(text) <a@x.org>\")\n))".utf8)
      #expect(SourceFormat.ecomplete.read(book, mailboxes: Mailboxes.read).records.map(\.name) == [name], "\(name)")
    }
  }
}
