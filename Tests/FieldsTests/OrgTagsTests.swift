import Fields
import Testing

/// Tags of Org beyond the cases: what is typed, what is defined, what excludes what.
@Suite struct OrgTagsTests {
  private func diagnostics(_ text: String, caret: Int? = nil, definitions: Bool = false) -> [String] {
    SyntaxReading(text, "org-tags", ReadingOptions(caret: caret), FindingOptions(hasDefinitions: definitions))
      .diagnostics
  }

  private func values(_ text: String, caret: Int? = nil, definitions: Bool = false) -> [String?] {
    SyntaxReading(text, "org-tags", ReadingOptions(caret: caret), FindingOptions(hasDefinitions: definitions)).tokens
      .map { $0["value"] }
  }

  @Test func `a run that is not closed has tags only while it is typed`() {
    #expect(values("* A :b:c") == [])
    #expect(values("* A :b:c", caret: 8) == ["b", "c"])
    #expect(values("* A :b:c", caret: 2) == [])
    #expect(values("* A :b-c", caret: 8) == [])
    #expect(diagnostics("* Bye :-)") == [])
    #expect(diagnostics("* A :b:c") == [])
  }

  @Test func `what stands in blocks of code is no headline and no keyword`() {
    #expect(values("#+begin_src org\n* A :no:\n#+filetags: :no:\n#+end_src\n* B :yes:\n") == ["yes"])
    #expect(values("  #+BEGIN_EXAMPLE\n#+begin_src\n* A :no:\n  #+END_EXAMPLE\n* B :yes:\n") == ["yes"])
    // Nothing ends them: somebody types the first line.
    #expect(values("#+begin_src org\n* A :yes:\n#+begin_src sh\n* B :no:\n#+end_src\n* C :too:\n") == ["yes", "too"])
    #expect(values("#+begin_quote\n* A :yes:\n#+end_quote\n") == ["yes"])
  }

  @Test func `tags of several lines for the file add up`() {
    #expect(diagnostics("#+filetags: :a:b:\n#+FILETAGS: :c:a:\n") == ["duplicate 33 34"])
  }

  @Test func `tags of the file may hold what headlines refuse`() {
    #expect(values("#+FILETAGS: big-project :a,b:\n") == ["big-project", "a,b"])
    #expect(diagnostics("#+FILETAGS: big-project :a,b:\n") == [])
  }

  @Test func `definitions know their groups`() {
    let text = "#+TAGS: { a(x) b } \\n [ h : c {d.*} ]\n#+TAGS: { e f }\n* T :f:a:b:\n* U :e:f:\n* V :a:f:\n"
    let found = SyntaxReading(text, "org-tags", ReadingOptions(), FindingOptions(hasDefinitions: true))
    #expect(found.tokens.prefix(7).map { $0["value"] } == ["a", "b", "h", "c", "{d.*}", "e", "f"])
    #expect(found.tokens[0]["key"] == "x")
    #expect(found.tokens[4]["regexp"] == "true")
    #expect(found.diagnostics == ["exclusive-tags 63 64", "exclusive-tags 73 74"])
    #expect(
      diagnostics("#+TAGS: { a ] [ b\n", definitions: true) == ["unclosed 8 9", "stray-text 12 13", "unclosed 14 15"])
  }

  @Test func `a tag is completed between its colons`() {
    func check(_ marked: String, _ query: String?, _ text: String, after: Bool = false, role: String? = nil) {
      let parts = marked.split(separator: "|", omittingEmptySubsequences: false)
      let value = Array(parts.joined().utf8)
      var options = ReadingOptions()
      options.surroundings.role = role
      let fragment = Grammar.orgTags.fragment(in: value, caret: parts[0].utf8.count, options)
      #expect(fragment?.query == query, "\(marked)")
      #expect(fragment.map { String(decoding: value[$0.range], as: UTF8.self) } ?? "" == text, "\(marked)")
      #expect((fragment?.next == .token) == after, "\(marked)")
    }
    check(":work:h|o:", "h", "ho")
    check(":work:ho|", "ho", "ho", after: true)
    check(":work:|", "", "", after: true)
    check(":|", "", "", after: true)
    check("|:work:", nil, "")
    check(" :work:h|", "h", "h", after: true, role: "FILETAGS")
    check(" work h|", "h", "h", role: "FILETAGS")
    check(" |", "", "", role: "FILETAGS")
    check(":no-tag|:", nil, "")
  }
}
