import LanguageServer
import Testing
import Wire

/// References and renames in a session: what waits for files, and what is refused.
@Suite struct RenameTests {
  private static let notes = "file:///n/a.md"
  private static let annotated: JSON = [
    "workspaceEdit": ["documentChanges": true, "changeAnnotationSupport": [:]]
  ]

  /// A session with a folder open, or none.
  private static func talk(folder: Bool = true, workspace: JSON = annotated, set: [String] = []) -> Talk {
    var talk = Talk(startup: Startup(assignments: ["discover=false"] + set, version: "1"))
    _ = talk.request(
      "initialize",
      [
        "capabilities": ["general": ["positionEncodings": ["utf-8"]], "workspace": workspace],
        "workspaceFolders": folder ? [["uri": "file:///n", "name": "n"]] : [],
      ])
    talk.notify("initialized", [:])
    _ = talk.takeEffects()
    return talk
  }

  private static func rename(_ name: String, line: Int = 0, character: Int = 2, uri: String = notes) -> JSON {
    [
      "textDocument": ["uri": .string(uri)], "newName": .string(name),
      "position": ["line": .integer(line), "character": .integer(character)],
    ]
  }

  /// Sends a request and gives its id; the answer comes later.
  private static func send(_ method: String, _ params: JSON, _ talk: inout Talk) -> RequestID {
    let (id, bytes) = talk.body(method, params)
    talk.receive(.received(bytes), .drained)
    return id
  }

  private static func isAnswered(_ id: RequestID, _ talk: Talk) -> Bool {
    talk.effects.contains { effect in
      guard case .send(let body, _) = effect, case .success(.response(let other, _, _)) = Message.read(body) else {
        return false
      }
      return other == id
    }
  }

  private static let end = "{\"ended\":{\"notes\":1,\"skipped\":0,\"isCut\":false}}\n"

  @Test func `a rename waits for the files, and other requests do not`() throws {
    var talk = Self.talk()
    talk.open("#work\n", languageId: "markdown", uri: Self.notes)
    let id = Self.send("textDocument/rename", Self.rename("job"), &talk)
    let ask = try #require(talk.indexing)
    #expect(!Self.isAnswered(id, talk))
    #expect(talk.request("textDocument/documentSymbol", Talk.document(Self.notes)) != .null)
    // Cut anywhere, with lines that are none.
    for byte in "x\n{\"file\":\"/n/b.md\"}\n{\"file\":\"/n/c.md\",\"edits\":[[1]]}\n\(Self.end)".utf8 {
      talk.receive(.answered(ask: ask, .part([byte])))
    }
    talk.receive(.answered(ask: ask, .ended(problem: nil)))
    let answer = try talk.answer(to: id).get()
    #expect(answer["documentChanges"].array.count == 1)
    #expect(answer["documentChanges"].array.first?["textDocument"]?["version"] == 1)
  }

  @Test func `a change behind a rename is renamed as it is then`() throws {
    var talk = Self.talk()
    talk.open("#work\n", languageId: "markdown", uri: Self.notes)
    let id = Self.send("textDocument/rename", Self.rename("job"), &talk)
    talk.change([["text": "so\n#work and #work/x\n"]], version: 2, uri: Self.notes)
    let ask = try #require(talk.indexing)
    talk.receive(.answered(ask: ask, .part(Array(Self.end.utf8))), .answered(ask: ask, .ended(problem: nil)))
    let file = try talk.answer(to: id).get()["documentChanges"].array.first
    #expect(file?["textDocument"]?["version"] == 2)
    #expect(file?["edits"].array.count == 2)
  }

  @Test func `a document that is opened meanwhile makes a rename ask again`() throws {
    var talk = Self.talk()
    talk.open("#work\n", languageId: "markdown", uri: Self.notes)
    let id = Self.send("textDocument/rename", Self.rename("job"), &talk)
    talk.open("#work\n", languageId: "markdown", uri: "file:///n/b.md")
    let ask = try #require(talk.indexing)
    talk.receive(.answered(ask: ask, .part(Array(Self.end.utf8))), .answered(ask: ask, .ended(problem: nil)))
    #expect(throws: ResponseError.contentModified("a document was opened or closed meanwhile; ask again")) {
      try talk.answer(to: id).get()
    }
  }

  @Test func `what a child says is believed only when it has come to its end`() throws {
    var talk = Self.talk()
    talk.open("#work\n", languageId: "markdown", uri: Self.notes)
    let id = Self.send("textDocument/rename", Self.rename("job"), &talk)
    let ask = try #require(talk.indexing)
    talk.receive(.answered(ask: ask, .ended(problem: nil)))
    guard case .failure(let error) = talk.answer(to: id) else {
      Issue.record("half a search was believed")
      return
    }
    #expect(error.code == ResponseError.requestFailed("").code)
  }

  @Test func `the end of input answers what waits`() {
    var talk = Self.talk()
    talk.open("#work\n", languageId: "markdown", uri: Self.notes)
    let ids = (0..<3).map { _ in Self.send("textDocument/rename", Self.rename("job"), &talk) }
    talk.receive(.closed)
    for id in ids {
      #expect(throws: ResponseError.requestCancelled("the session ends")) { try talk.answer(to: id).get() }
    }
    #expect(talk.effects.count { if case .forget = $0 { true } else { false } } >= 1)
  }

  @Test func `fields that are not to be changed, and documents out of step, refuse`() {
    var talk = Self.talk(folder: false, set: ["fields.tags.readOnly=true"])
    talk.open("---\ntags: [work]\n---\n#work\n", languageId: "markdown", uri: Self.notes)
    guard case .failure(let error) = talk.ask("textDocument/rename", Self.rename("job", line: 3)) else {
      Issue.record("a field was changed that is not to be")
      return
    }
    #expect(error.message.contains("is not to be changed"))
    var other = Self.talk(folder: false)
    other.open("#work\n", languageId: "markdown", uri: Self.notes)
    other.change([["text": "#work\n"]], version: 1, uri: Self.notes)
    other.change(
      [["range": ["start": ["line": 9, "character": 0], "end": ["line": 9, "character": 0]], "text": ""]], version: 2,
      uri: Self.notes)
    guard case .failure(let stale) = other.ask("textDocument/rename", Self.rename("job")) else {
      Issue.record("a document out of step was changed")
      return
    }
    #expect(stale.code == ResponseError.contentModified("").code)
  }

  @Test func `G45 a tag that is being typed is renamed with the others`() throws {
    var talk = Self.talk(folder: false)
    talk.open("---\ntags: [home, wo\n---\n#work\n", languageId: "markdown", uri: Self.notes)
    talk.change(
      [["range": ["start": ["line": 1, "character": 15], "end": ["line": 1, "character": 15]], "text": "rk]"]],
      version: 2, uri: Self.notes)
    let answer = talk.request("textDocument/rename", Self.rename("job", line: 3))
    let edits = answer["documentChanges"].array.first?["edits"].array ?? []
    #expect(edits.count == 2)
    #expect(answer["changeAnnotations"]?["rename"]?["needsConfirmation"] == false)
  }
}
