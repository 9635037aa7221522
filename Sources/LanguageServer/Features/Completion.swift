import Candidates
import Fields
import Wire

// LSP 3.17, "Completion Request":
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#textDocument_completion

extension Session {
  mutating func complete(_ params: Reader) throws(ResponseError) -> JSON {
    let position = try Self.position(params.member("position"))
    guard let document = try document(params) else { return .null }
    let caret = document.text.offset(of: position, client.encoding).offset
    // 1 is Invoked; a client that says nothing of how it came to ask is taken as having been told to.
    let isInvoked = params.optional("context")?.value["triggerKind"] ?? 1 == 1
    return candidates(at: caret, in: document, isInvoked: isInvoked, try params.member("position").value)
  }

  /// The candidates for what is typed at a place, which are remembered; `null` where nothing can be completed.
  ///
  /// - Parameters:
  ///   - caret: a byte of the document.
  ///   - document: the document.
  ///   - isInvoked: whether the user asked, so that candidates come for nothing typed, too.
  ///   - position: the place as the client wrote it.
  /// - Returns: the list.
  mutating func candidates(at caret: Int, in document: Document, isInvoked: Bool, _ position: JSON) -> JSON {
    let found = found(at: caret, in: document, isInvoked: isInvoked)
    let list = found.map {
      JSON.object([JSON.Member(key: "isIncomplete", value: true), JSON.Member(key: "items", value: .array($0.items))])
    }
    documents[document.uri]?.editing.offer(
      found?.offers ?? [],
      list.map { DocumentEditing.Asked(position: position, caret: caret, isInvoked: isInvoked, list: $0) })
    return list ?? .null
  }

  private mutating func found(
    at caret: Int, in document: Document, isInvoked: Bool
  ) -> (items: [JSON], offers: [DocumentEditing.Offer])? {
    if let mention = mention(at: caret, in: document) { return items(mention, in: document) }
    if let keys = trailerKeys(caret, in: document, isInvoked: isInvoked) { return (keys, []) }
    guard let index = document.fieldIndex(at: caret) else { return nil }
    let field = document.finding.fields[index]
    guard field.valueRange.lowerBound <= caret, caret <= field.valueRange.upperBound else { return nil }
    // A value that goes on behind a line of another kind begins with the blank that makes it go on.
    if field.nameRange.isEmpty, caret == field.valueRange.lowerBound, !field.valueRange.isEmpty { return nil }
    if field.grammar == .attachments { return completeFile(index, caret, in: document) }
    if let list = completeTag(index, caret, in: document, isInvoked: isInvoked) { return list }
    guard let place = Place(of: index, caret, in: document) else { return nil }
    let isDue = isInvoked || place.fragment.query.count >= settings.number("completion.minQuery")
    return isDue ? items(place) : ([], [])
  }

  /// Where people are completed at a caret; nil where it is something else.
  func peoplePlace(at caret: Int, in document: Document) -> Place? {
    guard mention(at: caret, in: document) == nil, let index = document.fieldIndex(at: caret) else { return nil }
    let field = document.finding.fields[index]
    guard field.valueRange.lowerBound <= caret, caret <= field.valueRange.upperBound else { return nil }
    return Place(of: index, caret, in: document)
  }

  /// Where a completion was asked for.
  struct Place {
    var document: Document
    var index: Int
    /// The bytes in which the fragment stands, which begin at `base` of the document: the field's value, or a line of it.
    var value: [UInt8]
    var fragment: Fragment
    var caret: Int
    var base: Int

    var field: Field { document.finding.fields[index] }
    /// Whether the field holds one person only.
    var isForOne: Bool { field.limit == 1 }
    /// Leaves the entry alone before which somebody began to type: `an‸ana@example.org`.
    mutating func spareWhatStood() {
      let own = caret - base
      guard let origin = document.editing.work?.origin, fragment.removed == nil, own < fragment.range.upperBound,
        fragment.range.lowerBound < own, value[own..<fragment.range.upperBound].elementsEqual(origin)
      else { return }
      fragment.range = fragment.range.lowerBound..<own
      fragment.next = .token
    }

