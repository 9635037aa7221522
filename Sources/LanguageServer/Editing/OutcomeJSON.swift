import Fields
import Wire

/// Outcomes and states as clients read them.
extension Session {
  /// An outcome; positions of edits are those of the document, all others those of the text after the edits.
  ///
  /// The tokens themselves are told only if they are asked for: of ten thousand they would be a megabyte for each key.
  mutating func outcome(of result: inout ActingResult, in document: Document, data: JSON?, tellsTokens: Bool) -> JSON {
    let changes = result.changes.normalized
    var text = document.text
    for change in changes.reversed() { text.replace(change.range, with: change.text) }
    var before = cursor(document.text)
    let edits = changes.map { json($0, &before) }
    var after = cursor(text)
    var notes = document.editing.notes
    var members = [
      JSON.Member(key: "handled", value: .bool(result.isHandled)), JSON.Member(key: "edits", value: .array(edits)),
    ]
    var (state, selection): (JSON, [JSON]) = (.null, [])
    var work = document.editing.work
    if let focus = result.focus {
      let field = document.finding.fields[focus.index]
      let base = base(of: field, changes)
      notes = self.notes(after: result, in: document, base: base, data: data)
      if let place = result.place {
        let place = changes.moved(place)
        members.append(JSON.Member(key: "caret", value: json(place..<place, &after)["start"] ?? .null))
      } else if let caret = focus.editor.caret {
        members.append(JSON.Member(key: "caret", value: json(caret + base..<caret + base, &after)["start"] ?? .null))
      }
      let tokens = focus.editor.tokens
      selection = focus.editor.selection.indices.compactMap { index in
        tokens[index].entry.map { json(focus.editor.list.entries[$0].range.shifted(by: base), &after) }
      }
      state = self.state(focus.editor, focus.index, base, notes, document, tellsTokens: tellsTokens, &after)
      work = self.work(after: result, changes, in: document)
    }
    if result.focus == nil, let place = result.place {
      members.append(JSON.Member(key: "caret", value: json(place..<place, &after)["start"] ?? .null))
    }
    var seq = document.editing.seq
    let events = result.events.map { entry -> JSON in
      seq += 1
      return json(entry.event, field: entry.field, seq, data)
    }
    let inside = result.focus.flatMap { focus in
      focus.editor.caret.map { $0 + self.base(of: document.finding.fields[focus.index], changes) }
    }
    let caret = result.place.map { changes.moved($0) } ?? inside
    let turn = DocumentEditing.Turn(
      from: .init(text: document.text, work: document.editing.work, notes: document.editing.notes),
      to: .init(text: text, work: work, notes: notes, caret: caret))
    remember(document, seq, turn, hasChanged: !changes.isEmpty, result)
    members += [
      JSON.Member(key: "selection", value: .array(selection)), JSON.Member(key: "state", value: state),
      JSON.Member(key: "events", value: .array(events)),
    ]
    if let words = result.announcement { members.append(JSON.Member(key: "announce", value: .string(words))) }
    if let reason = result.reason { members.append(JSON.Member(key: "reason", value: .string(reason.rawValue))) }
    if let copied = result.copied {
      members.append(JSON.Member(key: "text", value: .string(copied.text)))
      members.append(JSON.Member(key: "tokens", value: .array(copied.tokens.map { json($0, nil) })))
    }
    return .object(members)
  }

  /// What is being typed after an outcome: in the field in focus, in the one that was left, or elsewhere as before.
  private func work(after result: ActingResult, _ changes: [Change], in document: Document) -> Editor.Work? {
    let fields = document.finding.fields
    var touched: [Range<Int>] = []
    for case (let index, let editor)? in [result.focus, result.left] {
      touched.append(fields[index].valueRange)
      guard let work = editor.work else { continue }
      return Editor.Work(range: work.range.shifted(by: base(of: fields[index], changes)), origin: work.origin)
    }
    guard let work = document.editing.work,
      !touched.contains(where: { $0.touches(work.range) })
    else { return nil }
    let start = changes.moved(work.range.lowerBound)
    return Editor.Work(range: start..<start + work.range.count, origin: work.origin)
  }

  /// Keeps what follows from an outcome: at once if it changes no text, else when the client has made the edit.
  private mutating func remember(
    _ document: Document, _ seq: Int, _ turn: DocumentEditing.Turn, hasChanged: Bool, _ result: ActingResult
  ) {
    let uri = document.uri
    documents[uri]?.editing.seq = seq
    if hasChanged {
      documents[uri]?.editing.predicted = turn
    } else {
      documents[uri]?.editing.work = turn.to.work
    }
    for (field, event) in result.events {
      if case .didAccept(let text) = event { choose(text, field, in: document) }
      if event == .didBeginEditing { documents[uri]?.editing.focus = field }
      if event == .didEndEditing { documents[uri]?.editing.focus = nil }
    }
    guard document.told != nil else { return }
    for (index, editor) in result.fields { documents[uri]?.told?.take(editor, of: document.fieldID(index)) }
    for created in result.created { documents[uri]?.told?.take(created.editor, of: created.name) }
    show(uri)
  }

