import Candidates
import Fields

/// Looks through folders for notes that can be read.
struct TagWalk {
  /// Why something was left out.
  enum Skip: Equatable, Sendable {
    /// A folder that cannot be read.
    case folder
    /// The user's home or `/`, which nobody named but as a folder that is open.
    case tooWide
    /// A file that cannot be read, or is too large.
    case unreadable
    /// A file that holds no text.
    case binary
  }

  /// What comes by.
  enum Found {
    /// A folder that was named, before what is in it.
    case folder(String)
    /// A file with its finder and bytes.
    /// A file with its finder, and whose habits it follows by its folders.
    case note(String, Finder, Flavor?)
    case skipped(String, Skip)
  }

  /// How deep folders are looked into, and how many of them.
  private static let (depth, folders) = (32, 50_000)

  private let request: TagRequest
  private let world: TagScan.World
  private let finder: (String) -> Finder?
  private var seen: Set<String> = []
  private var count = 0
  /// Whether there was more than may be looked at.
  private(set) var isCut = false

  /// A walk through the folders of a request, past the files for which there is a finder by their name.
  init(_ request: TagRequest, in world: TagScan.World, finder: @escaping (String) -> Finder? = Finder.ofNotes(path:)) {
    (self.request, self.world, self.finder) = (request, world, finder)
  }

  /// Looks through the folders, in the order in which they were named and then of names.
  ///
  /// - Parameter visit: takes what comes by; false ends the walk.
  /// - Returns: whether it came to its end.
  mutating func run(_ visit: (Found) -> Bool) -> Bool {
    let home = world.home.map(world.real)
    func isTooWide(_ root: String) -> Bool { root == "/" || world.real(root) == home }
    for root in request.roots where isTooWide(root) {
      guard visit(.skipped(root, .tooWide)) else { return false }
    }
    for folder in request.folders.map(world.expanded) + request.roots.filter({ !isTooWide($0) }) {
      guard let entries = world.list(folder) else {
        guard visit(.skipped(folder, .folder)) else { return false }
        continue
      }
      guard seen.insert(world.real(folder)).inserted else { continue }
      guard visit(.folder(folder)), walk(folder, entries, visit) else { return false }
    }
    return true
  }

  /// A folder that waits to be looked through, with what is left out in it.
  private struct Waiting {
    var path: String
    var names: [String]
    var entries: [Entry]
    /// The `.gitignore` files of it and of those above, each with the number of names to its folder.
    var ignores: [(file: IgnoreFile, depth: Int)]
    /// Whose habits the folders above say that notes follow.
    var flavor: Flavor?
  }

  private mutating func walk(_ root: String, _ entries: [Entry], _ visit: (Found) -> Bool) -> Bool {
    var waiting = [Waiting(path: root, names: [], entries: entries, ignores: [], flavor: flavor(above: root))]
    while var folder = waiting.popLast() {
      if folder.entries.contains(where: { $0.name == ".gitignore" && $0.kind == .file }),
        let bytes = world.read(Self.join(folder.path, ".gitignore"), request.maxBytes)
      {
        folder.ignores.append((IgnoreFile(bytes), folder.names.count))
      }
      folder.flavor = flavor(folder.path, folder.entries) ?? folder.flavor
      var inner: [Waiting] = []
      for entry in folder.entries.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
      where !entry.name.hasPrefix(".") {
        let names = folder.names + [entry.name]
        let isFolder = entry.kind == .folder
        if isFolder, entry.name == "node_modules" { continue }
        let finder = isFolder ? nil : finder(entry.name)
        guard isFolder || finder != nil, !Self.isIgnored(names, isFolder, folder.ignores) else { continue }
        let path = Self.join(folder.path, entry.name)
        if let finder {
          guard count < request.maxFiles else {
            isCut = true
            return true
          }
          count += 1
          guard visit(.note(path, finder, request.flavor ?? folder.flavor)) else { return false }
        } else if names.count > Self.depth || seen.count >= Self.folders {
          isCut = true
        } else if seen.insert(world.real(path)).inserted {
          if let entries = world.list(path) {
            inner.append(
              Waiting(path: path, names: names, entries: entries, ignores: folder.ignores, flavor: folder.flavor))
          } else if !visit(.skipped(path, .folder)) {
            return false
          }
        }
      }
      waiting += inner.reversed()
    }
    return true
  }

  /// What a folder's own entries say of the program that its notes are for.
  private func flavor(_ path: String, _ entries: [Entry]) -> Flavor? {
    guard request.flavor == nil else { return nil }
    let names = Set(entries.map(\.name))
    return FlavorMarks.flavor { mark in
      let parts = mark.split(separator: "/").map(String.init)
      guard parts.count == 2 else { return names.contains(mark) }
      return names.contains(parts[0])
        && world.list(Self.join(path, parts[0]))?.contains { $0.name == parts[1] } ?? false
    }
  }

  /// What the folders above the one that is looked through say.
  private func flavor(above root: String) -> Flavor? {
    guard request.flavor == nil else { return nil }
    for parent in FlavorMarks.parents(of: world.real(root)).dropFirst() {
      if let flavor = world.list(parent).flatMap({ flavor(parent, $0) }) { return flavor }
    }
    return nil
  }

  private static func isIgnored(
    _ names: [String], _ isFolder: Bool, _ ignores: [(file: IgnoreFile, depth: Int)]
  ) -> Bool {
    for (file, depth) in ignores.reversed() {
      if let isIgnored = file.ignores(Array(names[depth...]), isFolder: isFolder) { return isIgnored }
    }
    return false
  }

  private static func join(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }
}

extension TagScan.World {
  /// The bytes of a file that holds text, or why it is left out.
  func text(_ path: String, _ limit: Int) -> (bytes: [UInt8], skip: TagWalk.Skip?) {
    guard let bytes = read(path, limit) else { return ([], .unreadable) }
    return bytes.prefix(8192).contains(0) ? ([], .binary) : (bytes, nil)
  }
}
