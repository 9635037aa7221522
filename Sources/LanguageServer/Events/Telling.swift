import Fields
import Wire

/// Events that no request caused: somebody typed, undid, or moved the caret (Protocol/README.md, "Events").
extension Session {
  /// Tells what happened to the tokens of a document since the client was told last.
  mutating func tellEvents(_ uri: String) {
    // What an outcome told comes true with the edit that the client has not made yet.
    guard client.drawsChips, phase == .running, documents[uri]?.editing.predicted == nil,
      var document = documents.removeValue(forKey: uri)
    else { return }
    defer { documents[uri] = document }
    guard var told = document.told else {
      document.told = Told(
        fields: Dictionary(
          document.fieldIDs.enumerated().map { ($1, toldField($0, in: document)) }, uniquingKeysWith: { one, _ in one }),
        isReady: readiness(document).isReady)
      return
    }
    // Not held twice, so that nothing of it is copied.
    document.told = nil
    let isReadyBefore = told.isReady
    var said = look(at: document, &told)
    document.told = told
    if let accepted = document.editing.accepted, let id = document.focusID {
      said.insert((id, [.didAccept(accepted)], 0), at: 0)
    }
    document.editing.accepted = nil
    defer { document.editing.mentioned = nil }
    let focus = document.editing.hasChanged ? document.focusID : document.editing.focus
    document.editing.hasChanged = false
    // What happened in a field that is left comes before its end, and what happens in the one that is entered after.
    for (field, events, _) in said where field != focus { tell(events, of: field, in: &document) }
    moveFocus(to: focus, in: &document)
    for (field, events, _) in said where field == focus { tell(events, of: field, in: &document) }
    let isReady = readiness(document).isReady
    if isReady != isReadyBefore {
      document.told?.isReady = isReady
      tell(type: "didChangeReady", ["ready": .bool(isReady)], in: &document)
    }
    let sentences = said.compactMap { $0.events.announcement(of: $0.count) }
    if !sentences.isEmpty {
      tell(type: "announce", ["text": .string(sentences.joined(separator: "; "))], in: &document)
    }
  }

  /// What happened in one field, and how many tokens it has now.
  private typealias Said = (field: String, events: [EditingEvent], count: Int)

  /// Looks at the fields that may have changed, takes what they are now, and gives what happened in them.
  private func look(at document: Document, _ told: inout Told) -> [Said] {
    var (said, open) = ([Said](), Set<Int>())
    let ids = document.fieldIDs
    let suspects = told.sight?.suspects(in: document)
    for index in suspects ?? Array(ids.indices) {
      let id = ids[index]
      if let before = told.fields[id], before.editor.work == nil, before.revision == document.revisions[index],
        !document.isBeingTyped(inField: index)
      {
        continue
      }
      let now = toldField(index, in: document)
      if now.editor.work != nil { open.insert(index) }
      let events = now.editor.events(since: told.fields.updateValue(now, forKey: id)?.editor)
      if !events.isEmpty { said.append((id, events, now.editor.tokenCount)) }
    }
    if let suspects {
      told.sight?.take(document, looked: suspects, open: open)
      return said
    }
    // Of fields that are gone the tokens are gone with them.
    if told.fields.count != ids.count {
      let known = Set(ids)
      for (id, before) in told.fields.sorted(by: { $0.key < $1.key }) where !known.contains(id) {
        let events = before.editor.tokens.map { EditingEvent.didRemove(before.editor.words($0), index: 0, .key) }
        if !events.isEmpty { said.append((id, events, 0)) }
        told.fields[id] = nil
      }
    }
    told.sight = FieldSight(document, open: open)
    return said
  }

  /// Takes back what an outcome told whose edit the client has not made, before another outcome for the same text.
  mutating func takeBack(_ uri: String) {
    guard client.drawsChips, documents[uri]?.editing.predicted != nil else { return }
    documents[uri]?.editing.predicted = nil
    tellEvents(uri)
  }

  /// A field as it is edited now, by nobody in particular; what was told of this reading is not made again.
  func currentEditor(_ index: Int, _ id: String, in document: Document) -> Editor {
    let told = document.told?.fields[id]
    guard let told, told.revision == document.revisions[index], told.textRevision == document.textRevision(index) else {
      return toldField(index, in: document).editor
    }
    // What may be done there changes without the text.
    return told.editor.under(policy(document.finding.fields[index], document))
  }

  private func toldField(_ index: Int, in document: Document) -> ToldField {
    let editor = document.editor(index, caret: nil, policy: policy(document.finding.fields[index], document))
    return ToldField(
      editor: editor, revision: document.revisions[index], textRevision: document.textRevision(index))
  }

  /// Says that one field is left and another one entered, if it is another one.
  private mutating func moveFocus(to id: String?, in document: inout Document) {
    let before = document.editing.focus
    guard before != id else { return }
    document.editing.focus = id
    if let before { tell([.didEndEditing], of: before, in: &document) }
    if let id { tell([.didBeginEditing], of: id, in: &document) }
  }

  private mutating func tell(_ events: [EditingEvent], of field: String, in document: inout Document) {
    for event in events {
      document.editing.seq += 1
      var told = json(event, field: field, document.editing.seq, nil)
      if case .didAccept = event, let mention = document.editing.mentioned, case .object(let members) = told {
        told = .object(
          members + [
            JSON.Member(key: "prefix", value: .string(mention.prefix)), JSON.Member(key: "data", value: mention.data),
          ])
      }
      notify(.event, told, of: document)
    }
  }

  mutating func tell(type: String, _ more: KeyValuePairs<String, JSON>, in document: inout Document) {
    document.editing.seq += 1
    let head = [
      JSON.Member(key: "seq", value: .integer(document.editing.seq)), JSON.Member(key: "type", value: .string(type)),
    ]
    notify(.event, .object(head + more.map { JSON.Member(key: $0.key, value: $0.value) }), of: document)
  }

  // MARK: Notifications

  /// `tokenField/didMoveCaret` and `tokenField/didFocus`: where the user is now.
  mutating func moveCaret(_ params: Reader) throws(ResponseError) {
    let uri = try params.member("textDocument").member("uri").string()
    guard documents[uri] != nil else { return log(.warning, "a caret in \(uri), which is not open") }
    guard let place = params.optional("position") else {
      // Focus without a place: what was left is entered again.
      return enter(uri)
    }
    let position = try Self.position(place)
    guard var document = documents.removeValue(forKey: uri) else { return }
    document.moveCaret(to: document.text.offset(of: position, client.encoding).offset)
    documents[uri] = document
    enter(uri)
  }

  /// `tokenField/didBlur`: the user has turned to something else; what was typed stays.
  mutating func blur(_ params: Reader) throws(ResponseError) {
    let uri = try params.member("textDocument").member("uri").string()
    guard var document = documents.removeValue(forKey: uri) else {
      return log(.warning, "didBlur of \(uri), which is not open")
    }
    document.moveCaret(to: nil)
    if client.drawsChips { moveFocus(to: nil, in: &document) }
    documents[uri] = document
    show(uri)
  }

  private mutating func enter(_ uri: String) {
    guard var document = documents.removeValue(forKey: uri) else { return }
    if client.drawsChips { moveFocus(to: document.focusID, in: &document) }
    documents[uri] = document
    show(uri)
  }
}

extension Document {
  /// The field in whose value the caret stands; nil outside all.
  var focusID: String? {
    place.flatMap(valueIndex(at:)).map(fieldID)
  }
}
