package import Wire

/// What passed between a client, a session and the world, one thing a line: documentation, test and recording at once.
///
/// | line | what it holds |
/// |---|---|
/// | `--> {…}` | a message of the client |
/// | `++> {…}` | a message of the client that arrived together with the one above |
/// | `<-- {…}` | a message of the session |
/// | `~~> {…}` | what the world tells: `{"answered":{"ask":1,"part":"…"}}`, `{"answered":{"ask":1,"ended":null}}`, `{"elapsed":2}`, `{"closed":true}`, `{"lost":true}`, `{"refused":"…"}`, and `{"received":"…"}` for a body that fits on no line, with `"joined":true` if it arrived together with the one above |
/// | `<~~ {…}` | what the session wants done: `{"ask":[1,{"index":{…}}]}`, `{"ask":[1,{"learn":{…}}]}`, `{"ask":[1,{"watch":4711}]}`, `{"wake":[2,100]}`, `{"forget":1}`, `{"exit":0}` |
/// | `==> startup {…}` | what the session is started with: `{"configuration":"…","set":["key=value"],"version":"…"}`, each optional; it begins a session anew |
/// | `==> initialized` | the handshake with minimal parameters; `==> initialized NAME` with those recorded from a client |
/// | `# …` | a remark |
///
/// The answer to a handshake is not shown, and log lines are in no transcript. Running a transcript gives the same lines
/// with what the session really said.
package struct Transcript: Equatable, Sendable {
  /// One line.
  package enum Line: Equatable, Sendable {
    /// A remark with its mark, or an empty line.
    case remark(String)
    /// What the session is started with.
    case startup(JSON)
    /// The handshake of a client by its name.
    case handshake(client: String?)
    /// The body of a message, and whether it arrived together with the one before.
    case received([UInt8], isJoined: Bool)
    /// Any other event.
    case world(Event)
    /// What came of the lines above, mark and all.
    case output(String)
  }

  /// The lines in order.
  package var lines: [Line]

  /// A transcript of these lines.
  package init(lines: [Line] = []) {
    self.lines = lines
  }

  /// Reads a transcript; the first line that is none is named.
  package init(_ text: String) throws(TranscriptFault) {
    lines = []
    var texts = text.split(separator: "\n", omittingEmptySubsequences: false)
    if texts.last?.isEmpty == true { texts.removeLast() }
    for (index, text) in texts.enumerated() {
      guard let line = Line(String(text)) else {
        throw TranscriptFault(line: index + 1, reason: "not a line of a transcript")
      }
      lines.append(line)
    }
  }

  /// The text, each line with its end.
  package var text: String {
    lines.map { $0.text + "\n" }.joined()
  }

  /// Runs a session over the lines that go to it, and gives the transcript of that.
  ///
  /// - Parameters:
  ///   - base: What the session is started with where the transcript does not say.
  ///   - client: The parameters of `initialize` recorded from a client; nil for one that is not known.
  /// - Returns: The same transcript if the session said what stands in it.
  /// - Throws: The first line that cannot be run.
  package func run(_ base: Startup, client: (String) -> JSON?) throws(TranscriptFault) -> Transcript {
    var startup = base
    var session: Session?
    var recorder = Recorder()
    var result: [Line] = []
    func deliver(_ event: Event) {
      var current = session ?? Session(startup)
      session = nil
      // As a host does it, so that what comes of messages that arrived together is one batch here as well.
      while event == .drained, let effects = current.advance() {
        for effect in effects { result += recorder.lines(of: effect) }
      }
      result += recorder.lines(of: event)
      for effect in current.receive(event) { result += recorder.lines(of: effect) }
      session = current
    }
    for (index, line) in lines.enumerated() {
      switch line {
      case .output: continue
      case .remark: result.append(line)
      case .startup(let tree):
        session = nil
        recorder = Recorder()
        startup = base
        startup.take(tree)
        result.append(line)
      case .handshake(let name):
        guard let params = name.map(client) ?? Self.minimalParameters else {
          throw TranscriptFault(line: index + 1, reason: "nothing is recorded of a client \(name ?? "")")
        }
        result.append(line)
        var current = session ?? Session(startup)
        result += Self.shakeHands(&current, params)
        session = current
      case .received(let body, let isJoined):
        guard !isJoined || recorder.isInBatch else {
          throw TranscriptFault(line: index + 1, reason: "no message stands above")
        }
        deliver(.received(body))
        if !joins(after: index) { deliver(.drained) }
      case .world(let event): deliver(event)
      }
    }
    return Transcript(lines: result)
  }

  /// Whether the next line that goes to the session arrived together with this one.
  private func joins(after index: Int) -> Bool {
    for line in lines[(index + 1)...] {
      switch line {
      case .output, .remark: continue
      case .received(_, let isJoined): return isJoined
      default: return false
      }
    }
    return false
  }

  /// What a client says at least: how it counts columns.
  private static let minimalParameters: JSON = [
    "processId": nil, "rootUri": nil, "capabilities": ["general": ["positionEncodings": ["utf-8"]]],
  ]

  /// Delivers both messages of the handshake; the answer to the first is left out.
  private static func shakeHands(_ session: inout Session, _ params: JSON) -> [Line] {
    let id = RequestID.string("handshake")
    let messages: [Message] = [
      .request(id: id, method: RequestMethod.initialize.rawValue, params: params),
      .notification(method: NotificationMethod.initialized.rawValue, params: [:]),
    ]
    var lines: [Line] = []
    for message in messages {
      let effects = session.receive(.received(message.write())) + session.receive(.drained)
      for effect in effects {
        let isAnswer =
          if case .send(let body, _) = effect, case .success(.response(id, _, nil)) = Message.read(body) {
            true
          } else {
            false
          }
        guard !isAnswer else { continue }
        if let line = Line(effect) { lines.append(line) }
      }
    }
    return lines
  }
}

