/// What the user has said of people himself: lines of a file that only grows, the newest last.
///
/// `DAY⇥KIND⇥ADDRESS`, as in `2026-11-30⇥pinned⇥ana@example.org`. A line that was cut off, or that anybody has spoilt, is
/// passed over; all others count.
package struct Corrections: Equatable, Sendable {
  /// What can be said of somebody; the raw values stand in the file.
  package enum Kind: String, CaseIterable, Sendable {
    /// Comes before all others that answer as well.
    case pinned
    /// Is never offered.
    case never
    /// The uses up to the day no longer count, in any source.
    case forgotten
    /// All that was said before is taken back.
    case plain
  }

  /// What holds for one mailbox.
  package struct Entry: Equatable, Sendable {
    /// The address, as it was written last.
    package var address: String
    /// Whether the user wants to see it first (`pinned`) or not at all (`never`); nil for neither.
    package var wish: Kind?
    /// The day on which that was said, as `YYYY-MM-DD`; empty where nothing was.
    package var wished = ""
    /// The day up to which uses no longer count, as `YYYY-MM-DD`; empty where all do.
    package var forgotten = ""

    /// An address of which nothing holds.
    package init(address: String) { self.address = address }

    /// Whether nothing holds any more.
    package var isPlain: Bool { wish == nil && forgotten.isEmpty }
  }

  private var all: [Entry] = []
  /// How many lines were passed over.
  package private(set) var skipped = 0
  private var places: [String: Int] = [:]

  /// The longest line that is read, in bytes.
  private static let longest = 2048

  /// Reads a file; any bytes are taken.
  package init(_ bytes: [UInt8] = []) {
    add(bytes) { _ in }
  }

  /// Takes the lines of a file behind those that were read before, and says which are passed over.
  mutating func add(_ bytes: [UInt8], skipping: (Range<Int>) -> Void) {
    var lines = Lines(bytes)
    while let range = lines.next() {
      if range.isEmpty { continue }
      let texts =
        range.count > Self.longest
        ? []
        : bytes[range].split(separator: 9, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
      guard texts.count == 3, Rows.isDay(texts[0]), let kind = Kind(rawValue: texts[1]), Address.isUsable(texts[2])
      else {
        skipped += 1
        skipping(range)
        continue
      }
      add(kind, texts[2], texts[0])
    }
  }

  private mutating func add(_ kind: Kind, _ address: String, _ day: String) {
    let key = Address.key(address)
    let place = places[key] ?? all.count
    if place == all.count {
      places[key] = place
      all.append(Entry(address: address))
    }
    all[place].address = address
    switch kind {
    case .pinned, .never: (all[place].wish, all[place].wished) = (kind, day)
    case .forgotten: all[place].forgotten = max(all[place].forgotten, day)
    case .plain: all[place] = Entry(address: address)
    }
  }

  /// The mailboxes of which something holds, in the order in which it was said first.
  package var entries: [Entry] { all.filter { !$0.isPlain } }

  /// What holds for an address in any spelling; nil if nothing does.
  package func entry(_ address: String) -> Entry? {
    places[Address.key(address)].map { all[$0] }.flatMap { $0.isPlain ? nil : $0 }
  }

  /// Whether a use on a day no longer counts.
  ///
  /// - Parameters:
  ///   - key: The key of the address (`Address.key`).
  ///   - day: As `YYYY-MM-DD`; empty where it is not known, which counts as before.
  /// - Returns: Whether the user has forgotten the mailbox up to that day or a later one.
  func isForgotten(_ key: String, on day: String) -> Bool {
    guard let place = places[key] else { return false }
    return !all[place].forgotten.isEmpty && day <= all[place].forgotten
  }

  /// A line for each address, as it is put behind the others; none for what is no address.
  package static func lines(_ kind: Kind, _ addresses: [String], day: String) -> [UInt8] {
    guard Rows.isDay(day) else { return [] }
    return addresses.filter(isCorrectable).flatMap { Array("\(day)\t\(kind.rawValue)\t\($0)\n".utf8) }
  }

  /// Whether something can be said of an address: mail could be sent to it.
  package static func isCorrectable(_ address: String) -> Bool {
    Address.isUsable(address)
  }

  /// The same in as few lines as it needs: two a mailbox at most.
  package var compacted: [UInt8] {
    entries.flatMap { entry -> [UInt8] in
      (entry.forgotten.isEmpty ? [] : Self.lines(.forgotten, [entry.address], day: entry.forgotten))
        + (entry.wish.map { Self.lines($0, [entry.address], day: entry.wished) } ?? [])
    }
  }
}

extension SourceReading {
  /// Takes from the people what was forgotten of them; they stay known.
  mutating func forget(by corrections: Corrections) {
    for index in records.indices where records[index].kind == .person {
      guard corrections.isForgotten(Address.key(records[index].address), on: records[index].last) else { continue }
      records[index].count = 0
      records[index].last = ""
      records[index].score = 0
    }
  }
}
