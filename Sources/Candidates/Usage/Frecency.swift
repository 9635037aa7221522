/// How much somebody is written to and how lately, as one number that needs no clock.
///
/// Each use counts half as much every `halfLife` days. Since all fade alike, only the sum's logarithm at a fixed day is
/// kept: it says who comes first today and on any later day. In units of 1/256 of a doubling, 0 for never; a day weighs
/// as much as 16 of them. The numbers were chosen by `.ci/replay`.
enum Frecency {
  /// After so many days a use counts half as much.
  static let halfLife = 16
  /// What doubles the weight of all uses.
  static let doubling: UInt32 = 256
  /// The weights of one use in sixteenths: written to, copied, and seen as the writer of a mail.
  static let (written, copied, seen) = (48, 24, 12)

  /// What a use of this weight on this day comes to.
  ///
  /// - Parameters:
  ///   - day: Days since 1970, or before; drawn into the years from 1900 to 3000.
  ///   - weight: In sixteenths of a use, above 0.
  /// - Returns: The number, above 0.
  static func use(day: Int, weight: Int) -> UInt32 {
    number(day: day, perDay: 16) + UInt32(logarithm(UInt64(max(weight, 1))))
  }

  /// What a mail to several people on this day comes to: circles last longer than the use of one of them.
  static func mail(day: Int, times: Int = 1) -> UInt32 {
    number(day: day, perDay: 8) + UInt32(logarithm(UInt64(max(times, 1))))
  }

  private static func number(day: Int, perDay: Int) -> UInt32 {
    UInt32(perDay * (min(max(day, -25_568), 376_200) + 30_000))
  }

  /// What a source comes to that tells how often and the day of the last time only.
  ///
  /// How the others lie before the last is not known. Who was used often was so regularly, so that the last day says less:
  /// twice as many count as much as two months. Without a day only the number of times decides, below all who have one.
  static func told(count: Int, last: UInt32) -> UInt32 {
    guard count > 0 || last > 0 else { return 0 }
    guard last > 0 else { return UInt32(1 + 4 * logarithm(UInt64(count))) }
    return told(count: count, day: Day.since1970(last))
  }

  /// The same with the day of the last time in days since 1970.
  static func told(count: Int, day: Int) -> UInt32 {
    guard count > 0 else { return use(day: day, weight: seen) }
    return use(day: day, weight: written) + UInt32(4 * logarithm(UInt64(count)))
  }

  /// What the uses of both come to together.
  static func sum(_ one: UInt32, _ other: UInt32) -> UInt32 {
    let (more, less) = (max(one, other), min(one, other))
    guard less > 0, Int(more - less) < steps.count else { return more }
    return more + steps[Int(more - less)]
  }

  /// 256 times the binary logarithm of a number, 0 of 0 and 1.
  static func logarithm(_ number: UInt64) -> Int {
    guard number > 1 else { return 0 }
    let whole = 63 - number.leadingZeroBitCount
    // The mantissa in 31 bits behind the point is squared for each bit of the result.
    var mantissa = whole > 31 ? number >> UInt64(whole - 31) : number << UInt64(31 - whole)
    var fraction = 0
    for _ in 0..<8 {
      mantissa = (mantissa * mantissa) >> 31
      fraction <<= 1
      if mantissa >> 32 > 0 {
        fraction |= 1
        mantissa >>= 1
      }
    }
    return whole << 8 | fraction
  }

  /// What is to be added to the larger of two numbers for their difference.
  private static let steps: [UInt32] = {
    // The 256th root of one half, by eight square roots.
    var root = 0.5
    for _ in 0..<8 { root = root.squareRoot() }
    var part = 1.0
    return (0..<2400).map { _ in
      defer { part *= root }
      return UInt32((logarithm(UInt64((1 + part) * 1_073_741_824)) - logarithm(1 << 30)))
    }
  }()
}
