/// Walks over the lines of a text: each without its end, LF or CRLF; a text that ends in a line end has no line more.
struct Lines {
  private let bytes: [UInt8]
  private(set) var place = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // A byte order mark belongs to no line.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
  }

  /// The next line, or nil at the end.
  mutating func next() -> Range<Int>? {
    guard place < bytes.count else { return nil }
    let start = place
    var end = start
    while end < bytes.count, bytes[end] != 10 { end += 1 }
    place = min(end + 1, bytes.count)
    if end > start, bytes[end - 1] == 13 { end -= 1 }
    return start..<end
  }

  /// The first byte of the next line, if there is one.
  var peek: UInt8? {
    place < bytes.count ? bytes[place] : nil
  }
}

/// The range without the blanks at its ends.
func trimmed(_ range: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
  var range = range
  while let first = range.first, isBlank(bytes[first]) { range = first + 1..<range.upperBound }
  while let last = range.last, isBlank(bytes[last]) { range = range.lowerBound..<last }
  return range
}
