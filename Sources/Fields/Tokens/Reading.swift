/// What a grammar found in a value; there is a reading of any bytes.
///
/// All ranges are UTF-8 byte offsets from the value's first byte. Tokens stand in source order and never overlap.
package struct Reading: Equatable, Sendable {
  /// The tokens in source order.
  package var tokens: [Token]
  /// The groups in source order, those without members too.
  package var groups: [Group]
  /// What is wrong, sorted by start, end and code.
  package var faults: [Fault]
  /// What is no token, sorted by start.
  package var marks: [Mark]
  /// For each token a hash of its key, nil where there is nothing to compare.
  ///
  /// Different hashes mean different keys, in whatever value. Seeded anew in each process. Empty where keys are only
  /// compared within one value.
  package var keyHashes: [Int?] = []
  /// Whether each element was read by itself, commas alone between them: then a change is read by its neighbourhood.
  package var isLocal = false

  /// Makes a reading; without arguments that of an empty value.
  package init(tokens: [Token] = [], groups: [Group] = [], faults: [Fault] = [], marks: [Mark] = []) {
    self.tokens = tokens
    self.groups = groups
    self.faults = faults
    self.marks = marks
  }

  /// Takes tokens out, by their numbers, with what is wrong in them.
  mutating func remove(_ numbers: Set<Int>) {
    if numbers.isEmpty { return }
    let gone = numbers.sorted().map { tokens[$0].range }
    faults.removeAll { fault in
      let place = gone.firstIndexSorted { $0.upperBound >= fault.range.upperBound }
      return place < gone.count && gone[place].lowerBound <= fault.range.lowerBound
    }
    tokens = tokens.enumerated().filter { !numbers.contains($0.offset) }.map(\.element)
  }
}

/// What was read from a value before one change of it.
package struct PreviousReading: Sendable {
  /// The reading of the value before the change.
  package var reading: Reading
  /// What the reader was told.
  package var options: ReadingOptions
  /// The bytes that the change replaced, in the value before it.
  package var range: Range<Int>
  /// How many bytes the change put there.
  package var length: Int

  /// Tells of one change of a value that had been read.
  package init(_ reading: Reading, _ options: ReadingOptions, replacing range: Range<Int>, length: Int) {
    self.reading = reading
    self.options = options
    self.range = range
    self.length = length
  }
}

/// What a reader has to know about the place of a value, apart from its bytes.
package struct ReadingOptions: Equatable, Sendable {
  /// The header's name in canonical case (`Sender`), which decides whether groups or more than one token may stand there;
  /// nil for a list of no field.
  package var field: String?
  /// How many tokens the user wants at most; nil for any number.
  package var max: Int?
  /// The aliases that are known, each as `Identity.fold` writes it: such a word needs no domain.
  package var aliases: Set<String>
  /// Where the caret stands, in bytes from the value's first byte; what is being typed is judged more mildly.
  package var caret: Int?
  /// How many octets of the value's first line stand before the value (`To: ` is four), for the limit of line lengths.
  package var column: Int
  /// Domains that the user calls misspelt, in lower case, with the right one each; an empty one silences a domain.
  package var misspellings: [String: String]
  /// Whether forms that known senders break are pointed out (`unsafe-for-sender`): sensible where the value will be sent.
  package var isToBeSent: Bool
  /// What stands around the value.
  package var surroundings = Surroundings()

  /// Makes options; without arguments those of a list of no field.
  package init(
    field: String? = nil, max: Int? = nil, aliases: Set<String> = [], caret: Int? = nil, column: Int = 0,
    misspellings: [String: String] = [:], isToBeSent: Bool = false
  ) {
    self.field = field
    self.max = max
    self.aliases = aliases
    self.caret = caret
    self.column = column
    self.misspellings = misspellings
    self.isToBeSent = isToBeSent
  }
}
