import Candidates
import Fields
import Testing
import Wire

/// Somebody is mentioned in running text: what is offered at `@jo|`, what it writes, and what is known of it afterwards.
@Suite struct MentionTests {
  private static let uri = "file:///home/ana/note.md"
  private static let people: JSON = [
    "ana", ["handle": "bo", "name": "Bo Li"], ["handle": "nathan", "name": "Nathan Tannar", "data": ["id": 7]],
    ["handle": "deploy", "prefix": "/do"], ["handle": "Nia Ode"],
  ]

  private static func talk(_ encoding: PositionEncoding = .utf8, draws: Bool = false, _ set: String...) -> Talk {
    Talk(encoding, experimental: draws ? ["tokenField": [:]] : [:], options: ["mentions": people], set: set)
  }

  /// The labels at the caret; nil where nothing is being mentioned.
  private static func labels(_ marked: String, _ set: String..., languageId: String = "markdown", uri: String = uri)
    -> [String]?
  {
    var talk = Talk(options: ["mentions": people, "mention": ["prefixes": ["@", "/do", "/do "]]], set: set)
    let (_, position) = talk.open(marked, languageId: languageId, uri: uri)
    let list = talk.request("textDocument/completion", Talk.at(position, uri: uri))
    return list == nil ? nil : list["items"].array.map { $0["label"].text }
  }

  /// The text after the first candidate was taken.
  private static func accepted(_ marked: String, _ set: String..., encoding: PositionEncoding = .utf8) -> String? {
    var talk = Talk(encoding, options: ["mentions": people], set: set)
    let (buffer, position) = talk.open(marked, languageId: "markdown", uri: uri)
    return talk.request("textDocument/completion", Talk.at(position, uri: uri))["items"].array.first.map {
      buffer.accepting($0)
    }
  }

  // MARK: What is offered

  @Test func `D4 a prefix may have several characters, and people of its own`() {
    #expect(Self.labels("see /do|") == ["ana", "bo", "nathan", "deploy", "Nia Ode"])
    #expect(Self.labels("see /dodep|") == ["deploy"])
    #expect(Self.labels("see @dep|") == [])
  }

  @Test func `D14 the prefix alone lists all`() {
    #expect(Self.labels("@|") == ["ana", "bo", "nathan", "Nia Ode"])
    #expect(Self.labels("@|", "completion.limit=2") == ["ana", "bo"])
  }

  @Test func `somebody is found by handle, then by words of the name, in any case`() {
    #expect(Self.labels("@N|") == ["nathan", "Nia Ode"])
    #expect(Self.labels("@tan|") == ["nathan"])
    #expect(Self.labels("@zz|") == [])
  }

  @Test func `D11 D15 blanks end what is typed, but for as many as are allowed in all of it`() {
    #expect(Self.labels("@nathan |") == nil)
    #expect(Self.labels("@nathan tan|", "mention.maxSpaces=1") == ["nathan (Nathan Tannar)"])
    #expect(Self.labels("@nathan tan x|", "mention.maxSpaces=1") == nil)
    #expect(Self.labels("@nathan\ntan|", "mention.maxSpaces=5") == nil)
    #expect(Self.labels("@ bo|", "mention.maxSpaces=5") == nil)
    #expect(Self.labels("@bo, li|", "mention.maxSpaces=5") == nil)
  }

  @Test func `D18 the nearest prefix counts`() {
    #expect(Self.labels("@bo and @an|") == ["ana", "nathan"])
    #expect(Self.labels("@ana #ta|") == [])
    #expect(Self.labels("@ana /dodep|", "mention.maxSpaces=5") == ["deploy"])
  }

  @Test func `D19 a mention begins at the start, behind a blank or an opening mark`() {
    for before in ["", "x ", "(", "[", "\"", "'", "「", "x\t"] {
      #expect(Self.labels("\(before)@bo|") == ["bo"], "\(before.debugDescription)")
    }
    for before in ["me", "1", ".", "é", "/"] {
      #expect(Self.labels("\(before)@bo|") == nil, "\(before.debugDescription)")
    }
  }

  @Test func `D20 a prefix of several characters is looked for as a whole`() {
    #expect(Self.labels("/do n|") == ["nathan", "Nia Ode"])
    #expect(Self.labels("/do e|") == [])
    #expect(Self.labels("/d|") == nil)
    #expect(Self.labels("/d o|") == nil)
  }

