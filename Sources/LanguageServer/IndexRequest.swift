package import Wire

/// What the child that reads the address books is told: which, and whether to look for more.
package struct IndexRequest: Equatable, Sendable {
  /// The sources that the user named: `{kind, path}` each, as given.
  package var sources: [JSON]
  /// Whether the usual places are looked into as well.
  package var discovers: Bool

  /// What these settings ask for.
  package init(_ settings: Settings) {
    if case .array(let list) = settings["sources"] { sources = list } else { sources = [] }
    discovers = settings.flag("discover")
  }

  /// Reads a request; nil when it is none.
  package init?(_ json: JSON) {
    guard case .object = json else { return nil }
    if case .array(let list) = json["sources"] { sources = list } else { sources = [] }
    discovers = json["discover"] == .bool(true)
  }

  /// Whether there is nothing to read.
  package var isEmpty: Bool { sources.isEmpty && !discovers }

  /// The request as it is written to the child, on one line.
  package var json: JSON {
    ["discover": .bool(discovers), "sources": .array(sources)]
  }
}
