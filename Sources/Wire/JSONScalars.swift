/// Numbers and strings, the parts of a JSON text without parts of their own.
extension JSONParser {
  private var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(here) }

  /// The number here: RFC 8259, section 6.
  mutating func number() throws(JSONFault) -> JSON {
    let start = at
    let isNegative = here == UInt8(ascii: "-")
    if isNegative { at += 1 }
    var total: Int? = 0
    if here == UInt8(ascii: "0") {
      at += 1
      if isDigit { throw fault("a number does not start with 0") }
      // Minus zero is not an `Int`.
      if isNegative { total = nil }
    } else {
      if !isDigit { throw fault("expected a digit") }
      while isDigit {
        if let sum = total { total = Self.shifted(sum, Int(here & 0x0F), isNegative) }
        at += 1
      }
    }
    if here == UInt8(ascii: ".") {
      at += 1
      total = nil
      try digits()
    }
    if here | 0x20 == UInt8(ascii: "e") {
      at += 1
      total = nil
      if here == UInt8(ascii: "+") || here == UInt8(ascii: "-") { at += 1 }
      try digits()
    }
    if let total { return .integer(total) }
    return .number(String(decoding: bytes[start..<at], as: UTF8.self))
  }

  /// Ten times the sum and a digit more, counted downwards for negative numbers; nil when that does not fit.
  private static func shifted(_ sum: Int, _ digit: Int, _ isNegative: Bool) -> Int? {
    let (tens, isTensOver) = sum.multipliedReportingOverflow(by: 10)
    let (result, isOver) =
      isNegative ? tens.subtractingReportingOverflow(digit) : tens.addingReportingOverflow(digit)
    return isTensOver || isOver ? nil : result
  }

  private mutating func digits() throws(JSONFault) {
    if !isDigit { throw fault("expected a digit") }
    while isDigit { at += 1 }
  }

  /// The string here, without its quotes and with its escapes decoded: RFC 8259, section 7.
  mutating func string() throws(JSONFault) -> String {
    let start = at + 1
    let end = plainEnd(from: start)
    guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else { return try string(from: start, plainTo: end) }
    at = end + 1
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// The string that starts at `start` and is not all plain; it is up to `plain`.
  private mutating func string(from start: Int, plainTo plain: Int) throws(JSONFault) -> String {
    var run = start
    at = plain
    // Filled only from the first escape on: without one the string is made in one go.
    var decoded: [UInt8] = []
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "\""):
        at += 1
        if decoded.isEmpty { return String(decoding: bytes[run..<at - 1], as: UTF8.self) }
        decoded.append(contentsOf: bytes[run..<at - 1])
        return String(decoding: decoded, as: UTF8.self)
      case UInt8(ascii: "\\"):
        decoded.append(contentsOf: bytes[run..<at])
        try escape(into: &decoded)
        run = at
      case 0x00..<0x20: throw fault("a control character in a string")
      case 0x20..<0x80: at = plainEnd(from: at)
      default:
        let width = scalarWidth()
        if width == 0 { throw fault("not UTF-8") }
        at += width
      }
    }
    throw fault("")
  }

  /// The end of what stands for itself in a string: ASCII but for quotes, backslashes and control characters.
  @inline(__always)
  private func plainEnd(from start: Int) -> Int {
    let span = bytes.span
    var place = start
    while place < span.count {
      let byte = span[place]
      if byte < 0x20 || byte >= 0x80 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
      place += 1
    }
    return place
  }

  /// How many bytes the character here has, 0 where it is ill-formed (Unicode 16, table 3-7).
  private func scalarWidth() -> Int {
    let first = bytes[at]
    let width: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch first {
    case 0xC2...0xDF: width = 2
    case 0xE0: (width, second) = (3, 0xA0...0xBF)
    case 0xED: (width, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: width = 3
    case 0xF0: (width, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: width = 4
    case 0xF4: (width, second) = (4, 0x80...0x8F)
    default: return 0
    }
    if at + width > bytes.count || !second.contains(bytes[at + 1]) { return 0 }
    for place in at + 2..<max(at + 2, at + width) where bytes[place] & 0xC0 != 0x80 { return 0 }
    return width
  }

  private mutating func escape(into decoded: inout [UInt8]) throws(JSONFault) {
    let start = at
    at += 1
    let byte = here
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): decoded.append(byte)
    case UInt8(ascii: "b"): decoded.append(0x08)
    case UInt8(ascii: "f"): decoded.append(0x0C)
    case UInt8(ascii: "n"): decoded.append(0x0A)
    case UInt8(ascii: "r"): decoded.append(0x0D)
    case UInt8(ascii: "t"): decoded.append(0x09)
    case UInt8(ascii: "u"):
      at = start
      decoded.append(contentsOf: String(try escapedScalar()).utf8)
      return
    default: throw fault("no such escape")
    }
    at += 1
  }

  /// The character of one `\uXXXX`, or of two that are a surrogate pair; U+FFFD for half a pair.
  private mutating func escapedScalar() throws(JSONFault) -> Unicode.Scalar {
    let first = try hexadecimal()
    if let scalar = Unicode.Scalar(first) { return scalar }
    let next = at
    if first < 0xDC00, here == UInt8(ascii: "\\"), next + 1 < bytes.count, bytes[next + 1] == UInt8(ascii: "u") {
      let second = try hexadecimal()
      if (0xDC00..<0xE000).contains(second),
        let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
      {
        return scalar
      }
      // Not the other half: it is read again for itself.
      at = next
    }
    return "\u{FFFD}"
  }

  /// The number of a `\uXXXX`, read from its backslash on.
  private mutating func hexadecimal() throws(JSONFault) -> UInt32 {
    at += 2
    var number: UInt32 = 0
    for _ in 0..<4 {
      let digit: UInt8
      switch here {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = here - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = here - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = here - UInt8(ascii: "A") + 10
      default: throw fault("expected four hexadecimal digits")
      }
      number = number << 4 | UInt32(digit)
      at += 1
    }
    return number
  }
}
