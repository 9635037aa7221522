/// Words in a text, as a double click selects them.
package enum Word {
  /// The run of letters, digits, marks and `_` at an offset; nil where none touches it.
  ///
  /// - Parameters:
  ///   - offset: an offset into the bytes; one outside `range` has no word.
  ///   - bytes: UTF-8; bytes that are none belong to no word.
  ///   - range: the word ends with it; drawn into the bytes.
  /// - Returns: the bytes of the word; nil where no word touches the offset.
  package static func range(at offset: Int, in bytes: [UInt8], within range: Range<Int>) -> Range<Int>? {
    let bounds = range.clamped(to: 0..<bytes.count)
    guard bounds.lowerBound <= offset, offset <= bounds.upperBound else { return nil }
    var (start, end) = (offset, offset)
    while start > bounds.lowerBound {
      var previous = start - 1
      while previous > bounds.lowerBound, start - previous < 4, bytes[previous] & 0xc0 == 0x80 { previous -= 1 }
      guard isWord(bytes[previous..<start]) else { break }
      start = previous
    }
    while end < bounds.upperBound {
      var next = end + 1
      while next < bounds.upperBound, next - end < 4, bytes[next] & 0xc0 == 0x80 { next += 1 }
      guard isWord(bytes[end..<next]) else { break }
      end = next
    }
    return start < end ? start..<end : nil
  }

  /// Whether the bytes are one character of a word.
  private static func isWord(_ bytes: ArraySlice<UInt8>) -> Bool {
    if bytes.count == 1, let byte = bytes.first { return Byte.isAlphanumeric(byte) || byte == UInt8(ascii: "_") }
    return String(decoding: bytes, as: UTF8.self).unicodeScalars.allSatisfy { scalar in
      let properties = scalar.properties
      switch properties.generalCategory {
      case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber: return true
      default: return properties.isAlphabetic
      }
    }
  }
}
