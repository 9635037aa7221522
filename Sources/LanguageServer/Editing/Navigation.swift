import Fields
import Wire

/// From field to field, and tokens from one field to another.
extension Session {
  /// The field beside another one that can be entered; nil where there is none.
  func neighbour(_ direction: EditingOutcome.Direction, of index: Int, in document: Document) -> Int? {
    let fields = document.finding.fields
    func canEnter(_ index: Int) -> Bool { !policy(fields[index], document).isReadOnly }
    switch direction {
    case .next: return fields.indices.dropFirst(index + 1).first(where: canEnter)
    case .previous: return fields.indices.prefix(index).last(where: canEnter)
    case .done: return nil
    }
  }

  /// `tokenField/navigate`: leaves the field, with its draft by `onBlur`, and comes into another one.
  func navigate(_ request: ActingRequest) throws(ResponseError) -> ActingResult {
    let (document, fields) = (request.document, request.document.finding.fields)
    let to = try request.params.member("to").string()
    let target: Int?
    switch to {
    case "next": target = neighbour(.next, of: request.index, in: document)
    case "previous": target = neighbour(.previous, of: request.index, in: document)
    case "first": target = neighbour(.next, of: -1, in: document)
    case "last": target = neighbour(.previous, of: fields.count, in: document)
    case "done": target = nil
    default: target = fields.firstIndex { $0.name.lowercased() == to.lowercased() }
    }
    var result = ActingResult()
    guard let target else {
      if to == "done" {
        result.add(request.editor.leaving(), request.index, fields[request.index])
        return result
      }
      result.isHandled = false
      result.focus = (request.index, request.editor)
      return result
    }
    leave(&result, from: request.editor, request.index, to: target, in: document, leaves: true)
    return result
  }

  /// Leaves one field and comes into another: the end of the one is told before the beginning of the other.
  ///
  /// - Parameters:
  ///   - result: what has been done already.
  ///   - editor: the field that is left.
  ///   - index: its number.
  ///   - target: the number of the field that is entered.
  ///   - document: the document before any change.
  ///   - leaves: whether the field that is left is as in the document, so that its draft may be dealt with.
  func leave(
    _ result: inout ActingResult, from editor: Editor, _ index: Int, to target: Int, in document: Document, leaves: Bool
  ) {
    let fields = document.finding.fields
    guard target != index else {
      result.add(editor.entering(), index, fields[index])
      return
    }
    let left = editor.leaving()
    if leaves {
      result.add(left, index, fields[index])
      result.left = (index, left.editor)
    } else {
      result.events.append((fields[index].name, .didEndEditing))
    }
    let entered = document.editor(target, caret: nil, policy: policy(fields[target], document)).entering()
    result.add(entered, target, fields[target])
  }

  /// Moves a token to another field, which is written behind this one if it is not there.
  func move(_ request: ActingRequest, to name: String) throws(ResponseError) -> ActingResult {
    let (document, fields) = (request.document, request.document.finding.fields)
    guard let index = try request.oneIndex() else { return ActingResult(.unknownToken) }
    let words = request.editor.words(request.editor.tokens[index])
    var result = ActingResult()
    result.focus = (request.index, request.editor)
    let removed = request.editor.removing([index])
    guard removed.reason == nil else {
      result.reason = removed.reason
      return result
    }
    let target = fields.firstIndex { $0.name.lowercased() == name.lowercased() }
    if target == request.index {
      result.reason = .notAllowed
      return result
    }
    if let target {
      let editor = document.editor(target, caret: nil, policy: policy(fields[target], document))
      let added = editor.adding([words.raw], at: try request.params.optional("to")?.int())
      guard added.reason == nil else {
        result.reason = added.reason
        result.events = added.events.map { (fields[target].name, $0) }
        return result
      }
      result.add(added, target, fields[target])
    } else {
      guard let row = MailField.named(name), let entry = request.editor.grammar.pieces(of: words.raw).first else {
        result.reason = .outside
        return result
      }
      let end = fields[request.index].range.upperBound
      let hasReturn = document.text.count > end && document.text[end] == Byte.carriageReturn
      let line = (hasReturn ? "\r\n" : "\n") + row.name + ": "
      result.changes.append(Change(end..<end, Array(line.utf8) + entry))
      result.events.append((row.name, .didAdd(words, index: 0, .api)))
    }
    result.add(removed, request.index, fields[request.index])
    result.announcement = "Moved \(words.display) to \(MailField.named(name)?.name ?? name)"
    return result
  }
}
