import Fields
import Testing

/// The reading rules of address lists, by their numbers; what the file of cases shows already is not repeated.
@Suite struct AddressRulesTests {
  private func check(
    _ text: String, _ tokens: [String], _ faults: [String] = [], field: String? = nil,
    at location: SourceLocation = #_sourceLocation
  ) {
    let found = AddressReadings(text, ReadingOptions(field: field))
    #expect(found.tokens == tokens, sourceLocation: location)
    #expect(found.faults == faults, sourceLocation: location)
  }

  @Test func r1SeparatorsOfOtherSyntaxes() {
    check(
      "a@x.org; b@x.org,c@x.org", ["a@x.org → a@x.org", "b@x.org → b@x.org", "c@x.org → c@x.org"],
      ["wrong-separator ⟦;⟧"])
    check(
      "a@x.org，b@x.org、Bo <c@x.org>；d@x.org،e@x.org",
      ["a@x.org → a@x.org", "b@x.org → b@x.org", "Bo → c@x.org", "d@x.org → d@x.org", "e@x.org → e@x.org"],
      ["wrong-separator ⟦，⟧", "wrong-separator ⟦、⟧", "wrong-separator ⟦；⟧", "wrong-separator ⟦،⟧"])
    check("a@x.org ，b@x.org", ["a@x.org → a@x.org", "b@x.org → b@x.org"], ["wrong-separator ⟦，⟧"])
    // In a name such a comma is a letter like any other.
    check("Ana，Bo <a@x.org>", ["Ana，Bo → a@x.org"])
    check("a@x.org\n\nb@x.org", ["a@x.org → a@x.org", "b@x.org → b@x.org"], ["wrong-separator ⟦\n⟧"])
    check("a@x.org,\nb@x.org", ["a@x.org → a@x.org", "b@x.org → b@x.org"], ["wrong-separator ⟦\n⟧"])
    check("a@x.org\r\nb@x.org\r\n", ["a@x.org → a@x.org", "b@x.org → b@x.org"], ["wrong-separator ⟦\r\n⟧"])
    check("$(id)", ["id → $"], ["missing-domain ⟦$⟧"])
  }

  @Test func r2NothingSeparatesInside() {
    check("\"a, b\" (c, d) <e@x.org>", ["a, b → e@x.org"])
    check("<@a,@b:c@x.org>, d@x.org", ["c@x.org → c@x.org", "d@x.org → d@x.org"], ["obsolete-syntax ⟦@a,@b:⟧"])
    check("<@a,@[1.2.3.4]:c@x.org>", ["c@x.org → c@x.org"], ["obsolete-syntax ⟦@a,@[1.2.3.4]:⟧"])
    // Without its colon it is no route, and must not swallow anybody.
    check("Ana <@a, bo@x.org", ["Ana → @a", "bo@x.org → bo@x.org"], ["unclosed ⟦<⟧", "missing-local ⟦@a⟧"])
    check("=?utf-8?q?a,<b>?= <c@x.org>", ["a,<b> → c@x.org"], ["bad-encoded-word ⟦=?utf-8?q?a,<b>?=⟧"])
  }

  @Test func r3Angles() {
    check("Ana <> , Bo <b@x.org>", ["Ana → ", "Bo → b@x.org"], ["missing-address ⟦<>⟧"])
    check("Ana <> Bo <b@x.org>", ["Ana → ", "Bo → b@x.org"], ["missing-address ⟦<>⟧", "missing-separator ⟦ ⟧"])
    check("<>", ["<> → "], ["missing-address ⟦<>⟧"])
    check("<>", ["<> → "], field: "Return-Path")
    check("<a b>", ["a b → "], ["missing-address ⟦<a b>⟧"])
    check("Ana <ana>", ["Ana → ana"], ["missing-domain ⟦ana⟧"])
    check("Ana <  ana@x.org >", ["Ana → ana@x.org"])
    check("Ana <a@x b@y>", ["Ana → a@x b@y"], ["extra-at ⟦@⟧"])
    check("<ana ruiz@x.org>", ["ana ruiz@x.org → ana ruiz@x.org"], ["stray-text ⟦ruiz⟧"])
    check("<a:b@x.org>", ["a:b@x.org → a:b@x.org"], ["bad-char ⟦:⟧"])
    check(
      "Ana <ana@x.org Bo <bo@x.org>", ["Ana → ana@x.org", "Bo → bo@x.org"], ["unclosed ⟦<⟧", "missing-separator ⟦ ⟧"])
    check("Ana <ana@x.org Bo", ["Ana → ana@x.org"], ["unclosed ⟦<⟧", "stray-text ⟦Bo⟧"])
  }

