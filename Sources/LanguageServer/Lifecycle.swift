import Candidates
import Fields
import Wire

// LSP 3.17, "Lifecycle messages" and "Base protocol":
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#lifeCycleMessages

extension Session {
  /// Acts on all that waits, in the order in which it came.
  mutating func actOnAll() {
    while phase != .ended, actOnNext() {}
  }

  /// Acts on the next message; false when none waits.
  mutating func actOnNext() -> Bool {
    guard let item = queue.next() else { return false }
    switch item {
    case .nothing: break
    case .refusal(let refusal): send(.response(id: refusal.id, result: nil, error: refusal.error))
    case .notification(let method, let params): act(on: method, params)
    case .request(let request, let isFollowed):
      if mustWait(request) || mustSearch(request) || (!isFollowed && mustAsk(request)) { break }
      // A list for a text that is about to change would be stale; an empty one is asked for again.
      let isOvertaken = isFollowed && request.method == RequestMethod.completion.rawValue
      send(isOvertaken ? .success(["isIncomplete": true, "items": []]) : answer(request), to: request)
    }
    return true
  }

  mutating func send(_ answer: Result<JSON, ResponseError>, to request: Held) {
    trace(request.method)
    switch answer {
    case .success(let result): send(.response(id: request.id, result: result, error: nil))
    case .failure(let error):
      log(.warning, "\(request.method) \(error.message)")
      send(.response(id: request.id, result: nil, error: error))
    }
  }

  /// Puts a pull of diagnostics aside while the address books are read for the first time: a client pulls when it opens
  /// a document and then not before the next change, so an answer given now would go on calling known aliases unknown.
  private mutating func mustWait(_ request: Held) -> Bool {
    guard request.method == RequestMethod.diagnostic.rawValue, phase == .running, indexing != nil, !hasRead
    else { return false }
    waiting.append(request)
    if patience == nil {
      let wake = number()
      patience = wake
      effects.append(.wake(wake, milliseconds: 500))
    }
    return true
  }

  /// Answers the pulls that were put aside, with what is known now.
  mutating func answerWaiting() {
    let requests = waiting
    waiting = []
    if let patience { effects.append(.forget(patience)) }
    patience = nil
    for request in requests { send(answer(request), to: request) }
  }

  private mutating func answer(_ request: Held) -> Result<JSON, ResponseError> {
    guard let method = RequestMethod(rawValue: request.method) else {
      if let refusal = refusal(of: nil) { return .failure(refusal) }
      return .failure(.methodNotFound("unknown method \(request.method)"))
    }
    if let refusal = refusal(of: method) { return .failure(refusal) }
    do {
      return .success(try answer(method, Reader(request.params)))
    } catch {
      return .failure(error)
    }
  }

  /// Why a request cannot be answered in this phase; nil when it can.
  private func refusal(of method: RequestMethod?) -> ResponseError? {
    switch phase {
    case .fresh where method != .initialize: .serverNotInitialized("the client has not sent initialize")
    case .shutDown, .ended: .invalidRequest("the server was shut down")
    case .running where method == .initialize: .invalidRequest("initialize was sent before")
    case .fresh, .running: nil
    }
  }

  private mutating func answer(_ method: RequestMethod, _ params: Reader) throws(ResponseError) -> JSON {
    switch method {
    case .initialize: return initialize(params.value)
    case .shutdown:
      answerHeld()
      answerWaiting()
      endSearches()
      showAll()
      phase = .shutDown
      return .null
    case .completion: return try complete(params)
    case .completionResolve: return try resolve(params)
    case .diagnostic: return try pullDiagnostics(params)
    case .hover: return try hover(params)
    case .documentSymbol: return try documentSymbols(params)
    case .codeAction: return try codeActions(params)
    case .semanticTokensFull: return try semanticTokens(params)
    case .semanticTokensDelta: return try semanticTokensDelta(params)
    case .semanticTokensRange: return try semanticTokens(inRange: params)
    case .formatting: return try formatting(params)
    case .rangeFormatting: return try rangeFormatting(params)
    case .foldingRange: return try foldingRanges(params)
    case .selectionRange: return try selectionRanges(params)
    case .documentHighlight: return try highlights(params)
    case .references: return try references(params)
    case .prepareRename: return try prepareRename(params)
    case .rename: return try rename(params)
    case .workspaceSymbol: return try workspaceSymbols(params)
    case .inlayHint: return try inlayHints(params)
    case .inlayHintResolve: return try resolveHint(params)
    case .fields: return try fields(params)
    case .tokenize: return try tokenize(params)
    case .key, .select, .unselect, .commit, .cancel, .add, .remove, .replace, .edit, .set, .clear, .move, .copy, .cut,
      .paste, .sort, .unique, .convert, .expand, .accept, .navigate:
      return try act(method, params)
    case .state: return try fieldState(params)
    case .setFieldState: return try setFieldState(params)
    case .check: return try checkSending(params)
    case .chips: return try chips(params)
    case .layout: return try layout(params)
    case .collapse: return try collapse(params)
    case .why: return try why(params)
    case .pin: return try correct(.pinned, params)
    case .never: return try correct(.never, params)
    case .forget: return try correct(.forgotten, params)
    case .remember: return try correct(.plain, params)
    case .executeCommand: return try executeCommand(params)
    }
  }

