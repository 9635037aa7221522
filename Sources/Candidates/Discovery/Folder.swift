/// What a folder holds: one name, with links already followed.
package struct Entry: Equatable, Sendable {
  /// Whether it can be read or listed.
  package enum Kind: Equatable, Sendable {
    case file, folder
  }

  /// The name as the file system has it, without its folder.
  package var name: String
  /// What it is.
  package var kind: Kind

  /// An entry of this name.
  package init(name: String, kind: Kind) {
    self.name = name
    self.kind = kind
  }
}

/// What is read of a folder.
package enum Folder {
  /// How deep folders are looked into, and how many of them; a link can make any tree endless.
  private static let depth = 16
  private static let limit = 10_000

  /// The paths of all `*.vcf` under a folder, in the order of their names, folder by folder; nil if it is no folder.
  ///
  /// What begins with a dot is skipped: vdirsyncer keeps its state so, and half-written files are named so.
  package static func cards(
    under path: String, list: (String) -> [Entry]?, real: (String) -> String
  ) -> [String]? {
    guard let top = list(path) else { return nil }
    var cards: [String] = []
    var seen: Set<String> = [real(path)]
    var waiting = [(path: path, entries: top, depth: 0)]
    while let folder = waiting.popLast() {
      var inner: [(path: String, entries: [Entry], depth: Int)] = []
      for entry in folder.entries.sorted(by: { $0.name < $1.name }) where !entry.name.hasPrefix(".") {
        let path = join(folder.path, entry.name)
        switch entry.kind {
        case .file: if entry.name.lowercased().hasSuffix(".vcf") { cards.append(path) }
        case .folder:
          guard folder.depth < depth, seen.count < limit, seen.insert(real(path)).inserted else { continue }
          if let entries = list(path) { inner.append((path, entries, folder.depth + 1)) }
        }
      }
      waiting += inner.reversed()
    }
    return cards
  }

  /// A name inside a folder: `/a` and `b` → `/a/b`.
  static func join(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }

  /// The folder that a path is in: `/a/b` → `/a`.
  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
