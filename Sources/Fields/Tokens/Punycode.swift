/// Decodes the part of a domain label after `xn--` (RFC 3492).
enum Punycode {
  /// The label in Unicode; nil if the bytes are no Punycode.
  static func decode(_ input: ArraySlice<UInt8>) -> String? {
    // A label has at most 63 octets; longer ones would make the insertions below slow.
    guard input.count <= 63, input.allSatisfy({ $0 < 0x80 }) else { return nil }
    var output: [Unicode.Scalar] = []
    var rest = input
    if let hyphen = input.lastIndex(of: Byte.hyphen) {
      output = input[..<hyphen].map { Unicode.Scalar($0) }
      rest = input[(hyphen + 1)...]
    }
    guard !rest.isEmpty else { return nil }
    var (code, index, bias) = (128, 0, 72)
    while !rest.isEmpty {
      let old = index
      var (weight, step) = (1, 36)
      while true {
        guard let byte = rest.popFirst(), let digit = digit(byte) else { return nil }
        index += digit * weight
        guard index < 1 << 40 else { return nil }
        let threshold = min(max(step - bias, 1), 26)
        if digit < threshold { break }
        weight *= 36 - threshold
        guard weight < 1 << 40 else { return nil }
        step += 36
      }
      let count = output.count + 1
      bias = adapted(index - old, count, isFirst: old == 0)
      code += index / count
      index %= count
      guard code <= 0x10ffff, let scalar = Unicode.Scalar(UInt32(code)) else { return nil }
      output.insert(scalar, at: index)
      index += 1
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: output)
    return String(text)
  }

  private static func digit(_ byte: UInt8) -> Int? {
    switch byte {
    case 0x41...0x5a, 0x61...0x7a: Int(Byte.lowered(byte)) - 0x61
    case 0x30...0x39: Int(byte) - 0x30 + 26
    default: nil
    }
  }

  private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var bias = 0
    while delta > 455 {
      delta /= 35
      bias += 36
    }
    return bias + 36 * delta / (delta + 38)
  }
}
