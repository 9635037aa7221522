import Candidates
import Fields
import Testing
import Wire

/// What is said of a document that is only looked at: symbols, fields, tokens and cards.
@Suite struct OutlineTests {
  static let draft =
    "From: Ana <ana@x.example>\r\nTo: \"Li 😀, Mei\" <mei@x.example>, é (Bo)\r\nCc: Team: a@x.example;\r\nBcc:\r\n\r\n"

  // MARK: Symbols

  @Test(arguments: PositionEncoding.allCases)
  func nestsSymbols(_ encoding: PositionEncoding) {
    var talk = Talk(encoding, textDocument: ["documentSymbol": ["hierarchicalDocumentSymbolSupport": true]])
    let (buffer, _) = talk.open(Self.draft)
    let symbols = talk.request("textDocument/documentSymbol", Talk.document()).array
    #expect(symbols.map { $0["name"].text } == ["From", "To", "Cc", "Bcc"])
    #expect(symbols.map { $0["detail"].text } == ["1 entry", "2 entries", "1 entry", "0 entries"])
    #expect(symbols.map { buffer[$0["selectionRange"]] } == ["From", "To", "Cc", "Bcc"])
    #expect(
      symbols.map { buffer[$0["range"]] } == [
        "From: Ana <ana@x.example>", "To: \"Li 😀, Mei\" <mei@x.example>, é (Bo)", "Cc: Team: a@x.example;", "Bcc:",
      ])
    let children = symbols[1]["children"].array
    #expect(children.map { $0["name"].text } == ["Li 😀, Mei", "Bo"])
    #expect(children.map { $0["detail"] } == ["mei@x.example", "é"])
    #expect(children.map { buffer[$0["range"]] } == ["\"Li 😀, Mei\" <mei@x.example>", "é (Bo)"])
    #expect(children.allSatisfy { $0["range"] == $0["selectionRange"] })
    #expect(symbols[3]["children"] == [])
  }

  @Test func listsSymbolsForAClientThatNestsNone() {
    var talk = Talk(textDocument: ["documentSymbol": ["symbolKind": [:]]])
    let (buffer, _) = talk.open(Self.draft)
    let symbols = talk.request("textDocument/documentSymbol", Talk.document()).array
    #expect(symbols.map { $0["name"].text } == ["From", "Ana", "To", "Li 😀, Mei", "Bo", "Cc", "a@x.example", "Bcc"])
    #expect(symbols.map { $0["containerName"].text } == ["", "From", "", "To", "To", "", "Cc", ""])
    #expect(symbols.allSatisfy { $0["location"]?["uri"] == .string(Talk.uri) && $0["children"] == nil })
    #expect(buffer[symbols[1]["location"]?["range"]] == "Ana <ana@x.example>")
  }

  @Test func givesNoSymbolAnEmptyName() {
    var talk = Talk()
    talk.open("To: \"\", <>, , \"\" <>\n\n")
    let symbols = talk.request("textDocument/documentSymbol", Talk.document()).array
    #expect(symbols.flatMap { $0["children"].array }.allSatisfy { !$0["name"].text.isEmpty })
  }

  // MARK: Fields

  @Test(arguments: PositionEncoding.allCases)
  func saysWhatFieldsThereAre(_ encoding: PositionEncoding) {
    var talk = Talk(encoding)
    let (buffer, _) = talk.open(Self.draft)
    let fields = talk.request("tokenField/fields", Talk.document()).array
    #expect(fields.map { $0["name"].text } == ["From", "To", "Cc", "Bcc"])
    #expect(fields.map { $0["kind"].text } == Array(repeating: "address-list", count: 4))
    #expect(fields.map { buffer[$0["valueRange"]] }[1] == " \"Li 😀, Mei\" <mei@x.example>, é (Bo)")
    #expect(fields.map { $0["previous"] } == [.null, "From", "To", "Cc"])
    #expect(fields.map { $0["next"] } == ["To", "Cc", "Bcc", "body"])
    let tokens = fields[1]["tokens"].array
    #expect(tokens.map { $0["text"].text } == tokens.map { buffer[$0["range"]] })
    #expect(tokens.map { $0["display"].text } == ["Li 😀, Mei", "Bo"])
    #expect(tokens.map { $0["value"].text } == ["mei@x.example", "é"])
    #expect(fields[2]["groups"].array.map { buffer[$0["range"]] } == ["Team: a@x.example;"])
    #expect(fields[2]["tokens"].array.map { $0["group"] } == ["Team"])
    #expect(fields.map { $0["readOnly"] } == [false, false, false, false])
  }

  @Test func saysHowManyAFieldTakes() {
    var talk = Talk(options: ["fields": ["To": ["max": 3]]])
    talk.open("Sender: a@x.example\nTo: \nCc: \n\n")
    let limits = talk.request("tokenField/fields", Talk.document()).array.map { $0["limits"]?["max"] }
    #expect(limits == [1, 3, .null])
    talk.open("Received: x\nTo: a\n\n")
    #expect(talk.request("tokenField/fields", Talk.document()).array.map { $0["readOnly"] } == [true])
  }

  // MARK: Tokenizing

  @Test(arguments: PositionEncoding.allCases)
  func cutsAnOpenDocument(_ encoding: PositionEncoding) {
    var talk = Talk(encoding)
    let (buffer, _) = talk.open(Self.draft)
    let answer = talk.request("tokenField/tokenize", Talk.document())
    #expect(answer["fields"] == talk.request("tokenField/fields", Talk.document()))
    let tokens = answer["tokens"].array
    #expect(tokens.map { $0["field"].text } == ["From", "To", "To", "Cc"])
    #expect(tokens.map { buffer[$0["range"]] } == tokens.map { $0["text"].text })
    #expect(answer["diagnostics"].array.map { $0["code"] } == ["missing-domain"])
    #expect(answer["diagnostics"].array.map { buffer[$0["range"]] } == ["é"])
  }

  @Test(arguments: PositionEncoding.allCases)
  func cutsATextInBytes(_ encoding: PositionEncoding) {
    var talk = Talk(encoding)
    let one = talk.request("tokenField/tokenize", ["text": "é@x.example, b", "kind": "address-list"])
    #expect(one["tokens"].array.map { $0["start"] } == [0, 14])
    #expect(one["tokens"].array.map { $0["end"] } == [12, 15])
    #expect(one["diagnostics"].array.map { $0["code"] } == ["needs-smtputf8", "missing-domain"])
    let known = talk.request(
      "tokenField/tokenize", ["text": "b, c", "kind": "address-list", "opts": ["aliases": ["B"], "max": 1]])
    #expect(known["diagnostics"].array.map { $0["code"] } == ["missing-domain", "too-many"])
    for place: JSON in [
      ["kind": "mail-headers", "text": .string(Self.draft)], ["languageId": "mail", "text": .string(Self.draft)],
      ["languageId": "", "text": .string(Self.draft)],
      ["languageId": "", "path": "/x.eml", "text": .string(Self.draft)],
    ] {
      let whole = talk.request("tokenField/tokenize", place)
      #expect(whole["tokens"].array.map { $0["field"].text } == ["From", "To", "To", "Cc"])
      #expect(whole["groups"].array.map { $0["text"] } == ["Team: a@x.example;"])
    }
    let none = talk.request("tokenField/tokenize", ["languageId": "swift", "text": .string(Self.draft)])
    #expect(none == ["tokens": [], "groups": [], "diagnostics": []])
  }

  // MARK: Cards

  @Test(arguments: PositionEncoding.allCases)
  func showsACard(_ encoding: PositionEncoding) {
    var ana = People.person("Ana Ruiz", "ana@example.org", count: 1)
    ana.nicknames = ["nia"]
    ana.organisation = "Ode & Co"
    ana.last = "2024-05-06"
    ana.others = ["ruiz@example.net"]
    var talk = Talk(encoding, people: [ana])
    #expect(
      card(&talk, "To: é 😀 <x@x.example>, Ana <a|na@example.org>\n\n", "Ana <ana@example.org>") == [
        "Ana Ruiz", "Address: ana@example.org", "Also: ruiz@example.net", "Nickname: nia", "Organisation: Ode & Co",
        "Used: once", "Last: 2024-05-06", "Source: contacts-tsv /home/ana/book.tsv",
      ])
    #expect(
      card(&talk, "To: é 😀 |<x@x.example>, y\n\n", "é 😀 <x@x.example>")
        == ["é 😀", "Address: x@x.example", "Source: in none of your address books"])
    let flagged = card(&talk, "To: x@x.example, Team: |b@@x.example;\n\n", "b@@x.example")
    #expect(flagged.contains("Group: Team"))
    #expect(flagged.contains { $0.hasPrefix("extra-at: ") })
    #expect(
      card(&talk, "To: T|eam: Bo <b@x.example>, c@x.example;\n\n", "Team")
        == ["Team (2)", "Member: Bo b@x.example", "Member: c@x.example"])
  }

  @Test func showsNothingElsewhere() {
    var talk = Talk(people: People.all)
    for marked in [
      "T|o: ana@example.org\n\n", "To: a@x.example|, b@x.example\n\n", "Subject: ana|\n\n", "To: x\n\na|na\n", "|",
    ] {
      let (_, position) = talk.open(marked)
      #expect(talk.request("textDocument/hover", Talk.at(position)) == nil, "\(marked.debugDescription)")
    }
  }

  @Test func writesPlainTextAsMarkdown() {
    var talk = Talk(
      textDocument: ["hover": ["contentFormat": ["markdown", "plaintext"]]],
      people: [People.person("[x](http://e.example) `*_`", "x@example.org", count: 1)])
    let (_, position) = talk.open("To: x|@example.org\n\n")
    let contents = talk.request("textDocument/hover", Talk.at(position))["contents"] ?? .null
    #expect(contents["kind"] == "markdown")
    #expect(contents["value"].text.hasPrefix("**\\[x\\](http://e.example) \\`\\*\\_\\`**  \nAddress: x@example.org"))
  }

  private func card(
    _ talk: inout Talk, _ marked: String, _ range: String, _ location: SourceLocation = #_sourceLocation
  ) -> [String] {
    let (buffer, position) = talk.open(marked)
    let answer = talk.request("textDocument/hover", Talk.at(position))
    #expect(buffer[answer["range"]] == range, sourceLocation: location)
    #expect(answer["contents"]?["kind"] == "plaintext", sourceLocation: location)
    return (answer["contents"]?["value"]).text.split(separator: "\n").map(String.init)
  }
}
