// What the client does by itself: the text changes, and the editor follows.

extension Editor {
  /// The field after somebody has typed or deleted in it, without asking.
  ///
  /// An entry that is changed so is being edited, with what it was before to come back to; what is typed in an empty place
  /// is a draft. A separator that is typed commits.
  ///
  /// - Parameters:
  ///   - range: bytes of the value; drawn in.
  ///   - text: what takes their place.
  /// - Returns: the field afterwards, its caret behind what was written.
  package func typing(_ range: Range<Int>, _ text: [UInt8]) -> Editor {
    let range = range.clamped(to: 0..<max(0, value.count))
    let change = Change(range, text)
    var next = self
    next.read([change])
    let written = range.lowerBound..<range.lowerBound + text.count
    next.caret = written.upperBound
    next.selection = TokenSelection()
    next.work = work(after: change, written)
    guard let range = next.work?.range, !range.isEmpty else {
      if next.work?.origin == nil { next.work = nil }
      return next
    }
    // What stands behind a separator now is committed; where one types is a new place.
    let entry = next.list.entries.first { next.list.isAt(written.upperBound, $0.range) }
    if let entry, entry.range.overlaps(range) || entry.range.upperBound == range.lowerBound {
      let isSame = next.list.entries.filter { $0.range.overlaps(range) }.count == 1
      let isUntouched = !isSame && next.work?.origin.map { next.value[entry.range].elementsEqual($0) } ?? false
      next.work = isUntouched ? nil : Work(range: entry.range, origin: isSame ? next.work?.origin : nil)
    } else {
      next.work = nil
    }
    return next
  }

  /// What is being worked on after a change: what it was, or what the change touches.
  private func work(after change: Change, _ written: Range<Int>) -> Work? {
    let range = change.range
    let shift = change.text.count - range.count
    if let work, work.range.lowerBound <= range.upperBound, range.lowerBound <= work.range.upperBound {
      let lower = min(work.range.lowerBound, range.lowerBound)
      let upper = max(work.range.upperBound, range.upperBound) + shift
      return Work(range: lower..<max(lower, upper), origin: work.origin)
    }
    let touched = list.entries.indices.filter {
      list.entries[$0].range.lowerBound <= range.upperBound && range.lowerBound <= list.entries[$0].range.upperBound
    }
    guard touched.count == 1, let entry = touched.first else { return Work(range: written) }
    let old = list.entries[entry].range
    let lower = min(old.lowerBound, range.lowerBound)
    let upper = max(old.upperBound, range.upperBound) + shift
    return Work(range: lower..<max(lower, upper), origin: Array(list.text(entry)))
  }

  /// Ends what was typed: it is a token from now on.
  package func ended() -> Editor {
    var next = self
    next.work = nil
    return next
  }

  /// The same field with the caret elsewhere, and these tokens selected; indices outside are passed over.
  package func at(_ caret: Int?, selecting indices: [Int] = []) -> Editor {
    var next = self
    next.caret = caret.map { max(0, min($0, value.count)) }
    let count = tokens.count
    next.selection = TokenSelection(indices.filter { $0 >= 0 && $0 < count })
    return next
  }
}

extension Editor {
  /// The same field where what is being typed is the one entry at the end of the last change, or nothing.
  ///
  /// - Parameter last: where the last change ended; nil where that is not known.
  /// - Returns: the field; what stands behind a separator now is a token.
  package func narrowed(at last: Int?) -> Editor {
    var next = self
    guard let range = work?.range else { return next }
    guard !range.isEmpty else {
      if work?.origin == nil { next.work = nil }
      return next
    }
    let inside = list.entries.filter { $0.range.overlaps(range) }
    let place = last ?? range.upperBound
    guard let entry = inside.first(where: { isAt(place, $0.range) }) else {
      next.work = nil
      return next
    }
    if inside.count > 1, let origin = work?.origin, list.value[entry.range].elementsEqual(origin) {
      // Something was written before a token that nobody changed.
      next.work = nil
      return next
    }
    next.work = Work(range: entry.range, origin: inside.count == 1 ? work?.origin : nil)
    return next
  }
}
