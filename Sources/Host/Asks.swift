import LanguageServer

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The slow work that goes on: children, and processes that are watched.
struct Asks {
  private struct Watch {
    var ask: Int
    var process: Int
  }

  private var children: [Child] = []
  private var watches: [Watch] = []
  private var nextWatch = 0
  private var unreaped = Unreaped()
  private var answers: [(ask: Int, answer: Answer)] = []
  private var lines: [String] = []

  /// Whether an answer waits to be taken.
  var hasAnswer: Bool { !answers.isEmpty }

  /// When something is to be looked at again, in nanoseconds.
  var next: Int? {
    var next = unreaped.next ?? Int.max
    if !watches.isEmpty { next = min(next, nextWatch) }
    for child in children { next = min(next, child.nextLook) }
    return next == Int.max ? nil : next
  }

  /// What to poll: three entries a child.
  var entries: [pollfd] {
    children.flatMap { child in
      [
        pollfd(fd: child.input, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: child.output, events: Int16(POLLIN), revents: 0),
        pollfd(fd: child.error, events: Int16(POLLIN), revents: 0),
      ]
    }
  }

  /// Takes what poll(2) found in `entries`.
  mutating func note(_ entries: ArraySlice<pollfd>) {
    for (child, place) in zip(children, stride(from: entries.startIndex, to: entries.endIndex, by: 3)) {
      child.ready = Child.Ready(
        input: entries[place].revents != 0, output: entries[place + 1].revents != 0,
        error: entries[place + 2].revents != 0)
    }
  }

  /// Begins slow work; a program that cannot be started is an answer like any other.
  mutating func begin(_ number: Int, _ ask: Ask, index: Program, now: Int) {
    switch ask {
    case .index(let request), .learn(let request):
      do throws(Problem) {
        let child = try Child(index, ask: number, request: request, now: now)
        if case .learn = ask { child.outlives = true }
        children.append(child)
      } catch {
        answers.append((number, .ended(problem: error.text)))
      }
    case .open(let path):
      switch mapFile(path) {
      case .success(let bytes): answers.append((number, .opened(bytes)))
      case .failure(let problem): answers.append((number, .ended(problem: problem.text)))
      }
    case .watch(let process):
      guard isAlive(process) else { return }
      if watches.isEmpty { nextWatch = now + Asks.second }
      watches.append(Watch(ask: number, process: process))
    }
  }

  /// Ends slow work, of which nothing will be delivered any more.
  mutating func forget(_ number: Int, now: Int) {
    answers.removeAll { $0.ask == number }
    watches.removeAll { $0.ask == number }
    for child in children where child.ask == number { stop(child, now: now) }
    children.removeAll { $0.ask == number }
  }

  /// Moves what is ready: requests and lines of all children, and one part of one of them, in turn.
  mutating func serve(now: Int, buffer: inout [UInt8]) {
    unreaped.look(now: now)
    serveWatches(now: now)
    for child in children {
      if child.ready.input { child.writeRequest() }
      if child.ready.error { lines += child.readLines(into: &buffer) }
    }
    for (place, child) in children.enumerated() where child.ready.output {
      guard let part = child.readPart(into: &buffer, now: now) else { continue }
      answers.append((child.ask, .part(part)))
      children.append(children.remove(at: place))
      break
    }
    for child in children where child.look(now: now) {
      lines += child.lastLines(into: &buffer)
      answers.append((child.ask, .ended(problem: child.problem)))
      stop(child, now: now)
      children.removeAll { $0 === child }
    }
  }

  /// The lines that children have written to standard error since the last call.
  mutating func takeLines() -> [String] {
    defer { lines = [] }
    return lines
  }

  /// The next answer, which is delivered before another is taken: a forgotten one is not.
  mutating func takeAnswer() -> (ask: Int, answer: Answer)? {
    answers.isEmpty ? nil : answers.removeFirst()
  }

  /// Kills all children, but for those that write something for the user: these have their request and are let go.
  mutating func stop(now: Int) {
    for child in children {
      if child.outlives { child.letGo() } else { stop(child, now: now) }
    }
    children = []
    watches = []
    answers = []
  }

  /// Reaps what was killed; waits for it a moment.
  mutating func finish() {
    unreaped.finish(milliseconds: 50)
  }

  private mutating func stop(_ child: Child, now: Int) {
    if child.stop() { unreaped.add(child.process, now: now) }
  }

  private mutating func serveWatches(now: Int) {
    guard !watches.isEmpty, now >= nextWatch else { return }
    nextWatch = now + Asks.second
    for watch in watches where !isAlive(watch.process) { answers.append((watch.ask, .ended(problem: nil))) }
    watches.removeAll { watch in answers.contains { $0.ask == watch.ask } }
  }

  private static let second = 1_000_000_000
}
