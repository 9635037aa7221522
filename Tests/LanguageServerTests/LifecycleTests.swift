import Fields
import LanguageServer
import Testing
import Wire

/// How a session begins and ends, and what it refuses in between (house.md, "Errors").
@Suite struct LifecycleTests {
  private static let startup = Startup(version: "1.2.3")

  @Test(arguments: [
    // What arrives, the id it is answered under, the code.
    ("{", "null", -32700),
    ("", "null", -32700),
    ("[]", "null", -32600),
    ("[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"shutdown\"}]", "null", -32600),
    ("5", "null", -32600),
    ("{}", "null", -32600),
    ("{\"jsonrpc\":\"2.0\",\"id\":7}", "7", -32600),
    ("{\"jsonrpc\":\"1.0\",\"id\":7,\"method\":\"shutdown\"}", "7", -32600),
    ("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":5}", "7", -32600),
    ("{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"shutdown\"}", "null", -32600),
    ("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"shutdown\",\"params\":3}", "7", -32600),
    ("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"no/such\"}", "7", -32601),
    ("{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"$/no\"}", "\"a\"", -32601),
    ("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"initialize\",\"params\":{}}", "7", -32600),
    ("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"textDocument/hover\"}", "7", -32602),
    ("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"textDocument/hover\",\"params\":null}", "7", -32602),
    ("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"textDocument/completion\",\"params\":[]}", "7", -32602),
  ])
  func refuses(_ body: String, id: String, code: Int) throws {
    var talk = Talk()
    _ = talk.takeEffects()
    talk.receive(.received(Array(body.utf8)), .drained)
    let answers = Self.answers(talk.takeEffects())
    #expect(answers.count == 1)
    #expect(answers.first?["id"] == (try JSON.parse(Array(id.utf8))))
    #expect(answers.first?["error"]?["code"] == .integer(code))
    #expect(answers.first?["error"]?["message"].text.isEmpty == false)
    // What cannot be read changes nothing: the session goes on.
    #expect(talk.ask("textDocument/documentSymbol", Talk.document()) == .success([]))
  }

