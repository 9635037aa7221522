/// A JSON value that keeps the order of members and the text of numbers, [RFC 8259](https://www.rfc-editor.org/rfc/rfc8259).
///
/// Two values are equal when their strings have the same bytes: `é` of one scalar and `é` of two are different keys,
/// which they would not be for `String`.
package enum JSON: Equatable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number written without fraction and exponent that fits in `Int`.
  case integer(Int)
  /// Every other number (`1.0`, `1e3`, `-0`, `99999999999999999999`) as its exact text, which is printed as it is.
  case number(String)
  /// A string with its escapes decoded.
  case string(String)
  /// Values in their order.
  case array([JSON])
  /// Members in their order; a parsed object has each key once.
  case object([Member])

  /// One key of an object with its value.
  package struct Member: Equatable, Sendable {
    /// The key with its escapes decoded.
    package var key: String
    /// The value under the key.
    package var value: JSON

    /// A member of a key and a value.
    package init(key: String, value: JSON) {
      self.key = key
      self.value = value
    }

    /// Whether keys have the same bytes and values are equal.
    package static func == (one: Member, other: Member) -> Bool {
      isSame(one.key, other.key) && one.value == other.value
    }
  }

  /// The value under a key, or nil where there is none or this is no object.
  package subscript(key: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { isSame($0.key, key) }?.value
  }

  /// The whole number that this is: `3`, and also `3.0`, `3e0` and `-0`, which some clients write.
  ///
  /// Counted in decimal digits and thus exact; nil for fractions, for what does not fit in `Int`, and for all other
  /// values.
  package var whole: Int? {
    switch self {
    case .integer(let number): number
    case .number(let text): Self.whole(text)
    default: nil
    }
  }

  private static func whole(_ text: String) -> Int? {
    let parts = text.utf8.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 | 0x20 == UInt8(ascii: "e") }
    var sign = ""
    var digits: [UInt8] = []
    // How many of the digits stand behind the point.
    var behind = 0
    var hasPoint = false
    for byte in parts.first ?? text.utf8[...] {
      switch byte {
      case UInt8(ascii: "-"): sign = "-"
      case UInt8(ascii: "."): hasPoint = true
      default:
        digits.append(byte)
        behind += hasPoint ? 1 : 0
      }
    }
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      behind -= 1
    }
    if digits.isEmpty { return 0 }
    if parts.count == 2 {
      guard let exponent = Int(Substring(parts[1])) else { return nil }
      let (moved, isOver) = behind.subtractingReportingOverflow(exponent)
      if isOver { return nil }
      behind = moved
    }
    // An `Int` has at most 19 digits.
    guard (-19...0).contains(behind) else { return nil }
    digits += [UInt8](repeating: UInt8(ascii: "0"), count: -behind)
    return Int(sign + String(decoding: digits, as: UTF8.self))
  }

  /// Whether two values are the same, strings byte by byte.
  package static func == (one: JSON, other: JSON) -> Bool {
    switch (one, other) {
    case (.null, .null): true
    case (.bool(let one), .bool(let other)): one == other
    case (.integer(let one), .integer(let other)): one == other
    case (.number(let one), .number(let other)): isSame(one, other)
    case (.string(let one), .string(let other)): isSame(one, other)
    case (.array(let one), .array(let other)): one == other
    case (.object(let one), .object(let other)): one == other
    default: false
    }
  }
}

/// Whether two strings have the same bytes; `==` alone would also hold for canonically equivalent ones.
func isSame(_ one: String, _ other: String) -> Bool {
  one.utf8.count == other.utf8.count && one == other && one.utf8.elementsEqual(other.utf8)
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral {
  /// `nil` is `null`.
  package init(nilLiteral: ()) { self = .null }

  /// `true` and `false`.
  package init(booleanLiteral value: Bool) { self = .bool(value) }

  /// An integer.
  package init(integerLiteral value: Int) { self = .integer(value) }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  /// A string.
  package init(stringLiteral value: String) { self = .string(value) }
}

extension JSON: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  /// An array.
  package init(arrayLiteral elements: JSON...) { self = .array(elements) }

  /// An object with its members as written; writing a key once is up to the writer.
  package init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(elements.map { Member(key: $0.0, value: $0.1) })
  }
}
