import Fields
import Wire

/// `tokenField/fields`: what fields a document has and what is in them (Protocol/README.md).
extension Session {
  func fields(_ params: Reader) throws(ResponseError) -> JSON {
    guard let document = try document(params) else { return [] }
    var cursor = cursor(document.text)
    let route = route(document)
    return .array(document.finding.fields.indices.map { field($0, in: document, route, &cursor) })
  }

  private func field(
    _ index: Int, in document: Document, _ route: FieldRoute, _ cursor: inout PositionCursor
  ) -> JSON {
    let field = document.finding.fields[index]
    let reading = document.readings[index]
    let value = document.value(field)
    let base = field.valueRange.lowerBound
    let limit = [document.context.options(field).max, field.limit].compactMap { $0 }.min()
    let neighbours = [EditingOutcome.Direction.previous, .next].map { direction -> JSON in
      neighbourName(direction, of: index, in: document, route).map { .string($0) } ?? JSON.null
    }
    let own = settings.field(field.name)
    return [
      "id": .string(route.ids[index]), "name": .string(field.name),
      "label": .string(own.label(field)),
      "kind": .string(field.grammar.rawValue),
      "range": json(field.range, &cursor), "valueRange": json(field.valueRange, &cursor),
      "tokens": .array(reading.tokens.map { json($0, reading, field, value, &cursor) }),
      "groups": .array(
        reading.groups.map {
          ["name": .string($0.name), "range": json($0.range.shifted(by: base), &cursor)]
        }),
      "previous": neighbours[0], "next": neighbours[1],
      "direction": .string(direction(field, reading, value).rawValue),
      "limits": ["max": limit.map { .integer($0) } ?? .null],
      "readOnly": .bool(document.finding.isReceived || field.surroundings.isTorn || own.flag("readOnly")),
    ]
  }

  /// A token of a document; ranges are the client's.
  func json(
    _ token: Token, _ reading: Reading, _ field: Field, _ value: [UInt8], _ cursor: inout PositionCursor
  ) -> JSON {
    var members: [JSON.Member] = [
      JSON.Member(key: "text", value: .string(String(decoding: value[token.range], as: UTF8.self))),
      JSON.Member(key: "display", value: .string(field.grammar.display(token, in: value))),
      JSON.Member(key: "value", value: .string(field.grammar.value(token, in: value))),
      JSON.Member(key: "range", value: json(token.range.shifted(by: field.valueRange.lowerBound), &cursor)),
    ]
    if let number = token.group {
      members.append(JSON.Member(key: "group", value: .string(reading.groups[number].name)))
    }
    members += field.grammar.traits(token, in: value, reading, field.options).map(\.member)
    return .object(members)
  }

  /// `tokenField/tokenize`: of an open document, or of a text with its kind or languageId.
  func tokenize(_ params: Reader) throws(ResponseError) -> JSON {
    guard params.optional("text") == nil else { return try Tokenizing.answer(params, settings) }
    guard let document = try document(params) else { return .null }
    var cursor = cursor(document.text)
    let tokens = zip(document.finding.fields, document.readings).flatMap { field, reading in
      let value = document.value(field)
      return reading.tokens.map { token -> JSON in
        guard case .object(let members) = json(token, reading, field, value, &cursor) else { return .null }
        return .object(members + [JSON.Member(key: "field", value: .string(field.name))])
      }
    }
    let faults = document.diagnostics(settings).map { fault -> JSON in
      [
        "code": .string(fault.rule.rawValue), "severity": .string(fault.severity.rawValue),
        "message": .string(fault.message), "range": json(fault.range, &cursor),
      ]
    }
    var members = [
      JSON.Member(key: "fields", value: try fields(params)), JSON.Member(key: "tokens", value: .array(tokens)),
      JSON.Member(key: "diagnostics", value: .array(faults)),
    ]
    if let name = document.denoteName {
      members.append(JSON.Member(key: "fileTags", value: .array(name.tags.map { .string($0) })))
    }
    return .object(members)
  }
}

extension Document {
  /// The tags that the name of the file says, as denote writes it; nil where it says none.
  var denoteName: DenoteName? { FilePath.of(uri: uri).flatMap { DenoteName(path: $0) } }

  /// The tags of the file's name as the state of a field that no request changes: they stand nowhere in the text.
  var fileNameState: JSON? {
    guard let name = denoteName else { return nil }
    let tokens = name.tags.map { tag -> JSON in
      [
        "id": .string(tag), "raw": .string(tag), "display": .string(tag), "value": .string(tag), "range": .null,
        "state": "disabled", "faults": [], "data": .null,
      ]
    }
    return [
      "field": .string(Self.fileName), "mode": .string(Editor.Mode.idle.rawValue), "editing": false,
      "total": .integer(tokens.count), "tokens": .array(tokens), "draft": "", "gap": .null, "selected": [],
      "readOnly": true, "direction": .string(TextDirection.ltr.rawValue), "error": .null, "title": .null,
    ]
  }

  /// What the name of the file is called among fields.
  static let fileName = "file-name"
}
