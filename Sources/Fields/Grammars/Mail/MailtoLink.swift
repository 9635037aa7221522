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
    guard let addresses = Self.addresses(bytes[..<mark]) else { return nil }
    var lists = ["to": addresses]
    let fragment = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
    for part in bytes[min(mark, fragment)..<fragment].dropFirst().split(separator: UInt8(ascii: "&")) {
      let sides = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      var name = (Self.text(sides[0]) ?? "").lowercased()
      // As a link is copied from the source of a page.
      if name.hasPrefix("amp;") { name.removeFirst(4) }
      guard sides.count == 2, ["to", "cc", "bcc"].contains(name) else { continue }
      guard let list = Self.text(sides[1]) else { return nil }
      lists[name, default: []].append(list)
    }
    func list(_ name: String) -> String { (lists[name] ?? []).filter { !$0.isEmpty }.joined(separator: ", ") }
    (to, cc, bcc) = (list("to"), list("cc"), list("bcc"))
    if to.isEmpty, cc.isEmpty, bcc.isEmpty { return nil }
  }

  /// Whether a text begins as such a link does that names more than one address.
  package static func isLink(_ text: String) -> Bool {
    let words = text.drop { $0 == "<" || $0.isWhitespace }
    return words.prefix(7).lowercased() == "mailto:" && words.utf8.contains { "?,;%".utf8.contains($0) }
  }

  /// The addresses before the `?`: commas separate them, and what is encoded in one is part of it; nil where one is none.
  private static func addresses(_ bytes: ArraySlice<UInt8>) -> [String]? {
    let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
    var result: [String] = []
    let grammar = Grammar.addressList
    for part in bytes[..<end].split(separator: Byte.comma) {
      guard let address = text(part), !address.hasPrefix("//") else { return nil }
      let value = Array(address.utf8)
      let reading = grammar.read(value, ReadingOptions())
      let isOne = reading.tokens.count == 1 && reading.tokens[0].content == 0..<value.count
      let isSound = !reading.faults.contains { $0.severity == .error || $0.severity == .warning }
      guard isOne, isSound else { return nil }
      result.append(address)
    }
    return result
  }

  /// A decoded text; nil for one that is no UTF-8 or holds control characters: a line end would begin another header.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
    let decoded = Percent.decoded(bytes)
    guard decoded.allSatisfy({ $0 >= Byte.space && $0 != Byte.delete }) else { return nil }
    return String(validating: decoded, as: UTF8.self)
  }
}
