import Fields
import Wire

/// Mentions of texts whose running text is no field: Org, and plain text that is no mail.
extension Session {
  /// The state of such a text: the mentions that were accepted in it and that nobody has changed since.
  ///
  /// - Parameters:
  ///   - params: of `tokenField/state`; the field is `inline-tags`, or the position lies at one of the mentions.
  ///   - document: the document.
  /// - Throws: invalid parameters.
  /// - Returns: `null` for any other field, and in a text where nobody can be mentioned.
  func mentionState(_ params: Reader, _ document: Document) throws(ResponseError) -> JSON {
    guard document.finder == .org || document.finder == .none && Finder.isPlain(document.languageId) else {
      return .null
    }
    let notes = document.editing.notes.filter { !MentionQuery.goesOn(at: $0.range.upperBound, in: document.text) }
    if let name = params.optional("field") {
      guard try name.string() == Grammar.inlineTags.rawValue else { return .null }
    } else {
      let position = try Self.position(params.member("position"))
      let place = document.text.offset(of: position, client.encoding).offset
      guard notes.contains(where: { $0.range.touches(place) }) else { return .null }
    }
    var cursor = cursor(document.text)
    var seen: [String: Int] = [:]
    let tokens = notes.map { note -> JSON in
      let raw = String(decoding: document.text.bytes(note.range), as: UTF8.self)
      let prefix = mentionPrefixes.first { raw.hasPrefix($0) } ?? ""
      let value = String(raw.dropFirst(prefix.count))
      seen[value, default: 0] += 1
      let number = seen[value] ?? 1
      return [
        "id": .string(number == 1 ? value : "\(value)#\(number)"), "raw": .string(raw), "display": .string(raw),
        "value": .string(value), "range": json(note.range, &cursor), "state": "view", "faults": [], "data": note.data,
      ]
    }
    return [
      "field": .string(Grammar.inlineTags.rawValue), "mode": "idle", "editing": false,
      "total": .integer(tokens.count), "tokens": .array(tokens), "draft": "", "gap": .null, "selected": [],
      "readOnly": false, "direction": "ltr", "error": .null, "title": .null,
    ]
  }
}
