package import Fields

/// Where the list of tags of a project lies.
extension TagList {
  /// Names of such files, in the order in which they count within one folder.
  static let names = ["tags.yml", "tags.yaml", "tags.toml", "tags.txt"]
  /// What lies in the uppermost folder of a repository or of a vault of notes.
  private static let roots = [".git", ".hg", ".jj", ".obsidian", ".zk", "logseq/config.edn"]
  /// The largest file that is read, in bytes.
  private static let longest = 1 << 20

  /// The path of the list for the files of a folder: of the nearest folder that has one, up to the root of the repository
  /// or vault.
  ///
  /// Where there is no root only the folder itself is looked into.
  ///
  /// - Parameters:
  ///   - folder: an absolute path.
  ///   - isThere: whether there is a file or folder with an absolute path.
  /// - Returns: nil where there is none.
  package static func path(forFolder folder: String, _ isThere: (String) -> Bool) -> String? {
    let parents = FlavorMarks.parents(of: folder)
    func start(_ parent: String) -> String { parent == "/" ? parent : parent + "/" }
    let root = parents.firstIndex { parent in roots.contains { isThere(start(parent) + $0) } } ?? 0
    for parent in parents.prefix(root + 1) {
      for name in names where isThere(start(parent) + name) { return start(parent) + name }
    }
    return nil
  }

  /// The lists that count for the fields of a file: that which the user named, and that of the project.
  ///
  /// - Parameters:
  ///   - path: the file's absolute path; any other lies in no folder.
  ///   - fields: what was found in it.
  ///   - named: what `tags.file` says; "" for nothing.
  ///   - isThere: whether there is a file or folder with an absolute path.
  ///   - read: the bytes of a file of at most so many; nil if it cannot be read.
  /// - Returns: none where there is none, and for a file without tags.
  package static func lists(
    forFile path: String, _ fields: [Field], named: String, _ isThere: (String) -> Bool,
    _ read: (String, Int) -> [UInt8]?
  ) -> [TagList] {
    guard fields.contains(where: { TagVocabulary($0) == .tags }) else { return [] }
    let own = FlavorMarks.folder(of: path).flatMap { self.path(forFolder: $0, isThere) }
    return ((named.isEmpty ? [] : [named]) + (own.map { [$0] } ?? [])).map { TagList.read($0, read) }
  }

  /// The list that a file says; one without tags and with a problem where it cannot be read.
  package static func read(_ path: String, _ read: (String, Int) -> [UInt8]?) -> TagList {
    var list = TagList(path: path)
    guard let bytes = read(path, longest) else {
      list.fail("cannot be read, or is larger than \(longest) bytes")
      return list
    }
    if bytes.prefix(8192).contains(0) {
      list.fail("holds no text")
    } else {
      list.take(bytes)
    }
    return list
  }

  /// What is wrong with the list, in a line; nil when all is well.
  package var complaint: String? { problem.map { "tags: \(path): \($0)" } }

  /// Whether a path is that of a list, by its name.
  static func isList(_ path: String) -> Bool {
    names.contains(path.split(separator: "/").last.map(String.init) ?? "")
  }
}
