/// Reads sources and writes what they say: the whole work of the child process, except for reading and writing.
package struct Indexer {
  private let read: (String) -> [UInt8]?
  private let list: (String) -> [Entry]?
  private let real: (String) -> String
  private let now: () -> Int
  private let reason: (String) -> String?
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
  ///   - asked: What somebody says who has to be asked, rather than a file that is read, and what went wrong.
  ///   - mailboxes: Reads address lists.
  package init(
    read: @escaping (String) -> [UInt8]?, list: @escaping (String) -> [Entry]?,
    real: @escaping (String) -> String = { $0 }, now: @escaping () -> Int = { 0 },
    reason: @escaping (String) -> String? = { _ in nil },
    asked: @escaping (Source) -> (reading: SourceReading, problem: String?) = { _ in (SourceReading(), nil) },
    mailboxes: @escaping MailboxReader
  ) {
    self.read = read
    self.list = list
    self.real = real
    self.now = now
    self.reason = reason
    self.asked = asked
    self.mailboxes = mailboxes
  }

  /// Reads the sources in their order and hands on what is written in parts of about 64 KiB.
  ///
  /// A file that two sources name is read for the first of them.
  ///
  /// - Parameters:
  ///   - sources: What to read.
  ///   - write: Takes a part; false ends the work (nobody listens any more).
  package func run(_ sources: [Source], write: ([UInt8]) -> Bool) {
    var writer = RecordWriter()
    var known: Set<String> = []
    // The files of mutt share their aliases, whichever comes first: they are all read before the first is written.
    var aliases = Aliases(mailboxes: mailboxes)
    var aliasReadings: [Int: Loaded] = [:]
    for (number, source) in sources.enumerated() where source.kind == .muttAlias {
      let start = now()
      var loaded = load(source, known: &known)
      for file in loaded.files {
        MuttAliases.read(file, file: number, into: &aliases, faults: &loaded.reading.faultsFound)
      }
      loaded.files = []
      loaded.milliseconds = now() - start
      aliasReadings[number] = loaded
    }
    for (number, source) in sources.enumerated() {
      let start = now()
      writer.begin(source)
      var loaded = aliasReadings[number] ?? (source.kind.isText ? load(source, known: &known) : Loaded())
      if !source.kind.isText {
        (loaded.reading, loaded.problem) = asked(source)
      } else if source.kind == .muttAlias {
        aliases.addRecords(file: number, to: &loaded.reading)
      } else {
        loaded.reading = source.kind.read(files: loaded.files, mailboxes: mailboxes)
        loaded.files = []
      }
      for record in loaded.reading.records {
        writer.write(record)
        if writer.size >= 1 << 16, !write(writer.take()) { return }
      }
      writer.end(
        skipped: loaded.reading.skipped, faults: loaded.reading.faultCount,
        milliseconds: max(now() - start, 0) + loaded.milliseconds, problem: loaded.problem)
    }
    if writer.size > 0 { _ = write(writer.take()) }
  }

  private struct Loaded {
    var files: [[UInt8]] = []
    var reading = SourceReading()
    var milliseconds = 0
    var problem: String?
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
