package import Candidates

/// What the world tells a session; the enum is closed, so that a transcript can hold every one of them.
package enum Event: Equatable, Sendable {
  /// One message of the client: the bytes of its body, without the header.
  case received([UInt8])
  /// All that had arrived has been delivered, and is acted on now; until then it waits for a cancel behind it.
  case drained
  /// Bytes of the client that were no message, in words (framing only; bad JSON arrives as `received`).
  case refused(String)
  /// Something has come back to the ask with this number.
  case answered(ask: Int, Answer)
  /// The time asked for by the wake with this number has passed.
  case elapsed(wake: Int)
  /// The client will send nothing more: its end of the pipe is closed.
  case closed
  /// Nobody reads any more what is sent: what waits is dropped, and the session ends.
  case lost
}

/// What comes back to an `Ask`.
package enum Answer: Equatable, Sendable {
  /// A part of the output, at most 64 KiB, cut anywhere.
  case part([UInt8])
  /// The index file that was to be opened; nothing more will come.
  case opened(IndexBytes)
  /// Nothing more will come; the words say what went wrong, if anything did.
  case ended(problem: String?)
}

/// What a session wants done; the host does it and the session never waits.
package enum Effect: Equatable, Sendable {
  /// Write one message: the bytes of its body. While it has not been written, a newer one of the same `slot` takes its
  /// place (a push for the same document); a message without a slot is never replaced.
  case send([UInt8], slot: String?)
  /// One line for the log.
  case log(LogLevel, String)
  /// Start slow work; its answers carry the number.
  case ask(Int, Ask)
  /// Wake the session after so many milliseconds.
  case wake(Int, milliseconds: Int)
  /// The ask or wake with this number is no longer wanted: stop it, and deliver nothing of it any more.
  case forget(Int)
  /// End the process with this code, after what was sent has been written or a second has passed.
  case exit(Int32)
}

/// Slow work that is done outside the session.
package enum Ask: Equatable, Sendable {
  /// Read address books or wait until one has changed, count tags or look for one, look at files or for marks of
  /// programs in a child process (`tokenfield index`), to which `request` (JSON, one line) is given on its
  /// standard input; the child's output comes back in parts.
  case index(request: [UInt8])
  /// The same, for a child that writes something down: it goes on to its end when the session has ended.
  case learn(request: [UInt8])
  /// Open an index file: answer `.opened`, or `.ended` with the reason.
  case open(path: String)
  /// Answer `.ended` when the process with this id is gone. If it is not alive at the time of asking, never answer.
  case watch(process: Int)
}

/// How loud a line of the log is.
package enum LogLevel: String, CaseIterable, Comparable, Sendable {
  /// Contents of fields may be in it.
  case debug
  /// What a session did.
  case info
  /// Something came from outside that could not be used.
  case warning
  /// Something does not work until the user changes it.
  case error

  /// Whether the left level is quieter than the right one.
  package static func < (left: LogLevel, right: LogLevel) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .debug: 0
    case .info: 1
    case .warning: 2
    case .error: 3
    }
  }
}
