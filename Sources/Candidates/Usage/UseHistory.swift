/// Whom the user has written to: lines of a file that only grows, the newest last.
///
/// `DAY⇥KIND⇥TIMES⇥ADDRESS⇥NAME`, as in `2026-11-30⇥accepted⇥1⇥ana@example.org⇥Ana Ruiz`. A line that was cut off, or that
/// anybody has spoilt, is passed over; all others count.
package struct UseHistory: Equatable, Sendable {
  /// How somebody was used; the raw values stand in the file.
  package enum Kind: String, CaseIterable, Sendable {
    /// Chosen from a list of candidates, and still there when the draft was saved or closed.
    case accepted
    /// A recipient of a message that was sent.
    case sent

    /// How much one use counts among those of address books.
    package var weight: Int { self == .sent ? 3 : 1 }
  }

  /// What is known of one mailbox.
  package struct Use: Equatable, Sendable {
    /// The address, as it was written last.
    package var address: String
    /// The name, as it was written last; empty if it never had one.
    package var name: String
    /// The day of the last use as `YYYY-MM-DD`.
    package var last: String
    /// How often it was used in each way.
    package var times: [Kind: Int]

    /// How much all uses count.
    package var count: Int {
      Kind.allCases.reduce(0) { sum, kind in
        let (product, isTooMuch) = (times[kind] ?? 0).multipliedReportingOverflow(by: kind.weight)
        let (all, isOver) = sum.addingReportingOverflow(product)
        return isTooMuch || isOver ? .max : all
      }
    }
  }

  /// The mailboxes in the order in which they were first used.
  package private(set) var uses: [Use] = []
  /// How many lines were passed over.
  package private(set) var skipped = 0
  private var places: [String: Int] = [:]

  /// The largest number of times that a line can tell.
  private static let most = 1_000_000_000

  /// The longest line that is read, in bytes.
  private static let longest = 8192

  /// Reads a file; any bytes are taken.
  package init(_ bytes: [UInt8] = []) {
    self.init(bytes) { _ in }
  }

  /// The same, and says which lines are passed over.
  init(_ bytes: [UInt8], skipping: (Range<Int>) -> Void) {
    Self.forEach(in: bytes) { range, line in
      guard let line else {
        skipped += 1
        return skipping(range)
      }
      add(line.kind, times: line.times, address: line.address, name: line.name, day: line.day)
    }
  }

  /// One line of the file.
  private struct Line {
    var day: String
    var kind: Kind
    var times: Int
    var address: String
    var name: String
    /// Where the address stands.
    var range: Range<Int>
  }

  /// Goes through the lines with their ranges; what is none of ours comes as nil.
  private static func forEach(in bytes: [UInt8], _ body: (Range<Int>, Line?) -> Void) {
    var lines = Lines(bytes)
    while let range = lines.next() {
      if range.isEmpty { continue }
      body(range, range.count > longest ? nil : line(range, of: bytes))
    }
  }

  private static func line(_ range: Range<Int>, of bytes: [UInt8]) -> Line? {
    let columns = bytes[range].split(separator: 9, omittingEmptySubsequences: false)
    guard columns.count == 5 else { return nil }
    let texts = columns.map { String(decoding: $0, as: UTF8.self) }
    guard Rows.isDay(texts[0]), let kind = Kind(rawValue: texts[1]), let times = Int(texts[2]), times > 0,
      times <= most, Address.isUsable(texts[3])
    else { return nil }
    return Line(
      day: texts[0], kind: kind, times: times, address: texts[3], name: PlainText.name(texts[4]),
      range: columns[3].startIndex..<columns[3].endIndex)
  }

  /// Where the addresses stand, and the lines that are none of ours.
  static func entries(of bytes: [UInt8], faults: inout SourceFaults) -> [SourceEntry] {
    var entries: [SourceEntry] = []
    forEach(in: bytes) { range, line in
      guard let line else { return faults.add(.badLine, range) }
      let name = line.name.isEmpty ? line.address : line.name
      var entry = SourceEntry(range: line.range, display: name, value: line.address)
      entry.frequency = line.times
      entries.append(entry)
    }
    return entries
  }

  private mutating func add(_ kind: Kind, times: Int, address: String, name: String, day: String) {
    let key = Address.key(address)
    guard let place = places[key] else {
      places[key] = uses.count
      return uses.append(Use(address: address, name: name, last: day, times: [kind: times]))
    }
    uses[place].address = address
    if !name.isEmpty { uses[place].name = name }
    uses[place].last = max(uses[place].last, day)
    uses[place].times[kind] = min(Self.most, (uses[place].times[kind] ?? 0) + times)
  }

  /// Takes mailboxes out, by their addresses in any spelling; says how many there were.
  package mutating func forget(_ addresses: [String]) -> Int {
    let keys = Set(addresses.map(Address.key))
    let count = uses.count
    uses.removeAll { keys.contains(Address.key($0.address)) }
    places = [:]
    for (place, use) in uses.enumerated() { places[Address.key(use.address)] = place }
    return count - uses.count
  }

  /// A line for each use of one kind, as it is put behind the others; none for what could not be read again.
  package static func lines(_ kind: Kind, _ people: [Mailbox], day: String) -> [UInt8] {
    people.flatMap { line(kind, 1, $0.address, $0.name, day) }
  }

  private static func line(_ kind: Kind, _ times: Int, _ address: String, _ name: String, _ day: String) -> [UInt8] {
    let name = PlainText.name(name)
    guard Address.isUsable(address), name.utf8.count < 4096, Rows.isDay(day) else { return [] }
    return Array("\(day)\t\(kind.rawValue)\t\(times)\t\(address)\t\(name == address ? "" : name)\n".utf8)
  }

  /// The same history in as few lines as it needs.
  package var compacted: [UInt8] {
    uses.flatMap { use in
      Kind.allCases.flatMap { kind in
        use.times[kind].map { Self.line(kind, $0, use.address, use.name, use.last) } ?? []
      }
    }
  }

  /// What it comes to as candidates.
  package var records: [Record] {
    uses.map { use in
      var record = Record(name: use.name, address: use.address)
      record.count = use.count
      record.last = use.last
      return record
    }
  }
}
