import Fields
import Support
import Testing

/// A note that is read again after a change is read as if it were opened anew, and by no more than the neighbourhood.
@Suite struct RunningTextTests {
  private static let pieces = [
    "a", " ", "\n", "\n\n", "\r\n", "\t", "    ", "#t", "#é", "@m", "# H #h\n", "# H {#h}\n", "```\n", "~~~\n", "````",
    "`",
    "``", "> ", ">", "- ", "* a #b\n", "1. ", "10) ", "---\n", "===\n", "***\n", "<!--", "-->", "<div>\n", "</div>\n",
    "<pre>\n", "</pre>", "<style>", "</style>\n", "<?", "?>", "<![CDATA[", "]]>", "<a b=\"#c\">", "<a\n", "<b>\n", "\\",
    "tags:: p, [[q]]\n", "- tags:: r\n", "[#x]", "[#x]: u\n", "[", "]", "](#y)", "]{#z}", "[[", "]]", "{", "}", "{#i}",
    "import a from \"#b\"\n", "export const x = {\n", "{/* #n */}", "<Card\n", "/>\n", "https://x.org/#n ", "#+k: #n\n",
    "::: {#d}\n", "---\ntags: [a]\n---\n", "+++\n", "é", "😀",
  ]

  private static func words(_ count: Int, _ random: inout Seeded) -> [UInt8] {
    (0..<count).flatMap { _ in Array((pieces.randomElement(using: &random) ?? "").utf8) }
  }

  /// What is known of a note, told in one way however it was read.
  private static func note(_ text: Text, _ options: FindingOptions, size: Int = RunningText.usualSize) throws
    -> MarkdownText
  {
    try #require(MarkdownText(text, options, for: .markdown, size: size))
  }

  private static func picture(_ note: MarkdownText) -> (fields: [Field], reading: Reading, faults: [Fault]) {
    (note.finding.fields, note.running.reading(limit: nil), note.running.faults(limit: nil))
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>, ["x.md", "x.mdx"])
  func `any change is read as a fresh text is`(seed: UInt64, path: String) throws {
    var random = Seeded(seed: seed)
    let flavors: [Flavor] = [.generic, .obsidian, .logseq, .bear, .github]
    var (kept, inFront) = (0, 0)
    for _ in 0..<120 {
      var options = FindingOptions(path: path)
      options.flavor = flavors.randomElement(using: &random)
      let size = [1, 1, 8, 64].randomElement(using: &random) ?? 1
      let front =
        ["", "", "---\ntags: [a]\nx: y\n---\n", "+++\ntags = ['a']\n+++\n"].randomElement(using: &random) ?? ""
      var text = Text(Array(front.utf8) + Self.words(Int.random(in: 0...40, using: &random), &random))
      var note = try Self.note(text, options, size: size)
      for _ in 0..<12 {
        let start = Int.random(in: 0...text.count, using: &random)
        let end = min(text.count, start + ([0, 0, 1, 3, 30].randomElement(using: &random) ?? 0))
        let piece = Self.words(Int.random(in: 0...2, using: &random), &random)
        let before = text
        text.replace(start..<end, with: piece)
        if note.isBehindFront(start..<end) {
          let former = note.running.reading(limit: nil).tokens
          let change = note.replace(start..<end, length: piece.count, in: text)
          let now = note.running.reading(limit: nil).tokens
          let base = note.running.start
          if change.keepsTokens {
            #expect(
              former.map { before.bytes($0.range.shifted(by: base)) }
                == now.map { text.bytes($0.range.shifted(by: base)) })
            #expect(!former.contains { $0.range.shifted(by: base).touches(start..<end) })
            kept += 1
          }
        } else if note.replaceInFront(start..<end, length: piece.count, in: text, options) {
          inFront += 1
        } else {
          note = try Self.note(text, options, size: size)
        }
        #expect(Finder.markdown.find(in: text, options) == note.finding, "seed \(seed)")
        let (known, fresh) = (Self.picture(note), Self.picture(try Self.note(text, options)))
        guard known == fresh else {
          Issue.record(
            "seed \(seed), size \(size): \(Self.show(before.bytes)), \(start..<end) became \(Self.show(piece))")
          return
        }
      }
    }
    #expect(kept > 50 && inFront > 0)
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `what is read by parts is what is read at once`(seed: UInt64) {
    var random = Seeded(seed: seed)
    for _ in 0..<400 {
      let bytes = Self.words(Int.random(in: 0...60, using: &random), &random)
      let running = RunningText(Text(bytes), from: 0, Surroundings(), size: 16)
      let whole = Grammar.inlineTags.read(bytes, ReadingOptions())
      #expect(running.reading(limit: nil) == whole, "seed \(seed): \(Self.show(bytes))")
      #expect(running.faults(limit: 3) == Grammar.inlineTags.read(bytes, ReadingOptions(max: 3)).faults)
      let place = Int.random(in: 0...bytes.count, using: &random)
      let near = running.reading(around: place..<place).tokens.filter { $0.range.touches(place) }
      #expect(
        running.fragment(at: place, in: Text(bytes)) == Grammar.inlineTags.fragment(in: bytes, caret: place),
        "seed \(seed): \(Self.show(bytes)) \(place)")
      #expect(
        running.isTag(place..<place, Array("@x ".utf8), in: Text(bytes))
          == MentionQuery.isText(place..<place, in: bytes, ReadingOptions()))
      #expect(near == whole.tokens.filter { $0.range.touches(place) }, "seed \(seed): \(Self.show(bytes)) \(place)")
    }
  }

  @Test(arguments: [
    "word word word word word word #tag\n\n", "- an item with a `span` and #tag\n",
    "line of a paragraph without end #tag\n", "> quoted #tag\n>\n", "- item\n  tags:: a\n\n", "```\n#no\n```\n\n",
    "# Title {#id}\n\ntext [#tag]\n\n",
  ]) func `a change costs as much in a long note as in a short one`(line: String) throws {
    func cost(_ count: Int) throws -> Int {
      var text = Text(Array(String(repeating: line, count: count).utf8))
      var note = try Self.note(text, FindingOptions())
      var most = 0
      for place in [0.1, 0.5, 0.9] {
        var number = Int(Double(text.lineCount) * place)
        while text.lineRange(number).first.map({ text[$0] == UInt8(ascii: "`") }) ?? false { number += 1 }
        let offset = text.lineStart(number)
        text.replace(offset..<offset, with: Array("x".utf8))
        _ = note.replace(offset..<offset, length: 1, in: text)
        most = max(most, note.running.work)
      }
      return most
    }
    let long = try cost(6_000)
    #expect(long <= 4 * RunningText.usualSize)
    #expect(long > 0)
  }

  @Test func `what opens code is read as far as the code goes`() throws {
    var text = Text(Array((String(repeating: "text #tag\n\n", count: 2_000)).utf8))
    var note = try Self.note(text, FindingOptions())
    #expect(note.running.reading(limit: nil).tokens.count == 2_000)
    let middle = text.lineStart(text.lineCount / 2)
    text.replace(middle..<middle, with: Array("~~~\n".utf8))
    _ = note.replace(middle..<middle, length: 4, in: text)
    #expect(note.running.reading(limit: nil).tokens.count == 1_000)
    #expect(note.running.work > text.count / 2)
    text.replace(middle..<middle + 4, with: [])
    _ = note.replace(middle..<middle + 4, length: 0, in: text)
    #expect(note.running.reading(limit: nil).tokens.count == 2_000)
  }

  private static func show(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self).debugDescription }
}