  @Test func r4OutlookNames() {
    check(
      "Ruiz, Ana <a@x.org>; Li, Bo (home) <b@x.org> (work); c@x.org, d@x.org",
      ["Ruiz, Ana → a@x.org", "Li, Bo → b@x.org", "c@x.org → c@x.org", "d@x.org → d@x.org"],
      ["needs-quotes ⟦Ruiz, Ana⟧", "wrong-separator ⟦;⟧", "needs-quotes ⟦Li, Bo⟧", "wrong-separator ⟦;⟧"])
    // Two addresses, a colon, or no semicolon: the comma separates.
    check(
      "a@x.org, Bo <b@x.org>; c@x.org", ["a@x.org → a@x.org", "Bo → b@x.org", "c@x.org → c@x.org"],
      ["wrong-separator ⟦;⟧"])
    check("Ruiz, Ana <a@x.org>", ["Ruiz → Ruiz", "Ana → a@x.org"], ["missing-domain ⟦Ruiz⟧"])
    check(
      "Ruiz, Ana <a@x.org>; T: b@x.org;", ["Ruiz → Ruiz", "Ana → a@x.org", "b@x.org → b@x.org (T)"],
      ["missing-domain ⟦Ruiz⟧", "wrong-separator ⟦;⟧"])
  }

  @Test func r5AfterTheAngle() {
    check("<a@x.org> (home) Bo <b@x.org>", ["home → a@x.org", "Bo → b@x.org"], ["missing-separator ⟦ ⟧"])
    check("<a@x.org> b@x.org", ["a@x.org → a@x.org", "b@x.org → b@x.org"], ["missing-separator ⟦ ⟧"])
    check("<a@x.org>> Bo", ["a@x.org → a@x.org"], ["stray-text ⟦>⟧", "stray-text ⟦Bo⟧"])
    check("<a@x.org> Bo (c) Li", ["c → a@x.org"], ["stray-text ⟦Bo (c) Li⟧"])
  }

  @Test func r6AddressesAsNames() {
    check("a@x.org Bo <b@x.org>", ["a@x.org → a@x.org", "Bo → b@x.org"], ["missing-separator ⟦ ⟧"])
    check("Ana a@x.org <a@x.org>", ["Ana a@x.org → a@x.org"], ["needs-quotes ⟦Ana a@x.org⟧"])
    check("@ana <a@x.org>", ["@ana → a@x.org"], ["needs-quotes ⟦@ana⟧"])
  }

  @Test func r7AddressesWithoutAngles() {
    check(
      "a@x.org b@x.org c@x.org", ["a@x.org → a@x.org", "b@x.org → b@x.org", "c@x.org → c@x.org"],
      ["missing-separator ⟦ ⟧", "missing-separator ⟦ ⟧"])
    check("Ana Ruiz ana@x.org", ["Ana Ruiz → ana@x.org"], ["missing-angle ⟦ana@x.org⟧"])
    check("a@x.org> b@x.org", ["a@x.org → a@x.org", "b@x.org → b@x.org"], ["stray-text ⟦>⟧", "missing-separator ⟦ ⟧"])
    check("a @ x.org", ["a@x.org → a@x.org"], ["obsolete-syntax ⟦a @ x.org⟧"])
    check("a@x.org. b@x.org", ["a@x.org. → a@x.org.", "b@x.org → b@x.org"], ["bad-dot ⟦.⟧", "missing-separator ⟦ ⟧"])
    check("a@x.org:25", ["a@x.org → a@x.org"], ["stray-text ⟦:25⟧"])
  }

  @Test func r7BlanksOfOtherKindsInAddresses() {
    // They are part of the word, and no mail arrives with them: in a local part each is marked, in a domain its label.
    for blank in [
      "\u{a0}", "\u{1680}", "\u{2003}", "\u{200a}", "\u{202f}", "\u{205f}", "\u{3000}", "\u{85}", "\u{2028}",
    ] {
      check("ana\(blank)@x.org", ["ana\(blank)@x.org → ana\(blank)@x.org"], ["invisible-char ⟦\(blank)⟧"])
      check("a.b\(blank).c@x.org", ["a.b\(blank).c@x.org → a.b\(blank).c@x.org"], ["invisible-char ⟦\(blank)⟧"])
      check("ana@x.org\(blank)", ["ana@x.org\(blank) → ana@x.org\(blank)"], ["bad-domain ⟦org\(blank)⟧"])
      check("Ana <ana@\(blank)x.org>", ["Ana → ana@\(blank)x.org"], ["bad-domain ⟦\(blank)x⟧"])
      // In a name and in quotes they mean what they look like.
      check("Ana\(blank)Ruiz <ana@x.org>", ["Ana\(blank)Ruiz → ana@x.org"])
      check(
        "\"a\(blank)b\"@x.org", ["a\(blank)b@x.org → a\(blank)b@x.org"],
        ["needs-smtputf8 ⟦\"a\(blank)b\"⟧"])
    }
    check(
      "Ana\u{a0}Ruiz\u{3000}é@x.org", ["Ana\u{a0}Ruiz\u{3000}é@x.org → Ana\u{a0}Ruiz\u{3000}é@x.org"],
      ["needs-smtputf8 ⟦Ana\u{a0}Ruiz\u{3000}é⟧", "invisible-char ⟦\u{a0}⟧", "invisible-char ⟦\u{3000}⟧"])
    // What is invisible has its own finding, and no other on top.
    check(
      "ana@x\u{200b}\u{a0}.org", ["ana@x\u{200b}\u{a0}.org → ana@x\u{200b}\u{a0}.org"], ["invisible-char ⟦\u{200b}⟧"])
  }

