/// The files with `[section]` and `key = value` that Python programs read.
enum Ini {
  enum Item {
    /// `[name]` has depth 1, `[[name]]` depth 2.
    case section(String, depth: Int)
    case value(String, String)
  }

  static func items(in bytes: [UInt8]) -> [Item] {
    var items: [Item] = []
    var lines = Lines(bytes)
    while let range = lines.next() {
      let line = bytes[trimmed(range, in: bytes)]
      switch line.first {
      case nil, UInt8(ascii: "#"), UInt8(ascii: ";"): continue
      case UInt8(ascii: "["):
        let depth = line.prefix { $0 == UInt8(ascii: "[") }.count
        let name = line.dropFirst(depth).prefix { $0 != UInt8(ascii: "]") }
        items.append(.section(PlainText.line(name), depth: depth))
      default:
        guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
        items.append(.value(PlainText.line(line[..<equals]), unquoted(line[(equals + 1)...])))
      }
    }
    return items
  }

  /// A value without its quotes, or without the comment behind it: `"~/x"`, `~/x  # mine`.
  private static func unquoted(_ bytes: ArraySlice<UInt8>) -> String {
    let value = bytes.drop(while: isBlank)
    if let quote = value.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      return String(decoding: value.dropFirst().prefix { $0 != quote }, as: UTF8.self)
    }
    var end = value.startIndex
    while end < value.endIndex {
      if value[end] == UInt8(ascii: "#"), end == value.startIndex || isBlank(value[end - 1]) { break }
      end += 1
    }
    return PlainText.line(value[..<end])
  }
}