  // MARK: Notifications

  mutating func take(notification name: String, _ params: JSON?) {
    guard let method = NotificationMethod(rawValue: name) else {
      // Unknown notifications, `$/…` among them, may be ignored by the protocol.
      return log(.debug, "ignored \(name)")
    }
    if method == .cancelRequest { cancel(params) } else { queue.append(.notification(method, params)) }
  }

  private mutating func act(on method: NotificationMethod, _ params: JSON?) {
    if method == .didChange || method == .didClose {
      giveUpAsking()
      answerWaiting()
    }
    if method == .exit {
      showAll()
      return end(phase == .shutDown ? 0 : 1)
    }
    guard phase == .running else { return log(.warning, "\(method.rawValue) outside the session") }
    trace(method.rawValue)
    do {
      try take(method, Reader(params))
    } catch {
      log(.warning, "\(method.rawValue) \(error.message)")
    }
    // Of many keystrokes that came together only the last text is read.
    let uri = Queue.uri(params)
    if method == .didChange, let uri, !queue.goesOn(changing: uri) { read(uri) }
  }

  private mutating func take(_ method: NotificationMethod, _ params: Reader) throws(ResponseError) {
    switch method {
    case .initialized:
      if directory.sources.isEmpty, indexing == nil { readSources() }
      if counting == nil { readTags() }
      watchNotes()
    case .setTrace: isTracing = ["messages", "verbose"].contains(try params.member("value").string())
    case .didOpen: try open(params)
    case .didChange: try change(params)
    case .didClose: try close(params)
    case .didSave: try save(params)
    case .didChangeConfiguration: configure(params.value["settings"])
    case .didChangeWatchedFiles: try filesChanged(params)
    case .cancelProgress: cancelProgress(params.value["token"])
    case .didMoveCaret, .didFocus: try moveCaret(params)
    case .didBlur: try blur(params)
    case .cancelRequest, .exit: break
    }
  }

  /// Takes a request back that has not been answered; one that has been stays answered.
  private mutating func cancel(_ params: JSON?) {
    guard let id = params?["id"].flatMap({ RequestID($0) }) else { return }
    let isWaiting = waiting.contains { $0.id == id }
    guard queue.remove(id) || isWaiting || cancelSearch(id) || cancelHeld(id) else { return }
    if isWaiting { waiting.removeAll { $0.id == id } }
    send(.response(id: id, result: nil, error: .requestCancelled("cancelled")))
  }

  private mutating func trace(_ method: String) {
    if isTracing { notify(.logTrace, ["message": .string(method)]) }
  }

  // MARK: initialize

  private mutating func initialize(_ params: JSON) -> JSON {
    client = Client(params)
    phase = .running
    if let options = params["initializationOptions"] {
      for warning in takeSettings(options) { log(.warning, "initializationOptions: \(warning)") }
    }
    if let trace = params["trace"]?.string { isTracing = trace != "off" }
    if let process = client.process {
      let ask = number()
      watching = ask
      effects.append(.ask(ask, .watch(process: process)))
    }
    return [
      "capabilities": capabilities,
      "serverInfo": ["name": "tokenfield", "version": .string(startup.version)],
    ]
  }

