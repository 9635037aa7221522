import Candidates
import Fields
import Wire

/// Completion of tags (Protocol/README.md, "Tags").
extension Session {
  /// How many bytes are read to see that no candidate changes another tag; what would need more is not offered.
  private static let budget = 4 << 20

  /// The tags for the entry at a place of a document.
  ///
  /// - Returns: nil where no tag can be written.
  mutating func completeTag(_ index: Int, _ caret: Int, in document: Document, isInvoked: Bool)
    -> (items: [JSON], offers: [DocumentEditing.Offer])?
  {
    let field = document.finding.fields[index]
    guard settings.flag("tags.enabled"), let kind = TagVocabulary(field), !document.finding.isReceived,
      let place = tagPlace(index, caret, in: document)
    else { return nil }
    let isDue = isInvoked || place.fragment.query.count >= settings.number("completion.minQuery")
    guard isDue else { return ([], []) }
    countTags(in: document.uri, except: place.range)
    return tagItems(place, kind)
  }

  private func tagPlace(_ index: Int, _ caret: Int, in document: Document) -> Place? {
    let field = document.finding.fields[index]
    let base = field.valueRange.lowerBound
    guard let fragment = document.fragment(index, at: caret) else { return nil }
    guard field.grammar == .inlineTags else {
      return Place(
        document: document, index: index, value: document.value(field), fragment: fragment, caret: caret, base: base)
    }
    // A mention is no tag. A tag stands on one line, of which alone it has to be seen that nothing else changes.
    guard document.text[base + fragment.range.lowerBound] == UInt8(ascii: "#") else { return nil }
    let line = document.text.lineRange(document.text.line(at: caret))
    var start = max(base, line.lowerBound)
    while start < caret, document.text[start] == UInt8(ascii: " ") || document.text[start] == UInt8(ascii: "\t") {
      start += 1
    }
    let value = document.text.bytes(start..<min(line.upperBound, field.valueRange.upperBound))
    var own = fragment
    own.range = fragment.range.shifted(by: base - start)
    guard own.range.lowerBound >= 0, own.range.upperBound <= value.count else { return nil }
    return Place(document: document, index: index, value: value, fragment: own, caret: caret, base: start)
  }

  private func tagItems(_ place: Place, _ kind: TagVocabulary) -> ([JSON], [DocumentEditing.Offer]) {
    let list = EntryList(place.value, place.field.grammar, place.document.context.options(place.field))
    // Where case counts a spelling is a tag of its own.
    let isExact = place.document.context.tellsCase(place.field.name)
    func key(_ text: String) -> [UInt8] { TagMatch.key(text, isExact: isExact) }
    let hidden = presentTags(place, isExact)
    let limit = settings.number("completion.limit")
    // Some may be such as cannot be written here.
    var matches = tags.corpus(kind).matches(
      place.fragment.query, limit: 2 * limit, byWords: kind == .persons, isExact: isExact
    ) { hidden.contains($0) }
    if kind == .persons { addPeople(to: &matches, place, limit: 2 * limit) { hidden.contains(key($0)) } }
    if TagVocabulary.isOnlyList(place.field) {
      // Where a text has but one list, the tags of notes are keywords, too.
      let others = tags.corpus(.tags).matches(place.fragment.query, limit: 2 * limit, isExact: isExact) {
        hidden.contains($0)
      }
      matches = TagMatch.joined(matches, others, isExact: isExact)
    }
    var (items, offered): ([JSON], [DocumentEditing.Offer]) = ([], [])
    var budget = Self.budget
    for match in matches where items.count < limit && budget >= 0 {
      budget -= place.value.count
      guard
        let (fragment, text) = list.completing(
          place.fragment, at: place.caret - place.base,
          with: kind == .persons ? list.person(match.text, besides: place.fragment) : match.text)
      else { continue }
      var own = place
      own.fragment = fragment
      let frame = Frame(own, self)
      items.append(item(match, rank: items.count, text: text, frame))
      offered.append(.init(range: own.range, text: Array((frame.before + text + frame.after).utf8), spelled: text))
    }
    let query = place.fragment.query
    if settings.flag("completion.create"), !query.isEmpty, !matches.contains(where: { key($0.text) == key(query) }),
      !hidden.contains(key(query)),
      let (fragment, text) = list.completing(place.fragment, at: place.caret - place.base, with: query)
    {
      var own = place
      own.fragment = fragment
      add(text, "new", Frame(own, self), to: &items, &offered, own.range)
    }
    return (items, offered)
  }

