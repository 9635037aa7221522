#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Nanoseconds of a clock that only goes forward; its start means nothing.
func monotonicNanoseconds() -> Int {
  var now = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &now)
  return Int(now.tv_sec) * 1_000_000_000 + Int(now.tv_nsec)
}

/// Milliseconds of a clock that only goes forward, for measuring how long something took; its start means nothing.
package func monotonicMilliseconds() -> Int {
  monotonicNanoseconds() / 1_000_000
}
