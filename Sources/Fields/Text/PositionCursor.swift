/// Turns offsets of one text into positions, in any order, each at about the same small cost.
///
/// A long line is counted once for all the positions on it, not once for each: ten thousand recipients may stand on one.
/// What was counted is kept at every stride of a line, so that going back to where something else begins costs a stride
/// and not the line.
package struct PositionCursor: Sendable {
  private let text: Text
  private let encoding: PositionEncoding
  private var offset = 0
  private var last = Position(line: 0, character: 0)
  /// For lines that are longer than a stride, the columns of what was counted: the number n stands for the first
  /// character at or behind the n-th stride.
  private var counted: [Int: [Mark]] = [:]

  private struct Mark {
    var offset: Int
    var character: Int
  }

  /// How many bytes lie between two marks.
  private static let stride = 256

  /// Starts at the start of `text`.
  package init(_ text: Text, _ encoding: PositionEncoding) {
    self.text = text
    self.encoding = encoding
  }

  /// The position of `target`, as `Text.position(of:_:)` gives it.
  package mutating func position(of target: Int) -> Position {
    let target = min(max(target, 0), text.count)
    let line = line(of: target)
    let start = text.lineStart(line)
    if line != last.line || target < offset {
      offset = start
      last = Position(line: line, character: 0)
    }
    if target - offset > Self.stride { skip(to: target, from: start) }
    while offset < target {
      let length = text.characterLength(at: offset)
      if offset + length > target { break }
      last.character += encoding.units(length)
      offset += length
    }
    return last
  }

  /// Goes to the last mark before `target`, and counts on from there if the line has not been counted as far.
  private mutating func skip(to target: Int, from start: Int) {
    // Taken out while it grows, so that it is not copied.
    var marks = counted.removeValue(forKey: last.line) ?? [Mark(offset: start, character: 0)]
    defer { counted[last.line] = marks }
    var mark = marks[min((target - start) / Self.stride, marks.count - 1)]
    if mark.offset > target { mark = marks[(target - start) / Self.stride - 1] }
    if mark.offset > offset { (offset, last.character) = (mark.offset, mark.character) }
    guard let end = marks.last, end.offset <= offset else { return }
    (offset, last.character) = (end.offset, end.character)
    while offset < target {
      let next = start + marks.count * Self.stride
      let plain = offset < next ? text.plainRun(offset..<min(target, next)) : 0
      let length = plain > 0 ? plain : text.characterLength(at: offset)
      if offset + length > target { break }
      last.character += plain > 0 ? plain : encoding.units(length)
      offset += length
      if offset >= next {
        marks.append(Mark(offset: offset, character: last.character))
      }
    }
  }

  private func line(of target: Int) -> Int {
    guard target >= text.lineStart(last.line) else { return text.line(at: target) }
    let isLast = last.line + 1 >= text.lineCount
    return isLast || target < text.lineStart(last.line + 1) ? last.line : text.line(at: target)
  }
}
