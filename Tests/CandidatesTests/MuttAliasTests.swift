import Candidates
import Testing

/// One alias line at a time: `alias [-group G]… KEY ADDRESSES [# comment]`.
@Suite struct MuttAliasTests {
  private func check(_ text: String, _ records: [String], faults: [String] = []) {
    let reading = SourceFormat.muttAlias.read(Array(text.utf8), mailboxes: simpleMailboxes)
    #expect(reading.records.map(\.line) == records, "\(text)")
    #expect(marked(Array(text.utf8), reading.faults) == faults, "\(text)")
  }

  @Test(arguments: [
    ("alias a a@x.org", " <a@x.org> key=a"), ("  alias\ta   a@x.org", " <a@x.org> key=a"),
    ("alias a Ana <a@x.org>\r\n", "Ana <a@x.org> key=a"), ("alias a a@x.org (Ana)", "Ana <a@x.org> key=a"),
    ("alias a \"Ruiz, Ana\" <a@x.org>", "Ruiz, Ana <a@x.org> key=a"),
    ("alias a \\\"Ruiz, Ana\\\" <a@x.org>", "Ruiz, Ana <a@x.org> key=a"),
    ("alias a Ana <a@x.org> # met in May", "Ana <a@x.org> key=a note=met in May"),
    ("alias a a@x.org#old", " <a@x.org> key=a note=old"), ("alias a \"No #1\" <a@x.org>", "No #1 <a@x.org> key=a"),
    ("alias a Ana (the #1) <a@x.org>", "Ana (the #1) <a@x.org> key=a"), ("alias a an\\#a@x.org", " <an#a@x.org> key=a"),
    ("alias \"a b\" a@x.org", " <a@x.org> key=a b"), ("alias 'a\"b' a@x.org", " <a@x.org> key=a\"b"),
    ("alias a\\ b a@x.org", " <a@x.org> key=a b"), ("alias a\\101 a@x.org", " <a@x.org> key=aA"),
    ("alias $USER a@x.org", " <a@x.org> key=$USER"), ("alias `id -u` a@x.org", " <a@x.org> key=`id -u`"),
    ("alias a \\\n Ana \\\n <a@x.org>", "Ana <a@x.org> key=a"), ("alias a a@x.org \\", " <a@x.org> key=a"),
    ("set x=1; alias a a@x.org", " <a@x.org> key=a"), ("alias -group g a a@x.org", " <a@x.org> key=a in=g"),
    ("alias a ana@x.org, Ana <ANA@X.org>", " <ana@x.org> key=a"),
    ("\u{FEFF}alias a a@x.org", " <a@x.org> key=a"),
    ("alias a =?utf-8?B?QW5h?= <a@x.org>", "Ana <a@x.org> key=a"),
    ("alias a a@x.org <a@x.org>", " <a@x.org> key=a"),
  ])
  func one(_ text: String, _ wanted: String) {
    let reading = SourceFormat.muttAlias.read(Array(text.utf8), mailboxes: simpleMailboxes)
    #expect(reading.records.first?.line == wanted, "\(text)")
  }

  @Test(arguments: [
    "# alias a a@x.org", "aliases a a@x.org", "bind index alias a", "set alias a=b@x.org", "", "\\", ";;",
  ])
  func none(_ text: String) {
    check(text, [])
  }

  @Test func members() {
    check("alias t a@x.org, Bo <b@x.org>,,", ["t: a@x.org, b@x.org key=t"])
    // Commas in quotes, comments and brackets separate nothing; an opening one that is never closed hides none.
    check("alias t \"A, B\" <a@x.org>, b@x.org (b, c)", ["t: a@x.org, b@x.org key=t"])
    check("alias t Ana <a@x.org, Bo <b@x.org>", ["t: a@x.org, b@x.org key=t"])
    check("alias t a@x.org (old, b@x.org", ["t: a@x.org, b@x.org key=t"])
  }

  @Test func nested() {
    check("alias t a b\nalias a a@x.org", [" <a@x.org> key=a"], faults: ["unresolved-alias: a b"])
    check(
      "alias t a, b@x.org\nalias a A <a@x.org>", ["t: a@x.org, b@x.org key=t", "A <a@x.org> key=a"])
    check(
      "alias all t, u\nalias t a, b\nalias u b\nalias a a@x.org\nalias B b@x.org",
      [
        "all: a@x.org, b@x.org key=all", "t: a@x.org, b@x.org key=t", " <b@x.org> key=u", " <a@x.org> key=a",
        " <b@x.org> key=B",
      ])
  }

  /// An alias that names a circle still has the people on the way.
  @Test func circles() {
    check("alias a a", [], faults: ["unresolved-alias: a (leads back to itself)"])
    check(
      "alias a b, a@x.org\nalias b a, b@x.org", ["a: b@x.org, a@x.org key=a", "b: a@x.org, b@x.org key=b"],
      faults: [
        "unresolved-alias: b (leads back to itself)", "unresolved-alias: a (leads back to itself)",
      ])
  }

  @Test func redefinedAndRemoved() {
    check(
      "alias a a@x.org\nalias b a\nalias A c@x.org", [" <c@x.org> key=b", " <c@x.org> key=A"],
      faults: ["duplicate: A (A)"])
    check("alias a a@x.org\nunalias a\nalias b b@x.org", [" <b@x.org> key=b"])
    check("alias a a@x.org\nunalias *\n", [])
  }

  @Test func groupsOfGroupOptions() {
    check(
      "alias -group g a a@x.org\nalias -group G -group h b b@x.org",
      [
        " <a@x.org> key=a in=g", " <b@x.org> key=b in=G,h", "g: a@x.org, b@x.org", "h: b@x.org",
      ])
  }

  @Test func badLines() {
    check(
      "alias\nalias a\n  alias a #x\nalias -group g\n", [],
      faults: [
        "bad-line: alias", "bad-line: alias a", "bad-line: alias a #x", "bad-line: alias -group g",
      ])
  }

  /// The places of members hold through joins and backslashes.
  @Test func places() {
    let text = "alias t \\\"A\\\" <a@x.org>, \\\n\tbo, c@x.org # x"
    let found = SourceFormat.muttAlias.entries(in: Array(text.utf8), mailboxes: simpleMailboxes)
    let texts = found.entries.map { String(decoding: Array(text.utf8)[$0.range], as: UTF8.self) }
    #expect(texts == ["\\\"A\\\" <a@x.org>", "bo", "c@x.org"])
    #expect(found.entries.map(\.display) == ["A", "bo", "c@x.org"])
    #expect(found.entries.map(\.comment) == ["x", "x", "x"])
  }
}
