/// One thing that a source knows: a person at one address, or a group of them.
package struct Record: Equatable, Sendable {
  /// Whether a record stands for one mailbox or for many.
  package enum Kind: String, CaseIterable, Sendable {
    /// One mailbox.
    case person
    /// A group or an alias of several mailboxes; it has `members` and no address.
    case group
  }

  /// What it is.
  package var kind = Kind.person
  /// The address, as written; empty for a group.
  package var address = ""
  /// The name, decoded, without control characters; empty if there is none or it only repeats the address.
  package var name = ""
  /// Other names to find it by.
  package var nicknames: [String] = []
  /// Further texts to find it by, which are not shown: how a name is spoken or sorted.
  package var hidden: [String] = []
  /// The organisation, its parts joined with `, `.
  package var organisation = ""
  /// What the source says beside; one line.
  package var note = ""
  /// Groups that it belongs to, by name.
  package var categories: [String] = []
  /// How many times it was used, as the source counts; never negative.
  package var count = 0
  /// The day of the last use as `YYYY-MM-DD`, or empty.
  package var last = ""
  /// What `Frecency` makes of its uses, where each of them is known; 0 where count and last use say all.
  package var score: UInt32 = 0
  /// How much the address is preferred among those of its card: 1 most (also `TYPE=pref`), 100 least, 0 unsaid.
  ///
  /// RFC 6350 section 5.3.
  package var preference = 0
  /// The people of a group, each once; empty for a person.
  package var members: [Mailbox] = []
  /// The key of a mail alias, as written; empty for what is not one.
  package var key = ""
  /// The other addresses of the same card.
  package var others: [String] = []

  /// A record that says nothing yet.
  package init(kind: Kind = .person, name: String = "", address: String = "") {
    self.kind = kind
    self.name = name.lowercased() == address.lowercased() ? "" : name
    self.address = address
  }
}
