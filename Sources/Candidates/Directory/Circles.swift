/// Who was written to together with whom, from which is told who is missing in a draft.
///
/// Mailboxes are told by the hashes of their addresses, so that nothing changes when a mailbox moves to another row.
struct Circles: Sendable {
  /// The members of all circles, one circle's behind another's.
  private(set) var members: [UInt64] = []
  /// Where each circle's members end.
  private(set) var ends: [UInt32] = []
  /// What the mails to each circle come to.
  private(set) var scores: [UInt32] = []
  private var circles: [UInt64: [UInt32]] = [:]
  /// Those of an index file, whose numbers come first.
  private let base: PackedIndex?

  /// How many circles are kept.
  private static let limit = 200_000
  /// How many circles of one mailbox are looked at: the last ones.
  private static let reach = 1000

  init(_ base: PackedIndex? = nil) { self.base = base }

  /// Each member with each of its circles.
  var pairs: [(hash: UInt64, circle: UInt32)] {
    circles.flatMap { hash, numbers in numbers.map { (hash, $0) } }
  }

  /// Notes people who were written to in one mail.
  mutating func add(_ hashes: [UInt64], score: UInt32) {
    guard hashes.count > 1, scores.count < Circles.limit else { return }
    let number = UInt32(scores.count)
    members += hashes
    ends.append(UInt32(members.count))
    scores.append(score)
    for hash in hashes { circles[hash, default: []].append(number) }
  }

  private var baseCount: UInt32 { UInt32(base?.circleCount ?? 0) }

  private func members(_ circle: UInt32) -> ArraySlice<UInt64> {
    if let base, circle < baseCount { return base.circleMembers(circle)[...] }
    let own = Int(circle - baseCount)
    return members[(own > 0 ? Int(ends[own - 1]) : 0)..<Int(ends[own])]
  }

  private func score(_ circle: UInt32) -> UInt32 {
    if let base, circle < baseCount { return base.circleScore(circle) }
    return scores[Int(circle - baseCount)]
  }

  /// The circles of a mailbox, the last ones only of one that has very many.
  private func circles(of hash: UInt64) -> [UInt32] {
    let own = circles[hash] ?? []
    guard let base else { return own.suffix(Circles.reach) }
    let first = baseCount
    return (base.circles(of: hash, most: Circles.reach) + own.map { first + $0 }).suffix(Circles.reach)
  }

  /// Those who were written to together with somebody of a draft.
  ///
  /// A circle counts sixteen times as much for each further one of the draft who is in it.
  ///
  /// - Parameter present: The hashes of those in the draft.
  /// - Returns: For each, how likely one of these mails was to them as well, as `Frecency` counts: 0 for always, less
  ///   for less.
  func companions(of present: [UInt64]) -> [UInt64: Int] {
    var shared: [UInt32: UInt32] = [:]
    for hash in present {
      for circle in circles(of: hash) { shared[circle, default: 0] += 1 }
    }
    guard !shared.isEmpty else { return [:] }
    var all: UInt32 = 0
    var sums: [UInt64: UInt32] = [:]
    for (circle, count) in shared.sorted(by: { $0.key < $1.key }) {
      let score = score(circle) &+ (count - 1) * 4 * Frecency.doubling
      all = Frecency.sum(all, score)
      for member in members(circle) { sums[member] = Frecency.sum(sums[member] ?? 0, score) }
    }
    for hash in present { sums[hash] = nil }
    return sums.mapValues { Int($0) - Int(all) }
  }

  /// Whether two were ever written to in one mail.
  func areTogether(_ one: UInt64, _ other: UInt64) -> Bool {
    circles(of: one).contains { members($0).contains(other) }
  }
}
