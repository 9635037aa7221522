/// One word of a query, folded; neither a blank nor a hyphen is in it.
struct QueryWord {
  /// The word; never empty.
  let text: [UInt8]
  /// The word with `ä ö ü ø å` as two letters, where it has one of them.
  let other: [UInt8]?
  /// The bytes that each spelling of it has.
  let letters: UInt64
  /// How much may be wrong with it.
  let tolerance: Tolerance
  /// Whether it stands within words without blanks, so that it is found anywhere in them.
  let isEastAsian: Bool

  /// How much may be wrong with a word for somebody to have meant another one.
  enum Tolerance {
    case none
    /// Two letters in the wrong order, or one missing of five, and the whole word is there: for four letters.
    case little
    /// One letter wrong, missing or too many, or two in the wrong order: for five letters and more.
    case one
  }

  init(_ text: [UInt8], other: [UInt8]?) {
    self.text = text
    self.other = other == text ? nil : other
    isEastAsian = Letters.isEastAsian(text)
    letters = Letters.bits(of: text) & (other.map { Letters.bits(of: $0) } ?? ~0)
    let count = text.count { !Letters.isContinuation($0) }
    let isPlain = !isEastAsian && text.allSatisfy(Letters.isLetter)
    tolerance = !isPlain || count < 4 ? .none : count == 4 ? .little : .one
  }

  /// The bit of its first byte, which all spellings share.
  var start: UInt64 { text.first.map(Letters.bit) ?? 0 }

  /// Where a word stands in the texts of a candidate.
  struct Found {
    var range: Range<Int>
    /// Whether a word begins there.
    var isStart: Bool
  }

  /// Where it stands as it was typed, at the beginning of a word if it can be; nil if it stands nowhere.
  func place(in bytes: some FoldedBytes, _ range: Range<Int>) -> Found? {
    let found = QueryWord.place(of: text, in: bytes, range)
    if let found, found.isStart { return found }
    guard let other, let second = QueryWord.place(of: other, in: bytes, range) else { return found }
    return found == nil || second.isStart ? second : found
  }

  /// Hyphens of the text count for nothing: `maryjane` stands in `mary-jane`.
  private static func place(of word: [UInt8], in bytes: some FoldedBytes, _ range: Range<Int>) -> Found? {
    guard let first = word.first else { return nil }
    let count = word.count
    var found: Found?
    var index = range.lowerBound
    let last = range.upperBound - count
    while index <= last {
      if bytes[index] == first {
        var length = 1
        var end = index + 1
        while length < count, end < range.upperBound {
          let byte = bytes[end]
          if byte == word[length] { length += 1 } else if byte != UInt8(ascii: "-") { break }
          end += 1
        }
        if length == count {
          if isStart(index, in: bytes, range) { return Found(range: index..<end, isStart: true) }
          if found == nil { found = Found(range: index..<end, isStart: false) }
        }
      }
      index += 1
    }
    return found
  }

  /// Whether a word begins at a byte; each sign is one by itself.
  static func isStart(_ index: Int, in bytes: some FoldedBytes, _ range: Range<Int>) -> Bool {
    // The byte before the first text is its mark.
    index == range.lowerBound || !Letters.isWord(bytes[index - 1]) || !Letters.isWord(bytes[index])
  }
}
