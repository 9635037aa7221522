#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Children that have been killed and whose status nobody has taken yet.
///
/// A process that sits in the kernel (a hanging file system) can outlive its kill, so nothing waits for one; it is
/// looked for in growing steps.
struct Unreaped {
  /// When to look again, in nanoseconds; nil when there is nothing to reap.
  private(set) var next: Int?

  private var processes: [Int32] = []
  private var pause = Unreaped.shortestPause
  private static let shortestPause = 1_000_000
  private static let longestPause = 1_000_000_000

  /// Adds a process that has been killed.
  mutating func add(_ process: Int32, now: Int) {
    processes.append(process)
    pause = Unreaped.shortestPause
    next = now + pause
  }

  /// Reaps what can be reaped, if it is time to look.
  mutating func look(now: Int) {
    guard let next, now >= next else { return }
    processes.removeAll { reap($0) != nil }
    pause = min(pause * 2, Unreaped.longestPause)
    self.next = processes.isEmpty ? nil : now + pause
  }

  /// Waits for the rest, but not longer than so many milliseconds.
  mutating func finish(milliseconds: Int) {
    for _ in 0..<milliseconds {
      processes.removeAll { reap($0) != nil }
      if processes.isEmpty { break }
      var none: [pollfd] = []
      wait(&none, milliseconds: 1)
    }
    next = nil
  }
}
