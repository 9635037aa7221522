/// What is searched instead of what is written: no case, no marks, no apostrophes, one blank between words.
///
/// `Inês` → `ines`, `Łukasz` → `lukasz`, `Weiß` → `weiss`, `O’Neil` → `oneil`, `Σωκράτης` → `σωκρατησ`, `Ａｎａ` → `ana`,
/// `"Ruiz, Ana"` → `ruiz ana`. Both sides of a comparison are folded, so any spelling finds any other.
package enum Folding {
  /// The folded form of a text, without blanks at its ends.
  package static func fold(_ text: String) -> [UInt8] {
    var folded: [UInt8] = []
    append(text.utf8, to: &folded)
    return folded
  }

  /// The words of a query, folded; a query of blanks and punctuation alone has none.
  package static func words(_ query: String) -> [[UInt8]] {
    fold(query).split(separator: UInt8(ascii: " ")).map { Array($0) }
  }

  /// Puts the folded form of UTF-8 behind what is there.
  ///
  /// A byte that is no part of a character folds to nothing.
  static func append(_ text: some Sequence<UInt8>, to folded: inout [UInt8]) {
    let start = folded.count
    append(text, to: &folded, from: start)
    if folded.count > start, folded.last == UInt8(ascii: " ") { folded.removeLast() }
  }

  /// Goes on with a text that began at `start`; a blank at its end stays.
  static func append(_ text: some Sequence<UInt8>, to folded: inout [UInt8], from start: Int) {
    var scalar: UInt32 = 0
    var missing = 0
    for byte in text {
      if byte < 0x80 {
        missing = 0
        switch ascii[Int(byte)] {
        case 0: break
        case UInt8(ascii: " "): appendBlank(to: &folded, from: start)
        case let plain: folded.append(plain)
        }
      } else if byte < 0xC0 {
        guard missing > 0 else { continue }
        scalar = scalar << 6 | UInt32(byte & 0x3F)
        missing -= 1
        if missing == 0 { append(scalar: scalar, to: &folded, from: start) }
      } else {
        missing = byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : 1
        scalar = UInt32(byte) & (byte >= 0xF0 ? 0x07 : byte >= 0xE0 ? 0x0F : 0x1F)
      }
    }
  }

  private static func appendBlank(to folded: inout [UInt8], from start: Int) {
    if folded.count > start, folded.last != UInt8(ascii: " ") { folded.append(UInt8(ascii: " ")) }
  }

  private static func append(scalar: UInt32, to folded: inout [UInt8], from start: Int) {
    if scalar >= 0xAC00, scalar < 0xD7A4 {
      // Hangul syllables are arithmetic: Unicode 16, section 3.12.
      let index = scalar - 0xAC00
      appendEncoded(0x1100 + index / 588, to: &folded)
      appendEncoded(0x1161 + index % 588 / 28, to: &folded)
      if index % 28 > 0 { appendEncoded(0x11A7 + index % 28, to: &folded) }
      return
    }
    let block = Int(scalar >> 6)
    guard block < FoldingTable.blocks.count else {
      // Plane 14 holds tags and variation selectors, which nobody sees.
      if scalar < 0xE0000 || scalar > 0xE0FFF { appendEncoded(scalar, to: &folded) }
      return
    }
    let entry = Int(FoldingTable.entries[Int(FoldingTable.blocks[block]) << 6 | Int(scalar & 0x3F)])
    switch entry {
    case 0: appendEncoded(scalar, to: &folded)
    case 1: break
    default:
      let count = Int(FoldingTable.texts[entry - 2])
      for place in entry - 1..<entry - 1 + count {
        let byte = FoldingTable.texts[place]
        if byte == UInt8(ascii: " ") { appendBlank(to: &folded, from: start) } else { folded.append(byte) }
      }
    }
  }

  private static func appendEncoded(_ scalar: UInt32, to folded: inout [UInt8]) {
    if scalar < 0x800 {
      folded.append(UInt8(0xC0 | scalar >> 6))
    } else {
      if scalar < 0x10000 {
        folded.append(UInt8(0xE0 | scalar >> 12))
      } else {
        folded.append(UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18))
        folded.append(UInt8(0x80 | scalar >> 12 & 0x3F))
      }
      folded.append(UInt8(0x80 | scalar >> 6 & 0x3F))
    }
    folded.append(UInt8(0x80 | scalar & 0x3F))
  }

  /// The table's first 128 entries by byte: 0 drops, a blank separates.
  private static let ascii: [UInt8] = (0..<128).map { (byte: UInt8) in
    let entry = Int(FoldingTable.entries[Int(FoldingTable.blocks[Int(byte >> 6)]) << 6 | Int(byte & 0x3F)])
    return entry == 0 ? byte : entry == 1 ? 0 : FoldingTable.texts[entry - 1]
  }
}
