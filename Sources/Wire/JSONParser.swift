/// Where and why bytes are no JSON text.
package struct JSONFault: Error, Equatable, Sendable {
  /// The byte at which reading stopped, from 0; the count of bytes when the text ends too early.
  package var offset: Int
  /// What was wrong there, in a few words.
  package var reason: String

  /// A fault at a byte.
  package init(offset: Int, reason: String) {
    self.offset = offset
    self.reason = reason
  }
}

extension JSON {
  /// The value that a whole JSON text spells, by the grammar of RFC 8259 and nothing beyond it.
  ///
  /// Refused: a byte order mark, ill-formed UTF-8 (at the first byte of the bad sequence), raw control characters in
  /// strings, anything after the value, and containers nested deeper than `depth` (at most 2,048 whatever is asked).
  /// A lone surrogate escape becomes U+FFFD, since a `String` cannot hold it. Of equal keys the last value wins, at the
  /// place of the first.
  package static func parse(_ bytes: [UInt8], depth: Int = 512) throws(JSONFault) -> JSON {
    var parser = JSONParser(bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw JSONFault(offset: 0, reason: "byte order mark") }
    parser.skipBlanks()
    let value = try parser.value(depth: min(depth, 2048))
    parser.skipBlanks()
    if parser.at < bytes.count { throw parser.fault("something after the end of the value") }
    return value
  }
}

/// A place in a JSON text, moved forward by what is read; all but the strings and numbers.
struct JSONParser {
  let bytes: [UInt8]
  var at = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The byte here, or 0 at the end, which starts nothing in JSON.
  var here: UInt8 { at < bytes.count ? bytes[at] : 0 }

  func fault(_ reason: String) -> JSONFault {
    at < bytes.count ? JSONFault(offset: at, reason: reason) : JSONFault(offset: at, reason: "the text ends too early")
  }

  /// Moves to the next byte that is no blank.
  @inline(__always)
  mutating func skipBlanks() {
    if at < bytes.count, bytes[at] <= 0x20 { skipBlankRun() }
  }

  private mutating func skipBlankRun() {
    while at < bytes.count {
      switch bytes[at] {
      case 0x20, 0x0A, 0x0D, 0x09: at += 1
      default: return
      }
    }
  }

  mutating func value(depth: Int) throws(JSONFault) -> JSON {
    switch here {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    default: throw fault("expected a value")
    }
  }

  private mutating func word(_ word: StaticString, _ value: JSON) throws(JSONFault) -> JSON {
    for byte in word.description.utf8 {
      if here != byte { throw fault("expected \(word)") }
      at += 1
    }
    return value
  }

  private mutating func array(depth: Int) throws(JSONFault) -> JSON {
    if depth <= 0 { throw fault("nested too deeply") }
    at += 1
    skipBlanks()
    var values: [JSON] = []
    if here == UInt8(ascii: "]") {
      at += 1
      return .array(values)
    }
    while true {
      values.append(try value(depth: depth - 1))
      skipBlanks()
      switch here {
      case UInt8(ascii: ","):
        at += 1
        skipBlanks()
      case UInt8(ascii: "]"):
        at += 1
        return .array(values)
      default: throw fault("expected , or ]")
      }
    }
  }

  private mutating func object(depth: Int) throws(JSONFault) -> JSON {
    if depth <= 0 { throw fault("nested too deeply") }
    at += 1
    skipBlanks()
    if here == UInt8(ascii: "}") {
      at += 1
      return .object([])
    }
    var members: [JSON.Member] = []
    // Most objects have few members: growing from one to four would cost two more allocations.
    members.reserveCapacity(4)
    var places = KeyPlaces()
    while true {
      if here != UInt8(ascii: "\"") { throw fault("expected a key") }
      let key = try string()
      skipBlanks()
      if here != UInt8(ascii: ":") { throw fault("expected :") }
      at += 1
      skipBlanks()
      let value = try value(depth: depth - 1)
      if let place = places.place(of: key, in: members) {
        members[place].value = value
      } else {
        members.append(JSON.Member(key: key, value: value))
      }
      skipBlanks()
      switch here {
      case UInt8(ascii: ","):
        at += 1
        skipBlanks()
      case UInt8(ascii: "}"):
        at += 1
        return .object(members)
      default: throw fault("expected , or }")
      }
    }
  }
}

/// Where the keys of an object stand while it is read.
///
/// A few keys are compared one by one; from 16 on a table keeps a large object from costing its square.
private struct KeyPlaces {
  private var places: [[UInt8]: Int] = [:]

  /// Where the key stands already; a new key is noted for the next place.
  @inline(__always)
  mutating func place(of key: String, in members: [JSON.Member]) -> Int? {
    if members.count < 16 {
      var place = 0
      while place < members.count {
        if isSame(members[place].key, key) { return place }
        place += 1
      }
      return nil
    }
    return placeAmongMany(key, members)
  }

  private mutating func placeAmongMany(_ key: String, _ members: [JSON.Member]) -> Int? {
    if places.isEmpty {
      for (place, member) in members.enumerated() { places[Array(member.key.utf8)] = place }
    }
    let bytes = Array(key.utf8)
    if let place = places[bytes] { return place }
    places[bytes] = members.count
    return nil
  }
}
