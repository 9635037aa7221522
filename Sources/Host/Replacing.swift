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
///   - objection: is asked right before the new file takes the name; what it gives leaves the file as it is.
/// - Returns: why the file is as it was; nil when it has the new contents.
package func replaceFile(
  _ path: String, with bytes: [UInt8], unless objection: () -> Problem? = { nil }
) -> Problem? {
  guard let target = resolve(path) else { return Problem(path, code: errno) }
  var status = stat()
  guard unsafe stat(target, &status) == 0 else { return Problem(path, code: errno) }
  guard status.st_mode & S_IFMT == S_IFREG else { return Problem(path, "not a regular file") }
  // A new file would be one for this name alone.
  guard status.st_nlink < 2 else { return Problem(path, "has another name (a hard link), and is left as it is") }
  // Whoever may not write to a file may still write beside it.
  guard unsafe access(target, W_OK) == 0 else { return Problem(path, code: errno) }
  let beside = "\(target).\(getpid()).new"
  let descriptor = unsafe open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
  guard descriptor >= 0 else { return Problem(beside, code: errno) }
  var problem: Problem?
  switch writeAll(bytes, to: descriptor, subject: beside) {
  case .taken:
    // Whoever may give files away leaves them to their owner; for all others they are their own.
    if status.st_uid != geteuid() || status.st_gid != getegid() { _ = fchown(descriptor, status.st_uid, status.st_gid) }
    if fchmod(descriptor, status.st_mode & 0o7777) != 0 { problem = Problem(beside, code: errno) }
  case .closed: problem = Problem(beside, code: EPIPE)
  case .failed(let failure): problem = failure
  }
  // A full disk may be told of as late as here.
  if close(descriptor) != 0, problem == nil { problem = Problem(beside, code: errno) }
  if problem == nil { problem = objection() }
  if problem == nil, unsafe rename(beside, target) != 0 { problem = Problem(path, code: errno) }
  if problem != nil { unsafe unlink(beside) }
  return problem
}

/// The same for a file that must not have been changed since it was read.
///
/// - Parameters:
///   - path: a regular file.
///   - old: the contents that were read.
///   - stamp: how the file was then.
///   - bytes: the new contents.
/// - Returns: why the file is as it was; nil when it has the new contents.
package func replaceFile(_ path: String, holding old: [UInt8], _ stamp: Stamp, with bytes: [UInt8]) -> Problem? {
  replaceFile(path, with: bytes) {
    // The stamp once more behind the bytes, so that a change while they are read is seen.
    guard Host.stamp(path) == stamp, case .success(old) = readFile(path, limit: old.count),
      Host.stamp(path) == stamp
    else { return Problem(path, "was changed meanwhile, and is left as it is") }
    return nil
  }
}

/// Gives a file another name in its folder, if no file has that name yet; a link is renamed itself.
///
/// - Parameters:
///   - path: the file.
///   - new: its new path, on the same file system.
/// - Returns: why it has its old name; nil when it has the new one.
package func moveFile(_ path: String, to new: String) -> Problem? {
  if path.utf8.contains(0) || new.utf8.contains(0) { return Problem(path, "not a path") }
  // A second name is never given in the place of a file, whoever makes one meanwhile.
  if unsafe link(path, new) == 0 {
    guard unsafe unlink(path) != 0 else { return nil }
    let code = errno
    unsafe unlink(new)
    return Problem(path, code: code)
  }
  guard [EPERM, ENOTSUP, EMLINK, ENOSYS].contains(errno) else { return Problem(new, code: errno) }
  // Some file systems know one name for a file only.
  var status = stat()
  guard unsafe lstat(new, &status) != 0 else { return Problem(new, code: EEXIST) }
  return unsafe rename(path, new) == 0 ? nil : Problem(path, code: errno)
}

/// Puts a file that only its user can read in its place at once, and makes the folder for it.
///
/// - Parameters:
///   - path: an absolute path; its folders are made if they are not there.
///   - bytes: the contents.
/// - Returns: why the file is as it was; nil when it has these contents.
package func writePrivateFile(_ path: String, with bytes: [UInt8]) -> Problem? {
  guard makeFolders(of: path) else { return Problem(path, "not a path") }
  // One name for all, so that whoever is killed while writing leaves one file behind, and the next one takes it away.
  let beside = path + ".new"
  if let old = stamp(beside), wallNanoseconds() - old.modified > 60_000_000_000 { unsafe unlink(beside) }
  let descriptor = unsafe open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
  guard descriptor >= 0 else { return Problem(beside, code: errno) }
  var problem: Problem?
  switch writeAll(bytes, to: descriptor, subject: beside) {
  case .taken: break
  case .closed: problem = Problem(beside, code: EPIPE)
  case .failed(let failure): problem = failure
  }
  if close(descriptor) != 0, problem == nil { problem = Problem(beside, code: errno) }
  if problem == nil, unsafe rename(beside, path) != 0 { problem = Problem(path, code: errno) }
  if problem != nil { unsafe unlink(beside) }
  return problem
}
