import Foundation
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// `query`, `complete`, `request`, `doctor` and `settings` in a home folder with address books.
@Suite struct ShellQueryTests {
  let shell: Shell
  private let kinds =
    "vcard, mutt-alias, query-tsv, contacts-tsv, mailrc, abook, ldif, mailmap, json, history, "
    + "maildir-rank-addr, inmail, ecomplete, maintainers, command, maildir, mbox, git-log, notmuch, mu, static"

  init() throws {
    shell = try Shell()
    try shell.addBooks()
  }

  @Test func rows() throws {
    #expect(try shell("query", "jose").output == "jose@example.org\tJosé Ruiz\tplays go\n")
    #expect(try shell("query", "ANA", "ruiz").output == "ana@example.org\tRuiz, Ana\t\n")
    #expect(try shell("query", "--", "ines vela").output == "ines@example.net\tInes Vela\ta friend\n")
    #expect(try shell("query", "team").lines.first == "ana@example.org, jose@example.org\tteam (2)\t")
  }

  @Test func mutt() throws {
    let call = try shell("query", "--mutt", "--", "ruiz")
    #expect(call.code == 0)
    #expect(
      call.lines == ["2 matches for ruiz", "jose@example.org\tJosé Ruiz\tplays go", "ana@example.org\tRuiz, Ana\t"])
    let none = try shell("query", "--mutt", "--", "-zzz")
    #expect(none.code == 1)
    #expect(none.lines == ["No match for -zzz"])
    #expect(none.error == "")
  }

  @Test func highlights() throws {
    let rows = try #require(try shell("query", "--json", "jose", "ru").json as? [[String: Any]])
    let found = try #require(rows.first?["highlights"] as? [String: [[Int]]])
    #expect(found == ["name": [[0, 5], [6, 8]], "address": [[0, 4]]])
  }

  @Test func aTypo() throws {
    #expect(try shell("query", "jsoe").output == "jose@example.org\tJosé Ruiz\tplays go\n")
    #expect(try shell("query", "--set", "completion.fuzzy=false", "jsoe") == Shell.Call(code: 1))
  }

  @Test func limit() throws {
    let rows = (0..<500).map { "p\($0)@example.org\tPerson \($0)\t\n" }.joined()
    try shell.file("people.tsv", rows)
    #expect(try shell("query", "person").lines.count < 99)
    #expect(try shell("query", "person").lines.count > 50)
    #expect(try shell("query", "--limit=3", "person").lines.count == 3)
    #expect(try shell("query", "--limit", "1000", "person").lines.count == 500)
    #expect(try shell("query", "--mutt", "--limit=3", "person").lines.first == "3 or more matches for person")
  }

  @Test func noMatch() throws {
    #expect(try shell("query", "zzz") == Shell.Call(code: 1))
    #expect(try shell("query", "--json", "zzz").output == "[]\n")
    #expect(try shell("query", "--hermetic", "jose") == Shell.Call(code: 1))
  }

  @Test func unreadableBook() throws {
    let books = "sources=[{\"kind\":\"vcard\",\"path\":\"/dev/zero\"},{\"kind\":\"vcrd\",\"path\":\"x\"}]"
    let found = try shell("query", "--set", books, "jose")
    #expect(found.code == 0)
    #expect(found.lines.count == 1)
    let reasons = [
      "tokenfield: sources[1].kind: expected one of \(kinds), not \"vcrd\"",
      "tokenfield: /dev/zero: a device, not a regular file",
    ]
    #expect(found.errors == reasons)
    let none = try shell("query", "--set", books, "zzz")
    #expect(none.code == 3)
    #expect(none.errors == reasons)
  }

  @Test func controlCharacters() throws {
    try shell.file("people.tsv", "eve@example.org\tEve \u{1B}[31m\u{202E}red\u{7F}\tno\u{9B}te\n")
    let call = try shell("query", "eve")
    #expect(call.lines.count == 1)
    for scalar in call.output.unicodeScalars where scalar != "\n" && scalar != "\t" {
      #expect(scalar.properties.generalCategory != .control)
      #expect(scalar != "\u{202E}")
    }
  }

  @Test func completion() throws {
    try shell.file("draft.eml", "To: jos\nCc: ana@example.org, rui\n\n")
    #expect(try shell("complete", "--at", "1:8", "draft.eml").output == "jose@example.org\tJosé Ruiz\tplays go\n")
    // Ana stands in the field already.
    #expect(try shell("complete", "--at", "2:25", "draft.eml").output == "jose@example.org\tJosé Ruiz\tplays go\n")
    #expect(try shell("complete", "--at", "4:1", "draft.eml") == Shell.Call(code: 1))
    #expect(try shell("complete", "--text", "ana").lines.first == "ana@example.org\tRuiz, Ana\t")
    #expect(try shell("complete", "--text", "jos, ana", "--cursor", "3").lines.count == 1)
    let mail = try shell("complete", "--kind", "mail-headers", "--text", "Cc: jos")
    #expect(mail.output == "jose@example.org\tJosé Ruiz\tplays go\n")
  }

  @Test func completionItems() throws {
    let items = try #require(try shell("complete", "--json", "--text", "bo@example.org, ana").json as? [[String: Any]])
    let edit = try #require(items.first?["textEdit"] as? [String: Any])
    #expect(edit["newText"] as? String == "\"Ruiz, Ana\" <ana@example.org>, ")
    let range = try #require(edit["range"] as? [String: [String: Int]])
    #expect(range["start"] == ["line": 0, "character": 16])
    #expect(range["end"] == ["line": 0, "character": 19])
  }

  @Test func request() throws {
    try shell.file("draft.eml", "To: Ana <ana@example.org>\n\n")
    let symbols = try #require(
      try shell("request", "textDocument/documentSymbol", "--open", "draft.eml").json as? [[String: Any]])
    #expect(symbols.map { $0["name"] as? String } == ["To"])
    let fields = try shell("request", "tokenField/fields", "--open", "draft.eml")
    #expect((fields.json as? [[String: Any]])?.first?["name"] as? String == "To")
    let list = try shell("request", "tokenField/tokenize", #"{"kind":"address-list","text":"ana@example.org"}"#)
    #expect(list.output.contains("ana@example.org"))
    let start = try #require(try shell("request", "initialize").json as? [String: Any])
    #expect((start["capabilities"] as? [String: Any])?["positionEncoding"] as? String == "utf-8")
    #expect(try shell("request", "textDocument/documentSymbol", "--open", "nowhere").code == 3)
  }

  @Test func doctor() throws {
    let call = try shell("doctor")
    #expect(call.code == 0)
    #expect(call.output.contains("\(shell.home.path)/.config/tokenfield/config.json\n"))
    #expect(call.output.contains("people.tsv (query-tsv): 1 candidate, "))
    #expect(call.output.contains(".mutt/aliases (mutt-alias): 3 candidates, "))
    #expect(call.output.contains(".muttrc: does not exist\n"))
    #expect(call.output.contains("set edit_headers"))
    let report = try #require(try shell("doctor", "--json").json as? [String: Any])
    #expect((report["sources"] as? [[String: Any]])?.map { $0["count"] as? Int } == [1, 3])
    #expect((report["problems"] as? [Any])?.count == 0)
    try FileManager.default.removeItem(atPath: shell.home.path + "/people.tsv")
    let broken = try shell("doctor")
    #expect(broken.code == 3)
    #expect(broken.output.contains("problem: \(shell.home.path)/people.tsv: No such file or directory\n"))
    #expect(broken.output.contains(" ms, cannot be read: No such file or directory\n"))
  }

  @Test func doctorSaysWhatIsThereInsteadOfABook() throws {
    let fifo = shell.home.path + "/.muttrc"
    let code = unsafe mkfifo(fifo, 0o600)
    #expect(code == 0)
    try shell.file(".neomuttrc", "source /dev/zero\nsource ~/nowhere\n")
    try FileManager.default.createDirectory(
      atPath: shell.home.path + "/.config/khard/khard.conf", withIntermediateDirectories: true)
    let lines = try shell("doctor").lines
    #expect(lines.contains("  \(fifo): cannot be read: a FIFO, not a regular file"))
    #expect(lines.contains("  /dev/zero: cannot be read: a device, not a regular file"))
    #expect(lines.contains("  \(shell.home.path)/.config/khard/khard.conf: cannot be read: Is a directory"))
    #expect(lines.contains("  \(shell.home.path)/nowhere: does not exist"))
  }

  @Test func wrongSources() throws {
    let list = "sources=[{\"kind\":\"vcrd\",\"path\":\"x\"},{\"kind\":\"query-tsv\",\"path\":\"~/people.tsv\"},5]"
    let reasons = [
      "tokenfield: sources[0].kind: expected one of \(kinds), not \"vcrd\"",
      "tokenfield: sources[2]: expected an object {kind, path}",
    ]
    #expect(try shell("settings", "--set", list).errors == reasons)
    #expect(try shell("settings", "--set", list).code == 1)
    try shell.file("good.eml", "To: ana@example.org\n\n")
    #expect(try shell("check", "--set", list, "good.eml").errors == reasons)
    let found = try shell("query", "--hermetic", "--set", list, "ines")
    #expect(found.errors == reasons)
    #expect(found.lines == ["ines@example.net\tInes Vela\ta friend"])
    #expect(try shell("doctor", "--set", list).lines.filter { $0.hasPrefix("problem: ") }.count == 2)
  }

  @Test func settings() throws {
    let call = try shell("settings", "--set", "completion.limit=7")
    #expect(call.code == 0)
    #expect(call.lines.contains("completion.limit = 7 (default 30)"))
    #expect(call.lines.contains("completion.minQuery = 1"))
    let rows = try #require(try shell("settings", "--json").json as? [[String: Any]])
    #expect(rows.count * 2 == call.lines.count)
    let bad = try shell("settings", "--set", "completion.limit=many")
    #expect(bad.code == 1)
    #expect(bad.errors == ["tokenfield: completion.limit: expected a whole number from 1 to 1000"])
  }

  @Test func configurationFolder() throws {
    try shell.file("other/tokenfield/config.json", "{\"discover\": false}")
    let call = try shell.sh("XDG_CONFIG_HOME=$HOME/other $T doctor --json")
    let report = try #require(call.json as? [String: Any])
    #expect((report["configuration"] as? [String: Any])?["isRead"] as? Bool == true)
    #expect((report["sources"] as? [Any])?.count == 0)
    let broken = try shell("settings", "--set", "=")
    #expect(broken.code == 1)
  }
}