    /// What an accepted item replaces, in bytes of the document.
    var range: Range<Int> { fragment.range.shifted(by: base) }
  }

  private func items(_ place: Place) -> (items: [JSON], offers: [DocumentEditing.Offer]) {
    let present = present(place)
    let mode = settings.text("completion.present")
    let grammar = place.field.grammar
    let limit = settings.number("completion.limit")
    // Who was written to together with the others of the draft comes first; those of From are no company.
    let company = place.field.holdsRecipients ? self.company(place) : []
    func isPresent(_ address: String) -> Bool { mode == "hide" && present[grammar.key(ofValue: address)] != nil }
    // Who is of the project comes before everybody else, and who maintains what is changed before these.
    let people = grammar == .trailers ? repository(place.document.uri)?.people : nil
    let tree = grammar == .trailers || place.field.holdsRecipients ? tree(place.document.uri) : nil
    // Oneself comes first where one writes in one's own name.
    let own = ownMatches(place.fragment.query, in: place.field, limit: limit, isPresent: isPresent)
    var found: [(match: Match, label: String?)] = own.map { ($0, nil) }
    var shown = Set(own.map { Address.key($0.address) })
    // What was typed is taken for something else only behind all that answers as it was typed.
    for closeness in settings.flag("completion.fuzzy") ? [.literal, .guessed] : [ClosedRange.literal] {
      func add(
        _ book: Directory?, _ label: String? = nil, unless isKnown: @escaping (String) -> Bool = { _ in false }
      ) {
        guard let book, found.count < limit else { return }
        let shown = shown
        let matches = book.matches(
          place.fragment.query, limit: limit - found.count, closeness: closeness, company: company
        ) {
          isPresent($0) || isKnown($0) || directory.isUnwanted($0) || !shown.isEmpty && shown.contains(Address.key($0))
        }
        found += matches.map { ($0, label) }
      }
      add(tree?.touched, "MAINTAINERS")
      if let touched = tree?.touched, !touched.isEmpty {
        shown.formUnion(found.map(\.match.address).filter { !$0.isEmpty }.map(Address.key))
      }
      add(people, "git log")
      add(directory) { people?.knows(address: $0) ?? false }
      add(tree?.maintainers, "MAINTAINERS") { people?.knows(address: $0) ?? false || directory.knows(address: $0) }
    }
    if found.count < limit, !commands.answers.isEmpty {
      // Whom programs name comes last, so that nobody moves who has been shown.
      let named = Set(found.map { CommandAnswers.key($0.match) })
      let more = commands.answers.matches(place.fragment.query, limit: limit - found.count) {
        isPresent($0.address) || directory.isUnwanted($0.address) || named.contains(CommandAnswers.key($0))
      }
      found += more.map { ($0, nil) }
    }
    let matches = found.map(\.match)
    let frame = Frame(place, self)
    var (items, offered): ([JSON], [DocumentEditing.Offer]) = ([], [])
    for (match, label) in found where !place.isForOne || match.members.count < 2 {
      let holder = mode == "mark" && match.members.isEmpty ? present[grammar.key(ofValue: match.address)] : nil
      let spelled = spelled(match, in: place, present: mode == "hide" ? present : [:])
      guard !spelled.isEmpty, place.fragment.takesQuotes || !spelled.contains("\"") else { continue }
      let book = match.source.kind == .command ? match.source.path : match.source.kind.rawValue
      items.append(item(match, of: label ?? book, spelled: spelled, rank: items.count, holder: holder, frame))
      let addresses = match.members.isEmpty ? [match.address] : match.members.map(\.address)
      offered.append(
        .init(
          range: place.range, text: Array((frame.before + spelled + frame.after).utf8), spelled: spelled,
          people: place.field.holdsRecipients ? addresses.map(Identity.key(ofAddress:)) : [],
          isGuess: match.rank > .substring))
    }
    if settings.flag("completion.create"), place.fragment.removed == nil {
      let end = max(place.caret - place.base, place.fragment.range.lowerBound)
      let typed = Array(place.value[place.fragment.range.lowerBound..<end])
      let text = String(decoding: typed, as: UTF8.self)
      let key = grammar.key(ofEntry: text)
      let isKnown = matches.contains { grammar.key(ofValue: $0.address) == key } || present[key] != nil
      let list = EntryList(place.value, grammar, place.document.context.options(place.field))
      if !isKnown, list.isValid(typed) { add(text, "new", frame, to: &items, &offered, place.range) }
    }
    return (items, offered)
  }

