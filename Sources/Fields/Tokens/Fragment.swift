/// The token that is being typed, and what an accepted candidate would replace.
///
/// All ranges and offsets are bytes from the value's first one.
package struct Fragment: Equatable, Sendable {
  /// All words of the pending token up to the caret, decoded, without quotes and brackets; empty on an empty element.
  package var query: String
  /// What an accepted candidate replaces: it holds the caret and never crosses a line end.
  package var range: Range<Int>
  /// The rest of the element on earlier lines, when it crosses a fold: to be removed by a further edit.
  package var removed: Range<Int>?
  /// What is written between two tokens of this list: `, `, `; `, a blank.
  package var separator: String
  /// Where a separator is due before the fragment: directly after the token before; nil if none is.
  package var separatorAt: Int?
  /// What stands behind the range.
  package var next: Next
  /// Whether the fragment is a member of a group.
  package var isInGroup: Bool
  /// Whether a token in quotes may be written: a quote that is open elsewhere would take its first one for its own end.
  package var takesQuotes: Bool
  /// Whether a named group of tokens may be written; a colon changes how some lists are read.
  package var takesGroups = false

  /// What stands behind a fragment, blanks and comments aside.
  package enum Next: String, CaseIterable, Sendable {
    /// The end of the value.
    case nothing
    /// A separator, or what ends a group.
    case separator
    /// Something else, from which an accepted candidate has to be kept apart.
    case token
  }

  /// Makes a fragment of the parts that a grammar found.
  package init(
    query: String, range: Range<Int>, removed: Range<Int>? = nil, separator: String = ", ", separatorAt: Int? = nil,
    next: Next = .nothing, isInGroup: Bool = false, takesQuotes: Bool = true
  ) {
    self.query = query
    self.range = range
    self.removed = removed
    self.separator = separator
    self.separatorAt = separatorAt
    self.next = next
    self.isInGroup = isInGroup
    self.takesQuotes = takesQuotes
  }
}

extension Fragment {
  /// The edits that put a token in the fragment's place.
  package struct Edits: Equatable, Sendable {
    /// What takes the place of `Fragment.range` is this, the token, and `after`.
    package var before: String
    /// What follows the token.
    package var after: String
    /// Further edits, in bytes of the value; they touch neither each other nor the fragment's range.
    package var others: [Change]
  }

  /// What has to be written around a token and elsewhere, so that it stands as a token of its own.
  ///
  /// - Parameters:
  ///   - value: the bytes from which the fragment was read.
  ///   - endsWithSeparator: whether a separator is wanted behind the last token, too.
  /// - Returns: the edits; two at one place are made one, since their order would be up to the client.
  package func edits(in value: [UInt8], endsWithSeparator: Bool) -> Edits {
    var edits = Edits(before: "", after: "", others: [])
    switch next {
    case .separator: break
    case .nothing: edits.after = endsWithSeparator ? separator : ""
    case .token: edits.after = separator(before: range.upperBound, in: value)
    }
    var missing = separatorAt
    if missing == range.lowerBound {
      edits.before = separator
      missing = nil
    }
    if let removed {
      let isHere = missing == removed.lowerBound
      edits.others.append(Change(removed, isHere ? Array(separator(before: removed.upperBound, in: value).utf8) : []))
      if isHere { missing = nil }
    }
    if let missing {
      edits.others.append(Change(missing..<missing, Array(separator(before: missing, in: value).utf8)))
    }
    return edits
  }

  /// The separator, without its blank where white space stands already.
  private func separator(before offset: Int, in value: [UInt8]) -> String {
    guard value.indices.contains(offset), Byte.isWhite(value[offset]) else { return separator }
    return String(separator.reversed().drop { $0 == " " }.reversed())
  }

  /// The value with a token in the fragment's place.
  package func applying(_ token: String, to value: [UInt8], endsWithSeparator: Bool) -> [UInt8] {
    let edits = edits(in: value, endsWithSeparator: endsWithSeparator)
    let own = Change(range, Array((edits.before + token + edits.after).utf8))
    return (edits.others + [own]).normalized.applied(to: value)
  }
}
