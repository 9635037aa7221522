/// Whom Emacs has seen written to: `((mail` and then `("address" COUNT SECONDS "Name <address>")` on each line.
///
/// Only the list `mail` holds people. A line that is broken is reported, and reading goes on with the next one: Emacs
/// writes no line end within a text. Texts are in UTF-8 or as Emacs writes them by default; see `EmacsText`.
enum Ecomplete {
  /// Whether a file has such lines.
  static func areIn(_ bytes: [UInt8]) -> Bool {
    var faults = SourceFaults()
    let head = Array(bytes.prefix(8192))
    return !contacts(in: head, faults: &faults, mailboxes: { _ in [] }).isEmpty
  }

  /// The people of a file, line by line.
  static func contacts(in bytes: [UInt8], faults: inout SourceFaults, mailboxes: MailboxReader) -> [Contact] {
    var contacts: [Contact] = []
    var isMail = false
    var lines = Lines(bytes)
    while let line = lines.next() {
      var rest = trimmed(line, in: bytes)
      // `((mail` begins the file, `(mail` a later list, and both may stand before the first entry.
      while let first = rest.first, bytes[first] == UInt8(ascii: "(") || bytes[first] == UInt8(ascii: ")") {
        let word = trimmed(first + 1..<rest.upperBound, in: bytes)
        if let next = word.first, bytes[next] == UInt8(ascii: "\""), bytes[first] == UInt8(ascii: "(") { break }
        rest = word
        let name = bytes[word].prefix { !isBlank($0) && $0 != UInt8(ascii: "(") && $0 != UInt8(ascii: ")") }
        guard !name.isEmpty else { continue }
        isMail = name.elementsEqual("mail".utf8)
        rest = trimmed(name.endIndex..<word.upperBound, in: bytes)
      }
      guard !rest.isEmpty, bytes[rest.lowerBound] != UInt8(ascii: ";") else { continue }
      var entry = Entry(bytes, rest)
      guard entry.read() else {
        faults.add(.badLine, rest)
        continue
      }
      if isMail { contacts.append(entry.contact(mailboxes)) }
    }
    return contacts
  }

  /// `("address" COUNT SECONDS "Name <address>")`.
  private struct Entry {
    private let bytes: [UInt8]
    private var place: Int
    private let end: Int
    private var key: [UInt8] = []
    private var keyRange = 0..<0
    private var text: [UInt8] = []
    private var numbers = (count: 0, seconds: 0)

    init(_ bytes: [UInt8], _ range: Range<Int>) {
      self.bytes = bytes
      place = range.lowerBound
      end = range.upperBound
    }

    /// Reads it; false where it is none.
    mutating func read() -> Bool {
      guard take(UInt8(ascii: "(")), let key = string(), let count = number(), let seconds = number(),
        let text = string(), take(UInt8(ascii: ")"))
      else { return false }
      (self.key, self.text, numbers) = (key.text, text.text, (count, seconds))
      keyRange = key.range
      return true
    }

    func contact(_ mailboxes: MailboxReader) -> Contact {
      var contact = Contact()
      let address = String(decoding: key, as: UTF8.self)
      guard Address.isUsable(address) else { return contact }
      contact.emails = [Email(range: keyRange, address: address)]
      contact.count = max(numbers.count, 0)
      contact.last = Day.text(seconds: numbers.seconds)
      // The text is a mailbox as it stood in a header, the name maybe quoted.
      let people = EmacsText.decode(text, mailboxes: mailboxes).map { mailboxes(Array($0.utf8)) } ?? []
      let same = people.first { Address.key($0.address) == Address.key(address) }
      contact.name = PlainText.name(same?.name ?? "")
      if contact.name == address { contact.name = "" }
      return contact
    }

    private typealias Email = Contact.Email

    private mutating func take(_ byte: UInt8) -> Bool {
      skip()
      guard place < end, bytes[place] == byte else { return false }
      place += 1
      return true
    }

    private mutating func skip() {
      while place < end, isBlank(bytes[place]) { place += 1 }
    }

    private mutating func number() -> Int? {
      skip()
      let digits = bytes[place..<end].prefix { (48...57).contains($0) || $0 == UInt8(ascii: "-") }
      place = digits.endIndex
      return Int(String(decoding: digits, as: UTF8.self))
    }

    /// A text between quotes, in which a backslash takes the next byte as it is.
    ///
    /// In characters of another set the same bytes are halves of letters: `Ü` is written with a backslash.
    private mutating func string() -> (text: [UInt8], range: Range<Int>)? {
      guard take(UInt8(ascii: "\"")) else { return nil }
      let start = place
      var text: [UInt8] = []
      var isForeign = false
      while place < end {
        let byte = bytes[place]
        if byte == EmacsText.escape, let next = EmacsText.designation(bytes[(place + 1)..<end]) {
          text += bytes[place...(place + next.length)]
          place += next.length + 1
          isForeign = next.charset != "us-ascii"
          continue
        }
        if isForeign {
          text.append(byte)
          place += 1
          continue
        }
        if byte == UInt8(ascii: "\"") {
          place += 1
          return (text, start..<place - 1)
        }
        if byte == UInt8(ascii: "\\"), place + 1 < end { place += 1 }
        text.append(bytes[place])
        place += 1
      }
      return nil
    }
  }
}
