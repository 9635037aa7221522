import Fields
import Support
import Testing

/// A tag that takes the place of what is being typed changes no other tag.
@Suite struct TagCompletionPropertiesTests {
  static let styles = ListStyle.all.filter { !$0.grammar.holdsPeople && $0.grammar != .messageIDs }

  private static func values(_ value: [UInt8], _ style: ListStyle, except range: Range<Int>? = nil) -> [String] {
    style.grammar.read(value, style.options).tokens
      .filter { token in range.map { !token.range.overlaps($0) } ?? true }
      .map { style.grammar.value($0, in: value) }
  }

  @Test(arguments: styles)
  func `G46 what is accepted reads back as the old tags and the new one`(style: ListStyle) {
    var random = Seeded(seed: 46)
    var count = 0
    for _ in 0..<2_000 {
      let list = style.list(Int.random(in: 0...4, using: &random), &random)
      let value = list.value
      let caret = Int.random(in: 0...value.count, using: &random)
      let tag = (style.words + ["work", "proj/alpha", "a  b", "x"]).randomElement(using: &random) ?? "x"
      guard let fragment = style.grammar.fragment(in: value, caret: caret, style.options),
        let (own, text) = list.list.completing(fragment, at: caret, with: tag)
      else { continue }
      count += 1
      let changed = own.applying(text, to: value, endsWithSeparator: false)
      var expected = Self.values(value, style, except: own.range)
      let found = Self.values(changed, style)
      let place = style.grammar.read(value, style.options).tokens.count { $0.range.upperBound <= own.range.lowerBound }
      let plain = style.grammar == .inlineTags && "#@".contains(tag.prefix(1)) ? String(tag.dropFirst()) : tag
      expected.insert(plain, at: min(place, expected.count))
      #expect(
        found.map(Self.words) == expected.map(Self.words),
        "\(String(decoding: value, as: UTF8.self).debugDescription) at \(caret) with \(tag): \(String(decoding: changed, as: UTF8.self).debugDescription)"
      )
    }
    #expect(count > 100, "hardly anything was completed")
  }

  /// A value but for what lists of mail and TeX cannot hold: blanks in a row.
  private static func words(_ text: String) -> [Substring] { text.split(separator: " ") }

  /// Cuts a value at its caret `|`, completes it with a tag, and gives the value with what was written.
  private func completed(_ marked: String, _ grammar: Grammar, _ tag: String, flavor: Flavor = .generic) -> String? {
    let caret = marked.utf8.firstIndex(of: UInt8(ascii: "|")).map {
      marked.utf8.distance(from: marked.startIndex, to: $0)
    }
    let value = Array(marked.replacing("|", with: "").utf8)
    var options = ReadingOptions()
    options.surroundings.flavor = flavor
    guard let caret, let fragment = grammar.fragment(in: value, caret: caret, options),
      let (own, text) = EntryList(value, grammar, options).completing(fragment, at: caret, with: tag)
    else { return nil }
    return String(decoding: own.applying(text, to: value, endsWithSeparator: false), as: UTF8.self)
  }

  @Test func `what an open quote has taken in stays`() {
    #expect(completed(" [\"wo|]", .yamlTags, "work") == " [\"work\"]")
    #expect(completed(" [\"wo|, home]", .yamlTags, "work") == " [\"work\", home]")
    #expect(completed(" [\"wo|, \"home\"]", .jsonTags, "work") == " [\"work\", \"home\"]")
  }

  @Test func `a tag is written as the syntax and the list want it`() {
    #expect(completed(" [a, wo|]", .yamlTags, "c#: intro") == " [a, 'c#: intro']")
    #expect(completed(" [\"a\", \"wo|\"]", .yamlTags, "work") == " [\"a\", \"work\"]")
    #expect(completed("\n  - a\n  - wo|\n", .yamlTags, "deep blue") == "\n  - a\n  - deep blue\n")
    #expect(completed(" [\"wo|\"]", .tomlTags, "work") == " [\"work\"]")
    #expect(completed(":a:wo|:", .orgTags, "work") == ":a:work:")
    #expect(completed(":a:wo|:", .orgTags, "to-do") == nil)
    #expect(completed(" a,wo|", .newsgroups, "work.x") == " a,work.x")
    #expect(completed("{R|}", .latexKeywords, "R&D") == "{R\\&D}")
    #expect(completed("see #wo|, x", .inlineTags, "work/x") == "see #work/x, x")
    #expect(completed("[[a]], [[b]], wo|", .logseqTags, "work") == "[[a]], [[b]], work")
  }
}
