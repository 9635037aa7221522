package import Candidates
import Fields
import Wire

/// One client's session, as a value: events go in, effects come out, and the same events give the same effects.
///
/// What arrives waits until everything that arrived with it has been seen, so that a cancel or a keystroke right behind
/// a request saves its work; then it is acted on in order, and at last findings are shown of the documents as they are.
package struct Session: Sendable {
  let startup: Startup
  var phase = Phase.fresh
  var client = Client(nil)
  /// What is set, by the user and by the client.
  package internal(set) var settings: Settings
  var isTracing = false
  /// The open documents by their URI, which no output follows the order of.
  var documents: [String: Document] = [:]
  /// Who can be completed.
  package internal(set) var directory = Directory()
  /// The tags that are known.
  var tags = TagLibrary()
  /// Who can be mentioned, by the settings and by the files that they name.
  var mentions = MentionList()
  /// The files that are known.
  var files = FileLibrary()
  /// The ask that looks at files, while it runs.
  var looking: Int?
  /// What git says of the repositories of open messages.
  var repositories = Repositories()
  /// What children have said so far that write down whom the user has written to, by their asks.
  var learning: [Int: [UInt8]] = [:]
  /// Which of these asks write down what the user says of people.
  var corrections: [Int: Correction] = [:]
  /// The asks that write down what is never said again.
  var ignoring: Set<Int> = []
  /// The user's own mailboxes.
  var identities = Directory()
  /// Programs that are asked for people, and what they said.
  var commands = CommandState()
  /// The ask that reads the address books, while it runs.
  var indexing: Int?
  /// The ask that opens an index file, while it runs, and whether the reading waits for it to be over.
  var opening: Int?
  var awaitsOpening = false
  /// Whether these are the books that were read before, since a file of them has changed.
  var isReadingAgain = false
  /// What is known of the files of the address books.
  var sourceWatch = SourceWatch()
  /// What is shown of that reading.
  var bookProgress = BookProgress()
  /// The ask that counts the tags of files, while it runs.
  var counting: Int?
  /// Requests that wait until a child has looked through files, and the ask of the first, while it runs.
  var searches: [PendingSearch] = []
  var searching: Int?
  /// Whose habits files follow by their folders.
  var flavors = FolderFlavors()
  /// When the tags of files are counted again.
  var recount = Recount()
  /// Whether the address books have been read once.
  var hasRead = false
  /// The ask that watches the client's process.
  var watching: Int?
  /// Messages that wait for what arrived with them.
  var queue = Queue()
  /// Documents whose findings may be others than those that were shown, in the order in which they became so.
  var unshown: [String] = []
  /// Pulls of diagnostics that wait for the first reading of the address books, which says what words are aliases.
  var waiting: [Held] = []
  /// The wake that ends that waiting.
  var patience: Int?
  /// What is to be done, until `receive` gives it back.
  var effects: [Effect] = []
  /// Documents by the wake that was asked for them.
  var wakes: [Int: String] = [:]
  private var lastNumber = 0

  /// How far the client has come.
  enum Phase: Equatable, Sendable {
    /// Before `initialize`.
    case fresh
    case running
    /// After `shutdown`.
    case shutDown
    /// An exit code was given; nothing more is done.
    case ended
  }

  /// A session before its first message.
  package init(_ startup: Startup) {
    self.startup = startup
    let (settings, warnings) = startup.settings()
    self.settings = settings
    commands.sources = settings.commands
    for warning in warnings { log(.warning, warning) }
  }

  /// Takes one event and gives what is to be done, in order.
  package mutating func receive(_ event: Event) -> [Effect] {
    if phase != .ended { take(event) }
    defer { effects = [] }
    return effects
  }

  /// Does one part of what waits, before `drained` has all of it done; nil when nothing waits.
  ///
  /// Much may have arrived at once. A host that goes on by parts can see in between that nobody reads the answers.
  package mutating func advance() -> [Effect]? {
    guard phase != .ended, actOnNext() || showNext() else { return nil }
    defer { effects = [] }
    return effects
  }

  private mutating func take(_ event: Event) {
    switch event {
    case .received(let body):
      noteActivity()
      return take(Message.read(body))
    case .drained: actOnAll()
    case .refused(let words): log(.warning, "frame: \(words)")
    case .answered(let ask, let answer): take(answer, to: ask)
    case .elapsed(let wake): take(wake: wake)
    case .closed:
      actOnAll()
      answerHeld()
      answerWaiting()
      endSearches()
      showAll()
      end(phase == .shutDown ? 0 : 1)
    case .lost: end(phase == .shutDown || queue.holds(.shutdown) ? 0 : 1)
    }
    showAll()
  }

  private mutating func take(_ message: Result<Message, Refusal>) {
    switch message {
    case .success(.request(let id, let method, let params)):
      queue.append(.request(Held(id: id, method: method, params: params), isFollowed: false))
    case .success(.notification(let method, let params)):
      take(notification: method, params)
    case .success(.response(let id, _, let error)):
      if takeProgress(id, error) { return }
      log(.debug, "a response that nothing was asked for")
    case .failure(let refusal):
      log(.warning, "message: \(refusal.error.message)")
      if refusal.wantsAnswer { queue.append(.refusal(refusal)) }
    }
  }

  // MARK: Effects

  /// A number that no ask or wake of this session has had.
  mutating func number() -> Int {
    lastNumber += 1
    return lastNumber
  }

  mutating func send(_ message: Message, slot: String? = nil) {
    effects.append(.send(message.write(), slot: slot))
  }

  mutating func notify(_ method: PushMethod, _ params: JSON, slot: String? = nil) {
    send(.notification(method: method.rawValue, params: params), slot: slot)
  }

  /// Notifies of something about a document, by its URI and version.
  mutating func notify(_ method: PushMethod, _ more: JSON, of document: Document) {
    guard case .object(let members) = more else { return }
    let head = [
      JSON.Member(key: "uri", value: .string(document.uri)),
      JSON.Member(key: "version", value: .integer(document.version)),
    ]
    notify(method, .object(head + members))
  }

  mutating func log(_ level: LogLevel, _ words: String) {
    guard let least = LogLevel(rawValue: settings.text("log.level")), level >= least else { return }
    effects.append(.log(level, words))
  }

  mutating func end(_ code: Int32) {
    guard phase != .ended else { return }
    phase = .ended
    effects.append(.exit(code))
  }

  // MARK: Answers of the world

  private mutating func take(_ answer: Answer, to ask: Int) {
    switch (ask, answer) {
    case (indexing, .part(let bytes)): takeBooks(bytes)
    case (indexing, .ended(let problem)): endBooks(problem)
    case (opening, _): takeFile(answer)
    case (sourceWatch.ask, _): takeWatch(answer)
    case (_, _) where learning[ask] != nil: takeLearned(answer, to: ask)
    case (_, _) where ignoring.contains(ask): takeIgnored(answer, to: ask)
    case (_, _) where commands.running[ask] != nil: takeCommands(answer, to: ask)
    case (counting, _): takeTags(answer)
    case (looking, _): takeFiles(answer)
    case (searching, _): takeSearch(answer)
    case (flavors.asking, _): takeFlavors(answer)
    case (_, _) where repositories.holds(ask): takeHistory(ask, answer)
    case (watching, .ended):
      log(.info, "the client's process is gone")
      end(phase == .shutDown ? 0 : 1)
    default: break
    }
  }

  /// Reads documents again under the settings, aliases and flavours of now, and shows what came of it; nil for all.
  mutating func refreshDocuments(_ uris: Set<String>? = nil) {
    let context = readingContext
    for uri in documents.keys.sorted() where uris?.contains(uri) ?? true {
      let own = personal(context, of: uri)
      documents[uri]?.context = own
      documents[uri]?.editing.last = nil
      documents[uri]?.strangers = [:]
      documents[uri]?.advice = TagAdvice()
      documents[uri]?.drawn?.isStale = true
      show(uri)
    }
    guard !(uris?.isEmpty ?? documents.isEmpty) else { return }
    if client.pullsDiagnostics, client.refreshesDiagnostics { ask(.diagnosticRefresh) }
    if client.refreshesSemanticTokens { ask(.semanticTokensRefresh) }
  }

  /// Asks the client for something whose answer says nothing.
  mutating func ask(_ method: AskedMethod, _ params: JSON? = nil) {
    let slot = params == nil ? method.rawValue : nil
    send(.request(id: .integer(number()), method: method.rawValue, params: params), slot: slot)
  }

  /// What documents are read under now.
  var readingContext: ReadingContext {
    var context = settings.readingContext
    context.aliases = directory.aliases
    return context
  }
}
