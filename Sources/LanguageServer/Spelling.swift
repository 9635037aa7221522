/// Finds what somebody meant who mistyped a name.
package enum Spelling {
  /// The name that is fewest changes away from `word`, if that is at most a third of its length; the first of equals.
  package static func nearest(_ word: String, among names: [String]) -> String? {
    let typed = Array(word.lowercased().utf8)
    var best: (name: String, distance: Int)?
    for name in names {
      let distance = distance(typed, Array(name.lowercased().utf8))
      if distance < best?.distance ?? Int.max { best = (name, distance) }
    }
    guard let best, best.distance <= max(2, typed.count / 3) else { return nil }
    return best.name
  }

  /// How many bytes must be put in, left out, changed or swapped with their neighbour (optimal string alignment).
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
    var older: [Int] = []
    var old = Array(0...right.count)
    for row in 1...left.count {
      var new = [row]
      for column in 1...right.count {
        let change = left[row - 1] == right[column - 1] ? 0 : 1
        var cost = min(old[column] + 1, new[column - 1] + 1, old[column - 1] + change)
        if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
          cost = min(cost, older[column - 2] + 1)
        }
        new.append(cost)
      }
      older = old
      old = new
    }
    return old[right.count]
  }
}