  @Test func namesTheParameterThatIsWrong() {
    var talk = Talk()
    talk.open("To: ana@example.org\n\n")
    func message(_ method: String, _ params: JSON) -> String {
      if case .failure(let error) = talk.ask(method, params), error.code == -32602 { error.message } else { "" }
    }
    let place: JSON = ["line": 0, "character": 0]
    #expect(
      message("textDocument/hover", ["textDocument": ["uri": 5], "position": place])
        == "expected a string at params.textDocument.uri")
    #expect(message("textDocument/hover", ["position": place]) == "expected an object at params.textDocument")
    #expect(
      message("textDocument/completion", Talk.at(["line": "0", "character": 0]))
        == "expected an integer at params.position.line")
    #expect(message("textDocument/completion", Talk.document()) == "expected an object at params.position")
    #expect(
      message("textDocument/semanticTokens/full/delta", Talk.document())
        == "expected a string at params.previousResultId")
    #expect(message("tokenField/tokenize", ["text": 5]) == "expected a string at params.text")
    #expect(
      message("tokenField/tokenize", ["text": "", "kind": "adress-list"])
        == "unknown kind adress-list; did you mean address-list?")
  }

  @Test func answersNothingBeforeItBegins() {
    var talk = Talk(startup: Self.startup)
    for method in RequestMethod.allCases.map(\.rawValue) + ["no/such"] where method != "initialize" {
      #expect(Self.code(talk.ask(method, [:])) == -32002, "\(method)")
    }
    talk.open("To: x\n\n")
    #expect(Self.answers(talk.takeEffects()).isEmpty)
    // What was opened too early is not open.
    _ = talk.request("initialize", [:])
    #expect(talk.request("tokenField/fields", Talk.document()) == [])
  }

  @Test func answersNothingAfterShutdown() {
    var talk = Talk()
    talk.open("To: ana\n\n")
    #expect(talk.ask("shutdown", nil) == .success(.null))
    _ = talk.takeEffects()
    for method in RequestMethod.allCases.map(\.rawValue) + ["no/such"] {
      #expect(Self.code(talk.ask(method, [:])) == -32600, "\(method)")
    }
    talk.change([["text": "To: b@@x\n\n"]], version: 2)
    #expect(talk.takePushes().isEmpty)
  }

  @Test func endsWithTheCodeThatTheProtocolSays() {
    for (methods, code) in [([], 1), (["shutdown"], 0)] as [([String], Int32)] {
      for last in ["exit", "closed"] {
        for isRunning in [true, false] {
          guard isRunning || methods.isEmpty else { continue }
          var talk = isRunning ? Talk() : Talk(startup: Self.startup)
          for method in methods { _ = talk.ask(method, nil) }
          _ = talk.takeEffects()
          if last == "exit" { talk.notify("exit", [:]) } else { talk.receive(.closed) }
          #expect(talk.takeEffects().filter { $0 == .exit(code) }.count == 1, "\(methods) \(last)")
          // Nothing is done after the end.
          talk.receive(.received(Array("{".utf8)), .drained, .closed)
          #expect(talk.takeEffects() == [])
        }
      }
    }
  }

  @Test func answersWhatIsHeldBeforeItEnds() {
    var talk = Talk()
    let (id, bytes) = talk.body("textDocument/documentSymbol", Talk.document())
    talk.receive(.received(bytes), .closed)
    #expect(talk.answer(to: id) == .success([]))
    #expect(talk.takeEffects().last == .exit(1))
  }

  @Test func doesWhatWaitsPartByPart() {
    var talk = Talk()
    talk.open("To: a@@x.example\n\n", uri: "file:///tmp/mutt-1")
    _ = talk.takeEffects()
    var session = talk.session
    let requests = (0..<3).map { _ in talk.body("textDocument/documentSymbol", Talk.document()) }
    let opened = Message.notification(
      method: "textDocument/didOpen",
      params: [
        "textDocument": ["uri": .string(Talk.uri), "languageId": "mail", "version": 1, "text": "To: b@@x.example\n\n"]
      ]
    ).write()
    for body in requests.map(\.bytes) + [opened] { #expect(session.receive(.received(body)) == []) }
    // Three answers, what is opened, and at last its findings.
    let parts = (0..<6).map { _ in session.advance()?.count }
    #expect(parts == [1, 1, 1, 0, 1, nil])
    #expect(session.receive(.drained) == [])
  }

  @Test func dropsWhatNobodyReads() {
    for (methods, code) in [([], 1), (["shutdown"], 0)] as [([String], Int32)] {
      var talk = Talk()
      _ = talk.takeEffects()
      talk.receive(.received(talk.body("textDocument/documentSymbol", Talk.document()).bytes))
      for method in methods { talk.receive(.received(talk.body(method, nil).bytes)) }
      talk.receive(.lost)
      #expect(talk.takeEffects() == [.exit(code)])
    }
  }

  @Test func showsFindingsBeforeItEnds() {
    for last in ["shutdown", "exit", "closed"] {
      var talk = Talk()
      _ = talk.takeEffects()
      let opened = Message.notification(
        method: "textDocument/didOpen",
        params: [
          "textDocument": [
            "uri": .string(Talk.uri), "languageId": "mail", "version": 1, "text": "To: b@@x.example\n\n",
          ]
        ]
      ).write()
      talk.receive(.received(opened))
      switch last {
      case "closed": talk.receive(.closed)
      case "exit": talk.notify("exit", [:])
      default: _ = talk.ask("shutdown", nil)
      }
      #expect(talk.takePushes().count == 1, "\(last)")
    }
  }

  @Test func watchesTheClientsProcess() {
    var talk = Talk(startup: Self.startup)
    _ = talk.request("initialize", ["processId": 4711])
    let asks = talk.takeEffects().compactMap { if case .ask(let number, .watch(4711)) = $0 { number } else { nil } }
    #expect(asks.count == 1)
    talk.receive(.answered(ask: asks.first ?? 0, .ended(problem: nil)))
    #expect(talk.takeEffects().last == .exit(1))
    for params in [["processId": nil], ["processId": 0], ["processId": "x"], [:]] as [JSON] {
      var other = Talk(startup: Self.startup)
      _ = other.request("initialize", params)
      #expect(!other.takeEffects().contains { if case .ask(_, .watch) = $0 { true } else { false } })
    }
  }

  @Test(
    arguments: [
      (["utf-8", "utf-16"], "utf-8"), (["utf-16", "utf-8"], "utf-16"), (["utf-32"], "utf-32"),
      (["utf-7", "utf-32"], "utf-32"),
      (["utf-7"], "utf-16"), ([], "utf-16"),
    ] as [([String], String)])
  func takesTheClientsFirstEncoding(_ names: [String], expected: String) {
    var talk = Talk(startup: Self.startup)
    let answer = talk.request(
      "initialize", ["capabilities": ["general": ["positionEncodings": .array(names.map { .string($0) })]]])
    #expect(answer["capabilities"]?["positionEncoding"] == .string(expected))
    #expect(answer["serverInfo"]?["version"] == "1.2.3")
  }

  @Test func saysWhatItCanDo() {
    var talk = Talk(startup: Self.startup)
    let capabilities = talk.request("initialize", [:])["capabilities"] ?? .null
    #expect(capabilities["diagnosticProvider"] == nil)
    let triggers = capabilities["completionProvider"]?["triggerCharacters"].array ?? []
    for character in ",;:<\"@# 09azAZ" { #expect(triggers.contains(.string(String(character)))) }
    let methods = capabilities["experimental"]?["tokenField"]?["methods"]
    let own = RequestMethod.allCases.map(\.rawValue).filter { $0.hasPrefix("tokenField/") }
    #expect(methods.array == own.map { .string($0) } && own.contains("tokenField/key"))
    #expect(capabilities["executeCommandProvider"]?["commands"].array.contains("tokenField.add") == true)
    var pulling = Talk(startup: Self.startup)
    let answer = pulling.request("initialize", ["capabilities": ["textDocument": ["diagnostic": [:]]]])
    #expect(answer["capabilities"]?["diagnosticProvider"]?["identifier"] == "tokenfield")
  }

  @Test func ignoresWhatItDoesNotKnow() {
    var talk = Talk()
    _ = talk.takeEffects()
    talk.notify("$/unknown", [:])
    talk.notify("workspace/didFly", [:])
    talk.receive(.received(Message.response(id: .integer(99), result: .null, error: nil).write()), .drained)
    talk.receive(.elapsed(wake: 99), .answered(ask: 99, .part([1])), .answered(ask: 99, .ended(problem: "x")))
    #expect(talk.takeLog() == [])
    talk.receive(.refused("bad header"))
    talk.notify("textDocument/didOpen", ["textDocument": ["uri": 5]])
    #expect(talk.takeLog().count == 2)
    #expect(talk.takeEffects() == [])
  }

  @Test func `G27 what is cancelled before it is answered says so, and is answered once`() {
    var talk = Talk()
    let (buffer, position) = talk.open("To: an|\n\n")
    let (id, bytes) = talk.body("textDocument/completion", Talk.at(position))
    let (other, otherBytes) = talk.body("tokenField/fields", Talk.document())
    let cancel = Message.notification(method: "$/cancelRequest", params: ["id": id.json]).write()
    talk.receive(.received(bytes), .received(otherBytes), .received(cancel), .drained)
    #expect(Self.code(talk.answer(to: id)) == -32800)
    if case .success(let fields) = talk.answer(to: other) { #expect(fields.array.count == 1) }
    // One that was answered stays answered, and one that nobody sent is nobody's.
    _ = talk.takeEffects()
    talk.receive(.received(cancel), .drained)
    talk.notify("$/cancelRequest", ["id": nil])
    talk.notify("$/cancelRequest", [:])
    #expect(Self.answers(talk.takeEffects()).isEmpty)
    #expect(talk.fields(buffer) == ["To: an"])
  }

  @Test func tracesWhenItIsTold() {
    var talk = Talk()
    talk.notify("$/setTrace", ["value": "messages"])
    _ = talk.request("tokenField/fields", Talk.document())
    #expect(talk.takePushes("$/logTrace") == [["message": "tokenField/fields"]])
    talk.notify("$/setTrace", ["value": "off"])
    _ = talk.takePushes("$/logTrace")
    _ = talk.request("tokenField/fields", Talk.document())
    #expect(talk.takePushes("$/logTrace") == [])
  }

  @Test func saysTheSameOfTheSameEvents() {
    func run() -> [Effect] {
      var talk = Talk(people: People.all)
      let (_, position) = talk.open("To: ana|, bo@example.org, bo@example.org\nCc: bo@example.org\nBcc: x\n\n")
      _ = talk.request("textDocument/diagnostic", Talk.document())
      let (_, bytes) = talk.body("textDocument/completion", Talk.at(position))
      talk.receive(.received(bytes), .drained)
      return talk.takeEffects()
    }
    #expect(run() == run())
  }

  private static func answers(_ effects: [Effect]) -> [JSON] {
    effects.compactMap { effect in
      guard case .send(let body, _) = effect, let json = try? JSON.parse(body), json["method"] == nil else {
        return nil
      }
      return json
    }
  }

  private static func code(_ answer: Result<JSON, ResponseError>) -> Int? {
    if case .failure(let error) = answer { error.code } else { nil }
  }
}
