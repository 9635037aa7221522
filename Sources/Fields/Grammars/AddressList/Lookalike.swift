/// Labels of domains that look like others: of letters that no language writes together, or of Cyrillic letters that all
/// look like Latin ones.
///
/// The first is the level "highly restrictive" of UTS 39, section 5.2 (https://www.unicode.org/reports/tr39/).
enum Lookalike {
  /// The scripts of domains that are told apart; all others are told apart by their blocks.
  private enum Script: Hashable {
    case latin, greek, cyrillic, han, hiragana, katakana, hangul, bopomofo, georgian, arabic, cherokee
    case other(UInt32)

    var name: String {
      switch self {
      case .latin: "Latin"
      case .greek: "Greek"
      case .cyrillic: "Cyrillic"
      case .han: "Chinese"
      case .hiragana, .katakana: "Japanese"
      case .hangul: "Korean"
      case .bopomofo: "Bopomofo"
      case .georgian: "Georgian"
      case .arabic: "Arabic"
      case .cherokee: "Cherokee"
      case .other: "other"
      }
    }
  }

  /// Why a label looks like another one, in words; nil for one that does not.
  ///
  /// - Parameters:
  ///   - label: the label in Unicode.
  ///   - top: the last label of the domain, as it is written.
  /// - Returns: half a sentence: `Latin and Cyrillic letters`.
  static func reason(_ label: String, under top: String) -> String? {
    var scripts: [Script] = []
    for scalar in label.unicodeScalars {
      if let script = script(scalar.value), !scripts.contains(script) { scripts.append(script) }
    }
    let together: [Set<Script>] = [
      [.latin, .han, .hiragana, .katakana], [.latin, .han, .bopomofo], [.latin, .han, .hangul],
    ]
    if scripts.count > 1 {
      if together.contains(where: { $0.isSuperset(of: scripts) }) { return nil }
      return scripts.prefix(2).map(\.name).joined(separator: " and ") + " letters"
    }
    guard scripts == [.cyrillic], !cyrillicTops.contains(top.lowercased()), top.utf8.allSatisfy({ $0 < 0x80 }),
      !Identity.isEncodedLabel(Array(top.utf8)[...]),
      label.unicodeScalars.allSatisfy({ $0.value < 0x80 || latinLike.contains($0) })
    else { return nil }
    return "Cyrillic letters that look like Latin ones"
  }

  /// Cyrillic letters that look like Latin ones, after those that Chromium holds for such
  /// (https://chromium.googlesource.com/chromium/src/+/main/docs/idn.md).
  private static let latinLike = Set("асԁеһіјӏорԛѕԝхуьҽпгѵѡ".unicodeScalars)
  /// Top-level domains of countries that write Cyrillic.
  private static let cyrillicTops: Set<String> = [
    "bg", "ru", "su", "ua", "by", "kz", "kg", "tj", "uz", "mn", "mk", "rs", "me", "ba", "md", "eu",
  ]

  /// The script of a letter; nil for digits, marks and what else all scripts share.
  private static func script(_ value: UInt32) -> Script? {
    switch value {
    case 0x41...0x5a, 0x61...0x7a, 0xaa, 0xba, 0xc0...0xd6, 0xd8...0xf6, 0xf8...0x2af, 0x1e00...0x1eff, 0x2c60...0x2c7f,
      0xa722...0xa7ff, 0xab30...0xab6f:
      .latin
    case 0x370...0x3ff, 0x1f00...0x1fff: .greek
    case 0x400...0x52f, 0x1c80...0x1c8f, 0x2de0...0x2dff, 0xa640...0xa69f: .cyrillic
    case 0x600...0x6ff, 0x750...0x77f, 0x870...0x8ff: .arabic
    case 0x10a0...0x10ff, 0x1c90...0x1cbf, 0x2d00...0x2d2f: .georgian
    case 0x1100...0x11ff, 0x3131...0x318f, 0xa960...0xa97f, 0xac00...0xd7ff: .hangul
    case 0x13a0...0x13ff, 0xab70...0xabbf: .cherokee
    case 0x3041...0x3096, 0x309d...0x309f: .hiragana
    case 0x30a1...0x30fa, 0x30fd...0x30ff, 0x31f0...0x31ff: .katakana
    case 0x3105...0x312f, 0x31a0...0x31bf: .bopomofo
    case 0x3005, 0x3007, 0x2e80...0x2fdf, 0x3400...0x4dbf, 0x4e00...0x9fff, 0xf900...0xfaff, 0x20000...0x3ffff: .han
    // Scripts of India and its neighbours have 128 places each.
    case 0x530...0x58f, 0x590...0x5ff, 0x700...0x74f, 0x780...0x86f, 0x900...0x109f, 0x1200...0x137f, 0x1780...0x17ff:
      .other(value >> 7)
    default: nil
    }
  }
}
