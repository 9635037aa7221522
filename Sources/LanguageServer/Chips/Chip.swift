import Fields
import Wire

/// One piece of a field as a client draws it; ranges are bytes of the document.
struct Chip: Sendable {
  var range: Range<Int>
  /// What is to be read: a name alone only where it says by itself who is meant.
  var display: String
  var kind: Kind
  /// The address in its brackets, where a name stands before it: what may be dimmed.
  var address: Range<Int>?
  /// Whether the address may be hidden: the address books know it by this name, and nobody else has that name.
  var mayHide = false
  /// Whether the domain is none of the user's own (setting `outside`).
  var isOutside = false
  /// What a client gave with the token.
  var data: JSON?
  /// What kind of token it is by its words alone: `token`, `group`, `unknown` or `mention`.
  var words = Kind.token
  /// Whether a change has touched it since it was sent, so that a client's mark of it may be gone.
  var isTorn = false

  /// What a piece is, and how a token stands; the raw value is the `class` on the wire.
  enum Kind: String, CaseIterable, Sendable {
    /// A token with which nothing is special.
    case token
    /// What is being typed.
    case draft
    /// A token that is being changed.
    case edit
    /// A token with an error or a warning.
    case invalid
    /// A token that stands there already.
    case duplicate
    /// Somebody whom no address book knows, where there are any.
    case unknown
    /// A whole group, `Team (5)`.
    case group
    /// Somebody who is mentioned in running text.
    case mention
    /// A token of which something is still being found out.
    case pending
    /// A token of a field that cannot be changed.
    case disabled
    /// A token that stays.
    case fixed
    /// What stands between two tokens.
    case separator
    /// A comment between tokens.
    case comment
  }

  /// Whether a client that drew one of them need not draw anything for the other.
  func looks(like other: Chip) -> Bool {
    range == other.range && kind == other.kind && display == other.display && address == other.address
      && mayHide == other.mayHide && isOutside == other.isOutside && data == other.data && !isTorn && !other.isTorn
  }

  /// Follows a change of the text; what it touches is torn.
  mutating func follow(_ change: Range<Int>, growth: Int) {
    if range.upperBound < change.lowerBound { return }
    if range.lowerBound > change.upperBound {
      range = range.shifted(by: growth)
      address = address?.shifted(by: growth)
    } else {
      isTorn = true
    }
  }
}

/// What is drawn of a field beside its chips.
struct FieldHeader: Equatable, Sendable {
  /// The name as it stands in the text, or the one that the user set.
  var label: String
  var title: String?
  var titleIsVisible = false
  var placeholder: String?
  var error: String?
  var state = State.normal
  /// `ltr` or `rtl`.
  var direction: String
  var icon: String?
  var accessory: String?
  /// How many tokens there are.
  var total: Int
  /// How many the field takes.
  var max: Int?

  /// How a field stands as a whole: the first of these that holds.
  enum State: String, CaseIterable, Sendable {
    case disabled, error, editing, normal
  }
}
