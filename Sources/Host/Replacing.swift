#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Puts other contents in the place of a file that exists, at once: whoever reads it finds the old ones or the new ones.
///
/// They are written to a file beside it, which then takes its name and has its permissions. A link stays one.
///
/// - Parameters:
///   - path: a regular file.
///   - bytes: the new contents.
/// - Returns: why the file is as it was; nil when it has the new contents.
package func replaceFile(_ path: String, with bytes: [UInt8]) -> Problem? {
  guard let target = resolve(path) else { return Problem(path, code: errno) }
  var status = stat()
  guard unsafe stat(target, &status) == 0 else { return Problem(path, code: errno) }
  guard status.st_mode & S_IFMT == S_IFREG else { return Problem(path, "not a regular file") }
  let beside = "\(target).\(getpid()).new"
  let descriptor = unsafe open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
  guard descriptor >= 0 else { return Problem(beside, code: errno) }
  var problem: Problem?
  switch writeAll(bytes, to: descriptor, subject: beside) {
  case .taken: if fchmod(descriptor, status.st_mode & 0o7777) != 0 { problem = Problem(beside, code: errno) }
  case .closed: problem = Problem(beside, code: EPIPE)
  case .failed(let failure): problem = failure
  }
  // A full disk may be told of as late as here.
  if close(descriptor) != 0, problem == nil { problem = Problem(beside, code: errno) }
  if problem == nil, unsafe rename(beside, target) != 0 { problem = Problem(path, code: errno) }
  if problem != nil { unsafe unlink(beside) }
  return problem
}
