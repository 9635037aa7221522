import Fields
import Support
import Testing

/// What the rules of a field take, and the reason that they give.
@Suite struct ValidationTests {
  /// The reason for a content of an address list; nil where it is valid.
  private func reason(_ rules: String, _ content: String, _ location: SourceLocation = #_sourceLocation) -> Reason? {
    judge(rules, location: location)?.invalidity(of: content)?.reason
  }

  private func judge(
    _ rules: String, _ grammar: Grammar = .addressList, isCaseSensitive: Bool = false,
    location: SourceLocation = #_sourceLocation
  ) -> Judge? {
    var problems: [String] = []
    let validation = Validation(RuleStep.steps(of: rules, problems: &problems), problems: &problems)
    #expect(problems == [], sourceLocation: location)
    return Judge(validation, grammar, isCaseSensitive: isCaseSensitive)
  }

  private func problems(_ rules: String) -> [String] {
    var problems: [String] = []
    _ = Validation(RuleStep.steps(of: rules, problems: &problems), problems: &problems)
    return problems
  }

  @Test(arguments: [
    ("ana@example.org", true, true), ("a.b+c@sub.example.org", true, true), (".a..b@x.org", false, true),
    ("a@-x-.org", false, true), ("jürgen@x.org", true, true), ("o'neil@x.org", true, true),
    ("a@localhost", true, false), ("u%t@x.org", true, false), ("a=b@x.org", true, false),
    ("\"j d\"@x.org", true, false), ("a@[1.2.3.4]", true, false), ("a@münchen.de", true, false),
    ("a@x.xn--p1ai", true, false), ("Ana <a@x.org>", false, false), ("a@x.org, b@x.org", false, false),
    ("ana", false, false), ("a@", false, false), ("@x.org", false, false),
  ])
  func `B5 eighteen addresses by the standard and by the old expression`(text: String, standard: Bool, old: Bool) {
    #expect((reason("email", text) == nil) == standard)
    #expect((reason("email-seed", text) == nil) == old)
    #expect(reason("email", text) ?? .syntax == .syntax)
  }

  @Test func `B4 a blank is empty`() {
    #expect(reason("nonEmpty", " ") == .empty)
    #expect(reason("nonEmpty", "") == .empty)
    #expect(reason("nonEmpty", " a ") == nil)
  }

  @Test func `B6 lengths count what people see, and nothing is too long unless it is set`() {
    #expect(reason("nonEmpty", "abcdefgh") == nil)
    #expect(reason("maxLength(7)", "abcdefgh") == .tooLong)
    #expect(reason("maxLength(2)", "👩‍💻e\u{301}") == nil)
    #expect(reason("minLength(3)", "👩‍💻e\u{301}") == .tooShort)
    #expect(reason("minLength(2)", "👩‍💻e\u{301}") == nil)
  }

  @Test func `B7 the first rule that is broken is the reason`() {
    #expect(reason("minLength(5) |>> email", "a b") == .tooShort)
    #expect(reason("email |>> minLength(5)", "a b") == .syntax)
    #expect(reason("nonEmpty|>>email|>>maxLength(20)", "ana@example.org") == nil)
  }

  @Test func `B3 B8 without rules everything is valid`() {
    #expect(judge("") == nil)
  }

  @Test func `G7 each rule has its reason of the closed set`() {
    for (rule, content, expected) in [
      ("nonEmpty", "", Reason.empty), ("email", "x", .syntax), ("phone", "x", .syntax),
      ("pattern([a-z]+)", "A", .pattern),
      ("minLength(2)", "x", .tooShort), ("maxLength(2)", "xxx", .tooLong), ("oneOf(a, b)", "c", .notAllowed),
      ("noneOf(a, b)", "B", .blacklisted), ("charset(ascii)", "é", .pattern), ("charset([a-z0-9-])", "a_b", .pattern),
    ] {
      #expect(reason(rule, content) == expected, "\(rule)")
    }
  }

