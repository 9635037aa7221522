import Candidates
import LanguageServer
import Testing
import Wire

/// The child that counts tags, in a made-up file system.
@Suite struct TagScanTests {
  /// Files by their paths; a path that ends in a slash is a folder, and one with an arrow a link.
  private static func scan(
    _ files: [String: String], _ more: [JSON.Member] = [], roots: [JSON] = ["/n"], home: String = "/home/ana"
  ) -> [String] {
    func real(_ path: String) -> String {
      var path = path
      for _ in 0..<4 {
        for (from, to) in files where to.hasPrefix("-> ") && (path == from || path.hasPrefix(from + "/")) {
          path = String(to.dropFirst(3) + path.dropFirst(from.count))
        }
      }
      return path
    }
    func list(_ folder: String) -> [Entry]? {
      let place = real(folder) + "/"
      var names: [String: Entry.Kind] = [:]
      for (path, text) in files where path.hasPrefix(place) {
        let parts = path.dropFirst(place.count).split(separator: "/")
        guard let first = parts.first else { continue }
        names[String(first)] = parts.count > 1 || text.hasPrefix("-> ") ? .folder : .file
      }
      return names.isEmpty ? nil : names.map { Entry(name: $0.key, kind: $0.value) }
    }
    let members =
      [
        JSON.Member(key: "roots", value: .array(roots)), JSON.Member(key: "maxFiles", value: 100),
        JSON.Member(key: "maxBytes", value: 1000),
      ].filter { member in !more.contains { $0.key == member.key } } + more
    guard let request = TagRequest(["tags": .object(members)]) else { return [] }
    let world = TagScan.World(
      read: { path, limit in files[real(path)].map { Array($0.utf8) }.flatMap { $0.count <= limit ? $0 : nil } },
      list: list, real: real, expanded: { $0.hasPrefix("~") ? home + $0.dropFirst() : $0 }, home: home)
    var scan = TagScan(request, in: world)
    var bytes: [UInt8] = []
    scan.run {
      bytes += $0; return true
    }
    return String(decoding: bytes, as: UTF8.self).replacing("\u{1f}", with: ",").split(separator: "\n").map(String.init)
  }

