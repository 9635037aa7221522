/// The keywords of the entries of a bibliography: `@book{key, keywords = {a, b}}` (grammars.md section 9).
struct Bibliography {
  private(set) var fields: [Field] = []
  private let bytes: [UInt8]

  /// Fields that end an open value where they begin a line; any word would end an abstract with formulas in it.
  private static let known: Set<String> = [
    "abstract", "address", "annotation", "annote", "author", "bibsource", "booktitle", "chapter", "crossref", "date",
    "doi", "edition", "editor", "eprint", "file", "howpublished", "institution", "isbn", "issn", "issue", "journal",
    "journaltitle", "key", "keywords", "language", "location", "month", "note", "number", "organization", "pages",
    "publisher", "school", "series", "shorttitle", "subtitle", "title", "translator", "type", "url", "urldate",
    "volume",
    "year",
  ]

  /// Fields of people, in BibTeX and biblatex.
  private static let people: Set<String> = [
    "afterword", "annotator", "author", "bookauthor", "commentator", "editor", "editora", "editorb", "editorc",
    "foreword", "introduction", "translator",
  ]

  /// Reads a bibliography.
  init(_ text: Text, _ options: FindingOptions) {
    bytes = text.bytes
    let wanted = Set((options.keys ?? ["keywords"] + Self.people).map { $0.lowercased() })
    var i = 0
    while i < bytes.count {
      if bytes[i] == Byte.at, isLineStart(i) {
        i = readEntry(i, wanted)
      } else {
        i += 1
      }
    }
  }

  private func isLineStart(_ offset: Int) -> Bool {
    var i = offset
    while i > 0, Byte.isBlank(bytes[i - 1]) { i -= 1 }
    return i == 0 || bytes[i - 1] == Byte.lineFeed || bytes[i - 1] == UInt8(ascii: "}")
  }

  private func skipSpace(_ start: Int) -> Int {
    var i = start
    while i < bytes.count, MailText.isSpace(bytes[i]) { i += 1 }
    return i
  }

  private func isName(_ byte: UInt8) -> Bool {
    Byte.isAlphanumeric(byte) || byte == Byte.hyphen || byte == UInt8(ascii: "_")
  }

  /// The name at an offset and where the `=` behind it stands; nil if there is none.
  private func name(_ start: Int) -> (range: Range<Int>, name: String, equals: Int)? {
    var end = start
    while end < bytes.count, isName(bytes[end]), end - start < 64 { end += 1 }
    let equals = skipBlanks(end)
    guard end > start, equals < bytes.count, bytes[equals] == Byte.equals else { return nil }
    return (start..<end, String(decoding: bytes[start..<end], as: UTF8.self).lowercased(), equals)
  }

  private func skipBlanks(_ start: Int) -> Int {
    var i = start
    while i < bytes.count, Byte.isBlank(bytes[i]) { i += 1 }
    return i
  }

  /// Reads an entry from its `@` on; returns the offset behind it.
  private mutating func readEntry(_ start: Int, _ wanted: Set<String>) -> Int {
    var i = start + 1
    while i < bytes.count, isName(bytes[i]) { i += 1 }
    let type = String(decoding: bytes[(start + 1)..<i], as: UTF8.self).lowercased()
    i = skipSpace(i)
    guard i < bytes.count, bytes[i] == UInt8(ascii: "{") || bytes[i] == Byte.openParenthesis, type != "comment",
      type != "string", type != "preamble"
    else { return max(i, start + 1) }
    i += 1
    while i < bytes.count {
      switch bytes[i] {
      case UInt8(ascii: "}"), Byte.closeParenthesis: return i + 1
      case Byte.at where isLineStart(i): return i
      case Byte.quote, UInt8(ascii: "{"): i = valueEnd(i)
      default:
        guard isName(bytes[i]) else {
          i += 1
          continue
        }
        if let found = name(i) {
          let end = valueEnd(found.equals + 1)
          if wanted.contains(found.name) {
            fields.append(
              Field(
                name: found.name, grammar: Self.people.contains(found.name) ? .bibPersons : .bibKeywords,
                range: found.range.lowerBound..<end, nameRange: found.range,
                valueRange: found.equals + 1..<end))
          }
          i = end
        } else {
          while i < bytes.count, isName(bytes[i]) { i += 1 }
        }
      }
    }
    return i
  }

  /// The end of a value: of its last part, or where a line begins another field or entry.
  private func valueEnd(_ start: Int) -> Int {
    var (depth, isQuoted, isDue) = (0, false, true)
    var end = start
    var i = start
    while i < bytes.count {
      switch bytes[i] {
      case Byte.lineFeed where isFieldStart(i + 1):
        // The comma before the next field is none of an open value.
        return depth > 0 && bytes[end - 1] == Byte.comma ? end - 1 : end
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"):
        if depth == 0, !isQuoted { return end }
        depth = max(0, depth - 1)
      case Byte.quote where depth == 0: isQuoted.toggle()
      case UInt8(ascii: "#") where depth == 0 && !isQuoted: isDue = true
      case Byte.comma where depth == 0 && !isQuoted, Byte.closeParenthesis where depth == 0 && !isQuoted: return end
      default: break
      }
      if !MailText.isSpace(bytes[i]) {
        if depth == 0, !isQuoted, !isDue, end < i, isName(bytes[i]), bytes[end - 1] == UInt8(ascii: "}") { return end }
        if depth == 0, !isQuoted, bytes[i] != UInt8(ascii: "#") { isDue = false }
        end = i + 1
      }
      i += 1
    }
    return end
  }

  private func isFieldStart(_ start: Int) -> Bool {
    let i = skipBlanks(start)
    guard i < bytes.count else { return false }
    if bytes[i] == Byte.at {
      var end = i + 1
      while end < bytes.count, isName(bytes[end]) { end += 1 }
      return end > i + 1 && end < bytes.count && bytes[end] == UInt8(ascii: "{")
    }
    return name(i).map { Self.known.contains($0.name) } ?? false
  }
}
