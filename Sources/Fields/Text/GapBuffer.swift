/// A sequence whose middle is open where it was last changed, so that changing it there again moves nothing.
///
/// A keystroke at the caret costs the same in two kilobytes and in ten megabytes; moving to another place costs one move
/// of what lies between.
struct GapBuffer<Element: Equatable & Sendable>: Sendable {
  private var storage: [Element]
  private var gapStart: Int
  private var gapEnd: Int
  /// Fills the open places, which nobody reads.
  private let filler: Element

  /// Holds `elements`, with the opening at their end.
  init(_ elements: [Element], filler: Element) {
    storage = elements
    gapStart = elements.count
    gapEnd = elements.count
    self.filler = filler
  }

  /// How many elements there are.
  var count: Int { storage.count - (gapEnd - gapStart) }

  /// Where the opening stands: elements before it are untouched by what is done behind it.
  var opening: Int { gapStart }

  /// The element at `index`, from 0 to below `count`.
  subscript(index: Int) -> Element {
    get { index < gapStart ? storage[index] : storage[index + (gapEnd - gapStart)] }
    set {
      if index < gapStart {
        storage[index] = newValue
      } else {
        storage[index + (gapEnd - gapStart)] = newValue
      }
    }
  }

  /// The elements of `range`, copied; the range must lie inside.
  func elements(_ range: Range<Int>) -> [Element] {
    if range.upperBound <= gapStart { return Array(storage[range]) }
    let gap = gapEnd - gapStart
    if range.lowerBound >= gapStart {
      return Array(storage[(range.lowerBound + gap)..<(range.upperBound + gap)])
    }
    var result: [Element] = []
    result.reserveCapacity(range.count)
    result.append(contentsOf: storage[range.lowerBound..<gapStart])
    result.append(contentsOf: storage[gapEnd..<(range.upperBound + gap)])
    return result
  }

  /// How many elements at the start of `range`, which must lie inside, are all as wanted.
  @inline(__always)
  func run(_ range: Range<Int>, _ isWanted: (Element) -> Bool) -> Int {
    var index = range.lowerBound
    let first = min(range.upperBound, gapStart)
    while index < first {
      guard isWanted(storage[index]) else { return index - range.lowerBound }
      index += 1
    }
    let gap = gapEnd - gapStart
    while index < range.upperBound {
      guard isWanted(storage[index + gap]) else { return index - range.lowerBound }
      index += 1
    }
    return range.count
  }

  /// Puts `elements` in the place of `range`, which must lie inside.
  mutating func replace(_ range: Range<Int>, with elements: [Element]) {
    open(at: range.lowerBound)
    gapEnd += range.count
    if elements.count > gapEnd - gapStart { widen(to: elements.count) }
    for (index, element) in elements.enumerated() { storage[gapStart + index] = element }
    gapStart += elements.count
  }

  /// Moves the opening to `index`.
  mutating func open(at index: Int) {
    let width = gapEnd - gapStart
    if width == 0 {
      gapStart = index
      gapEnd = index
      return
    }
    while gapStart > index {
      gapStart -= 1
      gapEnd -= 1
      storage[gapEnd] = storage[gapStart]
    }
    while gapStart < index {
      storage[gapStart] = storage[gapEnd]
      gapStart += 1
      gapEnd += 1
    }
  }

  /// Makes room for at least `needed` elements, and an eighth of the whole besides, so that typing seldom comes here.
  private mutating func widen(to needed: Int) {
    let room = needed + max(64, count / 8)
    let more = room - (gapEnd - gapStart)
    storage.insert(contentsOf: repeatElement(filler, count: more), at: gapEnd)
    gapEnd += more
  }
}

extension GapBuffer: Equatable {
  /// Whether both hold the same elements, wherever their openings stand.
  static func == (left: GapBuffer, right: GapBuffer) -> Bool {
    guard left.count == right.count else { return false }
    for index in 0..<left.count where left[index] != right[index] { return false }
    return true
  }
}
