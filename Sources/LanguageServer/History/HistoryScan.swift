import Candidates
import Fields

/// Asks git who has written, signed and reviewed what, and with which keys: the whole work of the child process, but for
/// starting git and for reading and writing.
///
/// git is called with fixed arguments, under which no configuration of a repository makes it start anything.
package struct HistoryScan {
  /// What a machine can be asked.
  package struct World {
    /// What git says to these arguments, and what it complained of; nil where there is no git.
    package var git: ([String]) -> (output: [UInt8], problem: String?)?
    /// The bytes of a file of at most so many; nil if it cannot be read.
    package var read: (String, Int) -> [UInt8]?
    /// The path of a file or folder without links.
    package var real: (String) -> String

    /// Makes a world of these functions.
    package init(
      git: @escaping ([String]) -> (output: [UInt8], problem: String?)?, read: @escaping (String, Int) -> [UInt8]?,
      real: @escaping (String) -> String
    ) {
      (self.git, self.read, self.real) = (git, read, real)
    }
  }

  /// So many of the last commits are read.
  package static let commits = 5000
  /// The largest `.mailmap` that is read, in bytes.
  private static let mailmapLimit = 4 << 20
  /// The largest `MAINTAINERS` that is read, in bytes; that of Linux has one megabyte.
  private static let maintainersLimit = 16 << 20
  /// So many folders above a message are looked into.
  private static let depth = 64

  private let request: HistoryRequest
  private let world: World

  /// A scan of the repository of a message.
  package init(_ request: HistoryRequest, in world: World) {
    (self.request, self.world) = (request, world)
  }

  /// Asks git and hands on what it says.
  ///
  /// - Parameter write: takes a part; false ends the work.
  /// - Returns: why nothing can be told, in words; nil when all is well.
  package func run(write: ([UInt8]) -> Bool) -> String? {
    if request.isMail {
      // Mail lies anywhere; what is opened beside it is the next best.
      let folders = [Self.parent(of: world.real(request.path))] + request.roots
      if let root = folders.lazy.compactMap({ tree(above: $0) }).first { _ = hand(maintainers(root), write) }
      return nil
    }
    let folder = Self.folder(of: world.real(request.path), read: world.read)
    guard let root = git(in: folder, "rev-parse", "--show-toplevel") else { return "git: no such program" }
    guard root.problem == nil else { return root.problem }
    var top = root.output
    while let last = top.last, last == Byte.lineFeed || last == Byte.carriageReturn { top.removeLast() }
    let place = String(decoding: top, as: UTF8.self)
    var history = History()
    let wanted =
      #"^(core\.comment(char|string)|trailer\.separators|trailer\..*\.(key|command|cmd|where|ifexists|ifmissing)|mailmap\.file)$"#
    history.readConfiguration(git(in: place, "config", "--null", "--get-regexp", wanted)?.output ?? [])
    for file in [place + "/.mailmap"] + history.mailmaps.map({ $0.hasPrefix("/") ? $0 : place + "/" + $0 }) {
      history.readMailmap(world.read(file, Self.mailmapLimit) ?? [])
    }
    let log =
      request.isBrief
      ? nil
      : git(
        in: place, "log", "-z", "--no-color", "--no-mailmap", "--encoding=UTF-8", "--max-count=\(Self.commits)",
        "--format=\(CommitRecord.format)")
    history.readLog(log?.output ?? [])
    let isHeard = hand(history.lines(place) + (request.isBrief ? [] : maintainers(place)), write)
    return isHeard ? log?.problem : nil
  }

  /// Writes part by part; false when nobody listens any more.
  private func hand(_ lines: [UInt8], _ write: ([UInt8]) -> Bool) -> Bool {
    var bytes = lines[...]
    while !bytes.isEmpty {
      guard write(Array(bytes.prefix(1 << 16))) else { return false }
      bytes = bytes.dropFirst(1 << 16)
    }
    return true
  }

  /// The root of the work tree in which a folder lies, found without asking git; nil where there is none.
  private func tree(above folder: String) -> String? {
    var place = folder
    for _ in 0..<Self.depth {
      // Of a tree beside the first one `.git` is a file.
      if world.read(place + "/.git/HEAD", 4096) != nil || world.read(place + "/.git", 4096) != nil { return place }
      if place == "/" { return nil }
      place = Self.parent(of: place)
    }
    return nil
  }

  /// The people of the tree's `MAINTAINERS`, those of the files that are changed before all.
  private func maintainers(_ root: String) -> [UInt8] {
    let path = (root == "/" ? "" : root) + "/MAINTAINERS"
    guard let bytes = world.read(path, Self.maintainersLimit) else { return [] }
    let file = MaintainersFile(bytes)
    var expressions: [String: Pattern?] = [:]
    let touched = file.people(of: request.files) { expression, path in
      // It may be found anywhere in a path. Blanks in it mean nothing; what repeats by number could cost far more than
      // its letters say.
      let written = expression.contains("{") ? nil : ".*(" + expression.filter { $0 != " " } + ").*"
      let known = expressions[expression] ?? written.flatMap { try? Pattern($0) }
      expressions[expression] = .some(known)
      return known?.matches(path)
    }
    var lines: [UInt8] = []
    for (book, records) in [(HistoryStream.Book.touched, touched), (.maintainers, file.records)] where !records.isEmpty
    {
      lines += HistoryStream.bytes(of: .book(book))
      var writer = RecordWriter()
      writer.begin(Source(kind: .maintainers, path: path))
      for record in records { writer.write(record) }
      writer.end(skipped: 0, faults: 0, milliseconds: 0, problem: nil)
      lines += writer.take()
    }
    return lines
  }

  private func git(in folder: String, _ arguments: String...) -> (output: [UInt8], problem: String?)? {
    world.git(
      [
        "--no-pager", "-c", "log.showSignature=false", "-c", "core.fsmonitor=false", "-c", "core.quotePath=false", "-C",
        folder,
      ] + arguments)
  }

  /// The folder in which git is called for a message: where the files of its work tree lie.
  ///
  /// `.git` of a work tree beside the first one is a file, and what belongs to it lies in `.git/worktrees/NAME`, with the
  /// way back in `gitdir`; of a module in `.git/modules/NAME`, whose configuration names the tree.
  private static func folder(of path: String, read: (String, Int) -> [UInt8]?) -> String {
    let folder = parent(of: path)
    if let back = read(folder + "/gitdir", 4096) {
      let line = String(decoding: back.prefix { $0 >= Byte.space }, as: UTF8.self)
      if !line.isEmpty { return parent(of: line.hasPrefix("/") ? line : folder + "/" + line) }
    }
    if folder.hasSuffix("/.git") { return parent(of: folder) }
    guard folder.contains("/.git/modules/"), let configuration = read(folder + "/config", 1 << 20) else {
      return folder
    }
    for line in String(decoding: configuration, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: "=", maxSplits: 1).map { $0.trimmed }
      if parts.count == 2, parts[0].lowercased() == "worktree" {
        return parts[1].hasPrefix("/") ? parts[1] : folder + "/" + parts[1]
      }
    }
    return folder
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }
}

extension Substring {
  /// Without the blanks around it.
  fileprivate var trimmed: String {
    var text = self
    while text.first?.isWhitespace ?? false { text.removeFirst() }
    while text.last?.isWhitespace ?? false { text.removeLast() }
    return String(text)
  }
}
