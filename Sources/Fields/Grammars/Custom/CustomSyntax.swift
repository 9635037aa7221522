/// How the lists of a field are written that a user has described: what separates, what quotes, what closes the list.
package struct CustomSyntax: Equatable, Sendable {
  /// How an entry stands that could not stand bare.
  package enum Quoting: String, CaseIterable, Sendable {
    /// Not at all.
    case none
    /// In double quotes, with backslashes before quotes and backslashes.
    case double
    /// As a word of the shell: single quotes, double quotes and backslashes; `#` begins a comment.
    case shell
  }

  /// What stands between entries, the usual one first, and never none in lists; a blank stands for any white space.
  package var separators: [String]
  /// How an entry is quoted.
  package var quoting: Quoting
  /// The bracket that ends the list; nil where its line does.
  package var closing: UInt8?
  /// What begins a tag in running text, of which it is a part; empty for lists.
  package var sigils: [String]
  /// Whose tags are offered: those of another kind, or of the fields of this name.
  package var vocabulary: String

  /// Makes a syntax; without arguments that of bare words between commas.
  package init(
    separators: [String] = [","], quoting: Quoting = .none, closing: UInt8? = nil, sigils: [String] = [],
    vocabulary: String = ""
  ) {
    self.separators = separators
    self.quoting = quoting
    self.closing = closing
    self.sigils = sigils
    self.vocabulary = vocabulary
  }

  /// Whether tags stand in running text, each by itself.
  package var isText: Bool { !sigils.isEmpty }

  /// Whether white space separates two entries.
  var separatesAtBlanks: Bool { separators.contains(" ") }

  private var marks: [String] { separators.filter { $0 != " " && !$0.isEmpty } }

  /// How many bytes the separator at an offset has; nil if there is none, and for white space.
  func separator(_ bytes: [UInt8], _ offset: Int) -> Int? {
    var found: Int?
    for mark in marks where bytes[offset...].starts(with: mark.utf8) { found = max(found ?? 0, mark.utf8.count) }
    return found
  }

  /// How many bytes the sign has that begins a tag at an offset; nil if there is none.
  func sigil(_ bytes: some RandomAccessCollection<UInt8>) -> Int? {
    var found: Int?
    for sigil in sigils where bytes.starts(with: sigil.utf8) { found = max(found ?? 0, sigil.utf8.count) }
    return found
  }

  /// Whether white space alone stands between the entries of a list.
  func isBlankSeparated(_ reading: Reading) -> Bool {
    guard separatesAtBlanks, !marks.isEmpty else { return separatesAtBlanks }
    return separators.first == " " && !reading.marks.contains { $0.kind == .separator }
  }

  /// How lists are edited.
  var rules: EditingRules {
    let isBlank = isText || marks.isEmpty || separators.first == " "
    var rules = EditingRules(separator: isBlank ? " " : marks[0])
    if isBlank { rules.padding = [] }
    rules.others = marks.map { Array($0.utf8) }.filter { $0 != rules.separator }
    return rules
  }

  /// A word as an entry: bare where it can stand so, else in quotes; "" for what cannot be written.
  func spell(_ value: String) -> String {
    let bytes = Array(value.utf8)
    guard !bytes.isEmpty, !bytes.contains(where: { Characters.isControl($0) }) else { return "" }
    if isText {
      guard !bytes.contains(Byte.space) else { return "" }
      if let width = sigil(bytes) { return bytes.count > width ? value : "" }
      return sigils.count == 1 ? sigils[0] + value : ""
    }
    if isPlain(bytes) { return value }
    switch quoting {
    case .none: return ""
    case .double: return ShellWord.double(value)
    case .shell: return ShellWord.single(value)
    }
  }

  /// Whether a word means itself without quotes.
  private func isPlain(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first, let last = bytes.last, first != Byte.space, last != Byte.space,
      !(separatesAtBlanks && bytes.contains(Byte.space)), !bytes.contains(where: { $0 == closing }),
      !bytes.indices.contains(where: { separator(bytes, $0) != nil })
    else { return false }
    switch quoting {
    case .none: return true
    case .double: return first != Byte.quote
    case .shell:
      return bytes.allSatisfy { $0 >= 0x80 || Byte.isAlphanumeric($0) || "_-./@%+:,^".utf8.contains($0) }
    }
  }
}

