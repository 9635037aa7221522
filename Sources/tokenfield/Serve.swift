import Host
import LanguageServer

extension Session: Serving {}

extension Shell {
  /// `tokenfield serve`: the daemon, over standard input and output.
  mutating func serve(_ arguments: Arguments) throws(Stop) -> Outcome {
    let startup = try startup(arguments)
    let settings = startup.settings().settings
    let logPath = arguments.value(.log) ?? settings.text("log.file")
    var log = Log(file: try logPath.isEmpty ? nil : file(logPath))
    log.level = LogLevel(rawValue: settings.text("log.level")) ?? .info
    let recording = try arguments.value(.record).map { path throws(Stop) in
      Recording(try file(path), startup)
    }
    var options = LoopOptions()
    options.messageLimit = settings.number("limits.message")
    let code = Loop(
      Session(startup), streams: .claim(), log: log, options: options,
      observe: recording.map { recording in { recording.note($0) } }
    ).run()
    endProcess(code)
  }

  private func file(_ path: String) throws(Stop) -> AppendedFile {
    do throws(Problem) {
      return try AppendedFile(world.expanded(path))
    } catch {
      throw .failure(error.text)
    }
  }
}

/// A transcript that grows while a session runs.
private final class Recording {
  private let file: AppendedFile
  private var recorder = Recorder()

  init(_ file: AppendedFile, _ startup: Startup) {
    self.file = file
    add([.remark("# A session of tokenfield \(version), recorded by serve --record."), startup.line])
  }

  func note(_ exchange: Exchange) {
    switch exchange {
    case .event(let event): add(recorder.lines(of: event))
    case .effect(let effect): add(recorder.lines(of: effect))
    }
  }

  private func add(_ lines: [Transcript.Line]) {
    guard !lines.isEmpty else { return }
    file.append(Array(Transcript(lines: lines).text.utf8))
  }
}
