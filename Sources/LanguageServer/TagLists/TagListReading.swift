import Fields

/// The formats of lists: YAML and TOML as far as such lists go, and a tag a line.
extension TagList {
  /// Takes what a file says, by the ending of its name.
  mutating func take(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: 10, omittingEmptySubsequences: false).map { line in
      line.last == 13 ? line.dropLast() : line
    }
    if path.hasSuffix(".yml") || path.hasSuffix(".yaml") {
      takeYaml(lines, isWithin: false)
    } else if path.hasSuffix(".toml") {
      takeToml(lines)
    } else {
      takeLines(lines)
    }
  }

  /// One tag a line; lines that begin with `# ` or `//` are remarks, and what stands behind a tab is one.
  private mutating func takeLines(_ lines: [ArraySlice<UInt8>]) {
    for line in lines {
      let word = Self.trimmed(line.prefix { $0 != 9 })
      if word.starts(with: "# ".utf8) || word.starts(with: "//".utf8) || word.elementsEqual("#".utf8) { continue }
      add(String(decoding: word, as: UTF8.self))
    }
  }

  private static let synonymKeys = ["synonyms", "aliases"]

  // MARK: YAML

  /// A list of tags, or a mapping from each to what is said of it; both may stand under the key `tags`.
  private mutating func takeYaml(_ lines: [ArraySlice<UInt8>], isWithin: Bool) {
    let lines = lines.map { Self.isRemark($0) || $0.starts(with: "---".utf8) || $0.starts(with: "...".utf8) ? [] : $0 }
    guard let first = lines.firstIndex(where: { !$0.isEmpty }), let sign = lines[first].first else { return }
    let isDash = lines[first].elementsEqual("-".utf8) || lines[first].starts(with: "- ".utf8)
    if isDash || sign == UInt8(ascii: "[") {
      for tag in listed(.yamlTags, [10] + Array(lines.joined(separator: [10]))) { add(tag) }
      return
    }
    // Where each key begins, and what stands behind its colon.
    var keys: [(line: Int, key: String, value: ArraySlice<UInt8>)] = []
    for (index, line) in lines.enumerated() where !line.isEmpty && line[line.startIndex] != Byte.space {
      if line.elementsEqual("-".utf8) || line.starts(with: "- ".utf8), !keys.isEmpty { continue }
      guard let (key, value) = Self.pair(line, sign: Sign.colon) else {
        return fail("line \(index + 1) is no tag")
      }
      keys.append((index, key, value))
    }
    for (number, (line, key, value)) in keys.enumerated() {
      let end = number + 1 < keys.count ? keys[number + 1].line : lines.count
      let below = Array(lines[(line + 1)..<end])
      if !isWithin, keys.count == 1, key == "tags" {
        let isList = value.first == UInt8(ascii: "[") || below.first { !$0.isEmpty }.map(Self.isItem) ?? false
        if isList {
          for tag in listed(.yamlTags, Array(value) + [10] + Array(below.joined(separator: [10]))) { add(tag) }
        } else {
          takeYaml(Self.dedented(below), isWithin: true)
        }
        return
      }
      add(key)
      for word in synonyms(value, below) { add(synonym: word, of: key) }
    }
  }

  /// The other words in what is said of one tag: `synonyms: [a, b]`, lines below it, or the same in braces.
  private mutating func synonyms(_ value: ArraySlice<UInt8>, _ below: [ArraySlice<UInt8>]) -> [String] {
    if value.first == UInt8(ascii: "{") { return inBraces(value, below) }
    var words: [String] = []
    for (index, line) in below.enumerated() {
      guard let (key, value) = Self.pair(Self.trimmed(line), sign: Sign.colon), Self.synonymKeys.contains(key) else {
        continue
      }
      let indent = Self.indent(line)
      let rest = below[(index + 1)...].prefix { line in
        line.isEmpty || Self.indent(line) > indent || Self.indent(line) == indent && Self.isItem(line)
      }
      words += listed(.yamlTags, Array(value) + [10] + Array(rest.joined(separator: [10])))
    }
    return words
  }

  private mutating func inBraces(_ value: ArraySlice<UInt8>, _ below: [ArraySlice<UInt8>]) -> [String] {
    let text = Array(value) + [Byte.space] + Array(below.joined(separator: [Byte.space]))
    var words: [String] = []
    for key in Self.synonymKeys {
      let sign = Array(key.utf8) + [Sign.colon]
      guard let start = text.indices.first(where: { text[$0...].starts(with: sign) }),
        let open = text[(start + sign.count)...].firstIndex(where: { $0 != Byte.space }),
        text[open] == Sign.openBracket,
        let close = text[open...].firstIndex(of: Sign.closeBracket)
      else { continue }
      words += listed(.yamlTags, Array(text[open...close]))
    }
    return words
  }

  // MARK: TOML

  /// `tags = […]`, `[tag]` and `[tags.tag]` with `synonyms = […]` in them.
  private mutating func takeToml(_ lines: [ArraySlice<UInt8>]) {
    var (index, table) = (0, [String]())
    while index < lines.count {
      let line = Self.trimmed(lines[index])
      index += 1
      if line.isEmpty || line.first == Sign.remark { continue }
      if line.first == Sign.openBracket {
        guard let close = line.lastIndex(of: Sign.closeBracket) else { return fail("line \(index) is no tag") }
        let name = line[line.index(after: line.startIndex)..<close]
        table = Self.names(name.filter { $0 != Sign.openBracket && $0 != Sign.closeBracket })
        if let tag = Self.tag(table) { add(tag) }
        continue
      }
      guard let (key, value) = Self.pair(line, sign: Sign.equals) else { return fail("line \(index) is no tag") }
      var array = Array(value)
      while array.first == Sign.openBracket, !Self.isClosed(array), index < lines.count {
        array += [10] + lines[index]
        index += 1
      }
      let isList = array.first == Sign.openBracket
      if let tag = Self.tag(table) {
        if isList, Self.synonymKeys.contains(key) {
          for word in listed(.tomlTags, [Byte.space] + array) { add(synonym: word, of: tag) }
        }
      } else if table.isEmpty, key == "tags", isList {
        for tag in listed(.tomlTags, [Byte.space] + array) { add(tag) }
      } else {
        add(key)
        if isList { for word in listed(.tomlTags, [Byte.space] + array) { add(synonym: word, of: key) } }
      }
    }
  }

  /// The tag that a table is about: `[tag]`, `[tags.tag]`; nil for the top and for `[tags]`.
  private static func tag(_ table: [String]) -> String? {
    guard let first = table.first else { return nil }
    return first == "tags" ? (table.count > 1 ? table[1] : nil) : first
  }

  /// The parts of a name between dots that stand in no quotes.
  private static func names(_ bytes: [UInt8]) -> [String] {
    var (names, part, quote): ([String], [UInt8], UInt8?) = ([], [], nil)
    for byte in bytes {
      if byte == quote {
        quote = nil
      } else if quote == nil, byte == Sign.quote || byte == Sign.apostrophe {
        quote = byte
      } else if quote == nil, byte == UInt8(ascii: ".") {
        names.append(String(decoding: trimmed(part[...]), as: UTF8.self))
        part = []
      } else {
        part.append(byte)
      }
    }
    return names + [String(decoding: trimmed(part[...]), as: UTF8.self)]
  }

  /// Whether the bracket at the start is closed, but for those in quotes and remarks.
  private static func isClosed(_ bytes: [UInt8]) -> Bool {
    var (depth, quote, isRemark): (Int, UInt8?, Bool) = (0, nil, false)
    for byte in bytes {
      if isRemark {
        isRemark = byte != 10
      } else if let open = quote {
        if byte == open || byte == 10 { quote = nil }
      } else {
        switch byte {
        case Sign.remark: isRemark = true
        case Sign.quote, Sign.apostrophe: quote = byte
        case Sign.openBracket: depth += 1
        case Sign.closeBracket: depth -= 1
        default: break
        }
        if depth == 0 { return true }
      }
    }
    return false
  }

  // MARK: Parts of both

  /// The values of a list; one that is broken makes the whole doubtful.
  private mutating func listed(_ grammar: Grammar, _ bytes: [UInt8]) -> [String] {
    let reading = grammar.read(bytes, ReadingOptions())
    if reading.faults.contains(where: { $0.severity == .error || $0.rule == .badType }) { fail("holds a broken list") }
    return reading.tokens.map { grammar.value($0, in: bytes) }
  }

  /// The key of a line and what stands behind its sign; nil for a line that has none.
  private static func pair(_ line: ArraySlice<UInt8>, sign: UInt8) -> (key: String, value: ArraySlice<UInt8>)? {
    guard let first = line.first else { return nil }
    var end = line.startIndex
    let isQuoted = first == Sign.quote || first == Sign.apostrophe
    if isQuoted {
      guard let close = line.dropFirst().firstIndex(of: first) else { return nil }
      end = close + 1
    }
    // A colon of YAML separates before a blank only.
    guard
      let place = line[end...].indices.first(where: { index in
        line[index] == sign
          && (sign != Sign.colon || index + 1 == line.endIndex || Byte.isBlank(line[index + 1]))
      })
    else { return nil }
    var key = trimmed(line[..<place])
    if isQuoted, key.count > 1 { key = key.dropFirst().dropLast() }
    if key.isEmpty { return nil }
    var value = trimmed(line[(place + 1)...])
    if value.first == Sign.remark { value = [] }
    return (String(decoding: key, as: UTF8.self), value)
  }

  private static func isRemark(_ line: ArraySlice<UInt8>) -> Bool {
    trimmed(line).first.map { $0 == Sign.remark } ?? true
  }

  private static func isItem(_ line: ArraySlice<UInt8>) -> Bool { trimmed(line).first == Sign.hyphen }

  private static func indent(_ line: ArraySlice<UInt8>) -> Int { line.prefix { $0 == Byte.space }.count }

  private static func dedented(_ lines: [ArraySlice<UInt8>]) -> [ArraySlice<UInt8>] {
    let indent = lines.filter { !$0.isEmpty }.map(indent).min() ?? 0
    return lines.map { $0.dropFirst(min(indent, $0.count)) }
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes
    while let last = bytes.last, last <= 32 { bytes = bytes.dropLast() }
    while let first = bytes.first, first <= 32 { bytes = bytes.dropFirst() }
    return bytes
  }
}

/// Bytes that mean something in such files.
private enum Sign {
  static let (quote, apostrophe, remark) = (UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "#"))
  static let (colon, equals, hyphen) = (UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: "-"))
  static let (openBracket, closeBracket) = (UInt8(ascii: "["), UInt8(ascii: "]"))
}
