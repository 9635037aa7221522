import Fields
import Wire

/// Trailers that hold one person, and files to attach: another one is another line.
extension Session {
  /// Adds people to a trailer, or files, where one stands already, each on a line of its own behind the last of that key.
  ///
  /// - Returns: nil where the field itself takes what is added.
  func addingLines(_ request: ActingRequest) throws(ResponseError) -> ActingResult? {
    let (document, fields) = (request.document, request.document.finding.fields)
    let field = fields[request.index]
    guard request.method == .add, field.grammar == .attachments || field.grammar == .trailers && field.holdsPeople,
      field.limit == 1,
      document.context.options(field).max == nil, !request.editor.policy.isReadOnly, request.editor.tokenCount > 0
    else { return nil }
    let same = fields.indices.filter { index in
      let isSame = field.grammar == .trailers ? fields[index].scope == field.scope : fields[index].name == field.name
      return isSame && !document.readings[index].tokens.isEmpty
    }
    guard let last = same.last else { return nil }
    let end = fields[last].range.upperBound
    let lineEnd = document.lineEnd(at: end)
    // What stands between the key and the value: a colon, or what git's configuration has for it.
    let sign = document.text.bytes(fields[last].nameRange.upperBound..<fields[last].valueRange.lowerBound)
    // Who stands under the key, and in which field.
    var present: [String: Int] = [:]
    let isCaseSensitive = request.editor.policy.isCaseSensitive
    func key(_ value: String) -> String {
      field.grammar.key(ofValue: value, isCaseSensitive: isCaseSensitive)
    }
    for index in same {
      let value = document.value(fields[index])
      for token in document.readings[index].tokens {
        let key = key(field.grammar.value(token, in: value))
        if present[key] == nil { present[key] = index }
      }
    }
    var result = ActingResult()
    result.focus = (request.index, request.editor)
    var number = fields.filter { $0.name == field.name }.count
    var (lines, names): ([UInt8], [String]) = ([], [])
    let allows = settings.field(field.name).text("duplicate") == "allow"
    for text in try request.texts() {
      let empty = Editor([Byte.space], field.grammar, document.context.options(field), policy: request.editor.policy)
      let outcome = empty.adding([text])
      guard outcome.reason == nil, outcome.editor.tokens.count == 1, let token = outcome.editor.tokens.first else {
        result.reason = outcome.reason ?? .syntax
        result.events.append((document.fieldID(request.index), .didReject(text, outcome.reason ?? .syntax)))
        continue
      }
      let words = outcome.editor.words(token)
      if !allows, let index = present[key(words.value)] {
        result.reason = .duplicate
        result.events.append((document.fieldID(index), .didIgnore(text, .duplicate, existing: 0)))
        continue
      }
      present[key(words.value)] = last
      number += 1
      lines += Array((lineEnd + field.name).utf8) + sign + outcome.editor.value
      names.append(words.display)
      let id = Document.fieldID(field.name, number: number)
      result.events += outcome.events.map { (id, $0) }
      result.created.append((id, outcome.editor))
    }
    guard !lines.isEmpty else { return result }
    result.changes = [Change(end..<end, lines)]
    result.announcement = "Added \(names.joined(separator: ", ")) on a line of its own"
    if names.count > 1 { result.announcement = "Added \(names.count) lines" }
    return result
  }
}
