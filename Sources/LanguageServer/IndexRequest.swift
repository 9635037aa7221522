import Candidates
package import Wire

/// What the child that reads the address books is told: which, and whether to look for more.
package struct IndexRequest: Equatable, Sendable {
  /// The sources that the user named: `{kind, path}` each, as given.
  package var sources: [JSON]
  /// Whether the usual places are looked into as well.
  package var discovers: Bool
  /// Whether the people that the user has written to are read as well: their file is one of the usual places.
  package var remembers: Bool
  /// The user's own addresses, by which own mail is known.
  package var own: [String]
  /// Whether an index file may be named in place of what the books say.
  package var keeps = false
  /// Whether they were read before, so that nothing need be complained of twice.
  package var isAgain = false

  /// What these settings ask for.
  package init(_ settings: Settings) {
    if case .array(let list) = settings["sources"] { sources = list } else { sources = [] }
    discovers = settings.flag("discover")
    remembers = discovers && settings.flag("history.enabled")
    own = JSON.object([JSON.Member(key: "own", value: settings["own"])]).texts("own")
  }

  /// Reads a request; nil when it is none.
  package init?(_ json: JSON) {
    guard case .object = json else { return nil }
    if case .array(let list) = json["sources"] { sources = list } else { sources = [] }
    discovers = json["discover"] == .bool(true)
    remembers = json["history"] == .bool(true)
    own = json.texts("own")
    keeps = json["keep"] == .bool(true)
    isAgain = json["again"] == .bool(true)
  }

  /// What is wrong with one source of a list, in words that name its place; nil when it can be read.
  package static func problem(_ source: JSON, at index: Int) -> String? {
    let place = "sources[\(index)]"
    guard case .object(let members) = source else { return "\(place): expected an object {kind, path}" }
    if CommandSource.isCommand(source) { return CommandSource.problem(source, at: place) }
    if StaticPeople.isList(source) { return StaticPeople.problem(source, at: place) }
    let names = ["kind", "path"]
    if let other = members.first(where: { !names.contains($0.key) }) {
      let near = Spelling.nearest(other.key, among: names).map { "; did you mean \(place).\($0)?" } ?? ""
      return "unknown setting \(place).\(other.key)\(near)"
    }
    guard case .string(let name) = source["kind"], SourceFormat.named.contains(where: { $0.rawValue == name }) else {
      let known = SourceFormat.named.map(\.rawValue)
      return "\(place).kind: expected one of \(known.joined(separator: ", ")), not \(source["kind"]?.text ?? "nothing")"
    }
    // Programs know themselves where their mail is.
    if [.notmuch, .mu].contains(SourceFormat(rawValue: name)), source["path"] == nil { return nil }
    guard case .string(let path) = source["path"], !path.isEmpty else { return "\(place).path: expected a path" }
    return nil
  }

  /// Whether there is nothing to read.
  package var isEmpty: Bool { sources.isEmpty && !discovers }

  /// The request as it is written to the child, on one line.
  package var json: JSON {
    let history: [JSON.Member] = remembers ? [JSON.Member(key: "history", value: true)] : []
    return .object(
      [JSON.Member(key: "discover", value: .bool(discovers))] + history
        + (keeps ? [JSON.Member(key: "keep", value: true)] : [])
        + [JSON.Member(key: "sources", value: .array(sources))]
        + (own.isEmpty ? [] : [JSON.Member(key: "own", value: .array(own.map { .string($0) }))])
        + (isAgain ? [JSON.Member(key: "again", value: true)] : []))
  }
}
