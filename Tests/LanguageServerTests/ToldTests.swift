import Fields
import LanguageServer
import Testing
import Wire

/// What a client is told when it sends an edit and a request at once.
@Suite struct ToldTests {
  /// The tokens that the events make of a field, from those that were there; pushes come before the answer.
  private static func replayed(_ events: [JSON], _ tokens: [String]) -> [String] {
    var tokens = tokens
    for event in events {
      guard case .integer(let index)? = event["index"] else { continue }
      switch event["type"].text {
      case "didAdd": tokens.insert(event["token"]?["value"].text ?? "", at: min(index, tokens.count))
      case "didRemove": if tokens.indices.contains(index) { tokens.remove(at: index) }
      case "didReplace": if tokens.indices.contains(index) { tokens[index] = event["with"]?["value"].text ?? "" }
      default: break
      }
    }
    return tokens
  }

  @Test(
    arguments: [
      ("To: a@y.org, ", (13, 13, "q@x.org, bo"), 24, "key"), ("To: a@y.org, b@y.org", (4, 13, ""), 4, "remove"),
      ("To: a@y.org", (4, 4, "zo, "), 8, "add"),
    ] as [(String, (Int, Int, String), Int, String)])
  func `G60 what was typed right before a request is told before what the request does`(
    _ text: String, _ edit: (Int, Int, String), _ caret: Int, _ method: String
  ) {
    var talk = Talk(experimental: ["tokenField": [:]])
    let (_, _) = talk.open(text + "\n\n")
    let before = talk.request("tokenField/state", ["textDocument": ["uri": .string(Talk.uri)], "field": "To"])
    _ = talk.takeEffects()
    let range = SyncTests.range((0, edit.0), (0, edit.1))
    let change = Message.notification(
      method: "textDocument/didChange", params: Talk.changing([["range": range, "text": .string(edit.2)]], version: 2))
    var params: [JSON.Member] = [
      JSON.Member(key: "textDocument", value: ["uri": .string(Talk.uri), "version": 2]),
      JSON.Member(key: "field", value: "To"),
    ]
    switch method {
    case "key":
      params.append(JSON.Member(key: "position", value: ["line": 0, "character": .integer(caret)]))
      params.append(JSON.Member(key: "text", value: ","))
    case "remove": params.append(JSON.Member(key: "index", value: 0))
    default: params.append(JSON.Member(key: "texts", value: ["new@x.org"]))
    }
    let (id, bytes) = talk.body("tokenField/\(method)", .object(params))
    talk.receive(.received(change.write()), .received(bytes), .drained)
    let pushed = talk.takePushes("tokenField/event")
    guard case .success(let outcome) = talk.answer(to: id) else {
      Issue.record("no outcome")
      return
    }
    let events = (pushed + outcome["events"].array).sorted { one, other in
      guard case .integer(let first)? = one["seq"], case .integer(let second)? = other["seq"] else { return false }
      return first < second
    }
    let known = before["tokens"].array.map { $0["value"].text }
    var line = Array((text + "\n\n").utf8)
    line.replaceSubrange(edit.0..<edit.1, with: Array(edit.2.utf8))
    let buffer = Buffer(text: String(decoding: line, as: UTF8.self), encoding: .utf8)
    let after = buffer.applying(outcome["edits"].array)
    talk.change([["text": .string(after)]], version: 3)
    let state = talk.request("tokenField/state", ["textDocument": ["uri": .string(Talk.uri)], "field": "To"])
    #expect(Self.replayed(events, known) == state["tokens"].array.map { $0["value"].text }, "\(after.debugDescription)")
  }
}
