// Edits of lists in which separators stand between the entries, and what all lists share; `EntryList+Styles.swift` has the
// other ways of writing a list.

extension EntryList {
  /// What puts new entries into a gap, with exactly one separator on each inner side.
  ///
  /// - Parameters:
  ///   - texts: entries as they are written; none gives no change.
  ///   - gap: before which entry, from 0 to the number of entries; others are drawn in.
  ///   - isTyped: whether the gap is where somebody types, so that a separator before it is the one of the new entry.
  ///   - caret: where somebody types; it decides in running text, and behind a dash without text.
  /// - Returns: one insertion, or two around an entry that becomes a list; none where nothing can be put in.
  func inserting(_ texts: [[UInt8]], inGap gap: Int, isTyped: Bool = false, at caret: Int? = nil) -> [Change] {
    guard !texts.isEmpty else { return [] }
    let gap = max(0, min(gap, entries.count))
    switch frame.style {
    case .separated: return insertingSeparated(texts, gap, isTyped)
    case .blanks: return insertingBlanks(texts, gap, isTyped ? caret : nil)
    case .colons: return insertingColons(texts, gap)
    case .lines: return insertingLines(texts, gap, caret)
    case .bare: return insertingBare(texts, gap)
    case .single: return entries.isEmpty && texts.count == 1 ? insertingSeparated(texts, 0, isTyped) : []
    case .text: return insertingText(texts, gap, caret)
    case .closed: return []
    }
  }

  private func insertingSeparated(_ texts: [[UInt8]], _ gap: Int, _ isTyped: Bool) -> [Change] {
    let joiner = joiner
    let separators = separators(inGap: gap)
    func insertion(_ offset: Int, _ text: [UInt8]) -> [Change] { [Change(offset..<offset, text)] }
    if entries.isEmpty { return insertingFirst(joined(texts, at: separators.first?.lowerBound ?? value.count)) }
    if gap == entries.count, separators.isEmpty {
      let end = entries[gap - 1].range.upperBound
      let tail = tail(after: end)
      guard tail > end, hasFold(joiner) else {
        return insertion(end, joined(texts, at: end, isBehind: true, isTyped: isTyped))
      }
    }
    let joined = joined(texts, at: gap == entries.count ? value.count : entries[gap].range.lowerBound)
    if gap == entries.count {
      let end = entries[gap - 1].range.upperBound
      guard let last = separators.first else {
        let tail = tail(after: end)
        // A comment behind the last entry stays with it.
        return insertion(end, separator) + insertion(tail, joiner.dropFirst(separator.count) + joined)
      }
      guard rules.keepsTrailing, !isTyped, separators.count == 1 else {
        return (isTyped ? nil : folding(texts, behind: last)) ?? fill(behind: last, joined)
      }
      let tail = hasFold(joiner) ? tail(after: last.upperBound) : last.upperBound
      return insertion(tail, joiner.dropFirst(separator.count) + joined + separator)
    }
    // `a, , c` has room for one already.
    if gap > 0, separators.count > 1, let first = separators.first { return fill(behind: first, joined) }
    if gap == 0 || !separators.isEmpty {
      let offset = entries[gap].range.lowerBound
      return insertion(offset, joined + (isTyped ? joiner : self.joiner(behind: joined, at: offset)))
    }
    return insertion(entries[gap - 1].range.upperBound, joiner + joined + separator)
  }

  /// What puts the first entries into a list that has none.
  private func insertingFirst(_ joined: [UInt8]) -> [Change] {
    if let first = separators.first {
      let padding = first.lowerBound == 0 ? rules.padding : []
      return [Change(first.lowerBound..<first.lowerBound, padding + joined)]
    }
    let isFramed = frame.region != 0..<value.count
    if isFramed { return [Change(frame.region.lowerBound..<frame.region.lowerBound, joined)] }
    if grammar == .latexKeywords, let newline = value.firstIndex(of: Byte.lineFeed) {
      // The text of an environment stands on lines of its own.
      return [Change(newline + 1..<newline + 1, joined + lineEnd)]
    }
    let isTight = custom?.closing != nil
    let padding = value.isEmpty && !isTight ? (rules.padding.isEmpty ? [Byte.space] : rules.padding) : []
    return [Change(value.count..<value.count, padding + joined)]
  }

