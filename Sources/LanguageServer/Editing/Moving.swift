import Fields
import Wire

/// Tokens from one field to another.
extension Session {
  /// Moves a token to another field, which is written behind this one if it is not there.
  func move(_ request: ActingRequest, to name: String) throws(ResponseError) -> ActingResult {
    let (document, fields) = (request.document, request.document.finding.fields)
    guard let index = try request.oneIndex() else { return ActingResult(.unknownToken) }
    let words = request.editor.words(request.editor.standing(request.editor.tokens[index]))
    var result = ActingResult()
    result.focus = (request.index, request.editor)
    let removed = request.editor.removing([index])
    guard removed.reason == nil else {
      result.reason = removed.reason
      return result
    }
    let target = document.fieldIndex(named: name)
    if let target, !Self.takes(fields[target], from: fields[request.index]) {
      result.reason = .notAllowed
      return result
    }
    if target == request.index {
      result.reason = .notAllowed
      return result
    }
    if let target {
      let editor = document.editor(target, caret: nil, policy: policy(fields[target], document))
      guard let text = editor.carried(request.editor.tokens[index], from: request.editor) else {
        result.reason = .syntax
        return result
      }
      let added = editor.adding([text], at: try request.params.optional("to")?.int())
      guard added.reason == nil else {
        result.reason = added.reason
        result.events = added.events.map { (document.fieldID(target), $0) }
        return result
      }
      let isOne = added.editor.tokens.count == editor.tokens.count + 1
      guard isOne else {
        result.reason = .syntax
        return result
      }
      result.add(added, target, document)
    } else {
      let entry = String(decoding: request.editor.list.line(of: words.raw), as: UTF8.self)
      guard let isWritten = write([entry], asField: name, behind: request.index, in: document, to: &result) else {
        result.reason = .outside
        return result
      }
      guard isWritten, let token = result.created.first?.editor.tokens.first,
        result.created.first?.editor.words(token).value == words.value
      else {
        result = ActingResult(.syntax)
        result.focus = (request.index, request.editor)
        return result
      }
    }
    result.add(removed, request.index, document)
    result.announcement = "Moved \(words.display) to \(MailField.named(name)?.name ?? name)"
    return result
  }

  /// Whether tokens of a field can stand in another: people among people, tags among tags.
  private static func takes(_ target: Field, from field: Field) -> Bool {
    if target.grammar == field.grammar { return true }
    if target.holdsPeople || field.holdsPeople { return target.holdsPeople && field.holdsPeople }
    return TagVocabulary(target) != nil && TagVocabulary(target) == TagVocabulary(field)
  }
}
