import Fields
import LanguageServer
import Testing
import Wire

/// Small features of fields, each with the shortest text that shows it.
@Suite struct TokenRowTests {
  private static func request(_ talk: inout Talk, _ method: String, _ more: KeyValuePairs<String, JSON>) -> JSON {
    let head = [JSON.Member(key: "textDocument", value: ["uri": .string(Talk.uri), "version": 1])]
    return talk.request(
      "tokenField/\(method)", .object(head + more.map { JSON.Member(key: $0.key, value: $0.value) }))
  }

  @Test func `A1 what a chip shows comes from the text, which stays as it is`() {
    var talk = Talk()
    talk.open("To: \"Doe, J\" <d@x.org>\n\n")
    let token = talk.request("tokenField/fields", Talk.document()).array[0]["tokens"].array.first
    #expect(token?["display"] == "Doe, J" && token?["text"] == "\"Doe, J\" <d@x.org>" && token?["value"] == "d@x.org")
  }

  @Test func `A25 nothing that is typed is written in another case`() {
    var talk = Talk()
    talk.open("Keywords: Ana, bob\n\n")
    let outcome = Self.request(&talk, "add", ["field": "Keywords", "text": "eVe"])
    #expect(outcome["edits"].array.map { $0["newText"].text } == [", eVe"])
  }

  @Test func `A31 tokens stand in the order of the text, for the version that was asked`() {
    var talk = Talk()
    talk.open("To: b@x.org, a@x.org\n\n")
    let before = Self.request(&talk, "state", ["field": "To"])
    talk.change([["text": "To: c@x.org\n\n"]], version: 2)
    #expect(before["tokens"].array.map { $0["raw"].text } == ["b@x.org", "a@x.org"])
    #expect(Self.request(&talk, "state", ["field": "To"])["tokens"].array.map { $0["raw"].text } == ["c@x.org"])
  }

  @Test func `A75 A79 without any address book there is nothing to complete, and tokens are tokens`() {
    var talk = Talk(options: ["discover": false])
    let (_, place) = talk.open("To: ana@x.org, b|\n\n")
    #expect(talk.request("textDocument/completion", Talk.at(place))["items"] == [])
    #expect(Self.request(&talk, "state", ["field": "To"])["total"] == 2)
  }

  @Test func `B22 B34 a caret in a token opens it, and keys take it as one step from outside`() {
    var talk = Talk()
    talk.open("To: a@x.org, b@x.org, c@x.org\n\n")
    let inside: JSON = ["line": 0, "character": 15]
    #expect(Self.request(&talk, "state", ["position": inside])["mode"] == "edit")
    let behind: JSON = ["line": 0, "character": 29]
    let outcome = Self.request(&talk, "key", ["position": behind, "key": "Left"])
    #expect(outcome["state"]?["selected"] == [2])
  }

  @Test func `B29 of equal tokens the first one is removed`() {
    var talk = Talk()
    talk.open("To: a@x.org, b@x.org, A@x.org\n\n")
    let outcome = Self.request(&talk, "remove", ["field": "To", "value": "a@X.org"])
    #expect(outcome["events"].array.map { $0["index"] } == [0])
  }

  @Test func `B36 C10 going to a field is done once, and leaving is always possible`() {
    var talk = Talk()
    talk.open("To: a@x.org\n\n")
    let place: JSON = ["line": 0, "character": 11]
    for _ in 0..<2 {
      let done = Self.request(&talk, "navigate", ["position": place, "to": "done"])
      #expect(done["handled"] == true && done["events"].array.map { $0["type"].text } == ["didEndEditing"])
    }
  }

  @Test func `B37 a pasted list is cut, and who is there already is not added`() {
    var talk = Talk()
    talk.open("To: a@x.org, \n\n")
    let place: JSON = ["line": 0, "character": 13]
    let outcome = Self.request(&talk, "paste", ["position": place, "text": "b@x.org; A@x.org"])
    #expect(outcome["events"].array.map { $0["type"].text }.prefix(2) == ["didAdd", "didIgnore"])
    #expect(outcome["state"]?["total"] == 2)
  }

  @Test func `C6 a previous field cannot be set`() {
    var talk = Talk(options: ["fields": ["Cc": ["previous": "To"]]])
    #expect(talk.takeLog().contains { $0.contains("fields.Cc.previous") })
  }

  @Test func `D40 text that is pasted without separators is typed`() {
    var talk = Talk()
    talk.open("To: \n\n")
    let outcome = Self.request(&talk, "paste", ["position": ["line": 0, "character": 4], "text": "arn"])
    #expect(outcome["state"]?["draft"] == "arn" && outcome["state"]?["total"] == 0)
  }

