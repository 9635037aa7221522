import Candidates
import Host
import LanguageServer
import Wire

/// The index file of the books of a request: one that is still right is named at once, any other made anew.
///
/// It lies in the user's cache folder, is written beside and put in its place as a whole, and only one process makes it
/// at a time. Whom the user has written to is not in it: that changes too often, and is read each time.
struct BookIndex {
  private let books: Books
  private let world: World
  private let path: String
  private let folder: String
  /// What each source was before any of them is read.
  private let signatures: [Source: String]
  /// On what every source depends.
  private let common: String
  /// What the file has to be made of.
  private let stamps: [UInt8]

  /// The largest file that is made anew before anything is said, rather than behind the back of a command that answers
  /// from the old one, in bytes.
  private static let small = 8 << 20
  /// How long another process may take to make the file, in milliseconds.
  private static let patience = 120_000
  /// How much of the stream is handed on while the first file is made.
  private static let preview = 4 << 20

  /// The index of a request; nil where no file can be kept.
  init?(_ request: IndexRequest, _ books: Books, in world: World) {
    guard request.keeps, let folder = world.cachePath, !folder.contains("\n") else { return nil }
    var plain = request
    plain.isAgain = false
    self.folder = folder
    path = folder + "/people-" + Sum.of(plain.json.text) + ".index"
    (self.books, self.world) = (books, world)
    // Whose uses are forgotten is left out while the books are read.
    let forgotten = ((try? world.corrections().get())?.entries ?? []).filter { !$0.forgotten.isEmpty }
    let head =
      ["tokenfield \(version)", Plain.line(books.ownNames)]
      + forgotten.map { Plain.line("forgotten \($0.address) \($0.forgotten)") }
    common = Sum.of(head.joined(separator: "\n")) + "\t"
    let sources = books.sources.filter(Books.isKept).map { ($0, books.signature(of: $0)) }
    signatures = Dictionary(sources) { first, _ in first }
    let lines = head + sources.map(\.1)
    stamps = Array(lines.map { $0 + "\n" }.joined().utf8)
  }

  /// Says what the books say, as a file and what does not lie in it.
  ///
  /// - Parameters:
  ///   - isPatient: Whether the one who asks is told of the old file first and of the new one when it is there; else a
  ///     large old one has to do, and the new one is made by a process of its own.
  ///   - complain: Takes what was wrong with each file that cannot be read.
  ///   - write: Takes a part of the stream; false ends the work.
  func serve(isPatient: Bool, complain: @escaping (Problem) -> Void, write: ([UInt8]) -> Bool) {
    let old = try? mapFile(path).get()
    let isUsable = old.map { Directory.canRest(on: $0) } ?? false
    if isPatient, isUsable { _ = name(write) }
    // Who answers once does not read all of a large file for it: nothing is shown of it that was not checked.
    if let old, Directory.stamps(of: old, isWhole: isPatient) == stamps {
      if !isPatient { _ = name(write) }
      return
    }
    if !isPatient, isUsable, let old, old.count > Self.small {
      _ = name(write)
      _ = startAlone(.index, request: books.request.json.text)
      return
    }
    var isNamed = false
    let problem = holding(path, milliseconds: Self.patience) {
      // Somebody else may have made it meanwhile.
      if let bytes = try? mapFile(path).get(), Directory.stamps(of: bytes) == stamps {
        isNamed = true
        return nil
      }
      var directory = Directory()
      directory.begin()
      var isHeard = true
      var shown = isUsable ? Self.preview : 0
      var due = monotonicMilliseconds() + Self.slow * 5
      func isSlow() -> Bool {
        guard isPatient, monotonicMilliseconds() >= due else { return false }
        due = monotonicMilliseconds() + Self.slow * 3
        return true
      }
      books.read(only: Books.isKept, memory: memory, isSlow: isSlow, complain: complain) { part in
        if part.starts(with: RecordWriter.readingMark) {
          if isHeard { isHeard = write(part) }
          return isHeard || isPatient
        }
        directory.append(part)
        // Nobody waits for the last of a million people to be offered the first ones.
        if isHeard, shown < Self.preview {
          isHeard = write(part)
          shown += part.count
        }
        return isHeard || isPatient
      }
      directory.finish(problem: nil)
      guard let file = directory.file(stamps: stamps) else { return Problem(path, "is more than a file can hold") }
      let problem = writePrivateFile(path, with: file)
      isNamed = problem == nil
      return problem
    }
    if let problem { complain(problem) }
    if isNamed {
      _ = name(write)
    } else {
      // Without a place for the file all is said in lines.
      books.read(complain: { _ in }, write: write)
    }
  }

