import Fields
import Wire

// LSP 3.17, "Inlay Hint Request":
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#textDocument_inlayHint

extension Session {
  /// Names that are written in code, sizes of groups, and what an empty field is for; within the range only.
  ///
  /// A client that draws fields itself gets none.
  func inlayHints(_ params: Reader) throws(ResponseError) -> JSON {
    let wanted = try params.member("range")
    guard let document = try document(params) else { return .null }
    let range = try range(wanted, in: document.text)
    guard !client.drawsChips else { return [] }
    var cursor = cursor(document.text)
    var hints: [JSON] = []
    for (index, field) in document.finding.fields.enumerated() where field.range.touches(range) {
      for hint in document.hints(
        field: index, within: range, placeholder: settings.field(field.name).text("placeholder"))
      {
        hints.append(json(hint, document, &cursor))
      }
    }
    return .array(hints)
  }

  private func json(_ hint: Hint, _ document: Document, _ cursor: inout PositionCursor) -> JSON {
    let place = json(hint.offset..<hint.offset, &cursor)["start"] ?? .null
    return [
      "position": place, "label": .string(hint.label), "paddingLeft": .bool(hint.isPadded),
      "data": ["uri": .string(document.uri)],
    ]
  }

  /// `inlayHint/resolve`: adds the card of the person or group behind a hint, if it still stands there.
  func resolveHint(_ params: Reader) throws(ResponseError) -> JSON {
    guard case .object(let members) = params.value else { throw params.expected("an object") }
    let position = try Self.position(params.member("position"))
    guard let uri = params.value["data"]?["uri"]?.string, let document = documents[uri] else { return params.value }
    let offset = document.text.offset(of: position, client.encoding).offset
    guard let index = document.fieldIndex(at: offset) else { return params.value }
    let field = document.finding.fields[index]
    let hint = document.hints(
      field: index, within: offset..<offset, placeholder: settings.field(field.name).text("placeholder")
    ).first
    guard let hint, .string(hint.label) == params.value["label"], let card = card(hint.about, index, document) else {
      return params.value
    }
    let tooltip: JSON = ["kind": client.takesMarkdown ? "markdown" : "plaintext", "value": .string(card.text)]
    return .object(members.filter { $0.key != "tooltip" } + [JSON.Member(key: "tooltip", value: tooltip)])
  }

  private func card(_ about: Hint.About, _ index: Int, _ document: Document) -> Card? {
    let (field, reading) = (document.finding.fields[index], document.readings[index])
    switch about {
    case .token(let number): return card(reading.tokens[number], reading, field, document)
    case .group(let number): return card(group: number, reading, field, document)
    case .field: return nil
    }
  }
}

/// A text beside what stands in the document.
private struct Hint {
  /// Where it is shown, in bytes of the document.
  var offset: Int
  var label: String
  var isPadded: Bool
  var about: About

  enum About {
    case token(Int)
    case group(Int)
    case field
  }
}

extension Document {
  /// The hints of a field whose places lie in a range, its end included.
  fileprivate func hints(field index: Int, within range: Range<Int>, placeholder: String?) -> [Hint] {
    let (field, reading) = (finding.fields[index], readings[index])
    let base = field.valueRange.lowerBound
    let own = range.lowerBound - base..<range.upperBound - base
    var hints: [Hint] = []
    let value = value(field)
    if reading.tokens.isEmpty, reading.groups.isEmpty {
      guard let placeholder, !field.nameRange.isEmpty, let place = Self.emptyPlace(of: value), own.touches(place) else {
        return []
      }
      let isPadded = place == 0 || !Byte.isBlank(value[place - 1])
      return [Hint(offset: base + place, label: placeholder, isPadded: isPadded, about: .field)]
    }
    let first = reading.tokens.firstIndexSorted { $0.range.upperBound >= own.lowerBound }
    for (number, token) in reading.tokens.enumerated().dropFirst(first) {
      if token.range.lowerBound > own.upperBound { break }
      let part = token.name ?? token.comment ?? token.range
      guard own.touches(part.upperBound), Self.holdsEncodedWord(value[part]) else { continue }
      let display = field.grammar.display(token, in: value)
      if Self.holdsEncodedWord(Array(display.utf8)[...]) || display.isEmpty { continue }
      hints.append(Hint(offset: base + part.upperBound, label: display, isPadded: true, about: .token(number)))
    }
    for (number, group) in reading.groups.enumerated() where own.touches(group.nameRange.upperBound) {
      let start = reading.tokens.firstIndexSorted { $0.range.lowerBound >= group.range.lowerBound }
      let end = reading.tokens.firstIndexSorted { $0.range.lowerBound >= group.range.upperBound }
      let isEncoded = Self.holdsEncodedWord(value[group.nameRange])
      let size = "(\(max(0, end - start)))"
      hints.append(
        Hint(
          offset: base + group.nameRange.upperBound, label: isEncoded ? "\(group.name) \(size)" : size, isPadded: true,
          about: .group(number)))
    }
    return hints.sorted { $0.offset < $1.offset }
  }

  /// Where something would be typed in a value that holds nothing: behind the blank, or in the brackets; nil if it does.
  private static func emptyPlace(of value: [UInt8]) -> Int? {
    let brackets = Array("[]{}".utf8)
    guard value.allSatisfy({ Byte.isWhite($0) || brackets.contains($0) }) else { return nil }
    if let open = value.firstIndex(where: brackets.contains) { return open + 1 }
    return value.first.map(Byte.isBlank) == true ? 1 : 0
  }

  private static func holdsEncodedWord(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let start = zip(bytes.indices, zip(bytes, bytes.dropFirst())).first(where: { $0.1 == (0x3d, 0x3f) }) else {
      return false
    }
    let rest = bytes[(start.0 + 2)...]
    return zip(rest, rest.dropFirst()).contains { $0 == (0x3f, 0x3d) }
  }
}
