import Fields
import Support
import Testing

/// Fields as rows of chips with a place to type: semantics.md A56 to A64, D37.
@Suite struct FieldLayoutTests {
  @Test func `A17 a third token takes a second row`() {
    check(["abcdefgh", "abcdefgh"], width: 20, gives: ["abcdefgh abcdefgh"])
    check(["abcdefgh", "abcdefgh", "abcdefgh"], width: 20, gives: ["abcdefgh abcdefgh", "abcdefgh"])
  }

  @Test func `A23 what stands beside the first row narrows it alone`() {
    let texts = ["a23456789012345678901234567890", "b2345", "c234567890123456789012345678901234567890"]
    check(texts, width: 40, gives: [texts[0] + " b2345", texts[2]])
    check(texts, width: 40, gives: [texts[0], "b2345", texts[2]]) { $0.accessory = 5 }
    check(["ab"], width: 3, gives: ["…"]) { $0.accessory = 9 }
  }

  @Test func `A33 it is told in which row one types`() {
    let layout = layout(["abcdefgh", "abcdefgh", "abcdefgh"], typing: "", width: 9)
    #expect(layout.draft?.row == 3)
    #expect(self.layout(["abcdefgh", "abcdefgh"], typing: "", width: 9).draft?.row == 2)
    #expect(self.layout(["abcdefgh"], width: 17).draft == nil)
  }

  @Test func `A58 separators take no cells`() {
    let editor = Editor(Array(" ana@example.org, bo@example.org".utf8), .addressList)
    check(editor.pieces, LayoutSpace(width: 31), gives: ["ana@example.org bo@example.org"])
    check(editor.pieces, LayoutSpace(width: 15), gives: ["ana@example.org", "bo@example.org"])
  }

  @Test func `A59 no row is empty, and a token that is too wide is cut`() {
    check(["abcdefghijklmn"], width: 10, gives: ["abcdefghi…"])
    check(["abcdefghijklmn", "b"], width: 10, gives: ["abcdefghi…", "b"])
    check(["b", "abcdefghijklmn"], width: 10, gives: ["b", "abcdefghi…"])
    check(["李美华", "b"], width: 5, gives: ["李美…", "b"])
    check(["ab", "c"], width: 1, gives: ["…", "c"])
  }

  @Test func `A60 the place to type has eight cells or a row of its own`() {
    check(["abcd"], typing: "", width: 13, gives: ["abcd ▮"])
    check(["abcd"], typing: "", width: 12, gives: ["abcd", "▮"])
    check(["abcd"], typing: "", width: 12, gives: ["abcd ▮"]) { $0.minInputCells = 5 }
    check([], typing: "", width: 3, gives: ["▮"])
    check(["ab", "cd"], typing: "x", at: 1, width: 14, gives: ["ab x▮       cd"])
    check(["ab", "cd"], typing: "x", at: 1, width: 13, gives: ["ab x▮", "cd"])
  }

  @Test func `A61 a long draft goes to a row of its own and then over several`() {
    check(["abcd"], typing: "1234567", width: 13, gives: ["abcd 1234567▮"])
    check(["abcd"], typing: "12345678", width: 13, gives: ["abcd", "12345678▮"])
    let long = layout(["abcd"], typing: "1234567890123", width: 13)
    #expect(long.draft?.text == "1234567890123" && long.draft?.column == 0)
    #expect(long.draft.map { [$0.row, $0.cells, $0.rows] } == [1, 13, 2])
    #expect(long.rows.count == 3 && long.height == 3)
    #expect(layout([], typing: "李李李", width: 5).draft?.rows == 2)
    #expect(layout(["ab", "cd"], typing: "1234567890", at: 1, width: 10).rows.map(\.count) == [1, 0, 1])
  }

