/// Letters without the difference of case, and characters in their composed form.
enum Folding {
  /// UTF-8 text with full case folding, then composed: NFC(toCasefold(text)) of Unicode 3.13 and UAX #15.
  ///
  /// Bytes that are no UTF-8 become U+FFFD.
  static func folded(_ bytes: [UInt8], in range: Range<Int>) -> [UInt8] {
    var result: [Unicode.Scalar] = []
    result.reserveCapacity(range.count)
    var i = range.lowerBound
    while i < range.upperBound {
      let (scalar, width) = Characters.scalar(bytes, at: i, before: range.upperBound) ?? ("\u{fffd}", 1)
      append(folding: scalar, to: &result)
      i += width
    }
    var text: [UInt8] = []
    text.reserveCapacity(range.count + 8)
    for scalar in composed(result) {
      if scalar.value < 0x80 {
        text.append(UInt8(scalar.value))
      } else if let encoded = UTF8.encode(scalar) {
        text.append(contentsOf: encoded)
      }
    }
    return text
  }

  private static func append(folding scalar: Unicode.Scalar, to result: inout [Unicode.Scalar]) {
    if scalar.value < 0x80 {
      result.append(Unicode.Scalar(Byte.lowered(UInt8(scalar.value))))
      return
    }
    let runs = FoldingTable.runs
    let code = Int32(bitPattern: scalar.value)
    if let row = Rows.last(in: runs, of: 4, where: { $0 <= code }), code <= runs[row + 1],
      (code - runs[row]) % runs[row + 2] == 0, let folded = Unicode.Scalar(UInt32(bitPattern: code + runs[row + 3]))
    {
      result.append(folded)
      return
    }
    let expansions = FoldingTable.expansions
    guard let row = Rows.last(in: expansions, of: 4, where: { $0 <= scalar.value }), expansions[row] == scalar.value
    else {
      result.append(scalar)
      return
    }
    result += expansions[row + 1...row + 3].filter { $0 != 0 }.compactMap(Unicode.Scalar.init)
  }

  // MARK: Composing

  /// A text in Normalization Form C (UAX #15).
  static func composed(_ text: [Unicode.Scalar]) -> [Unicode.Scalar] {
    guard text.contains(where: { $0.value >= 0x300 }) else { return text }
    var split: [Unicode.Scalar] = []
    for scalar in text { append(splitting: scalar, to: &split) }
    order(&split)
    return joined(split)
  }

  private static func append(splitting scalar: Unicode.Scalar, to result: inout [Unicode.Scalar]) {
    if let syllable = Hangul.split(scalar) {
      result += syllable
      return
    }
    let splits = CompositionTable.splits
    guard scalar.value >= 0xc0, let row = Rows.last(in: splits, of: 3, where: { $0 <= scalar.value }),
      splits[row] == scalar.value
    else {
      result.append(scalar)
      return
    }
    // A decomposition is at most four steps deep.
    if let first = Unicode.Scalar(splits[row + 1]) { append(splitting: first, to: &result) }
    if splits[row + 2] != 0, let second = Unicode.Scalar(splits[row + 2]) { result.append(second) }
  }

  /// Puts the marks between two characters that start anew into the order of their classes.
  private static func order(_ text: inout [Unicode.Scalar]) {
    var start = 0
    while start < text.count {
      var end = start
      while end < text.count, combiningClass(text[end]) > 0 { end += 1 }
      if end - start > 1 { text[start..<end].sort { combiningClass($0) < combiningClass($1) } }
      start = max(end, start) + 1
    }
  }

  private static func combiningClass(_ scalar: Unicode.Scalar) -> UInt8 {
    scalar.value < 0x300 ? 0 : scalar.properties.canonicalCombiningClass.rawValue
  }

  private static func joined(_ text: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    var starter: Int?
    var lastClass: UInt8 = 0
    for scalar in text {
      let current = combiningClass(scalar)
      // A mark joins unless one of its own class, or a character that starts anew, stands between.
      if let place = starter, place == result.count - 1 || lastClass < current,
        let whole = pair(result[place], scalar)
      {
        result[place] = whole
        continue
      }
      if current == 0 { starter = result.count }
      lastClass = current
      result.append(scalar)
    }
    return result
  }

  private static func pair(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Unicode.Scalar? {
    if let syllable = Hangul.joined(first, second) { return syllable }
    let joins = CompositionTable.joins
    let wanted = (first.value, second.value)
    let row = Rows.last(in: joins, of: 3, at: { (joins[$0], joins[$0 + 1]) <= wanted })
    guard let row, joins[row] == first.value, joins[row + 1] == second.value else { return nil }
    return Unicode.Scalar(joins[row + 2])
  }
}

/// Looks up rows of a flat table.
private enum Rows {
  /// The index of the last row whose first number meets a condition that holds for a first part of the table only.
  static func last<Number>(in table: [Number], of width: Int, where holds: (Number) -> Bool) -> Int? {
    last(in: table, of: width) { holds(table[$0]) }
  }

  /// The index of the last row that meets a condition on its index, which holds for a first part of the table only.
  static func last<Number>(in table: [Number], of width: Int, at holds: (Int) -> Bool) -> Int? {
    var (low, high) = (0, table.count / width)
    while low < high {
      let middle = (low + high) / 2
      if holds(middle * width) { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? (low - 1) * width : nil
  }
}

/// Hangul syllables, which are computed (Unicode 3.12).
private enum Hangul {
  private static let (syllable, lead, vowel, trail): (UInt32, UInt32, UInt32, UInt32) = (0xac00, 0x1100, 0x1161, 0x11a7)

  static func split(_ scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
    guard scalar.value >= syllable, scalar.value < syllable + 11_172 else { return nil }
    let index = scalar.value - syllable
    let parts = [lead + index / 588, vowel + index % 588 / 28, trail + index % 28]
    return parts[..<(index % 28 == 0 ? 2 : 3)].compactMap(Unicode.Scalar.init)
  }

  static func joined(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Unicode.Scalar? {
    if (lead..<lead + 19).contains(first.value), (vowel..<vowel + 21).contains(second.value) {
      return Unicode.Scalar(syllable + (first.value - lead) * 588 + (second.value - vowel) * 28)
    }
    guard first.value >= syllable, first.value < syllable + 11_172, (first.value - syllable) % 28 == 0,
      (trail + 1..<trail + 28).contains(second.value)
    else { return nil }
    return Unicode.Scalar(first.value + second.value - trail)
  }
}
