import Candidates
import Fields
import LanguageServer
import Testing
import Wire

/// What a client that draws chips is told of a field, in one state after another.
@Suite struct DrawingTests {
  /// A client that draws chips, with a document.
  private struct Client {
    var talk: Talk
    var buffer: Buffer
    var version = 1

    init(_ marked: String, options: JSON? = nil, people: [Record] = []) {
      talk = Talk(startup: Startup(assignments: people.isEmpty ? ["discover=false"] : [], version: "1"))
      var params: [JSON.Member] = [
        JSON.Member(
          key: "capabilities",
          value: ["general": ["positionEncodings": ["utf-8"]], "experimental": ["tokenField": [:]]])
      ]
      if let options { params.append(JSON.Member(key: "initializationOptions", value: options)) }
      _ = talk.request("initialize", .object(params))
      talk.notify("initialized", [:])
      if !people.isEmpty { talk.deliver(people) }
      buffer = Buffer(text: Buffer.unmark(marked).text, encoding: .utf8)
      talk.open(marked)
    }

    /// The field as it was drawn last, if it was drawn since the last time.
    mutating func drawn(_ id: String = "To") -> JSON? {
      talk.takePushes("tokenField/publishChips").flatMap { $0["fields"].array }.last { $0["field"].text == id }
    }

    mutating func events() -> [String] {
      talk.takePushes("tokenField/event").map { $0["type"].text }
    }

    mutating func change(_ from: Int, _ to: Int, _ text: String) {
      version += 1
      let range: JSON = [
        "start": ["line": 0, "character": .integer(from)], "end": ["line": 0, "character": .integer(to)],
      ]
      talk.change([["range": range, "text": .string(text)]], version: version)
    }

    mutating func caret(_ line: Int, _ character: Int) {
      talk.notify(
        "tokenField/didMoveCaret",
        Talk.at(["line": .integer(line), "character": .integer(character)]))
    }

    mutating func act(_ method: String, _ more: KeyValuePairs<String, JSON>) -> JSON {
      let members = [
        JSON.Member(key: "textDocument", value: ["uri": .string(Talk.uri), "version": .integer(version)])
      ]
      return talk.request(
        "tokenField/\(method)", .object(members + more.map { JSON.Member(key: $0.key, value: $0.value) }))
    }
  }

  private static let words: JSON = [
    "fields": ["To": ["placeholder": "Add people", "title": "Recipients", "selectedTitle": "Who gets it", "label": ""]]
  ]

  @Test func `A20 a label that is set takes the place of the name, an empty one draws none`() {
    var own = Client("To: a@example.org\n\n")
    #expect(own.drawn()?["label"] == "To")
    var client = Client("To: \n\n", options: ["fields": ["To": ["label": "An"]]])
    #expect(client.drawn()?["label"] == "An")
    var other = Client("To: a@example.org\n\n", options: Self.words)
    #expect(other.drawn()?["label"] == "")
    // The first row gets wider by what the label took.
    func column(_ client: inout Client) -> JSON? {
      client.act("layout", ["width": 40, "label": true]).array.first?["rows"].array.first?.array.first?["column"]
    }
    #expect(column(&own) == 4 && column(&other) == 0)
    // Lists of fields have a name for each.
    let symbols = other.talk.request("textDocument/documentSymbol", ["textDocument": ["uri": .string(Talk.uri)]])
    #expect(symbols.array.first?["name"] == "To")
  }

  @Test func `A53 what was typed is drawn as it stands once one is elsewhere, and as a draft when one comes back`() {
    var client = Client("To: \nSubject: x\n\n")
    client.change(4, 4, "ana@example.org")
    func kind() -> JSON? { client.drawn()?["chips"].array.last?["class"] }
    #expect(kind() == "draft")
    client.caret(1, 9)
    #expect(kind() == "token")
    client.caret(0, 19)
    #expect(kind() == "draft")
  }

  @Test func `what stands beside entries that were taken out whole is no draft`() {
    var client = Client("To: ana@example.org, bo@example.org\n\n")
    client.change(4, 4, "cy@example.org, ")
    client.change(4, 20, "")
    // Everything that was drawn beside it was drawn so before.
    #expect(client.drawn()?["chips"].array.map { $0["class"].text } == ["token"])
    #expect(client.act("state", ["field": "To"])["total"] == 2)
  }