  @Test func `A62 an idle field has no row to type in`() {
    check(["abcde", "abcd"], width: 10, gives: ["abcde abcd"])
    check(["abcde", "abcd"], typing: "", width: 10, gives: ["abcde abcd", "▮"])
    #expect(layout([], width: 10).height == 1)
  }

  @Test func `A63 padding and gaps are cells`() {
    check(["ab", "cd"], width: 10, gives: [" ab   cd"]) { $0.padding = 1 }
    check(["ab", "cd"], width: 8, gives: [" ab", " cd"]) { $0.padding = 1 }
    check(["ab", "cd"], width: 4, gives: ["abcd"]) { $0.gap = 0 }
    check(["abcd"], width: 3, gives: [" …"]) { $0.padding = 1 }
    check(["abcd"], width: 2, gives: ["a…"]) { $0.padding = 1 }
  }

  @Test func `A64 another width is another layout`() {
    let texts = ["abcdefgh", "abcdefgh", "abcdefgh"]
    #expect([40, 20, 10, 9].map { layout(texts, width: $0).height } == [1, 2, 3, 3])
  }

  @Test func `D37 more rows than may be shown end with a counter`() {
    let texts = ["aaaa", "bbbb", "cccc", "dddd", "eeee"]
    check(texts, width: 9, gives: ["aaaa bbbb", "cccc +2"]) { $0.maxRows = 2 }
    check(texts, width: 9, gives: ["aaaa bbbb", "cccc dddd", "eeee"]) { $0.maxRows = 3 }
    check(texts, width: 4, gives: ["aaaa", "b…+3"]) {
      $0.maxRows = 2
      $0.gap = 0
    }
    check(texts, width: 4, gives: ["… +4"]) { $0.maxRows = 1 }
    check(texts, width: 2, gives: ["+5"]) { $0.maxRows = 1 }
    check(texts, width: 1, gives: [""]) { $0.maxRows = 1 }
    #expect(layout(texts, width: 1) { $0.maxRows = 1 }.hidden == 5)
    check(texts, width: 20, invalid: [1, 4], gives: ["aaaa +4 (2 invalid)"]) { $0.maxRows = 1 }
    check(texts, width: 20, invalid: [0, 3], gives: ["aaaa +4 (1 invalid)"]) { $0.maxRows = 1 }
    check(texts, width: 15, invalid: [4], gives: ["aaaa bbbb +3"]) { $0.maxRows = 1 }
    check(texts, width: 16, invalid: [4], gives: ["… +4 (1 invalid)"]) { $0.maxRows = 1 }
  }

  @Test func `D37 while one types the rows before it are scrolled away`() {
    let layout = layout(["aaaa", "bbbb", "cccc"], typing: "", width: 9) { $0.maxRows = 2 }
    #expect(layout.rows.map(\.count) == [2, 1, 0] && layout.draft?.row == 2)
    #expect([layout.top, layout.height, layout.hidden] == [1, 2, 2])
    #expect(layout.counter == nil)
    let first = self.layout(["aaaa", "bbbb", "cccc"], typing: "", at: 0, width: 9) { $0.maxRows = 1 }
    #expect([first.top, first.height, first.hidden] == [0, 1, 3])
  }

  @Test func `a label stands before the first row, and alone only where no room is left`() {
    check(["abcd", "ef"], width: 12, gives: ["To: abcd ef"]) { $0.label = "To:" }
    check(["abcdefghij"], width: 12, gives: ["To: abcdefg…"]) { $0.label = "To:" }
    check(["abcdefghij"], width: 11, gives: ["To:", "abcdefghij"]) { $0.label = "To:" }
    check([], typing: "", width: 11, gives: ["To:", "▮"]) { $0.label = "To:" }
    check(["a"], width: 3, gives: ["To:", "a"]) { $0.label = "To:" }
    #expect(layout(["a"], width: 3) { $0.label = "Reply" }.label == "Re…")
  }

