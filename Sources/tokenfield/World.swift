import Candidates
import Fields
import Host
import LanguageServer
import Wire

/// The machine as far as the program looks at it: the environment, and files that are read.
struct World {
  /// The environment's variables.
  let variables: [String: String]

  /// The largest address book that is read, in bytes.
  static let bookLimit = 1 << 30
  /// The largest draft, transcript or configuration that is read, in bytes.
  static let textLimit = 256 << 20

  /// How many bytes of one answer of git are read, and how long it may take.
  static let (gitLimit, gitMilliseconds) = (32 << 20, 10_000)

  /// The user's folder; nil when the environment names none.
  var home: String? {
    variables["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  /// Where the user's configuration is looked for; nil when the environment names no folder for it.
  var configurationPath: String? {
    let folder = variables["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home.map { $0 + "/.config" }
    return folder.map { $0 + "/tokenfield/config.json" }
  }

  /// A path with a leading `~/` put in place.
  func expanded(_ path: String) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home else { return path }
    return home + path.dropFirst()
  }

  /// A regular file that holds text; binary files, devices and pipes are refused with a reason.
  func book(_ path: String) -> Result<[UInt8], Problem> {
    switch readFile(path, limit: Self.bookLimit) {
    case .failure(let problem): .failure(problem)
    // Of our own file a line may be spoilt, and all others count.
    case .success(let bytes):
      Self.isBinary(bytes) && path != historyPath && path != correctionsPath
        ? .failure(Problem(path, "holds no text")) : .success(bytes)
    }
  }

  /// What is in a folder; nil if it is none that can be read.
  func entries(_ path: String) -> [Entry]? {
    guard case .success(let entries) = list(path) else { return nil }
    return entries.compactMap { entry in
      switch entry.kind {
      case .file: Entry(name: entry.name, kind: .file)
      case .directory: Entry(name: entry.name, kind: .folder)
      case .other: nil
      }
    }
  }

  /// Whether there is a file or folder with a path.
  func isThere(_ path: String) -> Bool {
    resolve(path) != nil
  }

  /// The path of a file without links.
  func real(_ path: String) -> String {
    resolve(path) ?? path
  }

  /// What stands at a path that a draft names.
  func look(_ path: String) -> FileLook {
    switch fileKind(expanded(path)) {
    case .file?: .file
    case .directory?: .folder
    case .other?, nil: .nothing
    }
  }

  /// What is in a folder that a draft names; nil if it is none that can be read.
  func folder(_ path: String) -> [FileEntry]? {
    guard case .success(let found) = list(expanded(path)) else { return nil }
    return found.filter { $0.kind != .other }.map { FileEntry(name: $0.name, isFolder: $0.kind == .directory) }
  }

  /// Where what can be found out again is kept; nil when the environment names no folder for it.
  var cachePath: String? {
    let folder = variables["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home.map { $0 + "/.cache" }
    return folder.map { $0 + "/tokenfield" }
  }

  /// The file of whom the user has written to; nil when the environment names no folder for it.
  var historyPath: String? { statePath.map { $0 + "/history.tsv" } }

  /// The file of findings that are never said again of an address or a tag.
  var ignorePath: String? { statePath.map { $0 + "/ignore" } }

  /// Where what the program has to remember is kept; nil when the environment names no folder for it.
  private var statePath: String? {
    let folder =
      variables["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home.map { $0 + "/.local/state" }
    return folder.map { $0 + "/tokenfield" }
  }

  /// The file of what the user has said of people, beside it; nil when the environment names no folder for it.
  var correctionsPath: String? { statePath.map { $0 + "/corrections.tsv" } }

  /// Does what the daemon asks of a child, address books aside, and hands on what is found part by part; false ends the
  /// work.
  ///
  /// - Parameters:
  ///   - json: the request.
  ///   - countsTags: whether tags are counted if that is what is asked.
  ///   - write: takes a part.
  /// - Returns: whether it was such a request.
  func answer(_ json: JSON, countsTags: Bool = true, write: ([UInt8]) -> Bool) -> Bool {
    // A search is a count with something to look for.
    if let request = TagSearchRequest(json) {
      request.run(in: notes, write: write)
    } else if let request = TagRequest(json) {
      if countsTags { countTags(request, write: write) }
    } else if let request = FilesRequest(json) {
      _ = write(request.answer(looking: look, listing: folder))
    } else if let request = FlavorRequest(json) {
      _ = write(request.answer(isThere, read: { try? readFile(expanded($0), limit: $1).get() }))
    } else if let request = LearnRequest(json) {
      // Whatever becomes of the one who asked, it is written first.
      let problem = remember(request.kind, request.people)
      if let problem { _ = write(LearnRequest.ending(problem: problem.text)) } else { _ = write(records(of: request)) }
    } else if let request = CorrectRequest(json) {
      let problem = correct(request.kind, request.addresses)
      if let problem { _ = write(LearnRequest.ending(problem: problem.text)) } else { _ = write(records(of: request)) }
    } else if let request = IgnoreRequest(json) {
      if let problem = ignore(request) { _ = write(LearnRequest.ending(problem: problem.text)) }
    } else if let request = CommandRequest(json) {
      _ = write(request.answer(running: run))
    } else if let request = HistoryRequest(json) {
      let problem = readHistory(request, write: write)
      _ = write(HistoryRequest.ending(problem: problem))
    } else {
      return false
    }
    return true
  }

  /// Counts the tags of notes, and hands on what is found part by part; false ends the work.
  ///
  /// Files that have not changed since the last time are not read; what was read is kept in the user's cache.
  func countTags(_ request: TagRequest, write: ([UInt8]) -> Bool) {
    var machine = notes
    machine.stamp = { path in
      stamp(path).map { NoteStamp(modified: $0.modified, changed: $0.changed, size: $0.size) }
    }
    machine.now = wallNanoseconds()
    let file = cachePath.map { $0 + "/" + request.cacheName }
    let known = file.flatMap { try? readFile($0, limit: Self.textLimit).get() }
    // Another program may read notes otherwise, though it has the same version.
    let program = stamp(Program.index.path)
    let header = "\(version) \(program?.modified ?? 0) \(program?.size ?? 0) \(request.habits)"
    var scan = TagScan(request, in: machine, cache: TagCache(known, header: header))
    scan.run(write: write)
    // A cache that cannot be written costs time and nothing else.
    if scan.isComplete, let file, let news = scan.cache.news { _ = writePrivateFile(file, with: news) }
  }

  /// The machine as notes are looked for on it.
  var notes: TagScan.World {
    var machine = TagScan.World(
      read: { try? readFile($0, limit: $1).get() }, list: { entries($0) }, real: { real($0) },
      expanded: { expanded($0) }, home: home)
    machine.isThere = { isThere($0) }
    return machine
  }

  /// Asks git about the repository of a message, and hands on what it says part by part; false ends the work.
  ///
  /// - Returns: why nothing can be told; nil when all is well.
  func readHistory(_ request: HistoryRequest, write: ([UInt8]) -> Bool) -> String? {
    // What `git commit` tells its editor is about its own repository, and this may be another one.
    let hidden = variables.keys.filter { $0.hasPrefix("GIT_") && !$0.hasPrefix("GIT_CONFIG_") && $0 != "GIT_EXEC_PATH" }
    let scan = HistoryScan(
      request,
      in: HistoryScan.World(
        git: { arguments in
          guard var git = Program.named("git", in: variables["PATH"] ?? "", arguments: arguments) else { return nil }
          git.hidden = hidden
          git.added = ["LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1"]
          let said = git.run(limit: Self.gitLimit, milliseconds: Self.gitMilliseconds)
          return (said.output, said.problem)
        }, read: { try? readFile($0, limit: $1).get() }, real: { real($0) }))
    return scan.run(write: write)
  }

  /// Where the usual address books are, and where they are not.
  func discovery() -> Discovery {
    .of(
      environment: variables, read: { try? book($0).get() }, list: { entries($0) }, real: { real($0) },
      reason: { path in
        guard case .failure(let problem) = book(path), !problem.isAbsence else { return nil }
        return problem.reason
      })
  }

  /// A file that the user named: `-` is standard input, and pipes such as `/dev/fd/63` are read as well.
  func input(_ path: String?) throws(Stop) -> [UInt8] {
    let result =
      if let path, path != "-" {
        readFile(path, limit: Self.textLimit, acceptsPipes: true)
      } else {
        readStandardInput(limit: Self.textLimit)
      }
    switch result {
    case .success(let bytes): return bytes
    case .failure(let problem): throw .failure(problem.text)
    }
  }

  /// Whether bytes are no text: NUL near the start, but for UTF-16, whose reader says so itself.
  private static func isBinary(_ bytes: [UInt8]) -> Bool {
    let isWide = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    return !isWide && bytes.prefix(8192).contains(0)
  }
}
