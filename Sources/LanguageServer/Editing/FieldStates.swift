import Fields
import Wire

/// What a field is like now, what clients say of it, and what stands in the way of sending.
extension Session {
  /// `tokenField/state`: of the field at a position or of a name; `null` where there is none.
  func fieldState(_ params: Reader) throws(ResponseError) -> JSON {
    guard let document = try document(params) else { return .null }
    guard let index = try fieldIndex(params, document) else {
      let isName = params.optional("field")?.value.string?.lowercased() == Document.fileName
      return isName ? document.fileNameState ?? .null : try mentionState(params, document)
    }
    return try state(index, params, document)
  }

  private func fieldIndex(_ params: Reader, _ document: Document) throws(ResponseError) -> Int? {
    if let name = params.optional("field") {
      return document.fieldIndex(named: try name.string())
    }
    let position = try Self.position(params.member("position"))
    return document.fieldIndex(at: document.text.offset(of: position, client.encoding).offset)
  }

  private func state(_ index: Int, _ params: Reader, _ document: Document) throws(ResponseError) -> JSON {
    var caret: Int?
    if let position = params.optional("position") {
      caret = document.text.offset(of: try Self.position(position), client.encoding).offset
    }
    var selection: [Range<Int>] = []
    if let list = params.optional("selection") {
      for item in try list.array() { selection.append(try range(item, in: document.text)) }
    }
    let field = document.finding.fields[index]
    let editor = document.editor(index, caret: caret, selection: selection, policy: policy(field, document))
    var cursor = cursor(document.text)
    let base = field.valueRange.lowerBound
    let state = state(editor, index, base, document.editing.notes, document, tellsTokens: true, &cursor)
    guard case .object(let members) = state else { return state }
    let readiness = readiness(document)
    var reasons: [String] = []
    for blocker in readiness.blockers where !reasons.contains(blocker.reason) { reasons.append(blocker.reason) }
    return .object(
      members + [
        JSON.Member(key: "ready", value: .bool(readiness.isReady)),
        JSON.Member(key: "blockers", value: .array(reasons.map { .string($0) })),
      ])
  }

  /// `tokenField/setFieldState`: an error, a title, or that a field may not be changed; each stays until it is said
  /// otherwise.
  mutating func setFieldState(_ params: Reader) throws(ResponseError) -> JSON {
    let name = try params.member("field").string()
    guard let document = try document(params),
      let index = document.fieldIndex(named: name)
    else { return .null }
    let field = document.finding.fields[index]
    var note = document.editing.fieldStates[field.name] ?? DocumentEditing.FieldNote()
    if params.value["error"] != nil { note.error = try params.optional("error")?.string() }
    if params.value["title"] != nil { note.title = try params.optional("title")?.string() }
    if params.value["enabled"] != nil { note.isEnabled = try params.optional("enabled")?.bool() ?? true }
    let wasEnabled = document.editing.fieldStates[field.name]?.isEnabled ?? true
    documents[document.uri]?.editing.fieldStates[field.name] = note
    documents[document.uri]?.editing.last = nil
    if client.drawsChips, note.isEnabled != wasEnabled, var changed = documents[document.uri] {
      let id: JSON = .string(changed.fieldID(index))
      tell(type: note.isEnabled ? "didEnable" : "didDisable", ["field": id], in: &changed)
      documents[document.uri] = changed
    }
    documents[document.uri]?.drawn?.isStale = true
    show(document.uri)
    guard let changed = documents[document.uri] else { return .null }
    return try state(index, Reader([:]), changed)
  }

  /// `tokenField/check`: whether a message can be sent, and what stands in the way.
  mutating func checkSending(_ params: Reader) throws(ResponseError) -> JSON {
    guard let document = try document(params) else { return .null }
    keepLeftovers(document.uri)
    judge(document.uri, .send)
    lookForFiles(document.uri, isAnew: true)
    show(document.uri)
    var cursor = cursor(document.text)
    let readiness = readiness(document)
    let blockers = readiness.blockers.map { blocker -> JSON in
      var members = [JSON.Member(key: "reason", value: .string(blocker.reason))]
      if let index = blocker.field {
        members.append(JSON.Member(key: "field", value: .string(document.finding.fields[index].name)))
      }
      if let range = blocker.range { members.append(JSON.Member(key: "range", value: json(range, &cursor))) }
      if let message = blocker.message { members.append(JSON.Member(key: "message", value: .string(message))) }
      return .object(members)
    }
    return ["ready": .bool(readiness.isReady), "blockers": .array(blockers)]
  }

  /// `workspace/executeCommand`: an acting request for clients that know only LSP; the client is asked to make the edit.
  mutating func executeCommand(_ params: Reader) throws(ResponseError) -> JSON {
    let name = try params.member("command")
    let command = try name.string()
    if command == Self.never, let first = try params.member("arguments").array().first { return try ignore(first) }
    guard let method = Self.commands.first(where: { $0.command == command })?.method else {
      throw .invalidParams("unknown command \(command) at \(name.path)")
    }
    guard let first = try params.member("arguments").array().first else {
      throw .invalidParams("expected an argument at \(params.path).arguments")
    }
    // Such a client need not say which version it means.
    var arguments = first.value
    let uri = try first.member("textDocument").member("uri").string()
    guard let document = documents[uri] else { return .null }
    if first.value["textDocument"]?["version"] == nil, case .object(let members) = arguments {
      let identified: JSON = ["uri": .string(uri), "version": .integer(document.version)]
      arguments = .object(
        members.filter { $0.key != "textDocument" } + [JSON.Member(key: "textDocument", value: identified)])
    }
    let outcome = try act(method, Reader(arguments, path: first.path))
    if client.appliesEdits, case .array(let edits) = outcome["edits"] ?? .null, !edits.isEmpty {
      let label = command.dropFirst("tokenField.".count)
      ask(.applyEdit, ["label": .string("tokenField \(label)"), "edit": workspaceEdit(edits, of: document)])
    }
    return outcome
  }

  /// Edits of one document, with its version for a client that can tell whether they still fit.
  func workspaceEdit(_ edits: [JSON], of document: Document) -> JSON {
    guard client.takesDocumentChanges else {
      return ["changes": .object([JSON.Member(key: document.uri, value: .array(edits))])]
    }
    let identified: JSON = ["uri": .string(document.uri), "version": .integer(document.version)]
    return ["documentChanges": [["textDocument": identified, "edits": .array(edits)]]]
  }

  /// The commands of plain clients, by the requests that they stand for.
  static let commands: [(command: String, method: RequestMethod)] = RequestMethod.acting.map {
    ("tokenField." + $0.rawValue.dropFirst("tokenField/".count), $0)
  }
}
