// Edits of lists that have no separators of their own: blanks, colons, lines with dashes, one text that becomes a list, and
// tags in running text.

extension EntryList {
  private func insertion(_ offset: Int, _ text: [UInt8]) -> [Change] { [Change(offset..<offset, text)] }

  // MARK: Blanks

  func insertingBlanks(_ texts: [[UInt8]], _ gap: Int, _ caret: Int?) -> [Change] {
    let blank = [Byte.space]
    if let caret, caret > 0, caret <= value.count, Byte.isBlank(value[caret - 1]) {
      let isApart = caret == value.count || Byte.isWhite(value[caret])
      return insertion(caret, Array(texts.joined(separator: blank)) + (isApart ? [] : blank))
    }
    guard !entries.isEmpty else {
      // Behind the blanks of the value, but apart from a comment in it.
      let end = white(after: 0).upperBound
      let joined = Array(texts.joined(separator: blank))
      let isTight = value.isEmpty && custom?.closing != nil
      return end == value.count && (end > 0 || isTight) ? insertion(end, joined) : insertion(0, blank + joined)
    }
    let gaps = entries.indices.dropFirst().map { white(before: entries[$0].range.lowerBound) }
    let fold = gaps.last.map { Array(value[$0]) } ?? []
    let joiner = !gaps.isEmpty && gaps.allSatisfy(hasFold) ? fold : blank
    let joined = Array(texts.joined(separator: joiner))
    if gap == 0 { return insertion(entries[0].range.lowerBound, joined + joiner) }
    if gap == entries.count {
      var end = entries[gap - 1].range.upperBound
      // Definitions of Org end with brackets, which no new one goes into.
      if options.surroundings.role == "TAGS" { end = Trailers.trimmed(0..<value.count, in: value).upperBound }
      return insertion(end, joiner + joined)
    }
    return insertion(entries[gap - 1].range.upperBound, joiner + joined)
  }

  func removingBlanks(_ removed: Set<Int>) -> [Change] {
    let firstKept = entries.indices.first { !removed.contains($0) } ?? entries.count
    return removed.sorted().map { index in
      let range = entries[index].range
      let isFirst = index < firstKept
      if isFirst, index + 1 < entries.count, isBetween(range.upperBound, entries[index + 1].range.lowerBound) {
        return Change(range.lowerBound..<entries[index + 1].range.lowerBound)
      }
      // A line end before an entry stays where the next one would else come up to the line above.
      let hasNext = index + 1 < entries.count && !removed.contains(index + 1)
      let white = white(after: range.upperBound)
      if !isFirst, hasNext, hasFold(self.white(before: range.lowerBound)), !hasFold(white),
        isBetween(range.upperBound, entries[index + 1].range.lowerBound)
      {
        return Change(range.lowerBound..<entries[index + 1].range.lowerBound)
      }
      if !isFirst, isBetween(entries[index - 1].range.upperBound, range.lowerBound) {
        return Change(entries[index - 1].range.upperBound..<range.upperBound)
      }
      return Change(range)
    }.filter { !$0.range.isEmpty }.normalized
  }

  /// Whether only blanks and separators stand between two offsets.
  private func isBetween(_ start: Int, _ end: Int) -> Bool {
    value[start..<end].allSatisfy { Byte.isWhite($0) || $0 == Byte.comma || $0 == Byte.semicolon }
  }

  // MARK: Colons

  func insertingColons(_ texts: [[UInt8]], _ gap: Int) -> [Change] {
    let colon = [Byte.colon]
    let joined = Array(texts.joined(separator: colon))
    if gap < entries.count { return insertion(entries[gap].range.lowerBound, joined + colon) }
    if let last = entries.last { return insertion(last.range.upperBound, colon + joined) }
    if let first = value.firstIndex(of: Byte.colon) {
      let isPaired = value[(first + 1)...].contains(Byte.colon)
      return insertion(first + 1, joined + (isPaired ? [] : colon))
    }
    let padding = value.isEmpty ? [Byte.space] : []
    return insertion(value.count, padding + colon + joined + colon)
  }

  /// Takes out tags with one colon each; a word of which nothing is left goes as a whole.
  func removingColons(_ removed: Set<Int>) -> [Change] {
    var changes: [Change] = []
    var start = 0
    while start < entries.count {
      var end = start + 1
      while end < entries.count,
        !value[entries[end - 1].range.upperBound..<entries[end].range.lowerBound]
          .contains(where: MailText.isSpace)
      { end += 1 }
      let isGone = (start..<end).allSatisfy(removed.contains)
      if isGone {
        var (lower, upper) = (entries[start].range.lowerBound, entries[end - 1].range.upperBound)
        while lower > 0, value[lower - 1] == Byte.colon { lower -= 1 }
        while upper < value.count, value[upper] == Byte.colon { upper += 1 }
        // The blanks before a word go with it where others are left.
        let isOnly = start == 0 && end == entries.count
        if start > 0 {
          lower = white(before: lower).lowerBound
        } else if !isOnly {
          upper = white(after: upper).upperBound
        }
        changes.append(Change(lower..<upper))
      } else {
        for index in start..<end where removed.contains(index) {
          let range = entries[index].range
          let hasColon = range.upperBound < value.count && value[range.upperBound] == Byte.colon
          changes.append(
            Change(hasColon ? range.lowerBound..<range.upperBound + 1 : max(0, range.lowerBound - 1)..<range.upperBound)
          )
        }
      }
      start = end
    }
    return changes.normalized
  }

