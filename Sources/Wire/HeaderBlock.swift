/// The header lines before one body: what they say so far.
struct HeaderBlock: Sendable {
  enum Outcome {
    case length(Int)
    case fault(String)
  }

  /// How many bytes its lines have so far.
  var size = 0
  private var length: Int?
  private var fault: String?

  /// What is to be done at its end.
  var outcome: Outcome {
    if let fault { return .fault(fault) }
    if let length { return .length(length) }
    return .fault("header without Content-Length")
  }

  /// Takes a line without its end; false where it is no `Name: value` (RFC 9110, section 5.1).
  ///
  /// Only `Content-Length` counts; a `Content-Type` is let pass, as LSP has one encoding.
  mutating func read(_ line: ArraySlice<UInt8>) -> Bool {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let name = Self.trimmed(line[..<colon])
    guard !name.isEmpty, name.allSatisfy(Self.isNameByte) else { return false }
    guard name.count == Self.lengthName.count, Self.isLength(name) else { return true }
    let value = Self.trimmed(line[(colon + 1)...])
    switch Self.number(value) {
    case .fault(let found): fault = fault ?? found
    case .length(let found):
      if let length, length != found {
        fault = fault ?? "Content-Length twice, \(length) and \(found)"
      }
      length = found
    }
    return true
  }

  /// The number a `Content-Length` gives: digits only.
  private static func number(_ value: ArraySlice<UInt8>) -> Outcome {
    guard !value.isEmpty, value.allSatisfy(isDigit) else {
      return .fault("Content-Length is no number: \(excerpt(value))")
    }
    // All digits: nil is an overflow.
    guard let number = Int(String(decoding: value, as: UTF8.self)) else {
      return .fault("Content-Length is too large: \(excerpt(value))")
    }
    return .length(number)
  }

  private static let lengthName = Array("content-length".utf8)

  /// Whether a line starts with `Content-Length` in any case of letters.
  static func isLength(_ line: ArraySlice<UInt8>) -> Bool {
    line.prefix(lengthName.count).elementsEqual(lengthName) { lowered($0) == $1 }
  }

  /// Where the `Content-Length: 12` starts with which a line ends, nil where it does not.
  ///
  /// After a body cut at the wrong place the next header stands behind the rest of that body. A JSON text cannot hold
  /// these bytes before a raw line end, so what is found is a header.
  static func lengthAtEnd(of line: ArraySlice<UInt8>) -> Int? {
    var end = trimmed(line)
    guard let last = end.last, isDigit(last) else { return nil }
    while let last = end.last, isDigit(last) { end.removeLast() }
    end = trimmed(end)
    guard end.popLast() == UInt8(ascii: ":") else { return nil }
    end = trimmed(end)
    let start = end.endIndex - lengthName.count
    guard start >= end.startIndex, isLength(end[start...]) else { return nil }
    return start
  }

  /// The bytes without blanks and line ends on both sides.
  static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes
    while let last = bytes.last, isBlank(last) { bytes.removeLast() }
    return bytes.drop(while: isBlank)
  }

  /// The first bytes for a message; what is not printable ASCII shows as `?`.
  static func excerpt(_ bytes: ArraySlice<UInt8>) -> String {
    let shown = bytes.prefix(40).map { (0x20..<0x7F).contains($0) ? $0 : UInt8(ascii: "?") }
    return String(decoding: shown, as: UTF8.self) + (bytes.count > 40 ? "…" : "")
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  /// A byte of a `token`: RFC 9110, section 5.6.2.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowered(byte))
      || "!#$%&'*+-.^_`|~".utf8.contains(byte)
  }
}
