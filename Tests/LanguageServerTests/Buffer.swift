import Fields
import Testing
import Wire

/// What an editor holds and does with what a server says: it counts in its own way and takes nothing that does not fit.
struct Buffer {
  var text: String
  var encoding: PositionEncoding

  /// Splits a text at its caret `|`.
  static func unmark(_ marked: String) -> (text: String, caret: Int) {
    var scalars = String.UnicodeScalarView()
    var caret: Int?
    for scalar in marked.unicodeScalars {
      if scalar == "|", caret == nil { caret = scalars.count } else { scalars.append(scalar) }
    }
    return (String(scalars), caret ?? scalars.count)
  }

  /// The position of a place that is counted in scalars.
  func position(_ offset: Int) -> JSON {
    var line = 0
    var character = 0
    for scalar in text.unicodeScalars.prefix(offset) {
      if scalar == "\n" { (line, character) = (line + 1, 0) } else { character += width(scalar) }
    }
    return ["line": .integer(line), "character": .integer(character)]
  }

  /// The place of a position in scalars; a position that is not in the text is a failure.
  func offset(_ position: JSON?, _ location: SourceLocation = #_sourceLocation) -> Int {
    guard let line = position?["line"]?.whole, let character = position?["character"]?.whole else {
      Issue.record("no position: \(String(describing: position))", sourceLocation: location)
      return 0
    }
    var at = (line: 0, character: 0)
    for (offset, scalar) in text.unicodeScalars.enumerated() {
      if at == (line, character) { return offset }
      if scalar == "\n" { at = (at.line + 1, 0) } else { at.character += width(scalar) }
    }
    if at != (line, character) {
      Issue.record("\(line):\(character) is not in \(text.debugDescription)", sourceLocation: location)
    }
    return text.unicodeScalars.count
  }

  /// The range in scalars.
  func range(_ range: JSON?, _ location: SourceLocation = #_sourceLocation) -> Range<Int> {
    let start = offset(range?["start"], location)
    let end = offset(range?["end"], location)
    #expect(start <= end, sourceLocation: location)
    return start..<max(start, end)
  }

  /// The text in a range.
  subscript(range: JSON?) -> String { self[self.range(range)] }

  subscript(range: Range<Int>) -> String {
    let scalars = Array(text.unicodeScalars)
    return String(String.UnicodeScalarView(scalars[range.clamped(to: 0..<scalars.count)]))
  }

  /// Takes a completion item, and gives the text with the caret `|` behind what was written.
  func accepting(_ item: JSON, _ location: SourceLocation = #_sourceLocation) -> String {
    var inserted = (item["textEdit"]?["newText"]).text
    if item["insertTextFormat"] == 2 {
      #expect(inserted.hasSuffix("$0"), sourceLocation: location)
      inserted = Self.plain(String(inserted.dropLast(2)), location)
    }
    let main = range(item["textEdit"]?["range"], location)
    #expect(!self[main].contains("\n"), "an edit of one line", sourceLocation: location)
    var edits = [(range: main, text: inserted + "|")]
    for edit in item["additionalTextEdits"].array {
      let range = range(edit["range"], location)
      #expect(
        range.upperBound <= main.lowerBound || range.lowerBound >= main.upperBound, "edits overlap",
        sourceLocation: location)
      // "Including the same insert position": in which order the two would be done is up to the client.
      for other in edits {
        #expect(range.lowerBound != other.range.lowerBound, "two edits at one place", sourceLocation: location)
      }
      edits.append((range, edit["newText"].text))
    }
    return applying(edits)
  }

  /// The text after the edits of an outcome.
  func applying(_ edits: [JSON], _ location: SourceLocation = #_sourceLocation) -> String {
    applying(edits.map { (range($0["range"], location), $0["newText"].text) })
  }

  private func applying(_ edits: [(range: Range<Int>, text: String)]) -> String {
    var scalars = Array(text.unicodeScalars)
    for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      scalars.replaceSubrange(edit.range, with: Array(edit.text.unicodeScalars))
    }
    return String(String.UnicodeScalarView(scalars))
  }

  /// What a snippet writes: `\` takes the next character as it is, and nothing else may be special.
  private static func plain(_ snippet: String, _ location: SourceLocation) -> String {
    var result = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in snippet.unicodeScalars {
      if isEscaped || !["\\", "$", "}"].contains(scalar) {
        result.append(scalar)
        isEscaped = false
      } else {
        #expect(scalar == "\\", "a bare \(scalar) in a snippet", sourceLocation: location)
        isEscaped = true
      }
    }
    return String(result)
  }

  private func width(_ scalar: Unicode.Scalar) -> Int {
    switch encoding {
    case .utf8: String(scalar).utf8.count
    case .utf16: String(scalar).utf16.count
    case .utf32: 1
    }
  }
}

extension JSON? {
  /// The text of a string; `""` for all else.
  var text: String {
    if case .string(let text) = self { text } else { "" }
  }

  /// The elements of an array; none for all else.
  var array: [JSON] {
    if case .array(let elements) = self { elements } else { [] }
  }
}

extension JSON {
  var array: [JSON] { Optional(self).array }

  /// The names of an object's members in order.
  var keys: [String] {
    if case .object(let members) = self { members.map(\.key) } else { [] }
  }
}
