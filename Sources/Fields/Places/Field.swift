/// One field of a document: where it stands and how its value is read.
package struct Field: Equatable, Sendable {
  /// The name in canonical case: `To`, `Reply-To`; settings are found by it.
  package var name: String
  /// What the field is called in lists of fields, where several have one name.
  package var label: String
  /// How the value is cut into tokens.
  package var grammar: Grammar
  /// Document bytes from the first of the name to the end of the value.
  package var range: Range<Int>
  /// Document bytes of the name; empty where a value goes on behind a line that is not part of the header.
  package var nameRange: Range<Int>
  /// Document bytes behind the colon up to the end of the last continuation line, without that line's end.
  package var valueRange: Range<Int>
  /// Among which fields one and the same key counts as written twice.
  package var scope: KeyScope
  /// How many bytes stand before the value on its first line.
  package var column: Int
  /// What stands around the value and bears on how it is read.
  package var surroundings: Surroundings

  /// Makes a field, whose label is its name unless another is given; all ranges are bytes of the document.
  package init(
    name: String, label: String? = nil, grammar: Grammar, range: Range<Int>, nameRange: Range<Int>,
    valueRange: Range<Int>, scope: KeyScope = .none, column: Int = 0, surroundings: Surroundings = Surroundings()
  ) {
    self.name = name
    self.label = label ?? name
    self.surroundings = surroundings
    self.grammar = grammar
    self.range = range
    self.nameRange = nameRange
    self.valueRange = valueRange
    self.scope = scope
    self.column = column
  }

  /// What the reader is told of this field.
  package var options: ReadingOptions {
    var options = ReadingOptions(field: name, column: column)
    options.surroundings = surroundings
    return options
  }

  /// Whether the tokens are people, so that address books have something to say of them.
  package var holdsPeople: Bool {
    grammar == .trailers ? TrailerKey(name) != .text : grammar.holdsPeople
  }

  /// How many tokens the field takes by its standard; nil for any number.
  package var limit: Int? {
    switch grammar {
    case .trailers: TrailerKey(name) == .person || TrailerKey(name) == .text ? 1 : nil
    case .maintainers: name == "Uploaders" ? nil : 1
    default: MailField.canonical(name)?.limit
    }
  }

  /// The same field, so many bytes further on.
  package func shifted(by distance: Int) -> Field {
    var moved = self
    moved.shift(by: distance)
    return moved
  }

  /// Moves the field so many bytes further on.
  package mutating func shift(by distance: Int) {
    range = range.shifted(by: distance)
    nameRange = nameRange.shifted(by: distance)
    valueRange = valueRange.shifted(by: distance)
  }
}

/// Fields that share one key space: the same key twice in it is a duplicate (grammars.md R20).
package enum KeyScope: Hashable, Sendable {
  /// To, Cc and Bcc.
  case recipients
  /// Resent-To, Resent-Cc and Resent-Bcc.
  case resentRecipients
  /// Fields of one name, in lower case: trailers.
  case named(String)
  /// Fields of one paragraph, by its number: of a Debian control file.
  case paragraph(Int)
  /// Each field for itself.
  case none
}

/// What a finder saw in a text.
package struct Finding: Equatable, Sendable {
  /// The fields in the order of the text.
  package var fields: [Field]
  /// What is wrong with the frame around the fields, in document bytes: lines of a header block that belong to nothing.
  package var faults: [Fault]
  /// The part of the text on which the finding rests: a change that begins behind it cannot change what was found.
  package var frame: Range<Int>
  /// Whether this is a message that was received, which nobody is writing: it is shown and not judged.
  package var isReceived: Bool
  /// Whether the format has fields but this text has none, since it does not begin with a header block.
  package var isBodyOnly: Bool
  /// What a line has to be told to be read by itself; nil where no line is.
  package var lines: OrgLines?

  /// Makes a finding; all ranges are bytes of the document.
  package init(
    fields: [Field] = [], faults: [Fault] = [], frame: Range<Int>, isReceived: Bool = false, isBodyOnly: Bool = false,
    lines: OrgLines? = nil
  ) {
    self.fields = fields
    self.faults = faults
    self.frame = frame
    self.isReceived = isReceived
    self.isBodyOnly = isBodyOnly
    self.lines = lines
  }
}

extension Range where Bound == Int {
  /// The same range, so many further on.
  package func shifted(by distance: Int) -> Range<Int> {
    (lowerBound + distance)..<(upperBound + distance)
  }

  /// Whether an offset lies in the range or at its end.
  package func touches(_ offset: Int) -> Bool { lowerBound <= offset && offset <= upperBound }

  /// Whether two ranges share a byte or an edge.
  package func touches(_ other: Range<Int>) -> Bool {
    lowerBound <= other.upperBound && other.lowerBound <= upperBound
  }
}
