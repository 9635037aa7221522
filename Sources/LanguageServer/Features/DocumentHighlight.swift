import Fields
import Wire

// LSP 3.17, "Document Highlights Request":
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#textDocument_documentHighlight

extension Session {
  /// Where the person or tag at a position stands in the document, whatever the field and spelling.
  func highlights(_ params: Reader) throws(ResponseError) -> JSON {
    let position = try Self.position(params.member("position"))
    guard let document = try document(params) else { return .null }
    let offset = document.text.offset(of: position, client.encoding).offset
    guard let index = document.fieldIndex(at: offset), let number = document.tokenIndex(at: offset, field: index)
    else { return .null }
    var cursor = cursor(document.text)
    return .array(
      document.places(ofToken: number, field: index).map { ["range": json($0, &cursor), "kind": 1] })
  }
}

extension Document {
  /// The places of all tokens that mean the same as one, itself among them, in the order of the text.
  func places(ofToken number: Int, field index: Int) -> [Range<Int>] {
    let field = finding.fields[index]
    let reading = readings[index]
    let own = reading.tokens[number].range.shifted(by: field.valueRange.lowerBound)
    guard let key = field.grammar.key(reading.tokens[number], in: value(field)) else { return [own] }
    let hash = reading.keyHashes.indices.contains(number) ? reading.keyHashes[number] : nil
    var places: [Range<Int>] = []
    // A person and a tag of the same spelling are two things.
    for (other, reading) in zip(finding.fields, readings) where other.holdsPeople == field.holdsPeople {
      let value = value(other)
      let hashes = reading.keyHashes.count == reading.tokens.count ? reading.keyHashes : []
      for (index, token) in reading.tokens.enumerated() {
        if let hash, !hashes.isEmpty, let other = hashes[index], other != hash { continue }
        guard other.grammar.key(token, in: value) == key else { continue }
        places.append(token.range.shifted(by: other.valueRange.lowerBound))
      }
    }
    return places.sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
  }
}
