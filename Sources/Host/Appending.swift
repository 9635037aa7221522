#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Puts bytes behind a file that only its user can read, in one piece, and makes the file and its folders.
///
/// A last line that somebody was killed in is ended first, so that what is written begins a line.
///
/// - Parameters:
///   - path: an absolute path; a link or anything that is no regular file is left alone.
///   - bytes: whole lines.
/// - Returns: why nothing, or not all, was written.
package func appendPrivateFile(_ path: String, _ bytes: [UInt8]) -> Problem? {
  guard makeFolders(of: path) else { return Problem(path, "not a path") }
  let descriptor = unsafe open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
  guard descriptor >= 0 else { return Problem(path, code: errno) }
  var status = stat()
  guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
    close(descriptor)
    return Problem(path, "not a regular file")
  }
  // Whoever made it otherwise: it is its user's alone.
  if status.st_mode & 0o077 != 0 { _ = fchmod(descriptor, 0o600) }
  var last: UInt8 = 0
  let isTorn =
    unsafe status.st_size > 0 && pread(descriptor, &last, 1, status.st_size - 1) == 1 && last != UInt8(ascii: "\n")
  var problem: Problem?
  switch writeAll(isTorn ? [UInt8(ascii: "\n")] + bytes : bytes, to: descriptor, subject: path) {
  case .taken: break
  case .closed: problem = Problem(path, code: EPIPE)
  case .failed(let failure): problem = failure
  }
  // A full disk may be told of as late as here.
  if close(descriptor) != 0, problem == nil { problem = Problem(path, code: errno) }
  return problem
}

/// Does something to a file that is no link while no other program does anything of the kind to a file: all take a lock beside it (flock(2)).
///
/// - Parameters:
///   - path: the file.
///   - milliseconds: how long to wait for whoever has the lock.
///   - work: gives what went wrong.
/// - Returns: what went wrong, the lock included.
package func holding(_ path: String, milliseconds: Int, _ work: () -> Problem?) -> Problem? {
  guard makeFolders(of: path) else { return Problem(path, "not a path") }
  var status = stat()
  if unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK {
    return Problem(path, "a link, not a regular file")
  }
  let beside = path + ".lock"
  let descriptor = unsafe open(beside, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
  guard descriptor >= 0 else { return Problem(beside, code: errno) }
  defer { close(descriptor) }
  let end = monotonicMilliseconds() + milliseconds
  while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
    guard errno == EWOULDBLOCK || errno == EINTR else { return Problem(beside, code: errno) }
    guard monotonicMilliseconds() < end else { return Problem(path, "is being written by another program") }
    usleep(5_000)
  }
  return work()
}

/// Makes the folders above a file that are not there, for their user alone; false for what is no absolute path.
func makeFolders(of path: String) -> Bool {
  let parts = path.split(separator: "/").map(String.init)
  guard path.hasPrefix("/"), parts.count > 1, !path.utf8.contains(0) else { return false }
  for count in 1..<parts.count { _ = unsafe mkdir("/" + parts[..<count].joined(separator: "/"), 0o700) }
  return true
}
