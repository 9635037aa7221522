/// Bytes of a value and what takes their place; several of them together are one edit and one undo step.
package struct Change: Equatable, Sendable {
  /// Bytes of the value before any change; empty for an insertion.
  package var range: Range<Int>
  /// The new bytes.
  package var text: [UInt8]

  /// Makes a change.
  package init(_ range: Range<Int>, _ text: [UInt8] = []) {
    self.range = range
    self.text = text
  }
}

extension Array where Element == Change {
  /// The one change that makes a value into another, as small as characters allow; none for equal values.
  init(from old: [UInt8], to new: [UInt8]) {
    let limit = Swift.min(old.count, new.count)
    var start = 0
    while start < limit, old[start] == new[start] { start += 1 }
    while start > 0, Self.isInside(old, start) || Self.isInside(new, start) { start -= 1 }
    var end = 0
    while end < limit - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    while end > 0, Self.isInside(old, old.count - end) || Self.isInside(new, new.count - end) { end -= 1 }
    self = [Change(start..<old.count - end, Array<UInt8>(new[start..<new.count - end]))].normalized
  }

  /// Whether an offset lies within a character.
  private static func isInside(_ value: [UInt8], _ offset: Int) -> Bool {
    offset < value.count && value[offset] & 0xc0 == 0x80
  }

  /// The same changes in the order of the text, those that touch made one, so that no client has to order two at one
  /// place.
  package var normalized: [Change] {
    var result: [Change] = []
    for (_, change) in enumerated().sorted(by: { ($0.1.range.lowerBound, $0.0) < ($1.1.range.lowerBound, $1.0) }) {
      if let last = result.last, last.range.upperBound >= change.range.lowerBound {
        let end = Swift.max(last.range.upperBound, change.range.upperBound)
        result[result.count - 1] = Change(last.range.lowerBound..<end, last.text + change.text)
      } else {
        result.append(change)
      }
    }
    return result.filter { !$0.range.isEmpty || !$0.text.isEmpty }
  }

  /// A value with these changes made; they are in order and do not overlap.
  package func applied(to value: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(value.count + reduce(0) { $0 + $1.text.count })
    var next = 0
    for change in self where change.range.lowerBound >= next && change.range.upperBound <= value.count {
      result += value[next..<change.range.lowerBound]
      result += change.text
      next = change.range.upperBound
    }
    return result + value[next...]
  }

  /// What undoes these changes, in bytes of the value that they were made to.
  package func inverse(in value: [UInt8]) -> [Change] {
    var shift = 0
    return map { change in
      let start = change.range.lowerBound + shift
      shift += change.text.count - change.range.count
      return Change(start..<start + change.text.count, Array<UInt8>(value[change.range]))
    }
  }

  /// Where an offset of the old value stands in the new one; one inside a change goes behind what was written.
  package func moved(_ offset: Int) -> Int {
    var shift = 0
    for change in self {
      if change.range.upperBound <= offset {
        shift += change.text.count - change.range.count
      } else if change.range.lowerBound < offset {
        return change.range.lowerBound + shift + change.text.count
      } else {
        break
      }
    }
    return offset + shift
  }

  /// Where a range of the old value stands in the new one; what is written at its edges stays outside.
  func moved(_ range: Range<Int>) -> Range<Int> {
    let lower = moved(range.lowerBound)
    guard !range.isEmpty else { return lower..<lower }
    var inner = self
    inner.removeAll { $0.range.lowerBound >= range.upperBound }
    return lower..<Swift.max(lower, inner.moved(range.upperBound))
  }
}
