// Written by .ci/unicode/tables.py from Unicode 14.0.0; do not edit.

/// Letters that do not run from left to right (UAX #9); of other characters it says nothing.
enum DirectionTable {
  /// Pairs in order: the first and the last letter of a run from right to left (R and AL).
  static let rightToLeft: [UInt32] = [
    0x5d0, 0x8c9, 0xfb1d, 0xfefc, 0x10800, 0x10ff6, 0x1e800, 0x1eebb,
  ]

  /// Pairs in order: the first and the last letter of a run that has no direction.
  static let neutral: [UInt32] = [
    0x2b9, 0x2ba, 0x2c6, 0x2cf, 0x2ec, 0x2ec, 0x374, 0x374, 0x2e2f, 0x2e2f, 0xa67f, 0xa67f, 0xa717, 0xa71f, 0xa788,
    0xa788,
  ]
}
