import Fields
import Wire

/// Chips, pushed as what changed of them (Protocol/README.md, "Chips").
extension Session {
  /// How many tokens of a field are sent at most, and around the caret if there are more.
  private static let window = 500
  /// How many entries away from that part the caret may be for it to grow.
  private static let reach = 16

  /// Sends what changed of a document's chips; nothing to a client that did not announce that it draws them.
  mutating func publishChips(_ uri: String) {
    guard client.drawsChips, phase == .running, let before = documents[uri]?.drawn else {
      if client.drawsChips, phase == .running, let document = documents[uri] { publishAll(document) }
      return
    }
    // Not held twice, so that nothing of it is copied.
    documents[uri]?.drawn = nil
    guard let document = documents[uri] else { return }
    let isCrossed = !document.crossFaults.isEmpty
    if !isCrossed, !before.isStale, let suspects = before.sight?.suspects(in: document) {
      return publish(suspects, after: before, of: document)
    }
    var (changed, gone): ([JSON], [JSON]) = ([], [])
    var drawn = Drawn(version: document.version)
    var cursor = cursor(document.text)
    var old: [String: DrawnField] = [:]
    for field in before.fields { old[field.id] = field }
    for (index, id) in document.fieldIDs.enumerated() {
      var former = old.removeValue(forKey: id)
      former?.settle()
      let crossed = document.crossed(index)
      if let former, !before.isStale, isSame(former, index, crossed, in: document) {
        drawn.fields.append(former)
        continue
      }
      let now = draw(index, id, crossed, in: document, after: former, isStale: before.isStale)
      drawn.fields.append(now)
      let splice = former.map { Splice(from: $0.chips, to: now.chips) } ?? Splice(all: now.chips)
      if former?.header == now.header, splice == nil, former?.hidden ?? (0, 0) == now.hidden { continue }
      changed.append(json(now, splice, document, index, &cursor))
    }
    gone = before.fields.filter { old[$0.id] != nil }.map { .string($0.id) }
    if !isCrossed { drawn.look(at: document) }
    finish(drawn, changed, gone, since: before.version, of: document)
  }

  /// The same where only some fields can look otherwise than they were drawn.
  private mutating func publish(_ suspects: [Int], after before: consuming Drawn, of document: Document) {
    let version = before.version
    var (drawn, changed, open) = (before, [JSON](), Set<Int>())
    var cursor = cursor(document.text)
    for index in suspects {
      drawn.fields[index].settle()
      let former = drawn.fields[index]
      if !isSame(former, index, [], in: document) {
        let now = draw(index, former.id, [], in: document, after: former, isStale: false)
        drawn.fields[index] = now
        let splice = Splice(from: former.chips, to: now.chips)
        if former.header != now.header || splice != nil || former.hidden != now.hidden {
          changed.append(json(now, splice, document, index, &cursor))
        }
      }
      if drawn.fields[index].isOpen { open.insert(index) }
    }
    drawn.sight?.take(document, looked: suspects, open: open)
    drawn.version = document.version
    finish(drawn, changed, [], since: version, of: document)
  }

  /// Keeps what is drawn, and sends what changed since a version.
  private mutating func finish(
    _ drawn: consuming Drawn, _ changed: [JSON], _ gone: [JSON], since version: Int, of document: Document
  ) {
    if changed.isEmpty, gone.isEmpty {
      drawn.version = version
      documents[document.uri]?.drawn = drawn
      if version != document.version, document.restWake == nil { askForWake(document.uri) }
      return
    }
    documents[document.uri]?.drawn = drawn
    push(["base": .integer(version), "fields": .array(changed), "gone": .array(gone)], of: document)
  }

  /// `tokenField/chips`: all chips, which are what later pushes build on.
  mutating func chips(_ params: Reader) throws(ResponseError) -> JSON {
    guard let document = try document(params) else { return .null }
    let (drawn, fields) = drawAll(document)
    documents[document.uri]?.drawn = drawn
    return [
      "uri": .string(document.uri), "version": .integer(document.version), "full": true, "fields": .array(fields),
      "gone": [],
    ]
  }

  private mutating func publishAll(_ document: Document) {
    let (drawn, fields) = drawAll(document)
    documents[document.uri]?.drawn = drawn
    if fields.isEmpty { return }
    push(["full": true, "fields": .array(fields), "gone": []], of: document)
  }

