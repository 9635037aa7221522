/// What one entry of a contact list says: a person at one address or several.
struct Contact {
  /// One address, and where it stands.
  struct Email {
    var range: Range<Int>
    var address: String
  }

  var name = ""
  var nickname = ""
  var organisation = ""
  var note = ""
  var groups: [String] = []
  var emails: [Email] = []
  /// The address that the entry replaces, as a `.mailmap` has it.
  var old: String?
  /// How many times it was used; nil if that is not said.
  var count: Int?
  /// The day of the last use as `YYYY-MM-DD`, or empty.
  var last = ""
  /// Whether an earlier entry says no less.
  var isRepeated = false

  /// How many other addresses are said to belong together.
  private static let others = 16

  /// Puts one record for each address behind the records of a reading.
  static func addRecords(of contacts: [Contact], to reading: inout SourceReading) {
    for contact in contacts where !contact.isRepeated {
      if contact.emails.isEmpty { reading.skipped += 1 }
      let addresses = contact.emails.map(\.address)
      for address in addresses {
        var record = Record(name: contact.name, address: address)
        record.nicknames = contact.nickname.isEmpty ? [] : [contact.nickname]
        record.organisation = contact.organisation
        record.note = contact.note
        record.categories = contact.groups
        record.count = max(contact.count ?? 0, 0)
        record.last = contact.last
        record.others = addresses.prefix(others).filter { $0 != address }
        reading.records.append(record)
      }
    }
  }

  /// Where the addresses stand.
  static func entries(of contacts: [Contact]) -> [SourceEntry] {
    contacts.flatMap { contact in
      contact.emails.map { email in
        let name = contact.name.isEmpty ? email.address : contact.name
        var entry = SourceEntry(range: email.range, display: name, value: email.address)
        entry.nickname = contact.nickname.isEmpty ? nil : contact.nickname
        entry.groups = contact.groups
        entry.note = contact.note.isEmpty ? nil : contact.note
        entry.old = contact.old
        entry.frequency = contact.count
        return entry
      }
    }
  }

  /// The address that a text holds, with a name or without; `""` if there is none.
  static func address(_ bytes: some Collection<UInt8>, mailboxes: MailboxReader) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    if Address.isUsable(text) { return text }
    guard bytes.contains(UInt8(ascii: "@")) else { return "" }
    // Without brackets a part of it would be somebody else's.
    guard text.utf8.contains(where: { "<(".utf8.contains($0) }) else { return "" }
    return mailboxes(Array(text.utf8)).first { Address.isUsable($0.address) }?.address ?? ""
  }
}
