import Fields
import Testing

/// What is wrong with addresses themselves, with the field they stand in, and with characters anywhere.
@Suite struct AddressLimitsTests {
  private func check(
    _ text: String, _ faults: [String], _ options: ReadingOptions = ReadingOptions(),
    at location: SourceLocation = #_sourceLocation
  ) {
    #expect(AddressReadings(text, options).faults == faults, sourceLocation: location)
  }

  @Test func domains() {
    check("a@x_y.org", ["bad-domain ⟦x_y⟧"])
    check("a@x-.org", ["bad-domain ⟦x-⟧"])
    check("a@b\"c\"", ["stray-text ⟦\"c\"⟧"])
    check("a@\"b\"", ["bad-domain ⟦\"b\"⟧"])
    check("a@xn--bcher-kva.example", [])
    check("a@xn--99999999.example", ["bad-domain ⟦xn--99999999⟧"])
    check("a@.x.org", ["bad-dot ⟦.⟧"])
    check("a@x. .org", ["obsolete-syntax ⟦a@x. .org⟧", "bad-dot ⟦. .⟧"])
  }

  @Test func literals() {
    for literal in [
      "192.0.2.1", " 192.0.2.1 ", "IPv6:::", "ipv6:2001:db8::1", "IPv6:1:2:3:4:5:6:7:8", "IPv6:::ffff:192.0.2.1", "x:y",
    ] { check("a@[\(literal)]", []) }
    for literal in [
      "", "1.2.3", "1.2.3.4.5", "1.2.3.999", "1..2.3", "IPv6:", "IPv6:1:2", "IPv6:1:2:3:4:5:6:7::8", "IPv6:12345::",
      "IPv6:1::2::3", "IPv6:192.0.2.1", "a\\b",
    ] { check("a@[\(literal)]", ["bad-domain ⟦[\(literal)]⟧"]) }
  }

  @Test func lengths() {
    let local = String(repeating: "a", count: 65)
    check("\(local)@x.org", ["too-long ⟦\(local)⟧"])
    check("\"\(String(repeating: " ", count: 62))\"@x.org", [])
    check("\"\(String(repeating: " ", count: 63))\"@x.org", ["too-long ⟦\"\(String(repeating: " ", count: 63))\"⟧"])
    let domain = Array(repeating: String(repeating: "d", count: 62), count: 4).joined(separator: ".")
    check("ab@\(domain)", [])
    check("abc@\(domain)", ["too-long ⟦abc@\(domain)⟧"])
    // Comments do not count.
    check(
      "a(\(String(repeating: "c", count: 300)))@x.org",
      ["obsolete-syntax ⟦a(\(String(repeating: "c", count: 300)))@x.org⟧"])
  }

  @Test func lineLengthsCountWhatStandsBefore() {
    let name = "\"" + String(repeating: "n", count: 985) + "\""
    check("\(name) <a@x.org>", [], ReadingOptions())
    #expect("\(name) <a@x.org>".utf8.count == 997)
    check("\(name) <a@x.org>", ["too-long ⟦rg>⟧"], ReadingOptions(column: 4))
    check("\(name)\r\n <a@x.org>", [], ReadingOptions(column: 4))
  }

  @Test func fieldsOfOneToken() {
    check("a@x.org, b@x.org", ["too-many ⟦b@x.org⟧"], ReadingOptions(field: "Resent-Sender"))
    check("a@x.org, b@x.org", ["too-many ⟦b@x.org⟧"], ReadingOptions(field: "Return-Path"))
    check("a@x.org, b@x.org", [], ReadingOptions(field: "From"))
    check("a@x.org, b@x.org, c@x.org", ["too-many ⟦c@x.org⟧"], ReadingOptions(field: "To", max: 2))
    check("a@x.org, b@x.org", ["too-many ⟦a@x.org⟧", "too-many ⟦b@x.org⟧"], ReadingOptions(max: -1))
    check("", [], ReadingOptions(max: -1))
  }

  @Test func aliasesAreFolded() {
    check("Team, ÉQUIPE", [], ReadingOptions(aliases: [Identity.fold("tEAM"), Identity.fold("équipe")]))
    check("<team>", ["missing-domain ⟦team⟧"], ReadingOptions(aliases: ["team"]))
  }

  @Test func unfinishedDomainIsMildAtTheCaret() {
    func severity(_ text: String, _ caret: Int?) -> Severity? {
      AddressReadings(text, ReadingOptions(caret: caret)).reading.faults.first { $0.rule == .missingDomain }?.severity
    }
    #expect(severity("ines@", 5) == .information)
    #expect(severity("Ines <ines@>", 11) == .information)
    #expect(severity("ines@, bo@x.org", 15) == .warning)
    #expect(severity("ines@", nil) == .warning)
    #expect(severity("ines", 4) == .warning)
  }

