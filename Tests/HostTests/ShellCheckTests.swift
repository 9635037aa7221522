import Foundation
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// `tokenfield check`, and what `tokenize` and `fields` show of the same drafts.
@Suite struct ShellCheckTests {
  let shell: Shell

  init() throws {
    shell = try Shell()
    try shell.file("good.eml", "From: me@example.org\nTo: Ana <ana@example.org>\nSubject: x\n\nhi\n")
    try shell.file("bad.eml", "To: ana@example.org\nCc: Żoë <z..e@example.org>\nSubject: x\n\nhi\n")
    try shell.file("alias.eml", "To: jose\nSubject: x\n\n")
    try shell.file("body.eml", "Dear Ana,\n\nhow are you?\n")
  }

  @Test func linesAndCodes() throws {
    #expect(try shell("check", "good.eml") == Shell.Call())
    let call = try shell("check", "bad.eml", "good.eml")
    #expect(call.code == 1)
    #expect(call.error == "")
    let line = try #require(call.lines.first)
    #expect(call.lines.count == 1)
    // The column counts bytes: Ż and ë take two each.
    #expect(line.hasPrefix("bad.eml:2:13: error: "))
    #expect(line.hasSuffix(" [bad-dot]"))
  }

  @Test func json() throws {
    let call = try shell("check", "--json", "bad.eml")
    #expect(call.code == 1)
    let items = try #require(call.json as? [[String: Any]])
    let item = try #require(items.first)
    #expect(items.count == 1)
    #expect(item["file"] as? String == "bad.eml")
    #expect(item["line"] as? Int == 2)
    #expect(item["column"] as? Int == 13)
    #expect(item["endLine"] as? Int == 2)
    #expect(item["endColumn"] as? Int == 15)
    #expect(item["start"] as? Int == 32)
    #expect(item["end"] as? Int == 34)
    #expect(item["severity"] as? String == "error")
    #expect(item["code"] as? String == "bad-dot")
    #expect(item["field"] as? String == "Cc")
    #expect(item["message"] as? String != nil)
    #expect(try shell("check", "--json", "good.eml").output == "[]\n")
  }

  @Test func `a file that holds no text is named and not praised`() throws {
    for (name, bytes) in [("bin.md", Array(0...255)), ("utf16.md", [0xff, 0xfe, 0x61, 0])] as [(String, [UInt8])] {
      try shell.file(name, Data(bytes))
      let call = try shell("check", name, "good.eml")
      #expect(call.code == 3 && call.error == "tokenfield: \(name) holds no text\n", "\(name)")
    }
    try shell.file("nul.eml", "To: a\u{0}b@example.org\n\n")
    let call = try shell("check", "nul.eml")
    #expect(call.code == 1 && call.error == "" && call.lines.count > 0)
  }

  @Test(arguments: [("error", 0), ("warning", 1), ("hint", 1), ("never", 0)])
  func failOn(_ level: String, _ code: Int32) throws {
    let call = try shell("check", "--fail-on", level, "alias.eml")
    #expect(call.code == code)
    #expect(call.lines.count == 1)
    #expect(call.output.hasSuffix("[missing-domain]\n"))
  }

  @Test func aliases() throws {
    try shell.addBooks()
    #expect(try shell("check", "--fail-on=hint", "alias.eml") == Shell.Call())
    #expect(try shell("check", "--fail-on=hint", "--hermetic", "alias.eml").code == 1)
  }

  @Test func settings() throws {
    let off = try shell("check", "--set", "severity.bad-dot=off", "bad.eml")
    #expect(off == Shell.Call())
    try shell.file(".config/tokenfield/config.json", "{\"severity\": {\"bad-dot\": \"hint\", /* no */ }}")
    let call = try shell("check", "bad.eml")
    #expect(call.code == 0)
    #expect(call.output.contains(": hint: "))
    try shell.file(".config/tokenfield/config.json", "{\"completion\": {\"limt\": 3}}")
    let warned = try shell("check", "good.eml")
    #expect(warned.code == 0)
    #expect(warned.errors == ["tokenfield: unknown setting completion.limt; did you mean completion.limit?"])
  }

  @Test func bodyOnly() throws {
    let call = try shell("check", "body.eml")
    #expect(call.code == 0)
    #expect(call.output == "")
    #expect(call.errors.count == 1)
    #expect(call.error.contains("set edit_headers"))
    #expect(call.error.contains("edit-headers=true"))
  }