  @Test func `A22 B21 D33 an empty field shows its placeholder, and shows it again when the last token goes`() {
    var client = Client("To: \n\n", options: Self.words)
    #expect(client.drawn()?["placeholder"] == "Add people")
    client.change(4, 4, "ana@example.org, ")
    #expect(client.drawn().map { $0["placeholder"] == nil } == true)
    client.change(4, 21, "")
    #expect(client.drawn()?["placeholder"] == "Add people")
    client.change(4, 4, "a")
    #expect(client.drawn().map { $0["placeholder"] == nil } == true, "what is typed is text, too")
  }

  @Test func `E1 E2 E3 E11 the title is that of the state, and being in an empty field alone does not show it`() {
    var client = Client("To: \n\n", options: Self.words)
    let idle = client.drawn()
    #expect(idle?["title"] == "Recipients" && idle?["titleVisible"] == nil)
    client.caret(0, 4)
    let inside = client.drawn()
    #expect(inside?["title"] == "Who gets it" && inside?["titleVisible"] == nil && inside?["state"] == "editing")
    client.change(4, 4, "a@example.org")
    #expect(client.drawn()?["titleVisible"] == true)
    client.caret(1, 0)
    let left = client.drawn()
    #expect(left?["title"] == "Recipients" && left?["state"] == "normal")
  }

  @Test func `E5 E8 E21 an error stays while one types, and what cannot be changed comes before it`() {
    var client = Client("To: a@example.org\n\n")
    _ = client.act("setFieldState", ["field": "To", "error": "Ask first"])
    #expect(client.drawn()?["state"] == "error")
    client.change(17, 17, ", b@example.org")
    let typed = client.drawn()
    #expect(typed?["error"] == "Ask first" && typed?["title"] == "Ask first" && typed?["titleVisible"] == true)
    _ = client.act("setFieldState", ["field": "To", "enabled": false])
    #expect(client.drawn()?["state"] == "disabled")
    _ = client.act("setFieldState", ["field": "To", "enabled": true, "error": .null])
    #expect(client.drawn()?["state"] == "editing")
  }

  @Test func `E23 E24 a title can be shown always, for every field or for one`() {
    var client = Client("To: \nCc: \n\n", options: ["defaults": ["title": "People", "titleAlways": true]])
    let pushes = client.talk.takePushes("tokenField/publishChips").flatMap { $0["fields"].array }
    #expect(pushes.map { $0["titleVisible"] } == [true, true])
  }

  @Test func `E15 D35 each change of the draft is told once, before the chips`() {
    var client = Client("To: \n\n")
    _ = client.talk.takeEffects()
    client.change(4, 4, "a@example.org")
    let methods = client.talk.takeEffects().compactMap { effect -> String? in
      guard case .send(let body, _) = effect, case .success(.notification(let method, let params)) = Message.read(body)
      else { return nil }
      return params?["type"].map { Optional($0).text } ?? method
    }
    #expect(methods == ["didBeginEditing", "didChangeText", "didChangeReady", "tokenField/publishChips"])
  }

  @Test func `E22 a mark is drawn again after every change that touches it, the same or not`() {
    var client = Client("To: a..b@example.org, c@example.org\n\n")
    _ = client.drawn()
    client.change(5, 6, ".")
    #expect(client.drawn()?["chips"].array.map { $0["display"].text } == ["a..b@example.org"])
  }

  @Test func `D13 D25 G43 what is written beside a chip is none of it, and moves it`() {
    var client = Client("To: a@example.org, c@example.org\n\n")
    _ = client.drawn()
    client.change(19, 19, "b@example.org, ")
    let chips = client.drawn()?["chips"].array ?? []
    #expect(chips.map { $0["display"].text } == ["b@example.org", ",", "c@example.org"])
    #expect(chips.last?["range"]?["start"]?["character"] == 34)
  }

  @Test func `D23 D24 what was given with a token stays until somebody changes it`() {
    var client = Client("To: \n\n")
    let outcome = client.act("add", ["field": "To", "text": "ana@example.org", "data": ["id": 7]])
    client.change(4, 4, outcome["edits"].array.first?["newText"].text ?? "")
    #expect(client.drawn()?["chips"].array.first?["data"] == ["id": 7])
    client.change(4, 4, "b@example.org, ")
    _ = client.drawn()
    #expect(client.act("state", ["field": "To"])["tokens"].array.last?["data"] == ["id": 7], "an insertion before it")
    client.change(20, 20, "x")
    _ = client.drawn()
    #expect(client.act("state", ["field": "To"])["tokens"].array.last?["data"] == .null, "a change of it")
  }

