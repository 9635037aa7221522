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

/// What goes out: never waited for, never lost, never without bound.
@Suite struct OutputTests {
  /// Enough that no pipe takes it at once.
  static let long = String(repeating: "long ", count: 100_000)

  @Test func aMegabyteSentBeforeAnythingIsRead() {
    let client = Client { event, _ in
      guard let text = message(event) else { return [.exit(0)] }
      return [say(text.prefix(6) + String(repeating: "y", count: 20_000))]
    }
    let filler = String(repeating: "x", count: 990)
    for number in 0..<1000 { client.send("\(100_000 + number)" + filler) }
    let answers = client.receive(1000)
    #expect(answers.map { $0.prefix(6) } == (0..<1000).map { "\(100_000 + $0)" })
    #expect(answers.allSatisfy { $0.count == 20_006 })
    client.hangUp()
    #expect(client.exitCode() == 0)
  }

  @Test func whileTheReaderStallsANewerMessageTakesThePlaceOfTheOlder() {
    let done = DispatchSemaphore(value: 0)
    let client = Client { event, _ in
      guard let text = message(event) else { return [.exit(0)] }
      if text == "end" { done.signal() }
      return text == "long" ? [say(OutputTests.long)] : [say(text, slot: text.contains("push") ? "push" : nil)]
    }
    client.send("long", "push 1", "reply")
    for version in 2...200 { client.send("push \(version)") }
    client.send("end")
    #expect(done.wait(timeout: .now() + Client.guardSeconds) == .success)
    #expect(client.receive(4) == [OutputTests.long, "push 200", "reply", "end"])
    client.send("push 201")
    #expect(client.receive(1) == ["push 201"])
  }

  @Test func aMessagePartlyWrittenIsCompleted() {
    let done = DispatchSemaphore(value: 0)
    let client = Client { event, _ in
      guard let text = message(event) else { return [.exit(0)] }
      if text == "end" { done.signal() }
      return [say(text == "first" ? OutputTests.long : text, slot: "push")]
    }
    client.send("first")
    var entry = pollfd(fd: client.output, events: Int16(POLLIN), revents: 0)
    #expect(unsafe poll(&entry, 1, Int32(Client.guardSeconds * 1000)) == 1)
    client.send("second", "end")
    #expect(done.wait(timeout: .now() + Client.guardSeconds) == .success)
    #expect(client.receive(2) == [OutputTests.long, "end"])
  }

  @Test func aClientThatNeverReadsEndsTheProcessWithAMessage() throws {
    let folder = try Folder()
    var options = Client.quiet
    options.queueLimit = 1 << 20
    let log = Log(error: -1, file: try AppendedFile(folder.file("log")))
    let client = Client(options: options, log: log) { event, _ in
      message(event) == nil ? [] : [say(OutputTests.long)]
    }
    client.send("a", "b", "c", "d", "e", "f")
    #expect(client.exitCode() == 1)
    #expect(folder.text("log") == "error host the client does not read: more than 1048576 bytes wait to be written\n")
  }

  @Test func aMessageAboveTheLimitReachesAClientThatReads() {
    var options = Client.quiet
    options.queueLimit = 1 << 10
    let client = Client(options: options) { event, _ in message(event) == nil ? [.exit(0)] : [say(OutputTests.long)] }
    client.send("a")
    #expect(client.receive(1) == [OutputTests.long])
    client.send("b")
    #expect(client.receive(1) == [OutputTests.long])
  }

  @Test func outputThatIsClosedEndsTheSessionThoughInputStaysOpen() {
    let client = Client { event, _ in event == .lost ? [.exit(9)] : [] }
    client.stopReading()
    #expect(client.exitCode() == 9)
  }

  @Test func outputThatIsClosedWhileMuchWaitsEndsTheSession() {
    let begun = DispatchSemaphore(value: 0)
    let client = Client { event, _ in
      begun.signal()
      return event == .lost ? [say("nobody hears"), .exit(9)] : [say(OutputTests.long)]
    }
    client.send("go")
    #expect(begun.wait(timeout: .now() + Client.guardSeconds) == .success)
    client.stopReading()
    #expect(client.exitCode() == 9)
  }

  @Test func anExitWaitsForASlowReaderButNotForOneThatStalls() {
    let act: @Sendable (Event, inout [String]) -> [Effect] = { _, _ in [say(OutputTests.long), .exit(4)] }
    let slow = Client(act)
    slow.send("go")
    #expect(slow.receive(1) == [OutputTests.long])
    #expect(slow.exitCode() == 4)
    let stalling = Client(act)
    stalling.send("go")
    #expect(stalling.exitCode() == 4)
  }

  @Test func flagsAreLeftAsTheyWere() {
    let (input, output) = (Pipe(), Pipe())
    let seen = double(input.fileHandleForReading)
    defer { close(seen) }
    #expect(fcntl(seen, F_GETFL) & O_NONBLOCK == 0)
    let client = Client(input, output, echo)
    client.send("a")
    #expect(client.receive(1) == ["a"])
    #expect(fcntl(seen, F_GETFL) & O_NONBLOCK != 0)
    client.hangUp()
    #expect(client.exitCode() == 0)
    #expect(fcntl(seen, F_GETFL) & O_NONBLOCK == 0)
  }

  @Test(arguments: [(SIGTERM, 143), (SIGINT, 130), (SIGHUP, 129)] as [(Int32, Int32)])
  func aSignalEndsTheLoopInOrder(signal: Int32, code: Int32) {
    let thread = Mutex<pthread_t?>(nil)
    var options = Client.script("echo $$; exec sleep 1000")
    options.takesSignals = true
    let client = Client(options: options) { event, _ in
      thread.withLock { $0 = pthread_self() }
      if case .answered(_, .part(let part)) = event { return [.send(part, slot: nil)] }
      return [.ask(1, .index(request: []))]
    }
    client.send("go")
    let process = Int32(client.receive(1).first?.dropLast() ?? "") ?? 0
    #expect(process > 0)
    #expect(thread.withLock { $0.map { pthread_kill($0, signal) } } == 0)
    #expect(client.exitCode() == code)
    #expect(eventually { !exists(process) })
  }
}
