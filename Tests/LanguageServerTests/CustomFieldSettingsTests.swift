import Fields
import LanguageServer
import Support
import Testing
import Wire

/// Fields that are described in the settings: what is taken, what is refused, and that documents follow.
@Suite struct CustomFieldSettingsTests {
  private static let good: [JSON] = [
    ["name": "todo", "files": ["todo.txt"], "form": "text", "prefix": ["+", "@"]],
    [
      "name": "Tags", "languageIds": "text", "prefix": "Tags:", "separators": [",", ";"], "validators": "maxLength(5)",
    ],
    ["name": "deps", "files": ["*"], "pattern": "deps?=\\(", "end": ")", "separators": [" "], "quoting": "shell"],
    ["name": "Who", "files": ["*"], "prefix": "Who:", "kind": "people"],
  ]

  @Test(arguments: [
    ("7", "customFields[0]: expected an object"),
    ("{\"prefix\":\"x\",\"files\":[\"*\"]}", "customFields[0].name: expected a name without dots"),
    (
      "{\"name\":\"a\",\"prefix\":\"x\"}",
      "customFields[0]: expected languageIds or files, which say where the field stands"
    ),
    ("{\"name\":\"a\",\"files\":[\"b/c\"],\"prefix\":\"x\"}", "customFields[0].files: expected names without folders"),
    ("{\"name\":\"a\",\"files\":[1],\"prefix\":\"x\"}", "customFields[0].files: expected a list of strings"),
    ("{\"name\":\"a\",\"files\":[\"*\"],\"prefx\":\"x\"}", "customFields[0].prefx: unknown; did you mean prefix?"),
    ("{\"name\":\"a\",\"files\":[\"*\"]}", "customFields[0]: expected prefix or pattern, with which the field begins"),
    (
      "{\"name\":\"a\",\"files\":[\"*\"],\"prefix\":\"x\",\"pattern\":\"y\"}",
      "customFields[0].pattern: expected prefix or pattern, not both"
    ),
    (
      "{\"name\":\"a\",\"files\":[\"*\"],\"prefix\":\"\"}",
      "customFields[0].prefix: expected a string on one line that is not empty"
    ),
    (
      "{\"name\":\"a\",\"files\":[\"*\"],\"pattern\":\"(a\"}",
      "customFields[0].pattern: this parenthesis is never closed at 1"
    ),
    (
      "{\"name\":\"a\",\"files\":[\"*\"],\"pattern\":\"a*\"}",
      "customFields[0].pattern: expected one that takes something"
    ),
    (
      "{\"name\":\"a\",\"files\":[\"*\"],\"prefix\":\"x\",\"end\":\"|\"}",
      "customFields[0].end: expected one of line, ), ], }, >"
    ),
    (
      "{\"name\":\"a\",\"files\":[\"*\"],\"prefix\":\"x\",\"separators\":[\"and\"]}",
      "customFields[0].separators: expected a blank, or signs that are no quotes"
    ),
    (
      "{\"name\":\"a\",\"files\":[\"*\"],\"prefix\":\"x\",\"kind\":\"people\",\"quoting\":\"shell\"}",
      "customFields[0].quoting: lists of people are written as in mail"
    ),
    (
      "{\"name\":\"a\",\"files\":[\"*\"],\"prefix\":\"x\",\"kind\":\"people\",\"end\":\"]\"}",
      "customFields[0].end: expected line, for people"
    ),
    (
      "{\"name\":\"a\",\"files\":[\"*\"],\"prefix\":\"+\",\"form\":\"text\",\"end\":\"line\"}",
      "customFields[0].end: means nothing in running text"
    ),
    (
      "{\"name\":\"a\",\"files\":[\"*\"],\"form\":\"text\"}",
      "customFields[0].prefix: expected one or more signs without blanks"
    ),
    (
      "{\"name\":\"a\",\"files\":[\"*\"],\"prefix\":\"x\",\"validators\":[\"minLength(2)\",\"pattern((a)\"]}",
      "customFields[0].validators: expected a name, and what is in parentheses closed, at character 8"
    ),
  ])
  func `B39 a description that cannot be used is one line, and the others count`(text: String, expected: String) throws
  {
    let wrong = try JSON.parse(Array(text.utf8))
    var talk = Talk(options: ["customFields": .array([wrong] + Self.good)])
    #expect(talk.takeLog() == ["initializationOptions: " + expected])
    let (buffer, _) = talk.open("Tags: a\nWho: b@x.org\n", languageId: "text", uri: "file:///n/x")
    #expect(talk.fields(buffer, uri: "file:///n/x") == ["Tags: a", "Who: b@x.org"])
  }

