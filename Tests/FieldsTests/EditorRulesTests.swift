import Fields
import Testing

/// What the rules and policies of a field do to what is committed, added, pasted and accepted.
@Suite struct EditorRulesTests {
  private func check(
    _ text: String, gives expected: String, events: [String]? = nil, reason: Reason? = nil, _ policy: EditingPolicy,
    at location: SourceLocation = #_sourceLocation, _ operation: (Editor) -> EditingOutcome
  ) {
    let editor = MarkedField(text, policy: policy).editor
    let outcome = operation(editor)
    #expect(MarkedField.marked(outcome.editor) == expected, sourceLocation: location)
    #expect(outcome.changes.applied(to: editor.value) == outcome.editor.value, sourceLocation: location)
    if let events { #expect(outcome.events.map(\.brief) == events, sourceLocation: location) }
    #expect(outcome.reason == reason, sourceLocation: location)
    var list: [TokenText]? = editor.tokens.map(editor.words)
    for event in outcome.events { list = list?.after(event) }
    #expect(list?.map(\.raw) == outcome.editor.tokens.map { outcome.editor.words($0).raw }, sourceLocation: location)
  }

  private func policy(
    _ rules: String = "", transform: String = "", _ change: (inout EditingPolicy) -> Void = { _ in }
  ) -> EditingPolicy {
    var policy = EditingPolicy()
    var problems: [String] = []
    policy.validation = Validation(RuleStep.steps(of: rules, problems: &problems), problems: &problems)
    policy.transform = Transform(RuleStep.steps(of: transform, problems: &problems), problems: &problems)
    change(&policy)
    #expect(problems == [])
    return policy
  }

  private func enter(_ editor: Editor) -> EditingOutcome { editor.pressing(KeyPress(.enter)) }

  @Test func `B11 B19 G38 what is invalid is not added, and why is said`() {
    let strict = policy("email") { $0.keepsInvalid = false }
    check(" a@x.org, ~bo▮", gives: " a@x.org, ~bo▮", events: ["didReject syntax bo"], reason: .syntax, strict, enter)
    check(" a@x.org, ~bo@x.org▮", gives: " a@x.org, bo@x.org, ▮", strict, enter)
    check(" a@x.org", gives: " a@x.org", events: ["didReject syntax bo"], reason: .syntax, strict) { $0.adding(["bo"]) }
    check(" a@x.org", gives: " a@x.org", events: ["didReject syntax bo"], reason: .syntax, strict) {
      $0.replacing(0, with: "bo")
    }
    check(" a@x.org", gives: " a@x.org", events: ["didReject syntax bo"], reason: .syntax, strict) {
      $0.setting(["c@x.org", "bo"])
    }
    check(" a@x.org, ~b▮", gives: " a@x.org, ~b▮", events: ["didReject syntax bo"], reason: .syntax, strict) {
      $0.accepting("bo")
    }
  }

  @Test func `B24 what is invalid in form is kept, what the field does not want is not`() {
    check(" ~bo▮", gives: " bo, ▮", policy("email"), enter)
    check(" ~bo▮", gives: " bo, ▮", policy("minLength(5)"), enter)
    check(" ~bo▮", gives: " ~bo▮", reason: .blacklisted, policy("noneOf(bo)"), enter)
    check(" ~bo▮", gives: " ~bo▮", reason: .notAllowed, policy("oneOf(cy)"), enter)
  }

  @Test func `A16 A69 where nothing is free a text has to be known`() {
    let known = policy("oneOf(bo)") {
      $0.freeText = .none
      $0.known = KnownContents { $0 == "ana@x.org" }
    }
    check(" ~zzz▮", gives: " ~zzz▮", events: ["didReject no-match zzz"], reason: .noMatch, known, enter)
    check(" ~BO▮", gives: " bo, ▮", known, enter)
    let people = policy { policy in
      policy.freeText = .none
      policy.known = KnownContents { $0 == "ana@x.org" }
    }
    check(" ~Ana <ana@x.org>▮", gives: " Ana <ana@x.org>, ▮", people, enter)
    check(" ", gives: " ", events: ["didReject no-match G: ana@x.org, b@x.org;"], reason: .noMatch, people) {
      $0.adding(["G: ana@x.org, b@x.org;"])
    }
    check(" ~x@y.org▮", gives: " x@y.org, ▮", policy("email || phone") { $0.freeText = .valid }, enter)
    check(" ~zzz▮", gives: " ~zzz▮", reason: .syntax, policy("email || phone") { $0.freeText = .valid }, enter)
  }

  @Test func `G8 what is taken is spelled as the list has it`() {
    check(" ~BASH▮", gives: " bash, ▮", policy("oneOf(bash, zsh)"), enter)
    let people = policy("oneOf(Ana Ruiz <ana@x.org>)")
    check(" ~ANA@X.org▮", gives: " Ana Ruiz <ana@x.org>, ▮", people, enter)
    check(" ~Annie <ANA@x.org>▮", gives: " Annie <ana@x.org>, ▮", people, enter)
    check(" ~ANA@X.org (work)▮", gives: " ana@x.org (work), ▮", people, enter)
  }

  @Test func `G25 what is taken is transformed, what stands there is not`() {
    let lower = policy(transform: "lower")
    check(" A@X.org, ~Bo <BO@X.org>▮", gives: " A@X.org, Bo <bo@x.org>, ▮", lower, enter)
    check(" A@X.org", gives: " A@X.org, b@x.org, c@x.org", lower) { $0.adding(["B@X.org, C@x.org"]) }
    check(" ▮", gives: " b@x.org, c@x.org▮", lower) { $0.pasting("B@X.org, C@x.org") }
    check(" A@X.org", gives: " b@x.org", lower) { $0.replacing(0, with: "B@X.org") }
    check(" A@X.org", gives: " b@x.org", lower) { $0.setting(["B@X.org"]) }
    check(" ~AB▮CD", gives: " ab, ▮~CD", lower) { $0.pressing(KeyPress(.text(","))) }
    check(" ~x▮", gives: " B@X.org, ▮", lower) { $0.accepting("B@X.org") }
    check(" ~x▮", gives: " b@x.org, ▮", policy(transform: "lower |>> accepted")) { $0.accepting("B@X.org") }
    check(" b@x.org, ~B@X.org▮", gives: " b@x.org, ~B@X.org▮", reason: .duplicate, lower, enter)
    check(" ~#▮", gives: " ~#▮", reason: .empty, policy(transform: "stripPrefix(#)"), enter)
    check(" ~Team: A@X.org;▮", gives: " Team: A@X.org;, ▮", lower, enter)
  }

  @Test func `G4 a duplicate is dropped, goes to the end or is one more`() {
    let drop = policy { $0.duplicate = .drop }
    check(
      " a@x.org, b@x.org, ~A@x.org▮", gives: " a@x.org, b@x.org, ▮",
      events: ["didIgnore duplicate A@x.org 0", "didChangeText “”"], reason: .duplicate, drop, enter)
    let end = policy { $0.duplicate = .moveToEnd }
    check(
      " a@x.org, b@x.org, ~A@x.org▮", gives: " b@x.org, a@x.org, ▮",
      events: [
        "didIgnore duplicate A@x.org 0", "didRemove 0 a@x.org", "didAdd 1 a@x.org", "didChangeText “”", "didReturn",
      ],
      end, enter)
    check(" a@x.org, b@x.org", gives: " b@x.org, a@x.org", end) { $0.adding(["A@x.org"]) }
    check(" a@x.org, b@x.org", gives: " b@x.org, c@x.org, a@x.org", end) { $0.adding(["A@x.org", "c@x.org"]) }
    check(" a@x.org", gives: " a@x.org", events: ["didIgnore duplicate A@x.org 0"], reason: .duplicate, end) {
      $0.adding(["A@x.org"])
    }
    check(" a@x.org, ~A@x.org▮", gives: " a@x.org, A@x.org, ▮", policy { $0.duplicate = .allow }, enter)
    check(" a@x.org", gives: " a@x.org, a@x.org", policy { $0.duplicate = .allow }) { $0.adding(["a@x.org"]) }
    // With `reject` no separator makes a token of it.
    let comma = { (editor: Editor) in editor.pressing(KeyPress(.text(","))) }
    check(
      " a@x.org, ~A@x.org▮", gives: " a@x.org, ~A@x.org▮", reason: .duplicate, policy { $0.duplicate = .reject }, comma)
    #expect(comma(MarkedField(" a@x.org, ~a@x.org▮", policy: policy { $0.duplicate = .reject }).editor).isHandled)
    #expect(!comma(MarkedField(" a@x.org, ~a@x.org▮").editor).isHandled)
  }

  @Test func `G4 G9 an edited token that is one already is never dropped`() {
    for duplicate in [EditingPolicy.OnDuplicate.drop, .moveToEnd] {
      let editor = MarkedField(" a@x.org, b@x.org", policy: policy { $0.duplicate = duplicate }).editor.editing(1)
        .editor
      let outcome = editor.typing(10..<11, Array("a".utf8)).pressing(KeyPress(.enter))
      #expect(outcome.reason == .duplicate && outcome.changes.isEmpty)
    }
  }

  @Test func `G4 case counts where the field says so, but never that of a domain`() {
    let exact = policy { $0.isCaseSensitive = true }
    check(" a@x.org, ~A@x.org▮", gives: " a@x.org, A@x.org, ▮", exact, enter)
    check(" a@x.org, ~a@X.org▮", gives: " a@x.org, ~a@X.org▮", reason: .duplicate, exact, enter)
    check(" a@x.org, A@x.org, a@X.org", gives: " a@x.org, A@x.org", exact) { $0.uniting() }
  }

  @Test func `F4 what a field does not take of a paste stays as the draft`() {
    check(
      " ▮", gives: " a@x.org, b@x.org, ~c@y.org▮",
      events: ["didAdd 0 a@x.org", "didReject pattern c@y.org", "didAdd 1 b@x.org", "didChangeText “c@y.org”"],
      reason: .pattern, policy(#"pattern(.*@x\.org)"#)
    ) { $0.pasting("a@x.org, c@y.org, b@x.org") }
  }

  @Test func `G40 a field for one takes another one in its place`() {
    let one = policy { $0.max = 1 }
    check(" a@x.org▮", gives: " b@x.org▮", events: ["didAccept b@x.org", "didReplace 0 a@x.org b@x.org"], one) {
      $0.accepting("b@x.org")
    }
    check(" a@x.org, ~b▮", gives: " b@x.org▮, ", one) { $0.accepting("b@x.org") }
    check(" ~b▮", gives: " b@x.org▮", one) { $0.accepting("b@x.org") }
  }

  @Test func `Tab goes on, commits or is the editor's own`() {
    let tab = { (editor: Editor) in editor.pressing(KeyPress(.tab)) }
    check(" ~bo▮", gives: " bo, ▮", policy(), tab)
    #expect(tab(MarkedField(" ~bo▮").editor).leaving == nil)
    let both = tab(MarkedField(" ~bo▮", policy: policy { $0.onTab = .commitThenNext }).editor)
    #expect(both.leaving == .next && !both.changes.isEmpty)
    let next = tab(MarkedField(" ~bo▮", policy: policy { $0.onTab = .next }).editor)
    #expect(next.leaving == .next && next.changes.isEmpty)
    #expect(!tab(MarkedField(" ~bo▮", policy: policy { $0.onTab = .none }).editor).isHandled)
  }

  @Test func `G24 B33 the eighth character is too long at once`() {
    let judge = Judge(policy("maxLength(7)").validation, .addressList)
    #expect(judge?.invalidity(of: "abcdefg") == nil)
    #expect(judge?.invalidity(of: "abcdefgh")?.isFinal == true)
  }
}
