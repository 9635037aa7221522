/// The keys of a TOML front matter that hold tags (grammars.md section 4): between `+++` and `+++`, keys by their paths.
struct TomlBlock {
  private(set) var fields: [Field] = []
  /// A block that is never closed, and keys that are there twice.
  private(set) var faults: [Fault] = []
  /// Where what the finding rests on ends.
  private(set) var frameEnd: Int
  /// Where the text behind the block begins; nil if there is no block.
  private(set) var bodyStart: Int?

  /// The block, from the line behind its first fence on.
  private var bytes: [UInt8] = []
  private var base = 0
  private let hasReturns: Bool
  private var table: [String]? = []
  private var hopeless: Set<UInt8> = []

  /// Reads the front matter of a text.
  init(_ text: Text, _ options: FindingOptions) {
    hasReturns = text.hasReturns
    frameEnd = text.lineCount > 1 ? text.lineStart(1) : text.count + 1
    var first = text.lineRange(0)
    if text.starts(with: [0xEF, 0xBB, 0xBF], at: 0) { first = 3..<max(3, first.upperBound) }
    guard Self.isFence(first, text) else { return }
    var closer = 1
    while closer < text.lineCount, !Self.isFence(text.lineRange(closer), text) { closer += 1 }
    let isClosed = closer < text.lineCount
    frameEnd = closer + 1 < text.lineCount ? text.lineStart(closer + 1) : text.count + 1
    bodyStart = text.lineStart(min(closer + 1, text.lineCount))
    if !isClosed { faults.append(Fault(.unclosed, first.lowerBound..<first.lowerBound + 3)) }
    base = text.lineStart(1)
    bytes = text.bytes(base..<max(base, isClosed ? text.lineStart(closer) : text.count))
    let flavor = options.flavor ?? .generic
    readStatements(Set(options.keys ?? Self.keys), flavor)
  }

  /// Reads a file that is TOML as a whole.
  ///
  /// - Parameters:
  ///   - text: the file.
  ///   - keys: the paths of the keys that hold lists of words.
  init(whole text: Text, keys: [String]) {
    hasReturns = text.hasReturns
    frameEnd = text.count + 1
    bytes = text.bytes
    readStatements(Set(keys), .generic)
  }

  /// The keys that hold tags where nobody says which.
  private static let keys = ["tags", "taxonomies.tags", "categories", "taxonomies.categories", "keywords"]

  /// The same of a front matter that is given by itself, with its kind.
  static func ownKeys(of flavor: Flavor) -> [String] {
    ["tags", "taxonomies.tags"] + (flavor == .hugo ? ["categories"] : [])
  }

  private static func isFence(_ line: Range<Int>, _ text: Text) -> Bool {
    guard line.count >= 3 else { return false }
    return line.allSatisfy { offset in
      offset < line.lowerBound + 3 ? text[offset] == UInt8(ascii: "+") : Byte.isBlank(text[offset])
    }
  }

  private func lineEnd(_ start: Int) -> Int {
    bytes[start...].firstIndex(of: Byte.lineFeed) ?? bytes.count
  }

  private mutating func readStatements(_ wanted: Set<String>, _ flavor: Flavor) {
    var seen: [String: Range<Int>] = [:]
    var i = 0
    while i < bytes.count {
      let start = i
      if MailText.isSpace(bytes[i]) {
        i += 1
      } else if bytes[i] == UInt8(ascii: "#") {
        i = lineEnd(i)
      } else if bytes[i] == Byte.openBracket {
        let isArray = i + 1 < bytes.count && bytes[i + 1] == Byte.openBracket
        let keys = keys(from: i + (isArray ? 2 : 1), until: Byte.closeBracket)
        // What stands in an array of tables has no path of keys.
        table = isArray ? nil : keys?.names
        i = lineEnd(i)
      } else if let keys = keys(from: i, until: Byte.equals) {
        let end = valueEnd(keys.end + 1)
        let name = table.map { ($0 + keys.names).joined(separator: ".") }
        if let name, wanted.contains(name) {
          let nameRange = start + base..<keys.nameEnd + base
          if let first = seen[name] { faults.append(Fault(.duplicate, nameRange, related: first)) }
          seen[name] = seen[name] ?? nameRange
          var surroundings = Surroundings(flavor: flavor)
          surroundings.hasReturns = hasReturns
          fields.append(
            Field(
              name: name, grammar: .tomlTags, range: nameRange.lowerBound..<end + base, nameRange: nameRange,
              valueRange: keys.end + 1 + base..<end + base, surroundings: surroundings))
        }
        i = max(end, keys.end + 1)
      } else {
        i = lineEnd(i)
      }
    }
  }

