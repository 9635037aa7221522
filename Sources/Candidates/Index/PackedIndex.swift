/// A directory in a file that was made once and is only read: what `IndexWriter` wrote.
///
/// A number in the file that leads nowhere leads to nothing; texts are shown only after their checksum was compared.
struct PackedIndex: Sendable {
  let bytes: IndexBytes
  private let layout: IndexLayout
  /// How many rows a search looks at; those behind them are further forms of mailboxes.
  let searchable: Int
  /// How many rows there are.
  let count: Int
  /// What all uses of all mailboxes come to.
  let total: UInt32
  private let keyCount: Int
  /// Where the sections begin that a search goes through.
  private let (lettersAt, startsAt, lengthsAt, rowsAt): (Int, Int, Int, Int)

  /// Why a file is not used.
  enum Fault: String, Error {
    case foreign = "is none of this version"
    case torn = "is not whole"
    case damaged = "is damaged"
  }

  /// The index in these bytes.
  ///
  /// - Parameters:
  ///   - bytes: A file.
  ///   - isWhole: Whether every byte is looked at, rather than those on which the others rest.
  /// - Throws: Why it is not used.
  init(_ bytes: IndexBytes, isWhole: Bool = false) throws(Fault) {
    let place = IndexLayout.Place.self
    guard bytes.count >= IndexLayout.tableEnd, bytes.number64(place.magic) == IndexLayout.magic,
      bytes.number32(place.version) == IndexLayout.version
    else { throw .foreign }
    guard bytes.number64(place.header) == bytes.checksum(0..<place.header) else { throw .damaged }
    guard bytes.number64(place.size) == UInt64(bytes.count), let layout = IndexLayout(bytes) else { throw .torn }
    guard bytes.number64(place.table) == PackedIndex.vitalSum(bytes, layout) else { throw .damaged }
    // A small file costs nothing to look at.
    if isWhole || bytes.count < PackedIndex.small {
      guard bytes.number64(place.body) == bytes.checksum(IndexLayout.headerSize..<bytes.count) else { throw .damaged }
    }
    (self.bytes, self.layout) = (bytes, layout)
    searchable = Int(bytes.number32(place.searchable))
    count = Int(bytes.number32(place.rows))
    total = bytes.number32(place.total)
    keyCount = layout[.keys].count / 8
    (lettersAt, startsAt) = (layout[.letters].lowerBound, layout[.starts].lowerBound)
    (lengthsAt, rowsAt) = (layout[.lengths].lowerBound, layout[.rows].lowerBound)
    let sizes: [(IndexLayout.Section, Int)] = [
      (.letters, 8 * searchable), (.starts, 8 * searchable), (.lengths, 4 * searchable),
      (.rows, IndexLayout.rowSize * count),
      (.blocks, 8 * ((count + IndexLayout.blockSize - 1) / IndexLayout.blockSize)),
    ]
    guard searchable <= count, sizes.allSatisfy({ layout[$0.0].count == $0.1 }),
      PackedIndex.isTable(layout[.mailboxes].count / 4), PackedIndex.isTable(layout[.names].count / 4)
    else { throw .damaged }
  }

  private static let small = 4 << 20

  private static func isTable(_ slots: Int) -> Bool { slots == 0 || slots & (slots - 1) == 0 }

  static func vitalSum(_ bytes: IndexBytes, _ layout: IndexLayout) -> UInt64 {
    let ranges = [IndexLayout.headerSize..<IndexLayout.tableEnd] + IndexLayout.vital.map { layout[$0] }
    return ranges.reduce(0) { ($0 &* 31) ^ bytes.checksum($1) }
  }

  /// The lines of what the file was made of.
  var stamps: [UInt8] { bytes.copy(layout[.stamps]) }
  /// The lines that say which sources there are and how reading them went.
  var reports: [UInt8] { bytes.copy(layout[.reports]) }
  /// The keys of aliases in lower case.
  var aliases: Set<String> {
    Set(bytes.copy(layout[.aliases]).split(separator: StreamLine.end).map { String(decoding: $0, as: UTF8.self) })
  }
  /// The rows of groups.
  var groups: [UInt32] { numbers(.groups).filter { $0 < count } }