  /// Where a field's value begins after changes.
  private func base(of field: Field, _ changes: [Change]) -> Int {
    let base = field.valueRange.lowerBound
    return base + changes.filter { $0.range.lowerBound < base }.reduce(0) { $0 + $1.text.count - $1.range.count }
  }

  /// What was given with tokens, at their places after an outcome: by the place where it stays, by the text where a token
  /// was moved.
  private func notes(
    after result: ActingResult, in document: Document, base: Int, data: JSON?
  ) -> [DocumentEditing.Note] {
    guard let focus = result.focus else { return document.editing.notes }
    let field = document.finding.fields[focus.index]
    let old = field.valueRange
    let changes = result.changes.normalized
    var notes: [DocumentEditing.Note] = []
    var moved: [[UInt8]: [JSON]] = [:]
    // In running text tokens never change their order, and a mention may have more words than its token.
    let isText = field.grammar == .inlineTags
    if isText { notes = Self.notes(document.editing.notes, after: changes) }
    for note in document.editing.notes where !isText {
      if old.lowerBound <= note.range.lowerBound, note.range.upperBound <= old.upperBound {
        moved[document.text.bytes(note.range), default: []].append(note.data)
      } else {
        let shift = changes.filter { $0.range.upperBound <= note.range.lowerBound }
          .reduce(0) { $0 + $1.text.count - $1.range.count }
        notes.append(.init(range: note.range.shifted(by: shift), data: note.data))
      }
    }
    if let data {
      for case .didAdd(let token, _, _) in result.events.map(\.event) {
        moved[Array(token.raw.utf8), default: []].append(data)
      }
    }
    // Of equal texts the first one there was stays the first.
    func take(_ raw: [UInt8]) -> JSON? {
      guard let data = moved[raw]?.first else { return nil }
      moved[raw]?.removeFirst()
      return data
    }
    for entry in focus.editor.list.entries.indices where !moved.isEmpty {
      guard let data = take(Array(focus.editor.list.text(entry))) else { continue }
      notes.append(.init(range: focus.editor.list.entries[entry].range.shifted(by: base), data: data))
    }
    // What went to another field stands in one of the changes there.
    for case .didAdd(let token, _, _) in result.events.filter({ $0.field != field.name }).map(\.event) {
      let raw = Array(token.raw.utf8)
      guard let start = Self.place(of: raw, in: changes), let data = take(raw) else { continue }
      notes.append(.init(range: start..<start + raw.count, data: data))
    }
    return notes.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Where bytes that are written stand in the new text.
  private static func place(of bytes: [UInt8], in changes: [Change]) -> Int? {
    var shift = 0
    for change in changes {
      let count = change.text.count - bytes.count
      if count >= 0, let offset = (0...count).first(where: { change.text[$0...].starts(with: bytes) }) {
        return change.range.lowerBound + shift + offset
      }
      shift += change.text.count - change.range.count
    }
    return nil
  }

  /// The state of a field; its value begins at `base` of the cursor's text.
  func state(
    _ editor: Editor, _ index: Int, _ base: Int, _ notes: [DocumentEditing.Note], _ document: Document,
    tellsTokens: Bool, _ cursor: inout PositionCursor
  ) -> JSON {
    let field = document.finding.fields[index]
    let own = document.editing.fieldStates[field.name]
    let words = settings.field(field.name)
    let placeholder = words.text("placeholder")
    let resting = words.text("title") ?? placeholder
    let title = own?.title ?? (editor.mode == .idle ? resting : words.text("selectedTitle") ?? resting)
    let count = editor.tokenCount
    var members = [
      JSON.Member(key: "field", value: .string(document.fieldID(index))),
      JSON.Member(key: "mode", value: .string(editor.mode.rawValue)),
      JSON.Member(key: "editing", value: .bool(editor.mode != .idle)),
      JSON.Member(key: "total", value: .integer(count)),
    ]
    if tellsTokens {
      members.append(JSON.Member(key: "tokens", value: .array(tokens(of: editor, base, notes, &cursor))))
    }
    members += [
      JSON.Member(key: "draft", value: .string(editor.work?.origin == nil ? editor.draft : "")),
      JSON.Member(key: "gap", value: editor.caret == nil ? .null : .integer(editor.gap)),
      JSON.Member(key: "selected", value: .array(editor.selection.indices.map { .integer($0) })),
      JSON.Member(key: "readOnly", value: .bool(editor.policy.isReadOnly)),
      JSON.Member(
        key: "direction", value: .string(direction(field, editor.list.reading, editor.value).rawValue)),
      JSON.Member(key: "error", value: own?.error.map { .string($0) } ?? .null),
      JSON.Member(key: "title", value: title.map { .string($0) } ?? .null),
    ]
    if let placeholder, count == 0, editor.draft.isEmpty {
      members.append(JSON.Member(key: "placeholder", value: .string(placeholder)))
    }
    return .object(members)
  }

  /// The tokens of a field, each with what is to be known of it.
  private func tokens(
    of editor: Editor, _ base: Int, _ notes: [DocumentEditing.Note], _ cursor: inout PositionCursor
  ) -> [JSON] {
    let judge = Judge(editor.policy.validation, editor.grammar, isCaseSensitive: editor.policy.isCaseSensitive)
    var seen: [String: Int] = [:]
    return editor.tokens.map { token -> JSON in
      let words = editor.words(token)
      let key = words.value.isEmpty ? words.raw : editor.grammar.key(ofValue: words.value)
      seen[key, default: 0] += 1
      let id = seen[key] == 1 ? key : "\(key)#\(seen[key] ?? 0)"
      let range = token.entry.map { editor.list.entries[$0].range }
      let faults = range.map { Self.faults(in: $0, of: editor.list.reading.faults) } ?? []
      var codes = faults.map(\.rule.rawValue)
      let isRefused = token.entry.map { judge?.refuses(editor.list.entries[$0], in: editor.list) == true } ?? false
      if isRefused { codes.append(Rule.invalidValue.rawValue) }
      let isInvalid = isRefused || faults.contains { $0.severity == .error || $0.severity == .warning }
      let state =
        token.origin != nil
        ? "edit" : editor.policy.isReadOnly ? "disabled" : isInvalid ? "invalid" : "view"
      let place = range.map { $0.shifted(by: base) }
      return [
        "id": .string(id), "raw": .string(words.raw), "display": .string(words.display), "value": .string(words.value),
        "range": place.map { json($0, &cursor) } ?? .null, "state": .string(state),
        "faults": .array(codes.map { .string($0) }),
        "data": place.flatMap { Self.data(at: $0, notes) } ?? .null,
      ]
    }
  }

  /// The faults that lie in a range; a reading has them in order.
  static func faults(in range: Range<Int>, of faults: [Fault]) -> [Fault] {
    let first = faults.firstIndexSorted { $0.range.lowerBound >= range.lowerBound }
    return faults[first...].prefix { $0.range.lowerBound < range.upperBound }
      .filter { $0.range.upperBound <= range.upperBound }
  }

  /// What was given with the token at a place; notes are in order.
  static func data(at range: Range<Int>, _ notes: [DocumentEditing.Note]) -> JSON? {
    let first = notes.firstIndexSorted { $0.range.lowerBound >= range.lowerBound }
    // A mention may have more words than the token that is read.
    guard first < notes.count, notes[first].range.lowerBound == range.lowerBound,
      notes[first].range.upperBound >= range.upperBound
    else { return JSON?.none }
    return notes[first].data
  }

  func json(_ event: EditingEvent, field: String, _ seq: Int, _ data: JSON?) -> JSON {
    var members = [JSON.Member(key: "seq", value: .integer(seq))]
    func say(_ type: String, _ more: KeyValuePairs<String, JSON> = [:]) {
      members.append(JSON.Member(key: "type", value: .string(type)))
      members.append(JSON.Member(key: "field", value: .string(field)))
      members += more.map { JSON.Member(key: $0.key, value: $0.value) }
    }
    switch event {
    case .didBeginEditing: say("didBeginEditing")
    case .didEndEditing: say("didEndEditing")
    case .didAdd(let token, let index, let source):
      say("didAdd", ["token": json(token, data), "index": .integer(index), "source": .string(source.rawValue)])
    case .didRemove(let token, let index, let source):
      say("didRemove", ["token": json(token, nil), "index": .integer(index), "source": .string(source.rawValue)])
    case .didReplace(let old, let index, let new, let source):
      say(
        "didReplace",
        [
          "token": json(old, nil), "with": json(new, data), "index": .integer(index),
          "source": .string(source.rawValue),
        ])
    case .didReject(let text, let reason):
      say("didReject", ["text": .string(text), "reason": .string(reason.rawValue)])
    case .didIgnore(let text, let reason, let existing):
      say(
        "didIgnore", ["text": .string(text), "reason": .string(reason.rawValue), "existing": .integer(existing)])
    case .didChangeText(let text): say("didChangeText", ["text": .string(text)])
    case .didSelect(let indices): say("didSelect", ["indices": .array(indices.map { .integer($0) })])
    case .didUnselect: say("didUnselect")
    case .didReachLimit(let max): say("didReachLimit", ["max": .integer(max)])
    case .didAccept(let text): say("didAccept", ["text": .string(text)])
    case .didReturn: say("didReturn")
    }
    return .object(members)
  }

  private func json(_ token: TokenText, _ data: JSON?) -> JSON {
    var members = [
      JSON.Member(key: "raw", value: .string(token.raw)), JSON.Member(key: "display", value: .string(token.display)),
      JSON.Member(key: "value", value: .string(token.value)),
    ]
    if let data { members.append(JSON.Member(key: "data", value: data)) }
    return .object(members)
  }
}
