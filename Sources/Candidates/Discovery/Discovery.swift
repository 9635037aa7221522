/// The address books that are found without being named: mutt's and neomutt's aliases, those of mailx, abook's
/// people, what lbdb, Emacs and maildir-rank-addr gather, khard's and vdirsyncer's cards.
///
/// A pure function of the environment and the file system that it is given; nothing is written, nothing is started.
package struct Discovery: Equatable, Sendable {
  /// What was looked for, for somebody who wonders why a book is missing.
  package struct Remark: Equatable, Sendable {
    /// The file or folder.
    package var path: String
    /// Whether something was found there.
    package var isFound: Bool
    /// What was found, or why not: `holds no aliases`.
    package var text: String
  }

  /// The address books, in the order in which they count.
  package private(set) var sources: [Source] = []
  /// What was looked for, in the order of looking.
  package private(set) var remarks: [Remark] = []
  /// Own mailboxes as mail programs and git are told of them: lists of addresses, with or without names.
  package private(set) var identities: [String] = []

  /// Looks at the usual places.
  ///
  /// - Parameters:
  ///   - environment: `HOME` and the `XDG_*` variables are used, others where a configuration names them.
  ///   - read: The bytes of a file, nil if there is none that can be read.
  ///   - list: What is in a folder, nil if there is none.
  ///   - real: The path of a file without links; two names of one file give one source.
  ///   - reason: Why a file that is there cannot be read; nil if there is none.
  /// - Returns: What was found, and what was looked for.
  package static func of(
    environment: [String: String], read: @escaping (String) -> [UInt8]?, list: @escaping (String) -> [Entry]?,
    real: @escaping (String) -> String = { $0 }, reason: @escaping (String) -> String? = { _ in nil }
  ) -> Discovery {
    var discovery = Discovery()
    guard let home = environment["HOME"], home.hasPrefix("/") else {
      discovery.remarks.append(Remark(path: "HOME", isFound: false, text: "is not set to a folder"))
      return discovery
    }
    let paths = Paths(environment: environment, home: home)
    var known: Set<String> = []

    var muttrc = MuttrcSearch(paths: paths, read: read, list: list, real: real, reason: reason)
    muttrc.search()
    for (path, remark) in muttrc.found {
      if let remark {
        discovery.remarks.append(Remark(path: path, isFound: false, text: remark))
      } else if known.insert(real(path)).inserted {
        discovery.sources.append(Source(kind: .muttAlias, path: path))
        discovery.remarks.append(Remark(path: path, isFound: true, text: "holds aliases"))
      }
    }

    for book in UsualBooks.all {
      guard let path = book.place(paths, read) else { continue }
      let (isFound, words) = book.judged(read(path), reason: reason(path))
      if isFound {
        guard known.insert(real(path)).inserted else { continue }
        discovery.sources.append(Source(kind: book.format, path: path))
      }
      discovery.remarks.append(Remark(path: path, isFound: isFound, text: words))
    }

    for configuration in [KhardConfiguration.self, VdirsyncerConfiguration.self] as [any CardConfiguration.Type] {
      for path in configuration.places(paths) {
        guard let bytes = read(path) else {
          let text = reason(path).map { "cannot be read: \($0)" } ?? "does not exist"
          discovery.remarks.append(Remark(path: path, isFound: false, text: text))
          continue
        }
        discovery.take(configuration.folders(in: bytes), of: path, paths, list, real, &known)
      }
    }
    // Books come before what is only gathered.
    var sent = SentMail(paths: paths, read: read, list: list, real: real)
    sent.take(mutt: muttrc.mail)
    sent.search()
    discovery.identities = sent.identities
    for (source, remark) in sent.found where remark != nil || known.insert(real(source.path)).inserted {
      if remark == nil { discovery.sources.append(source) }
      discovery.remarks.append(
        Remark(path: source.path, isFound: remark == nil, text: remark ?? "holds sent mail"))
    }
    return discovery
  }

  private mutating func take(
    _ folders: [CardFolder], of configuration: String, _ paths: Paths, _ list: (String) -> [Entry]?,
    _ real: (String) -> String, _ known: inout Set<String>
  ) {
    if folders.isEmpty {
      remarks.append(Remark(path: configuration, isFound: false, text: "names no folder of cards"))
    }
    for folder in folders {
      if let reason = folder.reason {
        remarks.append(Remark(path: configuration, isFound: false, text: "\(folder.path): \(reason)"))
        continue
      }
      // khard's newer form names a folder of address books: `~/.contacts/*`.
      var named = folder.path
      while named.hasSuffix("/*") { named.removeLast(2) }
      guard !named.contains("*"), let path = paths.expanded(named, beside: configuration) else {
        remarks.append(Remark(path: configuration, isFound: false, text: "\(folder.path) cannot be expanded"))
        continue
      }
      guard let cards = Folder.cards(under: path, list: list, real: real) else {
        remarks.append(Remark(path: path, isFound: false, text: "is no folder that can be read"))
        continue
      }
      guard !cards.isEmpty else {
        remarks.append(Remark(path: path, isFound: false, text: "holds no .vcf files"))
        continue
      }
      guard known.insert(real(path)).inserted else { continue }
      sources.append(Source(kind: .vcard, path: path))
      remarks.append(Remark(path: path, isFound: true, text: "holds \(cards.count) .vcf files"))
    }
  }
}

/// The user's folders, and how names in configurations are expanded.
struct Paths {
  let environment: [String: String]
  let home: String

  /// `$XDG_CONFIG_HOME`, or `~/.config` where that is not set to an absolute path (XDG Base Directory 0.8).
  var configuration: String {
    environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? inHome(".config")
  }

  /// `$XDG_DATA_HOME`, or `~/.local/share`.
  var data: String {
    environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? inHome(".local/share")
  }

  func inHome(_ name: String) -> String {
    Folder.join(home, name)
  }

  /// A path as a configuration names it, absolute; nil if it needs what only the program itself knows.
  ///
  /// `~` is the user's folder; `$NAME` and `${NAME}` come from the environment or from `variables`; `~other`, mutt's
  /// `=box` and `+box`, and what a program would have to print are not expanded.
  func expanded(
    _ text: String, beside file: String, variables: [String: String] = [:], isLiteral: Bool = false
  ) -> String? {
    guard var path = isLiteral ? text : replaced(text, variables), !path.isEmpty, !path.contains("`") else {
      return nil
    }
    if path == "~" || path.hasPrefix("~/") {
      path = home + path.dropFirst()
    } else if path.hasPrefix("~") || path.hasPrefix("=") || path.hasPrefix("+") || path.hasPrefix("<") {
      return nil
    } else if !path.hasPrefix("/") {
      path = Folder.join(Folder.parent(of: file), path)
    }
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  private func replaced(_ text: String, _ variables: [String: String]) -> String? {
    guard text.contains("$") else { return text }
    var result = ""
    var rest = text[...]
    while let dollar = rest.firstIndex(of: "$") {
      result += rest[..<dollar]
      rest = rest[rest.index(after: dollar)...]
      let name: Substring
      if rest.first == "{" {
        guard let end = rest.firstIndex(of: "}") else { return nil }
        name = rest[..<end].dropFirst()
        rest = rest[rest.index(after: end)...]
      } else {
        name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        rest = rest[name.endIndex...]
      }
      guard let value = environment[String(name)] ?? variables[String(name)] else { return nil }
      result += value
    }
    return result + rest
  }
}
