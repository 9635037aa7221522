import Candidates
import Host
import LanguageServer
import Wire

/// Whom the user has written to, in a file of the user's own.
extension World {
  /// The size from which on the file is written anew in as few lines as it needs, in bytes.
  private static let historyLimit = 1 << 20
  /// The same for what was said of people.
  private static let correctionsLimit = 1 << 16
  /// The largest file of what is never said again, in bytes.
  private static let ignoreLimit = 16 << 20
  /// How long somebody else may hold the file, in milliseconds.
  private static let patience = 60_000

  /// Puts people behind the others in the file.
  ///
  /// - Returns: why that could not be done; nil when it was.
  func remember(_ kind: UseHistory.Kind, _ people: [Mailbox]) -> Problem? {
    guard let path = historyPath else { return Problem("history", "HOME names no folder") }
    let lines = UseHistory.lines(kind, people, day: day(wallNanoseconds()))
    if lines.isEmpty { return nil }
    return holding(path, milliseconds: Self.patience) {
      if let problem = appendPrivateFile(path, lines) { return problem }
      guard let size = stamp(path)?.size, size > Self.historyLimit else { return nil }
      // A file that cannot be made smaller costs time and nothing else.
      _ = rewrite(path) { _ in }
      return nil
    }
  }

  /// Puts a finding that is never said again behind the others in its file.
  ///
  /// - Returns: why that could not be done; nil when it was.
  func ignore(_ request: IgnoreRequest) -> Problem? {
    guard let path = ignorePath else { return Problem("ignore", "HOME names no folder") }
    return holding(path, milliseconds: Self.patience) { appendPrivateFile(path, request.line) }
  }

  /// What the user never wants to see again; nothing where there is no file.
  func ignored() -> Result<[UInt8], Startup.Unreadable> {
    guard let path = ignorePath, isThere(path) else { return .success([]) }
    return readFile(path, limit: Self.ignoreLimit).mapError { Startup.Unreadable($0.text) }
  }

  /// Takes people out of the file; with nil for the addresses all of them.
  ///
  /// - Returns: how many there were, or why it could not be done.
  func forget(_ addresses: [String]?) -> Result<Int, Problem> {
    guard let path = historyPath, isThere(path) else { return .success(0) }
    var count = 0
    let problem = holding(path, milliseconds: Self.patience) {
      rewrite(path) { history in
        count = addresses == nil ? history.uses.count : history.forget(addresses ?? [])
        if addresses == nil { history = UseHistory() }
      }
    }
    return problem.map { .failure($0) } ?? .success(count)
  }

  /// Whom the user has written to; nobody where there is no file.
  func history() -> Result<UseHistory, Problem> {
    guard let path = historyPath, isThere(path) else { return .success(UseHistory()) }
    return book(path).map { UseHistory($0) }
  }

  /// Puts what the user says of people behind the rest; who is forgotten also goes from the file of uses.
  ///
  /// - Returns: why that could not be done; nil when it was.
  func correct(_ kind: Corrections.Kind, _ addresses: [String]) -> Problem? {
    guard let path = correctionsPath else { return Problem("corrections", "HOME names no folder") }
    let lines = Corrections.lines(kind, addresses, day: day(wallNanoseconds()))
    if lines.isEmpty { return nil }
    let problem = holding(path, milliseconds: Self.patience) {
      if let problem = appendPrivateFile(path, lines) { return problem }
      guard let size = stamp(path)?.size, size > Self.correctionsLimit, case .success(let bytes) = book(path) else {
        return nil
      }
      _ = writePrivateFile(path, with: Corrections(bytes).compacted)
      return nil
    }
    guard problem == nil, kind == .forgotten, case .failure(let other) = forget(addresses) else { return problem }
    return other
  }

  /// What the user has said of people; nothing where there is no file.
  func corrections() -> Result<Corrections, Problem> {
    guard let path = correctionsPath, isThere(path) else { return .success(Corrections()) }
    return book(path).map { Corrections($0) }
  }

  /// What a request says as a source says it, for the directory of the one who asked.
  func records(of request: CorrectRequest) -> [UInt8] {
    var writer = RecordWriter()
    writer.begin(Source(kind: .corrections, path: correctionsPath ?? ""))
    let day = day(wallNanoseconds())
    for address in request.addresses {
      // Taken for itself: a line of the file says no more than this.
      let said = Corrections(Corrections.lines(request.kind, [address], day: day)).entry(address)
      writer.write(said ?? Corrections.Entry(address: address))
    }
    writer.end(skipped: 0, faults: 0, milliseconds: 0, problem: nil)
    return writer.take()
  }

  private func rewrite(_ path: String, _ change: (inout UseHistory) -> Void) -> Problem? {
    switch book(path) {
    case .failure(let problem): return problem
    case .success(let bytes):
      var history = UseHistory(bytes)
      change(&history)
      return writePrivateFile(path, with: history.compacted)
    }
  }

  /// The people of a request as a source's records, for the directory of the one who asked.
  func records(of request: LearnRequest) -> [UInt8] {
    let day = day(wallNanoseconds())
    var writer = RecordWriter()
    writer.begin(Source(kind: .history, path: historyPath ?? ""))
    let history = UseHistory(UseHistory.lines(request.kind, request.people, day: day))
    for record in history.records { writer.write(record) }
    for circle in history.circles { writer.write(circle) }
    writer.end(skipped: 0, faults: 0, milliseconds: 0, problem: nil)
    return writer.take()
  }

  /// The last day that it can be anywhere now.
  var today: String { day(wallNanoseconds() + 86_400_000_000_000) }

  /// A time as the day in it, in Greenwich: `2026-11-30`.
  private func day(_ nanoseconds: Int) -> String {
    Calendar.day(nanoseconds / 1_000_000_000)
  }
}

/// Days by their numbers.
enum Calendar {
  /// A second since 1970 as day and time, in Greenwich: `2026-11-30T09:05:00Z` (RFC 3339).
  static func time(_ seconds: Int) -> String {
    let second = max(0, seconds) % 86_400
    let parts = [second / 3600, second / 60 % 60, second % 60].map { ($0 < 10 ? "0" : "") + String($0) }
    return "\(day(seconds))T\(parts.joined(separator: ":"))Z"
  }

  /// The day that holds a second since 1970, in Greenwich (the Gregorian calendar, years 0 to 9999).
  static func day(_ seconds: Int) -> String {
    var days = max(0, seconds) / 86_400
    var year = 1970
    func length(_ year: Int) -> Int { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 366 : 365 }
    while days >= length(year), year < 9999 {
      days -= length(year)
      year += 1
    }
    let months = [31, length(year) == 366 ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    var month = 0
    while month < 11, days >= months[month] {
      days -= months[month]
      month += 1
    }
    func padded(_ number: Int, _ width: Int) -> String {
      String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
    }
    return "\(padded(year, 4))-\(padded(month + 1, 2))-\(padded(min(days, 30) + 1, 2))"
  }
}
