import Fields
import Support
import Testing

/// A way in which a list of some syntax is written, with what can stand in it.
struct ListStyle: CustomTestStringConvertible, Sendable {
  var name: String
  var grammar: Grammar
  var options = ReadingOptions()
  /// Entries as they are written in this style; no two mean the same.
  var pool: [String]
  /// What stands before, between and behind the entries.
  var before: String
  var between: [String]
  var after: [String]
  /// Words that can be added, though some of them have to be quoted.
  var words: [String]

  var testDescription: String { name }

  init(
    _ name: String, _ grammar: Grammar, field: String? = nil, role: String? = nil, flavor: Flavor = .generic,
    custom: CustomSyntax? = nil, pool: [String], before: String = " ", between: [String] = [", "],
    after: [String] = [""], words: [String]
  ) {
    (self.name, self.grammar, self.pool, self.before) = (name, grammar, pool, before)
    (self.between, self.after, self.words) = (between, after, words)
    options.field = field
    (options.surroundings.role, options.surroundings.flavor) = (role, flavor)
    options.surroundings.custom = custom
  }

  /// A list of so many entries.
  func list(_ count: Int, _ random: inout Seeded) -> Editor {
    let entries = pool.shuffled(using: &random).prefix(count)
    let between = between.randomElement(using: &random) ?? ", "
    let text = before + entries.joined(separator: between) + (after.randomElement(using: &random) ?? "")
    return Editor(Array(text.utf8), grammar, options)
  }

  private static let tags = ["alpha", "beta", "gamma", "delta"]
  private static let hard = [
    "no", "2024", "c#: intro", "#x", "@home", "a, b", "it's", "say \"x\"", "é", "x", "- y", "why?", "u\u{2028}v",
  ]
  private static let people = ["Ana <ana@x.org>", "Bo Lee <bo@x.org>", "K. Reyes <k@x.org>", "cy@x.org"]

