import Candidates
import Fields
import Host
import LanguageServer
import Wire

/// From which level on a finding gives exit code 1.
private enum Level: String, CaseIterable {
  case error, warning, hint, never

  /// Whether a finding of this severity is of the level or above.
  func includes(_ severity: Severity) -> Bool {
    switch (self, severity) {
    case (.never, _): false
    case (.error, .error), (.warning, .error), (.warning, .warning), (.hint, _): true
    default: false
    }
  }
}

extension Shell {
  /// `tokenfield check`: the findings of some files; one that cannot be read is named, and the others are checked.
  mutating func check(_ arguments: Arguments) throws(Stop) -> Outcome {
    let name = try arguments.choice(.failOn, of: Level.allCases.map(\.rawValue))
    let level = name.flatMap { Level(rawValue: $0) } ?? .error
    if arguments.has(.diff), !arguments.has(.fix) { throw .usage("check: --diff goes with --fix") }
    try arguments.clash(.diff, .json)
    let startup = try startup(arguments)
    let (settings, warnings) = startup.settings()
    for warning in warnings { complain(warning) }
    var books: Directory?
    var outcome = Outcome.well
    var items: [JSON] = []
    for path in arguments.operands.isEmpty ? ["-"] : arguments.operands {
      var draft: Draft
      do throws(Stop) {
        draft = try self.draft(path, arguments)
        if arguments.has(.fix), try fix(&draft, settings, isShown: arguments.has(.diff)) { outcome = .findings }
        if arguments.has(.diff) { continue }
      } catch {
        guard case .failure(let line) = error else { throw error }
        complain(line)
        outcome = .failure
        continue
      }
      let repository = arguments.has(.hermetic) ? nil : repository(of: draft, settings)
      let lists = draft.tagLists(settings, world)
      for problem in lists.compactMap(\.complaint) { complain(problem) }
      var check = Check(draft, settings, books, lists, repository, world)
      // Address books are only looked into for a word that may stand for somebody in one, and for recipients.
      if books == nil, !arguments.has(.hermetic), check.hasRecipients || check.findings.contains(where: \.isAboutWord) {
        let script = Script.begun(startup, in: world)
        for problem in script.unreadable { complain(problem.text) }
        let known = script.session.directory
        books = known
        check = Check(draft, settings, known, lists, repository, world)
      }
      for finding in check.findings {
        if arguments.has(.json) { items.append(finding.json(path)) } else { print(Plain.line(finding.line(path))) }
        if outcome == .well, level.includes(finding.severity) { outcome = .findings }
      }
      if check.findings.isEmpty, draft.bytes.prefix(8192).contains(0) {
        complain("\(path) holds no text")
        outcome = .failure
        continue
      }
      // Whoever names the language knows what the file is; a hook must not say the same at each commit.
      if !arguments.has(.language), check.finding.fields.isEmpty {
        remark(on: draft, draft.finding(settings, isComplete: true).finding)
      }
    }
    if arguments.has(.json) { print(JSON.array(items)) }
    return outcome
  }
}

extension Shell {
  /// Mends what can be mended safely in a file; only prints the difference where that is asked for.
  ///
  /// - Returns: whether there was a difference to print.
  private mutating func fix(_ draft: inout Draft, _ settings: Settings, isShown: Bool) throws(Stop) -> Bool {
    if !isShown, draft.name == "-" { throw .usage("check: --fix wants a file, or --diff") }
    let changes = Check.safeChanges(
      draft.bytes, languageId: draft.language, path: draft.path, settings: settings, flavor: draft.flavor)
    if changes.isEmpty { return false }
    if isShown {
      write(Diff.unified(Plain.line(draft.name), draft.bytes, changes))
      return true
    }
    let bytes = changes.applied(to: draft.bytes)
    try write(bytes, of: draft, isInPlace: true)
    draft.bytes = bytes
    return false
  }

  /// What git says of the repository of a commit message; nil for any other draft.
  private func repository(of draft: Draft, _ settings: Settings) -> RepositoryFacts? {
    RepositoryFacts(of: draft.bytes, languageId: draft.language, path: draft.path, settings) { request, take in
      _ = world.readHistory(request, write: take)
    }
  }
}

extension Check {
  fileprivate init(
    _ draft: Draft, _ settings: Settings, _ books: Directory?, _ lists: [TagList], _ repository: RepositoryFacts?,
    _ world: World
  ) {
    self.init(
      draft.bytes, languageId: draft.language, path: draft.path, settings: settings,
      aliases: books?.aliases ?? [], flavor: draft.flavor, directory: books,
      tagLists: lists, repository: repository, looking: world.look
    )
  }
}

extension Check.Finding {
  /// Whether the finding is about a word that an address book may explain.
  fileprivate var isAboutWord: Bool {
    [Rule.missingDomain, .unresolvedAlias].map(\.rawValue).contains(code)
  }
}
