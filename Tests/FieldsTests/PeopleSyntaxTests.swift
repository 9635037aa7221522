import Fields
import Testing

/// People outside mail: trailers of git, maintainers of Debian, owners of code.
@Suite struct PeopleSyntaxTests {
  /// Reads a value; each token as `display → value`, each fault as `code ⟦text⟧`.
  private func check(
    _ grammar: Grammar, _ text: String, _ tokens: [String], _ faults: [String] = [], field: String? = nil,
    _ location: SourceLocation = #_sourceLocation
  ) {
    let value = Array(text.utf8)
    let reading = grammar.read(value, ReadingOptions(field: field))
    let found = reading.tokens.map { "\(grammar.display($0, in: value)) → \(grammar.value($0, in: value))" }
    #expect(found == tokens, sourceLocation: location)
    let codes = reading.faults.map { "\($0.rule.rawValue) ⟦\(String(decoding: value[$0.range], as: UTF8.self))⟧" }
    #expect(codes == faults, sourceLocation: location)
  }

  @Test func `a trailer of one person keeps the comma and the dots of the name`() {
    check(.trailers, " Ruiz, Ana <ana@x.org>", ["Ruiz, Ana → ana@x.org"], field: "Reviewed-by")
    check(.trailers, "K. Reyes <k@x.org>", ["K. Reyes → k@x.org"], field: "Signed-off-by")
    check(.trailers, "Ines\r\n  Vela <i@x.org>\r", ["Ines Vela → i@x.org"], field: "Tested-By")
    check(.trailers, "Ana <ana@-x>", ["Ana → ana@-x"], ["bad-domain ⟦-x⟧"], field: "Acked-by")
    check(.trailers, "Ana <>", ["Ana → "], ["missing-address ⟦<>⟧"], field: "Acked-by")
  }

  @Test func `a trailer of people is a list, and a note behind it is dropped`() {
    check(.trailers, "a@x.org, K. Bo <bo@x.org> # 6.1+", ["a@x.org → a@x.org", "K. Bo → bo@x.org"], field: "Cc")
    check(
      .trailers, "a@x.org; b@x.org", ["a@x.org → a@x.org", "b@x.org → b@x.org"], ["wrong-separator ⟦;⟧"], field: "Cc")
  }

  @Test func `addresses that commits live with are no faults`() {
    let bot = "49699333+dependabot[bot]@users.noreply.github.com"
    check(.trailers, "dependabot[bot] <\(bot)>", ["dependabot[bot] → \(bot)"], field: "Co-authored-by")
    check(.trailers, "Ana <root@host.(none)>", ["Ana → root@host."], field: "Signed-off-by")
    check(.trailers, "Ana <a{b@x..org>", ["Ana → a{b@x..org"], ["bad-dot ⟦..⟧"], field: "Signed-off-by")
  }

  @Test func `any other trailer is one text on one line`() {
    check(
      .trailers, " 0123 (\"Add:\n  it, now\") ", ["0123 (\"Add: it, now\") → 0123 (\"Add: it, now\")"], field: "Fixes")
    check(.trailers, " \n ", [], field: "Link")
  }

