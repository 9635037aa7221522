/// Reads an address list again after one change, by reading only the mailboxes around it.
///
/// A keystroke among ten thousand recipients must not cost ten thousand recipients. Commas are where a reader of such a
/// list begins anew, unless something is open: a quote, a comment, a bracket, a group, an encoded word. So the part
/// between two commas is read by itself, if neither it nor the list as it was holds anything that could reach beyond it,
/// and takes the place of what was read there. What looks at the whole list is done again for the whole list: who stands
/// twice, and how long lines are. Wherever there is a doubt, everything is read.
///
/// The result is the one that reading everything gives, which a property of the tests holds.
struct AddressRereading {
  private let value: [UInt8]
  private let options: ReadingOptions
  private let before: PreviousReading
  /// What is read again, in bytes of the value before the change and after it.
  private let old: Range<Int>
  private let new: Range<Int>

  /// The reading of a value after a change; nil where only a reading of everything tells.
  static func read(_ value: [UInt8], _ options: ReadingOptions, after before: PreviousReading) -> Reading? {
    Self(value, options, before)?.read()
  }

  private init?(_ value: [UInt8], _ options: ReadingOptions, _ before: PreviousReading) {
    var former = before.options
    former.caret = options.caret
    let growth = before.length - before.range.count
    let oldCount = value.count - growth
    guard former == options, options.max == nil, MailField.canonical(options.field)?.limit == nil,
      before.reading.isLocal, before.range.lowerBound >= 0, before.range.upperBound <= oldCount
    else { return nil }
    // What was read with a caret in it was judged more mildly.
    var touched = before.range
    if let caret = before.options.caret, caret >= 0, caret <= oldCount {
      touched = min(touched.lowerBound, caret)..<max(touched.upperBound, caret)
    }
    let window = Self.window(around: touched, in: before.reading, count: oldCount)
    (self.value, self.options, self.before, old) = (value, options, before, window)
    new = window.lowerBound..<window.upperBound + growth
  }

  /// The part from behind the second comma before a range to the second one behind it.
  private static func window(around touched: Range<Int>, in reading: Reading, count: Int) -> Range<Int> {
    let commas = reading.marks.filter { $0.kind == .separator }
    let first = commas.firstIndexSorted { $0.range.upperBound > touched.lowerBound }
    let last = commas.firstIndexSorted { $0.range.lowerBound >= touched.upperBound }
    let start = first < 2 ? 0 : commas[first - 2].range.upperBound
    return start..<(last + 1 < commas.count ? commas[last + 1].range.lowerBound : count)
  }

  private func read() -> Reading? {
    var inner = options
    inner.column = 0
    if let caret = options.caret {
      guard new.lowerBound <= caret, caret <= new.upperBound else { return nil }
      inner.caret = caret - new.lowerBound
    }
    let bytes = Array(value[new])
    // An encoded word may hold a comma, and so reach beyond what was found between two.
    guard !zip(bytes, bytes.dropFirst()).contains(where: { $0 == Byte.equals && $1 == Byte.question }) else {
      return nil
    }
    let part = AddressReader.read(bytes, inner)
    guard part.isLocal, new.upperBound == value.count || endsWhole(bytes, part) else { return nil }
    return joined(part)
  }

  /// Whether the comma behind a part means nothing to it, and the part nothing to the comma.
  private func endsWhole(_ bytes: [UInt8], _ part: Reading) -> Bool {
    // A comma is an empty element's, or not, by what stands before it; and the last one of a part is no trailing one.
    if part.tokens.isEmpty || part.faults.contains(where: { $0.rule == .trailingSeparator }) { return false }
    // A backslash takes the comma, and a line of blanks is judged by what follows.
    let solid = bytes.lastIndex { !Byte.isWhite($0) } ?? 0
    return bytes[solid] != Byte.backslash && !bytes[solid...].contains(Byte.lineFeed)
  }

  private func joined(_ part: Reading) -> Reading {
    let distance = new.count - old.count
    let former = before.reading
    var reading = Reading()
    let first = former.tokens.firstIndexSorted { $0.range.upperBound > old.lowerBound }
    let last = former.tokens.firstIndexSorted { $0.range.lowerBound >= old.upperBound }
    reading.isLocal = true
    reading.tokens.reserveCapacity(former.tokens.count + part.tokens.count)
    reading.tokens += former.tokens[..<first]
    reading.tokens += part.tokens.map { $0.shifted(by: new.lowerBound) }
    reading.tokens += former.tokens[max(first, last)...].map { $0.shifted(by: distance) }
    reading.keyHashes = former.keyHashes[..<first] + part.keyHashes + former.keyHashes[max(first, last)...]
    let firstMark = former.marks.firstIndexSorted { $0.range.upperBound > old.lowerBound }
    let lastMark = former.marks.firstIndexSorted { $0.range.lowerBound >= old.upperBound }
    reading.marks = Array(former.marks[..<firstMark])
    reading.marks += part.marks.map { $0.shifted(by: new.lowerBound) }
    reading.marks += former.marks[max(firstMark, lastMark)...].map { $0.shifted(by: distance) }
    for fault in former.faults where !isOfTheWhole(fault) {
      if fault.range.upperBound <= old.lowerBound {
        reading.faults.append(fault)
      } else if fault.range.lowerBound == old.upperBound, fault.rule == .emptyItem {
        // The comma behind the part, whose element is not empty any more.
        continue
      } else if fault.range.lowerBound >= old.upperBound {
        reading.faults.append(fault.shifted(by: distance))
      }
    }
    reading.faults += part.faults.filter { !isOfTheWhole($0) }.map { $0.shifted(by: new.lowerBound) }
    reading.faults += Survey.longLines(in: value, column: options.column)
    reading.faults += AddressReader.duplicates(in: reading, of: value)
    reading.faults.sort(by: Fault.isOrdered)
    return reading
  }

  /// Whether a fault is found by looking at the whole list.
  private func isOfTheWhole(_ fault: Fault) -> Bool {
    fault.rule == .duplicate || fault.rule == .tooLong && fault.detail == Survey.lineDetail
  }
}
