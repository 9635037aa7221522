package import Fields

/// A tag that is searched, or renamed, in fields of one kind.
struct TagQuery: Equatable, Sendable {
  /// The tag.
  var tag: TagName
  /// What it is to be called; nil when it is only searched.
  var name: TagName?
  /// The kind of the fields that count.
  var kind = TagVocabulary.tags

  /// What the name of a file has to do with the tag, as denote writes it: `ID--TITLE__tag_other.org`.
  ///
  /// - Parameters:
  ///   - path: the path.
  ///   - isExact: whether a spelling in another case is another tag.
  /// - Returns: what it has to do with it.
  func nameHit(_ path: String, isExact: Bool = false) -> NameHit {
    guard kind == .tags, let own = DenoteName(path: path), own.holds(tag, isExact: isExact) else { return .none }
    guard let name else { return .says }
    if name.text.utf8.elementsEqual(tag.text.utf8) { return .none }
    guard let to = own.renaming(tag, to: name, isExact: isExact) else {
      return .stays("it can hold letters and digits only")
    }
    return to == path ? .none : .becomes(to)
  }

  /// Whether it is renamed into another tag, and not only spelled anew.
  var isMerging: Bool { name.map { $0.key != tag.key } ?? false }

  /// Whether the two are two tags where case may count.
  func isMerging(isExact: Bool) -> Bool { isExact ? name.map { $0.text != tag.text } ?? false : isMerging }
}

/// What the name of a file has to do with a tag.
package enum NameHit: Equatable, Sendable {
  /// It does not say it, or it says it as it should.
  case none
  /// It says it.
  case says
  /// The file is to have this path.
  case becomes(String)
  /// It says the tag, and goes on doing so, for a reason in words.
  case stays(String)
}

