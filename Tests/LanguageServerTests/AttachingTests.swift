import LanguageServer
import Testing
import Wire

/// Files that a draft attaches: looked for by a child, and completed.
@Suite struct AttachingTests {
  /// A session with a client that draws, and the child's answers.
  private struct Client {
    var talk = Talk(experimental: ["tokenField": [:]], set: ["discover=false"])

    /// What the child is asked, by the number of the ask.
    mutating func asked() -> (ask: Int, look: [String], list: [String])? {
      for effect in talk.takeEffects() {
        guard case .ask(let number, .index(let request)) = effect, let json = try? JSON.parse(request),
          let files = json["files"]
        else { continue }
        return (number, files["look"].array.map { Optional($0).text }, files["list"].array.map { Optional($0).text })
      }
      return nil
    }

    mutating func answer(_ ask: Int, _ lines: String...) {
      // Cut anywhere.
      for byte in lines.map({ $0 + "\n" }).joined().utf8 { talk.receive(.answered(ask: ask, .part([byte]))) }
      talk.receive(.answered(ask: ask, .ended(problem: nil)))
    }

    mutating func classes() -> [String] {
      talk.request("tokenField/chips", Talk.document())["fields"].array.flatMap {
        $0["chips"].array.map { $0["class"].text }
      }
    }
  }

  private static let draft = "To: a@x.org\nAttach: ~/my\\ plan.pdf The plan\nAttach: notes/x.txt\n\n"

  @Test func `D28 a file that is not there is no valid attachment`() {
    var client = Client()
    client.talk.open(Self.draft)
    guard let asked = client.asked() else {
      Issue.record("nothing was asked")
      return
    }
    #expect(asked.look == ["~/my plan.pdf", "notes/x.txt"])
    #expect(asked.list == ["~/", "notes/"])
    #expect(client.classes() == ["token", "pending", "pending"])
    client.answer(asked.ask, "look\t~/my plan.pdf\tfile", "look\tnotes/x.txt\tnothing", "nonsense", "look\tx")
    #expect(client.classes() == ["token", "token", "invalid"])
    #expect(client.talk.codes() == ["missing-file"])
    #expect(
      client.talk.request("tokenField/check", Talk.document())["blockers"].array.map { $0["reason"].text } == [
        "missing-file"
      ])
  }

  @Test func `G26 what comes late counts only for the text that it was asked for`() {
    var client = Client()
    client.talk.open("To: a@x.org\nAttach: x.txt\n\n")
    guard let asked = client.asked() else {
      Issue.record("nothing was asked")
      return
    }
    client.talk.change([["range": SyncTests.range((1, 8), (1, 9)), "text": "y"]], version: 2)
    client.answer(asked.ask, "look\tx.txt\tnothing")
    #expect(client.talk.codes() == [])
    guard let second = client.asked() else {
      Issue.record("nothing more was asked")
      return
    }
    #expect(second.look == ["y.txt"])
    client.answer(second.ask, "look\ty.txt\tfolder")
    // What is being typed may become a file yet.
    #expect(client.talk.codes() == [])
    client.talk.notify("tokenField/didBlur", Talk.document())
    #expect(client.talk.codes() == ["missing-file"])
  }

  @Test func `a file that is made later is found when the draft is saved`() {
    var client = Client()
    client.talk.open("To: a@x.org\nAttach: x.txt\n\n")
    if let asked = client.asked() { client.answer(asked.ask, "look\tx.txt\tnothing") }
    #expect(client.talk.codes() == ["missing-file"])
    client.talk.notify("textDocument/didSave", Talk.document())
    guard let asked = client.asked() else {
      Issue.record("nothing was asked")
      return
    }
    client.answer(asked.ask, "look\tx.txt\tfile")
    #expect(client.talk.codes() == [])
  }

  @Test func `the paths that mutt reads in its own way are not judged, and no received message is`() {
    for text in ["To: a@x.org\nAttach: =box\nAttach: +x\nAttach: $HOME/x\nAttach: \n\n", "Received: x\nAttach: x\n\n"] {
      var client = Client()
      client.talk.open(text)
      #expect(client.asked()?.look.filter { !$0.isEmpty } ?? [] == [], "\(text.debugDescription)")
      #expect(client.talk.codes() == [])
    }
  }

  @Test func `D28 D38 paths are completed, and what comes late comes to the open list`() {
    var client = Client()
    let (buffer, position) = client.talk.open("To: a@x.org\nAttach: ~/do|\n\n")
    let ask = client.asked()
    #expect(client.talk.request("textDocument/completion", Talk.at(position))["items"].array.isEmpty)
    guard let ask else {
      Issue.record("nothing was asked")
      return
    }
    #expect(ask.list == ["~/"])
    client.answer(
      ask.ask, "look\t~/do\tnothing", "entry\t~/\tDocuments\tfolder", "entry\t~/\tdoc one.pdf\tfile",
      "entry\t~/\t.dot\tfile", "entry\t~/\tother\tfile")
    let items = client.talk.takePushes("tokenField/suggestions").last?["items"].array ?? []
    #expect(items.map { $0["label"].text } == ["Documents/", "doc one.pdf"])
    #expect(
      items.map { buffer.accepting($0) } == [
        "To: a@x.org\nAttach: ~/Documents/|\n\n", "To: a@x.org\nAttach: ~/doc\\ one.pdf|\n\n",
      ])
  }

  @Test func `D28 a second file is another line, and none is cut into two`() {
    var client = Client()
    client.talk.open("To: a@x.org\nAttach: \n\n")
    func add(_ text: String) -> JSON {
      client.talk.request(
        "tokenField/add",
        ["textDocument": ["uri": .string(Talk.uri), "version": 1], "field": "Attach", "texts": [.string(text)]])
    }
    #expect(add("a\\ b.txt My file")["edits"].array.map { $0["newText"].text } == ["a\\ b.txt My file"])
    client.talk.open("To: a@x.org\nAttach: x\n\n")
    #expect(add("y z")["edits"].array.map { $0["newText"].text } == ["\nAttach: y z"])
  }
}
