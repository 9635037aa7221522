import Foundation
import Testing

/// Sources of people through the program itself.
@Suite struct ShellSourcesTests {
  let shell: Shell

  init() throws { shell = try Shell() }

  /// The words that set sources and nothing else.
  private static func only(_ sources: String) -> [String] {
    ["--set", "discover=false", "--set", "sources=[\(sources)]"]
  }

  @Test func `people of the settings are found, and a broken entry costs nobody else`() throws {
    let list = #"{"kind":"static","people":["Ana Ruiz <ana@example.org>","bo","team: a@example.org, b@example.org;"]}"#
    let query = try shell(["query"] + Self.only(list) + ["ana"])
    #expect(query.code == 0 && query.output == "ana@example.org\tAna Ruiz\t\n")
    #expect(
      query.errors == ["tokenfield: static people: 1 of 3 entries cannot be used: people[1]: “bo” is not an address"])
    #expect(try shell(["query"] + Self.only(list) + ["team"]).output == "a@example.org, b@example.org\tteam (2)\t\n")
    // Two lists of one name are two.
    let two = #"{"kind":"static","people":["a@example.org"]},{"kind":"static","people":["b@example.org"]}"#
    #expect(try shell(["query"] + Self.only(two) + ["example"]).lines.count == 2)
  }

  @Test func `who maintains the files of a patch comes first, in mail and in a commit message`() throws {
    let made = try shell.sh("git init -q p && mkdir p/out")
    #expect(made.code == 0, "\(made.error)")
    try shell.file(
      "p/MAINTAINERS",
      "XFS\nM: Zoë Ode <zoe@example.org>\nL: xfs@example.org (moderated)\nF: fs/xfs/\nNET\nM: El <el@example.org>\nF: net/\n"
    )
    let diff = "diff --git a/fs/xfs/a.c b/fs/xfs/a.c\n--- a/fs/xfs/a.c\n+++ b/fs/xfs/a.c\n@@ -1 +1 @@\n-a\n+b\n"
    try shell.file("p/out/0001-x.patch", "From: a@x.org\nTo: \nSubject: x\n\n---\n" + diff)
    let list = #"{"kind":"static","people":["Bo <bo@example.org>"]}"#
    let mail = try shell(["complete"] + Self.only(list) + ["--at", "2:5", "p/out/0001-x.patch"])
    #expect(
      mail.lines.map { $0.prefix { $0 != "\t" } } == [
        "zoe@example.org", "xfs@example.org", "bo@example.org", "el@example.org",
      ])
    try shell.file(
      "p/.git/COMMIT_EDITMSG",
      "Fix\n\nReviewed-by: \n# ------------------------ >8 ------------------------\n" + diff)
    let commit = try shell(["complete"] + Self.only(list) + ["--at", "3:14", "p/.git/COMMIT_EDITMSG"])
    #expect(commit.lines.map { $0.prefix { $0 != "\t" } } == mail.lines.map { $0.prefix { $0 != "\t" } })
    #expect(
      try shell("index", input: #"{"sources":[{"kind":"maintainers","path":"~/p/MAINTAINERS"}]}"#).lines.filter {
        $0.hasPrefix("person")
      }.count == 3)
  }

  /// 50 MB without a line end, zeros, and nothing at all: each is read to its end, and others are served.
  @Test func `a file that is no list of maintainers holds nothing up`() throws {
    let made = try shell.sh("git init -q p")
    #expect(made.code == 0)
    try shell.file("p/0001.patch", "To: \n\ndiff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n")
    let list = #"{"kind":"static","people":["Bo <bo@example.org>"]},{"kind":"maintainers","path":"~/p/MAINTAINERS"}"#
    for data in [
      Data(repeating: 0x4D, count: 50 << 20), Data(repeating: 0, count: 5000), Data(), Data("M:\0<\0>\nF:".utf8),
    ] {
      try shell.file("p/MAINTAINERS", data)
      let call = try shell(["complete"] + Self.only(list) + ["--at", "1:5", "p/0001.patch"])
      #expect(call.code == 0 && call.lines.map { $0.prefix { $0 != "\t" } } == ["bo@example.org"])
    }
  }
}