  private func numbers(_ section: IndexLayout.Section) -> [UInt32] {
    let range = layout[section]
    return stride(from: range.lowerBound, to: range.upperBound - 3, by: 4).map { bytes.number32($0) }
  }

  // MARK: Rows

  @inline(__always)
  func letters(_ row: Int) -> UInt64 { bytes.number64(lettersAt + 8 * row) }
  @inline(__always)
  func starts(_ row: Int) -> UInt64 { bytes.number64(startsAt + 8 * row) }
  @inline(__always)
  func lengths(_ row: Int) -> UInt32 { bytes.number32(lengthsAt + 4 * row) }

  /// A row by its number, with ranges of the file; one that is not there is a form of nobody.
  func row(_ id: UInt32) -> Row {
    let place = rowsAt + IndexLayout.rowSize * Int(id)
    func number(_ step: Int) -> UInt32 { bytes.number32(place + 4 * step) }
    let last = number(9)
    let kind = Row.Kind(rawValue: UInt8(truncatingIfNeeded: last >> 24) & 0x7F) ?? .form
    let isThere = Int(id) < count
    return Row(
      folded: text(.folded, id, 0), shown: text(.shown, id, 1),
      next: isThere && Int(number(2)) < count ? number(2) : Row.none,
      best: isThere && Int(number(3)) < count ? number(3) : id, order: number(4), count: number(5), own: number(6),
      last: number(7), score: number(8), source: UInt16(truncatingIfNeeded: last),
      preference: UInt8(truncatingIfNeeded: last >> 16), kind: isThere ? kind : .form)
  }

  /// Where a record came in the order in which all were read.
  func sequence(_ id: UInt32) -> UInt32 {
    bytes.number32(layout[.rows].lowerBound + IndexLayout.rowSize * Int(id) + 40)
  }

  /// Whether somebody has a nickname or an alias.
  func isNicknamed(_ id: UInt32) -> Bool {
    Int(id) < count && bytes[layout[.rows].lowerBound + IndexLayout.rowSize * Int(id) + 39] & 0x80 != 0
  }

  /// The bytes of a row in a section of texts: from where its own begin to where the next one's do.
  private func text(_ section: IndexLayout.Section, _ id: UInt32, _ column: Int) -> Range32 {
    let (range, size) = (layout[section], IndexLayout.rowSize)
    guard Int(id) < count else { return Range32(start: 0, count: 0) }
    let place = rowsAt + size * Int(id) + 4 * column
    let start = min(range.lowerBound + Int(bytes.number32(place)), range.upperBound)
    let next = Int(id) + 1 < count ? range.lowerBound + Int(bytes.number32(place + size)) : range.upperBound
    let end = min(max(next, start), range.upperBound)
    return Range32(start: UInt32(truncatingIfNeeded: start), count: UInt32(truncatingIfNeeded: end - start))
  }

  /// Whether a row and its texts are as they were written.
  func isSound(_ id: UInt32) -> Bool {
    let block = Int(id) / IndexLayout.blockSize
    guard Int(id) < count else { return false }
    let place = layout[.blocks].lowerBound + 8 * block
    return bytes.number64(place) == PackedIndex.blockSum(block, count, bytes, layout[.rows].lowerBound, text)
  }

  /// The checksum of some rows and of their texts.
  static func blockSum(
    _ block: Int, _ count: Int, _ bytes: IndexBytes, _ rows: Int,
    _ text: (IndexLayout.Section, UInt32, Int) -> Range32
  ) -> UInt64 {
    let ids = block * IndexLayout.blockSize..<min((block + 1) * IndexLayout.blockSize, count)
    guard let first = ids.first, let last = ids.last else { return 0 }
    let own = rows + IndexLayout.rowSize * first..<rows + IndexLayout.rowSize * (last + 1)
    var sum = bytes.checksum(own)
    for (column, section) in [IndexLayout.Section.folded, .shown].enumerated() {
      let (start, end) = (text(section, UInt32(first), column).range, text(section, UInt32(last), column).range)
      sum = (sum &* 31) ^ bytes.checksum(start.lowerBound..<max(start.lowerBound, end.upperBound))
    }
    return sum
  }

  // MARK: Finding

