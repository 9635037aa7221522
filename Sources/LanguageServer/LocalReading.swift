import Fields

// What is read of a document after a change that has to be looked at in its neighbourhood alone.

extension Document {
  /// Reads what is near the changes of a note in Markdown; false where more has to be looked at.
  mutating func readNear() -> Bool {
    guard let edit = hull, var note = markdown, context.custom.isEmpty, note.isBehindFront(edit.range) else {
      return false
    }
    let front = finding.fields.firstIndex { $0.grammar == .inlineTags || $0.grammar == .logseqTags }
    // What was read with a caret in it is read again without it.
    guard edit.draft.map({ $0 >= front ?? finding.fields.count }) ?? true else { return false }
    // Not held twice, so that nothing of it is copied.
    (markdown, unread, hull) = (nil, .nothing, nil)
    let change = note.replace(edit.range, length: edit.length, in: text)
    runningRevision += 1
    finding.frame = 0..<text.count + 1
    let field = context.isDisabled("inline-tags") ? nil : note.runningField
    var first = front ?? finding.fields.count
    if runningIndex != nil, let field {
      lastRevision += 1
      finding.fields[first] = field
      if !change.keepsTokens { revisions[first] = lastRevision }
    } else if let field {
      insertField(field, Reading(), at: first)
    } else if runningIndex != nil {
      removeField(first)
    }
    let wasRunning = runningIndex != nil
    runningIndex = field == nil ? nil : first
    first += field == nil ? 0 : 1
    markdown = note
    guard !context.isDisabled("tags") else {
      nameFields()
      return true
    }
    let gone = change.before.shifted(by: first)
    var known: [Range<Int>: (reading: Reading, revision: Int)] = [:]
    for index in gone {
      guard let moved = edit.moved(finding.fields[index].valueRange), moved.change == nil else { continue }
      known[moved.to] = (held[index], revisions[index])
    }
    let found = note.properties(change.after)
    // All at once: each alone would move the thousand behind it.
    finding.fields.replaceSubrange(gone, with: found)
    held.replaceSubrange(
      gone,
      with: found.map { field in
        known[field.valueRange]?.reading ?? field.grammar.read(value(field), options(field, caret: nil))
      })
    revisions.replaceSubrange(
      gone,
      with: found.map { field in
        if let same = known[field.valueRange] { return same.revision }
        lastRevision += 1
        return lastRevision
      })
    if wasRunning != (field != nil) || gone.count != found.count { nameFields() }
    let growth = edit.length - edit.range.count
    if growth != 0 {
      for index in (gone.lowerBound + change.after.count)..<finding.fields.count {
        finding.fields[index].shift(by: growth)
      }
    }
    return true
  }

  /// Whether a change that is about to be made leaves all fields as they are, but for their places.
  func isQuiet(_ range: Range<Int>, _ bytes: [UInt8]) -> Bool {
    markdown == nil && context.custom.isEmpty && crossFaults.isEmpty && finding.faults.isEmpty
      && finder.isQuiet(range, bytes, in: text) && !touchesField(range)
  }

  /// Whether a range touches a field of a text in which no field stands within another.
  private func touchesField(_ range: Range<Int>) -> Bool {
    let first = finding.fields.firstIndexSorted { $0.range.upperBound >= range.lowerBound }
    return first < finding.fields.count && finding.fields[first].range.touches(range)
  }

  /// Whether a change that is about to be made stays within a line that can be read by itself.
  func isOneLine(_ range: Range<Int>, _ bytes: [UInt8]) -> Bool {
    guard let lines = finding.lines, context.custom.isEmpty, crossFaults.isEmpty, finding.faults.isEmpty else {
      return false
    }
    return finder.isHeadlineOrProse(range, bytes, in: text) && !lines.isVerbatim(range)
  }

