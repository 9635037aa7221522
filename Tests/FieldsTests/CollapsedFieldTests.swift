import Fields
import Support
import Testing

/// Fields on one row: semantics.md H.7.
@Suite struct CollapsedFieldTests {
  static let four = ["Alice", "Bob Example", "Carol Example", "Dora Example"]

  @Test func `A76 what does not fit is counted in words`() {
    check(Self.four, width: 16, gives: "Alice and 3 more")
    check(Array(Self.four.prefix(2)), width: 17, gives: "Alice and 1 more")
    check(Array(Self.four.prefix(2)), width: 18, gives: "Alice, Bob Example")
    check(Self.four, width: 100, gives: "Alice, Bob Example, Carol Example, Dora Example")
  }

  @Test func `G30 as many as fit with the counter, which is that of now`() {
    check(Self.four, width: 24, form: .plus, gives: "Alice, Bob Example +2")
    check(Self.four, width: 21, form: .plus, gives: "Alice, Bob Example +2")
    check(Self.four, width: 20, form: .plus, gives: "Alice +3")
    check(Array(Self.four.dropFirst()), width: 24, form: .plus, gives: "Bob Example +2")
    check(Array(Self.four.dropFirst(2)), width: 24, form: .plus, gives: "Carol Example +1")
    check(Self.four, width: 21, form: .plus, joiner: " ", gives: "Alice Bob Example +2")
  }

  @Test func `G30 the first one is cut where nothing else helps, and one alone has no counter`() {
    check(Self.four, width: 15, gives: "Ali… and 3 more")
    check(Self.four, width: 7, form: .plus, gives: "Ali… +3")
    check(Self.four, width: 8, gives: "Alice +3")
    check(Self.four, width: 4, gives: "… +3")
    check(Self.four, width: 3, gives: "Al…")
    check(["Bob Example"], width: 11, gives: "Bob Example")
    check(["Bob Example"], width: 6, gives: "Bob E…")
    check([], width: 6, gives: "")
    check(["a", "b"], width: 1, gives: "a")
    check(["a", "b"], width: 0, gives: "a")
  }

  @Test func `G56 hidden ones that are wrong are counted too`() {
    check(Self.four, wrong: [2], width: 26, gives: "Al… and 3 more (1 invalid)")
    check(Self.four, wrong: [2], width: 28, gives: "Alice and 3 more (1 invalid)")
    check(Self.four, wrong: [2, 3], width: 20, form: .plus, gives: "Alice +3 (2 invalid)")
    check(Self.four, wrong: [0], width: 20, form: .plus, gives: "Alice +3")
    check(Self.four, wrong: [3], width: 18, gives: "Al… +3 (1 invalid)")
    check(Self.four, wrong: [1], width: 13, form: .words, gives: "Alice +3")
    check(["Al", "Bo", "Cy", "Di"], wrong: [3], width: 13, gives: "Al, Bo, Cy +1")
  }

  @Test func `wide names are counted in cells`() {
    check(["李美", "王芳", "张伟"], width: 16, gives: "李美, 王芳, 张伟")
    check(["李美", "王芳", "张伟"], width: 15, form: .plus, gives: "李美, 王芳 +1")
    check(["李美华", "王芳"], width: 8, form: .plus, gives: "李美… +1")
    check(["a\tb\u{7}"], width: 20, gives: "a       b\u{fffd}")
  }

  @Test func `the longest list that fits is shown`() {
    var random = Seeded(seed: 47)
    for round in 0..<3000 {
      let count = Int.random(in: 1...14, using: &random)
      let texts = (0..<count).map { _ in String(repeating: "x", count: Int.random(in: 1...9, using: &random)) }
      let wrong = texts.map { _ in Int.random(in: 0..<4, using: &random) == 0 }
      var style = CollapsedField.Style(width: Int.random(in: 1...60, using: &random))
      style.form = Bool.random(using: &random) ? .words : .plus
      let found = CollapsedField(wrong, style) { texts[$0] }
      let words = { (shown: Int, way: Int) -> String in
        let bad = wrong[shown...].count { $0 }
        if shown == count || way == 3 { return "" }
        return HiddenCounter(hidden: count - shown, invalid: way == 2 ? 0 : bad).text(way == 0 ? style.form : .plus)
      }
      let way = (0...3).first { words(1, $0).count + 2 <= style.width || $0 == 3 } ?? 3
      // Every prefix is tried, the longest first.
      let fitting = (1...count).reversed().first { shown in
        let rest = words(shown, way)
        let whole = texts[..<shown].joined(separator: ", ") + (rest.isEmpty ? "" : " " + rest)
        return whole.count <= style.width
      }
      #expect(found.chips.count == fitting ?? 1, "seed 47, \(round): \(texts) \(style)")
      #expect(found.cells <= style.width && Cells.width(found.text) == found.cells, "seed 47, \(round): \(found)")
      #expect(found.rest.hidden == count - found.chips.count)
      #expect(found.rest.invalid == wrong[found.chips.count...].count { $0 })
      if fitting != nil { #expect(found.chips.allSatisfy { !$0.isCut }) }
    }
  }

  private func check(
    _ texts: [String], wrong: Set<Int> = [], width: Int, form: HiddenCounter.Form = .words, joiner: String = ", ",
    gives text: String, _ location: SourceLocation = #_sourceLocation
  ) {
    var style = CollapsedField.Style(width: width)
    (style.form, style.joiner) = (form, joiner)
    let found = CollapsedField(texts.indices.map(wrong.contains), style) { texts[$0] }
    #expect(found.text == text, sourceLocation: location)
    #expect(found.cells == Cells.width(found.text), sourceLocation: location)
    #expect(found.chips.count + found.rest.hidden == texts.count, sourceLocation: location)
  }
}