  @Test func misspeltDomains() {
    check("a@GMIAL.com", ["typo-domain ⟦GMIAL.com⟧"])
    check("a@gmail.com, b@gmx.de, c@mail.gmial.com", [])
    #expect(AddressReadings("a@gmail.co").reading.faults.first?.detail == "gmail.com")
    let own = ReadingOptions(misspellings: ["exmaple.org": "example.org", "gmail.co": ""])
    check("a@exmaple.org, b@gmail.co, c@yaho.com", ["typo-domain ⟦exmaple.org⟧", "typo-domain ⟦yaho.com⟧"], own)
  }

  @Test func foreignLocalParts() {
    check("\"zoë z\"@x.org", ["needs-smtputf8 ⟦\"zoë z\"⟧"])
    check("a@bücher.example", [])
    // What cannot be seen is to be removed, not delivered.
    check("a\u{200b}b@x.org", ["invisible-char ⟦\u{200b}⟧"])
  }

  @Test func hiddenCharacters() {
    check("A\u{200d}na <a@x.org>", [])
    check("Ana <a\u{200d}b@x.org>", ["invisible-char ⟦\u{200d}⟧"])
    check("Ana \u{202e} <a@x\u{ad}y.org>", ["invisible-char ⟦\u{202e}⟧", "invisible-char ⟦\u{ad}⟧"])
    check("\u{feff}a@x.org", ["invisible-char ⟦\u{feff}⟧"])
    check("a@-x\u{7}.org", ["control-char ⟦\u{7}⟧"])
    check("\"A\u{0}\" (\u{1b}) <a@x.org>", ["control-char ⟦\u{0}⟧", "control-char ⟦\u{1b}⟧"])
    check("Ana\rRuiz <a@x.org>", ["control-char ⟦\r⟧"])
    check("a@x.org,\t\n\tb@x.org", [])
    let details = AddressReadings("\u{7}\u{200b}").reading.faults.map(\.detail)
    #expect(details.contains("U+0007 ALERT"))
    #expect(details.contains("U+200B ZERO WIDTH SPACE"))
  }

  @Test func invalidBytes() {
    let value =
      Array("A".utf8) + [0xff, 0xc3] + Array("b <a@x.org>, ".utf8) + [0xed, 0xa0, 0x80] + Array("@y.org".utf8)
    let found = AddressReadings(value)
    #expect(found.reading.faults.map(\.rule) == [.invalidUTF8, .invalidUTF8])
    #expect(found.reading.faults.map(\.range) == [1..<3, 16..<19])
    #expect(found.tokens[0] == "A\u{fffd}\u{fffd}b → a@x.org")
    #expect(found.reading.tokens.map(\.range) == [0..<14, 16..<25])
  }

  @Test func controlCharactersNeverReachANameThatIsShown() {
    let found = AddressReadings("\"A\u{1b}[1m\tB\" C\u{7}\u{7f} =?utf-8?q?=00=0D=0AD?= <a@x.org>")
    #expect(found.tokens == ["A\u{fffd}[1m B C\u{fffd}\u{fffd} \u{fffd}  D → a@x.org"])
  }

  @Test func blankLines() {
    check("a@x.org,\n \n\t\n b@x.org", ["obsolete-syntax ⟦ ⟧", "obsolete-syntax ⟦\t⟧"])
    check("a@x.org,\n ", ["trailing-separator ⟦,⟧", "obsolete-syntax ⟦ ⟧"])
    // The line that is just being begun.
    check("a@x.org,\n ", ["trailing-separator ⟦,⟧"], ReadingOptions(caret: 10))
    check("\n a@x.org", [])
  }

  @Test func formsThatSendersBreakOnlyWhereMailIsSent() {
    check("T: a@x.org;, \"a b\"@x.org, \"ab\"@x.org", [])
    check(
      "T: a@x.org;, \"a b\"@x.org, \"ab\"@x.org", ["unsafe-for-sender ⟦T: a@x.org;⟧", "unsafe-for-sender ⟦\"a b\"⟧"],
      ReadingOptions(isToBeSent: true))
  }

  @Test func duplicates() {
    check(
      "a@bücher.example, a@xn--bcher-kva.example, A@BU\u{308}CHER.example.",
      [
        "duplicate ⟦a@xn--bcher-kva.example⟧", "duplicate ⟦A@BU\u{308}CHER.example.⟧", "bad-dot ⟦.⟧",
      ])
    check("\"a\\ b\"@x.org, \"a b\"@x.org", ["duplicate ⟦\"a b\"@x.org⟧"])
    check("\"a@b\"@x.org, a@b@x.org", ["extra-at ⟦@⟧"])
    check("Ana <>, Bo <>", ["missing-address ⟦<>⟧", "missing-address ⟦<>⟧"])
    check("a @ x.org, a@x.org", ["obsolete-syntax ⟦a @ x.org⟧", "duplicate ⟦a@x.org⟧"])
    let faults = AddressReadings("Ana <a@x.org>, b@x.org, a@x.org").reading.faults
    #expect(faults.map(\.related) == [0..<13])
    #expect(faults.map(\.detail) == ["Ana"])
  }
}
