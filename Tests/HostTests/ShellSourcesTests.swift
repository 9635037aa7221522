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

  @Test func `each source is a line with what is in it, and why nothing is`() throws {
    try shell.file("people", "ana@x.org\tAna\t\nstray\n")
    try shell.file("none", "")
    try shell.file("bad", "stray\n")
    let list = [("query-tsv", "people"), ("query-tsv", "none"), ("mailmap", "bad"), ("query-tsv", "gone")].map {
      #"{"kind":"\#($0)","path":"~/\#($1)"}"#
    }
    let all = list + [#"{"kind":"static","people":[]}"#, #"{"kind":"command","argv":["true","{query}"]}"#]
    let call = try shell(["sources"] + Self.only(all.joined(separator: ",")))
    let rows = call.lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
    #expect(call.code == 3 && rows.allSatisfy { $0.count == 8 && Int($0[5]) != nil })
    let home = shell.home.path
    #expect(
      rows.map { [$0[0], $0[1], $0[2], $0[7]].joined(separator: " ") } == [
        "query-tsv \(home)/people 1 ", "query-tsv \(home)/none 0 the file is empty",
        "mailmap \(home)/bad 0 nothing in it can be read",
        "query-tsv \(home)/gone 0 cannot be read: No such file or directory", "static people 0 its list is empty",
        "command true {query} 0 asked while one types",
      ])
    #expect(rows.allSatisfy { $0[6].wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil })
    let json = try #require(
      try shell(["sources", "--json"] + Self.only(all.joined(separator: ","))).json as? [String: Any])
    let reports = try #require(json["sources"] as? [[String: Any]])
    #expect(reports.map { $0["count"] as? Int } == [1, 0, 0, 0, 0, 0] && json["empty"] is NSNull)
    #expect(reports[1]["empty"] as? String == "the file is empty" && reports[3]["empty"] is NSNull)
    let doctor = try shell(["doctor"] + Self.only(all.joined(separator: ",")))
    #expect(
      doctor.output.contains("/none (query-tsv): 0 candidates, ") && doctor.output.contains(" ms, the file is empty\n"))
  }

  @Test func `where nobody is known it is said why`() throws {
    for (sources, discover, words) in [
      ("", false, "no sources: none is set, and none is looked for (discover is off)"),
      ("", true, "no sources: none is set, and none was found in its usual place (see tokenfield doctor)"),
      (#"{"kind":"static","people":[]}"#, false, "no source names anybody"),
    ] {
      let call = try shell("sources", "--set", "discover=\(discover)", "--set", "sources=[\(sources)]")
      #expect(call.code == 1 && call.errors == ["tokenfield: \(words)"])
    }
    #expect(try shell(["sources"] + Self.only(#"{"kind":"static","people":["a@x.org"]}"#)).code == 0)
    #expect(try shell(["sources"] + Self.only(#"{"kind":"statik"}"#)).code == 3)
    #expect(try shell("sources", "x").code == 2)
  }
}
