// Commands in a text of TeX.

extension TexText {
  /// The offset behind a command: a word of letters, or one other byte.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - start: the offset of the backslash.
  ///   - limit: where the text ends.
  /// - Returns: an offset up to the limit.
  static func commandEnd(_ bytes: [UInt8], _ start: Int, _ limit: Int) -> Int {
    var end = start + 1
    while end < limit, isLetter(bytes[end]) { end += 1 }
    return end > start + 1 ? end : min(limit, start + 2)
  }

  /// Whether a text has a command of a kind outside of comments.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - range: where to look.
  ///   - isWanted: whether a word, without its backslash, is of the kind.
  /// - Returns: whether one of them is.
  static func hasCommand(_ bytes: [UInt8], _ range: Range<Int>, where isWanted: (String) -> Bool) -> Bool {
    var i = range.lowerBound
    while i < range.upperBound {
      if bytes[i] == Byte.percent {
        i = bytes[i..<range.upperBound].firstIndex(of: Byte.lineFeed) ?? range.upperBound
      } else if bytes[i] == Byte.backslash {
        let end = commandEnd(bytes, i, range.upperBound)
        let isWord = i + 1 < end && isLetter(bytes[i + 1])
        if isWord, isWanted(String(decoding: bytes[(i + 1)..<end], as: UTF8.self)) { return true }
        i = end
      } else {
        i += 1
      }
    }
    return false
  }

  /// Whether a text that comes from another text of TeX has a command that could end the list, or hide what follows.
  ///
  /// - Parameter text: what is to be an entry.
  /// - Returns: false for a text without commands.
  static func reachesOut(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return hasCommand(bytes, bytes.indices) { TexConditionals.isPart($0) || reaching.contains($0) }
  }

  /// Commands that separate keywords, or that change how the rest of a text is read.
  private static let reaching: Set<String> = [
    "and", "sep", "begin", "end", "endinput", "input", "include", "verb", "lstinline", "def", "edef", "gdef", "xdef",
    "let", "catcode", "newif", "par", "bye", "csname", "endcsname", "begingroup", "endgroup", "bgroup", "egroup",
    "expandafter", "noexpand", "newcommand", "renewcommand", "write", "read", "openout", "stop", "unless",
  ]
}
