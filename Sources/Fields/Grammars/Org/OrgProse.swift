/// Where an Org file holds text in which somebody can be mentioned (Org manual, "Literal Examples", "Comment Lines").
package enum OrgProse {
  /// Blocks whose contents are no text.
  private static let blocks = ["src", "example", "export", "comment"]

  /// Whether a place is in running text: not in a block of code, a comment, a keyword, or between `=` or `~`.
  ///
  /// - Parameters:
  ///   - offset: a byte of the text; the end counts as part of its line.
  ///   - text: the file. Lines are read from the first to the one of the offset.
  /// - Returns: false for a place in what Org takes as it stands.
  package static func isText(at offset: Int, in text: Text) -> Bool {
    let own = text.line(at: max(0, min(offset, text.count)))
    var open: String?
    for number in 0..<own {
      let line = text.lineRange(number)
      guard let name = blockName(text, line) else { continue }
      if let block = open {
        if name == "end_" + block { open = nil }
      } else if let block = blocks.first(where: { name == "begin_" + $0 }) {
        open = block
      }
    }
    guard open == nil else { return false }
    let range = text.lineRange(own)
    let bytes = text.bytes(range)
    guard let first = bytes.firstIndex(where: { !Byte.isBlank($0) }) else { return true }
    let isMark = bytes[first] == UInt8(ascii: "#") || bytes[first] == Byte.colon
    if isMark, first + 1 == bytes.count || !Byte.isAlphanumeric(bytes[first + 1]) { return false }
    return !isVerbatim(bytes, offset - range.lowerBound)
  }

  /// The lines of blocks whose contents are no text, each from the line that begins it to the one that ends it.
  ///
  /// A block that nothing ends, or in which another one of its name begins, is none: whoever types its first line must not
  /// lose the tags behind it.
  static func blocks(in text: Text) -> [ClosedRange<Int>] {
    var found: [ClosedRange<Int>] = []
    var open: (name: String, line: Int)?
    for number in 0..<text.lineCount {
      guard let name = blockName(text, text.lineRange(number)) else { continue }
      if let block = open, name == "end_" + block.name {
        found.append(block.line...number)
        open = nil
      } else if let block = blocks.first(where: { name == "begin_" + $0 }), open.map({ $0.name == block }) ?? true {
        open = (block, number)
      }
    }
    return found
  }

  /// What a line names behind `#+`, in lower case; nil for a line that is no keyword.
  private static func blockName(_ text: Text, _ line: Range<Int>) -> String? {
    var start = line.lowerBound
    while start < line.upperBound, Byte.isBlank(text[start]) { start += 1 }
    guard start + 1 < line.upperBound, text[start] == UInt8(ascii: "#"), text[start + 1] == UInt8(ascii: "+") else {
      return nil
    }
    // No name that is looked for is longer.
    let word = text.bytes(start + 2..<min(line.upperBound, start + 20)).prefix { $0 > Byte.space }
    return String(decoding: word, as: UTF8.self).lowercased()
  }

  /// Whether a place stands between two `=` or two `~` that Org reads as verbatim text.
  private static func isVerbatim(_ bytes: [UInt8], _ place: Int) -> Bool {
    var i = 0
    while i < min(place, bytes.count) {
      let mark = bytes[i]
      let opens =
        (mark == UInt8(ascii: "=") || mark == UInt8(ascii: "~"))
        && (i == 0 || Byte.isBlank(bytes[i - 1]) || "-('\"{".utf8.contains(bytes[i - 1]))
        && i + 1 < bytes.count && !Byte.isBlank(bytes[i + 1])
      guard opens, let end = closing(bytes, mark, from: i + 2) else {
        i += 1
        continue
      }
      if place <= end { return true }
      i = end + 1
    }
    return false
  }

  private static func closing(_ bytes: [UInt8], _ mark: UInt8, from start: Int) -> Int? {
    guard start < bytes.count else { return nil }
    return bytes.indices[start...].first { i in
      guard bytes[i] == mark, !Byte.isBlank(bytes[i - 1]) else { return false }
      return i + 1 == bytes.count || Byte.isBlank(bytes[i + 1]) || "-.,:!?;'\")}[".utf8.contains(bytes[i + 1])
    }
  }
}