  @Test func `D21 nobody is mentioned in code, links and comments`() {
    for text in ["`@bo|`", "```\n@bo|\n```\n", "<!-- @bo| -->", "[x](@bo|)", "---\nx: @bo|\n---\n"] {
      #expect(Self.labels(text) == nil, "\(text.debugDescription)")
    }
    for text in ["#+begin_src c\n@bo|\n#+end_src\n", "# @bo|", "#+x: @bo|", ": @bo|", "a =see @bo|= b"] {
      #expect(Self.labels(text, languageId: "org") == nil, "\(text.debugDescription)")
    }
    for text in ["* see @bo|", "#+BEGIN_QUOTE\n@bo|\n", "a = @bo| = b", "#+begin_src\n#+end_src\n@bo|"] {
      #expect(Self.labels(text, languageId: "org") == ["bo"], "\(text.debugDescription)")
    }
    #expect(Self.labels("see @bo|", languageId: "plaintext") == ["bo"])
    #expect(Self.labels("To: ana@example.org\n\n@bo|", languageId: "mail") == nil)
    #expect(Self.labels("see @bo|", languageId: "c", uri: "file:///home/ana/note.c") == nil)
  }

  @Test func `D8 people of the address books are offered by their nicknames`() {
    var jo = Record(name: "Jo Ruiz", address: "jo@example.org")
    jo.nicknames = ["jojo"]
    var talk = Talk(
      options: ["mentions": ["ana"]], people: [jo, Record(name: "Jan Ode", address: "jan@example.org")])
    let (buffer, position) = talk.open("ask @j|", languageId: "markdown", uri: Self.uri)
    let items = talk.request("textDocument/completion", Talk.at(position, uri: Self.uri))["items"].array
    #expect(items.map { buffer.accepting($0) } == ["ask @jojo |"])
    #expect(items.first?["detail"] == "Jo Ruiz")
  }

  // MARK: What is written

  @Test(arguments: PositionEncoding.allCases)
  func `D41 what stands before and behind is left alone, whatever its characters`(encoding: PositionEncoding) {
    #expect(Self.accepted("👩‍💻 é @b| 😀\n", encoding: encoding) == "👩‍💻 é @bo| 😀\n")
    #expect(Self.accepted("漢😀\n(@a|n\n", encoding: encoding) == "漢😀\n(@ana |\n")
  }

  @Test func `D9 one blank follows, and none where one is or a mark stands`() {
    #expect(Self.accepted("@an|") == "@ana |")
    #expect(Self.accepted("@an| x") == "@ana| x")
    #expect(Self.accepted("(@an|)") == "(@ana|)")
    #expect(Self.accepted("@an|\r\nx") == "@ana |\r\nx")
    #expect(Self.accepted("@an|", "mention.appendSpace=false") == "@ana|")
  }

  @Test func `D10 the prefix goes where it is not kept`() {
    #expect(Self.accepted("@an|", "mention.keepPrefix=false") == "ana |")
  }

  @Test func `no label begins with the prefix or is shorter than what was typed`() {
    var talk = Self.talk()
    let (_, position) = talk.open("@tannar|", languageId: "markdown", uri: Self.uri)
    let item = talk.request("textDocument/completion", Talk.at(position, uri: Self.uri))["items"].array.first
    #expect(item?["label"] == "nathan")
    #expect(item?["filterText"] == "@tannar")
  }

  // MARK: What is known afterwards

  /// A document in which the first candidate was taken.
  private static func taken(
    _ marked: String, _ set: [String] = [], draws: Bool = true
  ) -> (talk: Talk, buffer: Buffer) {
    var talk = Talk(experimental: draws ? ["tokenField": [:]] : [:], options: ["mentions": people], set: set)
    var (buffer, position) = talk.open(marked, languageId: "markdown", uri: uri)
    let list = talk.request("textDocument/completion", Talk.at(position, uri: uri))
    let edit = list["items"].array.first?["textEdit"] ?? .null
    let range = buffer.range(edit["range"])
    talk.change([["range": edit["range"] ?? .null, "text": edit["newText"] ?? .null]], version: 2, uri: uri)
    buffer.replace(range, with: edit["newText"].text)
    return (talk, buffer)
  }