/// Why a text is no transcript, or cannot be run.
package struct TranscriptFault: Error, Equatable, Sendable {
  /// The line, from 1.
  package var line: Int
  /// Why, in plain words.
  package var reason: String

  /// A fault of this line.
  package init(line: Int, reason: String) {
    self.line = line
    self.reason = reason
  }
}

/// Turns events and effects into lines as they come.
///
/// What comes of messages that arrived together stands below the last of them, and of several pushes for one document
/// only the last, as they are written; so lines may be held back until the next event.
package struct Recorder: Sendable {
  private var pending: [(slot: String?, line: Transcript.Line)] = []
  private(set) var isInBatch = false
  /// The start of a character at the end of an ask's last part.
  private var cut: [Int: [UInt8]] = [:]

  /// A recorder that has heard nothing.
  package init() {}

  /// The lines to add when a session is about to receive an event.
  package mutating func lines(of event: Event) -> [Transcript.Line] {
    switch event {
    case .received(let body):
      defer { isInBatch = true }
      return [.received(body, isJoined: isInBatch)]
    case .drained: return endBatch()
    case .answered(let ask, .part(let bytes)):
      let whole = (cut.removeValue(forKey: ask) ?? []) + bytes
      let end = Self.lastCharacterEnd(whole)
      if end < whole.count { cut[ask] = Array(whole[end...]) }
      return endBatch() + [.world(.answered(ask: ask, .part(Array(whole[..<end]))))]
    case .answered(let ask, .ended):
      cut[ask] = nil
      return endBatch() + [.world(event)]
    default: return endBatch() + [.world(event)]
    }
  }

  /// The lines to add when a session wants something done.
  package mutating func lines(of effect: Effect) -> [Transcript.Line] {
    guard let line = Transcript.Line(effect) else { return [] }
    guard isInBatch else { return [line] }
    var slot: String?
    if case .send(_, let name) = effect { slot = name }
    if let slot, let place = pending.firstIndex(where: { $0.slot == slot }) {
      pending[place].line = line
    } else {
      pending.append((slot, line))
    }
    if case .exit = effect { return endBatch() }
    return []
  }

  private mutating func endBatch() -> [Transcript.Line] {
    defer {
      pending = []
      isInBatch = false
    }
    return pending.map(\.line)
  }

  /// The end of the last whole character; a text can only be shown up to there.
  private static func lastCharacterEnd(_ bytes: [UInt8]) -> Int {
    for (distance, byte) in bytes.suffix(3).reversed().enumerated() where byte & 0xC0 != 0x80 {
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return length > distance + 1 ? bytes.count - distance - 1 : bytes.count
    }
    return bytes.count
  }
}

extension Startup {
  /// Takes what a transcript says of the start.
  fileprivate mutating func take(_ tree: JSON) {
    if let text = tree["configuration"]?.string { configuration = Array(text.utf8) }
    if case .array(let list) = tree["set"] { assignments = list.compactMap(\.string) }
    if let text = tree["version"]?.string { version = text }
  }

  /// The line by which a recording says what its session was started with.
  package var line: Transcript.Line {
    .startup([
      "configuration": configuration.map { .string(String(decoding: $0, as: UTF8.self)) } ?? .null,
      "set": .array(assignments.map { .string($0) }), "version": .string(version),
    ])
  }
}

extension Transcript.Line {
  private static let startupMark = "==> startup "
  private static let handshakeMark = "==> initialized"

