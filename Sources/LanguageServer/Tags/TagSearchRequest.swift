import Fields
package import Wire

/// What the child that looks for a tag is told: the folders and limits of a `TagRequest`, and the tag.
package struct TagSearchRequest: Equatable, Sendable {
  /// The folders and the limits.
  var folders: TagRequest
  var query: TagQuery
  /// In which units columns are counted.
  var encoding: PositionEncoding
  /// Files that are open in the editor, which answers for them itself.
  var open: [String]
  /// Whether fields are left alone, and those for which the opposite holds.
  var (isOff, exceptions): (Bool, [String])
  /// Whether case tells tags apart, and the fields for which the opposite holds.
  var (isExact, caseExceptions): (Bool, [String])

  init(
    _ query: TagQuery, in folders: TagRequest, _ encoding: PositionEncoding, open: [String], _ context: ReadingContext
  ) {
    (self.query, self.folders, self.encoding, self.open) = (query, folders, encoding, open)
    (isOff, exceptions) = (context.isOff, context.exceptions.sorted())
    (isExact, caseExceptions) = (context.isExact, context.caseExceptions.sorted())
  }

  /// Reads a request; nil when it is none.
  package init?(_ json: JSON) {
    guard let folders = TagRequest(json), let search = json["search"],
      let tag = search["tag"]?.string.flatMap({ TagName($0) }),
      let encoding = search["encoding"]?.string.flatMap({ PositionEncoding(rawValue: $0) })
    else { return nil }
    let kind = search["kind"]?.string.flatMap { TagVocabulary(name: $0) } ?? .tags
    query = TagQuery(tag: tag, name: search["name"]?.string.flatMap { TagName($0) }, kind: kind)
    (self.folders, self.encoding) = (folders, encoding)
    (open, isOff, exceptions) = (search.texts("open"), search["isOff"] == .bool(true), search.texts("exceptions"))
    (isExact, caseExceptions) = (search["isExact"] == .bool(true), search.texts("caseExceptions"))
  }

  /// The request as it is written to the child, on one line.
  package var json: JSON {
    var search = [JSON.Member(key: "tag", value: .string(query.tag.text))]
    if let name = query.name { search.append(JSON.Member(key: "name", value: .string(name.text))) }
    if query.kind != .tags { search.append(JSON.Member(key: "kind", value: .string(query.kind.name))) }
    search.append(JSON.Member(key: "encoding", value: .string(encoding.rawValue)))
    search.append(JSON.Member(key: "open", value: .array(open.map { .string($0) })))
    if isOff { search.append(JSON.Member(key: "isOff", value: true)) }
    if !exceptions.isEmpty {
      search.append(JSON.Member(key: "exceptions", value: .array(exceptions.map { .string($0) })))
    }
    if isExact { search.append(JSON.Member(key: "isExact", value: true)) }
    if !caseExceptions.isEmpty {
      search.append(JSON.Member(key: "caseExceptions", value: .array(caseExceptions.map { .string($0) })))
    }
    return ["tags": folders.json["tags"] ?? [:], "search": .object(search)]
  }

  private var context: ReadingContext {
    var context = ReadingContext()
    (context.isOff, context.exceptions, context.flavor) = (isOff, Set(exceptions), folders.flavor)
    (context.isExact, context.caseExceptions) = (isExact, Set(caseExceptions))
    context.custom = folders.custom
    return context
  }

  /// Does the work, and hands on what is found in parts of about 64 KiB.
  ///
  /// - Parameters:
  ///   - world: the machine.
  ///   - write: takes a part; false ends the work.
  package func run(in world: TagScan.World, write: ([UInt8]) -> Bool) {
    var search = TagSearch(query, folders, context, in: world, except: open, dropsMark: true)
    var pending: [UInt8] = []
    var skipped = 0
    func put(_ line: JSON) -> Bool {
      line.print(into: &pending)
      pending.append(UInt8(ascii: "\n"))
      guard pending.count >= 1 << 16 else { return true }
      defer { pending = [] }
      return write(pending)
    }
    let isWhole = search.run { found in
      switch found {
      case .file(let path, let bytes, let hits):
        let (lines, reason) = TagSearchLine.lines(path, bytes, hits, encoding)
        if reason != nil { skipped += 1 }
        return lines.allSatisfy { put($0) }
      case .skipped(let path, let reason): return put(TagSearchLine.skipped(path, reason))
      }
    }
    guard isWhole else { return }
    _ = put(TagSearchLine.ended(notes: search.notes, skipped: search.skipped + skipped, isCut: search.isCut))
    if !pending.isEmpty { _ = write(pending) }
  }
}
