/// A syntax of values: how a list of tokens is read, and how one token is written.
///
/// One case a syntax; every switch over it is exhaustive.
package enum Grammar: String, CaseIterable, Sendable {
  /// A list of addresses as in `To:` (RFC 5322 section 3.4, with UTF-8 by RFC 6532).
  case addressList = "address-list"
  /// Names of newsgroups (RFC 5536 section 3.1.4).
  case newsgroups
  /// Phrases as in `Keywords:` (RFC 5322 section 3.6.5).
  case keywords
  /// Identifiers of messages as in `References:` (RFC 5322 section 3.6.4).
  case messageIDs = "msg-ids"
  /// A file to attach, as mutt takes it from `Attach:`.
  case attachments
  /// The value of a git trailer: one person, people, or any text, by its key.
  case trailers = "git-trailers"
  /// People of a Debian control file (Debian Policy 5.6.2 and 5.6.3).
  case maintainers = "debian-control"
  /// The owners on a line of a CODEOWNERS file.
  case owners = "codeowners"
  /// Tags of Org: of a headline, of a file, or their definitions.
  case orgTags = "org-tags"
  /// The value of a key of YAML that holds tags.
  case yamlTags = "yaml-front-matter"
  /// An array of strings of TOML.
  case tomlTags = "toml-front-matter"
  /// An array of strings of JSON.
  case jsonTags = "package-json"
  /// Tags and mentions in running text.
  case inlineTags = "inline-tags"
  /// The value of a property of Logseq.
  case logseqTags = "logseq-properties"
  /// Keywords of an entry of BibTeX.
  case bibKeywords = "bibtex-keywords"
  /// People of an entry of BibTeX.
  case bibPersons = "bibtex-persons"
  /// Keywords of a paper in LaTeX.
  case latexKeywords = "latex-keywords"
  /// A list that a user has described.
  case custom

  /// How the tokens of this grammar are read, worded and written.
  private var syntax: any Syntax.Type {
    switch self {
    case .addressList: AddressSyntax.self
    case .newsgroups: Newsgroups.self
    case .keywords: Keywords.self
    case .messageIDs: MessageIDs.self
    case .attachments: Attachments.self
    case .trailers: Trailers.self
    case .maintainers: Maintainers.self
    case .owners: Owners.self
    case .orgTags: OrgTags.self
    case .yamlTags: YamlTags.self
    case .tomlTags: TomlTags.self
    case .jsonTags: JsonTags.self
    case .inlineTags: InlineTags.self
    case .logseqTags: LogseqTags.self
    case .bibKeywords: BibKeywords.self
    case .bibPersons: BibPersons.self
    case .latexKeywords: LatexKeywords.self
    case .custom: CustomTags.self
    }
  }

  /// Whether the tokens are people with addresses, so that address books have something to say of them.
  package var holdsPeople: Bool {
    switch self {
    case .addressList, .trailers, .maintainers, .owners: true
    case .newsgroups, .keywords, .messageIDs, .attachments, .orgTags, .yamlTags, .tomlTags, .jsonTags, .inlineTags,
      .logseqTags,
      .bibKeywords, .bibPersons, .latexKeywords, .custom:
      false
    }
  }
}

extension Grammar {
  /// The tokens of a value, and what is wrong with it; never fails, whatever the bytes.
  ///
  /// - Parameters:
  ///   - value: the bytes of the value, after the field's colon, folds included.
  ///   - options: where the value stands.
  /// - Returns: the reading, all ranges relative to the value's first byte.
  package func read(_ value: [UInt8], _ options: ReadingOptions) -> Reading {
    syntax.read(value, options)
  }

  /// The same after one change, for which less than everything may have to be read.
  package func read(_ value: [UInt8], _ options: ReadingOptions, after before: PreviousReading) -> Reading {
    syntax.read(value, options, after: before)
  }

  /// What a chip shows for a token: its name in plain words, else a comment, else its value.
  package func display(_ token: Token, in value: [UInt8]) -> String {
    syntax.display(token, in: value)
  }

  /// The canonical content of a token: an address without comments, blanks, route and needless quotes; "" for none.
  package func value(_ token: Token, in value: [UInt8]) -> String {
    syntax.value(token, in: value)
  }

  /// What else there is to say of a token, in a fixed order: the `sigil` of a tag, the `type` of an owner.
  package func traits(
    _ token: Token, in value: [UInt8], _ reading: Reading, _ options: ReadingOptions
  ) -> [Trait] {
    syntax.traits(token, in: value, reading, options)
  }

  /// What two tokens that mean the same have in common; nil where there is nothing to compare.
  package func key(_ token: Token, in value: [UInt8]) -> String? {
    syntax.key(token, in: value)
  }

  /// The key of a value that stands in no text, as that of a candidate.
  package func key(ofValue value: String) -> String {
    syntax.key(ofValue: value)
  }

  /// One token as it is written: quoted only when needed, on one line, without control characters.
  ///
  /// - Parameters:
  ///   - name: the display name in plain words; "" or a name equal to the value is left out.
  ///   - value: the address, or a word.
  /// - Returns: the text of the token, without a separator; "" for what cannot be written in this syntax.
  package func spell(name: String, value: String) -> String {
    syntax.spell(name: name, value: value)
  }

  /// Several tokens under one name, where the syntax has such groups: quoted only when needed, on one line.
  ///
  /// - Parameters:
  ///   - name: the group's name in plain words; "" for no group.
  ///   - members: tokens as `spell(name:value:)` writes them.
  /// - Returns: the text of the group, without a separator.
  package func spell(group name: String, members: [String]) -> String {
    syntax.spell(group: name, members: members)
  }

  /// The token that is being typed at the caret; nil where nothing can be completed.
  ///
  /// - Parameters:
  ///   - value: the bytes of the value.
  ///   - caret: an offset into the value; one outside is drawn in.
  ///   - options: where the value stands.
  /// - Returns: the fragment, all ranges relative to the value's first byte.
  package func fragment(
    in value: [UInt8], caret: Int, _ options: ReadingOptions = ReadingOptions()
  ) -> Fragment? {
    syntax.fragment(in: value, caret: caret, options)
  }
}
