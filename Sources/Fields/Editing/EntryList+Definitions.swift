// Tags of `#+TAGS:` of Org that become one.

extension EntryList {
  /// The renamed tags that their bracket, or the line outside of brackets, would define a second time.
  ///
  /// A head stays, since its group hangs on it, and so does the last tag of a bracket.
  ///
  /// - Parameters:
  ///   - places: the tokens that are renamed, with their new names.
  ///   - isExact: whether a spelling in another case is another tag.
  /// - Returns: indices of tokens.
  func twiceDefined(_ places: [(place: TagPlace, new: String)], _ isExact: Bool) -> Set<Int> {
    func key(_ token: Token, _ text: String) -> [String] {
      let name = TagName(text).map { isExact ? $0.text : $0.key } ?? text
      return [name, token.group.map(String.init) ?? "", token.exclusion.map(String.init) ?? ""]
    }
    let renamed = Set(places.map(\.place.token))
    var held: Set<[String]> = []
    for (index, token) in reading.tokens.enumerated() where token.form != .name && !renamed.contains(index) {
      held.insert(key(token, grammar.value(token, in: value)))
    }
    return Set(
      places.map { ($0.place.token, $0.new) }.filter { index, new in
        let token = reading.tokens[index]
        return token.form != .name && !held.insert(key(token, new)).inserted && !isAlone(token)
      }.map(\.0))
  }

  /// Whether a bracket holds one tag alone.
  private func isAlone(_ token: Token) -> Bool {
    let before = white(before: token.range.lowerBound).lowerBound
    let after = white(after: token.range.upperBound).upperBound
    return before > 0 && after < value.count && "{[:".utf8.contains(value[before - 1])
      && "}]".utf8.contains(value[after])
  }

  /// Takes out the words of tags, each with the blanks behind it, or before it at the end.
  func removingDefinitions(_ removed: Set<Int>) -> [Change] {
    var ranges: [Range<Int>] = []
    for index in removed.sorted() {
      let word = reading.tokens[index].range
      let end = white(after: word.upperBound).upperBound
      var range = word.lowerBound..<end
      if let last = ranges.last, last.upperBound == range.lowerBound {
        ranges.removeLast()
        range = last.lowerBound..<end
      }
      if end == value.count { range = white(before: range.lowerBound).lowerBound..<word.upperBound }
      ranges.append(range)
    }
    return ranges.map { Change($0) }
  }
}
