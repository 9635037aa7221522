#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// How many times as much processor time a body takes for a size as for a sixteenth of it.
///
/// 16 where time follows the size, 256 where it follows the square of it. Processor time of the calling thread, so that
/// a busy machine changes nothing; the smaller one is the least of three, and at least 50 µs.
///
/// - Parameters:
///   - size: the larger size; 16 or more.
///   - prepare: makes what the body works on; its time does not count.
///   - body: what is measured.
/// - Returns: the quotient of the two times.
package func growth<Input>(_ size: Int, _ prepare: (Int) throws -> Input, _ body: (Input) throws -> Void) rethrows
  -> Double
{
  let input = try prepare(size / 16)
  let small = try (0..<3).map { _ in try processorTime { try body(input) } }.min() ?? 0
  let larger = try prepare(size)
  return Double(try processorTime { try body(larger) }) / Double(max(small, 50_000))
}

/// More than this is no linear growth, whatever the caches do.
package let linear = 100.0

/// The processor time that a body takes on this thread, in nanoseconds.
package func processorTime(_ body: () throws -> Void) rethrows -> Int {
  let begin = now()
  try body()
  return now() - begin
}

private func now() -> Int {
  var time = timespec()
  unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
}
