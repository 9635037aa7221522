/// A tag by its name, whatever the spelling: `Work` and `#work` are `work`, and `work/x` lies below it.
package struct TagName: Equatable, Sendable {
  /// The name without a sign before it.
  package let text: String
  /// What all spellings of it have in common.
  package let key: String
  /// How many levels stand before its last one.
  private let depth: Int

  /// The longest name, in bytes.
  private static let longest = 1000

  /// Takes a name; a `#` before it and blanks around it do not count.
  ///
  /// - Returns: nil for nothing, for what holds control characters or line ends, and for more than 1000 bytes.
  package init?(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while let first = bytes.first, Byte.isWhite(first) { bytes = bytes.dropFirst() }
    while let last = bytes.last, Byte.isWhite(last) { bytes = bytes.dropLast() }
    if bytes.count > 1, bytes.first == Self.sign { bytes = bytes.dropFirst() }
    guard !bytes.isEmpty, bytes.count <= Self.longest, !bytes.contains(where: { $0 < Byte.space || $0 == 0x7f }) else {
      return nil
    }
    let text = String(decoding: bytes, as: UTF8.self)
    // Controls of Latin 1 and the line ends of Unicode; few programs read them as they are written.
    if text.unicodeScalars.contains(where: { (0x80..<0xA0).contains($0.value) || (0x2028...0x2029).contains($0.value) })
    {
      return nil
    }
    self.text = text
    key = Identity.fold(self.text)
    depth = key.utf8.count { $0 == Self.slash }
  }

  /// The sign that may stand before a tag without being of it.
  private static let sign = UInt8(ascii: "#")
  private static let slash = UInt8(ascii: "/")

  /// How a value names this tag.
  package struct Match: Equatable, Sendable {
    /// The `#` of the value, or nothing.
    package var sign: String
    /// The levels below the tag, with the slash before them: `/x`; empty for the tag itself.
    package var below: String

    /// Makes a match.
    package init(sign: String = "", below: String = "") {
      (self.sign, self.below) = (sign, below)
    }
  }

  /// Whether a value is this tag or lies below it.
  ///
  /// - Parameters:
  ///   - value: what a token means.
  ///   - nests: whether a slash parts levels in its syntax; a value with an empty level has none.
  ///   - isExact: whether `Work` is another tag than `work`.
  /// - Returns: nil for another tag.
  package func match(_ value: String, nests: Bool, isExact: Bool = false) -> Match? {
    var bytes = Array(value.utf8)[...]
    let hasSign = bytes.count > 1 && bytes.first == Self.sign
    if hasSign { bytes = bytes.dropFirst() }
    let sign = hasSign ? "#" : ""
    if isThis(bytes, isExact) { return Match(sign: sign, below: "") }
    guard nests else { return nil }
    let levels = bytes.split(separator: Self.slash, omittingEmptySubsequences: false)
    guard levels.count > depth + 1, !levels.contains(where: \.isEmpty) else { return nil }
    let end = levels[depth].endIndex
    guard isThis(bytes[..<end], isExact) else { return nil }
    return Match(sign: sign, below: String(decoding: bytes[end...], as: UTF8.self))
  }

  /// Whether some bytes are the name, in its own spelling or in any.
  private func isThis(_ bytes: ArraySlice<UInt8>, _ isExact: Bool) -> Bool {
    let word = String(decoding: bytes, as: UTF8.self)
    return isExact ? word == text : Identity.fold(word) == key
  }
}

extension Grammar {
  /// Whether a slash in a tag parts levels: in notes it does, in keywords of papers, packages and mail it is a letter
  /// (`TCP/IP`).
  package var nests: Bool {
    switch self {
    case .yamlTags, .tomlTags, .inlineTags, .logseqTags: true
    case .addressList, .newsgroups, .keywords, .messageIDs, .attachments, .trailers, .maintainers, .owners, .orgTags,
      .jsonTags,
      .bibKeywords, .bibPersons, .latexKeywords, .custom:
      false
    }
  }
}
