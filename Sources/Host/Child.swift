#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A program that works on an ask: it is given the request, and its output comes back in parts.
///
/// It ends when its output has ended and its process is gone. No signal tells of that: the end of the output is
/// readable, and then the process is looked for in growing steps; while output is still open, once a second (a program
/// that the child left behind may hold it open).
final class Child {
  /// Which ends poll(2) found ready.
  struct Ready {
    var input = false
    var output = false
    var error = false
  }

  /// The number of the ask.
  let ask: Int
  /// The process, and its process group.
  let process: Int32
  /// The near ends of the pipes; -1 once closed.
  private(set) var input: Int32
  private(set) var output: Int32
  private(set) var error: Int32
  /// When the process is looked for again, in nanoseconds.
  private(set) var nextLook: Int

  /// Whether it goes on when nobody waits for it any more.
  var outlives = false
  /// What poll(2) found last.
  var ready = Ready()

  private var request: ArraySlice<UInt8>
  private var line: [UInt8] = []
  private var pause = Child.shortestPause
  /// How the process ended, once it has.
  private var status: Int32?

  private static let shortestPause = 1_000_000
  private static let longestPause = 1_000_000_000
  private static let longestLine = 1024

  /// Starts a program for an ask; a newline is added to the request unless it ends with one.
  init(_ program: Program, ask: Int, request: [UInt8], now: Int) throws(Problem) {
    let started = try program.start().get()
    self.ask = ask
    process = started.process
    input = started.input
    output = started.output
    error = started.error
    self.request = (request.last == UInt8(ascii: "\n") ? request : request + [UInt8(ascii: "\n")])[...]
    nextLook = now + Child.longestPause
  }

  /// Gives the program as much of the request as it takes now, and closes its standard input after all of it.
  func writeRequest() {
    while input >= 0 {
      guard !request.isEmpty else { return close(&input) }
      switch writeOnce(input, request) {
      case .moved(let number): request = request.dropFirst(number)
      case .blocked: return
      case .over: close(&input)
      }
    }
  }

  /// The next part of the output, if there is one now.
  func readPart(into buffer: inout [UInt8], now: Int) -> [UInt8]? {
    guard output >= 0 else { return nil }
    switch readOnce(output, into: &buffer, limit: 64 << 10) {
    case .moved(let number):
      return Array(buffer[..<number])
    case .blocked:
      return nil
    case .over:
      close(&output)
      nextLook = now
      pause = Child.shortestPause
      return nil
    }
  }

  /// What the program has written to standard error, in whole lines (a very long one in pieces).
  func readLines(into buffer: inout [UInt8]) -> [String] {
    guard error >= 0 else { return [] }
    switch readOnce(error, into: &buffer, limit: 4096) {
    case .moved(let number): line += buffer[..<number]
    case .blocked: return []
    case .over: close(&error)
    }
    var lines: [String] = []
    while let end = line.firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(String(decoding: line[..<end], as: UTF8.self))
      line.removeSubrange(...end)
    }
    if !line.isEmpty, error < 0 || line.count > Child.longestLine {
      lines.append(String(decoding: line, as: UTF8.self))
      line = []
    }
    return lines
  }

  /// The same after the end: all that is still in the pipe, the last line too if it has no end.
  func lastLines(into buffer: inout [UInt8]) -> [String] {
    var lines: [String] = []
    for _ in 0..<32 where error >= 0 {
      lines += readLines(into: &buffer)
    }
    if !line.isEmpty { lines.append(String(decoding: line, as: UTF8.self)) }
    line = []
    return lines
  }

  /// Looks whether the process has ended, and says whether there is nothing more to come.
  ///
  /// What the process leaves behind in its group is ended with it.
  func look(now: Int) -> Bool {
    guard now >= nextLook else { return false }
    if status != nil {
      if output < 0 || !ready.output { return true }
    } else if hasEnded(process) {
      killGroup()
      status = reap(process) ?? 0
      if output < 0 { return true }
      pause = Child.longestPause
    } else if output >= 0 {
      pause = Child.longestPause
    } else {
      pause = min(pause * 2, Child.longestPause)
    }
    nextLook = now + pause
    return false
  }

  /// What went wrong, in words; nil after exit code 0.
  var problem: String? {
    guard let status, status != 0 else { return nil }
    let signal = status & 0x7f
    if signal == 0 { return "the program ended with exit code \(status >> 8 & 0xff)" }
    return "the program was ended by signal \(signal) (\(word(signal: signal)))"
  }

  /// Closes the pipes and, if the process still runs, kills its group; says whether it is still to be reaped.
  func stop() -> Bool {
    close(&input)
    close(&output)
    close(&error)
    guard status == nil else { return false }
    killGroup()
    status = reap(process)
    return status == nil
  }

  /// Gives it what it has not been given yet, and leaves it to itself.
  func letGo() {
    setNonblocking(input, false)
    writeRequest()
    close(&input)
    close(&output)
    close(&error)
  }

  private func killGroup() {
    kill(-process, SIGKILL)
  }

  private func close(_ descriptor: inout Int32) {
    if descriptor >= 0 { closeDescriptor(descriptor) }
    descriptor = -1
  }
}

/// Whether a child has ended; it keeps its number until it is reaped.
func hasEnded(_ process: Int32) -> Bool {
  var information = unsafe siginfo_t()
  let code = unsafe waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT)
  return unsafe code != 0 ? errno != EINTR : information.si_signo != 0
}

/// Takes the status of a child that has ended; nil while it has not, 0 when there is no such child.
func reap(_ process: Int32) -> Int32? {
  var status: Int32 = 0
  let number = unsafe waitpid(process, &status, WNOHANG)
  if number == 0 || (number < 0 && errno == EINTR) { return nil }
  return number == process ? status : 0
}

/// Whether a process lives; one that may not be signalled does.
func isAlive(_ process: Int) -> Bool {
  guard process > 0, let number = Int32(exactly: process) else { return false }
  guard kill(number, 0) == 0 || errno == EPERM else { return false }
  return !Platform.isZombie(number)
}
