/// Cuts a vCard file into content lines: bytes are unfolded before anything is decoded.
///
/// RFC 6350 section 3.2.
struct CardLines {
  /// What stands at one place of the file.
  enum Item {
    /// A property that somebody may ask for.
    case line(CardLine, range: Range<Int>)
    /// A line that is none.
    case bad(Range<Int>)
  }

  /// Whether a fold is only the line break, and the blank after it data, as in vCard 2.1.
  var keepsBlankOfFold = false
  private let bytes: [UInt8]
  private var lines: Lines
  /// Whether the last property was base 64: some writers go on at column 0.
  private var isInBinary = false

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    lines = Lines(bytes)
  }

  /// The next property of the names that matter, or the next line that cannot be read; nil at the end of the file.
  mutating func next() -> Item? {
    while let first = lines.next() {
      let content = trimmed(first, in: bytes)
      guard !content.isEmpty else {
        isInBinary = false
        continue
      }
      var colon = first.lowerBound
      while colon < first.upperBound, bytes[colon] != UInt8(ascii: ":") { colon += 1 }
      let hasColon = colon < first.upperBound
      if isInBinary, !hasColon, !bytes[first].contains(UInt8(ascii: ";")) { continue }
      isInBinary = false
      let isPrintable = hasColon && holds("QUOTED-PRINTABLE", in: first.lowerBound..<colon)
      if hasColon, !matters(first.lowerBound..<colon) {
        isInBinary = holds("ENCODING=B", in: first.lowerBound..<colon) || holds("BASE64", in: first.lowerBound..<colon)
        skip(from: first, isPrintable: isPrintable)
        continue
      }
      let (text, origins) = unfold(from: first, isPrintable: isPrintable)
      guard let line = CardLine(text: text, origins: origins) else { return .bad(content) }
      return .line(line, range: first)
    }
    return nil
  }

  /// Whether the property is one of those that are read; anything odd is looked at more closely.
  private func matters(_ header: Range<Int>) -> Bool {
    var start = header.lowerBound
    var end = start
    while end < header.upperBound, bytes[end] != UInt8(ascii: ";") {
      if bytes[end] == UInt8(ascii: ".") {
        start = end + 1
      } else if !CardLine.isNameByte(bytes[end]) {
        return true
      }
      end += 1
    }
    return start == end || CardLines.names.contains { $0.elementsEqual(bytes[start..<end].lazy.map(lowercased)) }
  }

  private static let names: [[UInt8]] = [
    "email", "fn", "n", "begin", "end", "version", "org", "nickname", "categories", "uid", "kind", "member", "note",
    "agent", "x-addressbookserver-kind", "x-addressbookserver-member", "x-phonetic-first-name", "x-phonetic-last-name",
    "sort-string",
  ].map { Array($0.utf8) }

  private func holds(_ word: String, in range: Range<Int>) -> Bool {
    let word = Array(word.utf8)
    guard range.count >= word.count else { return false }
    for start in range.lowerBound...range.upperBound - word.count where bytes[start] & 0xDF == word[0] {
      if word.indices.allSatisfy({ lowercased(bytes[start + $0]) == lowercased(word[$0]) }) { return true }
    }
    return false
  }

  /// Whether the line after `last` goes on with it.
  private func goesOn(after last: Range<Int>, isPrintable: Bool) -> Bool {
    if isPrintable, bytes[last].last == UInt8(ascii: "=") {
      return lines.peek != nil && !bytes[lines.place...].prefix(4).map(lowercased).elementsEqual("end:".utf8)
    }
    return lines.peek.map(isBlank) ?? false
  }

  private mutating func skip(from first: Range<Int>, isPrintable: Bool) {
    var last = first
    while goesOn(after: last, isPrintable: isPrintable), let next = lines.next() { last = next }
  }

  private mutating func unfold(
    from first: Range<Int>, isPrintable: Bool
  ) -> (text: [UInt8], origins: Origins) {
    var text = Array(bytes[first])
    var origins = Origins(first.lowerBound)
    var last = first
    while goesOn(after: last, isPrintable: isPrintable), let next = lines.next() {
      // A soft line break of quoted-printable is `=` at the end of the line; what follows is data from its first byte.
      let isSoft = isPrintable && bytes[last].last == UInt8(ascii: "=")
      if isSoft { text.removeLast() }
      let start = next.lowerBound + (isSoft || keepsBlankOfFold ? 0 : 1)
      origins.append(text.count, start)
      text += bytes[min(start, next.upperBound)..<next.upperBound]
      last = next
    }
    return (text, origins)
  }
}
