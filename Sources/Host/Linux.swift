#if os(Linux)
  // `environ` is a variable of C, which nothing in this program changes.
  #if canImport(Musl)
    @unsafe @preconcurrency import Musl
  #else
    @unsafe @preconcurrency import Glibc
  #endif

  /// What only Linux has, under the names that Darwin.swift gives the same things.
  ///
  /// Functions that the Swift modules of the C library leave out are looked up by name while running; where one is
  /// missing, its caller does without.
  enum Platform {
    /// A path that names this very program, for starting it again.
    static var ownPath: String { "/proc/self/exe" }

    /// The environment as the C library holds it.
    static var environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? { unsafe environ }

    /// Flags for starting a program, beyond those that every system has.
    static var spawnFlags: Int32 { 0 }

    /// When a file was modified last, and when anything of it was changed.
    static func times(_ status: stat) -> (modified: timespec, changed: timespec) { (status.st_mtim, status.st_ctim) }

    private typealias CloseFrom =
      @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
    private typealias SignalDescriptor = @convention(c) (Int32, UnsafePointer<sigset_t>, Int32) -> Int32

    /// Keeps every descriptor above the standard streams from the program to be started (glibc 2.34 and later).
    static func closeAbove(_ actions: inout posix_spawn_file_actions_t) {
      guard let symbol = unsafe dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else { return }
      let closeFrom = unsafe unsafeBitCast(symbol, to: CloseFrom.self)
      _ = unsafe closeFrom(&actions, 3)
    }

    /// A descriptor that becomes readable when one of `signals`, all of them blocked, is sent; see signalfd(2).
    static func openSignals(_ signals: [Int32]) -> Int32? {
      guard let symbol = unsafe dlsym(nil, "signalfd") else { return nil }
      let open = unsafe unsafeBitCast(symbol, to: SignalDescriptor.self)
      var set = signalSet(signals)
      let descriptor = unsafe open(-1, &set, O_NONBLOCK | O_CLOEXEC)  // SFD_NONBLOCK and SFD_CLOEXEC are these
      return descriptor < 0 ? nil : descriptor
    }

    /// The next signal that has come to a descriptor of `openSignals`.
    static func nextSignal(_ descriptor: Int32) -> Int32? {
      var record = [UInt8](repeating: 0, count: 128)  // struct signalfd_siginfo, whose first field is the number
      guard readOnce(descriptor, into: &record, limit: record.count) == .moved(record.count) else { return nil }
      return unsafe record.withUnsafeBytes { bytes in unsafe bytes.load(as: Int32.self) }
    }

    /// Whether a process that still has a number has ended and only waits for its parent to notice; see proc(5).
    static func isZombie(_ process: Int32) -> Bool {
      guard case .success(let bytes) = readFile("/proc/\(process)/stat", limit: 4096) else { return false }
      guard let name = bytes.lastIndex(of: UInt8(ascii: ")")), name + 2 < bytes.count else { return false }
      return bytes[name + 2] == UInt8(ascii: "Z") || bytes[name + 2] == UInt8(ascii: "X")
    }
  }
#endif
