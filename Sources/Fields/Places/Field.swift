/// One field of a document: where it stands and how its value is read.
package struct Field: Equatable, Sendable {
  /// The name in canonical case: `To`, `Reply-To`.
  package var name: String
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

  /// Makes a field; all ranges are bytes of the document.
  package init(
    name: String, grammar: Grammar, range: Range<Int>, nameRange: Range<Int>, valueRange: Range<Int>, scope: KeyScope,
    column: Int
  ) {
    self.name = name
    self.grammar = grammar
    self.range = range
    self.nameRange = nameRange
    self.valueRange = valueRange
    self.scope = scope
    self.column = column
  }

  /// What the reader is told of this field.
  package var options: ReadingOptions {
    ReadingOptions(field: name, column: column)
  }

  /// The same field, so many bytes further on.
  package func shifted(by distance: Int) -> Field {
    var moved = self
    moved.range = range.shifted(by: distance)
    moved.nameRange = nameRange.shifted(by: distance)
    moved.valueRange = valueRange.shifted(by: distance)
    return moved
  }
}

/// Fields that share one key space: the same key twice in it is a duplicate (grammars.md R20).
package enum KeyScope: String, CaseIterable, Sendable {
  /// To, Cc and Bcc.
  case recipients
  /// Resent-To, Resent-Cc and Resent-Bcc.
  case resentRecipients
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

  /// Makes a finding; all ranges are bytes of the document.
  package init(
    fields: [Field] = [], faults: [Fault] = [], frame: Range<Int>, isReceived: Bool = false, isBodyOnly: Bool = false
  ) {
    self.fields = fields
    self.faults = faults
    self.frame = frame
    self.isReceived = isReceived
    self.isBodyOnly = isBodyOnly
  }
}

extension Range where Bound == Int {
  /// The same range, so many further on.
  package func shifted(by distance: Int) -> Range<Int> {
    (lowerBound + distance)..<(upperBound + distance)
  }
}
