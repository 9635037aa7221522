import Candidates
import Host
import LanguageServer
import Wire

/// A session that is driven from here instead of from an editor: what the daemon would answer, answered once.
///
/// Address books are read on the spot, and time passes as soon as nothing else is to be done.
struct Script {
  private(set) var session: Session
  /// What the session said at level warning and above.
  private(set) var warnings: [String] = []
  /// What could not be read while reading address books.
  private(set) var unreadable: [Problem] = []
  /// Whether an entry of the settings names no address book.
  let isMisnamed: Bool
  /// Whether the tags of files are counted when the session asks for it: for addresses that would be lost time.
  private var countsTags = true
  private let world: World
  private var responses: [RequestID: Result<JSON, ResponseError>] = [:]
  private var asks: [(number: Int, request: [UInt8])] = []
  private var opened: [(number: Int, answer: Answer)] = []
  private var wakes: [(number: Int, deadline: Int)] = []
  private var now = 0
  private var lastId = 0
  private(set) var isOver = false

  /// What a client says that counts columns in bytes and asks for all itself.
  static let parameters: JSON = [
    "processId": nil, "rootUri": nil,
    "capabilities": [
      "general": ["positionEncodings": ["utf-8"]], "textDocument": ["diagnostic": [:]],
    ],
  ]

  /// A session that has not begun.
  init(_ startup: Startup, in world: World) {
    session = Session(startup)
    isMisnamed = startup.settings().settings.hasWrongSources
    self.world = world
  }

  /// A session that is initialized and has read its address books, and counted tags if it has to know them.
  static func begun(_ startup: Startup, in world: World, countsTags: Bool = false) -> Script {
    var script = Script(startup, in: world)
    script.countsTags = countsTags
    _ = script.request(RequestMethod.initialize.rawValue, parameters)
    script.notify(NotificationMethod.initialized.rawValue, [:])
    return script
  }

  /// Sends a request and gives its answer.
  mutating func request(_ method: String, _ params: JSON?) -> Result<JSON, ResponseError> {
    lastId += 1
    let id = RequestID.integer(lastId)
    deliver(.received(Message.request(id: id, method: method, params: params).write()))
    deliver(.drained)
    while responses[id] == nil, passTime() {}
    return responses.removeValue(forKey: id) ?? .failure(.internalError("\(method) was not answered"))
  }

  /// Sends a notification.
  mutating func notify(_ method: String, _ params: JSON?) {
    deliver(.received(Message.notification(method: method, params: params).write()))
    deliver(.drained)
  }

  /// Opens a document.
  mutating func open(_ uri: String, language: String, text: [UInt8]) {
    let item: JSON = [
      "uri": .string(uri), "languageId": .string(language), "version": 1,
      "text": .string(String(decoding: text, as: UTF8.self)),
    ]
    notify(NotificationMethod.didOpen.rawValue, ["textDocument": item])
  }

  private mutating func deliver(_ event: Event) {
    guard !isOver else { return }
    for effect in session.receive(event) { carryOut(effect) }
    while !isOver {
      if !opened.isEmpty {
        let (ask, answer) = opened.removeFirst()
        for effect in session.receive(.answered(ask: ask, answer)) { carryOut(effect) }
      } else if !asks.isEmpty {
        readBooks()
      } else {
        return
      }
    }
  }

  private mutating func carryOut(_ effect: Effect) {
    switch effect {
    case .send(let body, slot: _):
      guard case .success(.response(let id?, let result, let error)) = Message.read(body) else { return }
      responses[id] = error.map { .failure($0) } ?? .success(result ?? .null)
    case .log(let level, let line):
      if level >= .warning { warnings.append(line) }
    case .ask(let number, .index(let request)): asks.append((number, request))
    case .ask(let number, .open(let path)):
      switch mapFile(path) {
      case .success(let bytes): opened.append((number, .opened(bytes)))
      case .failure(let problem): opened.append((number, .ended(problem: problem.text)))
      }
    // Who asks for it by hand wants it written.
    case .ask(let number, .learn(let request)) where (try? JSON.parse(request)).flatMap(CorrectRequest.init) != nil:
      asks.append((number, request))
    // A command that shows something changes nothing.
    case .ask(_, .watch), .ask(_, .learn): break
    case .wake(let number, let milliseconds): wakes.append((number, now + milliseconds))
    case .forget(let number):
      asks.removeAll { $0.number == number }
      opened.removeAll { $0.number == number }
      wakes.removeAll { $0.number == number }
    case .exit: isOver = true
    }
  }

