/// A field that a user has described: in which texts it stands, how it begins, and how its value is written.
package struct CustomField: Equatable, Sendable {
  /// How the field begins on a line, behind blanks.
  package enum Start: Equatable, Sendable {
    /// With this text.
    case prefix(String)
    /// With what a pattern takes, as much as it can.
    case pattern(Pattern)
    /// Anywhere: the signs of the syntax begin each tag.
    case anywhere
  }

  /// The name, by which settings are found.
  package var name: String
  /// Languages of texts, in lower case; empty for all.
  package var languageIds: [String]
  /// Names of files, with `*` and `?`; empty for all.
  package var files: [String]
  /// How it begins.
  package var start: Start
  /// How its value is written.
  package var syntax: CustomSyntax
  /// Whether its entries are people, in the syntax of mail.
  package var holdsPeople: Bool

  /// Makes a description; the parts are not looked at.
  package init(
    name: String, languageIds: [String] = [], files: [String] = [], start: Start, syntax: CustomSyntax = CustomSyntax(),
    holdsPeople: Bool = false
  ) {
    self.name = name
    self.languageIds = languageIds
    self.files = files
    self.start = start
    self.syntax = syntax
    self.holdsPeople = holdsPeople
  }

  /// Whether the field may stand in a text: by its language, and by the name of its file.
  package func applies(languageId: String, path: String) -> Bool {
    let file = path.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? ""
    return (languageIds.isEmpty || languageIds.contains(languageId.lowercased()))
      && (files.isEmpty || files.contains { Self.fits(file, $0) })
  }

  /// Whether the field may stand in a file that nobody has opened, of which only the name says what language it has.
  ///
  /// - Parameter name: the name without its folders.
  /// - Returns: by the patterns of names where there are some, else by the ending.
  package func applies(toFile name: String) -> Bool {
    if !files.isEmpty { return files.contains { Self.fits(name, $0) } }
    let ending = name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last?.lowercased() ?? ""
    return !ending.isEmpty && languageIds.contains { $0 == ending || Self.endings[$0]?.contains(ending) == true }
  }

  /// Whether the description says which files hold the field, so that they are looked for: not by stars alone, which
  /// would be every file, and no people, who are counted nowhere.
  package func seeks(file name: String) -> Bool {
    guard !holdsPeople, files.isEmpty || files.contains(where: { Self.isTelling($0) && Self.fits(name, $0) }) else {
      return false
    }
    return applies(toFile: name)
  }

  /// The patterns of names by which files are looked for.
  package var soughtFiles: [String] { holdsPeople ? [] : files.filter(Self.isTelling) }

  private static func isTelling(_ pattern: String) -> Bool { pattern.contains { !"*?.".contains($0) } }

  /// The endings of files by the languages that they are in, where the two differ.
  private static let endings: [String: [String]] = [
    "markdown": ["md"], "text": ["txt"], "plaintext": ["txt"], "plain": ["txt"], "bibtex": ["bib"],
    "latex": ["tex"], "org-mode": ["org"], "python": ["py"], "shellscript": ["sh", "bash"], "bash": ["sh"],
    "yaml": ["yml"], "ruby": ["rb"], "rust": ["rs"], "javascript": ["js"], "typescript": ["ts"],
    "restructuredtext": ["rst"], "quarto": ["qmd"], "asciidoc": ["adoc"], "mail": ["eml"],
  ]

  /// Whether a name fits a pattern, in which `*` stands for any characters and `?` for one.
  package static func fits(_ name: String, _ pattern: String) -> Bool {
    let (name, pattern) = (Array(name.unicodeScalars), Array(pattern.unicodeScalars))
    var (i, j) = (0, 0)
    // Where the last star stands, and how far it has been taken to reach.
    var star: (pattern: Int, name: Int)?
    while i < name.count {
      if j < pattern.count, pattern[j] == "*" {
        star = (j, i)
        j += 1
      } else if j < pattern.count, pattern[j] == "?" || pattern[j] == name[i] {
        (i, j) = (i + 1, j + 1)
      } else if let last = star {
        star = (last.pattern, last.name + 1)
        (i, j) = (last.name + 1, last.pattern + 1)
      } else {
        return false
      }
    }
    return pattern[j...].allSatisfy { $0 == "*" }
  }
}

