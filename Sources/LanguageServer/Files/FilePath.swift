/// Paths and the URIs by which clients name them (RFC 8089).
package enum FilePath {
  /// The `file:` URI of an absolute path.
  package static func uri(of path: String) -> String {
    var uri = "file://"
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        uri += "%" + (digits.utf8.count < 2 ? "0" : "") + digits
      }
    }
    return uri
  }

  /// The path of a `file:` URI without its percent signs; nil for any other URI, and for one of another machine.
  static func of(uri: String) -> String? {
    var bytes = Array(uri.utf8)[...]
    guard bytes.prefix(5).elementsEqual("file:".utf8, by: { $0 | 0x20 == $1 || $0 == $1 }) else { return nil }
    bytes = bytes.dropFirst(5)
    if bytes.starts(with: "//".utf8) {
      bytes = bytes.dropFirst(2)
      if bytes.starts(with: "localhost/".utf8) { bytes = bytes.dropFirst(9) }
    }
    guard bytes.first == UInt8(ascii: "/") else { return nil }
    var path: [UInt8] = []
    var i = bytes.startIndex
    while i < bytes.endIndex {
      if bytes[i] == UInt8(ascii: "%"), i + 2 < bytes.endIndex, let high = digit(bytes[i + 1]),
        let low = digit(bytes[i + 2])
      {
        path.append(high << 4 | low)
        i += 3
      } else {
        path.append(bytes[i])
        i += 1
      }
    }
    while path.count > 1, path.last == UInt8(ascii: "/") { path.removeLast() }
    return path.contains(0) ? nil : String(decoding: path, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