  @Test func r8WordsWithoutAddress() {
    check("ops.team", ["ops.team → ops.team"], ["missing-domain ⟦ops.team⟧"])
    check("\"ana\"", ["ana → "], ["missing-address ⟦\"ana\"⟧"])
    check("=?utf-8?q?Ana?=", ["Ana → "], ["missing-address ⟦=?utf-8?q?Ana?=⟧"])
    check("K. Reyes", ["K. Reyes → "], ["missing-address ⟦K. Reyes⟧", "needs-quotes ⟦K. Reyes⟧"])
    check("ana (Ana Ruiz)", ["Ana Ruiz → ana"], ["missing-domain ⟦ana⟧"])
    check("), a@x.org", ["a@x.org → a@x.org"], ["stray-text ⟦)⟧"])
  }

  @Test func r9Display() {
    check("Ana(x)Ruiz <a@x.org>", ["Ana Ruiz → a@x.org"])
    check("\"Ana\"\"Ruiz\" <a@x.org>", ["AnaRuiz → a@x.org"])
    check("\"\" () (home) <a@x.org>", ["home → a@x.org"])
    check("\"Ana  M\" \t Ruiz <a@x.org>", ["Ana  M Ruiz → a@x.org"])
    check("(a (b\\) c) d) a@x.org", ["a (b) c) d → a@x.org"])
    check("Ana \\x <a@x.org>", ["Ana x → a@x.org"], ["bad-escape ⟦\\x⟧"])
    check("Ana) > <a@x.org>", ["Ana → a@x.org"], ["stray-text ⟦)⟧", "stray-text ⟦>⟧"])
  }

  @Test func r10Values() {
    check("\"a\\b\"@x.org", ["ab@x.org → ab@x.org"])
    check("\"a\\ b\"@x.org", ["\"a\\ b\"@x.org → \"a\\ b\"@x.org"])
    check("\"a\"@b@x.org", ["a@b@x.org → a@b@x.org"], ["extra-at ⟦@⟧"])
    check("\"a\".b@x.org", ["\"a\".b@x.org → \"a\".b@x.org"], ["obsolete-syntax ⟦\"a\".b@x.org⟧"])
    check("\"a\r\n b\"@x.org", ["\"a b\"@x.org → \"a b\"@x.org"])
    check("a\\b@x.org", ["a\\b@x.org → a\\b@x.org"], ["bad-escape ⟦\\b⟧"])
  }

  @Test func r11UnclosedQuotes() {
    check("\"Ruiz, An", ["Ruiz, An → "], ["unclosed ⟦\"⟧", "missing-address ⟦\"Ruiz, An⟧"])
    check(
      "a@x.org, \"Ruiz, An", ["a@x.org → a@x.org", "Ruiz, An → "], ["unclosed ⟦\"⟧", "missing-address ⟦\"Ruiz, An⟧"])
    check(
      "\"Ana\\\" <a@x.org>, b@x.org", ["Ana\" → a@x.org", "b@x.org → b@x.org"], ["unclosed ⟦\"⟧", "bad-escape ⟦\\\"⟧"])
  }

  @Test func r12UnclosedComments() {
    check("ana (wor", ["wor → ana"], ["missing-domain ⟦ana⟧", "unclosed ⟦(⟧"])
    check("(a, b, c", [], ["unclosed ⟦(⟧"])
    check(
      "ana (wor, b@x.org", ["ana wor → ", "b@x.org → b@x.org"], ["missing-address ⟦ana (wor⟧", "unclosed ⟦(⟧"])
    check("a@x.org (b (c), d@x.org", ["b (c) → a@x.org", "d@x.org → d@x.org"], ["unclosed ⟦(⟧"])
  }

