/// In which direction a text runs.
package enum TextDirection: String, CaseIterable, Sendable {
  /// From left to right.
  case ltr
  /// From right to left: Hebrew, Arabic and others.
  case rtl

  /// The direction of the first letter that has one (UAX #9, P2); nil where there is none.
  ///
  /// Digits, punctuation and marks say nothing, nor does what stands in isolates.
  ///
  /// - Parameter text: any text.
  package init?(firstStrongOf text: String) {
    var isolates = 0
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x2066...0x2068: isolates += 1
      case 0x2069: isolates = max(0, isolates - 1)
      default:
        guard isolates == 0, let direction = Self.direction(of: scalar) else { continue }
        self = direction
        return
      }
    }
    return nil
  }

  private static func direction(of scalar: Unicode.Scalar) -> TextDirection? {
    if scalar.value < 0x80 { return Byte.isAlphanumeric(UInt8(scalar.value)) && scalar.value > 0x39 ? .ltr : nil }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: break
    default: return nil
    }
    if DirectionTable.rightToLeft.holdsRun(with: scalar.value) { return .rtl }
    return DirectionTable.neutral.holdsRun(with: scalar.value) ? nil : .ltr
  }
}

extension Grammar {
  /// The direction of a list: that of the first name or value with one, as they are shown; nil where none has one.
  ///
  /// - Parameters:
  ///   - reading: what was read from the value.
  ///   - value: the bytes of the value.
  /// - Returns: the direction, if anything shown has one.
  package func direction(_ reading: Reading, in value: [UInt8]) -> TextDirection? {
    var group = -1
    for token in reading.tokens {
      if let own = token.group, own != group, reading.groups.indices.contains(own) {
        group = own
        if let direction = TextDirection(firstStrongOf: reading.groups[own].name) { return direction }
      }
      if let direction = TextDirection(firstStrongOf: display(token, in: value)) { return direction }
    }
    // Groups without members have no token.
    for group in reading.groups {
      if let direction = TextDirection(firstStrongOf: group.name) { return direction }
    }
    return nil
  }
}
