import Fields
import LanguageServer
import Support
import Testing
import Wire

/// What is offered at a place, and what becomes of the text when it is taken.
@Suite struct CodeActionTests {
  private static let literal: JSON = ["codeAction": ["codeActionLiteralSupport": [:]]]

  private func actions(_ talk: inout Talk, _ buffer: Buffer, _ range: Range<Int>, only: JSON? = nil) -> [JSON] {
    var context: [JSON.Member] = [JSON.Member(key: "diagnostics", value: [])]
    if let only { context.append(JSON.Member(key: "only", value: only)) }
    return talk.request(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": .string(Talk.uri)],
        "range": ["start": buffer.position(range.lowerBound), "end": buffer.position(range.upperBound)],
        "context": .object(context),
      ]
    ).array
  }

  /// The text after an action, as a client makes it.
  private func applied(_ action: JSON, to buffer: Buffer) -> String {
    var scalars = Array(buffer.text.unicodeScalars)
    let edits = action["edit"]?["changes"]?[Talk.uri].array ?? []
    for edit in edits.reversed() {
      scalars.replaceSubrange(buffer.range(edit["range"]), with: Array(edit["newText"].text.unicodeScalars))
    }
    return String(String.UnicodeScalarView(scalars))
  }

  /// The titles of what is offered at the caret of a marked draft, with the text that each makes.
  private func offers(_ marked: String, only: JSON? = nil, options: JSON? = nil) -> [String: String] {
    var talk = Talk(.utf16, textDocument: Self.literal, options: options, people: [])
    let (buffer, _) = talk.open(marked)
    let caret = Buffer.unmark(marked).caret
    let found = actions(&talk, buffer, caret..<caret, only: only)
    return Dictionary(found.map { ($0["title"].text, applied($0, to: buffer)) }) { first, _ in first }
  }

  @Test func `F9 G53 a token can go to each other field of recipients`() {
    let moves = offers("To: An|a <ana@x.org>, bo@x.org\nCc: cy@x.org\n\n", only: ["refactor.move"])
    #expect(
      moves == [
        "Move Ana to Cc": "To: bo@x.org\nCc: cy@x.org, Ana <ana@x.org>\n\n",
        "Move Ana to Bcc": "To: bo@x.org\nBcc: Ana <ana@x.org>\nCc: cy@x.org\n\n",
      ])
    #expect(offers("From: An|a <ana@x.org>\nTo: \n\n", only: ["refactor.move"]).isEmpty)
    #expect(offers("To: a|@x.org\nCc: A@x.org\n\n", only: ["refactor"])["Move a@x.org to Cc"] == nil)
  }

  @Test func `G31 G41 groups, order and duplicates`() {
    let found = offers("To: c@x.org, Te|am: a@x.org, b@x.org;, C@x.org\n\n")
    #expect(found["Replace Team (2) by its members"] == "To: c@x.org, a@x.org, b@x.org, C@x.org\n\n")
    #expect(found["Remove Team (2)"] == "To: c@x.org, C@x.org\n\n")
    #expect(found["Remove duplicates from To"] == "To: c@x.org, Team: a@x.org, b@x.org;\n\n")
    #expect(found["Sort To"] == "To: c@x.org, C@x.org, Team: a@x.org, b@x.org;\n\n")
  }

  @Test func `kinds are kept to`() {
    let text = "To: z@x.org, K. R|eyes <k@x.org>\n\n"
    #expect(offers(text, only: ["quickfix"]).count == 1)
    #expect(offers(text, only: ["source"]).isEmpty == false)
    #expect(offers(text, only: ["source.sort"]).count == 1)
    #expect(offers(text, only: ["refactor.extract"]).isEmpty)
    #expect(offers(text, only: []).isEmpty)
  }

  @Test func `G29 nothing is offered where nothing may be changed`() {
    #expect(offers("Received: x\nTo: a@gmial.c|om, a@gmial.com\n\n").isEmpty)
    let closed: JSON = ["fields": ["To": ["readOnly": true]]]
    #expect(offers("To: a@gmial.c|om, a@gmial.com\n\n", options: closed).isEmpty)
    let fixed: JSON = ["fields": ["To": ["fixed": ["a@gmial.com"]]]]
    #expect(Set(offers("To: a@gmial.c|om, b@x.org\n\n", options: fixed).keys) == [])
  }

  @Test func `an action that mends a finding brings it as the client has it`() {
    var talk = Talk(.utf16, textDocument: Self.literal)
    let (buffer, _) = talk.open("To: a@gmial.com\n\n")
    let shown = talk.takePushes().first?["diagnostics"].array.first ?? .null
    let own: JSON = ["range": shown["range"] ?? .null, "code": shown["code"] ?? .null, "message": "as kept"]
    let answer = talk.request(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": .string(Talk.uri)],
        "range": ["start": buffer.position(7), "end": buffer.position(7)], "context": ["diagnostics": [own]],
      ])
    let fix = answer.array.first { $0["kind"] == "quickfix" }
    #expect(fix?["diagnostics"] == [own] && fix?["isPreferred"] == true)
    #expect(answer.array.filter { $0["kind"] != "quickfix" }.allSatisfy { $0["diagnostics"] == nil })
  }

  @Test func `a plain client gets commands that do the same`() {
    let text = "To: a@gmial.com, Bo <bo@x.org>,, c@x.org\nCc: A@gmail.com\n\n"
    var literal = Talk(.utf8, textDocument: Self.literal)
    let (buffer, _) = literal.open(text)
    let wanted = actions(&literal, buffer, 0..<text.unicodeScalars.count)
    let texts = Dictionary(wanted.map { ($0["title"].text, applied($0, to: buffer)) }) { first, _ in first }
    var plain = Talk(.utf8)
    plain.open(text)
    let commands = actions(&plain, buffer, 0..<text.unicodeScalars.count)
    #expect(commands.contains { $0["title"] == "Change gmial.com to gmail.com" })
    #expect(!commands.contains { $0["title"] == "Remove the empty place" })
    for command in commands {
      let outcome = plain.request(
        "workspace/executeCommand",
        ["command": command["command"] ?? .null, "arguments": command["arguments"] ?? .null])
      let edit: JSON = ["edit": ["changes": .object([JSON.Member(key: Talk.uri, value: outcome["edits"] ?? .null)])]]
      #expect(applied(edit, to: buffer) == texts[command["title"].text], "\(command["title"].text)")
    }
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `each fix takes its finding away and no other recipient changes`(seed: UInt64) {
    var random = Seeded(seed: seed)
    let pieces = [
      "a@x.org", "A@X.org", "K. Reyes <k@x.org>", "Ines i@x.org", "g@gmial.com", "ana", "", "T: t@x.org, A@x.org;",
      "n\u{200b}n@x.org", "b@x.org c@x.org", "😀 <e@x.org>", "mailto:m@x.org", "\"open <o@x.org>",
    ]
    var made = 0
    for number in 0..<600 {
      func list() -> String {
        (0..<Int.random(in: 0...4, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
          .joined(separator: [", ", ",", "; ", ",\n "].randomElement(using: &random) ?? ", ")
      }
      let text = "To: \(list())\nCc: \(list())\nSender: \(list())\n\nbody\n"
      var talk = Talk(.utf16, textDocument: Self.literal)
      let (buffer, _) = talk.open(text)
      let before = findings(&talk)
      // What is never to be said again changes no text.
      let fixes = actions(&talk, buffer, 0..<text.unicodeScalars.count, only: ["quickfix"])
        .filter { $0["edit"] != nil }
      for fix in fixes {
        made += 1
        let changed = applied(fix, to: buffer)
        var after = Talk(.utf16)
        after.open(changed)
        let mended = fix["diagnostics"].array.first ?? .null
        let kind = mended["code"].text
        let (old, new) = (before.filter { $0 == kind }.count, findings(&after).filter { $0 == kind }.count)
        let others = values(&talk, outside: mended["range"], buffer)
        var left = values(&after, outside: nil, Buffer(text: changed, encoding: .utf16))
        for other in others {
          if let place = left.firstIndex(of: other) { left.remove(at: place) } else { left += [other, "lost"] }
        }
        if new >= old || left.count > 1 {
          Issue.record("\(number): \(text.debugDescription), \(fix["title"].text): \(changed.debugDescription) \(left)")
        }
      }
    }
    #expect(made > 300)
  }

  private func findings(_ talk: inout Talk) -> [String] { talk.codes() }

  /// The addresses of all tokens but the one in which a range lies.
  private func values(_ talk: inout Talk, outside range: JSON?, _ buffer: Buffer) -> [String] {
    let own = range.map { buffer.range($0) }
    return talk.request("tokenField/fields", Talk.document()).array.flatMap { $0["tokens"].array }
      .filter { token in own.map { !$0.overlaps(buffer.range(token["range"])) } ?? true }
      .map { $0["value"].text }
  }
}