extension Finding {
  /// Adds the fields that a user has described to those of a file that nobody has opened.
  ///
  /// - Parameters:
  ///   - definitions: all that there are.
  ///   - path: the file.
  ///   - text: the text in which the finding was made.
  package mutating func add(_ definitions: [CustomField], toFile path: String, in text: Text) {
    guard !definitions.isEmpty else { return }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    add(definitions.filter { $0.applies(toFile: name) }, in: text)
  }

  /// Adds the fields that a user has described.
  ///
  /// - Parameters:
  ///   - definitions: those that apply to the text; the first that fits a line has it.
  ///   - text: the text in which the finding was made.
  package mutating func add(_ definitions: [CustomField], in text: Text) {
    guard !definitions.isEmpty else { return }
    let found = CustomFields(text, definitions)
    frame = 0..<text.count + 1
    // What the format itself has there is not read in another way; running text is there for everything.
    let taken = fields.filter { $0.grammar != .inlineTags }.map(\.range).sorted { $0.lowerBound < $1.lowerBound }
    var next = 0
    let own = found.fields.filter { field, _ in
      while next < taken.count, taken[next].upperBound <= field.range.lowerBound { next += 1 }
      return next == taken.count || taken[next].lowerBound >= field.range.upperBound
    }
    guard !own.isEmpty else { return }
    isBodyOnly = false
    faults = (faults + own.compactMap(\.fault)).sorted(by: Fault.isOrdered)
    let all = fields + own.map(\.field)
    let order = all.indices.sorted { (all[$0].range.lowerBound, $0) < (all[$1].range.lowerBound, $1) }
    fields = order.map { all[$0] }
  }
}

/// Looks for the fields that a user has described, in one pass over the lines.
private struct CustomFields {
  /// What was found, with the fault of a list that nothing ends.
  private(set) var fields: [(field: Field, fault: Fault?)] = []
  private let text: Text
  private let definitions: [CustomField]
  /// For each line which definition begins there, and where its value does.
  private var starts: [(definition: Int, name: Range<Int>)?] = []

  /// How many bytes of a line a pattern is tried on.
  private static let limit = 512

  init(_ text: Text, _ definitions: [CustomField]) {
    self.text = text
    self.definitions = definitions
    starts = (0..<text.lineCount).map { start(text.lineRange($0)) }
    var line = 0
    while line < text.lineCount {
      defer { line += 1 }
      guard let (index, name) = starts[line] else { continue }
      add(definitions[index], name, &line)
    }
  }

  private func start(_ line: Range<Int>) -> (Int, Range<Int>)? {
    let bytes = text.bytes(line)
    guard let first = bytes.firstIndex(where: { !Byte.isBlank($0) }) else { return nil }
    for (index, definition) in definitions.enumerated() {
      var length: Int?
      switch definition.start {
      case .prefix(let prefix): length = bytes[first...].starts(with: prefix.utf8) ? prefix.utf8.count : nil
      case .pattern(let pattern):
        let tried = bytes[first...].prefix(Self.limit)
        let part = String(decoding: tried, as: UTF8.self)
        length = pattern.prefix(of: part).map { String(part.unicodeScalars.prefix($0)).utf8.count }
        // Bytes that are no UTF-8 are matched by nothing.
        if let end = length, !part.utf8.prefix(end).elementsEqual(tried.prefix(end)) { length = nil }
      case .anywhere:
        let isThere = MailText.words(bytes).contains { definition.syntax.sigil(bytes[$0]) != nil }
        if isThere { return (index, line.lowerBound..<line.lowerBound) }
      }
      if let length, length > 0, first + length <= bytes.count {
        let start = line.lowerBound + first
        return (index, start..<start + length)
      }
    }
    return nil
  }

