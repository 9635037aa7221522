import Fields
import LanguageServer
import Support
import Testing
import Wire

/// A client that draws chips: it keeps its list by splices, with marks that move with the text, and its tokens by events.
@Suite struct PictureTests {
  private static let drafts = [
    "From: Ana 😀 <ana@example.org>\nTo: Bo <bo@example.org>,\n \"Li, Mei\" <mei@example.cn>, \nCc: é <e@example.org>; f@example.org\nSubject: x\n\nbody\n",
    "To: Team: a@example.org, b@example.org;, (x) c@example.org\nCc: c@example.org\n\n",
    "To:\n\n",
  ]
  private static let texts = [
    "c", "cy@example.org", "Bo <BO@example.org>, ", "\"", ",", " ", "ü", "\n", "Cc: x@example.org\n", "(",
    "To: a@b.de\n",
  ]

  @Test(arguments: PositionEncoding.allCases, 1...8 as ClosedRange<UInt64>)
  func `A74 splices and events make the picture and the tokens, whatever one does`(
    encoding: PositionEncoding, seed: UInt64
  ) {
    var random = Seeded(seed: seed)
    for number in 0..<12 {
      var client = Painter(encoding, Self.drafts[number % Self.drafts.count])
      for step in 0..<14 {
        client.step(&random)
        if let fault = client.fault() {
          Issue.record("seed \(seed), sequence \(number), step \(step): \(fault)\n\(client.trace.suffix(3))")
          break
        }
      }
    }
  }

  private static let notes = [
    "---\ntags: [a]\n---\n# T {#t}\n\nsome prose and #tag more\n\n- tags:: a, b\n- item @m\n\n```\n#n\n```\nend #z\n",
    "prose #a\n\nprose\n\nprose #b prose #c\n", "@m\n",
  ]
  private static let words = [
    "word", " ", "\n", "\n\n", "#x", "#y ", "@n", "x", "```\n", "- tags:: c\n", "tags:: ", ", d", "`", "<!--", "{", "é",
  ]

  @Test(arguments: PositionEncoding.allCases, 1...4 as ClosedRange<UInt64>)
  func `splices and events make the picture of a note, too`(encoding: PositionEncoding, seed: UInt64) {
    var random = Seeded(seed: seed)
    for number in 0..<9 {
      var client = Painter(encoding, Self.notes[number % Self.notes.count], "markdown", Self.words)
      for step in 0..<14 {
        client.step(&random)
        if let fault = client.fault() {
          Issue.record("seed \(seed), sequence \(number), step \(step): \(fault)\n\(client.trace.suffix(3))")
          break
        }
      }
    }
  }

  @Test func `of a long field the part around the caret is sent, and then only what changed`() {
    let people = (0..<2000).map { "p\($0)@example.org" }
    var client = Painter(.utf8, "To: " + people.joined(separator: ",\n ") + "\n\n")
    #expect(client.fields["To"]?.chips.filter { $0.kind != "separator" }.count == 500)
    client.caret(client.offset(of: "p1000@"))
    #expect(client.fault() == nil)
    #expect(client.fields["To"]?.before == 750)
    client.sizes = []
    client.edit(client.offset(of: "p1000@")..<client.offset(of: "p1000@"), "new@example.org, ")
    #expect(client.fault() == nil)
    #expect(client.fields["To"]?.total == 2001)
    #expect(client.sizes.max() ?? 0 < 1500, "one chip more is a small splice: \(client.sizes)")
    client.edit(client.offset(of: "p20@")..<client.offset(of: "p20@"), "early@example.org, ")
    #expect(client.fault() == nil)
  }

  /// A client with one document.
  private struct Painter {
    var talk: Talk
    var buffer: Buffer
    var version = 1
    var fields: [String: Drawing] = [:]
    var tokens: [String: [String]] = [:]
    var base: Int?
    var seq = 0
    var problem: String?
    var trace: [String] = []
    var undo: [(range: Range<Int>, text: String)] = []
    /// How large the pushes were, in bytes.
    var sizes: [Int] = []

    struct Drawing: Equatable {
      var chips: [Drawn] = []
      var total = 0
      var before = 0
    }

    struct Drawn: Equatable {
      var range: Range<Int>
      var display: String
      var kind: String
      var isTorn = false
    }

    private let texts: [String]

