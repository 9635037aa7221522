import Candidates
import Fields

/// What is said of the tags of a document: those that a list does not have, and those that are usually written otherwise.
struct TagAdvice: Equatable, Sendable {
  /// What is said of a field, in bytes of its value, by what tells its readings apart.
  fileprivate var fields: [Int: [Fault]] = [:]
  /// Fields in which something is being typed: they are looked at again.
  fileprivate var open: Set<Int> = []
}

extension Document {
  /// In a longer field, and in longer running text, no tag is looked up while one types.
  private static let (most, longest) = (300, 1 << 16)

  /// What tells readings of a field apart.
  private func adviceKey(_ index: Int) -> Int {
    index == runningIndex ? -1 - runningRevision : revisions[index]
  }

  /// Whether something is said of a field's tags.
  func hasAdvice(_ index: Int) -> Bool {
    !advice.fields.isEmpty && !(advice.fields[adviceKey(index)]?.isEmpty ?? true)
  }

  /// Looks up the tags of fields that have changed.
  ///
  /// - Parameters:
  ///   - judge: who knows tags.
  ///   - isWhole: whether long fields are looked at, too.
  /// - Returns: whether anything else is said now.
  mutating func reviewTags(_ judge: TagJudge, isWhole: Bool = false) -> Bool {
    guard !judge.isEmpty, !finding.isReceived else {
      defer { advice = TagAdvice() }
      return advice.fields.values.contains { !$0.isEmpty }
    }
    let keys = finding.fields.indices.map(adviceKey)
    // Among thousands of fields a key costs what its own field costs.
    let isKnown = advice.open.isEmpty && keys.allSatisfy { advice.fields[$0] != nil }
    if isKnown, keys.count == advice.fields.count { return false }
    var new = TagAdvice()
    for (index, field) in finding.fields.enumerated() {
      let key = keys[index]
      if let known = advice.fields[key], !advice.open.contains(key) {
        new.fields[key] = known
        continue
      }
      new.fields[key] = []
      guard let kind = TagVocabulary(field), kind.isSearched else { continue }
      if index == runningIndex, field.valueRange.count > Self.longest, !isWhole { continue }
      let (reading, value) = (readings[index], value(field))
      guard reading.tokens.count <= Self.most || isWhole else { continue }
      var faults: [Fault] = []
      for token in reading.tokens where !token.isReference && !(Self.isMention(token, field, value)) {
        let range = token.range.shifted(by: field.valueRange.lowerBound)
        if isBeingTyped(in: range) || place.map(range.touches) ?? false {
          new.open.insert(key)
        } else {
          faults += judge.faults(field.grammar.word(token, in: value), token.range, kind, context.tellsCase(field.name))
        }
      }
      new.fields[key] = faults
    }
    defer { advice = new }
    return new.fields.filter { !$0.value.isEmpty } != advice.fields.filter { !$0.value.isEmpty }
  }

  private static func isMention(_ token: Token, _ field: Field, _ value: [UInt8]) -> Bool {
    field.grammar == .inlineTags && token.range.lowerBound < value.count
      && value[token.range.lowerBound] == UInt8(ascii: "@")
  }

  /// What is said of a field's tags, in bytes of its value.
  func adviceFaults(ofField index: Int) -> [Fault] {
    guard !advice.fields.isEmpty, let faults = advice.fields[adviceKey(index)] else { return [] }
    let base = finding.fields[index].valueRange.lowerBound
    return faults.filter { fault in
      let range = fault.range.shifted(by: base)
      return !isBeingTyped(in: range) && !(place.map(range.touches) ?? false)
    }
  }
}

/// Who knows the tags of a document.
struct TagJudge {
  private let lists: [TagList]
  private let library: TagLibrary?
  private let (seeksUnknown, seeksVariants): (Bool, Bool)