/// Words in the quotes of the shell (POSIX.1-2024, section 2.2 of the shell language).
enum ShellWord {
  /// A text in single quotes.
  static func single(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  /// A text in double quotes; a backslash stands before whatever means something there.
  static func double(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      if "\"\\$`".unicodeScalars.contains(scalar) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result + "\""
  }

  /// Where commands and parameters that the shell puts in end, `$(…)`, `${…}` and `` `…` ``, by where they begin; of those
  /// that nothing ends, nothing.
  static func substitutions(_ bytes: [UInt8]) -> [Int: Int] {
    guard bytes.contains(where: { $0 == UInt8(ascii: "$") || $0 == UInt8(ascii: "`") }) else { return [:] }
    var ends: [Int: Int] = [:]
    var nesting = Nesting()
    var tick: Int?
    var i = 0
    while i < bytes.count {
      if bytes[i] == UInt8(ascii: "`") {
        if let start = tick { ends[start] = i + 1 }
        tick = tick == nil ? i : nil
      }
      let next = nesting.take(bytes[...], i)
      if let start = nesting.ended { ends[start] = next }
      i = next
    }
    return ends
  }

  /// How deep a place of a command line stands in brackets that begin with `$(` or `${`.
  struct Nesting {
    private var open: [(closer: UInt8, start: Int)] = []
    /// Where that began which the last step has ended; nil if it has ended nothing.
    private(set) var ended: Int?

    /// Whether a place is outside all of them.
    var isOutside: Bool { open.isEmpty }

    /// Takes what stands at a place, and gives where the next begins.
    mutating func take(_ bytes: ArraySlice<UInt8>, _ i: Int) -> Int {
      ended = nil
      switch bytes[i] {
      case UInt8(ascii: "'"), Byte.quote: return quoteEnd(bytes, i, bytes.endIndex) ?? i + 1
      case Byte.backslash: return min(i + 2, bytes.endIndex)
      case UInt8(ascii: "$") where i + 1 < bytes.endIndex && "({".utf8.contains(bytes[i + 1]):
        open.append((bytes[i + 1] == Byte.openParenthesis ? Byte.closeParenthesis : UInt8(ascii: "}"), i))
        return i + 2
      case Byte.openParenthesis where !isOutside: open.append((Byte.closeParenthesis, i))
      case UInt8(ascii: "{") where !isOutside: open.append((UInt8(ascii: "}"), i))
      case let byte where byte == open.last?.closer: ended = open.popLast()?.start
      default: break
      }
      return i + 1
    }
  }

  /// What stands between double quotes.
  static func undoubled(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var i = bytes.startIndex
    while i < bytes.endIndex {
      let isEscape = bytes[i] == Byte.backslash && i + 1 < bytes.endIndex && "\"\\$`".utf8.contains(bytes[i + 1])
      if isEscape { i += 1 }
      result.append(bytes[i])
      i += 1
    }
    return result
  }

  /// What a word means, quotes and backslashes taken out; a quote that is never closed goes to the end.
  static func text(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var i = bytes.startIndex
    while i < bytes.endIndex {
      switch bytes[i] {
      case UInt8(ascii: "'"), Byte.quote:
        let end = quoteEnd(bytes, i, bytes.endIndex)
        let inner = bytes[i + 1..<(end ?? bytes.endIndex + 1) - 1]
        result += bytes[i] == Byte.quote ? undoubled(inner) : Array(inner)
        i = end ?? bytes.endIndex
      case Byte.backslash where i + 1 < bytes.endIndex:
        result.append(bytes[i + 1])
        i += 2
      default:
        result.append(bytes[i])
        i += 1
      }
    }
    return result
  }

  /// The offset behind the quote that closes the one at an offset; nil if none does before a limit or the end of its line.
  static func quoteEnd(_ bytes: ArraySlice<UInt8>, _ start: Int, _ limit: Int) -> Int? {
    let quote = bytes[start]
    var i = start + 1
    while i < limit, bytes[i] != Byte.lineFeed {
      if bytes[i] == quote { return i + 1 }
      i += quote == Byte.quote && bytes[i] == Byte.backslash && i + 1 < limit && bytes[i + 1] != Byte.lineFeed ? 2 : 1
    }
    return nil
  }
}
