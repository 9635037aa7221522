/// The places of tags in an Org file: ends of headlines, `#+FILETAGS:`, and on demand `#+TAGS:`.
struct OrgDocument {
  private(set) var fields: [Field] = []
  /// What a headline has to be told to be read by itself.
  private(set) var lines = OrgLines()
  private let text: Text
  /// Each tag with the numbers of the groups in which it excludes others.
  private var exclusions: [String: [Int]] = [:]
  private var count = 0

  /// Reads a file.
  init(_ text: Text, _ options: FindingOptions) {
    self.text = text
    let blocks = OrgProse.blocks(in: text)
    lines.verbatim = blocks.map { text.lineStart($0.lowerBound)..<text.lineRange($0.upperBound).upperBound }
    var next = 0
    for line in 0..<text.lineCount {
      let range = text.lineRange(line)
      while next < blocks.count, blocks[next].upperBound < line { next += 1 }
      guard !range.isEmpty, next == blocks.count || !blocks[next].contains(line) else { continue }
      if text[range.lowerBound] == UInt8(ascii: "*") {
        if let field = Self.headline(range, in: text) { fields.append(field) }
      } else {
        readKeyword(range, options)
      }
    }
    lines.exclusions = exclusions
    guard !exclusions.isEmpty else { return }
    for index in fields.indices where fields[index].surroundings.role == nil {
      fields[index].surroundings.exclusions = exclusions
    }
  }

  /// The field at the end of a headline; nil for a line without tags.
  static func headline(_ line: Range<Int>, in text: Text) -> Field? {
    guard !line.isEmpty, text[line.lowerBound] == UInt8(ascii: "*") else { return nil }
    var start = line.lowerBound
    while start < line.upperBound, text[start] == UInt8(ascii: "*") { start += 1 }
    guard start < line.upperBound, text[start] == Byte.space else { return nil }
    var end = line.upperBound
    while end > start, Byte.isBlank(text[end - 1]) { end -= 1 }
    var word = end
    while word > start, !Byte.isBlank(text[word - 1]) { word -= 1 }
    guard word < end, word > start, text[word] == Byte.colon else { return nil }
    let value = text.bytes(word..<end)
    let isClosed = value.count > 1 && value.last == Byte.colon
    guard isClosed || isLegal(value) else { return nil }
    var title = Trailers.trimmed(0..<word - start, in: text.bytes(start..<word)).shifted(by: start)
    if title.count > 200 { title = title.lowerBound..<title.lowerBound + 200 }
    return Field(
      name: "tags", label: title.isEmpty ? nil : String(decoding: text.bytes(title), as: UTF8.self),
      grammar: .orgTags, range: word..<end, nameRange: word..<word, valueRange: word..<end)
  }

  /// Whether a run that is not finished could still become one of tags.
  private static func isLegal(_ value: [UInt8]) -> Bool {
    var i = 0
    while i < value.count {
      i = OrgTags.tagEnd(value, from: i, before: value.count)
      if i < value.count {
        if value[i] != Byte.colon { return false }
        i += 1
      }
    }
    return true
  }

  private mutating func readKeyword(_ line: Range<Int>, _ options: FindingOptions) {
    var start = line.lowerBound
    while start < line.upperBound, Byte.isBlank(text[start]) { start += 1 }
    guard start + 1 < line.upperBound, text[start] == UInt8(ascii: "#"), text[start + 1] == UInt8(ascii: "+") else {
      return
    }
    // No keyword that is looked for is longer.
    let limit = min(line.upperBound, start + 12)
    guard let colon = (start..<limit).first(where: { text[$0] == Byte.colon }) else { return }
    let name = String(decoding: text.bytes(start + 2..<colon), as: UTF8.self).uppercased()
    guard name == "FILETAGS" || name == "TAGS" else { return }
    var surroundings = Surroundings()
    surroundings.role = name
    let field = Field(
      name: name, grammar: .orgTags, range: start..<line.upperBound, nameRange: start..<colon,
      valueRange: colon + 1..<line.upperBound, scope: name == "FILETAGS" ? .named("filetags") : .none,
      column: colon + 1 - line.lowerBound, surroundings: surroundings)
    if name == "TAGS" { define(text.bytes(field.valueRange), field.options) }
    if name == "FILETAGS" || options.hasDefinitions { fields.append(field) }
  }

  private mutating func define(_ value: [UInt8], _ options: ReadingOptions) {
    var most = 0
    for token in OrgTags.read(value, options).tokens {
      guard let number = token.exclusion else { continue }
      exclusions[OrgTags.value(token, in: value), default: []].append(count + number)
      most = max(most, number)
    }
    count += most
  }
}

/// What a headline of Org has to be told to be read by itself.
package struct OrgLines: Equatable, Sendable {
  /// Blocks whose contents are no text, with the lines that begin and end them, in bytes of the document.
  var verbatim: [Range<Int>] = []
  /// Each tag with the numbers of the groups in which it excludes others.
  var exclusions: [String: [Int]] = [:]

  /// Whether a range touches a block whose contents are no text.
  package func isVerbatim(_ range: Range<Int>) -> Bool {
    let first = verbatim.firstIndexSorted { $0.upperBound >= range.lowerBound }
    return first < verbatim.count && verbatim[first].touches(range)
  }

  /// The field at the end of a headline, which stands in no block; nil for a line without tags.
  package func headline(_ line: Range<Int>, in text: Text) -> Field? {
    var field = OrgDocument.headline(line, in: text)
    field?.surroundings.exclusions = exclusions
    return field
  }

  /// Follows a change that begins or ends no block.
  ///
  /// - Parameters:
  ///   - range: what was replaced, in bytes of the document before.
  ///   - growth: how many bytes there are more.
  package mutating func follow(_ range: Range<Int>, growth: Int) {
    for index in verbatim.indices.reversed() {
      if verbatim[index].upperBound < range.lowerBound { break }
      let isBehind = verbatim[index].lowerBound >= range.upperBound
      verbatim[index] =
        (verbatim[index].lowerBound + (isBehind ? growth : 0))..<(verbatim[index].upperBound + growth)
    }
  }
}
