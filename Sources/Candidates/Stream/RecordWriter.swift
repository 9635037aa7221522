/// Writes what was read as lines, which `Directory.append` takes in parts cut anywhere.
///
/// All that costs time, folding above all, is done on this side, in the child process.
package struct RecordWriter: Sendable {
  private var bytes: [UInt8] = []
  private var count = 0
  private let undated: Int?

  /// A writer that has written nothing.
  ///
  /// - Parameter today: The day, as `YYYY-MM-DD`, before which uses lie of which no day is told; nil if it is not known.
  package init(today: String? = nil) {
    let day = today.map { Day.number(Array($0.utf8)[...]) } ?? 0
    undated = day > 0 ? Day.since1970(day) - RecordWriter.age : nil
  }

  /// How many days ago somebody is taken to have been used of whom only is told how often.
  private static let age = 365

  /// How many bytes wait to be taken.
  package var size: Int { bytes.count }

  /// What was written since the last time.
  package mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  /// Says that the records that follow are those of this source.
  package mutating func begin(_ source: Source) {
    count = 0
    bytes += "source\t\(source.kind.rawValue)\t".utf8
    for byte in source.path.utf8 {
      switch byte {
      case UInt8(ascii: "\\"): bytes += "\\\\".utf8
      case StreamLine.tab: bytes += "\\t".utf8
      case StreamLine.end: bytes += "\\n".utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(StreamLine.end)
  }

  /// Writes one record; one that is too long for a line is left out.
  package mutating func write(_ record: Record) {
    let start = bytes.count
    bytes += (record.kind == .group ? "group" : "person").utf8
    appendColumn(record.count > 0 ? String(record.count) : "")
    appendColumn(record.last)
    appendColumn(record.preference > 0 ? String(record.preference) : "")
    switch record.kind {
    case .person: appendColumn(record.address)
    case .group: appendColumn(of: record.members.flatMap { [$0.address, $0.name] })
    }
    appendColumn(record.name)
    appendColumn(of: record.nicknames)
    appendColumn(record.organisation)
    appendColumn(record.note)
    appendColumn(of: record.categories)
    appendColumn(record.key)
    appendColumn(of: record.others)
    bytes.append(StreamLine.tab)
    appendFolded(record)
    if let score = score(of: record) { appendColumn(String(score)) }
    bytes.append(StreamLine.end)
    if bytes.count - start > StreamLine.limit { bytes.removeSubrange(start...) } else { count += 1 }
  }

  /// What a record comes to where count and last use do not say it.
  private func score(of record: Record) -> UInt32? {
    if record.score > 0 { return record.score }
    guard let undated, record.count > 0, record.last.isEmpty else { return nil }
    return Frecency.told(count: record.count, day: undated)
  }

  /// Says that an index file holds all that has been written and will be, but for what follows.
  ///
  /// - Parameter path: Where it is; one with a line end cannot be said.
  /// - Returns: The line.
  package static func index(_ path: String) -> [UInt8] {
    Array("index\t\(path)\n".utf8)
  }

  /// How a line begins that says which source is being read.
  package static let readingMark = Array("reading\t".utf8)

  /// Says which of the sources is being read.
  static func reading(_ number: Int, of count: Int, _ source: Source) -> [UInt8] {
    Array("reading\t\(number)\t\(count)\t".utf8) + source.path.utf8.map { $0 < 32 ? 32 : $0 } + [StreamLine.end]
  }

  /// Says that these people were written to in one mail.
  package mutating func write(_ circle: Circle) {
    bytes += "together\t\(circle.score)".utf8
    for address in circle.addresses { appendColumn(address) }
    bytes.append(StreamLine.end)
  }

  /// Says of a source how reading it went.
  mutating func write(_ report: SourceReport) {
    begin(report.source)
    count = report.count
    end(
      skipped: report.skipped, faults: report.faults, milliseconds: report.milliseconds, problem: report.problem)
  }

  /// Says what the user wants of somebody; where nothing holds, that he is as everybody else.
  package mutating func write(_ entry: Corrections.Entry) {
    if !entry.forgotten.isEmpty { bytes += "forgotten\t\(entry.address)\t\(entry.forgotten)\n".utf8 }
    if let wish = entry.wish { bytes += "\(wish.rawValue)\t\(entry.address)\n".utf8 }
    if entry.isPlain { bytes += "plain\t\(entry.address)\n".utf8 }
  }

  /// Says how reading the source went.
  package mutating func end(skipped: Int, faults: Int, milliseconds: Int, problem: String?) {
    bytes += "ended\t\(count)\t\(skipped)\t\(faults)\t\(milliseconds)".utf8
    appendColumn(problem ?? "")
    bytes.append(StreamLine.end)
  }

  private mutating func appendColumn(_ text: String) {
    bytes.append(StreamLine.tab)
    appendPlain(text)
  }

  private mutating func appendColumn(of items: [String]) {
    bytes.append(StreamLine.tab)
    for (index, item) in items.enumerated() {
      if index > 0 { bytes.append(StreamLine.item) }
      appendPlain(item)
    }
  }

  private mutating func appendPlain(_ text: String) {
    for byte in text.utf8 { bytes.append(byte < 32 ? 32 : byte) }
  }

  private mutating func appendFolded(_ record: Record) {
    // The first text is the name: the directory tells by it whose it is.
    for text in [record.name, record.address] + record.nicknames + [record.key] + record.hidden {
      appendFolded(text, StreamLine.item)
    }
    for text in [record.organisation] + record.categories { appendFolded(text, StreamLine.other) }
  }

  private mutating func appendFolded(_ text: String, _ mark: UInt8) {
    guard !text.isEmpty else { return }
    let place = bytes.count
    bytes.append(mark)
    Folding.append(text.utf8, to: &bytes)
    if bytes.count == place + 1 { bytes.removeLast() }
    for other in Spellings.others(of: text) where !other.isEmpty {
      bytes.append(mark)
      bytes += other
    }
  }
}
