/// Git's `.mailmap`: `Proper Name <proper@x> [Commit Name <commit@x>]`, `#` begins a comment.
///
/// Who somebody is now stands first, and only that is offered. gitmailmap(5).
enum Mailmap {
  /// The proper identities of a file, line by line.
  static func contacts(in bytes: [UInt8], faults: inout SourceFaults) -> [Contact] {
    var contacts: [Contact] = []
    /// The names under which each address was read.
    var known: [String: Set<String>] = [:]
    var lines = Lines(bytes)
    while let line = lines.next() {
      let text = trimmed(line, in: bytes)
      guard let first = text.first, bytes[first] != UInt8(ascii: "#") else { continue }
      guard let proper = pair(in: text, of: bytes), !proper.address.isEmpty else {
        faults.add(.badLine, text)
        continue
      }
      var contact = Contact()
      if Address.isUsable(proper.address) {
        contact.name = proper.name == proper.address ? "" : proper.name
        contact.emails = [Contact.Email(range: proper.range, address: proper.address)]
        let names = known[Address.key(proper.address)]
        contact.isRepeated = names.map { contact.name.isEmpty || $0.contains(contact.name) } ?? false
        known[Address.key(proper.address), default: []].insert(contact.name)
      }
      let old = pair(in: proper.range.upperBound..<text.upperBound, of: bytes)?.address ?? ""
      contact.old = old.isEmpty ? nil : old
      contacts.append(contact)
    }
    return contacts
  }

  private struct Pair {
    var name: String
    var address: String
    var range: Range<Int>
  }

  /// The first `Name <address>` of a range, the name maybe empty.
  private static func pair(in range: Range<Int>, of bytes: [UInt8]) -> Pair? {
    guard let open = bytes[range].firstIndex(of: UInt8(ascii: "<")),
      let close = bytes[open..<range.upperBound].firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    let name = trimmed(range.lowerBound..<open, in: bytes)
    return Pair(
      name: PlainText.name(String(decoding: bytes[name], as: UTF8.self)),
      address: PlainText.line(bytes[open + 1..<close]), range: (name.first ?? open)..<close + 1)
  }
}
