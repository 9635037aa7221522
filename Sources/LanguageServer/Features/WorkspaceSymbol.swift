import Candidates
import Fields
import Wire

// LSP 3.17, "Workspace Symbols Request":
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#workspace_symbol

extension Session {
  /// So many tags and people are given at most.
  private static let most = 100

  /// `workspace/symbol`: tags with the number of notes that hold them, then people of the address books.
  ///
  /// Nothing is read for it: a tag of an open document is shown where it stands, one of a file at the start of the first
  /// file that holds it.
  mutating func workspaceSymbols(_ params: Reader) throws(ResponseError) -> JSON {
    let query = try params.member("query").string()
    var symbols: [JSON] = []
    if settings.flag("tags.enabled") {
      countTags()
      for kind in [TagVocabulary.tags, .categories, .keywords] { symbols += tagSymbols(query, kind) }
    }
    // Without a word everybody would be meant.
    guard !query.isEmpty else { return .array(symbols) }
    for match in directory.matches(query, limit: Self.most) {
      let title = match.name.isEmpty ? match.address : match.name
      guard !title.isEmpty else { continue }
      let detail = match.address.isEmpty ? "\(match.members.count) people" : match.address
      symbols.append(
        Self.symbol(title, kind: 19, FilePath.uri(of: match.source.path), Self.startOfFile, container: detail))
    }
    return .array(symbols)
  }

  private func tagSymbols(_ query: String, _ kind: TagVocabulary) -> [JSON] {
    let matches = tags.corpus(kind).matches(query, limit: Self.most)
    let notes = tags.corpus(kind).notes(holding: matches.map(\.text))
    let open = Dictionary(documents.keys.map { (Self.note($0), $0) }) { min($0, $1) }
    return matches.compactMap { match in
      guard let note = notes[match.text] else { return nil }
      let count = match.notes == 1 ? "1 note" : "\(match.notes) notes"
      var (uri, range) = (note.hasPrefix("/") ? FilePath.uri(of: note) : note, Self.startOfFile)
      if let own = open[note], let document = documents[own] {
        uri = own
        let query = TagName(match.text).map { TagQuery(tag: $0, kind: kind) }
        let place = query.flatMap { TagHits(document.tagLists, $0, document.context).places.first }
        if let place { range = json(place.range, in: document.text) }
      }
      return Self.symbol(match.text, kind: 20, uri, range, container: count)
    }
  }

  private static func symbol(_ name: String, kind: Int, _ uri: String, _ range: JSON, container: String) -> JSON {
    [
      "name": .string(name), "kind": .integer(kind), "location": ["uri": .string(uri), "range": range],
      "containerName": .string(container),
    ]
  }
}
