import Fields
import Wire

// LSP 3.17, "Rename Request" and "Prepare Rename Request":
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#textDocument_rename

extension Session {
  /// How renaming is announced.
  var renameProvider: JSON { client.preparesRename ? ["prepareProvider": true] : true }

  /// `textDocument/prepareRename`: what would be renamed, a tag or an address; null for anything else.
  func prepareRename(_ params: Reader) throws(ResponseError) -> JSON {
    guard let document = try document(params) else { return .null }
    if let target = try tagTarget(params) {
      return ["range": json(target.range, in: document.text), "placeholder": .string(target.query.tag.text)]
    }
    guard let person = try personTarget(params, in: document) else { return .null }
    return ["range": json(person.range, in: document.text), "placeholder": .string(person.address)]
  }

  /// `textDocument/rename`, where no files have to be looked through: those wait before (`mustSearch`).
  mutating func rename(_ params: Reader) throws(ResponseError) -> JSON {
    if let target = try tagTarget(params) { return try rename(renaming(target.query, params), TagFindings()) }
    guard let document = try document(params), let person = try personTarget(params, in: document) else {
      throw .requestFailed("nothing that can be renamed stands here")
    }
    return try rename(person, params, in: document)
  }

  /// A query with the new name of a request.
  func renaming(_ query: TagQuery, _ params: Reader) throws(ResponseError) -> TagQuery {
    let text = try params.member("newName").string()
    guard let name = TagName(text) else { throw .requestFailed("this is no name of a tag") }
    var query = query
    query.name = name
    return query
  }

  /// The edit that renames a tag in open documents and in files.
  mutating func rename(_ query: TagQuery, _ findings: TagFindings) throws(ResponseError) -> JSON {
    let own = try ownHits(query)
    if let refusal = findings.refused.first { throw Self.refusal(refusal, count: findings.refused.count) }
    for (path, file) in findings.files.sorted(by: { $0.key < $1.key }) {
      for name in file.fields where settings.isReadOnly(field: name) {
        throw .requestFailed("\(query.tag.text) cannot be renamed: \(name) of \(path) is not to be changed")
      }
    }
    var files: [FileEdits] = []
    var (places, notes, merged) = (0, 0, 0)
    for (document, hits) in own {
      notes += hits.holdsNew ? 1 : 0
      (places, merged) = (places + hits.places.count, merged + hits.merged)
      var cursor = cursor(document.text)
      let edits = hits.changes.map { (json($0.range, &cursor), String(decoding: $0.text, as: UTF8.self)) }
      // Only the child has seen whether another file has the new name.
      let seen = FilePath.of(uri: document.uri).flatMap { findings.files[$0]?.name } ?? .none
      files.append(
        FileEdits(
          uri: document.uri, version: document.version, edits: edits, name: seen == .none ? hits.name : seen))
    }
    let open = Set(documents.keys.map(Self.note))
    for (path, file) in findings.files where !open.contains(path) {
      notes += file.holdsNew ? 1 : 0
      (places, merged) = (places + file.places.count, merged + file.merged)
      files.append(FileEdits(uri: FilePath.uri(of: path), version: nil, edits: file.edits, name: file.name))
    }
    files.removeAll { $0.edits.isEmpty && $0.name == .none }
    files.sort { $0.uri.utf8.lexicographicallyPrecedes($1.uri.utf8) }
    guard !files.isEmpty, let name = query.name else { return .null }
    let (kept, moved) = settleNames(of: &files)
    let edited = files.count { !$0.edits.isEmpty }
    var words = RenameWords(query.tag.text, name.text, places: places, files: edited, notes: notes, merged: merged)
    words.add(kept: kept, moved: moved)
    tell(words, findings)
    return edited == 0 && moved == 0 ? .null : workspaceEdit(files, words)
  }

  /// Decides which files get another name: those that a client can rename, each to a name that no other one gets.
  ///
  /// - Returns: how many names stay though they say the tag, and how many change.
  private func settleNames(of files: inout [FileEdits]) -> (kept: Int, moved: Int) {
    var taken: Set<String> = []
    var (kept, moved) = (0, 0)
    for index in files.indices {
      switch files[index].name {
      case .none: continue
      case .becomes(let path) where client.renamesFiles && taken.insert(path).inserted: moved += 1
      case .becomes, .stays, .says:
        files[index].name = .stays("")
        kept += 1
      }
    }
    return (kept, moved)
  }

