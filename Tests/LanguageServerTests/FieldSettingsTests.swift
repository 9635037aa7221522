import Fields
import LanguageServer
import Testing
import Wire

/// What is set for fields, and what comes of it while documents are open.
@Suite struct FieldSettingsTests {
  private func codes(_ talk: inout Talk) -> [String] { talk.codes() }

  private func configure(_ talk: inout Talk, _ fields: JSON, defaults: JSON = [:]) {
    talk.notify("workspace/didChangeConfiguration", ["settings": ["fields": fields, "defaults": defaults]])
  }

  private func act(_ talk: inout Talk, _ method: String, _ more: [JSON.Member], version: Int = 1) -> JSON {
    let identified: JSON = ["uri": .string(Talk.uri), "version": .integer(version)]
    return talk.request(
      "tokenField/\(method)", .object([JSON.Member(key: "textDocument", value: identified)] + more))
  }

  @Test func `B1 two fields have rules of their own, which hold at once`() {
    var talk = Talk()
    talk.open("To: ana, bo@x.org\nCc: ana, bo@x.org\n\n")
    configure(&talk, ["To": ["validators": "email"], "cc": ["validators": ["minLength(4)"]]])
    let found = talk.takePushes().last?["diagnostics"].array ?? []
    #expect(
      found.filter { $0["code"] == "invalid-value" }.map { $0["message"].text } == [
        "“ana” is not taken in this field: it is no mail address",
        "“ana” is not taken in this field: fewer than 4 characters",
      ])
    configure(&talk, ["To": ["validators": nil], "Cc": ["validators": "nonEmpty"], "cc": ["validators": nil]])
    #expect(!codes(&talk).contains("invalid-value"))
  }

  @Test func `G8 a changed list judges what stands there anew`() {
    var talk = Talk()
    talk.open("To: a@x.org, b@x.org\n\n")
    configure(&talk, ["To": ["validators": [["oneOf": ["a@x.org"]]]]])
    #expect(codes(&talk) == ["invalid-value"])
    configure(&talk, ["To": ["validators": [["oneOf": ["a@x.org", "B@x.org"]]]]])
    #expect(codes(&talk) == [])
    configure(&talk, ["To": ["validators": [["oneOf": ["a@x.org", "b@x.org"]], ["noneOf": ["A@x.org"]]]]])
    #expect(codes(&talk) == ["invalid-value"])
  }

  @Test func `A37 a field without a setting has that of all`() {
    var talk = Talk()
    talk.open("To: a@x.org, b@x.org\nCc: c@x.org, d@x.org\n\n")
    configure(&talk, ["cc": ["max": 2]], defaults: ["max": 1])
    #expect(codes(&talk) == ["too-many"])
    configure(&talk, ["cc": ["max": 0]])
    #expect(codes(&talk) == ["too-many"])
    configure(&talk, ["cc": ["enabled": true]], defaults: ["enabled": false])
    #expect(talk.request("tokenField/fields", Talk.document()).array.map { $0["name"].text } == ["Cc"])
    configure(&talk, [:], defaults: ["enabled": nil, "max": nil])
    #expect(codes(&talk) == [])
  }

  @Test(arguments: [
    ("fields.To.validators", "\"emial\"", "unknown validator emial; expected one of nonEmpty"),
    ("fields.To.validators", "[\"email\",7]", "expected a name, or an object with one"),
    ("fields.To.validators", "{}", "expected a list, or names with |>> between them"),
    ("fields.To.validators", "[{\"maxLength\":\"x\"}]", "maxLength: expected a number from 1 to 100000"),
    ("fields.To.transform", "\"lowr\"", "unknown transform lowr; expected one of lower"),
    ("fields.To.onTab", "\"nxt\"", "expected one of commit, commitThenNext, next, none"),
    ("fields.To.readOnly", "1", "expected true or false"),
    ("defaults.duplicate", "\"drp\"", "expected one of warn, reject, drop, moveToEnd, allow"),
    ("defaults.validators", "\"emial\"", "unknown validator emial; expected one of nonEmpty"),
  ])
  func `B39 what cannot be used is one warning that names the key`(key: String, value: String, words: String) throws {
    var settings = Settings()
    let warnings = settings.take(assignment: "\(key)=\(value)")
    #expect(warnings.count == 1 && warnings[0].hasPrefix("\(key): \(words)"), "\(warnings)")
  }

  @Test func `B39 a mistyped key of all fields is told the right one`() {
    var settings = Settings()
    #expect(
      settings.take(assignment: "defaults.maxx=1") == ["unknown setting defaults.maxx; did you mean defaults.max?"])
  }

  @Test func `E19 what is mended is no finding any more, and what is being typed not yet`() {
    var talk = Talk(options: ["fields": ["To": ["validators": "email |>> maxLength(12)"]]])
    talk.open("To: bo@x\n\n")
    #expect(codes(&talk) == [])
    talk.change([["range": range(0, 4, 8), "text": "ana"]], version: 2)
    #expect(!codes(&talk).contains("invalid-value"))
    talk.change([["range": range(0, 7, 7), "text": "@example.org"]], version: 3)
    #expect(codes(&talk) == ["invalid-value"])
    talk.change([["range": range(0, 4, 19), "text": "b"]], version: 4)
    talk.notify("textDocument/didSave", Talk.document())
    #expect(codes(&talk).contains("invalid-value"))
    talk.change([["range": range(0, 4, 5), "text": "b@x.org"]], version: 5)
    #expect(codes(&talk) == [])
  }

  private func range(_ line: Int, _ start: Int, _ end: Int) -> JSON {
    [
      "start": ["line": .integer(line), "character": .integer(start)],
      "end": ["line": .integer(line), "character": .integer(end)],
    ]
  }

  @Test func `B13 B25 a token that breaks a rule has the state invalid`() {
    var talk = Talk(options: ["fields": ["To": ["validators": "minLength(8)"]]])
    talk.open("To: a@x.org, bo@x.org\n\n")
    let tokens = talk.request("tokenField/state", place("To"))["tokens"].array
    #expect(tokens.map { $0["state"].text } == ["invalid", "view"])
    #expect(tokens.first?["faults"] == ["invalid-value"])
  }

  private func place(_ field: String) -> JSON {
    ["textDocument": ["uri": .string(Talk.uri)], "field": .string(field)]
  }

  @Test func `E10 D36 a field that is set so is not changed`() {
    var talk = Talk(options: ["fields": ["To": ["readOnly": true]]])
    talk.open("To: a@x.org\n\n")
    let outcome = act(&talk, "clear", [JSON.Member(key: "field", value: "To")])
    #expect(outcome["reason"] == "disabled" && outcome["edits"] == [])
    #expect(talk.request("tokenField/fields", Talk.document()).array.map { $0["readOnly"] } == [true])
  }

  @Test func `G29 whoever is fixed stays`() {
    var talk = Talk(options: ["fields": ["To": ["fixed": ["Ana <A@x.org>"]]]])
    talk.open("To: a@X.org, b@x.org\n\n")
    let outcome = act(
      &talk, "clear", [JSON.Member(key: "field", value: "To"), JSON.Member(key: "tokens", value: true)])
    #expect(outcome["reason"] == "fixed" && outcome["state"]?["tokens"].array.map { $0["raw"].text } == ["a@X.org"])
  }

  @Test func `A16 A69 where nothing is free the address books say who is taken`() {
    var talk = Talk(options: ["fields": ["To": ["freeText": "none"]]], people: People.all)
    talk.open("To: \n\n")
    let field = JSON.Member(key: "field", value: "To")
    let texts: [(String, JSON?)] = [("zzz@example.org", "no-match"), ("Anna <NOVAK@example.com>", nil)]
    for (text, reason) in texts {
      #expect(act(&talk, "add", [field, JSON.Member(key: "text", value: .string(text))])["reason"] == reason)
    }
  }

  @Test func `E1 E2 A22 titles and placeholders are what is set, and what a client says wins`() {
    let words: JSON = ["title": "Who", "selectedTitle": "Whom", "placeholder": "Nobody yet", "label": "An"]
    var talk = Talk(options: ["fields": ["To": words, "Cc": ["placeholder": "Copies"]]])
    talk.open("To: \nCc: c@x.org\n\n")
    let idle = talk.request("tokenField/state", place("To"))
    #expect(idle["title"] == "Who" && idle["placeholder"] == "Nobody yet")
    let inside = talk.request("tokenField/state", Talk.at(["line": 0, "character": 4]))
    #expect(inside["title"] == "Whom")
    let other = talk.request("tokenField/state", place("Cc"))
    #expect(other["title"] == "Copies" && other["placeholder"] == nil)
    #expect(talk.request("tokenField/fields", Talk.document()).array.map { $0["label"].text } == ["An", "Cc"])
    let said = talk.request(
      "tokenField/setFieldState", ["textDocument": ["uri": .string(Talk.uri)], "field": "To", "title": "Mine"])
    #expect(said["title"] == "Mine")
  }

  @Test func `G4 what is allowed twice or differs in case is no finding`() {
    var talk = Talk()
    talk.open("To: a@x.org, A@x.org, a@x.org\n\n")
    #expect(codes(&talk) == ["duplicate", "duplicate"])
    configure(&talk, ["To": ["caseSensitive": true]])
    #expect(codes(&talk) == ["duplicate"])
    configure(&talk, ["To": ["caseSensitive": false, "duplicate": "allow"]])
    #expect(codes(&talk) == [])
  }

  @Test(arguments: [
    ("markdown", "a.md", "---\ntags: [Red, red]\n---\n"), ("markdown", "b.md", "+++\ntags = [\"Red\", \"red\"]\n+++\n"),
    ("org", "a.org", "* x :Red:red:\n"), ("bibtex", "a.bib", "@book{k, keywords = {Red, red}}\n"),
  ])
  func `G4 case does not count in any syntax where the field says so`(
    _ language: String, _ file: String, _ text: String
  ) {
    var talk = Talk()
    let uri = "file:///n/\(file)"
    _ = talk.open(text, languageId: language, uri: uri)
    func found() -> [String] {
      talk.request("textDocument/diagnostic", ["textDocument": ["uri": .string(uri)]])["items"].array.map {
        $0["code"].text
      }
    }
    #expect(found() == [])
    configure(&talk, [:], defaults: ["caseSensitive": false])
    #expect(found() == ["duplicate"])
    let united = talk.request(
      "tokenField/unique",
      [
        "textDocument": ["uri": .string(uri), "version": 1],
        "field": .string(language == "bibtex" ? "keywords" : "tags"),
      ])
    #expect(united["edits"].array.count == 1)
    configure(&talk, [:], defaults: ["caseSensitive": true])
    #expect(found() == [])
  }

  @Test func `D32 what a field rejects stands in the way of sending`() {
    var talk = Talk(options: ["fields": ["To": ["validators": "email"]]])
    talk.open("To: a@localhost, (x) b\n\n")
    let kept = talk.request("tokenField/check", Talk.document())["blockers"].array.map { $0["reason"].text }
    #expect(!kept.contains("invalid-value"))
    configure(&talk, ["To": ["invalid": "reject"]])
    let found = talk.request("tokenField/check", Talk.document())["blockers"].array.map { $0["reason"].text }
    #expect(found.contains("invalid-value"))
  }

  @Test func `files are checked by the same rules`() {
    var settings = Settings()
    #expect(settings.take(["fields": ["To": ["validators": "charset(ascii)"]]]) == [])
    let check = Check(
      Array("To: é@x.org, b@x.org\n\n".utf8), languageId: "mail", path: "x.eml", settings: settings, aliases: [],
      looking: { _ in .file })
    #expect(check.findings.map(\.code).contains("invalid-value"))
    #expect(check.findings.first { $0.code == "invalid-value" }?.severity == .warning)
  }
}
