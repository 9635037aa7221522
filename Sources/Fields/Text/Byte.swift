/// The bytes that mean something in mail syntax.
package enum Byte {
  /// HTAB.
  package static let tab = UInt8(ascii: "\t")
  /// LF.
  package static let lineFeed = UInt8(ascii: "\n")
  /// CR.
  package static let carriageReturn = UInt8(ascii: "\r")
  /// SP.
  package static let space = UInt8(ascii: " ")
  static let quote = UInt8(ascii: "\"")
  static let openParenthesis = UInt8(ascii: "(")
  static let closeParenthesis = UInt8(ascii: ")")
  package static let comma = UInt8(ascii: ",")
  static let dot = UInt8(ascii: ".")
  static let colon = UInt8(ascii: ":")
  static let semicolon = UInt8(ascii: ";")
  package static let less = UInt8(ascii: "<")
  static let equals = UInt8(ascii: "=")
  static let greater = UInt8(ascii: ">")
  static let question = UInt8(ascii: "?")
  static let at = UInt8(ascii: "@")
  static let openBracket = UInt8(ascii: "[")
  static let backslash = UInt8(ascii: "\\")
  static let closeBracket = UInt8(ascii: "]")
  static let hyphen = UInt8(ascii: "-")
  static let percent = UInt8(ascii: "%")
  static let delete: UInt8 = 0x7f

  /// Whether a byte is a blank within a line: WSP of RFC 5322, SP or HTAB.
  package static func isBlank(_ byte: UInt8) -> Bool {
    byte == space || byte == tab
  }

  /// Whether a byte is a blank or belongs to a line end.
  package static func isWhite(_ byte: UInt8) -> Bool {
    isBlank(byte) || byte == lineFeed || byte == carriageReturn
  }

  /// Whether a byte can stand in an atom: atext of RFC 5322 and 6532, and control characters, which are faults anyway.
  @inline(__always)
  static func isAtom(_ byte: UInt8) -> Bool {
    if byte >= 0x80 { return true }
    // One bit a byte: white space, and the specials of RFC 5322 section 3.2.3.
    let specials: UInt64 = byte < 64 ? 0x5c00_5305_0000_2600 : 0x0000_0000_3800_0001
    return specials & (1 << UInt64(byte & 63)) == 0
  }

  /// A letter in lower case; any other byte as it is.
  static func lowered(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte
  }

  /// Whether a byte is an ASCII letter or digit.
  static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (byte >= 0x30 && byte <= 0x39) || (lowered(byte) >= 0x61 && lowered(byte) <= 0x7a)
  }
}
