import Fields
import LanguageServer
import Testing
import Wire

/// How a client's changes reach a document, in all three encodings, and what becomes of those that do not fit.
@Suite struct SyncTests {
  @Test(arguments: PositionEncoding.allCases)
  func makesChangesInTheClientsColumns(_ encoding: PositionEncoding) {
    var talk = Talk(encoding)
    var (buffer, _) = talk.open("To: Zoë 😀 <zoe@example.org>, bo@example.org\r\nCc: 漢\r\n\r\n")
    #expect(talk.fields(buffer) == ["To: Zoë 😀 <zoe@example.org>, bo@example.org", "Cc: 漢"])
    // Both changes are counted in the text as it is after the one before.
    talk.change(
      [
        Self.change(buffer, "😀", "é字"),
        Self.change(Buffer(text: buffer.text.replacing("😀", with: "é字"), encoding: encoding), "漢", "li@example.cn"),
      ], version: 2)
    buffer.text = buffer.text.replacing("😀", with: "é字").replacing("漢", with: "li@example.cn")
    #expect(talk.fields(buffer) == ["To: Zoë é字 <zoe@example.org>, bo@example.org", "Cc: li@example.cn"])
    #expect(talk.takeLog() == [])
  }

  @Test(arguments: PositionEncoding.allCases)
  func takesTheLineBehindTheLast(_ encoding: PositionEncoding) {
    var talk = Talk(encoding)
    talk.open("To: a@example.org\nCc: é\n\nbody")
    let end: JSON = ["start": ["line": 1, "character": 0], "end": ["line": 4, "character": 0]]
    talk.change([["range": end, "text": "Bcc: b@example.org\n"]], version: 2)
    #expect(talk.takeLog() == [])
    #expect(
      talk.fields(Buffer(text: "To: a@example.org\nBcc: b@example.org\n", encoding: encoding))
        == ["To: a@example.org", "Bcc: b@example.org"])
  }

  /// A place, what is written there, and the text that comes of it.
  static let doubtful: [(start: (Int, Int), end: (Int, Int), text: String)] = [
    // Past the end of a line, of the text, and before both.
    ((0, 5), (0, 900), "To: ax\nCc: b\n\n"),
    ((1, 5), (90, 0), "To: ab\nCc: bx"),
    ((7, 3), (7, 3), "To: ab\nCc: b\n\nx"),
    ((-1, 0), (0, 4), "xab\nCc: b\n\n"),
    ((0, -7), (0, 4), "xab\nCc: b\n\n"),
    // Reversed.
    ((0, 6), (0, 4), "To: x\nCc: b\n\n"),
    ((1, 5), (0, 6), "To: abx\n\n"),
  ]

  @Test(arguments: PositionEncoding.allCases, doubtful.indices)
  func drawsInWhatIsNotInTheText(_ encoding: PositionEncoding, _ index: Int) {
    let row = Self.doubtful[index]
    var talk = Talk(encoding)
    talk.open("To: ab\nCc: b\n\n")
    let range = Self.range(row.start, row.end)
    talk.change([["range": range, "text": "x"]], version: 2)
    #expect(talk.takeLog().count == 1)
    let buffer = Buffer(text: row.text, encoding: encoding)
    #expect(talk.fields(buffer) == Self.fields(row.text))
    // Said once; what fits goes on to be made.
    talk.change([["range": Self.range((0, 90), (0, 90)), "text": ""]], version: 3)
    #expect(talk.takeLog() == [])
    heal(&talk, version: 4)
  }

  @Test func drawsInWhatIsInsideACharacter() {
    for (encoding, columns) in [(PositionEncoding.utf8, 5...7), (.utf16, 5...5)] {
      for column in columns {
        var talk = Talk(encoding)
        talk.open("To: 😀\n\n")
        talk.change([["range": Self.range((0, column), (0, column)), "text": "x"]], version: 2)
        #expect(talk.takeLog().count == 1)
        #expect(talk.fields(Buffer(text: "To: x😀\n\n", encoding: encoding)) == ["To: x😀"])
        heal(&talk, version: 3)
      }
    }
  }

  @Test(arguments: [1, 0, -5])
  func makesAChangeWhoseVersionDoesNotFollow(version: Int) {
    var talk = Talk()
    let (buffer, _) = talk.open("To: ab@@example.org\n\n")
    _ = talk.takePushes()
    talk.change([Self.change(buffer, "ab@@", "x@@")], version: version)
    #expect(talk.takeLog().count == 1)
    #expect(talk.fields(Buffer(text: "To: x@@example.org\n\n", encoding: .utf8)) == ["To: x@@example.org"])
    // The version never goes back.
    #expect(talk.takePushes().allSatisfy { $0["version"] == 1 })
    heal(&talk, version: 2)
  }

  @Test(arguments: [
    "{\"text\":5}", "{}", "5", "null", "{\"range\":{},\"text\":\"x\"}", "{\"range\":5,\"text\":\"x\"}",
    "{\"range\":{\"start\":{\"line\":0},\"end\":{\"line\":0,\"character\":0}},\"text\":\"x\"}",
    "{\"range\":{\"start\":{\"line\":0.5,\"character\":0},\"end\":{\"line\":0,\"character\":0}},\"text\":\"x\"}",
  ])
  func losesNothingToAChangeThatCannotBeRead(_ change: String) throws {
    var talk = Talk()
    let (buffer, _) = talk.open("To: ab\nCc: b\n\n")
    talk.change([Self.change(buffer, "ab", "cd"), try JSON.parse(Array(change.utf8))], version: 2)
    #expect(talk.takeLog().count == 1)
    #expect(talk.fields(Buffer(text: "To: cd\nCc: b\n\n", encoding: .utf8)) == ["To: cd", "Cc: b"])
    heal(&talk, version: 3)
  }

  @Test func leavesADocumentAloneThatAnUnreadableNotificationNames() {
    var talk = Talk()
    let (buffer, _) = talk.open("To: ab\n\n")
    for params in [
      Talk.document(), ["textDocument": ["uri": .string(Talk.uri)], "contentChanges": []],
      ["textDocument": ["uri": .string(Talk.uri), "version": "2"], "contentChanges": [["text": "x"]]],
      ["textDocument": ["uri": .string(Talk.uri), "version": 2], "contentChanges": 5],
      ["textDocument": ["version": 2], "contentChanges": [["text": "x"]]], [:],
    ] as [JSON] {
      talk.notify("textDocument/didChange", params)
      #expect(talk.takeLog().count == 1, "\(params)")
      #expect(talk.fields(buffer) == ["To: ab"])
    }
    heal(&talk, version: 2)
  }

  @Test func knowsNothingOfWhatIsNotOpen() {
    var talk = Talk()
    talk.change([["text": "To: x@@y\n\n"]], version: 1)
    talk.notify("textDocument/didClose", Talk.document())
    talk.notify("textDocument/didSave", Talk.document())
    #expect(talk.takeLog().count == 3)
    #expect(talk.takePushes() == [])
    let place: JSON = ["line": 0, "character": 0]
    let range: JSON = ["start": place, "end": place]
    let expected: [(String, JSON, JSON)] = [
      ("tokenField/fields", Talk.document(), []), ("textDocument/documentSymbol", Talk.document(), []),
      ("textDocument/hover", Talk.at(place), nil), ("textDocument/completion", Talk.at(place), nil),
      ("textDocument/semanticTokens/full", Talk.document(), nil), ("tokenField/tokenize", Talk.document(), nil),
      ("textDocument/diagnostic", Talk.document(), ["kind": "full", "items": []]),
      (
        "textDocument/semanticTokens/range", ["textDocument": ["uri": .string(Talk.uri)], "range": range], nil
      ),
      (
        "textDocument/semanticTokens/full/delta",
        ["textDocument": ["uri": .string(Talk.uri)], "previousResultId": "1"], nil
      ),
    ]
    for (method, params, answer) in expected { #expect(talk.request(method, params) == answer, "\(method)") }
  }

  @Test func keepsDocumentsApart() {
    var talk = Talk()
    let (one, _) = talk.open("To: a\n\n", uri: "file:///tmp/mutt-1")
    talk.open("To: b\n\n", uri: "file:///tmp/mutt-2")
    talk.change([["text": "To: c\n\n"]], version: 2, uri: "file:///tmp/mutt-2")
    #expect(talk.fields(one, uri: "file:///tmp/mutt-1") == ["To: a"])
    talk.notify("textDocument/didClose", Talk.document("file:///tmp/mutt-1"))
    #expect(talk.fields(one, uri: "file:///tmp/mutt-1") == [])
    #expect(talk.fields(Buffer(text: "To: c\n\n", encoding: .utf8), uri: "file:///tmp/mutt-2") == ["To: c"])

  }

  @Test func answersACompletionThatTypingOvertakesWithAnEmptyList() {
    var talk = Talk(people: People.all)
    let (_, position) = talk.open("To: an|\n\n")
    _ = talk.takeEffects()
    let (id, bytes) = talk.body("textDocument/completion", Talk.at(position))
    let (hover, hoverBytes) = talk.body("textDocument/hover", Talk.at(position))
    let typed = Message.notification(
      method: "textDocument/didChange",
      params: Talk.changing([["range": Self.range((0, 6), (0, 6)), "text": "a"]], version: 2)
    ).write()
    talk.receive(.received(bytes), .received(hoverBytes), .received(typed), .drained)
    #expect(talk.answer(to: id) == .success(["isIncomplete": true, "items": []]))
    // All else is answered of the text before.
    _ = talk.answer(to: hover)
    // What is asked behind the change is answered of the text after it.
    let items = talk.request("textDocument/completion", Talk.at(["line": 0, "character": 7]))["items"].array
    #expect(items.allSatisfy { $0["filterText"] == "ana" })
    #expect(!items.isEmpty)
  }

  @Test func readsOnceWhatCameTogether() {
    var talk = Talk()
    let (_, _) = talk.open("To: a@x.example\n\nbody\n")
    _ = talk.takeEffects()
    func typed(_ text: String, at character: Int, line: Int = 0, version: Int) -> Event {
      let changes: JSON = [["range": Self.range((line, character), (line, character)), "text": .string(text)]]
      return .received(
        Message.notification(
          method: "textDocument/didChange", params: Talk.changing(changes, version: version)
        ).write())
    }
    let (id, bytes) = talk.body("tokenField/fields", Talk.document())
    talk.receive(
      typed("b@", at: 4, version: 2), typed("c", at: 6, version: 3), typed("x", at: 1, line: 2, version: 4),
      .received(bytes), typed(", zz", at: 18, version: 5), typed("z", at: 22, version: 6), .drained)
    guard case .success(let fields) = talk.answer(to: id) else { return }
    // The request sees what stood before it, and the only list of findings is that of the last text.
    #expect(fields.array.first?["tokens"].array.map { $0["text"].text } == ["b@ca@x.example"])
    let pushes = talk.takePushes()
    #expect(pushes.map { $0["version"]?.whole } == [6])
    #expect(pushes.first?["diagnostics"].array.map { $0["code"].text } == ["extra-at", "missing-domain"])
    // A change that cannot be read leaves the ones before it read.
    let broken = Message.notification(method: "textDocument/didChange", params: Talk.document()).write()
    talk.receive(typed("\nCc: d@x.example", at: 23, version: 7), .received(broken), .drained)
    #expect(talk.request("tokenField/fields", Talk.document()).array.count == 2)
  }

  @Test func answersACompletionInAnotherDocumentThanTheTyping() {
    var talk = Talk(people: People.all)
    let (_, position) = talk.open("To: an|\n\n")
    talk.open("To: x\n\n", uri: "file:///tmp/mutt-2")
    let (id, bytes) = talk.body("textDocument/completion", Talk.at(position))
    let typed = Message.notification(
      method: "textDocument/didChange",
      params: Talk.changing([["text": "To: y\n\n"]], version: 2, uri: "file:///tmp/mutt-2")
    ).write()
    talk.receive(.received(bytes), .received(typed), .drained)
    guard case .success(let list) = talk.answer(to: id) else { return }
    #expect(!list["items"].array.isEmpty)
  }

  // MARK: Helpers

  /// A full text makes every document sound, whatever came before.
  private func heal(_ talk: inout Talk, version: Int, _ location: SourceLocation = #_sourceLocation) {
    _ = talk.takeLog()
    let text = "Cc: new@example.org\n\n"
    talk.change([["text": .string(text)]], version: version)
    #expect(talk.takeLog() == [], sourceLocation: location)
    #expect(
      talk.fields(Buffer(text: text, encoding: talk.encoding)) == ["Cc: new@example.org"], sourceLocation: location)
  }

  /// A change of the first place where `old` stands.
  static func change(_ buffer: Buffer, _ old: String, _ new: String) -> JSON {
    let scalars = Array(buffer.text.unicodeScalars)
    let wanted = Array(old.unicodeScalars)
    let start = scalars.indices.first { scalars[$0...].starts(with: wanted) } ?? 0
    return [
      "range": ["start": buffer.position(start), "end": buffer.position(start + wanted.count)], "text": .string(new),
    ]
  }

  static func range(_ start: (Int, Int), _ end: (Int, Int)) -> JSON {
    [
      "start": ["line": .integer(start.0), "character": .integer(start.1)],
      "end": ["line": .integer(end.0), "character": .integer(end.1)],
    ]
  }

  /// The fields of a text as a session that has seen nothing else says them.
  private static func fields(_ text: String) -> [String] {
    var talk = Talk(.utf32)
    let (buffer, _) = talk.open(text)
    return talk.fields(buffer)
  }
}
