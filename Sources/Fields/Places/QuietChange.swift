// Changes of prose, which bear on no field (Org, LaTeX, BibTeX).

extension Finder {
  /// Whether a change is one of prose alone, which touches nothing that a field could begin or end with.
  ///
  /// Then all that is found behind it has only moved, if it touches no field itself; most keys in a long text are such.
  ///
  /// - Parameters:
  ///   - range: what is to be replaced; inside the text.
  ///   - bytes: what is to stand there.
  ///   - text: the text before the change.
  /// - Returns: false where the text has to be looked at, and for formats of which nothing is known.
  package func isQuiet(_ range: Range<Int>, _ bytes: [UInt8], in text: Text) -> Bool {
    let most = 4096
    guard [.org, .latex, .bibliography].contains(self), range.count <= most, bytes.count <= most else { return false }
    let first = text.lineStart(text.line(at: range.lowerBound))
    let last = text.lineRange(text.line(at: range.upperBound)).upperBound
    guard first <= range.lowerBound, range.upperBound <= last, last - first <= 4 * most else { return false }
    let old = text.bytes(first..<last)
    let new = Array(old[..<(range.lowerBound - first)]) + bytes + old[(range.upperBound - first)...]
    switch self {
    case .org: return Self.isProse(old, of: Self.isOrgProse) && Self.isProse(new, of: Self.isOrgProse)
    case .latex: return Self.isOneLine(old, new) && ![old, new].contains { $0.contains { "\\%{}".utf8.contains($0) } }
    case .bibliography:
      let place = range.lowerBound - first
      let removed = old[place..<(range.upperBound - first)]
      return Self.isOneLine(old, new) && !old.contains(Byte.at) && !Self.isKey(old, range.upperBound - first)
        && (Self.isInBraces(old[..<place])
          ? ![Array(removed), bytes].contains { $0.contains { "{}=@".utf8.contains($0) } }
          : Self.isPlainLine(old, removed) && Self.isPlainLine(new, bytes[...]))
    default: return false
    }
  }

  /// Whether a change stays within a line of Org that is a headline or prose, before and after.
  ///
  /// - Parameters:
  ///   - range: what is to be replaced; inside the text.
  ///   - bytes: what is to stand there.
  ///   - text: the text before the change.
  /// - Returns: false for other formats, for several lines, and for keywords and comments.
  package func isHeadlineOrProse(_ range: Range<Int>, _ bytes: [UInt8], in text: Text) -> Bool {
    let most = 4096
    guard self == .org, range.count <= most, bytes.count <= most, !bytes.contains(Byte.lineFeed) else { return false }
    let line = text.lineRange(text.line(at: range.lowerBound))
    guard range.upperBound <= line.upperBound, line.count <= 4 * most else { return false }
    let old = text.bytes(line)
    let new = Array(old[..<(range.lowerBound - line.lowerBound)]) + bytes + old[(range.upperBound - line.lowerBound)...]
    return !Self.isKeyword(old[...]) && !Self.isKeyword(new[...])
  }

  private static func isProse(_ bytes: [UInt8], of isLine: (ArraySlice<UInt8>) -> Bool) -> Bool {
    bytes.split(separator: Byte.lineFeed, omittingEmptySubsequences: false).allSatisfy(isLine)
  }

  /// Whether a line is no headline and no keyword.
  private static func isOrgProse(_ line: ArraySlice<UInt8>) -> Bool {
    line.first != UInt8(ascii: "*") && !isKeyword(line)
  }

  /// Whether a line of Org is a keyword, a comment, or a line that begins or ends a block.
  private static func isKeyword(_ line: ArraySlice<UInt8>) -> Bool {
    line.first { !Byte.isBlank($0) } == UInt8(ascii: "#")
  }

  /// Whether a brace stands open at the end of a part of a line.
  private static func isInBraces(_ line: ArraySlice<UInt8>) -> Bool {
    line.reduce(0) { depth, byte in
      byte == UInt8(ascii: "{") ? depth + 1 : byte == UInt8(ascii: "}") ? max(0, depth - 1) : depth
    } > 0
  }

  /// Whether what stands at a place of a line goes on as the name of a field, `titl|e = {`.
  private static func isKey(_ line: [UInt8], _ place: Int) -> Bool {
    line[place...].first {
      !Byte.isAlphanumeric($0) && !Byte.isBlank($0) && $0 != Byte.hyphen && $0 != UInt8(ascii: "_")
    }
      == Byte.equals
  }

  /// Whether a line begins with a word and has neither braces nor quotes, and a part of it is words alone.
  private static func isPlainLine(_ line: [UInt8], _ part: ArraySlice<UInt8>) -> Bool {
    // What a line of a value begins with tells whether it goes on.
    Byte.isAlphanumeric(line.first { !Byte.isBlank($0) } ?? 0) && !line.contains { "{}\"=@#\\".utf8.contains($0) }
      && !part.contains { ",()".utf8.contains($0) }
  }

  /// Whether both are one line with something on it, so that the same lines are empty as before.
  private static func isOneLine(_ old: [UInt8], _ new: [UInt8]) -> Bool {
    [old, new].allSatisfy { !$0.contains(Byte.lineFeed) && !$0.allSatisfy(MailText.isSpace) }
  }
}
