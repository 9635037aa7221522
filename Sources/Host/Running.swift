#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What a program that was run to its end has said.
package struct Said: Equatable, Sendable {
  /// The output, cut at the limit.
  package var output: [UInt8] = []
  /// Why it is not as it should be, in words: the first line of what was complained about, or how the program ended; nil
  /// when the program ended well, and when its output was cut.
  package var problem: String?
  /// Why it was ended, if it was: it took too long, or it said too much.
  package var cut: Cut?
  /// The exit code of a program that ended by itself; nil for one that a signal ended.
  package var code: Int?

  /// What ends a program before its time.
  package enum Cut: Equatable, Sendable {
    case time, length
  }
}

extension Program {
  /// The program of a name in the first folder of `PATH` that has it; folders that are not absolute are passed over.
  ///
  /// - Parameters:
  ///   - name: the name of the file, without a slash.
  ///   - path: the value of `PATH`.
  ///   - arguments: all arguments behind the name.
  /// - Returns: nil when no folder has it.
  package static func named(_ name: String, in path: String, arguments: [String]) -> Program? {
    for folder in path.split(separator: ":") where folder.hasPrefix("/") {
      let file = folder + "/" + name
      var status = stat()
      guard unsafe stat(String(file), &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        unsafe access(String(file), X_OK) == 0
      else { continue }
      return Program(String(file), arguments: [name] + arguments)
    }
    return nil
  }

  /// Runs the program to its end and waits for it: only for a process that has nothing else to do.
  ///
  /// It reads nothing, and ends with this process when this one's group is killed.
  ///
  /// - Parameters:
  ///   - limit: after so many bytes of output it is killed.
  ///   - milliseconds: after that time, too; what it said until then is given.
  /// - Returns: what it said.
  package func run(limit: Int, milliseconds: Int) -> Said {
    var program = self
    program.isApart = false
    var said = Said()
    let started: Started
    switch program.start() {
    case .failure(let problem):
      said.problem = problem.text
      return said
    case .success(let process): started = process
    }
    close(started.input)
    let deadline = monotonicNanoseconds() + max(0, milliseconds) * 1_000_000
    var complaint: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    var ends = [started.output, started.error]
    var isCut = false
    while ends != [-1, -1], !isCut {
      let rest = (deadline - monotonicNanoseconds()) / 1_000_000
      guard rest > 0 else {
        isCut = true
        said.cut = .time
        break
      }
      var entries = ends.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      wait(&entries, milliseconds: Int32(clamping: min(rest, 1000)))
      for index in ends.indices where ends[index] >= 0 && entries[index].revents != 0 {
        switch readOnce(ends[index], into: &buffer, limit: buffer.count) {
        case .moved(let number):
          if index == 0 {
            said.output += buffer[..<min(number, max(0, limit - said.output.count))]
            isCut = said.output.count >= limit
            if isCut { said.cut = .length }
          } else if complaint.count < 4096 {
            complaint += buffer[..<number]
          }
        case .blocked: break
        case .over:
          close(ends[index])
          ends[index] = -1
        }
      }
    }
    for end in ends where end >= 0 { close(end) }
    if isCut { kill(started.process, SIGKILL) }
    let status = ended(started.process, by: deadline)
    if !isCut, status & 0x7F == 0 { said.code = Int(status >> 8 & 0xFF) }
    guard !isCut, status != 0 else { return said }
    let line = complaint.prefix { $0 != UInt8(ascii: "\n") }
    said.problem =
      line.isEmpty ? "the program ended with status \(status)" : String(decoding: line, as: UTF8.self)
    return said
  }

  /// The status of a process that has let go of its output; one that goes on all the same is killed at last.
  private func ended(_ process: Int32, by deadline: Int) -> Int32 {
    while true {
      if let status = reap(process) { return status }
      if monotonicNanoseconds() > deadline { kill(process, SIGKILL) }
      var nothing: [pollfd] = []
      wait(&nothing, milliseconds: 1)
    }
  }
}

/// Starts a program that goes on by itself, gives it a request, and waits for nothing.
///
/// - Parameters:
///   - program: The program.
///   - request: What it is given on standard input; as much of it as a pipe holds.
/// - Returns: Whether it was started.
package func startAlone(_ program: Program, request: String) -> Bool {
  guard let child = try? Child(program, ask: 0, request: Array(request.utf8), now: monotonicNanoseconds()) else {
    return false
  }
  child.writeRequest()
  child.letGo()
  return true
}
