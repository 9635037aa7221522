import Foundation
import LanguageServer
import Support
import Testing
import Wire

/// The transcripts of the protocol, told by the built program: replayed, and served over pipes.
@Suite struct TranscriptTests {
  @Test(arguments: Repository.transcripts)
  func theProgramReplaysIt(_ file: URL) throws {
    let process = Process()
    let printed = Pipe()
    process.executableURL = Daemon.program
    process.arguments = ["replay", file.path]
    process.standardOutput = printed
    process.standardError = printed
    try process.run()
    let text = try printed.fileHandleForReading.readToEnd().map { String(decoding: $0, as: UTF8.self) }
    process.waitUntilExit()
    #expect((text ?? "") == "")
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
  }

  @Test func theProgramSeesWhatIsNotSo() throws {
    let folder = try Folder()
    let files = Repository.transcripts
    #expect(!files.isEmpty)
    // Clients are looked up beside the folder of a transcript.
    try FileManager.default.createDirectory(atPath: folder.path + "/transcripts", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/clients", withDestinationPath: Repository.root.appending(path: "Protocol/clients").path)
    for (index, file) in files.enumerated() {
      var lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
      // Some transcripts show that nothing is said.
      guard let line = lines.lastIndex(where: { $0.hasPrefix("<-- ") }) else { continue }
      lines[line] += " "
      let path = try folder.file("transcripts/\(index)", lines.joined(separator: "\n") + "\n")
      let process = Process()
      process.executableURL = Daemon.program
      process.arguments = ["replay", path]
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 1, "\(file.lastPathComponent)")
    }
  }

  @Test(arguments: Repository.transcripts.filter { Script($0)?.isOfClientAndServer == true })
  func theDaemonSaysItOverPipes(_ file: URL) throws {
    let script = try #require(Script(file))
    let daemon = try Daemon(configuration: script.configuration, settings: script.settings)
    for step in script.steps {
      if !step.bodies.isEmpty { try daemon.send(step.bodies) }
      for expected in step.answers {
        let said = daemon.receive()
        #expect(said == expected)
        // What follows would not be what it seems.
        guard said == expected else { return }
      }
      if let code = step.exit {
        #expect(daemon.receive() == nil)
        #expect(daemon.exitCode() == code)
        return
      }
    }
    try daemon.hangUp()
    #expect(daemon.receive() == nil)
    #expect(daemon.exitCode() == (script.isShutDown ? 0 : 1))
  }

  @Test func mostTranscriptsAreOfClientAndServer() {
    let scripts = Repository.transcripts.compactMap(Script.init)
    #expect(scripts.count == Repository.transcripts.count)
    #expect(scripts.count(where: \.isOfClientAndServer) * 2 > scripts.count)
  }
}

/// A transcript as what is written to a daemon and what is read before the next is written.
private struct Script {
  /// Messages that are sent together, and what comes of them.
  struct Step {
    var bodies: [[UInt8]]
    var answers: [String] = []
    var exit: Int32?
  }

  private(set) var configuration: String?
  private(set) var settings = ["discover=false"]
  private(set) var steps: [Step] = []
  /// Whether no line is the world's, but for the end.
  private(set) var isOfClientAndServer = true
  /// Whether the client said `shutdown`.
  private(set) var isShutDown = false

  /// What a client of `==> initialized` says, and what it is answered.
  private static let handshake: Step = {
    let initialize =
      #"{"jsonrpc":"2.0","id":"handshake","method":"initialize","params":{"processId":null,"rootUri":null,"#
      + #""capabilities":{"general":{"positionEncodings":["utf-8"]}}}}"#
    return Step(bodies: [Array(initialize.utf8)], answers: answers(to: initialize))
  }()
  private static let initialized = Array(#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#.utf8)

  /// Reads a file; nil when it is no transcript.
  init?(_ file: URL) {
    guard let text = try? String(contentsOf: file, encoding: .utf8), let transcript = try? Transcript(text) else {
      return nil
    }
    for line in transcript.lines {
      switch line {
      case .remark: break
      case .startup(let tree):
        if case .string(let text) = tree["configuration"] { configuration = text }
        if case .array(let list) = tree["set"] {
          settings = list.compactMap { if case .string(let text) = $0 { text } else { nil } }
        }
      case .handshake(client: nil): steps += [Self.handshake, Step(bodies: [Self.initialized])]
      case .handshake, .world: isOfClientAndServer = false
      case .received(let body, let isJoined):
        if case .success(.request(_, "shutdown", _)) = Message.read(body) { isShutDown = true }
        if isJoined, !steps.isEmpty {
          steps[steps.count - 1].bodies.append(body)
        } else {
          steps.append(Step(bodies: [body]))
        }
      case .output(let text): take(output: text)
      }
    }
    // A body that fits on no line has a line of the world's.
    if text.contains("\n~~> ") { isOfClientAndServer = false }
  }

  private mutating func take(output text: String) {
    guard !steps.isEmpty else { return }
    let mark = text.prefix(4)
    let said = String(text.dropFirst(4))
    if mark == "<-- " {
      steps[steps.count - 1].answers.append(said)
    } else if case .integer(let code) = (try? JSON.parse(Array(said.utf8)))?["exit"] {
      steps[steps.count - 1].exit = Int32(code)
    } else {
      isOfClientAndServer = false
    }
  }

  /// What a session in this process answers to one message.
  private static func answers(to message: String) -> [String] {
    var session = Session(Startup(assignments: ["discover=false"], version: "0.1.0"))
    let effects = session.receive(.received(Array(message.utf8))) + session.receive(.drained)
    return effects.compactMap {
      if case .send(let body, slot: _) = $0 { String(decoding: body, as: UTF8.self) } else { nil }
    }
  }
}