  private func drawAll(_ document: Document) -> (Drawn, [JSON]) {
    var drawn = Drawn(version: document.version)
    var cursor = cursor(document.text)
    var fields: [JSON] = []
    for (index, id) in document.fieldIDs.enumerated() {
      let now = draw(index, id, document.crossed(index), in: document, after: nil, isStale: false)
      drawn.fields.append(now)
      fields.append(json(now, Splice(all: now.chips), document, index, &cursor))
    }
    if document.crossFaults.isEmpty { drawn.look(at: document) }
    return (drawn, fields)
  }

  /// Says, when a document has rested, for which version the last picture is: a client that passed one over asks anew.
  mutating func confirmChips(_ document: Document) {
    guard let drawn = document.drawn, drawn.version != document.version else { return }
    documents[document.uri]?.drawn?.version = document.version
    push(["base": .integer(drawn.version), "fields": [], "gone": []], of: document)
  }

  private mutating func push(_ picture: JSON, of document: Document) {
    // Never in a slot: a splice builds on the one before it.
    notify(.publishChips, picture, of: document)
  }

  /// Whether nothing can have changed of a field since it was drawn.
  private func isSame(_ former: DrawnField, _ index: Int, _ crossed: [Range<Int>], in document: Document) -> Bool {
    let field = document.finding.fields[index]
    guard former.revision == document.revisions[index], !former.hadDraft, former.crossed == crossed,
      !document.isBeingTyped(inField: index),
      // What a field is called may stand outside its value: the words of a headline.
      former.header.label == settings.field(field.name).label(field)
    else { return false }
    let isEditing = document.editing.focus == former.id
    guard
      isEditing == (former.header.state == .editing) || former.header.state == .disabled
        || former.header.state == .error && former.header.accessory == nil && !isEditing
    else { return false }
    // A caret that has left the part that was sent wants another one.
    guard former.hidden.before + former.hidden.behind > 0, let caret = document.place, field.valueRange.contains(caret)
    else { return true }
    return former.chips.contains { $0.range.contains(caret) }
      || former.chips.first.map { $0.range.lowerBound <= caret } ?? false
        && former.chips.last.map { caret <= $0.range.upperBound } ?? false
  }

  private func draw(
    _ index: Int, _ id: String, _ crossed: [Range<Int>], in document: Document, after former: DrawnField?,
    isStale: Bool
  ) -> DrawnField {
    let field = document.finding.fields[index]
    let editor = currentEditor(index, id, in: document)
    let entries = window(editor, field, document, after: former)
    // What a piece shows hangs on its text, the settings and the address books alone.
    let known = isStale ? [] : former?.chips ?? []
    let chips = chips(entries, of: editor, index, crossed: crossed, after: known, in: document)
    return DrawnField(
      id: id, revision: document.revisions[index], range: field.valueRange,
      header: header(editor, index, id, in: document), chips: chips,
      hidden: (entries.lowerBound, editor.list.entries.count - entries.upperBound),
      hadDraft: document.isBeingTyped(inField: index), crossed: crossed)
  }

  /// Which entries of a long field are sent: those that were, with what came among them, as long as that holds the caret.
  private func window(_ editor: Editor, _ field: Field, _ document: Document, after former: DrawnField?) -> Range<Int> {
    let count = editor.list.entries.count
    guard count > Self.window else { return 0..<count }
    let caret = document.place.flatMap { place in
      field.valueRange.touches(place)
        ? editor.list.count(before: place - field.valueRange.lowerBound) : nil
    }
    let base = field.valueRange.lowerBound
    if let former, let first = former.chips.first, let last = former.chips.last {
      let start = max(
        0, editor.list.count(before: first.range.lowerBound - base + (first.isTorn ? 0 : 1)) - (first.isTorn ? 0 : 1))
      let end = editor.list.count(before: last.range.upperBound - base)
      let isRoomy = start < end && end - start <= Self.window * 3 / 2 && end - start >= Self.window / 2
      // One who writes on at an end takes the part along, which need not be another one for each entry.
      let near = caret.map { max(min($0, end + Self.reach), start - Self.reach) }
      let grown = min(start, near ?? start)..<max(end, near ?? end)
      if isRoomy, near == caret, grown.count <= Self.window * 3 / 2 { return grown }
    }
    let middle = caret ?? 0
    let start = max(0, min(middle - Self.window / 2, count - Self.window))
    return start..<start + Self.window
  }

