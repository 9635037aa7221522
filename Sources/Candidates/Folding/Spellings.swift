/// The further texts under which a text is found beside its own folded form.
enum Spellings {
  /// Its letters as people type them who have not got them, and its name turned around.
  ///
  /// - Returns: folded texts; none for most.
  static func others(of text: String) -> [[UInt8]] {
    var others: [[UInt8]] = []
    if let second = Transliteration.fold(text) { others.append(second) }
    if let comma = comma(in: text) {
      others.append(Folding.fold("\(text[text.index(after: comma)...]) \(text[..<comma])"))
    }
    return others
  }

  /// The comma of a name that has the family first: `Ruiz, Ana`; nil without one, or with several.
  static func comma(in text: String) -> String.Index? {
    guard text.utf8.contains(UInt8(ascii: ",")), let comma = text.firstIndex(of: ",") else { return nil }
    let (before, after) = (text[..<comma], text[text.index(after: comma)...])
    guard !after.contains(","), before.contains(where: { $0 != " " }), after.contains(where: { $0 != " " }) else {
      return nil
    }
    return comma
  }
}

/// A folded text that knows where each of its bytes stood before.
struct FoldedText {
  /// The folded text behind its mark, as a row has it.
  private(set) var bytes = [StreamLine.item]
  /// For each byte the character that it comes from, in bytes of the text.
  private var origins = [0..<0]

  /// The text as it stands, with `ä ö ü ø å` as two letters where it holds one, and turned around where it has a comma.
  static func all(of text: String) -> [FoldedText] {
    var all = [FoldedText()]
    all[0].append(text[...], at: 0)
    if Transliteration.spelled(text) != nil {
      var spelled = FoldedText()
      spelled.append(text[...], at: 0, isSpelled: true)
      all.append(spelled)
    }
    if let comma = Spellings.comma(in: text) {
      let place = text[..<comma].utf8.count
      var turned = FoldedText()
      turned.append(text[text.index(after: comma)...], at: place + 1)
      turned.append(" ", at: place)
      turned.append(text[..<comma], at: 0)
      all.append(turned)
    }
    return all
  }

  private mutating func append(_ part: Substring, at start: Int, isSpelled: Bool = false) {
    var place = start
    for character in part {
      let text = String(character)
      Folding.append((isSpelled ? Transliteration.spelled(text) ?? text : text).utf8, to: &bytes, from: 1)
      let end = place + text.utf8.count
      while origins.count < bytes.count { origins.append(place..<end) }
      place = end
    }
  }

  /// The characters from which some bytes come, in bytes of the text.
  ///
  /// - Parameter range: Bytes of the folded text; not empty, and within it.
  /// - Returns: The whole characters; an empty range for a wrong one.
  func origin(_ range: Range<Int>) -> Range<Int> {
    guard let first = range.first, let last = range.last, origins.indices.contains(first),
      origins.indices.contains(last)
    else { return 0..<0 }
    let (one, other) = (origins[first], origins[last])
    return min(one.lowerBound, other.lowerBound)..<max(one.upperBound, other.upperBound)
  }
}
