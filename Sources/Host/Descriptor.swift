#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What one attempt to read or write gave.
enum Attempt: Equatable {
  /// So many bytes were moved.
  case moved(Int)
  /// Nothing can be moved now.
  case blocked
  /// Nothing will be moved any more: the end (0), or an error number.
  case over(Int32)
}

/// What a descriptor is open on, as far as waiting is concerned.
enum Conduit: Equatable {
  /// A pipe, a FIFO or a socket: may be full or empty, and may be made non-blocking.
  case pipe
  /// A regular file: never full, never empty.
  case file
  /// A terminal or another device: shared with other programs, and so never made non-blocking.
  case device

  init(_ descriptor: Int32) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      self = .device
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFIFO, S_IFSOCK: self = .pipe
    case S_IFREG: self = .file
    default: self = .device
    }
  }
}

/// Reads once into the front of `buffer`.
func readOnce(_ descriptor: Int32, into buffer: inout [UInt8], limit: Int) -> Attempt {
  while true {
    let number = unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe read(descriptor, bytes.baseAddress, min(limit, bytes.count))
    }
    if number > 0 { return .moved(number) }
    if number == 0 { return .over(0) }
    switch errno {
    case EINTR: continue
    case EAGAIN: return .blocked
    default: return .over(errno)
    }
  }
}

/// Writes once from the front of `bytes`.
func writeOnce(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Attempt {
  while true {
    let number = unsafe bytes.withUnsafeBytes { bytes in
      unsafe write(descriptor, bytes.baseAddress, bytes.count)
    }
    if number >= 0 { return .moved(number) }
    switch errno {
    case EINTR: continue
    case EAGAIN: return .blocked
    default: return .over(errno)
    }
  }
}

/// Waits until one of `entries` is ready or so many milliseconds have passed (-1: for ever); a signal ends it early.
func wait(_ entries: inout [pollfd], milliseconds: Int32) {
  let number = nfds_t(entries.count)
  if unsafe poll(&entries, number, milliseconds) < 0 {
    for index in entries.indices { entries[index].revents = 0 }
  }
}

/// Whether something can be written at once, without blocking: at least PIPE_BUF bytes.
func isWritable(_ descriptor: Int32) -> Bool {
  var entry = [pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)]
  wait(&entry, milliseconds: 0)
  return entry[0].revents & Int16(POLLOUT) != 0
}

/// Sets or clears O_NONBLOCK; says whether that changed anything.
@discardableResult
func setNonblocking(_ descriptor: Int32, _ isNonblocking: Bool) -> Bool {
  let flags = fcntl(descriptor, F_GETFL)
  guard flags >= 0 else { return false }
  let wanted = isNonblocking ? flags | O_NONBLOCK : flags & ~O_NONBLOCK
  return wanted != flags && fcntl(descriptor, F_SETFL, wanted) == 0
}

/// A pipe, close-on-exec at both ends, with numbers above those of the standard streams.
func openPipe() -> Result<(reading: Int32, writing: Int32), Problem> {
  var ends: [Int32] = [-1, -1]
  guard unsafe pipe(&ends) == 0 else { return .failure(Problem("pipe", code: errno)) }
  for index in ends.indices {
    if ends[index] > 2 {
      _ = fcntl(ends[index], F_SETFD, FD_CLOEXEC)
    } else {
      let moved = fcntl(ends[index], F_DUPFD_CLOEXEC, 3)
      close(ends[index])
      ends[index] = moved
    }
  }
  guard ends.allSatisfy({ $0 > 2 }) else {
    let problem = Problem("pipe", code: errno)
    for end in ends where end >= 0 { close(end) }
    return .failure(problem)
  }
  return .success((ends[0], ends[1]))
}
