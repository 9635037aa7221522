import Fields

/// One open buffer of the editor: its text, the fields in it and their tokens.
struct Document: Sendable {
  let uri: String
  var languageId: String
  var version: Int
  private(set) var text: Text
  private(set) var finder: Finder
  private(set) var finding: Finding
  /// The readings that are held; that of running text is `markdown`'s.
  private var held: [Reading]
  /// A note in Markdown, of which only the neighbourhood of a change is read; nil for all other texts.
  private var markdown: MarkdownText?
  /// The number of the field whose reading `markdown` has.
  private(set) var runningIndex: Int?
  /// A number that is another one whenever the running text is, though its tokens may have only moved.
  private(set) var runningRevision = 0
  /// For each field a number that is another one whenever its reading was made anew.
  private(set) var revisions: [Int] = []
  private var lastRevision = 0
  /// What is wrong between fields: the same person in To and Cc.
  private(set) var crossFaults: [Fault]
  /// Whether a change came that does not fit what is held here; a full text or a reopening makes it sound again.
  var isDoubtful = false
  /// Where the last change ended: the caret of a client that does not tell.
  private(set) var caret: Int?
  /// The diagnostics last pushed, and for which version.
  var pushed: Pushed?
  /// The wake that will look whether the last push is stale.
  var restWake: Int?
  /// The semantic tokens last sent, and the number of that answer.
  var semanticTokens: (id: Int, data: [Int])?

  /// The chips that were sent last; nil before the first.
  var drawn: Drawn?
  /// What a client has been told of the tokens; nil before anything was.
  var told: Told?

  /// What stands at the paths that fields name; nil for one that is being looked for.
  var files: [String: FileLook?] = [:]

  /// What is being typed, and what else is remembered of editing.
  var editing = DocumentEditing()

  /// What was pushed last: a fingerprint would do, but the list itself is small.
  struct Pushed: Sendable {
    var version: Int
    var diagnostics: [Diagnostic]
  }

  /// What of the configuration and of the address books bears on how fields are read.
  var context: ReadingContext {
    didSet { if context != oldValue { find(keeping: nil) } }
  }

  /// What the repository says of a commit message; nil before git has said anything.
  var repository: RepositoryFacts? {
    didSet { if repository?.comment != oldValue?.comment { find(keeping: nil) } }
  }

  init(uri: String, languageId: String, version: Int, text: [UInt8], context: ReadingContext) {
    self.uri = uri
    self.languageId = languageId
    self.version = version
    self.text = Text(text)
    self.context = context
    finder = .none
    finding = Finding(frame: 0..<0)
    held = []
    crossFaults = []
    find(keeping: nil)
  }

  /// Puts a whole new text in the place of the old one; its fields are those of the old one until `read`.
  mutating func replaceAll(with bytes: [UInt8]) {
    let before = text.count
    text = Text(bytes)
    caret = nil
    editing.last = nil
    editing.takeBackOffers()
    (editing.work, editing.notes, editing.caret) = (nil, [], nil)
    editing.hasChanged = true
    drawn?.follow(0..<before, length: bytes.count)
    (unread, hull, markdown) = (.all, nil, nil)
  }

  /// Makes one change; the range is in bytes and lies inside the text.
  ///
  /// The fields are as before until `read`.
  mutating func replace(_ range: Range<Int>, with bytes: [UInt8]) {
    let accepted = editing.offered.first { $0.isMade(by: range, bytes, in: text) }
    editing.takeBackOffers()
    // Whether changes came one by one or together, the same is known of them: of those at one place only the last text
    // is read all the same.
    let goesOn = editing.isAtWork(range)
    if !goesOn, touchesFrame(range) { read() }
    editing.follow(range, length: bytes.count, touched: goesOn ? nil : entry(touching: range))
    let edit = TextEdit(range: range, length: bytes.count, draft: caretField, caret: caret)
    hull = hull?.joined(edit) ?? edit
    switch unread {
    case .nothing where edit.draft == nil && isQuiet(range, bytes):
      hull = nil
      move(by: edit)
    case .nothing:
      if touchesFrame(range) || edit.draft != nil { unread = .edit(edit) }
    case .edit, .all: unread = .all
    }
    text.replace(range, with: bytes)
    drawn?.follow(range, length: bytes.count)
    caret = range.lowerBound + bytes.count
    (editing.caret, editing.hasChanged) = (nil, true)
    // What a completion list offered is committed as it stands.
    if let accepted { editing.accept(accepted) }
  }

