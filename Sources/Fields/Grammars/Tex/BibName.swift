/// The parts of a name as BibTeX has them, from words in which braces hold parts together.
package struct BibName: Equatable, Sendable {
  private(set) var first = ""
  private(set) var von = ""
  private(set) var last = ""
  private(set) var junior = ""
  /// The words as they were given, where they are no name: too many commas, or none but them.
  private var whole: String?

  /// Takes a name apart; never fails, whatever the words.
  package init(_ words: String) {
    let parts = Self.split(Array(words.utf8), at: { $0 == Byte.comma }).map(Self.words)
    switch parts.count {
    case 1:
      let names = parts[0]
      guard let lastWord = names.indices.last else {
        whole = words
        return
      }
      let small = names.indices.dropLast().filter { Self.isSmall(names[$0]) }
      // `von` is from the first word in small letters to the last one; without one the last word is the name.
      let (start, end) = (small.first ?? lastWord, small.last.map { $0 + 1 } ?? lastWord)
      (first, von, last) = (Self.joined(names[..<start]), Self.joined(names[start..<end]), Self.joined(names[end...]))
    case 2, 3:
      guard parts.allSatisfy({ !$0.isEmpty }) else {
        whole = words
        return
      }
      let end = parts[0].indices.dropLast().last { Self.isSmall(parts[0][$0]) }.map { $0 + 1 } ?? 0
      (von, last) = (Self.joined(parts[0][..<end]), Self.joined(parts[0][end...]))
      if parts.count == 3 { junior = Self.joined(parts[1][...]) }
      first = Self.joined((parts.last ?? [])[...])
    default: whole = words
    }
  }

  /// The name in the order of lists, with commas.
  package var ordered: String {
    whole ?? [Self.joined([von, last]), junior, first].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// The name as one says it, without commas, if that is the same name to BibTeX; else with them.
  package var spoken: String {
    guard whole == nil, junior.isEmpty else { return ordered }
    let text = Self.joined([first, von, last])
    return BibName(text) == self ? text : ordered
  }

  /// The name as one reads it, without braces.
  var plain: String {
    let text = whole ?? Self.joined([first, von, last]) + (junior.isEmpty ? "" : ", " + junior)
    return String(text.filter { $0 != "{" && $0 != "}" })
  }

  /// Whether a value is what was to be written: braces that were put around a name hold all of it.
  static func isSame(_ written: String, _ value: String) -> Bool {
    let clean = AddressSpeller.clean(value)
    return written == clean || written == "{\(clean)}"
  }

  /// Whether words have more commas than a name can have, or nothing on one side of one.
  static func isNone(_ words: String) -> Bool {
    balanced(words).map { $0.commas > 2 || $0.hasEmptyPart } ?? false
  }

  private static func joined(_ words: some Collection<String>) -> String {
    words.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Whether the first letter of a word is a small one; braces hide theirs.
  private static func isSmall(_ word: String) -> Bool {
    var depth = 0
    for scalar in word.unicodeScalars {
      if scalar == "{" { depth += 1 }
      if scalar == "}" { depth -= 1 }
      if depth == 0, scalar.properties.isAlphabetic { return scalar.properties.isLowercase }
    }
    return false
  }

  private static func words(_ part: ArraySlice<UInt8>) -> [String] {
    split(Array(part), at: MailText.isSpace).filter { !$0.isEmpty }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Parts between some bytes outside braces.
  private static func split(_ bytes: [UInt8], at isSeparator: (UInt8) -> Bool) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var (depth, start) = (0, 0)
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "}") { depth = max(0, depth - 1) }
      guard depth == 0, isSeparator(byte) else { continue }
      parts.append(bytes[start..<index])
      start = index + 1
    }
    return parts + [bytes[start...]]
  }

  /// How many commas stand outside braces, and whether nothing stands on one side of one; nil if braces do not match.
  static func balanced(_ words: String) -> (commas: Int, hasEmptyPart: Bool)? {
    var depth = 0
    for byte in words.utf8 {
      if byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "}") { depth -= 1 }
      if depth < 0 { return nil }
    }
    guard depth == 0 else { return nil }
    let parts = split(Array(words.utf8), at: { $0 == Byte.comma })
    return (parts.count - 1, parts.count > 1 && parts.contains { self.words($0).isEmpty })
  }
}