  @Test func noFields() throws {
    try shell.file("notes", "Title: x\n\nTo: y\n")
    try shell.file("subject.eml", "Subject: x\n\nhi\n")
    for command in ["check", "tokenize"] {
      #expect(try shell(command, "notes") == Shell.Call(error: "tokenfield: notes: no fields found\n"))
      #expect(try shell(command, input: "prose\n") == Shell.Call(error: "tokenfield: -: no fields found\n"))
      #expect(try shell(command, "subject.eml").errors == ["tokenfield: subject.eml: no fields found"])
    }
    #expect(try shell("fields", "notes") == Shell.Call(error: "tokenfield: notes: no fields found\n", code: 1))
    #expect(try shell("tokenize", "body.eml").error.contains("set edit_headers"))
    // In a hook, where the language is said, it would be said at each commit.
    #expect(try shell("check", "--language", "mail", "body.eml") == Shell.Call())
    #expect(try shell("check", "--language", "gitcommit", input: "Fix a race\n\nIt was there.\n") == Shell.Call())
    // Fields without a token, and those that the settings leave alone, are fields.
    #expect(try shell("check", input: "Cc:\n\n") == Shell.Call())
    #expect(try shell("check", "--set", "fields.to.enabled=false", input: "To: a\n\n") == Shell.Call())
    #expect(try shell("tokenize", "--kind", "mail-headers", input: "prose\n") == Shell.Call())
  }

  @Test func brokenFoldOfNoLanguage() throws {
    let draft = "To: ana@example.org,\nbo@example.org\nSubject: x\n\nhi\n"
    try shell.file("draft", draft)
    let call = try shell("check", "draft")
    #expect(call.code == 1)
    #expect(call.error == "")
    #expect(call.lines.count == 2)
    #expect(call.lines.last?.hasPrefix("draft:2:1: error: ") == true)
    #expect(call.lines.last?.hasSuffix(" [broken-fold]") == true)
    #expect(try shell("check", input: draft).code == 1)
  }

  @Test func standardInput() throws {
    for arguments in [["check", "--language", "mail"], ["check", "--language=mail", "-"]] {
      let call = try shell.run(Shell.program, arguments, input: Data("Cc: a..b@example.org\n\n".utf8))
      #expect(call.output.hasPrefix("-:1:6: error: "))
      #expect(call.code == 1)
    }
  }

  @Test func unreadable() throws {
    let call = try shell("check", "nowhere.eml", ".", "bad.eml")
    #expect(call.code == 3)
    #expect(call.lines.count == 1)
    #expect(call.errors == ["tokenfield: nowhere.eml: No such file or directory", "tokenfield: .: Is a directory"])
  }

  @Test func bytesThatAreNoText() throws {
    try shell.file("latin.eml", Data("To: Jos".utf8) + [0xE9] + Data(" <jose@example.org>, a..b@example.org\n\n".utf8))
    let call = try shell("check", "latin.eml")
    #expect(call.code == 1)
    #expect(call.lines.contains { $0.hasPrefix("latin.eml:1:8: error: ") && $0.hasSuffix("[invalid-utf8]") })
    #expect(call.lines.contains { $0.hasPrefix("latin.eml:1:31: error: ") && $0.hasSuffix("[bad-dot]") })
  }

  @Test func controlCharacters() throws {
    try shell.file("evil.eml", "To: evil\u{1B}[2J\u{9B}31m\u{202E}x\n\n")
    let call = try shell("check", "--fail-on=never", "evil.eml")
    #expect(!call.lines.isEmpty)
    for scalar in call.output.unicodeScalars where scalar != "\n" {
      #expect(scalar.properties.generalCategory != .control)
      #expect(scalar != "\u{202E}")
    }
  }

