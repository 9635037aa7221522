import Candidates
import Testing

/// The contact lists of other programs, one entry at a time.
@Suite struct ContactTests {
  private func check(_ format: SourceFormat, _ text: String, _ records: [String], faults: [String] = []) {
    let reading = format.read(Array(text.utf8), mailboxes: simpleMailboxes)
    #expect(reading.records.map(\.line) == records, "\(text)")
    #expect(marked(Array(text.utf8), reading.faults) == faults, "\(text)")
  }

  @Test(arguments: [
    ("[0]\nname=Ana\nemail=a@x.org\n", ["Ana <a@x.org>"], []), ("[0]\r\nemail = a@x.org\r\n", [" <a@x.org>"], []),
    ("[0]\nEmail=a@x.org\nNAME=A=B", ["A=B <a@x.org>"], []), ("[0]\nname=\nemail=\n", [], []),
    ("\u{FEFF}[0]\nemail=a@x.org", [" <a@x.org>"], []), ("email=a@x.org", [], ["bad-line: email=a@x.org"]),
    ("[FORMAT]\nwhat\nemail=a@x.org\n[0]\n", [], []), ("[0]\n  # email=a@x.org\n", [], []),
    ("[0]\nemail=a@x.org\n[0]\nname=Bo\n", [" <a@x.org>"], []),
  ])
  func abook(_ text: String, _ records: [String], _ faults: [String]) {
    check(.abook, text, records, faults: faults)
  }
}
