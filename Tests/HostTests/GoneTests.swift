import Foundation
import Host
import LanguageServer
import Synchronization
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A client that goes away while much is to be done.
@Suite struct GoneTests {
  /// How many parts of the work were done.
  private final class Work: Sendable {
    let done = Mutex(0)
    let begun = DispatchSemaphore(value: 0)

    /// A part of a work of an hour, with what it gives.
    func part(_ effects: [Effect], milliseconds: UInt32 = 10) -> [Effect]? {
      let count = done.withLock { done in
        done += 1
        return done
      }
      begun.signal()
      guard count < 360_000 else { return nil }
      usleep(milliseconds * 1000)
      return effects
    }
  }

  @Test func nothingIsDoneForAClientThatIsGone() {
    let work = Work()
    let client = Client(part: { $0.isEmpty ? nil : work.part([]) }) { event, memory in
      if let text = message(event) { memory.append(text) }
      return event == .lost ? [.exit(7)] : []
    }
    client.send("go")
    #expect(work.begun.wait(timeout: .now() + Client.guardSeconds) == .success)
    client.hangUp()
    client.stopReading()
    #expect(client.exitCode() == 7)
  }

  @Test func nothingIsDoneForAClientThatDoesNotReadItsAnswers() {
    // It has closed its sending end, and something keeps the other one open.
    let work = Work()
    var options = Client.quiet
    options.patience = 50
    let client = Client(options: options, part: { $0.isEmpty ? nil : work.part([say(OutputTests.long)]) }) {
      event, memory in
      if let text = message(event) { memory.append(text) }
      return event == .lost ? [.exit(7)] : []
    }
    client.send("go")
    client.hangUp()
    #expect(client.exitCode() == 7)
  }

  @Test func aClientThatReadsHasEveryAnswerThoughItSendsNothingMore() {
    let client = Client(part: { $0.isEmpty ? nil : [say($0.removeFirst() + OutputTests.long)] }) { event, memory in
      if let text = message(event) { memory.append(text) }
      return event == .closed ? [say("closed"), .exit(3)] : []
    }
    for number in 0..<40 { client.send("\(10 + number)") }
    client.hangUp()
    let answers = client.receive(41)
    #expect(answers.map { String($0.prefix(2)) } == (0..<40).map { "\(10 + $0)" } + ["cl"])
    #expect(client.exitCode() == 3)
  }

  @Test func aReaderThatIsSlowLosesNothing() {
    var options = Client.quiet
    options.patience = 400
    let client = Client(options: options) { event, _ in
      event == .closed ? [say(OutputTests.long), say(OutputTests.long), .exit(3)] : []
    }
    client.hangUp()
    // All in all it takes longer than one that reads nothing is waited for.
    var bytes = 0
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      usleep(60_000)
      let count = unsafe read(client.output, &buffer, buffer.count)
      guard count > 0 else { break }
      bytes += count
    }
    #expect(bytes > 2 * OutputTests.long.utf8.count)
    #expect(client.exitCode() == 3)
  }

  @Test func aSignalEndsTheWork() {
    let work = Work()
    let thread = Mutex<pthread_t?>(nil)
    var options = Client.quiet
    options.takesSignals = true
    let client = Client(options: options, part: { $0.isEmpty ? nil : work.part([]) }) { event, memory in
      thread.withLock { $0 = pthread_self() }
      if let text = message(event) { memory.append(text) }
      return []
    }
    client.send("go")
    #expect(work.begun.wait(timeout: .now() + Client.guardSeconds) == .success)
    #expect(thread.withLock { $0.map { pthread_kill($0, SIGTERM) } } == 0)
    #expect(client.exitCode() == 143)
  }

  // MARK: The program

  /// A request that looks at the whole document and has a short answer.
  private static func request(_ id: Int) -> [UInt8] {
    Array(
      """
      {"jsonrpc":"2.0","id":\(id),"method":"textDocument/semanticTokens/range","params":{"textDocument":\
      {"uri":"file:///home/user/draft.eml"},"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":5}}}}
      """.utf8)
  }

  private static func change(version: Int) -> [UInt8] {
    Array(
      """
      {"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///home/user/draft.eml",\
      "version":\(version)},"contentChanges":[{"range":{"start":{"line":0,"character":4},\
      "end":{"line":0,"character":4}},"text":"x"}]}}
      """.utf8)
  }

  /// What a client says that begins with a draft to so many people.
  private static func beginning(people: Int) -> [[UInt8]] {
    let list = (0..<people).map { "person\($0)@example.org, " }.joined()
    let open = """
      {"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///home/user/draft.eml",\
      "languageId":"mail","version":1,"text":"To: \(list)\\n\\n"}}}
      """
    let messages = [
      #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"processId":null,"capabilities":{}}}"#,
      #"{"jsonrpc":"2.0","method":"initialized","params":{}}"#, open,
    ]
    return messages.map { Array($0.utf8) }
  }

  @Test func theDaemonEndsThoughMuchIsQueued() throws {
    let daemon = try Daemon(configuration: nil, settings: ["discover=false"])
    // A pipe holds them all, and they are many seconds of work, which nobody wants any more: each request sees the text
    // as it was when it was sent, so each change has to be read.
    let asked = (1...140).flatMap { [Self.change(version: $0 + 1), Self.request($0)] }
    try daemon.send(Self.beginning(people: 60_000) + asked, apart: true)
    try daemon.hangUp()
    try daemon.stopReading()
    #expect(daemon.exitCode() == 1)
  }

  @Test func theDaemonAnswersAllThatAPipelineAsks() throws {
    let shell = try Shell()
    let messages =
      Self.beginning(people: 300) + (2...5_000).map { Self.change(version: $0) } + (1...200).map { Self.request($0) }
    try shell.file("in", Data(messages.flatMap { Array("Content-Length: \($0.count)\r\n\r\n".utf8) + $0 }))
    let call = try shell.sh("cat in | $T serve --hermetic 2>/dev/null | cat > out")
    #expect(call.code == 0)
    let answers = shell.home.text("out")
    #expect(answers.components(separatedBy: "\"result\":").count - 1 == 201)
    #expect(answers.contains("\"id\":200,"))
    // Of five thousand keystrokes hardly any list of findings is made: they come in a few pieces.
    #expect(answers.components(separatedBy: "textDocument/publishDiagnostics").count - 1 < 200)
  }
}
