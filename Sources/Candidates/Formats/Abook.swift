/// abook's address book: `[N]` begins an entry, `name=`, `email=a,b`, `nick=`, `notes=` and `groups=a,b` fill it.
///
/// The first `=` separates, blanks around it are dropped, `#` begins a comment line; nothing is quoted. `[format]` says
/// who wrote the file and holds nobody.
enum Abook {
  /// Whether a file is an address book of abook's.
  static func areIn(_ bytes: [UInt8]) -> Bool {
    var lines = Lines(bytes)
    while let line = lines.next() {
      let text = trimmed(line, in: bytes)
      if bytes[text].starts(with: "email".utf8), bytes[text].contains(UInt8(ascii: "@")) { return true }
    }
    return false
  }

  /// The entries of a file, those without an address too.
  static func contacts(in bytes: [UInt8], faults: inout SourceFaults, mailboxes: MailboxReader) -> [Contact] {
    var contacts: [Contact] = []
    var isFormat = false
    var lines = Lines(bytes)
    while let line = lines.next() {
      let text = trimmed(line, in: bytes)
      guard let first = text.first, bytes[first] != UInt8(ascii: "#") else { continue }
      if bytes[first] == UInt8(ascii: "[") {
        // What follows a broken head is still somebody else's.
        isFormat = bytes[text].map(lowercased).elementsEqual("[format]".utf8)
        if !isFormat { contacts.append(Contact()) }
        if bytes[text].last != UInt8(ascii: "]") { faults.add(.badLine, text) }
        continue
      }
      guard !isFormat else { continue }
      guard let equals = bytes[text].firstIndex(of: UInt8(ascii: "=")), equals > first, !contacts.isEmpty else {
        faults.add(.badLine, text)
        continue
      }
      let key = bytes[trimmed(first..<equals, in: bytes)].map(lowercased)
      let value = trimmed(equals + 1..<text.upperBound, in: bytes)
      contacts[contacts.count - 1].take(key, value, of: bytes, mailboxes: mailboxes)
    }
    return contacts
  }
}

extension Contact {
  /// How many groups of an entry are read.
  private static let limit = 50

  fileprivate mutating func take(_ key: [UInt8], _ value: Range<Int>, of bytes: [UInt8], mailboxes: MailboxReader) {
    var text: String { PlainText.name(String(decoding: bytes[value], as: UTF8.self)) }
    switch String(decoding: key, as: UTF8.self) {
    case "name": name = text
    case "nick": nickname = text
    case "notes": note = text
    case "groups":
      let parts = Contact.parts(of: value, in: bytes).prefix(Contact.limit)
      groups = parts.map { PlainText.line(bytes[$0]) }.filter { !$0.isEmpty }
    case "email":
      for part in Contact.parts(of: value, in: bytes) {
        let address = Contact.address(bytes[part], mailboxes: mailboxes)
        if !address.isEmpty { emails.append(Email(range: part, address: address)) }
      }
    default: break
    }
  }

  /// What stands between commas, trimmed, none of it empty.
  private static func parts(of range: Range<Int>, in bytes: [UInt8]) -> [Range<Int>] {
    bytes[range].split(separator: UInt8(ascii: ",")).map { trimmed($0.indices, in: bytes) }.filter { !$0.isEmpty }
  }
}
