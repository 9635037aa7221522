import Foundation
import Testing
import Wire

/// A tag renamed in folders by the built program.
@Suite struct ShellRenameTests {
  let shell: Shell

  init() throws {
    shell = try Shell()
    try shell.file("n/a.md", "---\ntags: [work, 'x']\n---\nwork #work\n")
    try shell.file("n/sub/b.org", "* x :work:job:\n* y :work:\n")
    try shell.file("n/c.md", "nothing\n")
  }

  private func text(_ name: String) -> String? { shell.home.text(name) }

  @Test func `G45 a tag is renamed in folders, with lines and counts`() throws {
    let dry = try shell("rename", "work", "job", "--dry-run", "n")
    #expect(dry.code == 0 && dry.error == "")
    let places = [
      "n/a.md:2: work → job", "n/a.md:4: work → job", "n/sub/b.org:1: work → job", "n/sub/b.org:2: work → job",
    ]
    let merged = "; 1 time a list would hold it twice, and keeps one"
    #expect(
      dry.lines == ["job is a tag of 1 file already: the two become one"] + places
        + ["4 places in 2 files would change" + merged])
    #expect(text("n/a.md") == "---\ntags: [work, 'x']\n---\nwork #work\n")
    let call = try shell("rename", "#work", "job", "n")
    #expect(call.code == 0 && call.lines.last == "4 places in 2 files" + merged)
    #expect(text("n/a.md") == "---\ntags: [job, 'x']\n---\nwork #job\n")
    #expect(text("n/sub/b.org") == "* x :job:\n* y :job:\n")
    #expect(text("n/c.md") == "nothing\n")
    let again = try shell("rename", "work", "job", "n")
    #expect(again.code == 1 && again.errors == ["tokenfield: work stands nowhere"])
  }

  @Test func `a tag that gets its own name changes nothing, and another spelling makes one of all`() throws {
    try shell.file("n/e.md", "#Work\n")
    try shell.file("n/f.md", "tags:: work, [[work]], #work\n")
    let same = try shell("rename", "work", "work", "n")
    #expect(same.code == 0 && same.lines == ["7 places are written so already"] && same.error == "")
    #expect(text("n/e.md") == "#Work\n" && text("n/f.md") == "tags:: work, [[work]], #work\n")
    let call = try shell("rename", "Work", "work", "n")
    #expect(call.code == 0 && call.lines.first == "n/e.md:1: Work → work")
    #expect(text("n/e.md") == "#work\n")
    #expect(try shell("rename", "nowhere", "nowhere", "n").errors == ["tokenfield: nowhere stands nowhere"])
  }

  @Test func `categories and keywords are renamed by themselves`() throws {
    let page = "---\ntags: [work]\ncategories: [work]\nkeywords: [work]\n---\n"
    try shell.file("c/a.md", page)
    let call = try shell("rename", "--field", "categories", "work", "job", "c")
    #expect(call.lines == ["c/a.md:3: work → job", "1 place in 1 file"])
    #expect(text("c/a.md") == page.replacing("categories: [work]", with: "categories: [job]"))
    #expect(try shell("rename", "--field", "author", "work", "job", "c").code == 2)
  }

  @Test func `a file that is no UTF-8 is left out and named`() throws {
    try shell.file("n/latin.md", Data(Array("#work caf".utf8) + [0xE9, 10]))
    let call = try shell("rename", "work", "task", "n")
    #expect(call.code == 3 && call.errors == ["tokenfield: n/latin.md is no UTF-8"])
    let kept = try Data(contentsOf: URL(fileURLWithPath: shell.home.path + "/n/latin.md"))
    #expect(kept.starts(with: Array("#work".utf8)))
    #expect(text("n/a.md") == "---\ntags: [task, 'x']\n---\nwork #task\n")
  }

  @Test func `a request that is run once finds a tag in the files of folders, too`() throws {
    let call = try shell(
      "request", "textDocument/references", "{\"position\":{\"line\":1,\"character\":8}}", "--open", "n/a.md", "--set",
      "tags.folders=[\"~/n\"]", "--hermetic")
    #expect(call.code == 0)
    #expect(call.output.contains("/n/a.md\"") && call.output.contains("/n/sub/b.org\""))
  }

  @Test func `G45 a name that one place cannot hold changes no file`() throws {
    let call = try shell("rename", "work", "to-do", "n")
    #expect(call.code == 1 && call.output == "")
    #expect(
      call.errors == [
        "tokenfield: n/sub/b.org:1: to-do cannot be written as a tag of Org; to_do could",
        "tokenfield: n/sub/b.org:2: to-do cannot be written as a tag of Org; to_do could",
      ])
    #expect(text("n/a.md") == "---\ntags: [work, 'x']\n---\nwork #work\n")
    #expect(try shell("rename", "work", "", "n").code == 2)
    #expect(try shell("rename", "work", "job").code == 2)
    #expect(try shell("rename", "work", "job", "--dry-rum", "n").errors.first?.contains("--dry-run") == true)
  }

  @Test func `G45 a tag in the name of a file is renamed, and never over another file`() throws {
    let name = "n/20260101T101010--plan__work_x"
    try shell.file(name + ".org", "#+FILETAGS: :work:x:\n")
    try shell.file("n/20260101T101011--b__work.pdf", Data([0, 1]))
    try shell.file("n/20260101T101012--c__work.txt", "c\n")
    try shell.file("n/20260101T101012--c__task.txt", "there\n")
    let dry = try shell("rename", "work", "task", "--dry-run", "n")
    #expect(dry.code == 0 && dry.lines.last == "5 places in 3 files; 2 names of files would change")
    #expect(text(name + ".org") == "#+FILETAGS: :work:x:\n")
    let call = try shell("rename", "work", "task", "n")
    #expect(call.code == 0)
    #expect(
      call.errors == [
        "tokenfield: n/20260101T101012--c__work.txt: the tag stands in the name of the file as well, which stays: "
          + "20260101T101012--c__task.txt is there already"
      ])
    #expect(call.lines.contains("\(name).org → n/20260101T101010--plan__task_x.org"))
    #expect(text("n/20260101T101010--plan__task_x.org") == "#+FILETAGS: :task:x:\n" && text(name + ".org") == "")
    #expect(text("n/20260101T101011--b__task.pdf") == "\0\u{1}")
    #expect(text("n/20260101T101012--c__work.txt") == "c\n" && text("n/20260101T101012--c__task.txt") == "there\n")
  }

  @Test func `a link to a file that gets another name is named`() throws {
    let name = "20260101T101010--t__work.md"
    try shell.file("d/\(name)", "#work\n")
    let path = shell.home.path + "/d/z.md"
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: name)
    let call = try shell("rename", "work", "task", "d")
    #expect(call.code == 0 && call.lines.contains("d/\(name) → d/20260101T101010--t__task.md"))
    #expect(call.errors == ["tokenfield: d/z.md: leads to d/\(name), which gets another name"])
  }

  @Test func `permissions stay, links are written through, and what cannot be read is named`() throws {
    let files = FileManager.default
    try files.setAttributes([.posixPermissions: 0o640], ofItemAtPath: shell.home.path + "/n/a.md")
    try shell.file("other/d.md", "#work\n")
    try files.createSymbolicLink(atPath: shell.home.path + "/n/d.md", withDestinationPath: "../other/d.md")
    try files.createSymbolicLink(atPath: shell.home.path + "/n/again.md", withDestinationPath: "a.md")
    try files.createSymbolicLink(atPath: shell.home.path + "/n/loop", withDestinationPath: ".")
    try files.createSymbolicLink(atPath: shell.home.path + "/n/gone.md", withDestinationPath: "nowhere")
    try shell.file("n/binary.md", Data([0x23, 0x61, 0, 0]))
    let call = try shell("rename", "work", "task", "n")
    #expect(call.code == 3)
    #expect(call.errors == ["tokenfield: n/binary.md holds no text"])
    #expect(text("n/a.md") == "---\ntags: [task, 'x']\n---\nwork #task\n")
    #expect(text("other/d.md") == "#task\n")
    let attributes = try files.attributesOfItem(atPath: shell.home.path + "/n/a.md")
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(try files.destinationOfSymbolicLink(atPath: shell.home.path + "/n/d.md") == "../other/d.md")
    let names = try files.contentsOfDirectory(atPath: shell.home.path + "/n")
    #expect(!names.contains { $0.hasSuffix(".new") })
  }

  @Test func `G45 a child finds the tag for the daemon`() throws {
    let request =
      "{\"tags\":{\"folders\":[\"~/n\"],\"maxFiles\":100,\"maxBytes\":10000},"
      + "\"search\":{\"tag\":\"work\",\"name\":\"task\",\"encoding\":\"utf-16\",\"open\":[\"\(shell.home.path)/n/a.md\"]}}\n"
    let call = try shell("index", input: request)
    #expect(call.code == 0 && call.error == "")
    #expect(
      call.lines == [
        "{\"file\":\"\(shell.home.path)/n/sub/b.org\",\"places\":[[0,5,0,9,false],[1,5,1,9,false]],"
          + "\"edits\":[[0,5,0,9,\"task\"],[1,5,1,9,\"task\"]],\"fields\":[\"tags\"],\"merged\":0,\"holdsNew\":false}",
        "{\"ended\":{\"notes\":3,\"skipped\":0,\"isCut\":false}}",
      ])
  }
}
