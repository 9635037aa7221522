import LanguageServer
import Support
import Testing
import Wire

/// Tags that no list has, that are usually written otherwise, or that are several.
@Suite struct TagAdviceTests {
  private static let uri = "file:///n/d.md"
  private static let list = [#"["javascript","swift","emacs","vim","a/b"]"#, #"[["js","javascript"]]"#]

  /// A session in which a text is open; its folder has notes with these tags, and a list.
  private func open(
    _ marked: String, notes: [String] = [], list: [String] = [], set: [String] = [], problem: String = "null",
    languageId: String = "markdown", uri: String = uri
  ) -> (talk: Talk, buffer: Buffer) {
    let related: JSON = ["publishDiagnostics": ["relatedInformation": true]]
    var talk = Talk(
      textDocument: related, options: ["tags": ["folders": ["/n"]], "discover": false],
      set: ["severity.unknown-tag=warning"] + set)
    let lines = ["folder\t/n"] + notes.enumerated().map { "note\t/n/\($0.offset).md\t\($0.element)\t\t" }
    answer(&talk, "tags", lines.joined(separator: "\n") + "\nended\t\(notes.count)\t0\n")
    let (buffer, _) = talk.open(marked, languageId: languageId, uri: uri)
    let lists = list.isEmpty ? "" : "[\"list\",\"/n/tags.yml\",\(list.joined(separator: ",")),\(problem)]\n"
    answer(&talk, "marks", lists + "[\"/n\",null" + (list.isEmpty ? "" : ",\"/n/tags.yml\"") + "]\n")
    return (talk, buffer)
  }

  /// Answers what a child was asked last; without tags nobody counts them.
  private func answer(_ talk: inout Talk, _ key: String, _ words: String) {
    let ask = talk.effects.compactMap { effect -> Int? in
      guard case .ask(let number, .index(let bytes)) = effect, (try? JSON.parse(bytes))?[key] != nil else { return nil }
      return number
    }.last
    guard let ask else {
      if key == "tags" { return }
      Issue.record("nobody asked for \(key)")
      return
    }
    talk.receive(.answered(ask: ask, .part(Array(words.utf8))), .answered(ask: ask, .ended(problem: nil)))
  }

  private func findings(_ talk: inout Talk, _ buffer: Buffer, uri: String = uri) -> [String] {
    talk.request("textDocument/diagnostic", Talk.document(uri))["items"].array
      .filter { ["unknown-tag", "tag-variant"].contains($0["code"].text) }
      .map { "\($0["code"].text) \(buffer[$0["range"]])" }
  }

  private func findings(
    _ marked: String, notes: [String] = [], list: [String] = list, set: [String] = [], problem: String = "null",
    languageId: String = "markdown", uri: String = uri
  ) -> [String] {
    var (talk, buffer) = open(
      marked, notes: notes, list: list, set: set, problem: problem, languageId: languageId, uri: uri)
    return findings(&talk, buffer, uri: uri)
  }

  @Test func `a tag that the list does not have is unknown`() {
    #expect(findings("---\ntags: [swift, other, a, a/b]\n---\n|") == ["unknown-tag other", "unknown-tag a"])
    #expect(findings("---\nkeywords: [other]\n---\n@who\n\nx|") == [])
    #expect(findings("#other and #vim\n\n|") == ["unknown-tag #other"])
    #expect(findings("* x :other:vim:\n|", languageId: "org", uri: "file:///n/a.org") == ["unknown-tag other"])
    #expect(findings("---\ntags: [other]\n---\n|", set: ["severity.unknown-tag=off"]) == [])
    // Nobody knows what is missing.
    #expect(findings("---\ntags: [other]\n---\n|", problem: "\"line 3\"") == [])
    #expect(findings("---\ntags: [other]\n---\n|", list: ["[]", "[]"]) == [])
    #expect(findings("---\ntags: [other]\n---\n|", list: []) == [])
  }

  @Test func `another word for a tag, and another case, is a variant`() {
    #expect(findings("---\ntags: [js, Swift]\n---\n|") == ["tag-variant js", "tag-variant Swift"])
    #expect(findings("---\ntags: [js, Swift]\n---\n|", set: ["severity.tag-variant=off"]) == [])
  }

  @Test func `a spelling that three times as many notes have is usual`() {
    let notes = ["front-end", "front-end\u{1f}tags", "front-end\u{1f}tags", "frontend\u{1f}tags", "é", "é"]
    let text = "---\ntags: [frontend, Front-end, front-end, tag, E]\n---\n|"
    #expect(
      findings(text, notes: notes, list: []) == ["tag-variant frontend", "tag-variant Front-end", "tag-variant tag"])
    #expect(findings(text, notes: notes + ["frontend"], list: []) == ["tag-variant Front-end", "tag-variant tag"])
    #expect(findings(text, notes: notes, list: [], set: ["tags.enabled=false"]) == [])
    var (talk, _) = open(text, notes: notes, list: [])
    let first = talk.request("textDocument/diagnostic", Talk.document(Self.uri))["items"].array[0]
    #expect(first["relatedInformation"].array[0]["message"].text == "3 notes have front-end, 1 note frontend.")
    #expect(
      findings("---\ntags: [Front-end]\n---\n|", notes: notes, list: [], set: ["fields.tags.caseSensitive=true"]) == [])
  }

  @Test func `words of which each is a tag are several tags`() {
    let text = "---\ntags: [emacs vim, emacs what]\n---\n|"
    let off = ["severity.unknown-tag=off"]
    #expect(findings(text, set: off) == ["tag-variant emacs vim"])
    #expect(findings(text, notes: ["emacs vim", "emacs vim"], set: off) == [])
    #expect(
      findings(text, notes: ["emacs", "what\u{1f}vim"], list: []) == [
        "tag-variant emacs vim", "tag-variant emacs what",
      ])
  }

  @Test func `what is being typed is not judged, and what is mended is no finding`() {
    var (talk, buffer) = open("---\ntags: [swift, x]\n---\nhi", list: Self.list)
    #expect(findings(&talk, buffer) == ["unknown-tag x"])
    func put(_ text: String, _ line: Int, _ from: Int, _ to: Int, _ version: Int) {
      let range: JSON = [
        "start": ["line": .integer(line), "character": .integer(from)],
        "end": ["line": .integer(line), "character": .integer(to)],
      ]
      talk.change([["range": range, "text": .string(text)]], version: version, uri: Self.uri)
    }
    put("y", 1, 15, 15, 2)
    #expect(findings(&talk, buffer) == [])
    put("!", 3, 2, 2, 3)
    #expect(talk.codes(uri: Self.uri) == ["unknown-tag"])
    put("vim", 1, 14, 16, 4)
    put("!", 3, 2, 2, 5)
    #expect(talk.codes(uri: Self.uri) == [])
  }

  @Test func `a list that comes later, or is another, is heeded at once`() {
    var (talk, buffer) = open("---\ntags: [other]\n---\nhi|", list: Self.list)
    #expect(findings(&talk, buffer) == ["unknown-tag other"])
    _ = talk.takeEffects()
    talk.notify(
      "workspace/didChangeWatchedFiles", ["changes": [["uri": "file:///n/tags.yml", "type": 2]]])
    answer(&talk, "marks", "[\"list\",\"/n/tags.yml\",[\"other\"],[],null]\n[\"/n\",null,\"/n/tags.yml\"]\n")
    #expect(findings(&talk, buffer) == [])
    talk.notify("workspace/didChangeWatchedFiles", ["changes": [["uri": "file:///n/tags.yml", "type": 2]]])
    answer(
      &talk, "marks", "[\"list\",\"/n/tags.yml\",[\"x\"],[],\"holds a broken list\"]\n[\"/n\",null,\"/n/tags.yml\"]\n")
    #expect(findings(&talk, buffer) == [])
    #expect(talk.takeLog() == ["tags: /n/tags.yml: holds a broken list"])
  }

  /// The titles of what is offered for the first tag, and the text after each.
  private func fixes(_ marked: String, notes: [String] = [], languageId: String = "markdown", uri: String = uri)
    -> [String]
  {
    var (talk, buffer) = open(marked, notes: notes, list: Self.list, languageId: languageId, uri: uri)
    let items = talk.request("textDocument/diagnostic", Talk.document(uri))["items"].array
    guard let range = items.first?["range"] else { return [] }
    var params = Talk.document(uri)
    if case .object(let members) = params {
      params = .object(
        members + [
          JSON.Member(key: "range", value: range),
          JSON.Member(key: "context", value: ["diagnostics": [], "only": ["quickfix"]]),
        ])
    }
    return talk.request("textDocument/codeAction", params).array.filter { $0["command"] != "tokenField.ignore" }.map {
      action in
      "\(action["title"].text): \(action["arguments"].array.first?["text"].text ?? "")"
    } + [buffer[range]]
  }

  @Test func `the near tag, the meant one and the several ones are offered`() {
    #expect(fixes("---\ntags: [swfit]\n---\n|") == ["Change swfit to swift: swift", "swfit"])
    #expect(fixes("---\ntags: [js]\n---\n|") == ["Change js to javascript: javascript", "js"])
    #expect(fixes("---\ntags: [js, javascript]\n---\n|").first == "Remove js; javascript is here already: ")
    #expect(fixes("see #js\n\n|").first == "Change js to javascript: #javascript")
    #expect(fixes("---\ntags: [whatever]\n---\n|") == ["whatever"])
  }
}
