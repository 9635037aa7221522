import LanguageServer
import Wire

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What a loop does differently from the usual.
package struct LoopOptions: Sendable {
  /// What is started for `Ask.index`: this very program with the argument `index`.
  package var index = Program.index
  /// The largest message taken from the client, in bytes; a larger one is skipped and logged.
  package var messageLimit = 64 << 20
  /// More bytes than this waiting to be written end the process: the client has stopped reading.
  package var queueLimit = 64 << 20
  /// How long, in milliseconds, the end may take after the client has gone or an exit was asked for; all in all it
  /// stays under a second.
  package var patience = 900
  /// Whether hang-up, interrupt and terminate end the loop in good order; off for loops beside others in a process.
  package var takesSignals = true

  /// The usual.
  package init() {}
}

/// Runs a session over two descriptors, on the thread that calls it.
///
/// One turn: wait; take note of signals; read and cut what has come (at most 1 MiB), deliver every message in order, have
/// the session do part after part of it, then `drained`; deliver the wakes that fell due; deliver what asks have brought (at most one part of 64 KiB); write.
/// The session is the only one that computes, so a turn is as short as its answers, and a key waits for one part at most.
package struct Loop<Session: Serving>: ~Copyable {
  var session: Session
  var log: Log
  let streams: Streams
  let options: LoopOptions
  let observe: ((Exchange) -> Void)?

  var frames: Frames
  var isInputOpen = true
  /// Messages were delivered, and not all of what they ask for has been done.
  var hasWork = false
  var outbox = Outbox()
  var isOutputOpen = true
  /// The last write was not taken: there is no use in another before the output polls as writable.
  var isOutputFull = false
  /// Since when, in nanoseconds, the output has taken nothing though something waits; nil while it takes what comes.
  var stalled: Int?
  let outputConduit: Conduit

  var timers = Timers()
  var asks = Asks()
  /// The session has been told that the client is gone.
  var isClosed = false
  /// When the process ends whatever is still to be done, in nanoseconds.
  var deadline: Int?
  /// A signal has ended the loop.
  var isSignalled = false
  /// The exit code, once the end has come.
  var code: Int32?
  var buffer = [UInt8](repeating: 0, count: 64 << 10)

  /// A loop that has not begun; `observe` hears of every event and effect, in order, before it takes effect.
  package init(
    _ session: Session, streams: Streams, log: Log = Log(), options: LoopOptions = LoopOptions(),
    observe: ((Exchange) -> Void)? = nil
  ) {
    self.session = session
    self.streams = streams
    self.log = log
    self.options = options
    frames = Frames(limit: options.messageLimit)
    self.observe = observe
    outputConduit = Conduit(streams.output)
  }

  /// Serves until the session exits, the client goes away or a signal comes; gives the process's exit code.
  ///
  /// The code is the session's own; 1 when the client went away and the session named none, or reads nothing; 128 and
  /// the signal's number after a signal. Children are killed. Descriptors stay open, with the flags that they had.
  package consuming func run() -> Int32 {
    ignoreBrokenPipes()
    var changed: [Int32] = []
    for descriptor in [streams.input, streams.output] where Conduit(descriptor) == .pipe {
      if setNonblocking(descriptor, true) { changed.append(descriptor) }
    }
    var signals = options.takesSignals ? Signals() : nil
    while code == nil { turn(signals) }
    finish(signals)
    for descriptor in changed { setNonblocking(descriptor, false) }
    signals?.close()
    return code ?? 1
  }

  private mutating func turn(_ signals: Signals?) {
    var entries = [
      pollfd(fd: signals?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: isInputOpen && !isClosed ? streams.input : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: isOutputOpen ? streams.output : -1, events: isOutputFull ? Int16(POLLOUT) : 0, revents: 0),
    ]
    entries += asks.entries
    wait(&entries, milliseconds: pause())
    asks.note(entries.dropFirst(3))

    if let signal = signals?.next() { return end(signal) }
    if entries[2].revents & Int16(POLLOUT) != 0 { isOutputFull = false }
    if entries[2].revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 { closeOutput() }
    if entries[1].revents != 0 { serveInput() }
    if hasWork { work(signals) }
    if !isInputOpen, !hasWork, !isClosed, code == nil {
      if frames.isInside { log.write(.warning, "host input ended inside a message") }
      close()
    }
    serveWakes()
    serveAsks()
    flush()
    if !isOutputOpen { close() }
    if let deadline, code == nil, monotonicNanoseconds() >= deadline { code = 1 }
  }

  /// How long may be waited, in milliseconds rounded up, for poll(2).
  private func pause() -> Int32 {
    if asks.hasAnswer || hasWork { return 0 }
    guard let next = [timers.next, asks.next, deadline].compactMap({ $0 }).min() else { return -1 }
    return Int32(max(0, min(60_000, (next - monotonicNanoseconds() + 999_999) / 1_000_000)))
  }

  private mutating func serveInput() {
    // A device is read once a turn, since it is not non-blocking; for the others reading says when there is no more.
    let repeats = Conduit(streams.input) != .device
    var budget = 1 << 20
    var arrived: [Frame] = []
    reading: while budget > 0 {
      switch readOnce(streams.input, into: &buffer, limit: min(budget, buffer.count)) {
      case .moved(let number):
        frames.append(buffer[..<number])
        while let frame = frames.next() { arrived.append(frame) }
        budget -= number
        if !repeats { break reading }
      case .blocked:
        break reading
      case .over(let error):
        if error != 0 { log.write(.warning, "host reading: \(words(error))") }
        isInputOpen = false
        // From now on it is asked whether the client reads at all.
        if stalled != nil { stalled = monotonicNanoseconds() }
        break reading
      }
    }
    for frame in arrived {
      switch frame {
      case .body(let body): deliver(.received(body))
      case .fault(let words): deliver(.refused(words))
      }
    }
    if !arrived.isEmpty { hasWork = true }
  }

  /// Has the session do what it has received, part by part, until all is done or there is a reason to stop.
  private mutating func work(_ signals: Signals?) {
    while code == nil {
      guard !isInterrupted(signals) else { return }
      guard let effects = session.advance() else { break }
      carryOut(effects)
    }
    hasWork = false
    deliver(.drained)
  }

  /// Whether a signal has come, or nobody reads the answers: the turn goes on, which ends the loop.
  private mutating func isInterrupted(_ signals: Signals?) -> Bool {
    var entries = [
      pollfd(fd: signals?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: isOutputOpen ? streams.output : -1, events: isOutputFull ? Int16(POLLOUT) : 0, revents: 0),
    ]
    wait(&entries, milliseconds: 0)
    if entries[1].revents & Int16(POLLOUT) != 0 { isOutputFull = false }
    if entries[1].revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 { closeOutput() }
    if !isInputOpen {
      // The client will ask nothing more. Is it there to read what it asked for?
      flush()
      if let stalled, monotonicNanoseconds() - stalled > options.patience * 1_000_000 {
        log.write(.warning, "host the client has gone and does not read; what it asked for is dropped")
        closeOutput()
      }
    }
    return entries[0].revents != 0 || !isOutputOpen
  }

  private mutating func serveWakes() {
    let now = monotonicNanoseconds()
    let limit = timers.asked
    while code == nil, let wake = timers.due(at: now, before: limit) { deliver(.elapsed(wake: wake)) }
  }

  private mutating func serveAsks() {
    let now = monotonicNanoseconds()
    asks.serve(now: now, buffer: &buffer)
    for line in asks.takeLines() { log.write(.warning, "index \(line)") }
    while code == nil, let (ask, answer) = asks.takeAnswer() { deliver(.answered(ask: ask, answer)) }
  }

  /// Tells the session, once, that the client is gone, or does not read any more; and sets the time of the end.
  private mutating func close() {
    guard !isClosed, code == nil else { return }
    isClosed = true
    hasWork = false
    deadline = monotonicNanoseconds() + options.patience * 1_000_000
    deliver(isOutputOpen ? .closed : .lost)
  }

  private mutating func end(_ signal: Int32) {
    isSignalled = true
    log.write(.info, "host ended by signal \(signal) (\(word(signal: signal)))")
    code = 128 + signal
  }

  /// Kills the children, and writes what is still to be written while there is time and nobody sends a signal.
  ///
  /// A reader that takes something has the whole time again, but after a signal.
  private mutating func finish(_ signals: Signals?) {
    asks.stop(now: monotonicNanoseconds())
    var last = deadline ?? monotonicNanoseconds() + options.patience * 1_000_000
    if !isInputOpen, let stalled { last = min(last, stalled + options.patience * 1_000_000) }
    flush()
    var waiting = outbox.count
    while isOutputOpen, !outbox.isEmpty, signals?.next() == nil {
      if outbox.count < waiting, !isSignalled { last = monotonicNanoseconds() + options.patience * 1_000_000 }
      waiting = outbox.count
      let rest = (last - monotonicNanoseconds() + 999_999) / 1_000_000
      guard rest > 0 else { break }
      var entries = [
        pollfd(fd: signals?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: streams.output, events: Int16(POLLOUT), revents: 0),
      ]
      wait(&entries, milliseconds: Int32(min(rest, 60_000)))
      if entries[1].revents != 0 { isOutputFull = false }
      flush()
    }
    asks.finish()
  }
}