  private mutating func readBooks() {
    let ask = asks.removeFirst()
    let json = try? JSON.parse(ask.request)
    func hand(_ part: [UInt8]) -> Bool {
      for effect in session.receive(.answered(ask: ask.number, .part(part))) { carryOut(effect) }
      return !isOver
    }
    if let json, world.answer(json, countsTags: countsTags, write: { hand($0) }) {
      return deliver(.answered(ask: ask.number, .ended(problem: nil)))
    }
    guard let json, let request = IndexRequest(json) else {
      return deliver(.answered(ask: ask.number, .ended(problem: "not a request for address books")))
    }
    let books = Books(request, in: world)
    let complaints = Complaints()
    books.say(isPatient: false, complain: { complaints.problems.append($0) }) { hand($0) }
    unreadable += complaints.problems
    for effect in session.receive(.answered(ask: ask.number, .ended(problem: nil))) { carryOut(effect) }
  }

  /// Lets the next wake fall due; false when none is waited for.
  private mutating func passTime() -> Bool {
    guard !isOver, let next = wakes.indices.min(by: { (wakes[$0].deadline, $0) < (wakes[$1].deadline, $1) }) else {
      return false
    }
    let wake = wakes.remove(at: next)
    now = wake.deadline
    deliver(.elapsed(wake: wake.number))
    return true
  }
}

/// What goes wrong while something else is read.
private final class Complaints {
  var problems: [Problem] = []
}

extension Script {
  /// All that a user should know of how the session began, one line each; a book that cannot be read is named once.
  var complaints: [String] {
    // Of a book that was read for the index file some time ago, the file says why it could not be.
    let mark = "cannot be read: "
    let unreadable =
      self.unreadable
      + session.directory.sources.compactMap { report in
        guard let words = report.problem, words.hasPrefix(mark),
          !self.unreadable.contains(where: { $0.subject == report.path })
        else { return nil }
        return Problem(report.path, String(words.dropFirst(mark.count)))
      }
    let said = warnings.filter { line in !unreadable.contains { line.contains($0.subject) } }
    return said + unreadable.map(\.text)
  }
}

extension Shell {
  /// What a session is started with: the user's file and the options, or with `--hermetic` only the options.
  func startup(_ arguments: Arguments) throws(Stop) -> Startup {
    let assignments = arguments.values(.set)
    if let bad = assignments.first(where: { !$0.contains("=") }) {
      throw .usage("\(arguments.command.rawValue): --set \(bad): expected KEY=VALUE")
    }
    guard !arguments.has(.hermetic) else {
      return Startup(assignments: ["discover=false", "history.enabled=false"] + assignments, version: version)
    }
    let keeps = ![.doctor, .sources].contains(arguments.command) && arguments.value(.record) == nil
    var startup = Startup(
      configuration: try configuration(), assignments: assignments, version: version, keepsIndex: keeps)
    startup.ignored = world.ignored()
    return startup
  }

  /// The text of the user's file; nil when there is none.
  func configuration() throws(Stop) -> [UInt8]? {
    guard let path = world.configurationPath, resolve(path) != nil else { return nil }
    switch readFile(path, limit: 16 << 20) {
    case .success(let bytes): return bytes
    case .failure(let problem): throw .failure(problem.text)
    }
  }

  /// Says all that a user should know of how a session began.
  mutating func complain(of script: Script) {
    for line in script.complaints { complain(line) }
  }
}
