/// Finds the people behind groups whose members may be groups: order-free, and a circle is broken where it closes.
struct Expansion {
  /// A member as written.
  enum Member {
    case mailbox(Mailbox)
    /// Another group, by its number.
    case group(Int)
    /// Somebody who is nowhere defined.
    case unknown
  }

  /// A member that leads back to the group it is part of.
  struct Circle: Hashable {
    var group: Int
    var member: Int
  }

  /// The members of each group, by its number.
  private let groups: [[Member]]
  /// How many members are looked at for all groups together: what nests so that it takes more was made to hurt.
  private var budget: Int
  private(set) var circles: Set<Circle> = []

  private static let depth = 64

  init(_ groups: [[Member]]) {
    self.groups = groups
    budget = 2_000_000 + 4 * groups.reduce(0) { $0 + $1.count }
  }

  /// The people of a group, each once; nil if that would take too much time, since part of a group is worse than none.
  mutating func people(of group: Int) -> [Mailbox]? {
    var done: Set<Int> = []
    var path: Set<Int> = []
    var people: [Mailbox] = []
    guard visit(group, depth: 0, done: &done, path: &path, people: &people) else { return nil }
    var seen: Set<String> = []
    return people.filter { seen.insert(Address.key($0.address)).inserted }
  }

  private mutating func visit(
    _ group: Int, depth: Int, done: inout Set<Int>, path: inout Set<Int>, people: inout [Mailbox]
  ) -> Bool {
    budget -= groups[group].count
    guard budget >= 0, depth < Expansion.depth else { return false }
    path.insert(group)
    for (number, member) in groups[group].enumerated() {
      switch member {
      case .mailbox(let mailbox): people.append(mailbox)
      case .group(let inner):
        if path.contains(inner) {
          circles.insert(Circle(group: group, member: number))
        } else if !done.contains(inner) {
          guard visit(inner, depth: depth + 1, done: &done, path: &path, people: &people) else { return false }
        }
      case .unknown: break
      }
    }
    path.remove(group)
    done.insert(group)
    return true
  }
}
