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

  @Test(arguments: [
    ("dn: x\ncn: Ana\nmail: a@x.org", ["Ana <a@x.org>"], []), ("dn:x\r\nmail:a@x.org\r\n", [" <a@x.org>"], []),
    ("cn: A\n n\n  a\nmail: a@x.org", ["An a <a@x.org>"], []),
    ("mail: a@x.org\n\n\n#\n\nmail: b@x.org", [" <a@x.org>", " <b@x.org>"], []),
    ("displayName: Ana R\ncn: ana\nmail: a@x.org", ["Ana R <a@x.org>"], []),
    ("sn: Ruiz\ngivenName: Ana\nmail: a@x.org", ["Ana Ruiz <a@x.org>"], []),
    ("mail:: YUB4Lm9yZw==", [" <a@x.org>"], []), ("mail:: YUB4\n Lm9yZw==", [" <a@x.org>"], []),
    ("mail:: ?\nmail: b@x.org", [" <b@x.org>"], ["bad-line: mail:: ?"]), ("mail:< file:///x", [], []),
    ("mail;pref;x: a@x.org", [" <a@x.org>"], []), ("ma il: a@x.org", [], ["bad-line: ma il: a@x.org"]),
    (" mail: a@x.org\nmail: b@x.org", [" <b@x.org>"], ["bad-line: mail: a@x.org"]),
    ("dn: mail=a@x.org\nmember: mail=b@x.org", [], []), (": x\n", [], ["bad-line: : x"]),
    ("changetype: add\nmail: a@x.org", [" <a@x.org>"], []), ("changetype: delete\nmail: a@x.org", [], []),
    ("mail: Ana <a@x.org>", [" <a@x.org>"], []),
  ])
  func ldif(_ text: String, _ records: [String], _ faults: [String]) {
    check(.ldif, text, records, faults: faults)
  }

  @Test(arguments: [
    ("Ana <a@x.org>", ["Ana <a@x.org>"], []), ("<a@x.org> <b@x.org>\r\n", [" <a@x.org>"], []),
    ("  # Ana <a@x.org>\n\n", [], []), ("a@x.org", [], ["bad-line: a@x.org"]),
    ("A<a@x.org>B<b@x.org>", ["A <a@x.org>"], []),
    ("Ana <a@x.org>\nAna <A@x.org>\n<a@x.org>\nBo <a@x.org>", ["Ana <a@x.org>", "Bo <a@x.org>"], []),
    ("Ana <a@x.org> <", ["Ana <a@x.org>"], []), ("a@x.org <a@x.org>", [" <a@x.org>"], []),
    ("> <a@x.org>", ["> <a@x.org>"], []),
  ])
  func mailmap(_ text: String, _ records: [String], _ faults: [String]) {
    check(.mailmap, text, records, faults: faults)
  }

  @Test(arguments: [
    (#"[{"address":"a@x.org","name":"Ana"}]"#, ["Ana <a@x.org>"], []), ("[]", [], []), (" \n", [], []), ("", [], []),
    (#"{"email":"a@x.org"}"# + "\n" + #"{"email":"b@x.org"}"#, [" <a@x.org>", " <b@x.org>"], []),
    (#"[{"address":"a@x.org","name":"A\ud83d\ude00\n\"\ud800b"}]"#, ["A😀 \"\u{FFFD}b <a@x.org>"], []),
    (#"[{"address":"a@x.org","name":null},{"address":null,"name":"Bo"}]"#, [" <a@x.org>"], []),
    (#"[{"email":"a@x.org","frequency":-1,"last-seen":-5}]"#, [" <a@x.org>"], []),
    (#"[{"email":"a@x.org","frequency":99999999999999999999,"last-seen":1e9}]"#, [" <a@x.org>"], []),
    (#"[{"email":"a@x.org","last-seen":951782400}]"#, [" <a@x.org> last=2000-02-29"], []),
    (#"[{"email":"a@x.org","last-seen":1735689599}]"#, [" <a@x.org> last=2024-12-31"], []),
    (#"[{"email":"a@x.org"},]"#, [" <a@x.org>"], [#"bad-line: [{"email":"a@x.org"},]"#]),
    (#"[{"email":"a@x.org"}"#, [" <a@x.org>"], [#"bad-line: [{"email":"a@x.org"}"#]),
    (
      "x\n" + #"[{"email":"a@x.org"},"# + "\n" + #"{"email":"b@x.org"}]"#, [" <a@x.org>", " <b@x.org>"], ["bad-line: x"]
    ),
    (#"["a@x.org"]"#, [], [#"bad-line: "a@x.org""#]), ("[01]", [], ["bad-line: [01]"]), ("nul", [], ["bad-line: nul"]),
    (#"[{"email":"a@x.org",'name':"Ana"}]"#, [], [#"bad-line: [{"email":"a@x.org",'name':"Ana"}]"#]),
    (#"[{"email":"b@x.org","email":"a@x.org"}]"#, [" <a@x.org>"], []),
  ])
  func json(_ text: String, _ records: [String], _ faults: [String]) {
    check(.json, text, records, faults: faults)
  }

  @Test(arguments: [
    ("a@x.org\tAna\t2026-01-31 10:00\t3\n", ["Ana <a@x.org> count=3 last=2026-01-31"], []),
    ("a@x.org\ta@x.org\t\r\n", [" <a@x.org> count=1"], []), ("a@x.org", [], ["bad-line: a@x.org"]), ("\n \n", [], []),
    ("a@x.org\tAna\t99-04-29\tx", ["Ana <a@x.org> count=1"], []),
    ("a@x.org\tAna\t2026-01-02\nA@X.org\tAna\t2026-01-03\t-1", ["Ana <a@x.org> count=1 last=2026-01-03"], []),
    (
      "a@x.org\tAna\t\t9223372036854775807\na@x.org\tAna\t\t9223372036854775807",
      ["Ana <a@x.org> count=9223372036854775807"], []
    ),
  ])
  func inmail(_ text: String, _ records: [String], _ faults: [String]) {
    check(.inmail, text, records, faults: faults)
  }

  @Test(arguments: [
    (#"((mail ("a@x.org" 2 86400 "Ana <a@x.org>")"#, ["Ana <a@x.org> count=2 last=1970-01-02"], []),
    (
      "((mail\n(\"a@x.org\" 2 86400 \"\\\"Ruiz, \\\\\\\"A\\\\\\\"\\\" <a@x.org>\")\n))",
      ["Ruiz, \"A\" <a@x.org> count=2 last=1970-01-02"], []
    ),
    ("((mail\n(\"a@x.org\" -2 -1 \"a@x.org\")\n)\n(other\n(\"b@x.org\" 1 1 \"b@x.org\")))", [" <a@x.org>"], []),
    ("((other)\n(mail\n(\"a@x.org\" 1 0 \"Bo <b@x.org>\")", [" <a@x.org> count=1"], []),
    // A backslash and a quote that are halves of letters: Ü and ¢.
    ("((mail\n(\"a@x.org\" 1 0 \"\u{1B},A\\\u{1B}(Bl\u{1B},A\"\u{1B}(B <a@x.org>\")", ["Ül¢ <a@x.org> count=1"], []),
    ("((mail\n(\"a@x.org\" 1 0 \"\u{1B}%GAna\u{1B}(B <a@x.org>\")", [" <a@x.org> count=1"], []),
    (
      "((mail\n(\"a@x.org\" 1 0)\n(\"b@x.org\" 1 0 \"b@x.org\")", [" <b@x.org> count=1"],
      [#"bad-line: ("a@x.org" 1 0)"#]
    ),
    ("(\"a@x.org\" 1 0 \"a@x.org\")", [], []), ("((mail\n; Ana\n)\n", [], []),
  ])
  func ecomplete(_ text: String, _ records: [String], _ faults: [String]) {
    check(.ecomplete, text, records, faults: faults)
  }
}
