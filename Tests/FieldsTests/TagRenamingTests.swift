import Fields
import Support
import Testing

/// A tag gets another name wherever it stands in a value, and nothing else changes.
@Suite struct TagRenamingTests {
  /// A value renamed; nil where the new name cannot be written.
  private func renamed(
    _ value: String, _ grammar: Grammar, _ old: String, _ new: String, flavor: Flavor = .generic, role: String? = nil
  ) -> String? {
    var options = ReadingOptions()
    (options.surroundings.flavor, options.surroundings.role) = (flavor, role)
    guard let tag = TagName(old), let name = TagName(new) else { return nil }
    let bytes = Array(value.utf8)
    let renaming = EntryList(bytes, grammar, options).renaming(tag, to: name)
    guard renaming.refused.isEmpty else {
      #expect(renaming.changes.isEmpty)
      return nil
    }
    return String(decoding: renaming.changes.applied(to: bytes), as: UTF8.self)
  }

  @Test func `G45 quotes, brackets, anchors and comments stay`() {
    #expect(renamed(" [a, work, b]", .yamlTags, "work", "job") == " [a, job, b]")
    #expect(renamed("\n  - \"work\" # x\n  - 'it'\n", .yamlTags, "work", "job") == "\n  - \"job\" # x\n  - 'it'\n")
    #expect(renamed(" ['work']", .yamlTags, "work", "it's") == " ['it''s']")
    #expect(renamed(" [&w !!str work, *w, b]", .yamlTags, "work", "job") == " [&w !!str job, *w, b]")
    #expect(renamed(" [*gone, work]", .yamlTags, "work", "job") == " [*gone, job]")
    #expect(renamed("\n  - !t work\n  - b", .yamlTags, "work", "job") == "\n  - !t job\n  - b")
    #expect(renamed(" [!<tag:x> work, ! work]", .yamlTags, "work", "a b") == " [!<tag:x> a b]")
    #expect(renamed(" work", .yamlTags, "work", "job") == " job")
    #expect(renamed(" ['work', '''work2''']", .tomlTags, "work2", "a\\b") == " ['work', '''a\\b''']")
    #expect(renamed(" [\"work\", 'x']", .tomlTags, "work", "a\"b") == " [\"a\\\"b\", 'x']")
    #expect(renamed(" [\"a\", \"w\\u006frk\"]", .jsonTags, "work", "job") == " [\"a\", \"job\"]")
    #expect(renamed(":a:work:b:", .orgTags, "work", "job") == ":a:job:b:")
    #expect(renamed(" work home", .orgTags, "work", "job", role: "FILETAGS") == " job home")
    #expect(
      renamed(" { @work(w) home(h) } [ work : a {w.*} ]", .orgTags, "work", "job", role: "TAGS")
        == " { @work(w) home(h) } [ job : a {w.*} ]")
    #expect(renamed(" work(w)", .orgTags, "work", "job", role: "TAGS") == " job(w)")
    #expect(renamed("a [[work]], #work", .logseqTags, "a [[work]]", "x") == "a [[work]], #work")
    #expect(renamed("[[deep blue]], #work", .logseqTags, "deep blue", "sea, deep") == "[[sea, deep]], #work")
    #expect(renamed(" {a, R\\&D; x}", .bibKeywords, "R&D", "C&A") == " {a, C\\&A; x}")
    #expect(renamed("{caf{\\'e}, b}", .latexKeywords, "café", "tea") == "{tea, b}")
    #expect(renamed(" a, \"work\", b", .keywords, "work", "job") == " a, \"job\", b")
    #expect(renamed(" =?utf-8?Q?caf=C3=A9?=, b", .keywords, "café", "tea") == " tea, b")
  }

  @Test func `G45 only tags of running text are renamed`() {
    let text = "go to #go, `#go` [go](#go) #gone @go\n\n    #go\n```\n#go\n```\nhttps://x.example/#go (#Go)\n"
    #expect(
      renamed(text, .inlineTags, "go", "golang")
        == "go to #golang, `#go` [go](#go) #gone @go\n\n    #go\n```\n#go\n```\nhttps://x.example/#go (#golang)\n")
  }

  @Test func `G45 a tag stands once in a list that holds both`() {
    #expect(renamed(" [foo, a, bar]", .yamlTags, "foo", "bar") == " [a, bar]")
    #expect(renamed(" [bar, foo]", .yamlTags, "foo", "bar") == " [bar]")
    #expect(renamed("\n- foo\n- Bar\n", .yamlTags, "foo", "bar") == "\n- Bar\n")
    #expect(renamed(" [foo, Foo]", .yamlTags, "foo", "bar") == " [bar]")
    #expect(renamed(":foo:x:bar:", .orgTags, "foo", "bar") == ":x:bar:")
    #expect(renamed(" foo, bar", .keywords, "foo", "bar") == " bar")
    #expect(renamed(" [\"foo\", \"bar\"]", .jsonTags, "foo", "bar") == " [\"bar\"]")
    #expect(renamed(" [proj/x, new/x, proj]", .yamlTags, "proj", "new") == " [new/x, new]")
    #expect(renamed("#foo and #bar", .inlineTags, "foo", "bar") == "#bar and #bar")
    let twice: [(String, String)] = [
      (" { foo(f) bar(b) }", " { bar(b) }"), (" { bar foo }", " { bar }"), (" foo bar x", " bar x"),
      (" bar foo", " bar"),
      (" foo Foo x", " bar x"), (" [ g : foo bar ]", " [ g : bar ]"), (" [ foo ] bar", " [ bar ] bar"),
      (" { foo x } { bar y }", " { bar x } { bar y }"), (" [ foo : bar x ]", " [ bar : bar x ]"),
      (" [ bar : foo x ]", " [ bar : bar x ]"), (" bar foo Foo", " bar"), (" { foo Foo bar }", " { bar }"),
    ]
    for (before, after) in twice { #expect(renamed(before, .orgTags, "foo", "bar", role: "TAGS") == after) }
    #expect(renamed(" :foo:bar:", .orgTags, "foo", "bar", role: "FILETAGS") == " :bar:")
    #expect(renamed(" foo bar x", .orgTags, "foo", "bar", role: "FILETAGS") == " bar x")
    // An anchor on which an alias hangs stays.
    #expect(renamed(" [&f foo, bar, *f]", .yamlTags, "foo", "bar") == " [&f bar, bar, *f]")
  }

  @Test func `the very same name makes no list shorter`() {
    #expect(renamed("proj, [[proj]], #proj", .logseqTags, "proj", "proj") == "proj, [[proj]], #proj")
    #expect(renamed(" [proj, Proj, proj]", .yamlTags, "proj", "proj") == " [proj, Proj, proj]")
    #expect(renamed(" [proj, Proj]", .yamlTags, "Proj", "proj") == " [proj]")
  }

  @Test func `a name that some reader of YAML would take for another is quoted`() {
    #expect(renamed(" [work, a]", .yamlTags, "work", "why?") == " ['why?', a]")
    #expect(renamed(" [work, a]", .yamlTags, "work", "a?b") == " ['a?b', a]")
    #expect(renamed("\n- work\n", .yamlTags, "work", "why?") == "\n- why?\n")
  }

  @Test func `G45 tags below go along where a slash parts levels`() {
    #expect(renamed(" [proj, proj/x, project, a/proj]", .yamlTags, "proj", "new") == " [new, new/x, project, a/proj]")
    #expect(renamed("#proj/X #Proj/y/z #proj_x", .inlineTags, "proj", "new/er") == "#new/er/X #new/er/y/z #proj_x")
    #expect(renamed(" [\"proj/\\u00e9\"]", .yamlTags, "proj", "new") == " [\"new/\\u00e9\"]")
    #expect(renamed(" [a//b, a]", .yamlTags, "a", "c") == " [a//b, c]")
    #expect(renamed("{TCP/IP, TCP}", .bibKeywords, "tcp", "udp") == "{TCP/IP, udp}")
    #expect(renamed(" [proj/x]", .yamlTags, "proj/x", "new") == " [new]")
  }

  @Test func `G45 a name that a syntax cannot hold is refused before anything changes`() {
    #expect(renamed(":a:work:", .orgTags, "work", "to-do") == nil)
    #expect(renamed(" work", .orgTags, "work", "to-do", role: "FILETAGS") == nil)
    #expect(renamed("#work", .inlineTags, "work", "two words") == nil)
    #expect(renamed("#work", .inlineTags, "work", "2024") == nil)
    #expect(renamed(" [work]", .yamlTags, "work", "two words", flavor: .obsidian) == nil)
    #expect(renamed(" [work]", .yamlTags, "work", "two words") == " [two words]")
    #expect(renamed(" work home", .yamlTags, "work", "two words", flavor: .zk) == nil)
    #expect(renamed(" {work}", .bibKeywords, "work", "a}b") == nil)
    #expect(renamed("\n- |-\n  work\n", .yamlTags, "work", "job") == nil)
  }

  @Test func `a name of a tag is any text on one line`() {
    #expect(TagName(" #work ")?.text == "work")
    #expect(TagName("#")?.text == "#")
    #expect(TagName("a\nb") == nil && TagName("  ") == nil && TagName("") == nil)
    #expect(TagName(String(repeating: "x", count: 1001)) == nil)
    let tag = TagName("proj")
    #expect(tag?.match("#Proj/x", nests: true) == .init(sign: "#", below: "/x"))
    #expect(tag?.match("proj/x", nests: false) == nil && tag?.match("projx", nests: true) == nil)
    #expect(tag?.match("proj/", nests: true) == nil)
  }
}

