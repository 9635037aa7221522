import Candidates
import Fields
import Testing
import Wire

/// Candidates that come later, and what keys do with those that nobody chose.
@Suite struct SuggestionsTests {
  private static func talk(_ set: String..., people: [Record] = People.all) -> Talk {
    Talk(experimental: ["tokenField": [:]], set: set, people: people)
  }

  @Test func `D38 a list that is open gets what has come later`() {
    var talk = Self.talk(people: [])
    let (_, position) = talk.open("To: an|\n\n")
    #expect(talk.request("textDocument/completion", Talk.at(position))["items"].array.isEmpty)
    talk.deliver(People.all)
    let pushes = talk.takePushes("tokenField/suggestions")
    #expect(pushes.count == 1)
    #expect(pushes.first?["position"] == position)
    #expect(pushes.first?["version"] == 1)
    #expect(pushes.first?["items"] == talk.request("textDocument/completion", Talk.at(position))["items"])
    #expect(pushes.first?["items"]?.array.isEmpty == false)
  }

  @Test func `D38 nothing comes for a text that has changed, for a list that is the same, and to other clients`() {
    var changed = Self.talk(people: [])
    let (_, position) = changed.open("To: an|\n\n")
    _ = changed.request("textDocument/completion", Talk.at(position))
    changed.change([["range": SyncTests.range((0, 6), (0, 6)), "text": "a"]], version: 2)
    changed.deliver(People.all)
    #expect(changed.takePushes("tokenField/suggestions") == [])
    var same = Self.talk(people: [])
    _ = same.open("To: zzzz|\n\n")
    _ = same.request("textDocument/completion", Talk.at(["line": 0, "character": 8]))
    same.deliver(People.all)
    #expect(same.takePushes("tokenField/suggestions") == [])
    var plain = Talk()
    let (_, place) = plain.open("To: an|\n\n")
    _ = plain.request("textDocument/completion", Talk.at(place))
    plain.deliver(People.all)
    #expect(plain.takePushes("tokenField/suggestions") == [])
  }

  /// The text after a key at the caret, when the candidates for what is typed have been asked for.
  private static func pressed(
    _ marked: String, _ press: KeyValuePairs<String, JSON>, _ set: String..., asks: Bool = true
  ) -> String? {
    var talk = Talk(experimental: ["tokenField": [:]], set: set, people: People.all)
    let at = marked.split(separator: "|", omittingEmptySubsequences: false)
    var (buffer, start) = talk.open(String(at[0] + at[2]))
    _ = start
    let position = buffer.position(at[0].utf8.count)
    talk.change([["range": ["start": position, "end": position], "text": .string(String(at[1]))]], version: 2)
    buffer = Buffer(text: at.joined(), encoding: .utf8)
    let caret = buffer.position(at[0].utf8.count + at[1].utf8.count)
    if asks { _ = talk.request("textDocument/completion", Talk.at(caret)) }
    let params: [JSON.Member] =
      [
        JSON.Member(key: "textDocument", value: ["uri": .string(Talk.uri), "version": 2]),
        JSON.Member(key: "position", value: caret),
      ] + press.map { JSON.Member(key: $0.key, value: $0.value) }
    let outcome = talk.request("tokenField/key", .object(params))
    return outcome["handled"] == true ? buffer.applying(outcome["edits"].array) : nil
  }

  @Test func `G21 a key takes no candidate that nobody chose`() {
    #expect(Self.pressed("To: |pi|\n\n", ["key": "Enter"]) == "To: pi, \n\n")
    #expect(Self.pressed("To: |pi|\n\n", ["text": ","]) == "To: pi, \n\n")
  }

  @Test func `A68 a key that is set so takes the first candidate`() {
    let set = "fields.to.acceptFirst=[\"Enter\", \",\"]"
    let first = "To: Pia Li <pia@example.cn>, \n\n"
    #expect(Self.pressed("To: |pi|\n\n", ["key": "Enter"], set) == first)
    #expect(Self.pressed("To: |pi|\n\n", ["text": ","], set) == first)
    #expect(Self.pressed("To: |pi|\n\n", ["key": "Tab"], set) == "To: pi, \n\n")
    // What is there in full is not given up for a longer one.
    #expect(Self.pressed("To: |ana@example.org|\n\n", ["key": "Enter"], set)?.contains("ana@example.org") == true)
  }

  @Test func `A68 a key takes nobody who was only guessed`() {
    let set = "fields.to.acceptFirst=[\"Enter\"]"
    #expect(Self.labels("To: nvoak|\n\n") == ["Ana Novak"])
    #expect(Self.labels("To: nvoak|\n\n", "completion.fuzzy=false") == [])
    #expect(Self.pressed("To: |nvoak|\n\n", ["key": "Enter"], set) == "To: nvoak, \n\n")
    #expect(Self.pressed("To: |novak|\n\n", ["key": "Enter"], set) == "To: Ana Novak <novak@example.com>, \n\n")
  }

  @Test func `A68 only a list for the text of now counts`() {
    let set = "fields.to.acceptFirst=[\"Enter\"]"
    #expect(Self.pressed("To: |pi|\n\n", ["key": "Enter"], set, asks: false) == "To: pi, \n\n")
    #expect(Self.pressed("To: |pi|\n\n", ["key": "Enter", "composing": true], set) == nil)
    #expect(Self.pressed("To: |zzzz|\n\n", ["key": "Enter"], set) == "To: zzzz, \n\n")
  }

