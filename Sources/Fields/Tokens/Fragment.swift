/// The token that is being typed, and what an accepted candidate would replace.
package struct Fragment: Equatable, Sendable {
  /// All words of the pending token up to the caret, decoded, without quotes and brackets; empty on an empty element.
  package var query: String
  /// What an accepted candidate replaces: it holds the caret and never crosses a line end.
  package var range: Range<Int>
  /// The rest of the element on earlier lines, when it crosses a fold: to be removed by a further edit.
  package var removed: Range<Int>?
  /// Whether a separator is due between what stands before and the fragment.
  package var needsSeparatorBefore: Bool
  /// Where the separator that is due belongs: directly after the token before.
  package var separatorAt: Int?
  /// Whether a separator follows (after blanks), so that none is to be added.
  package var hasSeparatorAfter: Bool
  /// Whether the fragment is a member of a group.
  package var isInGroup: Bool

  /// Makes a fragment of the parts that a grammar found.
  package init(
    query: String, range: Range<Int>, removed: Range<Int>? = nil, needsSeparatorBefore: Bool = false,
    separatorAt: Int? = nil, hasSeparatorAfter: Bool = false, isInGroup: Bool = false
  ) {
    self.query = query
    self.range = range
    self.removed = removed
    self.needsSeparatorBefore = needsSeparatorBefore
    self.separatorAt = separatorAt
    self.hasSeparatorAfter = hasSeparatorAfter
    self.isInGroup = isInGroup
  }
}
