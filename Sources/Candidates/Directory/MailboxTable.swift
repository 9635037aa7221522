/// Finds the row of a mailbox by the hash of its address: many small tables, so that none takes long to grow.
struct MailboxTable {
  /// Each slot: the upper half is half the hash, the lower half the row's number plus 1; 0 is empty.
  private var shards: [[UInt64]] = Array(repeating: [], count: 256)
  private var counts: [Int] = Array(repeating: 0, count: 256)
  /// How far is looked for a free slot: hashes that collide on purpose must not cost more than that.
  private static let reach = 32

  /// A hash of bytes: FNV-1a, its halves mixed.
  static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    hash = (hash ^ (hash >> 32)) &* 0x9e37_79b9_7f4a_7c15
    return hash ^ (hash >> 29)
  }

  /// The row with this hash that `isSame` agrees to.
  func row(_ hash: UInt64, where isSame: (UInt32) -> Bool) -> UInt32? {
    let shard = shards[Int(hash & 255)]
    guard !shard.isEmpty else { return nil }
    let tag = hash >> 32
    for step in 0..<MailboxTable.reach {
      let slot = shard[(Int(tag) &+ step) & (shard.count - 1)]
      if slot == 0 { return nil }
      let row = UInt32(truncatingIfNeeded: slot) &- 1
      if slot >> 32 == tag, isSame(row) { return row }
    }
    return nil
  }

  /// Notes a row under a hash; false if it cannot be found again, for the hashes around it are all taken.
  @discardableResult
  mutating func insert(_ hash: UInt64, row: UInt32) -> Bool {
    let number = Int(hash & 255)
    if counts[number] * 4 >= shards[number].count * 3 { grow(number) }
    guard place((hash >> 32) << 32 | UInt64(row + 1), in: number) else { return false }
    counts[number] += 1
    return true
  }

  /// Notes that a mailbox is now found at another row.
  mutating func replace(_ hash: UInt64, row: UInt32, with other: UInt32) {
    let number = Int(hash & 255)
    let tag = hash >> 32
    guard !shards[number].isEmpty else { return }
    for step in 0..<MailboxTable.reach {
      let index = (Int(tag) &+ step) & (shards[number].count - 1)
      if shards[number][index] == tag << 32 | UInt64(row + 1) {
        shards[number][index] = tag << 32 | UInt64(other + 1)
        return
      }
    }
  }

  /// All rows, each with the upper half of its hash.
  var entries: [(hash: UInt64, row: UInt32)] {
    shards.flatMap { shard in
      shard.filter { $0 != 0 }.map { ($0 >> 32, UInt32(truncatingIfNeeded: $0) &- 1) }
    }
  }

  private mutating func place(_ slot: UInt64, in number: Int) -> Bool {
    for step in 0..<MailboxTable.reach {
      let index = (Int(slot >> 32) &+ step) & (shards[number].count - 1)
      if shards[number][index] == 0 {
        shards[number][index] = slot
        return true
      }
    }
    return false
  }

  private mutating func grow(_ number: Int) {
    let old = shards[number]
    shards[number] = Array(repeating: 0, count: max(old.count * 2, 8))
    for slot in old where slot != 0 { _ = place(slot, in: number) }
  }
}
