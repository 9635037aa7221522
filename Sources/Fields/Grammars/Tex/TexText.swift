/// Text of TeX: what escapes and accents mean, and how a text is written with them (grammars.md section 9).
enum TexText {
  /// What a text means: `R\&D` is R&D, `caf{\'e}` is café; braces are gone, white space is one blank.
  ///
  /// Commands that are not known stay as they are.
  static func text(_ range: Range<Int>, in bytes: [UInt8], hasComments: Bool) -> String {
    var text: [Unicode.Scalar] = []
    var isBlankDue = false
    var i = range.lowerBound
    func append(_ scalars: [Unicode.Scalar]) {
      if isBlankDue, !text.isEmpty { text.append(" ") }
      isBlankDue = false
      text += scalars
    }
    while i < range.upperBound {
      switch bytes[i] {
      case UInt8(ascii: "{"), UInt8(ascii: "}"): i += 1
      case Byte.percent where hasComments:
        while i < range.upperBound, bytes[i] != Byte.lineFeed { i += 1 }
      case Byte.backslash:
        let command = command(bytes, i, range.upperBound)
        if command.scalars == [" "] {
          isBlankDue = true
        } else {
          append(command.scalars)
        }
        i = command.end
      case UInt8(ascii: "~"):
        isBlankDue = true
        i += 1
      default:
        if MailText.isSpace(bytes[i]) {
          isBlankDue = true
          i += 1
        } else {
          let (scalar, width) = Characters.scalar(bytes, at: i, before: range.upperBound) ?? ("\u{fffd}", 1)
          append([scalar])
          i += width
        }
      }
    }
    return String(String.UnicodeScalarView(Folding.composed(text)))
  }

  /// Marks by the commands that put them over a letter.
  static let accents: [String: Unicode.Scalar] = [
    "'": "\u{301}", "`": "\u{300}", "^": "\u{302}", "\"": "\u{308}", "~": "\u{303}", "=": "\u{304}", ".": "\u{307}",
    "u": "\u{306}", "v": "\u{30c}", "H": "\u{30b}", "c": "\u{327}", "d": "\u{323}", "b": "\u{331}", "r": "\u{30a}",
    "k": "\u{328}",
  ]
  /// Characters by the commands that stand for them.
  static let characters: [String: Unicode.Scalar] = [
    "&": "&", "%": "%", "$": "$", "#": "#", "_": "_", "{": "{", "}": "}", "ss": "ß", "o": "ø", "O": "Ø", "l": "ł",
    "L": "Ł", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å", "i": "ı", "j": "ȷ", "dh": "ð",
    "DH": "Ð", "th": "þ", "TH": "Þ", "textbackslash": "\\", "textasciitilde": "~", "textasciicircum": "^",
    "textendash": "–", "textemdash": "—", "textquotedbl": "\"", "\\": " ", " ": " ",
  ]

  /// What a command at a backslash means, and the offset behind it.
  private static func command(
    _ bytes: [UInt8], _ start: Int, _ limit: Int
  ) -> (scalars: [Unicode.Scalar], end: Int) {
    guard start + 1 < limit else { return (["\\"], start + 1) }
    var end = start + 1
    while end < limit, isLetter(bytes[end]), end - start < 24 { end += 1 }
    let isWord = end > start + 1
    if !isWord { end += Characters.scalar(bytes, at: end, before: limit)?.width ?? 1 }
    let name = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
    if let accent = accents[name] {
      return accented(bytes, end, limit, accent, name: name, isWord: isWord)
    }
    guard let scalar = characters[name] else {
      if !isWord, MailText.isSpace(bytes[start + 1]) { return ([" "], end) }
      return (Array(("\\" + name).unicodeScalars), end)
    }
    if isWord {
      // A blank behind a word ends it, and so do empty braces.
      if end < limit, Byte.isBlank(bytes[end]) { end += 1 }
    }
    return ([scalar], end)
  }

  static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(Byte.lowered(byte)) }

  /// The letter behind an accent, in braces or not; the accent itself where there is none.
  private static func accented(
    _ bytes: [UInt8], _ start: Int, _ limit: Int, _ accent: Unicode.Scalar, name: String, isWord: Bool
  ) -> (scalars: [Unicode.Scalar], end: Int) {
    var i = start
    while i < limit, Byte.isBlank(bytes[i]) { i += 1 }
    let hasBraces = i < limit && bytes[i] == UInt8(ascii: "{")
    if hasBraces { i += 1 }
    let alone = isWord ? Array(("\\" + name).unicodeScalars) : Array(name.unicodeScalars)
    guard i < limit else { return (alone, start) }
    var base: Unicode.Scalar
    if bytes[i] == Byte.backslash, i + 1 < limit, bytes[i + 1] == UInt8(ascii: "i") || bytes[i + 1] == UInt8(ascii: "j")
    {
      // Accents over the letters without dots are those over the letters with.
      base = Unicode.Scalar(bytes[i + 1])
      i += 2
    } else {
      guard let found = Characters.scalar(bytes, at: i, before: limit), found.scalar.properties.isAlphabetic else {
        return (alone, hasBraces && bytes[i] == UInt8(ascii: "}") ? i + 1 : start)
      }
      base = found.scalar
      i += found.width
    }
    if hasBraces, i < limit, bytes[i] == UInt8(ascii: "}") { i += 1 }
    return ([base, accent], i)
  }

  /// A text with escapes, on one line; braces stand as they are.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&", "%", "$", "#", "_":
        result += "\\"
        result.unicodeScalars.append(scalar)
      case "\\": result += "\\textbackslash{}"
      case "~": result += "\\textasciitilde{}"
      case "^": result += "\\textasciicircum{}"
      case "\"": result += "{\"}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A text with escapes, in braces where a separator would tear it; nil for one that cannot be written.
  ///
  /// - Parameters:
  ///   - text: the text in plain words.
  ///   - countsEscapedBraces: whether braces count though a backslash stands before them, as BibTeX counts them.
  /// - Returns: one line.
  static func spell(_ text: String, countsEscapedBraces: Bool) -> String? {
    let clean = AddressSpeller.clean(text)
    let hasBraces = clean.utf8.contains { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }
    if countsEscapedBraces, hasBraces { return nil }
    var result = ""
    for part in clean.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "{" || $0 == "}" }) {
      if part.startIndex > clean.startIndex { result += "\\" + String(clean[clean.index(before: part.startIndex)]) }
      result += escaped(String(part))
    }
    let isTorn = clean.utf8.contains { $0 == Byte.comma || $0 == Byte.semicolon }
    return isTorn ? "{\(result)}" : result
  }
}
