/// A line of a muttrc, joined over `\` at its physical line ends, and cut into words as mutt does it.
///
/// Nothing is executed or expanded here: `` `date` `` and `$name` stay as they are written.
struct MuttrcLine {
  /// The bytes without the joins.
  let text: [UInt8]
  /// Where parts of `text` stand in the file: place in `text`, place in the file.
  private let origins: Origins
  /// Where the next word is looked for.
  private(set) var place = 0

  /// A word with its quotes and backslashes undone, and where it stands in `text`.
  struct Word {
    var bytes: [UInt8]
    var range: Range<Int>
    /// Whether part of it stood in single quotes, where `$name` means nothing.
    var isLiteral = false

    var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  /// The next joined line of a file, or nil at its end.
  init?(_ lines: inout Lines, in bytes: [UInt8]) {
    guard let line = lines.next() else { return nil }
    var text = Array(bytes[line])
    var origins = Origins(line.lowerBound)
    while text.last == UInt8(ascii: "\\") {
      text.removeLast()
      guard let next = lines.next() else { break }
      origins.append(text.count, next.lowerBound)
      text += bytes[next]
    }
    self.text = text
    self.origins = origins
  }

  /// The place in the file of a place in `text`.
  func origin(of place: Int) -> Int {
    origins.file(place)
  }

  /// The bytes of the file behind a range of `text`.
  func origin(of range: Range<Int>) -> Range<Int> {
    guard let last = range.last else { return origin(of: range.lowerBound)..<origin(of: range.lowerBound) }
    return origin(of: range.lowerBound)..<origin(of: last) + 1
  }

  /// The next word of this command; nil at its `;`, at a `#` and at the end of the line.
  ///
  /// Where `isSetting` says so, `=` ends a word as well, as behind `set`.
  mutating func word(isSetting: Bool = false) -> Word? {
    while place < text.count, isBlank(text[place]) { place += 1 }
    let start = place
    var bytes: [UInt8] = []
    var quote: UInt8?
    var isLiteral = false
    while place < text.count {
      let byte = text[place]
      if quote == nil {
        if isBlank(byte) || byte == UInt8(ascii: "#") || byte == UInt8(ascii: ";") { break }
        if isSetting, byte == UInt8(ascii: "=") { break }
      }
      place += 1
      if byte == quote {
        quote = nil
      } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
        isLiteral = isLiteral || byte == UInt8(ascii: "'")
      } else if byte == UInt8(ascii: "\\"), quote != UInt8(ascii: "'") {
        if place < text.count { bytes.append(MuttrcLine.unescaped(text, &place)) }
      } else if byte == UInt8(ascii: "`"), quote != UInt8(ascii: "'") {
        let end = text[place...].firstIndex(of: byte) ?? text.count - 1
        bytes += text[place - 1...max(end, place - 1)]
        place = max(end + 1, place)
      } else {
        bytes.append(byte)
      }
    }
    return place == start ? nil : Word(bytes: bytes, range: start..<place, isLiteral: isLiteral)
  }

  /// Steps over one byte if it is the next behind blanks.
  mutating func take(_ byte: UInt8) -> Bool {
    while place < text.count, isBlank(text[place]) { place += 1 }
    guard place < text.count, text[place] == byte else { return false }
    place += 1
    return true
  }

  /// The line with nothing left to read.
  var ended: MuttrcLine {
    var line = self
    line.place = text.count
    return line
  }

  /// Steps to the next command of the line, behind a `;`; false if there is none.
  mutating func nextCommand() -> Bool {
    while word() != nil {}
    return take(UInt8(ascii: ";"))
  }

  /// What stands behind a backslash at `place`, which is moved over it: `\n`, `\t`, `\"`, octal `\101`.
  static func unescaped(_ text: [UInt8], _ place: inout Int) -> UInt8 {
    let byte = text[place]
    place += 1
    switch byte {
    case UInt8(ascii: "n"): return 10
    case UInt8(ascii: "r"): return 13
    case UInt8(ascii: "t"): return 9
    case UInt8(ascii: "f"): return 12
    case UInt8(ascii: "e"): return 27
    case UInt8(ascii: "0")...UInt8(ascii: "3"):
      let digits = text[(place - 1)...].prefix(3)
      guard digits.count == 3, digits.allSatisfy({ (48..<56).contains($0) }) else { return byte }
      place += 2
      return digits.reduce(0) { $0 << 3 | ($1 - 48) }
    default: return byte
    }
  }
}