  @Test func `what is typed and left is shown as what it is`() {
    let value = Array(" ana@example.org, in".utf8)
    let work = Editor.Work(range: 18..<20)
    let idle = Editor(value, .addressList, work: work).pieces
    #expect(idle.pieces.map(\.token) == [0, nil] && idle.pieces.map(\.text) == ["ana@example.org", "in"])
    #expect(idle.input == nil)
    let typing = Editor(value, .addressList, caret: 20, work: work).pieces
    #expect(typing.pieces.map(\.token) == [0] && typing.input == .init(gap: 1, text: "in"))
    let elsewhere = Editor(value, .addressList, caret: 1, work: work).pieces
    #expect(elsewhere.pieces.map(\.token) == [0, nil] && elsewhere.input == .init(gap: 0, text: ""))
    let inside = Editor(value, .addressList, caret: 4).pieces
    #expect(inside.pieces.map(\.token) == [1] && inside.input == .init(gap: 0, text: "ana@example.org"))
    let fold = Array(" \"Ruiz,\r\n  Ana\" <ana@example.org>".utf8)
    #expect(Editor(fold, .addressList, caret: 5).pieces.input?.text == "\"Ruiz, Ana\" <ana@example.org>")
    #expect(Editor(Array(" <>, Team: a, b;".utf8), .addressList).pieces.pieces.map(\.text) == ["<>", "Team (2)"])
  }

  @Test func `numbers out of bounds are drawn in`() {
    var space = LayoutSpace(width: .min)
    (space.accessory, space.padding, space.gap) = (.max, .min, .max)
    (space.minInputCells, space.maxRows, space.tab) = (.max, .min, .min)
    let pieces = Pieces([.init(entry: 0, token: 0, text: "ab\tc")], input: .init(gap: .max, text: "x"))
    let layout = FieldLayout(pieces, in: space)
    #expect(layout.rows[0].map(\.text) == ["…"] && layout.height == 1)
    #expect(layout.draft?.text == "x")
  }

