import Fields
import Wire

/// Whose habits the files of each folder follow, and which list of tags counts there, as far as a child has looked.
struct FolderFlavors: Sendable {
  /// What was found, by the folder; a folder without marks is there, too.
  private var known: [String: FlavorRequest.Found] = [:]
  /// The list of tags that the user named.
  private(set) var named: TagList?
  private var file = ""
  /// The ask that looks for marks, while it runs.
  private(set) var asking: Int?
  /// Folders that are looked into next, in the order in which they were wanted.
  private var wanted: [String] = []
  /// Folders that the child looks into.
  private var underway: Set<String> = []
  /// What the child has written.
  private var output: [UInt8] = []
  /// No child writes as much.
  private static let limit = 1 << 24

  /// What is known of a folder; nil also for one without marks.
  subscript(folder: String) -> Flavor? { known[folder]?.flavor }

  /// The lists of tags that count in a folder; none where none is known.
  func lists(_ folder: String?) -> [TagList] {
    [named, folder.flatMap { known[$0]?.list }].compactMap { $0 }
  }

  /// Whether a folder has been looked into.
  func isKnown(_ folder: String) -> Bool { known[folder] != nil }

  /// Has a folder looked into, again if it was before.
  mutating func want(_ folder: String) {
    if !wanted.contains(folder), !underway.contains(folder) { wanted.append(folder) }
  }

  /// Whether folders are wanted and no child is at work.
  var isDue: Bool { asking == nil && !wanted.isEmpty }

  /// Begins to look into all folders that are wanted.
  mutating func begin(_ ask: Int, file: String) -> FlavorRequest {
    (asking, self.file) = (ask, file)
    underway = Set(wanted)
    defer { wanted = [] }
    return FlavorRequest(folders: wanted, file: file)
  }

  /// Has all folders looked into again.
  mutating func wantAll() {
    for folder in known.keys.sorted() { want(folder) }
  }

  mutating func append(_ part: [UInt8]) {
    if output.count < Self.limit { output += part }
  }

  /// Takes what was found.
  ///
  /// - Returns: the folders of which something else is known now, all that are known where the user's own list is another;
  ///   and what is wrong with lists that have changed.
  mutating func finish() -> (changed: Set<String>, problems: [String]) {
    asking = nil
    underway = []
    var changed: Set<String> = []
    let before = Set(known.values.compactMap(\.list) + [named].compactMap { $0 })
    let (folders, lists) = FlavorRequest.found(output)
    for (folder, found) in folders {
      if (known[folder] ?? FlavorRequest.Found()) != found { changed.insert(folder) }
      known[folder] = found
    }
    let own = file.isEmpty ? nil : lists[file]
    if own != named { changed.formUnion(known.keys) }
    named = own
    output = []
    let news = lists.values.filter { !before.contains($0) }.sorted { $0.path < $1.path }
    return (changed, news.compactMap(\.complaint))
  }
}

/// Marks of programs and lists of tags in the folders above open documents, for which a child looks while documents are read without them.
extension Session {
  /// Has a document's folder looked into, if that bears on it and no other open document lies there; where the user says
  /// whose habits count, for lists of tags alone.
  mutating func seekFlavor(of uri: String) {
    guard let document = documents[uri], document.finder.hasFlavors || document.finder == .org,
      let folder = Self.folder(of: uri)
    else { return }
    let isAlone = !documents.keys.contains { $0 != uri && Self.folder(of: $0) == folder }
    if isAlone || !flavors.isKnown(folder) { flavors.want(folder) }
    seekFlavors()
  }

  private mutating func seekFlavors() {
    guard flavors.isDue else { return }
    let ask = number()
    effects.append(
      .ask(ask, .index(request: Array(flavors.begin(ask, file: settings.text("tags.file")).json.text.utf8))))
  }

  /// Takes what the child says, and reads those documents again that are others by it.
  mutating func takeFlavors(_ answer: Answer) {
    switch answer {
    case .part(let bytes): flavors.append(bytes)
    case .opened: break
    case .ended(let problem):
      if let problem { log(.warning, "marks of programs: \(problem)") }
      let (changed, problems) = flavors.finish()
      for problem in problems { log(.warning, problem) }
      if !changed.isEmpty {
        let uris = documents.keys.filter { Self.folder(of: $0).map(changed.contains) ?? false }
        for uri in uris { tags.recount(uri) }
        refreshDocuments(Set(uris))
      }
      seekFlavors()
    }
  }

  /// Has the lists of tags read again, since one has changed or another one was named.
  mutating func readTagLists() {
    flavors.wantAll()
    seekFlavors()
  }

  /// The lists of tags that count in a document.
  func tagLists(of uri: String) -> [TagList] { flavors.lists(Self.folder(of: uri)) }

  /// What a document is read under now.
  func readingContext(of uri: String) -> ReadingContext {
    personal(readingContext, of: uri)
  }

  /// What a document is read under where this holds for all.
  func personal(_ context: ReadingContext, of uri: String) -> ReadingContext {
    guard settings.text("flavor") == "auto", let folder = Self.folder(of: uri), let flavor = flavors[folder] else {
      return context
    }
    var context = context
    context.flavor = flavor
    return context
  }

  private static func folder(of uri: String) -> String? {
    FilePath.of(uri: uri).flatMap(FlavorMarks.folder(of:))
  }
}

extension Finder {
  /// Whether the habits of a program bear on what is found.
  fileprivate var hasFlavors: Bool {
    switch self {
    case .markdown, .yamlFrontMatter, .tomlFrontMatter, .inlineText, .logseq: true
    case .mail, .patch, .commit, .debianControl, .codeOwners, .org, .packageFile, .tomlPackage, .citation,
      .bibliography, .latex, .none:
      false
    }
  }
}
