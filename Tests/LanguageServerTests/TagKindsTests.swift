import Fields
import LanguageServer
import Testing
import Wire

// Kinds of tags, names of files, and lists whose place on the line says something.
extension TagSearchTests {
  @Test func `G45 the tags of headlines end where they ended`() {
    func line(_ title: String, _ tags: String) -> String {
      title + String(repeating: " ", count: 77 - title.count - tags.count) + tags + "\n"
    }
    let text = line("* One", ":work:x:") + line("** Two", ":job:work:") + "* Three :work:\n"
    let expected = line("* One", ":vacation:x:") + line("** Two", ":job:vacation:") + "* Three :vacation:\n"
    #expect(Self.renamed(text, in: "a.org", "work", "vacation") == expected)
    #expect(Self.renamed(expected, in: "a.org", "vacation", "work") == text)
    #expect(Self.renamed(line("* One", ":work:job:"), in: "a.org", "work", "job") == line("* One", ":job:"))
  }

  @Test func `G45 keywords of front matter are renamed by themselves, those of papers with the tags`() throws {
    let text = "---\ntags: [work]\nkeywords: [work]\ncategories: [work]\n---\n"
    #expect(Self.renamed(text, in: "a.md", "work", "job") == text.replacing("tags: [work]", with: "tags: [job]"))
    #expect(Self.renamed("\\keywords{work}", in: "a.tex", "work", "job") == "\\keywords{job}")
    var talk = Talk()
    talk.open(text, languageId: "markdown", uri: "file:///n/a.md")
    talk.open("\\keywords{work}\n", languageId: "latex", uri: "file:///n/a.tex")
    func places(_ line: Int, _ character: Int, _ uri: String) -> [String] {
      talk.request(
        "textDocument/references",
        [
          "textDocument": ["uri": .string(uri)],
          "position": ["line": .integer(line), "character": .integer(character)],
        ]
      ).array.map { "\($0["uri"].text.suffix(5)):\($0["range"]?["start"]?["line"]?.whole ?? -1)" }
    }
    #expect(places(1, 9, "file:///n/a.md") == ["/a.md:1", "a.tex:0"])
    #expect(places(2, 13, "file:///n/a.md") == ["/a.md:2", "a.tex:0"])
    #expect(places(3, 15, "file:///n/a.md") == ["/a.md:3"])
    #expect(places(0, 12, "file:///n/a.tex") == ["/a.md:1", "a.tex:0"])
  }

  @Test func `G45 a tag in the name of a file is renamed with the others, and nothing stands in its way twice`() throws
  {
    func hit(_ name: String, _ old: String, _ new: String) throws -> NameHit? {
      let (tag, to) = (try #require(TagName(old)), try #require(TagName(new)))
      let settings = Settings()
      let files = [
        "/n/\(name)": Array("x\n".utf8), "/n/20260101T101010--plan__taken.org": Array("x\n".utf8),
      ]
      var world = Self.world(files)
      world.isThere = { files[$0] != nil }
      var search = try #require(TagSearch(tag, to: to, TagRequest(settings, in: ["/n"]), settings, in: world))
      var found: NameHit?
      _ = search.run { file in
        if case .file(let path, _, let hits) = file, path == "/n/\(name)" { found = hits.name }
        return true
      }
      return found
    }
    let id = "20260101T101010"
    #expect(try hit("\(id)--plan__work_x.org", "Work", "job") == .becomes("/n/\(id)--plan__job_x.org"))
    #expect(try hit("\(id)--plan__work_x.org.gpg", "work", "Job") == .becomes("/n/\(id)--plan__job_x.org.gpg"))
    #expect(try hit("\(id)==a--plan__work_job.pdf", "work", "job") == .becomes("/n/\(id)==a--plan__job.pdf"))
    #expect(try hit("\(id)--plan__job_Work.md", "work", "job") == .becomes("/n/\(id)--plan__job.md"))
    #expect(try hit("\(id)--plan__work.org", "work", "to-do") == .stays("it can hold letters and digits only"))
    #expect(try hit("\(id)--plan__work.org", "work", "taken") == .stays("\(id)--plan__taken.org is there already"))
    #expect(try hit("plan__work.org", "work", "job") == nil)
    #expect(try hit("\(id)--work.org", "work", "job") == nil)
  }

  @Test func `fields that the user has described are renamed in files, by themselves`() throws {
    let described =
      #"customFields=[{"name":"depends","files":["PKGBUILD"],"pattern":"depends=\\(","end":")","separators":[" "],"quoting":"shell","source":"tags"}]"#
    let files = ["/n/PKGBUILD": Array("depends=('work' x)\n".utf8), "/n/a.md": Array("#work\n".utf8)]
    let result = Self.rename(files, try #require(TagName("work")), try #require(TagName("job")), described)
    #expect(result.files["/n/PKGBUILD"] == Array("depends=('job' x)\n".utf8))
    #expect(result.files["/n/a.md"] == Array("#job\n".utf8))
  }
}
