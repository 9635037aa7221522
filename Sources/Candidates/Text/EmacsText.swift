/// Text as Emacs writes it in its coding system iso-2022-7bit, the usual one of `ecompleterc`.
///
/// `ESC , A i ESC ( B` is é: a character set is called up, and its characters are written without their high bit. Emacs
/// 28, `lisp/international/mule-conf.el`; ECMA-35. What has no escape in it is UTF-8.
enum EmacsText {
  static let escape: UInt8 = 0x1B

  /// The text.
  ///
  /// - Parameters:
  ///   - bytes: Any bytes.
  ///   - mailboxes: Reads address lists, and with them encoded words: that is how it is asked what bytes of a character
  ///     set mean.
  /// - Returns: Nil if a character set is called up that is not known, so that no name is shown that is another one.
  static func decode(_ bytes: [UInt8], mailboxes: MailboxReader) -> String? {
    guard bytes.contains(escape) else { return String(decoding: bytes, as: UTF8.self) }
    var text = ""
    var charset = "us-ascii"
    var part: [UInt8] = []
    var index = 0
    func decoded() -> String? {
      if part.isEmpty { return "" }
      if charset == "us-ascii" { return String(decoding: part, as: UTF8.self) }
      let high = part.map { $0 > 32 ? $0 | 0x80 : $0 }
      let word = "=?\(charset)?Q?" + high.map { "=" + hexadecimal($0) }.joined() + "?= <a@x.example>"
      let name = PlainText.name(mailboxes(Array(word.utf8)).first?.name ?? "")
      return name.contains("=?") || name.contains("\u{FFFD}") ? nil : name
    }
    while index < bytes.count {
      guard bytes[index] == escape else {
        part.append(bytes[index])
        index += 1
        continue
      }
      guard let more = decoded(), let next = designation(bytes[(index + 1)...]) else { return nil }
      text += more
      part = []
      charset = next.charset
      index += 1 + next.length
    }
    guard let more = decoded() else { return nil }
    return text + more
  }

  /// The character set that is called up, by its name in mail, and how many bytes say so behind the escape.
  static func designation(_ bytes: ArraySlice<UInt8>) -> (charset: String, length: Int)? {
    for (sign, charset) in charsets where bytes.starts(with: sign.utf8) { return (charset, sign.utf8.count) }
    return nil
  }

  private static let charsets = [
    ("(B", "us-ascii"), ("(J", "us-ascii"), (",A", "iso-8859-1"), (",B", "iso-8859-2"), (",C", "iso-8859-3"),
    (",D", "iso-8859-4"), (",F", "iso-8859-7"), (",G", "iso-8859-6"), (",H", "iso-8859-8"), (",L", "iso-8859-5"),
    (",M", "iso-8859-9"), (",b", "iso-8859-15"), ("$A", "gb2312"), ("$B", "euc-jp"), ("$(C", "euc-kr"),
  ]

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count < 2 ? "0" + digits : digits
  }
}
