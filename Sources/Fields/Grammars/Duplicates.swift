/// Keys that were seen before, all in one buffer: ten thousand of them cost no string.
///
/// The hash is the standard library's, seeded anew in each process, so that no list can be made to be slow; it decides
/// where a key is looked for and never the order of anything.
struct Duplicates {
  private var buffer: [UInt8] = []
  private var ends: [Int] = []
  private var owners: [Int] = []
  private var slots: [Int32]

  /// Prepares for a number of keys.
  init(count: Int) {
    var size = 16
    while size < count * 2 { size *= 2 }
    slots = Array(repeating: -1, count: size)
    ends.reserveCapacity(count)
    buffer.reserveCapacity(count * 24)
  }

  /// Remembers a key for an owner.
  ///
  /// - Returns: the owner that has the same key already; nil if it is new.
  mutating func insert(_ key: some Sequence<UInt8>, owner: Int) -> Int? {
    let start = buffer.count
    var hasher = Hasher()
    var (word, filled) = (UInt64(0), 0)
    for byte in key {
      buffer.append(byte)
      word = word << 8 | UInt64(byte)
      filled += 1
      if filled == 8 {
        hasher.combine(word)
        (word, filled) = (0, 0)
      }
    }
    hasher.combine(word)
    let count = buffer.count - start
    let mask = slots.count - 1
    var slot = hasher.finalize() & mask
    while slots[slot] >= 0 {
      let other = Int(slots[slot])
      if isSame(other, start, count) {
        buffer.removeLast(count)
        return owners[other]
      }
      slot = (slot + 1) & mask
    }
    slots[slot] = Int32(truncatingIfNeeded: ends.count)
    ends.append(buffer.count)
    owners.append(owner)
    return nil
  }

  private func isSame(_ other: Int, _ start: Int, _ count: Int) -> Bool {
    let otherStart = other == 0 ? 0 : ends[other - 1]
    guard ends[other] - otherStart == count else { return false }
    for i in 0..<count where buffer[otherStart + i] != buffer[start + i] { return false }
    return true
  }
}

extension AddressReader {
  /// Marks every token whose address stands before it already (R20).
  mutating func markDuplicates() {
    guard reading.tokens.count > 1 else { return }
    var seen = Duplicates(count: reading.tokens.count)
    for (index, token) in reading.tokens.enumerated() {
      let first: Int?
      if isPlain[index], let content = token.content {
        first = seen.insert(bytes[content].lazy.map(Byte.lowered), owner: index)
      } else if let key = AddressText.key(token, in: bytes) {
        first = seen.insert(key.utf8, owner: index)
      } else {
        continue
      }
      guard let first else { continue }
      let related = reading.tokens[first].range
      reading.faults.append(
        Fault(.duplicate, token.range, detail: AddressText.display(reading.tokens[first], in: bytes), related: related))
    }
  }
}
