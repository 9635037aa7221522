import Candidates
import Fields
import Testing
import Wire

/// What is offered at a caret, and what the text is when it is taken.
@Suite struct CompletionTests {
  // MARK: Taking one (needs.md)

  /// A draft with its caret, and the same draft after the first candidate was taken.
  static let accepted: [(number: String, before: String, after: String)] = [
    ("1", "To: rui|\n\n", "To: \"Ruiz, Ana\" <ana@example.org>, |\n\n"),
    ("3", "To: neil|\n\n", "To: \"O'Neil, \\\"Bo\\\"\" <bo@example.net>, |\n\n"),
    ("9", "To: kim|\n\n", "To: kim@example.org, |\n\n"),
    ("12", "To: nia|\n\n", "To: \"Nia \\\"Nina\\\" Ode\" <nia@example.org>, |\n\n"),
    ("28", "To: bo@x.example pi|\n\n", "To: bo@x.example, Pia Li <pia@example.cn>, |\n\n"),
    ("28", "To: \"Bo\" <bo@x.example>pi|\n\n", "To: \"Bo\" <bo@x.example>, Pia Li <pia@example.cn>, |\n\n"),
    ("29", "To: bo@x.example, pi|\n\n", "To: bo@x.example, Pia Li <pia@example.cn>, |\n\n"),
    ("31", "To: pia@ex|\n\n", "To: Pia Li <pia@example.cn>, |\n\n"),
    ("36", "To: a@x.example,pi|\n\n", "To: a@x.example,Pia Li <pia@example.cn>, |\n\n"),
    ("36", "To: a@x.example, \"Ruiz, An|\n\n", "To: a@x.example, \"Ruiz, Ana\" <ana@example.org>, |\n\n"),
    ("37", "To: \"Ruiz, An|\n\n", "To: \"Ruiz, Ana\" <ana@example.org>, |\n\n"),
    ("37", "To: \"Ruiz, An|\"\n\n", "To: \"Ruiz, Ana\" <ana@example.org>, |\n\n"),
    ("38", "To: ana rui|\n\n", "To: \"Ruiz, Ana\" <ana@example.org>, |\n\n"),
    (
      "42", "To: a@x.example, b@x.example,\n pi|\nSubject: x\n\n",
      "To: a@x.example, b@x.example,\n Pia Li <pia@example.cn>, |\nSubject: x\n\n"
    ),
    (
      "42", "To: a@x.example,\r\n\tpi|,\r\n\tb@x.example\r\n\r\n",
      "To: a@x.example,\r\n\tPia Li <pia@example.cn>|,\r\n\tb@x.example\r\n\r\n"
    ),
    ("43", "From: me@x.example\nTo: pi|\n\n", "From: me@x.example\nTo: Pia Li <pia@example.cn>, |\n\n"),
    ("48", "To: Zoë 😀 <z@x.example>, pi|\n\n", "To: Zoë 😀 <z@x.example>, Pia Li <pia@example.cn>, |\n\n"),
    ("48", "To: é漢😀, inês|, x@x.example\n\n", "To: é漢😀, Inês Reis <ines@example.org>|, x@x.example\n\n"),
    ("63", "To: ines|\n\n", "To: Inês Reis <ines@example.org>, |\n\n"),
    ("63", "To: INÊS r|\n\n", "To: Inês Reis <ines@example.org>, |\n\n"),
    ("149", "To: pia l|\n\n", "To: Pia Li <pia@example.cn>, |\n\n"),
    // A blank behind a colon that has none.
    ("", "To:pi|\n\n", "To: Pia Li <pia@example.cn>, |\n\n"),
    ("", "To: pi|", "To: Pia Li <pia@example.cn>, |"),
    // No separator where one follows, or where the field takes one only.
    ("", "To: pi| , b@x.example\n\n", "To: Pia Li <pia@example.cn>| , b@x.example\n\n"),
    ("", "Sender: pi|\n\n", "Sender: Pia Li <pia@example.cn>|\n\n"),
    ("", "resent-sender: pi|\n\n", "resent-sender: Pia Li <pia@example.cn>|\n\n"),
    // A dollar, a brace and a backslash stand for themselves.
    ("", "To: cash|\n\n", "To: \"Cash $5 {x} \\\\ y\" <cash@example.org>, |\n\n"),
    // In a group, and behind its end.
    ("", "To: Friends: pi|;\n\n", "To: Friends: Pia Li <pia@example.cn>|;\n\n"),
    ("", "To: Friends: a@x.example; pi|\n\n", "To: Friends: a@x.example;, Pia Li <pia@example.cn>, |\n\n"),
    // What follows stays, and is kept apart.
    ("", "To: a@x.example pi| <b@x.example>\n\n", "To: a@x.example, Pia Li <pia@example.cn>,| <b@x.example>\n\n"),
    ("", "To: pi| Lee <b@x.example>\n\n", "To: Pia Li <pia@example.cn>,| Lee <b@x.example>\n\n"),
    (
      "", "To: \"Ruiz, An|, \"L, B\" <b@x.example>\n\n",
      "To: \"Ruiz, Ana\" <ana@example.org>|, \"L, B\" <b@x.example>\n\n"
    ),
    ("", "Sender: |an\n\n", "Sender: \"Ruiz, Ana\" <ana@example.org>, |an\n\n"),
    // A list that is separated by semicolons goes on so.
    (
      "", "To: Lee, Bo <b@x.example>; Ruiz, An|\n\n",
      "To: Lee, Bo <b@x.example>; \"Ruiz, Ana\" <ana@example.org>; |\n\n"
    ),
    // An open quote further ahead would take the first quote of a name for its end: only names without one are offered.
    ("", "To: \"Lee <b@x.example>, an|\n\n", "To: \"Lee <b@x.example>, Ana Novak <novak@example.com>, |\n\n"),
    // An entry across a fold is replaced on the caret's line, and taken away above it.
    ("", "To: a@x.example,\n pia\n l|\n\n", "To: a@x.example,\n Pia Li <pia@example.cn>, |\n\n"),
    ("", "To: a@x.example\n pia\n l|\n\n", "To: a@x.example,\n Pia Li <pia@example.cn>, |\n\n"),
  ]

