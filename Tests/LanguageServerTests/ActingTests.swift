import Fields
import Support
import Testing
import Wire

/// Requests that act, as a client makes use of them: it makes each edit, sends it, and asks for what it sees.
@Suite struct ActingTests {
  private static let uri = "file:///home/ana/draft.eml"
  private static let draft =
    "From: Ana 😀 <ana@example.org>\nTo: Bo <bo@example.org>,\n \"Li, Mei\" <mei@example.cn>, \nCc: é <e@example.org>; f@example.org\nSubject: x\n\nbody\n"
  private static let texts = ["cy@example.org", "Bo <BO@example.org>", "\"Ruiz, A\" <a@example.org>", "x", "\"", "ü"]

  @Test(arguments: PositionEncoding.allCases, 1...6 as ClosedRange<UInt64>)
  func `what an outcome says of the text is what the text says`(encoding: PositionEncoding, seed: UInt64) {
    var random = Seeded(seed: seed)
    for number in 0..<20 {
      var client = Acting(encoding, Self.draft, Self.uri)
      for step in 0..<12 where client.isSound {
        client.step(&random)
        if !client.isSound { Issue.record("seed \(seed), sequence \(number), step \(step): \(client.trace.suffix(4))") }
      }
    }
  }

  /// A client with one document.
  private struct Acting {
    var talk: Talk
    var buffer: Buffer
    let uri: String
    var version = 1
    var selection: JSON = []
    var caret: JSON?
    var field = "To"
    var isSound = true
    var trace: [String] = []

    init(_ encoding: PositionEncoding, _ text: String, _ uri: String) {
      talk = Talk(encoding)
      (buffer, _) = talk.open(text, languageId: "mail", uri: uri)
      self.uri = uri
    }

    mutating func step(_ random: inout Seeded) {
      let text = ActingTests.texts.randomElement(using: &random) ?? ""
      let index = JSON.integer(Int.random(in: 0...2, using: &random))
      var more: [(String, JSON)] = []
      let method: String
      switch Int.random(in: 0..<22, using: &random) {
      case 0...3: return type(text)
      case 4, 5: (method, more) = ("key", [("key", "Backspace")])
      case 6: (method, more) = ("key", [("key", "Enter")])
      case 7: (method, more) = ("key", [("text", ",")])
      case 8: (method, more) = ("key", [("key", "Left"), ("shift", .bool(Bool.random(using: &random)))])
      case 9: (method, more) = ("add", [("text", .string(text)), ("data", ["id": 7])])
      case 10: (method, more) = ("remove", [("indices", [index])])
      case 11: (method, more) = ("replace", [("index", index), ("text", .string(text))])
      case 12: (method, more) = ("edit", [("index", index)])
      case 13:
        (method, more) = (
          "move", [("index", index), ("toField", ["Cc", "Bcc", "To"].randomElement(using: &random) ?? "Cc")]
        )
      case 14: (method, more) = ("move", [("index", index), ("to", 0)])
      case 15: (method, more) = ("paste", [("text", .string("\(text), n@example.org"))])
      case 16: (method, more) = ("accept", [("text", .string(text))])
      case 17: method = "commit"
      case 18: method = "cancel"
      case 19: method = "sort"
      case 20:
        (method, more) = ("navigate", [("to", ["next", "previous", "Cc"].randomElement(using: &random) ?? "next")])
      default: method = "clear"
      }
      act(method, more)
    }

    /// Types where the caret is.
    private mutating func type(_ text: String) {
      guard let caret else { return }
      trace.append("typed \(text)")
      send([(buffer.range(["start": caret, "end": caret]), text)])
      selection = []
      self.caret = buffer.position(buffer.offset(caret) + text.unicodeScalars.count)
    }

    private mutating func act(_ method: String, _ more: [(String, JSON)]) {
      var members: [JSON.Member] = [
        JSON.Member(key: "textDocument", value: ["uri": .string(uri), "version": .integer(version)]),
        JSON.Member(key: "field", value: .string(field)), JSON.Member(key: "selection", value: selection),
        JSON.Member(key: "tokens", value: true),
      ]
      if let caret { members.append(JSON.Member(key: "position", value: caret)) }
      members += more.map { JSON.Member(key: $0.0, value: $0.1) }
      trace.append(
        "\(method) \(more.map { $0.1.whole.map(String.init) ?? Optional($0.1).text }) in \(buffer.text.debugDescription)"
      )
      let before = state()
      guard case .success(let outcome) = talk.ask("tokenField/\(method)", .object(members)) else { return }
      guard case .success(outcome) = talk.ask("tokenField/\(method)", .object(members)) else {
        return fail("the same request has another answer")
      }
      send(outcome["edits"].array.map { (buffer.range($0["range"]), $0["newText"].text) })
      selection = outcome["selection"] ?? []
      caret = outcome["caret"] ?? (outcome["handled"] == true ? nil : caret)
      guard let said = outcome["state"], said != .null else { return }
      for token in said["tokens"].array where token["range"] != .null && token["state"] != "edit" {
        if buffer[token["range"]] != token["raw"].text { fail("\(token) is not there") }
      }
      let isSame = said["field"] == .string(field)
      field = said["field"].text
      let now = state()
      if now["tokens"] != said["tokens"] || now["draft"] != said["draft"] {
        fail("told \(Self.brief(said)), found \(Self.brief(now))")
      }
      if isSame { replay(before["tokens"].array, outcome["events"].array, said["tokens"].array) }
    }

    /// The state that is asked for, with the caret and the selection of now.
    private mutating func state() -> JSON {
      var members: [JSON.Member] = [
        JSON.Member(key: "textDocument", value: ["uri": .string(uri)]),
        JSON.Member(key: "field", value: .string(field)), JSON.Member(key: "selection", value: selection),
      ]
      if let caret { members.append(JSON.Member(key: "position", value: caret)) }
      return talk.request("tokenField/state", .object(members))
    }

    /// Makes edits of one version, as a client does, and tells the server.
    private mutating func send(_ edits: [(range: Range<Int>, text: String)]) {
      guard !edits.isEmpty else { return }
      version += 1
      var changes: [JSON] = []
      for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
        changes.append([
          "range": ["start": buffer.position(edit.range.lowerBound), "end": buffer.position(edit.range.upperBound)],
          "text": .string(edit.text),
        ])
        var scalars = Array(buffer.text.unicodeScalars)
        scalars.replaceSubrange(edit.range, with: Array(edit.text.unicodeScalars))
        buffer.text = String(String.UnicodeScalarView(scalars))
      }
      talk.change(.array(changes), version: version, uri: uri)
    }

    private mutating func replay(_ before: [JSON], _ events: [JSON], _ after: [JSON]) {
      var list = before.map { $0["raw"].text }
      for event in events where event["field"].text == field {
        let index = event["index"]?.whole ?? 0
        switch event["type"].text {
        case "didAdd" where index <= list.count: list.insert(event["token"]?["raw"].text ?? "", at: index)
        case "didRemove" where index < list.count: list.remove(at: index)
        case "didReplace" where index < list.count: list[index] = event["with"]?["raw"].text ?? ""
        default: break
        }
      }
      if list != after.map({ $0["raw"].text }) { fail("the events give \(list)") }
    }

    private static func brief(_ state: JSON) -> String {
      "\(state["tokens"].array.map { $0["raw"].text + ($0["state"].text == "edit" ? "*" : "") }) ~\(state["draft"].text)"
    }

    private mutating func fail(_ why: String) {
      isSound = false
      trace.append(why)
    }
  }
}
