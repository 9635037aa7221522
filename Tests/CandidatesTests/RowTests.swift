import Candidates
import Testing

/// Rows between tabs, and what stands in their name column.
@Suite struct RowTests {
  private func read(_ text: String, _ format: SourceFormat = .queryTSV) -> [String] {
    format.read(Array(text.utf8), mailboxes: simpleMailboxes).records.map(\.line)
  }

  @Test(arguments: [
    ("a@x.org", [" <a@x.org>"]), ("a@x.org\tAna", ["Ana <a@x.org>"]),
    ("a@x.org\tAna\tx\ty\tz\tw", ["Ana <a@x.org> note=x"]),
    ("message\na@x.org\tAna\n", ["Ana <a@x.org>"]), ("a@x.org\r\nb@x.org\r\n", [" <a@x.org>", " <b@x.org>"]),
    ("\n\na@x.org\n\n", [" <a@x.org>"]), (" a@x.org \tAna", ["Ana <a@x.org>"]), ("a@x.org\ta@x.org", [" <a@x.org>"]),
    ("a@x.org\t\"Ruiz, Ana\"", ["Ruiz, Ana <a@x.org>"]),
    ("a@x.org\t\"Ana \\\"Nia\\\" R\"", ["Ana \"Nia\" R <a@x.org>"]),
    ("a@x.org\t\"A\" and \"B\"", ["\"A\" and \"B\" <a@x.org>"]), ("a@x.org, b@x.org\tTeam", ["Team: a@x.org, b@x.org"]),
    ("a@x.org, b@x.org", ["a@x.org, b@x.org: a@x.org, b@x.org"]), ("a@x.org(Ana)", ["Ana <a@x.org>"]),
    ("Ana <a@x.org>\t\tx", ["Ana <a@x.org> note=x"]),
    ("a@x.org\t=?ISO-8859-1?Q?J=F6rg?=", ["Jörg <a@x.org>"]),
    ("a@x.org\t=?utf-8?Q?J=C3?= =?utf-8?Q?=B6rg?= x", ["Jörg x <a@x.org>"]),
    ("a@x.org\t=?utf-8?B?QW4=?= =?iso-8859-1?Q?=E1?=", ["Aná <a@x.org>"]),
    ("a@x.org\t=?utf-8*en?q?Ana_R?=", ["Ana R <a@x.org>"]), ("a@x.org\t=?utf-8?Q?=FF?=", ["=?utf-8?Q?=FF?= <a@x.org>"]),
    ("a@x.org\t=?x-own?Q?Ana?=", ["=?x-own?Q?Ana?= <a@x.org>"]),
    ("a@x.org\t=?utf-8?Z?Ana?=", ["=?utf-8?Z?Ana?= <a@x.org>"]),
    ("a@x.org\t=?utf-8?Q?a=0D=0ABcc:_b?=", ["a Bcc: b <a@x.org>"]), ("a@x.org\tA\u{85}B\u{2029}C", ["A B C <a@x.org>"]),
    ("a@x.org\t=?utf-8?Q?Ana", ["=?utf-8?Q?Ana <a@x.org>"]), ("a@x.org\t=??Q?Ana?=", ["=??Q?Ana?= <a@x.org>"]),
  ])
  func query(_ text: String, _ wanted: [String]) {
    #expect(read(text) == wanted, "\(text)")
  }

  @Test(arguments: [
    ("a@x.org\tAna\t3\t2026-01-31", ["Ana <a@x.org> count=3 last=2026-01-31"]), ("a@x.org\tAna", ["Ana <a@x.org>"]),
    ("a@x.org\tAna\t-3\t", ["Ana <a@x.org>"]), ("a@x.org\tAna\t3\t2026-13-01", ["Ana <a@x.org> count=3"]),
    ("a@x.org\tAna\t99999999999999999999", ["Ana <a@x.org>"]),
  ])
  func contacts(_ text: String, _ wanted: [String]) {
    #expect(read(text, .contactsTSV) == wanted, "\(text)")
  }

  @Test(arguments: [
    "a@x.org\u{2028}", "a@x\u{85}.org", "a@x.org\u{1}", "a b@x.org", "a@", "@x.org", "a@x.org>", "a;b@x.org",
    "\"a@x.org",
    "a@\u{FFFD}.org", "=?utf-8?Q?a=40x.org?=",
  ])
  func unusableAddresses(_ address: String) {
    #expect(SourceFormat.queryTSV.read(Array("\(address)\tAna".utf8), mailboxes: { _ in [] }).skipped == 1)
    let card = "BEGIN:VCARD\nFN:A\nEMAIL:\(address)\nEND:VCARD\n"
    let records = SourceFormat.vcard.read(Array(card.utf8), mailboxes: { _ in [] }).records
    // What stands at the ends of a value is trimmed there.
    #expect(records.map(\.address) == (address.hasPrefix("a@x.org") && !address.hasSuffix(">") ? ["a@x.org"] : []))
  }

  @Test func aLongNameIsCut() {
    let name = SourceFormat.queryTSV.read(
      Array("a@x.org\t\(String(repeating: "é", count: 100_000))".utf8), mailboxes: simpleMailboxes
    ).records.first?.name
    #expect(name == String(repeating: "é", count: 500))
  }

  @Test func theFirstLineCanBeAskedToBeSkipped() {
    let bytes = Array("a@x.org\tAna\nb@x.org\tBo\n".utf8)
    let found = SourceFormat.queryTSV.entries(in: bytes, skipFirst: true, mailboxes: simpleMailboxes)
    #expect(found.entries.map(\.value) == ["b@x.org"])
  }
}