  @Test func tokens() throws {
    #expect(
      try shell("tokenize", "good.eml").lines == ["From\tme@example.org\tme@example.org", "To\tana@example.org\tAna"])
    let text = "\"Ruiz, Ana\" <ana@example.org>, bo@example.org"
    #expect(
      try shell("tokenize", "--text", text).lines == ["ana@example.org\tRuiz, Ana", "bo@example.org\tbo@example.org"])
    #expect(try shell("tokenize", "--nul", "--text", text).output == "ana@example.org\0bo@example.org\0")
    let answer = try #require(try shell("tokenize", "--json", "--text", text).json as? [String: Any])
    #expect((answer["tokens"] as? [Any])?.count == 2)
    let header = "Subject: a@b\nTo: bo@example.org\n\n"
    #expect(
      try shell("tokenize", "--kind", "mail-headers", input: header).lines == ["To\tbo@example.org\tbo@example.org"])
  }

  @Test func tokenLines() throws {
    let good = #"{"id":1,"kind":"address-list","text":"ana@example.org"}"#
    let call = try shell(
      "tokenize", "--jsonl", input: "\(good)\n\nnonsense\n{\"id\":2,\"kind\":\"x\",\"text\":\"\"}\n\(good)")
    #expect(call.code == 1)
    #expect(call.lines.count == 4)
    #expect(call.lines[0].hasPrefix("{\"id\":1,\"tokens\":[{"))
    #expect(call.lines[1].hasPrefix("{\"error\":"))
    #expect(call.lines[2].hasPrefix("{\"id\":2,\"error\":"))
    #expect(call.lines[3] == call.lines[0])
    #expect(try shell("tokenize", "--jsonl", input: good + "\n").code == 0)
  }

  @Test func tokenLinesOfAPipeThatStaysOpen() throws {
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: Shell.program)
    process.arguments = ["tokenize", "--jsonl"]
    process.environment = shell.environment
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    try output.fileHandleForWriting.close()
    defer { process.terminate() }
    let descriptor = output.fileHandleForReading.fileDescriptor
    for id in 1...3 {
      let request = Data("{\"id\":\(id),\"kind\":\"address-list\",\"text\":\"ana@example.org\"}\n".utf8)
      // A line may come in pieces, and the next may have begun.
      try input.fileHandleForWriting.write(contentsOf: request.prefix(10))
      try input.fileHandleForWriting.write(contentsOf: request.dropFirst(10))
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let isReady = unsafe poll(&entry, 1, Int32(Client.guardSeconds * 1000)) == 1
      try #require(isReady, "no answer comes while the pipe is open")
      let answer = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
      #expect(answer.hasPrefix("{\"id\":\(id),\"tokens\":[{"))
      #expect(answer.hasSuffix("\n"))
    }
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test func fields() throws {
    #expect(try shell("fields", "good.eml").lines == ["From\t1:1\t1", "To\t2:1\t1"])
    let items = try #require(try shell("fields", "--json", "good.eml").json as? [[String: Any]])
    #expect(items.map { $0["valueStart"] as? Int } == [5, 24])
    #expect(try shell("fields", "body.eml").code == 1)
  }

  @Test func `tags are held to the list of the project`() throws {
    try shell.file("site/.git/HEAD", "")
    try shell.file("site/tags.yml", "javascript:\n  synonyms: [js]\nswift:\n")
    try shell.file("site/docs/a.md", "---\ntags: [js, swfit]\n---\n")
    #expect(
      try shell("check", "--hermetic", "site/docs/a.md").lines == [
        "site/docs/a.md:2:8: hint: “js” is usually written “javascript” [tag-variant]"
      ])
    let call = try shell("check", "--set", "severity.unknown-tag=error", "site/docs/a.md")
    #expect(call.code == 1)
    #expect(
      call.lines.last
        == "site/docs/a.md:2:12: error: “swfit” is not in the list of tags; near to it is swift [unknown-tag]")
    try shell.file("site/tags.yml", "what\n")
    let broken = try shell("check", "--set", "severity.unknown-tag=error", "site/docs/a.md")
    #expect(broken.code == 0 && broken.output == "" && broken.error.contains("line 1 is no tag"))
  }

  @Test func `what is never to be said again is not, but for hermetic checks`() throws {
    try shell.file("a.eml", "To: b@gmial.com\n\n")
    let call = try shell("index", input: "{\"never\":{\"code\":\"typo-domain\",\"text\":\"b@gmial.com\"}}\n")
    #expect(call.code == 0 && call.output == "")
    #expect(try shell("check", "a.eml").output == "")
    #expect(try shell("check", "--hermetic", "a.eml").output.contains("[typo-domain]"))
    let path = shell.home.path + "/.local/state/tokenfield/ignore"
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "typo-domain\tb@gmial.com\n")
    let rights = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(rights == 0o600)
  }
}