  /// What sources said the last time, each in a file of its own, as far as reading them takes long.
  private var memory: SourceMemory {
    func place(_ source: Source) -> String {
      let name = Sum.of("\(source.kind.rawValue)\t\(source.path)")
      return folder + "/source-" + name + ".lines"
    }
    func head(_ source: Source) -> [UInt8] { Array((common + (signatures[source] ?? "") + "\n").utf8) }
    return SourceMemory { source in
      guard case .success(let bytes) = readFile(place(source), limit: World.bookLimit) else { return nil }
      let (head, sum) = (head(source), Self.digits)
      guard bytes.count >= head.count + sum, bytes.starts(with: head) else { return nil }
      let lines = Array(bytes[(head.count + sum)...])
      return bytes[head.count..<head.count + sum].elementsEqual(Self.sum(lines)) ? lines : nil
    } keep: { source, lines, milliseconds in
      guard milliseconds >= Self.slow else { return }
      // What cannot be kept is read the next time.
      _ = writePrivateFile(place(source), with: head(source) + Self.sum(lines) + lines)
    }
  }

  /// Reading that takes so long is worth a file, in milliseconds.
  private static let slow = 100
  private static let digits = 17

  private static func sum(_ lines: [UInt8]) -> [UInt8] {
    let digits = String(IndexBytes.checksum(of: lines), radix: 16)
    return Array((String(repeating: "0", count: 16 - digits.count) + digits + "\n").utf8)
  }

  /// Names the file, and says what is not in it.
  private func name(_ write: ([UInt8]) -> Bool) -> Bool {
    guard write(RecordWriter.index(path)) else { return false }
    var isHeard = true
    books.read(only: { !Books.isKept($0) }, complain: { _ in }) {
      isHeard = write($0)
      return isHeard
    }
    return isHeard
  }
}

extension Books {
  /// Whether a source goes into the file: all do but those of what the user does and says.
  static func isKept(_ source: Source) -> Bool { source.kind != .history && source.kind != .corrections }

  /// What tells whether a source still says what it said, on one line.
  func signature(of source: Source) -> String {
    let head = "\(source.kind.rawValue)\t\(Plain.line(source.path))\t"
    switch source.kind {
    case .own, .history, .corrections: return head + Plain.line(ownNames)
    case .static: return head
    case .command: return head + (isProgram(source) ? "+" : "-")
    case .notmuch, .mu:
      // A database says nothing of itself without being asked.
      return head + "\(wallNanoseconds() / 600_000_000_000)"
    case .gitLog: return head + ["HEAD", "logs/HEAD", "packed-refs"].map { text(source.path + "/.git/" + $0) }.joined()
    case .maildir:
      let folders = MailFolders.maildirs(under: source.path, list: { world.entries($0) }, real: { world.real($0) })
      let sum = folders.reduce(into: Sum()) { sum, folder in
        for path in ["cur", "new"].map({ "\(folder.path)/\($0)" }) {
          sum.add("\(path)\t\(Host.stamp(path, acceptsFolders: true)?.modified ?? 0)\n")
        }
      }
      return head + "\(folders.count)\t\(sum.text)"
    case .vcard:
      guard let cards = Folder.cards(under: source.path, list: { world.entries($0) }, real: { world.real($0) }) else {
        return head + text(source.path)
      }
      let sum = cards.reduce(into: Sum()) { $0.add("\($1)\t\(text($1))\n") }
      return head + "\(cards.count)\t\(sum.text)"
    default: return head + text(source.path)
    }
  }

  private func text(_ path: String) -> String {
    Host.stamp(path).map { "\($0.modified) \($0.changed) \($0.size) \($0.device) \($0.node)," } ?? "-,"
  }
}

/// A number that other texts would hardly have, as sixteen digits.
private struct Sum {
  private var sum: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ text: String) { for byte in text.utf8 { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 } }

  var text: String {
    let digits = String(sum, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  static func of(_ text: String) -> String {
    var sum = Sum()
    sum.add(text)
    return sum.text
  }
}