  /// The names of a dotted key up to a byte on the same line; nil if something else stands there.
  private func keys(from start: Int, until stop: UInt8) -> (names: [String], nameEnd: Int, end: Int)? {
    var names: [String] = []
    var none: Set<UInt8> = []
    var i = start
    while true {
      while i < bytes.count, Byte.isBlank(bytes[i]) { i += 1 }
      guard i < bytes.count else { return nil }
      var end = i
      if bytes[i] == Byte.quote || bytes[i] == UInt8(ascii: "'") {
        let quoted = ArrayText.quoted(bytes, i, lineEnd(i), .toml, &none)
        guard quoted.isClosed else { return nil }
        names.append(ArrayText.text(quoted.content, quoted.quoting, in: bytes, .toml))
        end = quoted.end
      } else {
        while end < bytes.count, isBare(bytes[end]) { end += 1 }
        guard end > i else { return nil }
        names.append(String(decoding: bytes[i..<end], as: UTF8.self))
      }
      i = end
      while i < bytes.count, Byte.isBlank(bytes[i]) { i += 1 }
      guard i < bytes.count else { return nil }
      if bytes[i] == stop { return (names, end, i) }
      guard bytes[i] == Byte.dot else { return nil }
      i += 1
    }
  }

  private func isBare(_ byte: UInt8) -> Bool {
    Byte.isAlphanumeric(byte) || byte == UInt8(ascii: "_") || byte == Byte.hyphen || byte >= 0x80
  }

  // MARK: Values

  /// The end of a value that begins behind an offset.
  private mutating func valueEnd(_ start: Int) -> Int {
    var i = start
    while i < bytes.count, Byte.isBlank(bytes[i]) { i += 1 }
    guard i < bytes.count, bytes[i] != Byte.lineFeed, bytes[i] != Byte.carriageReturn else { return i }
    switch bytes[i] {
    case Byte.quote, UInt8(ascii: "'"): return ArrayText.quoted(bytes, i, bytes.count, .toml, &hopeless).end
    case Byte.openBracket: return arrayEnd(i)
    default:
      var end = lineEnd(i)
      if let comment = bytes[i..<end].firstIndex(of: UInt8(ascii: "#")) { end = comment }
      while end > start, MailText.isSpace(bytes[end - 1]) { end -= 1 }
      return end
    }
  }

  /// The end of an array: behind its bracket, or before a line that is a key or a table.
  private mutating func arrayEnd(_ start: Int) -> Int {
    var depth = 0
    var i = start
    scan: while i < bytes.count {
      switch bytes[i] {
      case Byte.openBracket: depth += 1
      case Byte.closeBracket:
        depth -= 1
        if depth == 0 { return i + 1 }
      case Byte.quote, UInt8(ascii: "'"):
        i = ArrayText.quoted(bytes, i, bytes.count, .toml, &hopeless).end
        continue
      case UInt8(ascii: "#"):
        i = lineEnd(i)
        continue
      case Byte.lineFeed where isStatement(i + 1): break scan
      default: break
      }
      i += 1
    }
    while i > start, MailText.isSpace(bytes[i - 1]) { i -= 1 }
    return i
  }

  private func isStatement(_ start: Int) -> Bool {
    var i = start
    while i < bytes.count, Byte.isBlank(bytes[i]) { i += 1 }
    guard i < bytes.count else { return false }
    guard bytes[i] == Byte.openBracket else {
      return isBare(bytes[i]) && keys(from: i, until: Byte.equals) != nil
    }
    let end = lineEnd(i)
    let line = bytes[i..<end].filter { !MailText.isSpace($0) }
    return line.count > 2 && line.last == Byte.closeBracket
      && line.dropFirst().dropLast().allSatisfy { isBare($0) || $0 == Byte.dot }
      && !line.dropFirst().allSatisfy { (0x30...0x39).contains($0) || $0 == Byte.closeBracket }
  }
}
