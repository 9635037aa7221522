/// What `notmuch address --format=json` and `mu cfind --format=json` print: objects with a name and an address.
///
/// notmuch says `name`, `address` and maybe `count`, mu `name`, `email`, `frequency` and `last-seen`. They stand in one
/// list, or one after another as `jq` writes them. Where the text is broken the line is reported, and reading goes on
/// with the next line that begins an object.
struct JSONContacts {
  private var text: JSONText
  private var contacts: [Contact] = []

  /// What is due next.
  private enum Due {
    /// A list, or an object outside one.
    case list
    /// A value or the end of a list that has none yet.
    case valueOrEnd
    case value
    /// A comma or the end of the list.
    case comma
  }

  /// The people of a text, those without an address too.
  static func contacts(in bytes: [UInt8], faults: inout SourceFaults, mailboxes: MailboxReader) -> [Contact] {
    var reader = JSONContacts(text: JSONText(bytes))
    reader.read(faults: &faults, mailboxes: mailboxes)
    return reader.contacts
  }

  private init(text: JSONText) {
    self.text = text
  }

  private mutating func read(faults: inout SourceFaults, mailboxes: MailboxReader) {
    var due = Due.list
    while let byte = text.peek() {
      switch (due, byte) {
      case (.list, UInt8(ascii: "[")):
        text.step()
        due = .valueOrEnd
      case (.valueOrEnd, UInt8(ascii: "]")), (.comma, UInt8(ascii: "]")):
        text.step()
        due = .list
      case (.comma, UInt8(ascii: ",")):
        text.step()
        due = .value
      case (.list, UInt8(ascii: "{")), (.value, _), (.valueOrEnd, _):
        let start = text.place
        if let value = try? text.value() {
          take(value, at: start..<text.place, faults: &faults, mailboxes: mailboxes)
          if due != .list { due = .comma }
        } else {
          goOn(&due, faults: &faults)
        }
      default: goOn(&due, faults: &faults)
      }
    }
    // The program was stopped while it wrote.
    if due != .list { faults.add(.badLine, lastLine) }
  }

  /// Reports the line at which the text is broken and steps to the next one that begins an object.
  private mutating func goOn(_ due: inout Due, faults: inout SourceFaults) {
    let bytes = text.bytes
    let place = min(text.place, max(bytes.count - 1, 0))
    let start = bytes[..<place].lastIndex(of: 10).map { $0 + 1 } ?? 0
    var next = bytes[place...].firstIndex(of: 10) ?? bytes.count
    let line = trimmed(start..<next, in: bytes)
    faults.add(.badLine, line.isEmpty ? place..<min(place + 1, bytes.count) : line)
    while next < bytes.count {
      var first = next + 1
      while first < bytes.count, isBlank(bytes[first]) || bytes[first] == 44 || bytes[first] == 91 { first += 1 }
      if first < bytes.count, bytes[first] == UInt8(ascii: "{") {
        text.skip(to: first)
        // A list that begins after what is broken is one.
        if due != .list || bytes[next..<first].contains(91) { due = .value }
        return
      }
      next = bytes[min(first, bytes.count)...].firstIndex(of: 10) ?? bytes.count
    }
    text.skip(to: bytes.count)
    due = .list
  }

  private var lastLine: Range<Int> {
    let bytes = text.bytes
    let end = (bytes.lastIndex { $0 > 32 } ?? bytes.count - 1) + 1
    let start = bytes[..<max(end - 1, 0)].lastIndex(of: 10).map { $0 + 1 } ?? 0
    return trimmed(start..<end, in: bytes)
  }

  private mutating func take(
    _ value: JSONText.Value, at range: Range<Int>, faults: inout SourceFaults, mailboxes: MailboxReader
  ) {
    guard case .object(let members) = value else {
      faults.add(.badLine, range)
      return
    }
    var contact = Contact()
    for (key, value) in members {
      switch (key, value) {
      case ("name", .text(let text, _)): contact.name = PlainText.name(text)
      case ("address", .text(let text, let range)), ("email", .text(let text, let range)):
        let address = Contact.address(text.utf8, mailboxes: mailboxes)
        contact.emails = address.isEmpty ? [] : [Contact.Email(range: range, address: address)]
      case ("count", .number(let count)), ("frequency", .number(let count)): contact.count = count
      case ("last-seen", .number(let seconds)): contact.last = Day.text(seconds: seconds)
      default: break
      }
    }
    contacts.append(contact)
  }
}
