package import LanguageServer

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file that is only added to: a log or a recording.
///
/// It is made with mode 0600, since it may hold what a user wrote; a file that exists keeps its mode.
package final class AppendedFile: Sendable {
  private let descriptor: Int32

  /// Opens or makes the file; a directory or a FIFO that nobody reads is refused.
  package init(_ path: String) throws(Problem) {
    let flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
    descriptor = path.utf8.contains(0) ? -1 : unsafe open(path, flags, 0o600)
    guard descriptor >= 0 else { throw Problem(path, code: path.utf8.contains(0) ? EINVAL : errno) }
  }

  deinit { close(descriptor) }

  /// Adds bytes; false when not all of them were taken (the disk is full), which leaves a part of them there.
  @discardableResult
  package func append(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard case .moved(let number) = writeOnce(descriptor, rest) else { return false }
      rest = rest.dropFirst(number)
    }
    return true
  }
}

/// Where lines for the user go: standard error and, if named, a file.
///
/// A line is `level method what`. Nothing here waits: a line that a pipe does not take at once is dropped and counted,
/// and the count is told as soon as there is room again. Standard error is shared with the program that started this
/// one, so its O_NONBLOCK is left alone; a pipe that polls as writable takes PIPE_BUF bytes without blocking, so longer
/// lines are cut for it.
package struct Log {
  /// Lines below this are not written.
  package var level: LogLevel
  /// How many lines standard error has not taken, and nobody has been told of.
  package private(set) var dropped = 0
  private let error: Int32
  private let isBounded: Bool
  private let file: AppendedFile?

  /// Lines of `level` and above go to descriptor `error` (-1: nowhere) and to the end of `file`; SIGPIPE is ignored.
  package init(level: LogLevel = .info, error: Int32 = 2, file: AppendedFile? = nil) {
    self.level = level
    self.error = error
    self.file = file
    isBounded = Conduit(error) == .pipe
    ignoreBrokenPipes()
  }

  /// Writes one line; a line end within it is written as `\n`, and other control characters as a blank.
  package mutating func write(_ level: LogLevel, _ line: String) {
    guard level >= self.level else { return }
    let bytes = Log.line(level, line)
    file?.append(bytes)
    if dropped > 0, send(Log.line(.warning, "log \(dropped) lines were dropped")) { dropped = 0 }
    if dropped > 0 || !send(bytes) { dropped += 1 }
  }

  private static func line(_ level: LogLevel, _ text: String) -> [UInt8] {
    var bytes = Array(level.rawValue.utf8) + [UInt8(ascii: " ")]
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\n"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
      case 0..<0x20, 0x7f: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    return bytes + [UInt8(ascii: "\n")]
  }

  /// Whether the line went, or can never go.
  private func send(_ line: [UInt8]) -> Bool {
    guard error >= 0 else { return true }
    guard isBounded else {
      _ = writeAll(line, to: error, subject: "standard error")
      return true
    }
    guard isWritable(error) else { return false }
    let limit = Int(PIPE_BUF)
    let whole = line.count <= limit ? line[...] : (line.prefix(limit - 1) + [UInt8(ascii: "\n")])[...]
    return writeOnce(error, whole) != .blocked
  }
}
