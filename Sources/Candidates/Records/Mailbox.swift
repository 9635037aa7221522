/// A person as an address list names one: a name, which may be empty, and an address.
package struct Mailbox: Equatable, Sendable {
  /// The name, decoded, without quotes; empty where only an address stands.
  package var name: String
  /// The address without brackets; a word without `@` stands for an alias, `""` for a name without an address.
  package var address: String

  /// Whether this stands for something in a list that is nobody: an address that is broken, of which no part counts.
  package var isBroken: Bool { name.isEmpty && address.isEmpty }

  /// A mailbox of this name and address.
  package init(name: String, address: String) {
    self.name = name
    self.address = address
  }
}

/// Reads an address list: injected by the caller, since this module imports nothing.
///
/// It must take any bytes, and says one mailbox for each token, in order: `Ana <ana@x.example>, bo` → two, the second
/// with the address `bo`. One that is broken has neither a name nor an address.
package typealias MailboxReader = (_ text: [UInt8]) -> [Mailbox]