  /// Says to the user what the edit itself cannot say.
  private mutating func tell(_ words: RenameWords, _ findings: TagFindings) {
    if !findings.leftOut.isEmpty {
      show(message: "\(words.label): \(findings.leftOut)", isWarning: true)
    }
    if words.isMerge || words.isPartial, !client.takesAnnotations {
      show(message: "\(words.label): \(words.description)", isWarning: false)
    }
  }

  /// `window/showMessage`.
  private mutating func show(message: String, isWarning: Bool) {
    notify(.showMessage, ["type": .integer(isWarning ? 2 : 3), "message": .string(message)])
  }

  private func workspaceEdit(_ files: [FileEdits], _ words: RenameWords) -> JSON {
    func edit(_ edit: (range: JSON, text: String), _ more: [JSON.Member]) -> JSON {
      let range = JSON.Member(key: "range", value: edit.range)
      return .object([range, JSON.Member(key: "newText", value: .string(edit.text))] + more)
    }
    guard client.takesDocumentChanges else {
      return [
        "changes": .object(
          files.filter { !$0.edits.isEmpty }.map { file in
            JSON.Member(key: file.uri, value: .array(file.edits.map { edit($0, []) }))
          })
      ]
    }
    let id = words.isMerge ? "merge" : "rename"
    let mark = client.takesAnnotations ? [JSON.Member(key: "annotationId", value: .string(id))] : []
    let edits = files.filter { !$0.edits.isEmpty }.map { file -> JSON in
      let version = file.version.map { JSON.integer($0) } ?? JSON.null
      return [
        "textDocument": ["uri": .string(file.uri), "version": version],
        "edits": .array(file.edits.map { edit($0, mark) }),
      ]
    }
    // Names change last, so that all edits name files as they are.
    let names = files.compactMap { file -> JSON? in
      guard case .becomes(let path) = file.name else { return nil as JSON? }
      let members = [
        JSON.Member(key: "kind", value: "rename"), JSON.Member(key: "oldUri", value: .string(file.uri)),
        JSON.Member(key: "newUri", value: .string(FilePath.uri(of: path))),
        JSON.Member(key: "options", value: ["overwrite": false, "ignoreIfExists": false]),
      ]
      return .object(members + mark)
    }
    var members = [JSON.Member(key: "documentChanges", value: .array(edits + names))]
    if client.takesAnnotations {
      let annotation: JSON = [
        "label": .string(words.label), "needsConfirmation": .bool(words.isMerge),
        "description": .string(words.description),
      ]
      members.append(
        JSON.Member(key: "changeAnnotations", value: .object([JSON.Member(key: id, value: annotation)])))
    }
    return .object(members)
  }

  // MARK: People

  /// An address in a list of people.
  struct PersonTarget {
    var address: String
    var key: String
    /// Bytes of the document.
    var range: Range<Int>
  }

  /// The address at the position of a request; nil where none stands, and in a message that was received.
  private func personTarget(_ params: Reader, in document: Document) throws(ResponseError) -> PersonTarget? {
    let position = try Self.position(params.member("position"))
    let offset = document.text.offset(of: position, client.encoding).offset
    guard !document.finding.isReceived, !document.isDoubtful, let index = document.fieldIndex(at: offset),
      let number = document.tokenIndex(at: offset, field: index)
    else { return nil }
    let (field, token) = (document.finding.fields[index], document.readings[index].tokens[number])
    guard field.holdsPeople, field.grammar != .owners, token.form == .address, let content = token.content else {
      return nil
    }
    let (value, range) = (document.value(field), content.shifted(by: field.valueRange.lowerBound))
    guard range.touches(offset), let key = field.grammar.key(token, in: value) else { return nil }
    return PersonTarget(address: field.grammar.value(token, in: value), key: key, range: range)
  }