  @Test func `notes of every kind are read, in the order of their names`() {
    let lines = Self.scan([
      "/n/b.md": "---\ntags: [x, y]\n---\n#z @ana `#no`\n", "/n/a.org": "#+TAGS: { p q }\n* h :r:\n",
      "/n/c.bib": "@book{x,\n keywords = {k, l}\n}\n", "/n/package.json": "{\"keywords\": [\"j\"]}",
      "/n/d.txt": "#no", "/n/sub/e.md": "#s\n", "/n/plain.md": "nothing",
      "/n/_posts/f.md": "---\ncategories: [c]\n---\n",
    ])
    #expect(
      lines == [
        "folder\t/n", "note\t/n/a.org\tr\t\tp,q", "note\t/n/b.md\tx,y,z\t\t", "note\t/n/c.bib\t\t\t\tkeywords\tk,l",
        "note\t/n/package.json\t\t\t\tkeywords\tj", "note\t/n/_posts/f.md\t\tc\t", "note\t/n/sub/e.md\ts\t\t",
        "ended\t7\t0",
      ])
  }

  @Test func `G46 front matter has tags, categories and keywords of their own, and bibliographies have people`() {
    let lines = Self.scan([
      "/n/a.md": "---\ntags: [t]\ncategories: [c]\nkeywords: [k]\n---\n",
      "/n/b.md": "+++\nkeywords = [\"k\"]\n[taxonomies]\ntags = [\"t\"]\ncategories = [\"c\"]\n+++\n",
      "/n/c.bib": "@book{x,\n author = {Ada Lovelace and Turing, Alan and others},\n}\n",
    ])
    #expect(
      lines == [
        "folder\t/n", "note\t/n/a.md\tt\tc\t\tkeywords\tk", "note\t/n/b.md\tt\tc\t\tkeywords\tk",
        "note\t/n/c.bib\t\t\t\tpersons\tLovelace, Ada,Turing, Alan", "ended\t3\t0",
      ])
  }

  @Test func `packages have keywords`() {
    let lines = Self.scan(["/n/Cargo.toml": "[package]\nkeywords = [\"k\"]\n", "/n/x.toml": "keywords = [\"no\"]\n"])
    #expect(lines == ["folder\t/n", "note\t/n/Cargo.toml\t\t\t\tkeywords\tk", "ended\t1\t0"])
  }

  @Test func `files name people who can be mentioned`() {
    let lines = Self.scan(
      ["/p": "# people\n@bo\tBo Li\tx\n\n//no\n ana \n", "/q": "c\u{0}"],
      [JSON.Member(key: "mentions", value: ["/p", "/q", "/r"])], roots: [])
    #expect(lines == ["mention\t/p\tbo\tBo Li", "mention\t/p\tana\t", "ended\t0\t2"])
  }

  @Test func `names of denote are tags, whatever the file holds`() {
    let lines = Self.scan([
      "/n/20260101T101010--a-b__x_y.org": "#+filetags: :X:z:\n", "/n/20260101T101011==1--c__q--d.pdf": "\u{0}",
      "/n/20260101T101012--c.txt": "#no", "/n/a__b.pdf": "no",
    ])
    #expect(
      lines == [
        "folder\t/n", "note\t/n/20260101T101010--a-b__x_y.org\tX,z,y\t\t",
        "note\t/n/20260101T101011==1--c__q--d.pdf\tq\t\t", "ended\t2\t0",
      ])
  }

  @Test func `G46 fields that the user has described are counted in files, and no other file is read for them`() {
    let fields: JSON = [
      ["name": "depends", "files": ["PKGBUILD"], "pattern": "depends=\\(", "end": ")", "separators": [" "]],
      ["name": "Tags", "languageIds": ["text"], "prefix": "Tags:", "source": "tags"],
      ["name": "any", "files": ["*"], "prefix": "Any:"],
    ]
    let lines = Self.scan(
      [
        "/n/PKGBUILD": "depends=(a b)\n", "/n/a.txt": "Tags: p, q\n", "/n/b.md": "#r\nAny: s\n",
        "/n/c.log": "Any: no\n",
      ], [JSON.Member(key: "customFields", value: fields)])
    #expect(
      lines == [
        "folder\t/n", "note\t/n/PKGBUILD\t\t\t\t=depends\ta,b", "note\t/n/a.txt\tp,q\t\t",
        "note\t/n/b.md\tr\t\t\t=any\ts", "ended\t3\t0",
      ])
  }

  @Test func `what is hidden, ignored or of a package manager is passed over`() {
    let lines = Self.scan([
      "/n/.git/a.md": "#no", "/n/.b.md": "#no", "/n/node_modules/c.md": "#no", "/n/.gitignore": "old/\n*.tmp.md\n",
      "/n/old/d.md": "#no", "/n/e.tmp.md": "#no", "/n/sub/.gitignore": "!e.tmp.md\nf.md\n", "/n/sub/e.tmp.md": "#e",
      "/n/sub/f.md": "#no", "/n/g.md": "#g",
    ])
    #expect(lines == ["folder\t/n", "note\t/n/g.md\tg\t\t", "note\t/n/sub/e.tmp.md\te\t\t", "ended\t2\t0"])
  }

  @Test func `links that lead around in circles are followed once`() {
    let lines = Self.scan([
      "/n/a.md": "#a", "/n/loop": "-> /n", "/n/out": "-> /m", "/m/b.md": "#b", "/m/back": "-> /n/out",
    ])
    #expect(lines == ["folder\t/n", "note\t/n/a.md\ta\t\t", "note\t/n/out/b.md\tb\t\t", "ended\t2\t0"])
  }

  @Test func `binary and large files are left out, and no more are read than may be`() {
    let files = [
      "/n/a.md": "#a\0", "/n/b.md": "#b" + String(repeating: " ", count: 2000), "/n/c.md": "#c", "/n/d.md": "#d",
    ]
    #expect(Self.scan(files).last == "ended\t2\t2")
    #expect(Self.scan(files, [JSON.Member(key: "maxFiles", value: 3)]).last == "ended\t1\t2")
  }

  @Test func `the home folder is looked through only where the user names it`() {
    let files = ["/home/ana/a.md": "#a"]
    #expect(Self.scan(files, roots: ["/home/ana", "/"]) == ["ended\t0\t0"])
    let named = Self.scan(files, [JSON.Member(key: "folders", value: ["~"])], roots: [])
    #expect(named == ["folder\t/home/ana", "note\t/home/ana/a.md\ta\t\t", "ended\t1\t0"])
  }

  @Test func `a file of tags has one a line`() {
    let files = ["/t": "# a remark\r\nwork\tfor money\n#home\n\n  deep blue \n// more\n"]
    #expect(
      Self.scan(files, [JSON.Member(key: "file", value: "/t")], roots: [])
        == ["note\t/t\t\t\twork,home,deep blue", "ended\t0\t0"])
  }

  @Test func `notes follow the program whose marks stand above them`() {
    let files = [
      "/n/site/_config.yml": "", "/n/site/a.md": "---\ntags: x y\n---\n", "/n/site/v/.obsidian/app.json": "",
      "/n/site/v/deep/b.md": "---\ntags: x y\n---\n", "/n/l/logseq/config.edn": "", "/n/l/c.md": "#[[two words]]\n",
      "/n/d.md": "---\ntags: x y\n---\n",
    ]
    let lines = Self.scan(files)
    #expect(
      lines == [
        "folder\t/n", "note\t/n/d.md\tx y\t\t", "note\t/n/l/c.md\ttwo words\t\t", "note\t/n/site/a.md\tx,y\t\t",
        "note\t/n/site/v/deep/b.md\tx y\t\t", "ended\t4\t0",
      ])
    // The folder that is looked through may lie below the mark; what the user sets comes first.
    #expect(Self.scan(files, roots: ["/n/site"])[1] == "note\t/n/site/a.md\tx,y\t\t")
    let below = ["/n/.zk/config.toml": "", "/n/sub/a.md": "---\ntags: x y\n---\n"]
    #expect(Self.scan(below, roots: ["/n/sub"])[1] == "note\t/n/sub/a.md\tx,y\t\t")
    let set = [JSON.Member(key: "flavor", value: "generic")]
    #expect(Self.scan(below, set, roots: ["/n/sub"])[1] == "note\t/n/sub/a.md\tx y\t\t")
  }
}