  private func json(
    _ drawn: DrawnField, _ splice: Splice?, _ document: Document, _ index: Int, _ cursor: inout PositionCursor
  ) -> JSON {
    let field = document.finding.fields[index]
    let header = drawn.header
    var members: [JSON.Member] = [
      JSON.Member(key: "field", value: .string(drawn.id)), JSON.Member(key: "name", value: .string(field.name)),
      JSON.Member(key: "label", value: .string(header.label)),
      JSON.Member(key: "range", value: json(field.range, &cursor)),
      JSON.Member(key: "nameRange", value: json(field.nameRange, &cursor)),
      JSON.Member(key: "valueRange", value: json(field.valueRange, &cursor)),
      JSON.Member(key: "state", value: .string(header.state.rawValue)),
      JSON.Member(key: "direction", value: .string(header.direction)),
      JSON.Member(key: "total", value: .integer(header.total)),
    ]
    func add(_ key: String, _ text: String?) {
      if let text { members.append(JSON.Member(key: key, value: .string(text))) }
    }
    add("title", header.title)
    if header.titleIsVisible { members.append(JSON.Member(key: "titleVisible", value: true)) }
    add("placeholder", header.placeholder)
    add("error", header.error)
    add("icon", header.icon)
    add("accessory", header.accessory)
    if let max = header.max { members.append(JSON.Member(key: "max", value: .integer(max))) }
    if drawn.hidden != (0, 0) {
      members.append(JSON.Member(key: "before", value: .integer(drawn.hidden.before)))
      members.append(JSON.Member(key: "behind", value: .integer(drawn.hidden.behind)))
    }
    if let splice {
      members.append(JSON.Member(key: "start", value: .integer(splice.start)))
      members.append(JSON.Member(key: "removed", value: .integer(splice.removed)))
      members.append(JSON.Member(key: "chips", value: .array(splice.chips.map { json($0, &cursor) })))
    } else {
      members += [
        JSON.Member(key: "start", value: 0), JSON.Member(key: "removed", value: 0),
        JSON.Member(key: "chips", value: []),
      ]
    }
    return .object(members)
  }

  private func json(_ chip: Chip, _ cursor: inout PositionCursor) -> JSON {
    var members: [JSON.Member] = [
      JSON.Member(key: "range", value: json(chip.range, &cursor)),
      JSON.Member(key: "display", value: .string(chip.display)),
      JSON.Member(key: "class", value: .string(chip.kind.rawValue)),
    ]
    if let address = chip.address { members.append(JSON.Member(key: "address", value: json(address, &cursor))) }
    if chip.mayHide { members.append(JSON.Member(key: "mayHide", value: true)) }
    if chip.isOutside { members.append(JSON.Member(key: "outside", value: true)) }
    if let data = chip.data { members.append(JSON.Member(key: "data", value: data)) }
    return .object(members)
  }
}

extension Document {
  /// Whether something is being typed in a part of the text.
  func isBeingTyped(in range: Range<Int>) -> Bool {
    guard let work = editing.work?.range else { return false }
    return range.lowerBound <= work.lowerBound && work.upperBound <= range.upperBound
  }

  /// Whether something is being typed in a field: of running text, a tag.
  func isBeingTyped(inField index: Int) -> Bool {
    let value = finding.fields[index].valueRange
    guard isBeingTyped(in: value), let work = editing.work else { return false }
    guard index == runningIndex, work.origin == nil else { return true }
    let own = work.range.shifted(by: -value.lowerBound)
    return reading(index, around: own).tokens.contains { $0.range.touches(own) }
  }

  /// A number that tells texts of a field apart whose tokens are the same.
  func textRevision(_ index: Int) -> Int { index == runningIndex ? runningRevision : 0 }

  /// The places in a field's value that repeat somebody of another field.
  func crossed(_ index: Int) -> [Range<Int>] {
    let range = finding.fields[index].valueRange
    if isQuiet(at: range.lowerBound) { return [] }
    return crossFaults.filter { range.lowerBound <= $0.range.lowerBound && $0.range.upperBound <= range.upperBound }
      .map { $0.range.shifted(by: -range.lowerBound) }
  }
}
