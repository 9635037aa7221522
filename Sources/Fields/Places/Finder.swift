/// How fields are found in a host format; one case a format, and the only place where a languageId is looked up.
package enum Finder: String, CaseIterable, Sendable {
  /// A mail draft or message: a header block, then a body.
  case mail
  /// A patch as git format-patch writes it: a header block, then a message and a diff; other diffs have no fields.
  case patch
  /// A commit message that is being written: trailers at its end.
  case commit
  /// A Debian control file.
  case debianControl
  /// A CODEOWNERS file.
  case codeOwners
  /// An Org file.
  case org
  /// A text with front matter in YAML.
  case yamlFrontMatter
  /// A text with front matter in TOML.
  case tomlFrontMatter
  /// A package.json.
  case packageFile
  /// A file of TOML as a whole that describes a package: Cargo.toml, pyproject.toml.
  case tomlPackage
  /// A file of YAML as a whole that describes a work: CITATION.cff.
  case citation
  /// A text in Markdown, with front matter, properties, tags and mentions.
  case markdown
  /// Running text alone, with tags and mentions.
  case inlineText
  /// Properties of Logseq alone.
  case logseq
  /// A bibliography of BibTeX.
  case bibliography
  /// A paper in LaTeX.
  case latex
  /// A text without fields.
  case none

  /// The finder of a document.
  ///
  /// - Parameters:
  ///   - languageId: what the client calls the document's language; unknown ones are looked up by name and content.
  ///   - path: the path or the URI of the document; only its last parts are looked at.
  ///   - text: the document.
  /// - Returns: the finder; `none` for a language that has no fields here.
  package static func of(languageId: String, path: String, text: Text) -> Finder {
    switch languageId.lowercased() {
    case "mail", "message", "eml", "notmuch-message", "mu4e-compose", "org-msg-edit", "gitsendemail": .mail
    case "diff", "patch", "git-format-patch": .patch
    case "gitcommit", "git-commit", "neogitcommitmessage": .commit
    case "debcontrol", "debian-control": .debianControl
    case "codeowners": .codeOwners
    case "org", "org-mode": .org
    case "markdown", "gfm", "mdx", "rmd", "quarto": .markdown
    case "bib", "bibtex": .bibliography
    case "tex", "latex", "plaintex": .latex
    default: byName(path) ?? byContent(languageId, text)
    }
  }

  /// The field of running text in Markdown, whether it holds tags or not: somebody may be about to type the first one.
  package static func runningText(in text: Text, _ options: FindingOptions) -> Field {
    MarkdownText.runningText(in: text, options)
  }

  /// The finder of a file whose name says that it can hold tags: Markdown, Org, BibTeX, LaTeX, packages; nil for others.
  package static func ofNotes(path: String) -> Finder? {
    switch byName(path) {
    case let finder?
    where [.org, .markdown, .bibliography, .latex, .packageFile, .tomlPackage, .citation].contains(finder): finder
    default: nil
    }
  }

  /// The finder of a file in which a tag may be renamed: one of notes, or a message in a file of its own; nil for others.
  package static func ofTags(path: String) -> Finder? {
    ofNotes(path: path) ?? (path.lowercased().hasSuffix(".eml") ? .mail : nil)
  }

  /// The finder of a text that is given with its kind; nil for a kind of single values.
  package static func of(kind: String) -> Finder? {
    allCases.first { $0.kind == kind }
  }

  /// What a whole text for this finder is called where texts are given with their kind; nil where that has no name.
  package var kind: String? {
    switch self {
    case .mail: "mail-headers"
    case .commit: "git-trailers"
    case .debianControl: "debian-control"
    case .codeOwners: "codeowners"
    case .org: "org-tags"
    case .yamlFrontMatter: "yaml-front-matter"
    case .tomlFrontMatter: "toml-front-matter"
    case .packageFile: "package-json"
    case .inlineText: "inline-tags"
    case .logseq: "logseq-properties"
    case .bibliography: "bibtex-keywords"
    case .latex: "latex-keywords"
    case .patch, .markdown, .tomlPackage, .citation, .none: nil
    }
  }

  /// What options of this finder are for a text that is given with its kind, where nobody says which keys are wanted.
  ///
  /// A bibliography by its kind has keywords alone; people have a kind of their own.
  package func ofKind(_ options: FindingOptions) -> FindingOptions {
    guard self == .bibliography, options.keys == nil else { return options }
    var options = options
    options.keys = ["keywords"]
    return options
  }

  /// What is found in `text`.
  package func find(in text: Text, _ options: FindingOptions = FindingOptions()) -> Finding {
    switch self {
    case .mail, .patch: return Self.mail(text)
    case .commit:
      let message = CommitMessage(text, options.trailers)
      return Finding(fields: message.fields, faults: message.faults, frame: 0..<message.frameEnd)
    case .debianControl: return Finding(fields: ControlFile(text).fields, frame: 0..<text.count + 1)
    case .codeOwners:
      let file = OwnersFile(text, options)
      return Finding(fields: file.fields, faults: file.faults, frame: 0..<text.count + 1)
    case .org:
      let notes = OrgDocument(text, options)
      return Finding(fields: notes.fields, frame: 0..<text.count + 1, lines: notes.lines)
    case .yamlFrontMatter:
      var options = options
      options.keys = options.keys ?? YamlBlock.ownKeys(of: options.flavor ?? .generic)
      let block = YamlBlock(text, options)
      return Finding(fields: block.fields, faults: block.faults, frame: 0..<block.frameEnd)
    case .tomlFrontMatter:
      var options = options
      options.keys = options.keys ?? TomlBlock.ownKeys(of: options.flavor ?? .generic)
      let block = TomlBlock(text, options)
      return Finding(fields: block.fields, faults: block.faults, frame: 0..<block.frameEnd)
    case .packageFile:
      let file = PackageFile(text, options)
      return Finding(fields: file.fields, faults: file.faults, frame: 0..<text.count + 1)
    case .tomlPackage:
      let file = TomlBlock(whole: text, keys: options.keys ?? Self.packageKeys)
      return Finding(fields: Self.ofPackage(file.fields), faults: file.faults, frame: 0..<text.count + 1)
    case .citation:
      let file = YamlBlock(whole: text, keys: options.keys ?? ["keywords"])
      return Finding(fields: Self.ofPackage(file.fields), faults: file.faults, frame: 0..<text.count + 1)
    case .markdown, .inlineText, .logseq: return MarkdownText.finding(text, options, for: self)
    case .bibliography: return Finding(fields: Bibliography(text, options).fields, frame: 0..<text.count + 1)
    case .latex:
      let paper = LatexText(text)
      return Finding(fields: paper.fields, faults: paper.faults, frame: 0..<text.count + 1)
    case .none: return Finding(frame: 0..<0)
    }
  }

  /// Fields with the word that they are those of a package.
  private static func ofPackage(_ fields: [Field]) -> [Field] {
    fields.map { field in
      var field = field
      field.surroundings.isPackage = true
      return field
    }
  }

  /// Where packages of Rust and Python have their words (the manifest format of Cargo; PEP 621; Poetry).
  private static let packageKeys = [
    "package.keywords", "package.categories", "workspace.package.keywords", "workspace.package.categories",
    "project.keywords", "tool.poetry.keywords",
  ]

  /// Names that mail programs give to drafts (drafts.md).
  private static func byName(_ path: String) -> Finder? {
    let parts = path.split(separator: "/").map { String($0).lowercased() }
    guard let name = parts.last else { return nil }
    if name.hasSuffix(".eml") || name.hasSuffix(".mbox") || name.hasPrefix(".gitsendemail.msg.") { return .mail }
    let endings: [(String, Finder)] = [
      (".org", .org), (".md", .markdown), (".markdown", .markdown), (".mdx", .markdown), (".rmd", .markdown),
      (".qmd", .markdown), (".bib", .bibliography), (".tex", .latex),
    ]
    for (ending, finder) in endings where name.hasSuffix(ending) { return finder }
    if name.hasSuffix(".patch") { return .patch }
    let folder = parts.dropLast().last
    switch name {
    case "commit_editmsg", "merge_msg", "neogitcommitmessage": return .commit
    case "codeowners": return .codeOwners
    case "package.json", "composer.json": return .packageFile
    case "cargo.toml", "pyproject.toml": return .tomlPackage
    case "citation.cff": return .citation
    case "control" where folder == "debian": return .debianControl
    default: break
    }
    let prefixes = ["neomutt-", "mutt-", "mutt.", "aerc-compose-", "alot."]
    if prefixes.contains(where: name.hasPrefix), !name.contains("muttrc"), parts.contains("tmp") { return .mail }
    if let folder, ["cur", "new", "drafts"].contains(folder), parts.contains("drafts") {
      return .mail
    }
    return nil
  }

  /// A text of no language in particular is mail when it begins with a header block that holds an address field.
  private static func byContent(_ languageId: String, _ text: Text) -> Finder {
    guard isPlain(languageId) else { return .none }
    return HeaderBlock(text).isPlausible(in: text) ? .mail : .none
  }

  /// Whether a languageId says of a text no more than that it is one.
  package static func isPlain(_ languageId: String) -> Bool {
    ["", "text", "plaintext", "plain", "txt", "fundamental"].contains(languageId.lowercased())
  }

  private static func mail(_ text: Text) -> Finding {
    let block = HeaderBlock(text)
    // `Note: bring cake` is how a body may begin: a header has a field that mail programs write.
    guard block.isPresent, block.isMail else {
      // Whatever could make a header of the text lies in what was taken for one, or else in the first two lines.
      let isShort = block.isPresent ? !block.isClosed : text.lineCount <= 2
      let end = isShort ? text.count + 1 : block.isPresent ? block.end : text.lineStart(2)
      return Finding(frame: 0..<end, isBodyOnly: true)
    }
    return Finding(
      fields: block.fields, faults: block.faults, frame: 0..<(block.isClosed ? block.end : text.count + 1),
      isReceived: block.isReceived)
  }
}

extension HeaderBlock {
  /// Whether a line of the block belongs to nothing.
  var hasBrokenFold: Bool { faults.contains { $0.rule == .brokenFold } }

  /// Whether a text of no declared language is mail: every line is a field, and one of them is From, To, Cc or Bcc.
  ///
  /// Where a line is torn off, prose may have begun with `To:` as well. So the text has to begin with an address field
  /// then, and somebody's address has to stand in one.
  func isPlausible(in text: Text) -> Bool {
    guard hasBrokenFold else { return fields.contains { ["From", "To", "Cc", "Bcc"].contains($0.name) } }
    return beginsWithAddresses && fields.contains { text.holdsAddress(in: $0.valueRange) }
  }
}

extension Text {
  /// Whether an `@` stands between two other characters of a word: `ana@example.org`, but not `at 10 @ home`.
  fileprivate func holdsAddress(in range: Range<Int>) -> Bool {
    range.contains { offset in
      self[offset] == Byte.at && offset > range.lowerBound && Byte.isAtom(self[offset - 1])
        && offset + 1 < range.upperBound && Byte.isAtom(self[offset + 1])
    }
  }
}
