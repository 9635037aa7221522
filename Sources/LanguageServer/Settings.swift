import Candidates
package import Fields
package import Wire

/// One row of the table of settings: what it is called, what it takes, what it is when nobody sets it, what it does.
package struct SettingRow: Sendable {
  /// The path of the key; `<name>` or `<code>` stands for one free part.
  package var key: String
  /// What may be given.
  package var kind: SettingKind
  /// The value when nobody sets it.
  package var standard: JSON
  /// One sentence.
  package var help: String
}

/// What a setting takes.
package enum SettingKind: Equatable, Sendable {
  case flag
  case number(ClosedRange<Int>)
  case choice([String])
  /// A list of some of these.
  case choices([String])
  case text
  case list
  /// Steps in order: a list, or a text with `|>>` between them.
  case steps
  /// What the setting of that name for one field takes.
  case field

  /// The kind in words, for help and warnings.
  package var words: String {
    switch self {
    case .flag: "true or false"
    case .number(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .choice(let names): "one of " + names.joined(separator: ", ")
    case .choices(let names): "a list of " + names.joined(separator: ", ")
    case .text: "a string"
    case .list: "a list"
    case .steps: "a list, or names with |>> between them"
    case .field: "what fields.<name>.<key> takes"
    }
  }

  /// Whether `value` is of this kind.
  func takes(_ value: JSON) -> Bool {
    switch (self, value) {
    case (.flag, .bool), (.text, .string), (.list, .array), (.steps, .array), (.steps, .string): true
    case (.number(let range), .integer(let number)): range.contains(number)
    case (.choice(let names), .string(let name)): names.contains(name)
    case (.choices(let names), .array(let list)): list.allSatisfy { $0.string.map(names.contains) ?? false }
    default: false
    }
  }
}

/// All settings with their values: the one place from which they are parsed, listed and read.
package struct Settings: Equatable, Sendable {
  private static let kinds = SourceFormat.named.map(\.rawValue).joined(separator: ", ")

  /// The table; help, schema and parsing come from it.
  package static let rows: [SettingRow] = general + FieldSettings.rows

  private static let general: [SettingRow] = [
    SettingRow(
      key: "sources", kind: .list, standard: [],
      help:
        "Address books to read: a list of {kind, path}, of {kind: command, argv} and of {kind: static, people}; kinds: \(kinds)."
    ),
    SettingRow(
      key: "discover", kind: .flag, standard: true, help: "Also read the address books found in their usual places."),
    SettingRow(
      key: "watch", kind: .flag, standard: true, help: "Read address books again when their files have changed."),
    SettingRow(
      key: "completion.limit", kind: .number(1...1000), standard: 30, help: "The most candidates in one list."),
    SettingRow(
      key: "completion.minQuery", kind: .number(0...20), standard: 1,
      help: "Characters to type before candidates come by themselves; asking for them needs none."),
    SettingRow(
      key: "completion.present", kind: .choice(["hide", "mark", "show"]), standard: "hide",
      help: "What to do with people who are already in To, Cc or Bcc."),
    SettingRow(
      key: "completion.appendSeparator", kind: .flag, standard: true,
      help: "Write a comma and a blank after an accepted candidate, unless one follows."),
    SettingRow(
      key: "completion.groups", kind: .choice(["expand", "group"]), standard: "expand",
      help: "Whether an alias of several people is written as its members or as an RFC 5322 group."),
    SettingRow(
      key: "completion.fuzzy", kind: .flag, standard: true,
      help: "Offer people by their initials, and but for a typo, where what was typed does not fill the list."),
    SettingRow(
      key: "completion.create", kind: .flag, standard: false,
      help: "Whether what was typed is itself the last candidate, if it can stand in the field and is not there yet."),
    SettingRow(
      key: "own", kind: .list, standard: [],
      help: "The user's own addresses, which are named where they stand among other recipients."),
    SettingRow(
      key: "defaultDomain", kind: .text, standard: "",
      help: "The domain that is offered for a word without one; nothing is written by itself."),
    SettingRow(
      key: "mentions", kind: .list, standard: [],
      help:
        "Who can be mentioned in running text: names, objects {handle, name, prefix, data}, and files {file, prefix} with a handle and a name a line."
    ),
    SettingRow(
      key: "mention.prefixes", kind: .list, standard: ["@"],
      help: "What begins a mention; people of the address books are offered behind the first of them."),
    SettingRow(
      key: "mention.maxSpaces", kind: .number(0...5), standard: 0,
      help: "How many blanks may stand in what is typed of a mention before it is text."),
    SettingRow(
      key: "mention.appendSpace", kind: .flag, standard: true,
      help: "Write a blank behind an accepted mention at the end of a line."),
    SettingRow(
      key: "mention.keepPrefix", kind: .flag, standard: true,
      help: "Whether an accepted mention keeps its prefix."),
    SettingRow(
      key: "tags.enabled", kind: .flag, standard: true, help: "Whether tags are completed, and counted for it."),
    SettingRow(
      key: "tags.folders", kind: .list, standard: [],
      help: "Folders whose notes are counted for tags; without them those that the client has open."),
    SettingRow(
      key: "tags.file", kind: .text, standard: "",
      help: "A list of the tags that may be used, beside those of the project: tags.yml, tags.toml, or a tag a line."),
    SettingRow(
      key: "tags.maxFiles", kind: .number(0...1_000_000), standard: 20_000,
      help: "How many notes are read at most to count their tags."),
    SettingRow(
      key: "tags.maxBytes", kind: .number(1024...67_108_864), standard: 1_048_576,
      help: "The largest note that is read for its tags, in bytes."),
    SettingRow(
      key: "history.enabled", kind: .flag, standard: true,
      help: "Whether people who were chosen from a list are remembered, in a file that only the user can read."),
    SettingRow(
      key: "git.enabled", kind: .flag, standard: true,
      help: "Whether git is asked for the people and keys of a commit message's repository."),
    SettingRow(
      key: "flavor", kind: .choice(["auto"] + Flavor.allCases.map(\.rawValue)), standard: "auto",
      help: "Whose habits front matter, tags and code owners follow; auto goes by what programs "
        + "leave in the folders above the file, else by its path."),
    SettingRow(
      key: "customFields", kind: .list, standard: [],
      help:
        "Fields of your own: a list of {name, languageIds, files, prefix or pattern, form, end, separators, quoting, "
        + "kind, source, validators}."),
    SettingRow(
      key: "links", kind: .list, standard: [],
      help: "The order in which one goes from field to field; Subject and body may stand in it."),
    SettingRow(
      key: "wrap", kind: .flag, standard: false, help: "Whether behind the last field comes the first one again."),
    SettingRow(
      key: "outside", kind: .list, standard: [],
      help: "Your own domains; people elsewhere are marked as outside, and their addresses always shown."),
    SettingRow(
      key: "visibleRecipients", kind: .number(0...100_000), standard: 25,
      help: "How many people may stand in To and Cc before it is said that they all see each other; 0 for any number."),
    SettingRow(
      key: "severity.<code>", kind: .choice(["off", "hint", "info", "warning", "error"]), standard: nil,
      help: "How loud a finding of this code is; without it, as in the table of findings."),
    SettingRow(
      key: "limits.message", kind: .number(1024...1_073_741_824), standard: 67_108_864,
      help: "The largest message taken from a client, in bytes; read at start only."),
    SettingRow(
      key: "log.level", kind: .choice(LogLevel.allCases.map(\.rawValue)), standard: "info",
      help: "The quietest line that reaches the log; at debug contents of fields may be in it."),
    SettingRow(
      key: "log.file", kind: .text, standard: "",
      help: "A file that log lines are added to; only from the user's own file or --set, read at start only."),
  ]

  /// The defaults of the rows that stand for one key each.
  private static let standards = [String: JSON](
    rows.map { ($0.key, $0.standard) }, uniquingKeysWith: { first, _ in first })

  /// Values by their full key, as set; what is not in it has the value of its row.
  private var values: [String: JSON] = [:]

  /// What is set for fields, by their names in lower case; under "" what is set for all.
  private var ofFields: [String: FieldSettings] = [:]

  /// Fields that the user has described.
  private(set) var customFields = CustomFieldList()

  /// Who can be mentioned.
  private(set) var mentions = MentionList()

  /// Findings that are never said of an address or a tag.
  var ignored = IgnoreList()

  /// Whether an entry of `sources` was left out, so that an address book is missing that somebody asked for.
  package private(set) var hasWrongSources = false

  /// All settings at their defaults.
  package init() {}

  /// Takes what a tree of settings says and gives back a warning for every part that could not be used.
  ///
  /// - Parameters:
  ///   - tree: an object as in `initializationOptions`.
  ///   - isOwn: whether the tree comes from the user's own file or command line, where files to write may be named.
  /// - Returns: the warnings; the rest of the tree has been taken.
  package mutating func take(_ tree: JSON, isOwn: Bool = false) -> [String] {
    guard case .object = tree else { return tree == .null ? [] : ["settings: expected an object"] }
    var warnings: [String] = []
    take(tree, at: [], isOwn, &warnings)
    ofFields = FieldSettings.all(values, validators: customFields.validators)
    return warnings
  }

  /// What is set for a field, whose name counts in any case.
  func field(_ name: String) -> FieldSettings {
    guard !ofFields.isEmpty else { return FieldSettings.standard }
    return ofFields[name.lowercased()] ?? ofFields[""] ?? FieldSettings.standard
  }

  /// The fields that the user has described.
  package var describedFields: [CustomField] { customFields.fields }

  /// Whether anything is set for fields.
  var hasFields: Bool { !ofFields.isEmpty }

  /// Takes one `key=value` of the command line; the value is JSON, or else a plain string.
  package mutating func take(assignment: String) -> [String] {
    guard let equals = assignment.firstIndex(of: "=") else { return ["--set \(assignment): expected key=value"] }
    let text = String(assignment[assignment.index(after: equals)...])
    let value = (try? JSON.parse(Array(text.utf8))) ?? .string(text)
    let path = assignment[..<equals].split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let tree = path.reversed().reduce(value) { inner, key in .object([JSON.Member(key: key, value: inner)]) }
    return take(tree, isOwn: true)
  }

  private mutating func take(_ tree: JSON, at path: [String], _ isOwn: Bool, _ warnings: inout [String]) {
    guard case .object(let members) = tree else { return }
    for member in members {
      let path = path + [member.key]
      let key = path.joined(separator: ".")
      if let row = Self.row(path) {
        if key == "log.file", !isOwn {
          warnings.append("\(key) counts only in the user's own file or on the command line")
        } else if member.value == .null {
          let programs = ownPrograms
          values[key] = nil
          if key == "sources", !isOwn { values[key] = programs.isEmpty ? nil : .array(programs) }
          if key == MentionList.key { mentions = MentionList() }
          if key == CustomFieldList.key { customFields = CustomFieldList() }
        } else if key == MentionList.key, case .array = member.value {
          values[key] = member.value
          mentions = MentionList(member.value)
          warnings += mentions.problems
        } else if key == CustomFieldList.key, case .array = member.value {
          values[key] = member.value
          customFields = CustomFieldList(member.value)
          warnings += customFields.problems
        } else if key == "sources", case .array(let list) = member.value {
          takeSources(list, isOwn, &warnings)
        } else if row.kind.takes(member.value) {
          values[key] = member.value
          if row.kind == .steps { warnings += FieldSettings.problems(member.value, of: key) }
        } else {
          warnings.append("\(key): expected \(row.kind.words)")
        }
      } else if Self.isBranch(path), case .object = member.value {
        take(member.value, at: path, isOwn, &warnings)
      } else if Self.isBranch(path) {
        warnings.append("\(key): expected an object")
      } else {
        let near = Self.nearest(key).map { "; did you mean \($0)?" } ?? ""
        warnings.append("unknown setting \(key)\(near)")
      }
    }
  }

  /// Takes the sources of a list; programs that the user has named himself stay when others name sources.
  private mutating func takeSources(_ list: [JSON], _ isOwn: Bool, _ warnings: inout [String]) {
    let good = Self.sources(list, isOwn, &warnings)
    hasWrongSources = good.count < list.count
    values["sources"] = .array((isOwn ? [] : ownPrograms) + good)
  }

  /// The row that a path names; what is set for all fields is as the row for one says.
  private static func row(_ path: [String]) -> SettingRow? {
    if path.count == 2, path[0] == "defaults" { return row(["fields", "x", path[1]]) }
    return rows.first { row in
      let parts = row.key.split(separator: ".").map(String.init)
      return parts.count == path.count && fits(path, parts)
    }
  }

  /// Whether rows lie below a path.
  private static func isBranch(_ path: [String]) -> Bool {
    rows.contains { row in
      let parts = row.key.split(separator: ".").map(String.init)
      return parts.count > path.count && fits(path, Array(parts.prefix(path.count)))
    }
  }

  private static func fits(_ path: [String], _ pattern: [String]) -> Bool {
    zip(path, pattern).allSatisfy { part, expected in
      switch expected {
      case "<code>": Rule(rawValue: part) != nil
      case "<name>", "<key>": !part.isEmpty
      default: part == expected
      }
    }
  }

  private static func nearest(_ key: String) -> String? {
    let given = key.split(separator: ".", omittingEmptySubsequences: false)
    let keys = rows.map { row in
      row.key.split(separator: ".").enumerated().map { index, part in
        part == "<name>" && index < given.count ? given[index] : part
      }.joined(separator: ".")
    }
    if given.first == "defaults", given.count == 2 {
      return Spelling.nearest(key, among: FieldSettings.keys.map { "defaults.\($0)" })
    }
    return Spelling.nearest(key, among: keys + Rule.allCases.map { "severity.\($0.rawValue)" })
  }
}

extension Settings {
  /// The value of a key: what was set, or else the row's default; `null` for a key that no row names.
  package subscript(key: String) -> JSON {
    if let value = values[key] ?? Self.standards[key] { return value }
    return Self.row(key.split(separator: ".").map(String.init))?.standard ?? .null
  }

  /// Whether a flag is set; false for a key that is none.
  package func flag(_ key: String) -> Bool {
    self[key] == .bool(true)
  }

  package func number(_ key: String) -> Int {
    if case .integer(let number) = self[key] { number } else { 0 }
  }

  package func text(_ key: String) -> String {
    if case .string(let text) = self[key] { text } else { "" }
  }

  /// How loud a finding is: as the user set it for its rule, else as it is; nil for not at all.
  func severity(_ fault: Fault) -> Severity? {
    // Asked of every finding at every key, and hardly ever set.
    guard !values.isEmpty, case .string(let name) = values["severity.\(fault.rule.rawValue)"] else {
      return fault.rule.isOff ? nil : fault.severity
    }
    return switch name {
    case "off": nil
    case "hint": .hint
    case "info": .information
    case "warning": .warning
    case "error": .error
    default: fault.severity
    }
  }

  /// What bears on how fields are read, but for the aliases, which come from the address books.
  var readingContext: ReadingContext {
    var context = ReadingContext()
    context.flavor = Flavor(rawValue: text("flavor"))
    context.custom = customFields.fields
    let standard = field("")
    (context.isOff, context.limit) = (!standard.flag("enabled"), standard.limit)
    context.isExact = standard.isCaseSensitive == true
    for (name, field) in ofFields where !name.isEmpty {
      if field.flag("enabled") == context.isOff { context.exceptions.insert(name) }
      if (field.isCaseSensitive == true) != context.isExact { context.caseExceptions.insert(name) }
      context.limits[name] = field.limit ?? 0
    }
    return context
  }
}

extension Settings {
  /// The fields of a text that nobody has opened: those of its format that are looked at, and those of the user.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - languageId: as a client would say it; empty to go by name and content.
  ///   - path: the file's path; empty for a text without one.
  ///   - flavor: whose habits it follows, where the settings do not say.
  ///   - isComplete: whether fields that the settings leave alone are among them.
  /// - Returns: what was found.
  package func finding(
    in text: Text, languageId: String, path: String, flavor: Flavor?, isComplete: Bool = false
  ) -> Finding {
    let context = readingContext
    let options = FindingOptions(path: path, flavor: context.flavor ?? flavor)
    var finding = Finder.of(languageId: languageId, path: path, text: text).find(in: text, options)
    finding.add(context.custom.filter { $0.applies(languageId: languageId, path: path) }, in: text)
    if !isComplete { finding.fields.removeAll { context.isDisabled($0.name) } }
    return finding
  }
}
