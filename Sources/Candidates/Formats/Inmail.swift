/// What lbdb gathers of mail that comes in: `address⇥name⇥date⇥count`, the count only once it has tidied up.
///
/// The date is `2026-11-30 22:34` unless the user wants another form, which then says nothing. Before lbdb tidies up, the
/// same mailbox has a line for each message; lbdb-fetchaddr(1).
enum Inmail {
  /// Whether a file has such lines.
  static func areIn(_ bytes: [UInt8]) -> Bool {
    var faults = SourceFaults()
    return !contacts(in: Array(bytes.prefix(8192)), faults: &faults).isEmpty
  }

  /// The mailboxes of a file, line by line.
  static func contacts(in bytes: [UInt8], faults: inout SourceFaults) -> [Contact] {
    var contacts: [Contact] = []
    var lines = Lines(bytes)
    while let line = lines.next() {
      if trimmed(line, in: bytes).isEmpty { continue }
      var columns: [Range<Int>] = []
      var start = line.lowerBound
      for place in line where bytes[place] == 9 && columns.count < 4 {
        columns.append(start..<place)
        start = place + 1
      }
      if columns.count < 4 { columns.append(start..<line.upperBound) }
      let address = trimmed(columns[0], in: bytes)
      let text = String(decoding: bytes[address], as: UTF8.self)
      guard columns.count > 1, Address.isUsable(text) else {
        faults.add(.badLine, line)
        continue
      }
      var contact = Contact()
      contact.emails = [Contact.Email(range: address, address: text)]
      let name = PlainText.name(Inmail.text(bytes[columns[1]]))
      contact.name = name == text ? "" : name
      let day = columns.count > 2 ? String(decoding: bytes[columns[2]].prefix(10), as: UTF8.self) : ""
      contact.last = Rows.isDay(day) ? day : ""
      let count = columns.count > 3 ? Int(String(decoding: bytes[trimmed(columns[3], in: bytes)], as: UTF8.self)) : nil
      contact.count = max(count ?? 1, 0)
      contacts.append(contact)
    }
    return contacts
  }

  /// One entry for each name of a mailbox, which tells of all its lines.
  static func gathered(_ contacts: [Contact]) -> [Contact] {
    var gathered: [Contact] = []
    var places: [String: Int] = [:]
    for contact in contacts {
      guard let address = contact.emails.first?.address else { continue }
      let key = Address.key(address) + "\t" + contact.name
      guard let place = places[key] else {
        places[key] = gathered.count
        gathered.append(contact)
        continue
      }
      let (sum, isOver) = (gathered[place].count ?? 0).addingReportingOverflow(contact.count ?? 0)
      gathered[place].count = isOver ? .max : sum
      gathered[place].last = max(gathered[place].last, contact.last)
    }
    return gathered
  }

  /// The text of a name: older files are written in Latin-9.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(validating: bytes, as: UTF8.self) ?? Charset.latin9.decode(Array(bytes)) ?? ""
  }
}