  /// The line end of this value.
  var lineEnd: [UInt8] {
    let newline = value.firstIndex(of: Byte.lineFeed)
    // A value on one line has to be told what the others end with.
    let hasReturns = newline.map { $0 > 0 && value[$0 - 1] == Byte.carriageReturn } ?? options.surroundings.hasReturns
    return hasReturns ? [Byte.carriageReturn, Byte.lineFeed] : [Byte.lineFeed]
  }

  private func fill(behind separator: Range<Int>, _ text: [UInt8]) -> [Change] {
    let white = white(after: separator.upperBound)
    let padding = white.isEmpty ? padding : []
    return [Change(white.upperBound..<white.upperBound, padding + text)]
  }

  /// The end of a comment that follows on the same line, or the offset itself.
  func tail(after offset: Int) -> Int {
    let blanks = value[offset...].prefix(while: Byte.isBlank).endIndex
    guard isComment(at: blanks) else { return offset }
    let index = reading.marks.firstIndexSorted { $0.range.lowerBound >= blanks }
    let end = reading.marks[index].range.upperBound
    return !hasFold(offset..<end) && hasFold(white(after: end)) ? end : offset
  }

  /// What is written between two entries: as the list has it if it stands one a line, else on one line.
  var joiner: [UInt8] {
    let isFramed = grammar != .addressList && frame.region != 0..<value.count
    if entries.count > 1 || entries.count == 1 && isFramed {
      let inner = (entries.count > 1 ? 1 : 0)..<entries.count
      let isOneALine = inner.allSatisfy { gap in
        separators(inGap: gap).count == (gap == 0 ? 0 : 1) && hasFold(white(before: entries[gap].range.lowerBound))
      }
      if isOneALine { return separator + value[white(before: entries[entries.count - 1].range.lowerBound)] }
    }
    return separator + padding
  }

  /// The separator of this list: the usual one, or another that is the only one in it.
  var separator: [UInt8] {
    switch frame.style {
    case .blanks, .text: return [Byte.space]
    case .lines: return []
    case .separated, .colons, .bare, .single, .closed: break
    }
    guard let first = separators.first else { return rules.separator }
    let text = Array(value[first])
    let isOther = rules.others.contains(text) && separators.allSatisfy { value[$0].elementsEqual(text) }
    guard isOther else { return rules.separator }
    return text.first == Byte.backslash ? [Byte.space] + text : text
  }

  /// What stands behind a separator: as behind the last one between two entries of this list, else as is usual.
  var padding: [UInt8] {
    guard grammar != .addressList, frame.style == .separated, entries.count > 1, separator.count == 1 else {
      return frame.style == .separated || frame.style == .bare ? rules.padding : []
    }
    let gap = entries.count - 1
    guard let last = separators(inGap: gap).last else { return rules.padding }
    let white = last.upperBound..<entries[gap].range.lowerBound
    return value[white].allSatisfy(Byte.isBlank) ? Array(value[white]) : rules.padding
  }

  /// What takes entries out, each with one separator and the blanks of one side; line ends stay where others need them.
  ///
  /// `a, b,⏎ c` without `b` is `a,⏎ c`; entries with nothing between them that separates share their separators, so these
  /// go only with the last of them.
  func removing(_ indices: some Sequence<Int>) -> [Change] {
    let removed = Set(indices.filter(entries.indices.contains))
    switch frame.style {
    case .separated, .single:
      if let changes = removingBesideMacros(removed) { return changes }
    case .blanks: return removingBlanks(removed)
    case .colons: return removingColons(removed)
    case .lines: return removingLines(removed)
    case .bare: return removed.sorted().map { Change(entries[$0].range, frame.opening + frame.closing) }
    case .text: return removingText(removed)
    case .closed: return []
    }
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
    // Behind the last that stays nothing needs a line: one of blanks alone would stand there.
    if grammar == .addressList {
      for index in entries.indices.reversed().prefix(while: removed.contains) {
        let white = white(before: entries[index].range.lowerBound)
        if hasFold(white) { parts.append(white) }
      }
    }
    return parts.map { Change($0) }.merged
  }

