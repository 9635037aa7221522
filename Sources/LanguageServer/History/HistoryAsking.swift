import Candidates
import Fields
import Wire

/// People and keys of the repository in which a message is written, which a child process asks git for.
extension Session {
  /// Has git asked about the repository of a commit message that was opened, and tells it what is known already.
  mutating func readHistory(_ uri: String) {
    guard settings.flag("git.enabled"), let document = documents[uri], let path = FilePath.of(uri: uri),
      let place = place(of: document)
    else { return }
    let files = TouchedFiles(in: document.text).paths
    let isMail = document.finder != .commit
    // Mail without a patch has nothing to do with a tree; a cover letter has no patch, but a name.
    if isMail, files.isEmpty, !path.lowercased().hasSuffix(".patch") {
      documents[uri]?.touched = nil
      return
    }
    documents[uri]?.touched = files
    if !isMail { documents[uri]?.repository = repositories[place]?.facts }
    if let ask = repositories.giveUp(place, unlessFor: files) { effects.append(.forget(ask)) }
    guard !repositories.isAsked(place) else { return }
    var request = HistoryRequest(path: path)
    (request.isMail, request.files, request.roots) = (isMail, files, isMail ? client.roots : [])
    repositories.begin(place, files: files, ask: askChild(request.json))
  }

  /// Looks again for the maintainers of a message that was saved, if it changes other files now.
  mutating func refreshMaintainers(_ uri: String) {
    guard let document = documents[uri], place(of: document) != nil,
      TouchedFiles(in: document.text).paths != document.touched ?? []
    else { return }
    readHistory(uri)
  }

  /// Under what the repository of a message is known: that of a commit by its folder, that of mail by the mail itself,
  /// since the one beside it may hold another patch; nil for any other text.
  private func place(of document: Document) -> String? {
    switch document.finder {
    case .commit: FilePath.of(uri: document.uri)
    case .mail, .patch: document.finding.isReceived ? nil : FilePath.of(uri: document.uri).map { $0 + "/" }
    default: nil
    }
  }

  /// What is known of the tree of a message that changes files: who maintains them, and the rest.
  func tree(_ uri: String) -> Repository? {
    guard let document = documents[uri], let files = document.touched, let place = place(of: document),
      let repository = repositories[place], repository.files == files
    else { return nil }
    return repository
  }

  /// Takes what the child says.
  mutating func takeHistory(_ ask: Int, _ answer: Answer) {
    switch answer {
    case .part(let bytes): repositories.append(bytes, to: ask)
    case .opened: break
    case .ended(let problem):
      guard let folder = repositories.finish(ask) else { return }
      // No repository, or one without commits, is nothing to warn of.
      if let problem = problem ?? repositories[folder + "/"]?.problem { log(.info, "git: \(folder): \(problem)") }
      var hasNews = false
      for uri in documents.keys.sorted() {
        guard let path = FilePath.of(uri: uri), Repositories.folder(path) == folder,
          let facts = repositories[path]?.facts, documents[uri]?.finder == .commit, documents[uri]?.repository != facts
        else { continue }
        tell(uri, facts)
        hasNews = true
      }
      guard hasNews else { return }
      if client.pullsDiagnostics, client.refreshesDiagnostics { self.ask(.diagnosticRefresh) }
      if client.refreshesSemanticTokens { self.ask(.semanticTokensRefresh) }
    }
  }

  /// Tells a message what is known of its repository.
  private mutating func tell(_ uri: String, _ facts: RepositoryFacts?) {
    documents[uri]?.repository = facts
    // What was answered before may be answered otherwise now.
    documents[uri]?.editing.last = nil
    show(uri)
  }

  /// Begins to ask git, or forgets what it said, when the setting has changed.
  mutating func configureHistory() {
    for ask in repositories.asks { effects.append(.forget(ask)) }
    repositories = Repositories()
    for uri in documents.keys.sorted() {
      tell(uri, nil)
      readHistory(uri)
    }
  }

  /// What is known of somebody who maintains something in the tree of a message.
  func maintainer(_ address: String, of uri: String) -> Person? {
    tree(uri).flatMap { $0.touched.person(address: address) ?? $0.maintainers.person(address: address) }
  }

  /// What is known of the repository of a message.
  func repository(_ uri: String) -> Repository? {
    guard documents[uri]?.finder == .commit, let path = FilePath.of(uri: uri) else { return nil }
    return repositories[path]
  }
}

extension Document {
  /// People of a field who are called otherwise now, by the repository's `.mailmap`.
  func formerPeople(_ index: Int) -> [Fault] {
    let field = finding.fields[index]
    guard let mailmap = repository?.mailmap, !mailmap.isEmpty, field.grammar == .trailers, field.holdsPeople else {
      return []
    }
    let value = value(field)
    return readings[index].tokens.compactMap { token in
      let address = field.grammar.value(token, in: value)
      let name = token.name == nil ? "" : field.grammar.display(token, in: value)
      guard !address.isEmpty else { return nil }
      let now = mailmap.now(name: name, address: address)
      // Another name for the same address may be how somebody wants to be called here.
      guard field.grammar.key(ofValue: now.address) != field.grammar.key(ofValue: address) else { return nil }
      let written = field.grammar.spell(name: now.name, value: now.address)
      let end = token.angle?.upperBound ?? token.content?.upperBound ?? token.range.upperBound
      return Fault(.oldAddress, token.range.lowerBound..<max(token.range.lowerBound, end), detail: written)
    }
  }
}
