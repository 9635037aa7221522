import Fields

/// What a client has been told of a document, by outcomes and by events: from it follows what is still to be told.
struct Told: Sendable {
  /// Each field as its events have made it, by the name by which fields are told apart.
  var fields: [String: ToldField] = [:]
  /// Whether the message could be sent.
  var isReady: Bool?
  /// What was seen when all was told; nil where an outcome has told more since.
  var sight: FieldSight?

  /// Takes what an outcome tells of a field.
  mutating func take(_ editor: Editor, of id: String) {
    fields[id] = ToldField(editor: editor.at(nil), revision: nil)
    sight = nil
  }
}

/// One field as its events have made it.
struct ToldField: Sendable {
  var editor: Editor
  /// The reading in which that was seen; nil for what an outcome foretold.
  var revision: Int?
  /// The text in which that was seen, of a field whose tokens may have moved since.
  var textRevision = 0
}
