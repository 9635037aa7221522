/// Which characters are faults wherever they stand, and how bytes become characters.
enum Characters {
  /// The character at an offset, and how many bytes it has; nil for bytes that are no UTF-8.
  ///
  /// Overlong forms, surrogates and values past U+10FFFF are no UTF-8 (RFC 3629).
  static func scalar(_ bytes: [UInt8], at offset: Int, before end: Int) -> (scalar: Unicode.Scalar, width: Int)? {
    let first = bytes[offset]
    if first < 0x80 { return (Unicode.Scalar(first), 1) }
    let width = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
    guard first >= 0xc2, first < 0xf5, offset + width <= end else { return nil }
    var value = UInt32(first) & (0x7f >> UInt32(width))
    for i in offset + 1..<offset + width {
      guard bytes[i] & 0xc0 == 0x80 else { return nil }
      value = value << 6 | UInt32(bytes[i] & 0x3f)
    }
    guard width == 2 || value >= (width == 3 ? 0x800 : 0x1_0000) else { return nil }
    return Unicode.Scalar(value).map { ($0, width) }
  }

  /// Whether a character cannot be seen and changes what is seen: zero width space, byte order mark, bidi controls.
  static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200b, 0xfeff, 0x202a...0x202e, 0x2066...0x2069: true
    default: false
    }
  }

  /// Whether a character cannot be seen in an address, though it has its use in names: joiners, marks of direction.
  static func isInvisibleInAddress(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200c...0x200f, 0x2060, 0x00ad: true
    default: isInvisible(scalar)
    }
  }

  /// Whether a character is a blank of another kind than SP and HTAB (White_Space of Unicode): U+00A0, U+2003, U+3000.
  static func isForeignBlank(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x85, 0xa0, 0x1680, 0x2000...0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000: true
    default: false
    }
  }

  /// Whether a byte is a control character: C0 and DEL, tabs and line ends too.
  static func isControl(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == Byte.delete
  }

  /// A character's number and name: `U+200B ZERO WIDTH SPACE`.
  static func name(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let number = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    let control = scalar.value < 0x20 ? controls[Int(scalar.value)] : scalar.value == 0x7f ? "DELETE" : nil
    guard let name = control ?? scalar.properties.name else { return number }
    return number + " " + name
  }

  /// What the characters below U+0020 are called; Unicode has aliases for them and no names (NameAliases.txt).
  private static let controls = [
    "NULL", "START OF HEADING", "START OF TEXT", "END OF TEXT", "END OF TRANSMISSION", "ENQUIRY", "ACKNOWLEDGE",
    "ALERT", "BACKSPACE", "CHARACTER TABULATION", "LINE FEED", "LINE TABULATION", "FORM FEED", "CARRIAGE RETURN",
    "SHIFT OUT", "SHIFT IN", "DATA LINK ESCAPE", "DEVICE CONTROL ONE", "DEVICE CONTROL TWO", "DEVICE CONTROL THREE",
    "DEVICE CONTROL FOUR", "NEGATIVE ACKNOWLEDGE", "SYNCHRONOUS IDLE", "END OF TRANSMISSION BLOCK", "CANCEL",
    "END OF MEDIUM", "SUBSTITUTE", "ESCAPE", "INFORMATION SEPARATOR FOUR", "INFORMATION SEPARATOR THREE",
    "INFORMATION SEPARATOR TWO", "INFORMATION SEPARATOR ONE",
  ]
}
