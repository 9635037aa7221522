import Candidates
import Fields
import Wire

/// Requests that act: each gives one edit, the next state and what happened (Protocol/README.md, "Requests that act").
extension Session {
  /// Answers a request that acts, or that asks for a field's state.
  mutating func act(_ method: RequestMethod, _ params: Reader) throws(ResponseError) -> JSON {
    let uri = try params.member("textDocument").member("uri").string()
    guard let document = documents[uri] else { return .null }
    let version = try params.member("textDocument").member("version").int()
    guard version == document.version, !document.isDoubtful else {
      let why = document.isDoubtful ? "the document is not known for sure" : "the version is \(document.version)"
      throw .contentModified("\(why) at \(params.path).textDocument.version")
    }
    // What was typed right before the request is told first, since an outcome builds on it.
    if client.drawsChips, unshown.contains(uri) {
      judge(uri)
      tellEvents(uri)
    }
    // The same request again, as after a lost answer, is answered the same.
    if let last = document.editing.last, last.method == method.rawValue, last.params == params.value {
      return last.result
    }
    var result: ActingResult
    if let request = try actingRequest(method, params, document) {
      result = try perform(request)
      result.keepColumns(in: document)
    } else if method == .navigate {
      result = try navigateFromOutside(params, document)
    } else {
      result = ActingResult(.outside)
      result.isHandled = method != .key
    }
    if !result.changes.isEmpty { takeBack(uri) }
    let answer = outcome(
      of: &result, in: documents[uri] ?? document, data: params.optional("data")?.value,
      tellsTokens: try params.optional("tokens")?.bool() ?? false)
    documents[uri]?.editing.last = .init(method: method.rawValue, params: params.value, result: answer)
    return answer
  }

  /// Where a request acts: at its position, in the field that it names, or where something is selected.
  private func actingRequest(
    _ method: RequestMethod, _ params: Reader, _ document: Document
  ) throws(ResponseError) -> ActingRequest? {
    var selection: [Range<Int>] = []
    if let list = params.optional("selection") {
      for item in try list.array() { selection.append(try range(item, in: document.text)) }
    }
    var caret: Int?
    if let position = params.optional("position") {
      caret = document.text.offset(of: try Self.position(position), client.encoding).offset
    }
    var index: Int?
    if let name = params.optional("field") {
      index = document.fieldIndex(named: try name.string())
    } else if let place = caret ?? selection.first?.lowerBound, let found = document.fieldIndex(at: place) {
      let value = document.finding.fields[found].valueRange
      index = value.lowerBound <= place && place <= value.upperBound ? found : nil
    }
    guard let index else { return nil }
    let field = document.finding.fields[index]
    var policy = policy(field, document)
    // Where a client shows every text from left to right, arrows go by the text.
    policy.isRightToLeft =
      client.isBidirectional && direction(field, document.readings[index], document.value(field)) == .rtl
    let editor = document.editor(index, caret: caret, selection: selection, policy: policy)
    return ActingRequest(method: method, params: params, document: document, index: index, editor: editor)
  }

  private func perform(_ request: ActingRequest) throws(ResponseError) -> ActingResult {
    let (editor, document) = (request.editor, request.document)
    if let result = try deletingPart(request) { return result }
    if let result = try pastingPeople(request) { return result }
    if request.method == .navigate { return try navigate(request) }
    if request.method == .move, let target = request.params.optional("toField") {
      return try move(request, to: try target.string())
    }
    if let result = try addingLines(request) { return result }
    let outcome = if let first = try acceptingFirst(request) { first } else { try self.outcome(of: request, editor) }
    var result = ActingResult()
    result.add(outcome, request.index, document)
    if let direction = outcome.leaving, outcome.isHandled {
      guard let target = neighbour(direction, of: request.index, in: document) else {
        // With no field to go to, the key is the editor's own.
        result.isHandled = !outcome.changes.isEmpty
        return result
      }
      leave(&result, from: outcome.editor, request.index, to: target, in: document, leaves: outcome.changes.isEmpty)
    }
    return result
  }

