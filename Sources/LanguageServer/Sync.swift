import Fields
import Wire

// LSP 3.17, "Text Document Synchronization":
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#textDocument_synchronization

extension Session {
  mutating func open(_ params: Reader) throws(ResponseError) {
    let item = try params.member("textDocument")
    let uri = try item.member("uri").string()
    let languageId = try item.optional("languageId")?.string() ?? ""
    let version = try item.optional("version")?.int() ?? 0
    let text = try item.member("text").string()
    forgetWake(of: uri)
    var document = Document(
      uri: uri, languageId: languageId, version: version, text: Array(text.utf8), context: readingContext(of: uri))
    // What a client still shows that opens a document twice.
    document.pushed = documents[uri]?.pushed
    documents[uri] = document
    readHistory(uri)
    show(uri)
    seekFlavor(of: uri)
  }

  /// Makes changes, whose text is not read before `read`.
  mutating func change(_ params: Reader) throws(ResponseError) {
    let item = try params.member("textDocument")
    let uri = try item.member("uri").string()
    let version = try item.member("version").int()
    let changes = try params.member("contentChanges").array()
    // Taken out while it is changed, so that its bytes are not copied.
    guard var document = documents.removeValue(forKey: uri) else {
      return log(.warning, "didChange of \(uri), which is not open")
    }
    defer {
      documents[uri] = document
      show(uri)
    }
    if version <= document.version {
      document.isDoubtful = true
      log(.warning, "didChange of \(uri): version \(version) does not follow \(document.version)")
    }
    document.version = max(version, document.version)
    for change in changes {
      do {
        try apply(change, to: &document)
      } catch {
        document.isDoubtful = true
        throw error
      }
    }
    document.editing.adopt(document.text)
  }

  /// Finds and reads the fields of a document after changes.
  mutating func read(_ uri: String) {
    guard var document = documents.removeValue(forKey: uri) else { return }
    document.read()
    documents[uri] = document
  }

  /// Makes one change; a range that is not in the text is drawn in and makes the document doubtful.
  private mutating func apply(_ change: Reader, to document: inout Document) throws(ResponseError) {
    let text = Array(try change.member("text").string().utf8)
    guard let range = change.optional("range") else {
      document.isDoubtful = false
      return document.replaceAll(with: text)
    }
    let start = document.text.offset(of: try Self.position(range.member("start")), client.encoding)
    let end = document.text.offset(of: try Self.position(range.member("end")), client.encoding)
    if !start.exact || !end.exact || start.offset > end.offset {
      if !document.isDoubtful { log(.warning, "didChange of \(document.uri): \(range.path) is not in the text") }
      document.isDoubtful = true
    }
    document.replace(min(start.offset, end.offset)..<max(start.offset, end.offset), with: text)
  }

  mutating func close(_ params: Reader) throws(ResponseError) {
    let uri = try params.member("textDocument").member("uri").string()
    forgetWake(of: uri)
    guard let document = documents.removeValue(forKey: uri) else {
      return log(.warning, "didClose of \(uri), which is not open")
    }
    remember(document)
    tags.close(uri, note: Self.note(uri))
    // Also when the last list was empty: a client that drops stale lists may not have seen it.
    if document.pushed != nil {
      notify(.publishDiagnostics, ["uri": .string(uri), "diagnostics": []], slot: Self.slot(uri))
    }
  }

  mutating func save(_ params: Reader) throws(ResponseError) {
    let uri = try params.member("textDocument").member("uri").string()
    guard documents[uri] != nil else { return log(.warning, "didSave of \(uri), which is not open") }
    keepLeftovers(uri)
    documents[uri]?.endDraft()
    if let document = documents[uri] {
      remember(document)
      tags.save(document.noteTags(), note: Self.note(uri))
    }
    judge(uri, .save)
    lookForFiles(uri, isAnew: true)
    if isNote(uri) { recountTags() }
    refreshMaintainers(uri)
    show(uri)
  }

  /// The position that a reader holds, in the client's units.
  static func position(_ reader: Reader) throws(ResponseError) -> Position {
    Position(line: try reader.member("line").int(), character: try reader.member("character").int())
  }

  /// The open document that a request names; nil when it is not open.
  func document(_ params: Reader) throws(ResponseError) -> Document? {
    documents[try params.member("textDocument").member("uri").string()]
  }

  /// The bytes of a range as the client wrote it, drawn into the text.
  func range(_ reader: Reader, in text: Text) throws(ResponseError) -> Range<Int> {
    let start = text.offset(of: try Self.position(reader.member("start")), client.encoding).offset
    let end = text.offset(of: try Self.position(reader.member("end")), client.encoding).offset
    return min(start, end)..<max(start, end)
  }

  /// A range of bytes as the client reads it.
  func json(_ range: Range<Int>, in text: Text) -> JSON {
    var cursor = cursor(text)
    return json(range, &cursor)
  }

  /// A range of bytes as the client reads it, one of many of the same text.
  func json(_ range: Range<Int>, _ cursor: inout PositionCursor) -> JSON {
    let start = json(cursor.position(of: range.lowerBound))
    return ["start": start, "end": json(cursor.position(of: range.upperBound))]
  }

  /// A change as a TextEdit.
  func json(_ change: Change, _ cursor: inout PositionCursor) -> JSON {
    ["range": json(change.range, &cursor), "newText": .string(String(decoding: change.text, as: UTF8.self))]
  }

  /// Turns bytes of a text into the client's positions.
  func cursor(_ text: Text) -> PositionCursor {
    PositionCursor(text, client.encoding)
  }

  private func json(_ position: Position) -> JSON {
    ["line": .integer(position.line), "character": .integer(position.character)]
  }
}