  /// Reads the line of a change anew, and nothing else.
  mutating func readLine(_ edit: TextEdit) {
    (unread, hull) = (.nothing, nil)
    let line = text.lineRange(text.line(at: edit.range.lowerBound))
    let growth = edit.length - edit.range.count
    let first = finding.fields.firstIndexSorted { $0.range.upperBound >= line.lowerBound }
    let last = finding.fields.firstIndexSorted { $0.range.lowerBound > line.upperBound - growth }
    let gone = first..<max(first, last)
    let old = gone.first.map { (field: finding.fields[$0], reading: held[$0], revision: revisions[$0]) }
    for index in gone.upperBound..<finding.fields.count { finding.fields[index].shift(by: growth) }
    finding.frame = 0..<finding.frame.upperBound + growth
    finding.lines?.follow(edit.range, growth: growth)
    let field = finding.lines?.headline(line, in: text).flatMap { context.isDisabled($0.name) ? nil : $0 }
    for index in gone.dropFirst(field == nil ? 0 : 1).reversed() { removeField(index) }
    var draft = edit.draft
    if let index = draft, index >= gone.upperBound { draft = index + (field == nil ? 0 : 1) - gone.count }
    if let field {
      if gone.isEmpty { insertField(field, Reading(), at: first) } else { finding.fields[first] = field }
      let moved = old.flatMap { edit.moved($0.field.valueRange) }
      if let old, old.field.label == field.label, moved?.to == field.valueRange, moved?.change == nil,
        edit.draft != first, caretField != first
      {
        (held[first], revisions[first]) = (old.reading, old.revision)
      } else {
        reread(first)
      }
    }
    if gone.count != (field == nil ? 0 : 1) || old?.field.name != field?.name { nameFields() }
    // What was read with a caret in it is read again without it.
    if let draft, !gone.contains(edit.draft ?? -1), finding.fields.indices.contains(draft) { reread(draft) }
  }

  private mutating func reread(_ index: Int) {
    lastRevision += 1
    let field = finding.fields[index]
    held[index] = field.grammar.read(value(field), options(index))
    revisions[index] = lastRevision
  }

  /// Moves the fields behind a change that touches none.
  mutating func move(by edit: TextEdit) {
    let growth = edit.length - edit.range.count
    finding.frame = 0..<finding.frame.upperBound + growth
    finding.lines?.follow(edit.range, growth: growth)
    for index in finding.fields.indices.reversed() {
      if finding.fields[index].range.lowerBound < edit.range.upperBound { break }
      finding.fields[index].shift(by: growth)
    }
  }

  private mutating func removeField(_ index: Int) {
    finding.fields.remove(at: index)
    held.remove(at: index)
    revisions.remove(at: index)
  }

  private mutating func insertField(_ field: Field, _ reading: Reading, at index: Int) {
    lastRevision += 1
    finding.fields.insert(field, at: index)
    held.insert(reading, at: index)
    revisions.insert(lastRevision, at: index)
  }
}

extension Document {
  /// The reading of each field, in the order of `finding.fields`, in bytes of the field's value.
  ///
  /// That of running text is put together each time it is asked for.
  var readings: FieldReadings {
    FieldReadings(held, running: runningIndex, of: markdown?.running, limit: runningIndex.flatMap { options($0).max })
  }

  /// The tokens of a field that stand near a range, in bytes of its value, and maybe others; cheap in a long text.
  func reading(_ index: Int, around range: Range<Int>) -> Reading {
    guard index == runningIndex, let running = markdown?.running else { return held[index] }
    return running.reading(around: range)
  }

  /// What is being typed at a place of the document in a field, in bytes of its value; cheap in a long text.
  func fragment(_ index: Int, at caret: Int) -> Fragment? {
    let field = finding.fields[index]
    let own = caret - field.valueRange.lowerBound
    if index == runningIndex, let running = markdown?.running { return running.fragment(at: own, in: text) }
    return field.grammar.fragment(in: value(field), caret: own, options(index))
  }

  /// Whether a mention in the place of a range of the document is one in a field of running text.
  func isMention(_ range: Range<Int>, in field: Field) -> Bool {
    let own = range.shifted(by: -field.valueRange.lowerBound)
    if let running = markdown?.running, field.valueRange.lowerBound == running.start, field.grammar == .inlineTags {
      return running.isTag(own, Array("@x ".utf8), in: text)
    }
    return MentionQuery.isText(own, in: value(field), context.options(field))
  }

  /// What is wrong with a field by its syntax, in bytes of its value.
  func syntaxFaults(_ index: Int) -> [Fault] {
    guard index == runningIndex, let running = markdown?.running else { return held[index].faults }
    return running.faults(limit: options(index).max)
  }

  /// Whether nothing can be wrong with a field where the user has no rules: it holds no people and no files,
  /// and its syntax is right.
  func isFaultless(_ index: Int) -> Bool {
    let grammar = finding.fields[index].grammar
    return index != runningIndex && finder != .mail && held[index].faults.isEmpty && grammar != .trailers
      && grammar != .attachments
  }

  /// Whether what is known of a field was read without its caret, or as if there were none.
  func isReadWhole(_ index: Int) -> Bool {
    index == runningIndex || held[index].isLocal || !isCaretField(index)
  }
}
