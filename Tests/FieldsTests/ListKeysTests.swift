import Fields
import Testing

/// What keys and the clipboard do in lists that are no addresses (semantics.md section J).
@Suite struct ListKeysTests {
  private func check(
    _ grammar: Grammar, _ text: String, _ expected: String, isHandled: Bool = true, field: String? = nil,
    flavor: Flavor = .generic, separators: [String]? = nil, events: [String]? = nil,
    at location: SourceLocation = #_sourceLocation,
    _ operation: (Editor) -> EditingOutcome
  ) {
    var options = ReadingOptions(field: field)
    options.surroundings.flavor = flavor
    var policy = EditingPolicy(for: grammar)
    if let separators { (policy.separators, policy.commitsAtBlank) = (separators, separators.contains(" ")) }
    let editor = MarkedField(text, grammar, options, policy: separators == nil ? nil : policy).editor
    let outcome = operation(editor)
    #expect(MarkedField.marked(outcome.editor) == expected, sourceLocation: location)
    #expect(outcome.isHandled == isHandled, sourceLocation: location)
    #expect(outcome.changes.applied(to: editor.value) == outcome.editor.value, sourceLocation: location)
    if let events { #expect(outcome.events.map(\.brief) == events, sourceLocation: location) }
  }

  private func press(_ key: Key) -> (Editor) -> EditingOutcome { { $0.pressing(KeyPress(key)) } }

  @Test func `A28 the separators of the host commit and are written`() {
    check(.yamlTags, " [a, ~b▮]", " [a, b, ▮]", events: ["didAdd 1 b", "didChangeText “”"], press(.text(",")))
    check(.yamlTags, " [~no▮]", " ['no', ▮]", press(.text(",")))
    check(.yamlTags, "\n  - ~a▮", "\n  - ~a▮", isHandled: false, press(.text(",")))
    check(.yamlTags, " a ~b▮", " a b ▮", flavor: .zk, press(.text(" ")))
    check(.orgTags, ":a:~b▮:", ":a:b:▮", press(.text(":")))
    check(.owners, " @a ~@b▮", " @a @b ▮", press(.text(" ")))
    check(.bibKeywords, " {a; ~b▮}", " {a; b; ▮}", press(.text(",")))
    check(.latexKeywords, "{a \\sep ~b▮}", "{a \\sep b \\sep ▮}", press(.text(",")))
    check(.tomlTags, " [\"a\", ~\"b▮]", " [\"a\", ~\"b▮]", isHandled: false, press(.text(",")))
    check(.maintainers, " ~Vela▮", " ~Vela▮", isHandled: false, field: "Uploaders", press(.text(",")))
    check(.trailers, " Ana <a@x.org>, ~c@x.org▮", " Ana <a@x.org>, c@x.org, ▮", field: "Cc", press(.text(",")))
    check(.inlineTags, "~#a▮", "~#a▮", isHandled: false, press(.text(" ")))
    check(.yamlTags, " [~ab▮cd]", " [ab, ▮~cd]", press(.text(",")))
  }

  @Test func `B18 a blank commits a tag where it is set to, but not within quotes`() {
    let blank = [" ", ","]
    check(
      .yamlTags, " [~foo▮]", " [foo, ▮]", separators: blank, events: ["didAdd 0 foo", "didChangeText “”"],
      press(.text(" ")))
    check(.yamlTags, " [a, ~foo▮]", " [a, foo, ▮]", separators: blank, press(.text(" ")))
    check(.yamlTags, " [~\"foo▮\"]", " [~\"foo▮\"]", isHandled: false, separators: blank, press(.text(" ")))
    check(.tomlTags, " [~\"foo\"▮]", " [\"foo\", ▮]", separators: blank, press(.text(" ")))
    check(.bibKeywords, " {~foo▮}", " {foo, ▮}", separators: blank, press(.text(" ")))
    check(.yamlTags, " [~foo▮]", " [~foo▮]", isHandled: false, press(.text(" ")))
  }

  @Test func `A12 Enter commits, and begins a line in a list of lines`() {
    check(
      .yamlTags, " [a, ~no▮]", " [a, 'no'▮]", events: ["didAdd 1 'no'", "didChangeText “”", "didReturn"], press(.enter))
    check(.yamlTags, " [a▮]", " [a▮]", isHandled: false, press(.enter))
    check(.yamlTags, "\n  - a\n  - ~b▮", "\n  - a\n  - b\n  - ▮", press(.enter))
    check(.yamlTags, "\r\n- a▮\r\n- b", "\r\n- a\r\n- ▮\r\n- b", press(.enter))
    check(.yamlTags, "\n  - ~2024▮", "\n  - '2024'\n  - ▮", press(.enter))
    check(.jsonTags, " [\"a\", ~b▮]", " [\"a\", \"b\"▮]", press(.enter))
    check(.trailers, " ~Bo <b@x.org>▮", " ~Bo <b@x.org>▮", isHandled: false, field: "Reviewed-by", press(.enter))
    check(.inlineTags, "~#a▮", "~#a▮", isHandled: false, press(.enter))
  }

  @Test func `A45 Backspace selects a token of any list and then removes it`() {
    check(.yamlTags, " [a, b▮]", " [a, ⟪b⟫▮]", press(.backspace))
    check(.yamlTags, " [a, ⟪b⟫▮]", " [a▮]", press(.backspace))
    check(.yamlTags, "\n  - a\n  - ⟪b⟫▮", "\n  - a▮", press(.backspace))
    check(.orgTags, ":a:⟪b⟫▮:", ":a:▮", press(.backspace))
    check(.owners, " @a ⟪@b⟫▮", " @a▮", press(.backspace))
    check(.tomlTags, " [▮\"a\", \"b\"]", " [▮⟪\"a\"⟫, \"b\"]", press(.delete))
  }

  @Test func `behind the bracket of a list keys are the editor's`() {
    check(.yamlTags, " [a, b]▮", " [a, b]▮", isHandled: false, press(.backspace))
    check(.yamlTags, " [a, b]▮", " [a, b]▮", isHandled: false, press(.text(",")))
    check(.yamlTags, " ▮[a, b]", " ▮[a, b]", isHandled: false, press(.delete))
    check(.bibKeywords, " {a, b}▮,", " {a, b}▮,", isHandled: false, press(.backspace))
  }

  @Test func `G1 what is pasted is cut and written in the syntax of the list`() {
    check(.yamlTags, " [a, ▮]", " [a, b, 'no'▮]") { $0.pasting("b, no") }
    check(.yamlTags, "\n  - ▮", "\n  - b\n  - 'c, d'▮") { $0.pasting("- b\n- 'c, d'") }
    check(.jsonTags, " [▮]", " [\"a\", \"b\"▮]") { $0.pasting("a\nb") }
    check(.orgTags, ":a▮:", ":a:b:c:▮") { $0.pasting("b, c") }
    check(.owners, " @a ▮", " @a @b @c▮") { $0.pasting("@b @c") }
    check(.yamlTags, " [a, ▮]", " [a, ~b▮]") { $0.pasting("b") }
    check(.inlineTags, "a ▮", "a ▮", isHandled: false) { $0.pasting("#b, #c") }
  }

  @Test func `F10 what is copied in one syntax is pasted as the same tags in another`() {
    let lines = Editor(Array("\n  - a, b\n  - 'no'\n  - c".utf8), .yamlTags)
    let copied = lines.copying([0, 1, 2]).copied?.text
    #expect(copied == "'a, b', 'no', c")
    let flow = Editor(Array(" []".utf8), .yamlTags, caret: 2).pasting(copied ?? "").editor
    #expect(flow.tokens.map { flow.words($0).value } == ["a, b", "no", "c"])
  }

  @Test func `G14 a token that is moved is spelled in the syntax of its new field`() {
    let yaml = Editor(Array("\n  - a, b\n  - 'no'\n  - K".utf8), .yamlTags)
    func carried(_ index: Int, _ text: String, _ grammar: Grammar) -> String? {
      Editor(Array(text.utf8), grammar).carried(yaml.tokens[index], from: yaml)
    }
    #expect(carried(0, " []", .yamlTags) == "'a, b'")
    #expect(carried(0, "\n- x", .yamlTags) == "a, b")
    #expect(carried(1, " [\"x\"]", .tomlTags) == "\"no\"")
    #expect(carried(0, " {x}", .bibKeywords) == "{a, b}")
    #expect(carried(0, ":x:", .orgTags) == nil)
    let person = Editor(Array(" K. Reyes <k@x.org>".utf8), .trailers, ReadingOptions(field: "Reviewed-by"))
    let to = Editor(Array(" ".utf8), .addressList)
    #expect(to.carried(person.tokens[0], from: person) == "\"K. Reyes\" <k@x.org>")
    let group = Editor(Array(" T: a@x.org;".utf8), .addressList)
    #expect(yaml.carried(group.tokens[0], from: group) == nil)
  }

  @Test func `groups are opened in lists of addresses only`() {
    check(.orgTags, ":a:", ":a:") { $0.expanding(0) }
    #expect(Editor(Array(":a:".utf8), .orgTags).expanding(0).reason == .notAllowed)
  }

  @Test func `B26 a candidate is written where one types`() {
    check(.yamlTags, " [a, ~n▮]", " [a, 'no'▮]") { $0.accepting("no") }
    check(.yamlTags, "\n  - a\n  - ▮\n  - c", "\n  - a\n  - 'a: b'▮\n  - c") { $0.accepting("a: b") }
    check(.orgTags, ":a:~b▮:", ":a:bc:▮") { $0.accepting("bc") }
    check(.owners, " @a ~@b▮", " @a @bo▮") { $0.accepting("@bo") }
  }
}