  @Test func `rules hold in such fields, and what is set for a field by its name comes first`() {
    let text = "Tags: abcdefg, b\n"
    var talk = Talk(options: ["customFields": .array(Self.good)])
    talk.open(text, languageId: "text")
    #expect(talk.codes() == ["invalid-value"])
    var other = Talk(
      options: ["customFields": .array(Self.good), "fields": ["Tags": ["validators": ["maxLength(9)"]]]])
    other.open(text, languageId: "text")
    #expect(other.codes() == [])
    var off = Talk(options: ["customFields": .array(Self.good), "fields": ["Tags": ["enabled": false]]])
    let (buffer, _) = off.open(text, languageId: "text")
    #expect(off.fields(buffer) == [])
  }

  @Test func `tags are offered among those of the same name, and people from address books`() {
    let uri = "file:///n/todo.txt"
    var talk = Talk(options: ["customFields": .array(Self.good)], people: [People.ana])
    let (_, place) = talk.open("do +garden @home\nread +g|\nWho: an\ndeps=(garden)\n", languageId: "text", uri: uri)
    let list = talk.request("textDocument/completion", Talk.at(place, uri: uri))
    #expect(list["items"].array.map { $0["label"].text } == ["+garden"])
    let person = talk.request("textDocument/completion", Talk.at(["line": 2, "character": 7], uri: uri))
    #expect(person["items"].array.count == 1)
  }

  @Test func `an accepted value is spelled as its list wants it`() {
    var talk = Talk(options: ["customFields": .array(Self.good)])
    talk.open("deps=(a )\n", languageId: "text")
    let outcome = talk.request(
      "tokenField/accept",
      [
        "textDocument": ["uri": .string(Talk.uri), "version": 1], "position": ["line": 0, "character": 8],
        "value": "it's",
      ])
    #expect(outcome["edits"].array.map { $0["newText"].text }.joined() == "'it'\\''s'", "\(outcome)")
  }

  @Test(arguments: [61, 62] as [UInt64])
  func `after any edits fields are those of a fresh session`(seed: UInt64) {
    var random = Seeded(seed: seed)
    let pieces = ["deps=(", "Tags:", " ", "\n", ")", "'", "a b", "+x", "@", ",", "é", "\n\n", "#", "Who: a@x.org,"]
    let uri = "file:///n/todo.txt"
    for _ in 0..<60 {
      var talk = Talk(options: ["customFields": .array(Self.good)])
      var text = ""
      talk.open(text, languageId: "text", uri: uri)
      for version in 2..<Int.random(in: 4...14, using: &random) {
        let scalars = Array(text.unicodeScalars)
        let start = Int.random(in: 0...scalars.count, using: &random)
        let end = min(scalars.count, start + Int.random(in: 0...2, using: &random))
        let piece = pieces.randomElement(using: &random) ?? ""
        let buffer = Buffer(text: text, encoding: .utf8)
        talk.change(
          [["range": ["start": buffer.position(start), "end": buffer.position(end)], "text": .string(piece)]],
          version: version, uri: uri)
        text = String(String.UnicodeScalarView(scalars[..<start] + piece.unicodeScalars + scalars[end...]))
      }
      var fresh = Talk(options: ["customFields": .array(Self.good)])
      fresh.open(text, languageId: "text", uri: uri)
      let named = Talk.document(uri)
      let (one, other) = (talk.request("tokenField/fields", named), fresh.request("tokenField/fields", named))
      #expect(one == other, "\(seed): \(text.debugDescription)")
    }
  }
}