  /// What takes entries out of a value of BibTeX of which other parts stand elsewhere (`name # " and B C"`): each part
  /// keeps what parts it from its neighbours, and one that has no entry left says nothing.
  ///
  /// - Returns: nil for a value without such a part.
  private func removingBesideMacros(_ removed: Set<Int>) -> [Change]? {
    guard grammar == .bibPersons || grammar == .bibKeywords else { return nil }
    let parts = BibKeywords.parts(of: value).map { part -> (range: Range<Int>, isMacro: Bool) in
      switch part {
      case .literal(let range, _): (range, false)
      case .macro(let range): (range, true)
      }
    }
    guard parts.contains(where: \.isMacro) else { return nil }
    // The entries of each part, and whether anything stays in it.
    var own = [[Int]](repeating: [], count: parts.count)
    var number = 0
    for index in entries.indices {
      while number < parts.count, parts[number].range.upperBound <= entries[index].range.lowerBound { number += 1 }
      if number < parts.count { own[number].append(index) }
    }
    let stays = parts.indices.map { parts[$0].isMacro || own[$0].contains { !removed.contains($0) } }
    let (first, last) = (stays.firstIndex(of: true) ?? 0, stays.lastIndex(of: true) ?? 0)
    var changes: [Change] = []
    for index in parts.indices where own[index].contains(where: removed.contains) {
      if stays[index] {
        changes += removingWithin(own[index], removed)
        continue
      }
      // Between two parts that stay one separator has to, unless a neighbour brings it along.
      let isInner = first < index && index < last
      let isParted =
        separates(parts[max(0, index - 1)].range, atEnd: true)
        || separates(parts[min(parts.count - 1, index + 1)].range, atEnd: false)
      let had = separators.contains { parts[index].range.contains($0.lowerBound) }
      changes.append(Change(parts[index].range, isInner && !isParted && had ? rules.separator + rules.padding : []))
    }
    return changes
  }

  /// What takes entries of one part out, each with the separator that stood between it and another of the part.
  private func removingWithin(_ own: [Int], _ removed: Set<Int>) -> [Change] {
    var gone: [Change] = []
    var kept: Int?
    for (place, index) in own.enumerated() {
      if !removed.contains(index) {
        kept = index
      } else if place + 1 < own.count {
        gone.append(Change(entries[index].range.lowerBound..<entries[own[place + 1]].range.lowerBound))
      } else if let kept {
        gone.append(Change(entries[kept].range.upperBound..<entries[index].range.upperBound))
      }
    }
    return gone.merged
  }

  /// Whether a part of a value begins or ends with a separator.
  private func separates(_ part: Range<Int>, atEnd: Bool) -> Bool {
    separators.contains { separator in
      guard part.lowerBound <= separator.lowerBound, separator.upperBound <= part.upperBound else { return false }
      let rest = atEnd ? separator.upperBound..<part.upperBound : part.lowerBound..<separator.lowerBound
      return value[rest].allSatisfy(Byte.isWhite)
    }
  }

