/// Where mail programs keep what was sent, and as whom they write.
struct SentMail {
  /// Folders and files of sent mail, each with what is said of it where it is none.
  private(set) var found: [(source: Source, remark: String?)] = []
  /// Own mailboxes as configurations write them: `Ana Ruiz <ana@example.org>, nia@example.org`.
  private(set) var identities: [String] = []
  private let paths: Paths
  private let read: (String) -> [UInt8]?
  private let list: (String) -> [Entry]?
  private let real: (String) -> String

  init(
    paths: Paths, read: @escaping (String) -> [UInt8]?, list: @escaping (String) -> [Entry]?,
    real: @escaping (String) -> String
  ) {
    (self.paths, self.read, self.list, self.real) = (paths, read, list, real)
  }

  /// Takes what mutt is told of `folder`, `record` and `from`, in the order of the settings.
  mutating func take(mutt settings: [(name: String, value: String)]) {
    var folder = paths.inHome("Mail")
    for (name, value) in settings {
      switch name {
      case "folder": if let path = paths.expanded(value, beside: paths.inHome(".muttrc")) { folder = path }
      case "from", MuttrcSearch.alternates: identities.append(value)
      case "record":
        // `=Sent` and `+Sent` lie in the folder; what lies on a server is not here.
        guard !value.isEmpty, !value.contains("://"), !folder.contains("://") else { continue }
        let inner = value.first == "=" || value.first == "+" ? Folder.join(folder, String(value.dropFirst())) : nil
        if let path = inner ?? paths.expanded(value, beside: paths.inHome(".muttrc")) { add(path) }
      default: break
      }
    }
  }

  /// Looks at the configurations of notmuch, mbsync, aerc and git.
  mutating func search() {
    let notmuch = [
      paths.environment["NOTMUCH_CONFIG"] ?? "", Folder.join(paths.configuration, "notmuch/default/config"),
      paths.inHome(".notmuch-config"),
    ]
    var section = ""
    for file in notmuch.filter({ $0.hasPrefix("/") }) {
      for item in Ini.items(in: read(file) ?? []) {
        switch item {
        case .section(let name, depth: _): section = name
        case .value("path", let value) where section == "database":
          addSent(below: value.hasPrefix("/") ? value : paths.inHome(value))
        case .value("primary_email", let value) where section == "user": identities.append(value)
        case .value("other_email", let value) where section == "user":
          identities += value.split(separator: ";").map(String.init)
        case .value: break
        }
      }
    }
    for file in [paths.inHome(".mbsyncrc"), Folder.join(paths.configuration, "isyncrc")] {
      let bytes = read(file) ?? []
      var lines = Lines(bytes)
      while let line = lines.next() {
        let words = PlainText.line(bytes[line]).split(separator: " ", maxSplits: 1).map(String.init)
        guard words.count == 2, words[0].lowercased() == "path" else { continue }
        let value = words[1].filter { $0 != "\"" }
        if let path = paths.expanded(value, beside: paths.inHome(".mbsyncrc")) { addSent(below: path) }
      }
    }
    for item in Ini.items(in: read(Folder.join(paths.configuration, "aerc/accounts.conf")) ?? []) {
      if case .value(let key, let value) = item, key == "from" || key == "aliases" { identities.append(value) }
    }
    for file in [paths.inHome(".gitconfig"), Folder.join(paths.configuration, "git/config")] {
      for item in Ini.items(in: read(file) ?? []) {
        if case .section(let name, depth: _) = item { section = name.lowercased() }
        if case .value(let key, let value) = item, section == "user", key.lowercased() == "email" {
          identities.append(value)
        }
      }
    }
  }

  private mutating func addSent(below path: String) {
    for maildir in MailFolders.maildirs(under: path, list: list, real: real) where maildir.isSent { add(maildir.path) }
  }

  private mutating func add(_ path: String) {
    guard !found.contains(where: { $0.source.path == path }) else { return }
    let parts = list(path)?.filter { $0.kind == .folder }.map(\.name)
    if let parts {
      let isMaildir = parts.contains("cur") || parts.contains("new")
      found.append((Source(kind: .maildir, path: path), isMaildir ? nil : "is no Maildir"))
    } else {
      // An mbox may be large, and its name says enough: it is read by the child, part by part.
      let names = list(Folder.parent(of: path)) ?? []
      let isThere = names.contains { Folder.join(Folder.parent(of: path), $0.name) == path && $0.kind == .file }
      found.append((Source(kind: .mbox, path: path), isThere ? nil : "does not exist"))
    }
  }
}
