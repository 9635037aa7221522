import Foundation
import Host
import LanguageServer
import Synchronization
import Testing
import Wire

/// What comes in: messages, wakes, the end.
@Suite struct LoopTests {
  @Test func messagesMayArriveByteByByte() {
    let client = Client(echo)
    for byte in ["eins", "zwei ‸ ü", "drei"].flatMap({ frame(Array($0.utf8)) }) { client.write([byte]) }
    #expect(client.receive(3) == ["eins", "zwei ‸ ü", "drei"])
  }

  @Test func bytesThatAreNoMessageAreToldAndReadingGoesOn() {
    let client = Client(echo)
    client.write(Array("Content-Type: nothing\r\n\r\n".utf8) + frame(Array("next".utf8)))
    #expect(client.receive(2) == ["refused in words", "next"])
  }

  @Test func whatCameTogetherIsDeliveredBeforeItIsCalledDrained() throws {
    // A pipe takes and gives so few bytes as one piece.
    let (input, heard) = (Pipe(), Heard())
    let streams = Streams(input: double(input.fileHandleForReading), output: double(.nullDevice))
    try input.fileHandleForWriting.write(contentsOf: Data(["a", "b", "c"].flatMap { frame(Array($0.utf8)) }))
    try input.fileHandleForWriting.close()
    let loop = Loop(
      Acting(echo), streams: streams, log: Log(error: -1), options: Client.quiet,
      observe: { if case .event = $0 { heard.note($0) } })
    #expect(loop.run() == 0)
    let messages = ["a", "b", "c"].map { Exchange.event(.received(Array($0.utf8))) }
    #expect(heard.all == messages + [.event(.drained), .event(.closed)])
    for number in [streams.input, streams.output] { close(number) }
  }

  @Test func aMessageThatIsCutOffIsLogged() throws {
    let folder = try Folder()
    let client = Client(log: Log(error: -1, file: try AppendedFile(folder.file("log"))), echo)
    client.write(Array("Content-Length: 10\r\n\r\nhalf".utf8))
    client.hangUp()
    #expect(client.exitCode() == 0)
    #expect(folder.text("log") == "warning host input ended inside a message\n")
  }

  @Test func theEndOfInputComesAfterTheLastMessage() {
    let client = Client { event, memory in
      if let text = message(event) { memory.append(text) }
      return event == .closed ? [say(memory.joined(separator: " ")), .exit(5)] : []
    }
    client.send("a", "b", "c")
    client.hangUp()
    #expect(client.receive(2) == ["a b c"])
    #expect(client.exitCode() == 5)
  }

  @Test func aSessionThatDoesNotExitIsEnded() {
    let client = Client { _, _ in [] }
    client.hangUp()
    #expect(client.exitCode() == 1)
  }

  @Test func nothingIsDeliveredAfterAnExit() {
    let seen = Mutex<[String]>([])
    let client = Client { event, _ in
      guard let text = message(event) else { return [] }
      seen.withLock { $0.append(text) }
      return text == "leave" ? [.exit(3), say("last")] : [say(text)]
    }
    client.send("a", "leave", "b")
    #expect(client.receive(3) == ["a", "last"])
    #expect(client.exitCode() == 3)
    #expect(seen.withLock { $0 } == ["a", "leave"])
  }

  @Test func theObserverHearsEverythingInOrder() {
    let heard = Heard()
    let client = Client(observe: { heard.note($0) }) { event, _ in
      switch event {
      case .received: [.log(.info, "m w"), .wake(4, milliseconds: 0)]
      case .elapsed: [say("late"), .exit(0)]
      default: []
      }
    }
    client.send("x")
    #expect(client.exitCode() == 0)
    #expect(
      heard.all == [
        .event(.received(Array("x".utf8))), .effect(.log(.info, "m w")), .effect(.wake(4, milliseconds: 0)),
        .event(.drained),
        .event(.elapsed(wake: 4)), .effect(say("late")), .effect(.exit(0)),
      ])
  }

  @Test func wakesComeInOrderAndNotTooEarly() {
    let begun = monotonicMilliseconds()
    let client = Client { event, _ in
      switch event {
      case .received:
        [
          .wake(1, milliseconds: 60), .wake(2, milliseconds: 20), .wake(3, milliseconds: 40),
          .wake(4, milliseconds: -5), .wake(5, milliseconds: 60), .forget(3), .forget(99),
        ]
      case .elapsed(let wake): [say("\(wake)")]
      default: []
      }
    }
    client.send("go")
    #expect(client.receive(4) == ["4", "2", "1", "5"])
    #expect(monotonicMilliseconds() - begun >= 60)
  }

  @Test func aWakeForgottenByTheOneBeforeItDoesNotCome() {
    let client = Client { event, _ in
      switch event {
      case .received: [.wake(1, milliseconds: 5), .wake(2, milliseconds: 5), .wake(3, milliseconds: 6)]
      case .elapsed(let wake): [say("\(wake)"), .forget(2)]
      default: []
      }
    }
    client.send("go")
    #expect(client.receive(2) == ["1", "3"])
  }

  @Test func aSessionThatAlwaysWakesItselfStillReads() {
    let client = Client { event, _ in
      switch event {
      case .received(let body): [.send(body, slot: nil), .wake(1, milliseconds: 0)]
      case .elapsed: [.wake(1, milliseconds: 0)]
      default: [.exit(0)]
      }
    }
    client.send("a")
    #expect(client.receive(1) == ["a"])
    client.send("b")
    #expect(client.receive(1) == ["b"])
    client.hangUp()
    #expect(client.exitCode() == 0)
  }

  @Test func inputAndOutputMayBeFiles() throws {
    let folder = try Folder()
    let texts = (0..<3000).map { "message \($0) \(String(repeating: "x", count: 1000))" }
    let bytes = texts.flatMap { frame(Array($0.utf8)) }
    let input = try FileHandle(
      forReadingFrom: URL(fileURLWithPath: folder.file("in", String(decoding: bytes, as: UTF8.self))))
    let output = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.file("out", "")))
    let streams = Streams(input: input.fileDescriptor, output: output.fileDescriptor)
    let code = Loop(Acting(echo), streams: streams, log: Log(error: -1), options: Client.quiet).run()
    #expect(code == 0)
    #expect(folder.text("out") == String(decoding: bytes, as: UTF8.self))
  }
}

/// Remembers what an observer heard.
final class Heard: Sendable {
  private let exchanges = Mutex<[Exchange]>([])

  var all: [Exchange] { exchanges.withLock { $0 } }

  func note(_ exchange: Exchange) {
    exchanges.withLock { $0.append(exchange) }
  }
}
