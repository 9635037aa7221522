import Fields
import Testing

/// What operations do to a field; tests are named by the rows of semantics.md.
@Suite struct EditorOperationsTests {
  private func check(
    _ text: String, gives expected: String, events: [String]? = nil, reason: Reason? = nil,
    policy: EditingPolicy = EditingPolicy(), at location: SourceLocation = #_sourceLocation,
    _ operation: (Editor) -> EditingOutcome
  ) {
    let editor = MarkedField(text, policy: policy).editor
    let outcome = operation(editor)
    #expect(MarkedField.marked(outcome.editor) == expected, sourceLocation: location)
    #expect(outcome.changes.applied(to: editor.value) == outcome.editor.value, sourceLocation: location)
    if let events { #expect(outcome.events.map(\.brief) == events, sourceLocation: location) }
    #expect(outcome.reason == reason, sourceLocation: location)
  }

  private var three: EditingPolicy {
    var policy = EditingPolicy()
    policy.max = 3
    return policy
  }

  @Test func `A4 A5 A38 a duplicate is ignored and the draft stays`() {
    check(
      " Pat <p@x.org>, ~x▮", gives: " Pat <p@x.org>, ~x▮", events: ["didIgnore duplicate P@X.org 0"], reason: .duplicate
    ) {
      $0.adding(["P@X.org"])
    }
    check("", gives: " p@x.org", events: ["didAdd 0 p@x.org", "didIgnore duplicate P@x.org 0"], reason: .duplicate) {
      $0.adding(["p@x.org", "P@x.org"])
    }
  }

  @Test func `A38 what is added goes behind the last token and before the draft`() {
    check(" a, ~x▮", gives: " a, b, ~x▮", events: ["didAdd 1 b"]) { $0.adding(["b"]) }
    check(" a", gives: " a, b", events: ["didAdd 1 b"]) { $0.adding(["b"]) }
    check(" a, ", gives: " a, b") { $0.adding(["b"]) }
    check(" a, c", gives: " a, b, c", events: ["didAdd 1 b"]) { $0.adding(["b"], at: 1) }
    check("", gives: " b") { $0.adding(["b"]) }
    check(" a,\n b", gives: " a,\n b,\n c") { $0.adding(["c"]) }
    check(" a; b", gives: " a; b; c") { $0.adding(["c"]) }
  }

  @Test func `A39 removing what is not there does nothing`() {
    check(" a", gives: " a", events: [], reason: .unknownToken) { $0.removing([3]) }
  }

  @Test func `A15 A40 H4 removing takes one separator and keeps folds`() {
    check(" a, b, c", gives: " a, c", events: ["didRemove 1 b"]) { $0.removing([1]) }
    check(" a, b, ~x▮", gives: " a, ~x▮", events: ["didRemove 1 b"]) { $0.removing([1]) }
    check(" a,\n b,\n c", gives: " a,\n c") { $0.removing([1]) }
    check(" a, b,\n c", gives: " a,\n c") { $0.removing([1]) }
    check(" a,\n b, c", gives: " a,\n c") { $0.removing([1]) }
    check(" a, b, c", gives: " b, c") { $0.removing([0]) }
    check(" a, b, c", gives: " a, b") { $0.removing([2]) }
    check(" a, b, c", gives: " a") { $0.removing([1, 2]) }
    check(" a, b, ", gives: " a, ") { $0.removing([1]) }
    check(" a@x.org b@x.org, c", gives: " b@x.org, c") { $0.removing([0]) }
    check(" a@x.org b@x.org, c", gives: " a@x.org, c") { $0.removing([1]) }
    check(" a, (note), c", gives: " (note), c") { $0.removing([0]) }
    check(" a,, c", gives: " a,", events: ["didRemove 1 c"]) { $0.removing([1]) }
  }

  @Test func `A42 clear is one edit with an event for each`() {
    let outcome = MarkedField(" a, b, c").editor.clearing()
    #expect(outcome.changes.count == 1 && outcome.editor.value == Array(" ".utf8))
    #expect(outcome.events.map(\.brief) == ["didRemove 0 a", "didRemove 0 b", "didRemove 0 c"])
  }

  @Test func `A43 coming in and leaving tell it once`() {
    let inside = MarkedField(" a").editor.entering()
    #expect(inside.events == [.didBeginEditing])
    let left = inside.editor.leaving()
    #expect(left.events == [.didEndEditing] && left.editor.leaving().events.isEmpty)
  }

  @Test func `A52 leaving selects nothing`() {
    check(" ⟪a⟫, ▮", gives: " a, ", events: ["didUnselect", "didEndEditing"]) { $0.leaving() }
  }

  @Test func `A53 G5 a draft that is left stays, is committed or cleared by policy`() {
    check(" ~bo▮", gives: " ~bo", events: ["didEndEditing"]) { $0.leaving() }
    var policy = EditingPolicy()
    policy.onBlur = .commit
    check(" ~bo▮", gives: " bo, ", events: ["didAdd 0 bo", "didChangeText “”", "didEndEditing"], policy: policy) {
      $0.leaving()
    }
    policy.onBlur = .clear
    check(" a, ~bo▮", gives: " a, ", events: ["didChangeText “”", "didEndEditing"], policy: policy) { $0.leaving() }
  }

  @Test func `A34 a draft is set without being committed`() {
    check(" a, ~x▮", gives: " a, ~bo lee▮", events: ["didChangeText “bo lee”"]) { $0.drafting("bo lee") }
    check(" a, ▮", gives: " a, ~bo▮", events: ["didChangeText “bo”"]) { $0.drafting("bo") }
  }

  @Test func `A71 B27 a candidate takes the place of the draft and is never cut`() {
    check(
      " a, ~jo▮", gives: " a, \"Doe, J\" <j@x.org>, ▮",
      events: ["didAccept \"Doe, J\" <j@x.org>", "didAdd 1 \"Doe, J\" <j@x.org>", "didChangeText “”"]
    ) { $0.accepting("\"Doe, J\" <j@x.org>") }
    check(" a, ▮", gives: " a, b, ▮", events: ["didAccept b", "didAdd 1 b"]) { $0.accepting("b") }
    check(" a, ▮c", gives: " a, b, ▮c") { $0.accepting("b") }
    check(" a@x.org, ~jo▮", gives: " a@x.org, ~jo▮", reason: .duplicate) { $0.accepting("A@x.org") }
  }

  @Test func `B2 setting all is one step, and equal tokens are not touched`() {
    check(" a, b, c", gives: " a, x", events: ["didReplace 1 b x", "didRemove 2 c"]) { $0.setting(["a", "x"]) }
    check(" a", gives: " ", events: ["didRemove 0 a"]) { $0.setting([]) }
    check("", gives: " a, b", events: ["didAdd 0 a", "didAdd 1 b"]) { $0.setting(["a, b"]) }
  }

  @Test func `B26 F6 a token is replaced in its place`() {
    check(" a, b, c", gives: " a, x <x@y.org>, c", events: ["didReplace 1 b x <x@y.org>"]) {
      $0.replacing(1, with: "x <x@y.org>")
    }
    check(" a", gives: " a", reason: .unknownToken) { $0.replacing(9, with: "b") }
    check(" a", gives: " a", reason: .syntax) { $0.replacing(0, with: "b, c") }
  }

  @Test func `B28 a full field takes no more`() {
    check(
      " a, b, c", gives: " a, b, c", events: ["didReachLimit 3", "didReject too-many d"], reason: .tooMany,
      policy: three
    ) {
      $0.adding(["d"])
    }
  }

  @Test func `A29 G1 D27 a pasted list becomes tokens`() {
    check(" ▮", gives: " a@x.org, b@x.org▮", events: ["didAdd 0 a@x.org", "didAdd 1 b@x.org"]) {
      $0.pasting("a@x.org, b@x.org")
    }
    check(" ▮", gives: " a@x.org, b@x.org▮") { $0.pasting("a@x.org,,b@x.org,") }
    check(" ▮", gives: " a@x.org, b@x.org▮") { $0.pasting("a@x.org\nb@x.org\t") }
    check(" ▮", gives: " a@x.org, b@x.org▮") { $0.pasting("a@x.org b@x.org") }
    check(" ▮", gives: " ~arn▮", events: ["didChangeText “arn”"]) { $0.pasting("arn") }
    check(" c@x.org, ▮", gives: " c@x.org, \"Ode, J\" <j@x.org>, b@x.org▮", reason: .duplicate) {
      $0.pasting("C@x.org; \"Ode, J\" <j@x.org>\nb@x.org")
    }
  }

  @Test func `G1 a list that is pasted beside what is typed makes nobody else of it`() {
    check(" ~bo@x.org▮", gives: " bo@x.org, c@x.org, \"Z, Z\" <z@x.org>▮") {
      $0.pasting("c@x.org; \"Z, Z\" <z@x.org>")
    }
    check(" a@x.org, ▮~bo@x.org", gives: " a@x.org, c@x.org, d@x.org, ▮bo@x.org") { $0.pasting("c@x.org, d@x.org") }
    check(" a@x.org, ▮~ana", gives: " a@x.org, c@x.org, d@x.org, ▮ana") { $0.pasting("c@x.org, d@x.org") }
    check(" ~foo▮", gives: " foo, c@x.org, d@x.org▮") { $0.pasting("c@x.org, d@x.org") }
    check(" ~foo@x.org▮", gives: " foo@x.org, c@x.org▮") { $0.pasting("c@x.org\n") }
    // Within a word it is the editor's.
    #expect(!MarkedField(" ~f▮oo").editor.pasting("c@x.org, d@x.org").isHandled)
    #expect(!MarkedField(" ~foo▮@y.org").editor.pasting("c@x.org\n").isHandled)
    // What is only a part goes on.
    check(" ~Bo▮", gives: " Bo <b@x.org>, c@x.org, ▮") { $0.pasting(" <b@x.org>, c@x.org") }
    check(" ~bo@x▮", gives: " bo@x.org, c@x.org, ▮") { $0.pasting(".org, c@x.org") }
  }

  @Test func `more than anybody types is the editor's to paste`() {
    let many = String(repeating: "a@x.org, ", count: 20_001)
    #expect(!MarkedField(" ▮").editor.pasting(many).isHandled)
    #expect(!MarkedField(" ▮").editor.pasting(String(repeating: "x", count: 1_048_577)).isHandled)
  }

  @Test func `what is open takes nobody in`() {
    check(" a@x.org (unclosed", gives: " a@x.org (unclosed", events: ["didReject syntax b@x.org"], reason: .syntax) {
      $0.adding(["b@x.org"])
    }
  }

  @Test func `the last one that goes leaves no line of blanks`() {
    check("\n a@x.org", gives: "", events: ["didRemove 0 a@x.org"]) { $0.removing([0]) }
    check(" a@x.org,\n b@x.org", gives: " ") { $0.clearing() }
  }

  @Test func `F4 G1 what cannot be read of a paste stays as the draft`() {
    check(" ▮", gives: " ok@x.org, ~bad▮", events: ["didAdd 0 ok@x.org", "didChangeText “bad”"]) {
      $0.pasting("ok@x.org, bad")
    }
    check(" a@x.org, ▮c@x.org", gives: " a@x.org, ok@x.org, ~bad▮, c@x.org") { $0.pasting("ok@x.org; bad") }
  }

  @Test func `G24 a paste fills the field and the rest stays as text`() {
    check(" a@x.org, b@x.org, ▮", gives: " a@x.org, b@x.org, c@x.org, ~d@x.org▮", reason: .tooMany, policy: three) {
      $0.pasting("c@x.org, d@x.org")
    }
  }

  @Test func `G13 F10 what is copied can be pasted as the same tokens`() {
    let editor = MarkedField(" \"Doe, J\" <j@x.org>,\n b@x.org, c@x.org").editor
    let copy = editor.copying([0, 1])
    #expect(copy.copied?.text == "\"Doe, J\" <j@x.org>, b@x.org")
    check(" ▮", gives: " \"Doe, J\" <j@x.org>, b@x.org▮") { $0.pasting(copy.copied?.text ?? "") }
    check(" a, b", gives: " b", events: ["didRemove 0 a"]) { $0.cutting([0]) }
    var policy = EditingPolicy()
    policy.isReadOnly = true
    let cut = MarkedField(" a, b", policy: policy).editor.cutting([0])
    #expect(cut.copied?.text == "a" && cut.reason == .disabled && cut.changes.isEmpty)
  }

  @Test func `F11 G14 a token moves within its field, separators stay`() {
    check(" a,\n b, c", gives: " b,\n c, a") { $0.moving(0, to: 2) }
    check(" a, b", gives: " a, b", events: []) { $0.moving(1, to: 1) }
  }

  @Test func `G41 sort and unique keep what is first`() {
    check(" c,\n A, b", gives: " A,\n b, c") { $0.sorting() }
    check(" a@x.org, b@x.org, A@X.org", gives: " a@x.org, b@x.org", events: ["didRemove 2 A@X.org"]) { $0.uniting() }
  }

  @Test func `G31 a group is one token, and its members take its place`() {
    check(
      " b@x.org, Team: a@x.org, B@x.org, c@x.org;, d", gives: " b@x.org, a@x.org, c@x.org, d",
      events: [
        "didRemove 1 Team: a@x.org, B@x.org, c@x.org;", "didAdd 1 a@x.org", "didIgnore duplicate B@x.org 0",
        "didAdd 2 c@x.org",
      ]
    ) { $0.expanding(1) }
    check(" team", gives: " a@x.org, b@x.org") { $0.expanding(0, members: ["a@x.org", "b@x.org"]) }
    check(" Team: a, b;, ▮", gives: " ⟪Team: a, b;⟫, ▮") { $0.pressing(KeyPress(.backspace)) }
  }

  @Test func `G15 every edit can be undone byte for byte`() {
    let editor = MarkedField(" a,\n b , c").editor
    for outcome in [editor.removing([1]), editor.sorting(), editor.adding(["x"]), editor.moving(0, to: 2)] {
      #expect(outcome.changes.inverse(in: editor.value).applied(to: outcome.editor.value) == editor.value)
    }
  }

  @Test func `G29 nothing changes a field that cannot be changed`() {
    var policy = EditingPolicy()
    policy.isReadOnly = true
    let editor = MarkedField(" b, Team: a;, ~x▮", policy: policy).editor
    for outcome in [
      editor.adding(["n"]), editor.removing([0]), editor.replacing(0, with: "n"), editor.clearing(), editor.sorting(),
      editor.moving(0, to: 1), editor.setting(["n"]), editor.pasting("n, m"), editor.accepting("n"),
      editor.committing(),
      editor.expanding(1), editor.drafting("n"), editor.editing(0), editor.cutting([0]),
    ] { #expect(outcome.reason == .disabled && outcome.changes.isEmpty) }
  }

  @Test func `A2 A74 events tell the tokens from state to state`() {
    let editor = MarkedField(" a, b, ~x▮").editor
    var list: [TokenText]? = editor.tokens.map(editor.words)
    let outcome = editor.committing()
    for event in outcome.events { list = list?.after(event) }
    #expect(list == outcome.editor.tokens.map(outcome.editor.words))
  }
}
