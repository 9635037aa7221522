import Candidates
import Fields
import LanguageServer
import Support
import Testing
import Wire

/// Tags where case counts (`caseSensitive`): `Foo` is another tag than `foo`.
@Suite struct TagCaseTests {
  private static let note = "---\ntags: [foo, Foo]\nkeywords: [foo, Foo]\n---\n#foo #Foo #FOO\n"

  private static func renamed(_ text: String, _ old: String, _ new: String, _ set: String...) -> String? {
    guard let old = TagName(old), let new = TagName(new) else { return nil }
    let files = ["/n/a.md": Array(text.utf8)]
    let settings = Startup(assignments: set, version: "1").settings().settings
    var search = TagSearch(old, to: new, TagRequest(settings, in: ["/n"]), settings, in: TagSearchTests.world(files))
    var result: String?
    _ = search?.run { found in
      if case .file(_, let bytes, let hits) = found {
        result = String(decoding: hits.changes.applied(to: bytes), as: UTF8.self)
      }
      return true
    }
    return result
  }

  @Test func `a rename leaves the tag of another case alone where case counts`() {
    let all = "defaults.caseSensitive=true"
    #expect(
      Self.renamed(Self.note, "foo", "bar", all) == "---\ntags: [bar, Foo]\nkeywords: [foo, Foo]\n---\n#bar #Foo #FOO\n"
    )
    // `Foo` stays a tag of its own beside `foo`, and goes into one that is there in the same case.
    #expect(Self.renamed("---\ntags: [foo, Foo]\n---\n", "Foo", "foo", all) == "---\ntags: [foo]\n---\n")
    #expect(Self.renamed("---\ntags: [x, Foo]\n---\n", "x", "foo", all) == "---\ntags: [foo, Foo]\n---\n")
    #expect(Self.renamed("---\ntags: [x, Foo]\n---\n", "x", "foo") == "---\ntags: [Foo]\n---\n")
    // One field alone, and all but one.
    #expect(
      Self.renamed(Self.note, "foo", "bar", "fields.tags.caseSensitive=true")
        == "---\ntags: [bar, Foo]\nkeywords: [foo, Foo]\n---\n#bar #bar #bar\n")
    #expect(
      Self.renamed("---\ntags: [foo, Foo]\n---\n#Foo\n", "foo", "bar", all, "fields.tags.caseSensitive=false")
        == "---\ntags: [bar]\n---\n#Foo\n")
  }

  @Test func `a child is told in which fields case counts`() throws {
    var talk = Talk(startup: Startup(assignments: ["discover=false", "defaults.caseSensitive=true"], version: "1"))
    _ = talk.request(
      "initialize",
      [
        "capabilities": ["general": ["positionEncodings": ["utf-8"]]],
        "workspaceFolders": [["uri": "file:///n", "name": "n"]],
      ])
    talk.notify("initialized", [:])
    _ = talk.takeEffects()
    talk.open("#foo #Foo\n", languageId: "markdown", uri: "file:///n/a.md")
    let (_, bytes) = talk.body(
      "textDocument/references",
      ["textDocument": ["uri": "file:///n/a.md"], "position": ["line": 0, "character": 2], "context": [:]])
    talk.receive(.received(bytes), .drained)
    let asked = talk.effects.compactMap { effect -> JSON? in
      guard case .ask(_, .index(let request)) = effect else { return nil as JSON? }
      return try? JSON.parse(request)
    }
    let request = try #require(asked.compactMap { TagSearchRequest($0) }.first)
    var files: Set<String> = []
    var search = [UInt8]()
    request.run(in: TagSearchTests.world(["/n/b.md": Array("#Foo\n".utf8), "/n/c.md": Array("#foo\n".utf8)])) {
      search += $0
      return true
    }
    for name in ["/n/b.md", "/n/c.md"] where String(decoding: search, as: UTF8.self).contains(name) {
      files.insert(name)
    }
    #expect(files == ["/n/c.md"])
  }

  @Test func `references are those of one case where case counts`() {
    for (set, count) in [("defaults.caseSensitive=true", 2), ("fields.tags.caseSensitive=true", 4)] {
      var talk = Talk(set: ["discover=false", set])
      talk.open("---\ntags: [foo, Foo]\n---\n#foo #Foo #FOO\n", languageId: "markdown", uri: "file:///n/a.md")
      let places = talk.request(
        "textDocument/references",
        ["textDocument": ["uri": "file:///n/a.md"], "position": ["line": 1, "character": 8], "context": [:]])
      #expect(places.array.count == count, "\(set)")
    }
  }

  @Test func `a tag of another case is offered, and is not hidden by the one that is there, where case counts`() {
    func labels(_ set: String...) -> [String] {
      var talk = Talk(set: ["discover=false"] + set)
      talk.open("---\ntags: [foo, Foo, FOO]\n---\n#foo\n", languageId: "markdown", uri: "file:///n/a.md")
      talk.open("#foo #Foo\n", languageId: "markdown", uri: "file:///n/b.md")
      let (_, position) = talk.open("---\ntags: [foo, fo|]\n---\n", languageId: "markdown", uri: "file:///n/c.md")
      let list = talk.request("textDocument/completion", Talk.at(position, uri: "file:///n/c.md"))
      return list["items"].array.map { $0["label"].text }
    }
    #expect(labels("completion.create=false") == [])
    #expect(labels("completion.create=false", "defaults.caseSensitive=true") == ["Foo", "FOO"])
  }
}
