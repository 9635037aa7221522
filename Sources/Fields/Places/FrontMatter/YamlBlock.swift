/// The keys of a YAML front matter that hold tags (grammars.md section 4).
///
/// The block stands between `---` on the first line and the next line that is `---` or `...`. Keys are told by their
/// columns alone, so that what stands in texts of several lines, which are indented, is none.
struct YamlBlock {
  private(set) var fields: [Field] = []
  /// A block that is never closed, and keys that are there twice.
  private(set) var faults: [Fault] = []
  /// Where what the finding rests on ends.
  private(set) var frameEnd: Int
  /// Where the text behind the block begins; nil if there is no block.
  private(set) var bodyStart: Int?

  private let text: Text
  private let flavor: Flavor
  private var lines = 0..<0
  private var blockEnd = 0

  /// Reads the front matter of a text.
  init(_ text: Text, _ options: FindingOptions) {
    self.text = text
    flavor = options.flavor ?? Self.flavor(of: options.path)
    frameEnd = text.lineCount > 1 ? text.lineStart(1) : text.count + 1
    var first = text.lineRange(0)
    if text.starts(with: [0xEF, 0xBB, 0xBF], at: 0) { first = 3..<max(3, first.upperBound) }
    guard isFence(first, Byte.hyphen) else { return }
    var closer = 1
    while closer < text.lineCount, !isFence(text.lineRange(closer), Byte.hyphen),
      !isFence(text.lineRange(closer), Byte.dot)
    {
      closer += 1
    }
    let isClosed = closer < text.lineCount
    // A line of dashes at the start of a text is a rule unless a key follows.
    guard isClosed || text.lineCount > 1 && key(at: text.lineRange(1)) != nil else {
      frameEnd = text.count + 1
      return
    }
    frameEnd = closer + 1 < text.lineCount ? text.lineStart(closer + 1) : text.count + 1
    bodyStart = text.lineStart(min(closer + 1, text.lineCount))
    if !isClosed { faults.append(Fault(.unclosed, first.lowerBound..<first.lowerBound + 3)) }
    lines = 1..<closer
    blockEnd = isClosed ? text.lineStart(closer) : text.count
    readKeys(Set(options.keys ?? Self.keys(of: flavor)))
  }

  /// Reads a file that is YAML as a whole.
  ///
  /// - Parameters:
  ///   - text: the file.
  ///   - keys: the keys that hold lists of words.
  init(whole text: Text, keys: [String]) {
    self.text = text
    flavor = .generic
    frameEnd = text.count + 1
    lines = 0..<text.lineCount
    blockEnd = text.count
    readKeys(Set(keys))
  }

  private static func flavor(of path: String) -> Flavor {
    let folders = path.split(separator: "/").dropLast()
    return folders.contains("_posts") || folders.contains("_drafts") ? .jekyll : .generic
  }

  /// The keys that hold tags where nobody says which.
  static func keys(of flavor: Flavor) -> [String] {
    switch flavor {
    case .jekyll: ["tags", "tag", "categories", "category", "keywords"]
    default: ["tags", "categories", "keywords"]
    }
  }

  /// The same of a front matter that is given by itself, with its kind.
  static func ownKeys(of flavor: Flavor) -> [String] {
    switch flavor {
    case .jekyll: ["tags", "tag", "categories", "category"]
    case .hugo: ["tags", "categories"]
    case .zk: ["tags", "keywords"]
    default: ["tags"]
    }
  }

  /// Whose habits the value of a key follows: a program has its own for the keys that it reads as tags.
  private static func flavor(of key: String, _ flavor: Flavor) -> Flavor {
    let isOther =
      switch flavor {
      case .obsidian: key != "tags"
      case .zk: key == "categories"
      case .jekyll, .hugo: key == "keywords"
      default: false
      }
    return isOther ? .generic : flavor
  }

  private func isFence(_ line: Range<Int>, _ byte: UInt8) -> Bool {
    guard line.count >= 3 else { return false }
    return line.allSatisfy { offset in
      offset < line.lowerBound + 3 ? text[offset] == byte : Byte.isBlank(text[offset])
    }
  }

  // MARK: Keys

  private struct Key {
    /// With its quotes.
    var range: Range<Int>
    var name: String
    var colon: Int
    var column: Int
  }

  /// The key on a line; nil for any other line.
  private func key(at line: Range<Int>) -> Key? {
    var start = line.lowerBound
    while start < line.upperBound, text[start] == Byte.space { start += 1 }
    // No key that is looked for is longer.
    let limit = min(line.upperBound, start + 256)
    guard start < limit else { return nil }
    let bytes = text.bytes(start..<limit)
    var end = 0
    var name: String
    switch bytes[0] {
    case Byte.quote, UInt8(ascii: "'"):
      guard let close = YamlScalar.quoteEnd(bytes, 0, bytes.count) else { return nil }
      end = close
      name = YamlScalar.text(1..<close - 1, bytes[0] == Byte.quote ? .double : .single, in: bytes)
    case UInt8(ascii: "#"), Byte.openBracket, UInt8(ascii: "{"), Byte.tab: return nil
    default:
      if bytes[0] == Byte.hyphen, bytes.count == 1 || MailText.isSpace(bytes[1]) { return nil }
      end = YamlScalar.plainEnd(bytes, 0, bytes.count, isFlow: false)
      name = String(decoding: bytes[..<end], as: UTF8.self)
    }
    var colon = end
    while colon < bytes.count, Byte.isBlank(bytes[colon]) { colon += 1 }
    guard colon < bytes.count, bytes[colon] == Byte.colon, end > 0,
      colon + 1 == bytes.count || Byte.isBlank(bytes[colon + 1])
    else { return nil }
    return Key(range: start..<start + end, name: name, colon: start + colon, column: start - line.lowerBound)
  }

