import Candidates
import Fields

/// What a repository says of a message, beyond whom it could name.
package struct RepositoryFacts: Equatable, Sendable {
  /// What its configuration says of trailers.
  var trailers = TrailerRules()
  /// Who is who.
  var mailmap = MailmapTable()

  /// Nothing.
  init() {}

  /// What git says of the repository of a message, asked on the spot; nil for any other text, and where nothing is asked.
  ///
  /// - Parameters:
  ///   - text: the bytes of the message.
  ///   - languageId: as a client would say it; empty to go by name and content.
  ///   - path: the file's path; one that is not absolute belongs to no repository.
  ///   - settings: the user's, which may say that git is not asked.
  ///   - read: has git asked, and hands on what it says part by part.
  package init?(
    of text: [UInt8], languageId: String, path: String, _ settings: Settings,
    read: (HistoryRequest, (([UInt8]) -> Bool)) -> Void
  ) {
    guard settings.flag("git.enabled"), path.hasPrefix("/"),
      Finder.of(languageId: languageId, path: path, text: Text(text)) == .commit
    else { return nil }
    var repository = Repository()
    read(HistoryRequest(path: path, isBrief: true)) {
      repository.append($0)
      return true
    }
    repository.finish()
    self = repository.facts
  }
}

/// What is known of one repository: people, keys of trailers, and what bears on its messages.
struct Repository: Sendable {
  /// Who has written, signed or reviewed; searched like an address book.
  private(set) var people = Directory()
  /// Who maintains the files that the message changes, in the order in which they are to be told.
  private(set) var touched = Directory()
  /// All maintainers of the tree.
  private(set) var maintainers = Directory()
  /// The files that the message changed when it was asked.
  private(set) var files: [String] = []
  /// Keys that its commits have or its configuration names, those first that stand in most of the last commits.
  private(set) var keys: [(key: String, count: Int)] = []
  private(set) var facts = RepositoryFacts()
  /// Why git had nothing to say, in words.
  private(set) var problem: String?

  private var stream = LineStream(limit: HistoryStream.limit)
  /// Whose people the lines are that come; nil before anything says so.
  private var book: HistoryStream.Book?

  /// A repository of which nothing is known yet, asked for the maintainers of these files.
  init(files: [String] = []) {
    self.files = files
    people.begin()
    touched.begin()
    maintainers.begin()
  }

  /// Takes some bytes of what the child says, cut anywhere.
  mutating func append(_ part: [UInt8]) {
    for line in stream.lines(endedBy: part) { take(line) }
  }

  private mutating func take(_ line: [UInt8]) {
    switch HistoryStream.line(line[...]) {
    case .comment(let sign): if !sign.isEmpty { facts.trailers.comment = Array(sign.utf8) }
    case .separators(let signs): facts.trailers.readSeparators(signs)
    case .configured(let key): facts.trailers.keys.insert(key.lowercased())
    case .ending(let key, let ending): facts.trailers.endings[key.lowercased()] = ending
    case .mailmap(let line): facts.mailmap.add(line: line)
    case .problem(let words): problem = words
    case .key(let key, let count): keys.append((key, count))
    case .book(let next): book = next
    case .other:
      switch book {
      case nil: people.append(line + [10])
      case .touched?: touched.append(line + [10])
      case .maintainers?: maintainers.append(line + [10])
      }
    }
  }

  /// Ends what the child says.
  mutating func finish() {
    stream = LineStream(limit: HistoryStream.limit)
    people.finish(problem: nil)
    touched.finish(problem: nil)
    maintainers.finish(problem: nil)
  }
}

/// The repositories of the messages that were opened, by the folder in which the message lies.
struct Repositories: Sendable {
  private var known: [String: Repository] = [:]
  /// Folders in the order in which they were asked for last.
  private var order: [String] = []
  /// What children are saying, by the number of the ask.
  private var incoming: [Int: (folder: String, repository: Repository)] = [:]

  /// So many are kept.
  private static let limit = 8

  /// What is known of the repository of a message; nil before anything is.
  subscript(path: String) -> Repository? { known[Self.folder(path)] }

  /// Whether its repository is being read.
  func isAsked(_ path: String) -> Bool { incoming.values.contains { $0.folder == Self.folder(path) } }

  /// Whether an ask is for a repository.
  func holds(_ ask: Int) -> Bool { incoming[ask] != nil }

  /// The numbers of all asks that go on, in order.
  var asks: [Int] { incoming.keys.sorted() }

  /// Begins to read the repository of a message.
  mutating func begin(_ path: String, files: [String] = [], ask: Int) {
    incoming[ask] = (Self.folder(path), Repository(files: files))
  }

  /// Gives up what is asked about a message for other files than these.
  ///
  /// - Returns: the number of the ask.
  mutating func giveUp(_ path: String, unlessFor files: [String]) -> Int? {
    let folder = Self.folder(path)
    guard let ask = incoming.first(where: { $0.value.folder == folder && $0.value.repository.files != files })?.key
    else { return nil }
    incoming[ask] = nil
    return ask
  }

  /// Takes a part of what a child says.
  mutating func append(_ part: [UInt8], to ask: Int) {
    guard case (let folder, var repository)? = incoming.removeValue(forKey: ask) else { return }
    repository.append(part)
    incoming[ask] = (folder, repository)
  }

  /// Ends an ask; what it brought takes the place of what was known.
  ///
  /// - Returns: the folder of the messages that it is about.
  mutating func finish(_ ask: Int) -> String? {
    guard case (let folder, var repository)? = incoming.removeValue(forKey: ask) else { return nil }
    repository.finish()
    known[folder] = repository
    order.removeAll { $0 == folder }
    order.append(folder)
    while order.count > Self.limit { known[order.removeFirst()] = nil }
    return folder
  }

  /// The folder of a path.
  static func folder(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }
}
