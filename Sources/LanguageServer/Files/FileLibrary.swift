/// What is known of files that fields name: whether they are there, and what is in their folders.
struct FileLibrary: Sendable {
  /// What stands at a path.
  private(set) var looks: [String: FileLook] = [:]
  /// What is in folders, in the order of the names.
  private(set) var folders: [String: [FileEntry]] = [:]
  /// What is to be asked next.
  private(set) var wanted = FilesRequest()
  /// What is being asked.
  private(set) var asked = FilesRequest()
  private var stream = LineStream(limit: TagStream.limit)
  private var listing: [String: [FileEntry]] = [:]

  /// How many folders are remembered.
  private static let limit = 16

  /// Wants to know what stands at a path.
  ///
  /// - Parameters:
  ///   - path: as the field has it.
  ///   - isAnew: whether what is known of it may be old.
  mutating func want(_ path: String, isAnew: Bool) {
    guard isAnew || looks[path] == nil, !asked.look.contains(path), !wanted.look.contains(path) else { return }
    wanted.look.append(path)
  }

  /// Wants to know what is in a folder.
  mutating func want(folder: String, isAnew: Bool) {
    guard isAnew || folders[folder] == nil, !asked.list.contains(folder), !wanted.list.contains(folder) else { return }
    wanted.list.append(folder)
  }

  /// Takes what is wanted as asked; nil when nothing is.
  mutating func ask() -> FilesRequest? {
    guard !wanted.isEmpty, asked.isEmpty else { return nil }
    (asked, wanted, stream, listing) = (wanted, FilesRequest(), LineStream(limit: TagStream.limit), [:])
    if folders.count > Self.limit { folders = [:] }
    return asked
  }

  /// Takes some bytes of what a child says, cut anywhere; lines that are none are passed over.
  mutating func append(_ part: [UInt8]) {
    for line in stream.lines(endedBy: part) {
      switch FilesStream.line(line[...]) {
      case .look(let path, let look)?: looks[path] = look
      case .entry(let folder, let entry)?: listing[folder, default: []].append(entry)
      case nil: break
      }
    }
  }

  /// Ends what was asked; what was not answered is not known.
  mutating func finish() {
    for folder in asked.list { folders[folder] = listing[folder] ?? [] }
    (asked, listing) = (FilesRequest(), [:])
  }
}

/// What stands at a path.
package enum FileLook: String, CaseIterable, Sendable {
  case file, folder, nothing
}

/// Something in a folder.
package struct FileEntry: Equatable, Sendable {
  /// Its name.
  package var name: String
  /// Whether it is a folder.
  package var isFolder: Bool

  /// Makes an entry.
  package init(name: String, isFolder: Bool) {
    (self.name, self.isFolder) = (name, isFolder)
  }
}
