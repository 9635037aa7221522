import Foundation
import Host
import LanguageServer
import Synchronization
import Testing
import Wire

/// Children that work on an ask; shell scripts stand in for `tokenfield index`.
@Suite struct ChildTests {
  @Test(arguments: [1, 3]) func outputComesInPartsAndInputIsServedBetweenThem(children: Int) {
    let input = Pipe()
    let back = double(input.fileHandleForWriting)
    defer { close(back) }
    let client = Client(input, Pipe(), options: Client.script("head -c 3000000 /dev/zero")) { event, memory in
      switch event {
      case .received where memory.isEmpty:
        memory = ["0", "0", "input"]
        return (1...children).map { .ask($0, .index(request: [])) }
      case .received:
        memory[2] = "input"
      case .answered(_, .part(let part)):
        // The ping that was sent while the part before was served has been delivered since.
        if memory[2] != "input" { return [say("two parts in a row"), .exit(1)] }
        memory[0] = "\((Int(memory[0]) ?? 0) + part.count)"
        memory[1] = "\(max(Int(memory[1]) ?? 0, part.count))"
        memory[2] = "part"
        _ = writeAll(frame(Array("ping".utf8)), to: back, subject: "input")
      case .answered(_, .ended(let problem)):
        memory.append(problem ?? "well")
        if memory.count == 3 + children { return [say("\(memory[0]) \(memory[3...])"), say(memory[1]), .exit(0)] }
      default:
        return [say("\(event)")]
      }
      return []
    }
    client.send("go")
    let answers = client.receive(2)
    #expect(answers.first == "\(3_000_000 * children) \(Array(repeating: "well", count: children))")
    #expect((1...65536).contains(Int(answers.last ?? "") ?? 0))
    #expect(client.exitCode() == 0)
  }

  @Test func childrenTakeTurns() {
    let client = Client(options: Client.script("exec cat /dev/zero")) { event, memory in
      switch event {
      case .received: return [.ask(1, .index(request: [])), .ask(2, .index(request: []))]
      case .answered(let ask, .part): memory.append("\(ask)")
      default: break
      }
      let turns = [1, 2].map { ask in memory.count { $0 == "\(ask)" } }
      return turns.allSatisfy { $0 > 20 } ? [say("both"), .exit(0)] : []
    }
    client.send("go")
    #expect(client.receive(1) == ["both"])
  }

  @Test func anAnswerThatWaitsIsForgottenToo() {
    var options = Client.quiet
    options.index = Program("/nonexistent/tokenfield", arguments: ["tokenfield", "index"])
    let client = Client(options: options) { event, _ in
      switch event {
      case .received: [.ask(1, .index(request: [])), .ask(2, .index(request: [])), .ask(3, .index(request: []))]
      case .answered(let ask, _): [.forget(2), say("\(ask)")]
      default: []
      }
    }
    client.send("go")
    #expect(client.receive(2) == ["1", "3"])
  }

  @Test func aLongRequestIsGivenWithoutBlocking() {
    let request = Array(String(repeating: "request ", count: 200_000).utf8)
    let client = Client(options: Client.script("sleep 0.1; exec cat")) { event, memory in
      switch event {
      case .received where memory.isEmpty:
        memory.append("")
        return [.ask(1, .index(request: request))]
      case .received(let body): return [.send(body, slot: nil)]
      case .answered(_, .part(let part)): memory[0] += String(decoding: part, as: UTF8.self)
      case .answered: return [say(memory[0])]
      default: break
      }
      return []
    }
    client.send("go", "still there")
    #expect(client.receive(2) == ["still there", String(decoding: request, as: UTF8.self) + "\n"])
  }

  @Test(arguments: [
    ("exit 0", "well"), ("cat >/dev/null; exit 3", "the program ended with exit code 3"),
    ("kill -9 $$", "the program was ended by signal 9 (kill)"),
    ("exec 0<&- 1>&-; sleep 0.05; exit 4", "the program ended with exit code 4"),
    ("sleep 1000 & exit 5", "the program ended with exit code 5"),
  ])
  func theEndIsToldInWords(script: String, words: String) {
    #expect(end(Client.script(script)) == words)
  }

