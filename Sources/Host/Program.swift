#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A program that can be started, with its arguments.
package struct Program: Equatable, Sendable {
  /// The path of the program's file; it is not searched for.
  package var path: String
  /// All arguments, the name of the program first.
  package var arguments: [String]
  /// Variables of the environment that it is not given, and those that it is given beside or instead.
  package var hidden: [String] = []
  package var added: [String: String] = [:]
  /// Whether it leads a process group of its own, rather than ending with the one that started it.
  var isApart = true

  /// A program by its path.
  package init(_ path: String, arguments: [String]) {
    self.path = path
    self.arguments = arguments
  }

  /// This very program, as `tokenfield index`.
  package static var index: Program {
    Program(Platform.ownPath, arguments: ["tokenfield", "index"])
  }
}

/// A program that was started, and the near ends of its standard streams, all non-blocking.
struct Started {
  var process: Int32
  var input: Int32
  var output: Int32
  var error: Int32
}

extension Program {
  /// Starts the program, in a process group of its own unless it is not apart, with no signal blocked and no descriptor but three pipes.
  func start() -> Result<Started, Problem> {
    var opened: [Int32] = []
    func pipe() throws(Problem) -> (reading: Int32, writing: Int32) {
      let ends = try openPipe().get()
      opened += [ends.reading, ends.writing]
      return ends
    }
    do {
      let input = try pipe()
      let output = try pipe()
      let error = try pipe()
      let process = try spawn(input: input.reading, output: output.writing, error: error.writing)
      for end in [input.reading, output.writing, error.writing] { close(end) }
      for end in [input.writing, output.reading, error.reading] { setNonblocking(end, true) }
      return .success(
        Started(process: process, input: input.writing, output: output.reading, error: error.reading))
    } catch {
      for end in opened { close(end) }
      return .failure(error)
    }
  }

  private func spawn(input: Int32, output: Int32, error: Int32) throws(Problem) -> Int32 {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
    unsafe posix_spawn_file_actions_adddup2(&actions, error, 2)
    unsafe Platform.closeAbove(&actions)

    var blocked = signalSet([])
    var usual = signalSet(Signals.awaited + [SIGPIPE])
    unsafe posix_spawnattr_setsigmask(&attributes, &blocked)
    unsafe posix_spawnattr_setsigdefault(&attributes, &usual)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    let flags =
      (isApart ? Int32(POSIX_SPAWN_SETPGROUP) : 0) | Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
      | Platform.spawnFlags
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

    var words = unsafe arguments.map { unsafe strdup($0) } + [nil]
    defer { unsafe words.forEach { unsafe free($0) } }
    var process = pid_t()
    guard !hidden.isEmpty || !added.isEmpty else {
      let code = unsafe posix_spawn(&process, path, &actions, &attributes, &words, Platform.environment)
      if code != 0 { throw Problem(path, code: code) }
      return process
    }
    let own = environment().filter { !hidden.contains($0.key) }.merging(added) { $1 }
    var variables = unsafe own.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
    defer { unsafe variables.forEach { unsafe free($0) } }
    let code = unsafe posix_spawn(&process, path, &actions, &attributes, &words, &variables)
    guard code == 0 else { throw Problem(path, code: code) }
    return process
  }
}
