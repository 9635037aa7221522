/// Follows mutt's and neomutt's configuration to the files that hold aliases.
struct MuttrcSearch {
  private let paths: Paths
  private let read: (String) -> [UInt8]?
  private let list: (String) -> [Entry]?
  private let real: (String) -> String
  private let reason: (String) -> String?
  /// What was looked at, in order: a path, and why it is no source, nil if it is one.
  private(set) var found: [(path: String, remark: String?)] = []
  private var seen: Set<String> = []
  /// What `set name=value` said, strings only.
  private var variables: [String: String] = [:]
  /// What was said of sent mail and of the sender, in order.
  private(set) var mail: [(name: String, value: String)] = []

  /// Under which name of `mail` own addresses stand that no setting names.
  static let alternates = "alternates"
  private static let depth = 16
  private static let limit = 500

  init(
    paths: Paths, read: @escaping (String) -> [UInt8]?, list: @escaping (String) -> [Entry]?,
    real: @escaping (String) -> String, reason: @escaping (String) -> String?
  ) {
    self.paths = paths
    self.read = read
    self.list = list
    self.real = real
    self.reason = reason
  }

  /// Looks at the usual files, and at all files of the configuration folders.
  mutating func search() {
    let files = [
      ".muttrc", ".mutt/muttrc", ".mutt/aliases", ".neomuttrc", ".neomutt/neomuttrc", ".neomutt/muttrc",
      ".neomutt/aliases",
    ]
    for name in files { look(at: paths.inHome(name), depth: 0) }
    for folder in ["mutt", "neomutt"].map({ Folder.join(paths.configuration, $0) }) {
      guard let entries = list(folder) else {
        found.append((folder, "does not exist"))
        continue
      }
      let names = entries.filter { $0.kind == .file && !$0.name.hasPrefix(".") }.map(\.name).sorted()
      // The programs' own files come first, since variables that others use are set there.
      let own = ["neomuttrc", "muttrc"].filter(names.contains)
      for name in own + names.filter({ !own.contains($0) }) { look(at: Folder.join(folder, name), depth: 0) }
    }
  }

  private mutating func look(at path: String, depth: Int, isNamed: Bool = false) {
    let identity = real(path)
    guard !seen.contains(identity) else { return }
    guard depth < MuttrcSearch.depth, seen.count < MuttrcSearch.limit else {
      found.append((path, "is named too deep"))
      return
    }
    guard let bytes = read(path) else {
      found.append((path, reason(path).map { "cannot be read: \($0)" } ?? "does not exist"))
      return
    }
    seen.insert(identity)
    let hasAliases = MuttAliases.areIn(bytes)
    if hasAliases {
      found.append((path, nil))
    } else if isNamed || !bytes.prefix(8192).contains(0) {
      found.append((path, "holds no aliases"))
    }
    guard !bytes.prefix(8192).contains(0) else { return }
    var lines = Lines(bytes)
    var expressions = (count: 0, ignored: 0)
    while var line = MuttrcLine(&lines, in: bytes) {
      repeat {
        switch line.word()?.text {
        case "alternates": takeAlternates(&line, &expressions)
        case "unalternates": dropAlternates(&line)
        case "source": follow(&line, in: path, depth: depth)
        case "set": takeSettings(&line, in: path, depth: depth)
        default: break
        }
      } while line.nextCommand()
    }
    if expressions.ignored > 0 {
      let words = "\(expressions.ignored) of \(expressions.count) are no plain addresses"
      found.append((path, "alternates: \(words)"))
    }
  }

  /// Reads regular expressions of own addresses, of which those count that are one address and nothing else.
  private mutating func takeAlternates(_ line: inout MuttrcLine, _ expressions: inout (count: Int, ignored: Int)) {
    while let word = line.word() {
      if word.text == "-group" {
        _ = line.word()
        continue
      }
      expressions.count += 1
      if let address = MuttrcSearch.address(ofExpression: word.bytes) {
        mail.append((MuttrcSearch.alternates, address))
      } else {
        expressions.ignored += 1
      }
    }
  }

  private mutating func dropAlternates(_ line: inout MuttrcLine) {
    while let word = line.word() {
      let address = MuttrcSearch.address(ofExpression: word.bytes)
      mail.removeAll { $0.name == MuttrcSearch.alternates && (word.text == "*" || $0.value == address) }
    }
  }

  /// The address that `^ana@example\.org$` finds; nil for an expression that finds more than one.
  private static func address(ofExpression bytes: [UInt8]) -> String? {
    var rest = bytes[...]
    if rest.first == UInt8(ascii: "^") { rest.removeFirst() }
    var address: [UInt8] = []
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "$") where rest.isEmpty: break
      case UInt8(ascii: "\\"):
        // Before a letter or a bracket of this kind it means something of its own.
        guard let next = rest.popFirst(), ".+*?-_@$^|()[]{}/=~&#!%".utf8.contains(next) else { return nil }
        address.append(next)
      case _ where "*+?()[]{}|^$".utf8.contains(byte): return nil
      default: address.append(byte)
      }
    }
    let text = PlainText.line(address)
    return Address.isUsable(text) ? text : nil
  }

  private mutating func follow(_ line: inout MuttrcLine, in file: String, depth: Int) {
    while let word = line.word() {
      if word.text.hasSuffix("|") {
        found.append((file, "source \(PlainText.line(word.bytes)): programs are not run"))
      } else if let path = paths.expanded(
        word.text, beside: file, variables: variables, isLiteral: word.isLiteral)
      {
        look(at: path, depth: depth + 1, isNamed: true)
      } else {
        found.append((file, "source \(PlainText.line(word.bytes)): cannot be expanded"))
      }
    }
  }

  /// Reads `name=value` of a `set` command; `alias_file` names a file to look at.
  private mutating func takeSettings(_ line: inout MuttrcLine, in file: String, depth: Int) {
    while let name = line.word(isSetting: true) {
      guard line.take(UInt8(ascii: "=")), let value = line.word() else { continue }
      guard name.text == "alias_file" else {
        variables[name.text] = value.text
        if ["folder", "record", "from"].contains(name.text) { mail.append((name.text, value.text)) }
        continue
      }
      if let path = paths.expanded(value.text, beside: file, variables: variables, isLiteral: value.isLiteral) {
        variables["alias_file"] = path
        look(at: path, depth: depth + 1, isNamed: true)
      } else {
        found.append((file, "alias_file \(PlainText.line(value.bytes)): cannot be expanded"))
      }
    }
  }
}
