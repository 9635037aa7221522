import Fields

/// One open buffer of the editor: its text, the fields in it and their tokens.
struct Document: Sendable {
  let uri: String
  var languageId: String
  var version: Int
  private(set) var text: Text
  private(set) var finder: Finder
  var finding: Finding
  /// The readings that are held; that of running text is `markdown`'s.
  var held: [Reading]
  /// A note in Markdown, of which only the neighbourhood of a change is read; nil for all other texts.
  var markdown: MarkdownText?
  /// The number of the field whose reading `markdown` has.
  var runningIndex: Int?
  /// A number that is another one whenever the running text is, though its tokens may have only moved.
  var runningRevision = 0
  /// What each field is called where fields are told apart.
  private(set) var fieldIDs: [String] = []
  /// A number that is another one whenever those are others, in another order or more or less of them.
  private(set) var namesRevision = 0
  /// For each field a number that is another one whenever its reading was made anew.
  var revisions: [Int] = []
  var lastRevision = 0
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

  /// Recipients who were looked up, by what stands in the text for each: nil for those who are known.
  var strangers: [String: Stranger?] = [:]

  /// What is said of tags.
  var advice = TagAdvice()

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
    didSet {
      if repository?.trailers != oldValue?.trailers { find(keeping: nil) }
    }
  }

  /// The files that the message changes, as last looked for; nil where nobody asked for their maintainers.
  var touched: [String]?

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
    (editing.work, editing.notes, editing.caret, editing.leftovers) = (nil, [], nil, [])
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
    // A token that was opened stays open though its text is all deleted.
    let isOpen = goesOn && editing.work?.origin != nil
    let isWhole = bytes.isEmpty && !isOpen && takesWhole(range)
    editing.follow(
      range, length: bytes.count, touched: goesOn || isWhole ? nil : entry(touching: range), isWhole: isWhole)
    let edit = TextEdit(range: range, length: bytes.count, draft: caretField, caret: caret)
    hull = hull?.joined(edit) ?? edit
    switch unread {
    case .nothing where edit.draft == nil && isQuiet(range, bytes):
      hull = nil
      move(by: edit)
    case .nothing where isOneLine(range, bytes): unread = .line(edit)
    case .nothing:
      if touchesFrame(range) || edit.draft != nil { unread = .edit(edit) }
    case .edit, .line, .all: unread = .all
    }
    text.replace(range, with: bytes)
    // What was written into a token is taken out again: nobody has changed it.
    if bytes.isEmpty, let work = editing.work, let origin = work.origin, text.bytes(work.range) == origin {
      editing.work = nil
    }
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
    if case .nothing = unread { return }
    readChanges()
    narrowWork()
  }

  /// Of a field that came into being while its name was typed, only the value is what is being typed in it.
  private mutating func narrowWork() {
    guard let work = editing.work, work.origin == nil, let index = valueIndex(at: work.range.upperBound),
      work.range.lowerBound < finding.fields[index].valueRange.lowerBound
    else { return }
    var start = finding.fields[index].valueRange.lowerBound
    while start < work.range.upperBound, Byte.isWhite(text[start]) { start += 1 }
    let own = start..<work.range.upperBound
    if own.isEmpty || entry(touching: own) != nil { editing.work = Editor.Work(range: own) }
  }

  private mutating func readChanges() {
    switch unread {
    case .nothing: return
    case _ where readNear(): return
    case .line(let edit): readLine(edit)
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
  var caretField: Int? {
    caret.flatMap(valueIndex(at:))
  }

  /// What has changed since the fields were read.
  enum Unread {
    case nothing
    /// One change.
    case edit(TextEdit)
    /// One change within a line that can be read by itself.
    case line(TextEdit)
    /// More than that.
    case all
  }
  var unread = Unread.nothing
  /// All changes since the fields were read, as one; nil if there were none, or a whole new text.
  var hull: TextEdit?

  private mutating func find(keeping edit: TextEdit?) {
    let (former, edit) = (runningIndex.map { revisions[$0] }, edit)
    let changes = hull
    (unread, hull) = (.nothing, nil)
    // Decided anew each time: what is found hangs on the text alone, not on what it was before.
    finder = .of(languageId: languageId, path: uri, text: text)
    let before = finding.fields
    var options = FindingOptions(path: uri, flavor: context.flavor)
    options.trailers = repository?.trailers ?? TrailerRules()
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
    nameFields()
    runningIndex = markdown == nil ? nil : finding.fields.firstIndex { $0.grammar == .inlineTags }
    readAll(keeping: edit.map { ($0, before) })
    if isKept, let index = runningIndex, let former { revisions[index] = former } else { runningRevision += 1 }
  }

  /// Names the fields anew after some have come or gone.
  mutating func nameFields() {
    let ids = Self.fieldIDs(finding.fields)
    if ids == fieldIDs { return }
    fieldIDs = ids
    namesRevision += 1
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
      // What a field is called may stand outside of its value, and is drawn with it.
      if change == nil, before == options, kept.fields[place].label == field.label {
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
}

extension Document {
  /// Whether a field was read with a caret in it.
  func isCaretField(_ index: Int) -> Bool { index == caretField }

  /// What the reader of a field was told when it was read last.
  func options(_ index: Int) -> ReadingOptions {
    options(finding.fields[index], caret: index == caretField ? caret : nil)
  }

  /// What the reader of a field is told, with a caret that stands in it, in bytes of the document.
  func options(_ field: Field, caret: Int?) -> ReadingOptions {
    var options = context.options(field)
    options.caret = caret.map { $0 - field.valueRange.lowerBound }
    return options
  }
}
