import Foundation
import Testing
import Wire

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A `tokenfield serve` over real pipes, in a home folder of its own.
final class Daemon {
  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())
  private let home: Folder
  private var frames = Frames()

  /// The built program, beside these tests.
  static let program = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("tokenfield")

  /// Starts it.
  ///
  /// - Parameters:
  ///   - configuration: the text of the user's configuration file; nil for none.
  ///   - settings: what `--set` is given, one `key=value` each.
  /// - Throws: why the program does not start.
  init(configuration: String?, settings: [String]) throws {
    signal(SIGPIPE, SIG_IGN)
    home = try Folder()
    if let configuration {
      let folder = home.path + "/.config/tokenfield"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data(configuration.utf8).write(to: URL(fileURLWithPath: folder + "/config.json"))
    }
    process.executableURL = Self.program
    process.arguments = ["serve"] + settings.flatMap { ["--set", $0] }
    process.environment = ["HOME": home.path, "PATH": "/usr/bin:/bin"]
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    try input.fileHandleForReading.close()
    try output.fileHandleForWriting.close()
  }

  deinit {
    if process.isRunning { process.terminate() }
  }

  /// Writes these messages as one piece, so that they arrive together unless they may come apart; a pipe keeps 4096 bytes
  /// in one.
  func send(_ bodies: [[UInt8]], apart: Bool = false) throws {
    let bytes = bodies.flatMap { Array("Content-Length: \($0.count)\r\n\r\n".utf8) + $0 }
    let fits = apart || bodies.count == 1 || bytes.count <= 4096
    #expect(fits, "messages that are to arrive together do not fit into one piece")
    try input.fileHandleForWriting.write(contentsOf: Data(bytes))
  }

  /// The text of the next message; nil when it says nothing more, or nothing in time.
  func receive() -> String? {
    let descriptor = output.fileHandleForReading.fileDescriptor
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if let frame = frames.next() {
        guard case .body(let body) = frame else {
          Issue.record("what came is no frame: \(frame)")
          return nil
        }
        return String(decoding: body, as: UTF8.self)
      }
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&entry, 1, Int32(Client.guardSeconds * 1000)) == 1 else {
        Issue.record("nothing comes")
        return nil
      }
      let count = unsafe read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return nil }
      frames.append(buffer[..<count])
    }
  }

  /// Closes its standard input, as a client does that is gone.
  func hangUp() throws {
    try input.fileHandleForWriting.close()
  }

  /// Closes the reading end of its standard output.
  func stopReading() throws {
    try output.fileHandleForReading.close()
  }

  /// The code with which it ended; nil when it does not end, or not by itself.
  func exitCode() -> Int32? {
    guard eventually({ !process.isRunning }), process.terminationReason == .exit else { return nil }
    return process.terminationStatus
  }
}
