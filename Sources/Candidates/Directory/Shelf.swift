/// Where one record is kept, in as few bytes as will do; the texts are in the shelf's two buffers.
struct Row {
  /// The record's folded texts, each behind its mark; empty for a record that is found by another one's.
  var folded: Range32
  /// The columns from the address to the other addresses, between tabs.
  var shown: Range32
  /// The next record of the same mailbox.
  var next = Row.none
  /// The record whose name is shown: the one most used, else the first.
  var best: UInt32
  /// The place of the mailbox's first record, which decides between equals.
  var order: UInt32
  /// How many times the mailbox was used, all records together.
  var count: UInt32
  /// How many times by this record.
  var own: UInt32
  /// The last use, as `Day` counts.
  var last: UInt32
  /// How much and how lately it was used, as `Frecency` counts, all records together.
  var score: UInt32
  var source: UInt16
  /// 1 most preferred … 100, 101 where nothing is said.
  var preference: UInt8
  var kind: Kind

  enum Kind: UInt8 {
    /// A mailbox, found by searching.
    case head
    /// One more record of a mailbox.
    case form
    case group
  }

  static let none = UInt32.max
}

/// A range of a buffer that is smaller than 4 GiB.
struct Range32 {
  var start: UInt32
  var count: UInt32

  var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
}

/// Days as numbers that sort as days do; 0 is none.
enum Day {
  static func number(_ text: ArraySlice<UInt8>) -> UInt32 {
    guard text.count == 10 else { return 0 }
    var digits: UInt32 = 0
    for byte in text where byte != UInt8(ascii: "-") {
      guard byte >= 48, byte < 58 else { return 0 }
      digits = digits * 10 + UInt32(byte - 48)
      guard digits < 100_000_000 else { return 0 }
    }
    return (digits / 10_000) << 9 | (digits / 100 % 100 & 0xF) << 5 | digits % 100 & 0x1F
  }

  /// The days since 1970 of a day that is one.
  static func since1970(_ number: UInt32) -> Int {
    let (month, day) = (Int(number >> 5 & 0xF), Int(number & 0x1F))
    // Years that begin in March have their leap day at the end, in eras of 400 years.
    let year = Int(number >> 9) - (month <= 2 ? 1 : 0)
    let inYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + inYear - 719_468
  }

  static func text(_ number: UInt32) -> String {
    guard number > 0 else { return "" }
    let padded = { (value: UInt32, width: Int) in
      String(repeating: "0", count: max(width - String(value).count, 0)) + String(value)
    }
    return padded(number >> 9, 4) + "-" + padded(number >> 5 & 0xF, 2) + "-" + padded(number & 0x1F, 2)
  }
}

/// Some thousand records and their texts: small enough that growing one never holds up the reading.
struct Shelf {
  /// How many records a shelf holds.
  static let size = 4096

  private(set) var rows: [Row] = []
  /// The folded texts, one record's behind another's.
  private(set) var folded: [UInt8] = []
  private(set) var shown: [UInt8] = []
  /// For each row, which bytes its folded texts hold, and with which of them words begin: `Letters.bit`.
  private(set) var letters: [UInt64] = []
  private(set) var starts: [UInt64] = []
  /// For each row, one bit for the length of each text that a query can be equal to, blanks and hyphens aside.
  private(set) var lengths: [UInt32] = []

  var isFull: Bool { rows.count >= Shelf.size }

  /// Adds a row; the ranges that it comes with are ignored.
  mutating func add(_ row: Row, folded text: some Collection<UInt8>, shown columns: ArraySlice<UInt8>) {
    var row = row
    row.folded = Range32(start: UInt32(folded.count), count: UInt32(text.count))
    row.shown = Range32(start: UInt32(shown.count), count: UInt32(columns.count))
    folded.append(contentsOf: text)
    shown.append(contentsOf: columns)
    rows.append(row)
    let masks = Shelf.masks(of: folded, row.folded.range)
    letters.append(masks.letters)
    starts.append(masks.starts)
    lengths.append(masks.lengths)
  }

  /// Changes a row; its texts stay.
  mutating func change(_ index: Int, _ body: (inout Row) -> Void) {
    body(&rows[index])
  }

  /// Makes a row one that no search finds.
  mutating func hide(_ index: Int) {
    rows[index].kind = .form
    rows[index].folded.count = 0
    letters[index] = 0
    starts[index] = 0
    lengths[index] = 0
  }

  private static func masks(
    of bytes: [UInt8], _ range: Range<Int>
  ) -> (letters: UInt64, starts: UInt64, lengths: UInt32) {
    var letters: UInt64 = 0
    var starts: UInt64 = 0
    var lengths: UInt32 = 0
    var isInWord = false
    var length: Int?
    for index in range {
      let byte = bytes[index]
      if byte == StreamLine.item || byte == StreamLine.other {
        if let length { lengths |= 1 << UInt32(length & 31) }
        length = byte == StreamLine.item ? 0 : nil
        isInWord = false
        continue
      }
      let letter = Letters.bit(byte)
      letters |= letter
      let isWord = Letters.isWord(byte)
      // A query's word may begin with a sign: `@example`.
      if !isWord || !isInWord { starts |= letter }
      isInWord = isWord
      if let own = length, !Query.isOptional(byte) { length = own + 1 }
    }
    if let length { lengths |= 1 << UInt32(length & 31) }
    return (letters, starts, lengths)
  }
}