  @Test(arguments: PositionEncoding.allCases, accepted.indices)
  func writesWhatIsRight(_ encoding: PositionEncoding, _ index: Int) {
    let row = Self.accepted[index]
    for takesSnippets in [false, true] {
      var talk = Self.talk(encoding, snippets: takesSnippets)
      let (buffer, position) = talk.open(row.before)
      let items = Self.items(&talk, position)
      guard let first = items.first else {
        Issue.record("row \(row.number): nothing for \(row.before.debugDescription)")
        continue
      }
      #expect(buffer.accepting(first) == row.after, "row \(row.number)")
      Self.checkList(items, buffer, position)
    }
  }

  @Test(arguments: PositionEncoding.allCases)
  func offersNothingOutsideFields(_ encoding: PositionEncoding) {
    for marked in [
      "To: x\n\npi|\n", "Subject: pi|\nTo: x\n\n", "T|o: x\n\n", "|To: x\n\n", "To|: pi\n\n", "To: x\n|\n", "pi|\n",
      "|",
      "To: x\nSubject: a,\n pi|\n\n", "To: a@x.example (pi|\n\n", "X-To: pi|\n\n",
    ] {
      var talk = Self.talk(encoding)
      let (_, position) = talk.open(marked)
      #expect(talk.request("textDocument/completion", Talk.at(position)) == nil, "\(marked.debugDescription)")
    }
  }

