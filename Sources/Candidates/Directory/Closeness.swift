/// How a candidate answers a query, the best first.
package enum Closeness: Int, CaseIterable, Comparable, Sendable {
  /// The query is the whole name, address, nickname or alias key.
  case exact
  /// Each word of the query is the beginning of a word.
  case wordStart
  /// Each word of the query stands somewhere.
  case substring

  /// Whether the left one is the better answer.
  package static func < (left: Closeness, right: Closeness) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// The words of a query, ready to be looked for in folded text.
struct Query {
  /// The words, the longest first, since it is the one that most texts do not have.
  let words: [[UInt8]]
  /// The words in the order of the query, with a blank between: what a whole name is compared with.
  let whole: [UInt8]
  /// The bytes that must occur.
  let letters: UInt64
  /// The bytes with which words must begin if the answer is to be better than `substring`.
  let starts: UInt64
  /// The words as typed, where they hold marks that folding drops: `Inês` is a better answer to `inês` than `Ines`.
  let marked: [String]

  /// A query longer than a line of text is cut.
  private static let limit = 200

  init(_ text: String) {
    let cut = text.prefix(Query.limit)
    let words = Folding.words(String(cut))
    whole = Array(words.joined(separator: [32]))
    letters = words.joined().reduce(0) { $0 | Query.letter($1) }
    starts = words.reduce(0) { $0 | ($1.first.map(Query.letter) ?? 0) }
    self.words = words.sorted { $0.count > $1.count }
    if cut.utf8.contains(where: { $0 >= 0x80 }) {
      marked = cut.split(separator: " ").compactMap { word in
        let lower = word.lowercased()
        return lower.utf8.contains { $0 >= 0x80 } && !Folding.fold(lower).elementsEqual(lower.utf8) ? lower : nil
      }
    } else {
      marked = []
    }
  }

  /// The bit that stands for a byte: letters, digits and some signs have their own, the others share the rest.
  static func letter(_ byte: UInt8) -> UInt64 {
    1 << UInt64(bits[Int(byte)])
  }

  private static let bits: [UInt8] = (0..<256).map { (byte: Int) in
    switch byte {
    case 0x61...0x7A: UInt8(byte - 0x61)
    case 0x30...0x39: UInt8(byte - 0x30 + 26)
    case 0x2D: 36
    case 0x2E: 37
    case 0x5F: 38
    case 0x80...: UInt8(40 + byte % 24)
    default: 39
    }
  }

  /// Whether a byte is part of a word: a letter, a digit, or part of a letter beyond ASCII.
  static func isWord(_ byte: UInt8) -> Bool {
    bits[Int(byte)] < 36 || byte >= 0x80
  }

  /// How the texts of one candidate answer, nil if a word is missing.
  func closeness(in bytes: [UInt8], _ range: Range<Int>) -> Closeness? {
    var result = Closeness.wordStart
    for word in words {
      guard let found = Query.place(of: word, in: bytes, range) else { return nil }
      if !found { result = .substring }
    }
    return result == .wordStart && isWhole(in: bytes, range) ? .exact : result
  }

  /// Whether a word stands at the beginning of a word; nil if it stands nowhere.
  private static func place(of word: [UInt8], in bytes: [UInt8], _ range: Range<Int>) -> Bool? {
    let first = word[0]
    let count = word.count
    var isFound = false
    var index = range.lowerBound
    let last = range.upperBound - count
    while index <= last {
      if bytes[index] == first {
        var length = 1
        while length < count, bytes[index + length] == word[length] { length += 1 }
        if length == count {
          // The byte before the first text is its mark.
          if index == range.lowerBound || !isWord(bytes[index - 1]) || !isWord(first) { return true }
          isFound = true
        }
      }
      index += 1
    }
    return isFound ? false : nil
  }

  private func isWhole(in bytes: [UInt8], _ range: Range<Int>) -> Bool {
    var index = range.lowerBound
    while index + whole.count < range.upperBound {
      if bytes[index] == StreamLine.item {
        var length = 0
        while length < whole.count, bytes[index + 1 + length] == whole[length] { length += 1 }
        let end = index + 1 + length
        if length == whole.count, end == range.upperBound || bytes[end] <= StreamLine.item { return true }
      }
      index += 1
    }
    return false
  }

  /// Whether every word that was typed with marks stands so in the text.
  func isMarked(in text: String) -> Bool {
    let lower = text.lowercased()
    let bytes = Array(lower.utf8)
    return marked.allSatisfy { word in
      if Query.contains(bytes, Array(word.utf8)) { return true }
      // Composed or not, a letter is the same; where no mark stands alone on either side, the bytes have told.
      guard Query.hasLoneMarks(bytes) || Query.hasLoneMarks(word.utf8) else { return false }
      return Query.contains(Array(lower), Array(word))
    }
  }

  /// Whether marks of U+0300…U+036F are in UTF-8, as in decomposed text.
  private static func hasLoneMarks(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.contains { $0 == 0xCC || $0 == 0xCD }
  }

  private static func contains<Item: Equatable>(_ items: [Item], _ part: [Item]) -> Bool {
    guard let first = part.first, items.count >= part.count else { return part.isEmpty }
    return (0...items.count - part.count).contains { start in
      items[start] == first && items[start..<start + part.count].elementsEqual(part)
    }
  }
}
