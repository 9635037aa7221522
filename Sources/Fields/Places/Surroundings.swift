/// What stands around a value and bears on how it is read.
package struct Surroundings: Equatable, Sendable {
  /// The habits of the program that the text is for.
  package var flavor: Flavor
  /// The section that the value stands in, as of a file of code owners.
  package var section: String?
  /// Names that are defined elsewhere in the text and that a value may refer to: anchors of YAML.
  package var definitions: Set<String>
  /// Which tags exclude each other: each tag with the numbers of its groups.
  package var exclusions: [String: [Int]]
  /// The role of the value among several with one grammar: `FILETAGS` and `TAGS` of Org, `\keywords` of LaTeX.
  package var role: String?
  /// How a list is written that a user has described; nil for all others.
  package var custom: CustomSyntax?
  /// Whether the list is that of a package or a work as a whole (Cargo.toml, CITATION.cff), and not of front matter.
  package var isPackage = false
  /// Whether lines of the text end with CR and LF, as new ones in the value have to.
  package var hasReturns = false
  /// Whether nobody can say where the entries of the value end, or the value itself: then it is shown and not edited.
  package var isTorn = false

  /// Makes surroundings; without arguments those of a list by itself.
  package init(
    flavor: Flavor = .generic, section: String? = nil, definitions: Set<String> = [], exclusions: [String: [Int]] = [:],
    role: String? = nil, custom: CustomSyntax? = nil
  ) {
    self.flavor = flavor
    self.section = section
    self.definitions = definitions
    self.exclusions = exclusions
    self.role = role
    self.custom = custom
  }
}

/// Programs that read one syntax in ways of their own (grammars.md sections 0 and 4).
package enum Flavor: String, CaseIterable, Sendable {
  /// The standard, as it is written.
  case generic
  /// Jekyll: a string of tags is split at blanks.
  case jekyll
  /// Hugo: tags do not differ by case.
  case hugo
  /// Obsidian: tags have no blanks, and do not differ by case.
  case obsidian
  /// zk: a string of tags is split at blanks, and a `#` in front is dropped.
  case zk
  /// Logseq: `#[[two words]]` and `tags:: a, b`.
  case logseq
  /// Bear: `#two words#`.
  case bear
  /// Tags between colons in running text: `:a:b:`.
  case colon
  /// GitHub: `@org/team`.
  case github
  /// GitLab: sections of code owners.
  case gitlab
}

/// What a finder is told of a text beyond its bytes.
package struct FindingOptions: Equatable, Sendable {
  /// The path or URI of the document; "" if it has none.
  package var path: String
  /// Whose habits the text follows; nil to go by the path and the text.
  package var flavor: Flavor?
  /// Paths of keys in front matter whose values are tags: `tags`, `taxonomies.tags`; nil for those of the flavour.
  package var keys: [String]?
  /// Whether lines that define tags are fields as well: `#+TAGS` of Org.
  package var hasDefinitions: Bool
  /// What git's configuration says of commit messages.
  package var trailers = TrailerRules()
  /// What the client calls the document's language; "" where nobody has said.
  package var languageId = ""

  /// Whether Markdown holds code of MDX.
  var isMDX: Bool { languageId.lowercased() == "mdx" || path.lowercased().hasSuffix(".mdx") }

  /// Makes options; without arguments those of a text without a name.
  package init(path: String = "", flavor: Flavor? = nil, keys: [String]? = nil, hasDefinitions: Bool = false) {
    self.path = path
    self.flavor = flavor
    self.keys = keys
    self.hasDefinitions = hasDefinitions
  }
}
