import Fields
import Testing

/// Files that are TOML, YAML or JSON as a whole: those that have a name of their own, and no others.
@Suite struct PackagesTests {
  private func tokens(_ path: String, _ text: String, languageId: String = "") -> [String] {
    let text = Text(Array(text.utf8))
    return Finder.of(languageId: languageId, path: path, text: text).find(in: text, FindingOptions(path: path)).fields
      .flatMap { field in
        let value = text.bytes(field.valueRange)
        return field.grammar.read(value, field.options).tokens.map {
          "\(field.name) \(field.grammar.value($0, in: value))"
        }
      }
  }

  @Test func `packages of Rust and Python have their words in tables`() {
    let cargo =
      "[package]\nname = \"x\"\nkeywords = [\"a\", 'b']\ncategories = [\"c\"]\n[dependencies]\nkeywords = [\"no\"]\n"
    #expect(
      tokens("/p/Cargo.toml", cargo, languageId: "toml") == [
        "package.keywords a", "package.keywords b", "package.categories c",
      ])
    let python = "[project]\nkeywords = [\n  \"a\", # x\n  \"b\"\n]\n[tool.poetry]\nkeywords = [\"c\"]\n"
    #expect(tokens("pyproject.toml", python) == ["project.keywords a", "project.keywords b", "tool.poetry.keywords c"])
    #expect(tokens("/p/other.toml", cargo, languageId: "toml") == [])
  }

  @Test func `a citation has keywords, and so has a package of PHP`() {
    let citation = "cff-version: 1.2.0\nkeywords:\n  - a\n  - \"b\"\nabstract: |\n  keywords: [no]\n"
    #expect(tokens("/p/CITATION.cff", citation, languageId: "yaml") == ["keywords a", "keywords b"])
    #expect(tokens("/p/.github/x.yml", citation, languageId: "yaml") == [])
    #expect(tokens("/p/composer.json", "{\"keywords\": [\"a\"]}", languageId: "json") == ["keywords a"])
    #expect(tokens("/p/tsconfig.json", "{\"keywords\": [\"a\"]}", languageId: "json") == [])
  }
}
