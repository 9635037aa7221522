// Lists of people in mail headers, written as one would write them anew: RFC 5322 2.1.1 and 2.2.3.

extension EntryList {
  /// Faults with which nobody knows what stands between entries.
  private static let unclear: Set<Rule> = [.unclosed, .strayText, .controlChar]

  /// The edits that put one separator and a blank between entries, and a new line where one would get too long.
  ///
  /// Entries stay as they are and where they are, and a list with an entry on each line keeps that. What is done twice is
  /// done once.
  ///
  /// - Returns: edits in order; none for a list of another kind, for one with comments between its entries, and where it
  ///   is not clear what an entry is.
  package func formatting() -> [Change] {
    guard let fold, !entries.isEmpty, !reading.faults.contains(where: { Self.unclear.contains($0.rule) }) else {
      return []
    }
    let gaps: [Range<Int>] = (0...entries.count).map { gap in
      let start = gap == 0 ? 0 : entries[gap - 1].range.upperBound
      return start..<(gap == entries.count ? value.count : entries[gap].range.lowerBound)
    }
    guard gaps.indices.allSatisfy({ isPlain(gaps[$0], gap: $0) }) else { return [] }
    let inner = gaps.dropFirst().dropLast()
    let isOneEach = !inner.isEmpty && inner.allSatisfy(hasFold)
    // A list that begins on a line of its own goes on doing so.
    let lead = hasFold(gaps[0]) ? Array(value[gaps[0]]) : [Byte.space]
    var (written, column) = ([lead], hasFold(gaps[0]) ? 1 : options.column + 1)
    for index in entries.indices {
      let text = text(index)
      let isLast = index + 1 == entries.count
      if index > 0 {
        let first = Self.characters(text.prefix { $0 != Byte.lineFeed && $0 != Byte.carriageReturn })
        let isTooLong = column + joint.count + first + (isLast ? 0 : 1) > Self.lineLimit
        let between = isOneEach || isTooLong ? comma + fold : joint
        written.append(between)
        column = isOneEach || isTooLong ? 1 : column + joint.count
      }
      column =
        text.lastIndex(of: Byte.lineFeed).map { Self.characters(text[($0 + 1)...]) } ?? column + Self.characters(text)
    }
    written.append([])
    let changes = zip(gaps, written).filter { Array(value[$0]) != $1 }.map { Change($0, $1) }
    if changes.isEmpty { return [] }
    let after = EntryList(changes.applied(to: value), grammar, options)
    guard grammar.words(after) == grammar.words(self), after.entries.count == entries.count,
      after.reading.faults.count <= reading.faults.count
    else { return [] }
    return changes
  }

  private var comma: [UInt8] { [Byte.comma] }
  private var joint: [UInt8] { [Byte.comma, Byte.space] }

  /// Whether nothing but separators and white space stands in a gap.
  private func isPlain(_ range: Range<Int>, gap: Int) -> Bool {
    let marks = separators(inGap: gap)
    return range.allSatisfy { offset in
      Byte.isWhite(value[offset]) || marks.contains { $0.contains(offset) }
    }
  }
}