  /// Adds what was typed itself as the last candidate.
  func add(
    _ text: String, _ detail: String, _ frame: Frame, to items: inout [JSON],
    _ offered: inout [DocumentEditing.Offer], _ range: Range<Int>
  ) {
    let members: [JSON.Member] = [
      JSON.Member(key: "label", value: .string(text)), JSON.Member(key: "kind", value: 1),
      JSON.Member(key: "detail", value: .string(detail)),
      JSON.Member(key: "sortText", value: .string(Self.padded(items.count))),
      JSON.Member(key: "filterText", value: .string(frame.filterText)),
    ]
    let written = frame.before + text + frame.after
    let others = frame.others.isEmpty ? [] : [JSON.Member(key: "additionalTextEdits", value: .array(frame.others))]
    items.append(.object(members + edit(frame.range, written) + others))
    offered.append(.init(range: range, text: Array(written.utf8), spelled: text))
  }

  /// Who is in the fields that share their keys with this one, or in this one, but for the entry that is being typed.
  func present(_ place: Place) -> [String: String] {
    var present: [String: String] = [:]
    for (index, field) in place.document.finding.fields.enumerated() {
      guard index == place.index || (field.scope == place.field.scope && field.scope != .none) else { continue }
      let value = index == place.index ? place.value : place.document.value(field)
      for token in place.document.readings[index].tokens {
        if index == place.index, token.range.overlaps(place.fragment.range) { continue }
        if let key = field.grammar.key(token, in: value), present[key] == nil { present[key] = field.name }
      }
    }
    return present
  }

  /// The addresses of those in the fields of recipients, the last ones of many, but for the entry that is being typed.
  func company(_ place: Place) -> [String] {
    var company: [String] = []
    for (index, field) in place.document.finding.fields.enumerated() where field.scope == place.field.scope {
      let value = index == place.index ? place.value : place.document.value(field)
      let tokens = place.document.readings[index].tokens
      for token in tokens.suffix(Self.companions)
      where index != place.index || !token.range.overlaps(place.fragment.range) {
        company.append(field.grammar.value(token, in: value))
      }
    }
    return company.suffix(Self.companions)
  }

  /// How many of a draft say who else may be meant.
  private static var companions: Int { 50 }

  /// What a candidate writes: one person, or all members of an alias, or a group that holds them.
  private func spelled(_ match: Match, in place: Place, present: [String: String]) -> String {
    let grammar = place.field.grammar
    guard !match.members.isEmpty else { return grammar.spell(name: match.name, value: match.address) }
    let members = match.members.filter { present[grammar.key(ofValue: $0.address)] == nil }
    let asGroup = settings.text("completion.groups") == "group" && place.fragment.takesGroups && !members.isEmpty
    return grammar.spell(
      group: asGroup ? match.name : "", members: members.map { grammar.spell(name: $0.name, value: $0.address) })
  }

  /// What all items of one list share.
  struct Frame {
    var range: JSON
    var filterText: String
    var before: String
    var after: String
    var others: [JSON] = []
    var uri: String
    /// Whether it is a list of people of a bibliography.
    var isPerson: Bool

    init(_ place: Place, _ session: Session) {
      let text = place.document.text
      let base = place.base
      (uri, isPerson) = (place.document.uri, place.field.grammar == .bibPersons)
      range = session.json(place.range, in: text)
      filterText = String(
        decoding: text.bytes(place.range.lowerBound..<max(place.caret, place.range.lowerBound)), as: UTF8.self)
      let start = place.range.lowerBound
      let edits = place.fragment.edits(
        in: place.value,
        endsWithSeparator: session.settings.flag("completion.appendSeparator") && !place.isForOne
          && place.field.holdsPeople)
      let isAtColon = start > 0 && text[start - 1] == UInt8(ascii: ":") && start == base
      before = isAtColon ? " " : edits.before
      after = edits.after
      var cursor = session.cursor(text)
      others = edits.others.map { session.json(Change($0.range.shifted(by: base), $0.text), &cursor) }
    }
  }

