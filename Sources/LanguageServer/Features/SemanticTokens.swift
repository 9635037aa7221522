import Fields
import Wire

// LSP 3.17, "Semantic Tokens":
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#textDocument_semanticTokens

/// What pieces of fields are called for colouring: names of the specification, so that every colour scheme has them.
enum SemanticTokens {
  /// The kinds; the raw value is the place in the legend.
  enum Kind: Int, CaseIterable {
    /// A field's name.
    case field
    /// An entry.
    case token
    /// A comma.
    case separator
    /// A group's name or its end.
    case group
    case comment

    var name: JSON {
      switch self {
      case .field: "keyword"
      case .token: "variable"
      case .separator: "operator"
      case .group: "namespace"
      case .comment: "comment"
      }
    }
  }

  /// The modifiers; the raw value is the bit.
  enum Modifier: Int, CaseIterable {
    /// An error or a warning lies in it.
    case invalid
    /// It repeats another.
    case duplicate
    /// It is a member of a group.
    case member

    var name: JSON {
      switch self {
      case .invalid: "invalid"
      case .duplicate: "deprecated"
      case .member: "member"
      }
    }
  }

  static var legend: JSON {
    [
      "tokenTypes": .array(Kind.allCases.map(\.name)),
      "tokenModifiers": .array(Modifier.allCases.map(\.name)),
    ]
  }

  /// One coloured piece, in bytes of the document.
  struct Piece {
    var range: Range<Int>
    var kind: Kind
    var modifiers = 0
  }
}

extension Session {
  mutating func semanticTokens(_ params: Reader) throws(ResponseError) -> JSON {
    guard let document = try document(params) else { return .null }
    let data = data(document, within: nil)
    return remember(data, in: document.uri)
  }

  func semanticTokens(inRange params: Reader) throws(ResponseError) -> JSON {
    guard let document = try document(params) else { return .null }
    let range = try range(params.member("range"), in: document.text)
    return ["data": .array(data(document, within: range).map { .integer($0) })]
  }

  /// The difference to the list that the client names: one splice, or the whole list when that one is not the last.
  mutating func semanticTokensDelta(_ params: Reader) throws(ResponseError) -> JSON {
    let previous = try params.member("previousResultId").string()
    guard let document = try document(params) else { return .null }
    let data = data(document, within: nil)
    guard let last = document.semanticTokens, String(last.id) == previous else {
      return remember(data, in: document.uri)
    }
    let answer = remember(data, in: document.uri)
    let shorter = min(data.count, last.data.count)
    var start = 0
    while start < shorter, data[start] == last.data[start] { start += 1 }
    var end = 0
    while end < shorter - start, data[data.count - 1 - end] == last.data[last.data.count - 1 - end] { end += 1 }
    let isSame = start == data.count && data.count == last.data.count
    let edit: JSON = [
      "start": .integer(start), "deleteCount": .integer(last.data.count - start - end),
      "data": .array(data[start..<(data.count - end)].map { .integer($0) }),
    ]
    return ["resultId": answer["resultId"] ?? .null, "edits": isSame ? [] : [edit]]
  }

  private mutating func remember(_ data: [Int], in uri: String) -> JSON {
    let id = (documents[uri]?.semanticTokens?.id ?? 0) + 1
    documents[uri]?.semanticTokens = (id, data)
    return ["resultId": .string(String(id)), "data": .array(data.map { .integer($0) })]
  }

  /// The pieces as five numbers each, relative to the piece before; a piece never crosses a line end.
  private func data(_ document: Document, within limit: Range<Int>?) -> [Int] {
    var data: [Int] = []
    var before = Position(line: 0, character: 0)
    var cursor = cursor(document.text)
    for piece in document.pieces(settings) {
      if let limit, !piece.range.overlaps(limit) { continue }
      for range in document.text.lines(of: piece.range) {
        let start = cursor.position(of: range.lowerBound)
        let end = cursor.position(of: range.upperBound)
        let isNewLine = start.line != before.line
        data += [
          start.line - before.line, isNewLine ? start.character : start.character - before.character,
          end.character - start.character, piece.kind.rawValue, piece.modifiers,
        ]
        before = start
      }
    }
    return data
  }
}