  /// Takes out all that stands between two separators, and one of these.
  private func take(
    _ run: Range<Int>, _ removed: Set<Int>, isFirst: Bool, _ taken: inout Set<Int>, _ parts: inout [Range<Int>]
  ) {
    for index in run { parts.append(entries[index].range) }
    for index in run.dropFirst() { parts.append(white(before: entries[index].range.lowerBound)) }
    let before = white(before: entries[run.lowerBound].range.lowerBound)
    let end = entries[run.upperBound - 1].range.upperBound
    if let next = separators(inGap: run.upperBound).first {
      taken.insert(next.lowerBound)
      let after = white(after: next.upperBound)
      if value[end..<next.lowerBound].allSatisfy(Byte.isWhite) { parts.append(end..<next.lowerBound) }
      parts.append(next)
      // Behind the last entry a line end belongs to the bracket, and a separator that stays to the entry before.
      let isLast = run.upperBound == entries.count && (rules.keepsTrailing || frame.region.upperBound < value.count)
      let isBare = isComment(endingAt: before.lowerBound) && !hasFold(after)
      if !isFirst, isLast ? !isBare : hasFold(after) && !hasFold(before) {
        parts.append(before)
      } else if !isComment(at: after.upperBound) || !before.isEmpty {
        parts.append(after)
      }
      return
    }
    var gap = run.lowerBound
    while gap > 0 {
      if let last = separators(inGap: gap).last(where: { !taken.contains($0.lowerBound) }) {
        taken.insert(last.lowerBound)
        parts.append(last)
        // A comment beside the entry stays, and so does the line that it has.
        let behind = white(after: end)
        let isBare = isComment(endingAt: before.lowerBound) && !hasFold(behind)
        let hasComment = hasFold(before) && isComment(at: behind.upperBound)
        if hasComment { parts.append(behind) } else if !isBare { parts.append(before) }
        let after = white(after: last.upperBound)
        if !isComment(at: after.upperBound) { parts.append(after) }
        let white = white(before: last.lowerBound)
        if !hasFold(white) { parts.append(white) }
        return
      }
      guard removed.contains(gap - 1) else { return }
      gap -= 1
    }
  }

  /// Whether a comment of the host begins at an offset, or ends there; comments of mail are in no one's way.
  func isComment(at offset: Int) -> Bool {
    guard grammar != .addressList else { return false }
    let index = reading.marks.firstIndexSorted { $0.range.lowerBound >= offset }
    return index < reading.marks.count && reading.marks[index].kind == .comment
      && reading.marks[index].range.lowerBound == offset
  }

  private func isComment(endingAt offset: Int) -> Bool {
    guard grammar != .addressList else { return false }
    let index = reading.marks.firstIndexSorted { $0.range.lowerBound >= offset }
    return index > 0 && reading.marks[index - 1].kind == .comment && reading.marks[index - 1].range.upperBound == offset
  }

  /// What takes away the empty place at an offset with one separator; nothing where no place is empty.
  func removingEmpty(at offset: Int) -> [Change] {
    switch frame.style {
    case .separated: break
    case .colons:
      let isDoubled =
        offset > 0 && offset < value.count && value[offset] == Byte.colon && value[offset - 1] == Byte.colon
      return isDoubled ? [Change(offset..<offset + 1)] : []
    case .lines: return removingEmptyLine(at: offset)
    case .blanks, .bare, .single, .text, .closed: return []
    }
    let gap = count(before: offset)
    let separators = Array(separators(inGap: gap))
    let before = separators.last { $0.upperBound <= offset }
    let after = separators.first { $0.lowerBound >= offset }
    switch (before, after) {
    case (let before?, let after?): return [Change(before.upperBound..<after.upperBound)]
    case (nil, let after?) where gap == 0: return [Change(after.lowerBound..<white(after: after.upperBound).upperBound)]
    case (let before?, nil) where gap == entries.count:
      let isFramed = frame.region.upperBound < value.count
      return [Change(before.lowerBound..<(isFramed ? white(after: before.upperBound).upperBound : value.count))]
    default: return []
    }
  }

  func hasFold(_ text: [UInt8]) -> Bool { text.contains(Byte.lineFeed) }
}

extension Array where Element == Change {
  /// Deletions in the order of the text, those that touch or overlap made one.
  fileprivate var merged: [Change] {
    filter { !$0.range.isEmpty }.sorted { $0.range.lowerBound < $1.range.lowerBound }.normalized
  }
}
