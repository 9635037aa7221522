import Fields

/// What tells whether a note is still as it was when it was read.
package struct NoteStamp: Equatable, Sendable {
  /// When its contents were changed last, and when anything of it was, in nanoseconds.
  package var (modified, changed): (Int, Int)
  /// How long it is, in bytes.
  package var size: Int

  /// A stamp of these times and this size.
  package init(modified: Int, changed: Int, size: Int) {
    (self.modified, self.changed, self.size) = (modified, changed, size)
  }
}

/// What was read of notes the last time, so that only those are read again that have changed since.
///
/// A file of lines: a header, `MODIFIED⇥CHANGED⇥SIZE⇥KIND⇥` and the columns of `note` in `TagStream` for each file, and
/// `end⇥FINGERPRINT`. KIND is `n` for a note, with the habits that it was read by, and `b` for a binary file. One that is torn, of another version or of anything
/// else is as good as none.
package struct TagCache: Sendable {
  private struct Entry {
    var stamp: NoteStamp
    var kind: String
    /// Its line, with the end, and where the columns of the note begin.
    var line: Range<Int>
    var columns: Int
  }

  private let header: [UInt8]
  private let old: [UInt8]
  private var entries: [String: Entry] = [:]
  private var new: [UInt8] = []
  private var (kept, found) = (0, 0)

  /// A note that was changed less than so many nanoseconds ago may change again without another time.
  private static let tick = 2_000_000_000

  /// Reads a cache.
  ///
  /// - Parameters:
  ///   - bytes: the file; nil when there is none.
  ///   - header: what has to be the same for the rest to count: the version of the program, the habits of notes.
  package init(_ bytes: [UInt8]?, header: String) {
    self.header = Array("tokenfield tags 1 \(header)\n".utf8.map { $0 < 32 && $0 != 10 ? 32 : $0 })
    old = bytes ?? []
    guard old.starts(with: self.header), old.last == 10,
      let last = old.dropLast().lastIndex(of: 10), old[(last + 1)...].starts(with: "end\t".utf8)
    else { return }
    let sum = Fingerprint.of(Array(old[...last]))
    guard old[(last + 5)..<(old.count - 1)].elementsEqual(sum.utf8) else { return }
    var start = self.header.count
    while start <= last {
      guard let end = old[start...].firstIndex(of: 10) else { return }
      take(start..<end + 1)
      start = end + 1
    }
  }

  private mutating func take(_ line: Range<Int>) {
    let columns = old[line].dropLast().split(separator: 9, maxSplits: 5, omittingEmptySubsequences: false)
    guard columns.count == 6, let modified = Self.number(columns[0]), let changed = Self.number(columns[1]),
      let size = Self.number(columns[2])
    else { return }
    let stamp = NoteStamp(modified: modified, changed: changed, size: size)
    entries[String(decoding: columns[4], as: UTF8.self)] = Entry(
      stamp: stamp, kind: String(decoding: columns[3], as: UTF8.self), line: line, columns: columns[4].startIndex)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var value = 0
    guard !digits.isEmpty, digits.count <= 19 else { return nil }
    for digit in digits {
      guard digit >= 0x30, digit <= 0x39 else { return nil }
      let (tens, isTooLong) = value.multipliedReportingOverflow(by: 10)
      let (next, isLonger) = tens.addingReportingOverflow(Int(digit) - 0x30)
      guard !isTooLong, !isLonger else { return nil }
      value = next
    }
    return value
  }

  /// What a file held when it was read, if it is still as it was; it is kept for the next time.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - stamp: the file as it is now.
  ///   - flavor: whose habits it follows.
  /// - Returns: whether it is a note, and its line for the daemon, which is empty for one without tags; nil to read it.
  mutating func known(_ path: String, _ stamp: NoteStamp, _ flavor: Flavor?) -> (isNote: Bool, line: [UInt8])? {
    guard let entry = entries[Self.name(path)], entry.stamp == stamp,
      entry.kind == Self.kind(nil, flavor) || entry.kind == Self.kind(NoteTags(), flavor)
    else { return nil }
    let isNote = entry.kind != Self.kind(nil, flavor)
    found += 1
    new += old[entry.line]
    let columns = old[entry.columns..<entry.line.upperBound]
    let isEmpty = !isNote || columns.suffix(4).elementsEqual("\t\t\t\n".utf8)
    return (isNote, isEmpty ? [] : Array("note\t".utf8) + columns)
  }

  /// Keeps what was read of a file for the next time.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - stamp: the file as it was before it was read; nil where nothing is known, and nothing is kept.
  ///   - tags: what it holds; nil for a binary file.
  ///   - flavor: whose habits it follows.
  ///   - now: the time; what has just been written may be written again without another time, and is not kept.
  mutating func keep(_ path: String, _ stamp: NoteStamp?, _ tags: NoteTags?, _ flavor: Flavor?, now: Int) {
    guard let stamp, stamp.modified >= 0, stamp.changed >= 0, stamp.modified < now - Self.tick else { return }
    kept += 1
    new += Array("\(stamp.modified)\t\(stamp.changed)\t\(stamp.size)\t\(Self.kind(tags, flavor))\t".utf8)
    new += TagStream.bytes(of: .note(path, tags ?? NoteTags())).dropFirst(5)
  }

  private static func kind(_ tags: NoteTags?, _ flavor: Flavor?) -> String {
    tags == nil ? "b" : "n" + (flavor?.rawValue ?? "")
  }

  private static func name(_ path: String) -> String {
    String(decoding: TagStream.escaped(path), as: UTF8.self)
  }

  /// The file for the next time; nil when it is as it was.
  package var news: [UInt8]? {
    guard kept > 0 || found < entries.count else { return nil }
    let bytes = header + new
    return bytes + Array("end\t\(Fingerprint.of(bytes))\n".utf8)
  }
}
