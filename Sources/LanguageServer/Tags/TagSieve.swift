package import Fields

/// Tells fast which files cannot hold a tag, so that they need not be read field by field.
///
/// It may keep a file that has none, and never drops one that has. A tag is looked for by the longest run of ASCII letters
/// and digits in it, without regard to case. What can stand for such a letter in a file is: an escape of YAML, TOML or
/// JSON, a letter beyond ASCII that folds to it, or anything at all in TeX and mail, which are always read.
package struct TagSieve {
  /// A run, and the letters beyond ASCII that may hide a part of it.
  private struct Word {
    var run: [UInt8]
    /// How far to go on when a byte stands under the last of the run.
    var steps: [Int]
    var disguises: [[UInt8]]
  }

  private let words: [Word]
  /// Whether some tag has no such run.
  private let isBlind: Bool

  /// Letters beyond ASCII whose folding has letters of ASCII in it, with these.
  package static let disguises: [(letter: Unicode.Scalar, run: String)] = [
    ("\u{df}", "ss"), ("\u{1e9e}", "ss"), ("\u{130}", "i"), ("\u{149}", "n"), ("\u{17f}", "s"), ("\u{1e9a}", "a"),
    ("\u{212a}", "k"), ("\u{fb00}", "ff"), ("\u{fb01}", "fi"), ("\u{fb02}", "fl"), ("\u{fb03}", "ffi"),
    ("\u{fb04}", "ffl"), ("\u{fb05}", "st"), ("\u{fb06}", "st"),
  ]

  /// A sieve for files that may hold one of these tags.
  package init(_ tags: [TagName]) {
    let runs = tags.map { Self.run(of: $0) }
    isBlind = runs.contains([])
    words = runs.map { run in
      var steps = [Int](repeating: max(1, run.count), count: 256)
      for (index, byte) in run.dropLast().enumerated() {
        for byte in [byte, Self.raised(byte)] { steps[Int(byte)] = run.count - 1 - index }
      }
      let disguises = Self.disguises.filter { Self.contains(run, Array($0.run.utf8)) }
      return Word(run: run, steps: steps, disguises: disguises.map { Array(String($0.letter).utf8) })
    }
  }

  /// The longest run of ASCII letters and digits of a tag, in lower case; empty if it has none.
  private static func run(of tag: TagName) -> [UInt8] {
    var (best, run): ([UInt8], [UInt8]) = ([], [])
    for byte in Array(tag.key.utf8) + [0] {
      if (0x30...0x39).contains(byte) || (0x61...0x7a).contains(byte) {
        run.append(byte)
      } else {
        if run.count > best.count { best = run }
        run = []
      }
    }
    return best
  }

  /// Whether a file may hold one of the tags.
  ///
  /// - Parameters:
  ///   - bytes: the file, whatever it holds.
  ///   - finder: how its fields are found.
  /// - Returns: false only for one that holds none.
  package func mayHold(_ bytes: [UInt8], _ finder: Finder) -> Bool {
    if isBlind || words.isEmpty { return true }
    switch finder {
    case .latex, .bibliography, .mail, .patch: return true
    default: break
    }
    if words.contains(where: { Self.holds(bytes, $0) }) { return true }
    let disguises = words.flatMap(\.disguises)
    return Self.hasDisguise(bytes, disguises, escapes: finder != .org)
  }

  private static func holds(_ bytes: [UInt8], _ word: Word) -> Bool {
    let (run, last) = (word.run, word.run.count - 1)
    var end = last
    while end < bytes.count {
      var back = 0
      while back <= last, lowered(bytes[end - back]) == run[last - back] { back += 1 }
      if back > last { return true }
      end += word.steps[Int(bytes[end])]
    }
    return false
  }

  private static func hasDisguise(_ bytes: [UInt8], _ disguises: [[UInt8]], escapes: Bool) -> Bool {
    if disguises.isEmpty, !escapes { return false }
    // Most letters beyond ASCII begin with other bytes than these few.
    var isDue = [Bool](repeating: false, count: 256)
    for disguise in disguises { isDue[Int(disguise.first ?? 0)] = true }
    isDue[0x5c] = escapes
    for (i, byte) in bytes.enumerated() where isDue[Int(byte)] {
      if byte == 0x5c {
        if isEscape(bytes, i + 1) { return true }
      } else if disguises.contains(where: { bytes[i...].starts(with: $0) }) {
        return true
      }
    }
    return false
  }

  /// Whether what stands behind a backslash may stand for a letter, or for nothing between two.
  private static func isEscape(_ bytes: [UInt8], _ start: Int) -> Bool {
    guard start < bytes.count else { return false }
    switch bytes[start] {
    case UInt8(ascii: "x"), UInt8(ascii: "u"), UInt8(ascii: "U"):
      return start + 1 < bytes.count && isDigit(bytes[start + 1])
    case 0x20, 0x09, 0x0d, 0x0a: return true
    default: return false
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(lowered(byte))
  }

  private static func contains(_ run: [UInt8], _ part: [UInt8]) -> Bool {
    run.count >= part.count && (0...run.count - part.count).contains { run[$0...].starts(with: part) }
  }

  private static func lowered(_ byte: UInt8) -> UInt8 { (0x41...0x5a).contains(byte) ? byte | 0x20 : byte }
  private static func raised(_ byte: UInt8) -> UInt8 { (0x61...0x7a).contains(byte) ? byte & 0xdf : byte }
}
