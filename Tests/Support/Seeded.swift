/// A generator of the same numbers on every machine, so that a property that fails can be run again.
///
/// SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
package struct Seeded: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Starts the sequence that belongs to `seed`.
  package init(seed: UInt64) {
    state = seed
  }

  /// The next number of the sequence.
  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
