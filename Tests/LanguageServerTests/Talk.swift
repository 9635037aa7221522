import Candidates
import Fields
import LanguageServer
import Testing
import Wire

/// A client's side of a session: it sends, delivers what the world would say, and keeps what comes.
struct Talk {
  static let uri = "file:///tmp/neomutt-host-1000-1-1"

  private(set) var session: Session
  private(set) var encoding: PositionEncoding
  /// Everything that the session wanted done, in order, since the last `take…`.
  private(set) var effects: [Effect] = []
  private var lastId = 0

  /// A session before `initialize`.
  init(startup: Startup) {
    session = Session(startup)
    encoding = .utf16
  }

  /// A session that is running, with these people in its address book.
  init(
    _ encoding: PositionEncoding = .utf8, textDocument: JSON = [:], experimental: JSON = [:], options: JSON? = nil,
    set: [String] = [], configuration: String? = nil, people: [Record] = []
  ) {
    self.init(
      startup: Startup(
        configuration: configuration.map { Array($0.utf8) }, assignments: ["log.level=debug"] + set, version: "1"))
    self.encoding = encoding
    var params: [JSON.Member] = [
      JSON.Member(
        key: "capabilities",
        value: [
          "general": ["positionEncodings": [.string(encoding.rawValue)]], "textDocument": textDocument,
          "experimental": experimental,
        ])
    ]
    if let options { params.append(JSON.Member(key: "initializationOptions", value: options)) }
    let answer = request("initialize", .object(params))
    #expect(answer["capabilities"]?["positionEncoding"] == .string(encoding.rawValue))
    notify("initialized", [:])
    guard !people.isEmpty else { return }
    deliver(people)
  }

  // MARK: Sending

  /// Delivers events as they come and keeps what is wanted.
  mutating func receive(_ events: Event...) {
    for event in events { effects += session.receive(event) }
  }

  mutating func notify(_ method: String, _ params: JSON) {
    receive(.received(Message.notification(method: method, params: params).write()), .drained)
  }

  /// The body of a request and its id.
  mutating func body(_ method: String, _ params: JSON?) -> (id: RequestID, bytes: [UInt8]) {
    lastId += 1
    return (.integer(lastId), Message.request(id: .integer(lastId), method: method, params: params).write())
  }

  /// Asks and gives what is answered; there must be exactly one answer.
  mutating func ask(_ method: String, _ params: JSON?) -> Result<JSON, ResponseError> {
    let (id, bytes) = body(method, params)
    receive(.received(bytes), .drained)
    endPatience()
    return answer(to: id)
  }

  /// Lets the time pass for which a pull of diagnostics waits for address books that nobody delivers.
  private mutating func endPatience() {
    for case .wake(let wake, 500) in effects {
      effects.removeAll { $0 == .wake(wake, milliseconds: 500) }
      receive(.elapsed(wake: wake))
    }
  }

  /// Asks what must be answered well.
  mutating func request(
    _ method: String, _ params: JSON?, _ location: SourceLocation = #_sourceLocation
  ) -> JSON {
    switch ask(method, params) {
    case .success(let result): return result
    case .failure(let error):
      Issue.record("\(method): \(error)", sourceLocation: location)
      return .null
    }
  }

  /// The answer to a request that was sent before, taken out of the effects.
  mutating func answer(to id: RequestID) -> Result<JSON, ResponseError> {
    var found: [Result<JSON, ResponseError>] = []
    effects.removeAll { effect in
      guard case .send(let body, _) = effect,
        case .success(.response(let other, let result, let error)) = Message.read(body), other == id
      else { return false }
      found.append(error.map { .failure($0) } ?? .success(result ?? .null))
      return true
    }
    #expect(found.count == 1, "a request has one answer")
    return found.first ?? .success(.null)
  }

  // MARK: The world

  /// Answers the ask for the address books with people of one book, in parts cut anywhere.
  mutating func deliver(_ people: [Record]) {
    guard let ask = indexing else {
      Issue.record("nobody asked for the address books")
      return
    }
    var writer = RecordWriter()
    writer.begin(Source(kind: .contactsTSV, path: "/home/ana/book.tsv"))
    for record in people { writer.write(record) }
    writer.end(skipped: 0, faults: 0, milliseconds: 1, problem: nil)
    var bytes = writer.take()[...]
    while !bytes.isEmpty {
      receive(.answered(ask: ask, .part(Array(bytes.prefix(31)))))
      bytes = bytes.dropFirst(31)
    }
    receive(.answered(ask: ask, .ended(problem: nil)))
  }

  /// The last ask for the address books.
  var indexing: Int? {
    effects.compactMap { if case .ask(let number, .index) = $0 { number } else { nil } }.last
  }

  // MARK: What came

  /// The words of the log since the last time.
  mutating func takeLog(_ least: LogLevel = .warning) -> [String] {
    var lines: [String] = []
    effects.removeAll { effect in
      guard case .log(let level, let words) = effect else { return false }
      if level >= least { lines.append(words) }
      return true
    }
    return lines
  }

  /// The pushes of a method since the last time.
  mutating func takePushes(_ method: String = "textDocument/publishDiagnostics") -> [JSON] {
    var pushes: [JSON] = []
    effects.removeAll { effect in
      guard case .send(let body, _) = effect,
        case .success(.notification(method, let params)) = Message.read(body)
      else { return false }
      pushes.append(params ?? .null)
      return true
    }
    return pushes
  }

  /// All effects since the last time.
  mutating func takeEffects() -> [Effect] {
    defer { effects = [] }
    return effects
  }

  // MARK: Documents

  /// Opens a marked text and gives the buffer and the position of its caret.
  @discardableResult
  mutating func open(
    _ marked: String, languageId: String = "mail", uri: String = Talk.uri, version: Int = 1
  ) -> (buffer: Buffer, position: JSON) {
    let (text, caret) = Buffer.unmark(marked)
    let buffer = Buffer(text: text, encoding: encoding)
    notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": .string(uri), "languageId": .string(languageId), "version": .integer(version), "text": .string(text),
        ]
      ])
    return (buffer, buffer.position(caret))
  }

  mutating func change(_ changes: JSON, version: Int, uri: String = Talk.uri) {
    notify("textDocument/didChange", Self.changing(changes, version: version, uri: uri))
  }

  static func changing(_ changes: JSON, version: Int, uri: String = Talk.uri) -> JSON {
    ["textDocument": ["uri": .string(uri), "version": .integer(version)], "contentChanges": changes]
  }

  static func at(_ position: JSON, uri: String = Talk.uri) -> JSON {
    ["textDocument": ["uri": .string(uri)], "position": position]
  }

  static func document(_ uri: String = Talk.uri) -> JSON {
    ["textDocument": ["uri": .string(uri)]]
  }

  /// The text of every field as the session holds it: `To: ana@example.org`.
  mutating func fields(_ buffer: Buffer, uri: String = Talk.uri) -> [String] {
    request("tokenField/fields", Self.document(uri)).array.map { buffer[$0["range"]] }
  }

  /// The codes of what a client pulls.
  mutating func codes(uri: String = Talk.uri) -> [String] {
    request("textDocument/diagnostic", Self.document(uri))["items"].array.map { $0["code"].text }
  }
}
