import Candidates
import Fields
import LanguageServer
import Support
import Testing
import Wire

/// Whom a patch concerns: which files it changes, where the tree is, and how its maintainers are offered.
@Suite struct MaintainersTests {
  private static let patch = "file:///home/ana/p/0001-fix.patch"
  private static let commit = "file:///home/ana/p/.git/COMMIT_EDITMSG"
  private static let diff =
    "\n---\ndiff --git a/fs/xfs/a.c b/fs/xfs/a.c\nindex 1..2 100644\n--- a/fs/xfs/a.c\n+++ b/fs/xfs/a.c\n@@ -1 +1 @@\n-a\n+b\n"
  private static let file = """
    XFS
    M: Ana Vela <ana@xfs.example>
    L: xfs@lists.example
    F: fs/xfs/
    NET
    M: Anton Li <anton@net.example>
    F: net/
    """

  private static func touched(_ text: String) -> [String] { TouchedFiles(in: Text(Array(text.utf8))).paths }

  @Test(arguments: [
    ("diff --git a/x y.c b/x y.c\nold mode 1\n", ["x y.c"]), ("diff --git a/a b/b\n", []),
    ("diff --git a/old.c b/new.c\nrename from old.c\nrename to new.c\n", ["old.c", "new.c"]),
    ("diff --git \"a/\\303\\251\\t.c\" \"b/\\303\\251\\t.c\"\n", ["é\t.c"]),
    ("--- /dev/null\n+++ b/new.c\n@@ -0,0 +1 @@\n", ["new.c"]),
    ("--- a/gone.c\n+++ /dev/null\n@@ -1 +0,0 @@\n", ["gone.c"]),
    ("--- a/x.c\t2026-01-01\n+++ b/x.c\t2026-01-02\n@@ -1 +1 @@\n", ["x.c"]), ("--- a/x.c\n+++ b/x.c\n", []),
    ("+++ b/x.c\n@@ -1 +1 @@\n", []), ("rename to x.c\n", []), ("> diff --git a/x b/x\n", []),
    ("diff --git \"a/\\9\n", []),
    ("diff --git x.c x.c\n", ["x.c"]), ("diff --git a/x b/x\r\n", ["x"]), ("", []),
  ])
  func `the files of a patch are those that its lines name`(_ text: String, _ paths: [String]) {
    #expect(Self.touched("Subject: x\n\n" + text) == paths)
  }

