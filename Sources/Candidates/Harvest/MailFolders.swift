/// Where mail is kept: a Maildir, or folders of them, and which of them hold what was sent.
package enum MailFolders {
  /// One Maildir, and whether what lies in it was sent.
  package struct Maildir: Equatable {
    /// The folder in which `cur` and `new` lie.
    package var path: String
    /// Whether what lies in it was sent.
    package var isSent: Bool
  }

  private static let (depth, limit) = (8, 5_000)
  /// What folders of sent mail are called, or begin or end with.
  private static let sent = [
    "sent", "gesendet", "envoy", "enviad", "inviat", "verzonden", "skickat", "wysłane", "отправ",
  ]

  /// Whether a folder or file is called as those are that hold sent mail: `Sent`, `.Sent Items`, `[Gmail]/Sent Mail`.
  static func isSent(_ path: String) -> Bool {
    guard let name = path.split(separator: "/").last?.lowercased() else { return false }
    return sent.contains { name.contains($0) }
  }

  /// The Maildirs at a path and below it, in the order of their names; none where there is no folder.
  ///
  /// - Parameters:
  ///   - path: A Maildir, or a folder that holds some.
  ///   - list: What is in a folder, nil if it cannot be read.
  ///   - real: The path of a folder without links, by which circles are known.
  /// - Returns: At most some thousand.
  package static func maildirs(under path: String, list: (String) -> [Entry]?, real: (String) -> String) -> [Maildir] {
    var found: [Maildir] = []
    var seen: Set<String> = [real(path)]
    var waiting = [(path: path, isSent: isSent(path), depth: 0)]
    while let folder = waiting.popLast() {
      guard let entries = list(folder.path) else { continue }
      let names = Set(entries.filter { $0.kind == .folder }.map(\.name))
      if names.contains("cur") || names.contains("new") {
        found.append(Maildir(path: folder.path, isSent: folder.isSent))
      }
      guard folder.depth < depth else { continue }
      for name in names.sorted(by: >) where !["cur", "new", "tmp", ".notmuch", ".git"].contains(name) {
        let inner = Folder.join(folder.path, name)
        guard seen.count < limit, seen.insert(real(inner)).inserted else { continue }
        waiting.append((inner, folder.isSent || isSent(name), folder.depth + 1))
      }
    }
    return found
  }

  /// The messages of a Maildir, in the order of their names.
  static func messages(in maildir: String, list: (String) -> [Entry]?) -> [String] {
    ["cur", "new"].flatMap { part -> [String] in
      let folder = Folder.join(maildir, part)
      let names = (list(folder) ?? []).filter { $0.kind == .file && !$0.name.hasPrefix(".") }.map(\.name).sorted()
      return names.map { Folder.join(folder, $0) }
    }
  }
}
