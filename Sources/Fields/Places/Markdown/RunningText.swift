/// The running text of a note in parts, each with what stands before it: a change is read from the start of the part in
/// which it lies to where the state meets that of an old part again.
///
/// A keystroke in a megabyte must not cost a megabyte. A part begins at a line, where nothing within a paragraph is open
/// (`InlineReader.isOpen`), so that no later part bears on it. Its ranges begin at the part, so that a change moves none.
package struct RunningText: Sendable {
  /// Some lines of the text, and what was read there.
  private struct Part: Sendable {
    var length: Int
    /// What stands before the part.
    var state: BlockState
    /// The tokens and faults, before labels of links are taken out; in bytes of the part, as all that follows.
    var reading = Reading()
    var properties: [(name: Range<Int>, value: Range<Int>)] = []
    var definitions: [String] = []
    var labels: [LinkLabel] = []
    /// Whether there is a `#` or `@`.
    var hasSign = false
    /// For each token a hash of its bytes.
    var hashes: [UInt64] = []

    /// Whether the tokens are all that there is to say of the part.
    var isPlain: Bool { reading.faults.isEmpty && definitions.isEmpty && labels.isEmpty }
  }

  /// What of a part is asked for all parts at a keystroke; numbers alone, so that looking through many costs little.
  private struct Summary: Sendable {
    var length: Int
    var (tokens, faults, properties, definitions): (Int, Int, Int, Int)
    var hasSign: Bool

    init(_ part: Part) {
      length = part.length
      (tokens, faults) = (part.reading.tokens.count, part.reading.faults.count)
      (properties, definitions) = (part.properties.count, part.definitions.count)
      hasSign = part.hasSign
    }
  }

  /// What a change did to the properties: the numbers of those that were read again, before and after.
  package struct Change: Equatable, Sendable {
    /// Which of the properties before the change are gone or read anew.
    package var before: Range<Int>
    /// Which of those after it are.
    package var after: Range<Int>
    /// Whether the tokens of the text are the same as before, and the change touches none of them: they have only moved.
    package var keepsTokens = false
  }

  /// Where the text begins, in bytes of the document.
  package private(set) var start: Int
  /// How many bytes the text has.
  package private(set) var count = 0
  /// How many bytes were taken up to read the last change, or all: what tests hold against the length of the text.
  package private(set) var work = 0

  /// How many bytes a part has where nobody says otherwise.
  package static let usualSize = 2048

  private let flavor: Flavor
  private let isMDX: Bool
  /// How many bytes a part has at least, where the text lets it end.
  private let size: Int
  private var parts: [Part] = []
  /// One for each part.
  private var summaries: [Summary] = []

  /// Reads a text from a place on, which has to be the start of a line.
  ///
  /// - Parameters:
  ///   - text: the document.
  ///   - start: where the running text begins.
  ///   - surroundings: whose habits it follows.
  ///   - size: how many bytes a part has at least; tests take small ones.
  package init(_ text: Text, from start: Int, _ surroundings: Surroundings, size: Int = usualSize) {
    (self.start, self.size, flavor) = (start, max(1, size), surroundings.flavor)
    isMDX = surroundings.role == InlineTags.mdx
    count = text.count - start
    parts = read(text, from: start, BlockState(), meeting: [], at: text.count).parts
    summaries = parts.map(Summary.init)
  }

  /// Whether a `#` or `@` stands in the text, so that there may be a tag.
  package var hasSign: Bool { summaries.contains { $0.hasSign } }

  // MARK: Changes

  /// Says that the text begins elsewhere in the document, the same as it was.
  mutating func move(to place: Int) { start = place }

  /// Takes a change of the document.
  ///
  /// - Parameters:
  ///   - range: what was replaced, in bytes of the document before; not before `start`.
  ///   - length: how many bytes came there.
  ///   - text: the document after the change.
  /// - Returns: the properties that are others now, or were read anew.
  package mutating func replace(_ range: Range<Int>, length: Int, in text: Text) -> Change {
    let growth = length - range.count
    count += growth
    var (first, from, properties) = (0, start, 0)
    while first + 1 < parts.count, from + summaries[first].length <= range.lowerBound {
      from += summaries[first].length
      properties += summaries[first].properties
      first += 1
    }
    var (last, end) = (first, from)
    while last < parts.count {
      end += summaries[last].length
      last += 1
      if end > range.upperBound || last == parts.count { break }
    }
    let state = parts.indices.contains(first) ? parts[first].state : BlockState()
    let (new, met) = read(text, from: from, state, meeting: parts[last...], at: end + growth)
    let old = first..<min(parts.count, last + met)
    var change = Change(
      before: properties..<properties + summaries[old].reduce(0) { $0 + $1.properties },
      after: properties..<properties + new.reduce(0) { $0 + $1.properties.count })
    change.keepsTokens =
      parts[old].allSatisfy(\.isPlain) && new.allSatisfy(\.isPlain)
      && parts[old].lazy.flatMap(\.hashes).elementsEqual(new.lazy.flatMap(\.hashes))
      && !Self.touchesToken(range, parts[old], from)
      && !Self.touchesToken(range.lowerBound..<range.lowerBound + length, new[...], from)
    parts.replaceSubrange(old, with: new)
    summaries.replaceSubrange(old, with: new.map(Summary.init))
    return change
  }

  private static func touchesToken(_ range: Range<Int>, _ parts: ArraySlice<Part>, _ start: Int) -> Bool {
    var at = start
    for part in parts {
      let own = range.shifted(by: -at)
      let first = part.reading.tokens.firstIndexSorted { $0.range.upperBound >= own.lowerBound }
      if first < part.reading.tokens.count, part.reading.tokens[first].range.lowerBound <= own.upperBound {
        return true
      }
      at += part.length
    }
    return false
  }

  /// Reads parts up to where one of some old parts begins with the same state.
  ///
  /// - Returns: the parts, and how many of the old ones they take the place of.
  private mutating func read(
    _ text: Text, from start: Int, _ state: BlockState, meeting old: ArraySlice<Part>, at place: Int
  ) -> (parts: [Part], met: Int) {
    var (made, met, next) = ([Part](), old.startIndex, place)
    var (at, state) = (start, state)
    var reach = old.isEmpty ? text.count - start : max(0, place - start) + size
    work = 0
    while at < text.count {
      let end = min(text.count, at + max(reach, 1))
      let bytes = text.bytes(at..<end)
      work += bytes.count
      var cutter = Cutter(
        InlineReader(bytes, flavor, isMDX: isMDX, state: state, isWhole: end == text.count), at: at)
      let known = made.count
      while cutter.goOn() {
        while next < cutter.place, met < old.endIndex {
          next += old[met].length
          met += 1
        }
        if met < old.endIndex, next == cutter.place, old[met].state == cutter.state {
          made.append(cutter.cut())
          return (made, met - old.startIndex)
        }
        if cutter.length >= size { made.append(cutter.cut()) }
      }
      if cutter.length > 0 { made.append(cutter.cut()) }
      (at, state) = (cutter.place, cutter.state)
      // Where no part ends so soon, more has to be seen.
      reach = made.count > known ? max(reach, size) : 2 * max(reach, 1)
    }
    return (made, old.count)
  }

  /// Cuts what a reader finds into parts.
  private struct Cutter {
    private var reader: InlineReader
    private let base: Int
    /// Where the part begins, and the last place where it could end, with what had been read up to there.
    private var (from, last): (Place, Place)

    private struct Place {
      var offset = 0
      var state: BlockState
      var (tokens, faults, properties, definitions, labels) = (0, 0, 0, 0, 0)

      init(_ reader: InlineReader) {
        (offset, state) = (reader.i, reader.state)
        (tokens, faults) = (reader.list.reading.tokens.count, reader.list.reading.faults.count)
        (properties, definitions, labels) = (
          reader.properties.count, reader.definitions.count, reader.labels.count
        )
      }
    }

    init(_ reader: InlineReader, at base: Int) {
      (self.reader, self.base) = (reader, base)
      (from, last) = (Place(reader), Place(reader))
    }

    /// The last place where the part could end, in bytes of the document, and what stands there.
    var place: Int { base + last.offset }
    var state: BlockState { last.state }
    /// How long the part would be.
    var length: Int { last.offset - from.offset }

    /// Reads to the next place where the part could end; false where there is none in the bytes that are known.
    mutating func goOn() -> Bool {
      while reader.i < reader.bytes.count {
        reader.readLine()
        if reader.isShort { return false }
        if !reader.isOpen || reader.i == reader.bytes.count && reader.isWhole {
          last = Place(reader)
          return true
        }
      }
      return false
    }

    /// What was read up to that place; the next part begins there.
    mutating func cut() -> Part {
      defer { from = last }
      var part = Part(length: length, state: from.state)
      let distance = -from.offset
      let found = reader.list.reading
      part.reading.tokens = found.tokens[from.tokens..<last.tokens].map { $0.shifted(by: distance) }
      part.reading.faults = found.faults[from.faults..<last.faults].map { $0.shifted(by: distance) }
      part.properties = reader.properties[from.properties..<last.properties].map {
        ($0.name.shifted(by: distance), $0.value.shifted(by: distance))
      }
      part.definitions = Array(reader.definitions[from.definitions..<last.definitions])
      part.labels = reader.labels[from.labels..<last.labels].map {
        LinkLabel(tokens: $0.tokens.shifted(by: -from.tokens), key: $0.key)
      }
      part.hashes = found.tokens[from.tokens..<last.tokens].map { token in
        // FNV-1a, 64 bits.
        reader.bytes[token.range].reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
      }
      part.hasSign = reader.bytes[from.offset..<last.offset].contains { $0 == UInt8(ascii: "#") || $0 == Byte.at }
      return part
    }
  }
}

