/// A mention that is being typed in running text: `thanks to @jo‸`.
package struct MentionQuery: Equatable, Sendable {
  /// What begins it: `@`.
  package var prefix: String
  /// What was typed behind the prefix, up to the caret; blanks may stand in it.
  package var query: String
  /// Bytes of the text from the prefix to the end of the name in which the caret stands.
  package var range: Range<Int>

  /// No prefix is looked for further back than so many bytes.
  private static let reach = 256

  /// The mention at a caret: the nearest prefix before it counts, and only where a mention may begin.
  ///
  /// - Parameters:
  ///   - caret: an offset into the text; one outside of the bounds has no mention.
  ///   - text: the text.
  ///   - bounds: the bytes in which mentions are looked for.
  ///   - prefixes: what begins a mention; empty ones count for nothing, of two at one place the longer one counts.
  ///   - maxSpaces: how many blanks the query may hold, all in all.
  /// - Returns: nil where no mention is being typed.
  package static func at(
    _ caret: Int, in text: Text, within bounds: Range<Int>, prefixes: [String], maxSpaces: Int
  ) -> MentionQuery? {
    guard bounds.lowerBound <= caret, caret <= bounds.upperBound, caret <= text.count else { return nil }
    let line = text.lineRange(text.line(at: caret))
    let start = max(bounds.lowerBound, line.lowerBound)
    let from = max(start, caret - reach)
    let end = min(bounds.upperBound, line.upperBound, caret + reach)
    let bytes = text.bytes(from..<max(caret, end))
    let place = Typing.place(caret - from, in: bytes)
    let known = prefixes.map { Array($0.utf8) }.filter { !$0.isEmpty }.sorted { $0.count > $1.count }
    var first = place
    while first > 0 {
      first -= 1
      guard let prefix = known.first(where: { first + $0.count <= place && bytes[first...].starts(with: $0) }) else {
        continue
      }
      // What lies before the window is not known, so nothing begins at its first byte.
      guard first > 0 || from == start, InlineReader.isOpening(bytes, before: first, lineStart: 0),
        isQuery(bytes, first + prefix.count..<place, maxSpaces)
      else { return nil }
      var stop = place
      while stop < bytes.count, let (scalar, width) = Characters.scalar(bytes, at: stop, before: bytes.count),
        TagRules.isTag(scalar)
      {
        stop += width
      }
      return MentionQuery(
        prefix: String(decoding: prefix, as: UTF8.self),
        query: String(decoding: bytes[first + prefix.count..<place], as: UTF8.self),
        range: from + first..<from + stop)
    }
    return nil
  }

  /// Whether bytes can be part of a name: letters and digits, and blanks between them up to a number.
  private static func isQuery(_ bytes: [UInt8], _ range: Range<Int>, _ maxSpaces: Int) -> Bool {
    var (i, spaces) = (range.lowerBound, 0)
    while i < range.upperBound {
      guard let (scalar, width) = Characters.scalar(bytes, at: i, before: range.upperBound) else { return false }
      if scalar == " " {
        spaces += 1
        if i == range.lowerBound || spaces > maxSpaces { return false }
      } else if !isName(scalar) {
        return false
      }
      i += width
    }
    return true
  }

  private static func isName(_ scalar: Unicode.Scalar) -> Bool {
    TagRules.isTag(scalar) || ".'’+/".unicodeScalars.contains(scalar)
  }

  /// Whether a text is one word that can be typed behind a prefix, as a nickname has to be.
  package static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.unicodeScalars.allSatisfy(isName)
  }

  /// Whether a name goes on at an offset: then what stands before it is only the beginning of one.
  package static func goesOn(at offset: Int, in text: Text) -> Bool {
    guard offset >= 0, offset < text.count else { return false }
    let rest = text.bytes(offset..<min(text.count, offset + 4))
    guard let (scalar, _) = Characters.scalar(rest, at: 0, before: rest.count) else { return false }
    return TagRules.isTag(scalar)
  }

  /// Whether a mention in the place of a range is read as one in Markdown: not in code, in a link or in a comment.
  ///
  /// - Parameters:
  ///   - range: bytes of the value; one outside of it holds no text.
  ///   - value: the running text.
  ///   - options: where the value stands.
  /// - Returns: false where the text is none.
  package static func isText(_ range: Range<Int>, in value: [UInt8], _ options: ReadingOptions) -> Bool {
    guard range.lowerBound >= 0, range.upperBound <= value.count else { return false }
    let probe = value[..<range.lowerBound] + Array("@x ".utf8) + value[range.upperBound...]
    return InlineTags.read(Array(probe), options).tokens.contains { $0.range.lowerBound == range.lowerBound }
  }
}
