#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The two ends over which a loop talks with its client.
package struct Streams: Equatable, Sendable {
  /// Where the client's messages are read.
  package var input: Int32
  /// Where messages to the client are written.
  package var output: Int32

  /// The ends as they are given: the caller keeps them open while a loop runs, and closes them.
  package init(input: Int32, output: Int32) {
    self.input = input
    self.output = output
  }

  /// Takes the process's standard streams for a connection.
  ///
  /// Standard output is duplicated, and descriptor 1 then leads to standard error, so that a stray print cannot break
  /// the connection. A standard stream that was closed at the start is opened on `/dev/null`, so that no other file
  /// gets its number.
  package static func claim() -> Streams {
    claim(output: 1, error: 2)
  }

  /// The same with other numbers in the places of 1 and 2, for tests.
  package static func claim(input: Int32 = 0, output: Int32, error: Int32) -> Streams {
    ignoreBrokenPipes()
    for number in [input, output, error] where fcntl(number, F_GETFD) < 0 {
      let null = unsafe open("/dev/null", O_RDWR)
      if null >= 0 && null != number {
        dup2(null, number)
        close(null)
      }
    }
    let connection = fcntl(output, F_DUPFD_CLOEXEC, 3)
    guard connection >= 0 else { return Streams(input: input, output: output) }
    dup2(error, output)
    return Streams(input: input, output: connection)
  }
}

/// How far a text came that was written to a standard stream.
package enum Delivery: Equatable, Sendable {
  /// All of it was taken.
  case taken
  /// Nobody reads any more: there is nothing to report and nothing more to do.
  case closed
  /// The system refused it, as on a full disk.
  case failed(Problem)
}

/// Writes all bytes to standard output, waiting as long as the reader needs; a reader that has gone away is no error.
package func writeStandardOutput(_ bytes: [UInt8]) -> Delivery {
  writeAll(bytes, to: 1, subject: "standard output")
}

/// Writes all bytes to standard error, waiting as long as the reader needs.
@discardableResult
package func writeStandardError(_ bytes: [UInt8]) -> Delivery {
  writeAll(bytes, to: 2, subject: "standard error")
}

/// Writes all bytes to a descriptor, waiting as long as the reader needs.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32, subject: String) -> Delivery {
  ignoreBrokenPipes()
  var rest = bytes[...]
  while !rest.isEmpty {
    switch writeOnce(descriptor, rest) {
    case .moved(let number):
      rest = rest.dropFirst(number)
    case .blocked:
      var entry = [pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)]
      wait(&entry, milliseconds: -1)
    case .over(EPIPE), .over(ECONNRESET):
      return .closed
    case .over(let code):
      return .failed(Problem(subject, code: code))
    }
  }
  return .taken
}

/// Waits, and says whether whoever reads standard output has gone meanwhile.
///
/// - Parameter milliseconds: how long; a signal or the reader's end makes it shorter.
/// - Returns: whether nobody reads any more.
package func isReaderGone(within milliseconds: Int) -> Bool {
  var entry = [pollfd(fd: 1, events: 0, revents: 0)]
  wait(&entry, milliseconds: Int32(clamping: max(milliseconds, 0)))
  return entry[0].revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0
}

/// Ends the process with an exit code, at once.
package func endProcess(_ code: Int32) -> Never {
  exit(code)
}