extension RunningText {
  // MARK: What was read

  /// The tokens and faults of the whole text, in bytes of it; takes time in proportion to their number.
  package func reading(limit: Int?) -> Reading {
    var list = TokenList([])
    list.reading = reading(of: parts[...], at: 0)
    list.finish(limit: limit) { _ in nil }
    return list.reading
  }

  /// The tokens of the parts that a range touches, in bytes of the text; of others as well that stand near.
  package func reading(around range: Range<Int>) -> Reading {
    var (first, at) = (0, 0)
    while first < parts.count, at + summaries[first].length < range.lowerBound {
      at += summaries[first].length
      first += 1
    }
    var (last, end) = (first, at)
    while last < parts.count, end <= range.upperBound {
      end += summaries[last].length
      last += 1
    }
    return reading(of: parts[first..<last], at: at)
  }

  /// The tag or mention that is being typed, as `Grammar.fragment` finds it, by what stands near.
  ///
  /// - Parameters:
  ///   - caret: a byte of the text.
  ///   - document: the document in which the text stands.
  /// - Returns: nil where none can stand; ranges in bytes of the text.
  package func fragment(at caret: Int, in document: Text) -> Fragment? {
    guard caret >= 0, caret <= count else { return nil }
    let line = document.lineRange(document.line(at: start + caret))
    let from = max(start, line.lowerBound)
    let bytes = document.bytes(from..<line.upperBound)
    return InlineTags.fragment(in: bytes, caret: caret - (from - start)) { range, probe in
      isTag(range.shifted(by: from - start), probe, in: document)
    }?.shifted(by: from - start)
  }

