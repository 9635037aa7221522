import Fields
import Wire

/// Whose habits the files of each folder follow, as far as a child has looked.
struct FolderFlavors: Sendable {
  /// What was found, by the folder; a folder without marks is there, too.
  private var known: [String: Flavor?] = [:]
  /// The ask that looks for marks, while it runs.
  private(set) var asking: Int?
  /// Folders that are looked into next, in the order in which they were wanted.
  private var wanted: [String] = []
  /// Folders that the child looks into.
  private var underway: Set<String> = []
  /// What the child has written.
  private var output: [UInt8] = []
  /// No child writes as much.
  private static let limit = 1 << 22

  /// What is known of a folder; nil also for one without marks.
  subscript(folder: String) -> Flavor? { known[folder] ?? nil }

  /// Whether a folder has been looked into.
  func isKnown(_ folder: String) -> Bool { known[folder] != nil }

  /// Has a folder looked into, again if it was before.
  mutating func want(_ folder: String) {
    if !wanted.contains(folder), !underway.contains(folder) { wanted.append(folder) }
  }

  /// Whether folders are wanted and no child is at work.
  var isDue: Bool { asking == nil && !wanted.isEmpty }

  /// Begins to look into all folders that are wanted.
  mutating func begin(_ ask: Int) -> FlavorRequest {
    asking = ask
    underway = Set(wanted)
    defer { wanted = [] }
    return FlavorRequest(folders: wanted)
  }

  mutating func append(_ part: [UInt8]) {
    if output.count < Self.limit { output += part }
  }

  /// Takes what was found; gives the folders of which something else is known now.
  mutating func finish() -> Set<String> {
    asking = nil
    underway = []
    var changed: Set<String> = []
    for (folder, flavor) in FlavorRequest.flavors(output) {
      if self[folder] != flavor { changed.insert(folder) }
      known[folder] = .some(flavor)
    }
    output = []
    return changed
  }
}

/// Marks of programs in the folders above open documents, for which a child looks while documents are read without them.
extension Session {
  /// Has a document's folder looked into, if that bears on it and no other open document lies there.
  mutating func seekFlavor(of uri: String) {
    guard settings.text("flavor") == "auto", let document = documents[uri], document.finder.hasFlavors,
      let folder = Self.folder(of: uri)
    else { return }
    let isAlone = !documents.keys.contains { $0 != uri && Self.folder(of: $0) == folder }
    if isAlone || !flavors.isKnown(folder) { flavors.want(folder) }
    seekFlavors()
  }

  private mutating func seekFlavors() {
    guard flavors.isDue else { return }
    let ask = number()
    effects.append(.ask(ask, .index(request: Array(flavors.begin(ask).json.text.utf8))))
  }

  /// Takes what the child says, and reads those documents again that are others by it.
  mutating func takeFlavors(_ answer: Answer) {
    switch answer {
    case .part(let bytes): flavors.append(bytes)
    case .opened: break
    case .ended(let problem):
      if let problem { log(.warning, "marks of programs: \(problem)") }
      let changed = flavors.finish()
      if !changed.isEmpty {
        let uris = documents.keys.filter { Self.folder(of: $0).map(changed.contains) ?? false }
        for uri in uris { tags.recount(uri) }
        refreshDocuments(Set(uris))
      }
      seekFlavors()
    }
  }

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