extension Document {
  /// The coloured pieces in the order of the text; none overlaps another.
  func pieces(_ settings: Settings) -> [SemanticTokens.Piece] {
    let diagnostics = diagnostics(settings)
    var pieces: [SemanticTokens.Piece] = []
    for (field, reading) in zip(finding.fields, readings) {
      let base = field.valueRange.lowerBound
      if !field.nameRange.isEmpty { pieces.append(SemanticTokens.Piece(range: field.nameRange, kind: .field)) }
      let first = diagnostics.firstIndexSorted { $0.range.lowerBound >= base }
      let end = diagnostics.firstIndexSorted { $0.range.lowerBound > field.valueRange.upperBound }
      var inside = entries(reading, base, modifiers(reading, base, diagnostics[first..<max(first, end)]))
      for mark in reading.marks {
        inside.append(SemanticTokens.Piece(range: mark.range.shifted(by: base), kind: Self.kind(mark)))
      }
      pieces += inside.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }
    // A field may stand within another.
    let isSorted = zip(pieces, pieces.dropFirst()).allSatisfy { $0.range.lowerBound <= $1.range.lowerBound }
    return isSorted ? pieces : pieces.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// The entries without the comments in them; entries and comments both stand in the order of the text.
  private func entries(_ reading: Reading, _ base: Int, _ modifiers: [Int]) -> [SemanticTokens.Piece] {
    let comments = reading.marks.filter { $0.kind == .comment }.map(\.range)
    var pieces: [SemanticTokens.Piece] = []
    var next = 0
    for (token, bits) in zip(reading.tokens, modifiers) {
      var start = token.range.lowerBound
      func add(to end: Int) {
        guard start < end else { return }
        pieces.append(SemanticTokens.Piece(range: (start..<end).shifted(by: base), kind: .token, modifiers: bits))
      }
      while next < comments.count, comments[next].upperBound <= start { next += 1 }
      while next < comments.count, comments[next].lowerBound < token.range.upperBound {
        add(to: comments[next].lowerBound)
        start = max(start, comments[next].upperBound)
        next += 1
      }
      add(to: token.range.upperBound)
    }
    return pieces
  }

  private static func kind(_ mark: Mark) -> SemanticTokens.Kind {
    switch mark.kind {
    case .separator: .separator
    case .comment: .comment
    case .groupName, .groupEnd: .group
    }
  }

  /// The modifiers of each entry: each diagnostic is looked up among them, not each of them among the diagnostics.
  private func modifiers(_ reading: Reading, _ base: Int, _ diagnostics: ArraySlice<Diagnostic>) -> [Int] {
    let tokens = reading.tokens
    var modifiers = tokens.map { $0.group == nil ? 0 : 1 << SemanticTokens.Modifier.member.rawValue }
    for diagnostic in diagnostics {
      let modifier: SemanticTokens.Modifier
      switch (diagnostic.rule, diagnostic.severity) {
      case (.duplicate, _): modifier = .duplicate
      case (_, .error), (_, .warning): modifier = .invalid
      default: continue
      }
      let range = diagnostic.range.shifted(by: -base)
      var index = tokens.firstIndexSorted { $0.range.upperBound > range.lowerBound }
      while index < tokens.count, tokens[index].range.lowerBound < range.upperBound {
        if tokens[index].range.overlaps(range) { modifiers[index] |= 1 << modifier.rawValue }
        index += 1
      }
    }
    return modifiers
  }
}

extension Text {
  /// The parts of a range that lie on one line each, without line ends and without the blanks around them.
  func lines(of range: Range<Int>) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var line = line(at: range.lowerBound)
    while line < lineCount, lineStart(line) < range.upperBound {
      var part = lineRange(line).clamped(to: range)
      while !part.isEmpty, Byte.isBlank(self[part.lowerBound]) { part = (part.lowerBound + 1)..<part.upperBound }
      while !part.isEmpty, Byte.isBlank(self[part.upperBound - 1]) { part = part.lowerBound..<(part.upperBound - 1) }
      if !part.isEmpty { parts.append(part) }
      line += 1
    }
    return parts
  }
}
