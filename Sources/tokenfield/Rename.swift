import Fields
import Host
import LanguageServer

/// A file in which a tag is renamed.
private struct RenamedFile {
  /// The path, and how the user names it.
  var (path, name): (String, String)
  /// The contents that were read, and how the file was right behind that.
  var (bytes, stamp): ([UInt8], Stamp?)
  var hits: TagHits

  /// The path that the file gets, since its name says the tag; nil where it stays.
  var newPath: String? {
    if case .becomes(let path) = hits.name { path } else { nil }
  }

  /// The same as the user names it.
  var newName: String? {
    newPath.map { path in
      let last = path.split(separator: "/").last.map(String.init) ?? path
      return name.lastIndex(of: "/").map { name[...$0] + last } ?? last
    }
  }
}

extension Shell {
  /// `tokenfield rename`: a tag gets another name in the notes of folders; nothing is written before all is known.
  mutating func rename(_ arguments: Arguments) throws(Stop) -> Outcome {
    let (old, new, folders) = (arguments.operands[0], arguments.operands[1], arguments.operands[2...])
    guard let tag = TagName(old) else { throw .usage("rename: \(old) is no name of a tag") }
    guard let name = TagName(new) else { throw .usage("rename: \(new) is no name of a tag") }
    let (settings, warnings) = try startup(arguments).settings()
    for warning in warnings { complain(warning) }
    var names: [(path: String, name: String)] = []
    for folder in folders { names.append((world.real(world.expanded(folder)), folder)) }
    let request = TagRequest(settings, in: names.map(\.path))
    func shown(_ path: String) -> String {
      // The deepest of the folders that were named.
      let inner = names.filter { path == $0.path || path.hasPrefix($0.path.hasSuffix("/") ? $0.path : $0.path + "/") }
      guard let best = inner.max(by: { $0.path.utf8.count < $1.path.utf8.count }) else { return path }
      let rest = path.dropFirst(best.path.count).drop { $0 == "/" }
      return rest.isEmpty ? best.name : best.name + (best.name.hasSuffix("/") ? "" : "/") + rest
    }
    var files: [RenamedFile] = []
    var lines: [String] = []
    let kind = arguments.value(.field) ?? "tags"
    guard var search = TagSearch(tag, to: name, of: kind, request, settings, in: world.notes) else {
      throw .usage(
        "rename: --field \(kind): expected tags, categories, keywords, or a field that customFields describes")
    }
    _ = search.run { found in
      switch found {
      case .file(let path, let bytes, let hits):
        files.append(
          RenamedFile(path: path, name: shown(path), bytes: bytes, stamp: Host.stamp(path), hits: hits))
      case .skipped(let path, let reason): lines.append("\(shown(path)) \(reason)")
      }
      return true
    }
    if search.isCut { lines.append("there are more files, or deeper folders, than are looked at (tags.maxFiles)") }
    for line in lines { complain(line) }
    let isWhole = lines.isEmpty
    if refuses(files, settings) { return .findings }
    let renamed = files.filter { !$0.hits.changes.isEmpty || $0.newPath != nil }
    for file in files {
      guard case .stays(let reason) = file.hits.name else { continue }
      complain("\(file.name): the tag stands in the name of the file as well, which stays: \(reason)")
    }
    for file in renamed {
      // A link that was met first is renamed itself; what leads to the file still does then.
      guard file.newPath != nil, let links = search.links[file.path] else { continue }
      for link in links { complain("\(shown(link)): leads to \(file.name), which gets another name") }
    }
    guard !renamed.isEmpty else {
      let kept = files.reduce(0) { $0 + $1.hits.kept }
      if kept > 0, isWhole {
        print("\(Self.count(kept, "place")) \(kept == 1 ? "is" : "are") written so already")
        return .well
      }
      complain("\(tag.text) stands nowhere")
      return isWhole ? .findings : .failure
    }
    let holders = files.count(where: \.hits.holdsNew)
    if holders > 0 { print("\(name.text) is a tag of \(Self.count(holders, "file")) already: the two become one") }
    return write(renamed, isDry: arguments.has(.dryRun)) && isWhole ? .well : .failure
  }

  /// Names the places that cannot hold the new name, and fields that are not to be changed; whether there are any.
  private mutating func refuses(_ files: [RenamedFile], _ settings: Settings) -> Bool {
    var refuses = false
    for file in files {
      let lines = Lines(file.bytes)
      for refusal in file.hits.refused {
        let near = refusal.near.map { "; \($0) could" } ?? ""
        complain(
          "\(file.name):\(lines.number(refusal.range.lowerBound)): \(refusal.name) cannot be written as a tag of \(refusal.syntax)\(near)"
        )
        refuses = true
      }
      for field in file.hits.fields.sorted() where settings.isReadOnly(field: field) {
        complain("\(file.name): \(field) is not to be changed (fields.\(field).readOnly)")
        refuses = true
      }
    }
    return refuses
  }

  /// Changes the files, unless it is only to be said what would be changed; whether all could be.
  private mutating func write(_ files: [RenamedFile], isDry: Bool) -> Bool {
    var (places, count, merged, moved) = (0, 0, 0, 0)
    var isWhole = true
    for file in files {
      if !isDry, !file.hits.changes.isEmpty {
        let bytes = file.hits.changes.applied(to: file.bytes)
        let problem =
          file.stamp.map { replaceFile(file.path, holding: file.bytes, $0, with: bytes) }
          ?? Problem(file.name, "is gone")
        if let problem {
          complain(problem.text)
          isWhole = false
          continue
        }
      }
      let lines = Lines(file.bytes)
      for place in file.hits.places {
        print(Plain.line("\(file.name):\(lines.number(place.range.lowerBound)): \(place.old) → \(place.new)"))
      }
      (places, merged) = (places + file.hits.places.count, merged + file.hits.merged)
      count += file.hits.changes.isEmpty ? 0 : 1
      guard let path = file.newPath, let name = file.newName else { continue }
      if !isDry, let problem = moveFile(file.path, to: path) {
        complain(problem.text)
        isWhole = false
        continue
      }
      print(Plain.line("\(file.name) → \(name)"))
      moved += 1
    }
    let twice = merged > 0 ? "; \(Self.count(merged, "time")) a list would hold it twice, and keeps one" : ""
    let names = moved > 0 ? "; \(Self.count(moved, "name of a file", "names of files"))" : ""
    print(
      "\(Self.count(places, "place")) in \(Self.count(count, "file"))\(names)\(isDry ? " would change" : "")\(twice)")
    return isWhole
  }

  private static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    "\(number) \(number == 1 ? one : many ?? one + "s")"
  }
}

/// The lines of a text by their numbers.
private struct Lines {
  private let text: Text

  init(_ bytes: [UInt8]) { text = Text(bytes) }

  /// The number of the line that holds an offset, from 1.
  func number(_ offset: Int) -> Int { text.line(at: offset) + 1 }
}
