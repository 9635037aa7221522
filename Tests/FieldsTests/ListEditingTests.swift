import Fields
import Testing

/// Lists of every syntax are edited as units, in the style in which they are written.
@Suite struct ListEditingTests {
  /// Does something to a list that is written with marks, and compares what is there then, with marks too.
  private func check(
    _ grammar: Grammar, _ text: String, _ expected: String, field: String? = nil, role: String? = nil,
    flavor: Flavor = .generic, reason: Reason? = nil, at location: SourceLocation = #_sourceLocation,
    _ operation: (Editor) -> EditingOutcome
  ) {
    var options = ReadingOptions(field: field)
    (options.surroundings.role, options.surroundings.flavor) = (role, flavor)
    let editor = MarkedField(text, grammar, options).editor
    let outcome = operation(editor)
    #expect(MarkedField.marked(outcome.editor) == expected, sourceLocation: location)
    #expect(outcome.reason == reason, sourceLocation: location)
    let after = outcome.changes.applied(to: editor.value)
    #expect(after == outcome.editor.value, sourceLocation: location)
    #expect(outcome.changes.inverse(in: editor.value).applied(to: after) == editor.value, sourceLocation: location)
    if reason != nil { #expect(outcome.changes.isEmpty, sourceLocation: location) }
  }

  private func adding(_ texts: String..., at index: Int? = nil) -> (Editor) -> EditingOutcome {
    { $0.adding(texts, at: index) }
  }

  private func removing(_ indices: Int...) -> (Editor) -> EditingOutcome {
    { $0.removing(indices) }
  }

  @Test func `beside a macro of BibTeX no separator stays without a name, and none goes that parts two`() {
    let rows: [(text: String, index: Int, left: String)] = [
      (#" name # " and B C""#, 0, #" name # """#), (#" "A B and " # name"#, 0, #" "" # name"#),
      (#" name # " and B C and D E""#, 0, #" name # " and D E""#),
      (#" name # " and B C and D E""#, 1, #" name # " and B C""#),
      (#" "A B and C D and " # name"#, 1, #" "A B and " # name"#),
      (#" a # " and B C and " # b"#, 0, #" a # " and " # b"#),
      (#" a # " and B C" # " and " # b"#, 0, #" a # "" # " and " # b"#),
      (#" "A B and " # name # " and C D""#, 0, #" "" # name # " and C D""#),
      (#" "A B and " # name # " and C D""#, 1, #" "A B and " # name # """#),
    ]
    for row in rows { check(.bibPersons, row.text, row.left, removing(row.index)) }
    check(.bibPersons, #" name # " and B C and D E""#, #" name # """#, removing(0, 1))
    check(.bibKeywords, #" name # ", b""#, #" name # """#, removing(0))
    check(.bibKeywords, #" a # ", x, " # b"#, #" a # ", " # b"#, removing(0))
  }

  @Test func `a name in braces is sorted by what is shown`() {
    check(.bibPersons, " {Zed, A and {Corp, Inc} and Abel, B}", " {Abel, B and {Corp, Inc} and Zed, A}") {
      $0.sorting()
    }
  }

  @Test func `G47 words are quoted in YAML exactly when they need it`() {
    let words = [
      ("no", "'no'"), ("*a", "'*a'"), ("2024", "'2024'"), ("c#: intro", "'c#: intro'"), ("#x", "'#x'"),
      ("@home", "'@home'"),
      ("a, b", "'a, b'"), ("c#", "c#"), ("deep blue", "deep blue"), ("ns:x", "ns:x"), ("'b'", "'b'"),
      ("\"b\"", "\"b\""),
      ("- x", "'- x'"), ("it's", "it's"), ("[x]", "'[x]'"), ("null", "'null'"), ("2024-05-01", "'2024-05-01'"),
    ]
    for (word, written) in words { check(.yamlTags, " [a]", " [a, \(written)]", adding(word)) }
    // Letters that are line ends or blanks to some reader, and what PyYAML ends a text at in brackets.
    for (word, written) in [
      ("why?", "'why?'"), ("a?b", "'a?b'"), ("a\u{2028}b", "\"a\\u2028b\""), ("a\u{2029}b", "\"a\\u2029b\""),
      ("a\u{85}b", "\"a\\u0085b\""), ("a\tb", "\"a\\tb\""),
    ] {
      check(.yamlTags, " [a]", " [a, \(written)]", adding(word))
    }
    check(.yamlTags, "\n- a\n", "\n- a\n- why?\n", adding("why?"))
    check(.yamlTags, "\n- a\n", "\n- a\n- \"a\\u2028b\"\n", adding("a\u{2028}b"))
    check(.yamlTags, "\n  - a", "\n  - a\n  - 'no'", adding("no"))
    check(.yamlTags, "\n  - a", "\n  - a\n  - b, c", adding("b, c"))
    check(.yamlTags, "\n  - a", "\n  - a\n  - '#x'", adding("#x"))
    check(.yamlTags, "\n  - a", "\n  - a\n  - 'b: c'", adding("b: c"))
    // For programs that drop the sign it is no part of the tag.
    check(.yamlTags, " [a]", " [a, x]", flavor: .obsidian, adding("#x"))
    check(.yamlTags, " [a]", " [a, x]", flavor: .zk, adding("#x"))
  }

  @Test func `G48 a list in brackets keeps its style`() {
    check(.yamlTags, " [a, b]", " [a, b, c]", adding("c"))
    check(.yamlTags, " [a,b]", " [a,b,c]", adding("c"))
    check(.yamlTags, " [a, b,]", " [a, b, c,]", adding("c"))
    check(.yamlTags, " []", " [c]", adding("c"))
    check(.yamlTags, " [a, b] # why", " [a, x, b] # why", adding("x", at: 1))
    check(.yamlTags, " [a]", " [x, a]", adding("x", at: 0))
    check(
      .yamlTags, "\n  [\n    a, # one\n    b # two\n  ]", "\n  [\n    a, # one\n    b, # two\n    c\n  ]", adding("c"))
    check(.yamlTags, " [\r\n  a,\r\n  b,\r\n]", " [\r\n  a,\r\n  b,\r\n  c,\r\n]", adding("c"))
    check(.yamlTags, " [\"a\", \"b\"]", " [\"a\", \"b\", \"c\"]", adding("c"))
    check(.yamlTags, " ['a', 'b']", " ['a', 'b', 'it''s']", adding("it's"))
    check(.yamlTags, " [&x a, *x]", " [&x a, *x, c]", adding("c"))
    check(.yamlTags, " [a, b, c]", " [a, c]", removing(1))
    check(.yamlTags, " [a]", " []", removing(0))
    check(.yamlTags, " [\n  a, # one\n  b, # two\n  c\n]", " [\n  a, # one\n  # two\n  c\n]", removing(1))
    check(.yamlTags, " [a, # one\n b]", " [a # one\n ]", removing(1))
    check(.yamlTags, " [\n  a,\n  b,\n]", " [\n  a,\n]", removing(1))
    check(.yamlTags, " [a, b, c]", " []") { $0.clearing() }
    check(.yamlTags, " [\"b\", a]", " [a, \"b\"]") { $0.sorting() }
    check(.yamlTags, " [a, b, 'a']", " [a, b]") { $0.uniting() }
    check(.yamlTags, " [a, b]", " [x, b]") { $0.replacing(0, with: "x") }
    check(.yamlTags, " [a, b]", " ['no', b]") { $0.replacing(0, with: "no") }
    check(.yamlTags, " [a, b]", " [a, x, z]") { $0.setting(["a", "x", "z"]) }
    check(.yamlTags, " [a, b]", " [x]") { $0.setting(["x"]) }
    check(.yamlTags, " [a, b, c]", " [b, c, a]") { $0.moving(0, to: 2) }
  }

  @Test func `G48 a list of lines keeps its dashes`() {
    check(.yamlTags, "\n  - a\n  - b", "\n  - a\n  - b\n  - c", adding("c"))
    check(.yamlTags, "\n-   a\n-   b", "\n-   x\n-   a\n-   b", adding("x", at: 0))
    check(.yamlTags, "\r\n  - a\r\n  - b", "\r\n  - a\r\n  - x\r\n  - b", adding("x", at: 1))
    check(.yamlTags, "\n  - a # one\n  # all\n  - b", "\n  - a # one\n  - x\n  # all\n  - b", adding("x", at: 1))
    check(.yamlTags, "\n  - a\n  - b\n  - c", "\n  - a\n  - c", removing(1))
    check(.yamlTags, "\n  - a\n  - b", "\n  - b", removing(0))
    check(.yamlTags, "\r\n  - a\r\n  - b", "\r\n  - a", removing(1))
    check(.yamlTags, "\n  - a # one\n  - b", "\n  # one\n  - b", removing(0))
    check(.yamlTags, "\n  - a", " []", removing(0))
    check(.yamlTags, " # mine\n  - a\n  - b", " [] # mine") { $0.clearing() }
    check(.yamlTags, "\n  - b\n  - a", "\n  - a\n  - b") { $0.sorting() }
    check(.yamlTags, "\n  - 'a'\n  - 'b'", "\n  - 'a'\n  - 'b'\n  - 'c'", adding("c"))
    check(.yamlTags, "\n  - &x a\n  - *x", "\n  - &x a\n  - *x", reason: .syntax, removing(0))
    check(.yamlTags, "\n  - &x a\n  - *x", "\n  - &x a\n  - *x", reason: .syntax) { $0.moving(0, to: 1) }
  }

  @Test func `a comment on the line of an entry is sorted with it, and with others nothing is sorted`() {
    func check(_ grammar: Grammar, _ text: String, _ expected: String? = nil) {
      let outcome = MarkedField(text, grammar).editor.sorting()
      #expect(String(decoding: outcome.editor.value, as: UTF8.self) == expected ?? text)
      #expect(outcome.reason == (expected == nil ? .notAllowed : nil), "\(text)")
      #expect(expected != nil || outcome.announcement == "Not sorted: comments stand between the entries", "\(text)")
    }
    check(.yamlTags, "\n  - b # one\n  - a", "\n  - a\n  - b # one")
    check(.yamlTags, " # all\n  - b  # one\n  - c\n  - a # two", " # all\n  - a # two\n  - b  # one\n  - c")
    check(.yamlTags, "\r\n  - b # one\r\n  - a\r\n", "\r\n  - a\r\n  - b # one\r\n")
    check(.yamlTags, "\n  - b # one\n  # two\n  - a")
    check(.yamlTags, "\n  # two\n  - b\n  - a")
    check(.yamlTags, "\n  # two\n  - a\n  - b", "\n  # two\n  - a\n  - b")
    check(.yamlTags, " [b, # one\n  a]")
    check(.yamlTags, " [b, a] # all", " [a, b] # all")
    check(.tomlTags, " [\"b\", # q\n \"a\"]")
    check(.latexKeywords, "{b, % one\n a}")
    check(.latexKeywords, "{%\n b, a}", "{%\n a, b}")
  }

  @Test func `a text of YAML becomes a list only where it is one tag`() {
    check(.yamlTags, " a", " [a, b]", adding("b"))
    check(.yamlTags, " a # why", " [b, a] # why", adding("b", at: 0))
    check(.yamlTags, " \"a, b\"", " [\"a, b\", \"c\"]", adding("c"))
    check(.yamlTags, " a, b", " a, b", reason: .syntax, adding("c"))
    check(.yamlTags, " a", " []", removing(0))
    check(.yamlTags, "", " [a]", adding("a"))
    check(.yamlTags, " ", " [a, b]", adding("a", "b"))
    check(.yamlTags, " # why", " [a] # why", adding("a"))
    check(.yamlTags, " {a: b}", " {a: b}", reason: .syntax, adding("c"))
    check(.yamlTags, " *x", " *x", reason: .syntax, adding("c"))
    check(.yamlTags, " a b", " a b c", field: "tags", flavor: .jekyll, adding("c"))
    check(.yamlTags, " a b", " b", field: "tags", flavor: .jekyll, removing(0))
    check(.yamlTags, " \"a b\"", " \"a b c\"", flavor: .zk, adding("c"))
    check(.yamlTags, " a b", " a b", flavor: .zk, reason: .syntax, adding("deep blue"))
    check(.yamlTags, " no b", " no b", flavor: .zk, reason: .syntax, removing(1))
    check(.yamlTags, "", " [a]", field: "tags", flavor: .jekyll, adding("a"))
  }

  @Test func `G48 arrays of TOML and JSON keep lines, quotes, commas and comments`() {
    check(.tomlTags, " [\"a\"]", " [\"a\", \"b\"]", adding("b"))
    check(.tomlTags, " ['a', 'b']", " ['a', 'b', 'c']", adding("c"))
    check(.tomlTags, " ['a']", " ['a', \"it's\"]", adding("it's"))
    check(
      .tomlTags, " [\n  \"a\", # one\n  \"b\", # two\n]", " [\n  \"a\", # one\n  \"b\", # two\n  \"c\",\n]", adding("c")
    )
    check(.tomlTags, " [\n  \"a\", # one\n  \"b\" # two\n]", " [\n  \"a\" # one\n  # two\n]", removing(1))
    check(.tomlTags, " \"a\"", " [\"a\", \"b\"]", adding("b"))
    check(.tomlTags, " 1", " 1", reason: .syntax, adding("b"))
    check(.tomlTags, "", " [\"b\"]", adding("b"))
    check(.tomlTags, " [ \"b\", \"a\" ]", " [ \"a\", \"b\" ]") { $0.sorting() }
    check(.jsonTags, " [\"a\"]", " [\"a\", \"say \\\"b\\\"\"]", adding("say \"b\""))
    check(.jsonTags, " [\n    \"a\",\n    \"b\"\n  ]", " [\n    \"a\",\n    \"b\",\n    \"c\"\n  ]", adding("c"))
    check(.jsonTags, " [\n    \"a\",\n    \"b\"\n  ]", " [\n    \"a\"\n  ]", removing(1))
    check(.jsonTags, " [\n    \"a\"\n  ]", " [\n    \"a\",\n    \"b\"\n  ]", adding("b"))
    check(.jsonTags, " [\"a\", \"b\"]", " [\"b\"]", removing(0))
    check(.jsonTags, " []", " [\"a\", \"b\"]", adding("a", "b"))
    check(.jsonTags, " null", " null", reason: .syntax, adding("b"))
  }

  @Test func `G47 tags of Org stand between colons and hold no blank`() {
    check(.orgTags, ":a:b:", ":a:b:c:", adding("c"))
    check(.orgTags, ":a:b:", ":x:a:b:", adding("x", at: 0))
    check(.orgTags, ":a:b:c:", ":a:c:", removing(1))
    check(.orgTags, ":a:b:", "", removing(0, 1))
    check(.orgTags, ":a:", ":a:", reason: .syntax, adding("two words"))
    check(.orgTags, ":a:", ":a:", reason: .syntax, adding("work-in-progress"))
    check(.orgTags, ":b:a:", ":a:b:") { $0.sorting() }
    check(.orgTags, " :a:b:", " :a:b:c:", role: "FILETAGS", adding("c"))
    check(.orgTags, " a b", " a b c", role: "FILETAGS", adding("c"))
    check(.orgTags, " :a: :b:", " :a:", role: "FILETAGS", removing(1))
    check(.orgTags, "", " :c:", role: "FILETAGS", adding("c"))
    check(.orgTags, " { a b } c", " { a b } c d", role: "TAGS", adding("d"))
  }

  @Test func `G48 lists of mail headers keep their separators`() {
    check(.newsgroups, " a.b,c.d", " a.b,c.d,e.f", adding("e.f"))
    check(.newsgroups, " a.b, c.d", " a.b, c.d, e.f", adding("e.f"))
    check(.newsgroups, " a.b", " a.b", reason: .syntax, adding("zoë"))
    check(.keywords, " a, b", " a, b, \"c, d\"", adding("c, d"))
    check(.keywords, " a, b", " b", removing(0))
    check(.messageIDs, " <a@x>\n <b@x>", " <a@x>\n <b@x>\n <c@x>", adding("c@x"))
    check(.messageIDs, " <a@x><b@x>", " <a@x> <c@x><b@x>", adding("<c@x>", at: 1))
    check(.messageIDs, " <a@x> <b@x>", " <b@x>", removing(0))
  }

  @Test func `people of trailers and packages keep the form of their files`() {
    let tag = "Signed-off-by"
    check(.trailers, " Bo <b@x>", " Bo <b@x>", field: tag, reason: .tooMany, adding("Cy <c@x.org>"))
    check(.trailers, "", " K. Reyes <k@x.org>", field: tag, adding("K. Reyes <k@x.org>"))
    check(.trailers, " Bo <b@x.org>", " Cy <c@x.org>", field: tag) { $0.replacing(0, with: "Cy <c@x.org>") }
    check(.trailers, " Bo <b@x.org>", " Bo <b@x.org>, c@x.org", field: "Cc", adding("c@x.org"))
    check(.trailers, " b@x.org, c@x.org", " c@x.org", field: "Cc", removing(0))
    check(
      .maintainers, " Vela, Jr. <v@x.org>,\n Bo <b@x.org>,", " Vela, Jr. <v@x.org>,\n Bo <b@x.org>,\n Cy <c@x.org>,",
      field: "Uploaders", adding("Cy <c@x.org>"))
    check(
      .maintainers, " A <a@x.org>,\n Vela, Jr. <v@x.org>", " A <a@x.org>", field: "Uploaders", removing(1))
    check(.owners, " @ines @bo # all", " @ines @bo @cy # all", adding("cy"))
    check(.owners, " @ines @bo # all", " @bo # all", removing(0))
    check(.owners, " @ines, @bo", " @bo", removing(0))
    check(.owners, "", " @example-org/core", adding("@example-org/core"))
  }

  @Test func `G48 bibliographies and papers keep their separators and braces`() {
    check(.bibKeywords, " {a, b}", " {a, b, R\\&D}", adding("R&D"))
    check(.bibKeywords, " {a; b}", " {a; b; c}", adding("c"))
    check(.bibKeywords, " \"a, b\"", " \"a, b, {c, d}\"", adding("c, d"))
    check(.bibKeywords, " {a,\n  b}", " {a,\n  b,\n  c}", adding("c"))
    check(.bibKeywords, " {{a, b}, c}", " {c}", removing(0))
    check(.bibKeywords, " {}", " {a}", adding("a"))
    check(.bibKeywords, " {a}", " {a}", reason: .syntax, adding("a{b"))
    check(.bibKeywords, " macro", " macro", reason: .syntax, adding("b"))
    check(.latexKeywords, "{a \\and b}", "{a \\and b \\and c}", adding("c"))
    check(.latexKeywords, "{a \\and b}", "{b}", removing(0))
    check(.latexKeywords, "{a, b}", "{a, b, c \\& d}", adding("c & d"))
    check(.latexKeywords, "\na \\sep b\n", "\na \\sep b \\sep c\n", role: "environment", adding("c"))
    check(.latexKeywords, "\na, b.\n", "\na, b, c.\n", role: "environment", adding("c"))
    check(.latexKeywords, "\na, b.\n", "\na.\n", role: "environment", removing(1))
    check(.latexKeywords, "\n", "\nc\n", role: "environment", adding("c"))
  }

  @Test func `properties of Logseq keep how pages are written`() {
    check(.logseqTags, " [[a b]], #c", " [[a b]], #c, d", adding("d"))
    check(.logseqTags, " [[a b]], [[c]]", " [[a b]], [[c]], [[d]]", adding("d"))
    check(.logseqTags, " #a, #b", " #a, #b, #[[c d]]", adding("c d"))
    check(.logseqTags, " a", " a, [[c, d]]", adding("c, d"))
    check(.logseqTags, " [[a]], b", " b", removing(0))
  }

  @Test func `tags of running text stand by themselves`() {
    check(.inlineTags, "see ▮that", "see #note ▮that", adding("note"))
    check(.inlineTags, "see #a that", "see that", removing(0))
    check(.inlineTags, "(#a) #b, c", "(#a), c", removing(1))
    check(.inlineTags, "#a b\n", "b\n", removing(0))
    check(.inlineTags, "see #a", "see #b") { $0.replacing(0, with: "b") }
    check(.inlineTags, "see @a", "see @bo") { $0.replacing(0, with: "@bo") }
    check(.inlineTags, "see #a", "see #a", reason: .syntax) { $0.replacing(0, with: "2024") }
    check(.inlineTags, "#b #a", "#b #a", reason: .notAllowed) { $0.sorting() }
    // The same tag twice is no duplicate in a text.
    check(.inlineTags, "a #x b", "a #x #x b", adding("x"))
    check(.inlineTags, "a\n", "a #x\n", adding("x"))
    check(.inlineTags, "#a▮", "#a▮") { $0.pressing(KeyPress(.backspace)) }
  }

  @Test func `A80 a limit, clearing and drafts hold in every syntax`() {
    var policy = EditingPolicy(for: .yamlTags)
    policy.max = 2
    let full = MarkedField(" [a, b]", .yamlTags, policy: policy).editor.adding(["c"])
    #expect(full.reason == .tooMany && full.changes.isEmpty)
    check(.tomlTags, " [\"a\", \"b\"]", " []") { $0.clearing() }
    check(.orgTags, ":a:b:", "") { $0.clearing() }
    check(.owners, " @a @b", " ") { $0.clearing() }
    check(.yamlTags, " [a, ▮]", " [a, ~b▮]") { $0.drafting("b") }
    check(.yamlTags, " [a, ~b▮]", " [a, ~c▮]") { $0.drafting("c") }
  }
}
