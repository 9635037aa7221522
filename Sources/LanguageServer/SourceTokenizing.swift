package import Candidates
import Fields
import Wire

/// The people of an address list, for the readers of address books, which know no address grammar of their own.
package enum Mailboxes {
  /// What makes of a part of an address another one: what touches it is nobody's.
  private static let breaks: Set<Rule> = [
    .strayText, .missingSeparator, .missingAngle, .controlChar, .invisibleChar, .unclosed, .badChar,
  ]

  /// The mailboxes of a list, in order; a word without an address stands for itself, and one that is broken for nobody:
  /// it has neither a name nor an address.
  package static func read(_ text: [UInt8]) -> [Mailbox] {
    let grammar = Grammar.addressList
    let reading = grammar.read(text, ReadingOptions())
    let faults = reading.faults.filter { breaks.contains($0.rule) }
    return reading.tokens.map { token in
      if faults.contains(where: { $0.range.touches(token.range) }) { return Mailbox(name: "", address: "") }
      let isNamed = token.name != nil || token.comment != nil
      return Mailbox(
        name: isNamed ? grammar.display(token, in: text) : "", address: grammar.value(token, in: text))
    }
  }
}

/// Reads one address book as `tokenize --jsonl` does: kinds `source-vcard`, `source-mutt-alias` and so on.
enum SourceTokenizing {
  private static let prefix = "source-"

  /// The kinds, one a format that says where in its text people stand.
  static var kinds: [String] { SourceFormat.allCases.filter(\.isText).map { prefix + $0.rawValue } }

  /// The answer for an address book; nil when the kind is no address book's.
  static func answer(_ kind: String, _ text: [UInt8], _ options: Reader?) throws(ResponseError) -> JSON? {
    guard kind.hasPrefix(prefix), let format = SourceFormat(rawValue: String(kind.dropFirst(prefix.count))),
      format.isText
    else {
      return nil
    }
    let skipsFirst = try options?.optional("skipFirst")?.bool() ?? false
    let found = format.entries(in: text, skipFirst: skipsFirst, mailboxes: Mailboxes.read)
    return [
      "tokens": .array(found.entries.map { json($0, text) }), "groups": [],
      "diagnostics": .array(found.faults.map { json($0, text) }),
    ]
  }

  private static func json(_ entry: SourceEntry, _ text: [UInt8]) -> JSON {
    var members: [JSON.Member] = [
      JSON.Member(key: "text", value: .string(String(decoding: text[entry.range], as: UTF8.self))),
      JSON.Member(key: "display", value: .string(entry.display)),
      JSON.Member(key: "value", value: .string(entry.value)),
      JSON.Member(key: "start", value: .integer(entry.range.lowerBound)),
      JSON.Member(key: "end", value: .integer(entry.range.upperBound)),
    ]
    func add(_ key: String, _ texts: [String]) {
      if !texts.isEmpty { members.append(JSON.Member(key: key, value: .array(texts.map { .string($0) }))) }
    }
    func add(_ key: String, _ text: String?) {
      if let text { members.append(JSON.Member(key: key, value: .string(text))) }
    }
    add("alias", entry.alias)
    add("member", entry.member)
    if entry.isReference { members.append(JSON.Member(key: "ref", value: true)) }
    add("nick", entry.nicknames)
    add("nick", entry.nickname)
    add("types", entry.types)
    if let number = entry.preference {
      members.append(JSON.Member(key: "pref", value: .integer(number)))
    } else if entry.isPreferred {
      members.append(JSON.Member(key: "pref", value: true))
    }
    add("groups", entry.groups)
    add("comment", entry.comment)
    add("note", entry.note)
    add("old", entry.old)
    if let count = entry.frequency { members.append(JSON.Member(key: "freq", value: .integer(count))) }
    return .object(members)
  }

  private static func json(_ fault: SourceFault, _ text: [UInt8]) -> JSON {
    let code = fault.rule.rawValue
    guard let rule = Rule(rawValue: code) else { return ["code": .string(code)] }
    let own = Fault(rule, fault.range, detail: fault.detail)
    return [
      "code": .string(code), "start": .integer(fault.range.lowerBound), "end": .integer(fault.range.upperBound),
      "severity": .string(own.severity.rawValue),
      "message": .string(rule.message(own, text: String(decoding: text[fault.range], as: UTF8.self))),
    ]
  }
}