  @Test func `random fields are laid out within their rows, in order, and with nothing lost`() {
    var random = Seeded(seed: 43)
    let parts = ["a", "bcd", "李", "👩‍👩‍👧", " ", "\t", "\u{301}", "name@example.org"]
    func text() -> String {
      (0..<Int.random(in: 0...5, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
    }
    for round in 0..<4000 {
      var pieces = Pieces((0..<Int.random(in: 0...9, using: &random)).map { .init(entry: $0, token: $0, text: text()) })
      if Bool.random(using: &random) {
        pieces.input = .init(gap: Int.random(in: 0...pieces.pieces.count, using: &random), text: text())
      }
      var space = LayoutSpace(width: Int.random(in: 1...30, using: &random))
      space.label = Bool.random(using: &random) ? "" : text()
      space.accessory = [0, 0, 3, 40].randomElement(using: &random) ?? 0
      (space.padding, space.gap) = (Int.random(in: 0...2, using: &random), Int.random(in: 0...2, using: &random))
      space.minInputCells = Int.random(in: 1...9, using: &random)
      space.maxRows = [nil, nil, 1, 2, 3].randomElement(using: &random) ?? nil
      let invalid = Set(pieces.pieces.indices.filter { _ in Bool.random(using: &random) })
      let layout = FieldLayout(pieces, invalid: invalid, in: space)
      let problems = Self.problems(layout, pieces, space)
      #expect(problems == [], "seed 43, \(round): \(pieces) \(space)")
    }
  }

  // MARK: Checking

  private static func problems(_ layout: FieldLayout, _ pieces: Pieces, _ space: LayoutSpace) -> [String] {
    var problems: [String] = []
    func require(_ holds: Bool, _ words: String) { if !holds { problems.append(words) } }
    let shown = layout.rows.flatMap { $0 }
    require(shown.map(\.piece) == shown.map(\.piece).sorted(), "in order")
    if pieces.input == nil {
      require(shown.map(\.piece) == Array(0..<shown.count), "from the first")
      require(shown.count + layout.hidden == pieces.pieces.count, "every piece is shown or counted")
      require(layout.draft == nil && layout.top == 0, "no draft")
      require(layout.rows.count == layout.height, "all rows are shown")
    } else {
      require(shown.count == pieces.pieces.count, "every piece is there")
      require(layout.counter == nil, "no counter")
    }
    require(layout.height <= space.maxRows ?? .max, "no more rows than may be")
    for (row, chips) in layout.rows.enumerated() {
      let limit = row == 0 ? max(1, space.width - space.accessory) : space.width
      let isDraft = layout.draft.map { $0.row <= row && row < $0.row + $0.rows } ?? false
      let isCounter = layout.hidden > 0 && row == layout.rows.count - 1
      let isLabel = row == 0 && !layout.label.isEmpty
      require(!chips.isEmpty || isDraft || isCounter || isLabel || pieces.pieces.isEmpty, "no empty row")
      var end = isLabel ? Cells.width(layout.label) : 0
      for chip in chips + (isCounter ? [layout.counter].compactMap { $0 } : []) {
        require(chip.column >= end && chip.end <= limit, "chips lie apart in their row: \(chip)")
        require(Cells.width(chip.text) <= chip.cells, "the text fits: \(chip)")
        end = chip.end
      }
    }
    if let draft = layout.draft {
      let last = draft.row + draft.rows - 1
      require(layout.top <= last && last < layout.top + layout.height, "the caret is seen")
      require(last < layout.rows.count && draft.column < space.width, "the draft has its rows")
    }
    return problems
  }

  private func layout(
    _ texts: [String], typing draft: String? = nil, at gap: Int? = nil, width: Int, invalid: Set<Int> = [],
    _ change: (inout LayoutSpace) -> Void = { _ in }
  ) -> FieldLayout {
    var space = LayoutSpace(width: width)
    change(&space)
    return FieldLayout(Self.pieces(texts, draft, gap), invalid: invalid, in: space)
  }

  private static func pieces(_ texts: [String], _ draft: String?, _ gap: Int?) -> Pieces {
    Pieces(
      texts.enumerated().map { .init(entry: $0, token: $0, text: $1) },
      input: draft.map { .init(gap: gap ?? texts.count, text: $0) })
  }

  private func check(
    _ texts: [String], typing draft: String? = nil, at gap: Int? = nil, width: Int, invalid: Set<Int> = [],
    gives rows: [String], _ location: SourceLocation = #_sourceLocation,
    _ change: (inout LayoutSpace) -> Void = { _ in }
  ) {
    var space = LayoutSpace(width: width)
    change(&space)
    check(Self.pieces(texts, draft, gap), space, invalid: invalid, gives: rows, location)
  }

  private func check(
    _ pieces: Pieces, _ space: LayoutSpace, invalid: Set<Int> = [], gives rows: [String],
    _ location: SourceLocation = #_sourceLocation
  ) {
    let layout = FieldLayout(pieces, invalid: invalid, in: space)
    let drawn = layout.rows.indices.map { row -> String in
      var line = row == 0 ? layout.label : ""
      func put(_ text: String, at column: Int) {
        line += String(repeating: " ", count: max(0, column - Cells.width(line))) + text
      }
      var parts = layout.rows[row].map {
        ($0.column + ($0.cells > Cells.width($0.text) + 1 ? space.padding : 0), $0.text)
      }
      if let draft = layout.draft, draft.row == row { parts.append((draft.column, draft.text + "▮")) }
      if let counter = layout.counter, row == layout.rows.count - 1 { parts.append((counter.column, counter.text)) }
      for (column, text) in parts.sorted(by: { $0.0 < $1.0 }) { put(text, at: column) }
      return line
    }
    #expect(drawn == rows, sourceLocation: location)
    #expect(Self.problems(layout, pieces, space) == [], sourceLocation: location)
  }
}