  private func item(
    _ match: Match, of source: String, spelled: String, rank: Int, holder: String?, _ frame: Frame
  ) -> JSON {
    let isGroup = !match.members.isEmpty
    let name =
      isGroup ? "\(match.name) (\(match.members.count))" : match.name.isEmpty ? match.address : match.name
    // eglot 1.9 puts the label in place of the typed word, then takes away as much as it believes to be too much:
    // behind a label shorter than the word, that is the text after the caret. So such a label is the whole recipient.
    let label = name.unicodeScalars.count < frame.filterText.unicodeScalars.count ? spelled : name
    var detail = isGroup ? match.members.map(\.address).joined(separator: ", ") : match.address
    if let holder { detail += " (already in \(holder))" }
    let text = frame.before + spelled + frame.after
    var members: [JSON.Member] = [
      JSON.Member(key: "label", value: .string(label)),
      JSON.Member(key: "kind", value: 12),
      JSON.Member(key: "detail", value: .string(detail)),
      JSON.Member(key: "sortText", value: .string(Self.padded(rank))),
      JSON.Member(key: "filterText", value: .string(frame.filterText)),
    ]
    if client.takesLabelDetails {
      members.append(
        JSON.Member(key: "labelDetails", value: ["description": .string(source)]))
    }
    members += edit(frame.range, text)
    if !frame.others.isEmpty {
      members.append(JSON.Member(key: "additionalTextEdits", value: .array(frame.others)))
    }
    members.append(
      JSON.Member(
        key: "data", value: ["uri": .string(frame.uri), "address": .string(isGroup ? match.name : match.address)]))
    return .object(members)
  }

  /// The edit of an item, as the client takes it.
  func edit(_ range: JSON, _ text: String) -> [JSON.Member] {
    let edit = JSON.Member(
      key: "textEdit", value: ["range": range, "newText": .string(client.takesSnippets ? Self.snippet(text) : text)])
    return client.takesSnippets ? [JSON.Member(key: "insertTextFormat", value: 2), edit] : [edit]
  }

  /// The rank as text that sorts like the number: as many digits for the first as for the thousandth.
  static func padded(_ rank: Int) -> String {
    let digits = String(rank)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// The text as a snippet that ends with the caret: Neovim 0.11 cuts a plain text at its first blank.
  private static func snippet(_ text: String) -> String {
    var result = ""
    for character in text {
      if "$}\\".contains(character) { result.append("\\") }
      result.append(character)
    }
    return result + "$0"
  }

  /// Adds the contact card to an item; the item itself says whose, so that nothing has to be remembered.
  func resolve(_ params: Reader) throws(ResponseError) -> JSON {
    guard case .object(var members) = params.value else { throw params.expected("an object") }
    let data = params.value["data"]
    guard let address = data?["address"]?.string,
      let person = directory.person(address: address)
        ?? data?["uri"]?.string.flatMap({
          repository($0)?.people.person(address: address) ?? maintainer(address, of: $0)
        })
        ?? commands.answers.person(address: address)
    else { return params.value }
    let card = Card(person, isMarkdown: client.takesMarkdown)
    members.removeAll { $0.key == "documentation" }
    members.append(
      JSON.Member(
        key: "documentation",
        value: ["kind": client.takesMarkdown ? "markdown" : "plaintext", "value": .string(card.text)]))
    return .object(members)
  }
}

extension Session.Place {
  /// The entry of people that is typed at a caret; nil where a field holds none, and where nothing can be put in.
  init?(of index: Int, _ caret: Int, in document: Document) {
    let field = document.finding.fields[index]
    guard field.holdsPeople else { return nil }
    let value = document.value(field)
    let base = field.valueRange.lowerBound
    guard let fragment = field.grammar.fragment(in: value, caret: caret - base, field.options) else { return nil }
    self.init(document: document, index: index, value: value, fragment: fragment, caret: caret, base: base)
    spareWhatStood()
  }
}
