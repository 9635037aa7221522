import Fields
import Wire

// LSP 3.17, "Find References Request":
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#textDocument_references

/// What a request about a tag is about.
struct TagTarget {
  var query: TagQuery
  /// Bytes of the document that name the tag.
  var range: Range<Int>
}

extension Session {
  /// `textDocument/references`: a tag in open documents, anything else in its own document.
  ///
  /// Where files have to be looked through, the request waits before (`mustSearch`).
  func references(_ params: Reader) throws(ResponseError) -> JSON {
    if let target = try tagTarget(params) {
      let hasDefinitions = params.value["context"]?["includeDeclaration"] != .bool(false)
      return references(target.query, TagFindings(), hasDefinitions: hasDefinitions)
    }
    guard let document = try document(params) else { return .null }
    let offset = try document.text.offset(of: Self.position(params.member("position")), client.encoding).offset
    guard let index = document.fieldIndex(at: offset), let number = document.tokenIndex(at: offset, field: index)
    else { return .null }
    var cursor = cursor(document.text)
    return .array(
      document.places(ofToken: number, field: index).map { ["uri": .string(document.uri), "range": json($0, &cursor)] })
  }

  /// Where a tag stands in open documents and in files, by URI.
  func references(_ query: TagQuery, _ findings: TagFindings, hasDefinitions: Bool) -> JSON {
    var found: [(uri: String, ranges: [JSON])] = []
    for (document, hits) in (try? ownHits(query)) ?? [] {
      var cursor = cursor(document.text)
      let places = hits.places.filter { hasDefinitions || !$0.isDefinition }.map { json($0.range, &cursor) }
      found.append((document.uri, (hits.name == .says ? [Self.startOfFile] : []) + places))
    }
    let open = Set(documents.keys.map(Self.note))
    for (path, file) in findings.files where !open.contains(path) {
      let places = file.places.filter { hasDefinitions || !$0.isDefinition }.map(\.range)
      found.append((FilePath.uri(of: path), (file.name == .says ? [Self.startOfFile] : []) + places))
    }
    found.sort { $0.uri.utf8.lexicographicallyPrecedes($1.uri.utf8) }
    return .array(found.flatMap { uri, ranges in ranges.map { ["uri": .string(uri), "range": $0] } })
  }

  /// Where a client is led to for a name that says a tag.
  static let startOfFile: JSON = [
    "start": ["line": 0, "character": 0], "end": ["line": 0, "character": 0],
  ]

  /// The tag at the position of a request; nil where none stands that can be told from others of its kind.
  func tagTarget(_ params: Reader) throws(ResponseError) -> TagTarget? {
    let position = try Self.position(params.member("position"))
    guard let document = try document(params), !document.finding.isReceived else { return nil }
    let offset = document.text.offset(of: position, client.encoding).offset
    guard let index = document.fieldIndex(at: offset), let number = document.tokenIndex(at: offset, field: index)
    else { return nil }
    let field = document.finding.fields[index]
    guard let own = TagVocabulary(field), own.isSearched else { return nil }
    let kind = TagVocabulary.isOnlyList(field) ? .tags : own
    let (value, token) = (document.value(field), document.readings[index].tokens[number])
    guard let tag = TagName(field.grammar.value(token, in: value)) else { return nil }
    // Mentions and aliases are no places of it.
    let list = EntryList(value, document.readings[index], field.grammar, document.options(index))
    guard let place = list.places(of: tag).first(where: { $0.token == number }) else { return nil }
    return TagTarget(
      query: TagQuery(tag: tag, kind: kind), range: place.range.shifted(by: field.valueRange.lowerBound))
  }
}
