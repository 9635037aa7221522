#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What tells whether a file is still as it was, without reading it.
package struct Stamp: Equatable, Sendable {
  /// When its contents were changed last, and when anything of it was, in nanoseconds since 1970.
  package var (modified, changed): (Int, Int)
  /// How long it is, in bytes.
  package var size: Int
  /// Which file it is, by the numbers of the system.
  package var (device, node): (UInt64, UInt64)
}

/// What tells whether a regular file has changed, links followed.
///
/// - Parameters:
///   - path: the file.
///   - acceptsFolders: whether that of a folder is wanted as well, which changes with the names in it.
/// - Returns: the stamp; nil where there is no such file.
package func stamp(_ path: String, acceptsFolders: Bool = false) -> Stamp? {
  var status = stat()
  guard !path.utf8.contains(0), unsafe stat(path, &status) == 0 else { return nil }
  let kind = status.st_mode & S_IFMT
  guard kind == S_IFREG || acceptsFolders && kind == S_IFDIR else { return nil }
  let (modified, changed) = Platform.times(status)
  return Stamp(
    modified: nanoseconds(modified), changed: nanoseconds(changed), size: Int(status.st_size),
    device: UInt64(truncatingIfNeeded: status.st_dev), node: UInt64(truncatingIfNeeded: status.st_ino))
}

/// The clock on the wall, in nanoseconds since 1970: what stamps are compared with.
package func wallNanoseconds() -> Int {
  var now = timespec()
  unsafe clock_gettime(CLOCK_REALTIME, &now)
  return nanoseconds(now)
}

/// A time that does not fit (it is centuries away) is that of no file here.
private func nanoseconds(_ time: timespec) -> Int {
  let (seconds, isTooLong) = Int(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
  return isTooLong ? 0 : seconds &+ Int(time.tv_nsec)
}
