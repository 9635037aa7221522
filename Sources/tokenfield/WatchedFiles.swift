import Candidates
import Host
import LanguageServer

/// The files and folders that tell whether address books have changed, without reading them.
struct WatchedFiles {
  private var paths: [String] = []

  /// Of a folder of cards so many are looked at one by one; of a larger one the folders tell of cards that come, go or
  /// are replaced, as programs that keep cards do.
  private static let cards = 1000
  /// So many are looked at in all.
  private static let limit = 5000

  /// What the books of a request are read from, and where others would be found.
  init(of books: Books, in world: World) {
    for source in books.sources { paths += Self.paths(of: source, in: world) }
    // What is not there may come.
    paths += books.remarks.map(\.path).filter { $0.hasPrefix("/") }
    var seen: Set<String> = []
    paths = Array(paths.filter { seen.insert($0).inserted }.prefix(Self.limit))
  }

  private static func paths(of source: Source, in world: World) -> [String] {
    let path = source.path
    switch source.kind {
    // What is learned is told at once. Programs are asked, and nobody knows where they keep what they know.
    case .history, .corrections, .command, .own, .static, .notmuch, .mu: return []
    case .gitLog: return [path + "/.git/logs/HEAD", path + "/.mailmap"]
    case .maildir:
      let found = MailFolders.maildirs(under: path, list: { world.entries($0) }, real: { world.real($0) })
      return [path] + found.flatMap { [$0.path, $0.path + "/cur", $0.path + "/new"] }
    case .vcard:
      let found = Folder.cards(under: path, list: { world.entries($0) }, real: { world.real($0) }) ?? []
      var folders: [String] = [path]
      for card in found {
        let folder = String(card.prefix(upTo: card.lastIndex(of: "/") ?? card.startIndex))
        if folders.last != folder { folders.append(folder) }
      }
      return folders + (found.count <= cards ? found : [])
    case .muttAlias, .queryTSV, .contactsTSV, .mailrc, .abook, .ldif, .mailmap, .json, .maildirRankAddr, .inmail,
      .ecomplete, .maintainers, .mbox:
      return [path]
    }
  }

  /// One word for what all of them are now: another one when a file was written, put in the place of another, made,
  /// removed, or made readable or not.
  var stamp: String {
    // FNV-1a: not a secret, only a fingerprint.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ number: UInt64) {
      for shift in stride(from: 0, to: 64, by: 8) {
        hash = (hash ^ (number >> UInt64(shift) & 0xFF)) &* 0x100_0000_01b3
      }
    }
    for path in paths {
      for byte in path.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      guard let found = Host.stamp(path, acceptsFolders: true) else {
        add(0)
        continue
      }
      for number in [found.modified, found.changed, found.size] { add(UInt64(bitPattern: Int64(number))) }
      add(found.device)
      add(found.node)
    }
    return String(hash, radix: 16)
  }
}

extension World {
  /// A look at the files takes place every so many milliseconds; of a change it is waited so long that all is quiet.
  private static let (interval, quiet) = (600, 200)
  /// What never is quiet is told after so many looks.
  private static let looks = 15
  /// Of the time one part in so many goes into looking, where a file system is slow.
  private static let share = 50

  /// Waits until address books have changed; false when nobody wants to know any more.
  ///
  /// Files are looked at again and again, since a file system of another machine tells of no change.
  func hasChanged(_ request: WatchRequest) -> Bool {
    if request.pause > 0, isReaderGone(within: request.pause) { return false }
    let files = WatchedFiles(of: Books(request.books, in: self), in: self)
    var last = request.stamp
    var changes = 0
    while true {
      let start = monotonicMilliseconds()
      let now = files.stamp
      let time = monotonicMilliseconds() - start
      // A burst of changes is over when two looks see the same.
      if now != request.stamp || changes > 0 {
        if now == last, now != request.stamp { return true }
        changes = now == request.stamp ? 0 : changes + 1
        if changes >= Self.looks { return true }
      }
      last = now
      if isReaderGone(within: max(changes > 0 ? Self.quiet : Self.interval, time * Self.share)) { return false }
    }
  }
}
