import Candidates
import Fields
import Wire

/// What goes on between a session and the programs that it asks for people.
struct CommandState: Sendable {
  /// The programs, as they are set.
  var sources: [CommandSource] = []
  var answers = CommandAnswers()
  /// The query that is asked when nobody has typed for a moment, and the wake that says so.
  var due: (wake: Int, query: String)?
  /// What children are saying, by their asks.
  var running: [Int: (source: Int, query: String, book: Directory)] = [:]
  /// The request that waits for answers, with the query and the wake at which it is answered whatever has come.
  var held: (request: Held, query: String, deadline: Int?)?
  /// The sources whose last answer was a problem, with its words: they are asked, and nobody waits for them.
  var failing: [Int: String] = [:]
  /// When what was said is forgotten.
  var refresh: Int?
}

/// People whom programs know (`command` of `sources`): asked when nobody has typed for 30 ms, waited for 200 ms at most.
///
/// One child a source at a time. What comes later is shown with the next list, behind all that was there.
extension Session {
  /// With so many people known otherwise, no program is asked.
  private static let enough = 10
  private static let (pause, patience, memory) = (30, 200, 600_000)

  /// Takes the programs of the settings; what others have said is forgotten.
  mutating func configureCommands() {
    let sources = settings.commands
    guard sources != commands.sources else { return }
    answerHeld()
    for ask in commands.running.keys.sorted() { effects.append(.forget(ask)) }
    for wake in [commands.due?.wake, commands.refresh].compactMap({ $0 }) { effects.append(.forget(wake)) }
    commands = CommandState()
    commands.sources = sources
  }

  /// Puts a completion aside that has to wait for programs; false for one that is answered at once.
  mutating func mustAsk(_ request: Held) -> Bool {
    guard phase == .running, !commands.sources.isEmpty, request.method == RequestMethod.completion.rawValue else {
      return false
    }
    giveUpAsking()
    guard let query = askedQuery(request) else { return false }
    let wanted = commands.sources.indices.filter { !commands.answers.holds(query, of: $0) }
    if wanted.isEmpty { return false }
    if commands.running.isEmpty || commands.running.values.contains(where: { $0.query != query }) {
      let wake = number()
      commands.due = (wake, query)
      effects.append(.wake(wake, milliseconds: Self.pause))
    }
    if wanted.allSatisfy({ commands.failing[$0] != nil }) { return false }
    commands.held = (request, query, nil)
    if commands.due == nil { setDeadline() }
    return true
  }

  /// Answers the completion that waits with an empty list, and asks nobody for its query: it is overtaken.
  mutating func giveUpAsking() {
    if let due = commands.due { effects.append(.forget(due.wake)) }
    commands.due = nil
    guard let held = takeHeld() else { return }
    send(.success(["isIncomplete": true, "items": []]), to: held)
  }

  /// Answers the completion that waits with what is known now.
  mutating func answerHeld() {
    guard let held = takeHeld() else { return }
    let answer = Result { () throws(ResponseError) in try complete(Reader(held.params)) }
    send(answer, to: held)
  }

  /// Takes a completion back that waits; false if it does not.
  mutating func cancelHeld(_ id: RequestID) -> Bool {
    guard commands.held?.request.id == id else { return false }
    _ = takeHeld()
    if let due = commands.due { effects.append(.forget(due.wake)) }
    commands.due = nil
    return true
  }

  private mutating func takeHeld() -> Held? {
    guard let held = commands.held else { return nil }
    if let deadline = held.deadline { effects.append(.forget(deadline)) }
    commands.held = nil
    return held.request
  }

  private mutating func setDeadline() {
    guard commands.held != nil else { return }
    let wake = number()
    commands.held?.deadline = wake
    effects.append(.wake(wake, milliseconds: Self.patience))
  }

  /// The query of a completion for which programs may know more people; nil where they are not asked.
  private func askedQuery(_ request: Held) -> String? {
    let params = Reader(request.params)
    guard let position = try? Self.position(params.member("position")), let document = try? document(params) else {
      return nil
    }
    let caret = document.text.offset(of: position, client.encoding).offset
    guard let place = peoplePlace(at: caret, in: document), place.field.grammar != .bibPersons else { return nil }
    let query = CommandAnswers.asked(place.fragment.query)
    // One letter is too little to ask for, one of a script that has thousands is not.
    guard query.utf8.count >= 2, query.utf8.count <= 200, query.count >= settings.number("completion.minQuery") else {
      return nil
    }
    let known = directory.matches(query, limit: Self.enough)
    return known.count < Self.enough ? query : nil
  }

  /// Asks the programs, one child each; what they were asked before is given up.
  private mutating func ask(_ query: String) {
    for (ask, running) in commands.running.sorted(by: { $0.key < $1.key }) where running.query != query {
      effects.append(.forget(ask))
      commands.running[ask] = nil
    }
    for (index, source) in commands.sources.enumerated() where !commands.answers.holds(query, of: index) {
      let isRunning = commands.running.values.contains { $0.source == index }
      guard !isRunning, let request = CommandRequest(source, query: query) else { continue }
      var book = Directory()
      book.begin()
      commands.running[askChild(request.json)] = (index, query, book)
    }
    if isAnswered(query) { answerHeld() } else { setDeadline() }
  }

  /// Whether nobody is asked any more who could say something to a query, and is worth waiting for.
  private func isAnswered(_ query: String) -> Bool {
    !commands.running.values.contains { $0.query == query && commands.failing[$0.source] == nil }
  }

  /// Takes a wake; whether it was one of these.
  mutating func takeCommands(wake: Int) -> Bool {
    if let due = commands.due, due.wake == wake {
      commands.due = nil
      ask(due.query)
    } else if commands.held?.deadline == wake {
      commands.held?.deadline = nil
      answerHeld()
    } else if commands.refresh == wake {
      commands.refresh = nil
      commands.answers = CommandAnswers()
    } else {
      return false
    }
    return true
  }

  /// Takes what a child says.
  mutating func takeCommands(_ answer: Answer, to ask: Int) {
    switch answer {
    case .part(let bytes): commands.running[ask]?.book.append(bytes)
    case .opened: break
    case .ended(let words):
      guard var running = commands.running.removeValue(forKey: ask) else { return }
      running.book.finish(problem: words)
      let problem = words ?? running.book.sources.first?.problem
      if let problem, commands.failing[running.source] != problem {
        log(.warning, "command \(commands.sources[running.source].name): \(problem)")
      }
      commands.failing[running.source] = problem
      commands.answers.add(running.book, to: running.query, of: running.source)
      if commands.refresh == nil {
        let wake = number()
        commands.refresh = wake
        effects.append(.wake(wake, milliseconds: Self.memory))
      }
      if let held = commands.held, held.query == running.query, isAnswered(held.query) { answerHeld() }
      suggest()
    }
  }

  /// The requests that ask all programs for a query, for a caller that waits for them.
  package func commandRequests(_ query: String) -> [CommandRequest] {
    settings.commands.compactMap { CommandRequest($0, query: CommandAnswers.asked(query)) }
  }
}
