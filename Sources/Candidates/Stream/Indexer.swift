/// Reads sources and writes what they say: the whole work of the child process, except for reading and writing.
package struct Indexer {
  private let read: (String) -> [UInt8]?
  private let list: (String) -> [Entry]?
  private let real: (String) -> String
  private let now: () -> Int
  private let reason: (String) -> String?
  private let parts: (String, (ArraySlice<UInt8>) -> Bool) -> String?
  private let own: [String]
  private let today: String
  private let asked: (Source) -> (reading: SourceReading, problem: String?)
  private let mailboxes: MailboxReader

  /// An indexer in a world of these functions.
  ///
  /// - Parameters:
  ///   - read: The bytes of a file, nil if it cannot be read.
  ///   - list: What is in a folder, nil if the path is no folder that can be read.
  ///   - real: The path of a file without links, by which it is known.
  ///   - now: A clock in milliseconds.
  ///   - reason: Why a file could not be read just now; nil if that is not known.
  ///   - parts: Hands on a file part by part until false is given back, and says why it cannot be read.
  ///   - own: The user's own addresses.
  ///   - today: The day, as `YYYY-MM-DD`.
  ///   - asked: What somebody says who has to be asked, rather than a file that is read, and what went wrong.
  ///   - mailboxes: Reads address lists.
  package init(
    read: @escaping (String) -> [UInt8]?, list: @escaping (String) -> [Entry]?,
    real: @escaping (String) -> String = { $0 }, now: @escaping () -> Int = { 0 },
    reason: @escaping (String) -> String? = { _ in nil },
    parts: ((String, (ArraySlice<UInt8>) -> Bool) -> String?)? = nil, own: [String] = [],
    today: String = "9999-12-31",
    asked: @escaping (Source) -> (reading: SourceReading, problem: String?) = { _ in (SourceReading(), nil) },
    mailboxes: @escaping MailboxReader
  ) {
    self.read = read
    self.list = list
    self.real = real
    self.now = now
    self.reason = reason
    self.parts =
      parts ?? { path, take in
        guard let bytes = read(path) else { return reason(path) ?? "cannot be read" }
        _ = take(bytes[...])
        return nil
      }
    self.own = own
    self.today = today
    self.asked = asked
    self.mailboxes = mailboxes
  }

  /// Reads the sources in their order and hands on what is written in parts of about 64 KiB.
  ///
  /// A file that two sources name is read for the first of them.
  ///
  /// - Parameters:
  ///   - sources: What there is.
  ///   - isSaid: Which of them are read; what the user has said of people counts in any case.
  ///   - memory: What sources said the last time; nil for none.
  ///   - isSlow: Whether it is time to say what is being read.
  ///   - write: Takes a part; false ends the work (nobody listens any more).
  package func run(
    _ sources: [Source], only isSaid: (Source) -> Bool = { _ in true }, memory: SourceMemory? = nil,
    isSlow: () -> Bool = { false }, write: ([UInt8]) -> Bool
  ) {
    var writer = RecordWriter(today: today)
    var known: Set<String> = []
    // The files of mutt share their aliases, whichever comes first: they are all read before the first is written.
    var aliases = Aliases(mailboxes: mailboxes)
    var aliasReadings: [Int: Loaded] = [:]
    let mine = Set(own.map(Address.key))
    // What the user has said counts in every source, wherever it stands.
    var corrections = Corrections()
    for (number, source) in sources.enumerated() where source.kind == .corrections {
      var loaded = load(source, known: &known)
      loaded.reading = source.kind.read(files: loaded.files, mailboxes: mailboxes)
      for file in loaded.files { corrections.add(file) { _ in } }
      loaded.files = []
      aliasReadings[number] = loaded
    }
    for (number, source) in sources.enumerated() where source.kind == .muttAlias && isSaid(source) {
      let start = now()
      var loaded = load(source, known: &known)
      for file in loaded.files {
        MuttAliases.read(file, file: number, into: &aliases, faults: &loaded.reading.faultsFound)
      }
      loaded.files = []
      loaded.milliseconds = now() - start
      aliasReadings[number] = loaded
    }
    for (number, source) in sources.enumerated() where isSaid(source) {
      let start = now()
      // Aliases of one file may be those of another, so that none of them is known by itself.
      let isApart = source.kind != .muttAlias
      if isApart, let lines = memory?.recall(source) {
        guard write(lines) else { return }
        continue
      }
      var said: [UInt8] = []
      func tell() {
        if isSlow() { _ = write(RecordWriter.reading(number + 1, of: sources.count, source)) }
      }
      func hand(_ part: [UInt8]) -> Bool {
        if isApart, memory != nil { said += part }
        tell()
        return write(part)
      }
      tell()
      writer.begin(source)
      var loaded = aliasReadings[number] ?? (source.kind.isText ? load(source, known: &known) : Loaded())
      if source.kind == .corrections {
        for entry in loaded.reading.corrections.entries { writer.write(entry) }
      } else if source.kind == .maildir || source.kind == .mbox {
        loaded = harvested(source, corrections, tell)
      } else if !source.kind.isText {
        (loaded.reading, loaded.problem) = asked(source)
      } else if source.kind == .muttAlias {
        aliases.addRecords(file: number, to: &loaded.reading)
      } else {
        loaded.reading = source.kind.read(files: loaded.files, corrections: corrections, mailboxes: mailboxes)
        loaded.files = []
      }
      loaded.reading.forget(by: corrections)
      // A copy to oneself says nothing of the others.
      if source.kind == .history { loaded.reading.circles = loaded.reading.circles.compactMap { $0.without(mine) } }
      for record in loaded.reading.records {
        writer.write(record)
        if writer.size >= 1 << 16, !hand(writer.take()) { return }
      }
      for circle in loaded.reading.circles {
        writer.write(circle)
        if writer.size >= 1 << 16, !hand(writer.take()) { return }
      }
      writer.end(
        skipped: loaded.reading.skipped, faults: loaded.reading.faultCount,
        milliseconds: max(now() - start, 0) + loaded.milliseconds, problem: loaded.problem)
      if memory != nil, writer.size > 0, !hand(writer.take()) { return }
      if isApart, loaded.problem == nil { memory?.keep(source, said, now() - start) }
    }
    if writer.size > 0 { _ = write(writer.take()) }
  }

  private struct Loaded {
    var files: [[UInt8]] = []
    var reading = SourceReading()
    var milliseconds = 0
    var problem: String?
  }

  /// What the headers of kept mail say.
  private func harvested(_ source: Source, _ corrections: Corrections, _ tell: () -> Void) -> Loaded {
    var harvest = Harvest(own: own, today: today, corrections: corrections, mailboxes: mailboxes)
    var loaded = Loaded()
    if source.kind == .mbox {
      harvest.isSent = MailFolders.isSent(source.path)
      var heads = MboxHeads()
      let reason = parts(source.path) { part in
        heads.append(part) { harvest.add($0) }
        tell()
        return true
      }
      heads.finish { harvest.add($0) }
      loaded.problem = reason.map { "cannot be read: \($0)" }
    } else {
      let maildirs = MailFolders.maildirs(under: source.path, list: list, real: real)
      if maildirs.isEmpty { loaded.problem = "is no Maildir that can be read" }
      for maildir in maildirs {
        harvest.isSent = maildir.isSent
        for (number, path) in MailFolders.messages(in: maildir.path, list: list).enumerated() {
          if number % 256 == 0 { tell() }
          var head: [UInt8] = []
          // A message that another program has moved meanwhile is none.
          _ = parts(path) { part in
            head += part
            return head.count < MboxHeads.longest && !Indexer.endsHead(head, part.count)
          }
          harvest.add(head)
        }
      }
    }
    loaded.reading.records = harvest.records
    loaded.reading.circles = harvest.circles
    return loaded
  }

  /// Whether a header block ends in the last bytes that came.
  private static func endsHead(_ bytes: [UInt8], _ count: Int) -> Bool {
    var place = max(bytes.count - count - 3, 0)
    while let end = bytes[place...].firstIndex(of: 10) {
      let next = end + 1
      if next < bytes.count, bytes[next] == 10 || (bytes[next] == 13 && next + 1 < bytes.count && bytes[next + 1] == 10)
      {
        return true
      }
      place = next
    }
    return false
  }

  private func load(_ source: Source, known: inout Set<String>) -> Loaded {
    var paths = [source.path]
    var isFolder = false
    if source.kind == .vcard, let inner = Folder.cards(under: source.path, list: list, real: real) {
      paths = inner
      isFolder = true
    }
    var loaded = Loaded()
    var unreadable = 0
    var words = ""
    for path in paths where known.insert(real(path)).inserted {
      if let bytes = read(path) {
        loaded.files.append(bytes)
        continue
      }
      unreadable += 1
      // Of many the first says enough.
      if words.isEmpty, let reason = reason(path) {
        words = isFolder ? ", the first of them \(path): \(reason)" : ": \(reason)"
      }
    }
    if unreadable > 0 {
      loaded.problem = (isFolder ? "\(unreadable) of \(paths.count) files cannot be read" : "cannot be read") + words
    }
    return loaded
  }
}
