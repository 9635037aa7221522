/// Turns bytes of a charset that mail names into text.
enum Charset {
  /// The text of bytes in a charset.
  ///
  /// - Parameters:
  ///   - bytes: the bytes.
  ///   - name: the charset in lower case, by its IANA name or one that mail programs write.
  /// - Returns: the text; nil if the charset is unknown or the bytes are not of it.
  static func decode(_ bytes: [UInt8], _ name: String) -> String? {
    switch name {
    case "utf-8", "utf8": return String(validating: bytes, as: UTF8.self)
    case "us-ascii", "ascii", "ansi_x3.4-1968", "iso646-us", "us":
      return bytes.allSatisfy { $0 < 0x80 } ? String(decoding: bytes, as: UTF8.self) : nil
    // As on the web, the C1 controls of Latin-1 are read as what was meant: the letters and quotes of windows-1252.
    case "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "l1", "windows-1252", "cp1252", "x-cp1252":
      return text(bytes) { windows1252[Int($0) - 0x80] }
    case "iso-8859-15", "iso8859-15", "iso_8859-15", "latin9", "latin-9":
      return text(bytes) { latin9($0) }
    default: return foreign(name).flatMap { Iconv.decode(bytes, from: $0) }
    }
  }

  /// The text of bytes in a charset of one byte a character whose lower half is ASCII.
  private static func text(_ bytes: [UInt8], upper: (UInt8) -> UInt16) -> String {
    String(decoding: bytes.map { $0 < 0x80 ? UInt16($0) : upper($0) }, as: UTF16.self)
  }

  /// What iconv calls a charset that it may be asked for; nil for any other name.
  ///
  /// The list is closed: a name from a mail is never given to iconv, whose rarer converters have crashed and hung.
  private static func foreign(_ name: String) -> String? {
    switch name {
    case "iso-8859-2", "iso-8859-3", "iso-8859-4", "iso-8859-5", "iso-8859-6", "iso-8859-7", "iso-8859-8",
      "iso-8859-9", "iso-8859-10", "iso-8859-11", "iso-8859-13", "iso-8859-14", "iso-8859-16", "koi8-r", "koi8-u",
      "gbk", "gb18030", "big5", "big5-hkscs", "euc-jp", "euc-kr", "iso-2022-jp", "tis-620", "macintosh":
      name.uppercased()
    case "latin2": "ISO-8859-2"
    case "latin5": "ISO-8859-9"
    case "iso-8859-8-i", "iso-8859-8-e": "ISO-8859-8"
    case "windows-1250", "windows-1251", "windows-1253", "windows-1254", "windows-1255", "windows-1256",
      "windows-1257", "windows-1258":
      "CP" + name.dropFirst(8)
    case "cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "cp1258", "cp437", "cp850", "cp866":
      name.uppercased()
    case "windows-874": "CP874"
    case "ibm437", "ibm850", "ibm866": "CP" + name.dropFirst(3)
    // The older names of these mean the newer supersets in practice.
    case "gb2312", "gb_2312-80", "euc-cn", "x-gbk", "cp936": "GBK"
    case "shift_jis", "shift-jis", "sjis", "x-sjis", "windows-31j", "cp932": "CP932"
    case "ks_c_5601-1987", "ksc5601", "cp949": "CP949"
    case "utf-16", "utf-16be", "utf-16le", "utf-32", "utf-32be", "utf-32le": name.uppercased()
    default: nil
    }
  }

  private static func latin9(_ byte: UInt8) -> UInt16 {
    switch byte {
    case 0xa4: 0x20ac
    case 0xa6: 0x0160
    case 0xa8: 0x0161
    case 0xb4: 0x017d
    case 0xb8: 0x017e
    case 0xbc: 0x0152
    case 0xbd: 0x0153
    case 0xbe: 0x0178
    default: UInt16(byte)
    }
  }

  /// The upper half of windows-1252; U+FFFD where it has no character.
  ///
  /// Source: https://encoding.spec.whatwg.org/index-windows-1252.txt, without its C1 controls.
  private static let windows1252: [UInt16] =
    [
      0x20ac, 0xfffd, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0xfffd,
      0x017d, 0xfffd, 0xfffd, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a,
      0x0153, 0xfffd, 0x017e, 0x0178,
    ] + Array(0xa0...0xff)
}