    init(
      _ encoding: PositionEncoding, _ text: String, _ languageId: String = "mail",
      _ texts: [String] = PictureTests.texts
    ) {
      self.texts = texts
      talk = Talk(startup: Startup(assignments: ["discover=false"], version: "1"))
      let capabilities: JSON = [
        "general": ["positionEncodings": [.string(encoding.rawValue)]], "experimental": ["tokenField": [:]],
      ]
      _ = talk.request("initialize", ["capabilities": capabilities])
      talk.notify("initialized", [:])
      buffer = Buffer(text: text, encoding: encoding)
      talk.notify(
        "textDocument/didOpen",
        [
          "textDocument": [
            "uri": .string(Talk.uri), "languageId": .string(languageId), "version": 1, "text": .string(text),
          ]
        ])
      take()
      for (id, field) in states() { tokens[id] = field.tokens }
    }

    func offset(of text: String) -> Int {
      let scalars = Array(buffer.text.unicodeScalars)
      let wanted = Array(text.unicodeScalars)
      return scalars.indices.first { scalars[$0...].starts(with: wanted) } ?? 0
    }

    mutating func step(_ random: inout Seeded) {
      let count = buffer.text.unicodeScalars.count
      let place = Int.random(in: 0...count, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0...3: edit(place..<place, texts.randomElement(using: &random) ?? "")
      case 4: edit(place..<min(count, place + Int.random(in: 1...9, using: &random)), "")
      case 5: undoLast()
      case 6: caret(place)
      case 7:
        trace.append("saved")
        talk.notify("textDocument/didSave", Talk.document())
        take()
      default: act(&random, place)
      }
    }

    mutating func caret(_ place: Int) {
      trace.append("caret \(place)")
      talk.notify("tokenField/didMoveCaret", Talk.at(buffer.position(place)))
      take()
    }

    mutating func undoLast() {
      guard let last = undo.popLast() else { return }
      edit(last.range, last.text)
      _ = undo.popLast()
    }

    mutating func edit(_ range: Range<Int>, _ text: String) { edit([(range, text)]) }

    private mutating func edit(_ edits: [(range: Range<Int>, text: String)]) {
      guard !edits.isEmpty else { return }
      version += 1
      var changes: [JSON] = []
      for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
        trace.append("edit \(edit.range) \(edit.text.debugDescription) in \(buffer.text.debugDescription)")
        changes.append([
          "range": ["start": buffer.position(edit.range.lowerBound), "end": buffer.position(edit.range.upperBound)],
          "text": .string(edit.text),
        ])
        undo.append(
          (edit.range.lowerBound..<edit.range.lowerBound + edit.text.unicodeScalars.count, buffer[edit.range]))
        var scalars = Array(buffer.text.unicodeScalars)
        scalars.replaceSubrange(edit.range, with: Array(edit.text.unicodeScalars))
        buffer.text = String(String.UnicodeScalarView(scalars))
        for id in fields.keys { follow(edit.range, edit.text.unicodeScalars.count, in: id) }
      }
      talk.change(.array(changes), version: version)
      take()
    }

    /// Moves the marks of a field as an editor does: text that is written at the edge of one stays outside.
    private mutating func follow(_ range: Range<Int>, _ length: Int, in id: String) {
      guard var field = fields[id] else { return }
      for index in field.chips.indices {
        let own = field.chips[index].range
        if own.upperBound <= range.lowerBound { continue }
        if own.lowerBound >= range.upperBound {
          field.chips[index].range = own.shifted(by: length - range.count)
        } else {
          field.chips[index].isTorn = true
        }
      }
      fields[id] = field
    }

    private mutating func act(_ random: inout Seeded, _ place: Int) {
      let text = texts.randomElement(using: &random) ?? ""
      let index = JSON.integer(Int.random(in: 0...2, using: &random))
      let methods: [(String, [(String, JSON)])] = [
        ("remove", [("index", index)]), ("add", [("text", .string(text))]), ("commit", []), ("sort", []),
        ("move", [("index", index), ("toField", "Bcc")]), ("key", [("text", ",")]), ("key", [("key", "Enter")]),
        ("replace", [("index", index), ("text", .string(text))]), ("paste", [("text", "n@example.org; m")]),
        ("edit", [("index", index)]), ("cancel", []), ("navigate", [("to", "next")]), ("expand", [("index", index)]),
      ]
      guard let (method, more) = methods.randomElement(using: &random) else { return }
      var members: [JSON.Member] = [
        JSON.Member(key: "textDocument", value: ["uri": .string(Talk.uri), "version": .integer(version)]),
        JSON.Member(key: "position", value: buffer.position(place)),
      ]
      members += more.map { JSON.Member(key: $0.0, value: $0.1) }
      trace.append("\(method) \(more.map(\.1.text)) at \(place) in \(buffer.text.debugDescription)")
      guard case .success(let outcome) = talk.ask("tokenField/\(method)", .object(members)) else { return }
      for event in outcome["events"].array { replay(event) }
      take()
      // Now and then a client does not make the edit: it came too late.
      if Int.random(in: 0..<8, using: &random) > 0 {
        edit(outcome["edits"].array.map { (buffer.range($0["range"]), $0["newText"].text) })
      } else {
        let end = buffer.text.unicodeScalars.count
        edit(end..<end, "\n")
      }
    }

