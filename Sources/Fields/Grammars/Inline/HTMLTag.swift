/// Knows where a tag of HTML or an address in angle brackets ends (CommonMark 0.31, sections 6.5 and 6.6).
enum HTMLTag: Equatable {
  /// It ends before this offset.
  case ended(Int)
  /// The text ended before it did.
  case open
  /// It is none.
  case none

  /// Reads what begins with the angle bracket at a place.
  static func read(_ bytes: [UInt8], _ start: Int, _ limit: Int) -> HTMLTag {
    var i = start + 1
    while i < limit, bytes[i] > Byte.space, bytes[i] != Byte.less, bytes[i] != Byte.greater { i += 1 }
    // Without blanks nothing in it could be taken for a tag of the note.
    if i < limit, bytes[i] == Byte.greater { return .ended(i + 1) }
    i = start + 1
    let isClosing = i < limit && bytes[i] == UInt8(ascii: "/")
    if isClosing { i += 1 }
    guard i < limit, isLetter(bytes[i]) else { return .none }
    while i < limit, Byte.isAlphanumeric(bytes[i]) || bytes[i] == Byte.hyphen { i += 1 }
    while true {
      let word = i
      while i < limit, MailText.isSpace(bytes[i]) { i += 1 }
      guard i < limit else { return .open }
      if bytes[i] == Byte.greater { return .ended(i + 1) }
      if isClosing { return .none }
      if bytes[i] == UInt8(ascii: "/") {
        guard i + 1 < limit else { return .open }
        return bytes[i + 1] == Byte.greater ? .ended(i + 2) : .none
      }
      guard i > word, isLetter(bytes[i]) || bytes[i] == Byte.colon || bytes[i] == UInt8(ascii: "_") else {
        return .none
      }
      while i < limit, Byte.isAlphanumeric(bytes[i]) || "_.:-".utf8.contains(bytes[i]) { i += 1 }
      var sign = i
      while sign < limit, MailText.isSpace(bytes[sign]) { sign += 1 }
      guard sign < limit, bytes[sign] == Byte.equals else { continue }
      i = sign + 1
      while i < limit, MailText.isSpace(bytes[i]) { i += 1 }
      guard i < limit else { return .open }
      if bytes[i] == Byte.quote || bytes[i] == UInt8(ascii: "'") {
        guard let close = bytes[i + 1..<limit].firstIndex(of: bytes[i]) else { return .open }
        i = close + 1
      } else {
        let value = i
        while i < limit, !MailText.isSpace(bytes[i]), !"\"'=<>`".utf8.contains(bytes[i]) { i += 1 }
        if i == value { return .none }
      }
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(Byte.lowered(byte)) }
}
