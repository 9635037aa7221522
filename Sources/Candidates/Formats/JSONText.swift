/// Reads the values of a JSON text one after another: strict, RFC 8259, but only as much as contacts need.
///
/// A JSON library belongs to another module, and this one imports nothing.
struct JSONText {
  /// What a value is; of what nobody asks for, only that it was well formed.
  enum Value {
    case text(String, range: Range<Int>)
    /// A whole number that fits.
    case number(Int)
    case object([(key: String, value: Value)])
    case other
  }

  /// The text is no JSON at this place.
  struct Broken: Error {}

  let bytes: [UInt8]
  private(set) var place: Int

  private static let depth = 64

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// The byte behind blanks and line ends; nil at the end.
  mutating func peek() -> UInt8? {
    while let byte = current, byte == 32 || byte == 9 || byte == 10 || byte == 13 { place += 1 }
    return current
  }

  /// Steps over the byte that was looked at.
  mutating func step() {
    if place < bytes.count { place += 1 }
  }

  /// Steps to a place further on.
  mutating func skip(to place: Int) {
    self.place = min(max(place, self.place), bytes.count)
  }

  /// Reads a value; members are kept of an outer object only.
  mutating func value(depth: Int = 0) throws(Broken) -> Value {
    guard depth < JSONText.depth, let byte = peek() else { throw Broken() }
    switch byte {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["):
      step()
      if peek() == UInt8(ascii: "]") {
        step()
        return .other
      }
      while true {
        _ = try value(depth: depth + 1)
        if try !goesOn(until: UInt8(ascii: "]")) { return .other }
      }
    case UInt8(ascii: "\""):
      let (text, range) = try string()
      return .text(text, range: range)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    default:
      for word in ["true", "false", "null"] where bytes[place...].starts(with: word.utf8) {
        place += word.utf8.count
        return .other
      }
      throw Broken()
    }
  }

  private var current: UInt8? {
    place < bytes.count ? bytes[place] : nil
  }

  /// Takes a comma, or the end of a list or an object; whether it was the comma.
  private mutating func goesOn(until end: UInt8) throws(Broken) -> Bool {
    let byte = peek()
    guard byte == end || byte == UInt8(ascii: ",") else { throw Broken() }
    step()
    return byte != end
  }

  private mutating func object(depth: Int) throws(Broken) -> Value {
    step()
    var members: [(key: String, value: Value)] = []
    if peek() == UInt8(ascii: "}") {
      step()
      return depth == 0 ? .object(members) : .other
    }
    while true {
      guard peek() == UInt8(ascii: "\"") else { throw Broken() }
      let key = try string().text
      guard peek() == UInt8(ascii: ":") else { throw Broken() }
      step()
      let value = try value(depth: depth + 1)
      if depth == 0 { members.append((key, value)) }
      if try !goesOn(until: UInt8(ascii: "}")) { return depth == 0 ? .object(members) : .other }
    }
  }

  private mutating func number() throws(Broken) -> Value {
    let start = place
    if current == UInt8(ascii: "-") { place += 1 }
    let zero = current == UInt8(ascii: "0")
    let whole = digits()
    guard whole > 0, !zero || whole == 1 else { throw Broken() }
    let end = place
    if current == UInt8(ascii: ".") {
      place += 1
      if digits() == 0 { throw Broken() }
    }
    if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
      place += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { place += 1 }
      if digits() == 0 { throw Broken() }
    }
    guard end == place, end - start < 20, let number = Int(String(decoding: bytes[start..<end], as: UTF8.self)) else {
      return .other
    }
    return .number(number)
  }

  private mutating func digits() -> Int {
    let start = place
    while let byte = current, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { place += 1 }
    return place - start
  }

  /// A string, and where its contents stand.
  private mutating func string() throws(Broken) -> (text: String, range: Range<Int>) {
    step()
    let start = place
    var text: [UInt8] = []
    while let byte = current, byte >= 32 {
      place += 1
      switch byte {
      case UInt8(ascii: "\""): return (String(decoding: text, as: UTF8.self), start..<place - 1)
      case UInt8(ascii: "\\"): text += try escaped()
      default: text.append(byte)
      }
    }
    throw Broken()
  }

  private mutating func escaped() throws(Broken) -> [UInt8] {
    guard let byte = current else { throw Broken() }
    place += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "b"): return [8]
    case UInt8(ascii: "f"): return [12]
    case UInt8(ascii: "n"): return [10]
    case UInt8(ascii: "r"): return [13]
    case UInt8(ascii: "t"): return [9]
    case UInt8(ascii: "u"):
      var units = [try unit()]
      // Two halves of one letter stand in two escapes; a half alone becomes U+FFFD.
      if units[0] & 0xFC00 == 0xD800, bytes[place...].starts(with: "\\u".utf8) {
        place += 2
        units.append(try unit())
      }
      return Array(String(decoding: units, as: UTF16.self).utf8)
    default: throw Broken()
    }
  }

  private mutating func unit() throws(Broken) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = current.flatMap(TransferEncoding.digit) else { throw Broken() }
      place += 1
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }
}
