/// What a first look over all bytes of a value finds: characters that are faults anywhere, and lines that are too long.
struct Survey {
  /// The offset of the last `@`; −1 if there is none.
  private(set) var lastAt = -1
  /// How many there are.
  private(set) var ats = 0
  /// Whether `=?` stands anywhere, as encoded words begin.
  private(set) var hasEncodedWord = false
  /// What is wrong whatever the structure.
  private(set) var faults: [Fault] = []
  /// Characters that are faults only within an address, in order.
  private(set) var addressFaults: [Fault] = []
  private var names: [UInt32: String] = [:]

  /// The octets that a line may hold, its end not counted (RFC 5322 section 2.1.1).
  static let lineLimit = 998

  private let hasLineLimit: Bool

  /// Looks over a value, of whose first line `column` octets stand before it.
  init(_ bytes: [UInt8], column: Int, hasLineLimit: Bool = true) {
    self.hasLineLimit = hasLineLimit
    var lineStart = -max(0, min(column, Self.lineLimit))
    var i = 0
    while i < bytes.count {
      let byte = bytes[i]
      if byte >= 0x20, byte < Byte.delete {
        if byte == Byte.at {
          lastAt = i
          ats += 1
        } else if byte == Byte.equals, i + 1 < bytes.count, bytes[i + 1] == Byte.question {
          hasEncodedWord = true
        }
        i += 1
      } else if byte >= 0x80 {
        i = foreign(bytes, at: i)
      } else {
        if byte == Byte.lineFeed {
          let end = i > 0 && bytes[i - 1] == Byte.carriageReturn ? i - 1 : i
          line(lineStart, end)
          lineStart = i + 1
        } else if byte != Byte.tab, byte != Byte.carriageReturn || i + 1 == bytes.count || bytes[i + 1] != Byte.lineFeed
        {
          faults.append(Fault(.controlChar, i..<i + 1, detail: name(Unicode.Scalar(byte))))
        }
        i += 1
      }
    }
    line(lineStart, bytes.count)
  }

  private mutating func line(_ start: Int, _ end: Int) {
    if hasLineLimit, let fault = Self.long(start, end) { faults.append(fault) }
  }

  private static func long(_ start: Int, _ end: Int) -> Fault? {
    guard end - start > lineLimit else { return nil }
    return Fault(.tooLong, start + lineLimit..<end, detail: lineDetail)
  }

  /// The detail of the fault of a line, which tells it from that of an address.
  static let lineDetail = "\(lineLimit) octets in a line"

  /// The lines that are too long, as a survey finds them, without looking at anything else.
  static func longLines(in bytes: [UInt8], column: Int) -> [Fault] {
    var faults: [Fault] = []
    var start = -max(0, min(column, lineLimit))
    var i = 0
    while let newline = bytes[i...].firstIndex(of: Byte.lineFeed) {
      let end = newline > 0 && bytes[newline - 1] == Byte.carriageReturn ? newline - 1 : newline
      if let fault = long(start, end) { faults.append(fault) }
      (start, i) = (newline + 1, newline + 1)
    }
    if let fault = long(start, bytes.count) { faults.append(fault) }
    return faults
  }

  /// Looks at a character beyond ASCII; returns the offset after it.
  private mutating func foreign(_ bytes: [UInt8], at start: Int) -> Int {
    if let (scalar, width) = Characters.scalar(bytes, at: start, before: bytes.count) {
      if scalar.value < 0x2000 && scalar.value != 0xad { return start + width }
      if Characters.isInvisible(scalar) {
        faults.append(Fault(.invisibleChar, start..<start + width, detail: name(scalar)))
      } else if Characters.isInvisibleInAddress(scalar) {
        addressFaults.append(Fault(.invisibleChar, start..<start + width, detail: name(scalar)))
      }
      return start + width
    }
    var i = start + 1
    while i < bytes.count, bytes[i] >= 0x80, Characters.scalar(bytes, at: i, before: bytes.count) == nil { i += 1 }
    faults.append(Fault(.invalidUTF8, start..<i))
    return i
  }

  private mutating func name(_ scalar: Unicode.Scalar) -> String {
    if let name = names[scalar.value] { return name }
    let name = Characters.name(scalar)
    names[scalar.value] = name
    return name
  }
}
