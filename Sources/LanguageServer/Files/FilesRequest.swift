package import Wire

/// What the child that looks at files is told.
package struct FilesRequest: Equatable, Sendable {
  /// Paths of which is asked what stands there, as fields have them: `~/` and relative ones, too.
  package var look: [String] = []
  /// Folders of which is asked what is in them.
  package var list: [String] = []

  init() {}

  /// Reads a request; nil when it is none, as one for address books.
  package init?(_ json: JSON) {
    guard let files = json["files"], case .object = files else { return nil }
    (look, list) = (files.texts("look"), files.texts("list"))
  }

  /// Whether nothing is asked.
  var isEmpty: Bool { look.isEmpty && list.isEmpty }

  /// The request as it is written to the child, on one line.
  var json: JSON {
    ["files": ["look": .array(look.map { .string($0) }), "list": .array(list.map { .string($0) })]]
  }

  /// The most of a folder that is told.
  private static let most = 5_000

  /// Answers the request: the whole work of the child, but for looking.
  ///
  /// - Parameters:
  ///   - looking: what stands at a path.
  ///   - listing: what is in a folder; nil for none that can be read.
  /// - Returns: the lines of the answer.
  package func answer(looking: (String) -> FileLook, listing: (String) -> [FileEntry]?) -> [UInt8] {
    var bytes: [UInt8] = []
    for path in look { bytes += FilesStream.bytes(of: .look(path, looking(path))) }
    for folder in list {
      for entry in (listing(folder) ?? []).prefix(Self.most) { bytes += FilesStream.bytes(of: .entry(folder, entry)) }
    }
    return bytes
  }
}

/// The lines by which the child that looks at files answers: `look⇥PATH⇥KIND` and `entry⇥FOLDER⇥NAME⇥KIND`, with `\t`,
/// `\n` and `\\` escaped in paths.
enum FilesStream {
  /// One line.
  enum Line: Equatable, Sendable {
    case look(String, FileLook)
    case entry(String, FileEntry)
  }

  /// A line with its end.
  static func bytes(of line: Line) -> [UInt8] {
    switch line {
    case .look(let path, let look):
      Array("look\t".utf8) + TagStream.escaped(path) + Array("\t\(look.rawValue)\n".utf8)
    case .entry(let folder, let entry):
      Array("entry\t".utf8) + TagStream.escaped(folder) + [9] + TagStream.escaped(entry.name)
        + Array("\t\(entry.isFolder ? FileLook.folder.rawValue : FileLook.file.rawValue)\n".utf8)
    }
  }

  /// Reads a line without its end; nil for one that is none.
  static func line(_ bytes: ArraySlice<UInt8>) -> Line? {
    let columns = bytes.split(separator: 9, omittingEmptySubsequences: false)
    guard let kind = columns.first.map({ String(decoding: $0, as: UTF8.self) }),
      let look = columns.last.flatMap({ FileLook(rawValue: String(decoding: $0, as: UTF8.self)) })
    else { return nil }
    switch (kind, columns.count) {
    case ("look", 3): return .look(TagStream.unescaped(columns[1]), look)
    case ("entry", 4):
      return .entry(
        TagStream.unescaped(columns[1]), FileEntry(name: TagStream.unescaped(columns[2]), isFolder: look == .folder))
    default: return nil
    }
  }
}