  @Test(arguments: PositionEncoding.allCases)
  func `D41 places behind an emoji are those of the client`(encoding: PositionEncoding) {
    var talk = Talk(encoding)
    let (buffer, _) = talk.open("To: 👩‍💻 é <a@x.org>, b@x.org\n\n")
    let outcome = Self.request(&talk, "remove", ["field": "To", "index": 1])
    #expect(outcome["edits"].array.map { buffer[$0["range"]] } == [", b@x.org"])
  }

  @Test func `G33 what stands in the way of sending is said with its place`() {
    var talk = Talk()
    talk.open("To: a@@x.org\n\n")
    let check = talk.request("tokenField/check", Talk.document())
    #expect(check["ready"] == false && check["blockers"].array.map { $0["reason"].text } == ["extra-at"])
  }

  @Test func `G49 an encoded name is shown in plain words, and the text stays`() {
    var talk = Talk()
    talk.open("To: =?utf-8?q?J=C3=BCrgen?= <j@x.org>\n\n")
    let token = Self.request(&talk, "state", ["field": "To"])["tokens"].array.first
    #expect(token?["display"] == "Jürgen" && token?["raw"] == "=?utf-8?q?J=C3=BCrgen?= <j@x.org>")
  }

  @Test(arguments: [
    "Ana Ruiz\n\t<ana@x.org>", "Ana\tRuiz <ana@x.org>", "Ana\n Ruiz <ana@x.org>", "\"Ruiz,\tAna\" <ana@x.org>",
    "Team: a@x.org,\n\tb@x.org;",
  ])
  func `F10 G13 G14 a token with a tab or a fold in it is moved and copied whole`(text: String) {
    for target in ["Bcc", "Cc"] {
      var talk = Talk(options: ["discover": false])
      let (before, _) = talk.open("To: \(text), b@x.org\nCc: c@x.org\n\nx")
      let copied = Self.request(&talk, "copy", ["field": "To", "indices": [0]])
      let words = text.split { $0 == "\n" || $0 == "\t" || $0 == " " }.joined(separator: " ")
      #expect(
        copied["text"].text.split { $0 == "\t" || $0 == " " }.joined(separator: " ") == words, "\(copied["text"].text)")
      let outcome = Self.request(&talk, "move", ["field": "To", "index": 0, "toField": .string(target)])
      var scalars = Array(before.text.unicodeScalars)
      for edit in outcome["edits"].array.reversed() {
        scalars.replaceSubrange(before.range(edit["range"]), with: Array(edit["newText"].text.unicodeScalars))
      }
      let after = String(String.UnicodeScalarView(scalars))
      let added = outcome["events"].array.filter { $0["type"] == "didAdd" }
      #expect(added.count == 1 && added[0]["field"].text == target)
      let (buffer, _) = talk.open(after, uri: "file:///other")
      let fields = talk.request("tokenField/fields", Talk.document("file:///other")).array
      let all = fields.flatMap { $0["tokens"].array }.map { $0["value"].text }.sorted()
      let due = (text.hasPrefix("Team") ? ["a@x.org", "b@x.org"] : ["ana@x.org"]) + ["b@x.org", "c@x.org"]
      #expect(all == due.sorted(), "\(buffer.text.debugDescription)")
      let state = talk.request(
        "tokenField/state", ["textDocument": ["uri": "file:///other"], "field": .string(target)])
      #expect(state["tokens"].array.last?["raw"] == added[0]["token"]?["raw"])
    }
  }

  @Test func `G1 tabs and line ends separate what is pasted, but not within an entry`() {
    var talk = Talk(options: ["discover": false])
    talk.open("To: \n\n")
    for (text, count) in [("Ana Ruiz\n\t<ana@x.org>, b@x.org", 2), ("a@x.org\tb@x.org", 2), ("Ana\tRuiz <a@x.org>", 1)]
    {
      let outcome = Self.request(&talk, "add", ["field": "To", "text": .string(text)])
      #expect(outcome["state"]?["total"]?.whole == count, "\(text.debugDescription)")
    }
  }

  @Test func `H1 what is added to a field above a torn line is a token`() {
    var talk = Talk(options: ["discover": false])
    talk.open("To: z@x.org\nCc: a@x.org\n\nx")
    let end: JSON = ["line": 1, "character": 11]
    talk.change([["range": ["start": end, "end": end], "text": "\nx;"]], version: 2)
    let params: JSON = ["textDocument": ["uri": .string(Talk.uri), "version": 2], "field": "Cc", "text": "h@x.org"]
    let outcome = talk.request("tokenField/add", params)
    talk.change(
      .array(outcome["edits"].array.map { ["range": $0["range"] ?? .null, "text": $0["newText"] ?? .null] }), version: 3
    )
    let state = Self.request(&talk, "state", ["field": "Cc"])
    #expect(state["tokens"].array.map { $0["raw"].text } == ["a@x.org", "h@x.org"] && state["draft"] == "")
  }

  @Test func `G9 a token that is being changed is moved and copied as it stands`() {
    var talk = Talk(options: ["discover": false])
    talk.open("To: ana@x.org, b@x.org\nCc: c@x.org\n\nx")
    let place: JSON = ["line": 0, "character": 6]
    talk.change([["range": ["start": place, "end": place], "text": "n"]], version: 2)
    func act(_ method: String, _ more: KeyValuePairs<String, JSON>) -> JSON {
      let head = [JSON.Member(key: "textDocument", value: ["uri": .string(Talk.uri), "version": 2])]
      return talk.request(
        "tokenField/\(method)", .object(head + more.map { JSON.Member(key: $0.key, value: $0.value) }))
    }
    #expect(act("copy", ["field": "To", "indices": [0]])["text"] == "anna@x.org")
    #expect(act("add", ["field": "To", "text": "anna@x.org"])["reason"] == "duplicate")
    #expect(act("remove", ["field": "To", "value": "anna@x.org"])["reason"] == nil)
    let moved = act("move", ["field": "To", "index": 0, "toField": "Cc"])
    #expect(moved["edits"].array.map { $0["newText"].text } == ["", ", anna@x.org"])
    talk.notify("tokenField/didMoveCaret", Talk.at(["line": 3, "character": 0]))
    #expect(act("state", ["field": "To"])["tokens"].array.map { $0["raw"].text } == ["anna@x.org", "b@x.org"])
  }

  @Test func `G15 what an outcome did is undone and done again with its state`() {
    var talk = Talk(options: ["discover": false])
    talk.open("To: a@x.org, b@x.org\n\nx")
    _ = Self.request(&talk, "replace", ["field": "To", "index": 0, "text": "new@x.org"])
    let texts = ["new@x.org", "a@x.org", "new@x.org", "a@x.org"]
    for (number, text) in texts.enumerated() {
      let end = number % 2 == 0 ? 11 : 13
      let range: JSON = ["start": ["line": 0, "character": 4], "end": ["line": 0, "character": .integer(end)]]
      talk.change([["range": range, "text": .string(text)]], version: number + 2)
      let state = talk.request(
        "tokenField/state", ["textDocument": ["uri": .string(Talk.uri)], "field": "To"])
      #expect(state["tokens"].array.map { $0["raw"].text } == [text, "b@x.org"], "step \(number)")
      #expect(state["tokens"].array.map { $0["state"].text } == ["view", "view"], "step \(number)")
    }
  }

  @Test(arguments: ["(a@b.c, d@e.f)", "(c)", "(", "(((", ")", "[", "a@b.c, (", "a@b.c\n(note)\n"])
  func `G1 what is no recipient is pasted by the editor and never vanishes`(text: String) {
    var talk = Talk(options: ["discover": false])
    talk.open("To: a@x.org, \n\nx")
    let outcome = Self.request(&talk, "paste", ["position": ["line": 0, "character": 13], "text": .string(text)])
    let written = outcome["edits"].array.map { $0["newText"].text }.joined()
    #expect(outcome["handled"] == false || written.contains(text), "\(outcome)")
  }

  @Test func `A71 G9 H4 what is done in one place leaves what was changed in another`() {
    var talk = Talk(options: ["discover": false])
    talk.open("To: ana@x.org, bo@x.org, ci@x.org, \n\nx")
    let place: JSON = ["line": 0, "character": 17]
    talk.change([["range": ["start": place, "end": place], "text": "b"]], version: 2)
    func act(_ method: String, _ more: KeyValuePairs<String, JSON>) -> JSON {
      let head = [
        JSON.Member(key: "textDocument", value: ["uri": .string(Talk.uri), "version": 2]),
        JSON.Member(key: "position", value: ["line": 0, "character": 36]),
      ]
      return talk.request(
        "tokenField/\(method)", .object(head + more.map { JSON.Member(key: $0.key, value: $0.value) }))
    }
    let accepted = act("accept", ["text": "new@x.org"])
    #expect(accepted["edits"].array.map { $0["newText"].text } == ["new@x.org, "])
    #expect(
      accepted["events"].array.map { $0["type"].text }.prefix(3) == ["didAccept", "didReplace", "didAdd"]
        || accepted["events"].array.map { $0["type"].text }.prefix(3) == ["didReplace", "didAccept", "didAdd"])
    #expect(act("cancel", [:])["edits"] == [])
    let first: JSON = ["start": ["line": 0, "character": 4], "end": ["line": 0, "character": 13]]
    #expect(act("key", ["text": "x", "selection": [first]])["edits"].array.map { $0["newText"].text } == ["x"])
    let pasted = act("paste", ["text": "u@x.org, v@x.org", "selection": [first]])
    #expect(pasted["state"]?["total"] == 4 && pasted["reason"] == nil)
  }
}