  @Test func r13NothingSwallows() {
    check("a@[1.2.3.4, b@x.org", ["a@[1.2.3.4 → a@[1.2.3.4", "b@x.org → b@x.org"], ["unclosed ⟦[⟧"])
    check("<a@[1.2.3.4>, b@[1.2.3.4]", ["a@[1.2.3.4 → a@[1.2.3.4", "b@[1.2.3.4] → b@[1.2.3.4]"], ["unclosed ⟦[⟧"])
    check("<a@x.org, <b@x.org", ["a@x.org → a@x.org", "b@x.org → b@x.org"], ["unclosed ⟦<⟧", "unclosed ⟦<⟧"])
  }

  @Test func r14Groups() {
    check("T: a@x.org; b@x.org", ["a@x.org → a@x.org (T)", "b@x.org → b@x.org"], ["missing-separator ⟦ ⟧"])
    check("T: a@x.org; U: b@x.org;", ["a@x.org → a@x.org (T)", "b@x.org → b@x.org (U)"], ["missing-separator ⟦ ⟧"])
    check("T: a@x.org;;", ["a@x.org → a@x.org (T)"], ["trailing-separator ⟦;⟧"])
    check("A: B: a@x.org;", ["a@x.org → a@x.org (A)"], ["unclosed ⟦A:⟧", "group-not-allowed ⟦B:⟧"])
    check("T: a@x.org,", ["a@x.org → a@x.org (T)"], ["unclosed ⟦T:⟧", "trailing-separator ⟦,⟧"])
    check("\"T: x\": a@x.org;", ["a@x.org → a@x.org (T: x)"])
    check("=?utf-8?q?T=C3=A9am?=: a@x.org;", ["a@x.org → a@x.org (Téam)"])
    check("T (x) : a@x.org;", ["a@x.org → a@x.org (T)"])
    check("T: a@x.org;", ["a@x.org → a@x.org (T)"], ["group-not-allowed ⟦T:⟧"], field: "Return-Path")
    check("T: a@x.org;", ["a@x.org → a@x.org (T)"], ["group-not-allowed ⟦T:⟧"], field: "Disposition-Notification-To")
    check("undisclosed-recipients:;", [], field: "To")
  }

  @Test func r15EmptyElements() {
    check("T: (c);", [])
    check("T: ,;", [], ["empty-item ⟦,⟧", "empty-item ⟦;⟧"])
    check("(c)", [])
    check(",", [], ["trailing-separator ⟦,⟧"])
    check("a@x.org,,", ["a@x.org → a@x.org"], ["trailing-separator ⟦,⟧"])
    check("a@x.org, (c)", ["a@x.org → a@x.org"], ["trailing-separator ⟦,⟧"])
  }

  @Test func r16Links() {
    check("Ana Ruiz [mailto:ana@x.org]", ["Ana Ruiz → ana@x.org"], ["mailto-url ⟦mailto:⟧"])
    check("<mailto:a%2Bb@x.org?subject=hi>", ["a%2Bb@x.org → a%2Bb@x.org"], ["mailto-url ⟦mailto:⟧"])
    check("mailto:a%20b@x.org", ["\"a b\"@x.org → \"a b\"@x.org"], ["mailto-url ⟦mailto:⟧"])
    check("mailto:ana%40x.org", ["ana@x.org → ana@x.org"], ["mailto-url ⟦mailto:⟧"])
    check("mailto:a%0Abcc@x.org", ["a%0Abcc@x.org → a%0Abcc@x.org"], ["mailto-url ⟦mailto:⟧", "bad-char ⟦%0A⟧"])
    check("mailto:a%zz@x.org", ["a%zz@x.org → a%zz@x.org"], ["mailto-url ⟦mailto:⟧", "bad-escape ⟦%⟧"])
    check(
      "mailto:a@x.org b@x.org", ["a@x.org → a@x.org", "b@x.org → b@x.org"],
      ["mailto-url ⟦mailto:⟧", "missing-separator ⟦ ⟧"])
    check(
      "<mailto:a@x.org?b=c d <e@x.org>", ["a@x.org → a@x.org", "d → e@x.org"],
      ["unclosed ⟦<⟧", "mailto-url ⟦mailto:⟧", "missing-separator ⟦ ⟧"])
    check(
      "<mailto:a@x.org b?c <d@x.org>", ["a@x.org → a@x.org", "b?c → d@x.org"],
      ["unclosed ⟦<⟧", "mailto-url ⟦mailto:⟧", "missing-separator ⟦ ⟧"])
    check(
      "mailto:a@[1?2], b@x.org", ["a@ → a@", "b@x.org → b@x.org"], ["mailto-url ⟦mailto:⟧", "missing-domain ⟦a@⟧"])
    check(
      "mailto:?cc=b@x.org", ["mailto:?cc=b@x.org → "], ["mailto-url ⟦mailto:⟧", "missing-address ⟦mailto:?cc=b@x.org⟧"])
  }
}
