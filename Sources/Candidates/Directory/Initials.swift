/// A query as the first letters of the words of a name: `jd` for Jane Doe, `mjb` for Mary-Jane Berg.
struct Initials {
  /// The letters, one behind another.
  private let letters: [UInt8]
  /// The bits of their first bytes, with which words must begin.
  let starts: UInt64

  /// The letters of a word, of two up to eight; nil for any other, and for scripts whose words have no first letters.
  init?(_ word: QueryWord) {
    letters = word.text.filter { $0 != UInt8(ascii: ".") }
    let firsts = letters.filter { !Letters.isContinuation($0) }
    guard (2...8).contains(firsts.count), !word.isEastAsian, letters.allSatisfy(Letters.isWord) else { return nil }
    starts = Letters.bits(of: firsts)
  }

  /// Whether they stand in one of the names, nicknames and addresses, in their order; words between are passed over.
  ///
  /// Of an address only what is before the `@` counts, and an organisation has no initials.
  ///
  /// - Parameters:
  ///   - bytes: Folded texts, each behind its mark.
  ///   - range: Those of one candidate.
  ///   - note: Told where each letter stands, also of a text that has only some.
  /// - Returns: Whether one text has them all.
  @inline(__always)
  func stand(in bytes: some FoldedBytes, _ range: Range<Int>, note: (Range<Int>) -> Void = { _ in }) -> Bool {
    var next = 0
    var isSearched = false
    var isInWord = false
    for index in range {
      let byte = bytes[index]
      if byte == StreamLine.item || byte == StreamLine.other {
        (next, isSearched, isInWord) = (0, byte == StreamLine.item, false)
        continue
      }
      guard isSearched else { continue }
      if byte == UInt8(ascii: "@") { isSearched = false }
      let isWord = Letters.isWord(byte)
      if isWord, !isInWord, byte == letters[next] {
        let width = Letters.width(byte)
        if index + width <= range.upperBound, isLetter(at: next, width, in: bytes, index) {
          note(index..<index + width)
          next += width
          if next >= letters.count { return true }
        }
      }
      isInWord = isWord
    }
    return false
  }

  private func isLetter(at place: Int, _ width: Int, in bytes: some FoldedBytes, _ index: Int) -> Bool {
    guard place + width <= letters.count else { return false }
    var step = 1
    while step < width, bytes[index + step] == letters[place + step] { step += 1 }
    return step >= width
  }
}
