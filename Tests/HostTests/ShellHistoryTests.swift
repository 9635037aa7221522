import Foundation
import Testing

/// Whom the user has written to, in a file of the built program.
@Suite struct ShellHistoryTests {
  let shell: Shell
  private let place = ".local/state/tokenfield/history.tsv"
  private let draft = "From: me@x.org\nTo: Ana Ruiz <ana@x.org>, \"Li, Bo\" <bo@x.org>\nCc: ANA@x.org\n\nhi cy@x.org\n"

  init() throws { shell = try Shell() }

  /// The lines of the file without their days.
  private var lines: [String] {
    shell.home.text(place).split(separator: "\n").map {
      $0.split(separator: "\t").dropFirst().joined(separator: " ")
    }
  }

  @Test func `G39 the recipients of a sent message are remembered, and found first`() throws {
    #expect(try shell("query", "an").code == 1)
    #expect(try shell("learn", input: draft) == Shell.Call())
    #expect(lines == ["sent 1 ana@x.org Ana Ruiz", "sent 1 bo@x.org Li, Bo", "together 1 ana@x.org,bo@x.org"])
    let attributes = try FileManager.default.attributesOfItem(atPath: shell.home.path + "/" + place)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try shell("query", "li").output == "bo@x.org\tLi, Bo\t\n")
    let shown = try shell("history", "show")
    #expect(shown.code == 0 && shown.lines.first?.hasPrefix("ana@x.org\tAna Ruiz\t0\t1\t20") == true)
    let exported = try shell("history", "export").lines.map {
      $0.split(separator: "\t").dropLast().joined(separator: " ")
    }
    #expect(exported == ["ana@x.org Ana Ruiz 3", "bo@x.org Li, Bo 3"])
    #expect(try shell("doctor").output.contains("history.tsv (history): 2 candidates"))
  }

  @Test func `G39 who is forgotten is gone`() throws {
    _ = try shell("learn", input: draft)
    #expect(try shell("history", "forget", "ANA@X.org").code == 0)
    #expect(lines == ["sent 1 bo@x.org Li, Bo"])
    let nobody = try shell("history", "forget", "ana@x.org")
    #expect(nobody.code == 1 && nobody.errors == ["tokenfield: history: nobody of that address"])
    #expect(try shell("history", "forget").code == 2)
    #expect(try shell("history", "forget", "--all", "bo@x.org").code == 2)
    #expect(try shell("history", "burn").errors == ["tokenfield: history: expected show, export or forget, not burn"])
    #expect(try shell("history", "forget", "--all").code == 0)
    #expect(try shell("history", "show").code == 1 && lines == [])
  }

  @Test func `what holds no recipients, and what is switched off, writes nothing`() throws {
    let none = try shell("learn", input: "Subject: x\n\nTo: ana@x.org\n")
    #expect(none.code == 1 && none.errors == ["tokenfield: -: no recipients"])
    #expect(try shell("learn", "--set", "history.enabled=false", input: draft).code == 0)
    #expect(try shell("learn", "--hermetic", input: draft).code == 0)
    #expect(shell.home.text(place) == "")
  }

  @Test func `G39 many programs at once lose nothing, also while the file is written anew`() throws {
    // Above the limit each of them writes the file anew.
    var file = ""
    for number in 0..<30_000 { file += "2026-01-02\taccepted\t1\tperson\(number % 50)@example.org\tPerson\n" }
    try shell.file(place, file)
    let call = try shell.sh(
      "printf '1\n2\n3\n4\n5\n6\n7\n8\n' | xargs -P 8 -I N sh -c 'printf \"To: pN@x.org, all@x.org\\n\\n\" | \"$T\" learn'"
    )
    #expect(call.error == "")
    let shown = try shell("history", "show").lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    #expect(shown.count == 59)
    #expect(shown.first { $0[0] == "all@x.org" }?[3] == "8")
    #expect(shown.filter { $0[0].hasPrefix("person") }.allSatisfy { $0[2] == "600" })
    #expect(shell.home.text(place).utf8.count < 10_000)
  }

  @Test func `G39 a line in which somebody was killed is no beginning of the next`() throws {
    try shell.file(place, "2026-01-02\tsent\t1\tana@x.org\tAna\n2026-01-02\tsent\t1\tbo@x")
    _ = try shell("learn", input: "To: cy@x.org\n\n")
    #expect(try shell("history", "show").lines.map { String($0.prefix(8)) } == ["cy@x.org", "ana@x.or"])
  }

  @Test func `G39 one spoilt byte costs its line, and the file is its user's alone`() throws {
    try shell.file(place, "2026-01-02\tsent\t1\tana@x.org\tA\u{0}na\n\u{0}\n2026-01-02\tsent\t1\tbo@x.org\tBo\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: shell.home.path + "/" + place)
    _ = try shell("learn", input: "To: cy@x.org\n\n")
    #expect(try shell("history", "show").lines.count == 3)
    #expect(try shell("query", "bo").code == 0)
    let attributes = try FileManager.default.attributesOfItem(atPath: shell.home.path + "/" + place)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try shell("history", "forget", "ana@x.org").code == 0)
  }

  @Test func `a file that cannot be written is said, and nothing else goes wrong`() throws {
    try shell.file("elsewhere", "mine\n")
    try FileManager.default.createDirectory(
      atPath: shell.home.path + "/.local/state/tokenfield", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: shell.home.path + "/" + place, withDestinationPath: shell.home.path + "/elsewhere")
    let call = try shell("learn", input: draft)
    #expect(call.code == 3 && call.errors.first?.contains("history.tsv") == true)
    #expect(try shell("history", "forget", "--all").code == 3)
    #expect(shell.home.text("elsewhere") == "mine\n")
    try shell.file(".local/other", "")
    let other = try shell.run(
      "/usr/bin/env", ["XDG_STATE_HOME=" + shell.home.path + "/.local/other", Shell.program, "learn"],
      input: Data(draft.utf8))
    #expect(other.code == 3 && other.errors.count == 1)
  }

  @Test func `G39 an editor that saves and leaves at once has remembered`() throws {
    try shell.file("book.tsv", "ana@x.org\tAna Ruiz\n")
    func message(_ body: String) -> String { "Content-Length: \(body.utf8.count)\r\n\r\n\(body)" }
    let document = "\"textDocument\":{\"uri\":\"file:///d.eml\""
    let setting = "sources=[{\\\"kind\\\":\\\"query-tsv\\\",\\\"path\\\":\\\"~/book.tsv\\\"}]"
    let talk = [
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"processId\":null,\"capabilities\":{}}}",
      "{\"jsonrpc\":\"2.0\",\"method\":\"initialized\",\"params\":{}}",
      "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didOpen\",\"params\":{\(document),\"languageId\":\"mail\",\"version\":1,\"text\":\"To: \\n\\n\"}}}",
      "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tokenField/accept\",\"params\":{\(document),\"version\":1},\"position\":{\"line\":0,\"character\":4},\"text\":\"Ana Ruiz <ana@x.org>\"}}",
      "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didChange\",\"params\":{\(document),\"version\":2},\"contentChanges\":[{\"text\":\"To: Ana Ruiz <ana@x.org>, \\n\\n\"}]}}",
      "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didSave\",\"params\":{\(document)}}}",
      "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"shutdown\"}", "{\"jsonrpc\":\"2.0\",\"method\":\"exit\"}",
    ].map(message).joined()
    let call = try shell("serve", "--set", setting.replacing("\\\"", with: "\""), input: talk)
    #expect(call.code == 0)
    // The one who writes it down goes on alone.
    let end = Date().addingTimeInterval(30)
    while lines.isEmpty, Date() < end { Thread.sleep(forTimeInterval: 0.02) }
    #expect(lines == ["accepted 1 ana@x.org Ana Ruiz"])
  }
}
