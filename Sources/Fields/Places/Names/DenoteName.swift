/// The tags that the name of a file says, as denote writes it: `20260101T101010--title__tag_other.org`
/// (the manual of denote, "The file-naming scheme").
package struct DenoteName: Equatable, Sendable {
  /// The folders, with the slash behind them, and what stands before the tags.
  private let before: String
  /// The tags in order, as they are written.
  package let tags: [String]
  /// What stands behind the tags: the ending, and other parts.
  private let after: String

  /// Takes the name of a file apart; nil for a name without an identifier or without tags.
  ///
  /// - Parameter path: the path, or the name alone.
  package init?(path: String) {
    let bytes = Array(path.utf8)
    let start = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    let name = bytes[start...]
    guard Self.isIdentifier(name) || name.starts(with: "@@".utf8) && Self.isIdentifier(name.dropFirst(2)) else {
      return nil
    }
    let underscore = UInt8(ascii: "_")
    let stem = name.prefix { $0 != Byte.dot }
    guard let first = stem.indices.first(where: { stem[$0...].starts(with: "__".utf8) }) else { return nil }
    let begin = first + 2
    var end = begin
    // Other parts may stand behind the tags, and begin with two signs.
    while end < stem.endIndex, !["==", "--", "@@"].contains(where: { stem[end...].starts(with: $0.utf8) }) { end += 1 }
    tags = stem[begin..<end].split(separator: underscore).map { String(decoding: $0, as: UTF8.self) }
    guard !tags.isEmpty else { return nil }
    before = String(decoding: bytes[..<begin], as: UTF8.self)
    after = String(decoding: bytes[end...], as: UTF8.self)
  }

  private static func isIdentifier(_ name: ArraySlice<UInt8>) -> Bool {
    let id = Array(name.prefix(15))
    return id.count == 15 && id[8] == UInt8(ascii: "T")
      && id.enumerated().allSatisfy { $0.offset == 8 || (0x30...0x39).contains($0.element) }
  }

  /// Whether the name says a tag.
  ///
  /// - Parameters:
  ///   - tag: the tag.
  ///   - isExact: whether a spelling in another case is another tag.
  /// - Returns: whether it does.
  package func holds(_ tag: TagName, isExact: Bool = false) -> Bool {
    tags.contains { Self.same($0, tag, isExact) }
  }

  private static func same(_ text: String, _ tag: TagName, _ isExact: Bool) -> Bool {
    tag.match(text, nests: false, isExact: isExact)?.sign.isEmpty ?? false
  }

  /// The path with a tag renamed; one that is there already stands once.
  ///
  /// - Parameters:
  ///   - tag: the tag.
  ///   - name: what it is to be called.
  ///   - isExact: whether a spelling in another case is another tag.
  /// - Returns: nil where no name of a file can say it, which holds letters and digits only.
  package func renaming(_ tag: TagName, to name: TagName, isExact: Bool = false) -> String? {
    guard name.text.unicodeScalars.allSatisfy({ TagRules.isTag($0) && $0 != "_" && $0 != "-" }) else { return nil }
    // denote writes tags in small letters.
    let isSmall = tags.allSatisfy { $0 == $0.lowercased() }
    let new = isSmall ? name.text.lowercased() : name.text
    var result: [String] = []
    for old in tags {
      let isOld = Self.same(old, tag, isExact)
      let isThere = result.contains { Self.same($0, name, isExact) }
      if isOld || Self.same(old, name, isExact), isThere { continue }
      result.append(isOld ? new : old)
    }
    return before + result.joined(separator: "_") + after
  }
}
