/// Folded text, wherever it is kept.
protocol FoldedBytes {
  /// The byte at a place; a place beyond the end is a mistake of the caller's.
  subscript(_ place: Int) -> UInt8 { get }
}

extension [UInt8]: FoldedBytes {}

/// The bytes of an index file, which lie in memory that is not ours: the only place where Candidates reads such.
///
/// Every place is held to the bounds; beyond them all bytes are 0.
package final class IndexBytes: FoldedBytes, Equatable, Sendable {
  private let address: UInt
  /// How many bytes there are.
  package let count: Int
  private let release: @Sendable (UInt, Int) -> Void

  /// Bytes at an address, which must stay as they are until they are released.
  ///
  /// - Parameters:
  ///   - address: Where they begin; with 0 there are none.
  ///   - count: How many there are.
  ///   - release: Is told address and count when nobody needs them any more.
  package init(address: UInt, count: Int, release: @escaping @Sendable (UInt, Int) -> Void) {
    self.address = address
    self.count = address == 0 ? 0 : max(count, 0)
    self.release = release
  }

  deinit {
    release(address, count)
  }

  /// Whether both are the same bytes at the same address.
  package static func == (left: IndexBytes, right: IndexBytes) -> Bool {
    left.address == right.address && left.count == right.count
  }

  private var start: UnsafeRawPointer? { unsafe UnsafeRawPointer(bitPattern: address) }

  @inline(__always)
  subscript(_ place: Int) -> UInt8 {
    guard place >= 0, place < count, let start = unsafe start else { return 0 }
    return unsafe start.load(fromByteOffset: place, as: UInt8.self)
  }

  /// The number of four bytes at a place, in the order of the machine.
  @inline(__always)
  func number32(_ place: Int) -> UInt32 {
    guard place >= 0, place <= count - 4, let start = unsafe start else { return 0 }
    return unsafe start.loadUnaligned(fromByteOffset: place, as: UInt32.self)
  }

  /// The number of eight bytes at a place, in the order of the machine.
  @inline(__always)
  func number64(_ place: Int) -> UInt64 {
    guard place >= 0, place <= count - 8, let start = unsafe start else { return 0 }
    return unsafe start.loadUnaligned(fromByteOffset: place, as: UInt64.self)
  }

  /// A copy of some bytes, as far as they are there.
  func copy(_ range: Range<Int>) -> [UInt8] {
    let range = range.clamped(to: 0..<count)
    guard !range.isEmpty, let start = unsafe start else { return [] }
    return unsafe Array(UnsafeRawBufferPointer(start: start + range.lowerBound, count: range.count))
  }

  /// A number that other bytes in a range would hardly have.
  func checksum(_ range: Range<Int>) -> UInt64 {
    let range = range.clamped(to: 0..<count)
    var sum = Checksum()
    var place = range.lowerBound
    while place + 8 <= range.upperBound {
      sum.add(number64(place))
      place += 8
    }
    if place < range.upperBound {
      var last: UInt64 = 0
      for byte in place..<range.upperBound { last = last << 8 | UInt64(self[byte]) }
      sum.add(last)
    }
    return sum.value(range.count)
  }
}

/// A sum over bytes, eight at a time, that differs when any bit does.
struct Checksum {
  private var sum: UInt64 = 0xcbf2_9ce4_8422_2325

  @inline(__always)
  mutating func add(_ word: UInt64) {
    // Each step can be undone, so that two texts of one difference never meet again by a later equal one.
    sum = (sum ^ word) &* 0x9e37_79b9_7f4a_7c15
    sum ^= sum >> 29
  }

  func value(_ count: Int) -> UInt64 {
    var last = self
    last.add(UInt64(count))
    return last.sum
  }
}

extension IndexBytes {
  /// A number that other bytes would hardly have.
  package static func checksum(of bytes: [UInt8]) -> UInt64 { checksum(of: bytes, bytes.indices) }

  /// The same number of some bytes of an array.
  static func checksum(of bytes: [UInt8], _ range: Range<Int>) -> UInt64 {
    unsafe bytes.withUnsafeBytes { buffer in
      let address = UInt(bitPattern: buffer.baseAddress)
      return IndexBytes(address: address, count: buffer.count) { _, _ in }.checksum(range)
    }
  }

  /// The bytes of an array, kept as long as they are needed.
  static func holding(_ bytes: [UInt8]) -> IndexBytes {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: 16)
    unsafe memory.copyBytes(from: bytes)
    return IndexBytes(address: UInt(bitPattern: memory.baseAddress), count: bytes.count) { address, _ in
      unsafe UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
    }
  }
}
