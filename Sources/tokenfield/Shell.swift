import Fields
import Host
import LanguageServer
import Wire

/// One call of the program: where its output goes, and what it knows of the machine.
struct Shell {
  /// The machine.
  let world: World
  private var waiting: [UInt8] = []
  private var isClosed = false
  private var failure: Problem?

  /// A call on this machine.
  init(world: World) {
    self.world = world
  }

  /// Does what a command line says.
  ///
  /// - Parameter words: The command line without the name of the program.
  /// - Returns: The exit code.
  mutating func run(_ words: [String]) -> Int32 {
    var outcome: Outcome
    do throws(Stop) {
      outcome = try begin(words)
    } catch {
      switch error {
      case .usage(let line):
        complain(line)
        outcome = .usage
      case .failure(let line):
        complain(line)
        outcome = .failure
      }
    }
    flush()
    if let failure {
      complain(failure.text)
      outcome = .failure
    }
    return outcome.rawValue
  }

  private mutating func begin(_ words: [String]) throws(Stop) -> Outcome {
    guard let name = words.first else {
      writeStandardError(Array((Help.overview + "\n").utf8))
      return .usage
    }
    let rest = Array(words.dropFirst())
    switch name {
    case "--help", "-h":
      print(Help.overview)
      return .well
    case "--version":
      print("tokenfield \(version)")
      return .well
    default:
      guard let command = Command(rawValue: name) else { throw Self.unknown(name) }
      let arguments = try Arguments(rest, of: command)
      guard !arguments.wantsHelp else {
        print(Help.text(of: command))
        return .well
      }
      return try run(command, arguments)
    }
  }

  private mutating func run(_ command: Command, _ arguments: Arguments) throws(Stop) -> Outcome {
    switch command {
    case .serve: try serve(arguments)
    case .check: try check(arguments)
    case .format: try format(arguments)
    case .tokenize: try tokenize(arguments)
    case .fields: try fields(arguments)
    case .add, .remove, .sort, .unique, .expand: try edit(command, arguments)
    case .complete: try complete(arguments)
    case .query: try query(arguments)
    case .why: try why(arguments)
    case .pin, .never, .forget, .remember: try correct(arguments)
    case .learn: try learn(arguments)
    case .history: try history(arguments)
    case .rename: try rename(arguments)
    case .request: try request(arguments)
    case .replay: try replay(arguments)
    case .sources: try sources(arguments)
    case .doctor: try doctor(arguments)
    case .settings: try settings(arguments)
    case .index: try index()
    case .help: try help(arguments)
    }
  }

  private mutating func help(_ arguments: Arguments) throws(Stop) -> Outcome {
    if arguments.has(.json) {
      print(Help.json)
    } else if let name = arguments.operands.first {
      guard let command = Command(rawValue: name) else { throw Self.unknown(name) }
      print(Help.text(of: command))
    } else {
      print(Help.overview)
    }
    return .well
  }

  private static func unknown(_ name: String) -> Stop {
    let isOption = name.hasPrefix("-")
    let known = isOption ? ["--help", "--version"] : Command.allCases.map(\.rawValue)
    let near = Spelling.nearest(name, among: known).map { "; did you mean \($0)?" } ?? ""
    return .usage("unknown \(isOption ? "option" : "command") \(name)\(near.isEmpty ? "; see tokenfield help" : near)")
  }
}

// MARK: Output

extension Shell {
  /// Prints one line.
  mutating func print(_ line: String) {
    write(Array(line.utf8) + [Byte.lineFeed])
  }

  /// Prints a value as JSON, on one line.
  mutating func print(_ json: JSON) {
    var bytes: [UInt8] = []
    json.print(into: &bytes)
    write(bytes + [Byte.lineFeed])
  }

  /// Prints bytes; once the reader has gone away nothing is printed any more, without a word.
  mutating func write(_ bytes: [UInt8]) {
    waiting += bytes
    if waiting.count >= 1 << 16 { flush() }
  }

  /// Whether printing makes sense still.
  var isHeard: Bool { !isClosed && failure == nil }

  /// Hands on what was printed.
  mutating func flush() {
    defer { waiting = [] }
    guard isHeard, !waiting.isEmpty else { return }
    switch writeStandardOutput(waiting) {
    case .taken: break
    case .closed: isClosed = true
    case .failed(let problem): failure = problem
    }
  }

  /// Prints one line to standard error, after all that was printed before.
  mutating func complain(_ line: String) {
    flush()
    writeStandardError(Array("tokenfield: \(Plain.line(line))\n".utf8))
  }
}
