/// What is edited as one: a token outside groups, or a whole group.
///
/// `Team: ana@example.org, bo@example.org;` is one entry with two tokens, `undisclosed-recipients:;` one without any.
package struct ListEntry: Equatable, Sendable {
  /// Bytes of the value, without blanks and separators around.
  package var range: Range<Int>
  /// The tokens of it, as indices into `Reading.tokens`; one, or the members of a group.
  package var tokens: Range<Int>
  /// The group that the entry is, as an index into `Reading.groups`; nil for a token.
  package var group: Int?

  /// Makes an entry.
  package init(range: Range<Int>, tokens: Range<Int>, group: Int? = nil) {
    self.range = range
    self.tokens = tokens
    self.group = group
  }
}

/// A value cut into entries and the separators between them: what list edits are computed from.
package struct EntryList: Equatable, Sendable {
  /// The bytes that were read.
  package let value: [UInt8]
  /// What the grammar read in them.
  package let reading: Reading
  /// The syntax in which it was read.
  package let grammar: Grammar
  /// What the reader was told.
  package let options: ReadingOptions
  /// How the list is written.
  package let frame: ListFrame
  /// The entries in the order of the text; they never overlap.
  package let entries: [ListEntry]
  /// The separators outside entries, in order.
  let separators: [Range<Int>]
  /// For each gap, from the one before the first entry to the one behind the last, its separators.
  private let gaps: [Range<Int>]

  /// Reads a value.
  package init(_ value: [UInt8], _ grammar: Grammar, _ options: ReadingOptions) {
    self.init(value, grammar.read(value, options), grammar, options)
  }

  /// Takes a value that was read; ranges of the reading that do not lie in it are passed over.
  package init(_ value: [UInt8], _ reading: Reading, _ grammar: Grammar, _ options: ReadingOptions) {
    self.value = value
    self.reading = reading
    self.grammar = grammar
    self.options = options
    frame = ListFrame.of(value, reading, grammar, options)
    let entries = Self.entries(of: reading, count: value.count)
    var separators: [Range<Int>] = []
    var gaps: [Range<Int>] = []
    var (next, first) = (0, 0)
    for mark in reading.marks where mark.kind == .separator && mark.range.upperBound <= value.count {
      while next < entries.count, entries[next].range.lowerBound <= mark.range.lowerBound {
        gaps.append(first..<separators.count)
        first = separators.count
        next += 1
      }
      if next > 0, entries[next - 1].range.upperBound > mark.range.lowerBound { continue }
      separators.append(mark.range)
    }
    while gaps.count < entries.count {
      gaps.append(first..<separators.count)
      first = separators.count
    }
    gaps.append(first..<separators.count)
    self.entries = entries
    self.separators = separators
    self.gaps = gaps
  }

  private static func entries(of reading: Reading, count: Int) -> [ListEntry] {
    var entries: [ListEntry] = []
    var group = 0
    func add(_ entry: ListEntry) {
      guard entry.range.upperBound <= count, !entry.range.isEmpty else { return }
      if let last = entries.last, last.range.upperBound > entry.range.lowerBound {
        let end = max(last.range.upperBound, entry.range.upperBound)
        entries[entries.count - 1].range = last.range.lowerBound..<end
        entries[entries.count - 1].tokens =
          last.tokens.lowerBound..<max(last.tokens.upperBound, entry.tokens.upperBound)
      } else {
        entries.append(entry)
      }
    }
    for (index, token) in reading.tokens.enumerated() {
      while group < reading.groups.count, reading.groups[group].range.lowerBound <= token.range.lowerBound {
        add(ListEntry(range: reading.groups[group].range, tokens: index..<index, group: group))
        group += 1
      }
      if token.group != nil, let last = entries.last, last.group != nil {
        entries[entries.count - 1].tokens = last.tokens.lowerBound..<index + 1
      } else {
        add(ListEntry(range: token.range, tokens: index..<index + 1))
      }
    }
    for index in group..<max(group, reading.groups.count) {
      let end = reading.tokens.count
      add(ListEntry(range: reading.groups[index].range, tokens: end..<end, group: index))
    }
    return entries
  }

  /// The bytes of an entry.
  package func text(_ index: Int) -> ArraySlice<UInt8> {
    value[entries[index].range]
  }

  /// The hash of an entry's key, if the reader made one; different hashes are of different keys.
  func keyHash(ofEntry index: Int) -> Int? {
    guard entries.indices.contains(index), entries[index].group == nil,
      reading.keyHashes.indices.contains(entries[index].tokens.lowerBound)
    else { return nil }
    return reading.keyHashes[entries[index].tokens.lowerBound]
  }

  /// The separators between two entries: gap 0 is the one before the first entry.
  package func separators(inGap gap: Int) -> ArraySlice<Range<Int>> {
    gaps.indices.contains(gap) ? separators[gaps[gap]] : []
  }

  /// How many entries begin before an offset.
  package func count(before offset: Int) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].range.lowerBound < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The blanks and line ends directly before an offset.
  func white(before offset: Int) -> Range<Int> {
    var start = offset
    while start > 0, Byte.isWhite(value[start - 1]) { start -= 1 }
    return start..<offset
  }

  /// The blanks and line ends directly behind an offset.
  func white(after offset: Int) -> Range<Int> {
    var end = offset
    while end < value.count, Byte.isWhite(value[end]) { end += 1 }
    return offset..<end
  }

  /// Whether a range holds a line end.
  func hasFold(_ range: Range<Int>) -> Bool {
    value[range].contains(Byte.lineFeed)
  }

  /// Where a new entry is typed in a gap: behind its separator and the blank after that, else at its edge.
  package func caret(inGap gap: Int) -> Int {
    let separators = separators(inGap: gap)
    let isEnd = gap >= entries.count
    if let first = separators.first, separators.count > (isEnd || gap == 0 ? 0 : 1) {
      if gap == 0 { return first.lowerBound }
      let white = white(after: first.upperBound)
      return hasFold(white) && isEnd ? first.upperBound : white.upperBound
    }
    if !isEnd { return entries[gap].range.lowerBound }
    return entries.last?.range.upperBound ?? (frame.region.isEmpty ? frame.region.lowerBound : frame.region.upperBound)
  }
}
