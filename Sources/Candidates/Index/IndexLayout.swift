/// How an index file is laid out: a header, a table of sections, and the sections, each from a multiple of 8 on.
///
/// Numbers are in the order of the machine's bytes; a file of another machine has another mark. Searchable rows come
/// first, those that are used most at the front, so that a search ends when it has enough; behind them those that only
/// add a form to a mailbox.
struct IndexLayout {
  /// What stands in the file, in this order.
  enum Section: Int, CaseIterable {
    /// For each searchable row the masks of `Shelf`.
    case letters, starts, lengths
    /// `PackedRow`s, of forms too.
    case rows
    /// The texts of `Shelf`, one row's behind another's.
    case folded, shown
    /// `WordKey` and the first of its places in `postings`, sorted, four bytes each; a last one ends the others.
    case keys
    /// Rows in which a word begins so, the most used first.
    case postings
    /// Slots of hash tables, of a power of two, that hold a row plus 1: by address, and by folded name.
    case mailboxes, names
    /// Rows whose address needs more than lower case to be compared, sorted by what they are compared by.
    case unusual
    /// Hashes of names that more than one mailbox has, sorted.
    case shared
    /// The rows of groups.
    case groups
    /// `Circles`: scores, ends, members; then the members' hashes, sorted, and the circle of each.
    case circleScores, circleEnds, circleMembers, circleHashes, circleNumbers
    /// A checksum for each `blockSize` rows: of themselves and their texts.
    case blocks
    /// Lines of text: what the file was made of.
    case stamps
    /// The lines of sources, as `Generation` takes them, and a line for each key of an alias.
    case reports, aliases
  }

  static let magic: UInt64 = 0x0078_6564_6e69_6b74
  /// To be raised whenever a row, a section, or the folding of texts changes.
  static let version: UInt32 = 1
  static let (headerSize, rowSize, blockSize) = (64, 44, 16)
  /// Where the numbers of the header stand.
  enum Place {
    static let (magic, version, size, searchable, rows, total) = (0, 8, 16, 24, 28, 32)
    /// The checksums: of table and texts; of all behind the header; of the header itself.
    static let (table, body, header) = (40, 48, 56)
  }

  /// Where each section lies.
  var ranges: [Range<Int>]

  subscript(_ section: Section) -> Range<Int> { ranges[section.rawValue] }

  static var tableEnd: Int { headerSize + Section.allCases.count * 16 }

  /// The sections on which all else rests, whose bytes are all looked at before the file is used.
  static let vital: [Section] = [.keys, .groups, .stamps, .reports, .aliases]

  /// Reads the table of a file; nil where it does not fit the bytes.
  init?(_ bytes: IndexBytes) {
    ranges = []
    var end = IndexLayout.tableEnd
    for section in Section.allCases {
      let place = IndexLayout.headerSize + section.rawValue * 16
      let (start, count) = (bytes.number64(place), bytes.number64(place + 8))
      guard start >= UInt64(end), start % 8 == 0, start <= UInt64(bytes.count),
        count <= UInt64(bytes.count) - start
      else { return nil }
      end = Int(start + count)
      ranges.append(Int(start)..<end)
    }
  }
}

/// The first two bytes of a word, by which rows are listed.
enum WordKey {
  /// The key of the word that begins at a place of folded text; hyphens in it count for nothing.
  static func key(_ bytes: some FoldedBytes, _ place: Int, _ end: Int) -> UInt32 {
    var next = place + 1
    while next < end, bytes[next] == UInt8(ascii: "-") { next += 1 }
    let isOver = next >= end || bytes[next] == UInt8(ascii: " ") || isMark(bytes[next])
    return UInt32(bytes[place]) << 8 | (isOver ? 0 : UInt32(bytes[next]))
  }

  /// Calls for the key of each word that begins in a row's folded texts.
  static func forEach(_ bytes: some FoldedBytes, _ range: Range<Int>, _ body: (UInt32) -> Void) {
    for place in range {
      let byte = bytes[place]
      if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "-") || isMark(byte) { continue }
      if QueryWord.isStart(place, in: bytes, range) { body(key(bytes, place, range.upperBound)) }
    }
  }

  private static func isMark(_ byte: UInt8) -> Bool { byte == StreamLine.item || byte == StreamLine.other }
}
