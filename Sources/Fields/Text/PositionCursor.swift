/// Turns offsets into positions, going on from the last one where it can.
///
/// A long line is counted once for all the positions on it, not once for each: ten thousand recipients may stand on one.
/// Offsets may come in any order; those that grow are the cheap ones.
package struct PositionCursor: Sendable {
  private let text: Text
  private let encoding: PositionEncoding
  private var offset = 0
  private var last = Position(line: 0, character: 0)

  /// Starts at the start of `text`.
  package init(_ text: Text, _ encoding: PositionEncoding) {
    self.text = text
    self.encoding = encoding
  }

  /// The position of `target`, as `Text.position(of:_:)` gives it.
  package mutating func position(of target: Int) -> Position {
    let target = min(max(target, 0), text.count)
    let line = line(of: target)
    if line != last.line || target < offset {
      offset = text.lineStart(line)
      last = Position(line: line, character: 0)
    }
    while offset < target {
      let length = text.characterLength(at: offset)
      if offset + length > target { break }
      last.character += encoding.units(length)
      offset += length
    }
    return last
  }

  private func line(of target: Int) -> Int {
    guard target >= text.lineStart(last.line) else { return text.line(at: target) }
    let isLast = last.line + 1 >= text.lineCount
    return isLast || target < text.lineStart(last.line + 1) ? last.line : text.line(at: target)
  }
}
