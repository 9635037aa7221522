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
