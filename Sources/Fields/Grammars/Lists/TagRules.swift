/// Which characters tags may hold in programs that say so.
enum TagRules {
  /// Whether a character can stand in a tag of running text: letters, digits and marks of any script, emoji, `_` and `-`.
  static func isTag(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x80 {
      return Byte.isAlphanumeric(UInt8(scalar.value)) || scalar == "_" || scalar == "-"
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark, .enclosingMark, .letterNumber, .decimalNumber, .otherNumber:
      return true
    default:
      // Joiners of emoji, and what chooses their form.
      return scalar.properties.isEmoji || scalar.properties.isEmojiModifier || scalar.value == 0x200d
        || scalar.value == 0xfe0f || (0x1f1e6...0x1f1ff).contains(scalar.value)
        || (0xe0020...0xe007f).contains(scalar.value)
    }
  }

  /// The first offset from a start on at which no character of a tag stands; slashes between levels are passed over.
  static func end(_ bytes: [UInt8], from start: Int, before end: Int) -> Int {
    var i = start
    while i < end, let (scalar, width) = Characters.scalar(bytes, at: i, before: end),
      isTag(scalar) || bytes[i] == UInt8(ascii: "/")
    {
      i += width
    }
    return i
  }

  /// Whether a tag has digits only, with nothing that makes it one: `2024`, but not `2024/05`.
  static func isNumber(_ tag: ArraySlice<UInt8>) -> Bool {
    !tag.isEmpty && tag.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// Judges a tag as Obsidian does: no blanks, something that is no digit, no empty level.
  static func checkObsidian(_ list: inout TokenList, _ token: Token) {
    let bytes = list.bytes
    guard let content = token.content, !content.isEmpty else { return }
    // What an escape means stands nowhere in the text.
    if token.quoting == .double, bytes[content].contains(Byte.backslash) { return }
    if isNumber(bytes[content]) { list.report(.allDigits, token.range) }
    var i = content.lowerBound
    while i < content.upperBound {
      let start = i
      if bytes[i] == UInt8(ascii: "/") {
        while i < content.upperBound, bytes[i] == UInt8(ascii: "/") { i += 1 }
        if start == content.lowerBound || i == content.upperBound || i - start > 1 { list.report(.badChar, start..<i) }
      } else if let (scalar, width) = Characters.scalar(bytes, at: i, before: content.upperBound), isTag(scalar) {
        i += width
      } else {
        while i < content.upperBound, bytes[i] != UInt8(ascii: "/"),
          end(bytes, from: i, before: content.upperBound) == i
        {
          i += Characters.scalar(bytes, at: i, before: content.upperBound)?.width ?? 1
        }
        list.reportBadCharacters(start..<i)
      }
    }
  }
}
