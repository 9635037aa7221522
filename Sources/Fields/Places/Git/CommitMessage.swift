/// The trailers of a commit message, found as git's trailer.c finds them (grammars.md section 7).
///
/// The message ends at `---`, at a scissors line, or before the comments and blank lines at its end. The first paragraph
/// is the title and holds none. The last paragraph is the block if all of its lines are trailers, or if a quarter of them
/// are and git itself wrote one of them, or one has a key that git's configuration names.
struct CommitMessage {
  private(set) var fields: [Field] = []
  /// Known keys outside the block, and people that are missing.
  private(set) var faults: [Fault] = []
  /// Where what the finding rests on ends.
  private(set) var frameEnd: Int

  private let text: Text
  private var comment: [UInt8]
  private let rules: TrailerRules
  /// The line of the divider or of the scissors; else the number of lines.
  private var stop: Int

  /// Reads a message.
  ///
  /// - Parameters:
  ///   - text: the message.
  ///   - rules: what git's configuration says; what the text itself shows of comments counts more.
  init(_ text: Text, _ rules: TrailerRules = TrailerRules()) {
    self.text = text
    self.rules = rules
    comment = rules.comment.flatMap { $0.isEmpty ? nil : $0 } ?? [UInt8(ascii: "#")]
    stop = text.lineCount
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
    text.starts(with: comment, at: range(line).lowerBound)
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
        (end, stop) = (line, line)
        if line + 1 < text.lineCount { frameEnd = text.lineStart(line + 1) }
        break
      }
      if let sign = sign(range), text.starts(with: Self.help, at: range.lowerBound + sign.count) { comment = sign }
    }
    while end > 0, isBlank(end - 1) || isComment(end - 1) { end -= 1 }
    return end
  }

  /// What stands before the first blank of a line, if it is short and no word: what comments may begin with.
  private func sign(_ range: Range<Int>) -> [UInt8]? {
    let start = range.prefix(9)
    guard let blank = start.first(where: { text[$0] == Byte.space }), blank > range.lowerBound else { return nil }
    let sign = text.bytes(range.lowerBound..<blank)
    return sign.contains(where: Byte.isAlphanumeric) ? nil : sign
  }

  /// What comments begin with by a scissors line, `# ------ >8 ------`; nil for any other line.
  private func scissors(_ range: Range<Int>) -> [UInt8]? {
    guard range.count >= 14, let sign = sign(range) else { return nil }
    var i = range.lowerBound + sign.count + 1
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
    return i == range.upperBound ? sign : nil
  }

  // MARK: The block

  /// The line behind the title, which is the first paragraph with the comments in it.
  private func titleEnd(_ end: Int) -> Int {
    var title = 0
    while title < end, isComment(title) || !isBlank(title) { title += 1 }
    return title
  }

  /// The offset of what separates the key of a trailer from its value, and where the key ends; nil for another line.
  private func separator(_ line: Int) -> (sign: Int, keyEnd: Int)? {
    let range = range(line)
    let keyEnd = keyEnd(range)
    var i = keyEnd
    while i < range.upperBound, Byte.isBlank(text[i]), !rules.separators.contains(text[i]) { i += 1 }
    guard keyEnd > range.lowerBound, i < range.upperBound, rules.separators.contains(text[i]) else { return nil }
    return (i, keyEnd)
  }

  /// Where the key at the start of a line ends; as for git, a letter that separates is none of it.
  private func keyEnd(_ range: Range<Int>) -> Int {
    range.first {
      rules.separators.contains(text[$0]) || !Byte.isAlphanumeric(text[$0]) && text[$0] != Byte.hyphen
    } ?? range.upperBound
  }

  private func isTrailer(_ line: Int) -> Bool {
    separator(line) != nil
  }

  private static let generated = [Array("Signed-off-by: ".utf8), Array("(cherry picked from commit ".utf8)]

  /// The first line of the block; `end` if there is none.
  private func blockStart(_ end: Int) -> Int {
    let title = titleEnd(end)
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
      } else if let (_, keyEnd) = separator(line) {
        trailers += 1
        continuations = 0
        isRecognized = isRecognized || isConfigured(range(line).lowerBound..<keyEnd)
      } else if isIndented(line) {
        continuations += 1
      } else {
        others += 1 + continuations
        continuations = 0
      }
    }
    return end
  }

  /// Whether git's configuration names a key; for git the start of one is enough.
  private func isConfigured(_ key: Range<Int>) -> Bool {
    guard !rules.keys.isEmpty else { return false }
    let start = String(decoding: text.bytes(key), as: UTF8.self).lowercased()
    return rules.keys.contains { $0.hasPrefix(start) }
  }

  private mutating func readBlock(_ start: Int, _ end: Int) {
    var line = start
    while line < end {
      guard !isComment(line), let (sign, keyEnd) = separator(line) else {
        line += 1
        continue
      }
      let first = line
      line += 1
      while line < end, isIndented(line) { line += 1 }
      let nameRange = range(first).lowerBound..<keyEnd
      let name = String(decoding: text.bytes(nameRange), as: UTF8.self)
      let valueRange = sign + 1..<max(sign + 1, range(line - 1).upperBound)
      fields.append(
        Field(
          name: name, grammar: .trailers, range: nameRange.lowerBound..<valueRange.upperBound, nameRange: nameRange,
          valueRange: valueRange, scope: .named(name.lowercased()), column: sign + 1 - nameRange.lowerBound))
      let isEmpty = valueRange.allSatisfy { MailText.isSpace(text[$0]) }
      if isEmpty, TrailerKey(name) != .text { faults.append(Fault(.missingAddress, nameRange.lowerBound..<sign + 1)) }
    }
  }

  /// Marks a line outside the block that begins with a known key.
  private mutating func judge(_ line: Int) {
    let range = range(line)
    guard !isComment(line), !isIndented(line) else { return }
    // No key is longer.
    let limit = min(range.upperBound, range.lowerBound + 40)
    guard let sign = (range.lowerBound..<limit).first(where: { rules.separators.contains(text[$0]) }),
      sign > range.lowerBound
    else { return }
    var key = String(decoding: text.bytes(range.lowerBound..<sign), as: UTF8.self)
    while key.hasSuffix(" ") { key.removeLast() }
    if TrailerKey.isKnown(key) { faults.append(Fault(.misplacedTrailer, range.lowerBound..<sign + 1)) }
  }
}

