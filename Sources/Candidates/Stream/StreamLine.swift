/// The lines by which the child that reads address books tells the daemon what it found.
///
/// Columns stand between tabs, items of a column between U+001F; no field can hold either, since control characters
/// become blanks when a record is written:
/// `source⇥KIND⇥PATH` · `person` or `group`, then the columns of `Column` · `together⇥SCORE⇥ADDRESS⇥ADDRESS…`, people who
/// were written to in one mail · `pinned`, `never` or `plain`, then `⇥ADDRESS`: what the user has said of somebody ·
/// `forgotten⇥ADDRESS⇥DAY`, whose uses up to that day were left out ·
/// `index⇥PATH`: a file holds all but what follows ·
/// `reading⇥NUMBER⇥OF⇥PATH`: the source that is being read, where that takes long ·
/// `ended⇥COUNT⇥SKIPPED⇥FAULTS⇥MS⇥PROBLEM`.
enum StreamLine: String {
  case source, person, group, together, pinned, never, plain, forgotten, index, reading, ended

  /// The columns of a person or group, behind the first.
  enum Column: Int, CaseIterable {
    case count, last, preference
    /// The address; for a group, address and name of each member in turn.
    case address
    case name, nicknames, organisation, note, categories, key, others
    /// What is searched: each text behind `exact` or `other`.
    case folded
    /// What `Frecency` makes of its uses; left out where count and last use say all.
    case score
  }

  /// Between the items of a column; in the folded column, before a text that a query can be equal to.
  static let item: UInt8 = 0x1F
  /// In the folded column, before a text in which a query can only occur.
  static let other: UInt8 = 0x1E
  static let tab: UInt8 = 9
  static let end: UInt8 = 10

  /// The longest line that is read, in bytes; it holds a group of some 50,000 people.
  static let limit = 4 << 20
}
