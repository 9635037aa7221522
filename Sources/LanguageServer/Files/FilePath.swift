import Fields

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
    var path = Percent.decoded(bytes)
    while path.count > 1, path.last == UInt8(ascii: "/") { path.removeLast() }
    return path.contains(0) ? nil : String(decoding: path, as: UTF8.self)
  }
}
