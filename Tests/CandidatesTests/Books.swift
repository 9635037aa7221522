import Candidates
import Foundation
import Testing

/// The sample books beside these tests; everybody in them is invented.
enum Books {
  static func bytes(_ name: String) throws -> [UInt8] {
    let url = try #require(Bundle.module.resourceURL).appendingPathComponent("Books").appendingPathComponent(name)
    return [UInt8](try Data(contentsOf: url))
  }

  /// Each book and how it is written.
  static let all: [(name: String, format: SourceFormat)] = [
    ("phone.vcf", .vcard), ("office.vcf", .vcard), ("server.vcf", .vcard), ("aliases.muttrc", .muttAlias),
    ("query.tsv", .queryTSV), ("contacts.tsv", .contactsTSV), ("mailrc", .mailrc),
    ("addressbook", .abook), ("people.ldif", .ldif), ("mailmap", .mailmap),
    ("notmuch.json", .json), ("mu.json", .json), ("m_inmail.utf-8", .inmail),
    ("ecompleterc", .ecomplete), ("ranked.tsv", .maildirRankAddr),
  ]

  static func read(_ name: String, _ format: SourceFormat) throws -> SourceReading {
    format.read(try bytes(name), mailboxes: simpleMailboxes)
  }
}

extension Record {
  /// A record in one line: `Name <address> key=… …`, or `Group: a, b`.
  var line: String {
    var line = kind == .group ? "\(name): \(members.map(\.address).joined(separator: ", "))" : "\(name) <\(address)>"
    if !key.isEmpty { line += " key=\(key)" }
    if !nicknames.isEmpty { line += " nick=\(nicknames.joined(separator: ","))" }
    if !organisation.isEmpty { line += " org=\(organisation)" }
    if !note.isEmpty { line += " note=\(note)" }
    if !categories.isEmpty { line += " in=\(categories.joined(separator: ","))" }
    if count > 0 { line += " count=\(count)" }
    if !last.isEmpty { line += " last=\(last)" }
    if preference > 0 { line += " pref=\(preference)" }
    if !others.isEmpty { line += " also=\(others.joined(separator: ","))" }
    return line
  }
}

/// A text with `⟦ ⟧{code}` around each fault.
func marked(_ bytes: [UInt8], _ faults: [SourceFault]) -> [String] {
  faults.map { fault in
    "\(fault.rule.rawValue): \(String(decoding: bytes[fault.range], as: UTF8.self))"
      + (fault.detail.map { " (\($0))" } ?? "")
  }
}
