/// Keys that were seen before; ten thousand of them cost no string.
///
/// The hash is the standard library's, seeded anew in each process, so that no list can be made to be slow; it decides
/// where a key is looked for and never the order of anything.
struct Duplicates {
  private let bytes: [UInt8]
  /// The keys that are not bytes of the value in lower case, one after the other.
  private var folded: [UInt8] = []
  private var keys: [Key] = []
  private var slots: [Int32]

  private struct Key {
    var start: Int
    var end: Int
    var isFolded: Bool
    var owner: Int
  }

  /// Prepares for a number of keys of a value.
  init(_ bytes: [UInt8], count: Int) {
    self.bytes = bytes
    var size = 16
    while size < count * 2 { size *= 2 }
    slots = Array(repeating: -1, count: size)
    keys.reserveCapacity(count)
  }

  /// Remembers a range of the value, in lower case, as the key of an owner.
  ///
  /// - Returns: who has the same one already, and the key's hash.
  mutating func insert(plain range: Range<Int>, owner: Int) -> (first: Int?, hash: Int) {
    let hash = Self.hash(bytes, range)
    return (insert(Key(start: range.lowerBound, end: range.upperBound, isFolded: false, owner: owner), hash), hash)
  }

  /// Remembers a folded key for an owner.
  ///
  /// - Returns: who has the same one already, and the key's hash.
  mutating func insert(folded key: some Sequence<UInt8>, owner: Int) -> (first: Int?, hash: Int) {
    let start = folded.count
    folded.append(contentsOf: key)
    let hash = Self.hash(folded, start..<folded.count)
    let first = insert(Key(start: start, end: folded.count, isFolded: true, owner: owner), hash)
    if first != nil { folded.removeLast(folded.count - start) }
    return (first, hash)
  }

  private mutating func insert(_ key: Key, _ hash: Int) -> Int? {
    let mask = slots.count - 1
    var slot = hash & mask
    while slots[slot] >= 0 {
      let other = keys[Int(slots[slot])]
      if isSame(other, key) { return other.owner }
      slot = (slot + 1) & mask
    }
    slots[slot] = Int32(truncatingIfNeeded: keys.count)
    keys.append(key)
    return nil
  }

  fileprivate static func hash(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
    var hasher = Hasher()
    var (word, filled) = (UInt64(0), 0)
    for i in range {
      word = word << 8 | UInt64(Byte.lowered(bytes[i]))
      filled += 1
      if filled == 8 {
        hasher.combine(word)
        (word, filled) = (0, 0)
      }
    }
    hasher.combine(word)
    return hasher.finalize()
  }

  private func isSame(_ one: Key, _ other: Key) -> Bool {
    guard one.end - one.start == other.end - other.start else { return false }
    for i in 0..<one.end - one.start where byte(one, i) != byte(other, i) { return false }
    return true
  }

  private func byte(_ key: Key, _ offset: Int) -> UInt8 {
    key.isFolded ? folded[key.start + offset] : Byte.lowered(bytes[key.start + offset])
  }
}

extension Reading {
  /// The hash that a token of this key has in `keyHashes`.
  package static func hash(ofKey key: String) -> Int {
    let bytes = Array(key.utf8)
    return Duplicates.hash(bytes, bytes.indices)
  }

  /// Makes the hashes of keys as readers of lists do, for tokens that were read in another way.
  mutating func hashKeys(_ key: (Token) -> String?) {
    keyHashes = tokens.map { token in
      key(token).map(Self.hash)
    }
  }
}

extension AddressReader {
  /// Marks every token whose address stands before it already (R20).
  mutating func markDuplicates() {
    reading.keyHashes.reserveCapacity(reading.tokens.count)
    var seen = Duplicates(bytes, count: reading.tokens.count)
    for index in reading.tokens.indices {
      let (first, hash): (Int?, Int)
      switch keySources[index] {
      case .lowered(let content): (first, hash) = seen.insert(plain: content, owner: index)
      case .folded(let content): (first, hash) = seen.insert(folded: Folding.folded(bytes, in: content), owner: index)
      case .value:
        guard let key = AddressText.key(reading.tokens[index], in: bytes) else {
          reading.keyHashes.append(nil)
          continue
        }
        (first, hash) = seen.insert(folded: key.utf8, owner: index)
      }
      reading.keyHashes.append(hash)
      if let first { reading.faults.append(Self.duplicate(index, of: first, in: reading, of: bytes)) }
    }
  }

  /// What `markDuplicates` finds in a reading that has the hashes already.
  static func duplicates(in reading: Reading, of bytes: [UInt8]) -> [Fault] {
    var faults: [Fault] = []
    var size = 16
    while size < reading.tokens.count * 2 { size *= 2 }
    var slots = [Int32](repeating: -1, count: size)
    for (index, hash) in reading.keyHashes.enumerated() {
      guard let hash else { continue }
      var slot = hash & (size - 1)
      while slots[slot] >= 0, !isSame(Int(slots[slot]), index, in: reading, of: bytes) {
        slot = (slot + 1) & (size - 1)
      }
      if slots[slot] >= 0 {
        faults.append(duplicate(index, of: Int(slots[slot]), in: reading, of: bytes))
      } else {
        slots[slot] = Int32(truncatingIfNeeded: index)
      }
    }
    return faults
  }

  private static func isSame(_ one: Int, _ other: Int, in reading: Reading, of bytes: [UInt8]) -> Bool {
    reading.keyHashes[one] == reading.keyHashes[other]
      && AddressText.key(reading.tokens[one], in: bytes) == AddressText.key(reading.tokens[other], in: bytes)
  }

  private static func duplicate(_ index: Int, of first: Int, in reading: Reading, of bytes: [UInt8]) -> Fault {
    let related = reading.tokens[first]
    return Fault(
      .duplicate, reading.tokens[index].range, detail: AddressText.display(related, in: bytes), related: related.range)
  }
}

/// How the key of a token comes about, from the cheapest way to the dearest.
enum KeySource {
  /// Its content in lower case.
  case lowered(Range<Int>)
  /// Its content, folded.
  case folded(Range<Int>)
  /// By its value.
  case value
}
