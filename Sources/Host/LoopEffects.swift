import LanguageServer
import Wire

extension Loop {
  /// Lets the session receive an event, and does what it wants done; after an exit nothing is delivered.
  mutating func deliver(_ event: Event) {
    guard code == nil else { return }
    observe?(.event(event))
    carryOut(session.receive(event))
  }

  /// Does what the session wants done.
  mutating func carryOut(_ effects: [Effect]) {
    for effect in effects {
      observe?(.effect(effect))
      carryOut(effect)
    }
  }

  private mutating func carryOut(_ effect: Effect) {
    switch effect {
    case .send(let body, let slot): send(frame(body), slot: slot)
    case .log(let level, let line): log.write(level, line)
    case .ask(let number, let ask): asks.begin(number, ask, index: options.index, now: monotonicNanoseconds())
    case .wake(let number, let milliseconds):
      let pause = max(0, min(milliseconds, Int(Int32.max)))
      timers.set(number, at: monotonicNanoseconds() + pause * 1_000_000)
    case .forget(let number):
      timers.cancel(number)
      asks.forget(number, now: monotonicNanoseconds())
    case .exit(let code):
      if self.code == nil { self.code = code }
    }
  }

  private mutating func send(_ bytes: [UInt8], slot: String?) {
    guard isOutputOpen else { return }
    outbox.append(bytes, slot: slot)
    if outbox.count >= 64 << 10 { flush() }
    // One message may be longer than that: what waited before it tells whether the client reads.
    guard outbox.count - bytes.count > options.queueLimit else { return }
    isOutputFull = false
    flush()
    guard outbox.count - bytes.count > options.queueLimit else { return }
    log.write(.error, "host the client does not read: more than \(options.queueLimit) bytes wait to be written")
    isOutputOpen = false
    outbox.clear()
    code = 1
  }

  /// Writes as much as is taken at once; short messages go together.
  mutating func flush() {
    while isOutputOpen, !isOutputFull, !outbox.isEmpty {
      if outputConduit == .device, !isWritable(streams.output) {
        isOutputFull = true
        break
      }
      switch writeOnce(streams.output, outbox.next(outputConduit == .device ? 4096 : 64 << 10)) {
      case .moved(let number):
        outbox.advance(number)
        stalled = nil
      case .blocked: isOutputFull = true
      case .over: closeOutput()
      }
    }
    if isOutputFull, stalled == nil { stalled = monotonicNanoseconds() }
  }

  /// Notes that nobody reads any more; the turn tells the session at its end.
  mutating func closeOutput() {
    isOutputOpen = false
    outbox.clear()
  }
}
