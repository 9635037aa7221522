import Fields
import LanguageServer
import Support
import Testing
import Wire

/// Folds, selections that grow, the same thing elsewhere, and hints.
@Suite struct ReadingAidsTests {
  /// A document of a syntax with a list over several lines, where the syntax has such, and one tag twice.
  struct Language: CustomTestStringConvertible, Sendable {
    var id: String
    var uri: String
    /// `|` stands in what is found twice.
    var text: String
    /// The texts that mean the same.
    var twins: [String]
    /// First and last line of the folds.
    var folds: [[Int]]

    var testDescription: String { uri }
  }

  static let languages = [
    Language(
      id: "mail", uri: "file:///a.eml", text: "To: An|a <ana@x.example>,\n\tBo <b@x.example>\nCc: ANA@X.example\n\n",
      twins: ["Ana <ana@x.example>", "ANA@X.example"], folds: [[0, 1]]),
    Language(
      id: "gitcommit", uri: "file:///r/COMMIT_EDITMSG",
      text: "Fix it\n\nSigned-off-by: Ana <an|a@x.example>\nReviewed-by: Bo <b@x.example>\nCc: ANA@x.example\n",
      twins: ["Ana <ana@x.example>", "ANA@x.example"], folds: []),
    Language(
      id: "debcontrol", uri: "file:///debian/control",
      text: "Source: x\nMaintainer: Ana <ana|@x.example>\nUploaders: Bo <b@x.example>,\n Ana <ana@x.example>\n",
      twins: ["Ana <ana@x.example>", "Ana <ana@x.example>"], folds: [[2, 3]]),
    Language(
      id: "codeowners", uri: "file:///CODEOWNERS", text: "* @o|rg/team\n/src @org/team c@x.example\n",
      twins: ["@org/team", "@org/team"], folds: []),
    Language(
      id: "org", uri: "file:///a.org", text: "* One :r|ed:green:\n** Two :red:\n", twins: ["red", "red"], folds: []),
    Language(
      id: "markdown", uri: "file:///a.md", text: "---\ntags:\n  - re|d\n  - green\n---\n\nA #red thing.\nMore.\n",
      twins: ["red", "#red"], folds: [[1, 3]]),
    Language(
      id: "markdown", uri: "file:///b.md", text: "+++\ntags = [\n  \"re|d\",\n  \"green\",\n]\n+++\n",
      twins: ["\"red\""],
      folds: [[1, 4]]),
    Language(
      id: "json", uri: "file:///package.json", text: "{\n \"keywords\": [\n  \"re|d\",\n  \"green\"\n ]\n}\n",
      twins: ["\"red\""], folds: [[1, 4]]),
    Language(
      id: "bibtex", uri: "file:///a.bib",
      text: "@book{a,\n keywords = {r|ed,\n  green}\n}\n@book{b, keywords = {red}}\n",
      twins: ["red", "red"], folds: [[1, 2]]),
    Language(
      id: "latex", uri: "file:///a.tex", text: "\\keywords{r|ed,\n green}\n", twins: ["red"], folds: [[0, 1]]),
  ]

  @Test(arguments: languages, PositionEncoding.allCases)
  func `the same thing is found in every field`(language: Language, encoding: PositionEncoding) {
    var talk = Talk(encoding)
    let (buffer, position) = talk.open(language.text, languageId: language.id, uri: language.uri)
    let found = talk.request("textDocument/documentHighlight", Talk.at(position, uri: language.uri)).array
    #expect(found.map { buffer[$0["range"]] } == language.twins)
    #expect(found.allSatisfy { $0["kind"] == 1 })
  }

  @Test func `a person and a tag of one name are two things`() {
    var talk = Talk()
    let (buffer, position) = talk.open("To: ana, Ana <|ana@x.example>, \"\" <>\nKeywords: ana\nNewsgroups: ana\n\n")
    let found = talk.request("textDocument/documentHighlight", Talk.at(position)).array
    #expect(found.map { buffer[$0["range"]] } == ["Ana <ana@x.example>"])
    for marked in ["T|o: ana@x.example\n\n", "Subject: a|na\n\n", "|", "To: a@x.example,| , b@x.example\n\n"] {
      let (_, place) = talk.open(marked)
      #expect(talk.request("textDocument/documentHighlight", Talk.at(place)) == .null, "\(marked)")
    }
    let word = talk.open("To: ana, \"Bo\"|\nKeywords: ana\n\n").position
    #expect(talk.request("textDocument/documentHighlight", Talk.at(word)).array.count == 1)
  }

  // MARK: Folds