  private mutating func add(_ definition: CustomField, _ name: Range<Int>, _ line: inout Int) {
    let range = text.lineRange(line)
    var end = range.upperBound
    var fault: Fault?
    var isTorn = false
    if definition.start != .anywhere, let closing = definition.syntax.closing {
      let found = close(closing, definition.syntax.quoting, name.upperBound, line)
      isTorn = found.torn != nil
      if let close = found.place {
        end = close
        line = text.line(at: close)
      } else {
        fault = Fault(.unclosed, max(name.lowerBound, name.upperBound - 1)..<name.upperBound)
        // What is never closed on a later line is pointed at; on the first, the reader does so.
        if let torn = found.torn, torn >= end, "'\"`".utf8.contains(text[torn]) {
          fault = Fault(.unclosed, torn..<torn + 1)
        }
      }
    } else if definition.syntax.quoting == .shell, definition.start != .anywhere {
      isTorn = Self.close(nil, text.bytes(name.upperBound..<end)).torn != nil
    }
    var syntax: CustomSyntax?
    if !definition.holdsPeople { syntax = definition.syntax }
    var field = Field(
      name: definition.name, label: definition.start == .anywhere ? label(range) : nil,
      grammar: definition.holdsPeople ? .addressList : .custom,
      range: (name.isEmpty ? range.lowerBound : name.lowerBound)..<end, nameRange: name,
      valueRange: name.upperBound..<end, column: name.upperBound - range.lowerBound,
      surroundings: Surroundings(custom: syntax))
    field.surroundings.isTorn = isTorn
    fields.append((field, fault))
  }

  /// A line of text as the name of a field in lists.
  private func label(_ line: Range<Int>) -> String? {
    let bytes = text.bytes(line)
    let words = Trailers.trimmed(0..<bytes.count, in: bytes)
    return words.isEmpty ? nil : String(String(decoding: bytes[words].prefix(400), as: UTF8.self).prefix(60))
  }

  /// Where the bracket stands that ends a value, nil if an empty line or another field comes before; and where stands what
  /// cannot be cut into words.
  private func close(
    _ closing: UInt8, _ quoting: CustomSyntax.Quoting, _ start: Int, _ first: Int
  ) -> (place: Int?, torn: Int?) {
    if quoting == .shell {
      var line = first + 1
      while line < text.lineCount, starts[line] == nil, !text.lineRange(line).isEmpty { line += 1 }
      let found = Self.close(closing, text.bytes(start..<text.lineRange(line - 1).upperBound))
      return (found.place.map { start + $0 }, found.torn.map { start + $0 })
    }
    var line = first
    while line < text.lineCount {
      let range = text.lineRange(line)
      if line > first, starts[line] != nil || range.isEmpty { return (nil, nil) }
      let base = max(start, range.lowerBound)
      let bytes = text.bytes(base..<range.upperBound)
      var i = 0
      while i < bytes.count {
        if bytes[i] == closing { return (base + i, nil) }
        let isQuote = quoting != .none && bytes[i] == Byte.quote
        i = isQuote ? ShellWord.quoteEnd(bytes[...], i, bytes.count) ?? bytes.count : i + 1
      }
      line += 1
    }
    return (nil, nil)
  }

  /// Where the bracket stands that ends a list of words of the shell; what stands in quotes or is put in is no end.
  ///
  /// A sign between commands, `;` or `>`, is an error in an array of the shell: its words are no words then.
  private static func close(_ closing: UInt8?, _ bytes: [UInt8]) -> (place: Int?, torn: Int?) {
    var i = 0
    var isWordStart = true
    var torn: Int?
    while i < bytes.count {
      let here = bytes[i]
      if here == closing { return (i, torn) }
      if isWordStart, here == UInt8(ascii: "#") {
        i = bytes[i...].firstIndex(of: Byte.lineFeed) ?? bytes.count
        continue
      }
      // Patterns, and subscripts with blanks, are read in ways that hang on settings of the shell.
      if here == Byte.openParenthesis || isWordStart && here == Byte.openBracket && !hasSubscript(bytes, i) {
        return (nil, i)
      }
      if ShellScan.begins(bytes, i) {
        guard let end = ShellScan.end(bytes, i) else { return (nil, i) }
        (i, isWordStart) = (end, false)
      } else {
        if closing != nil, torn == nil, ";&|<>".utf8.contains(here) { torn = i }
        isWordStart = MailText.isSpace(here)
        i += here == Byte.backslash ? 2 : 1
      }
    }
    return (nil, torn)
  }

  /// Whether the bracket at a place is closed in its word, with nothing in it that the shell would read.
  private static func hasSubscript(_ bytes: [UInt8], _ start: Int) -> Bool {
    let end = bytes[(start + 1)...].firstIndex { !Byte.isAlphanumeric($0) && !"_-.+*@".utf8.contains($0) }
    return end.map { bytes[$0] == Byte.closeBracket } ?? false
  }
}
