/// One value of a list, as ranges into the bytes that were read: `Ana Ruiz <ana@example.org> (home)`.
///
/// A token holds ranges only; `Grammar.display(_:in:)`, `value(_:in:)` and `key(_:in:)` compute words when asked, so that
/// ten thousand tokens cost no string until somebody looks at one. All ranges are UTF-8 byte offsets from the value's
/// first byte, half open, and lie inside `range`.
package struct Token: Equatable, Sendable {
  /// The element between its separators, without the blanks and folds around it; its comments, quotes and brackets are
  /// inside.
  package var range: Range<Int>
  /// The index of the token's group in `Reading.groups`, or nil outside groups.
  package var group: Int?
  /// What the token consists of, and so how its value is computed.
  package var form: Form
  /// The display name as typed, quotes included, from the first word to the last; nil when there is none.
  package var name: Range<Int>?
  /// The address or word as typed, without brackets, route or `mailto:`; nil when there is none.
  package var content: Range<Int>?
  /// The brackets around the address with all that is in them: `<ana@example.org>`; nil for a bare address.
  package var angle: Range<Int>?
  /// The text of the first comment that is not empty, without its parentheses; nil when there is none.
  package var comment: Range<Int>?
  /// Whether a quote or comment that is never closed runs to the end of the token, and is text of it.
  package var hasOpenEnd: Bool
  /// The number of the group in which this token excludes the others, where a syntax has such groups.
  package var exclusion: Int?
  /// How the content is written, and so decoded; of people always `bare`.
  package var quoting: Quoting = .bare
  /// Whether the token refers to another place and is not to be changed here: an alias of YAML.
  package var isReference = false

  /// What a token consists of.
  package enum Form: Equatable, Sendable {
    /// An address with an `@`, or what was meant to be one.
    case address
    /// A single word without an `@`: an alias, or an address that is being typed. Whatever is no person is one too.
    case word
    /// A name without an address: the value is empty.
    case name
    /// A `mailto:` link outside brackets: the value is percent-decoded.
    case link
  }

  /// How a text stands in a host format.
  package enum Quoting: Equatable, Sendable {
    /// Without quotes.
    case bare
    /// In single quotes.
    case single
    /// In double quotes, with escapes.
    case double
    /// In three single quotes, as in TOML.
    case tripleSingle
    /// In three double quotes, as in TOML.
    case tripleDouble
    /// As a block of lines below an indicator, as in YAML.
    case block
  }

  /// Makes a token of the parts that a reader found.
  package init(
    range: Range<Int>, group: Int? = nil, form: Form = .address, name: Range<Int>? = nil, content: Range<Int>? = nil,
    angle: Range<Int>? = nil, comment: Range<Int>? = nil, hasOpenEnd: Bool = false
  ) {
    self.range = range
    self.group = group
    self.form = form
    self.name = name
    self.content = content
    self.angle = angle
    self.comment = comment
    self.hasOpenEnd = hasOpenEnd
  }
}