  @Test func `trailers repeat others of the same key only`() {
    #expect(
      SyntaxReading("Fix\n\nCc: a@x.org\nAcked-by: a@x.org\ncc: A <A@x.org>\n", "git-trailers").diagnostics
        == ["duplicate 39 50"])
  }

  @Test func `the character of comments is learnt from the text`() {
    let text = "Fix\n\nAcked-by: a@x.org\n; ------------------------ >8 ------------------------\nCc: b@x.org\n"
    #expect(SyntaxReading(text, "git-trailers").tokens.map { $0["value"] } == ["a@x.org"])
    let help = "Fix\n\nAcked-by: a@x.org\n; Please enter the commit message for your changes.\n;\n"
    #expect(SyntaxReading(help, "git-trailers").tokens.count == 1)
    #expect(SyntaxReading(help.replacing(";", with: "%"), "git-trailers").tokens.count == 1)
  }

  @Test func `known keys outside the trailers are pointed out`() {
    func check(_ text: String, _ diagnostics: [String], _ location: SourceLocation = #_sourceLocation) {
      #expect(SyntaxReading(text, "git-trailers").diagnostics == diagnostics, sourceLocation: location)
    }
    check("Fix\n\nSigned off by: A <a@x.org>\n\nMore.\n", ["misplaced-trailer 5 19"])
    check("Fix\n\nThis was found by: luck.\n", [])
    check("Fix\n\nCloses: #1\nand more\n", ["misplaced-trailer 5 12"])
    check("Fix\n\n Cc: a@x.org\n# Cc: a@x.org\n\nx\n", [])
  }

  @Test func `names of maintainers are all that stands before the bracket`() {
    check(
      .maintainers, " \"A\", B. <a@x.org> ,C <c@x.org>, ", ["\"A\", B. → a@x.org", "C → c@x.org"], field: "Uploaders")
    check(
      .maintainers, "A <a@x.org>,, B <b@x.org>", ["A → a@x.org", "B → b@x.org"], ["empty-item ⟦,⟧"], field: "Uploaders")
    check(
      .maintainers, "A <a@x.org> B <b@x.org>", ["A → a@x.org", "B → b@x.org"], ["missing-separator ⟦ ⟧"],
      field: "Uploaders")
    check(
      .maintainers, "A <a@x.org, B <b@x.org>", ["A → a@x.org", "B → b@x.org"], ["unclosed ⟦<⟧"], field: "Uploaders")
    check(.maintainers, "A\n# b\n C <a@x.org>", ["A C → a@x.org"], field: "Uploaders")
    check(.maintainers, "Ines", ["Ines → Ines"], ["missing-domain ⟦Ines⟧"], field: "Maintainer")
  }

  @Test func `fields say how many people they take, and whether they hold any`() {
    func fields(_ text: String, _ finder: Finder) -> [String] {
      finder.find(in: Text(Array(text.utf8))).fields.map { "\($0.name) \($0.limit ?? 0) \($0.holdsPeople)" }
    }
    #expect(
      fields("T\n\nCc: a\nAcked-by: b\nFixes: c\n", .commit) == ["Cc 0 true", "Acked-by 1 true", "Fixes 1 false"])
    #expect(fields("Maintainer: A\nUploaders: B\n", .debianControl) == ["Maintainer 1 true", "Uploaders 0 true"])
    #expect(fields("Sender: a\nTo: b\nKeywords: c\n\n", .mail) == ["Sender 1 true", "To 0 true", "Keywords 0 false"])
  }

  @Test func `two packages may have one maintainer`() {
    let text = "Maintainer: A <a@x.org>\n\nMaintainer: A <a@x.org>\nUploaders: B <b@x.org>,\n A <a@x.org>\n"
    #expect(SyntaxReading(text, "debian-control").diagnostics == ["duplicate 74 85"])
  }

  @Test func `owners are users, teams, roles and addresses`() {
    check(
      .owners, "@a,@a-b; @A", ["@a → a", "@a-b → a-b", "@A → A"],
      ["wrong-separator ⟦,⟧", "wrong-separator ⟦;⟧", "duplicate ⟦@A⟧"])
    check(
      .owners, "@org/ @/t @", ["@org/ → org/", "@/t → /t", "@ → "], ["bad-char ⟦/⟧", "bad-char ⟦/⟧", "bad-char ⟦@⟧"])
    check(.owners, "@@maintainer a@-x", ["@@maintainer → maintainer", "a@-x → a@-x"], ["bad-domain ⟦-x⟧"])
  }

  @Test func `owners of GitLab stand in sections`() {
    let text = "[Docs] @a\n*.md @b\n^[Big Things][2]\n[x]y @c\n!z @d\n"
    let found = SyntaxReading(text, "codeowners")
    #expect(
      found.tokens.map { "\($0["value"] ?? "") \($0["section"] ?? "")" } == [
        "a Docs", "b Docs", "c Big Things", "d Big Things",
      ])
    #expect(found.diagnostics == [])
    var options = FindingOptions(flavor: .github)
    #expect(SyntaxReading(text, "codeowners", ReadingOptions(), options).tokens.first?["section"] == nil)
    options = FindingOptions(path: "file:///a/.gitlab/CODEOWNERS")
    #expect(SyntaxReading("!z @d\n", "codeowners", ReadingOptions(), options).diagnostics == [])
  }

  @Test func `names are written as their syntax takes them`() {
    #expect(Grammar.trailers.spell(name: "K. Reyes", value: "k@x.org") == "K. Reyes <k@x.org>")
    #expect(Grammar.trailers.spell(name: "Ruiz, Ana", value: "a@x.org") == "\"Ruiz, Ana\" <a@x.org>")
    #expect(Grammar.trailers.spell(name: "a@x.org", value: "a@x.org") == "a@x.org")
    #expect(Grammar.maintainers.spell(name: "Ruiz, \"Ana\"", value: "a@x.org") == "Ruiz, \"Ana\" <a@x.org>")
    #expect(Grammar.maintainers.spell(name: "A <b>", value: "a@x.org") == "")
    #expect(Grammar.maintainers.spell(name: "A", value: "team") == "")
    #expect(Grammar.owners.spell(name: "Ines", value: "ines") == "@ines")
    #expect(Grammar.owners.spell(name: "Ines", value: "i@x.org") == "i@x.org")
    #expect(Grammar.owners.spell(name: "", value: "a b") == "")
    for name in ["Ana", "K. Reyes", "Ruiz, Ana", "O'Neil \"Bo\" (x)", "a#b", "=?utf-8?q?a?=", "é:;", "a\\b"] {
      for grammar in [Grammar.trailers, .maintainers] {
        let text = Array(grammar.spell(name: name, value: "a@x.org").utf8)
        let tokens = grammar.read(text, ReadingOptions(field: "Cc")).tokens
        #expect(tokens.map { grammar.display($0, in: text) } == [name], "\(grammar)")
        #expect(tokens.map { grammar.value($0, in: text) } == ["a@x.org"], "\(grammar)")
      }
    }
  }

  @Test func `all words of a name are completed before there is an address`() {
    func check(_ grammar: Grammar, _ marked: String, _ query: String?, _ text: String, field: String) {
      let parts = marked.split(separator: "|", omittingEmptySubsequences: false)
      let value = Array(parts.joined().utf8)
      let fragment = grammar.fragment(in: value, caret: parts[0].utf8.count, ReadingOptions(field: field))
      #expect(fragment?.query == query)
      #expect(fragment.map { String(decoding: value[$0.range], as: UTF8.self) } ?? "" == text)
    }
    check(.trailers, " Ruiz, An|", "Ruiz, An", "Ruiz, An", field: "Acked-by")
    check(.trailers, " a@x.org, An|", "An", "An", field: "Cc")
    check(.trailers, " |", "", "", field: "Cc")
    check(.maintainers, " A <a@x.org>, Vela, J|", "J", "J", field: "Uploaders")
    check(.owners, " @ines @o|mar x", "o", "@omar", field: "owners")
    check(.owners, " @ines # o|mar", nil, "", field: "owners")
  }
}
