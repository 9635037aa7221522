import Foundation
import Host
import LanguageServer
import Synchronization
import Testing
import Wire

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A session that is one closure over what it remembers; it does not hear of `drained`.
struct Acting: Serving, Sendable {
  var memory: [String] = []
  let act: @Sendable (Event, inout [String]) -> [Effect]
  /// Does a part of what waits; nil when nothing does.
  let part: @Sendable (inout [String]) -> [Effect]?

  init(
    part: @escaping @Sendable (inout [String]) -> [Effect]? = { _ in nil },
    _ act: @escaping @Sendable (Event, inout [String]) -> [Effect]
  ) {
    self.act = act
    self.part = part
  }

  mutating func advance() -> [Effect]? { part(&memory) }

  mutating func receive(_ event: Event) -> [Effect] {
    event == .drained ? [] : act(event, &memory)
  }
}

/// Answers each message with itself, and exits with 0 when the client is gone.
@Sendable func echo(_ event: Event, _ memory: inout [String]) -> [Effect] {
  switch event {
  case .received(let body): [.send(body, slot: nil)]
  case .refused(let words): [say("refused \(words.isEmpty ? "silently" : "in words")")]
  case .closed, .lost: [.exit(0)]
  default: []
  }
}

/// The effect of sending a text.
func say(_ text: String, slot: String? = nil) -> Effect {
  .send(Array(text.utf8), slot: slot)
}

/// The text of a received message; nil for every other event.
func message(_ event: Event) -> String? {
  guard case .received(let body) = event else { return nil }
  return String(decoding: body, as: UTF8.self)
}

/// A loop on a thread of its own, and the client's ends of its pipes.
final class Client {
  /// A time after which something hangs; never a time in which it must be quick.
  static let guardSeconds = 30.0

  let input: Int32
  let output: Int32
  let result: Result
  private var frames = Frames()

  final class Result: Sendable {
    let code = Mutex<Int32?>(nil)
    let ended = DispatchSemaphore(value: 0)
  }

  /// Runs a session over two new pipes.
  convenience init(
    options: LoopOptions = Client.quiet, log: Log = Log(error: -1),
    observe: (@Sendable (Exchange) -> Void)? = nil,
    part: @escaping @Sendable (inout [String]) -> [Effect]? = { _ in nil },
    _ act: @escaping @Sendable (Event, inout [String]) -> [Effect]
  ) {
    let (input, output) = (Pipe(), Pipe())
    self.init(input, output, options: options, log: log, observe: observe, part: part, act)
  }

  init(
    _ input: Pipe, _ output: Pipe, options: LoopOptions = Client.quiet, log: Log = Log(error: -1),
    observe: (@Sendable (Exchange) -> Void)? = nil,
    part: @escaping @Sendable (inout [String]) -> [Effect]? = { _ in nil },
    _ act: @escaping @Sendable (Event, inout [String]) -> [Effect]
  ) {
    signal(SIGPIPE, SIG_IGN)
    self.input = double(input.fileHandleForWriting)
    self.output = double(output.fileHandleForReading)
    let streams = Streams(input: double(input.fileHandleForReading), output: double(output.fileHandleForWriting))
    for handle in [input.fileHandleForReading, input.fileHandleForWriting] { try? handle.close() }
    for handle in [output.fileHandleForReading, output.fileHandleForWriting] { try? handle.close() }
    let result = Result()
    self.result = result
    Thread.detachNewThread {
      let code = Loop(Acting(part: part, act), streams: streams, log: log, options: options, observe: observe).run()
      close(streams.input)
      close(streams.output)
      result.code.withLock { $0 = code }
      result.ended.signal()
    }
  }

  deinit {
    hangUp()
    stopReading()
  }

  /// Options of a loop beside others.
  static var quiet: LoopOptions {
    var options = LoopOptions()
    options.takesSignals = false
    return options
  }

  /// The same, with a shell script in the place of `tokenfield index`.
  static func script(_ script: String) -> LoopOptions {
    var options = quiet
    options.index = Program("/bin/sh", arguments: ["sh", "-c", script])
    return options
  }

  /// Sends messages as one piece of bytes, waiting until all of it has been taken.
  func send(_ texts: String...) {
    write(texts.flatMap { frame(Array($0.utf8)) })
  }

  func write(_ bytes: [UInt8]) {
    let delivery = writeAll(bytes, to: input, subject: "input")
    #expect(delivery == .taken)
  }

  /// Reads so many messages; fewer when the other end closes or nothing comes.
  func receive(_ number: Int) -> [String] {
    var texts: [String] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while texts.count < number {
      while texts.count < number, let frame = frames.next() {
        guard case .body(let body) = frame else { continue }
        texts.append(String(decoding: body, as: UTF8.self))
      }
      guard texts.count < number else { break }
      var entry = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&entry, 1, Int32(Client.guardSeconds * 1000)) == 1 else {
        Issue.record("nothing comes after \(texts.count) of \(number) messages")
        break
      }
      let count = unsafe read(output, &buffer, buffer.count)
      guard count > 0 else { break }
      frames.append(buffer[..<count])
    }
    return texts
  }

  /// Closes the client's sending end.
  func hangUp() {
    closeOnce(input)
  }

  /// Closes the client's reading end.
  func stopReading() {
    closeOnce(output)
  }

  /// The exit code of the loop; nil when it does not end.
  func exitCode() -> Int32? {
    guard result.ended.wait(timeout: .now() + Client.guardSeconds) == .success else { return nil }
    result.ended.signal()
    return result.code.withLock { $0 }
  }

  private var closed: Set<Int32> = []

  private func closeOnce(_ descriptor: Int32) {
    if closed.insert(descriptor).inserted { close(descriptor) }
  }
}

/// Another number for what a handle is open on, which no child inherits.
func double(_ handle: FileHandle) -> Int32 {
  fcntl(handle.fileDescriptor, F_DUPFD_CLOEXEC, 3)
}

/// Waits for something that is about to happen; false when it does not.
func eventually(_ condition: () -> Bool) -> Bool {
  let end = Date(timeIntervalSinceNow: Client.guardSeconds)
  while Date() < end {
    if condition() { return true }
    usleep(2000)
  }
  return condition()
}

/// Whether a process is there at all; one that waits for a parent other than this process to notice it is not.
func exists(_ process: Int32) -> Bool {
  guard kill(process, 0) == 0 else { return false }
  guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
  let fields = status.split(separator: ")").last?.split(separator: " ") ?? []
  let isForeignZombie = fields.first == "Z" && fields.dropFirst().first != Substring(String(getpid()))
  return !isForeignZombie
}

/// A directory that is removed after the test.
final class Folder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/host-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in it, which is written if contents are given.
  func file(_ name: String, _ contents: String? = nil) throws -> String {
    let file = path + "/" + name
    if let contents { try Data(contents.utf8).write(to: URL(fileURLWithPath: file)) }
    return file
  }

  func text(_ name: String) -> String {
    (try? String(contentsOfFile: path + "/" + name, encoding: .utf8)) ?? ""
  }
}