  private func outcome(of request: ActingRequest, _ editor: Editor) throws(ResponseError) -> EditingOutcome {
    let params = request.params
    switch request.method {
    case .key: return editor.pressing(try request.press())
    case .select: return editor.selecting(try selected(request))
    case .unselect: return editor.unselecting()
    case .commit: return editor.committing()
    case .cancel: return editor.cancelling()
    case .add: return editor.adding(try request.texts(), at: try params.optional("index")?.int())
    case .remove:
      guard let value = params.optional("value") else { return editor.removing(try request.indices()) }
      let key = editor.grammar.key(ofValue: try value.string())
      let tokens = editor.tokens
      let found = tokens.firstIndex { editor.grammar.key(ofValue: editor.words(editor.standing($0)).value) == key }
      return editor.removing(found.map { [$0] } ?? [])
    case .replace:
      guard let index = try request.oneIndex() else { return editor.removing([]) }
      return editor.replacing(index, with: try params.member("text").string())
    case .edit: return editor.editing(try request.oneIndex() ?? -1)
    case .set:
      if params.optional("texts") == nil { return editor.drafting(try params.member("text").string()) }
      return editor.setting(try request.texts())
    case .clear: return editor.clearing()
    case .move: return editor.moving(try request.oneIndex() ?? -1, to: try params.member("to").int())
    case .copy: return editor.copying(try request.indices())
    case .cut: return editor.cutting(try request.indices())
    case .paste: return editor.pasting(try params.member("text").string())
    case .sort: return editor.sorting()
    case .unique: return editor.uniting()
    case .convert:
      let form = params.optional("to")
      guard let to = try ListForm(rawValue: form?.string() ?? ListForm.brackets.rawValue) else {
        throw .invalidParams("expected brackets or lines at \(params.path).to")
      }
      return editor.converting(to: to, splittingAtCommas: try request.flag("splitAtCommas"))
    case .expand: return expand(try request.oneIndex() ?? -1, in: editor)
    case .accept: return editor.accepting(try accepted(params, editor))
    default: return editor.unselecting()
    }
  }

  /// The indices to select: those that are named, with what is selected already if it is to be extended or toggled.
  private func selected(_ request: ActingRequest) throws(ResponseError) -> [Int] {
    let named = try request.indices()
    let before = request.editor.selection.indices
    if try request.flag("extend"), let anchor = before.first, let focus = named.last {
      return TokenSelection(from: anchor, to: focus).indices
    }
    guard try request.flag("toggle") else { return named }
    return before.filter { !named.contains($0) } + named.filter { !before.contains($0) }
  }

  /// What an accepted candidate writes: a text as it is spelled, or a name and an address.
  private func accepted(_ params: Reader, _ editor: Editor) throws(ResponseError) -> String {
    if let text = params.optional("text") { return try text.string() }
    let (name, value) = (try params.optional("name")?.string() ?? "", try params.member("value").string())
    // Only the list knows what the user has described of it.
    guard editor.grammar == .custom else {
      let text = editor.grammar.spell(name: name, value: value)
      guard editor.grammar == .addressList, !value.isEmpty else { return text }
      // Written without what no list can hold, it would be somebody else: then it is taken as it is, or not at all.
      let bytes = Array(text.utf8)
      let tokens = Grammar.addressList.read(bytes, ReadingOptions()).tokens
      return tokens.count == 1 && Grammar.addressList.value(tokens[0], in: bytes) == value ? text : value
    }
    return editor.list.spelled(name: "", value: value).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Opens a group, or a word that the address books know as an alias.
  func expand(_ index: Int, in editor: Editor) -> EditingOutcome {
    guard editor.tokens.indices.contains(index) else { return editor.expanding(index) }
    let words = editor.words(editor.tokens[index])
    guard directory.isAlias(words.raw) else { return editor.expanding(index) }
    let match = directory.matches(words.raw, limit: 50).first {
      $0.nickname?.lowercased() == words.raw.lowercased() || $0.name.lowercased() == words.raw.lowercased()
    }
    guard let match else { return editor.expanding(index) }
    let people = match.members.isEmpty ? [Mailbox(name: match.name, address: match.address)] : match.members
    return editor.expanding(index, members: people.map { editor.grammar.spell(name: $0.name, value: $0.address) })
  }
}
