/// What git's configuration says of messages and their trailers (git-config(1), git-interpret-trailers(1)).
package struct TrailerRules: Equatable, Sendable {
  /// What comments begin with; nil for `#`, or what the text shows.
  package var comment: [UInt8]?
  /// Keys of trailers, in lower case: a line with one makes a block as git's own lines do.
  package var keys: Set<String> = []
  /// What may stand between a key and its value, in ASCII (`trailer.separators`); git writes the first.
  package private(set) var separators: [UInt8] = [Byte.colon]
  /// What git writes behind some keys, in lower case: `Bug #` has ` #`.
  package var endings: [String: String] = [:]

  /// What git does where nothing is configured.
  package init() {}

  /// Takes a value of `trailer.separators`.
  ///
  /// What is not ASCII, and what ends a line, separates nothing here; without any other the colon stays.
  package mutating func readSeparators(_ value: String) {
    let signs = value.utf8.filter { $0 >= Byte.space && $0 < 0x7F || $0 == Byte.tab }
    if !signs.isEmpty { separators = Array(signs) }
  }

  /// What is written behind a key before its value.
  package func ending(_ key: String) -> String {
    endings[key.lowercased()] ?? String(decoding: separators.prefix(1), as: UTF8.self) + " "
  }
}