  private static func data(_ talk: inout Talk) -> [JSON] {
    talk.request("tokenField/state", ["textDocument": ["uri": .string(uri)], "field": "inline-tags"])["tokens"].array
      .map { $0["data"] ?? .null }
  }

  @Test(arguments: [("org", "* A :t:\nx @nat|\n"), ("text", "Hello @nat|\n")])
  func `D23 an accepted mention is listed in texts whose running text is no field`(languageId: String, marked: String) {
    let uri = "file:///home/ana/note"
    var talk = Talk(options: ["mentions": Self.people])
    var (buffer, position) = talk.open(marked, languageId: languageId, uri: uri)
    func state(_ params: JSON) -> JSON { talk.request("tokenField/state", params) }
    let named: JSON = ["textDocument": ["uri": .string(uri)], "field": "inline-tags"]
    #expect(state(named)["tokens"] == [])
    let item = talk.request("textDocument/completion", Talk.at(position, uri: uri))["items"].array.first ?? .null
    let edit = item["textEdit"] ?? .null
    let range = buffer.range(edit["range"])
    talk.change([["range": edit["range"] ?? .null, "text": edit["newText"] ?? .null]], version: 2, uri: uri)
    buffer.replace(range, with: edit["newText"].text)
    let tokens = state(named)["tokens"].array
    #expect(tokens.map { $0["raw"].text } == ["@nathan"] && tokens.map { $0["value"].text } == ["nathan"])
    #expect(tokens.first?["data"] == ["id": 7])
    #expect(state(Talk.at(position, uri: uri))["total"] == 1)
    // A letter behind it makes it another name; an edit in it makes it plain.
    let end = range.lowerBound + 7
    Self.type(&talk, &buffer, at: end, "s", version: 3, uri: uri)
    #expect(state(named)["tokens"] == [])
  }

  private static func type(
    _ talk: inout Talk, _ buffer: inout Buffer, at offset: Int, _ text: String, version: Int, uri: String = uri
  ) {
    let position = buffer.position(offset)
    talk.change([["range": ["start": position, "end": position], "text": .string(text)]], version: version, uri: uri)
    buffer.replace(offset..<offset, with: text)
  }

  @Test func `D7 D23 an accepted mention is told with what belongs to it, and keeps it`() {
    var (talk, _) = Self.taken("x @nat|")
    let event = talk.takePushes("tokenField/event").first { $0["type"] == "didAccept" }
    #expect(event?["prefix"] == "@")
    #expect(event?["text"] == "@nathan ")
    #expect(event?["data"] == ["id": 7])
    #expect(Self.data(&talk) == [["id": 7]])
  }

  @Test func `D24 an edit within a mention makes it plain`() {
    var (talk, buffer) = Self.taken("x @nat|")
    Self.type(&talk, &buffer, at: 4, "x", version: 3)
    #expect(Self.data(&talk) == [.null])
  }

  @Test func `D25 what is typed right before a mention moves it`() {
    var (talk, buffer) = Self.taken("x @nat|")
    Self.type(&talk, &buffer, at: 2, "👩‍💻 (", version: 3)
    #expect(Self.data(&talk) == [["id": 7]])
  }

  @Test func `D22 nothing opens behind an accepted mention`() {
    for set in [["mention.appendSpace=false"], ["mention.maxSpaces=3"]] {
      var (talk, buffer) = Self.taken("x @nat|", set, draws: false)
      let end = buffer.text.unicodeScalars.count
      let request = Talk.at(buffer.position(end), uri: Self.uri)
      #expect(talk.request("textDocument/completion", request) == nil)
      Self.type(&talk, &buffer, at: end, "x", version: 3)
      let next = Talk.at(buffer.position(end + 1), uri: Self.uri)
      #expect(talk.request("textDocument/completion", next) == nil)
    }
  }

  @Test func `a client that sends only what differs has accepted as well`() {
    var talk = Self.talk(draws: true)
    let (_, position) = talk.open("x @nat|", languageId: "markdown", uri: Self.uri)
    _ = talk.request("textDocument/completion", Talk.at(position, uri: Self.uri))
    talk.change([["range": ["start": position, "end": position], "text": "han "]], version: 2, uri: Self.uri)
    #expect(Self.data(&talk) == [["id": 7]])
    // One letter may have been typed.
    var other = Self.talk(draws: true)
    let (_, place) = other.open("x @an|", languageId: "markdown", uri: Self.uri)
    _ = other.request("textDocument/completion", Talk.at(place, uri: Self.uri))
    other.change([["range": ["start": place, "end": place], "text": "a"]], version: 2, uri: Self.uri)
    #expect(Self.data(&other) == [.null])
  }

