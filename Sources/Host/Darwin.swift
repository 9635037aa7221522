#if canImport(Darwin)
  import Darwin

  /// What only Darwin has, under the names that Linux.swift gives the same things.
  enum Platform {
    /// The path of this very program, for starting it again.
    static var ownPath: String {
      var length: UInt32 = 4096
      var path = [CChar](repeating: 0, count: Int(length))
      guard unsafe _NSGetExecutablePath(&path, &length) == 0 else { return CommandLine.arguments.first ?? "" }
      return unsafe String(cString: path)
    }

    /// The environment as the C library holds it.
    static var environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? { unsafe _NSGetEnviron()?.pointee }

    /// When a file was modified last, and when anything of it was changed.
    static func times(_ status: stat) -> (modified: timespec, changed: timespec) {
      (status.st_mtimespec, status.st_ctimespec)
    }

    /// Flags for starting a program: no descriptor reaches it but those named.
    static var spawnFlags: Int32 { POSIX_SPAWN_CLOEXEC_DEFAULT }

    /// Nothing: `spawnFlags` has done it.
    static func closeAbove(_ actions: inout posix_spawn_file_actions_t?) {}

    /// A kqueue that becomes readable when one of `signals` is sent.
    static func openSignals(_ signals: [Int32]) -> Int32? {
      let descriptor = kqueue()
      guard descriptor >= 0 else { return nil }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      for signal in signals {
        var change = unsafe kevent()
        unsafe change.ident = UInt(signal)
        unsafe change.filter = Int16(EVFILT_SIGNAL)
        unsafe change.flags = UInt16(EV_ADD)
        _ = unsafe kevent(descriptor, &change, 1, nil, 0, nil)
      }
      return descriptor
    }

    /// The next signal that has come to a descriptor of `openSignals`.
    static func nextSignal(_ descriptor: Int32) -> Int32? {
      var event = unsafe kevent()
      var now = timespec()
      guard unsafe kevent(descriptor, nil, 0, &event, 1, &now) == 1 else { return nil }
      return unsafe Int32(event.ident)
    }

    /// Always false: a process that its parent has not noticed counts as alive here.
    static func isZombie(_ process: Int32) -> Bool { false }
  }
#endif
