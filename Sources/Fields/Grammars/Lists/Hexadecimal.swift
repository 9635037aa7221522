/// Escapes with digits, `\u00e9` and `\U0001F535`, as YAML, TOML and JSON have them.
enum Hexadecimal {
  /// The character that `u`, `U` or `x` and digits at an offset mean, and how many bytes they have; nil for none.
  static func scalar(
    _ bytes: [UInt8], at offset: Int, _ limit: Int, allowsX: Bool
  ) -> (scalar: Unicode.Scalar, length: Int)? {
    guard offset < limit else { return nil }
    let count: Int
    switch bytes[offset] {
    case UInt8(ascii: "u"): count = 4
    case UInt8(ascii: "U"): count = 8
    case UInt8(ascii: "x") where allowsX: count = 2
    default: return nil
    }
    guard offset + count < limit, let number = number(bytes, offset + 1..<offset + 1 + count) else { return nil }
    return Unicode.Scalar(number).map { ($0, count + 1) }
  }

  /// The number that digits mean; nil if one is no digit.
  static func number(_ bytes: [UInt8], _ range: Range<Int>) -> UInt32? {
    var number: UInt32 = 0
    for i in range {
      switch bytes[i] {
      case 0x30...0x39: number = number << 4 | UInt32(bytes[i] - 0x30)
      case 0x41...0x46, 0x61...0x66: number = number << 4 | UInt32(Byte.lowered(bytes[i]) - 0x61 + 10)
      default: return nil
      }
    }
    return number
  }

  /// A text in double quotes, with escapes for whatever cannot be seen.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x22, 0x5c:
        result += "\\"
        result.unicodeScalars.append(scalar)
      case 0x09: result += "\\t"
      case 0x0a: result += "\\n"
      case 0x0d: result += "\\r"
      case 0..<0x20, 0x7f..<0xa0, 0x2028, 0x2029, 0xfffe, 0xffff: result += "\\u" + padded(scalar.value, 4)
      default:
        if Characters.isInvisible(scalar) {
          result += "\\u" + padded(scalar.value, 4)
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }

  private static func padded(_ number: UInt32, _ width: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