  @Test func offersNothingForWhatNobodyIsLike() {
    for marked in ["To: zzzz|\n\n", "To: ana xyz|\n\n"] {
      var talk = Self.talk()
      let (_, position) = talk.open(marked)
      #expect(
        talk.request("textDocument/completion", Talk.at(position)) == ["isIncomplete": true, "items": []],
        "\(marked.debugDescription)")
    }
  }

  @Test func offersThoseMostUsedWhereNothingIsTyped() {
    var talk = Self.talk()
    let (_, position) = talk.open("To: |\n\n")
    #expect(Self.items(&talk, position).first?["detail"] == "ana@example.org")
    // By itself only when something is typed.
    func answer(_ position: JSON, _ kind: Int) -> JSON {
      talk.request(
        "textDocument/completion",
        [
          "textDocument": ["uri": .string(Talk.uri)], "position": position,
          "context": ["triggerKind": .integer(kind), "triggerCharacter": " "],
        ])
    }
    #expect(answer(position, 2) == ["isIncomplete": true, "items": []])
    #expect(answer(position, 1)["items"].array.isEmpty == false)
    let (_, typed) = talk.open("To: a|\n\n")
    #expect(answer(typed, 2)["items"].array.isEmpty == false)
  }

  @Test func ranksAsAClientSorts() {
    // Row 153: the best is the smallest, as text.
    var people: [Record] = []
    for number in 1...120 {
      people.append(People.person("Ana \(number)", "ana\(number)@example.org", count: 500 - number))
    }
    var talk = Talk(options: ["completion": ["limit": 110]], people: people)
    let (buffer, position) = talk.open("To: ana|\n\n")
    let items = Self.items(&talk, position)
    #expect(items.count == 110)
    let texts = items.map { $0["sortText"].text }
    #expect(texts == texts.sorted())
    #expect(Set(texts).count == 110)
    #expect(Set(texts.map(\.count)).count == 1)
    #expect(items.first?["detail"] == "ana1@example.org")
    Self.checkList(items, buffer, position)
  }

  @Test func offersOnlyWhatIsLikeTheTextOfNow() {
    // Row 65: what is asked after typing is answered of what was typed.
    var talk = Self.talk()
    talk.open("To: an\n\n")
    talk.change([["range": SyncTests.range((0, 6), (0, 6)), "text": "a no"]], version: 2)
    let items = Self.items(&talk, ["line": 0, "character": 10])
    #expect(items.map { $0["detail"].text } == ["novak@example.com"])
    #expect(items.first?["filterText"] == "ana no")
  }

  // MARK: People who are there

  @Test func hidesWhoIsThere() {
    var talk = Self.talk()
    for (marked, isOffered) in [
      ("To: ana@example.org, rui|\n\n", false), ("To: rui|\nCc: x, ANA@example.org\n\n", false),
      ("Bcc: ana@example.org\nTo: rui|\n\n", false), ("From: ana@example.org\nTo: rui|\n\n", true),
      ("Reply-To: rui|\nTo: ana@example.org\n\n", true), ("Resent-To: ana@example.org\nTo: rui|\n\n", true),
      // Who is being typed is not there.
      ("To: ana@example.org|\n\n", true), ("To: Ruiz <ana@example.org|>\n\n", true),
    ] {
      let (_, position) = talk.open(marked)
      let offered = Self.items(&talk, position).contains { $0["detail"] == "ana@example.org" }
      #expect(offered == isOffered, "\(marked.debugDescription)")
    }
  }

  @Test func marksOrShowsWhoIsThereIfToldTo() {
    for (mode, detail) in [("mark", "ana@example.org (already in Cc)"), ("show", "ana@example.org")] {
      var talk = Self.talk(options: ["completion": ["present": .string(mode)]])
      let (_, position) = talk.open("To: rui|\nCc: ana@example.org\n\n")
      #expect(Self.items(&talk, position).first?["detail"].text == detail)
      let (_, other) = talk.open("To: inês|\nCc: ana@example.org\n\n")
      #expect(Self.items(&talk, other).first?["detail"] == "ines@example.org")
    }
  }

  // MARK: Groups

  @Test func writesAnAliasOfSeveralAsItsMembers() {
    check("To: team|\n\n", "To: \"Ruiz, Ana\" <ana@example.org>, bo@example.net, Pia Li <pia@example.cn>, |\n\n")
    check(
      "To: bo@example.net, team|\n\n",
      "To: bo@example.net, \"Ruiz, Ana\" <ana@example.org>, Pia Li <pia@example.cn>, |\n\n")
    var talk = Self.talk()
    let (_, position) = talk.open("To: team|\n\n")
    let item = Self.items(&talk, position).first
    #expect(item?["label"] == "Team, all (3)")
    #expect(item?["detail"] == "ana@example.org, bo@example.net, pia@example.cn")
    // Not where one person only may stand.
    let (_, sender) = talk.open("Sender: team|\n\n")
    #expect(Self.items(&talk, sender).isEmpty)
    // Nobody is left of it.
    let (_, other) = talk.open("To: ana@example.org, bo@example.net, pia@example.cn, team|\n\n")
    #expect(Self.items(&talk, other).isEmpty)
  }

  @Test func writesAGroupIfToldTo() {
    let group: JSON = ["completion": ["groups": "group"]]
    check(
      "To: team|\n\n",
      "To: \"Team, all\": \"Ruiz, Ana\" <ana@example.org>, bo@example.net, Pia Li <pia@example.cn>;, |\n\n", group)
    // A colon would have a list that is separated by semicolons read in another way.
    check(
      "To: Lee, Bo <b@x.example>; team|\n\n",
      "To: Lee, Bo <b@x.example>; \"Ruiz, Ana\" <ana@example.org>, bo@example.net, Pia Li <pia@example.cn>; |\n\n",
      group)
    // A group holds no group.
    check(
      "To: All: team|;\n\n",
      "To: All: \"Ruiz, Ana\" <ana@example.org>, bo@example.net, Pia Li <pia@example.cn>|;\n\n", group)
  }

  // MARK: Settings and clients

  @Test func leavesTheSeparatorOutIfToldTo() {
    check("To: pi|\n\n", "To: Pia Li <pia@example.cn>|\n\n", ["completion": ["appendSeparator": false]])
    check("To: |bo\n\n", "To: \"Ruiz, Ana\" <ana@example.org>, |bo\n\n", ["completion": ["appendSeparator": false]])
  }

  @Test func offersAsManyAsItIsTold() {
    var talk = Self.talk(options: ["completion": ["limit": 2, "minQuery": 3]])
    let (_, position) = talk.open("To: example|\n\n")
    #expect(Self.items(&talk, position).count == 2)
    let (_, short) = talk.open("To: pi|\n\n")
    let context: JSON = ["triggerKind": 2, "triggerCharacter": "i"]
    let answer = talk.request(
      "textDocument/completion",
      ["textDocument": ["uri": .string(Talk.uri)], "position": short, "context": context])
    #expect(answer == ["isIncomplete": true, "items": []])
  }

  @Test func saysOnlyWhatAClientTakes() {
    var plain = Self.talk()
    let (_, position) = plain.open("To: pi|\n\n")
    let item = Self.items(&plain, position).first ?? .null
    #expect(!item.keys.contains("labelDetails"))
    #expect(!item.keys.contains("insertTextFormat"))
    var full = Talk(
      textDocument: ["completion": ["completionItem": ["labelDetailsSupport": true, "snippetSupport": true]]],
      people: People.all)
    full.open("To: pi|\n\n")
    let rich = Self.items(&full, position).first ?? .null
    #expect(rich["labelDetails"] == ["description": "contacts-tsv"])
    #expect(rich["insertTextFormat"] == 2)
  }

  @Test func keepsLineEndsOutOfTheText() {
    // Row 15's kind: what an address book says never becomes another header line.
    var talk = Talk(people: [People.person("X\u{2028}Bcc: eve@example.net\u{202E}", "x@example.org", count: 1)])
    let (buffer, position) = talk.open("To: x@ex|\n\n")
    let text = buffer.accepting(Self.items(&talk, position).first ?? .null)
    #expect(text == "To: \"X Bcc: eve@example.net\" <x@example.org>, |\n\n")
  }

  @Test func resolvesWithoutRememberingTheList() {
    for isMarkdown in [false, true] {
      let kind = isMarkdown ? "markdown" : "plaintext"
      var talk = Talk(
        textDocument: ["hover": ["contentFormat": [.string(kind)]]],
        people: [People.person("Ana *R*", "ana@example.org", count: 3)])
      let (_, position) = talk.open("To: ana|\n\n")
      let item = Self.items(&talk, position).first ?? .null
      talk.notify("textDocument/didClose", Talk.document())
      let resolved = talk.request("completionItem/resolve", item)
      #expect(resolved["label"] == item["label"])
      #expect(resolved["textEdit"] == item["textEdit"])
      let documentation = resolved["documentation"] ?? .null
      #expect(documentation["kind"] == .string(kind))
      let lines = documentation["value"].text.split(separator: "\n").map { $0.trimmingBlanks }
      #expect(lines.first == (isMarkdown ? "**Ana \\*R\\***" : "Ana *R*"))
      #expect(lines.contains("Address: ana@example.org"))
      #expect(lines.contains("Used: 3 times"))
      #expect(lines.contains { $0.hasPrefix("Source: contacts-tsv /home/ana/book") })
      #expect(talk.request("completionItem/resolve", resolved) == resolved)
      #expect(talk.request("completionItem/resolve", ["label": "x"]) == ["label": "x"])
      let stranger: JSON = ["label": "x", "data": ["address": "nobody@example.org"]]
      #expect(talk.request("completionItem/resolve", stranger) == stranger)
    }
  }

  @Test func findsWhatHasArrivedWhileTheBooksAreRead() {
    var talk = Talk()
    let (_, position) = talk.open("To: an|\n\n")
    #expect(talk.request("textDocument/completion", Talk.at(position)) == ["isIncomplete": true, "items": []])
    talk.deliver(People.all)
    #expect(!Self.items(&talk, position).isEmpty)
  }

  // MARK: Helpers

  private static func talk(
    _ encoding: PositionEncoding = .utf8, snippets: Bool = false, options: JSON? = nil
  ) -> Talk {
    Talk(
      encoding, textDocument: ["completion": ["completionItem": ["snippetSupport": .bool(snippets)]]], options: options,
      people: People.all)
  }

  private static func items(_ talk: inout Talk, _ position: JSON) -> [JSON] {
    let list = talk.request("textDocument/completion", Talk.at(position))
    #expect(list["isIncomplete"] == true || list == nil)
    return list["items"].array
  }

  /// Takes the first candidate.
  private func check(
    _ before: String, _ after: String, _ options: JSON? = nil, _ location: SourceLocation = #_sourceLocation
  ) {
    var talk = Self.talk(options: options)
    let (buffer, position) = talk.open(before)
    let items = Self.items(&talk, position)
    #expect(items.first.map { buffer.accepting($0, location) } == after, sourceLocation: location)
  }

  /// What holds for every list: one range, on the caret's line, whose text up to the caret clients filter by.
  private static func checkList(
    _ items: [JSON], _ buffer: Buffer, _ position: JSON, _ location: SourceLocation = #_sourceLocation
  ) {
    let caret = buffer.offset(position, location)
    let range = buffer.range(items.first?["textEdit"]?["range"], location)
    #expect(range.lowerBound <= caret && caret <= range.upperBound, sourceLocation: location)
    for item in items {
      #expect(item["textEdit"]?["range"] == items.first?["textEdit"]?["range"], sourceLocation: location)
      #expect(item["additionalTextEdits"] == items.first?["additionalTextEdits"], sourceLocation: location)
      #expect(item["filterText"].text == buffer[range.lowerBound..<caret], sourceLocation: location)
      #expect(!item["label"].text.isEmpty, sourceLocation: location)
      let text = (item["textEdit"]?["newText"]).text
      #expect(!text.contains("\n"), sourceLocation: location)
    }
  }
}

extension Substring {
  fileprivate var trimmingBlanks: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
