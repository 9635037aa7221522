import Fields

/// A change that has been made, in offsets of the text before it.
struct TextEdit: Sendable {
  var range: Range<Int>
  var length: Int
  /// The field that was read with a caret in it.
  var draft: Int?
  /// That caret.
  var caret: Int?

  /// This change and one of the text behind it, as one.
  func joined(_ edit: TextEdit) -> TextEdit {
    let next = edit.range
    let growth = length - range.count
    // What of the next change lies behind what came here was there before, so far back.
    let lower = min(range.lowerBound, next.lowerBound)
    let upper = max(range.upperBound, next.upperBound - growth)
    return TextEdit(
      range: lower..<upper, length: upper - lower + growth + edit.length - next.count, draft: draft, caret: self.caret)
  }

  /// Where a value stands now, and what of it was replaced, in bytes of it; nil for one that is torn.
  func moved(_ value: Range<Int>) -> (to: Range<Int>, change: Range<Int>?)? {
    let growth = length - range.count
    if value.upperBound < range.lowerBound { return (value, nil) }
    if value.lowerBound > range.upperBound { return (value.shifted(by: growth), nil) }
    guard value.lowerBound <= range.lowerBound, range.upperBound <= value.upperBound else { return nil }
    return (value.lowerBound..<value.upperBound + growth, range.shifted(by: -value.lowerBound))
  }
}
