import Foundation
import Testing
import Wire

/// Tags of a folder of notes, counted by the built program.
@Suite struct ShellTagsTests {
  let shell: Shell

  init() throws { shell = try Shell() }

  /// Writes 300 notes, in ten folders: note n has the tags `all`, `mod/n%7` and `one-n`.
  private func addNotes() throws {
    for number in 0..<300 {
      try shell.file(
        "notes/\(number % 10)/n\(number).md", "---\ntags: [all, mod/m\(number % 7)]\n---\n#one-\(number) `#no`\n")
    }
    try shell.file("notes/.gitignore", "private/\n")
    try shell.file("notes/private/x.md", "#secret\n")
    try shell.file("notes/binary.md", Data([0x23, 0x61, 0, 0]))
    try FileManager.default.createSymbolicLink(
      atPath: shell.home.path + "/notes/3/again", withDestinationPath: shell.home.path + "/notes")
  }

  @Test func `G46 a folder of notes is counted by the child`() throws {
    try addNotes()
    let call = try shell(
      "index", input: "{\"tags\":{\"folders\":[\"~/notes\"],\"maxFiles\":1000,\"maxBytes\":100000}}\n")
    #expect(call.code == 0 && call.error == "")
    #expect(call.lines.first == "folder\t\(shell.home.path)/notes")
    #expect(call.lines.last == "ended\t300\t1")
    #expect(call.lines.count == 302)
    #expect(call.lines.contains("note\t\(shell.home.path)/notes/1/n1.md\tall\u{1f}mod/m1\u{1f}one-1\t\t"))
    #expect(!call.output.contains("secret") && !call.output.contains("#no"))
  }

  @Test func `G46 tags of a folder are completed in another note`() throws {
    try addNotes()
    try shell.file("new.md", "---\ntags: [mod/]\n---\n#al\n")
    func items(_ place: String) throws -> [String] {
      let call = try shell(
        "complete", "--json", "--at", place, "--set", "tags.folders=[\"~/notes\"]", "--set", "discover=false", "new.md")
      return (call.json as? [[String: Any]] ?? []).map { "\($0["label"] ?? ""): \($0["detail"] ?? "")" }
    }
    #expect(try items("4:4") == ["all: 300 notes"])
    #expect(
      try items("2:12") == (0..<7).map { "mod/m\($0): \($0 < 6 ? 43 : 42) notes" })
  }

  @Test func `what was read is kept for the next time, for its user alone`() throws {
    try addNotes()
    #expect(try shell.sh("find notes -name '*.md' -exec touch -d '1 hour ago' {} +").code == 0)
    let request = "{\"tags\":{\"folders\":[\"~/notes\"],\"maxFiles\":1000,\"maxBytes\":100000}}\n"
    let first = try shell("index", input: request)
    let list = try shell.sh("ls -l .cache/tokenfield | tail -n +2; stat -c %a .cache/tokenfield")
    #expect(list.lines.count == 2 && list.lines[0].hasPrefix("-rw-------") && list.lines.last == "700")
    try shell.file("notes/new.md", "#fresh\n")
    let second = try shell("index", input: request)
    #expect(second.lines.count == first.lines.count + 1)
    #expect(Set(first.lines.dropLast()).isSubset(of: Set(second.lines)))
    #expect(second.lines.last == "ended\t301\t1")
    #expect(
      try shell.sh("chmod 500 .cache/tokenfield; printf junk > .cache/tokenfield/$(ls .cache/tokenfield)").code == 0)
    #expect(try shell("index", input: request).lines == second.lines)
  }
}
