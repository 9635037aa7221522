import Candidates

/// A file system in memory: paths and texts; links are paths with a target.
struct FileTree {
  var files: [String: [UInt8]] = [:]
  var links: [String: String] = [:]

  init(_ files: [String: String], links: [String: String] = [:]) {
    self.files = files.mapValues { Array($0.utf8) }
    self.links = links
  }

  /// The path without links, followed at most 40 times.
  func real(_ path: String) -> String {
    var path = path
    for _ in 0..<40 {
      guard let link = links.keys.filter({ path == $0 || path.hasPrefix($0 + "/") }).max(by: { $0.count < $1.count }),
        let target = links[link]
      else { return path }
      path = target + path.dropFirst(link.count)
    }
    return path
  }

  func read(_ path: String) -> [UInt8]? {
    files[real(path)]
  }

  func list(_ path: String) -> [Entry]? {
    let path = real(path)
    var entries: [String: Entry.Kind] = [:]
    for file in files.keys where file.hasPrefix(path + "/") {
      let rest = file.dropFirst(path.count + 1)
      let name = String(rest.prefix { $0 != "/" })
      entries[name] = rest.contains("/") ? .folder : .file
    }
    for link in links.keys where link.hasPrefix(path + "/") && !link.dropFirst(path.count + 1).contains("/") {
      entries[String(link.dropFirst(path.count + 1))] = files[real(link)] == nil ? .folder : .file
    }
    // In no order, as a file system lists them.
    return entries.isEmpty ? nil : entries.map { Entry(name: $0.key, kind: $0.value) }
  }

  func discovery(
    _ environment: [String: String] = ["HOME": "/home/ana"], reason: @escaping (String) -> String? = { _ in nil }
  ) -> Discovery {
    Discovery.of(environment: environment, read: read, list: list, real: real, reason: reason)
  }

  /// What the child would write for these sources.
  func index(_ sources: [Source]) -> Directory {
    let indexer = Indexer(read: read, list: list, real: real, mailboxes: simpleMailboxes)
    var directory = Directory()
    directory.begin()
    indexer.run(sources) { part in
      directory.append(part)
      return true
    }
    directory.finish(problem: nil)
    return directory
  }
}
