import Fields
import Support
import Testing

/// How many cells texts take, and how they are cut.
@Suite struct CellsTests {
  @Test(arguments: [
    ("", 0), ("Ana Ruiz", 8), ("é", 1), ("e\u{301}", 1), ("李美", 4), ("Ｗ", 2), ("ｱ", 1), ("…", 1), ("·", 1),
    ("가", 2), ("\u{1100}\u{1161}\u{11a8}", 2), ("\u{1161}", 0), ("क्ष", 2), ("נועה", 4), ("a\u{200b}b", 2),
    ("a\u{ad}b", 2), ("\u{feff}", 0), ("\u{7}", 1), ("\r\n", 1), ("\u{2028}", 1),
    ("😀", 2), ("👍🏽", 2), ("👩‍👩‍👧", 2), ("👁\u{200d}🗨", 2), ("❤️", 2), ("❤", 1), ("❤️‍🔥", 2), ("⌚", 2), ("⌚\u{fe0e}", 1),
    ("1️⃣", 2), ("🇪🇺", 2), ("🇪", 1), ("🇪🇺🇪🇺", 4), ("☝🏽", 2), ("©", 1), ("©️", 2), ("㊗", 2), ("\u{1fae8}", 2),
  ])
  func `a cluster takes the cells that it is drawn in`(text: String, cells: Int) {
    #expect(Cells.width(text) == cells, "\(text.unicodeScalars.map { String($0.value, radix: 16) })")
  }

  @Test func `a tab goes to the next stop`() {
    #expect(Cells.width("\t") == 8)
    #expect(Cells.width("ab\tc") == 9)
    #expect(Cells.width("ab\tc", tab: 4) == 5)
    #expect(Cells.width("\t", tab: 4, from: 3) == 1)
    #expect(Cells.width("\t\t", tab: 0, from: -9) == 2)
    #expect(Cells.width("\t", tab: .max, from: .max) == 64 - 1_000_000 % 64)
    #expect(Cells.shown("李\tb\u{1b}\r\nc", tab: 4) == "李  b\u{fffd}\u{fffd}c")
  }

  @Test(arguments: [
    ("abcdefghijklmn", 10, "abcdefghi…", 10), ("abc", 3, "abc", 3), ("abc", 2, "a…", 2), ("abc", 1, "…", 1),
    ("abc", 0, "", 0), ("abc", -1, "", 0), ("李美华", 5, "李美…", 5), ("李美华", 4, "李…", 3), ("李美", 4, "李美", 4),
    ("李", 1, "…", 1), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…", 2), ("👩‍👩‍👧👩‍👩‍👧", 3, "👩‍👩‍👧…", 3),
    ("ab\u{200b}", 2, "ab\u{200b}", 2),
  ])
  func `a text is cut between clusters`(text: String, limit: Int, shown: String, cells: Int) {
    let found = Cells.cut(text, to: limit)
    #expect(found.text == shown && found.cells == cells, "\(found)")
  }

  @Test func `random texts are cut to what fits and are whole where they fit`() {
    var random = Seeded(seed: 41)
    let parts = ["a", "é", "李", "👩‍👩‍👧", "🇪🇺", "\u{301}", "\u{200d}", "\u{fe0f}", "❤", "\t", "\u{7}", "가", "\u{1161}", " "]
    for round in 0..<3000 {
      let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        parts.randomElement(using: &random) ?? ""
      }.joined()
      let shown = Cells.shown(text, tab: 4)
      #expect(Cells.width(shown) == Cells.width(text, tab: 4), "seed 41, \(round): \(text.debugDescription)")
      let limit = Int.random(in: 1...14, using: &random)
      let cut = Cells.cut(shown, to: limit)
      #expect(cut.cells <= limit && Cells.width(cut.text) == cut.cells, "seed 41, \(round): \(text.debugDescription)")
      #expect((cut.text == shown) == (Cells.width(shown) <= limit), "seed 41, \(round): \(text.debugDescription)")
    }
  }

  @Test func `single characters take what wcwidth says`() throws {
    // The release that .ci/install installs; others go by other tables.
    let script = "assert wcwidth.__version__ == '0.2.13'\nsay = lambda c: '012-'[wcwidth.wcwidth(c, '14.0.0')]"
    guard let answers = try PythonUnicode.answers("wcwidth", script) else { return }
    var wrong: [String] = []
    for scalar in PythonUnicode.known {
      switch scalar.properties.generalCategory {
      // Shown as U+FFFD here; what formats a text and is not to be ignored is seen.
      case .control, .lineSeparator, .paragraphSeparator, .format: continue
      default: break
      }
      // Fillers take nothing here; the tones of skin are said to take nothing even where they stand alone.
      if scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.isEmojiModifier { continue }
      let said = Int(answers[Int(scalar.value)]) - 0x30
      if Cells.width(Character(scalar)) != said { wrong.append("\(String(scalar.value, radix: 16)) \(said)") }
    }
    #expect(wrong == [])
  }

  @Test func `wide characters are those of unicodedata`() throws {
    let script =
      "say = lambda c: 'W' if unicodedata.east_asian_width(c) in 'WF' and unicodedata.category(c) != 'Cn' else 'N'"
    guard let answers = try PythonUnicode.answers("unicodedata", script) else { return }
    var wrong: [String] = []
    for scalar in PythonUnicode.known where scalar.value >= 0x300 {
      let cells = Cells.width(Character(scalar))
      guard cells > 0 else { continue }
      if (cells == 2) != (answers[Int(scalar.value)] == UInt8(ascii: "W")) {
        wrong.append(String(scalar.value, radix: 16))
      }
    }
    #expect(wrong == [])
  }
}
