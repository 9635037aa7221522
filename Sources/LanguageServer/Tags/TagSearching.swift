import Fields
import Wire

/// A request that is answered when a child has looked through files.
struct PendingSearch: Sendable {
  var request: Held
  var query: TagQuery
  /// Whether lines that define tags are among what is asked for.
  var hasDefinitions = true
  /// The documents that were open when the child began; it passes over their files.
  var opened: Set<String> = []
  var findings = TagFindings()
}

/// Requests about a tag of a whole workspace: open documents answer from memory, and a child looks through the files.
extension Session {
  /// Puts a request aside that has to wait for files; false for one that is answered at once.
  mutating func mustSearch(_ request: Held) -> Bool {
    guard phase == .running,
      request.method == RequestMethod.references.rawValue
        || request.method == RequestMethod.rename.rawValue, !searchFolders.isEmpty
    else { return false }
    let params = Reader(request.params)
    guard let target = try? tagTarget(params) else { return false }
    var search = PendingSearch(request: request, query: target.query)
    if request.method == RequestMethod.rename.rawValue {
      // What is refused in an open document needs no child.
      guard let query = try? renaming(target.query, params), (try? ownHits(query)) != nil else { return false }
      search.query = query
    } else {
      search.hasDefinitions = params.value["context"]?["includeDeclaration"] != .bool(false)
    }
    searches.append(search)
    startSearch()
    return true
  }

  /// The folders that are looked through; none where tags are left alone.
  private var searchFolders: TagRequest {
    var folders = TagRequest(settings, roots: client.roots)
    (folders.file, folders.mentions) = ("", [])
    if !settings.flag("tags.enabled") { (folders.folders, folders.roots) = ([], []) }
    return folders
  }

  /// One child at a time: the others wait.
  private mutating func startSearch() {
    guard searching == nil, !searches.isEmpty else { return }
    searches[0].opened = Set(documents.keys)
    let open = documents.keys.compactMap(FilePath.of(uri:)).sorted()
    let request = TagSearchRequest(
      searches[0].query, in: searchFolders, client.encoding, open: open, settings.readingContext)
    searching = askChild(request.json)
  }

  /// Takes what the child says, and answers when it has ended.
  mutating func takeSearch(_ answer: Answer) {
    switch answer {
    case .part(let bytes):
      if !searches.isEmpty { searches[0].findings.append(bytes) }
    case .opened: break
    case .ended(let problem):
      searching = nil
      guard !searches.isEmpty else { return }
      let search = searches.removeFirst()
      send(self.answer(search, problem), to: search.request)
      startSearch()
    }
  }

  private mutating func answer(_ search: PendingSearch, _ problem: String?) -> Result<JSON, ResponseError> {
    let isBroken = problem != nil || !search.findings.isWhole
    let words = "the files could not be looked through: \(problem ?? "the search was cut off")"
    let left = search.findings.leftOut
    if !left.isEmpty { log(.warning, "tags: \(left)") }
    do throws(ResponseError) {
      if search.query.name == nil {
        if isBroken { log(.error, words) }
        return .success(references(search.query, search.findings, hasDefinitions: search.hasDefinitions))
      }
      if isBroken { throw .requestFailed(words) }
      guard search.opened == Set(documents.keys) else {
        throw .contentModified("a document was opened or closed meanwhile; ask again")
      }
      return .success(try rename(search.query, search.findings))
    } catch {
      return .failure(error)
    }
  }

  /// Takes a request back that waits for files; whether there was one of this id.
  mutating func cancelSearch(_ id: RequestID) -> Bool {
    guard let place = searches.firstIndex(where: { $0.request.id == id }) else { return false }
    searches.remove(at: place)
    if place == 0, let searching {
      effects.append(.forget(searching))
      self.searching = nil
      startSearch()
    }
    return true
  }

  /// Answers every request that waits for files: nobody will look through them any more.
  mutating func endSearches() {
    let ended = searches
    searches = []
    if let searching { effects.append(.forget(searching)) }
    searching = nil
    for search in ended { send(.failure(.requestCancelled("the session ends")), to: search.request) }
  }
}

extension TagFindings {
  /// What was not looked at, in words; empty if there is nothing to say.
  var leftOut: String {
    var parts: [String] = []
    if skippedCount > 0 {
      let named = skipped.prefix(3).map { "\($0.path) \($0.reason)" }
      let more = skippedCount > named.count ? ["\(skippedCount - named.count) more"] : []
      parts.append("left out: " + (named + more).joined(separator: "; "))
    }
    if isCut { parts.append("there are more files than are read (tags.maxFiles)") }
    return parts.joined(separator: "; ")
  }
}

extension Session {
  /// What open documents have to do with a tag, in the order of their URIs.
  ///
  /// - Throws: why it cannot be renamed there.
  func ownHits(_ query: TagQuery) throws(ResponseError) -> [(document: Document, hits: TagHits)] {
    var found: [(document: Document, hits: TagHits)] = []
    for uri in documents.keys.sorted() {
      guard let document = documents[uri], !document.finding.isReceived else { continue }
      var hits = TagHits(document.tagLists, query, document.context, in: document.text)
      if let path = FilePath.of(uri: uri) {
        hits.name = query.nameHit(path, isExact: document.context.tellsCase(inNameOf: path))
      }
      if hits.isEmpty { continue }
      found.append((document, hits))
      guard let name = query.name, !hits.places.isEmpty else { continue }
      if document.isDoubtful { throw .contentModified("\(uri) is not known as it is now") }
      if let refusal = hits.refused.first {
        let line = document.text.line(at: refusal.range.lowerBound)
        throw Self.refusal(
          TagFindings.Refusal(
            path: uri, line: line, name: refusal.name, syntax: refusal.syntax, near: refusal.near),
          count: hits.refused.count)
      }
      for field in document.finding.fields where hits.fields.contains(field.name) {
        let policy = policy(field, document)
        if policy.isReadOnly || policy.fixed.contains(field.grammar.key(ofValue: query.tag.text)) {
          throw .requestFailed(
            "\(query.tag.text) cannot become \(name.text): \(field.label) of \(uri) is not to be changed")
        }
      }
    }
    return found
  }

  /// The error for a name that cannot be written somewhere.
  static func refusal(_ refusal: TagFindings.Refusal, count: Int) -> ResponseError {
    let more = count > 1 ? ", and \(count - 1) more" : ""
    let near = refusal.near.map { "; \($0) could" } ?? ""
    return .requestFailed(
      "\(refusal.name) cannot be written as a tag of \(refusal.syntax): \(refusal.path), line \(refusal.line + 1)\(more)\(near)"
    )
  }
}

extension Document {
  /// The lists of tags as they stand now, those that lines of Org define among them; read without a caret.
  var tagLists: [(field: Field, list: EntryList)] {
    var lists: [(field: Field, list: EntryList)] = []
    for (index, field) in finding.fields.enumerated() where TagVocabulary(field) != nil {
      let (value, options) = (value(field), context.options(field))
      let list =
        isCaretField(index)
        ? EntryList(value, field.grammar, options) : EntryList(value, readings[index], field.grammar, options)
      lists.append((field, list))
    }
    guard finder == .org else { return lists }
    let options = FindingOptions(path: uri, flavor: context.flavor, hasDefinitions: true)
    for field in finder.find(in: text, options).fields where field.surroundings.role == "TAGS" {
      lists.append((field, EntryList(value(field), field.grammar, context.options(field))))
    }
    return lists
  }
}
