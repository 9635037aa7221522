import Candidates
import Fields
import LanguageServer
import Wire

extension Shell {
  /// `tokenfield complete`: what an editor would be offered.
  mutating func complete(_ arguments: Arguments) throws(Stop) -> Outcome {
    try arguments.clash(.at, .text)
    try arguments.clash(.at, .cursor)
    try arguments.clash(.at, .kind)
    let kind = try arguments.choice(.kind, of: Tokenizing.kinds) ?? Grammar.addressList.rawValue
    var draft: Draft
    var caret: Position
    var shift = 0
    if let place = arguments.value(.at) {
      guard let position = Self.position(place) else {
        throw arguments.wrong(.at, "expected LINE:COLUMN, both from 1")
      }
      draft = try self.draft(arguments.operands.first, arguments)
      caret = position
    } else if let text = arguments.value(.text) {
      guard arguments.operands.isEmpty else { throw .usage("complete: --text and FILE do not go together") }
      // A value needs a field around it.
      let head = Grammar(rawValue: kind) != nil ? "To: " : ""
      draft = Draft(name: "-", language: "mail", bytes: Array((head + text).utf8))
      shift = head.utf8.count
      let cursor = try arguments.number(.cursor, 0...text.utf8.count) ?? text.utf8.count
      caret = Text(draft.bytes).position(of: shift + cursor, .utf8)
    } else {
      throw .usage("complete: --at LINE:COLUMN or --text TEXT is missing")
    }
    let startup = try startup(arguments)
    let hasTags = draft.finding(startup.settings().settings).finding.fields.contains {
      !$0.holdsPeople && $0.grammar != .messageIDs && $0.grammar != .attachments
    }
    var script = Script.begun(startup, in: world, countsTags: hasTags)
    script.open(draft.uri, language: draft.language, text: draft.bytes)
    let answer = script.request(
      RequestMethod.completion.rawValue,
      [
        "textDocument": ["uri": .string(draft.uri)],
        "position": ["line": .integer(caret.line), "character": .integer(caret.character)],
      ])
    complain(of: script)
    var items: [JSON] = []
    if case .success(let list) = answer, case .array(let found) = list["items"] { items = found }
    if arguments.has(.json) {
      print(JSON.array(items.map { shift > 0 ? Self.moved($0, back: shift) : $0 }))
    } else {
      for item in items { print(Self.row(item, script)) }
    }
    guard items.isEmpty else { return .well }
    return script.hasFailed ? .failure : .findings
  }

  /// An item as `address⇥name⇥note`: what it writes, read again.
  private static func row(_ item: JSON, _ script: Script) -> String {
    let grammar = Grammar.addressList
    let bytes = Array((item["textEdit"]?["newText"]?.words ?? "").utf8)
    let tokens = grammar.read(bytes, ReadingOptions()).tokens
    let addresses = tokens.map { grammar.value($0, in: bytes) }.filter { !$0.isEmpty }
    let label = item["label"]?.words ?? ""
    let person = addresses.count == 1 ? script.session.directory.person(address: addresses[0]) : nil
    let name = addresses == [label] ? "" : label
    return Plain.row([addresses.joined(separator: ", "), name, person?.note ?? ""])
  }

  /// `3:14` as a position, whose numbers count from 0.
  private static func position(_ text: String) -> Position? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let line = parts[0], let column = parts[1], line > 0, column > 0 else { return nil }
    return Position(line: line - 1, character: column - 1)
  }

  /// An item with its edits in columns of the value instead of the field around it.
  private static func moved(_ json: JSON, back distance: Int) -> JSON {
    switch json {
    case .array(let items): return .array(items.map { moved($0, back: distance) })
    case .object(let members):
      if case .integer(0) = json["line"], case .integer(let character) = json["character"] {
        return ["line": 0, "character": .integer(max(0, character - distance))]
      }
      return .object(members.map { JSON.Member(key: $0.key, value: moved($0.value, back: distance)) })
    default: return json
    }
  }
}

extension JSON {
  /// The text of a string; nil for any other value.
  var words: String? {
    if case .string(let text) = self { text } else { nil }
  }
}