  @Test func aProgramThatIsNotThereIsAnAnswer() {
    var options = Client.quiet
    options.index = Program("/nonexistent/tokenfield", arguments: ["tokenfield", "index"])
    #expect(end(options) == "/nonexistent/tokenfield: No such file or directory")
  }

  @Test func whatItWritesToStandardErrorIsLogged() throws {
    let folder = try Folder()
    let log = Log(error: -1, file: try AppendedFile(folder.file("log")))
    #expect(end(Client.script("printf 'eins\\nzwei\\ndrei' >&2; exit 1"), log) != nil)
    #expect(folder.text("log") == "warning index eins\nwarning index zwei\nwarning index drei\n")
  }

  @Test func aForgottenChildIsGoneWithAllThatItStarted() {
    let client = Client(options: Client.script("sleep 1000 & echo $$ $!; while :; do echo; done")) { event, memory in
      switch event {
      case .received(let body) where !memory.isEmpty: return [.send(body, slot: nil)]
      case .received: return [.ask(1, .index(request: []))]
      case .answered(_, .part(let part)):
        memory.append(String(decoding: part, as: UTF8.self))
        return memory.count == 1 ? [.forget(1), say(String(memory[0].prefix { $0 != "\n" }))] : [say("unwanted")]
      default: return [say("unwanted")]
      }
    }
    client.send("go")
    let processes = client.receive(1).flatMap { $0.split(separator: " ") }.compactMap { Int32($0) }
    #expect(processes.count == 2)
    for process in processes { #expect(eventually { !exists(process) }) }
    client.send("quiet")
    #expect(client.receive(1) == ["quiet"])
  }

  @Test func childrenDoNotOutliveTheLoop() {
    let client = Client(options: Client.script("echo $$; exec sleep 1000")) { event, _ in
      switch event {
      case .received: [.ask(1, .index(request: []))]
      case .answered(_, .part(let part)): [.send(part, slot: nil)]
      case .closed: [.exit(0)]
      default: []
      }
    }
    client.send("go")
    let process = Int32(client.receive(1).first?.dropLast() ?? "") ?? 0
    #expect(process > 0)
    #expect(exists(process))
    client.hangUp()
    #expect(client.exitCode() == 0)
    #expect(eventually { !exists(process) })
  }

  #if os(Linux)
    @Test func noDescriptorAndNoSignalMaskReachesAChild() throws {
      let leak = Pipe()
      _ = fcntl(leak.fileHandleForReading.fileDescriptor, F_SETFD, 0)
      let descriptors = output(Client.script("exec ls /proc/self/fd"))
      #expect(descriptors == "0\n1\n2\n3\n")
      try leak.fileHandleForReading.close()
      let status = output(Client.script("exec cat /proc/self/status")).split(separator: "\n")
      #expect(status.first { $0.hasPrefix("SigBlk") } == "SigBlk:\t0000000000000000")
      let ignored = status.first { $0.hasPrefix("SigIgn") }?.split(separator: "\t").last ?? ""
      #expect((UInt64(ignored, radix: 16) ?? .max) & (1 << UInt64(SIGPIPE - 1)) == 0)
    }
  #endif

  private func end(_ options: LoopOptions, _ log: Log = Log(error: -1)) -> String? {
    let client = Client(options: options, log: log) { event, _ in
      switch event {
      case .received: [.ask(1, .index(request: Array("{}".utf8)))]
      case .answered(1, .ended(let problem)): [say(problem ?? "well")]
      default: []
      }
    }
    client.send("go")
    return client.receive(1).first
  }

  private func output(_ options: LoopOptions) -> String {
    let client = Client(options: options) { event, memory in
      switch event {
      case .received:
        memory = [""]
        return [.ask(1, .index(request: []))]
      case .answered(_, .part(let part)): memory[0] += String(decoding: part, as: UTF8.self)
      case .answered: return [say(memory[0])]
      default: break
      }
      return []
    }
    client.send("go")
    return client.receive(1).first ?? ""
  }
}