  /// Where the rows with a word of a key are listed.
  func postings(_ key: UInt32) -> Range<Int> {
    let keys = layout[.keys].lowerBound
    var (low, high) = (0, max(keyCount - 1, 0))
    while low < high {
      let middle = (low + high) / 2
      if bytes.number32(keys + 8 * middle) < key { low = middle + 1 } else { high = middle }
    }
    guard low + 1 < keyCount, bytes.number32(keys + 8 * low) == key else { return 0..<0 }
    let all = layout[.postings]
    let start = min(all.lowerBound + 4 * Int(bytes.number32(keys + 8 * low + 4)), all.upperBound)
    let end = min(all.lowerBound + 4 * Int(bytes.number32(keys + 8 * low + 12)), all.upperBound)
    return start..<max(start, end)
  }

  /// The row in a table under a hash that `isSame` agrees to.
  private func row(_ section: IndexLayout.Section, _ hash: UInt64, _ isSame: (UInt32) -> Bool) -> UInt32? {
    let slots = layout[section].count / 4
    guard slots > 0 else { return nil }
    var slot = Int(truncatingIfNeeded: hash) & (slots - 1)
    for _ in 0..<min(slots, 64) {
      let number = bytes.number32(layout[section].lowerBound + 4 * slot)
      if number == 0 { return nil }
      if number <= count, isSame(number - 1) { return number - 1 }
      slot = (slot + 1) & (slots - 1)
    }
    return nil
  }

  func mailbox(_ hash: UInt64, _ isSame: (UInt32) -> Bool) -> UInt32? { row(.mailboxes, hash, isSame) }
  func name(_ hash: UInt64, _ isSame: (UInt32) -> Bool) -> UInt32? { row(.names, hash, isSame) }

  /// The row whose address is compared by this key, of those that need more than lower case.
  func unusual(_ key: String, _ keyOf: (UInt32) -> String) -> UInt32? {
    let rows = layout[.unusual]
    var (low, high) = (0, rows.count / 4)
    while low < high {
      let middle = (low + high) / 2
      let row = bytes.number32(rows.lowerBound + 4 * middle)
      let own = keyOf(row)
      if own == key { return Int(row) < count ? row : nil }
      if own < key { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  /// Whether more than one mailbox has the name with this hash.
  func isShared(_ hash: UInt64) -> Bool {
    let place = lowest(.shared, hash)
    return place < layout[.shared].count / 8 && bytes.number64(layout[.shared].lowerBound + 8 * place) == hash
  }

  /// The first of sorted hashes that is not below one.
  private func lowest(_ section: IndexLayout.Section, _ hash: UInt64) -> Int {
    var (low, high) = (0, layout[section].count / 8)
    while low < high {
      let middle = (low + high) / 2
      if bytes.number64(layout[section].lowerBound + 8 * middle) < hash { low = middle + 1 } else { high = middle }
    }
    return low
  }

  // MARK: Circles

  /// The circles of a mailbox, the last ones at the end; at most so many.
  func circles(of hash: UInt64, most: Int) -> [UInt32] {
    let (hashes, numbers) = (layout[.circleHashes], layout[.circleNumbers])
    var place = lowest(.circleHashes, hash)
    var found: [UInt32] = []
    while place < hashes.count / 8, bytes.number64(hashes.lowerBound + 8 * place) == hash {
      found.append(bytes.number32(numbers.lowerBound + 4 * place))
      place += 1
    }
    return found.suffix(most)
  }

  func circleScore(_ circle: UInt32) -> UInt32 {
    let range = layout[.circleScores]
    return Int(circle) < range.count / 4 ? bytes.number32(range.lowerBound + 4 * Int(circle)) : 0
  }

  /// The hashes of those in a circle.
  func circleMembers(_ circle: UInt32) -> [UInt64] {
    let (ends, members) = (layout[.circleEnds], layout[.circleMembers])
    guard Int(circle) < ends.count / 4 else { return [] }
    let start = circle > 0 ? bytes.number32(ends.lowerBound + 4 * Int(circle) - 4) : 0
    let end = bytes.number32(ends.lowerBound + 4 * Int(circle))
    guard start < end, end - start <= Circle.most, Int(end) <= members.count / 8 else { return [] }
    return (start..<end).map { bytes.number64(members.lowerBound + 8 * Int($0)) }
  }

  /// How many circles there are.
  var circleCount: Int { layout[.circleScores].count / 4 }
}
