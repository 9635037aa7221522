package import Candidates
import Fields

/// Looks through folders and counts the tags of the notes in them: the whole work of the child process, but for reading
/// and writing.
///
/// Files whose names say that they hold tags are read: Markdown, Org, BibTeX, LaTeX, packages, and those in which
/// fields stand that the user has described; of files that denote has named the name counts, too. What begins with a dot,
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
    /// What tells whether a file is still as it was; nil where nothing does, and it is read.
    package var stamp: (String) -> NoteStamp? = { _ in nil }
    /// Whether there is a file or folder with a path.
    package var isThere: (String) -> Bool = { _ in false }
    /// The time, on the clock of stamps.
    package var now = 0

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
  /// What was read before, and what is to be known the next time.
  package private(set) var cache: TagCache
  /// Whether all folders were looked through, so that the cache is whole.
  package private(set) var isComplete = false

  /// A scan of what a request names.
  ///
  /// - Parameters:
  ///   - request: the folders.
  ///   - world: the machine.
  ///   - cache: what was read before: a file that has not changed since is not read again.
  package init(_ request: TagRequest, in world: World, cache: TagCache = TagCache(nil, header: "")) {
    (self.request, self.world, self.cache) = (request, world, cache)
  }

  /// Looks through the folders and hands on what is found in parts of about 64 KiB.
  ///
  /// - Parameter write: takes a part; false ends the work.
  package mutating func run(write: ([UInt8]) -> Bool) {
    if !request.file.isEmpty, !readKeys(world.expanded(request.file), write) { return }
    for file in request.mentions {
      guard readMentions(file, write) else { return }
    }
    let request = request
    var walk = TagWalk(request, in: world, finder: { request.finder($0, Finder.ofNotes(path:)) })
    let isWhole = walk.run { found in
      switch found {
      case .folder(let path): return put(.folder(path), write)
      case .note(let path, let finder, let flavor): return readNote(path, finder, flavor, write)
      case .skipped: return true
      }
    }
    guard isWhole else { return }
    pending += TagStream.bytes(of: .ended(notes: notes, skipped: skipped))
    isComplete = write(pending)
    pending = []
  }

  private mutating func put(_ line: TagStream.Line, _ write: ([UInt8]) -> Bool) -> Bool {
    pending += TagStream.bytes(of: line)
    return putPending(write)
  }

  private mutating func putPending(_ write: ([UInt8]) -> Bool) -> Bool {
    guard pending.count >= 1 << 16 else { return true }
    defer { pending = [] }
    return write(pending)
  }

  private mutating func readNote(
    _ path: String, _ finder: Finder, _ flavor: Flavor?, _ write: ([UInt8]) -> Bool
  ) -> Bool {
    let isDescribed = request.custom.contains {
      $0.applies(toFile: path.split(separator: "/").last.map(String.init) ?? "")
    }
    if finder == .none, !isDescribed {
      var tags = NoteTags()
      tags.add(DenoteName(path: path))
      notes += 1
      return tags == NoteTags() || put(.note(path, tags), write)
    }
    // Asked before it is read, so that what changes meanwhile is read again the next time.
    let stamp = world.stamp(path)
    if let stamp, stamp.size <= request.maxBytes, let known = cache.known(path, stamp, flavor) {
      if known.isNote { notes += 1 } else { skipped += 1 }
      pending += known.line
      return putPending(write)
    }
    let (bytes, skip) = world.text(path, request.maxBytes)
    if skip == .unreadable {
      skipped += 1
      return true
    }
    guard skip == nil else {
      skipped += 1
      cache.keep(path, stamp, nil, flavor, now: world.now)
      return true
    }
    notes += 1
    let text = Text(bytes)
    var found = finder.find(
      in: text, FindingOptions(path: path, flavor: flavor, hasDefinitions: finder == .org))
    found.add(request.custom, toFile: path, in: text)
    var tags = NoteTags(
      found.fields.filter { TagVocabulary($0) != nil }.map { field in
        let value = text.bytes(field.valueRange)
        return (field, value, field.grammar.read(value, field.options))
      })
    tags.add(DenoteName(path: path))
    cache.keep(path, stamp, tags, flavor, now: world.now)
    return tags == NoteTags() || put(.note(path, tags), write)
  }

  /// Reads a list of tags that may be used.
  private mutating func readKeys(_ path: String, _ write: ([UInt8]) -> Bool) -> Bool {
    let list = TagList.read(path, world.read)
    if list.problem != nil { skipped += 1 }
    var tags = NoteTags()
    tags.definitions = list.tags
    return tags == NoteTags() || put(.note(path, tags), write)
  }

  /// Reads a file with somebody a line, the handle and behind a tab the name; remarks are those of a file of tags.
  private mutating func readMentions(_ path: String, _ write: ([UInt8]) -> Bool) -> Bool {
    guard let bytes = world.read(world.expanded(path), request.maxBytes), !bytes.prefix(8192).contains(0) else {
      skipped += 1
      return true
    }
    for line in Self.lines(of: bytes) {
      let columns = line.split(separator: 9, maxSplits: 2, omittingEmptySubsequences: false).map(Self.trimmed)
      var handle = columns[0]
      if handle.first == UInt8(ascii: "@") { handle = handle.dropFirst() }
      guard !handle.isEmpty else { continue }
      let name = columns.count > 1 ? String(decoding: columns[1], as: UTF8.self) : ""
      let line = TagStream.Line.mention(file: path, handle: String(decoding: handle, as: UTF8.self), name: name)
      guard put(line, write) else { return false }
    }
    return true
  }

  /// The lines of a file that are no remarks.
  private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split(whereSeparator: { $0 == 10 || $0 == 13 }).filter { line in
      let word = trimmed(line)
      return !word.starts(with: "# ".utf8) && !word.starts(with: "//".utf8)
    }
  }

  private static func trimmed(_ word: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var word = word
    while let last = word.last, last <= 32 { word = word.dropLast() }
    while let first = word.first, first <= 32 { word = word.dropFirst() }
    return word
  }
}
