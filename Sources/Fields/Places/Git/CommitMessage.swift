/// The trailers of a commit message, found as git's trailer.c finds them (grammars.md section 7).
///
/// The message ends at `---`, at a scissors line, or before the comments and blank lines at its end. The first paragraph
/// is the title and holds none. The last paragraph is the block if all of its lines are trailers, or if a quarter of them
/// are and git itself wrote one of them.
struct CommitMessage {
  private(set) var fields: [Field] = []
  /// Known keys outside the block, and people that are missing.
  private(set) var faults: [Fault] = []
  /// Where what the finding rests on ends.
  private(set) var frameEnd: Int

  private let text: Text
  private var comment = UInt8(ascii: "#")

  /// Reads a message.
  init(_ text: Text) {
    self.text = text
    frameEnd = text.count + 1
    let end = findEnd()
    let start = blockStart(end)
    readBlock(start, end)
    for line in 0..<end where line < start || !isTrailer(line) { judge(line) }
    faults.sort(by: Fault.isOrdered)
  }

  private func range(_ line: Int) -> Range<Int> { text.lineRange(line) }

  private func isBlank(_ line: Int) -> Bool {
    range(line).allSatisfy { MailText.isSpace(text[$0]) }
  }

  private func isComment(_ line: Int) -> Bool {
    let range = range(line)
    return !range.isEmpty && text[range.lowerBound] == comment
  }

  private func isIndented(_ line: Int) -> Bool {
    let range = range(line)
    return !range.isEmpty && MailText.isSpace(text[range.lowerBound])
  }

  // MARK: The message

  private static let dashes = Array("---".utf8)
  private static let help = Array(" Please enter the commit message for your".utf8)

  /// The line behind the message; finds out by what comments begin.
  private mutating func findEnd() -> Int {
    var end = text.lineCount
    for line in 0..<text.lineCount {
      let range = range(line)
      let isDivider =
        text.starts(with: Self.dashes, at: range.lowerBound) && range.lowerBound + 3 < text.count
        && (range.count == 3 || range.count > 3 && MailText.isSpace(text[range.lowerBound + 3]))
      let scissors = isDivider ? nil : self.scissors(range)
      if let scissors { comment = scissors }
      if isDivider || scissors != nil {
        end = line
        if line + 1 < text.lineCount { frameEnd = text.lineStart(line + 1) }
        break
      }
      if !range.isEmpty, text.starts(with: Self.help, at: range.lowerBound + 1) { comment = text[range.lowerBound] }
    }
    while end > 0, isBlank(end - 1) || isComment(end - 1) { end -= 1 }
    return end
  }

  /// The comment character of a scissors line, `# ------ >8 ------`; nil for any other line.
  private func scissors(_ range: Range<Int>) -> UInt8? {
    guard range.count >= 14, text[range.lowerBound + 1] == Byte.space else { return nil }
    var i = range.lowerBound + 2
    for (index, part) in ["-", " >8 ", "-"].enumerated() {
      if index == 1 {
        guard text.starts(with: Array(part.utf8), at: i) else { return nil }
        i += 4
        continue
      }
      let start = i
      while i < range.upperBound, text[i] == Byte.hyphen { i += 1 }
      guard i - start >= 4 else { return nil }
    }
    return i == range.upperBound ? text[range.lowerBound] : nil
  }

  // MARK: The block

  /// The offset of the colon of a trailer on a line, and where its key ends; nil for a line that is none.
  private func separator(_ line: Int) -> (colon: Int, keyEnd: Int)? {
    let range = range(line)
    var i = range.lowerBound
    while i < range.upperBound, Byte.isAlphanumeric(text[i]) || text[i] == Byte.hyphen { i += 1 }
    let keyEnd = i
    while i < range.upperBound, Byte.isBlank(text[i]) { i += 1 }
    guard keyEnd > range.lowerBound, i < range.upperBound, text[i] == Byte.colon else { return nil }
    return (i, keyEnd)
  }

  private func isTrailer(_ line: Int) -> Bool {
    separator(line) != nil
  }

  private static let generated = [Array("Signed-off-by: ".utf8), Array("(cherry picked from commit ".utf8)]

  /// The first line of the block; `end` if there is none.
  private func blockStart(_ end: Int) -> Int {
    var title = 0
    while title < end, isComment(title) || !isBlank(title) { title += 1 }
    var (trailers, others, continuations) = (0, 0, 0)
    var isRecognized = false
    var line = end - 1
    while line >= title {
      defer { line -= 1 }
      if isComment(line) {
        others += continuations
        continuations = 0
      } else if isBlank(line) {
        others += continuations
        let isBlock = isRecognized ? trailers * 3 >= others : trailers > 0 && others == 0
        return isBlock ? line + 1 : end
      } else if Self.generated.contains(where: { text.starts(with: $0, at: range(line).lowerBound) }) {
        trailers += 1
        continuations = 0
        isRecognized = true
      } else if isTrailer(line) {
        trailers += 1
        continuations = 0
      } else if isIndented(line) {
        continuations += 1
      } else {
        others += 1 + continuations
        continuations = 0
      }
    }
    return end
  }

  private mutating func readBlock(_ start: Int, _ end: Int) {
    var line = start
    while line < end {
      guard !isComment(line), let (colon, keyEnd) = separator(line) else {
        line += 1
        continue
      }
      let first = line
      line += 1
      while line < end, isIndented(line) { line += 1 }
      let nameRange = range(first).lowerBound..<keyEnd
      let name = String(decoding: text.bytes(nameRange), as: UTF8.self)
      let valueRange = colon + 1..<max(colon + 1, range(line - 1).upperBound)
      fields.append(
        Field(
          name: name, grammar: .trailers, range: nameRange.lowerBound..<valueRange.upperBound, nameRange: nameRange,
          valueRange: valueRange, scope: .named(name.lowercased()), column: colon + 1 - nameRange.lowerBound))
      let isEmpty = valueRange.allSatisfy { MailText.isSpace(text[$0]) }
      if isEmpty, TrailerKey(name) != .text { faults.append(Fault(.missingAddress, nameRange.lowerBound..<colon + 1)) }
    }
  }

  /// Marks a line outside the block that begins with a known key.
  private mutating func judge(_ line: Int) {
    let range = range(line)
    guard !isComment(line), !isIndented(line) else { return }
    // No key is longer.
    let limit = min(range.upperBound, range.lowerBound + 40)
    guard let colon = (range.lowerBound..<limit).first(where: { text[$0] == Byte.colon }), colon > range.lowerBound
    else { return }
    var key = String(decoding: text.bytes(range.lowerBound..<colon), as: UTF8.self)
    while key.hasSuffix(" ") { key.removeLast() }
    if TrailerKey.isKnown(key) { faults.append(Fault(.misplacedTrailer, range.lowerBound..<colon + 1)) }
  }
}
