import Fields
import LanguageServer
import Support
import Testing
import Wire

/// Fields as they are drawn in cells, and in which direction they run.
@Suite struct LayoutRequestTests {
  static let draft =
    "To: Ana <ana@x.example>, é <e@x.example>, Team: a@x.example, b@@x.example;, bo\nCc:\nBcc: 李美 <li@x.example>\n\n"

  @Test(arguments: PositionEncoding.allCases)
  func `each chip says which token it is and where it stands`(_ encoding: PositionEncoding) {
    var talk = Talk(encoding)
    let (buffer, _) = talk.open(Self.draft)
    let layout = talk.request("tokenField/layout", Self.params(["width": 14])).array
    #expect(layout.map { $0["field"].text } == ["To", "Cc", "Bcc"])
    #expect(layout.map { $0["index"] } == [0, 1, 2])
    let chips = layout[0]["rows"].array.flatMap(\.array)
    #expect(layout[0]["rows"].array.map { $0.array.count } == [3, 1])
    #expect(chips.map { $0["text"].text } == ["Ana", "é", "Team (2)", "bo"])
    #expect(chips.map { $0["token"] } == [0, 1, 2, 3])
    #expect(
      chips.map { buffer[$0["range"]] } == [
        "Ana <ana@x.example>", "é <e@x.example>", "Team: a@x.example, b@@x.example;", "bo",
      ])
    #expect(layout[2]["rows"].array[0].array.map { $0["cells"] } == [4])
    let state = talk.request("tokenField/state", Self.params(["field": "to"]))
    #expect(state["tokens"].array.map { $0["range"] } == chips.map { $0["range"] })
  }

  @Test func `A60 A62 only where the caret is there is a place to type`() {
    var talk = Talk()
    let (_, position) = talk.open("To: ana@x.example, |\nCc: bo@x.example\n\n")
    let idle = talk.request("tokenField/layout", Self.params(["width": 20])).array
    #expect(idle.map { $0["draft"] } == [.null, .null] && idle.map { $0["height"] } == [1, 1])
    let typing = talk.request("tokenField/layout", Self.params(["width": 20, "position": position])).array
    #expect(typing.map { $0["draft"]?["row"] } == [1, nil] && typing.map { $0["height"] } == [2, 1])
    #expect(typing.map { $0["editing"] } == [true, false])
  }

  @Test func `D37 G56 hidden recipients that are wrong are counted`() {
    var talk = Talk()
    talk.open("To: ana@x.example, b@@x.example, cy@x.example\n\n")
    let layout = talk.request("tokenField/layout", Self.params(["width": 28, "maxRows": 1])).array
    #expect(layout[0]["counter"]?["text"] == "+2 (1 invalid)")
    let row = talk.request("tokenField/collapse", Self.params(["width": 28, "format": "plus"])).array
    #expect(row[0]["text"] == "ana@x.example +2 (1 invalid)")
    #expect(row[0]["hidden"] == 2 && row[0]["invalid"] == 1 && row[0]["collapsed"] == true)
  }

  @Test func `G30 what is hidden is counted anew after each change`() {
    var talk = Talk()
    talk.open("To: Ana <a@x.example>, Bo <b@x.example>, Cy <c@x.example>, Di <d@x.example>, Ed <e@x.example>\n\n")
    let row = { (talk: inout Talk) in
      talk.request("tokenField/collapse", Self.params(["width": 10, "format": "plus"])).array.map { $0["text"].text }
    }
    #expect(row(&talk) == ["Ana, Bo +3"])
    talk.change(
      [["range": ["start": ["line": 0, "character": 4], "end": ["line": 0, "character": 23]], "text": ""]], version: 2)
    #expect(row(&talk) == ["Bo, Cy +2"])
    talk.change([["text": "To: \n\n"]], version: 3)
    #expect(row(&talk) == [""])
  }

  @Test func `G30 a recipient with a comma is one, and stays in sight`() {
    var talk = Talk()
    talk.open("To: \"Doe, J\" <j@x.example>, k@x.example\n\n")
    let row = talk.request("tokenField/collapse", Self.params(["width": 21])).array
    #expect(row.map { $0["text"] } == ["Doe, J, k@x.example"] && row.map { $0["hidden"] } == [0])
  }

  @Test func `A76 a field is collapsed when nobody types in it, or always`() {
    var talk = Talk(options: ["fields": ["Cc": ["placeholder": "Copies for"]]])
    let (_, position) = talk.open("To: Ana <a@x.example>, Bo <b@x.example>|\nCc: \n\n")
    let row = { (talk: inout Talk, more: JSON) in
      talk.request("tokenField/collapse", Self.params(more)).array.map { [$0["text"], $0["collapsed"]] }
    }
    #expect(row(&talk, ["width": 5]) == [["A… +1", true], ["", false]])
    #expect(row(&talk, ["width": 5, "position": position]) == [["", false], ["", false]])
    #expect(row(&talk, ["width": 5, "position": position, "always": true]) == [["A… +1", true], ["", false]])
    let empty = talk.request("tokenField/collapse", Self.params(["width": 5, "field": "cc"])).array
    #expect(empty.map { $0["placeholder"] } == ["Copi…"])
  }

  @Test(
    arguments: [
      ["width": 0], ["width": -1], ["width": "wide"], ["width": .number("1.5")], ["width": .null], [:],
      ["width": 5, "maxRows": 0],
      ["width": 5, "gap": -1], ["width": 5, "label": 1], ["width": 5, "position": ["line": "x", "character": 0]],
    ] as [JSON])
  func `wrong numbers are refused`(params: JSON) {
    var talk = Talk()
    talk.open("To: ana@x.example\n\n")
    guard case .failure(let error) = talk.ask("tokenField/layout", Self.params(params)) else {
      Issue.record("not refused")
      return
    }
    #expect(error.message.contains("params."))
  }

  @Test func `huge numbers are drawn in, and what is not there is empty`() {
    var talk = Talk()
    talk.open("To: ana@x.example\n\n")
    let huge: JSON = .integer(.max)
    let layout = talk.request(
      "tokenField/layout",
      Self.params([
        "width": huge, "accessory": huge, "padding": huge, "gap": huge, "minInputCells": huge, "maxRows": huge,
        "tab": huge, "position": ["line": huge, "character": huge],
      ])
    ).array
    #expect(layout[0]["rows"].array.map { $0.array.map { $0["text"].text } } == [["…"]])
    #expect(talk.request("tokenField/layout", Self.params(["width": 5, "field": "Bcc"])) == [])
    #expect(talk.request("tokenField/collapse", ["width": 5, "textDocument": ["uri": "file:///none"]]) == [])
  }

  @Test(arguments: ReadingAidsTests.languages)
  func `fields of every syntax are laid out and collapsed`(language: ReadingAidsTests.Language) {
    var talk = Talk()
    let (buffer, _) = talk.open(language.text, languageId: language.id, uri: language.uri)
    let fields = talk.request("tokenField/fields", Talk.document(language.uri)).array
    #expect(!fields.isEmpty)
    let document: JSON = ["uri": .string(language.uri)]
    let layouts = talk.request("tokenField/layout", ["textDocument": document, "width": 12]).array
    #expect(layouts.map { $0["field"] } == fields.map { $0["name"] })
    for (layout, field) in zip(layouts, fields) where field["groups"] == [] {
      let chips = layout["rows"].array.flatMap(\.array)
      #expect(chips.map { buffer[$0["range"]] } == field["tokens"].array.map { $0["text"].text })
      #expect(chips.allSatisfy { ($0["column"]?.whole ?? 99) + ($0["cells"]?.whole ?? 99) <= 12 })
    }
    let rows = talk.request("tokenField/collapse", ["textDocument": document, "width": 12]).array
    for (row, field) in zip(rows, fields) where field["groups"] == [] {
      #expect(row["chips"].array.count + (row["hidden"]?.whole ?? 0) == field["tokens"].array.count)
      #expect((row["cells"]?.whole ?? 99) <= 12)
    }
  }

  // MARK: Direction

  @Test func `E14 Left goes to the next token where the client shows text from right to left`() {
    let draft = "To: \"דנה\" <dana@x.example>, \"נועה\" <noa@x.example>\nCc: ana@x.example\n\n"
    for (bidi, chosen) in [(true, [1]), (false, [0])] as [(Bool, [Int])] {
      var talk = Talk(experimental: ["tokenField": ["bidi": .bool(bidi)]])
      talk.open(draft)
      let fields = talk.request("tokenField/fields", Talk.document()).array
      #expect(fields.map { $0["direction"] } == ["rtl", "ltr"])
      let outcome = talk.request(
        "tokenField/key",
        [
          "textDocument": ["uri": .string(Talk.uri), "version": 1], "field": "To", "key": "Left",
          "selection": [fields[0]["tokens"].array[0]["range"] ?? .null],
        ])
      #expect(outcome["state"]?["selected"].array.map(\.whole) == chosen, "bidi \(bidi)")
      #expect(outcome["state"]?["direction"] == "rtl")
    }
  }

  @Test func `E14 a direction that is set is the one that counts`() {
    var talk = Talk(options: ["fields": ["to": ["direction": "rtl"], "CC": ["direction": "auto"]]])
    talk.open("To: ana@x.example\nCc: דנה <d@x.example>\nBcc:\n\n")
    let fields = talk.request("tokenField/fields", Talk.document()).array
    #expect(fields.map { $0["direction"] } == ["rtl", "rtl", "ltr"])
    let layouts = talk.request("tokenField/layout", Self.params(["width": 20])).array
    #expect(layouts.map { $0["direction"] } == ["rtl", "rtl", "ltr"])
  }

  @Test func `C15 next and previous mean the same in both directions`() {
    var talk = Talk(experimental: ["tokenField": ["bidi": true]])
    talk.open("From: a@x.example\nTo: \"דנה\" <dana@x.example>\nCc: ana@x.example\n\n")
    let focus = { (talk: inout Talk, to: String) in
      talk.request(
        "tokenField/navigate",
        ["textDocument": ["uri": .string(Talk.uri), "version": 1], "field": "To", "to": .string(to)])["state"]?["field"]
        .text
    }
    #expect(focus(&talk, "next") == "Cc")
    #expect(focus(&talk, "previous") == "From")
  }

  private static func params(_ more: JSON) -> JSON {
    guard case .object(let members) = more else { return .null }
    return .object([JSON.Member(key: "textDocument", value: ["uri": .string(Talk.uri)])] + members)
  }
}
