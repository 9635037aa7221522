/// Entries of a directory in LDIF, as servers and Thunderbird write them.
///
/// `name[;option]: value`, `name:: base 64`; what begins with a blank goes on with the line before; a blank line ends
/// an entry, `#` begins a comment, which may go on too. Values that stand elsewhere (`name:< url`) are not fetched,
/// and the entry's own name (`dn`) is not read for data. RFC 2849; Thunderbird's names are those of its schema
/// `mozillaAbPersonAlpha`.
struct Ldif {
  private let bytes: [UInt8]
  private var lines: Lines
  private var contacts: [Contact] = []
  private var entry = Entry()

  /// One entry while it is read.
  private struct Entry {
    var contact = Contact()
    /// The names that it has, the best first: displayName, cn, givenName, sn.
    var names = ["", "", "", ""]
    var isBegun = false
    /// Whether it says how another entry changes.
    var isChange = false
  }

  /// The entries of a file, those without an address too.
  static func contacts(in bytes: [UInt8], faults: inout SourceFaults, mailboxes: MailboxReader) -> [Contact] {
    var reader = Ldif(bytes)
    reader.read(faults: &faults, mailboxes: mailboxes)
    return reader.contacts
  }

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    lines = Lines(bytes)
  }

  private mutating func read(faults: inout SourceFaults, mailboxes: MailboxReader) {
    while let line = lines.next() {
      let content = trimmed(line, in: bytes)
      guard let first = content.first else {
        end()
        continue
      }
      switch bytes[line.lowerBound] {
      case UInt8(ascii: "#"): skipFolds()
      case UInt8(ascii: "-") where content.count == 1: break
      case let byte where isBlank(byte): faults.add(.badLine, content)
      default:
        guard let colon = bytes[line].firstIndex(of: UInt8(ascii: ":")) else {
          // The colon itself may stand behind a fold, though nobody writes so.
          skipFolds()
          faults.add(.badLine, content)
          continue
        }
        let name = bytes[first..<colon].prefix { $0 != UInt8(ascii: ";") }
        guard !name.isEmpty, bytes[first..<colon].allSatisfy(Ldif.isNameByte) else {
          skipFolds()
          faults.add(.badLine, content)
          continue
        }
        entry.isBegun = entry.isBegun || !name.map(lowercased).elementsEqual("version".utf8)
        guard let attribute = Attribute(name) else {
          skipFolds()
          continue
        }
        let (text, origins) = unfold(from: colon + 1..<line.upperBound)
        take(attribute, Value(text, origins), line: content, faults: &faults, mailboxes: mailboxes)
      }
    }
    end()
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    CardLine.isNameByte(byte) || byte == UInt8(ascii: ";") || byte == UInt8(ascii: ".")
  }

  private mutating func skipFolds() {
    while lines.peek == 32 { _ = lines.next() }
  }

  private mutating func unfold(from first: Range<Int>) -> (text: [UInt8], origins: Origins) {
    var text = Array(bytes[first])
    var origins = Origins(first.lowerBound)
    while lines.peek == 32, let next = lines.next() {
      origins.append(text.count, next.lowerBound + 1)
      text += bytes[next.lowerBound + 1..<next.upperBound]
    }
    return (text, origins)
  }

  private mutating func end() {
    if entry.isBegun, !entry.isChange {
      let whole = entry.names[2...].filter { !$0.isEmpty }.joined(separator: " ")
      entry.contact.name = [entry.names[0], entry.names[1]].first { !$0.isEmpty } ?? whole
      contacts.append(entry.contact)
    }
    entry = Entry()
  }

  private mutating func take(
    _ attribute: Attribute, _ value: Value, line: Range<Int>, faults: inout SourceFaults, mailboxes: MailboxReader
  ) {
    guard let decoded = value.decoded else {
      faults.add(.badLine, line)
      return
    }
    let text = PlainText.name(String(decoding: decoded, as: UTF8.self))
    switch attribute {
    case .name(let place): if entry.names[place].isEmpty { entry.names[place] = text }
    case .nickname: if entry.contact.nickname.isEmpty { entry.contact.nickname = text }
    case .organisation: if entry.contact.organisation.isEmpty { entry.contact.organisation = text }
    case .note: if entry.contact.note.isEmpty { entry.contact.note = text }
    case .change: entry.isChange = text.lowercased() != "add"
    case .email:
      guard let range = value.range else { return }
      let address = Contact.address(decoded[trimmed(decoded.indices, in: decoded)], mailboxes: mailboxes)
      if !address.isEmpty { entry.contact.emails.append(Contact.Email(range: range, address: address)) }
    }
  }

  /// The attributes that are read.
  private enum Attribute {
    /// A name, by its place among the names of an entry.
    case name(Int)
    case nickname, organisation, note, email, change

    init?(_ name: ArraySlice<UInt8>) {
      // No name that is read is longer; photos and certificates are stepped over without looking closer.
      guard name.count <= 20 else { return nil }
      switch String(decoding: name.map(lowercased), as: UTF8.self) {
      case "displayname": self = .name(0)
      case "cn", "commonname": self = .name(1)
      case "givenname", "gn": self = .name(2)
      case "sn", "surname": self = .name(3)
      case "mail", "rfc822mailbox", "mozillasecondemail", "xmozillasecondemail": self = .email
      case "mozillanickname", "xmozillanickname": self = .nickname
      case "o", "organizationname": self = .organisation
      case "description": self = .note
      case "changetype": self = .change
      default: return nil
      }
    }
  }

  /// What stands behind the first colon, folds undone.
  private struct Value {
    private let text: [UInt8]
    private let content: Range<Int>
    private let origins: Origins
    private let mark: UInt8?

    init(_ text: [UInt8], _ origins: Origins) {
      self.text = text
      self.origins = origins
      mark = text.first.flatMap { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "<") ? $0 : nil }
      content = trimmed((mark == nil ? 0 : 1)..<text.count, in: text)
    }

    /// Where it stands in the file; nil if it is empty.
    var range: Range<Int>? {
      guard let first = content.first, let last = content.last else { return nil }
      return origins.file(first)..<origins.file(last) + 1
    }

    /// The bytes of the value; none for one that stands elsewhere, nil if they cannot be decoded.
    var decoded: [UInt8]? {
      switch mark {
      case UInt8(ascii: ":"): TransferEncoding.base64(text[content])
      case UInt8(ascii: "<"): []
      default: Array(text[content])
      }
    }
  }
}
