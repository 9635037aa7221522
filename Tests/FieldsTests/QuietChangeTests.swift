import Fields
import Support
import Testing

/// A change of prose moves what stands behind it, and does nothing else.
@Suite struct QuietChangeTests {
  static let texts: [(finder: Finder, text: String, pieces: [String])] = [
    (
      .org, "#+filetags: :x:\nprose\n* T :a:b:\ntext\n#+begin_src org\n* no :n:\n#+end_src\n** U :c:\n  - item\n",
      ["* ", ":", "#+begin_src\n", "#+end_src\n", "#+TAGS: a", " #", "\t"]
    ),
    (
      .latex, "text\n\\keywords{a, b}\nmore\n\n\\begin{verbatim}\n\\keywords{n}\n\\end{verbatim}\nx\n\\keywords{c\n",
      ["{", "}", "%", "\\", "\\verb|", "|", "\\begin{keyword}", "\\end{keyword}"]
    ),
    (
      .latex,
      "\\let\\x\n\nx\\newif\\ifd\n\\iffalse\n\\keywords{n}\nword\n\\fi\n\\keywords{a, \\ifd b\\fi}\ntext\n\n\\keywords{c}\n",
      [
        "\\iffalse ", "\\fi", "\\else", "=", "= ", "\\let\\x", "\\newif\\ifd", "\\ifd ", "\\endinput\n", "@",
        "\\unless",
      ]
    ),
    (
      .bibliography,
      "@a{k,\n abstract = {where\n x is\n long},\n keywords = {a, b}\n word, more\n note = {x {y} z, w}}\n@b{l, year = 1, keywords={c}}\n",
      ["{", "}", "\"", "=", "@a{", ",", "#", "title", "keywords"]
    ),
  ]

  @Test(arguments: texts.indices, 1...6 as ClosedRange<UInt64>)
  func `what is quiet finds the same as before`(index: Int, seed: UInt64) {
    let row = Self.texts[index]
    var random = Seeded(seed: seed)
    let pieces = row.pieces + ["a", "b c", " ", "\n", "\n\n", "é", ".", "x y z", "word", "-"]
    var quiet = 0
    for _ in 0..<60 {
      var text = Text(Array(row.text.utf8))
      for _ in 0..<12 {
        let start = Int.random(in: 0...text.count, using: &random)
        let end = min(text.count, start + ([0, 0, 0, 1, 4].randomElement(using: &random) ?? 0))
        let piece = Array((pieces.randomElement(using: &random) ?? "").utf8)
        let before = row.finder.find(in: text)
        let isQuiet = row.finder.isQuiet(start..<end, piece, in: text)
        let was = text
        text.replace(start..<end, with: piece)
        guard isQuiet, before.faults.isEmpty, !before.fields.contains(where: { $0.range.touches(start..<end) }) else {
          continue
        }
        quiet += 1
        let growth = piece.count - (end - start)
        let moved = before.fields.map { $0.range.lowerBound >= end ? $0.shifted(by: growth) : $0 }
        guard row.finder.find(in: text).fields == moved else {
          Issue.record(
            "seed \(seed): \(String(decoding: was.bytes, as: UTF8.self).debugDescription) \(start)..<\(end) \(String(decoding: piece, as: UTF8.self).debugDescription)"
          )
          return
        }
      }
    }
    #expect(quiet > 5)
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `a headline that is read by itself is read as in its file`(seed: UInt64) {
    var random = Seeded(seed: seed)
    let pieces = ["a", " ", ":", ":b", ":c:", "*", "* ", "x y", "é", "\t", "-"]
    let start = "#+TAGS: { a b }\n* T :a:\nprose\n#+begin_src\n* N :n:\n#+end_src\n** U x :c:d:\n\n* V\n"
    var (read, known) = (0, 0)
    for _ in 0..<60 {
      var text = Text(Array(start.utf8))
      var finding = Finder.org.find(in: text)
      for _ in 0..<20 {
        let place = Int.random(in: 0...text.count, using: &random)
        let end = min(text.count, place + ([0, 0, 0, 1, 3].randomElement(using: &random) ?? 0))
        let piece = Array((pieces.randomElement(using: &random) ?? "").utf8)
        let isOne = Finder.org.isHeadlineOrProse(place..<end, piece, in: text)
        let isVerbatim = finding.lines?.isVerbatim(place..<end) ?? true
        let growth = piece.count - (end - place)
        let line = text.lineRange(text.line(at: place))
        text.replace(place..<end, with: piece)
        let due = Finder.org.find(in: text)
        defer { finding = due }
        guard isOne, !isVerbatim, finding.faults.isEmpty else { continue }
        read += 1
        var lines = finding.lines
        lines?.follow(place..<end, growth: growth)
        let others = finding.fields.filter { !$0.range.touches(line) }
          .map { $0.range.lowerBound > line.upperBound ? $0.shifted(by: growth) : $0 }
        let own = lines?.headline(text.lineRange(text.line(at: place)), in: text)
        if own != nil { known += 1 }
        let all = (others + (own.map { [$0] } ?? [])).sorted { $0.range.lowerBound < $1.range.lowerBound }
        #expect(all == due.fields && lines == due.lines, "seed \(seed): \(String(decoding: text.bytes, as: UTF8.self))")
      }
    }
    #expect(read > 100 && known > 20)
  }

  @Test func `a key in prose is quiet, one in what begins a field is not`() {
    func isQuiet(_ finder: Finder, _ marked: String, _ typed: String = "x") -> Bool {
      let parts = marked.split(separator: "|", omittingEmptySubsequences: false)
      let place = parts[0].utf8.count
      return finder.isQuiet(place..<place, Array(typed.utf8), in: Text(Array(parts.joined().utf8)))
    }
    #expect(isQuiet(.org, "* T :a:\nsome te|xt\n"))
    #expect(isQuiet(.org, "text|", "\nmore\n"))
    #expect(!isQuiet(.org, "* T| :a:\n"))
    #expect(!isQuiet(.org, "|text", "* "))
    #expect(!isQuiet(.org, "#+begin_sr|\n", "c"))
    #expect(isQuiet(.latex, "some te|xt"))
    #expect(!isQuiet(.latex, "some te|xt", "%"))
    #expect(!isQuiet(.latex, "a\n|\nb"))
    #expect(isQuiet(.bibliography, "@a{k,\n abstract = {a\n te|xt\n}}"))
    #expect(isQuiet(.bibliography, "@a{k,\n abstract = {a, te|xt}\n}", ", (y)"))
    #expect(isQuiet(.bibliography, "@a{k,\n abstract = {a\n b, te|xt\n}}"))
    #expect(!isQuiet(.bibliography, "@a{k,\n abstr|act = {a}\n}"))
    #expect(!isQuiet(.bibliography, "@a{k,\n abstract = {a te|xt\n}}", "}"))
    #expect(!isQuiet(.bibliography, "@a{k|,\n abstract = {}}"))
    #expect(!isQuiet(.mail, "To: a\n\nbo|dy"))
  }
}
