import Candidates
import Fields
import LanguageServer
import Testing
import Wire

/// Tags are completed from open documents and from what a child has counted.
@Suite struct TagCompletionTests {
  private static let uri = "file:///home/ana/notes/new.md"

  /// A session with two notes open, and one more in which something is typed.
  private static func items(
    _ marked: String, languageId: String = "markdown", uri: String = uri, _ set: String...,
    encoding: PositionEncoding = .utf8
  ) -> (items: [JSON]?, buffer: Buffer) {
    var talk = Talk(encoding, set: set)
    talk.open(
      "---\ntags: [work, home, \"deep blue\", proj/alpha]\n---\n#work #to-do\n", languageId: "markdown",
      uri: "file:///home/ana/notes/one.md")
    talk.open("#+TAGS: wait { call mail }\n* x :work:\n", languageId: "org", uri: "file:///home/ana/notes/two.org")
    talk.open("Newsgroups: work.x,work.y\nKeywords: words\n\n", languageId: "mail", uri: "file:///home/ana/a.eml")
    let (buffer, position) = talk.open(marked, languageId: languageId, uri: uri)
    let list = talk.request("textDocument/completion", Talk.at(position, uri: uri))
    return (list == nil ? nil : list["items"].array, buffer)
  }

  private static func labels(_ marked: String, languageId: String = "markdown", uri: String = uri) -> [String]? {
    items(marked, languageId: languageId, uri: uri).items?.map { $0["label"].text }
  }

  static let accepted: [(languageId: String, before: String, after: String)] = [
    ("markdown", "---\ntags: [a, wo|]\n---\n", "---\ntags: [a, work|]\n---\n"),
    ("markdown", "---\ntags:\n  - wo|\n---\n", "---\ntags:\n  - work|\n---\n"),
    ("markdown", "---\ntags: [\"a\", \"dee|\"]\n---\n", "---\ntags: [\"a\", \"deep blue\"|]\n---\n"),
    ("markdown", "+++\ntags = [\"wo|\"]\n+++\n", "+++\ntags = [\"work\"|]\n+++\n"),
    ("markdown", "é 😀 #wo| x\n", "é 😀 #work| x\n"), ("markdown", "- a\n    - (#wo|)\n", "- a\n    - (#work|)\n"),
    ("markdown", "tags:: a, wo|\n", "tags:: a, work|\n"), ("markdown", "#proj/|", "#proj/alpha|"),
    ("org", "* x :a:wo|:\n", "* x :a:work|:\n"), ("org", "* x :wo|\n", "* x :work:|\n"),
    ("org", "#+FILETAGS: :wo|:\n", "#+FILETAGS: :work|:\n"), ("org", "* x :ca|:\n", "* x :call|:\n"),
    ("bibtex", "@book{x,\n  keywords = {a, dee|},\n}\n", "@book{x,\n  keywords = {a, deep blue|},\n}\n"),
    ("latex", "\\keywords{wo|}\n", "\\keywords{work|}\n"),
    ("mail", "To: x@example.org\nKeywords: wo|\n\n", "To: x@example.org\nKeywords: work|\n\n"),
    ("mail", "To: x@example.org\nNewsgroups: wo|\n\n", "To: x@example.org\nNewsgroups: work.x|\n\n"),
  ]

  @Test(arguments: PositionEncoding.allCases, accepted.indices)
  func `G46 the tag of most notes is written as its place wants it`(_ encoding: PositionEncoding, _ index: Int) {
    let row = Self.accepted[index]
    let (items, buffer) = Self.items(row.before, languageId: row.languageId, encoding: encoding)
    #expect(items?.first.map { buffer.accepting($0) } == row.after, "\(row.before.debugDescription)")
  }

