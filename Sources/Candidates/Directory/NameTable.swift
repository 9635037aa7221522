/// Which names belong to more than one mailbox, so that a name alone does not say who is meant.
///
/// Names are told by their folded texts, and kept as hashes: one that collides counts as shared, which is the safe side.
struct NameTable {
  private(set) var first = MailboxTable()
  private(set) var shared: Set<UInt64> = []

  /// The first record with a folded name; nil for a new name.
  func row(_ name: ArraySlice<UInt8>) -> UInt32? {
    first.row(MailboxTable.hash(name)) { _ in true }
  }

  /// Notes the first record of a folded name.
  mutating func insert(_ name: ArraySlice<UInt8>, row: UInt32) {
    let hash = MailboxTable.hash(name)
    if !first.insert(hash, row: row) { shared.insert(hash) }
  }

  /// Notes that a folded name belongs to more than one mailbox.
  mutating func share(_ name: ArraySlice<UInt8>) {
    shared.insert(MailboxTable.hash(name))
  }

  /// Whether a folded name belongs to more than one mailbox.
  func isShared(_ name: [UInt8]) -> Bool {
    !shared.isEmpty && shared.contains(MailboxTable.hash(name))
  }
}