  /// Reads one line; nil if it is none.
  init?(_ text: String) {
    if text.isEmpty || text.hasPrefix("#") {
      self = .remark(text)
    } else if text.hasPrefix(Self.startupMark) {
      guard let tree = try? JSON.parse(Array(text.dropFirst(Self.startupMark.count).utf8)) else { return nil }
      self = .startup(tree)
    } else if text == Self.handshakeMark {
      self = .handshake(client: nil)
    } else if text.hasPrefix(Self.handshakeMark + " ") {
      self = .handshake(client: String(text.dropFirst(Self.handshakeMark.count + 1)))
    } else {
      let body = Array(text.utf8.dropFirst(4))
      switch text.prefix(4) {
      case "--> ": self = .received(body, isJoined: false)
      case "++> ": self = .received(body, isJoined: true)
      case "<-- ", "<~~ ": self = .output(text)
      case "~~> ":
        guard let json = try? JSON.parse(body) else { return nil }
        if case .string(let text) = json["received"] {
          self = .received(Array(text.utf8), isJoined: json["joined"] == true)
        } else if let event = Event(transcript: json) {
          self = .world(event)
        } else {
          return nil
        }
      default: return nil
      }
    }
  }

  /// The line of an effect; nil for a line of the log, which is in no transcript.
  init?(_ effect: Effect) {
    let wanted: JSON
    switch effect {
    case .send(let body, slot: _):
      self = .output("<-- " + String(decoding: body, as: UTF8.self))
      return
    case .log: return nil
    case .ask(let number, .index(let request)):
      let tree = (try? JSON.parse(request)) ?? .string(String(decoding: request, as: UTF8.self))
      wanted = ["ask": [.integer(number), ["index": tree]]]
    case .ask(let number, .learn(let request)):
      let tree = (try? JSON.parse(request)) ?? .string(String(decoding: request, as: UTF8.self))
      wanted = ["ask": [.integer(number), ["learn": tree["learn"] ?? tree]]]
    case .ask(let number, .open(let path)): wanted = ["ask": [.integer(number), ["open": .string(path)]]]
    case .ask(let number, .watch(let process)): wanted = ["ask": [.integer(number), ["watch": .integer(process)]]]
    case .wake(let number, let milliseconds): wanted = ["wake": [.integer(number), .integer(milliseconds)]]
    case .forget(let number): wanted = ["forget": .integer(number)]
    case .exit(let code): wanted = ["exit": .integer(Int(code))]
    }
    self = .output("<~~ " + wanted.text)
  }

  /// The line without its end.
  var text: String {
    switch self {
    case .remark(let text), .output(let text): text
    case .startup(let tree): Self.startupMark + tree.text
    case .handshake(let client): Self.handshakeMark + (client.map { " " + $0 } ?? "")
    case .received(let body, let isJoined): Self.text(ofBody: body, isJoined: isJoined)
    case .world(let event): "~~> " + event.transcript.text
    }
  }

  /// A message on one line: as it is, else as the same JSON without line ends, else as a string.
  private static func text(ofBody body: [UInt8], isJoined: Bool) -> String {
    let mark = isJoined ? "++> " : "--> "
    let text = String(decoding: body, as: UTF8.self)
    if text.utf8.elementsEqual(body), !body.contains(where: { $0 == 0x0A || $0 == 0x0D }) { return mark + text }
    if let tree = try? JSON.parse(body) { return mark + tree.text }
    let received: JSON = isJoined ? ["received": .string(text), "joined": true] : ["received": .string(text)]
    return "~~> " + received.text
  }
}

extension Event {
  /// Reads what a line says that the world tells; nil if it is none of that.
  fileprivate init?(transcript json: JSON) {
    guard case .object(let members) = json, members.count == 1, let member = members.first else { return nil }
    switch (member.key, member.value) {
    case ("elapsed", .integer(let wake)): self = .elapsed(wake: wake)
    case ("closed", true): self = .closed
    case ("lost", true): self = .lost
    case ("refused", .string(let words)): self = .refused(words)
    case ("answered", let answer):
      guard case .integer(let ask) = answer["ask"] else { return nil }
      switch (answer["part"], answer["ended"]) {
      case (.string(let part), nil): self = .answered(ask: ask, .part(Array(part.utf8)))
      case (nil, .null): self = .answered(ask: ask, .ended(problem: nil))
      case (nil, .string(let problem)): self = .answered(ask: ask, .ended(problem: problem))
      default: return nil
      }
    default: return nil
    }
  }

  /// The event as a line has it.
  fileprivate var transcript: JSON {
    switch self {
    case .received(let body): ["received": .string(String(decoding: body, as: UTF8.self))]
    case .drained: ["drained": true]
    case .refused(let words): ["refused": .string(words)]
    case .elapsed(let wake): ["elapsed": .integer(wake)]
    case .closed: ["closed": true]
    case .lost: ["lost": true]
    case .answered(let ask, .part(let bytes)):
      ["answered": ["ask": .integer(ask), "part": .string(String(decoding: bytes, as: UTF8.self))]]
    // What is in a file is in no transcript; a session that is recorded opens none.
    case .answered(let ask, .opened): ["answered": ["ask": .integer(ask), "ended": "a file"]]
    case .answered(let ask, .ended(let problem)):
      ["answered": ["ask": .integer(ask), "ended": problem.map { .string($0) } ?? .null]]
    }
  }
}
