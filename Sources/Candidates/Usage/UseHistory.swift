/// Whom the user has written to: lines of a file that only grows, the newest last.
///
/// `DAY⇥KIND⇥TIMES⇥ADDRESS⇥NAME`, as in `2026-11-30⇥accepted⇥1⇥ana@example.org⇥Ana Ruiz`; of people who were written to
/// together `DAY⇥together⇥TIMES⇥ADDRESS,ADDRESS…⇥`. A line that was cut off, or that anybody has spoilt, is passed over;
/// all others count.
package struct UseHistory: Equatable, Sendable {
  /// How somebody was used; the raw values stand in the file.
  package enum Kind: String, CaseIterable, Sendable {
    /// Chosen from a list of candidates, and still there when the draft was saved or closed.
    case accepted
    /// A recipient of a message that was sent.
    case sent

    /// How much one use counts among those of address books.
    package var weight: Int { self == .sent ? 3 : 1 }

    /// How much one use counts in the ranking.
    var score: Int { self == .sent ? Frecency.written : Frecency.copied }
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
    /// What `Frecency` makes of the uses, each on its day.
    var score: UInt32 = 0
    /// The uses as they are kept when the file is shortened.
    fileprivate var spells: [Period: Spell] = [:]

    /// How much all uses count.
    package var count: Int {
      Kind.allCases.reduce(0) { sum, kind in
        let (product, isTooMuch) = (times[kind] ?? 0).multipliedReportingOverflow(by: kind.weight)
        let (all, isOver) = sum.addingReportingOverflow(product)
        return isTooMuch || isOver ? .max : all
      }
    }
  }

  /// A quarter of a year, and how somebody was used in it; nil for being written to together with others.
  fileprivate struct Period: Hashable {
    var quarter: Int
    var kind: Kind?

    /// The order in which they are written: the oldest first.
    var order: (Int, Int) { (quarter, kind == .sent ? 1 : 0) }
  }

  /// Uses of one period: they count as if all of them were on its last day, so that the old ones stay old.
  fileprivate struct Spell: Equatable {
    var times = 0
    var day = ""

    mutating func add(_ more: Int, on day: String) {
      times = min(UseHistory.most, times + more)
      self.day = max(self.day, day)
    }
  }

  /// The mails to the same people.
  private struct Together: Equatable {
    var score: UInt32 = 0
    var spells: [Period: Spell] = [:]
  }

  /// The mailboxes in the order in which they were first used.
  package private(set) var uses: [Use] = []
  /// How many lines were passed over.
  package private(set) var skipped = 0
  private var places: [String: Int] = [:]
  /// Who was written to together, by the keys of their addresses in order.
  private var together: [[String]: Together] = [:]

  /// How many lines of people who were written to together are kept when the file is shortened: the last ones.
  private static let mostTogether = 4000
  /// The word of such a line.
  private static let togetherWord = "together"

  /// The largest number of times that a line can tell.
  private static let most = 1_000_000_000

  /// The longest line that is read, in bytes.
  private static let longest = 8192

  /// Reads a file; any bytes are taken.
  package init(_ bytes: [UInt8] = []) {
    self.init(bytes, corrections: Corrections()) { _ in }
  }

  /// The same but for uses that were forgotten, and says which lines are passed over.
  init(_ bytes: [UInt8], corrections: Corrections, skipping: (Range<Int>) -> Void) {
    Self.forEach(in: bytes) { range, line in
      guard let line else {
        skipped += 1
        return skipping(range)
      }
      add(line, corrections)
    }
  }

  /// One line of the file.
  private struct Line {
    var day: String
    /// How somebody was used; nil for people who were written to together.
    var kind: Kind?
    var times: Int
    /// One, or those who were written to together.
    var addresses: [String]
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
    let kind = Kind(rawValue: texts[1])
    let addresses =
      kind == nil ? texts[3].split(separator: ",", omittingEmptySubsequences: false).map(String.init) : [texts[3]]
    guard Rows.isDay(texts[0]), kind != nil || texts[1] == togetherWord, let times = Int(texts[2]), times > 0,
      times <= most, addresses.allSatisfy(Address.isUsable), kind != nil || (2...Circle.most).contains(addresses.count)
    else { return nil }
    return Line(
      day: texts[0], kind: kind, times: times, addresses: addresses, name: PlainText.name(texts[4]),
      range: columns[3].startIndex..<columns[3].endIndex)
  }

  /// Where the addresses stand, and the lines that are none of ours.
  static func entries(of bytes: [UInt8], faults: inout SourceFaults) -> [SourceEntry] {
    var entries: [SourceEntry] = []
    forEach(in: bytes) { range, line in
      guard let line else { return faults.add(.badLine, range) }
      // Who was written to together stands in lines of his own as well.
      guard line.kind != nil, let address = line.addresses.first else { return }
      let name = line.name.isEmpty ? address : line.name
      var entry = SourceEntry(range: line.range, display: name, value: address)
      entry.frequency = line.times
      entries.append(entry)
    }
    return entries
  }

  private mutating func add(_ line: Line, _ corrections: Corrections) {
    let keys = line.addresses.map(Address.key).filter { !corrections.isForgotten($0, on: line.day) }
    let period = Period(quarter: Self.quarter(line.day), kind: line.kind)
    let day = Day.since1970(Day.number(Array(line.day.utf8)[...]))
    guard let kind = line.kind, let address = line.addresses.first else {
      let people = Set(keys).sorted()
      guard people.count > 1 else { return }
      together[people, default: Together()].spells[period, default: Spell()].add(line.times, on: line.day)
      let known = together[people]?.score ?? 0
      together[people]?.score = Frecency.sum(known, Frecency.mail(day: day, times: line.times))
      return
    }
    guard let key = keys.first else { return }
    let place = places[key] ?? uses.count
    if place == uses.count {
      places[key] = place
      uses.append(Use(address: address, name: line.name, last: line.day, times: [:]))
    }
    uses[place].address = address
    if !line.name.isEmpty { uses[place].name = line.name }
    uses[place].last = max(uses[place].last, line.day)
    uses[place].times[kind] = min(Self.most, (uses[place].times[kind] ?? 0) + line.times)
    uses[place].spells[period, default: Spell()].add(line.times, on: line.day)
    uses[place].score.add(day, kind.score * line.times)
  }

  /// The number of the quarter of a year that holds a day.
  private static func quarter(_ day: String) -> Int {
    let number = Day.number(Array(day.utf8)[...])
    return Int(number >> 9) * 4 + (Int(number >> 5 & 0xF) - 1) / 3
  }

  /// Takes mailboxes out, by their addresses in any spelling; says how many there were.
  ///
  /// The others of a mail were written to together all the same.
  package mutating func forget(_ addresses: [String]) -> Int {
    let keys = Set(addresses.map(Address.key))
    let count = uses.count
    uses.removeAll { keys.contains(Address.key($0.address)) }
    places = [:]
    for (place, use) in uses.enumerated() { places[Address.key(use.address)] = place }
    var left: [[String]: Together] = [:]
    for (people, mails) in together.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      let others = people.filter { !keys.contains($0) }
      guard others.count > 1 else { continue }
      var sum = left[others] ?? Together()
      sum.score = Frecency.sum(sum.score, mails.score)
      for (period, spell) in mails.spells { sum.spells[period, default: Spell()].add(spell.times, on: spell.day) }
      left[others] = sum
    }
    together = left
    return count - uses.count
  }

  /// A line for each use of one kind, as it is put behind the others; none for what could not be read again.
  ///
  /// Of two to 25 people there is one line more, which says that they were written to together.
  package static func lines(_ kind: Kind, _ people: [Mailbox], day: String) -> [UInt8] {
    people.flatMap { line(kind, 1, $0.address, $0.name, day) } + line(together: people.map(\.address), 1, day)
  }

  private static func line(_ kind: Kind, _ times: Int, _ address: String, _ name: String, _ day: String) -> [UInt8] {
    let name = PlainText.name(name)
    guard Address.isUsable(address), name.utf8.count < 4096, Rows.isDay(day) else { return [] }
    return Array("\(day)\t\(kind.rawValue)\t\(times)\t\(address)\t\(name == address ? "" : name)\n".utf8)
  }

  /// A line of people who were written to together; addresses that hold what parts them are left out.
  private static func line(together addresses: [String], _ times: Int, _ day: String) -> [UInt8] {
    let plain = addresses.filter { address in
      Address.isUsable(address) && !address.utf8.contains { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") }
    }
    let people = Set(plain.map(Address.key)).sorted()
    guard (2...Circle.most).contains(people.count), addresses.count <= Circle.most, Rows.isDay(day) else { return [] }
    let line = Array("\(day)\t\(togetherWord)\t\(times)\t\(people.joined(separator: ","))\t\n".utf8)
    return line.count > longest ? [] : line
  }

  /// The same history in as few lines as it needs: one a mailbox, kind and quarter of a year.
  package var compacted: [UInt8] {
    var bytes: [UInt8] = []
    for use in uses {
      for (period, spell) in use.spells.sorted(by: { $0.key.order < $1.key.order }) {
        guard let kind = period.kind else { continue }
        bytes += Self.line(kind, spell.times, use.address, use.name, spell.day)
      }
    }
    let mails = together.flatMap { people, mails in mails.spells.values.map { (people: people, spell: $0) } }
    let sorted = mails.sorted {
      $0.spell.day != $1.spell.day ? $0.spell.day < $1.spell.day : $0.people.lexicographicallyPrecedes($1.people)
    }
    for mail in sorted.suffix(Self.mostTogether) {
      bytes += Self.line(together: mail.people, mail.spell.times, mail.spell.day)
    }
    return bytes
  }

  /// What it comes to as candidates.
  package var records: [Record] {
    uses.map { use in
      var record = Record(name: use.name, address: use.address)
      record.count = use.count
      record.last = use.last
      record.score = use.score
      return record
    }
  }

  /// Who was written to together, the ones written to last at the end.
  package var circles: [Circle] {
    together.map { Circle(addresses: $0.key, score: $0.value.score) }.sorted {
      $0.score != $1.score ? $0.score < $1.score : $0.addresses.lexicographicallyPrecedes($1.addresses)
    }
  }
}

extension UInt32 {
  /// Adds uses of a weight on a day to what `Frecency` made of others.
  fileprivate mutating func add(_ day: Int, _ weight: Int) {
    self = Frecency.sum(self, Frecency.use(day: day, weight: weight))
  }
}
