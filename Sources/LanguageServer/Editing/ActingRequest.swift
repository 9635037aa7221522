import Fields
import Wire

/// What an acting request says beyond its method: where it acts, and on what.
struct ActingRequest {
  let method: RequestMethod
  let params: Reader
  let document: Document
  /// The number of the field in which it acts.
  let index: Int
  /// The field as it is edited.
  let editor: Editor

  /// The indices that the request names, else what is selected; one out of range is an error.
  func indices(_ key: String = "indices") throws(ResponseError) -> [Int] {
    if let list = params.optional(key) {
      var indices: [Int] = []
      for item in try list.array() { indices.append(try index(item)) }
      return indices
    }
    if let one = params.optional("index") { return [try index(one)] }
    return editor.selection.indices
  }

  /// The one index that the request names, else that of the selected token or of the one at the caret.
  func oneIndex() throws(ResponseError) -> Int? {
    if let one = params.optional("index") { return try index(one) }
    if let first = editor.selection.indices.first { return first }
    guard let caret = editor.caret else { return nil }
    return editor.tokens.firstIndex { token in
      token.entry.map { editor.list.entries[$0].range }.map { $0.lowerBound <= caret && caret <= $0.upperBound }
        ?? false
    }
  }

  /// An index of a token; `count` itself is none.
  func index(_ reader: Reader) throws(ResponseError) -> Int {
    let index = try reader.int()
    let count = editor.tokenCount
    guard index >= 0, index < count else {
      throw .invalidParams("expected an index below \(count) at \(reader.path)")
    }
    return index
  }

  /// A list of texts, or one.
  func texts() throws(ResponseError) -> [String] {
    guard let list = params.optional("texts") else { return [try params.member("text").string()] }
    var texts: [String] = []
    for item in try list.array() { texts.append(try item.string()) }
    return texts
  }

  /// The key that was pressed, or the text that was typed.
  func press() throws(ResponseError) -> KeyPress {
    let key: Key
    if let text = params.optional("text") {
      key = .text(try text.string())
    } else {
      let name = try params.member("key")
      guard let known = Self.keys[try name.string()] else {
        throw .invalidParams("expected the name of a key at \(name.path)")
      }
      key = known
    }
    return KeyPress(
      key, isShifted: try flag("shift"), isRepeated: try flag("repeat"), isComposing: try flag("composing"))
  }

  func flag(_ key: String) throws(ResponseError) -> Bool {
    try params.optional(key)?.bool() ?? false
  }

  /// The names of keys on the wire.
  static let keys: [String: Key] = [
    "Backspace": .backspace, "Delete": .delete, "Enter": .enter, "Tab": .tab, "Left": .left, "Right": .right,
    "Home": .home, "End": .end, "Escape": .escape, "SelectAll": .selectAll,
  ]
}

/// What an acting request has done to a document: changes in bytes of it, and the field that is in focus afterwards.
struct ActingResult {
  /// Whether the client has nothing left to do.
  var isHandled = true
  var changes: [Change] = []
  /// What happened, each with the name of its field.
  var events: [(field: String, event: EditingEvent)] = []
  var announcement: String?
  var reason: Reason?
  var copied: (text: String, tokens: [TokenText])?
  /// The field whose state is told, and that field afterwards; nil when the request met no field.
  var focus: (index: Int, editor: Editor)?

  /// Every field that was acted in, as it is afterwards.
  var fields: [Int: Editor] = [:]
  /// Where the caret goes, in bytes of the document before the changes, if that is in no field.
  var place: Int?
  /// Fields that are written, by their names, as they will be.
  var created: [(name: String, editor: Editor)] = []
  /// The field that was left, and that field afterwards; its draft may have stayed.
  var left: (index: Int, editor: Editor)?

  init(_ reason: Reason? = nil) {
    self.reason = reason
  }

  /// Takes what has happened in one field.
  mutating func add(_ outcome: EditingOutcome, _ index: Int, _ document: Document) {
    isHandled = outcome.isHandled
    let base = document.finding.fields[index].valueRange.lowerBound
    changes += outcome.changes.map { Change($0.range.shifted(by: base), $0.text) }
    let id = document.fieldID(index)
    events += outcome.events.map { (id, $0) }
    announcement = outcome.announcement ?? announcement
    reason = outcome.reason ?? reason
    copied = outcome.copied ?? copied
    focus = (index, outcome.editor)
    fields[index] = outcome.editor
  }
}
