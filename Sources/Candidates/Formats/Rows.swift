/// Lines of columns between tabs: what address-book commands print, and what is kept of past use.
struct Rows {
  /// `queryTSV`, `contactsTSV` or `maildirRankAddr`, of which columns behind the name are the user's own.
  let format: SourceFormat
  /// Whether the first line is a message whatever it holds.
  let skipFirst: Bool

  private struct Row {
    /// The address column, trimmed.
    var range: Range<Int>
    var mailboxes: [Mailbox]
    var name: String
    /// The other columns.
    var rest: [String]
    var line: Range<Int>
  }

  /// Puts one record a row behind the records of a reading; a row of several addresses is a group.
  func addRecords(of bytes: [UInt8], to reading: inout SourceReading, mailboxes: MailboxReader) {
    var faults = reading.faultsFound
    var skipped = 0
    forEach(in: bytes, faults: &faults, skipped: &skipped, mailboxes: mailboxes) { row, faults in
      var record = Record()
      if let only = row.mailboxes.first, row.mailboxes.count == 1 {
        record = Record(name: row.name.isEmpty ? only.name : row.name, address: only.address)
      } else {
        record = Record(kind: .group, name: row.name.isEmpty ? Rows.joined(row.mailboxes) : row.name)
        record.members = row.mailboxes
      }
      if format == .queryTSV {
        record.note = row.rest.first ?? ""
      } else if format == .contactsTSV {
        let count = row.rest.first ?? ""
        let last = row.rest.count > 1 ? row.rest[1] : ""
        record.count = Int(count).map { max($0, 0) } ?? 0
        record.last = Rows.isDay(last) ? last : ""
        if (!count.isEmpty && Int(count) == nil) || (!last.isEmpty && record.last.isEmpty) {
          faults.add(.badLine, row.line)
        }
      }
      reading.records.append(record)
    }
    reading.faultsFound = faults
    reading.skipped += skipped
  }

  /// Where the addresses stand.
  func entries(of bytes: [UInt8], faults: inout SourceFaults, mailboxes: MailboxReader) -> [SourceEntry] {
    var entries: [SourceEntry] = []
    var skipped = 0
    forEach(in: bytes, faults: &faults, skipped: &skipped, mailboxes: mailboxes) { row, _ in
      let value = Rows.joined(row.mailboxes)
      let name = row.name.isEmpty && row.mailboxes.count == 1 ? row.mailboxes[0].name : row.name
      var entry = SourceEntry(range: row.range, display: name.isEmpty ? value : name, value: value)
      if format != .maildirRankAddr { entry.note = row.rest.first { !$0.isEmpty } }
      entries.append(entry)
    }
    return entries
  }

  private func forEach(
    in bytes: [UInt8], faults: inout SourceFaults, skipped: inout Int, mailboxes: MailboxReader,
    _ body: (Row, inout SourceFaults) -> Void
  ) {
    var lines = Lines(bytes)
    var isFirst = true
    while let line = lines.next() {
      defer { isFirst = false }
      if isFirst, skipFirst { continue }
      var columns: [Range<Int>] = []
      var start = line.lowerBound
      for place in line where bytes[place] == 9 {
        columns.append(start..<place)
        start = place + 1
        // What stands behind the last column of ours is theirs.
        if columns.count == 4 { break }
      }
      if columns.count < 4 { columns.append(start..<line.upperBound) }
      let address = trimmed(columns[0], in: bytes)
      if address.isEmpty, columns.count == 1 { continue }
      let found = Rows.read(bytes[address], mailboxes: mailboxes)
      guard !found.isEmpty else {
        let isBroken = bytes[address].contains(UInt8(ascii: "@"))
        if columns.count > 1 { skipped += 1 }
        // The first line may be a message; a row is none.
        if columns.count > 1 ? isBroken : !isFirst { faults.add(.badLine, line) }
        continue
      }
      let texts = columns.dropFirst().map { PlainText.name(String(decoding: bytes[$0], as: UTF8.self)) }
      let row = Row(
        range: address, mailboxes: found, name: Rows.unquoted(texts.first ?? ""), rest: Array(texts.dropFirst()),
        line: line)
      body(row, &faults)
    }
  }

  /// The people of an address column; nobody if one of them is broken, since a part of a group is another group.
  private static func read(_ bytes: ArraySlice<UInt8>, mailboxes: MailboxReader) -> [Mailbox] {
    guard bytes.contains(UInt8(ascii: "@")) else { return [] }
    let text = String(decoding: bytes, as: UTF8.self)
    if Address.isBare(text) { return [Mailbox(name: "", address: text)] }
    let read = mailboxes(Array(bytes))
    if read.contains(where: \.isBroken) { return [] }
    return read.compactMap { mailbox in
      let name = PlainText.name(mailbox.name)
      return Address.isUsable(mailbox.address)
        ? Mailbox(name: name == mailbox.address ? "" : name, address: mailbox.address) : nil
    }
  }

  /// Several addresses as one text.
  private static func joined(_ mailboxes: [Mailbox]) -> String {
    mailboxes.map(\.address).joined(separator: ", ")
  }

  /// The name column is raw, but some programs quote it all the same: `"Ruiz, Ana"` → `Ruiz, Ana`.
  private static func unquoted(_ name: String) -> String {
    guard name.utf8.count > 2, name.hasPrefix("\""), name.hasSuffix("\"") else { return name }
    var result = ""
    var isEscaped = false
    for character in name.dropFirst().dropLast() {
      if character == "\\", !isEscaped {
        isEscaped = true
      } else {
        if character == "\"", !isEscaped { return name }
        result.append(character)
        isEscaped = false
      }
    }
    return result
  }

  /// Whether a text is a day: `2024-02-29` by its digits, not by the calendar.
  static func isDay(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == 45, bytes[7] == 45 else { return false }
    let digits = bytes.enumerated().filter { $0.offset != 4 && $0.offset != 7 }.map { Int($0.element) - 48 }
    guard digits.allSatisfy({ (0...9).contains($0) }) else { return false }
    return (1...12).contains(digits[4] * 10 + digits[5]) && (1...31).contains(digits[6] * 10 + digits[7])
  }
}
