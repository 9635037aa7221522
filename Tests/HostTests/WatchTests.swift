import Foundation
import Host
import LanguageServer
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite struct WatchTests {
  @Test func aProcessThatEndsIsTold() throws {
    let watched = try #require(Sleeper())
    let client = watching(Int(watched.process))
    client.send("go")
    #expect(client.receive(1) == ["watching"])
    watched.kill()
    #if !os(Linux)
      watched.bury()  // elsewhere a process counts until its parent has noticed
    #endif
    #expect(client.receive(1) == ["gone"])
    watched.bury()
  }

  @Test func aProcessThatIsNotAliveIsNeverToldNorOneThatStaysAlive() throws {
    let dead = try #require(Sleeper())
    dead.kill()
    dead.bury()
    // Number 1 may not be signalled by everybody; it lives all the same.
    let processes = [Int(dead.process), 0, -1, Int.max, Int.min, 1, Int(getpid())]
    let client = Client { event, memory in
      switch event {
      case .received where memory.isEmpty:
        memory.append("asked")
        return processes.enumerated().map { .ask($0, .watch(process: $1)) } + [.wake(99, milliseconds: 1300)]
      case .answered(let ask, _): return [say("gone \(processes[ask])")]
      case .elapsed: return [say("quiet")]
      default: return []
      }
    }
    client.send("go")
    #expect(client.receive(1) == ["quiet"])
  }

  @Test func aForgottenWatchIsNotTold() throws {
    let watched = try #require(Sleeper())
    let process = Int(watched.process)
    let client = Client { event, _ in
      switch event {
      case .received: [.ask(1, .watch(process: process)), .ask(2, .watch(process: process)), .forget(1), say("on")]
      case .answered(let ask, _): [say("gone \(ask)")]
      default: []
      }
    }
    client.send("go")
    #expect(client.receive(1) == ["on"])
    watched.kill()
    watched.bury()
    #expect(client.receive(1) == ["gone 2"])
  }

  private func watching(_ process: Int) -> Client {
    Client { event, memory in
      switch event {
      case .received:
        memory.append("")
        return (memory.count == 1 ? [.ask(1, .watch(process: process))] : []) + [say("watching")]
      case .answered(1, .ended(problem: nil)): return [say("gone")]
      default: return []
      }
    }
  }
}

/// A process that does nothing until it is killed.
private struct Sleeper {
  let process: pid_t

  init?() {
    var process = pid_t()
    var words: [UnsafeMutablePointer<CChar>?] = unsafe [strdup("sleep"), strdup("1000"), nil]
    defer { unsafe words.forEach { unsafe free($0) } }
    guard unsafe posix_spawn(&process, "/bin/sleep", nil, nil, &words, nil) == 0 else { return nil }
    self.process = process
  }

  func kill() {
    _ = signal(SIGKILL)
  }

  /// Takes note of its end, as a parent does.
  func bury() {
    var status: Int32 = 0
    unsafe waitpid(process, &status, 0)
  }

  private func signal(_ number: Int32) -> Bool {
    #if canImport(Darwin)
      Darwin.kill(process, number) == 0
    #else
      Glibc.kill(process, number) == 0
    #endif
  }
}
