package import Candidates
import Fields

/// Looks through folders and counts the tags of the notes in them: the whole work of the child process, but for reading
/// and writing.
///
/// Files whose names say that they hold tags are read: Markdown, Org, BibTeX, LaTeX, package.json. What begins with a dot,
/// `node_modules` and what a `.gitignore` names is passed over; so are files that are binary, too large, or cannot be read.
package struct TagScan {
  /// What a machine can be asked.
  package struct World {
    /// The bytes of a file of at most so many; nil if it cannot be read.
    package var read: (String, Int) -> [UInt8]?
    /// What is in a folder, links followed; nil if it is none that can be read.
    package var list: (String) -> [Entry]?
    /// The path of a file or folder without links.
    package var real: (String) -> String
    /// A path as a user writes it, made absolute.
    package var expanded: (String) -> String
    /// The user's folder; nil when it is not known.
    package var home: String?

    /// Makes a world of these functions.
    package init(
      read: @escaping (String, Int) -> [UInt8]?, list: @escaping (String) -> [Entry]?,
      real: @escaping (String) -> String, expanded: @escaping (String) -> String, home: String?
    ) {
      (self.read, self.list, self.real, self.expanded, self.home) = (read, list, real, expanded, home)
    }
  }

  /// How deep folders are looked into, and how many of them.
  private static let (depth, folders) = (32, 50_000)

  private let request: TagRequest
  private let world: World
  private var seen: Set<String> = []
  private var (notes, skipped) = (0, 0)
  private var pending: [UInt8] = []

  /// A scan of what a request names.
  package init(_ request: TagRequest, in world: World) {
    (self.request, self.world) = (request, world)
  }

  /// Looks through the folders and hands on what is found in parts of about 64 KiB.
  ///
  /// - Parameter write: takes a part; false ends the work.
  package mutating func run(write: ([UInt8]) -> Bool) {
    if !request.file.isEmpty, !readKeys(world.expanded(request.file), write) { return }
    let home = world.home.map(world.real)
    let roots = request.roots.filter { $0 != "/" && world.real($0) != home }
    for folder in request.folders.map(world.expanded) + roots {
      guard let entries = world.list(folder), seen.insert(world.real(folder)).inserted else { continue }
      guard put(.folder(folder), write), walk(folder, entries, write) else { return }
    }
    pending += TagStream.bytes(of: .ended(notes: notes, skipped: skipped))
    _ = write(pending)
    pending = []
  }

  private mutating func put(_ line: TagStream.Line, _ write: ([UInt8]) -> Bool) -> Bool {
    pending += TagStream.bytes(of: line)
    guard pending.count >= 1 << 16 else { return true }
    defer { pending = [] }
    return write(pending)
  }

  /// A folder that waits to be looked through, with what is left out in it.
  private struct Waiting {
    var path: String
    var names: [String]
    var entries: [Entry]
    /// The `.gitignore` files of it and of those above, each with the number of names to its folder.
    var ignores: [(file: IgnoreFile, depth: Int)]
  }

  private mutating func walk(_ root: String, _ entries: [Entry], _ write: ([UInt8]) -> Bool) -> Bool {
    var waiting = [Waiting(path: root, names: [], entries: entries, ignores: [])]
    while var folder = waiting.popLast() {
      if folder.entries.contains(where: { $0.name == ".gitignore" && $0.kind == .file }),
        let bytes = world.read(Self.join(folder.path, ".gitignore"), request.maxBytes)
      {
        folder.ignores.append((IgnoreFile(bytes), folder.names.count))
      }
      var inner: [Waiting] = []
      for entry in folder.entries.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
      where !entry.name.hasPrefix(".") {
        let names = folder.names + [entry.name]
        let isFolder = entry.kind == .folder
        if isFolder, entry.name == "node_modules" || names.count > Self.depth || seen.count >= Self.folders { continue }
        let finder = isFolder ? nil : Finder.ofNotes(path: entry.name)
        guard isFolder || finder != nil, !Self.isIgnored(names, isFolder, folder.ignores) else { continue }
        let path = Self.join(folder.path, entry.name)
        if let finder {
          guard notes + skipped < request.maxFiles else { return true }
          guard readNote(path, finder, write) else { return false }
        } else if seen.insert(world.real(path)).inserted, let entries = world.list(path) {
          inner.append(Waiting(path: path, names: names, entries: entries, ignores: folder.ignores))
        }
      }
      waiting += inner.reversed()
    }
    return true
  }

  private static func isIgnored(
    _ names: [String], _ isFolder: Bool, _ ignores: [(file: IgnoreFile, depth: Int)]
  ) -> Bool {
    for (file, depth) in ignores.reversed() {
      if let isIgnored = file.ignores(Array(names[depth...]), isFolder: isFolder) { return isIgnored }
    }
    return false
  }

  private mutating func readNote(_ path: String, _ finder: Finder, _ write: ([UInt8]) -> Bool) -> Bool {
    guard let bytes = world.read(path, request.maxBytes), !bytes.prefix(8192).contains(0) else {
      skipped += 1
      return true
    }
    notes += 1
    let text = Text(bytes)
    let found = finder.find(
      in: text, FindingOptions(path: path, flavor: request.flavor, hasDefinitions: finder == .org))
    let tags = NoteTags(
      found.fields.filter { TagVocabulary($0) != nil }.map { field in
        let value = text.bytes(field.valueRange)
        return (field, value, field.grammar.read(value, field.options))
      })
    return tags == NoteTags() || put(.note(path, tags), write)
  }

  /// Reads a file with one tag a line; lines that begin with `# ` or `//` are remarks, and what stands behind a tab is.
  private mutating func readKeys(_ path: String, _ write: ([UInt8]) -> Bool) -> Bool {
    guard let bytes = world.read(path, request.maxBytes), !bytes.prefix(8192).contains(0) else {
      skipped += 1
      return true
    }
    var tags = NoteTags()
    for line in bytes.split(whereSeparator: { $0 == 10 || $0 == 13 }) {
      var word = line.prefix { $0 != 9 }
      while let last = word.last, last <= 32 { word = word.dropLast() }
      while let first = word.first, first <= 32 { word = word.dropFirst() }
      if word.starts(with: "# ".utf8) || word.starts(with: "//".utf8) { continue }
      if word.first == UInt8(ascii: "#") { word = word.dropFirst() }
      if !word.isEmpty { tags.definitions.append(String(decoding: word, as: UTF8.self)) }
    }
    return tags == NoteTags() || put(.note(path, tags), write)
  }

  private static func join(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }
}