  @Test(arguments: languages)
  func `a field over several lines is folded`(language: Language) {
    var talk = Talk()
    talk.open(language.text, languageId: language.id, uri: language.uri)
    let folds = talk.request("textDocument/foldingRange", Talk.document(language.uri)).array
    #expect(folds.map { [$0["startLine"]?.whole ?? -1, $0["endLine"]?.whole ?? -1] } == language.folds)
    #expect(folds.allSatisfy { $0["kind"] == "region" && $0["collapsedText"] == nil })
  }

  @Test(arguments: PositionEncoding.allCases)
  func `groups are folded in their fields, within the limit`(_ encoding: PositionEncoding) {
    let draft =
      "To: é@x.example,\n Téam: a@x.example,\n b@x.example;\nCc: Ops: c@x.example,\n d@x.example;\n \nBcc: x\n\n"
    let lines = { (capabilities: JSON) in
      var talk = Talk(encoding, textDocument: ["foldingRange": capabilities])
      let (buffer, _) = talk.open(draft)
      return talk.request("textDocument/foldingRange", Talk.document()).array.map { fold -> String in
        guard let start = fold["startCharacter"], let end = fold["endCharacter"] else {
          return "\(fold["startLine"]?.whole ?? -1)–\(fold["endLine"]?.whole ?? -1)"
        }
        return buffer[
          [
            "start": ["line": fold["startLine"] ?? .null, "character": start],
            "end": ["line": fold["endLine"] ?? .null, "character": end],
          ]]
      }
    }
    #expect(
      lines([:]) == [
        " é@x.example,\n Téam: a@x.example,\n b@x.example;", ": a@x.example,\n b@x.example;",
        " Ops: c@x.example,\n d@x.example;", ": c@x.example,\n d@x.example;",
      ])
    #expect(lines(["lineFoldingOnly": true]) == ["0–2", "1–2", "3–4"])
    #expect(lines(["lineFoldingOnly": true, "rangeLimit": 2]) == ["0–2", "3–4"])
    #expect(lines(["lineFoldingOnly": true, "rangeLimit": 0]) == [])
    #expect(lines(["lineFoldingOnly": true, "rangeLimit": -1]).count == 3)
  }

  // MARK: Selections

  @Test(arguments: [
    (
      "To: Team: \"Ana R|uiz\" <ana@x.example>, b@x.example;\n\n",
      [
        "Ruiz", "\"Ana Ruiz\"", "\"Ana Ruiz\" <ana@x.example>", "Team: \"Ana Ruiz\" <ana@x.example>, b@x.example;",
        " Team: \"Ana Ruiz\" <ana@x.example>, b@x.example;", "To: Team: \"Ana Ruiz\" <ana@x.example>, b@x.example;",
      ]
    ),
    (
      "To: Ána <á|na@x.example>, b@x.example\n\n",
      [
        "ána", "ána@x.example", "<ána@x.example>", "Ána <ána@x.example>", "Ána <ána@x.example>, b@x.example",
        " Ána <ána@x.example>, b@x.example", "To: Ána <ána@x.example>, b@x.example",
      ]
    ),
    ("T|o: b\n\n", ["To", "To: b"]), ("To:| \n\n", [" ", "To: "]), ("To: a,| b\n\n", ["a, b", " a, b", "To: a, b"]),
    ("Te|xt\n\nTo: b\n", [""]), ("|", [""]),
  ])
  func `a selection grows from the word to the field`(marked: String, texts: [String]) {
    for encoding in PositionEncoding.allCases {
      var talk = Talk(encoding)
      let (buffer, position) = talk.open(marked)
      #expect(Self.chain(&talk, position, buffer) == texts)
    }
  }

  @Test(arguments: languages)
  func `selections of every syntax grow strictly, at every place`(language: Language) {
    var talk = Talk()
    let (buffer, position) = talk.open(language.text, languageId: language.id, uri: language.uri)
    let twin = language.twins[0]
    let chain = Self.chain(&talk, position, buffer, language.uri)
    #expect(chain.contains(twin) && chain.count >= 2, "\(chain)")
    let offsets = 0...buffer.text.unicodeScalars.count
    let answer = talk.request(
      "textDocument/selectionRange",
      [
        "textDocument": ["uri": .string(language.uri)], "positions": .array(offsets.map { buffer.position($0) }),
      ]
    ).array
    #expect(answer.count == offsets.count)
    for (offset, first) in zip(offsets, answer) {
      var step: JSON? = first
      var inner: Range<Int>?
      while let current = step {
        let range = buffer.range(current["range"])
        #expect(range.lowerBound <= offset && offset <= range.upperBound)
        if let inner {
          #expect(range.lowerBound <= inner.lowerBound && inner.upperBound <= range.upperBound && range != inner)
        }
        (inner, step) = (range, current["parent"])
      }
    }
  }

  private static func chain(
    _ talk: inout Talk, _ position: JSON, _ buffer: Buffer, _ uri: String = Talk.uri
  ) -> [String] {
    let answer = talk.request(
      "textDocument/selectionRange", ["textDocument": ["uri": .string(uri)], "positions": [position]])
    #expect(answer.array.count == 1)
    var texts: [String] = []
    var step = answer.array.first
    while let current = step {
      texts.append(buffer[current["range"]])
      step = current["parent"]
    }
    return texts
  }

  // MARK: Hints

  @Test(arguments: PositionEncoding.allCases)
  func `names in code, groups and empty fields have hints, within the range`(_ encoding: PositionEncoding) {
    var talk = Talk(
      encoding, options: ["fields": ["cc": ["placeholder": "Copies"], "tags": ["placeholder": "Topics"]]])
    let text =
      "To: é <e@x.example>, =?utf-8?q?J=C3=BCrgen?= <j@x.example>, =?utf-8?q?=C3=A9?=: a@x.example, b@x.example;\nCc:\n"
      + "Bcc: k@x.example (=?utf-8?q?=C3=A9?=), \"=?utf-8?q?=C3=A9?=\" <l@x.example>, m:;\n\n"
    let (buffer, _) = talk.open(text)
    let hints = { (talk: inout Talk, range: Range<Int>) in
      talk.request(
        "textDocument/inlayHint",
        [
          "textDocument": ["uri": .string(Talk.uri)],
          "range": ["start": buffer.position(range.lowerBound), "end": buffer.position(range.upperBound)],
        ]
      ).array
    }
    let all = hints(&talk, 0..<buffer.text.unicodeScalars.count)
    #expect(all.map { $0["label"].text } == ["Jürgen", "é (2)", "Copies", "é", "é", "(0)"])
    let before = all.map { hint in buffer[0..<buffer.offset(hint["position"])] }
    #expect(before[0].hasSuffix("=?utf-8?q?J=C3=BCrgen?=") && before[1].hasSuffix("=?utf-8?q?=C3=A9?="))
    #expect(before[2].hasSuffix("\nCc:") && before[3].hasSuffix("(=?utf-8?q?=C3=A9?=") && before[5].hasSuffix("m"))
    let place = buffer.offset(all[1]["position"])
    #expect(hints(&talk, place..<place).map { $0["label"].text } == ["é (2)"])
    #expect(hints(&talk, place + 1..<place + 5) == [])
  }

  @Test func `an empty list of tags has its placeholder in its brackets`() {
    var talk = Talk(options: ["fields": ["tags": ["placeholder": "Topics"]]])
    for (text, before) in [("---\ntags: []\n---\n", "---\ntags: ["), ("---\ntags: \n---\n", "---\ntags: ")] {
      let (buffer, _) = talk.open(text, languageId: "markdown")
      let hints = talk.request(
        "textDocument/inlayHint",
        [
          "textDocument": ["uri": .string(Talk.uri)],
          "range": ["start": ["line": 0, "character": 0], "end": ["line": 3, "character": 0]],
        ]
      ).array
      #expect(hints.map { $0["label"].text } == ["Topics"], "\(text)")
      #expect(hints.map { buffer[0..<buffer.offset($0["position"])] } == [before])
    }
  }

  @Test func `a hint has the card of what it is about while that stands there`() {
    var talk = Talk(people: People.all)
    let (buffer, _) = talk.open("To: =?utf-8?q?J=C3=BCrgen?= <j@x.example>, Team: a@x.example;\n\n")
    let hints = talk.request(
      "textDocument/inlayHint",
      [
        "textDocument": ["uri": .string(Talk.uri)],
        "range": ["start": buffer.position(0), "end": buffer.position(60)],
      ]
    ).array
    let cards = hints.map { talk.request("inlayHint/resolve", $0)["tooltip"]?["value"].text ?? "" }
    #expect(cards.map { $0.split(separator: "\n").first } == ["Jürgen", "Team (1)"])
    #expect(cards.allSatisfy { $0.contains("x.example") })
    talk.open("To: Bo <bo@x.example>\n\n")
    #expect(hints.map { talk.request("inlayHint/resolve", $0) } == hints)
    guard case .failure = talk.ask("inlayHint/resolve", ["label": "x"]) else {
      Issue.record("a hint without a position is refused")
      return
    }
  }

  @Test func `a client that draws fields itself gets no hints`() {
    var talk = Talk(experimental: ["tokenField": [:]])
    let (buffer, _) = talk.open("To: Team: a@x.example;\n\n")
    let range: JSON = ["start": buffer.position(0), "end": buffer.position(20)]
    #expect(
      talk.request("textDocument/inlayHint", ["textDocument": ["uri": .string(Talk.uri)], "range": range]) == [])
  }
}
