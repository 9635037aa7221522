import Candidates
import Testing

/// The aliases of a `.mailrc`: `alias KEY member…`, tried with s-nail 14.9 and Emacs 30's mail-abbrevs.
@Suite struct MailrcTests {
  private func check(_ text: String, _ records: [String], faults: [String] = []) {
    let reading = SourceFormat.mailrc.read(Array(text.utf8), mailboxes: simpleMailboxes)
    #expect(reading.records.map(\.line) == records, "\(text)")
    #expect(marked(Array(text.utf8), reading.faults) == faults, "\(text)")
  }

  @Test(arguments: [
    ("alias a a@x.org", " <a@x.org> key=a"), ("  group\ta   a@x.org\r\n", " <a@x.org> key=a"),
    ("a a a@x.org", " <a@x.org> key=a"), ("g a a@x.org", " <a@x.org> key=a"), ("alias a <a@x.org>", " <a@x.org> key=a"),
    ("alias a \"Ana Ruiz <a@x.org>\"", "Ana Ruiz <a@x.org> key=a"),
    ("alias a 'Ana Ruiz <a@x.org>'", "Ana Ruiz <a@x.org> key=a"),
    ("alias a \"Ruiz, Ana <a@x.org>\"", "Ruiz, Ana <a@x.org> key=a"),
    ("alias a \"\\\"Ruiz, Ana\\\" <a@x.org>\"", "Ruiz, Ana <a@x.org> key=a"),
    ("alias a '\"Ruiz, Ana\" <a@x.org>'", "Ruiz, Ana <a@x.org> key=a"),
    ("alias a Ana\\ Ruiz\\ <a@x.org>", "Ana Ruiz <a@x.org> key=a"), ("alias a (Ana) a@x.org", " <a@x.org> key=a"),
    ("alias a a@x.org # comment", " <a@x.org> key=a"), ("alias a a#b@x.org", " <a#b@x.org> key=a"),
    ("alias \"a b\" a@x.org", " <a@x.org> key=a b"), ("alias a \\\n a@x.org", " <a@x.org> key=a"),
    ("set x; alias a a@x.org; set y", " <a@x.org> key=a"), ("\u{FEFF}alias a a@x.org", " <a@x.org> key=a"),
    ("alias O'Neil o@x.org", " <o@x.org> key=O'Neil"),
  ])
  func one(_ text: String, _ wanted: String) {
    let reading = SourceFormat.mailrc.read(Array(text.utf8), mailboxes: simpleMailboxes)
    #expect(reading.records.first?.line == wanted, "\(text)")
  }

  @Test(arguments: ["# alias a a@x.org", "aliases a a@x.org", "set alias=a@x.org", "unalias a", "", "\\", ";;", ",,"])
  func none(_ text: String) {
    check(text, [])
  }

  /// mailx adds to a group that is defined again; a key in other letters takes its place, as in Emacs.
  @Test func members() {
    check("alias t a@x.org b@x.org,c@x.org, 'Dora <d@x.org>'", ["t: a@x.org, b@x.org, c@x.org, d@x.org key=t"])
    check("group t a@x.org\ngroup t b@x.org", ["t: a@x.org, b@x.org key=t"])
    check("alias t a@x.org\nalias T b@x.org", [" <b@x.org> key=T"], faults: ["duplicate: T (T)"])
    check(
      "alias all t u\nalias t a@x.org\nalias u t b@x.org\n",
      ["all: a@x.org, b@x.org key=all", " <a@x.org> key=t", "u: a@x.org, b@x.org key=u"])
    check("alias a a@x.org\nunalias a\nalias b a b@x.org", [" <b@x.org> key=b"], faults: ["unresolved-alias: a"])
    check("alias a a@x.org\nungroup *\n", [])
  }

  @Test func badLines() {
    check(
      "alias\nalias a\n  alias a #x\nalias \"\" a@x.org", [],
      faults: [
        "bad-line: alias", "bad-line: alias a", "bad-line: alias a", "bad-line: alias \"\" a@x.org",
      ])
  }

  /// The places of members hold through joins, quotes and later additions.
  @Test func places() {
    let text = "group t \"A <a@x.org>\" \\\n\tbo\ngroup u c@x.org\ngroup t d@x.org"
    let found = SourceFormat.mailrc.entries(in: Array(text.utf8), mailboxes: simpleMailboxes)
    let texts = found.entries.map { String(decoding: Array(text.utf8)[$0.range], as: UTF8.self) }
    #expect(texts == ["\"A <a@x.org>\"", "bo", "c@x.org", "d@x.org"])
    #expect(found.entries.map(\.display) == ["A", "bo", "c@x.org", "d@x.org"])
    #expect(found.entries.map(\.alias) == ["t", "t", "u", "t"])
  }
}