  private mutating func readKeys(_ wanted: Set<String>) {
    let isNested = wanted.contains { $0.utf8.contains(Byte.dot) }
    var path: [(name: String, column: Int)] = []
    var seen: [String: Range<Int>] = [:]
    var definitions: Set<String>?
    var line = lines.lowerBound
    while line < lines.upperBound {
      defer { line += 1 }
      let range = text.lineRange(line)
      if !isNested, let first = range.first, Byte.isBlank(text[first]) { continue }
      guard let key = key(at: range) else { continue }
      while let last = path.last, last.column >= key.column { path.removeLast() }
      path.append((key.name, key.column))
      let name = isNested ? path.map(\.name).joined(separator: ".") : key.name
      guard wanted.contains(name), !isNested || key.column == 0 || path.count > 1 else {
        // Texts of several lines may hold what looks like keys.
        let isText = key.colon + 1 < range.upperBound && isBlockText(key.colon + 1..<range.upperBound)
        if isNested, isText { line = nextLine(after: line, key) - 1 }
        continue
      }
      let next = nextLine(after: line, key)
      if let first = seen[name] { faults.append(Fault(.duplicate, key.range, related: first)) }
      seen[name] = seen[name] ?? key.range
      let value = key.colon + 1..<valueEnd(key, before: next)
      let known = definitions ?? anchors()
      definitions = known
      var surroundings = Surroundings(flavor: Self.flavor(of: name, flavor), definitions: known)
      surroundings.hasReturns = text.hasReturns
      fields.append(
        Field(
          name: name, grammar: .yamlTags, range: key.range.lowerBound..<value.upperBound, nameRange: key.range,
          valueRange: value, column: key.colon + 1 - range.lowerBound, surroundings: surroundings))
      line = max(line, text.line(at: value.upperBound))
    }
  }

  private func isBlockText(_ value: Range<Int>) -> Bool {
    guard let first = value.first(where: { !Byte.isBlank(text[$0]) }) else { return false }
    return text[first] == UInt8(ascii: "|") || text[first] == Byte.greater
  }

  /// The first line behind a key that belongs to another: one that is a key, or no further to the right.
  private func nextLine(after line: Int, _ key: Key) -> Int {
    let rest = text.bytes(key.colon + 1..<text.lineRange(line).upperBound).filter { !MailText.isSpace($0) }
    let isFlow = rest.first == Byte.openBracket || rest.first == UInt8(ascii: "{")
    let takesDashes = rest.isEmpty || [UInt8(ascii: "#"), UInt8(ascii: "&"), UInt8(ascii: "!")].contains(rest.first)
    var next = line + 1
    while next < lines.upperBound {
      let range = text.lineRange(next)
      var start = range.lowerBound
      while start < range.upperBound, Byte.isBlank(text[start]) { start += 1 }
      let column = start - range.lowerBound
      if start < range.upperBound, column <= key.column, text[start] != UInt8(ascii: "#") {
        let isDash = text[start] == Byte.hyphen && (start + 1 == range.upperBound || Byte.isBlank(text[start + 1]))
        let belongs = isFlow ? self.key(at: range) == nil : takesDashes && isDash && column == key.column
        if !belongs { return next }
      }
      next += 1
    }
    return next
  }

  /// The end of a value, without the comments and empty lines behind it; behind a list in brackets, the end of its line.
  private func valueEnd(_ key: Key, before line: Int) -> Int {
    let limit = line < lines.upperBound ? text.lineStart(line) : blockEnd
    let bytes = text.bytes(key.colon + 1..<limit)
    var end = bytes.count
    if let first = bytes.firstIndex(where: { !MailText.isSpace($0) }), bytes[first] == Byte.openBracket {
      let close = YamlScalar.collectionEnd(bytes, first, bytes.count)
      if close > first, bytes[close - 1] == Byte.closeBracket {
        end = bytes[close...].firstIndex(of: Byte.lineFeed) ?? bytes.count
      }
    }
    while end > 0 {
      while end > 0, MailText.isSpace(bytes[end - 1]) { end -= 1 }
      guard let newline = bytes[..<end].lastIndex(of: Byte.lineFeed) else { break }
      guard let start = bytes[newline..<end].first(where: { !MailText.isSpace($0) }), start == UInt8(ascii: "#") else {
        break
      }
      end = newline
    }
    // Blanks on the line of the key belong to the value, so that a caret behind them does.
    if !bytes[..<end].contains(where: { !MailText.isSpace($0) }) {
      end = bytes.firstIndex { $0 == Byte.lineFeed || $0 == Byte.carriageReturn } ?? bytes.count
    }
    return key.colon + 1 + end
  }

  /// The names of all anchors of the block.
  private func anchors() -> Set<String> {
    let bytes = text.bytes(text.lineStart(lines.lowerBound)..<blockEnd)
    guard bytes.contains(UInt8(ascii: "*")) else { return [] }
    var names: Set<String> = []
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "&") {
      guard index == 0 || MailText.isSpace(bytes[index - 1]) || YamlScalar.isFlowIndicator(bytes[index - 1]) else {
        continue
      }
      let name = bytes[(index + 1)...].prefix { !MailText.isSpace($0) && !YamlScalar.isFlowIndicator($0) }
      if !name.isEmpty, name.count <= 64 { names.insert(String(decoding: name, as: UTF8.self)) }
    }
    return names
  }
}