  // MARK: What was typed

  /// The labels at the caret, the last of which may be what was typed.
  private static func labels(_ marked: String, _ set: String..., languageId: String = "mail", uri: String = Talk.uri)
    -> [String]
  {
    var talk = Talk(set: set, people: People.all)
    let (buffer, position) = talk.open(marked, languageId: languageId, uri: uri)
    let items = talk.request("textDocument/completion", Talk.at(position, uri: uri))["items"].array
    if let last = items.last, last["detail"] == "new" { #expect(buffer.accepting(last).contains("|")) }
    return items.map { ($0["detail"] == "new" ? "+" : "") + $0["label"].text }
  }

  @Test func `G22 what was typed is the last candidate, if it can stand there and is not there yet`() {
    let set = "completion.create=true"
    #expect(Self.labels("To: pia@new.example|\n\n", set) == ["+pia@new.example"])
    #expect(Self.labels("To: pia@new.example|\n\n") == [])
    #expect(Self.labels("To: pia@new.exam|, pia@new.exam\n\n", set) == [])
    #expect(Self.labels("To: pi|\n\n", set) == ["Pia Li"])
    #expect(Self.labels("To: pia@example.cn|\n\n", set).contains("+pia@example.cn") == false)
    let note = (languageId: "markdown", uri: "file:///home/ana/n.md")
    #expect(
      Self.labels("---\ntags: [work, wo|]\n---\n", set, languageId: note.languageId, uri: note.uri) == ["+wo"])
    #expect(Self.labels("---\ntags: [work, Work|]\n---\n", set, languageId: note.languageId, uri: note.uri) == [])
    #expect(Self.labels("---\ntags: [wo|]\n---\n", languageId: note.languageId, uri: note.uri) == [])
  }

  @Test func `G55 a word without a domain can be given the usual one`() {
    func written(_ text: String, _ set: String...) -> [String] {
      var talk = Talk(textDocument: ["codeAction": ["codeActionLiteralSupport": [:]]], set: set)
      let (buffer, position) = talk.open(text)
      let range: JSON = ["start": position, "end": position]
      let actions = talk.request(
        "textDocument/codeAction",
        [
          "textDocument": ["uri": .string(Talk.uri)], "range": range,
          "context": ["diagnostics": [], "only": ["quickfix"]],
        ]
      ).array
      return actions.compactMap { action in
        (action["edit"]?["changes"]?[Talk.uri]?.array).map { buffer.applying($0) } ?? action["command"].text
      }
    }
    let set = "defaultDomain=example.org"
    #expect(written("To: a@x.org, fo|o\n\n", set) == ["To: a@x.org, foo@example.org\n\n"])
    #expect(written("To: Bo <fo|o>\n\n", set) == ["To: Bo <foo@example.org>\n\n"])
    #expect(written("To: foo@|\n\n", set) == ["To: foo@example.org\n\n"])
    #expect(written("To: fo|o\n\n") == [])
    #expect(written("To: fo|o\n\n", "defaultDomain=..") == [])
  }

  @Test func `G57 oneself is named among others, and not alone`() {
    func found(_ text: String, _ own: String = "[\"Me <me@x.org>\", \"I@Y.org\"]") -> [String] {
      var talk = Talk(textDocument: ["codeAction": ["codeActionLiteralSupport": [:]]], set: ["own=\(own)"])
      let (buffer, position) = talk.open(text)
      let actions = talk.request(
        "textDocument/codeAction",
        [
          "textDocument": ["uri": .string(Talk.uri)], "range": ["start": position, "end": position],
          "context": ["diagnostics": [], "only": ["quickfix"]],
        ]
      ).array
      return talk.codes()
        + actions.compactMap { ($0["edit"]?["changes"]?[Talk.uri]?.array).map { buffer.applying($0) } }
    }
    #expect(found("To: a@x.org, |ME@x.org\n\n") == ["own-address", "To: a@x.org\n\n"])
    #expect(found("To: a@x.org\nCc: Myself <|i@y.org>\n\n") == ["own-address", "To: a@x.org\nCc: \n\n"])
    #expect(found("To: |me@x.org\nBcc: i@y.org\n\n") == [])
    #expect(found("From: |me@x.org\nTo: a@x.org\n\n") == [])
    #expect(found("Received: x\nTo: a@x.org, |me@x.org\n\n") == [])
    #expect(found("To: a@x.org, |me@x.org\n\n", "[]") == [])
  }

  @Test(arguments: ["a\nb@x.org", "a\u{0}b@x.org", "a\u{200B}b@x.org"])
  func `an accepted address that cannot be written gives nobody else`(_ value: String) {
    var talk = Talk()
    let (buffer, position) = talk.open("To: an|\n\n")
    let outcome = talk.request(
      "tokenField/accept",
      [
        "textDocument": ["uri": .string(Talk.uri), "version": 1], "position": position, "name": "A",
        "value": .string(value),
      ])
    #expect(!buffer.applying(outcome["edits"].array).contains("<ab@x.org>"))
  }
}