  /// Where the caret stands: as the client told, else where the last change ended.
  var place: Int? { editing.caret ?? (editing.isLeft ? nil : caret) }

  /// Takes where the caret is now; nil for outside of the document.
  ///
  /// What was typed last is judged mildly as long as the caret touches it.
  mutating func moveCaret(to offset: Int?) {
    editing.caret = offset
    editing.isLeft = offset == nil
    // A token that was changed in place is one as it stands once the caret is elsewhere.
    if let work = editing.work, work.origin != nil, !(offset.map(work.range.touches) ?? false) { editing.work = nil }
    guard let last = caret else { return }
    if let offset, let index = caretField, offset >= 0, offset <= text.count {
      let between = text.bytes(min(last, offset)..<max(last, offset))
      let base = finding.fields[index].valueRange.lowerBound
      let isApart = held[index].marks.contains {
        $0.kind == .separator && $0.range.lowerBound + base < max(last, offset)
          && $0.range.upperBound + base > min(last, offset)
      }
      if finding.fields[index].valueRange.touches(offset), !isApart, !between.contains(Byte.lineFeed) { return }
    }
    forgetCaret()
  }

  /// Finds and reads the fields again as far as changes have touched them.
  mutating func read() {
    switch unread {
    case .nothing: return
    case _ where readNear(): return
    case .edit(let edit) where touchesFrame(edit.range): find(keeping: edit)
    case .edit(let edit): readAll(keeping: (edit, finding.fields))
    case .all: find(keeping: nil)
    }
  }

  private func touchesFrame(_ range: Range<Int>) -> Bool {
    range.lowerBound < finding.frame.upperBound || finder == .none
  }

  /// Forgets where the last change ended: the user has turned to something else.
  mutating func endDraft() {
    (editing.work, editing.last) = (nil, nil)
    forgetCaret()
  }

  /// Reads the field of the last change as it is read with the caret elsewhere.
  private mutating func forgetCaret() {
    guard let draft = caretField, draft != runningIndex else {
      caret = nil
      return
    }
    let nothing = TextEdit(range: text.count + 1..<text.count + 1, length: 0, draft: draft, caret: caret)
    caret = nil
    readAll(keeping: (nothing, finding.fields))
  }

  /// The value of a field, copied.
  func value(_ field: Field) -> [UInt8] {
    text.bytes(field.valueRange)
  }

  /// The number of the field in whose value the last change ended.
  private var caretField: Int? {
    caret.flatMap(valueIndex(at:))
  }

  /// What has changed since the fields were read.
  private enum Unread {
    case nothing
    /// One change.
    case edit(TextEdit)
    /// More than that.
    case all
  }
  private var unread = Unread.nothing
  /// All changes since the fields were read, as one; nil if there were none, or a whole new text.
  private var hull: TextEdit?

  private mutating func find(keeping edit: TextEdit?) {
    let (former, edit) = (runningIndex.map { revisions[$0] }, edit)
    let changes = hull
    (unread, hull) = (.nothing, nil)
    // Decided anew each time: what is found hangs on the text alone, not on what it was before.
    finder = .of(languageId: languageId, path: uri, text: text)
    let before = finding.fields
    var options = FindingOptions(path: uri, flavor: context.flavor)
    options.comment = repository?.comment
    options.languageId = languageId
    let isKept =
      edit != nil
      && changes.map { markdown?.replaceInFront($0.range, length: $0.length, in: text, options) ?? false } ?? false
    if !isKept { markdown = MarkdownText(text, options, for: finder) }
    finding = markdown?.finding ?? finder.find(in: text, options)
    if !context.custom.isEmpty {
      let path = FilePath.of(uri: uri) ?? uri
      finding.add(context.custom.filter { $0.applies(languageId: languageId, path: path) }, in: text)
    }
    finding.fields.removeAll { context.isDisabled($0.name) }
    runningIndex = markdown == nil ? nil : finding.fields.firstIndex { $0.grammar == .inlineTags }
    readAll(keeping: edit.map { ($0, before) })
    if isKept, let index = runningIndex, let former { revisions[index] = former } else { runningRevision += 1 }
  }