  // MARK: Lines

  /// The start of the line of an entry, and where its dash stands; nil if that is on another line.
  private func line(of entry: Int) -> (start: Int, dash: Int)? {
    let token = entries[entry].range.lowerBound
    var start = token
    while start > 0, value[start - 1] != Byte.lineFeed { start -= 1 }
    let before = value[start..<token]
    guard let dash = before.firstIndex(where: { !Byte.isBlank($0) }), value[dash] == Byte.hyphen,
      value[(dash + 1)..<token].allSatisfy(Byte.isBlank), dash + 1 < token
    else { return nil }
    return (start, dash)
  }

  /// The end of the line on which an entry ends, without the line end.
  private func lineEnd(of entry: Int) -> Int {
    var end = entries[entry].range.upperBound
    while end < value.count, value[end] != Byte.lineFeed { end += 1 }
    while end > entries[entry].range.upperBound, value[end - 1] == Byte.carriageReturn { end -= 1 }
    return end
  }

  /// What stands before the text of an entry on its line: its indentation, dash and blanks.
  func dash(near gap: Int) -> [UInt8]? {
    let near = [gap - 1, gap].filter(entries.indices.contains) + Array(entries.indices)
    for entry in near {
      guard let line = line(of: entry) else { continue }
      return Array(value[line.start..<entries[entry].range.lowerBound])
    }
    return nil
  }

  func insertingLines(_ texts: [[UInt8]], _ gap: Int, _ caret: Int?) -> [Change] {
    if let caret, let dash = emptyDash(at: caret) {
      let isPadded = caret > dash && Byte.isBlank(value[caret - 1])
      let start = line(around: caret).lowerBound
      let joined = Array(texts.joined(separator: lineEnd + value[start...dash] + [Byte.space]))
      return insertion(caret, (isPadded ? [] : [Byte.space]) + joined)
    }
    guard !entries.isEmpty else { return insertingAmongDashes(texts) }
    guard let dash = dash(near: gap) else { return [] }
    if gap == 0 {
      guard let line = line(of: 0) else { return [] }
      return insertion(line.start, texts.reduce(into: []) { $0 += dash + $1 + lineEnd })
    }
    return insertion(lineEnd(of: gap - 1), texts.reduce(into: []) { $0 += lineEnd + dash + $1 })
  }

  /// The first dash that has no text yet takes the first entry, and the others follow it.
  private func insertingAmongDashes(_ texts: [[UInt8]]) -> [Change] {
    guard let hyphen = value.firstIndex(of: Byte.hyphen) else { return [] }
    var start = hyphen
    while start > 0, value[start - 1] != Byte.lineFeed { start -= 1 }
    guard value[start..<hyphen].allSatisfy(Byte.isBlank) else { return [] }
    let isPadded = hyphen + 1 < value.count && Byte.isBlank(value[hyphen + 1])
    let offset = isPadded ? hyphen + 2 : hyphen + 1
    let dash = Array(value[start...hyphen]) + [Byte.space]
    let joined = Array(texts.joined(separator: lineEnd + dash))
    return insertion(offset, (isPadded ? [] : [Byte.space]) + joined)
  }

  /// Takes out the lines of entries; comments stay, and a list without entries is written as an empty one.
  func removingLines(_ removed: Set<Int>) -> [Change] {
    var changes: [Change] = []
    for entry in removed.sorted() {
      guard let line = line(of: entry) else { return [] }
      let (token, end) = (entries[entry].range, lineEnd(of: entry))
      let rest = white(after: token.upperBound).upperBound
      if rest < end {
        changes.append(Change(line.dash..<rest))
      } else if line.start > 0 {
        let hasReturn = line.start > 1 && value[line.start - 2] == Byte.carriageReturn
        changes.append(Change(line.start - (hasReturn ? 2 : 1)..<end))
      } else {
        changes.append(Change(line.start..<nextLine(end)))
      }
    }
    if removed.count == entries.count, !removed.isEmpty, !hasOtherDashes(changes) { changes.append(emptied) }
    return changes.normalized
  }

  private func nextLine(_ end: Int) -> Int {
    guard let newline = value[end...].firstIndex(of: Byte.lineFeed) else { return value.count }
    return newline + 1
  }

  /// Whether something that is no entry has a dash of its own, and so keeps the list.
  private func hasOtherDashes(_ changes: [Change]) -> Bool {
    reading.faults.contains { fault in
      guard fault.rule == .badType || fault.rule == .emptyItem else { return false }
      let index = changes.firstIndexSorted { $0.range.upperBound > fault.range.lowerBound }
      return index == changes.count || changes[index].range.lowerBound >= fault.range.upperBound
    }
  }