  /// - Parameters:
  ///   - lists: the project's lists.
  ///   - library: the tags of notes; nil where nobody has counted them.
  ///   - settings: the user's.
  init(_ lists: [TagList], _ library: TagLibrary?, _ settings: Settings) {
    (self.lists, self.library) = (lists, library)
    seeksUnknown = settings.severity(Fault(.unknownTag, 0..<0)) != nil
    seeksVariants = settings.severity(Fault(.tagVariant, 0..<0)) != nil
  }

  /// Whether nothing can be said of any tag.
  var isEmpty: Bool { !seeksUnknown && !seeksVariants || lists.isEmpty && library?.isEmpty ?? true }

  /// What is said of one tag.
  func faults(_ text: String, _ range: Range<Int>, _ kind: TagVocabulary, _ isExact: Bool) -> [Fault] {
    guard !text.isEmpty else { return [] }
    let lists = kind == .tags ? lists : []
    let corpus = library?.corpus(kind)
    if let spelling = lists.lazy.compactMap({ $0.spelling(of: text) }).first {
      if spelling == TagName(text)?.text || isExact || !seeksVariants { return [] }
      return [Fault(.tagVariant, range, detail: spelling, note: "The list of tags has \(spelling).")]
    }
    for list in lists {
      guard let tag = list.meaning(of: text), seeksVariants else { continue }
      return [Fault(.tagVariant, range, detail: tag, note: "\(list.path) has it as another word for \(tag).")]
    }
    var faults: [Fault] = []
    let isListed = lists.contains { !$0.tags.isEmpty } && lists.allSatisfy { $0.problem == nil }
    let isMeant = lists.contains { $0.meaning(of: text) != nil }
    if isListed, seeksUnknown, !isMeant {
      let near = lists.lazy.compactMap { $0.nearest(to: text) }.first
      faults.append(Fault(.unknownTag, range, detail: near))
    }
    guard seeksVariants else { return faults }
    let words = text.split(separator: " ").map(String.init)
    func isKnown(_ word: String) -> Bool {
      lists.contains { $0.spelling(of: word) != nil || $0.meaning(of: word) != nil } || corpus?.has(word) ?? false
    }
    if words.count > 1, words.count <= 10, words.allSatisfy(isKnown), !isUsed(text, corpus) {
      faults.append(Fault(.tagVariant, range, note: "Each of its words is a tag."))
    } else if faults.isEmpty, let variant = corpus?.variant(of: text, isExact: isExact) {
      let counts = "\(Self.notes(variant.notes)) \(variant.notes == 1 ? "has" : "have") \(variant.text)"
      let own = variant.own == 0 ? "no other has \(text)" : "\(Self.notes(variant.own)) \(text)"
      faults.append(Fault(.tagVariant, range, detail: variant.text, note: "\(counts), \(own)."))
    }
    return faults
  }

  /// Whether a tag of several words is one that more than one note has.
  private func isUsed(_ text: String, _ corpus: TagCorpus?) -> Bool {
    corpus.map { $0.notes(of: text) > 1 } ?? false
  }

  private static func notes(_ count: Int) -> String { count == 1 ? "1 note" : "\(count) notes" }
}

extension Session {
  /// Looks up the tags of a document; a new finding is drawn.
  mutating func reviewTags(_ uri: String) {
    guard var document = documents.removeValue(forKey: uri) else { return }
    let judge = TagJudge(tagLists(of: uri), settings.flag("tags.enabled") ? tags : nil, settings)
    if document.reviewTags(judge) { document.drawn?.isStale = true }
    documents[uri] = document
  }

  /// Looks up the tags of all documents again, since other notes were counted; what is said otherwise now is shown.
  mutating func reviewAllTags() {
    var hasChanged = false
    for uri in documents.keys.sorted() {
      guard let old = documents[uri]?.advice else { continue }
      documents[uri]?.advice = TagAdvice()
      reviewTags(uri)
      guard documents[uri]?.advice != old else { continue }
      hasChanged = true
      documents[uri]?.drawn?.isStale = true
      show(uri)
    }
    if hasChanged, client.pullsDiagnostics, client.refreshesDiagnostics { ask(.diagnosticRefresh) }
  }
}
