import Fields
package import Wire

/// JSON as people write it into configuration files: with `//` and `/* */` comments and trailing commas.
package enum Commented {
  /// The value of such a text; offsets of a fault are those of the text as it was given.
  package static func parse(_ text: [UInt8]) throws(JSONFault) -> JSON {
    var plain = text
    if text.starts(with: [0xEF, 0xBB, 0xBF]) {
      for offset in 0..<3 { plain[offset] = Byte.space }
    }
    var comma: Int?
    var at = 0
    while at < plain.count {
      switch plain[at] {
      case UInt8(ascii: "\""):
        comma = nil
        at = stringEnd(plain, at)
        continue
      case UInt8(ascii: "/") where at + 1 < plain.count && "/*".utf8.contains(plain[at + 1]):
        at = blankComment(&plain, at)
        continue
      case UInt8(ascii: ","): comma = at
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if let comma { plain[comma] = Byte.space }
        comma = nil
      case Byte.space, Byte.tab, Byte.lineFeed, Byte.carriageReturn: break
      default: comma = nil
      }
      at += 1
    }
    return try JSON.parse(plain)
  }

  private static func stringEnd(_ text: [UInt8], _ start: Int) -> Int {
    var at = start + 1
    while at < text.count, text[at] != UInt8(ascii: "\"") { at += text[at] == UInt8(ascii: "\\") ? 2 : 1 }
    return at + 1
  }

  /// Puts blanks in the place of the comment at `start`, keeping line ends, and gives the offset behind it.
  private static func blankComment(_ text: inout [UInt8], _ start: Int) -> Int {
    let isLine = text[start + 1] == UInt8(ascii: "/")
    var at = start
    while at < text.count {
      if isLine, text[at] == Byte.lineFeed { return at }
      let isEnd =
        !isLine && at > start + 1 && text[at] == UInt8(ascii: "*") && at + 1 < text.count
        && text[at + 1] == UInt8(ascii: "/")
      if text[at] != Byte.lineFeed { text[at] = Byte.space }
      at += 1
      if isEnd {
        text[at] = Byte.space
        return at + 1
      }
    }
    return at
  }
}
