import Candidates
import Testing

/// One property of a card at a time, in the three versions.
@Suite struct VCardTests {
  private func read(_ lines: [String], version: String = "3.0") -> SourceReading {
    let text = (["BEGIN:VCARD", "VERSION:\(version)"] + lines + ["END:VCARD", ""]).joined(separator: "\r\n")
    return SourceFormat.vcard.read(Array(text.utf8), mailboxes: simpleMailboxes)
  }

  @Test(arguments: [
    ("FN:Ana", "Ana"), ("fn:Ana", "Ana"), ("item7.FN;X-A=b:Ana", "Ana"), ("FN:  Ana  ", "Ana"),
    ("N:Ruiz;Ana", "Ana Ruiz"),
    ("N:Ruiz;Ana;Luz,Mar;Dr.;MD", "Dr. Ana Luz Mar Ruiz MD"), ("N:Ruiz\\;Sanz;Ana", "Ana Ruiz;Sanz"),
    ("FN:\r\nN:;;;;", ""),
    ("FN:\r\nORG:Oak\\, Ltd;Unit", "Oak, Ltd"), ("FN:Ana\\nRuiz\\\\x", "Ana Ruiz\\x"), ("FN:a@x.org", ""),
    ("FN:=?utf-8?Q?Jos=C3=A9?=", "José"), ("FN;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:Jos=E9", "José"),
    ("FN;CHARSET=utf-8;QUOTED-PRINTABLE:Jos=C3=A9", "José"),
    ("FN;CHARSET=ISO-8859-15;ENCODING=QUOTED-PRINTABLE:=A4", "€"),
    ("FN;CHARSET=windows-1252;ENCODING=QUOTED-PRINTABLE:=80", "€"), ("FN;ENCODING=b:QW5h", "Ana"),
    ("FN;ENCODING=QUOTED-PRINTABLE:A=\r\nn=\r\na", "Ana"), ("FN:A\r\n n\r\n\ta", "Ana"), ("F\r\n N:Ana", ""),
    ("FN;X=\"a:b;c\":Ana", "Ana"), ("FN;X=\"open:Ana", "Ana"), ("FN:A\u{1}\u{7}B", "A B"), ("FN:A\u{2028}B", "A B"),
    ("FN:\r\nFN:Ana", "Ana"), ("FN;CHARSET=klingon:Ana", "Ana"),
  ])
  func names(_ line: String, _ wanted: String) {
    let reading = read([line, "EMAIL:a@x.org"])
    let name = line.hasPrefix("F\r\n") ? "Ana" : wanted
    #expect(reading.records.map(\.name) == [name], "\(line)")
  }

  @Test(arguments: [
    ("EMAIL:a@x.org", ["a@x.org"]), ("EMAIL: a@x.org ", ["a@x.org"]),
    ("EMAIL:MAILTO:a%2Bb@x.org?subject=x", ["a+b@x.org"]),
    ("EMAIL:Ana <a@x.org>", ["a@x.org"]), ("EMAIL:", []), ("EMAIL:ana", []), ("EMAIL:a@", []), ("EMAIL:a b@x.org", []),
    ("EMAIL:\"a b\"@x.org", ["\"a b\"@x.org"]), ("EMAIL:a@\r\n x.org", ["a@x.org"]), ("EMAIL\\:a@x.org", []),
    ("EMAIL:a@x.org\r\nEMAIL:b@x.org", ["a@x.org", "b@x.org"]), ("X-EMAIL:a@x.org", []),
  ])
  func addresses(_ line: String, _ wanted: [String]) {
    let reading = read(["FN:Ana", line])
    #expect(reading.records.map(\.address) == wanted, "\(line)")
    #expect(reading.skipped == (wanted.isEmpty ? 1 : 0))
  }

  @Test(arguments: [
    ("EMAIL:a@x.org", 0), ("EMAIL;TYPE=pref:a@x.org", 1), ("EMAIL;TYPE=WORK,PREF:a@x.org", 1),
    ("EMAIL;PREF:a@x.org", 1),
    ("EMAIL;PREF=7:a@x.org", 7), ("EMAIL;PREF=0:a@x.org", 0), ("EMAIL;PREF=101:a@x.org", 0),
    ("EMAIL;PREF=x:a@x.org", 0),
    ("EMAIL;TYPE=\"work,pref\":a@x.org", 0),
  ])
  func preferences(_ line: String, _ wanted: Int) {
    #expect(read([line]).records.map(\.preference) == [wanted], "\(line)")
  }

