#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The signals that ask the process to end, made readable: blocked in the serving thread and read like input.
///
/// No handler runs, so nothing happens between two instructions of the loop. A signal that was ignored when the
/// process started (`nohup`) stays ignored.
struct Signals {
  /// Those that are waited for: hang-up, interrupt and terminate.
  static let awaited = [SIGHUP, SIGINT, SIGTERM]

  /// To be polled for reading; -1 where the system has no such thing, and the signals then do what they always do.
  let descriptor: Int32
  private var former = sigset_t()

  init() {
    guard let descriptor = Platform.openSignals(Signals.awaited) else {
      self.descriptor = -1
      return
    }
    self.descriptor = descriptor
    var set = signalSet(Signals.awaited)
    unsafe pthread_sigmask(SIG_BLOCK, &set, &former)
  }

  /// The next signal that has come, if any.
  func next() -> Int32? {
    descriptor < 0 ? nil : Platform.nextSignal(descriptor)
  }

  /// Gives the signals back their effect.
  mutating func close() {
    guard descriptor >= 0 else { return }
    closeDescriptor(descriptor)
    unsafe pthread_sigmask(SIG_SETMASK, &former, nil)
  }
}

/// Closes a descriptor, where a method hides the function of that name.
func closeDescriptor(_ descriptor: Int32) {
  close(descriptor)
}

/// A set of signals.
func signalSet(_ signals: [Int32]) -> sigset_t {
  var set = sigset_t()
  unsafe sigemptyset(&set)
  for signal in signals { unsafe sigaddset(&set, signal) }
  return set
}

/// Keeps a reader that has gone away from ending the process; writing then gives EPIPE.
func ignoreBrokenPipes() {
  signal(SIGPIPE, SIG_IGN)
}

/// The word for a signal: `killed`, `Segmentation fault`, `signal 99`.
func word(signal: Int32) -> String {
  switch signal {
  case SIGHUP: "hang-up"
  case SIGINT: "interrupt"
  case SIGQUIT: "quit"
  case SIGILL: "illegal instruction"
  case SIGABRT: "abort"
  case SIGFPE: "arithmetic error"
  case SIGKILL: "kill"
  case SIGSEGV: "segmentation fault"
  case SIGBUS: "bus error"
  case SIGPIPE: "broken pipe"
  case SIGALRM: "alarm"
  case SIGTERM: "terminate"
  case SIGXCPU: "processor time limit"
  case SIGXFSZ: "file size limit"
  case SIGTRAP: "trap"
  default: "unknown"
  }
}
