import Candidates
import Fields
import Wire

/// Completion of mentions in running text: `@jo‸` (Protocol/README.md, "Mentions").
extension Session {
  /// The mention that is being typed at a place; nil where none is, and where nobody can be mentioned.
  ///
  /// - Parameters:
  ///   - caret: a byte of the document.
  ///   - document: the document; of a mail only its header is known, so that nobody is mentioned there.
  /// - Returns: the prefix and what was typed behind it.
  func mention(at caret: Int, in document: Document) -> MentionQuery? {
    var field = document.fieldIndex(at: caret).map { document.finding.fields[$0] }
    if field == nil, document.finder == .markdown {
      // Text without `#` and `@` is no field yet, but other prefixes may be typed in it.
      var options = FindingOptions(path: document.uri, flavor: document.context.flavor)
      options.languageId = document.languageId
      field = Finder.runningText(in: document.text, options)
    }
    let bounds: Range<Int>
    switch (field?.grammar, document.finder) {
    case (.inlineTags?, _): bounds = field?.valueRange ?? 0..<0
    case (nil, .org): bounds = 0..<document.text.count
    case (nil, .none) where Finder.isPlain(document.languageId): bounds = 0..<document.text.count
    default: return nil
    }
    let prefixes = mentionPrefixes
    guard
      let query = MentionQuery.at(
        caret, in: document.text, within: bounds, prefixes: prefixes, maxSpaces: settings.number("mention.maxSpaces"))
    else { return nil }
    // What was accepted is closed: behind it one types text.
    let isAccepted = document.editing.notes.contains {
      $0.range.lowerBound == query.range.lowerBound && $0.range.upperBound <= caret
    }
    if isAccepted { return nil }
    if let field {
      return document.isMention(query.range, in: field) ? query : nil
    }
    let isText = document.finder != .org || OrgProse.isText(at: query.range.lowerBound, in: document.text)
    return isText ? query : nil
  }

  /// What begins a mention.
  var mentionPrefixes: [String] {
    guard case .array(let list) = settings["mention.prefixes"] else { return [] }
    return list.compactMap(\.string).filter { !$0.isEmpty }
  }

  /// The candidates for a mention: those of the settings, then people of the address books who have a nickname.
  func items(_ mention: MentionQuery, in document: Document) -> (items: [JSON], offers: [DocumentEditing.Offer]) {
    let limit = settings.number("completion.limit")
    var people = mentions.matches(mention.query, prefix: mention.prefix, limit: limit)
    if mention.prefix == mentionPrefixes.first {
      people += nicknamed(mention.query, limit: limit, except: Set(people.map(\.handle)))
    }
    let typed = mention.prefix + mention.query
    let range = json(mention.range, in: document.text)
    let blank = settings.flag("mention.appendSpace") && isBlankDue(at: mention.range.upperBound, document) ? " " : ""
    let prefix = settings.flag("mention.keepPrefix") ? mention.prefix : ""
    var (items, offers): ([JSON], [DocumentEditing.Offer]) = ([], [])
    for person in people.prefix(limit) {
      let written = prefix + person.handle
      let words = person.name.isEmpty ? person.handle : person.name
      // A label that is shorter than what was typed has eglot 1.9 take away text behind the caret, and one that begins
      // with the prefix has it write the prefix twice.
      let isShort = person.handle.unicodeScalars.count < mention.query.unicodeScalars.count
      let label = isShort ? "\(person.handle) (\(words))" : person.handle
      let begins = person.handle.lowercased().hasPrefix(mention.query.lowercased())
      var members: [JSON.Member] = [
        JSON.Member(key: "label", value: .string(label)), JSON.Member(key: "kind", value: 12),
      ]
      if !person.name.isEmpty { members.append(JSON.Member(key: "detail", value: .string(person.name))) }
      members += [
        JSON.Member(key: "sortText", value: .string(Self.padded(items.count))),
        JSON.Member(key: "filterText", value: .string(begins ? mention.prefix + person.handle : typed)),
      ]
      members += edit(range, written + blank)
      items.append(.object(members))
      let accepted =
        prefix.isEmpty
        ? nil : DocumentEditing.Mention(prefix: prefix, length: written.utf8.count, data: person.data)
      offers.append(
        .init(range: mention.range, text: Array((written + blank).utf8), spelled: written, mention: accepted))
    }
    return (items, offers)
  }

  /// People of the address books with a nickname that can be typed.
  private func nicknamed(_ query: String, limit: Int, except known: Set<String>) -> [MentionList.Person] {
    directory.matches(query, limit: limit, onlyNicknamed: true).compactMap { match in
      guard let nickname = match.nickname, MentionQuery.isName(nickname), !known.contains(nickname) else { return nil }
      return MentionList.Person(
        handle: nickname, name: match.name.isEmpty ? match.address : match.name,
        data: ["handle": .string(nickname), "name": .string(match.name), "address": .string(match.address)])
    }
  }

  /// Whether a blank behind a mention is wanted: at the end of a line, where neither a blank nor a mark follows.
  private func isBlankDue(at end: Int, _ document: Document) -> Bool {
    guard end < document.text.count else { return true }
    return document.text[end] == UInt8(ascii: "\n") || document.text[end] == UInt8(ascii: "\r")
  }
}

extension DocumentEditing {
  /// A mention as it is accepted.
  struct Mention: Equatable, Sendable {
    /// What begins it.
    var prefix: String
    /// How many bytes of what is written it has; the blank behind it is none of them.
    var length: Int
    var data: JSON
  }

  /// Remembers what was accepted: its text, and of a mention its place with what belongs to it.
  mutating func accept(_ offer: Offer) {
    (work, accepted, mentioned) = (nil, String(decoding: offer.text, as: UTF8.self), offer.mention)
    chosen.formUnion(offer.people)
    guard let mention = offer.mention else { return }
    let start = offer.range.lowerBound
    let note = Note(range: start..<start + mention.length, data: mention.data)
    notes.insert(note, at: notes.firstIndexSorted { $0.range.lowerBound >= start })
  }
}

extension DocumentEditing.Offer {
  /// Whether a change makes of a text what this does: some clients send only the part that differs.
  ///
  /// A part of one byte counts for nothing, since somebody may just have typed it.
  func isMade(by change: Range<Int>, _ bytes: [UInt8], in document: Text) -> Bool {
    if change == range, bytes == text { return true }
    let (own, other) = (Self.core(range, text, in: document), Self.core(change, bytes, in: document))
    return own.text.count > 1 && own == other
  }

  /// A change without what is the same before and after it.
  private static func core(_ range: Range<Int>, _ text: [UInt8], in document: Text) -> Change {
    let old = document.bytes(range)
    let limit = min(old.count, text.count)
    var start = 0
    while start < limit, old[start] == text[start] { start += 1 }
    var end = 0
    while end < limit - start, old[old.count - 1 - end] == text[text.count - 1 - end] { end += 1 }
    return Change(range.lowerBound + start..<range.upperBound - end, Array(text[start..<text.count - end]))
  }
}