    // MARK: What comes

    private mutating func take() {
      for event in talk.takePushes("tokenField/event") { replay(event) }
      for push in talk.takePushes("tokenField/publishChips") {
        sizes.append(push.text.utf8.count)
        if push["full"] != true, push["base"]?.whole != base {
          problem = "base \(push["base"] ?? .null), not \(base ?? 0)"
        }
        base = push["version"]?.whole
        if push["full"] == true { fields = [:] }
        for id in push["gone"].array { fields[Optional(id).text] = nil }
        for field in push["fields"].array { splice(field, into: &fields) }
      }
    }

    private func splice(_ field: JSON, into fields: inout [String: Drawing]) {
      var drawing = fields[field["field"].text] ?? Drawing()
      let start = field["start"]?.whole ?? 0
      let chips = field["chips"].array.map {
        Drawn(range: buffer.range($0["range"]), display: $0["display"].text, kind: $0["class"].text)
      }
      let end = start + (field["removed"]?.whole ?? 0)
      guard end <= drawing.chips.count else {
        Issue.record("a splice of \(start)..<\(end) in \(drawing)")
        return
      }
      drawing.chips.replaceSubrange(start..<end, with: chips)
      drawing.total = field["total"]?.whole ?? 0
      drawing.before = field["before"]?.whole ?? 0
      fields[field["field"].text] = drawing
    }

    private mutating func replay(_ event: JSON) {
      let number = event["seq"]?.whole ?? 0
      if number != seq + 1 { problem = "event \(number) after \(seq)" }
      seq = number
      let id = event["field"].text
      var list = tokens[id] ?? []
      let index = event["index"]?.whole ?? 0
      switch event["type"].text {
      case "didAdd" where index <= list.count: list.insert(event["token"]?["raw"].text ?? "", at: index)
      case "didRemove" where index < list.count && list[index] == event["token"]?["raw"].text: list.remove(at: index)
      case "didReplace" where index < list.count && list[index] == event["token"]?["raw"].text:
        list[index] = event["with"]?["raw"].text ?? ""
      case "didAdd", "didRemove", "didReplace": problem = "\(event.text) does not fit \(list)"
      default: return
      }
      tokens[id] = list
    }

    // MARK: What should be

    /// What is wrong with the picture and the tokens that this client has put together; nil if nothing is.
    func fault() -> String? {
      if let problem { return problem }
      var copy = talk
      let answer = copy.request("tokenField/chips", Talk.document())
      var due: [String: Drawing] = [:]
      for field in answer["fields"].array { splice(field, into: &due) }
      if Set(due.keys) != Set(fields.keys) { return "fields \(fields.keys.sorted()), not \(due.keys.sorted())" }
      for (id, field) in due.sorted(by: { $0.key < $1.key }) where field.total <= 500 && fields[id] != field {
        return "\(id) is drawn as \(fields[id].map { "\($0)" } ?? "nothing"), not \(field)"
      }
      for (id, state) in states() where (tokens[id] ?? []) != state.tokens {
        return "\(id) has \(tokens[id] ?? []) by its events, not \(state.tokens)"
      }
      return nil
    }

    private func states() -> [String: (tokens: [String], draft: String)] {
      var copy = talk
      var states: [String: (tokens: [String], draft: String)] = [:]
      for field in copy.request("tokenField/fields", Talk.document()).array {
        let id = field["id"].text
        let params: JSON = ["textDocument": ["uri": .string(Talk.uri)], "field": .string(id)]
        let state = copy.request("tokenField/state", params)
        states[id] = (state["tokens"].array.map { $0["raw"].text }, state["draft"].text)
      }
      return states
    }
  }
}
