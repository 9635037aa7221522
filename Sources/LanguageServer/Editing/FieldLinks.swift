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

  /// The names behind one, or before it, from the nearest on; with `wraps` from the other end when the chain ends.
  package func names(_ isForward: Bool, from name: String, wraps: Bool) -> [String] {
    let (ahead, back) = isForward ? (next, previous) : (previous, next)
    var names: [String] = []
    var seen: Set<String> = [name]
    var current = name
    while let follower = ahead[current], seen.insert(follower).inserted {
      names.append(follower)
      current = follower
    }
    guard wraps, ahead[current] == nil else { return names }
    var first = name
    var passed: Set<String> = [name]
    while let before = back[first], passed.insert(before).inserted { first = before }
    var rest: [String] = []
    while first != name {
      rest.append(first)
      guard let follower = ahead[first] else { break }
      first = follower
    }
    return names + rest
  }
}