/// What one text has to do with a tag.
package struct TagHits: Sendable {
  /// One place where it stands.
  package struct Place: Equatable, Sendable {
    /// Bytes of the text that name the tag.
    package var range: Range<Int>
    /// What stands there, and what will; the same when the tag is only searched.
    package var old: String
    package var new: String
    /// Whether a line defines the tag there: `#+TAGS:` of Org.
    package var isDefinition: Bool
  }

  /// A place that cannot hold the new name.
  package struct Refusal: Equatable, Sendable {
    /// Bytes of the text.
    package var range: Range<Int>
    /// The new name, as it would stand there.
    package var name: String
    /// The syntax in words.
    package var syntax: String
    /// A name near to it that could stand there; nil where none is known.
    package var near: String?
  }

  /// In the order of the text.
  package var places: [Place] = []
  /// The edit, in bytes of the text, in order.
  package var changes: [Change] = []
  package var refused: [Refusal] = []
  /// How many entries go, since their list holds the new tag already.
  package var merged = 0
  /// Whether the text holds the new tag, apart from where the old one stands.
  package var holdsNew = false

  /// The names of the fields in which the tag stands.
  package var fields: Set<String> = []

  /// How many places are written as they should be already.
  package var kept = 0

  /// What the name of the file has to do with it.
  package var name = NameHit.none

  /// Whether the text holds neither tag, and the name of the file does not say the old one.
  var isEmpty: Bool { places.isEmpty && !holdsNew && kept == 0 && name == .none }

  /// Nothing.
  init() {}

  /// Looks through fields that were read.
  ///
  /// - Parameters:
  ///   - lists: the fields.
  ///   - query: the tag.
  ///   - context: in which fields case counts.
  ///   - text: the text in which they stand, so that tags at a column stay there; nil where nothing is renamed.
  init(
    _ lists: [(field: Field, list: EntryList)], _ query: TagQuery, _ context: ReadingContext, in text: Text? = nil
  ) {
    // A property of Logseq lies in running text, which reads its `#tags` as well: what the property says goes first.
    let own = lists.filter { query.kind.covers($0.field) }
    for (field, list) in own.filter({ $0.field.grammar != .inlineTags })
      + own.filter({ $0.field.grammar == .inlineTags })
    {
      take(field, list, query, isExact: context.tellsCase(field.name))
    }
    if let text { keepColumns(own, text) }
    places.sort { $0.range.lowerBound < $1.range.lowerBound }
    changes.sort { $0.range.lowerBound < $1.range.lowerBound }
    refused.sort { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Lets the tags of headlines of Org end where they ended.
  private mutating func keepColumns(_ lists: [(field: Field, list: EntryList)], _ text: Text) {
    guard !changes.isEmpty, lists.contains(where: { $0.field.grammar == .orgTags }) else { return }
    let columns = OrgColumns(lists.map(\.field), in: text)
    let ordered = changes.sorted { $0.range.lowerBound < $1.range.lowerBound }
    for (field, list) in lists where field.grammar == .orgTags {
      let value = field.valueRange
      let first = ordered.firstIndexSorted { $0.range.lowerBound >= value.lowerBound }
      let own = ordered[first...].prefix { $0.range.upperBound <= value.upperBound }
      guard !own.isEmpty else { continue }
      let new = own.map { Change($0.range.shifted(by: -value.lowerBound), $0.text) }.applied(to: list.value)
      if let change = columns.change(of: field, for: new) { changes.append(change) }
    }
  }

  /// Puts all places so many bytes further on.
  mutating func shift(by distance: Int) {
    guard distance != 0 else { return }
    for index in places.indices { places[index].range = places[index].range.shifted(by: distance) }
    for index in changes.indices { changes[index].range = changes[index].range.shifted(by: distance) }
    for index in refused.indices { refused[index].range = refused[index].range.shifted(by: distance) }
  }

  private mutating func take(_ field: Field, _ list: EntryList, _ query: TagQuery, isExact: Bool) {
    let base = field.valueRange.lowerBound
    let isDefinition = field.grammar == .orgTags && field.surroundings.role == "TAGS"
    let isInner = field.grammar == .inlineTags
    let known = isInner ? places.map(\.range).sorted { $0.lowerBound < $1.lowerBound } : []
    let edited = isInner ? changes.map(\.range).sorted { $0.lowerBound < $1.lowerBound } : []
    guard let name = query.name else {
      for place in list.places(of: query.tag, isExact: isExact) {
        let range = place.range.shifted(by: base)
        if isTaken(range, known) { continue }
        fields.insert(field.name)
        places.append(Place(range: range, old: place.value, new: place.value, isDefinition: isDefinition))
      }
      return
    }
    if query.isMerging(isExact: isExact), !holdsNew {
      holdsNew = list.places(of: name, isExact: isExact).contains {
        query.tag.match($0.value, nests: list.nests, isExact: isExact) == nil
      }
    }
    let renaming = list.renaming(query.tag, to: name, isExact: isExact)
    for (place, new) in renaming.places {
      // What is spelled so already stays.
      if place.value.utf8.elementsEqual(new.utf8) {
        kept += 1
        continue
      }
      let range = place.range.shifted(by: base)
      if isTaken(range, known) { continue }
      fields.insert(field.name)
      places.append(Place(range: range, old: place.value, new: new, isDefinition: isDefinition))
    }
    for place in renaming.refused where !isTaken(place.range.shifted(by: base), known) {
      let near = list.signed(name.text, as: place.value) ?? list.grammar.legal(name.text, field.surroundings.flavor)
      refused.append(
        Refusal(
          range: place.range.shifted(by: base), name: place.match.sign + name.text + place.match.below,
          syntax: field.surroundings.isTorn ? "a list whose entries cannot be told apart" : list.grammar.inWords,
          near: field.surroundings.isTorn ? nil : near))
    }
    for change in renaming.changes {
      let change = Change(change.range.shifted(by: base), change.text)
      if !isTaken(change.range, edited) { changes.append(change) }
    }
    merged += renaming.merged
  }

  /// Whether a range touches one of others that do not overlap.
  private func isTaken(_ range: Range<Int>, _ others: [Range<Int>]) -> Bool {
    let next = others.firstIndexSorted { $0.lowerBound > range.upperBound }
    return next > 0 && others[next - 1].touches(range)
  }
}

extension Grammar {
  /// What a syntax of tags is called where something cannot be written in it.
  var inWords: String {
    switch self {
    case .orgTags: "Org"
    case .yamlTags: "YAML front matter"
    case .tomlTags: "TOML front matter"
    case .jsonTags: "package.json"
    case .inlineTags: "running text"
    case .logseqTags: "a property of Logseq"
    case .bibKeywords, .bibPersons: "BibTeX"
    case .latexKeywords: "LaTeX"
    case .keywords: "mail"
    case .newsgroups: "a list of newsgroups"
    case .custom: "a field that the settings describe"
    case .addressList, .messageIDs, .attachments, .trailers, .maintainers, .owners: rawValue
    }
  }
}
