/// Taking the lines of the stream.
extension Generation {
  /// Takes some bytes of the stream, cut anywhere.
  mutating func append(_ part: [UInt8]) {
    var start = 0
    if !pending.isEmpty || isOverlong {
      guard let end = part.firstIndex(of: StreamLine.end) else {
        if pending.count + part.count > StreamLine.limit { isOverlong = true }
        if isOverlong { pending = [] } else { pending += part }
        return
      }
      if isOverlong {
        malformed += 1
      } else {
        pending += part[..<end]
        let line = pending
        pending = []
        take(line, 0..<line.count)
      }
      isOverlong = false
      start = end + 1
    }
    var index = start
    while index < part.count {
      if part[index] == StreamLine.end {
        take(part, start..<index)
        start = index + 1
      }
      index += 1
    }
    if start < part.count { pending = Array(part[start...]) }
  }

  /// Says that nothing more will come: half a line is none.
  mutating func close() {
    if !pending.isEmpty || isOverlong { malformed += 1 }
    pending = []
    isOverlong = false
    if isInSource, !reports.isEmpty { reports[source].problem = "reading was broken off" }
    isInSource = false
  }

  /// Takes whole lines of one source behind all others: what has come about since everything was read.
  mutating func learn(_ lines: [UInt8]) {
    guard pending.isEmpty, !isInSource else { return }
    isLearning = true
    append(lines)
    close()
    isLearning = false
  }

  private mutating func take(_ bytes: [UInt8], _ line: Range<Int>) {
    tabs.removeAll(keepingCapacity: true)
    var index = line.lowerBound
    while index < line.upperBound {
      if bytes[index] == StreamLine.tab { tabs.append(index) }
      index += 1
    }
    tabs.append(line.upperBound)
    if file != nil { overlay += bytes[line] + [StreamLine.end] }
    let kind = StreamLine(rawValue: String(decoding: bytes[line.lowerBound..<tabs[0]], as: UTF8.self))
    let isUnderstood: Bool
    switch kind {
    case .source: isUnderstood = takeSource(bytes)
    case .person, .group: isUnderstood = takeRecord(bytes, isGroup: kind == .group)
    case .together: isUnderstood = takeCircle(bytes)
    case .pinned, .never, .plain, .forgotten: isUnderstood = kind.map { takeWish($0, bytes) } ?? false
    case .index:
      isUnderstood = tabs.count == 2
      if isUnderstood {
        (file, overlay) = (String(decoding: column(0, of: bytes), as: UTF8.self), [])
        files += 1
      }
    case .reading:
      isUnderstood = tabs.count == 4
      if isUnderstood, let place = number(0, of: bytes), let count = number(1, of: bytes) {
        reading = Directory.Progress(
          number: place, count: count, path: String(decoding: column(2, of: bytes), as: UTF8.self))
      }
    case .ended: isUnderstood = takeEnd(bytes)
    case nil: isUnderstood = false
    }
    if !isUnderstood { malformed += 1 }
  }

  /// The bytes of a column, counted behind the first.
  private func column(_ number: Int, of bytes: [UInt8]) -> ArraySlice<UInt8> {
    bytes[tabs[number] + 1..<tabs[number + 1]]
  }

  private func number(_ column: Int, of bytes: [UInt8]) -> Int? {
    var result = 0
    for byte in self.column(column, of: bytes) {
      guard byte >= 48, byte < 58, result < 1 << 40 else { return nil }
      result = result * 10 + Int(byte - 48)
    }
    return result
  }

  private mutating func takeSource(_ bytes: [UInt8]) -> Bool {
    isInSource = false
    guard tabs.count == 3, reports.count < UInt16.max,
      let kind = SourceFormat(rawValue: String(decoding: column(0, of: bytes), as: UTF8.self))
    else { return false }
    var path: [UInt8] = []
    var isEscaped = false
    for byte in column(1, of: bytes) {
      if isEscaped {
        path.append(byte == UInt8(ascii: "t") ? 9 : byte == UInt8(ascii: "n") ? 10 : byte)
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        path.append(byte)
      }
    }
    let named = Source(kind: kind, path: String(decoding: path, as: UTF8.self))
    isInSource = true
    if isLearning, let known = reports.firstIndex(where: { $0.source == named }) {
      source = known
      return true
    }
    source = reports.count
    reports.append(SourceReport(source: named))
    return true
  }

