/// What the user has said of people, by the hashes of their addresses.
struct Wishes: Sendable {
  /// Those whom he wants to see first.
  private(set) var pinned: Set<UInt64> = []
  /// Those whom he never wants to see.
  private(set) var never: Set<UInt64> = []
  /// Up to which day uses do not count, as `Day` numbers it.
  private(set) var forgotten: [UInt64: UInt32] = [:]

  /// The keys of those pinned whose address needs more than lower case to be compared.
  private(set) var unusual: Set<String> = []

  /// The hash by which an address is known, in any spelling.
  static func hash(_ address: ArraySlice<UInt8>) -> UInt64 {
    guard Address.isSpecial(address) else { return MailboxTable.hash(Generation.plainKey(address)) }
    return MailboxTable.hash(Array(Address.key(String(decoding: address, as: UTF8.self)).utf8))
  }

  /// Takes a line; what is said later counts, and who is forgotten is pinned all the same.
  mutating func take(_ kind: StreamLine, _ address: ArraySlice<UInt8>, _ day: UInt32) {
    let hash = Wishes.hash(address)
    guard kind != .forgotten else { return forgotten[hash] = day }
    if Address.isSpecial(address) {
      let key = Address.key(String(decoding: address, as: UTF8.self))
      if kind == .pinned { unusual.insert(key) } else { unusual.remove(key) }
    }
    pinned.remove(hash)
    never.remove(hash)
    if kind == .pinned { pinned.insert(hash) }
    if kind == .never { never.insert(hash) }
    if kind == .plain { forgotten[hash] = nil }
  }
}

extension Generation {
  /// The hashes of those whom the user wants to see first.
  var pinned: Set<UInt64> { wishes.pinned }
  /// The hashes of those whom he never wants to see.
  var never: Set<UInt64> { wishes.never }
}
