/// In which order one goes from field to field: a chain of names, in which every link goes both ways.
///
/// Names are lower case: those by which fields are told apart, `subject`, and `body`. Names may stand in it that the
/// document does not have; they are passed over.
package struct FieldLinks: Equatable, Sendable {
  private var next: [String: String] = [:]
  private var previous: [String: String] = [:]

  /// A chain of names; one that comes twice counts where it comes first.
  package init(_ names: [String]) {
    var seen: Set<String> = []
    let names = names.filter { seen.insert($0).inserted }
    for (name, follower) in zip(names, names.dropFirst()) { link(name, to: follower) }
  }

  /// Puts a name behind another one: whatever stood before or behind them is not linked with them any more.
  ///
  /// - Parameters:
  ///   - name: what goes before.
  ///   - follower: what comes next; nil for nothing.
  package mutating func link(_ name: String, to follower: String?) {
    if let old = next.removeValue(forKey: name) { previous[old] = nil }
    guard let follower, follower != name else { return }
    if let old = previous.removeValue(forKey: follower) { next[old] = nil }
    next[name] = follower
    previous[follower] = name
  }

  /// What is found first behind a name, or before it; with `wraps` from the other end when the chain ends.
  ///
  /// - Parameters:
  ///   - isForward: in which direction.
  ///   - name: where one is; it is not asked for itself.
  ///   - wraps: whether the ends of the chain are joined.
  ///   - find: what is looked for; nil for a name that is passed over.
  /// - Returns: what `find` gave first; nil where it gave nothing.
  package func first<Found>(
    _ isForward: Bool, from name: String, wraps: Bool, _ find: (String) -> Found?
  ) -> Found? {
    let (ahead, back) = isForward ? (next, previous) : (previous, next)
    var current = name
    // A circle of links ends where it began.
    while let follower = ahead[current], follower != name {
      if let found = find(follower) { return found }
      current = follower
    }
    guard wraps, ahead[current] == nil else { return nil }
    var start = name
    while let before = back[start], before != name { start = before }
    while start != name {
      if let found = find(start) { return found }
      guard let follower = ahead[start] else { break }
      start = follower
    }
    return nil
  }
}

/// The fields of a document on the way from one to another.
struct FieldRoute {
  let links: FieldLinks
  /// What each field is called where fields are told apart.
  let ids: [String]
  /// The number of each field by that name in lower case.
  private let numbers: [String: Int]

  init(_ links: FieldLinks, _ ids: [String]) {
    (self.links, self.ids) = (links, ids)
    numbers = Dictionary(ids.enumerated().map { ($1.lowercased(), $0) }, uniquingKeysWith: { one, _ in one })
  }

  func number(_ name: String) -> Int? { numbers[name] }
}
