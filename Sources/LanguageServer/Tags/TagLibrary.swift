import Candidates
import Fields

/// What one text holds of tags, in the order of the text, as often as they stand there.
struct NoteTags: Equatable, Sendable {
  /// The tags by their kind.
  var held: [TagVocabulary: [String]] = [:]
  /// Tags that the text defines: `#+TAGS:` of Org.
  var definitions: [String] = []

  /// Nothing.
  init() {}

  /// What stands between commas, without the blanks around it.
  private static func parts(of text: String) -> [String] {
    text.split(separator: ",").compactMap { TagName(String($0))?.text }
  }

  /// The tags of fields that were read.
  ///
  /// - Parameters:
  ///   - fields: the fields, each with its value and what was read in it.
  ///   - typed: what is being typed, in bytes of the text; it counts for nothing.
  init(_ fields: [(field: Field, value: [UInt8], reading: Reading)], except typed: Range<Int>? = nil) {
    for (field, value, reading) in fields {
      guard let kind = TagVocabulary(field) else { continue }
      let isDefinition = field.grammar == .orgTags && field.surroundings.role == "TAGS"
      for token in reading.tokens where !token.isReference {
        if let typed, token.range.shifted(by: field.valueRange.lowerBound).overlaps(typed) { continue }
        let isMention =
          field.grammar == .inlineTags && value.indices.contains(token.range.lowerBound)
          && value[token.range.lowerBound] == UInt8(ascii: "@")
        let text = isMention ? "" : field.grammar.word(token, in: value)
        if text.isEmpty { continue }
        // Signs and patterns between the tags of a definition are none.
        if isDefinition {
          if !Grammar.orgTags.spell(name: "", value: text).isEmpty { definitions.append(text) }
        } else {
          // Keywords may be one text with commas.
          let isOne = kind == .keywords && reading.tokens.count == 1 && !TagVocabulary.isOnlyList(field)
          held[kind, default: []] += isOne ? Self.parts(of: text) : [text]
        }
      }
    }
  }
}

extension Grammar {
  /// What is counted and completed of a token: its value; of people of bibliographies their names in one order.
  func word(_ token: Token, in value: [UInt8]) -> String {
    guard self == .bibPersons else { return self.value(token, in: value) }
    let name = key(token, in: value) ?? ""
    return name == "others" ? "" : name
  }
}

extension NoteTags {
  /// Adds the tags that the name of the file says and its text does not.
  mutating func add(_ name: DenoteName?) {
    guard let name else { return }
    let known = Set((held[.tags] ?? []).map(Identity.fold))
    let others = name.tags.filter { !known.contains(Identity.fold($0)) }
    if !others.isEmpty { held[.tags, default: []] += others }
  }
}

/// The tags that are known: those of open documents as they stand now, over those of files as they were counted.
struct TagLibrary: Sendable {
  private var corpora: [TagVocabulary: TagCorpus] = [:]
  /// What the files of open documents hold, as far as it is known.
  private var saved: [String: NoteTags] = [:]
  /// The version up to which each open document has been counted.
  private var counted: [String: Int] = [:]
  /// What a child is counting, which takes the place of the old when it has ended.
  private var incoming: Incoming?
  /// Whether files have been counted to the end once.
  private var isWhole = false
  /// The folders that were looked through, how many notes were read there, and how many files were left out.
  private(set) var folders: [String] = []
  private(set) var (notes, skipped) = (0, 0)
  /// Who can be mentioned by the files that the settings name.
  private(set) var mentions: [Mention] = []

  /// Somebody whom a file names.
  struct Mention: Equatable, Sendable {
    var (file, handle, name): (String, String, String)
  }

  private struct Incoming: Sendable {
    var corpora: [TagVocabulary: TagCorpus] = [:]
    var folders: [String] = []
    var (notes, skipped) = (0, 0)
    var mentions: [Mention] = []
    var stream = LineStream(limit: TagStream.limit)
  }

  /// The tags of one kind.
  func corpus(_ kind: TagVocabulary) -> TagCorpus { corpora[kind] ?? TagCorpus() }

