import Candidates
import Fields
import Host
import LanguageServer
import Wire

extension World {
  /// Runs the program of a request to its end, or until its time has passed.
  func run(_ request: CommandRequest) -> CommandRequest.Said {
    guard let program = program(request.argv) else {
      return CommandRequest.Said(output: [], problem: Self.noProgram(request.argv))
    }
    let said = program.run(limit: CommandRequest.outputLimit, milliseconds: request.milliseconds)
    let problem =
      switch said.cut {
      case .time?: "took longer than \(request.milliseconds) ms"
      case .length?: "said more than \(CommandRequest.outputLimit) bytes"
      case nil: said.problem
      }
    // grep, lbdbq and abook end so when they find nobody; whoever complains says why.
    let isEmptyHanded = said.code == 1 && (problem?.hasPrefix("the program ended") ?? true)
    return CommandRequest.Said(output: said.output, problem: problem, isEmptyHanded: isEmptyHanded)
  }

  /// The program that words name: by its name in a folder of `PATH`, or by a path; nil where there is none.
  func program(_ argv: [String]) -> Program? {
    guard let name = argv.first else { return nil }
    guard name.contains("/") else {
      return Program.named(name, in: variables["PATH"] ?? "", arguments: Array(argv.dropFirst()))
    }
    let path = expanded(name)
    return path.hasPrefix("/") && isThere(path) ? Program(path, arguments: argv) : nil
  }

  /// What is said where there is no such program.
  static func noProgram(_ argv: [String]) -> String {
    "\(Plain.line(argv.first ?? "")): no such program"
  }
}

extension World {
  /// The people of a repository's last commits, and why git has nothing to say.
  ///
  /// A commit is no mail: how many there are says nothing of whom the user writes to.
  func committers(_ path: String) -> (reading: SourceReading, problem: String?) {
    var reading = SourceReading()
    let folder = real(path)
    guard let request = HistoryRequest(["history": ["path": .string(folder + "/.git/COMMIT_EDITMSG")]]) else {
      return (reading, "is no absolute path")
    }
    var book = Directory()
    book.begin()
    let problem = readHistory(request) {
      book.append($0)
      return true
    }
    book.finish(problem: nil)
    reading.records = book.matches("", limit: .max / 2).map { match in
      var record = Record(name: match.name, address: match.address)
      record.nicknames = match.nickname.map { [$0] } ?? []
      record.last = match.last
      return record
    }
    return (reading, problem)
  }
}

extension World {
  /// So much of what notmuch and mu say is read, and so long they may take.
  private static let (mailLimit, mailMilliseconds) = (64 << 20, 60_000)

  /// What notmuch or mu knows of people, asked with fixed words; a `path` is its database, of mu its folder.
  func correspondents(_ source: Source, own: [String]) -> (reading: SourceReading, problem: String?) {
    let isNamed = source.path != source.kind.rawValue
    var words = ["cfind", "--format=json"] + (isNamed ? ["--muhome=\(source.path)"] : [])
    if source.kind == .notmuch {
      // Whom one has written to, if it is known who one is; else everybody who writes.
      let mine = own.map { "from:\($0)" }.joined(separator: " or ")
      words = ["address", "--format=json", "--output=\(mine.isEmpty ? "sender" : "recipients")", "--output=count"]
      words += ["--deduplicate=address", "--", mine.isEmpty ? "*" : mine]
    }
    guard var program = Program.named(source.kind.rawValue, in: variables["PATH"] ?? "", arguments: words) else {
      return (SourceReading(), Self.noProgram([source.kind.rawValue]))
    }
    if isNamed, source.kind == .notmuch { program.added = ["NOTMUCH_DATABASE": source.path] }
    var said = program.run(limit: Self.mailLimit, milliseconds: Self.mailMilliseconds)
    var reading = SourceFormat.json.read(said.output, mailboxes: Mailboxes.read)
    if source.kind == .mu, reading.records.isEmpty, said.problem?.contains("format") ?? false {
      // Before version 1.10 it knew no JSON.
      program.arguments = program.arguments.map { $0 == "--format=json" ? "--format=mutt-ab" : $0 }
      said = program.run(limit: Self.mailLimit, milliseconds: Self.mailMilliseconds)
      reading = SourceFormat.queryTSV.read(said.output, mailboxes: Mailboxes.read)
    }
    return (reading, said.cut == .time ? "took longer than \(Self.mailMilliseconds) ms" : said.problem)
  }
}

extension Script {
  /// Asks all programs of the settings for a query, one after another.
  ///
  /// - Returns: Whom they named, in their order, each address once; and what went wrong, a line each.
  func ask(_ query: String, in world: World) -> (matches: [Match], problems: [String]) {
    var matches: [Match] = []
    var problems: [String] = []
    var known: Set<String> = []
    for request in session.commandRequests(query) {
      var book = Directory()
      book.begin()
      book.append(request.answer(running: world.run))
      book.finish(problem: nil)
      if let problem = book.sources.first?.problem { problems.append("command \(request.name): \(problem)") }
      for match in book.matches("", limit: CommandRequest.most) {
        if match.address.isEmpty || known.insert(Address.key(match.address)).inserted { matches.append(match) }
      }
    }
    return (matches, problems)
  }
}