  @Test func `D31 each thing that happens is told once`() {
    var client = Client("To: \nCc: \n\n")
    client.caret(0, 4)
    client.change(4, 4, "a@example.org, ")
    client.caret(1, 4)
    client.caret(2, 0)
    let events = client.events()
    #expect(events.filter { $0 == "didBeginEditing" }.count == 2 && events.filter { $0 == "didEndEditing" }.count == 2)
    #expect(events.filter { $0 == "didAdd" }.count == 1 && events.filter { $0 == "announce" }.count == 1)
  }

  @Test func `G32 a name hides an address only if it says by itself who is meant`() {
    let people = [
      People.person("Ana Ruiz", "ana@example.org", count: 1), People.person("Bo Li", "bo@example.org", count: 1),
      People.person("Bo Li", "li@example.net", count: 1),
    ]
    var client = Client(
      "To: Ana Ruiz <ana@example.org>, Bo Li <bo@example.org>, Ana Ruiz <bo@example.org>, Cy <cy@example.org>,"
        + " \"x@y.org\" <ana@example.org>\n\n", people: people)
    let chips = (client.drawn()?["chips"].array ?? []).filter { $0["class"] != "separator" }
    #expect(
      chips.map { $0["display"].text } == [
        "Ana Ruiz", "Bo Li <bo@example.org>", "Ana Ruiz <bo@example.org>", "Cy <cy@example.org>",
        "x@y.org <ana@example.org>",
      ])
    #expect(chips.map { $0["mayHide"] == true } == [true, false, false, false, false])
    #expect(chips.map { $0["class"].text } == ["token", "token", "duplicate", "unknown", "duplicate"])
  }

  @Test func `A74 of two outcomes for one text the first is taken back`() {
    var client = Client("To: a@x.org, b@x.org\n\n")
    var tokens = ["a@x.org", "b@x.org"]
    func replay(_ events: [JSON], _ tokens: inout [String]) {
      for event in events {
        let index = event["index"]?.whole ?? 0
        switch event["type"].text {
        case "didAdd": tokens.insert(event["token"]?["raw"].text ?? "", at: min(index, tokens.count))
        case "didReplace":
          if index < tokens.count { tokens[index] = event["with"]?["raw"].text ?? "" }
        case "didRemove":
          #expect(index < tokens.count && tokens[index] == event["token"]?["raw"].text)
          if index < tokens.count { tokens.remove(at: index) }
        default: break
        }
      }
    }
    let first = client.act("remove", ["field": "To", "index": 0])
    replay(first["events"].array, &tokens)
    let second = client.act("remove", ["field": "To", "index": 1])
    replay(client.talk.takePushes("tokenField/event"), &tokens)
    replay(second["events"].array, &tokens)
    #expect(tokens == ["a@x.org"])
    let edit = first["edits"].array[0]
    client.change(4, edit["range"]?["end"]?["character"]?.whole ?? 4, "")
    replay(client.talk.takePushes("tokenField/event"), &tokens)
    #expect(tokens == ["b@x.org"])
  }

  @Test func `E22 a label that stands outside the value is drawn anew, too`() {
    var client = Client("")
    client.talk.open("* Head :a:b:\n", languageId: "org", uri: "file:///notes.org")
    let first = client.talk.takePushes("tokenField/publishChips").last?["fields"].array.first
    #expect(first?["label"].text == "Head")
    let place: JSON = ["line": 0, "character": 6]
    client.talk.change([["range": ["start": place, "end": place], "text": "s"]], version: 2, uri: "file:///notes.org")
    let second = client.talk.takePushes("tokenField/publishChips").last?["fields"].array.first
    #expect(second?["label"].text == "Heads" && second?["chips"] == [])
  }

  @Test func `E10 D36 a field that nobody types in is drawn as it may be changed now`() {
    var client = Client("To: a@example.org\n\n")
    _ = client.drawn()
    _ = client.act("setFieldState", ["field": "To", "enabled": false])
    let closed = client.drawn()
    #expect(closed?["state"] == "disabled" && closed?["chips"].array.map { $0["class"].text } == ["disabled"])
    _ = client.act("setFieldState", ["field": "To", "enabled": true])
    let open = client.drawn()
    #expect(open?["state"] == "normal" && open?["chips"].array.map { $0["class"].text } == ["token"])
    client.talk.notify(
      "workspace/didChangeConfiguration", ["settings": ["fields": ["To": ["readOnly": true]]]])
    #expect(client.drawn()?["state"] == "disabled")
  }
}