  @Test(arguments: [
    (["X-PHONETIC-FIRST-NAME:Xiaoming", "X-PHONETIC-LAST-NAME:Wang"], ["Xiaoming Wang"]),
    (["X-PHONETIC-LAST-NAME:Wang"], ["Wang"]), (["N;SORT-AS=\"Harten,Rene\":van der Harten;Rene"], ["Harten,Rene"]),
    (["N;SORT-AS=Harten,Rene:van der Harten;Rene"], ["Harten Rene"]), (["ORG;SORT-AS=\"ABC\":A.B.C. Inc"], ["ABC"]),
    (["SORT-STRING:Harten"], ["Harten"]), (["N:Harten;Rene", "X-PHONETIC-FIRST-NAME:"], []),
  ])
  func howANameIsSpokenAndSorted(_ lines: [String], _ wanted: [String]) {
    let records = read(lines + ["FN:Rene", "EMAIL:a@x.org"]).records
    #expect(records.map(\.hidden) == [wanted], "\(lines)")
    for text in wanted { #expect(Directory([records]).found(text) == ["Rene <a@x.org>"], "\(lines)") }
  }

  @Test func foldsOfVersion21KeepTheirBlank() {
    #expect(read(["FN:Ana", " Ruiz", "EMAIL:a@x.org"], version: "2.1").records.map(\.name) == ["Ana Ruiz"])
    #expect(read(["FN:Ana", " Ruiz", "EMAIL:a@x.org"], version: "3.0").records.map(\.name) == ["AnaRuiz"])
  }

  @Test func aSoftBreakDoesNotSwallowTheEnd() {
    let reading = read(["EMAIL:a@x.org", "NOTE;ENCODING=QUOTED-PRINTABLE:x="])
    #expect(reading.faults.isEmpty)
    #expect(reading.records.map(\.note) == ["x="])
  }

  @Test func mutilatedCards() {
    let text =
      "EMAIL:no@x.org\nBEGIN:VCARD\nFN:A\nEMAIL:a@x.org\nBEGIN:VCARD\nFN:B\nEMAIL:b@x.org\nEND:VCARD\nEND:VCARD\n"
    let reading = SourceFormat.vcard.read(Array(text.utf8), mailboxes: simpleMailboxes)
    #expect(reading.records.map(\.line) == ["A <a@x.org>", "B <b@x.org>"])
    #expect(
      marked(Array(text.utf8), reading.faults) == [
        "bad-line: EMAIL:no@x.org", "unclosed: BEGIN:VCARD", "bad-line: END:VCARD",
      ])
  }

  @Test func invalidBytesBecomeTheReplacementCharacter() {
    let bytes = Array("BEGIN:VCARD\nFN:A".utf8) + [0xFF, 0xC3] + Array("B\nEMAIL:a@x.org\nEND:VCARD\n".utf8)
    let reading = SourceFormat.vcard.read(bytes, mailboxes: simpleMailboxes)
    #expect(reading.records.map(\.name) == ["A\u{FFFD}\u{FFFD}B"])
  }

  /// A member may be in another file, and a group card is no person even if it comes first.
  @Test func groupsOverSeveralFiles() {
    let group = "BEGIN:VCARD\nKIND:group\nFN:Team\nMEMBER:urn:uuid:1\nMEMBER:urn:uuid:2\nEND:VCARD\n"
    let files = [group] + ["1", "2"].map { "BEGIN:VCARD\nUID:\($0)\nFN:P\($0)\nEMAIL:p\($0)@x.org\nEND:VCARD\n" }
    let reading = SourceFormat.vcard.read(files: files.map { Array($0.utf8) }, mailboxes: simpleMailboxes)
    #expect(reading.records.map(\.line) == ["P1 <p1@x.org>", "P2 <p2@x.org>", "Team: p1@x.org, p2@x.org"])
    #expect(reading.faults.isEmpty)
  }

  @Test func membersAsEntries() {
    let text = "BEGIN:VCARD\nKIND:group\nFN:Team\nMEMBER:mailto:a@x.org\nMEMBER:urn:uuid:9\nEND:VCARD\n"
    let found = SourceFormat.vcard.entries(in: Array(text.utf8), mailboxes: simpleMailboxes)
    #expect(found.entries.map(\.value) == ["a@x.org", ""])
    #expect(found.entries.map(\.member) == ["Team", "Team"])
    #expect(found.faults.map(\.rule) == [.unresolvedAlias])
  }

  @Test func noText() {
    let wide: [UInt8] = [0xFF, 0xFE, 66, 0, 69, 0, 71, 0, 73, 0, 78, 0]
    for bytes in [[UInt8](repeating: 0, count: 10_000), wide] {
      let reading = SourceFormat.vcard.read(bytes, mailboxes: simpleMailboxes)
      #expect(reading.records.isEmpty)
      #expect(reading.faultCount == 1)
    }
    #expect(SourceFormat.vcard.read([UInt8](), mailboxes: simpleMailboxes).faultCount == 0)
  }

  @Test func faultsAreCountedButNotAllKept() {
    let reading = SourceFormat.vcard.read(Array(String(repeating: "x\n", count: 5000).utf8), mailboxes: simpleMailboxes)
    #expect(reading.faultCount == 5000)
    #expect(reading.faults.count == SourceFaults.limit)
  }
}