  /// The brackets of a list without entries, on the line of the key.
  private var emptied: Change {
    let end = value.firstIndex { $0 == Byte.lineFeed || $0 == Byte.carriageReturn } ?? 0
    // A list that begins with its first dash has no line of a key.
    if let first = entries.first, first.range.lowerBound <= end { return Change(0..<0, frame.opening + frame.closing) }
    var offset = end
    if let comment = reading.marks.first(where: { $0.kind == .comment }), comment.range.lowerBound < end {
      offset = comment.range.lowerBound
    }
    while offset > 0, Byte.isBlank(value[offset - 1]) { offset -= 1 }
    return Change(offset..<offset, [Byte.space] + frame.opening + frame.closing)
  }

  /// The line around an offset.
  private func line(around offset: Int) -> Range<Int> {
    var (start, end) = (offset, offset)
    while start > 0, value[start - 1] != Byte.lineFeed { start -= 1 }
    while end < value.count, value[end] != Byte.lineFeed, value[end] != Byte.carriageReturn { end += 1 }
    return start..<end
  }

  /// Where the dash stands on the line of an offset behind it, if nothing else does.
  private func emptyDash(at offset: Int) -> Int? {
    guard offset >= 0, offset <= value.count else { return nil }
    let line = line(around: offset)
    guard value[line].filter({ !Byte.isBlank($0) }) == [Byte.hyphen],
      let dash = value[line].firstIndex(of: Byte.hyphen), dash < offset
    else { return nil }
    return dash
  }

  func removingEmptyLine(at offset: Int) -> [Change] {
    guard emptyDash(at: offset) != nil else { return [] }
    let line = line(around: offset)
    let (start, end) = (line.lowerBound, line.upperBound)
    guard start > 0 else { return [] }
    let hasReturn = start > 1 && value[start - 2] == Byte.carriageReturn
    return [Change(start - (hasReturn ? 2 : 1)..<end)]
  }

  // MARK: One text

  /// Writes brackets around an entry that stands where a list should, or a list where nothing stands.
  func insertingBare(_ texts: [[UInt8]], _ gap: Int) -> [Change] {
    let joiner = Array(", ".utf8)
    let joined = Array(texts.joined(separator: joiner))
    guard let entry = entries.first else {
      let blanks = value.prefix(while: Byte.isBlank).count
      let isApart = blanks == value.count || value[blanks] == Byte.lineFeed || value[blanks] == Byte.carriageReturn
      // Behind the blank of the key, and a blank before a comment.
      return blanks > 0 && isApart
        ? insertion(blanks, frame.opening + joined + frame.closing)
        : insertion(0, [Byte.space] + frame.opening + joined + frame.closing)
    }
    let isFirst = gap == 0
    return insertion(entry.range.lowerBound, frame.opening + (isFirst ? joined + joiner : []))
      + insertion(entry.range.upperBound, (isFirst ? [] : joiner + joined) + frame.closing)
  }

  // MARK: Running text

  /// Writes tags at the caret, else beside the entry of the gap, with a blank to either side where there is text.
  func insertingText(_ texts: [[UInt8]], _ gap: Int, _ caret: Int?) -> [Change] {
    let joined = Array(texts.joined(separator: [Byte.space]))
    var offset = value.count
    if let caret {
      offset = caret
    } else if gap < entries.count {
      offset = entries[gap].range.lowerBound
    } else if let last = entries.last {
      offset = last.range.upperBound
    } else {
      offset = white(before: offset).lowerBound
    }
    let isAfterText = offset > 0 && !Byte.isWhite(value[offset - 1])
    // What ends a sentence or closes a bracket ends a tag as well.
    let isBeforeText =
      offset < value.count && !Byte.isWhite(value[offset]) && !".,;:!?)]}\"'".utf8.contains(value[offset])
    return insertion(offset, (isAfterText ? [Byte.space] : []) + joined + (isBeforeText ? [Byte.space] : []))
  }

  /// Takes tags out with one blank each: the one behind where there is one before as well, or no text before.
  func removingText(_ removed: Set<Int>) -> [Change] {
    removed.sorted().map { index in
      let range = entries[index].range
      let isBlankBehind = range.upperBound < value.count && Byte.isBlank(value[range.upperBound])
      let isBlankBefore = range.lowerBound > 0 && Byte.isBlank(value[range.lowerBound - 1])
      let isLineStart = range.lowerBound == 0 || value[range.lowerBound - 1] == Byte.lineFeed
      if isBlankBehind, isBlankBefore || isLineStart { return Change(range.lowerBound..<range.upperBound + 1) }
      return Change((isBlankBefore ? range.lowerBound - 1 : range.lowerBound)..<range.upperBound)
    }.normalized
  }
}

extension EntryList {
  /// What begins a new line with a dash behind an entry of a list of lines; none where no dash can be copied.
  func newLine(behind entry: Int) -> [Change] {
    guard let dash = dash(near: entry + 1) else { return [] }
    let end = lineEnd(of: entry)
    return [Change(end..<end, lineEnd + dash)]
  }
}
