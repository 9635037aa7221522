import Fields
import Testing

/// Lists of YAML written in another way, and tags near to those that cannot be written.
@Suite struct ListConversionTests {
  private func check(
    _ text: String, _ expected: String?, flavor: Flavor = .generic, at location: SourceLocation = #_sourceLocation,
    _ convert: (EntryList) -> [Change]?
  ) {
    var options = ReadingOptions()
    options.surroundings.flavor = flavor
    let list = EntryList(Array(text.utf8), .yamlTags, options)
    let after = convert(list).map { String(decoding: $0.applied(to: list.value), as: UTF8.self) }
    #expect(after == expected, sourceLocation: location)
  }

  @Test func `brackets become lines`() {
    check(" [a, 'b, c']", "\n  - a\n  - 'b, c'") { $0.converted(to: .lines) }
    check(" [a, b] # mine", " # mine\n  - a\n  - b") { $0.converted(to: .lines) }
    check(" &x [a]", " &x\n  - a") { $0.converted(to: .lines) }
    check(" [\r\n  a,\r\n  b\r\n]", "\r\n  - a\r\n  - b") { $0.converted(to: .lines) }
    check(" [a, # one\n  b]", nil) { $0.converted(to: .lines) }
    check(" []", nil) { $0.converted(to: .lines) }
    check(" [a]", nil) { $0.converted(to: .brackets) }
  }

  @Test func `lines become brackets`() {
    check("\n  - a\n  - b, c\n  - 'no'", " [a, 'b, c', 'no']") { $0.converted(to: .brackets) }
    check(" # mine\n- a\n- b", " [a, b] # mine") { $0.converted(to: .brackets) }
    check("\n  - &x a\n  - *x", " [&x a, *x]") { $0.converted(to: .brackets) }
    check("\n  - a # one\n  - b", nil) { $0.converted(to: .brackets) }
    check("\n- a", nil) { $0.converted(to: .lines) }
  }

  /// Every way in which a list may stand in a text with CRLF; none of what is done to it writes a bare LF.
  @Test(arguments: [
    "---\ntags: [a, b]\n---\n", "---\ntags: [a]\nx: y\n---\n", "---\ntags: a, b\n---\n", "---\ntags: a\n---\n",
    "---\ntags:\n  - a\n  - b\n---\n", "---\ntags:\n- a\n- b\n---\n", "---\ntags: # c\n- a\n---\n",
    "---\ntags: [\n  a,\n  b\n]\n---\n", "---\ntags:\n  [a,\n  b,\n  ]\n---\n", "---\ntags: []\n---\n",
    "---\ntags:\n---\n", "---\ntags: &x [a] # c\n---\n", "---\ntags: [a]\n", "+++\ntags = ['a', 'b']\n+++\n",
    "+++\ntags = [\n  \"a\",\n  \"b\",\n]\n+++\n", "+++\ntags = [\n  \"a\", # c\n]\n+++\n", "+++\ntags = []\n+++\n",
  ]) func `line ends of a text with CRLF stay what they are`(text: String) throws {
    let text = Text(Array(text.replacing("\n", with: "\r\n").utf8))
    let field = try #require(Finder.markdown.find(in: text).fields.first { $0.name == "tags" })
    let value = text.bytes(field.valueRange)
    let list = EntryList(value, field.grammar, field.options)
    var results = ListForm.allCases.flatMap { [list.converted(to: $0), list.splitAtCommas(as: $0)] }.compactMap { $0 }
      .map { $0.applied(to: value) }
    let editor = Editor(value, field.grammar, field.options)
    for place in 0...editor.tokens.count {
      results.append(editor.adding(["x"], at: place).editor.value)
      results.append(editor.adding(["x", "y"], at: place).editor.value)
      if place < editor.tokens.count { results.append(editor.removing([place]).editor.value) }
    }
    for result in results {
      let bare = result.indices.filter {
        result[$0] == UInt8(ascii: "\n") && ($0 == 0 || result[$0 - 1] != UInt8(ascii: "\r"))
      }
      #expect(bare == [], "\(String(decoding: result, as: UTF8.self).debugDescription)")
    }
    if field.grammar == .yamlTags, list.entries.count > 1, list.frame.style == .separated {
      #expect(list.converted(to: .lines) != nil)
    }
  }

  @Test func `a text becomes a list of what its program sees in it`() {
    check(" a b # c", " [a, b] # c", flavor: .zk) { $0.converted(to: .brackets) }
    check(" \"a b\"", " [a, b]", flavor: .zk) { $0.converted(to: .brackets) }
    check(" deep blue", "\n  - deep blue") { $0.converted(to: .lines) }
  }

  @Test func `a text with commas becomes the list that was meant`() {
    check(" a, b c, no", " [a, b c, 'no']") { $0.splitAtCommas(as: .brackets) }
    check(" \"a, b\"", "\n  - a\n  - b") { $0.splitAtCommas(as: .lines) }
    check(" a, b", " [a, b]", flavor: .zk) { $0.splitAtCommas(as: .brackets) }
    check(" a b", nil) { $0.splitAtCommas(as: .brackets) }
    check(" [a, b]", nil) { $0.splitAtCommas(as: .brackets) }
  }

  @Test func `a tag that cannot be written has a near one that can`() {
    #expect(Grammar.orgTags.legal("work-in progress", .generic) == "work_in_progress")
    #expect(Grammar.orgTags.legal("work", .generic) == nil)
    #expect(Grammar.orgTags.legal("--", .generic) == nil)
    #expect(Grammar.yamlTags.legal("deep  blue/ 1!", .obsidian) == "deep-blue/1")
    #expect(Grammar.yamlTags.legal("1984", .obsidian) == "y1984")
    #expect(Grammar.yamlTags.legal("deep blue", .generic) == nil)
    #expect(Grammar.inlineTags.legal("c#", .generic) == "c")
  }
}
