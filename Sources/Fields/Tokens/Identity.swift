/// What two spellings of the same thing have in common.
///
/// The key of an address is NFC(casefold(local)) `@` NFC(casefold(domain)), A-labels (`xn--`) decoded and a final dot
/// dropped: `Ines@Bücher.example` and `ines@xn--bcher-kva.example.` have the same one.
package enum Identity {
  /// A text without the differences of case and of composed characters: full case folding, then NFC.
  package static func fold(_ text: String) -> String {
    let bytes = Array(text.utf8)
    return String(decoding: Folding.folded(bytes, in: 0..<bytes.count), as: UTF8.self)
  }

  /// The key of an address or word.
  ///
  /// - Parameter address: a canonical address, as a grammar's `value` gives it; a local part in quotes may hold an `@`.
  /// - Returns: the key; for a word without `@` the folded word.
  package static func key(ofAddress address: String) -> String {
    let bytes = Array(address.utf8)
    guard let at = bytes.lastIndex(of: Byte.at) else { return fold(address) }
    var domain = bytes[(at + 1)...]
    if domain.count > 1, domain.last == Byte.dot { domain = domain.dropLast() }
    let labels = domain.split(separator: Byte.dot, omittingEmptySubsequences: false).map { label in
      fold(decodedLabel(label) ?? String(decoding: label, as: UTF8.self))
    }
    return fold(String(decoding: bytes[..<at], as: UTF8.self)) + "@" + labels.joined(separator: ".")
  }

  /// Whether a label of a domain is written in ASCII for one that is not: `xn--bcher-kva`.
  static func isEncodedLabel(_ label: ArraySlice<UInt8>) -> Bool {
    label.count > 4 && label.prefix(4).elementsEqual("xn--".utf8) { Byte.lowered($0) == $1 }
  }

  /// What an encoded label means; nil if it is not encoded, or badly.
  static func decodedLabel(_ label: ArraySlice<UInt8>) -> String? {
    isEncodedLabel(label) ? Punycode.decode(label.dropFirst(4)) : nil
  }
}