/// The same for lists of every style.
@Suite struct TagRenamingPropertiesTests {
  static let styles = ListStyle.all.filter {
    !$0.grammar.holdsPeople && ![.messageIDs, .newsgroups, .attachments, .bibPersons].contains($0.grammar)
  }

  private static func values(_ value: [UInt8], _ style: ListStyle) -> [String] {
    style.grammar.read(value, style.options).tokens.map { style.grammar.value($0, in: value) }
  }

  /// What stands around the content of each token: quotes, brackets, signs.
  private static func signs(_ value: [UInt8], _ style: ListStyle) -> [[UInt8]] {
    style.grammar.read(value, style.options).tokens.map { token in
      let content = token.content ?? token.range
      // Keywords of mail and TeX have theirs in the content.
      let first = value[content].first
      if first == UInt8(ascii: "\"") || first == UInt8(ascii: "{") { return [first ?? 0] }
      return Array(
        value[token.range.lowerBound..<content.lowerBound] + value[content.upperBound..<token.range.upperBound])
    }
  }

  @Test(arguments: styles)
  func `G45 a renamed list holds the new tag where the old one was, and back gives the same bytes`(style: ListStyle) {
    var random = Seeded(seed: 45)
    var (count, merges, back) = (0, 0, 0)
    for _ in 0..<500 {
      let value = style.list(Int.random(in: 1...4, using: &random), &random).value
      let before = Self.values(value, style)
      guard let old = before.randomElement(using: &random), let tag = TagName(old),
        let word = (style.words + ["work", "proj/a", "alpha", "beta", "it"]).randomElement(using: &random),
        let name = TagName(word)
      else { continue }
      let list = EntryList(value, style.grammar, style.options)
      guard !list.places(of: tag).isEmpty else { continue }
      let renaming = list.renaming(tag, to: name)
      guard renaming.refused.isEmpty else { continue }
      count += 1
      let changed = renaming.changes.applied(to: value)
      let after = Self.values(changed, style)
      func key(_ text: String) -> String { TagName(text)?.key ?? text }
      let text =
        "\(String(decoding: value, as: UTF8.self).debugDescription) \(tag.text) → \(name.text): "
        + String(decoding: changed, as: UTF8.self).debugDescription
      let expected = before.map { tag.match($0, nests: false) == nil ? $0 : name.text }
      if renaming.merged == 0 {
        #expect(after.map(key) == expected.map(key), "\(text)")
      } else {
        merges += 1
        #expect(Set(after.map(key)) == Set(expected.map(key)), "\(text)")
        #expect(after.count == before.count - renaming.merged, "\(text)")
      }
      if name.key != tag.key { #expect(!after.map(key).contains(tag.key), "\(text)") }
      // What is not of the tag is as it was.
      var rest = value
      for change in renaming.changes.reversed() { rest.removeSubrange(change.range) }
      var other = changed
      for change in renaming.changes.inverse(in: value).reversed() { other.removeSubrange(change.range) }
      #expect(rest == other, "\(text)")
      guard name.key != tag.key, !before.map(key).contains(name.key), renaming.merged == 0 else { continue }
      let again = EntryList(changed, style.grammar, style.options).renaming(name, to: tag)
      guard again.refused.isEmpty else { continue }
      // The same quotes are needed for both names; an escape is a spelling that is lost.
      func quotes(_ bytes: [UInt8]) -> [UInt8] { bytes.filter { "'\"".utf8.contains($0) } }
      guard Self.signs(value, style) == Self.signs(changed, style), quotes(value) == quotes(changed), old == tag.text,
        !value.contains(UInt8(ascii: "\\"))
      else { continue }
      back += 1
      #expect(again.changes.applied(to: changed) == value, "\(text)")
    }
    #expect(count > 50 && back > 5, "hardly anything was renamed: \(count), \(back)")
    // In running text a tag may stand twice.
    if style.grammar != .inlineTags, style.name != "signs in text" { #expect(merges > 0) }
  }

  @Test(
    arguments: Grammar.allCases.filter {
      !$0.holdsPeople && ![.messageIDs, .newsgroups, .attachments, .bibPersons].contains($0)
    })
  func `any bytes are renamed right or not at all`(grammar: Grammar) throws {
    var random = Seeded(seed: 1945)
    let parts = [
      "work", "Work", "work/x", "#work", "job", "a", " ", ", ", ",", "\n", "\n- ", "- ", ":", "::", "[", "]", "[[",
      "]]", "{", "}", "\"", "'", "\\", "\"\"\"", "'''", "#", "@", "&a ", "*a", "!t ", "|\n  ", "---", "\t", "\r\n",
      "%", "~", "(", ")", "=?utf-8?q?work?=", "\\u0077ork", "\u{e9}", "\u{0}", "```", "`", "<!--", "-->", "w", "ork",
      ";", "\\sep ", ". ",
    ]
    let tag = try #require(TagName("work"))
    let names = ["job", "a b", "no", "c#: x", "a,b", "x/y", "2024", "é", "it's", "\"q\"", "work2", "WORK"]
    let opening: [Grammar: String] = [
      .orgTags: ":", .bibKeywords: "{", .latexKeywords: "{", .tomlTags: " [\"", .jsonTags: " [\"", .yamlTags: " [",
    ]
    var count = 0
    for _ in 0..<3000 {
      var options = ReadingOptions()
      options.surroundings.flavor = Flavor.allCases.randomElement(using: &random) ?? .generic
      options.surroundings.role = [nil, nil, "FILETAGS", "TAGS", "environment"].randomElement(using: &random) ?? nil
      var bytes: [UInt8] = Bool.random(using: &random) ? Array((opening[grammar] ?? "").utf8) : []
      for _ in 0..<Int.random(in: 1...14, using: &random) { bytes += (parts.randomElement(using: &random) ?? "").utf8 }
      if Int.random(in: 0..<20, using: &random) == 0 { bytes.append(0xff) }
      let name = try #require(TagName(names.randomElement(using: &random) ?? "job"))
      let list = EntryList(bytes, grammar, options)
      let renaming = list.renaming(tag, to: name)
      guard !renaming.changes.isEmpty else { continue }
      count += 1
      let changed = renaming.changes.applied(to: bytes)
      let text =
        "\(String(decoding: bytes, as: UTF8.self).debugDescription) → \(name.text): "
        + "\(String(decoding: changed, as: UTF8.self).debugDescription) \(options.surroundings)"
      #expect(renaming.refused.isEmpty, "\(text)")
      let after = EntryList(changed, grammar, options)
      #expect(after.reading.tokens.count == list.reading.tokens.count - renaming.merged, "\(text)")
      #expect(!after.places(of: name).isEmpty, "\(text)")
      if name.key != tag.key { #expect(after.places(of: tag).isEmpty, "\(text)") }
      // The other tags are as they were, byte by byte.
      func others(_ list: EntryList) -> [ArraySlice<UInt8>] {
        let own = Set((list.places(of: tag) + list.places(of: name)).map(\.token))
        return list.reading.tokens.indices.filter { !own.contains($0) }.map {
          list.value[list.reading.tokens[$0].range]
        }
      }
      #expect(others(after) == others(list), "\(text)")
    }
    #expect(count > 15, "\(grammar) \(count)")
  }

  @Test func `an entry with an anchor stays where the new tag is there already`() {
    for (value, wanted) in [
      (" [zork, &a proj]", " [zork, &a zork]"), (" [zork, proj]", " [zork]"),
      ("\n- zork\n- &a proj\n", "\n- zork\n- &a zork\n"),
    ] {
      let list = EntryList(Array(value.utf8), .yamlTags, ReadingOptions())
      guard let old = TagName("proj"), let new = TagName("zork") else { continue }
      let renaming = list.renaming(old, to: new)
      #expect(String(decoding: renaming.changes.applied(to: Array(value.utf8)), as: UTF8.self) == wanted)
    }
  }
}