  private mutating func takeEnd(_ bytes: [UInt8]) -> Bool {
    guard tabs.count == 6, isInSource, let count = number(0, of: bytes), let skipped = number(1, of: bytes),
      let faults = number(2, of: bytes), let milliseconds = number(3, of: bytes)
    else { return false }
    isInSource = false
    // What was learned since adds to what was read.
    if isLearning { return true }
    let problem = String(decoding: column(4, of: bytes), as: UTF8.self)
    reports[source].count = count
    reports[source].skipped = skipped
    reports[source].faults = faults
    reports[source].milliseconds = milliseconds
    reports[source].problem = problem.isEmpty ? nil : problem
    return true
  }

  private mutating func takeRecord(_ bytes: [UInt8], isGroup: Bool) -> Bool {
    let columns = StreamLine.Column.self
    guard tabs.count == columns.allCases.count || tabs.count == columns.allCases.count + 1, isInSource,
      let count = number(columns.count.rawValue, of: bytes),
      let preference = number(columns.preference.rawValue, of: bytes), preference <= 100
    else { return false }
    let address = column(columns.address.rawValue, of: bytes)
    guard !address.isEmpty, shelves.count < Int(UInt32.max) / Shelf.size else { return false }
    let key = column(columns.key.rawValue, of: bytes)
    if !key.isEmpty { aliases.insert(String(decoding: key, as: UTF8.self).lowercased()) }
    let number = nextRow()
    let last = Day.number(column(columns.last.rawValue, of: bytes))
    let isSaid = tabs.count > columns.allCases.count
    guard
      let score = isSaid ? self.number(columns.score.rawValue, of: bytes) : Int(Frecency.told(count: count, last: last))
    else { return false }
    total = Frecency.sum(total, UInt32(clamping: score))
    let row = Row(
      folded: Range32(start: 0, count: 0), shown: Range32(start: 0, count: 0), best: number, order: number,
      count: UInt32(clamping: count), own: UInt32(clamping: count),
      last: last, score: UInt32(clamping: score), source: UInt16(clamping: source),
      preference: preference == 0 ? 101 : UInt8(preference), kind: isGroup ? .group : .head)
    let shown = bytes[tabs[columns.address.rawValue] + 1..<tabs[columns.folded.rawValue]]
    let folded = bytes[tabs[columns.folded.rawValue] + 1..<tabs[columns.folded.rawValue + 1]]
    reports[source].count += 1
    if isGroup {
      addGroup(row, number: number, folded: folded, shown: shown)
    } else {
      let head = addPerson(row, number: number, address: address, folded: folded, shown: shown)
      if !key.isEmpty || !column(columns.nicknames.rawValue, of: bytes).isEmpty { nicknamed.insert(head) }
    }
    return true
  }

  private mutating func takeCircle(_ bytes: [UInt8]) -> Bool {
    guard tabs.count > 3, tabs.count - 2 <= Circle.most, isInSource, let score = number(0, of: bytes) else {
      return false
    }
    let hashes = (1..<tabs.count - 1).map { MailboxTable.hash(Generation.plainKey(column($0, of: bytes))) }
    circles.add(hashes, score: UInt32(clamping: score))
    return true
  }

  /// Takes what the user has said of somebody; what is said later counts.
  private mutating func takeWish(_ kind: StreamLine, _ bytes: [UInt8]) -> Bool {
    guard tabs.count == (kind == .forgotten ? 3 : 2), isInSource else { return false }
    let day = kind == .forgotten ? Day.number(column(1, of: bytes)) : 0
    wishes.take(kind, column(0, of: bytes), day)
    return true
  }
}
