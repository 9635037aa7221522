/// An address in brackets in place of a domain: `[192.0.2.7]`, `[IPv6:2001:db8::7]` (RFC 5321 section 4.1.3).
enum DomainLiteral {
  /// Whether the text between the brackets is an address of a known kind, or free text that could be one of another.
  static func isValid(_ text: ArraySlice<UInt8>) -> Bool {
    let text = text.filter { !Byte.isBlank($0) && $0 != Byte.lineFeed && $0 != Byte.carriageReturn }
    guard !text.isEmpty, !text.contains(where: { $0 == Byte.openBracket || $0 == Byte.backslash }) else { return false }
    let tag = Array("ipv6:".utf8)
    if text.count >= tag.count, text.prefix(tag.count).elementsEqual(tag, by: { Byte.lowered($0) == $1 }) {
      return isIPv6(text.dropFirst(tag.count))
    }
    let isNumeric = text.allSatisfy { $0 == Byte.dot || ($0 >= 0x30 && $0 <= 0x39) }
    return !isNumeric || isIPv4(text[...])
  }

  private static func isIPv4(_ text: ArraySlice<UInt8>) -> Bool {
    let numbers = text.split(separator: Byte.dot, omittingEmptySubsequences: false)
    return numbers.count == 4
      && numbers.allSatisfy { digits in
        guard (1...3).contains(digits.count), digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return false }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) } <= 255
      }
  }

  private static func isIPv6(_ text: ArraySlice<UInt8>) -> Bool {
    var halves = [text]
    for i in text.indices.dropLast() where text[i] == Byte.colon && text[i + 1] == Byte.colon {
      guard halves.count == 1 else { return false }
      halves = [text[..<i], text[(i + 2)...]]
    }
    var groups = 0
    for (index, half) in halves.enumerated() {
      if half.isEmpty, halves.count == 2 { continue }
      let parts = half.split(separator: Byte.colon, omittingEmptySubsequences: false)
      for (place, part) in parts.enumerated() {
        if index == halves.count - 1, place == parts.count - 1, isIPv4(part) {
          groups += 2
        } else if (1...4).contains(part.count), part.allSatisfy(isHexadecimal) {
          groups += 1
        } else {
          return false
        }
      }
    }
    // `::` stands for at least two groups.
    return halves.count == 2 ? groups <= 6 : groups == 8
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (byte >= 0x30 && byte <= 0x39) || (Byte.lowered(byte) >= 0x61 && Byte.lowered(byte) <= 0x66)
  }
}
