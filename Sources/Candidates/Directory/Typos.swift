/// A query as somebody types who makes mistakes: one typo in each word that is long enough.
///
/// A typo is a letter that is wrong, missing or too many, or two letters in the wrong order. The first letter is right,
/// or in the second place.
struct Typos {
  private let words: [QueryWord]
  /// The bytes that must occur but for a few.
  private let letters: UInt64
  /// How many of `letters` a text may lack.
  private let lack: Int
  /// The bytes with which words must begin.
  private let starts: UInt64
  /// The bytes one of which a word must begin with, for each word that may be wrong.
  private let choices: [UInt64]

  /// The words of a query; nil if none of them is long enough.
  init?(_ words: [QueryWord]) {
    let tolerant = words.filter { $0.tolerance != .none }
    guard !tolerant.isEmpty else { return nil }
    self.words = words
    letters = words.reduce(0) { $0 | $1.letters }
    // A letter that is wrong lacks as many bits as it has bytes.
    lack = tolerant.filter { $0.tolerance == .one }.reduce(0) { $0 + ($1.text.map(Letters.width).max() ?? 1) }
    starts = words.reduce(0) { $1.tolerance == .none && !$1.isEastAsian ? $0 | $1.start : $0 }
    choices = tolerant.map { word in
      let second = word.text.dropFirst(word.text.first.map(Letters.width) ?? 1).first
      return word.start | (second.map(Letters.bit) ?? 0)
    }
  }

  /// Whether a text with these masks may answer.
  @inline(__always)
  func mayStand(_ letters: UInt64, _ starts: UInt64) -> Bool {
    var missing = self.letters & ~letters
    var rest = lack
    while missing != 0, rest > 0 {
      missing &= missing &- 1
      rest -= 1
    }
    guard missing == 0, starts & self.starts == self.starts else { return false }
    return choices.allSatisfy { $0 & starts != 0 }
  }

  /// Whether each word is the beginning of a word but for its typo.
  func stand(in bytes: some FoldedBytes, _ range: Range<Int>) -> Bool {
    let isAlone = words.count == 1
    return words.allSatisfy { Typos.place(of: $0, in: bytes, range, isAlone: isAlone) != nil }
  }

  /// Where a word stands that may be wrong; nil if it stands nowhere.
  ///
  /// - Parameters:
  ///   - word: The word.
  ///   - bytes: Folded texts, each behind its mark.
  ///   - range: Those of one candidate.
  ///   - isAlone: Whether it is the only word, so that it is known not to stand there as it was typed.
  /// - Returns: What was meant by it.
  static func place(
    of word: QueryWord, in bytes: some FoldedBytes, _ range: Range<Int>, isAlone: Bool = false
  ) -> Range<Int>? {
    if word.tolerance != .none {
      let isWhole = word.tolerance == .little
      let found =
        place(of: word.text, isWhole, in: bytes, range)
        ?? word.other.flatMap { place(of: $0, isWhole, in: bytes, range) }
      if found != nil || isAlone { return found }
    }
    return word.place(in: bytes, range).flatMap { $0.isStart || word.isEastAsian ? $0.range : nil }
  }

  private static func place(of word: [UInt8], _ isWhole: Bool, in bytes: some FoldedBytes, _ range: Range<Int>)
    -> Range<Int>?
  {
    guard let first = word.first, case let second = Letters.width(first), second < word.count else { return nil }
    let swapped = word[second]
    for index in range {
      let byte = bytes[index]
      guard byte == first || byte == swapped, QueryWord.isStart(index, in: bytes, range) else { continue }
      let place = Comparison(word: word, bytes: bytes, start: index, limit: range.upperBound, isWhole: isWhole)
      if let end = place.end { return index..<end }
    }
    return nil
  }
}

/// A word that was typed beside one that is there.
private struct Comparison<Bytes: FoldedBytes> {
  let word: [UInt8]
  let bytes: Bytes
  let start: Int
  let limit: Int
  /// Whether the whole word must be there, and only a missing letter and a wrong order are forgiven.
  let isWhole: Bool

  /// The end of what was meant, nil if it was not this word.
  ///
  /// With one typo at most, it is where the two first differ. At the end of what was typed it counts only against a
  /// whole word: else every word would answer that begins with all but the last letter.
  var end: Int? {
    var same = 0
    while same < word.count, start + same < limit, bytes[start + same] == word[same] { same += 1 }
    while same > 0, same < word.count, Letters.isContinuation(word[same]) { same -= 1 }
    guard same < word.count else { return start + same }
    let place = start + same
    let typed = Letters.width(word[same])
    let isLast = same + typed >= word.count
    // The first letter is only wrong if it is in the second place.
    if same > 0, !isWhole {
      if isLast {
        if !isInWord(place) { return place }
      } else if let end = rest(same + typed, place) {
        return end
      }
    }
    guard isLetter(place) else { return nil }
    let next = place + Letters.width(bytes[place])
    if same > 0 {
      if !isWhole {
        if isLast {
          if !isInWord(next) { return next }
        } else if let end = rest(same + typed, next) {
          return end
        }
      }
      if let end = rest(same, next) { return end }
    }
    return swapped(same, typed, place)
  }

  /// The end if the letter that was typed is the next but one, and the one behind it the next.
  private func swapped(_ same: Int, _ typed: Int, _ place: Int) -> Int? {
    guard same + typed < word.count else { return nil }
    let next = Letters.width(word[same + typed])
    guard same + typed + next <= word.count, place + next + typed <= limit,
      (0..<next).allSatisfy({ word[same + typed + $0] == bytes[place + $0] }),
      (0..<typed).allSatisfy({ word[same + $0] == bytes[place + next + $0] })
    else { return nil }
    return rest(same + typed + next, place + next + typed)
  }

  /// The end if the rest of what was typed stands at a place.
  private func rest(_ from: Int, _ place: Int) -> Int? {
    guard place + word.count - from <= limit else { return nil }
    var step = 0
    while from + step < word.count {
      if bytes[place + step] != word[from + step] { return nil }
      step += 1
    }
    let end = place + step
    return isWhole && isInWord(end) ? nil : end
  }

  private func isInWord(_ place: Int) -> Bool {
    place < limit && Letters.isWord(bytes[place])
  }

  private func isLetter(_ place: Int) -> Bool {
    place < limit && Letters.isLetter(bytes[place])
  }
}
