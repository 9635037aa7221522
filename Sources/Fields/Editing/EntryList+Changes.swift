// Edits of lists, the same for every syntax: what a syntax adds is told by `EditingRules`.

extension EntryList {
  /// What puts new entries into a gap, with exactly one separator on each inner side.
  ///
  /// - Parameters:
  ///   - texts: entries as they are written; none gives no change.
  ///   - gap: before which entry, from 0 to the number of entries; others are drawn in.
  ///   - rules: what is special to the syntax.
  /// - Returns: one insertion.
  func inserting(_ texts: [[UInt8]], inGap gap: Int, _ rules: EditingRules) -> [Change] {
    guard let first = texts.first else { return [] }
    let gap = max(0, min(gap, entries.count))
    let joiner = joiner(rules)
    let joined = texts.dropFirst().reduce(into: first) { $0 += joiner + $1 }
    let separators = separators(inGap: gap)
    func insertion(_ offset: Int, _ text: [UInt8]) -> [Change] { [Change(offset..<offset, text)] }
    if entries.isEmpty {
      let offset = separators.first?.lowerBound ?? value.count
      return insertion(offset, (offset == 0 ? rules.padding : []) + joined)
    }
    if gap == entries.count {
      let end = entries[gap - 1].range.upperBound
      guard let last = separators.first else { return insertion(end, joiner + joined) }
      return fill(behind: last, joined, rules)
    }
    // `a, , c` has room for one already.
    if gap > 0, separators.count > 1, let first = separators.first { return fill(behind: first, joined, rules) }
    if gap == 0 || !separators.isEmpty { return insertion(entries[gap].range.lowerBound, joined + joiner) }
    return insertion(entries[gap - 1].range.upperBound, joiner + joined + separator(rules))
  }

  private func fill(behind separator: Range<Int>, _ text: [UInt8], _ rules: EditingRules) -> [Change] {
    let white = white(after: separator.upperBound)
    let padding = white.isEmpty ? rules.padding : []
    return [Change(white.upperBound..<white.upperBound, padding + text)]
  }

  /// What is written between two entries: as the list has it if it stands one a line, else on one line.
  func joiner(_ rules: EditingRules) -> [UInt8] {
    let separator = separator(rules)
    if entries.count > 1 {
      let inner = 1..<entries.count
      let isOneALine = inner.allSatisfy { gap in
        separators(inGap: gap).count == 1 && hasFold(white(before: entries[gap].range.lowerBound))
      }
      if isOneALine { return separator + value[white(before: entries[entries.count - 1].range.lowerBound)] }
    }
    return separator + rules.padding
  }

  /// The separator of this list: the usual one, or another that is the only one in it.
  func separator(_ rules: EditingRules) -> [UInt8] {
    guard let first = separators.first else { return rules.separator }
    let text = Array(value[first])
    let isOther = rules.others.contains(text) && separators.allSatisfy { value[$0].elementsEqual(text) }
    return isOther ? text : rules.separator
  }

  /// What takes entries out, each with one separator and the blanks of one side; line ends stay where others need them.
  ///
  /// `a, b,⏎ c` without `b` is `a,⏎ c`; entries with nothing between them that separates share their separators, so these
  /// go only with the last of them.
  func removing(_ indices: some Sequence<Int>) -> [Change] {
    let removed = Set(indices.filter(entries.indices.contains))
    let firstKept = entries.indices.first { !removed.contains($0) } ?? entries.count
    var parts: [Range<Int>] = []
    var taken: Set<Int> = []
    var start = 0
    while start < entries.count {
      var end = start + 1
      while end < entries.count, separators(inGap: end).isEmpty { end += 1 }
      if (start..<end).allSatisfy(removed.contains) {
        take(start..<end, removed, isFirst: start <= firstKept, &taken, &parts)
      } else {
        for index in start..<end where removed.contains(index) {
          let range = entries[index].range
          let white = index + 1 < end ? white(after: range.upperBound) : white(before: range.lowerBound)
          parts += [range, white]
        }
      }
      start = end
    }
    return parts.map { Change($0) }.merged
  }

  /// Takes out all that stands between two separators, and one of these.
  private func take(
    _ run: Range<Int>, _ removed: Set<Int>, isFirst: Bool, _ taken: inout Set<Int>, _ parts: inout [Range<Int>]
  ) {
    for index in run { parts.append(entries[index].range) }
    for index in run.dropFirst() { parts.append(white(before: entries[index].range.lowerBound)) }
    let before = white(before: entries[run.lowerBound].range.lowerBound)
    if let next = separators(inGap: run.upperBound).first {
      taken.insert(next.lowerBound)
      let end = entries[run.upperBound - 1].range.upperBound
      let after = white(after: next.upperBound)
      if value[end..<next.lowerBound].allSatisfy(Byte.isWhite) { parts.append(end..<next.lowerBound) }
      let keepsFold = !isFirst && hasFold(after) && !hasFold(before)
      parts += [next, keepsFold ? before : after]
      return
    }
    var gap = run.lowerBound
    while gap > 0 {
      if let last = separators(inGap: gap).last(where: { !taken.contains($0.lowerBound) }) {
        taken.insert(last.lowerBound)
        parts += [last, before, white(after: last.upperBound)]
        let white = white(before: last.lowerBound)
        if !hasFold(white) { parts.append(white) }
        return
      }
      guard removed.contains(gap - 1) else { return }
      gap -= 1
    }
  }

  /// What takes away the empty place at an offset with one separator; nothing where no place is empty.
  func removingEmpty(at offset: Int) -> [Change] {
    let gap = count(before: offset)
    let separators = Array(separators(inGap: gap))
    let before = separators.last { $0.upperBound <= offset }
    let after = separators.first { $0.lowerBound >= offset }
    switch (before, after) {
    case (let before?, let after?): return [Change(before.upperBound..<after.upperBound)]
    case (nil, let after?) where gap == 0: return [Change(after.lowerBound..<white(after: after.upperBound).upperBound)]
    case (let before?, nil) where gap == entries.count: return [Change(before.lowerBound..<value.count)]
    default: return []
    }
  }

  /// What puts the entries into another order; separators, blanks and folds stay where they are.
  ///
  /// - Parameter order: for each place the entry that comes there; every index once.
  /// - Returns: a replacement for each place whose entry is another.
  func permuting(_ order: [Int]) -> [Change] {
    zip(entries.indices, order).filter { $0 != $1 && entries.indices.contains($1) }
      .map { Change(entries[$0].range, Array(text($1))) }
  }
}

extension Array where Element == Change {
  /// Deletions in the order of the text, those that touch or overlap made one.
  fileprivate var merged: [Change] {
    filter { !$0.range.isEmpty }.sorted { $0.range.lowerBound < $1.range.lowerBound }.normalized
  }
}
