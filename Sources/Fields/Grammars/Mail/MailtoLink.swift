/// A link that names recipients: `mailto:ana@example.org?cc=bo@example.org` (RFC 6068).
package struct MailtoLink: Equatable, Sendable {
  /// The recipients, as an address list each; "" where there are none.
  package private(set) var to = ""
  package private(set) var cc = ""
  package private(set) var bcc = ""

  private static let scheme = Array("mailto:".utf8)

  /// Reads a text that is such a link and nothing else; `<` and `>` may stand around it.
  ///
  /// - Parameter text: the text; nil for any other, and for one that would bring control characters along.
  package init?(_ text: String) {
    var bytes = Array(text.utf8)[...]
    func trim() {
      while let first = bytes.first, Byte.isWhite(first) { bytes.removeFirst() }
      while let last = bytes.last, Byte.isWhite(last) { bytes.removeLast() }
    }
    trim()
    if bytes.first == Byte.less, bytes.last == Byte.greater, bytes.count > 1 { bytes = bytes.dropFirst().dropLast() }
    trim()
    guard bytes.prefix(Self.scheme.count).elementsEqual(Self.scheme, by: { Byte.lowered($0) == $1 }) else { return nil }
    bytes = bytes.dropFirst(Self.scheme.count)
    // What comes behind a blank is no part of a link.
    guard !bytes.contains(where: Byte.isWhite) else { return nil }
    let mark = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.endIndex
    var lists: [String: [[UInt8]]] = ["to": Self.addresses(bytes[..<mark])]
    let fragment = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
    for part in bytes[min(mark, fragment)..<fragment].dropFirst().split(separator: UInt8(ascii: "&")) {
      let sides = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(decoding: Self.decoded(sides[0]), as: UTF8.self).lowercased()
      guard sides.count == 2, ["to", "cc", "bcc"].contains(name) else { continue }
      lists[name, default: []].append(Self.decoded(sides[1]))
    }
    // A line end in a link would begin another header.
    guard lists.values.joined().joined().allSatisfy({ $0 >= Byte.space && $0 != 0x7F }) else { return nil }
    func list(_ name: String) -> String {
      (lists[name] ?? []).filter { !$0.isEmpty }.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ", ")
    }
    (to, cc, bcc) = (list("to"), list("cc"), list("bcc"))
    if to.isEmpty, cc.isEmpty, bcc.isEmpty { return nil }
  }

  /// The addresses before the `?`: commas separate them, and what is encoded in one is part of it.
  private static func addresses(_ bytes: ArraySlice<UInt8>) -> [[UInt8]] {
    let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
    return bytes[..<end].split(separator: Byte.comma).map { part in
      Array(Grammar.addressList.spell(name: "", value: String(decoding: decoded(part), as: UTF8.self)).utf8)
    }
  }

  private static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var i = bytes.startIndex
    while i < bytes.endIndex {
      if bytes[i] == Byte.percent, let byte = Percent.byte(bytes, at: i + 1) {
        result.append(byte)
        i += 3
      } else {
        result.append(bytes[i])
        i += 1
      }
    }
    return result
  }
}
