/// The bytes of one buffer of an editor, with the starts of its lines.
///
/// Lines end at LF or CRLF; a lone CR is a character (LSP counts it as a line end, but no editor that was tried writes
/// one, and a mail header may hold it as a fault). Both the bytes and the line starts are gap buffers, and line starts
/// behind the gap are counted from the end of the text: an edit at the caret moves neither the body nor its lines.
package struct Text: Equatable, Sendable {
  private var storage: GapBuffer<UInt8>
  /// Starts of lines: before the opening as offsets, behind it as distances from the end of the text.
  private var starts: GapBuffer<Int>

  /// Holds `bytes`, whatever they are; bytes that are no UTF-8 count as one character each.
  package init(_ bytes: [UInt8] = []) {
    storage = GapBuffer(bytes, filler: 0)
    var found = [0]
    for (offset, byte) in bytes.enumerated() where byte == Byte.lineFeed { found.append(offset + 1) }
    starts = GapBuffer(found, filler: 0)
  }

  /// How many bytes there are.
  package var count: Int { storage.count }

  /// How many lines there are: one more than there are line ends.
  package var lineCount: Int { starts.count }

  /// The byte at `offset`, from 0 to below `count`.
  package subscript(offset: Int) -> UInt8 { storage[offset] }

  /// All bytes, copied.
  package var bytes: [UInt8] { storage.elements(0..<count) }

  /// The bytes of `range`, copied; what lies outside the text is left out.
  package func bytes(_ range: Range<Int>) -> [UInt8] {
    storage.elements(range.clamped(to: 0..<count))
  }

  /// The offset of the first byte of `line`; of the end of the text for a line past the last.
  package func lineStart(_ line: Int) -> Int {
    guard line >= 0 else { return 0 }
    guard line < starts.count else { return count }
    return line < starts.opening ? starts[line] : count - starts[line]
  }

  /// The bytes of `line` without its line end (LF or CRLF); empty for a line past the last.
  package func lineRange(_ line: Int) -> Range<Int> {
    let start = lineStart(line)
    var end = lineStart(line + 1)
    if end > start, line + 1 < lineCount, self[end - 1] == Byte.lineFeed {
      end -= 1
      if end > start, self[end - 1] == Byte.carriageReturn { end -= 1 }
    }
    return start..<end
  }

  /// Whether the first line ends with CR and LF.
  var hasReturns: Bool {
    let end = lineStart(1)
    return end > 1 && self[end - 1] == Byte.lineFeed && self[end - 2] == Byte.carriageReturn
  }

  /// The line that holds `offset`; an offset past the end is on the last line.
  package func line(at offset: Int) -> Int {
    var low = 0
    var high = lineCount
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStart(middle) <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// How many bytes at the start of a range inside the text are ASCII: so many characters, and units in any encoding.
  func plainRun(_ range: Range<Int>) -> Int {
    storage.run(range) { $0 < 0x80 }
  }

  /// Puts `bytes` in the place of `range`; what of the range lies outside the text is left out.
  package mutating func replace(_ range: Range<Int>, with bytes: [UInt8]) {
    let range = range.clamped(to: 0..<count)
    let firstLine = line(at: range.lowerBound)
    let lastLine = range.isEmpty ? firstLine : line(at: range.upperBound)
    moveLineOpening(to: firstLine + 1)
    var added: [Int] = []
    for (offset, byte) in bytes.enumerated() where byte == Byte.lineFeed { added.append(range.lowerBound + offset + 1) }
    // The opening stands behind the first line: the lines that go are behind it, those that come are before it.
    starts.replace(starts.opening..<(starts.opening + lastLine - firstLine), with: added)
    storage.replace(range, with: bytes)
  }

  /// Moves the opening of the line table to `line`, turning each start that changes sides into its other form.
  private mutating func moveLineOpening(to line: Int) {
    let total = count
    let before = starts.opening
    for index in min(before, line)..<max(before, line) { starts[index] = total - starts[index] }
    starts.open(at: line)
  }

  /// Whether both hold the same bytes.
  package static func == (left: Text, right: Text) -> Bool { left.storage == right.storage }
}
