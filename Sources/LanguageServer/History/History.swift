import Candidates
import Fields

/// One commit as `git log` is asked to print it.
enum CommitRecord {
  /// The day, author, committer, then the trailers, a line each; U+001F between them, and NUL behind the commit.
  static let format = "%as%x1f%an%x1f%ae%x1f%cn%x1f%ce%x1f%(trailers:only=true,unfold=true)"
}

/// What a repository knows of people and keys, gathered in the child from what git says.
struct History {
  private var mailmap = MailmapTable()
  private var mailmapLines: [[UInt8]] = []
  private var comment = ""
  private var separators = ""
  /// What the configuration has behind a key.
  private var endings: [String: String] = [:]
  /// Keys of trailers that the configuration names, and the names in it that make a key where none is given.
  private var configured: Set<String> = []
  /// Files that stand for `.mailmap` beside it.
  private(set) var mailmaps: [String] = []
  private var people: [String: Known] = [:]
  private var keys: [String: Key] = [:]
  private var order = 0

  private struct Known {
    var address: String
    /// Names with how often each was used, and the order of the last use.
    var names: [String: (count: Int, order: Int)] = [:]
    /// What the person was called, and the addresses that were the person's.
    var old: Set<String> = []
    var count = 0
    var last = ""
    var order: Int
    /// The last commit that was counted.
    var commit = -1
  }

  private struct Key {
    /// Spellings with how often each was used.
    var spellings: [String: Int] = [:]
    var count = 0
    var order: Int
  }

  /// Takes `git config --null --get-regexp`: a name, a line end and a value, a NUL behind each.
  mutating func readConfiguration(_ output: [UInt8]) {
    for entry in output.split(separator: 0) {
      let parts = entry.split(separator: Byte.lineFeed, maxSplits: 1)
      guard parts.count == 2 else { continue }
      let (name, value) = (String(decoding: parts[0], as: UTF8.self), String(decoding: parts[1], as: UTF8.self))
      switch name {
      case "core.commentchar", "core.commentstring": comment = value == "auto" ? "" : value
      case "trailer.separators": separators = value
      case "mailmap.file": mailmaps = [value]
      default:
        // git knows a trailer by the name in its configuration as well.
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        if parts.count > 2 { configured.insert(parts[1..<parts.count - 1].joined(separator: ".")) }
        // Written as `Key`, `Key:` or `Key: `, or with another separator.
        let key = value.prefix(while: Self.isOfKey)
        if name.hasPrefix("trailer."), name.hasSuffix(".key"), !key.isEmpty {
          add(key: String(key), isUsed: false)
          configured.insert(String(key))
          let ending = value.dropFirst(key.count)
          if ending.contains(where: { !$0.isWhitespace }) { endings[String(key)] = String(ending) }
        }
      }
    }
  }

  private static func isOfKey(_ character: Character) -> Bool {
    character == "-" || character.isASCII && (character.isLetter || character.isNumber)
  }

  /// Takes a `.mailmap`.
  mutating func readMailmap(_ bytes: [UInt8]) {
    for line in bytes.split(separator: Byte.lineFeed) where line.first != UInt8(ascii: "#") && line.count <= 2000 {
      mailmap.add(line: Array(line))
      mailmapLines.append(Array(line))
    }
  }

