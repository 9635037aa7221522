/// What a syntax of values has to know: how its tokens are read, what they say, and how one is written.
///
/// `Grammar` chooses the syntax of a field; everything else asks `Grammar`. All of it takes any bytes, and a token of
/// another value.
protocol Syntax {
  /// The tokens of a value and what is wrong with it.
  static func read(_ value: [UInt8], _ options: ReadingOptions) -> Reading
  /// The same after one change.
  static func read(_ value: [UInt8], _ options: ReadingOptions, after before: PreviousReading) -> Reading
  /// What a chip shows.
  static func display(_ token: Token, in value: [UInt8]) -> String
  /// The content of a token, decoded.
  static func value(_ token: Token, in value: [UInt8]) -> String
  /// What two tokens that mean the same have in common; nil where there is nothing to compare.
  static func key(_ token: Token, in value: [UInt8]) -> String?
  /// The key of a value that stands in no text.
  static func key(ofValue value: String) -> String
  /// One token as it is written; "" for what cannot be written in this syntax.
  static func spell(name: String, value: String) -> String
  /// Several tokens under one name, or one after the other where the syntax has no groups.
  static func spell(group name: String, members: [String]) -> String
  /// What is being typed at a caret.
  static func fragment(in value: [UInt8], caret: Int, _ options: ReadingOptions) -> Fragment?
  /// What else there is to say of a token.
  static func traits(_ token: Token, in value: [UInt8], _ reading: Reading, _ options: ReadingOptions) -> [Trait]
}

extension Syntax {
  static func read(_ value: [UInt8], _ options: ReadingOptions, after before: PreviousReading) -> Reading {
    read(value, options)
  }

  static func display(_ token: Token, in value: [UInt8]) -> String {
    Self.value(token, in: value)
  }

  static func key(_ token: Token, in value: [UInt8]) -> String? {
    let text = Self.value(token, in: value)
    return text.isEmpty ? nil : key(ofValue: text)
  }

  static func key(ofValue value: String) -> String {
    value
  }

  static func spell(group name: String, members: [String]) -> String {
    members.joined(separator: ", ")
  }

  static func traits(_ token: Token, in value: [UInt8], _ reading: Reading, _ options: ReadingOptions) -> [Trait] {
    []
  }
}

extension Token {
  /// A range of this token that lies in the bytes; an empty one of a token of another value.
  func inside(_ range: Range<Int>?, _ bytes: [UInt8]) -> Range<Int> {
    guard let range, range.lowerBound >= 0, range.upperBound <= bytes.count else { return 0..<0 }
    return range
  }
}
