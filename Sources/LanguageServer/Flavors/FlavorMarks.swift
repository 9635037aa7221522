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

/// What the child that looks for marks is told, and what it writes: a line a folder.
package struct FlavorRequest: Equatable, Sendable {
  /// Absolute paths of folders.
  package var folders: [String]

  /// Reads a request; nil when it is none, as one for address books.
  package init?(_ json: JSON) {
    guard let marks = json["marks"], case .array(let list) = marks["folders"] else { return nil }
    folders = list.compactMap(\.string)
  }

  init(folders: [String]) {
    self.folders = folders
  }

  /// The request as it is written to the child, on one line.
  var json: JSON {
    ["marks": ["folders": .array(folders.map { .string($0) })]]
  }

  /// What is found, as bytes to write.
  ///
  /// - Parameter isThere: whether there is a file or folder with an absolute path.
  /// - Returns: a line of JSON for each folder.
  package func answer(_ isThere: (String) -> Bool) -> [UInt8] {
    folders.flatMap { folder -> [UInt8] in
      let flavor = FlavorMarks.flavor(ofFolder: folder, isThere)
      let line: JSON = [.string(folder), flavor.map { .string($0.rawValue) } ?? .null]
      return Array((line.text + "\n").utf8)
    }
  }

  /// Reads what the child wrote; lines that are none are passed over.
  static func flavors(_ bytes: [UInt8]) -> [(folder: String, flavor: Flavor?)] {
    bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      guard case .array(let pair) = try? JSON.parse(Array(line)), pair.count == 2, let folder = pair[0].string else {
        return nil
      }
      return (folder, pair[1].string.flatMap { Flavor(rawValue: $0) })
    }
  }
}
