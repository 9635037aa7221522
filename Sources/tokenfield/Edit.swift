import Fields
import Host
import LanguageServer
import Wire

/// A draft that commands edit as an editor would: by the requests that act, one after the other.
private struct Edited {
  private var script: Script
  private let uri: String
  private let field: String
  private(set) var text: Text
  private var version = 1

  init(_ draft: Draft, field: String, _ script: Script) {
    self.script = script
    (uri, self.field) = (draft.uri, field)
    text = Text(draft.bytes)
    self.script.open(uri, language: draft.language, text: draft.bytes)
  }

  /// Does what a request says, and gives its reason if something of it was not done.
  mutating func act(_ method: RequestMethod, _ members: JSON.Member...) throws(Stop) -> JSON {
    let identified: JSON = ["uri": .string(uri), "version": .integer(version)]
    let params = JSON.object(
      [JSON.Member(key: "textDocument", value: identified), JSON.Member(key: "field", value: .string(field))] + members)
    guard case .success(let outcome) = script.request(method.rawValue, params) else {
      throw .failure("\(method.rawValue) was refused")
    }
    take(outcome["edits"] ?? [])
    return outcome
  }

  /// The state of the field; nil when there is none.
  mutating func state() -> JSON? {
    let params: JSON = ["textDocument": ["uri": .string(uri)], "field": .string(field)]
    guard case .success(let state) = script.request(RequestMethod.state.rawValue, params), state != .null else {
      return nil
    }
    return state
  }

  private mutating func take(_ edits: JSON) {
    guard case .array(let list) = edits, !list.isEmpty else { return }
    func offset(_ position: JSON?) -> Int {
      guard case .integer(let line)? = position?["line"], case .integer(let column)? = position?["character"] else {
        return 0
      }
      return text.offset(of: Position(line: line, character: column), .utf8).offset
    }
    let changes = list.map { edit in
      Change(
        offset(edit["range"]?["start"])..<offset(edit["range"]?["end"]), Array((edit["newText"]?.words ?? "").utf8))
    }
    for change in changes.normalized.reversed() { text.replace(change.range, with: change.text) }
    version += 1
    script.notify(
      NotificationMethod.didChange.rawValue,
      [
        "textDocument": ["uri": .string(uri), "version": .integer(version)],
        "contentChanges": [["text": .string(String(decoding: text.bytes(0..<text.count), as: UTF8.self))]],
      ])
  }
}

extension Shell {
  /// `tokenfield add`, `remove`, `sort`, `unique` and `expand`: the entries of one field of a draft, edited as an editor
  /// would edit them; all else stays as it is, byte for byte.
  mutating func edit(_ command: Command, _ arguments: Arguments) throws(Stop) -> Outcome {
    guard let field = arguments.value(.field) else { throw .usage("\(command.rawValue): expected --field NAME") }
    let path = arguments.operands[0]
    let values = Array(arguments.operands.dropFirst())
    if arguments.has(.inPlace), path == "-" { throw .usage("\(command.rawValue): --in-place wants a file") }
    let draft = try draft(path, arguments)
    guard String(validating: draft.bytes, as: UTF8.self) != nil else {
      throw .failure("\(path): no UTF-8, so nothing was changed")
    }
    for value in values {
      // No entry holds a line end; and what was no UTF-8 came here as another text.
      let isPlain = value.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0 != "\u{FFFD}" }
      guard isPlain else { throw .usage("\(command.rawValue): \(Plain.line(value)): no text of one line") }
    }
    let startup = try startup(arguments)
    let script = Script.begun(startup, in: world)
    complain(of: script)
    var edited = Edited(draft, field: field, script)
    guard edited.state() != nil else { throw .failure("\(path): there is no field \(field)") }
    var refused: [String] = []
    switch command {
    case .add:
      for value in values {
        let outcome = try edited.act(.add, JSON.Member(key: "texts", value: [.string(value)]))
        if let reason = outcome["reason"]?.words { refused.append("\(value): \(reason)") }
      }
    case .remove:
      for value in values {
        let outcome = try edited.act(.remove, JSON.Member(key: "value", value: .string(value)))
        let isGone = if case .array(let edits)? = outcome["edits"] { !edits.isEmpty } else { false }
        if !isGone { refused.append("\(value): \(outcome["reason"]?.words ?? Reason.unknownToken.rawValue)") }
      }
    case .sort, .unique:
      let outcome = try edited.act(command == .sort ? .sort : .unique)
      if let reason = outcome["reason"]?.words { refused.append(outcome["announce"]?.words ?? reason) }
    default:
      // From the last one on, so that what is opened moves nothing that is still to be opened.
      guard case .integer(let total)? = edited.state()?["total"] else { break }
      for index in (0..<total).reversed() {
        _ = try edited.act(.expand, JSON.Member(key: "index", value: .integer(index)))
      }
    }
    for line in refused { complain("\(path): \(field): \(line)") }
    try write(edited.text.bytes(0..<edited.text.count), of: draft, isInPlace: arguments.has(.inPlace))
    return refused.isEmpty ? .well : .findings
  }

  /// Prints a text that was edited, or puts it in the place of its file if that is still as it was read.
  mutating func write(_ bytes: [UInt8], of draft: Draft, isInPlace: Bool) throws(Stop) {
    guard isInPlace else { return write(bytes) }
    if bytes == draft.bytes { return }
    guard let stamp = Host.stamp(draft.path) else {
      throw .failure("\(draft.name): no regular file, so nothing was written")
    }
    if let problem = replaceFile(draft.path, holding: draft.bytes, stamp, with: bytes) { throw .failure(problem.text) }
  }
}
