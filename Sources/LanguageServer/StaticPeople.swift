package import Candidates
import Fields
package import Wire

/// People that the settings list themselves: `{"kind":"static","people":["Ana Ruiz <ana@example.org>"]}` of `sources`.
///
/// An entry is a text as in a mail header, with groups, or an object. It counts as a whole or not at all, so that nobody
/// writes to half of a group.
package struct StaticPeople: Equatable, Sendable {
  /// What the list is called in reports and on cards.
  package var name: String
  private var people: [JSON]

  private static let keys = ["kind", "name", "people"]
  private static let personKeys = ["address", "name", "nickname", "organisation", "note"]
  private static let groupKeys = ["name", "members", "note"]
  private static let usualName = "people"

  /// Reads an entry of `sources`; nil for one of another kind, and for one that `problem` complains of.
  package init?(_ json: JSON) {
    guard Self.isList(json), Self.problem(json, at: "") == nil, case .array(let people)? = json["people"] else {
      return nil
    }
    let given = PlainText.line(json["name"]?.string ?? "")
    name = given.isEmpty ? Self.usualName : given
    self.people = people
  }

  /// Whether an entry of `sources` is such a list.
  static func isList(_ json: JSON) -> Bool {
    json["kind"] == .string(SourceFormat.static.rawValue)
  }

  /// What is wrong with an entry as a whole, in words that begin with its place; nil when its people can be read.
  static func problem(_ json: JSON, at place: String) -> String? {
    guard case .object(let members) = json else { return "\(place): expected an object" }
    if let other = members.first(where: { !keys.contains($0.key) }) {
      let near = Spelling.nearest(other.key, among: keys).map { "; did you mean \(place).\($0)?" } ?? ""
      return "unknown setting \(place).\(other.key)\(near)"
    }
    if let name = json["name"], name.string == nil { return "\(place).name: expected a text" }
    guard case .array? = json["people"] else { return "\(place).people: expected a list of people" }
    return nil
  }

  /// The people of the list.
  ///
  /// - Returns: The records in the order of the list, and one sentence about the entries that were left out.
  package func read() -> (reading: SourceReading, problem: String?) {
    var reading = SourceReading()
    var first = ""
    for (index, entry) in people.enumerated() {
      switch Self.records(of: entry) {
      case .success(let records): reading.records += records
      case .failure(let wrong):
        reading.skipped += 1
        if first.isEmpty { first = "people[\(index)]: \(wrong.words)" }
      }
    }
    let count = reading.skipped
    if count == 0 { return (reading, nil) }
    return (
      reading, "\(count) of \(people.count) entries cannot be used\(count == 1 ? "" : ", the first of them"): \(first)"
    )
  }

  private struct Wrong: Error { var words: String }

  private static func records(of entry: JSON) -> Result<[Record], Wrong> {
    switch entry {
    case .string(let text): records(of: text)
    case .object(let members): record(of: entry, members)
    default: .failure(Wrong(words: "expected a text or an object"))
    }
  }

  /// `Ana <ana@example.org>`, several of these, and `team: a@example.org, b@example.org;`.
  private static func records(of text: String) -> Result<[Record], Wrong> {
    let bytes = Array(text.utf8)
    let reading = Grammar.addressList.read(bytes, ReadingOptions())
    let mailboxes = Mailboxes.read(bytes)
    guard mailboxes.count == reading.tokens.count, !mailboxes.isEmpty else {
      return .failure(wrong(text, "holds nobody"))
    }
    var records: [Record] = []
    var numbers: [Int: Int] = [:]
    for (token, mailbox) in zip(reading.tokens, mailboxes) {
      guard Address.isUsable(mailbox.address) else {
        let part = String(decoding: bytes[token.range], as: UTF8.self)
        return .failure(wrong(part, "is not an address"))
      }
      guard let group = token.group else {
        records.append(Record(name: PlainText.line(mailbox.name), address: mailbox.address))
        continue
      }
      let number = numbers[group] ?? records.count
      if number == records.count {
        numbers[group] = number
        records.append(Record(kind: .group, name: PlainText.line(reading.groups[group].name)))
      }
      records[number].members.append(mailbox)
    }
    return .success(records)
  }

  private static func record(of entry: JSON, _ members: [JSON.Member]) -> Result<[Record], Wrong> {
    let isGroup = entry["members"] != nil
    let keys = isGroup ? groupKeys : personKeys
    if let other = members.first(where: { !keys.contains($0.key) }) {
      let near = Spelling.nearest(other.key, among: keys).map { "; did you mean \($0)?" } ?? ""
      return .failure(Wrong(words: "unknown key \(PlainText.line(other.key))\(near)"))
    }
    if let other = members.first(where: { $0.key != "members" && $0.value.string == nil }) {
      return .failure(Wrong(words: "\(other.key): expected a text"))
    }
    func text(_ key: String) -> String { PlainText.line(entry[key]?.string ?? "") }
    var record = Record(kind: isGroup ? .group : .person, name: text("name"))
    record.note = text("note")
    if isGroup {
      guard !record.name.isEmpty else { return .failure(Wrong(words: "a group needs a name")) }
      guard case .array(let list)? = entry["members"] else { return .failure(Wrong(words: "members: expected a list")) }
      for member in list {
        guard let text = member.string else { return .failure(Wrong(words: "members: expected texts")) }
        switch records(of: text) {
        case .failure(let wrong): return .failure(wrong)
        case .success(let found):
          record.members += found.flatMap {
            $0.kind == .group ? $0.members : [Mailbox(name: $0.name, address: $0.address)]
          }
        }
      }
      return record.members.isEmpty ? .failure(wrong(record.name, "holds nobody")) : .success([record])
    }
    guard let address = entry["address"]?.string else { return .failure(Wrong(words: "expected an address")) }
    let mailboxes = Mailboxes.read(Array(address.utf8))
    guard mailboxes.count == 1, mailboxes[0].address == address, Address.isUsable(address) else {
      return .failure(wrong(address, "is not an address"))
    }
    record.address = address
    record.nicknames = [text("nickname")].filter { !$0.isEmpty }
    record.organisation = text("organisation")
    return .success([record])
  }

  private static func wrong(_ text: String, _ words: String) -> Wrong {
    Wrong(words: "“\(PlainText.line(String(text.prefix(80))))” \(words)")
  }
}
