import Candidates
package import Wire

/// What the child is told that waits until an address book has changed.
package struct WatchRequest: Equatable, Sendable {
  /// The books, as for the child that reads them.
  package var books: IndexRequest
  /// What the files were when they were read last, as that child has said.
  package var stamp: String
  /// So many milliseconds nothing is looked at: reading took long, and is not to be done all the time.
  package var pause: Int

  /// A request to wait.
  init(_ books: IndexRequest, stamp: String, pause: Int) {
    (self.books, self.stamp, self.pause) = (books, stamp, pause)
  }

  /// Reads a request; nil when it is none.
  package init?(_ json: JSON) {
    guard let watch = json["watch"], let stamp = watch["stamp"]?.string, let books = IndexRequest(watch) else {
      return nil
    }
    (self.books, self.stamp, pause) = (books, stamp, max(watch["pause"]?.whole ?? 0, 0))
  }

  /// The request as it is written to the child, on one line.
  package var json: JSON {
    guard case .object(let members) = books.json else { return .null }
    let own = [
      JSON.Member(key: "stamp", value: .string(stamp)), JSON.Member(key: "pause", value: .integer(pause)),
    ]
    return ["watch": .object(own + members)]
  }

  /// The line that the child that reads the books says first: what their files are before it reads them.
  package static func line(stamp: String) -> [UInt8] { Array((mark + stamp + "\n").utf8) }

  /// What the child that waits says when something has changed.
  package static let change = Array("changed\n".utf8)

  fileprivate static let mark = "stamp\t"
}

/// What a session knows of the files of its address books.
struct SourceWatch: Sendable {
  /// What the files were when they were read; nil where nothing was said of them.
  var stamp: String?
  /// What has come of the first line of a reading; nil once that is over.
  var head: [UInt8]? = []
  /// The ask that waits for a change.
  var ask: Int?
  var hasChanged = false
  /// The wake at which it is asked whether anybody is there still.
  var wake: Int?
  /// Whether something has come from the client since the last such wake.
  var isActive = false
  /// Whether nobody watches since nobody is there.
  var isPaused = false
  /// The sources of the last reading, and what was wrong with them, as they were told.
  var told: (sources: [String], problems: Set<String>) = ([], [])

  private static let longest = 200

  /// Takes the line of the stamp from the start of a reading, and gives back the rest.
  mutating func rest(of part: [UInt8]) -> [UInt8] {
    guard var bytes = head else { return part }
    bytes += part
    let mark = WatchRequest.mark.utf8
    let isStamp = bytes.starts(with: mark.prefix(bytes.count))
    let end = isStamp ? bytes.prefix(Self.longest).firstIndex(of: UInt8(ascii: "\n")) : nil
    if let end, end >= mark.count {
      stamp = String(decoding: bytes[mark.count..<end], as: UTF8.self)
      head = nil
      return Array(bytes[(end + 1)...])
    }
    let isOver = !isStamp || bytes.count >= Self.longest
    head = isOver ? nil : bytes
    return isOver ? bytes : []
  }
}

/// Address books are read again when their files have changed: a child process looks at these, not at what is in them.
extension Session {
  /// Nobody is there when nothing has come for so long, in milliseconds.
  private static let patience = 300_000
  /// So many times as long as reading took nothing is looked at, where it took long.
  private static let (share, quick, longestPause) = (10, 100, 60_000)

  /// Begins a reading, whose first line may say what the files are.
  mutating func beginWatch() {
    if let ask = sourceWatch.ask { effects.append(.forget(ask)) }
    (sourceWatch.ask, sourceWatch.hasChanged) = (nil, false)
    (sourceWatch.stamp, sourceWatch.head) = (nil, [])
  }

  /// Has a child wait for a change of what was read, while somebody is there.
  mutating func watchSources() {
    guard settings.flag("watch"), phase == .running, indexing == nil, sourceWatch.ask == nil, !sourceWatch.isPaused,
      let stamp = sourceWatch.stamp
    else { return }
    let time = directory.sources.reduce(0) { $0 + min($1.milliseconds, Self.longestPause) }
    let pause = time <= Self.quick ? 0 : min(time * Self.share, Self.longestPause)
    sourceWatch.ask = askChild(WatchRequest(IndexRequest(settings), stamp: stamp, pause: pause).json)
    sourceWatch.hasChanged = false
    if sourceWatch.wake == nil { setWatchWake() }
  }

  private mutating func setWatchWake() {
    let wake = number()
    (sourceWatch.wake, sourceWatch.isActive) = (wake, false)
    effects.append(.wake(wake, milliseconds: Self.patience))
  }

  /// Begins or ends watching when the setting has changed.
  mutating func configureWatch() {
    if settings.flag("watch") { return watchSources() }
    for number in [sourceWatch.ask, sourceWatch.wake].compactMap({ $0 }) { effects.append(.forget(number)) }
    (sourceWatch.ask, sourceWatch.wake, sourceWatch.isPaused) = (nil, nil, false)
  }

  /// Notes that somebody is there; what has changed meanwhile is seen at once.
  mutating func noteActivity() {
    sourceWatch.isActive = true
    guard sourceWatch.isPaused else { return }
    sourceWatch.isPaused = false
    watchSources()
  }

  /// Takes the wake at which it is asked whether anybody is there; false for any other.
  mutating func takeWatch(wake: Int) -> Bool {
    guard wake == sourceWatch.wake else { return false }
    sourceWatch.wake = nil
    if sourceWatch.isActive {
      setWatchWake()
    } else {
      // What only runs in the background need not wake a machine twice a second.
      if let ask = sourceWatch.ask { effects.append(.forget(ask)) }
      (sourceWatch.ask, sourceWatch.isPaused) = (nil, true)
    }
    return true
  }

  /// Takes what the child says that waits.
  mutating func takeWatch(_ answer: Answer) {
    switch answer {
    case .part: sourceWatch.hasChanged = true
    case .opened: break
    case .ended(let problem):
      sourceWatch.ask = nil
      if let problem { return log(.warning, "address books are not watched: \(problem)") }
      guard sourceWatch.hasChanged else { return }
      log(.info, "address books have changed and are read again")
      readSources(isAgain: true)
    }
  }

  /// Says how reading went: what is wrong once, however often it is read.
  ///
  /// - Parameter isAgain: whether the same books were read before, so that one that is missing has gone.
  mutating func reportSources(isAgain: Bool) {
    var problems: Set<String> = []
    if let problem = directory.problem { log(.error, "address books: \(problem)") }
    let names = directory.sources.map { "\($0.kind.rawValue) \($0.path)" }
    for (name, report) in zip(names, directory.sources) {
      if let problem = report.problem {
        let words = "\(name): \(problem)"
        problems.insert(words)
        if !isAgain || !sourceWatch.told.problems.contains(words) { log(.warning, words) }
      } else {
        let faults = report.faults == 0 ? "" : ", \(report.faults) lines that cannot be read"
        log(.info, "\(name): \(report.count) candidates\(faults)")
      }
    }
    if isAgain, directory.problem == nil {
      for name in sourceWatch.told.sources where !names.contains(name) { log(.warning, "\(name): is gone") }
    }
    sourceWatch.told = (names, problems)
  }
}
