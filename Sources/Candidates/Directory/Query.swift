/// A query, ready to be looked for in folded text.
struct Query {
  /// The words, the longest first, since it is the one that most texts do not have.
  let words: [QueryWord]
  /// The words in the order of the query without blanks, in each spelling: what a whole name is compared with.
  private let wholes: [[UInt8]]
  /// The bytes that must occur.
  let letters: UInt64
  /// The bytes with which words must begin if the answer is to be better than `substring`.
  let starts: UInt64
  /// One bit for the length of each of `wholes`.
  let lengths: UInt32
  /// The words as typed, where they hold marks or hyphens that folding drops: `Inês` is a better answer to `inês` than
  /// `Ines`.
  let marked: [String]
  /// The query as the first letters of a name, where it can be that.
  let initials: Initials?
  /// The query as somebody types who makes mistakes, where it can be that.
  let typos: Typos?

  /// A query longer than a line of text is cut.
  private static let limit = 200

  init(_ text: String) {
    let cut = String(text.prefix(Query.limit))
    let plain = Query.words(Folding.fold(cut))
    let spelled = Transliteration.fold(cut).map(Query.words)
    let words = plain.enumerated().map { index, word in
      // Letters become letters, so that there are as many words.
      QueryWord(word, other: spelled.flatMap { $0.count == plain.count ? $0[index] : nil })
    }
    wholes = [plain, spelled ?? []].map { Array($0.joined()) }.filter { !$0.isEmpty }
    letters = words.reduce(0) { $0 | $1.letters }
    starts = words.reduce(0) { $0 | $1.start }
    lengths = wholes.reduce(0) { $0 | 1 << UInt32($1.count & 31) }
    self.words = words.sorted { $0.text.count > $1.text.count }
    marked = Query.marked(cut)
    initials = words.count == 1 ? words.first.flatMap { Initials($0) } : nil
    typos = Typos(self.words)
  }

  /// Hyphens part words as blanks do, since they are optional.
  private static func words(_ folded: [UInt8]) -> [[UInt8]] {
    folded.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "-") }.map { Array($0) }
  }

  private static func marked(_ text: String) -> [String] {
    guard text.utf8.contains(where: { $0 >= 0x80 || $0 == UInt8(ascii: "-") }) else { return [] }
    return text.split(separator: " ").compactMap { word in
      let lower = word.lowercased()
      if lower.utf8.dropFirst().dropLast().contains(UInt8(ascii: "-")) { return lower }
      return lower.utf8.contains { $0 >= 0x80 } && !Folding.fold(lower).elementsEqual(lower.utf8) ? lower : nil
    }
  }

  /// How the texts of one candidate answer, as typed; nil if a word is missing.
  func closeness(in bytes: some FoldedBytes, _ range: Range<Int>) -> Closeness? {
    var result = Closeness.wordStart
    for word in words {
      guard let found = word.place(in: bytes, range) else { return nil }
      if !found.isStart { result = .substring }
    }
    return result == .wordStart && isWhole(in: bytes, range) ? .exact : result
  }

  /// Whether a text is the query, blanks and hyphens aside.
  private func isWhole(in bytes: some FoldedBytes, _ range: Range<Int>) -> Bool {
    guard !wholes.isEmpty else { return false }
    return range.contains { index in
      bytes[index] == StreamLine.item && wholes.contains { Query.isWhole($0, in: bytes, index + 1, range.upperBound) }
    }
  }

  private static func isWhole(_ whole: [UInt8], in bytes: some FoldedBytes, _ start: Int, _ limit: Int) -> Bool {
    var length = 0
    var index = start
    while index < limit, bytes[index] != StreamLine.item, bytes[index] != StreamLine.other {
      let byte = bytes[index]
      if length < whole.count, byte == whole[length] {
        length += 1
      } else if !isOptional(byte) {
        return false
      }
      index += 1
    }
    return length == whole.count
  }

  /// Whether a byte counts for nothing where whole texts are compared.
  static func isOptional(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "-")
  }

  /// Whether every word that was typed with marks or hyphens stands so in the text.
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
