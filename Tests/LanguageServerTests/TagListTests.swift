import LanguageServer
import Support
import Testing
import Wire

/// Lists of the tags that a project has: their formats, and where they lie.
@Suite struct TagListTests {
  /// A list as `tag tag word→tag`, with a sign at the end where it cannot be read.
  private func read(_ name: String, _ text: String) -> String {
    let list = TagList.read("/p/" + name) { _, _ in Array(text.utf8) }
    let words = list.synonyms.map { "\($0.word)→\($0.tag)" }
    return (list.tags + words + (list.problem == nil ? [] : ["!"])).joined(separator: " ")
  }

  @Test func `YAML has a list, or a mapping with other words`() {
    #expect(read("tags.yml", "- a\n- 'b c' # x\n\n# no\n- \"d\"\n") == "a b c d")
    #expect(read("tags.yaml", "---\n[a, \"b\"]\n") == "a b")
    #expect(read("tags.yml", "tags:\n- a\n- b\n") == "a b")
    #expect(read("tags.yml", "tags: [a,\n  b]\n") == "a b")
    #expect(
      read("tags.yml", "js:\n  label: JS\n  synonyms: [javascript, ecma]\nswift:\n  aliases:\n    - Apple Swift\nc:\n")
        == "js swift c javascript→js ecma→js Apple Swift→swift")
    #expect(read("tags.yml", "js: {label: x, aliases: [ecma]}\n'a: b': {}\n") == "js a: b ecma→js")
    #expect(read("tags.yml", "tags:\n  js:\n    synonyms:\n    - ecma\n    label: x\n  c: # why\n") == "js c ecma→js")
    #expect(read("tags.yml", "a\nb\n") == "!")
    #expect(read("tags.yml", "a:\n  synonyms: [b\n") == "a b→a !")
    #expect(read("tags.yml", "") == "" && read("tags.yml", "# x\n") == "")
  }

  @Test func `TOML has an array or tables`() {
    #expect(read("tags.toml", "# x\ntags = [\"a\", # ]\n 'b',\n]\n") == "a b")
    #expect(read("tags.toml", "[js]\nsynonyms = [\"ecma\"]\n[\"a.b\"]\nlabel = \"x\"\n") == "js a.b ecma→js")
    #expect(read("tags.toml", "[tags.js]\naliases = [\"ecma\"]\n[tags]\nc = []\n") == "js c ecma→js")
    #expect(read("tags.toml", "what\n") == "!")
  }

  @Test func `any other file has a tag a line`() {
    #expect(read("tags.txt", "# all\na\tremark\n#b\r\n\n// no\n  c d  \n#\nA\n") == "a b c d")
    #expect(read("words", "a: b\n") == "a: b")
    #expect(read("tags.txt", "a\0b") == "!")
    #expect(TagList.read("/p/tags.txt") { _, _ in nil }.problem != nil)
  }

  @Test(arguments: [41, 42] as [UInt64])
  func `any bytes are read to their end`(seed: UInt64) {
    var random = Seeded(seed: seed)
    let parts = [
      "a", ":", " ", "\n", "-", "- ", "[", "]", "{", "}", "\"", "'", "#", "=", "synonyms:", "aliases = ", "tags:",
      "tags", ",", "é", "\t", "\r",
    ]
    for _ in 0..<3000 {
      let text = (0..<Int.random(in: 0...14, using: &random)).compactMap { _ in parts.randomElement(using: &random) }
        .joined()
      for name in ["tags.yml", "tags.toml", "tags.txt"] {
        let list = TagList.read(name) { _, _ in Array(text.utf8) }
        #expect(Set(list.tags).count == list.tags.count, "\(seed): \(text.debugDescription)")
      }
    }
  }

  @Test func `the nearest list counts, up to the root of the repository or vault`() {
    func path(_ folder: String, _ files: String...) -> String? {
      TagList.path(forFolder: folder) { files.contains($0) }
    }
    #expect(path("/r/a/b", "/r/.git", "/r/tags.yml", "/tags.yml") == "/r/tags.yml")
    #expect(path("/r/a/b", "/r/.git", "/r/tags.yml", "/r/a/tags.txt") == "/r/a/tags.txt")
    #expect(path("/r/a", "/r/.obsidian", "/r/tags.txt", "/r/tags.yaml") == "/r/tags.yaml")
    #expect(path("/r/a", "/r/a/.git", "/r/tags.yml") == nil)
    #expect(path("/r/a", "/r/tags.yml") == nil)
    #expect(path("/r/a", "/r/a/tags.toml") == "/r/a/tags.toml")
    #expect(path("a", "a/tags.yml") == nil)
  }
}
