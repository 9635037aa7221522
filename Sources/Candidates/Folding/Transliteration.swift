/// The second spelling of letters that people type as two: `Müller` is also found as `mueller`.
enum Transliteration {
  /// The folded form with `ä ö ü ø å` as two letters, or nil for a text that holds none of them.
  static func fold(_ text: String) -> [UInt8]? {
    spelled(text).map { Folding.fold($0) }
  }

  /// The text with `ä ö ü ø å` as two letters, or nil for one that holds none of them.
  static func spelled(_ text: String) -> String? {
    guard text.utf8.contains(where: { $0 == 0xC3 || $0 == 0xCC }) else { return nil }
    var spelled = String.UnicodeScalarView()
    var changed = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case "ä", "Ä", "å", "Å":
        spelled.append(contentsOf: (scalar == "ä" || scalar == "Ä" ? "ae" : "aa").unicodeScalars)
      case "ö", "Ö", "ø", "Ø": spelled.append(contentsOf: "oe".unicodeScalars)
      case "ü", "Ü": spelled.append(contentsOf: "ue".unicodeScalars)
      // The same letters as a base and a mark (two dots, ring).
      case "\u{308}" where "aouAOU".unicodeScalars.contains(spelled.last ?? " "): spelled.append("e")
      case "\u{30A}" where "aA".unicodeScalars.contains(spelled.last ?? " "): spelled.append("a")
      default:
        spelled.append(scalar)
        continue
      }
      changed = true
    }
    return changed ? String(spelled) : nil
  }
}