  /// Whether no tag is known.
  var isEmpty: Bool { corpora.values.allSatisfy(\.isEmpty) }

  /// Whether an open document has to be counted again.
  func isStale(_ uri: String, version: Int) -> Bool { counted[uri] != version }

  /// Counts an open document as it is now.
  ///
  /// - Parameters:
  ///   - tags: what it holds.
  ///   - uri: the document.
  ///   - note: the path of its file, by which it is known among the files; the URI for a text that is no file.
  ///   - version: the version; nil to count it again next time.
  mutating func count(_ tags: NoteTags, of uri: String, note: String, version: Int?) {
    if counted[uri] == nil, saved[note] == nil { saved[note] = held(by: note) }
    counted[uri] = version ?? Int.min
    put(tags, of: note)
  }

  /// Has an open document counted again that is read in another way now.
  mutating func recount(_ uri: String) {
    if counted[uri] != nil { counted[uri] = Int.min }
  }

  /// Takes the text of an open document as that of its file.
  mutating func save(_ tags: NoteTags, note: String) {
    saved[note] = tags
  }

  /// Forgets an open document: its file counts again, if it lies in a folder that was looked through.
  mutating func close(_ uri: String, note: String) {
    let (wasCounted, file) = (counted.removeValue(forKey: uri) != nil, saved.removeValue(forKey: note))
    guard wasCounted || file != nil else { return }
    let isNote = folders.contains { note.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") }
    put(isNote ? file ?? NoteTags() : NoteTags(), of: note)
  }

  // MARK: Files

  /// Begins to count files anew; a count that is under way is given up.
  mutating func begin() {
    incoming = Incoming()
  }

  /// Takes some bytes of what a child says, cut anywhere; lines that are none are passed over.
  mutating func append(_ part: [UInt8]) {
    guard var new = incoming else { return }
    incoming = nil
    defer { incoming = new }
    for line in new.stream.lines(endedBy: part) {
      if let line = TagStream.line(line[...]) { Self.take(line, into: &new) }
    }
  }

  private static func take(_ line: TagStream.Line, into new: inout Incoming) {
    switch line {
    case .folder(let path): new.folders.append(path)
    case .mention(let file, let handle, let name):
      new.mentions.append(Mention(file: file, handle: handle, name: name))
    case .ended(let notes, let skipped): (new.notes, new.skipped) = (notes, skipped)
    case .note(let path, let tags):
      for kind in Set(tags.held.keys).union([.tags]) {
        let definitions = kind == .tags ? tags.definitions : []
        guard let held = tags.held[kind] ?? (definitions.isEmpty ? nil : []) else { continue }
        new.corpora[kind, default: TagCorpus()].set(path, tags: held, definitions: definitions)
      }
    }
  }

  /// Ends the count; one that was broken off does not take the place of one that was whole.
  mutating func finish(isWhole: Bool) {
    guard let new = incoming else { return }
    incoming = nil
    guard isWhole || !self.isWhole else { return }
    self.isWhole = isWhole
    (corpora, folders, notes, skipped) = (new.corpora, new.folders, new.notes, new.skipped)
    mentions = new.mentions
    // Open documents stand over their files again when they are counted next.
    for note in saved.keys { saved[note] = held(by: note) }
    for uri in counted.keys { counted[uri] = Int.min }
  }

  private mutating func put(_ tags: NoteTags, of note: String) {
    for kind in Set(tags.held.keys).union(corpora.keys).union([.tags]) {
      let definitions = kind == .tags ? tags.definitions : []
      let held = tags.held[kind] ?? []
      // A vocabulary that nobody uses is not made.
      if held.isEmpty, definitions.isEmpty, corpora[kind] == nil { continue }
      corpora[kind, default: TagCorpus()].set(note, tags: held, definitions: definitions)
    }
  }

  private func held(by note: String) -> NoteTags {
    var tags = NoteTags()
    for kind in corpora.keys {
      guard let own = corpora[kind]?.tags(of: note) else { continue }
      tags.held[kind] = own.tags
      if kind == .tags { tags.definitions = own.definitions }
    }
    return tags
  }
}
