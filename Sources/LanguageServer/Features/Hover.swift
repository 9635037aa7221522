import Candidates
import Fields
import Wire

// LSP 3.17, "Hover Request":
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#textDocument_hover

extension Session {
  func hover(_ params: Reader) throws(ResponseError) -> JSON {
    let position = try Self.position(params.member("position"))
    guard let document = try document(params) else { return .null }
    let caret = document.text.offset(of: position, client.encoding).offset
    guard let index = document.fieldIndex(at: caret) else { return .null }
    let field = document.finding.fields[index]
    let base = field.valueRange.lowerBound
    let reading = document.readings[index]
    if let token = reading.tokens.first(where: { $0.range.shifted(by: base).contains(caret) }) {
      return answer(card(token, reading, field, document), token.range.shifted(by: base), document)
    }
    if let group = reading.groups.first(where: { $0.nameRange.shifted(by: base).contains(caret) }) {
      let number = reading.groups.firstIndex(of: group) ?? 0
      return answer(card(group: number, reading, field, document), group.nameRange.shifted(by: base), document)
    }
    return .null
  }

  /// The card of a group, with its members.
  func card(group number: Int, _ reading: Reading, _ field: Field, _ document: Document) -> Card {
    let members = reading.tokens.filter { $0.group == number }
    let value = document.value(field)
    var card = Card(title: "\(reading.groups[number].name) (\(members.count))", isMarkdown: client.takesMarkdown)
    for member in members {
      let address = field.grammar.value(member, in: value)
      let name = field.grammar.display(member, in: value)
      card.add("Member", name == address ? address : "\(name) \(address)")
    }
    return card
  }

  /// The card of a token, with what is wrong with it.
  func card(_ token: Token, _ reading: Reading, _ field: Field, _ document: Document) -> Card {
    let value = document.value(field)
    let address = field.grammar.value(token, in: value)
    let display = field.grammar.display(token, in: value)
    var card: Card
    let people = field.grammar == .trailers ? repository(document.uri)?.people : nil
    if field.holdsPeople,
      let person = directory.person(address: address) ?? people?.person(address: address)
        ?? maintainer(address, of: document.uri)
    {
      card = Card(person, isMarkdown: client.takesMarkdown)
    } else {
      card = Card(title: display, isMarkdown: client.takesMarkdown)
      if address != display, !address.isEmpty { card.add(field.holdsPeople ? "Address" : "Value", address) }
      if !field.holdsPeople {
        // Address books have nothing to say of a tag.
      } else if directory.isAlias(address) {
        card.add("Alias", "known in your address books")
      } else if !directory.sources.isEmpty {
        card.add("Source", "in none of your address books")
      }
    }
    if let number = token.group { card.add("Group", reading.groups[number].name) }
    let base = field.valueRange.lowerBound
    for diagnostic in document.diagnostics(settings)
    where diagnostic.range.overlaps(token.range.shifted(by: base)) {
      card.add(diagnostic.rule.rawValue, diagnostic.message)
    }
    return card
  }

  private func answer(_ card: Card, _ range: Range<Int>, _ document: Document) -> JSON {
    [
      "contents": ["kind": client.takesMarkdown ? "markdown" : "plaintext", "value": .string(card.text)],
      "range": json(range, in: document.text),
    ]
  }
}

/// What is known of somebody, as a few lines.
struct Card {
  private var lines: [String]
  private let isMarkdown: Bool

  /// A card with nothing but its first line.
  init(title: String, isMarkdown: Bool) {
    self.isMarkdown = isMarkdown
    lines = [isMarkdown ? "**\(Self.escaped(title))**" : Self.clean(title)]
  }

  /// The card of a person in the address books.
  init(_ person: Person, isMarkdown: Bool) {
    self.init(title: person.names.first ?? person.address, isMarkdown: isMarkdown)
    add("Address", person.address)
    for other in person.others { add("Also", other) }
    for name in person.names.dropFirst() { add("Written", name) }
    for nickname in person.nicknames { add("Nickname", nickname) }
    if !person.organisation.isEmpty { add("Organisation", person.organisation) }
    for group in person.groups { add("Group", group) }
    if !person.note.isEmpty { add("Note", person.note) }
    if person.count > 0 { add("Used", person.count == 1 ? "once" : "\(person.count) times") }
    if !person.last.isEmpty { add("Last", person.last) }
    for source in person.sources { add("Source", "\(source.kind.rawValue) \(source.path)") }
  }

  mutating func add(_ name: String, _ value: String) {
    lines.append(isMarkdown ? "\(name): \(Self.escaped(value))" : "\(name): \(Self.clean(value))")
  }

  /// The card as text; Markdown keeps its lines by two blanks at their ends.
  var text: String { lines.joined(separator: isMarkdown ? "  \n" : "\n") }

  /// The text on one line, without controls.
  private static func clean(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in clean(text) {
      if "\\`*_{}[]<>#|~&!".contains(character) { result.append("\\") }
      result.append(character)
    }
    return result
  }
}