  @Test func `files are looked for in any bytes, and so many are enough`() {
    var random = Seeded(seed: 3)
    let pieces = [
      "diff --git ", "a/x", " ", "b/x", "\n", "--- ", "+++ ", "@@ ", "\"", "\\3", "rename to ", "\u{0}", "é",
    ]
    for _ in 0..<300 {
      let text = (0..<40).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }.joined()
      #expect(Self.touched(text).allSatisfy { !$0.isEmpty && !$0.contains("\0") }, "seed 3: \(text.debugDescription)")
    }
    #expect(Self.touched((0..<2000).map { "diff --git a/\($0) b/\($0)\n" }.joined()).count == 500)
  }

  /// The machine of a child: these files, and what git says, nil where it must not be asked.
  private static func scan(_ request: JSON, _ files: [String: String], git top: String?) -> [String] {
    guard let request = HistoryRequest(request) else { return [] }
    var lines: [UInt8] = []
    let world = HistoryScan.World(
      git: { arguments in
        guard let top else {
          Issue.record("git was asked")
          return nil
        }
        return (arguments.contains("rev-parse") ? Array("\(top)\n".utf8) : [], nil)
      }, read: { path, _ in files[path].map { Array($0.utf8) } }, real: { $0 })
    _ = HistoryScan(request, in: world).run {
      lines += $0
      return true
    }
    return String(decoding: lines, as: UTF8.self).split(separator: "\n").compactMap { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
      return columns[0] == "person" ? String(columns[4]) : columns[0] == "book" ? String(line.dropFirst(5)) : nil
    }
  }

  @Test func `the tree of mail is that in which it lies, else one that is open`() {
    let people = [
      "touched", "ana@xfs.example", "xfs@lists.example", "maintainers", "ana@xfs.example", "xfs@lists.example",
      "anton@net.example",
    ]
    func scan(_ path: String, roots: [JSON] = [], _ files: [String: String]) -> [String] {
      Self.scan(
        ["history": ["path": .string(path), "mail": true, "files": ["fs/xfs/a.c"], "roots": .array(roots)]], files,
        git: nil)
    }
    let tree = ["/p/.git/HEAD": "ref: x", "/p/MAINTAINERS": Self.file]
    #expect(scan("/p/out/0001.patch", tree) == people)
    #expect(scan("/tmp/mutt-1", tree) == [])
    #expect(scan("/tmp/mutt-1", roots: ["/p/fs"], tree) == people)
    // Of a work tree beside the first one `.git` is a file. Without one a file of that name is anybody's.
    #expect(scan("/p/0001.patch", ["/p/.git": "gitdir: /q", "/p/MAINTAINERS": Self.file]) == people)
    #expect(scan("/p/0001.patch", ["/p/MAINTAINERS": Self.file]) == [])
  }

  @Test func `a commit has the maintainers of its tree behind its people`() {
    let files = ["/p/MAINTAINERS": Self.file]
    let path: JSON = "/p/.git/COMMIT_EDITMSG"
    #expect(
      Self.scan(["history": ["path": path, "files": ["net/a.c"]]], files, git: "/p")
        == ["touched", "anton@net.example", "maintainers", "ana@xfs.example", "xfs@lists.example", "anton@net.example"])
    #expect(
      Self.scan(["history": ["path": path]], files, git: "/p").first == "maintainers")
  }

  @Test func `an expression on names finds files`() {
    let files = ["/p/MAINTAINERS": "T\nM: t@x.org\nN: teg ra[0-9]\nN: ^net/\nN: (\nN: a{9}\n"]
    func touched(_ path: JSON) -> Bool {
      Self.scan(["history": ["path": "/p/.git/M", "files": [path]]], files, git: "/p").first == "touched"
    }
    #expect(touched("drivers/tegra20.c") && touched("net/a.c"))
    #expect(!touched("drivers/tegra.c") && !touched("x/net/a.c") && !touched("aaaaaaaaa"))
  }

  // MARK: Completion

  private static func book(_ name: String, _ records: [Record]) -> [UInt8] {
    var writer = RecordWriter()
    writer.begin(Source(kind: .maintainers, path: "/p/MAINTAINERS"))
    for record in records { writer.write(record) }
    writer.end(skipped: 0, faults: 0, milliseconds: 0, problem: nil)
    return Array("book\t\(name)\n".utf8) + writer.take()
  }

  /// Opens a message and has a child say whom it concerns; nil where no child was asked.
  private static func opened(
    _ marked: String, _ languageId: String, _ uri: String, set: [String] = []
  ) -> (talk: Talk, position: JSON, request: JSON?) {
    let ana = Record(name: "Ana Ruiz", address: "ana@example.org")
    var talk = Talk(set: set, people: [ana, Record(name: "Anton L.", address: "anton@net.example")])
    _ = talk.takeEffects()
    let (_, position) = talk.open(marked, languageId: languageId, uri: uri)
    let asked = talk.takeEffects().compactMap { effect -> (Int, JSON)? in
      guard case .ask(let number, .index(let request)) = effect, let json = try? JSON.parse(request) else { return nil }
      return json["history"].map { (number, $0) }
    }
    guard let (ask, request) = asked.first else { return (talk, position, nil) }
    let touched = [Record(name: "Ana Vela", address: "ana@xfs.example"), Record(address: "xfs@lists.example")]
    let rest =
      touched + [Record(name: "Anton Li", address: "anton@net.example"), Record(name: "Andi", address: "andi@x.org")]
    for part in [book("touched", touched), book("maintainers", rest)] {
      talk.receive(.answered(ask: ask, .part(part)))
    }
    talk.receive(.answered(ask: ask, .ended(problem: nil)))
    return (talk, position, request)
  }

  private static func offered(_ talk: inout Talk, _ position: JSON, _ uri: String) -> [String] {
    talk.request("textDocument/completion", Talk.at(position, uri: uri))["items"].array.map { $0["detail"].text }
  }

  @Test(arguments: [
    ("From 1 Mon Sep 17 00:00:00 2001\nFrom: a@x.org\nSubject: x\nTo: an|\n", "diff", patch),
    ("To: b@x.org\nCc: an|\nSubject: x\n", "mail", patch), ("Fix\n\nReviewed-by: an|\n", "gitcommit", commit),
    ("Fix\n\nCc: an|\n", "gitcommit", commit),
  ])
  func `who maintains what is changed comes first, who maintains the rest last, each once`(
    _ marked: String, _ languageId: String, _ uri: String
  ) {
    let body = languageId == "gitcommit" ? "# ------------------------ >8 ------------------------\n" : ""
    var (talk, position, request) = Self.opened(marked + body + Self.diff, languageId, uri)
    #expect(request?["files"] == ["fs/xfs/a.c"] && request?["mail"] == (languageId == "gitcommit" ? nil : true))
    #expect(
      Self.offered(&talk, position, uri) == ["ana@xfs.example", "ana@example.org", "anton@net.example", "andi@x.org"])
  }

  @Test func `nobody is asked for mail without a patch, for what was received, and where git is not to be asked`() {
    #expect(Self.opened("To: an|\n\nHello\n", "mail", "file:///home/ana/p/draft.eml").request == nil)
    #expect(Self.opened("Received: x\nTo: an|\n" + Self.diff, "mail", Self.patch).request == nil)
    #expect(Self.opened("To: an|\n" + Self.diff, "mail", Self.patch, set: ["git.enabled=false"]).request == nil)
    #expect(Self.opened("To: an|\n" + Self.diff, "mail", "untitled:1").request == nil)
    // A cover letter holds no patch.
    #expect(Self.opened("To: an|\n\nx\n", "mail", "file:///p/0000-cover-letter.patch").request?["files"] == nil)
    #expect(Self.opened("To: an|\n\nx\n", "mail", "file:///p/0000-cover-letter.patch").request != nil)
  }

  @Test func `a patch that was put in counts when it has been saved, and one that has gone no more`() {
    let uri = "file:///home/ana/p/draft.eml"
    var (talk, position, _) = Self.opened("To: an|\n\nHello\n", "mail", uri)
    func save(_ text: String, _ version: Int) -> [JSON] {
      _ = talk.takeEffects()
      talk.change([["text": .string(text)]], version: version, uri: uri)
      talk.notify("textDocument/didSave", ["textDocument": ["uri": .string(uri)]])
      return talk.takeEffects().compactMap { effect in
        guard case .ask(_, .index(let request)) = effect else { return nil }
        return (try? JSON.parse(request))?["history"]
      }
    }
    #expect(save("To: an\n" + Self.diff, 2).map { $0["files"] } == [["fs/xfs/a.c"]])
    #expect(save("To: an\n" + Self.diff, 3).isEmpty)
    #expect(save("To: an\n\nHello\n", 4).isEmpty)
    #expect(!Self.offered(&talk, position, uri).contains("ana@xfs.example"))
  }

  @Test func `in From nobody comes first, and the card says whose section it is`() {
    var (talk, position, _) = Self.opened("From: an|\nTo: ana@xfs.example\n" + Self.diff, "mail", Self.patch)
    #expect(!Self.offered(&talk, position, Self.patch).contains("ana@xfs.example"))
    let hover = talk.request("textDocument/hover", Talk.at(["line": 1, "character": 6], uri: Self.patch))
    #expect(hover["contents"]?["value"]?.text.contains("MAINTAINERS") == true)
  }
}
