// Comments that stand in a list, and whose they are.

extension EntryList {
  /// Comments that are said of an entry: behind it, on its line of a list of lines, `- b # one`.
  ///
  /// - Returns: the range of the comment by the entry; and whether there are others, of which nobody can say where they
  ///   belong once the entries stand in another order.
  func ownComments() -> (ofEntries: [Int: Range<Int>], hasOthers: Bool) {
    switch grammar {
    case .yamlTags, .tomlTags, .jsonTags, .latexKeywords, .custom: break
    default: return ([:], false)
    }
    var own: [Int: Range<Int>] = [:]
    var hasOthers = false
    let firstEnd = value.firstIndex(of: Byte.lineFeed) ?? value.count
    var looked = -1
    // A sign alone joins lines of TeX and says nothing.
    for mark in reading.marks where mark.kind == .comment && mark.range.count > 1 {
      let start = mark.range.lowerBound
      guard frame.style == .lines else {
        // What stands behind the bracket is said of the list.
        hasOthers = hasOthers || frame.region.lowerBound <= start && start < frame.region.upperBound
        continue
      }
      let entry = count(before: start) - 1
      // Of several comments behind one entry only the first can be on its line.
      let isFirst = entry > looked && start >= entries[entry].range.upperBound
      looked = entry
      if isFirst, !value[entries[entry].range.upperBound..<start].contains(Byte.lineFeed) {
        own[entry] = mark.range
      } else if start > firstEnd {
        hasOthers = true
      }
    }
    return (own, hasOthers)
  }

  /// Puts the entries into another order: each place gets the text of another entry with the comment behind it,
  /// separators and blanks stay.
  func permuting(_ order: [Int]) -> [Change] {
    let comments = frame.style == .lines ? ownComments().ofEntries : [:]
    func line(_ entry: Int) -> Range<Int> {
      let range = entries[entry].range
      return range.lowerBound..<(comments[entry]?.upperBound ?? range.upperBound)
    }
    return zip(entries.indices, order).filter { $0 != $1 && entries.indices.contains($1) }
      .map { Change(line($0), Array(value[line($1)])) }
  }
}
