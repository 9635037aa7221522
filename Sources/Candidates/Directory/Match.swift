/// One candidate for what was typed.
package struct Match: Equatable, Sendable {
  /// The name to show; for an alias of many its key; empty where only an address is known.
  package var name: String
  /// The address as written in the source; empty for a group.
  package var address: String
  /// Another name to find it by: the one that answers the query, else the first.
  package var nickname: String?
  /// What the source says beside.
  package var note: String
  /// Where the person works.
  package var organisation: String
  /// The source of the name.
  package var source: Source
  /// The people of a group or of an alias of many; empty for a person.
  package var members: [Mailbox]
  /// How many times it was used, in all sources together.
  package var count: Int
  /// The day of the last use as `YYYY-MM-DD`, or empty.
  package var last: String
  /// 1 most preferred of its card … 100, 0 where nothing is said.
  package var preference: Int
  /// How it answers the query.
  package var rank: Closeness
}

/// What is known of one mailbox: the card that a hover shows.
package struct Person: Equatable, Sendable {
  /// The address as the first source writes it.
  package var address: String
  /// The name to show, then the other forms of it in the order of the sources.
  package var names: [String]
  /// Nicknames and alias keys.
  package var nicknames: [String]
  /// Where the person works.
  package var organisation: String
  /// What the sources say beside.
  package var note: String
  /// The other addresses of the same card.
  package var others: [String]
  /// The groups that the mailbox belongs to.
  package var groups: [String]
  /// The sources that know it.
  package var sources: [Source]
  /// How many times it was used, in all sources together.
  package var count: Int
  /// The day of the last use as `YYYY-MM-DD`, or empty.
  package var last: String
}
