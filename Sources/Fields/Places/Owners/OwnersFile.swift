/// The lines of a CODEOWNERS file: a pattern, then owners; of GitLab also sections (grammars.md section 8).
struct OwnersFile {
  private(set) var fields: [Field] = []
  /// Patterns that the host does not know.
  private(set) var faults: [Fault] = []

  /// Reads a file.
  ///
  /// A file in `.gitlab` is GitLab's; elsewhere a line that is a section says so, since GitHub has no such patterns.
  init(_ text: Text, _ options: FindingOptions) {
    let isInFolder = options.path.split(separator: "/").dropLast().last == ".gitlab"
    var isOfGitLab = options.flavor == .gitlab || options.flavor != .github && isInFolder
    var section: String?
    var negations: [Range<Int>] = []
    for line in 0..<text.lineCount {
      var range = text.lineRange(line)
      while !range.isEmpty, Byte.isBlank(text[range.lowerBound]) { range = range.lowerBound + 1..<range.upperBound }
      guard !range.isEmpty, text[range.lowerBound] != UInt8(ascii: "#") else { continue }
      if options.flavor != .github, let heading = Self.section(text, range) {
        isOfGitLab = true
        section = String(decoding: text.bytes(heading.name), as: UTF8.self)
        add(text, name: range.lowerBound..<heading.end, line: range, section: section)
        continue
      }
      var end = range.lowerBound
      while end < range.upperBound, !Byte.isBlank(text[end]) {
        end = min(range.upperBound, end + (text[end] == Byte.backslash ? 2 : 1))
      }
      if text[range.lowerBound] == UInt8(ascii: "!") { negations.append(range.lowerBound..<range.lowerBound + 1) }
      add(text, name: range.lowerBound..<end, line: range, section: section)
    }
    // Patterns with `!` came to GitLab with version 17.10.
    if !isOfGitLab { faults = negations.map { Fault(.badChar, $0) } }
  }

  private mutating func add(_ text: Text, name: Range<Int>, line: Range<Int>, section: String?) {
    fields.append(
      Field(
        name: "owners", label: String(decoding: text.bytes(name), as: UTF8.self), grammar: .owners, range: line,
        nameRange: name, valueRange: name.upperBound..<line.upperBound, column: name.count,
        surroundings: Surroundings(section: section)))
  }

  /// The name of a section, `[Docs]`, `^[Docs][2]`, and where its heading ends; nil for any other line.
  private static func section(_ text: Text, _ line: Range<Int>) -> (name: Range<Int>, end: Int)? {
    var i = line.lowerBound
    if text[i] == UInt8(ascii: "^") { i += 1 }
    guard i < line.upperBound, text[i] == Byte.openBracket else { return nil }
    let start = i + 1
    guard let close = (start..<max(start, line.upperBound)).first(where: { text[$0] == Byte.closeBracket }),
      close > start
    else { return nil }
    i = close + 1
    if i < line.upperBound, text[i] == Byte.openBracket {
      var end = i + 1
      while end < line.upperBound, (0x30...0x39).contains(text[end]) { end += 1 }
      if end > i + 1, end < line.upperBound, text[end] == Byte.closeBracket { i = end + 1 }
    }
    return i == line.upperBound || Byte.isBlank(text[i]) ? (start..<close, i) : nil
  }
}
