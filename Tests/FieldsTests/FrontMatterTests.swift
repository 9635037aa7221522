import Fields
import Foundation
import Support
import Testing

/// Front matter and package.json beyond the cases: where fields are, what edits move, what other programs read.
@Suite struct FrontMatterTests {
  private func values(_ text: String, _ kind: String, _ finding: FindingOptions = FindingOptions()) -> [String?] {
    SyntaxReading(text, kind, ReadingOptions(), finding).tokens.map { $0["value"] }
  }

  private func yaml(_ text: String, _ flavor: Flavor? = nil) -> [String?] {
    values("---\n\(text)\n---\n", "yaml-front-matter", FindingOptions(flavor: flavor))
  }

  private func faults(_ text: String, _ kind: String = "yaml-front-matter") -> [String] {
    SyntaxReading(text, kind).diagnostics
  }

  @Test func `keys of YAML are told by their columns`() {
    #expect(yaml("\"tags\": [a]") == ["a"])
    #expect(yaml("tags : [a]") == ["a"])
    #expect(yaml("tags:[a]") == [])
    #expect(yaml("x: |\n  tags: [no]\n  - tags: [no]") == [])
    #expect(yaml("- tags: [no]") == [])
    #expect(yaml("tags:\n- a\n- b\nx: c") == ["a", "b"])
    #expect(yaml("tags: [\na,\nb\n]\nx: y") == ["a", "b"])
    #expect(yaml("tags:\n  [a, b]") == ["a", "b"])
    #expect(yaml("tags: &t\n  - a") == ["a"])
    #expect(yaml("# c\n\ntags: # d\n  - a\n# e\n  - b") == ["a", "b"])
    let nested = FindingOptions(keys: ["meta.tags"])
    #expect(
      values("---\nmeta:\n  x: |\n    tags: no\n  tags: [a]\ntags: [b]\n---\n", "yaml-front-matter", nested) == ["a"])
  }

  @Test func `brackets and quotes in comments and words close and open nothing in YAML`() {
    #expect(yaml("tags: [a, # ]\n  b] # ]\nx: y") == ["a", "b"])
    #expect(yaml("tags: [\n  a, # it's\n  b, # [ \"\n  c]\nx: ']'") == ["a", "b", "c"])
    #expect(yaml("tags: [it's,\n  b's, 'c]']\nx: y's") == ["it's", "b's", "c]"])
    #expect(yaml("tags: [&x 'a]', !!str \"b]\",\n  c\"d]\nx: \"") == ["a]", "b]", "c\"d"])
    #expect(yaml("tags: [a,\n  {k: it's, l: 'x]'}, b]\n") == ["a", "b"])
    #expect(faults("---\ntags: [a, # it's ]\n  b]\n---\n") == [])
    #expect(faults("---\ntags: [a, 'b]\n---\n").contains { $0.hasPrefix("unclosed") })
  }

  @Test func `items of YAML mean what they mean there`() {
    #expect(yaml("tags: [a#b, ns:x, http://x.org/y, -a, 'b # c']") == ["a#b", "ns:x", "http://x.org/y", "-a", "b # c"])
    #expect(yaml("tags:\n  - a\n    b\n\n    c\n  - d # e") == ["a b\nc", "d"])
    #expect(yaml("tags:\n  - \"a\\\n     b\\x41\\U0001F535\"") == ["abA🔵"])
    #expect(yaml("tags:\n  - a\n    - b") == ["a - b"])
    #expect(yaml("tags:\n  - |\n     a\n      b\n\n     c\n  - >-\n    d\n    e") == ["a\n b\n\nc\n", "d e"])
    #expect(faults("---\ntags: [ - a, ? b]\n---\n") == ["needs-quotes 12 15", "needs-quotes 17 20"])
    #expect(faults("---\ntags: [a: b, c]\n---\n") == ["bad-type 11 15"])
    #expect(faults("---\ntags: {a: b}\n---\n") == ["bad-type 10 16"])
    #expect(faults("---\ntags: a, b\n---\n") == ["bad-type 10 14"])
    #expect(faults("---\ntags:\n  - |\n    a\n  - b\n---\n") == ["bad-type 14 21"])
    #expect(faults("---\ntags: [a] b\n---\n") == ["stray-text 14 15"])
    #expect(faults("---\ntags: [\"a, b]\nx: y\n---\n") == ["unclosed 10 11", "unclosed 11 12"])
    #expect(
      faults("---\nx: *tags\ntags: [*e, &b c, *b]\ny: &d 1\n---\n") == ["unresolved-alias 20 22", "duplicate 30 32"])
  }

  @Test func `flavours split and judge in their ways`() {
    #expect(yaml("tags: a b\ncategory: c d", .jekyll) == ["a", "b", "c d"])
    #expect(yaml("tags: \"#a b\"", .zk) == ["a", "b"])
    #expect(values("---\ntags: a b\n---\n", "yaml-front-matter", FindingOptions(path: "/x/_posts/y.md")) == ["a", "b"])
    let obsidian = FindingOptions(flavor: .obsidian)
    let found = SyntaxReading(
      "---\ntags: [deep blue, \"2024\", 2024/05, x!]\n---\n", "yaml-front-matter", ReadingOptions(), obsidian)
    #expect(found.diagnostics == ["bad-char 15 16", "all-digits 22 28", "bad-char 40 41"])
  }

  @Test func `a block that is never closed is served`() {
    #expect(faults("---\ntags: [a]\n") == ["unclosed 0 3"])
    #expect(faults("---\n\nA rule, then text.\n") == [])
    #expect(faults("+++\ntags = [\"a\"]\n", "toml-front-matter") == ["unclosed 0 3"])
  }

  @Test func `keys of TOML are paths`() {
    let text =
      "+++\na.tags = [\"no\"]\n\"tags\" = ['x'] # y\n[taxonomies]\ntags = [\n\"z\"\n]\n[[tags]]\ntags = [\"no\"]\n+++\n"
    #expect(values(text, "toml-front-matter") == ["x", "z"])
    #expect(
      faults("+++\ntags = [\"a\", true, 1, {b = 1}\ntitle = \"x\"\n+++\n", "toml-front-matter") == [
        "unclosed 11 12", "bad-type 17 21", "bad-type 23 24", "bad-type 26 33",
      ])
    #expect(values("+++\ntags = [\"\"\"\n a\\\n  b\"\"\", '''c''']\n+++\n", "toml-front-matter") == [" ab", "c"])
  }

  @Test func `keywords of a package stand at the top`() {
    let text =
      "{\"x\": {\"keywords\": [\"no\"]}, \"keywords\": [\"a\\ud83d\\udd35\", 'b', // c\n 1, null, d, [\"e\"]], \"y\": 1}"
    let found = SyntaxReading(text, "package-json")
    #expect(found.tokens.map { $0["value"] } == ["a🔵", "b", "1", "null", "d"])
    #expect(
      found.diagnostics.map { $0.prefix { $0 != " " } } == [
        "needs-quotes", "stray-text", "bad-type", "bad-type", "needs-quotes", "bad-type",
      ])
    #expect(faults("{\n \"keywords\": [\"a\"\n \"name\": \"x\"\n}", "package-json") == ["unclosed 15 16"])
  }

  @Test func `what stands behind the block changes nothing in it`() {
    let texts = [
      "---\ntags: [a]\n---\nbody\n", "+++\ntags = []\n+++\nbody", "body\n", "---\r\ntags:\r\n- a\r\n...\r\nx",
      "---\n\nx\n",
    ]
    for (text, finder) in texts.flatMap({ [($0, Finder.yamlFrontMatter), ($0, .tomlFrontMatter)] }) {
      let before = finder.find(in: Text(Array(text.utf8)))
      guard before.frame.upperBound <= text.utf8.count else { continue }
      for added in ["---\n", "tags: [b]\n", "+++\n", "x", "...\n"] {
        let after = finder.find(in: Text(Array(text.utf8.prefix(before.frame.upperBound)) + Array(added.utf8)))
        #expect(after.fields == before.fields && after.faults == before.faults, "\(text.debugDescription) + \(added)")
      }
    }
  }

  // MARK: Other programs

  /// Lists of texts of all kinds.
  private func lists() -> [[String]] {
    var random = Seeded(seed: 31)
    return (0..<400).map { _ in
      (0..<Int.random(in: 1...4, using: &random)).map { _ in
        (0..<Int.random(in: 1...3, using: &random)).map { _ -> String in
          if Int.random(in: 0..<4, using: &random) == 0,
            let scalar = Unicode.Scalar(UInt32.random(in: 1...0x10fffd, using: &random)),
            scalar.value & 0xfffe != 0xfffe
          {
            return String(Character(scalar))
          }
          return SyntaxTypingTests.words.randomElement(using: &random) ?? ""
        }.joined()
      }
    }
  }

  private func compare(_ grammar: Grammar, _ module: String, _ script: String, _ frame: (String) -> String) throws {
    let lists = lists()
    let texts = lists.map { list in frame(list.map { grammar.spell(name: "", value: $0) }.joined(separator: ", ")) }
    for (text, list) in zip(texts, lists) {
      let found = SyntaxReading(text, grammar.rawValue)
      #expect(
        found.tokens.map { $0["value"] }.map { Array(($0 ?? "").unicodeScalars) }
          == list.map { Array($0.unicodeScalars) })
      #expect(found.faults.allSatisfy { $0.rule == .duplicate || $0.rule == .emptyItem }, "\(text)")
    }
    guard let answers = try Python.answers(module, script, texts) else { return }
    let wrong = zip(answers, lists).filter {
      $0.map { Array($0.unicodeScalars) } != $1.map { Array($0.unicodeScalars) }
    }
    #expect(wrong.map { "\($0) is not \($1)" } == [])
  }

  @Test func `PyYAML reads what is spelled`() throws {
    let script =
      "import sys,json,yaml\nprint(json.dumps([yaml.safe_load(t[4:-4])['tags'] for t in json.load(sys.stdin)]))"
    try compare(.yamlTags, "yaml", script) { "---\ntags: [\($0)]\n---\n" }
    try compare(.yamlTags, "yaml", script) {
      // No item that is spelled for brackets holds a comma and a blank outside quotes, but quoted ones do.
      "---\ntags: [\($0)] # x\nz: 1\n---\n"
    }
  }

  @Test(arguments: [" [a]", " []", "", "\n  - a", " [\n  a,\n]", " a", " ['a']"])
  func `PyYAML reads what is added whatever it begins with`(value: String) throws {
    var random = Seeded(seed: 12)
    let signs = Array(":&*!|>%@`?-#,[]{}\"'=<~. ax").map(String.init) + [": ", "& ", "! ", "- ", "é"]
    var (texts, lists) = ([String](), [[String]]())
    for _ in 0..<1500 {
      let text = (0..<Int.random(in: 1...4, using: &random)).compactMap { _ in signs.randomElement(using: &random) }
        .joined()
      let outcome = Editor(Array(value.utf8), .yamlTags).adding([text])
      guard outcome.reason == nil else { continue }
      let list = outcome.editor.list
      let values = list.entries.map { Grammar.yamlTags.value($0, list) }
      // Words in quotes that close are text of YAML.
      let isQuoted = text.utf8.first.map { "\"'".utf8.contains($0) } ?? false
      if !isQuoted { #expect(values.last == text.trimmingCharacters(in: [" "]), "\(text)") }
      texts.append("tags:" + String(decoding: outcome.editor.value, as: UTF8.self) + "\nz: 1\n")
      lists.append(values)
    }
    #expect(texts.count > 900)
    let script = """
      import sys,json,yaml
      def read(t):
        try: return yaml.safe_load(t)['tags']
        except Exception as e: return [str(e)]
      print(json.dumps([read(t) for t in json.load(sys.stdin)]))
      """
    guard let answers = try Python.answers("yaml", script, texts) else { return }
    let wrong = zip(zip(answers, lists), texts).filter { $0.0.0 != $0.0.1 }
    #expect(wrong.map { "\($0.1.debugDescription) is \($0.0.0), not \($0.0.1)" } == [])
  }

  @Test func `an anchor that is typed stays one, and one that is added is a text`() {
    func typed(_ marked: String) -> String {
      let parts = marked.split(separator: "|", omittingEmptySubsequences: false)
      let editor = Editor(Array(parts[0].utf8), .yamlTags)
      let end = parts[0].utf8.count
      let typing = editor.typing(end..<end, Array(parts[1].utf8))
      return String(decoding: typing.committing().editor.value, as: UTF8.self)
    }
    #expect(typed("\n  - a\n  - |&x red") == "\n  - a\n  - &x red")
    #expect(typed("\n  - a\n  - |& red") == "\n  - a\n  - '& red'")
    #expect(typed("\n  - a\n  - |:red") == "\n  - a\n  - :red")
    let added = Editor(Array(" [a]".utf8), .yamlTags).adding(["&x red", "!t b"]).editor.value
    #expect(String(decoding: added, as: UTF8.self) == " [a, '&x red', '!t b']")
  }

  @Test func `PyYAML reads lists over several lines as we do`() throws {
    var random = Seeded(seed: 11)
    let items = ["a", "it's", "b's c", "'x]'", "'it''s'", "\"q]\"", "e\"f", "a#b", "&k v", "!!str w", "'[', "]
    let joints = [", ", ",\n  ", ", # ]\n  ", ", # it's\n  ", "\n  , ", ",  # [ \"\n\n  "]
    let texts = (0..<300).map { _ -> String in
      var list = ""
      for number in 0..<Int.random(in: 1...5, using: &random) {
        if number > 0 { list += joints.randomElement(using: &random) ?? "" }
        list += items.randomElement(using: &random) ?? ""
      }
      let end = ["]", "\n  ]", " # ]'\n  ]", ",]", "] # it's"].randomElement(using: &random) ?? "]"
      return "---\ntags: [\(list)\(end)\nz: it's ]\n---\n"
    }
    let script = """
      import sys,json,yaml
      def read(t):
        try: return [str(x) for x in yaml.safe_load(t[4:-4])['tags']]
        except Exception: return ['?']
      print(json.dumps([read(t) for t in json.load(sys.stdin)]))
      """
    guard let answers = try Python.answers("yaml", script, texts) else { return }
    var compared = 0
    for (text, answer) in zip(texts, answers) where answer != ["?"] {
      let found = SyntaxReading(text, "yaml-front-matter")
      #expect(found.tokens.map { $0["value"] ?? "" } == answer, "\(text)")
      compared += 1
    }
    #expect(compared > 150)
  }

  @Test func `tomllib reads what is spelled`() throws {
    let script =
      "import sys,json,tomllib\nprint(json.dumps([tomllib.loads(t[4:-4])['tags'] for t in json.load(sys.stdin)]))"
    try compare(.tomlTags, "tomllib", script) { "+++\ntags = [\($0)]\n+++\n" }
  }

  @Test func `Python reads what is spelled in JSON`() throws {
    let script = "import sys,json\nprint(json.dumps([json.loads(t)['keywords'] for t in json.load(sys.stdin)]))"
    try compare(.jsonTags, "json", script) { "{\"keywords\": [\($0)]}" }
  }

  @Test func `items are completed in brackets and behind dashes`() {
    func check(_ grammar: Grammar, _ marked: String, _ query: String?, _ text: String, after: Bool = false) {
      let parts = marked.split(separator: "|", omittingEmptySubsequences: false)
      let value = Array(parts.joined().utf8)
      let fragment = grammar.fragment(in: value, caret: parts[0].utf8.count)
      #expect(fragment?.query == query, "\(marked)")
      #expect(fragment.map { String(decoding: value[$0.range], as: UTF8.self) } ?? "" == text, "\(marked)")
      #expect((fragment?.next == .token) == after, "\(marked)")
    }
    check(.yamlTags, " [red, bl|ue]", "bl", "blue")
    check(.yamlTags, " [|red]", "", "", after: true)
    check(.yamlTags, "| [re]", nil, "")
    check(.yamlTags, " [\"re|", "re", "\"re")
    check(.yamlTags, " [[re|d]]", nil, "")
    check(.yamlTags, "\n  - re|", "re", "re")
    check(.yamlTags, "\n  - red\n  - |\n", "", "")
    check(.yamlTags, "\n  -|", nil, "")
    check(.yamlTags, "\n  |", nil, "")
    check(.yamlTags, " |", nil, "")
    check(.yamlTags, " [red] # bl|", nil, "")
    check(.tomlTags, " [\"re|d\"]", "re", "\"red\"")
    check(.tomlTags, " |[]", nil, "")
    check(.jsonTags, " [\"a\", |]", "", "")
  }
}
