/// Writes a generation as an index file.
package struct IndexWriter {
  private let generation: Generation
  /// Searchable rows, the most used first, then the forms.
  private let order: [UInt32]
  private let searchable: Int
  /// The new number of each row.
  private var numbers: [UInt32]

  /// A writer of all that lines of the stream said.
  init(_ generation: Generation) {
    self.generation = generation
    var found: [(place: Place, row: UInt32)] = []
    var forms: [UInt32] = []
    for id in generation.ownRows {
      let row = generation[id]
      if row.kind == .form { forms.append(id) } else { found.append((Place(.exact, lacksMarks: false, row), id)) }
    }
    found.sort { $0.place < $1.place }
    order = found.map(\.row) + forms
    searchable = found.count
    numbers = Array(repeating: Row.none, count: order.count)
    for (number, id) in order.enumerated() { numbers[Int(id)] = UInt32(number) }
  }

  /// The file.
  ///
  /// - Parameter stamps: Lines that say what it was made of; whoever finds it can tell by them whether it is of today.
  /// - Returns: Its bytes; nil if they are more than a file can have.
  func file(stamps: [UInt8]) -> [UInt8]? {
    var sections: [[UInt8]] = Array(repeating: [], count: IndexLayout.Section.allCases.count)
    func put(_ section: IndexLayout.Section, _ bytes: [UInt8]) { sections[section.rawValue] = bytes }
    var (letters, starts, lengths): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
    letters.reserveCapacity(8 * searchable)
    starts.reserveCapacity(8 * searchable)
    lengths.reserveCapacity(4 * searchable)
    var (folded, shown, rows): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
    rows.reserveCapacity(IndexLayout.rowSize * order.count)
    for (number, id) in order.enumerated() {
      let (row, masks) = (generation[id], generation.masks(id))
      if number < searchable {
        append(masks.letters, to: &letters)
        append(masks.starts, to: &starts)
        append(masks.lengths, to: &lengths)
      }
      guard folded.count <= UInt32.max, shown.count <= UInt32.max else { return nil }
      for value in [
        UInt32(folded.count), UInt32(shown.count), new(row.next), row.best == Row.none ? UInt32(number) : new(row.best),
        row.order, row.count, row.own, row.last, row.score,
        UInt32(row.source) | UInt32(row.preference) << 16
          | UInt32(row.kind.rawValue | (generation.nicknamed.contains(id) ? 0x80 : 0)) << 24,
        id,
      ] { append(value, to: &rows) }
      if number < searchable { folded += generation.folded(id) }
      shown += generation.shown(id)
    }
    put(.letters, letters)
    put(.starts, starts)
    put(.lengths, lengths)
    put(.rows, rows)
    put(.folded, folded)
    put(.shown, shown)
    let words = wordLists()
    put(.keys, words.keys)
    put(.postings, words.postings)
    put(.mailboxes, mailboxes())
    put(.names, names())
    put(.unusual, numbers(generation.unusual.sorted { $0.key < $1.key }.map { new($0.value) }))
    put(.shared, generation.names.shared.sorted().reduce(into: []) { append($1, to: &$0) })
    put(.groups, numbers(generation.groups.map(new)))
    putCircles(&sections)
    put(.stamps, stamps)
    put(.reports, generation.reportLines)
    put(.aliases, Array(generation.aliases.sorted().map { $0 + "\n" }.joined().utf8))
    put(.blocks, Array(repeating: 0, count: 8 * ((order.count + IndexLayout.blockSize - 1) / IndexLayout.blockSize)))
    return joined(sections)
  }

  private func new(_ row: UInt32) -> UInt32 {
    row == Row.none || Int(row) >= numbers.count ? Row.none : numbers[Int(row)]
  }

  private func numbers(_ list: [UInt32]) -> [UInt8] {
    list.reduce(into: []) { append($1, to: &$0) }
  }

  /// For each key of words the rows that have one, in their order.
  private func wordLists() -> (keys: [UInt8], postings: [UInt8]) {
    var counts = [UInt32](repeating: 0, count: 1 << 16)
    var last = [UInt32](repeating: Row.none, count: 1 << 16)
    func each(_ body: (Int, UInt32) -> Void) {
      for number in 0..<searchable {
        generation.forEachWord(order[number]) { key in
          guard last[Int(key)] != UInt32(number) else { return }
          last[Int(key)] = UInt32(number)
          body(Int(key), UInt32(number))
        }
      }
    }
    each { key, _ in counts[key] += 1 }
    var ends: [UInt32] = []
    ends.reserveCapacity(1 << 16)
    var keys: [UInt8] = []
    var sum: UInt32 = 0
    for (key, count) in counts.enumerated() {
      if count > 0 {
        append(UInt32(key), to: &keys)
        append(sum, to: &keys)
      }
      ends.append(sum)
      sum += count
    }
    append(UInt32.max, to: &keys)
    append(sum, to: &keys)
    last = [UInt32](repeating: Row.none, count: 1 << 16)
    var list = [UInt32](repeating: 0, count: Int(sum))
    each { key, number in
      list[Int(ends[key])] = number
      ends[key] += 1
    }
    var postings: [UInt8] = []
    postings.reserveCapacity(4 * list.count)
    for number in list { append(number, to: &postings) }
    return (keys, postings)
  }

  private func mailboxes() -> [UInt8] {
    table(
      order.indices.compactMap { number in
        guard number < searchable, generation[order[number]].kind == .head else { return nil }
        let address = generation.address(order[number])
        return Address.isSpecial(address)
          ? nil : (hash: MailboxTable.hash(Generation.plainKey(address)), row: UInt32(number))
      })
  }

  private func names() -> [UInt8] {
    table(generation.names.first.entries.map { ($0.hash, new($0.row)) }.filter { $0.1 != Row.none })
  }

  private func table(_ entries: [(hash: UInt64, row: UInt32)]) -> [UInt8] {
    var size = 1
    while size < entries.count * 2 { size *= 2 }
    var slots = [UInt32](repeating: 0, count: entries.isEmpty ? 0 : size)
    for entry in entries {
      var slot = Int(truncatingIfNeeded: entry.hash) & (size - 1)
      for _ in 0..<64 {
        if slots[slot] == 0 {
          slots[slot] = entry.row + 1
          break
        }
        slot = (slot + 1) & (size - 1)
      }
    }
    return numbers(slots)
  }

  private func putCircles(_ sections: inout [[UInt8]]) {
    let circles = generation.circles
    sections[IndexLayout.Section.circleScores.rawValue] = numbers(circles.scores)
    sections[IndexLayout.Section.circleEnds.rawValue] = numbers(circles.ends)
    sections[IndexLayout.Section.circleMembers.rawValue] = circles.members.reduce(into: []) { append($1, to: &$0) }
    let pairs = circles.pairs.sorted { ($0.hash, $0.circle) < ($1.hash, $1.circle) }
    sections[IndexLayout.Section.circleHashes.rawValue] = pairs.reduce(into: []) { append($1.hash, to: &$0) }
    sections[IndexLayout.Section.circleNumbers.rawValue] = numbers(pairs.map(\.circle))
  }

  /// The sections behind a header and a table, and what checks them.
  private func joined(_ sections: [[UInt8]]) -> [UInt8]? {
    var file = [UInt8](repeating: 0, count: IndexLayout.tableEnd)
    var size = file.count
    for section in sections { size += section.count + 8 }
    guard size < Int(UInt32.max) else { return nil }
    file.reserveCapacity(size)
    for (number, section) in sections.enumerated() {
      while file.count % 8 != 0 { file.append(0) }
      set(UInt64(file.count), at: IndexLayout.headerSize + 16 * number, in: &file)
      set(UInt64(section.count), at: IndexLayout.headerSize + 16 * number + 8, in: &file)
      file += section
    }
    let place = IndexLayout.Place.self
    set(IndexLayout.magic, at: place.magic, in: &file)
    set(UInt64(IndexLayout.version), at: place.version, in: &file)
    set(UInt64(file.count), at: place.size, in: &file)
    set(UInt64(order.count) << 32 | UInt64(searchable), at: place.searchable, in: &file)
    set(UInt64(generation.total), at: place.total, in: &file)
    return PackedIndex.sealed(file)
  }

  private func set(_ value: UInt64, at place: Int, in bytes: inout [UInt8]) {
    PackedIndex.set(value, at: place, in: &bytes)
  }

  private func append(_ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
    for step in 0..<value.bitWidth / 8 { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * step))) }
  }
}