  /// Every style of every syntax; lists that are one entry only are not among them.
  static let all: [ListStyle] = [
    ListStyle(
      "YAML in brackets", .yamlTags, pool: tags + ["'a, c'", "\"q\"", "deep blue"], before: " [",
      between: [", ", ",", " , ", ",\n  ", ", # x\n  "], after: ["]", " ]", ",]", "] # y", "\n]", ", ]"], words: hard),
    ListStyle(
      "YAML in quotes", .yamlTags, pool: tags.map { "\"\($0)\"" }, before: " [", after: ["]"], words: hard),
    ListStyle(
      "YAML one a line", .yamlTags, pool: tags + ["'q'"], before: " [\n  ", between: [",\n  ", ", # x\n  "],
      after: ["\n]", ",\n]", " # y\n]", ", # y\n]"], words: hard),
    ListStyle(
      "YAML with dashes", .yamlTags, pool: tags + ["a, c", "'q'"], before: "\n  - ",
      between: ["\n  - ", " # x\n  - ", "\n\n  - ", "\n  # y\n  - "], after: ["", " # z"], words: hard),
    ListStyle(
      "YAML with dashes and CRLF", .yamlTags, pool: tags, before: "\r\n- ", between: ["\r\n- "], words: hard),
    ListStyle(
      "YAML between blanks", .yamlTags, flavor: .zk, pool: tags, between: [" ", "  "], words: ["x", "é", "c#"]),
    ListStyle(
      "TOML", .tomlTags, pool: tags.map { "\"\($0)\"" } + ["'q'"], before: " [",
      between: [", ", ",", ",\n  ", ", # x\n  "], after: ["]", ",]", "\n]", ",\n]", " # y\n]"], words: hard),
    ListStyle(
      "TOML in single quotes", .tomlTags, pool: tags.map { "'\($0)'" }, before: " [", after: ["]"], words: hard),
    ListStyle(
      "JSON", .jsonTags, pool: tags.map { "\"\($0)\"" } + ["\"\\u00e9x\""], before: " [",
      between: [", ", ",", ",\n    "], after: ["]", "\n  ]"], words: hard),
    ListStyle(
      "Org", .orgTags, pool: tags + ["@home", "a#1"], before: ":", between: [":"], after: [":"], words: ["x", "é"]),
    ListStyle("Org of a file", .orgTags, role: "FILETAGS", pool: tags, between: [" "], words: ["x", "é"]),
    ListStyle(
      "newsgroups", .newsgroups, pool: ["a.b", "c.d", "e.f", "g"], between: [",", ", ", ",\n "], words: ["x.y", "z"]),
    ListStyle(
      "keywords", .keywords, pool: tags + ["\"a, c\"", "two words"], between: [", ", ",", ",\n "],
      words: ["a, b", "x", "é"]),
    ListStyle(
      "identifiers", .messageIDs, pool: ["<a@x>", "<b@x>", "<c@x>", "<d@x>"], between: [" ", "\n ", ""],
      words: ["x@y", "<y@z>"]),
    ListStyle(
      "people of trailers", .trailers, field: "Cc", pool: people, between: [", ", ","],
      words: ["x@y.org", "X <y@y.org>"]),
    ListStyle(
      "uploaders", .maintainers, field: "Uploaders",
      pool: people.map { $0.contains("<") ? $0 : "<\($0)>" } + ["Vela, Jr. <v@x.org>"],
      between: [", ", ",\n "], after: ["", ","], words: ["X, Y <y@y.org>", "X <x@y.org>"]),
    ListStyle(
      "owners", .owners, pool: ["@ana", "@x/core", "bo@x.org", "@cy"], between: [" ", "  "], after: ["", " # all"],
      words: ["@x", "x@y.org", "dd"]),
    ListStyle(
      "BibTeX", .bibKeywords, pool: tags + ["{a, c}", "R\\&D"], before: " {", between: [", ", ",", "; ", ",\n  "],
      after: ["}"], words: ["a, b", "R&B", "x", "é", "50%"]),
    ListStyle(
      "BibTeX in quotes", .bibKeywords, pool: tags, before: " \"", after: ["\""], words: ["a, b", "x", "q\"r"]),
    ListStyle(
      "people of BibTeX", .bibPersons, field: "author",
      pool: ["Ada Lovelace", "Turing, Alan", "{Barnes and Noble}", "Simon de la Vega"], before: " {",
      between: [" and ", " and\n    ", "\n    and "], after: ["}"],
      words: ["Grace Hopper", "x", "Ruiz, Jr., Ana", "É"]),
    ListStyle(
      "LaTeX", .latexKeywords, pool: tags + ["{a, c}"], before: "{", between: [", ", " \\and ", " \\sep ", ",\n  "],
      after: ["}"], words: ["a, b", "x & y", "é"]),
    ListStyle(
      "LaTeX environment", .latexKeywords, role: "environment", pool: tags, before: "\n",
      between: [" \\sep ", ", ", " \\sep\n"], after: ["\n", ".\n"], words: ["x", "é"]),
    ListStyle(
      "Logseq", .logseqTags, pool: tags + ["[[a c]]", "#q"], between: [", ", ","], words: ["a, b", "x", "two words"]),
    ListStyle(
      "running text", .inlineTags, pool: ["#alpha", "#beta", "@gamma"], before: "see ",
      between: [" ", " and ", ", ", "\n"], after: ["", " so", ".\n"], words: ["x", "#y", "@z"]),
    ListStyle(
      "own commas", .custom, custom: CustomSyntax(separators: [",", ";"]), pool: tags + ["deep blue"],
      between: [", ", ",", "; "], words: ["x", "two words", "é", "#x"]),
    ListStyle(
      "own double quotes", .custom, custom: CustomSyntax(quoting: .double, closing: UInt8(ascii: "]")),
      pool: tags + ["\"a, c\"", "b c"], before: "", between: [", ", ",", ",\n  "], after: ["", "\n"],
      words: hard + ["a]"]),
    ListStyle(
      "shell in quotes", .custom,
      custom: CustomSyntax(separators: [" "], quoting: .shell, closing: UInt8(ascii: ")")),
      pool: tags.map { "'\($0)'" }, before: "", between: [" ", "\n  ", "  "], after: ["", "\n"], words: hard + ["b>=1"]),
    ListStyle(
      "shell", .custom, custom: CustomSyntax(separators: [" "], quoting: .shell, closing: UInt8(ascii: ")")),
      pool: tags + ["'a c'", "\"q r\"", "x\\ y"], before: "", between: [" ", "\n  ", " # x\n"], words: hard + ["b>=1"]),
    ListStyle(
      "signs in text", .custom, custom: CustomSyntax(sigils: ["+", "@"]), pool: ["+alpha", "@beta", "+gamma"],
      before: "call ", between: [" ", " and "], after: ["", " now"], words: ["+x", "@y", "+é"]),
  ]
}
