import Fields
import Wire

// LSP 3.17, "Selection Range Request":
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#textDocument_selectionRange

extension Session {
  /// For each position what a selection grows to: word, name or address, token, group, value, field.
  func selectionRanges(_ params: Reader) throws(ResponseError) -> JSON {
    let positions = try params.member("positions").array()
    var offsets: [Position] = []
    for position in positions { offsets.append(try Self.position(position)) }
    guard let document = try document(params) else { return .null }
    var cursor = cursor(document.text)
    return .array(
      offsets.map { position in
        let offset = document.text.offset(of: position, client.encoding).offset
        let chain = document.selections(at: offset)
        let inner = chain.isEmpty ? [offset..<offset] : chain
        var parent: JSON?
        for range in inner.reversed() {
          let own = JSON.Member(key: "range", value: json(range, &cursor))
          parent = .object([own] + (parent.map { [JSON.Member(key: "parent", value: $0)] } ?? []))
        }
        return parent ?? .null
      })
  }
}

extension Document {
  /// What a selection at a place grows to, from the smallest on, each within the next and smaller than it.
  fileprivate func selections(at offset: Int) -> [Range<Int>] {
    guard let index = fieldIndex(at: offset) else { return [] }
    let field = finding.fields[index]
    let (base, reading) = (field.valueRange.lowerBound, readings[index])
    let end = textEnd(field.range)
    var ranges = [field.nameRange, field.valueRange, field.range, field.range.lowerBound..<end]
    var start = field.valueRange.lowerBound
    while start < end, Byte.isWhite(text[start]) { start += 1 }
    ranges.append(start..<max(start, end))
    for group in reading.groups where group.range.shifted(by: base).touches(offset) {
      ranges += [group.range.shifted(by: base), group.nameRange.shifted(by: base)]
    }
    if let token = tokenIndex(at: offset, field: index) {
      let token = reading.tokens[token]
      ranges += [token.range, token.name, token.content, token.angle, token.comment].compactMap { range in
        range?.shifted(by: base)
      }
      let value = value(field)
      let bounds = [token.name, token.content, token.comment].compactMap { $0 }.first { $0.touches(offset - base) }
      if let word = Word.range(at: offset - base, in: value, within: bounds ?? token.range) {
        ranges.append(word.shifted(by: base))
      }
    }
    var chain: [Range<Int>] = []
    for range in ranges.filter({ !$0.isEmpty && $0.touches(offset) }).sorted(by: { $0.count < $1.count }) {
      guard let inner = chain.last else {
        chain.append(range)
        continue
      }
      if range != inner, range.lowerBound <= inner.lowerBound, inner.upperBound <= range.upperBound {
        chain.append(range)
      }
    }
    return chain
  }

  /// The token of a field that a place touches: the one in which it lies before the one that it follows.
  func tokenIndex(at offset: Int, field index: Int) -> Int? {
    let own = offset - finding.fields[index].valueRange.lowerBound
    let tokens = readings[index].tokens
    let first = tokens.firstIndexSorted { $0.range.upperBound >= own }
    guard first < tokens.count else { return nil }
    if first + 1 < tokens.count, tokens[first + 1].range.contains(own) { return first + 1 }
    return tokens[first].range.touches(own) ? first : nil
  }
}
