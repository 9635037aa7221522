package import Fields
package import Wire

/// What programs leave in the folder above a user's notes or site, and whose habits the files below it follow then.
package enum FlavorMarks {
  /// How many folders are looked into on the way up.
  private static let depth = 64

  /// What has to be there beside each other, in the order in which it counts within one folder.
  private static let marks: [(names: [String], flavor: Flavor)] = [
    ([".obsidian"], .obsidian), ([".zk"], .zk), (["logseq/config.edn"], .logseq),
    (["hugo.toml"], .hugo), (["hugo.yaml"], .hugo), (["hugo.yml"], .hugo), (["hugo.json"], .hugo),
    (["config.toml", "content"], .hugo), (["config.yaml", "content"], .hugo), (["config.yml", "content"], .hugo),
    (["config.json", "content"], .hugo),
    (["_config.yml"], .jekyll), (["_config.yaml"], .jekyll), (["_config.toml"], .jekyll),
  ]

  /// What a folder itself says.
  ///
  /// - Parameter isThere: whether there is a file or folder of a name, or of a path below the folder.
  /// - Returns: nil for a folder without a mark.
  package static func flavor(_ isThere: (String) -> Bool) -> Flavor? {
    marks.first { $0.names.allSatisfy(isThere) }?.flavor
  }

  /// What the nearest folder with a mark says, from a folder upwards.
  ///
  /// - Parameters:
  ///   - folder: an absolute path; any other has no marks.
  ///   - isThere: whether there is a file or folder with an absolute path.
  /// - Returns: nil where no folder has a mark.
  package static func flavor(ofFolder folder: String, _ isThere: (String) -> Bool) -> Flavor? {
    for parent in parents(of: folder) {
      let start = parent == "/" ? parent : parent + "/"
      if let flavor = flavor({ isThere(start + $0) }) { return flavor }
    }
    return nil
  }

  /// What the folders above a file say.
  package static func flavor(ofFile path: String, _ isThere: (String) -> Bool) -> Flavor? {
    folder(of: path).flatMap { flavor(ofFolder: $0, isThere) }
  }

  /// The folder in which a file lies; nil for a path that is not absolute.
  static func folder(of path: String) -> String? {
    guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return nil }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// A folder and those above it, the nearest first.
  static func parents(of folder: String) -> [String] {
    guard folder.hasPrefix("/") else { return [] }
    var parents = [folder]
    while parents.count < depth, let last = parents.last, last != "/", let next = self.folder(of: last) {
      parents.append(next)
    }
    return parents
  }
}

/// What the child that looks for marks and lists of tags is told, and what it writes: a line a list, then a line a folder.
package struct FlavorRequest: Equatable, Sendable {
  /// Absolute paths of folders.
  package var folders: [String]
  /// A list of tags that the user named; "" for none.
  package var file = ""

  /// Reads a request; nil when it is none, as one for address books.
  package init?(_ json: JSON) {
    guard let marks = json["marks"], case .array(let list) = marks["folders"] else { return nil }
    folders = list.compactMap(\.string)
    file = marks["file"]?.string ?? ""
  }

  init(folders: [String], file: String) {
    (self.folders, self.file) = (folders, file)
  }

  /// The request as it is written to the child, on one line.
  var json: JSON {
    var members = [JSON.Member(key: "folders", value: .array(folders.map { .string($0) }))]
    if !file.isEmpty { members.append(JSON.Member(key: "file", value: .string(file))) }
    return ["marks": .object(members)]
  }

  /// What is found, as bytes to write.
  ///
  /// - Parameters:
  ///   - isThere: whether there is a file or folder with an absolute path.
  ///   - read: the bytes of a file of at most so many; nil if it cannot be read.
  /// - Returns: a line of JSON for each list, and for each folder.
  package func answer(_ isThere: (String) -> Bool, read: (String, Int) -> [UInt8]? = { _, _ in nil }) -> [UInt8] {
    var known: Set<String> = []
    var lines: [JSON] = []
    func list(_ path: String) {
      if known.insert(path).inserted { lines.append(TagList.read(path, read).json) }
    }
    if !file.isEmpty { list(file) }
    for folder in folders {
      let path = TagList.path(forFolder: folder, isThere)
      if let path { list(path) }
      let flavor = FlavorMarks.flavor(ofFolder: folder, isThere)
      let line: [JSON] = [.string(folder), flavor.map { .string($0.rawValue) } ?? .null]
      lines.append(.array(line + (path.map { [.string($0)] } ?? [])))
    }
    return lines.flatMap { Array(($0.text + "\n").utf8) }
  }

  /// What is known of a folder.
  struct Found: Equatable, Sendable {
    var flavor: Flavor?
    var list: TagList?
  }

  /// Reads what the child wrote; lines that are none are passed over.
  ///
  /// - Returns: what was found in each folder, and the lists by their paths.
  static func found(_ bytes: [UInt8]) -> (folders: [(folder: String, found: Found)], lists: [String: TagList]) {
    var (folders, lists): ([(String, Found)], [String: TagList]) = ([], [:])
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard let json = try? JSON.parse(Array(line)) else { continue }
      if let list = TagList(json) {
        lists[list.path] = list
      } else if case .array(let parts) = json, 2...3 ~= parts.count, let folder = parts[0].string {
        let list = parts.count > 2 ? parts[2].string.flatMap { lists[$0] } : nil
        folders.append((folder, Found(flavor: parts[1].string.flatMap { Flavor(rawValue: $0) }, list: list)))
      }
    }
    return (folders, lists)
  }
}