  /// The edit that gives a person another address wherever the old one stands in the document; names stay.
  private mutating func rename(
    _ person: PersonTarget, _ params: Reader, in document: Document
  ) throws(ResponseError) -> JSON {
    let text = try params.member("newName").string()
    guard let address = Self.address(text) else { throw .requestFailed("\(text) is no address") }
    guard !address.utf8.elementsEqual(person.address.utf8) else { return .null }
    let new = Grammar.addressList.key(ofValue: address)
    var changes: [Change] = []
    var (places, holders) = (0, 0)
    for (index, field) in document.finding.fields.enumerated() where field.holdsPeople && field.grammar != .owners {
      let (value, reading) = (document.value(field), document.readings[index])
      var own: [Change] = []
      var expected: [String] = []
      for token in reading.tokens {
        let key = field.grammar.key(token, in: value)
        expected.append(key == person.key ? address : field.grammar.value(token, in: value))
        if key == new, new != person.key { holders += 1 }
        if key == person.key, let content = token.content { own.append(Change(content, Array(address.utf8))) }
      }
      guard !own.isEmpty else { continue }
      let policy = policy(field, document)
      if policy.isReadOnly || policy.fixed.contains(person.key) {
        throw .requestFailed("\(person.address) cannot be renamed: \(field.label) is not to be changed")
      }
      let changed = own.applied(to: value)
      let again = field.grammar.read(changed, document.context.options(field))
      guard again.tokens.map({ field.grammar.value($0, in: changed) }) == expected else {
        throw .requestFailed("\(address) cannot be written in \(field.label)")
      }
      places += own.count
      changes += own.map { Change($0.range.shifted(by: field.valueRange.lowerBound), $0.text) }
    }
    var cursor = cursor(document.text)
    let edits = changes.normalized.map { (json($0.range, &cursor), String(decoding: $0.text, as: UTF8.self)) }
    let words = RenameWords(person.address, address, places: places, holders: holders)
    tell(words, TagFindings())
    return workspaceEdit([FileEdits(uri: document.uri, version: document.version, edits: edits)], words)
  }

  /// The address that a text is, with nothing beside it and nothing wrong in it; nil for any other text.
  private static func address(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    let reading = Grammar.addressList.read(bytes, ReadingOptions())
    guard reading.tokens.count == 1, reading.groups.isEmpty, let token = reading.tokens.first, token.form == .address,
      token.name == nil, token.comment == nil,
      !reading.faults.contains(where: { $0.severity == .error || $0.severity == .warning })
    else { return nil }
    let address = Grammar.addressList.value(token, in: bytes)
    return address.isEmpty ? nil : address
  }
}

extension Settings {
  /// Whether a field of a file is not to be changed.
  package func isReadOnly(field name: String) -> Bool { field(name).policy(.yamlTags).isReadOnly }
}

/// What a rename changes in one file.
private struct FileEdits {
  var uri: String
  /// Nil for a file that is not open.
  var version: Int?
  var edits: [(range: JSON, text: String)]
  /// What becomes of its name.
  var name = NameHit.none
}

/// What a rename does, in words.
private struct RenameWords {
  var label: String
  var description: String
  /// Whether the new name is in use already, so that the two cannot be told apart afterwards.
  var isMerge: Bool

  /// Whether something of the name stays.
  private(set) var isPartial = false

  /// Of a tag.
  init(_ old: String, _ new: String, places: Int, files: Int, notes: Int, merged: Int) {
    isMerge = notes > 0
    label = isMerge ? "Merge tag \(old) into \(new)" : "Rename tag \(old) to \(new)"
    description = "\(Self.count(places, "place")) in \(Self.count(files, "file"))"
    if isMerge { description += "; \(new) is a tag of \(Self.count(notes, "file")) already" }
    if merged > 0 { description += "; \(Self.count(merged, "time")) a list would hold it twice, and keeps one" }
  }

  /// Of a person.
  init(_ old: String, _ new: String, places: Int, holders: Int) {
    isMerge = holders > 0
    label = "Change \(old) to \(new)"
    description = Self.count(places, "place")
    if isMerge { description += "; \(new) stands in this document already, \(Self.count(holders, "time"))" }
  }

  /// Says that names of files change, or stay.
  mutating func add(kept: Int, moved: Int) {
    if moved > 0 { description += "; \(Self.count(moved, "file")) with it in the name, which changes" }
    guard kept > 0 else { return }
    isPartial = true
    description += "; \(Self.count(kept, "file")) with it in the name, which stays"
  }

  private static func count(_ number: Int, _ what: String) -> String { "\(number) \(what)\(number == 1 ? "" : "s")" }
}
