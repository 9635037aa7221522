/// Addresses as keys: two spellings of one mailbox compare equal.
package enum Address {
  /// Whether mail could be sent to it: something on both sides of its last `@`, and no blank outside quotes.
  ///
  /// No control character or line break of any kind may be in it, nor what was not UTF-8.
  package static func isUsable(_ address: String) -> Bool {
    var at: Int?
    var index = 0
    var isQuoted = false
    for byte in address.utf8 {
      switch byte {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case 0...32, 0x7F, UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: ","), UInt8(ascii: ";"):
        if !isQuoted || byte < 32 { return false }
      case UInt8(ascii: "@"): at = index
      default: break
      }
      index += 1
    }
    guard let at, !isQuoted, index <= 1000, at > 0, at < index - 1 else { return false }
    return address.utf8.allSatisfy { $0 < 0x80 }
      || address.unicodeScalars.allSatisfy { scalar in
        // Nor what cannot be seen: written without it, the address would be another one.
        !(0x80..<0xA0).contains(scalar.value) && scalar != "\u{FFFD}" && scalar != "\u{AD}" && scalar != "\u{FEFF}"
          && !(0x200B...0x200F).contains(scalar.value) && !(0x2028...0x202E).contains(scalar.value)
          && !(0x2060...0x206F).contains(scalar.value)
      }
  }

  /// Whether a text is an address and nothing else, so that no list reader need look at it.
  static func isBare(_ text: String) -> Bool {
    isUsable(text) && !text.utf8.contains { "\"()[]:\\".utf8.contains($0) }
  }

  /// The form under which an address is known: no case, no final dot, international domains as letters.
  ///
  /// RFC 5890 section 2.3.2.1 for `xn--`. Strings compare by canonical equivalence, so that composed and decomposed
  /// letters are one.
  package static func key(_ address: String) -> String {
    var bytes = Array(address.utf8.map(lowercased))
    if bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
    guard isSpecial(bytes) else { return String(decoding: bytes, as: UTF8.self) }
    let text = String(decoding: bytes, as: UTF8.self).lowercased()
    guard let at = text.lastIndex(of: "@") else { return text }
    let labels = text[text.index(after: at)...].split(separator: ".", omittingEmptySubsequences: false)
    return String(text[...at]) + labels.map(Punycode.letters).joined(separator: ".")
  }

  /// Whether the key needs more than lower case: letters beyond ASCII, or a domain label of the `xn--` kind.
  static func isSpecial(_ bytes: some Collection<UInt8>) -> Bool {
    var dashes = 0
    for byte in bytes {
      if byte >= 0x80 { return true }
      dashes = byte == UInt8(ascii: "-") ? dashes + 1 : 0
      if dashes == 2 { return true }
    }
    return false
  }
}

/// International domain labels: RFC 3492.
private enum Punycode {
  /// `xn--bcher-kva` → `bücher`; any other label, and one that cannot be decoded, as it is.
  static func letters(_ label: Substring) -> String {
    guard label.hasPrefix("xn--"), label.utf8.count <= 63 else { return String(label) }
    let bytes = Array(label.utf8.dropFirst(4))
    let dash = bytes.lastIndex(of: UInt8(ascii: "-"))
    var scalars = dash.map { bytes[..<$0].map { Unicode.Scalar($0) } } ?? []
    var code = 128
    var place = 0
    var bias = 72
    var index = dash.map { $0 + 1 } ?? 0
    while index < bytes.count {
      let before = place
      var weight = 1
      var step = 36
      while true {
        guard index < bytes.count, let digit = digit(bytes[index]) else { return String(label) }
        index += 1
        place += digit * weight
        let threshold = min(max(step - bias, 1), 26)
        if digit < threshold { break }
        weight *= 36 - threshold
        step += 36
        // Labels are short, and no scalar value is above 10FFFF: what grows beyond is no label.
        guard weight < 1 << 32, place < 1 << 32 else { return String(label) }
      }
      bias = adapted(place - before, count: scalars.count + 1, isFirst: before == 0)
      code += place / (scalars.count + 1)
      place %= scalars.count + 1
      guard let value = UInt32(exactly: code), let scalar = Unicode.Scalar(value) else { return String(label) }
      scalars.insert(scalar, at: place)
      place += 1
    }
    return String(String.UnicodeScalarView(scalars))
  }

  private static func digit(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte) - 97
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) - 48 + 26
    default: nil
    }
  }

  private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var step = 0
    while delta > 455 {
      delta /= 35
      step += 36
    }
    return step + 36 * delta / (delta + 38)
  }
}
