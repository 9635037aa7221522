import Fields
import Wire

/// The tags of the files of a workspace, which a child process counts.
extension Session {
  /// Has the tags of files counted anew, if any are to be counted; a count that is under way is given up.
  mutating func readTags() {
    if let counting { effects.append(.forget(counting)) }
    counting = nil
    recount.isStale = false
    var request = TagRequest(settings, roots: client.roots)
    if !settings.flag("tags.enabled") { request = request.mentionsOnly }
    tags.begin()
    gatherMentions()
    guard !request.isEmpty else { return tags.finish(isWhole: true) }
    counting = askChild(request.json)
  }

  /// Puts together who can be mentioned by the settings, and by the files that they name as far as these were read.
  private mutating func gatherMentions() {
    mentions = settings.mentions
    for person in tags.mentions { mentions.add(handle: person.handle, name: person.name, from: person.file) }
  }

  /// Takes what the child says.
  mutating func takeTags(_ answer: Answer) {
    switch answer {
    case .part(let bytes): tags.append(bytes)
    case .opened: break
    case .ended(let problem):
      counting = nil
      tags.finish(isWhole: problem == nil)
      gatherMentions()
      reviewAllTags()
      suggest()
      if let problem { log(.error, "tags: \(problem)") }
      log(.info, "tags: \(tags.notes) notes, \(tags.skipped) files left out")
      if recount.isStale { recountTags() }
    }
  }

  /// What of the settings has tags counted anew when it changes.
  static let tagSettings = [
    "tags.enabled", "tags.folders", "tags.file", "tags.maxFiles", "tags.maxBytes", "flavor", CustomFieldList.key,
    MentionList.key,
  ]

  // MARK: Files that change

  /// When files are counted again.
  struct Recount: Sendable {
    /// The wake at which they are.
    var wake: Int?
    /// Whether files have changed while they were counted.
    var isStale = false
    /// Whether the client has been asked to tell of files that change.
    var isWatching = false
  }

  /// Has files counted again soon: once for all that changes within a second, and not before the last count has ended.
  mutating func recountTags() {
    guard settings.flag("tags.enabled"), !TagRequest(settings, roots: client.roots).isEmpty else { return }
    recount.isStale = true
    guard counting == nil, recount.wake == nil else { return }
    let wake = number()
    recount.wake = wake
    effects.append(.wake(wake, milliseconds: 1000))
  }

  /// Takes the wake at which files are counted again; false for any other.
  mutating func takeRecount(_ wake: Int) -> Bool {
    guard wake == recount.wake else { return false }
    recount.wake = nil
    // What changed the settings meanwhile has begun to count already.
    if counting == nil, recount.isStale { readTags() }
    return true
  }

  /// `workspace/didChangeWatchedFiles`: files with tags have been written, made or removed.
  mutating func filesChanged(_ params: Reader) throws(ResponseError) {
    for change in try params.member("changes").array() {
      let uri = try change.member("uri").string()
      if FilePath.of(uri: uri).map(TagList.isList) ?? false { readTagLists() }
      if isNote(uri) { return recountTags() }
    }
  }

  /// Whether the file of a URI is one that is read for its tags, by its name.
  func isNote(_ uri: String) -> Bool {
    guard let path = FilePath.of(uri: uri), let name = path.split(separator: "/").last else { return false }
    return Finder.ofNotes(path: String(name)) != nil || name == ".gitignore"
      || settings.describedFields.contains { $0.seeks(file: String(name)) }
  }

  /// Asks the client to tell of files that change, if it can be asked.
  mutating func watchNotes() {
    guard client.watchesFiles, !recount.isWatching, settings.flag("tags.enabled"),
      !TagRequest(settings, roots: client.roots).isEmpty
    else {
      return
    }
    recount.isWatching = true
    var patterns: [JSON] = [
      "**/*.{md,markdown,mdx,rmd,qmd,org,bib,tex}", "**/package.json",
      "**/{composer.json,Cargo.toml,pyproject.toml,CITATION.cff}", "**/.gitignore", "**/tags.{yml,yaml,toml,txt}",
    ]
    for name in settings.describedFields.flatMap(\.soughtFiles) where !patterns.contains(.string("**/\(name)")) {
      patterns.append(.string("**/\(name)"))
    }
    let options: JSON = ["watchers": .array(patterns.map { ["globPattern": $0] })]
    let registration: JSON = [
      "id": "notes", "method": .string(NotificationMethod.didChangeWatchedFiles.rawValue), "registerOptions": options,
    ]
    ask(.registerCapability, ["registrations": [registration]])
  }
}
