/// A set of Unicode scalars, as `[a-z0-9-]` or `\w` in a pattern.
package struct ScalarClass: Equatable, Sendable {
  /// Ranges of scalar values, in any order.
  var ranges: [ClosedRange<UInt32>] = []
  /// Sets with a name, each as it is or turned round.
  var named: [(name: Name, isTurned: Bool)] = []
  /// Whether everything else is meant: `[^…]`.
  var isTurned = false

  /// Sets that a backslash and a letter stand for.
  enum Name: Equatable, Sendable { case word, digit, space }

  /// Every scalar but line ends: the `.` of a pattern.
  static let any = ScalarClass(ranges: [0x0a...0x0a, 0x0d...0x0d, 0x2028...0x2029], isTurned: true)
  /// The characters of ASCII.
  package static let ascii = ScalarClass(ranges: [0...0x7f])

  init(ranges: [ClosedRange<UInt32>] = [], isTurned: Bool = false) {
    (self.ranges, self.isTurned) = (ranges, isTurned)
  }

  /// Whether a scalar is in the set.
  package func contains(_ scalar: Unicode.Scalar) -> Bool {
    let isIn =
      ranges.contains { $0.contains(scalar.value) } || named.contains { Self.holds($0.name, scalar) != $0.isTurned }
    return isIn != isTurned
  }

  /// Whether both hold the same scalars in the same words.
  package static func == (left: ScalarClass, right: ScalarClass) -> Bool {
    left.ranges == right.ranges && left.isTurned == right.isTurned
      && left.named.elementsEqual(right.named) { $0.name == $1.name && $0.isTurned == $1.isTurned }
  }

  /// Letters, marks, decimal digits and connectors are words, as Unicode's annex for regular expressions (UTS 18) has it.
  private static func holds(_ name: Name, _ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    switch name {
    case .digit: return properties.generalCategory == .decimalNumber
    case .space: return properties.isWhitespace
    case .word:
      if properties.isAlphabetic || scalar.value == 0x200c || scalar.value == 0x200d { return true }
      switch properties.generalCategory {
      case .decimalNumber, .connectorPunctuation, .nonspacingMark, .spacingMark, .enclosingMark: return true
      default: return false
      }
    }
  }
}