  /// Adds people of the address books to those of bibliographies, by their names alone.
  private func addPeople(to matches: inout [TagMatch], _ place: Place, limit: Int, isHidden: (String) -> Bool) {
    guard !place.fragment.query.isEmpty, matches.count < limit else { return }
    var known = Set(matches.map { Folding.fold($0.text) })
    for person in directory.matches(place.fragment.query, limit: limit - matches.count) where person.members.isEmpty {
      let name = place.field.grammar.key(ofValue: person.name)
      let key = Folding.fold(name)
      guard !person.name.isEmpty, !isHidden(name), known.insert(key).inserted else { continue }
      matches.append(TagMatch(text: name, notes: 0))
    }
  }

  /// The tags of the field but for the one that is being typed, by their keys; none where they are shown all the same.
  private func presentTags(_ place: Place, _ isExact: Bool) -> Set<[UInt8]> {
    // In running text one tag may stand in many places.
    guard settings.text("completion.present") == "hide", place.field.grammar != .inlineTags else { return [] }
    let tokens = place.document.readings[place.index].tokens.filter { !$0.range.overlaps(place.fragment.range) }
    return Set(tokens.map { TagMatch.key(place.field.grammar.word($0, in: place.value), isExact: isExact) })
  }

  /// How many notes or bibliographies hold a tag or a person, in words.
  private func count(_ match: TagMatch, isPerson: Bool) -> String {
    let (one, many) = isPerson ? ("file", "files") : ("note", "notes")
    if match.notes == 0 { return isPerson ? "address book" : "defined" }
    return match.notes == 1 ? "1 \(one)" : "\(match.notes) \(many)"
  }

  private func item(_ match: TagMatch, rank: Int, text: String, _ frame: Frame) -> JSON {
    let count = count(match, isPerson: frame.isPerson)
    // As for people: a label shorter than the word that was typed has eglot 1.9 take away text behind the caret. Signs
    // and quotes before it belong to no word there.
    let typed = frame.filterText.unicodeScalars.drop { "#\"'[".unicodeScalars.contains($0) }
    let isShort = match.text.unicodeScalars.count < typed.count
    var members: [JSON.Member] = [
      JSON.Member(key: "label", value: .string(isShort ? "\(match.text) (\(count))" : match.text)),
      JSON.Member(key: "kind", value: 14), JSON.Member(key: "detail", value: .string(count)),
      JSON.Member(key: "sortText", value: .string(Self.padded(rank))),
      JSON.Member(key: "filterText", value: .string(frame.filterText)),
    ]
    members += edit(frame.range, frame.before + text + frame.after)
    if !frame.others.isEmpty {
      members.append(JSON.Member(key: "additionalTextEdits", value: .array(frame.others)))
    }
    return .object(members)
  }

  /// Counts the open documents that have changed since they were counted last.
  ///
  /// - Parameters:
  ///   - uri: the document in which one types; nil where nobody does.
  ///   - typed: what is being typed there, in bytes of it; it counts for nothing.
  mutating func countTags(in uri: String? = nil, except typed: Range<Int>? = nil) {
    for other in documents.keys.sorted() {
      guard let document = documents[other] else { continue }
      if other == uri {
        // Without a version, so that it is counted again once one types elsewhere.
        tags.count(document.noteTags(except: typed), of: other, note: Self.note(other), version: nil)
      } else if tags.isStale(other, version: document.version) {
        tags.count(document.noteTags(), of: other, note: Self.note(other), version: document.version)
      }
    }
  }

  /// What tells a document apart among the notes that are counted: the path of its file, else its URI.
  static func note(_ uri: String) -> String { FilePath.of(uri: uri) ?? uri }
}

extension Document {
  /// The tags that a document holds.
  ///
  /// - Parameter typed: what is being typed, in bytes of the document; it counts for nothing.
  /// - Returns: nothing for a message that was received.
  func noteTags(except typed: Range<Int>? = nil) -> NoteTags {
    if finding.isReceived { return NoteTags() }
    var read = finding.fields.indices.filter { TagVocabulary(finding.fields[$0]) != nil }
      .map { (field: finding.fields[$0], value: value(finding.fields[$0]), reading: readings[$0]) }
    if finder == .org { read += definitions }
    var tags = NoteTags(read, except: typed)
    tags.add(denoteName)
    return tags
  }

  /// The lines that define tags, which are no fields otherwise.
  private var definitions: [(field: Field, value: [UInt8], reading: Reading)] {
    finder.find(in: text, FindingOptions(path: uri, flavor: context.flavor, hasDefinitions: true)).fields
      .filter { $0.surroundings.role == "TAGS" }
      .map { field in
        let value = value(field)
        return (field, value, field.grammar.read(value, field.options))
      }
  }
}
