/// Tokens and separators in the order in which a reader meets them, judged alike in every syntax of lists.
///
/// A separator gets at most one fault: that nothing follows it, or that nothing stands before it, or that it is the
/// separator of another syntax.
struct TokenList {
  /// What is read.
  let bytes: [UInt8]
  /// What was found so far; sorted and complete after `finish`.
  var reading = Reading()
  /// What the syntax says of its separators.
  var rules: Rules
  /// Whether a token has come since the last separator.
  private var isMade = false
  private var last: Separator?

  /// What a syntax says of its separators.
  struct Rules {
    /// What a separator is called in messages.
    var separator = "A comma"
    /// How bad an empty place is; nil where it is none.
    var emptyItem: Severity? = .hint
    /// How bad a separator at the end is; nil where it may stand there.
    var trailingSeparator: Severity? = .hint
    /// Whether something has to stand between two tokens, beyond blanks.
    var needsSeparators = true
  }

  private struct Separator {
    var range: Range<Int>
    var fault: Fault?
  }

  /// Starts a list of tokens of some bytes.
  init(_ bytes: [UInt8], _ rules: Rules = Rules()) {
    self.bytes = bytes
    self.rules = rules
  }

  /// Adds a token, which must stand behind all others.
  mutating func add(_ token: Token) {
    due(before: token.range.lowerBound)
    settle()
    last = nil
    isMade = true
    reading.tokens.append(token)
    end = token.range.upperBound
  }

  /// Adds something that stands where a token should and is none, with its fault.
  mutating func skip(_ range: Range<Int>, _ fault: Fault) {
    pass(range)
    reading.faults.append(fault)
  }

  /// Passes over something that stands for a token and is none.
  mutating func pass(_ range: Range<Int>) {
    due(before: range.lowerBound)
    settle()
    last = nil
    isMade = true
    end = range.upperBound
  }

  /// Takes tokens out again, by their numbers, with what is wrong in them.
  mutating func remove(_ numbers: Set<Int>) {
    if numbers.isEmpty { return }
    reading.remove(numbers)
  }

  private var end = 0

  private mutating func due(before start: Int) {
    guard rules.needsSeparators, isMade else { return }
    reading.faults.append(Fault(.missingSeparator, end..<max(end, start), detail: rules.separator))
  }

  /// Adds a separator; `isRight` tells whether it is one of this syntax.
  mutating func separate(_ range: Range<Int>, isRight: Bool = true) {
    settle()
    reading.marks.append(Mark(kind: .separator, range: range))
    var fault: Fault?
    if !isMade {
      fault = rules.emptyItem.map { Fault(.emptyItem, range, severity: $0) }
    } else if !isRight {
      fault = Fault(.wrongSeparator, range, detail: rules.separator.lowercased())
    }
    last = Separator(range: range, fault: fault)
    isMade = false
  }

  private mutating func settle() {
    if let fault = last?.fault { reading.faults.append(fault) }
    last?.fault = nil
  }

  mutating func report(_ rule: Rule, _ range: Range<Int>, detail: String? = nil, severity: Severity? = nil) {
    reading.faults.append(Fault(rule, range, detail: detail, severity: severity))
  }

  mutating func comment(_ range: Range<Int>) {
    if !range.isEmpty { reading.marks.append(Mark(kind: .comment, range: range)) }
  }

  /// Judges the last separator, the number of tokens and their keys, and sorts the faults.
  ///
  /// - Parameters:
  ///   - limit: how many tokens may stand there.
  ///   - key: what two tokens that mean the same have in common.
  mutating func finish(limit: Int?, key: (Token) -> String?) {
    if let last {
      if let severity = rules.trailingSeparator, !reading.tokens.isEmpty || last.fault != nil {
        report(.trailingSeparator, last.range, severity: severity)
      } else {
        settle()
      }
    }
    markTooMany(limit)
    markDuplicates(key)
    reading.faults.sort(by: Fault.isOrdered)
    if !zip(reading.marks, reading.marks.dropFirst()).allSatisfy({ $0.range.lowerBound <= $1.range.lowerBound }) {
      reading.marks.sort { $0.range.lowerBound < $1.range.lowerBound }
    }
  }

  private mutating func markTooMany(_ limit: Int?) {
    guard let limit, reading.tokens.count > max(limit, 0) else { return }
    for token in reading.tokens[max(limit, 0)...] { report(.tooMany, token.range, detail: String(limit)) }
  }

  private mutating func markDuplicates(_ key: (Token) -> String?) {
    var seen = Duplicates(bytes, count: reading.tokens.count)
    reading.keyHashes = reading.tokens.enumerated().map { index, token in
      guard let text = key(token) else { return nil }
      let (first, hash) = seen.insert(folded: text.utf8, owner: index)
      if let first {
        reading.faults.append(Fault(.duplicate, token.range, related: reading.tokens[first].range))
      }
      return hash
    }
  }
}