  private var capabilities: JSON {
    var members: [JSON.Member] = [
      JSON.Member(key: "positionEncoding", value: .string(client.encoding.rawValue)),
      JSON.Member(key: "textDocumentSync", value: ["openClose": true, "change": 2, "save": true]),
      JSON.Member(
        key: "completionProvider",
        value: ["triggerCharacters": .array(triggerCharacters), "resolveProvider": true]),
      JSON.Member(key: "hoverProvider", value: true),
      JSON.Member(key: "documentSymbolProvider", value: true),
      JSON.Member(key: "codeActionProvider", value: codeActionProvider),
      JSON.Member(
        key: "semanticTokensProvider",
        value: ["legend": SemanticTokens.legend, "full": ["delta": true], "range": true]),
      JSON.Member(key: "documentFormattingProvider", value: true),
      JSON.Member(key: "documentRangeFormattingProvider", value: true),
      JSON.Member(key: "foldingRangeProvider", value: true),
      JSON.Member(key: "selectionRangeProvider", value: true),
      JSON.Member(key: "documentHighlightProvider", value: true),
      JSON.Member(key: "referencesProvider", value: true),
      JSON.Member(key: "renameProvider", value: renameProvider),
      JSON.Member(key: "workspaceSymbolProvider", value: true),
    ]
    if !client.drawsChips { members.append(JSON.Member(key: "inlayHintProvider", value: ["resolveProvider": true])) }
    if client.pullsDiagnostics {
      members.append(
        JSON.Member(
          key: "diagnosticProvider",
          value: ["identifier": "tokenfield", "interFileDependencies": false, "workspaceDiagnostics": false]))
    }
    members.append(
      JSON.Member(
        key: "executeCommandProvider",
        value: ["commands": .array((Self.commands.map(\.command) + [Self.never]).map { .string($0) })]))
    let methods = RequestMethod.allCases.map(\.rawValue).filter { $0.hasPrefix("tokenField/") }
    members.append(
      JSON.Member(
        key: "experimental", value: ["tokenField": ["version": 1, "methods": .array(methods.map { .string($0) })]]))
    return .object(members)
  }

  /// Characters after which candidates are worth a look; outside fields the answer is null at once.
  private var triggerCharacters: [JSON] {
    let own = mentionPrefixes.compactMap { $0.first.map { JSON.string(String($0)) } }
    return Self.usualTriggers + own.filter { !Self.usualTriggers.contains($0) }
  }

  private static let usualTriggers: [JSON] =
    (",;:<\"@# ".map { String($0) } + (UInt8(ascii: "0")...UInt8(ascii: "9")).map { String(UnicodeScalar($0)) }
    + (UInt8(ascii: "A")...UInt8(ascii: "Z")).map { String(UnicodeScalar($0)) }
    + (UInt8(ascii: "a")...UInt8(ascii: "z")).map { String(UnicodeScalar($0)) }).map { .string($0) }

  /// Takes settings of the client, over which those of the command line stay.
  private mutating func takeSettings(_ tree: JSON) -> [String] {
    let warnings = settings.take(tree)
    for assignment in startup.assignments { _ = settings.take(assignment: assignment) }
    return warnings
  }

  /// Takes what a client says of the settings while it runs; the tree stands alone or under `tokenfield`.
  private mutating func configure(_ tree: JSON?) {
    guard let tree, tree != .null else { return }
    let before = settings
    for warning in takeSettings(tree["tokenfield"] ?? tree) { log(.warning, "settings: \(warning)") }
    guard settings != before else { return }
    configureCommands()
    let isOfBooks = IndexRequest(settings) != IndexRequest(before)
    if Self.tagSettings.contains(where: { settings[$0] != before[$0] }) {
      readTags()
      watchNotes()
    }
    if settings["flavor"] != before["flavor"], settings.text("flavor") == "auto" {
      for uri in documents.keys.sorted() { seekFlavor(of: uri) }
    }
    if settings["tags.file"] != before["tags.file"] { readTagLists() }
    if settings["watch"] != before["watch"] { configureWatch() }
    if settings["git.enabled"] != before["git.enabled"] { configureHistory() }
    // With no book to read, everything has been shown anew already.
    if isOfBooks, readSources() { return }
    refreshDocuments()
  }
}

extension JSON {
  /// The text of a string; nil for any other value.
  var string: String? {
    if case .string(let text) = self { text } else { nil }
  }
}
