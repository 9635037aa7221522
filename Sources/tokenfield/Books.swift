import Candidates
import Fields
import Host
import LanguageServer
import Wire

/// The address books that a request names: found, and read into the stream that a `Directory` takes.
struct Books {
  /// The books in the order in which they count: those that the user named, then those that were found.
  private(set) var sources: [Source] = []
  /// What was looked for.
  private(set) var remarks: [Discovery.Remark] = []
  /// What of the request cannot be used, in words.
  private(set) var problems: [String] = []
  private var commands: [String: CommandSource] = [:]
  private var lists: [String: StaticPeople] = [:]
  private var own: [String] = []
  private var identities: [Mailbox] = []
  let world: World
  /// What was asked for.
  let request: IndexRequest

  /// Finds the books of a request.
  init(_ request: IndexRequest, in world: World) {
    self.world = world
    self.request = request
    for (index, source) in request.sources.enumerated() {
      if let problem = IndexRequest.problem(source, at: index) {
        problems.append(problem)
        continue
      }
      if let command = CommandSource(source) {
        commands[command.name] = command
        sources.append(Source(kind: .command, path: command.name))
        continue
      }
      if let list = StaticPeople(source) {
        // Two lists of one name are two.
        let name = lists[list.name] == nil ? list.name : "\(list.name) \(lists.count + 1)"
        lists[name] = list
        sources.append(Source(kind: .static, path: name))
        continue
      }
      if source["path"] == nil, case .string(let name) = source["kind"], let kind = SourceFormat(rawValue: name) {
        sources.append(Source(kind: kind, path: name))
        continue
      }
      guard case .string(let path) = source["path"], case .string(let name) = source["kind"],
        let kind = SourceFormat(rawValue: name)
      else { continue }
      sources.append(Source(kind: kind, path: world.expanded(path)))
    }
    if request.remembers, let path = world.historyPath, world.isThere(path) {
      sources.insert(Source(kind: .history, path: path), at: 0)
    }
    own = request.own
    guard request.discovers else { return }
    if let path = world.correctionsPath, world.isThere(path) {
      sources.insert(Source(kind: .corrections, path: path), at: 0)
    }
    let discovery = world.discovery()
    let named = Set(sources.map { world.real($0.path) })
    sources += discovery.sources.filter { !named.contains(world.real($0.path)) }
    remarks = discovery.remarks
    identities = discovery.identities.flatMap { Mailboxes.read(Array($0.utf8)) }.filter {
      $0.address.contains("@") && !$0.address.contains("*")
    }
    let gathered = sources.firstIndex { $0.kind == .maildir || $0.kind == .mbox } ?? sources.endIndex
    if !identities.isEmpty { sources.insert(Source(kind: .own, path: "own addresses"), at: gathered) }
    own += identities.map(\.address)
  }

  /// Reads the books and hands on what they say.
  ///
  /// - Parameters:
  ///   - isSaid: Which of them.
  ///   - memory: What sources said the last time.
  ///   - isSlow: Whether it is time to say what is being read.
  ///   - complain: Takes what was wrong with each file that cannot be read.
  ///   - write: Takes a part of the stream; false ends the work.
  func read(
    only isSaid: (Source) -> Bool = { _ in true }, memory: SourceMemory? = nil,
    isSlow: () -> Bool = { false }, complain: @escaping (Problem) -> Void, write: ([UInt8]) -> Bool
  ) {
    let last = LastProblem()
    let indexer = Indexer(
      read: { path in
        switch world.book(path) {
        case .success(let bytes): return bytes
        case .failure(let problem):
          last.problem = problem
          complain(problem)
          return nil
        }
      }, list: { world.entries($0) }, real: { world.real($0) }, now: { monotonicMilliseconds() },
      reason: { path in last.problem.flatMap { $0.subject == path ? $0.reason : nil } },
      parts: { path, take in
        readParts(path, size: 16 << 10, acceptsPipes: false, take: take)?.reason
      }, own: own, today: world.today, asked: ask, mailboxes: Mailboxes.read)
    indexer.run(sources, only: isSaid, memory: memory, isSlow: isSlow, write: write)
  }

  /// Says what the books say, in lines or by the name of a file that holds it.
  ///
  /// - Parameters:
  ///   - isPatient: Whether the one who asks takes a newer file when it is there.
  ///   - complain: Takes what was wrong with each file that cannot be read.
  ///   - write: Takes a part of the stream; false ends the work.
  func say(isPatient: Bool, complain: @escaping (Problem) -> Void, write: ([UInt8]) -> Bool) {
    if let index = BookIndex(request, self, in: world) {
      index.serve(isPatient: isPatient, complain: complain, write: write)
    } else {
      read(complain: complain, write: write)
    }
  }

  /// The user's own mailboxes, as they were found.
  var ownNames: String { identities.map { "\($0.name) <\($0.address)>" }.joined(separator: ", ") + own.joined() }

  /// Whether the program of a source is there.
  func isProgram(_ source: Source) -> Bool {
    commands[source.path].map { world.program($0.argv) != nil } ?? false
  }

  /// What a program says; one that is asked while one types is only looked for.
  private func ask(_ source: Source) -> (reading: SourceReading, problem: String?) {
    if source.kind == .own {
      var reading = SourceReading()
      reading.records = identities.map { Record(name: $0.name, address: $0.address) }
      return (reading, nil)
    }
    if let list = lists[source.path], source.kind == .static { return list.read() }
    if source.kind == .notmuch || source.kind == .mu { return world.correspondents(source, own: own) }
    if source.kind == .gitLog { return world.committers(source.path) }
    guard let command = commands[source.path], world.program(command.argv) == nil else { return (SourceReading(), nil) }
    return (SourceReading(), World.noProgram(command.argv))
  }
}

/// What went wrong last, until somebody asks why.
private final class LastProblem {
  var problem: Problem?
}

extension Shell {
  /// `tokenfield index`: reads one request on standard input, and writes what the books say to standard output.
  mutating func index() throws(Stop) -> Outcome {
    let bytes: [UInt8]
    switch readStandardInput(limit: 16 << 20) {
    case .success(let input): bytes = input
    case .failure(let problem): throw .failure(problem.text)
    }
    let json = try? JSON.parse(bytes)
    func hand(_ part: [UInt8]) -> Bool {
      write(part)
      flush()
      return isHeard
    }
    if let json, let request = WatchRequest(json) {
      if world.hasChanged(request) { _ = hand(WatchRequest.change) }
      return .well
    }
    if let json, world.answer(json, write: { hand($0) }) { return .well }
    guard let json, let request = IndexRequest(json) else {
      throw .usage("index: expected a request such as {\"discover\":true,\"sources\":[]} on standard input")
    }
    let books = Books(request, in: world)
    // Before anything is read: what changes meanwhile has changed.
    guard hand(WatchRequest.line(stamp: WatchedFiles(of: books, in: world).stamp)) else { return .well }
    for problem in books.problems where !request.isAgain { Self.remark(problem) }
    books.say(isPatient: true, complain: { if !request.isAgain { Self.remark($0.text) } }) { hand($0) }
    return .well
  }

  /// A line for the daemon's log.
  private static func remark(_ line: String) {
    writeStandardError(Array((Plain.line(line) + "\n").utf8))
  }
}
