import Candidates
import LanguageServer
import Testing
import Wire

/// Who was chosen from a list is written down when the draft is saved or closed, if still there.
@Suite struct LearningTests {
  private static let people = [
    Record(name: "Ana Ruiz", address: "ana@example.org"), Record(name: "Anton Ode", address: "anton@example.org"),
  ]

  /// A draft in which the first candidate was taken.
  private static func taken(_ marked: String, _ set: String...) -> Talk {
    var talk = Talk(set: set, people: people)
    let (_, position) = talk.open(marked)
    let item = talk.request("textDocument/completion", Talk.at(position))["items"].array.first ?? .null
    let edit = item["textEdit"] ?? .null
    talk.change([["range": edit["range"] ?? .null, "text": edit["newText"] ?? .null]], version: 2)
    return talk
  }

  /// What was to be written down since the last time.
  private static func learned(_ talk: inout Talk) -> [(ask: Int, request: String)] {
    talk.takeEffects().compactMap { effect in
      guard case .ask(let ask, .learn(let request)) = effect else { return nil }
      return (ask, String(decoding: request, as: UTF8.self))
    }
  }

  private static let ana =
    "{\"learn\":{\"kind\":\"accepted\",\"people\":[{\"address\":\"ana@example.org\",\"name\":\"Ana Ruiz\"}]}}"

  @Test(arguments: ["textDocument/didSave", "textDocument/didClose"])
  func `G39 who was chosen and still stands there is remembered, once`(method: String) {
    var talk = Self.taken("To: an|\n\n")
    _ = talk.takeEffects()
    talk.notify(method, Talk.document())
    #expect(Self.learned(&talk).map(\.request) == [Self.ana])
    if method == "textDocument/didSave" {
      talk.notify("textDocument/didSave", Talk.document())
      talk.notify("textDocument/didClose", Talk.document())
      #expect(Self.learned(&talk).isEmpty)
    }
  }

  @Test func `G39 who was taken out again, or is no recipient, is not remembered`() {
    var talk = Self.taken("To: an|\n\n")
    talk.change([["text": "To: anton@example.org\n\n"]], version: 3)
    talk.notify("textDocument/didSave", Talk.document())
    #expect(Self.learned(&talk).isEmpty)
    var sender = Self.taken("From: an|\n\n")
    sender.notify("textDocument/didSave", Talk.document())
    #expect(Self.learned(&sender).isEmpty)
    var off = Self.taken("To: an|\n\n", "history.enabled=false")
    off.notify("textDocument/didSave", Talk.document())
    #expect(Self.learned(&off).isEmpty)
    var typed = Talk(people: Self.people)
    typed.open("To: |\n\n")
    typed.change([["text": "To: ana@example.org\n\n"]], version: 2)
    typed.notify("textDocument/didSave", Talk.document())
    #expect(Self.learned(&typed).isEmpty, "nobody chose anybody")
  }

  @Test func `who moved to Cc since is remembered all the same, and so is who was taken by a request`() {
    var talk = Self.taken("To: an|\n\n")
    talk.change([["text": "Cc: Ana Ruiz <ANA@example.org>\n\n"]], version: 3)
    talk.notify("textDocument/didSave", Talk.document())
    #expect(Self.learned(&talk).count == 1)
    var other = Talk(people: Self.people)
    let (_, position) = other.open("To: an|\n\n")
    let outcome = other.request(
      "tokenField/accept",
      [
        "textDocument": ["uri": .string(Talk.uri), "version": 1], "position": position,
        "text": "Ana Ruiz <ana@example.org>",
      ])
    for edit in outcome["edits"].array {
      other.change([["range": edit["range"] ?? .null, "text": edit["newText"] ?? .null]], version: 2)
    }
    _ = other.takeEffects()
    other.notify("textDocument/didSave", Talk.document())
    #expect(Self.learned(&other).map(\.request) == [Self.ana])
  }

  @Test func `G39 who was remembered is offered first from then on, and what goes wrong is one line`() {
    var talk = Self.taken("To: anton|\n\n")
    _ = talk.takeEffects()
    talk.notify("textDocument/didSave", Talk.document())
    guard let ask = Self.learned(&talk).first?.ask else {
      Issue.record("nothing was learned")
      return
    }
    var writer = RecordWriter()
    writer.begin(Source(kind: .history, path: "/h"))
    var record = Record(name: "Anton Ode", address: "anton@example.org")
    (record.count, record.last) = (1, "2026-11-30")
    writer.write(record)
    writer.end(skipped: 0, faults: 0, milliseconds: 0, problem: nil)
    let bytes = writer.take()
    talk.receive(.answered(ask: ask, .part(Array(bytes.prefix(20)))))
    talk.receive(.answered(ask: ask, .part(Array(bytes.dropFirst(20)))))
    talk.receive(.answered(ask: ask, .ended(problem: nil)))
    let (_, position) = talk.open("To: an|\n\n", uri: "file:///home/ana/b.eml")
    let list = talk.request("textDocument/completion", Talk.at(position, uri: "file:///home/ana/b.eml"))
    #expect(list["items"].array.map { $0["label"].text }.first == "Anton Ode")
    #expect(talk.takeLog() == [])

    var failing = Self.taken("To: an|\n\n")
    failing.notify("textDocument/didSave", Talk.document())
    guard let other = Self.learned(&failing).first?.ask else { return }
    failing.receive(.answered(ask: other, .part(LearnRequest.ending(problem: "no space"))))
    failing.receive(.answered(ask: other, .ended(problem: nil)))
    #expect(failing.takeLog() == ["history: no space"])
  }
}