  @Test func `G16 a mark behind an accepted mention is no part of it`() {
    var (talk, buffer) = Self.taken("x @nat|", ["mention.appendSpace=false"])
    Self.type(&talk, &buffer, at: 9, ", hi", version: 3)
    let state = talk.request(
      "tokenField/state", ["textDocument": ["uri": .string(Self.uri)], "field": "inline-tags"])
    #expect(state["tokens"].array.map { $0["raw"].text } == ["@nathan"])
    #expect(Self.data(&talk) == [["id": 7]])
    // A letter makes it another name.
    Self.type(&talk, &buffer, at: 9, "s", version: 4)
    #expect(Self.data(&talk) == [.null])
  }

  @Test func `D5 D17 nothing is asked of a program while one types`() {
    var talk = Self.talk()
    var (buffer, _) = talk.open("x \n", languageId: "markdown", uri: Self.uri)
    _ = talk.takeEffects()
    var counts: [Int] = []
    for (number, letter) in "@nath".enumerated() {
      Self.type(&talk, &buffer, at: 2 + number, String(letter), version: 2 + number)
      let request = Talk.at(buffer.position(3 + number), uri: Self.uri)
      counts.append(talk.request("textDocument/completion", request)["items"].array.count)
    }
    #expect(counts == [4, 2, 2, 1, 1])
    #expect(talk.indexing == nil)
  }

  // MARK: Backspace

  private static func press(_ talk: inout Talk, _ buffer: inout Buffer, at offset: Int, version: Int) -> JSON {
    let outcome = talk.request(
      "tokenField/key",
      [
        "textDocument": ["uri": .string(uri), "version": .integer(version)], "position": buffer.position(offset),
        "key": "Backspace",
      ])
    for edit in outcome["edits"].array {
      talk.change(
        [["range": edit["range"] ?? .null, "text": edit["newText"] ?? .null]], version: version + 1, uri: uri)
      buffer.replace(buffer.range(edit["range"]), with: edit["newText"].text)
    }
    return outcome
  }

  @Test func `D12 Backspace takes the last word of an accepted mention, then the rest`() {
    var (talk, buffer) = Self.taken("x @nia|", ["fields.inline-tags.onBackspace=parts", "mention.appendSpace=false"])
    #expect(buffer.text == "x @Nia Ode")
    var outcome = Self.press(&talk, &buffer, at: 10, version: 2)
    #expect(outcome["handled"] == true)
    #expect(buffer.text == "x @Nia")
    #expect(Self.data(&talk) == [["handle": "Nia Ode"]])
    outcome = Self.press(&talk, &buffer, at: 6, version: 3)
    #expect(buffer.text == "x ")
    #expect(outcome["events"].array.first?["type"] == "didRemove")
  }

  @Test func `D12 without that policy, and behind any other word, the key is the editor's own`() {
    var (talk, buffer) = Self.taken("x @nia|", ["mention.appendSpace=false"])
    #expect(Self.press(&talk, &buffer, at: 10, version: 2)["handled"] == false)
    (talk, buffer) = Self.taken("#tag @nia|", ["fields.inline-tags.onBackspace=parts"])
    #expect(Self.press(&talk, &buffer, at: 4, version: 2)["handled"] == false)
  }

  @Test func `what is no person is left out and named in the log`() {
    var talk = Talk(options: ["mentions": ["ana", 7, ["name": "x"], ["handle": ""]]])
    #expect(talk.takeLog().count == 3)
    let (_, position) = talk.open("@|", languageId: "markdown", uri: Self.uri)
    #expect(talk.request("textDocument/completion", Talk.at(position, uri: Self.uri))["items"].array.count == 1)
  }
}

extension Buffer {
  fileprivate mutating func replace(_ range: Range<Int>, with text: String) {
    var scalars = Array(self.text.unicodeScalars)
    scalars.replaceSubrange(range, with: Array(text.unicodeScalars))
    self.text = String(String.UnicodeScalarView(scalars))
  }
}