  @Test func `G46 a tag says how many notes hold it, and what is being typed counts for nothing`() {
    let items = Self.items("#wo|\n#word\n").items ?? []
    #expect(
      items.map { "\($0["label"].text): \($0["detail"].text)" } == ["work: 2 notes", "word: 1 note"])
  }

  @Test func `what is in the field already is hidden, but not in running text`() {
    #expect(Self.labels("---\ntags: [work, ho|]\n---\n") == ["home"])
    #expect(Self.labels("---\ntags: [home, ho|]\n---\n") == [])
    #expect(Self.labels("#work #wo|") == ["work"])
  }

  @Test func `G46 keywords of front matter are a kind of their own, and a paper takes both`() {
    #expect(Self.labels("---\nkeywords: [wo|]\n---\n") == ["words"])
    #expect(Self.labels("---\ntags: [wo|]\n---\n") == ["work"])
    #expect(Self.labels("\\keywords{wo|}\n", languageId: "latex", uri: "file:///home/ana/p.tex") == ["work", "words"])
  }

  @Test func `keywords of packages and citations are offered with the tags of notes`() {
    for (name, languageId, text) in [
      ("Cargo.toml", "toml", "[package]\nkeywords = [\"wo|\"]\n"),
      ("pyproject.toml", "toml", "[project]\nkeywords = [\"wo|\"]\n"),
      ("CITATION.cff", "yaml", "keywords: [wo|]\n"), ("package.json", "json", "{\"keywords\": [\"wo|\"]}"),
    ] {
      let labels = Self.labels(text, languageId: languageId, uri: "file:///home/ana/p/\(name)") ?? []
      #expect(labels.contains("work") && labels.contains("words"), "\(name)")
    }
  }

  @Test func `people of bibliographies are completed in the order of the list, and those of address books behind them`()
  {
    func accepted(_ marked: String) -> [String] {
      var talk = Talk(people: [
        Record(name: "Alan Kay", address: "kay@example.org"), Record(name: "", address: "al@x.org"),
      ])
      talk.open(
        "@book{k, author = {Turing, Alan and {Alan Society}}, editor = {Bob Alan}}\n", languageId: "bibtex",
        uri: "file:///home/ana/one.bib")
      let uri = "file:///home/ana/two.bib"
      let (buffer, position) = talk.open(marked, languageId: "bibtex", uri: uri)
      return talk.request("textDocument/completion", Talk.at(position, uri: uri))["items"].array
        .map { buffer.accepting($0) }
    }
    #expect(
      accepted("@book{k, author = {al|}}\n") == [
        "@book{k, author = {Alan, Bob|}}\n", "@book{k, author = {{Alan Society}|}}\n",
        "@book{k, author = {Turing, Alan|}}\n", "@book{k, author = {Kay, Alan|}}\n",
      ])
    #expect(
      accepted("@book{k, author = {Ada Lovelace and alan tu|}}\n") == [
        "@book{k, author = {Ada Lovelace and Alan Turing|}}\n"
      ])
    #expect(accepted("@book{k, author = {Turing, Alan and tur|}}\n") == [])
  }

  @Test func `nothing is offered where no tag can stand`() {
    for text in ["`#wo|`", "# wo|", "---\ntags: {a: wo|}\n---\n", "me#wo|", "[x](#wo|)"] {
      #expect(Self.labels(text) == nil, "\(text)")
    }
    #expect(Self.items("#wo|", "tags.enabled=false").items == nil)
  }

  @Test func `a tag that the syntax cannot write is not offered`() {
    #expect(Self.labels("#to|") == ["to-do"])
    #expect(Self.labels("* x :to|:\n", languageId: "org", uri: "file:///home/ana/notes/x.org") == [])
  }

  @Test func `nothing comes by itself before something is typed`() {
    var talk = Talk()
    talk.open("#work\n", languageId: "markdown", uri: "file:///home/ana/one.md")
    let (_, position) = talk.open("#|", languageId: "markdown", uri: Self.uri)
    for (kind, expected) in [(1, 1), (2, 0)] {
      let list = talk.request(
        "textDocument/completion",
        [
          "textDocument": ["uri": .string(Self.uri)], "position": position,
          "context": ["triggerKind": .integer(kind), "triggerCharacter": "#"],
        ])
      #expect(list["items"].array.count == expected)
    }
  }

  // MARK: Files

  private static func counted(_ talk: inout Talk, _ lines: String, isWhole: Bool = true) {
    guard let ask = talk.indexing else {
      Issue.record("nobody asked for the tags")
      return
    }
    for byte in lines.utf8 { talk.receive(.answered(ask: ask, .part([byte]))) }
    talk.receive(.answered(ask: ask, .ended(problem: isWhole ? nil : "broken off")))
  }

  private static func details(_ talk: inout Talk, _ text: String) -> [String] {
    let (_, position) = talk.open(text, languageId: "markdown", uri: uri)
    return talk.request("textDocument/completion", Talk.at(position, uri: uri))["items"].array
      .map { "\($0["label"].text) \($0["detail"].text)" }
  }

  private static let stream =
    "folder\t/home/ana/notes\nnote\t/home/ana/notes/a b.md\twork\u{1f}home\t\t\nnote\t/home/ana/notes/b.org\twork\t\tworld\n"
    + "stray\nended\t2\t0\n"

  private static func talk() -> Talk { Talk(set: ["discover=false", "tags.folders=[\"/home/ana/notes\"]"]) }

  @Test func `G46 tags of files are counted by a child, whose words come in any pieces`() {
    var talk = Self.talk()
    Self.counted(&talk, Self.stream)
    #expect(Self.details(&talk, "#wo|") == ["work 2 notes", "world defined"])
  }

  @Test func `an open document stands over its file until it is closed`() {
    var talk = Self.talk()
    Self.counted(&talk, Self.stream)
    let note = "file:///home/ana/notes/a%20b.md"
    talk.open("#word", languageId: "markdown", uri: note)
    #expect(Self.details(&talk, "#wo|") == ["word 1 note", "work 1 note", "world defined"])
    talk.notify("textDocument/didClose", Talk.document(note))
    #expect(Self.details(&talk, "#wo|") == ["work 2 notes", "world defined"])
    // What was saved is in the file.
    talk.open("#word", languageId: "markdown", uri: note)
    talk.notify("textDocument/didSave", Talk.document(note))
    talk.notify("textDocument/didClose", Talk.document(note))
    #expect(Self.details(&talk, "#wo|") == ["word 1 note", "work 1 note", "world defined"])
    // A text of no folder that was looked through is forgotten.
    talk.open("#wonder", languageId: "markdown", uri: "file:///tmp/x.md")
    talk.notify("textDocument/didSave", Talk.document("file:///tmp/x.md"))
    #expect(Self.details(&talk, "#won|") == ["wonder 1 note"])
    talk.notify("textDocument/didClose", Talk.document("file:///tmp/x.md"))
    #expect(Self.details(&talk, "#won|") == [])
  }

  @Test func `a count that is broken off does not take the place of one that was whole`() {
    var talk = Self.talk()
    Self.counted(&talk, Self.stream)
    talk.notify("workspace/didChangeConfiguration", ["settings": ["tags": ["maxFiles": 7]]])
    Self.counted(&talk, "note\t/home/ana/notes/c.md\twoe\t\t\nnote\t/x", isWhole: false)
    #expect(Self.details(&talk, "#wo|") == ["work 2 notes", "world defined"])
    #expect(talk.takeLog(.error) == ["tags: broken off"])
  }

  @Test func `folders of the client are counted where the user names none`() {
    for (params, expected): (JSON, String) in [
      (["rootUri": "file:///home/ana/my%20notes"], "[\"/home/ana/my notes\"]"),
      (
        [
          "rootUri": "file:///x",
          "workspaceFolders": [["uri": "file:///a", "name": "a"], ["uri": "untitled:b", "name": "b"]],
        ],
        "[\"/a\"]"
      ),
    ] {
      var talk = Talk(startup: Startup(assignments: ["discover=false"], version: "1"))
      guard case .object(let members) = params else { continue }
      _ = talk.request("initialize", .object(members + [JSON.Member(key: "capabilities", value: [:])]))
      talk.notify("initialized", [:])
      let requests = talk.takeEffects().compactMap { effect -> String? in
        if case .ask(_, .index(let bytes)) = effect { String(decoding: bytes, as: UTF8.self) } else { nil }
      }
      #expect(requests.count == 1 && requests.first?.contains("\"roots\":\(expected)") == true, "\(requests)")
    }
  }
}