  @Test func `a phone number is digits and what stands between them`() {
    for text in ["+49 (30) 123-456", "112", "030/123 45"] { #expect(reason("phone", text) == nil, "\(text)") }
    for text in ["12", "1+2345", "(030 12", "12a45", "1234567890123456", ""] {
      #expect(reason("phone", text) == .syntax, "\(text)")
    }
  }

  @Test func `A69 one of several rules is enough`() {
    #expect(reason("email || phone", "112") == nil)
    #expect(reason("email || phone", "a@x.org") == nil)
    #expect(reason("email || phone |>> maxLength(5)", "a@x.org") == .tooLong)
    #expect(reason("email || phone", "x") == .syntax)
  }

  @Test func `G8 what is refused wins over what is allowed, and both compare as the syntax does`() {
    let rules = "oneOf(Ana <ana@x.org>, bo@x.org) |>> noneOf(BO@x.org)"
    #expect(reason(rules, "ANA@X.org") == nil)
    #expect(reason(rules, "bo@x.org") == .blacklisted)
    #expect(reason(rules, "cy@x.org") == .notAllowed)
    let exact = judge("oneOf(Foo)", .yamlTags, isCaseSensitive: true)
    #expect(exact?.invalidity(of: "foo")?.reason == .notAllowed && exact?.invalidity(of: "Foo") == nil)
  }

  @Test func `B39 what cannot be used is said, and the rest counts`() {
    #expect(
      problems("emial") == [
        "unknown validator emial; expected one of nonEmpty, email, phone, pattern, minLength, maxLength, charset, "
          + "oneOf, noneOf, anyOf, email-seed"
      ])
    #expect(problems("maxLength(x)") == ["maxLength: expected a number from 1 to 100000"])
    #expect(problems("minLength") == ["minLength: expected a number from 1 to 100000"])
    #expect(problems("pattern((a)") == ["expected a name, and what is in parentheses closed, at character 8"])
    #expect(problems("pattern([a-)") == ["expected a name, and what is in parentheses closed, at character 8"])
    #expect(problems("pattern(a**)") == ["pattern: expected a pattern, but at character 3 there is nothing to repeat"])
    #expect(
      problems("charset(z-a)") == ["charset: expected ascii or a class, but at character 5 the range runs backwards"])
    #expect(problems("oneOf()") == ["oneOf: expected a list"])
    #expect(problems("email email") == ["expected |>> at character 7"])
    var all: [String] = []
    let validation = Validation(RuleStep.steps(of: "emial |>> maxLength(2)", problems: &all), problems: &all)
    #expect(all.count == 1 && Judge(validation, .addressList)?.invalidity(of: "abc")?.reason == .tooLong)
  }

  @Test func `an argument ends at its own parenthesis`() {
    #expect(reason(#"pattern((a|b)[)]\)+) |>> maxLength(9)"#, "a)))") == nil)
    #expect(reason(#"pattern((a|b)[)]\)+) |>> maxLength(9)"#, "a))))))))))") == .tooLong)
  }

  // MARK: Transforms

  private func transform(_ steps: String) -> Transform {
    var problems: [String] = []
    let transform = Transform(RuleStep.steps(of: steps, problems: &problems), problems: &problems)
    #expect(problems == [])
    return transform
  }

  @Test func `G25 white space goes first, then each step`() {
    #expect(transform("lower |>> dashes").applied(to: "  Foo  Bar ") == "foo-bar")
    #expect(transform("stripPrefix(#)").applied(to: "##a") == "a")
    #expect(transform("stripPrefix(#)").applied(to: "#") == "")
    #expect(transform("upper |>> underscores").applied(to: "a b") == "A_B")
    #expect(Transform().applied(to: " a B ") == "a B")
  }

  @Test func `G25 done twice it is as done once`() {
    var random = Seeded(seed: 11)
    let names = [
      "lower", "upper", "dashes", "underscores", "stripPrefix(#)", "stripPrefix(a)", "stripPrefix(ab)",
      "stripPrefix(-)",
    ]
    let pieces = ["a", "A", "b", "#", " ", "-", "ß", "İ", "é", "\u{301}", "😀", "\t"]
    for _ in 0..<20_000 {
      let steps = (0..<Int.random(in: 1...4, using: &random)).map { _ in names.randomElement(using: &random) ?? "lower"
      }
      let text = (0..<Int.random(in: 0...8, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "a" }
        .joined()
      let transform = transform(steps.joined(separator: "|>>"))
      let once = transform.applied(to: text)
      let twice = transform.applied(to: once)
      if !once.utf8.elementsEqual(twice.utf8) {
        Issue.record("\(steps) of \(text.debugDescription): \(once.debugDescription), \(twice.debugDescription)")
      }
    }
  }

  @Test func `a transform that is not known is said`() {
    var problems: [String] = []
    let transform = Transform(
      RuleStep.steps(of: "lowr |>> upper |>> stripPrefix", problems: &problems), problems: &problems)
    #expect(
      problems == [
        "unknown transform lowr; expected one of lower, upper, dashes, underscores, stripPrefix, accepted",
        "stripPrefix: expected a text",
      ])
    #expect(transform.applied(to: "a") == "A")
  }
}
