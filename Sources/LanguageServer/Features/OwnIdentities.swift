import Candidates
import Fields

/// As whom the user writes: first in From and Reply-To, whoever else is written to more often.
extension Session {
  /// The fields in which the user names himself.
  private static let fields = ["from", "reply-to", "resent-from", "sender", "resent-sender"]

  /// Gathers the user's own mailboxes, of the setting `own` and of what programs are told, as a small book.
  mutating func gatherIdentities() {
    var records: [Record] = []
    var seen: Set<String> = []
    for address in IndexRequest(settings).own + directory.addresses(of: .own) {
      for mailbox in Mailboxes.read(Array(address.utf8)) where mailbox.address.utf8.contains(UInt8(ascii: "@")) {
        guard seen.insert(Address.key(mailbox.address)).inserted else { continue }
        let known = directory.person(address: mailbox.address)?.names.first ?? ""
        records.append(Record(name: mailbox.name.isEmpty ? known : mailbox.name, address: mailbox.address))
      }
    }
    var writer = RecordWriter()
    writer.begin(Source(kind: .own, path: "own"))
    for record in records { writer.write(record) }
    writer.end(skipped: 0, faults: 0, milliseconds: 0, problem: nil)
    var book = Directory()
    book.begin()
    book.append(writer.take())
    book.finish(problem: nil)
    identities = book
  }

  /// The user's own mailboxes that answer a query in a field where they are meant; none in other fields.
  func ownMatches(_ query: String, in field: Field, limit: Int, isPresent: @escaping (String) -> Bool) -> [Match] {
    guard Self.fields.contains(field.name.lowercased()), field.grammar == .addressList, !identities.isEmpty else {
      return []
    }
    return identities.matches(query, limit: limit, isPresent: isPresent)
  }
}
