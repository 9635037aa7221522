/// A folder of cards that a program's configuration names.
struct CardFolder: Equatable {
  /// The path as written.
  var path: String
  /// Why it is no address book of ours; nil if it is one.
  var reason: String?
}

/// The configuration of a program that keeps cards in folders; only paths are read from it.
protocol CardConfiguration {
  /// Where the configuration may be.
  static func places(_ paths: Paths) -> [String]
  /// The folders that it names.
  static func folders(in bytes: [UInt8]) -> [CardFolder]
}

/// khard: `[addressbooks]`, then `path = …` in each `[[name]]`.
enum KhardConfiguration: CardConfiguration {
  static func places(_ paths: Paths) -> [String] {
    // khard looks in one place only; where XDG_CONFIG_HOME was set later, the old file is often still in the other.
    distinct([Folder.join(paths.configuration, "khard/khard.conf"), paths.inHome(".config/khard/khard.conf")])
  }

  static func folders(in bytes: [UInt8]) -> [CardFolder] {
    var folders: [CardFolder] = []
    var isInBooks = false
    for item in Ini.items(in: bytes) {
      switch item {
      case .section(let name, depth: 1): isInBooks = name == "addressbooks"
      case .value("path", let value) where isInBooks && !value.isEmpty: folders.append(CardFolder(path: value))
      default: break
      }
    }
    return folders
  }
}

/// vdirsyncer: `[storage name]` with `type = "filesystem"`, its `path`, and a `fileext` that is `.vcf` or not said.
enum VdirsyncerConfiguration: CardConfiguration {
  static func places(_ paths: Paths) -> [String] {
    distinct([Folder.join(paths.configuration, "vdirsyncer/config"), paths.inHome(".vdirsyncer/config")])
  }

  static func folders(in bytes: [UInt8]) -> [CardFolder] {
    var folders: [CardFolder] = []
    var storage: [String: String]?
    func end() {
      guard let found = storage, found["type"] == "filesystem", let path = found["path"], !path.isEmpty else { return }
      let ending = found["fileext"] ?? ".vcf"
      folders.append(CardFolder(path: path, reason: ending == ".vcf" ? nil : "holds files that end in \"\(ending)\""))
    }
    for item in Ini.items(in: bytes) {
      switch item {
      case .section(let name, depth: _):
        end()
        storage = name.hasPrefix("storage ") ? [:] : nil
      case .value(let key, let value): storage?[key] = value
      }
    }
    end()
    return folders
  }
}

/// The paths without repeats.
func distinct(_ paths: [String]) -> [String] {
  var seen: Set<String> = []
  return paths.filter { seen.insert($0).inserted }
}
