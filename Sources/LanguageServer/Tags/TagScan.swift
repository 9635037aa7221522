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

  private let request: TagRequest
  private let world: World
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
    var walk = TagWalk(request, in: world)
    let isWhole = walk.run { found in
      switch found {
      case .folder(let path): return put(.folder(path), write)
      case .note(let path, let finder, let flavor): return readNote(path, finder, flavor, write)
      case .skipped: return true
      }
    }
    guard isWhole else { return }
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

  private mutating func readNote(
    _ path: String, _ finder: Finder, _ flavor: Flavor?, _ write: ([UInt8]) -> Bool
  ) -> Bool {
    let (bytes, skip) = world.text(path, request.maxBytes)
    if skip != nil {
      skipped += 1
      return true
    }
    notes += 1
    let text = Text(bytes)
    let found = finder.find(
      in: text, FindingOptions(path: path, flavor: flavor, hasDefinitions: finder == .org))
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
}
