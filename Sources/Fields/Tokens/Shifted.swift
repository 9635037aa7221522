// What was found in some bytes, told of bytes that begin so many further on.

extension Reading {
  func shifted(by distance: Int) -> Reading {
    var moved = self
    moved.tokens = tokens.map { $0.shifted(by: distance) }
    moved.groups = groups.map { $0.shifted(by: distance) }
    moved.faults = faults.map { $0.shifted(by: distance) }
    moved.marks = marks.map { $0.shifted(by: distance) }
    return moved
  }
}

extension Token {
  func shifted(by distance: Int) -> Token {
    var moved = self
    moved.range = range.shifted(by: distance)
    moved.name = name?.shifted(by: distance)
    moved.content = content?.shifted(by: distance)
    moved.angle = angle?.shifted(by: distance)
    moved.comment = comment?.shifted(by: distance)
    return moved
  }
}

extension Group {
  func shifted(by distance: Int) -> Group {
    var moved = self
    moved.range = range.shifted(by: distance)
    moved.nameRange = nameRange.shifted(by: distance)
    moved.end = end.map { $0 + distance }
    return moved
  }
}

extension Mark {
  func shifted(by distance: Int) -> Mark {
    Mark(kind: kind, range: range.shifted(by: distance))
  }
}

extension Fault {
  func shifted(by distance: Int) -> Fault {
    var moved = self
    moved.range = range.shifted(by: distance)
    moved.related = related?.shifted(by: distance)
    return moved
  }
}

extension Fragment {
  func shifted(by distance: Int) -> Fragment {
    var moved = self
    moved.range = range.shifted(by: distance)
    moved.removed = removed?.shifted(by: distance)
    moved.separatorAt = separatorAt.map { $0 + distance }
    return moved
  }
}
