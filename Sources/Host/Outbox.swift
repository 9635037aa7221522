/// The messages that wait to be written, oldest first.
///
/// A message may carry a slot (a push for a document): while none of its bytes is written, a newer message of that slot
/// takes its place. The type writes nothing itself; it is asked for the next bytes and told how many were taken.
package struct Outbox {
  private struct Entry {
    var bytes: [UInt8]
    var slot: String?
  }

  private var entries: [Entry] = []
  /// Entries before this index are written.
  private var first = 0
  /// Bytes of the first entry that are written.
  private var written = 0
  /// How many entries have been dropped from the front of `entries`, so that `slots` can hold lasting numbers.
  private var dropped = 0
  private var slots: [String: Int] = [:]

  /// Bytes that are not written yet.
  package private(set) var count = 0

  /// No messages.
  package init() {}

  /// Whether everything has been written.
  package var isEmpty: Bool { count == 0 }

  /// Puts a message (header and body) at the end, or in the place of the older one of the same slot.
  package mutating func append(_ bytes: [UInt8], slot: String?) {
    count += bytes.count
    guard let slot else { return entries.append(Entry(bytes: bytes, slot: nil)) }
    if let number = slots[slot], number - dropped > first || written == 0 {
      count -= entries[number - dropped].bytes.count
      entries[number - dropped].bytes = bytes
    } else {
      slots[slot] = dropped + entries.count
      entries.append(Entry(bytes: bytes, slot: slot))
    }
  }

  /// The next bytes to write: the rest of one long message, or several short ones up to about `limit` bytes.
  package func next(_ limit: Int) -> ArraySlice<UInt8> {
    guard first < entries.count else { return [] }
    let head = entries[first].bytes
    if head.count - written >= limit || first + 1 == entries.count {
      return head[written..<min(head.count, written + limit)]
    }
    var joined = Array(head[written...])
    joined.reserveCapacity(limit)
    var place = first + 1
    while place < entries.count, joined.count < limit {
      joined.append(contentsOf: entries[place].bytes.prefix(limit - joined.count))
      place += 1
    }
    return joined[...]
  }

  /// Notes that the first `number` bytes have been taken.
  package mutating func advance(_ number: Int) {
    var rest = min(number, count)
    count -= rest
    while first < entries.count, rest >= entries[first].bytes.count - written {
      rest -= entries[first].bytes.count - written
      if let slot = entries[first].slot, slots[slot] == dropped + first { slots[slot] = nil }
      entries[first].bytes = []
      written = 0
      first += 1
    }
    written += rest
    if first == entries.count || first > 1024 { drop() }
  }

  /// Forgets everything.
  package mutating func clear() {
    self = Outbox()
  }

  private mutating func drop() {
    entries.removeFirst(first)
    dropped += first
    first = 0
  }
}