  /// Takes `git log`, the newest commit first.
  mutating func readLog(_ output: [UInt8]) {
    // The same values come again and again.
    var read: [ArraySlice<UInt8>: [Mailbox]] = [:]
    for (commit, record) in output.split(separator: 0).enumerated() {
      let columns = record.split(separator: 0x1F, maxSplits: 5, omittingEmptySubsequences: false)
      guard columns.count == 6 else { continue }
      let day = String(decoding: columns[0], as: UTF8.self)
      add(Self.person(columns[1], columns[2]), day, commit)
      // What a forge merges, it commits in a name of its own.
      if !columns[4].starts(with: "noreply@".utf8) { add(Self.person(columns[3], columns[4]), day, commit) }
      for line in columns[5].split(separator: Byte.lineFeed) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else { continue }
        let key = String(decoding: line[..<colon], as: UTF8.self)
        guard key.utf8.count <= 60, key.allSatisfy(Self.isOfKey) else { continue }
        // The address of a page is no trailer, though git takes it for one.
        let value = line[(colon + 1)...].drop { $0 == 32 }
        if value.starts(with: "//".utf8) { continue }
        add(key: key, isUsed: true)
        guard TrailerPlace.holdsPeople(key) else { continue }
        let mailboxes = read[value] ?? Self.mailboxes(value, key)
        read[value] = mailboxes
        for mailbox in mailboxes { add(mailbox, day, commit) }
      }
    }
  }

  private static func person(_ name: ArraySlice<UInt8>, _ address: ArraySlice<UInt8>) -> Mailbox {
    Mailbox(name: String(decoding: name, as: UTF8.self), address: String(decoding: address, as: UTF8.self))
  }

  private static func mailboxes(_ value: ArraySlice<UInt8>, _ key: String) -> [Mailbox] {
    let bytes = Array(value)
    let reading = Grammar.trailers.read(bytes, ReadingOptions(field: key))
    // Whoever is wrong in an old commit would be wrong in a new one.
    guard !reading.faults.contains(where: { $0.severity == .error }) else { return [] }
    return reading.tokens.map { token in
      let name = token.name == nil ? "" : Grammar.trailers.display(token, in: bytes)
      return Mailbox(name: name, address: Grammar.trailers.value(token, in: bytes))
    }
  }

  private mutating func add(_ mailbox: Mailbox, _ day: String, _ commit: Int) {
    let now = mailmap.now(name: mailbox.name, address: mailbox.address)
    guard now.address.utf8.count <= 320, now.address.utf8.contains(UInt8(ascii: "@")),
      !Self.isUnsafe(now.address), !Self.isUnsafe(now.name)
    else { return }
    order += 1
    let key = Grammar.trailers.key(ofValue: now.address)
    var known = people[key] ?? Known(address: now.address, order: order)
    if known.last < day { known.last = day }
    let isFirst = known.commit != commit
    if isFirst { known.count += 1 }
    known.commit = commit
    if !now.name.isEmpty, isFirst || known.names.isEmpty {
      known.names[now.name] = ((known.names[now.name]?.count ?? 0) + 1, known.names[now.name]?.order ?? order)
    }
    if now != (mailbox.name, mailbox.address), known.old.count < 20 {
      if now.name != mailbox.name, !mailbox.name.isEmpty { known.old.insert(mailbox.name) }
      if now.address != mailbox.address { known.old.insert(mailbox.address) }
    }
    people[key] = known
  }

  /// Whether a text could break the line that it is written to.
  private static func isUnsafe(_ text: String) -> Bool {
    text.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) || $0.value == 0xFFFD }
  }

  private mutating func add(key: String, isUsed: Bool) {
    order += 1
    let folded = key.lowercased()
    var known = keys[folded] ?? Key(order: order)
    known.spellings[key, default: 0] += isUsed ? 1 : 0
    if isUsed { known.count += 1 }
    keys[folded] = known
  }

  // MARK: Writing

  /// All that is known as lines of `HistoryStream`.
  func lines(_ place: String) -> [UInt8] {
    var bytes: [UInt8] = []
    if !comment.isEmpty { bytes += HistoryStream.bytes(of: .comment(comment)) }
    if !separators.isEmpty { bytes += HistoryStream.bytes(of: .separators(separators)) }
    for key in configured.sorted() { bytes += HistoryStream.bytes(of: .configured(key)) }
    for (key, ending) in endings.sorted(by: { $0.key < $1.key }) {
      bytes += HistoryStream.bytes(of: .ending(key, ending))
    }
    for line in mailmapLines { bytes += HistoryStream.bytes(of: .mailmap(line)) }
    for key in keys.values.sorted(by: { ($1.count, $0.order) < ($0.count, $1.order) }) {
      let spelling = key.spellings.max { ($0.value, $1.key) < ($1.value, $0.key) }
      if let spelling { bytes += HistoryStream.bytes(of: .key(spelling.key, count: key.count)) }
    }
    var writer = RecordWriter()
    writer.begin(Source(kind: .mailmap, path: place))
    for person in people.values.sorted(by: { $0.order < $1.order }) {
      // The name most used; of two the one that was used last.
      let name = person.names.max { ($0.value.count, $1.value.order) < ($1.value.count, $0.value.order) }
      var record = Record(name: name?.key ?? "", address: person.address)
      record.nicknames = person.old.filter { $0 != name?.key }.sorted()
      record.count = person.count
      record.last = person.last
      writer.write(record)
    }
    writer.end(skipped: 0, faults: 0, milliseconds: 0, problem: nil)
    return bytes + writer.take()
  }
}