  /// Reads every field: not those that a change has only moved, and of the one that it touched what is near it.
  private mutating func readAll(keeping kept: (edit: TextEdit, fields: [Field])?) {
    (unread, hull) = (.nothing, nil)
    let (old, former) = (held, revisions)
    var known: [Range<Int>: (index: Int, change: Range<Int>?)] = [:]
    if let kept {
      for (index, field) in kept.fields.enumerated() {
        if let moved = kept.edit.moved(field.valueRange) { known[moved.to] = (index, moved.change) }
      }
    }
    let draft = caretField
    (held, revisions) = ([], [])
    for (index, field) in finding.fields.enumerated() {
      let options = options(field, caret: index == draft ? caret : nil)
      lastRevision += 1
      revisions.append(lastRevision)
      if index == runningIndex {
        held.append(Reading())
        if kept?.edit.range.lowerBound ?? 0 > text.count { revisions[index] = former[index] }
        continue
      }
      guard let kept, let (place, change) = known[field.valueRange], kept.fields[place].name == field.name,
        kept.fields[place].column == field.column, kept.fields[place].grammar == field.grammar,
        kept.fields[place].surroundings == field.surroundings
      else {
        held.append(field.grammar.read(value(field), options))
        continue
      }
      let before = self.options(kept.fields[place], caret: place == kept.edit.draft ? kept.edit.caret : nil)
      if change == nil, before == options {
        held.append(old[place])
        revisions[index] = former[place]
        continue
      }
      let caret = before.caret ?? options.caret ?? 0
      let previous = PreviousReading(
        old[place], before, replacing: change ?? caret..<caret, length: change == nil ? 0 : kept.edit.length)
      held.append(field.grammar.read(value(field), options, after: previous))
    }
    crossFaults = Finding.duplicates(among: finding.fields, held) { value($0) }
  }

  /// Reads what is near the changes of a note in Markdown; false where more has to be looked at.
  private mutating func readNear() -> Bool {
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
    runningIndex = field == nil ? nil : first
    first += field == nil ? 0 : 1
    markdown = note
    guard !context.isDisabled("tags") else { return true }
    let gone = change.before.shifted(by: first)
    var known: [Range<Int>: (reading: Reading, revision: Int)] = [:]
    for index in gone {
      guard let moved = edit.moved(finding.fields[index].valueRange), moved.change == nil else { continue }
      known[moved.to] = (held[index], revisions[index])
    }
    for index in gone.reversed() { removeField(index) }
    for (number, field) in note.properties(change.after).enumerated() {
      let same = known[field.valueRange]
      let reading = same?.reading ?? field.grammar.read(value(field), options(field, caret: nil))
      insertField(field, reading, at: gone.lowerBound + number)
      if let same { revisions[gone.lowerBound + number] = same.revision }
    }
    let growth = edit.length - edit.range.count
    if growth != 0 {
      for index in (gone.lowerBound + change.after.count)..<finding.fields.count {
        finding.fields[index].shift(by: growth)
      }
    }
    return true
  }

  /// Whether a change that is about to be made leaves all fields as they are, but for their places.
  private func isQuiet(_ range: Range<Int>, _ bytes: [UInt8]) -> Bool {
    markdown == nil && context.custom.isEmpty && crossFaults.isEmpty && finding.faults.isEmpty
      && finder.isQuiet(range, bytes, in: text) && !finding.fields.contains { $0.range.touches(range) }
  }

  /// Moves the fields behind a change that touches none.
  private mutating func move(by edit: TextEdit) {
    let growth = edit.length - edit.range.count
    finding.frame = 0..<finding.frame.upperBound + growth
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

  /// Whether what is known of a field was read without its caret, or as if there were none.
  func isReadWhole(_ index: Int) -> Bool {
    index == runningIndex || held[index].isLocal || !isCaretField(index)
  }
}

extension Document {
  /// Whether a field was read with a caret in it.
  func isCaretField(_ index: Int) -> Bool { index == caretField }

  /// What the reader of a field was told when it was read last.
  func options(_ index: Int) -> ReadingOptions {
    options(finding.fields[index], caret: index == caretField ? caret : nil)
  }

  /// What the reader of a field is told, with a caret that stands in it, in bytes of the document.
  private func options(_ field: Field, caret: Int?) -> ReadingOptions {
    var options = context.options(field)
    options.caret = caret.map { $0 - field.valueRange.lowerBound }
    return options
  }
}
