/// How a candidate answers a query, the best first.
package enum Closeness: Int, CaseIterable, Comparable, Sendable {
  /// The query is the whole name, address, nickname or alias key.
  case exact
  /// Each word of the query is the beginning of a word.
  case wordStart
  /// Each word of the query stands somewhere.
  case substring
  /// The letters of the query are the first ones of words: `jd` for Jane Doe.
  case initials
  /// Each word of the query is the beginning of a word but for one typo.
  case typo

  /// Whether the left one is the better answer.
  package static func < (left: Closeness, right: Closeness) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension ClosedRange<Closeness> {
  /// What was typed stands there as it was typed.
  package static var literal: ClosedRange<Closeness> { .exact ... .substring }
  /// What was typed is taken for something else.
  package static var guessed: ClosedRange<Closeness> { .initials ... .typo }
  /// Both, the guesses last.
  package static var all: ClosedRange<Closeness> { .exact ... .typo }
}
