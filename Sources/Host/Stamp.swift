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
  var (device, node): (UInt64, UInt64)
  /// A number that another file at the same time does not have.
  package var number: UInt64 { node }
}

/// The stamp of a regular file, links followed; nil where there is none.
package func stamp(_ path: String) -> Stamp? {
  var status = stat()
  guard !path.utf8.contains(0), unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
  let (modified, changed) = Platform.times(status)
  return Stamp(
    modified: nanoseconds(modified), changed: nanoseconds(changed), size: Int(status.st_size),
    device: UInt64(truncatingIfNeeded: status.st_dev), node: UInt64(truncatingIfNeeded: status.st_ino))
}

/// When the contents of a folder were changed last, in nanoseconds since 1970; nil where there is none.
package func folderStamp(_ path: String) -> Int? {
  var status = stat()
  guard !path.utf8.contains(0), unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
  return nanoseconds(Platform.times(status).0)
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
