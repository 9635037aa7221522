/// How bytes are written as ASCII: RFC 2045 section 6, RFC 2047 section 4.
enum TransferEncoding {
  /// What a hexadecimal digit of either case stands for.
  static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  /// The bytes behind `=C3=A9`, or behind `%C3%A9` with another mark; what is no escape stays as it is.
  static func escaped(_ text: some Sequence<UInt8>, mark: UInt8 = UInt8(ascii: "=")) -> [UInt8] {
    let bytes = Array(text)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == mark, index + 2 < bytes.count, let high = digit(bytes[index + 1]),
        let low = digit(bytes[index + 2])
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }

  /// The bytes behind base 64 (RFC 4648), blanks skipped, or nil if other characters stand in it.
  static func base64(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    var held: UInt32 = 0
    var bits = 0
    var isOver = false
    for byte in text {
      let value: UInt8
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - UInt8(ascii: "A")
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a") + 26
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0") + 52
      case UInt8(ascii: "+"): value = 62
      case UInt8(ascii: "/"): value = 63
      case UInt8(ascii: "="):
        isOver = true
        continue
      case UInt8(ascii: " "), 9, 10, 13: continue
      default: return nil
      }
      guard !isOver else { return nil }
      held = held << 6 | UInt32(value)
      bits += 6
      if bits >= 8 {
        bits -= 8
        result.append(UInt8(truncatingIfNeeded: held >> UInt32(bits)))
      }
    }
    return bits < 6 ? result : nil
  }
}