  /// Whether a tag or mention would be read at the start of a range if some bytes stood in its place.
  ///
  /// - Parameters:
  ///   - range: bytes of the text; one outside of it holds no tag.
  ///   - bytes: what would stand there, without a line end.
  ///   - document: the document in which the text stands.
  /// - Returns: false in code, in links and in comments.
  package func isTag(_ range: Range<Int>, _ bytes: [UInt8], in document: Text) -> Bool {
    guard range.lowerBound >= 0, range.upperBound <= count else { return false }
    var (index, at) = (0, 0)
    while index + 1 < parts.count, at + summaries[index].length <= range.lowerBound {
      at += summaries[index].length
      index += 1
    }
    let state = parts.indices.contains(index) ? parts[index].state : BlockState()
    var reach = max(range.upperBound, at) - at + Self.usualSize
    while true {
      let end = min(count, at + reach)
      let known = document.bytes(start + at..<start + end)
      let text = Array(known[..<(range.lowerBound - at)]) + bytes + known[(range.upperBound - at)...]
      var reader = InlineReader(text, flavor, isMDX: isMDX, state: state, isWhole: end == count)
      while reader.i <= range.lowerBound - at, reader.i < text.count, !reader.isShort { reader.readLine() }
      if reader.isShort {
        reach *= 2
        continue
      }
      let linked = LinkLabel.linked(reader.labels, definitions)
      let tokens = reader.list.reading.tokens
      return tokens.indices.contains {
        tokens[$0].range.lowerBound == range.lowerBound - at && !linked.contains($0)
      }
    }
  }

  /// What is wrong in the text, as `reading` has it; takes time in proportion to the faults.
  package func faults(limit: Int?) -> [Fault] {
    if let limit, summaries.reduce(0, { $0 + $1.tokens }) > limit { return reading(limit: limit).faults }
    if summaries.contains(where: { $0.definitions > 0 }) { return reading(limit: nil).faults }
    var (faults, at) = ([Fault](), 0)
    for (index, summary) in summaries.enumerated() {
      if summary.faults > 0 { faults += parts[index].reading.faults.map { $0.shifted(by: at) } }
      at += summary.length
    }
    return faults.sorted(by: Fault.isOrdered)
  }

  /// The names that links of the text are defined under.
  private var definitions: Set<String> {
    Set(summaries.indices.lazy.filter { summaries[$0].definitions > 0 }.flatMap { parts[$0].definitions })
  }

  private func reading(of some: ArraySlice<Part>, at start: Int) -> Reading {
    var (reading, labels, at) = (Reading(), [LinkLabel](), start)
    for part in some {
      labels += part.labels.map {
        LinkLabel(tokens: $0.tokens.shifted(by: reading.tokens.count), key: $0.key)
      }
      reading.tokens += part.reading.tokens.lazy.map { $0.shifted(by: at) }
      reading.faults += part.reading.faults.lazy.map { $0.shifted(by: at) }
      at += part.length
    }
    // A definition may stand anywhere in the text; few texts have one.
    if !labels.isEmpty { reading.remove(LinkLabel.linked(labels, definitions)) }
    return reading
  }

  /// Names and values of the properties of some numbers, in bytes of the document.
  package func properties(_ numbers: Range<Int>? = nil) -> [(name: Range<Int>, value: Range<Int>)] {
    var (found, at, number) = ([(name: Range<Int>, value: Range<Int>)](), start, 0)
    for (place, summary) in summaries.enumerated() {
      let own = number..<number + summary.properties
      if summary.properties > 0, numbers.map({ $0.overlaps(own) }) ?? true {
        for (index, property) in parts[place].properties.enumerated()
        where numbers?.contains(number + index) ?? true {
          found.append((property.name.shifted(by: at), property.value.shifted(by: at)))
        }
      }
      at += summary.length
      number += summary.properties
    }
    return found
  }
}