extension PackedIndex {
  /// Puts a number of eight bytes into a file, the lowest byte first.
  static func set(_ value: UInt64, at place: Int, in bytes: inout [UInt8]) {
    for step in 0..<8 { bytes[place + step] = UInt8(truncatingIfNeeded: value >> UInt64(8 * step)) }
  }

  /// A file with all of its checksums; nil if the machine writes its numbers the other way round.
  static func sealed(_ file: [UInt8]) -> [UInt8]? {
    guard UInt64(1).littleEndian == 1 else { return nil }
    var file = file
    let place = IndexLayout.Place.self
    let bytes = IndexBytes.holding(file)
    guard let layout = IndexLayout(bytes) else { return nil }
    let count = Int(bytes.number32(place.rows))
    func text(_ section: IndexLayout.Section, _ id: UInt32, _ column: Int) -> Range32 {
      let (range, row) = (layout[section], layout[.rows].lowerBound + IndexLayout.rowSize * Int(id) + 4 * column)
      let start = range.lowerBound + Int(bytes.number32(row))
      let isLast = Int(id) + 1 >= count
      let end = isLast ? range.upperBound : range.lowerBound + Int(bytes.number32(row + IndexLayout.rowSize))
      return Range32(start: UInt32(truncatingIfNeeded: start), count: UInt32(truncatingIfNeeded: max(end - start, 0)))
    }
    for block in 0..<layout[.blocks].count / 8 {
      let sum = blockSum(block, count, bytes, layout[.rows].lowerBound, text)
      set(sum, at: layout[.blocks].lowerBound + 8 * block, in: &file)
    }
    let whole = IndexBytes.holding(file)
    set(vitalSum(whole, layout), at: place.table, in: &file)
    set(whole.checksum(IndexLayout.headerSize..<file.count), at: place.body, in: &file)
    set(IndexBytes.checksum(of: file, 0..<place.header), at: place.header, in: &file)
    return file
  }
}
