import Foundation
import LanguageServer
import Testing
import Wire

/// Transcripts: read, run in process, recorded by the daemon and replayed by the program.
@Suite struct ShellTranscriptTests {
  let startup = Startup(assignments: ["discover=false"], version: "1")

  private func run(_ text: String, client: (String) -> JSON? = { _ in nil }) throws -> String {
    try Transcript(text).run(startup, client: client).text
  }

  @Test func textStaysAsItIs() throws {
    let text = """
      # A remark.

      ==> startup {"set":["discover=false"]}
      ==> initialized
      ==> initialized neovim
      --> {"jsonrpc" : "2.0"}
      ++> not JSON
      <-- {"any":1}
      ~~> {"answered":{"ask":1,"part":"a\\tb\\n"}}
      ~~> {"answered":{"ask":1,"ended":null}}
      ~~> {"answered":{"ask":1,"ended":"the program ended with exit code 1"}}
      ~~> {"elapsed":4}
      ~~> {"refused":"no Content-Length"}
      ~~> {"received":"{\\n"}
      ~~> {"received":"{\\n","joined":true}
      ~~> {"closed":true}
      <~~ {"exit":0}

      """
    #expect(try Transcript(text).text == text)
  }

  @Test(arguments: [
    "x", "->> {}", "~~> {}", "~~> {\"elapsed\":\"1\"}", "~~> {\"elapsed\":1,\"closed\":true}", "==> begun",
  ])
  func linesThatAreNone(_ line: String) {
    #expect(throws: TranscriptFault(line: 2, reason: "not a line of a transcript")) {
      try Transcript("# one\n\(line)\n")
    }
  }

  @Test func answersAreFilledIn() throws {
    let text = """
      # Shut down, in order.
      ==> initialized
      --> {"jsonrpc":"2.0","id":1,"method":"shutdown"}
      --> {"jsonrpc":"2.0","method":"exit"}

      """
    let expected = """
      # Shut down, in order.
      ==> initialized
      --> {"jsonrpc":"2.0","id":1,"method":"shutdown"}
      <-- {"jsonrpc":"2.0","id":1,"result":null}
      --> {"jsonrpc":"2.0","method":"exit"}
      <~~ {"exit":0}

      """
    #expect(try run(text) == expected)
    #expect(try run(expected) == expected)
  }

  @Test func togetherOrNot() throws {
    let request = #"{"jsonrpc":"2.0","id":1,"method":"textDocument/hover"}"#
    let cancel = #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"#
    let together = try run("==> initialized\n--> \(request)\n++> \(cancel)\n")
    #expect(together.contains("\"code\":-32800"))
    let apart = try run("==> initialized\n--> \(request)\n--> \(cancel)\n")
    #expect(apart.contains("\"code\":-32602"))
    #expect(!apart.contains("-32800"))
  }

  @Test func onlyTheLastPushOfABatch() throws {
    func open(_ version: Int, _ text: String) -> String {
      """
      {"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":\
      {"uri":"file:///a.eml","languageId":"mail","version":\(version),"text":"\(text)"}}}
      """
    }
    let result = try run(
      "==> initialized\n--> \(open(1, "To: a..b@x.example\\n\\n"))\n++> \(open(2, "To: other..d@x.example\\n\\n"))\n")
    let pushes = result.split(separator: "\n").filter { $0.hasPrefix("<-- ") }
    #expect(pushes.count == 1)
    #expect(pushes.first?.contains("\"version\":2") == true)
  }

  @Test func clients() throws {
    let text = "==> initialized vi\n"
    #expect(throws: TranscriptFault(line: 1, reason: "nothing is recorded of a client vi")) { try run(text) }
    let params: JSON = ["processId": 4711, "capabilities": [:]]
    let result = try run(text) { $0 == "vi" ? params : nil }
    #expect(result == text + "<~~ {\"ask\":[1,{\"watch\":4711}]}\n")
  }

  @Test func joinedToNothing() {
    #expect(throws: TranscriptFault(line: 1, reason: "no message stands above")) { try run("++> {}\n") }
  }

  @Test func charactersThatAPartCuts() {
    var recorder = Recorder()
    let bytes = Array("é€😀".utf8)
    var texts: [String] = []
    for byte in bytes {
      for line in recorder.lines(of: .answered(ask: 1, .part([byte]))) {
        guard case .world(.answered(ask: 1, .part(let part))) = line else { continue }
        texts.append(String(decoding: part, as: UTF8.self))
      }
    }
    #expect(texts == ["", "é", "", "", "€", "", "", "", "😀"])
  }

  @Test func recordedAndReplayed() throws {
    let shell = try Shell()
    try shell.addBooks()
    let messages = [
      #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"capabilities":{}}}"#,
      #"{"jsonrpc":"2.0","method":"initialized","params":{}}"#,
      """
      {"jsonrpc":"2.0","method":"textDocument/didOpen",
       "params":{"textDocument":{"uri":"file:///a.eml","languageId":"mail","version":1,"text":"To: jos, a..b@x.example\\n\\n"}}}
      """,
      "not JSON\nat all",
      """
      {"jsonrpc":"2.0","id":"é","method":"textDocument/completion",
       "params":{"textDocument":{"uri":"file:///a.eml"},"position":{"line":0,"character":7}}}
      """,
      #"{"jsonrpc":"2.0","id":3,"method":"shutdown"}"#, #"{"jsonrpc":"2.0","method":"exit"}"#,
    ]
    let input = messages.map { "Content-Length: \($0.utf8.count)\r\n\r\n\($0)" }.joined()
    let served = try shell("serve", "--record", "session", "--log=log", input: input)
    #expect(served.code == 0)
    let record = shell.home.text("session")
    #expect(record.contains("\"code\":-32700"))
    #expect(record.contains("bad-dot"))
    #expect(record.contains("<~~ {\"ask\":[1,{\"index\":{\"discover\":true,"))
    #expect(try shell("replay", "session") == Shell.Call())
    // A second session is added, and both are replayed.
    #expect(try shell("serve", "--record", "session", "--hermetic", input: input).code == 0)
    #expect(shell.home.text("session").count > record.count)
    #expect(try shell("replay", "session") == Shell.Call())
    let mode = try FileManager.default.attributesOfItem(atPath: shell.home.path + "/session")[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test func differences() throws {
    let shell = try Shell()
    let good = "==> initialized\n--> {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"shutdown\"}\n"
    let answer = "<-- {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":null}\n"
    try shell.file("good", good + answer)
    try shell.file("short", good)
    try shell.file("wrong", good + answer.replacingOccurrences(of: "null", with: "1"))
    try shell.file("none", "# x\nnonsense\n")
    #expect(try shell("replay", "good") == Shell.Call())
    #expect(try shell("replay", "short").lines == ["short:3:", "+ " + answer.dropLast()])
    let wrong = try shell("replay", "good", "wrong")
    #expect(wrong.code == 1)
    #expect(wrong.lines == ["wrong:3:", "- <-- {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":1}", "+ " + answer.dropLast()])
    let none = try shell("replay", "none", "wrong")
    #expect(none.code == 3)
    #expect(none.errors == ["tokenfield: none:2: not a line of a transcript"])
    #expect(none.lines.first == "wrong:3:")
  }

  @Test func updated() throws {
    let shell = try Shell()
    let request = "# Life.\n\n==> initialized\n--> {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"shutdown\"}\n"
    let answer = "<-- {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":null}\n"
    try shell.file("wrong", request + "<-- {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":1}\n# The end.\n")
    try shell.file("none", "# x\nnonsense\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: shell.home.path + "/wrong")
    try FileManager.default.createSymbolicLink(atPath: shell.home.path + "/link", withDestinationPath: "wrong")
    #expect(try shell("replay", "--update", "link").lines == ["link: updated from line 5 on"])
    #expect(shell.home.text("wrong") == request + answer + "# The end.\n")
    #expect(try shell("replay", "wrong", "link") == Shell.Call())
    #expect(try shell("replay", "--update", "wrong") == Shell.Call())
    let mode = try FileManager.default.attributesOfItem(atPath: shell.home.path + "/wrong")[.posixPermissions]
    #expect(mode as? Int == 0o640)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: shell.home.path + "/link") == "wrong")
    // What is no transcript stays as it is, and nothing is left beside anything.
    #expect(try shell("replay", "--update", "none").code == 3)
    #expect(shell.home.text("none") == "# x\nnonsense\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: shell.home.path).sorted() == ["link", "none", "wrong"])
    #expect(try shell("replay", "--update", "-").code == 2)
  }

  @Test func clientsBesideTheTranscript() throws {
    let shell = try Shell()
    try shell.file("Protocol/clients/vi.json", "{\"processId\":4711,\"capabilities\":{}}")
    let path = try shell.file("Protocol/transcripts/life", "==> initialized vi\n<~~ {\"ask\":[1,{\"watch\":4711}]}\n")
    #expect(try shell("replay", path) == Shell.Call())
    #expect(try shell.sh("cd Protocol/transcripts && $T replay life") == Shell.Call())
  }
}