/// A place of a commit message where the key of a trailer is written or can be.
package struct TrailerPlace: Equatable, Sendable {
  /// What an accepted key replaces, in bytes of the document.
  package var range: Range<Int>
  /// What stands before the caret.
  package var query: String
  /// Whether what separates it from a value follows.
  package var hasSeparator: Bool
  /// Whether nothing but trailers stands around it; else it may as well be prose.
  package var isSure: Bool

  /// Keys that are in use nearly everywhere, those first that most need.
  package static var commonKeys: [String] { TrailerKey.common }

  /// Whether people stand behind a key, in any case.
  package static func holdsPeople(_ key: String) -> Bool { TrailerKey(key) != .text }

  /// The place at a caret; nil where no key can stand.
  ///
  /// A key begins a line of the last paragraph, which is not the title, or of a new one behind it.
  ///
  /// - Parameters:
  ///   - caret: bytes of the document.
  ///   - text: a commit message.
  ///   - rules: what git's configuration says.
  package init?(at caret: Int, in text: Text, _ rules: TrailerRules = TrailerRules()) {
    guard caret >= 0, caret <= text.count, let place = CommitMessage(text, rules).keyPlace(at: caret) else {
      return nil
    }
    self = place
  }

  fileprivate init(range: Range<Int>, query: String, hasSeparator: Bool, isSure: Bool) {
    (self.range, self.query, self.hasSeparator, self.isSure) = (range, query, hasSeparator, isSure)
  }
}

extension CommitMessage {
  fileprivate func keyPlace(at caret: Int) -> TrailerPlace? {
    let line = text.line(at: caret)
    let range = range(line)
    let end = keyEnd(range)
    guard caret <= end, line < stop, !isComment(line), line > titleEnd(stop), isLastParagraph(line) else { return nil }
    var rest = end
    while rest < range.upperBound, MailText.isSpace(text[rest]), !rules.separators.contains(text[rest]) { rest += 1 }
    let hasSeparator =
      rest < range.upperBound && rules.separators.contains(text[rest]) && rest > range.lowerBound
    guard hasSeparator || rest == range.upperBound else { return nil }
    return TrailerPlace(
      range: range.lowerBound..<end, query: String(decoding: text.bytes(range.lowerBound..<caret), as: UTF8.self),
      hasSeparator: hasSeparator, isSure: isAmongTrailers(line))
  }

  /// Whether nothing but blank lines and comments follows the paragraph of a line.
  private func isLastParagraph(_ line: Int) -> Bool {
    var next = line + 1
    while next < stop, !isBlank(next) { next += 1 }
    return (next..<max(next, stop)).allSatisfy { isBlank($0) || isComment($0) }
  }

  /// Whether all other lines of the paragraph are trailers, lines that go on with one, and comments.
  private func isAmongTrailers(_ line: Int) -> Bool {
    func isGood(_ line: Int) -> Bool { isComment(line) || isTrailer(line) || isIndented(line) }
    var other = line - 1
    while other >= 0, !isBlank(other) {
      if !isGood(other) { return false }
      other -= 1
    }
    other = line + 1
    while other < stop, !isBlank(other) {
      if !isGood(other) { return false }
      other += 1
    }
    return true
  }
}
