import Fields
import Wire

// LSP 3.17, "Document Symbols Request":
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#textDocument_documentSymbol

extension Session {
  func documentSymbols(_ params: Reader) throws(ResponseError) -> JSON {
    guard let document = try document(params) else { return [] }
    var symbols: [JSON] = []
    var cursor = cursor(document.text)
    for (field, reading) in zip(document.finding.fields, document.readings) {
      // Text without tags is no field that anybody would go to.
      if field.nameRange.isEmpty, reading.tokens.isEmpty { continue }
      let value = document.value(field)
      let label = settings.field(field.name).text("label") ?? field.label
      let name = field.nameRange.isEmpty ? field.valueRange : field.nameRange
      let children = reading.tokens.map { token in
        symbol(
          title(token, field, value), detail: detail(token, field, value), kind: 13,
          range: token.range.shifted(by: field.valueRange.lowerBound), selection: nil, container: label, document,
          &cursor)
      }
      let own = symbol(
        label, detail: reading.tokens.count == 1 ? "1 entry" : "\(reading.tokens.count) entries", kind: 8,
        range: field.range, selection: name, container: nil, document, &cursor)
      if client.nestsSymbols, case .object(let members) = own {
        symbols.append(.object(members + [JSON.Member(key: "children", value: .array(children))]))
      } else {
        symbols.append(own)
        symbols += children
      }
    }
    return .array(symbols)
  }

  /// What a token is called; never empty, which the protocol forbids.
  private func title(_ token: Token, _ field: Field, _ value: [UInt8]) -> String {
    let display = field.grammar.display(token, in: value)
    return display.isEmpty ? String(decoding: value[token.range], as: UTF8.self) : display
  }

  private func detail(_ token: Token, _ field: Field, _ value: [UInt8]) -> String? {
    let address = field.grammar.value(token, in: value)
    return address == field.grammar.display(token, in: value) || address.isEmpty ? nil : address
  }

  private func symbol(
    _ name: String, detail: String?, kind: Int, range: Range<Int>, selection: Range<Int>?, container: String?,
    _ document: Document, _ cursor: inout PositionCursor
  ) -> JSON {
    var members = [JSON.Member(key: "name", value: .string(name))]
    guard client.nestsSymbols else {
      members.append(JSON.Member(key: "kind", value: .integer(kind)))
      members.append(
        JSON.Member(
          key: "location", value: ["uri": .string(document.uri), "range": json(range, &cursor)]))
      if let container { members.append(JSON.Member(key: "containerName", value: .string(container))) }
      return .object(members)
    }
    if let detail { members.append(JSON.Member(key: "detail", value: .string(detail))) }
    members.append(JSON.Member(key: "kind", value: .integer(kind)))
    members.append(JSON.Member(key: "range", value: json(range, &cursor)))
    members.append(JSON.Member(key: "selectionRange", value: json(selection ?? range, &cursor)))
    return .object(members)
  }
}
