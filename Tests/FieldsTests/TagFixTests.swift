import Fields
import Support
import Testing

/// Remedies for tags that cannot stand as they are written, and lists that are written in another way.
@Suite struct TagFixTests {
  private func options(_ flavor: Flavor) -> ReadingOptions {
    var options = ReadingOptions()
    options.surroundings.flavor = flavor
    return options
  }

  /// What the remedies of the findings in a value make of it, each once.
  private func remedies(_ text: String, _ grammar: Grammar, _ flavor: Flavor = .generic) -> [String] {
    let value = Array(text.utf8)
    var seen: Set<String> = []
    return grammar.read(value, options(flavor)).faults.compactMap { fault in
      grammar.fix(fault, in: value, options(flavor)).map {
        String(decoding: $0.changes.applied(to: value), as: UTF8.self)
      }
    }.filter { seen.insert($0).inserted }
  }

  @Test func `what needs quotes in YAML gets them`() {
    #expect(remedies(" [2024, no, \"x\"]", .yamlTags) == [" ['2024', no, \"x\"]", " [2024, 'no', \"x\"]"])
    #expect(remedies("\n- @home", .yamlTags) == ["\n- '@home'"])
    #expect(remedies(" [&x 2024]", .yamlTags) == [])
    #expect(remedies(" [work]", .tomlTags) == [" [\"work\"]"])
  }

  @Test func `G47 a tag that YAML takes for a comment is said to be one, and gets quotes`() {
    func faults(_ text: String) -> [String] {
      Grammar.yamlTags.read(Array(text.utf8), options(.generic)).faults.map {
        "\($0.rule.rawValue) \($0.range.lowerBound) \($0.range.upperBound) \($0.severity.rawValue)"
      }
    }
    #expect(faults(" #work") == ["empty-item 1 6 warning"])
    #expect(faults(" # work") == [] && faults(" #") == [] && faults("") == [] && faults(" [a] #work") == [])
    #expect(remedies(" #work", .yamlTags) == [" ['#work']"])
    #expect(remedies(" #work, #home #x", .yamlTags, .obsidian) == [" ['#work', '#home', '#x']"])
    #expect(remedies("\n- a\n- #red\n- b", .yamlTags) == ["\n- a\n- '#red'\n- b"])
    #expect(remedies(" !!seq #x", .yamlTags) == [] && remedies(" &a #x", .yamlTags) == [])
    #expect(remedies(" #work to do", .yamlTags) == [] && remedies("\n- #a #b", .yamlTags) == [])
  }

  @Test func `one text becomes a list, of commas as somebody must have meant them`() {
    #expect(remedies(" red", .yamlTags) == [" [red]"])
    #expect(remedies(" red, blue", .yamlTags) == [" [red, blue]"])
    let value = Array(" red, blue".utf8)
    let fault = Grammar.yamlTags.read(value, options(.generic)).faults[0]
    #expect(Grammar.yamlTags.fix(fault, in: value, options(.generic))?.isPreferred == false)
    #expect(remedies(" {a: b}", .yamlTags) == [])
  }

  @Test func `what is no tag gets a near one that is`() {
    #expect(remedies(" [deep  blue, x]", .yamlTags, .obsidian) == [" [deep-blue, x]"])
    #expect(remedies(" [\"1984\"]", .yamlTags, .obsidian) == [" [\"y1984\"]"])
    #expect(remedies(":a-b-c:d:", .orgTags) == [":a_b_c:d:"])
    #expect(remedies(":--:d:", .orgTags) == [])
    #expect(remedies(" a..b", .newsgroups) == [])
  }

  @Test func `two wrong tags of Org are mended one by one`() {
    #expect(remedies(":a-b:c:d-e:", .orgTags) == [":a_b:c:d-e:", ":a-b:c:d_e:"])
  }

  @Test func `a caret stays in its tag when a list is written anew`() {
    let editor = Editor(Array(" [red, deep blue]".utf8), .yamlTags, caret: 11)
    let outcome = editor.converting(to: .lines)
    #expect(String(decoding: outcome.editor.value, as: UTF8.self) == "\n  - red\n  - deep blue")
    #expect(outcome.editor.caret == 17 && outcome.events.isEmpty)
    #expect(editor.converting(to: .brackets).reason == .notAllowed)
    var policy = EditingPolicy(for: .yamlTags)
    policy.isReadOnly = true
    #expect(editor.under(policy).converting(to: .lines).reason == .disabled)
  }

  @Test(arguments: [11, 12] as [UInt64])
  func `a list means the same in brackets and on lines`(seed: UInt64) {
    var random = Seeded(seed: seed)
    let words = ["red", "deep blue", "no", "a: b", "x,y", "it's", "\"q\"", "2024", "#h", "- d", "é", "[z]"]
    var made = 0
    for _ in 0..<400 {
      let values = (0..<Int.random(in: 1...4, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
      let items = values.map { Grammar.yamlTags.spell(name: "", value: $0) }
      let text =
        Bool.random(using: &random) ? " [" + items.joined(separator: ", ") + "]" : items.map { "\n- " + $0 }.joined()
      let editor = Editor(Array(text.utf8), .yamlTags)
      for form in ListForm.allCases {
        let outcome = editor.converting(to: form)
        guard !outcome.changes.isEmpty else { continue }
        made += 1
        let after = outcome.editor
        #expect(after.tokens.map { after.words($0).value } == values, "\(seed): \(text)")
        #expect(outcome.changes.applied(to: editor.value) == after.value)
        #expect(after.converting(to: form).reason == .notAllowed)
      }
    }
    #expect(made > 300)
  }
}
