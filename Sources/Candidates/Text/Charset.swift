/// The character sets that are read without another program's help.
enum Charset: Equatable {
  case utf8, latin1, latin9

  /// The character set that goes by this name in mail and cards, in any case; nil if it is not one of ours.
  init?(name: some Sequence<UInt8>) {
    switch String(decoding: name.map(lowercased), as: UTF8.self) {
    case "utf-8", "utf8", "us-ascii", "ascii": self = .utf8
    // What is labelled Latin-1 is windows-1252 in practice (WHATWG Encoding Standard, section 4.2).
    case "iso-8859-1", "iso_8859-1", "latin1", "windows-1252", "cp1252": self = .latin1
    case "iso-8859-15", "iso_8859-15", "latin-9", "latin9": self = .latin9
    default: return nil
    }
  }

  /// The text, or nil if the bytes are not of this character set.
  func decode(_ bytes: [UInt8]) -> String? {
    switch self {
    case .utf8: String(validating: bytes, as: UTF8.self)
    case .latin1, .latin9:
      String(String.UnicodeScalarView(bytes.map { byte in Unicode.Scalar(scalar(of: byte)) ?? "\u{FFFD}" }))
    }
  }

  private func scalar(of byte: UInt8) -> UInt32 {
    if self == .latin9 {
      switch byte {
      case 0xA4: return 0x20AC
      case 0xA6: return 0x160
      case 0xA8: return 0x161
      case 0xB4: return 0x17D
      case 0xB8: return 0x17E
      case 0xBC: return 0x152
      case 0xBD: return 0x153
      case 0xBE: return 0x178
      default: return UInt32(byte)
      }
    }
    return (0x80..<0xA0).contains(byte) ? UInt32(Charset.windows[Int(byte - 0x80)]) : UInt32(byte)
  }

  /// What windows-1252 has from 80 to 9F, the unassigned ones as they are.
  private static let windows: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x2C6, 0x2030, 0x160, 0x2039, 0x152, 0x8D, 0x17D, 0x8F,
    0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x2DC, 0x2122, 0x161, 0x203A, 0x153, 0x9D, 0x17E, 0x178,
  ]
}
