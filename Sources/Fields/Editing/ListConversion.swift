/// A way of writing a list of YAML.
package enum ListForm: String, CaseIterable, Sendable {
  /// `[a, b]`.
  case brackets
  /// Each entry on a line of its own, behind a dash.
  case lines
}

extension EntryList {
  /// What writes a list of YAML in another way; its entries mean the same afterwards.
  ///
  /// - Parameter form: how it is to be written.
  /// - Returns: one change; nil for other syntaxes, for a list that is written so already or is empty, and where a comment
  ///   among the entries would be lost.
  package func converted(to form: ListForm) -> [Change]? {
    guard grammar == .yamlTags, !entries.isEmpty, isAllEntries else { return nil }
    switch (frame.style, form) {
    case (.separated, .lines), (.lines, .brackets), (.bare, _), (.blanks, _): break
    default: return nil
    }
    return rewritten(entries.indices.map { (Array(text($0)), grammar.value(entries[$0], self)) }, as: form)
  }

  /// What makes a list of a text of YAML with commas in it: `tags: a, b` becomes `[a, b]`.
  ///
  /// - Parameter form: how the list is to be written.
  /// - Returns: one change; nil where the value is no such text.
  package func splitAtCommas(as form: ListForm) -> [Change]? {
    guard grammar == .yamlTags, frame.style == .bare || frame.style == .blanks, !entries.isEmpty, isAllEntries else {
      return nil
    }
    let whole = entries.count == 1 ? grammar.value(entries[0], self) : ""
    let text =
      entries.count == 1 ? whole : entries.indices.map { grammar.value(entries[$0], self) }.joined(separator: " ")
    let words = text.split(separator: ",").map(Self.withoutBlanks).filter { !$0.isEmpty }
    guard text.utf8.contains(Byte.comma), !words.isEmpty else { return nil }
    return rewritten(words.map { (nil, $0) }, as: form)
  }

  /// Whether nothing stands in the list that is no entry, and would be lost: lists in it, mappings, empty places.
  private var isAllEntries: Bool {
    !reading.faults.contains { fault in
      switch fault.rule {
      // One text where a list should stand is what is to be converted.
      case .badType: frame.style != .bare && frame.style != .blanks
      case .strayText, .unclosed, .missingSeparator, .badIndent, .emptyItem, .badEscape: true
      default: false
      }
    }
  }

  private static func withoutBlanks(_ text: some StringProtocol) -> String {
    let bytes = Array(text.utf8)
    return String(decoding: bytes[Trailers.trimmed(0..<bytes.count, in: bytes)], as: UTF8.self)
  }

  /// The value with these entries in another form, those that can stand there as they were written.
  private func rewritten(_ items: [(raw: [UInt8]?, value: String)], as form: ListForm) -> [Change]? {
    let model = EntryList(Array((form == .lines ? "\n  - x" : " [x]").utf8), grammar, options)
    var texts: [[UInt8]] = []
    for item in items {
      // Some readers of YAML take `?x` and `:x` in brackets for keys.
      if let raw = item.raw, !hasFold(raw), !(raw.first.map { "?:".utf8.contains($0) } ?? false) {
        let sample = model.sample(raw)
        let isSame = sample.entries.count == 1 && sample.text(0).elementsEqual(raw)
        if isSame,
          sample.reading.tokens.contains(where: \.isReference) || grammar.value(sample.entries[0], sample) == item.value
        {
          texts.append(raw)
          continue
        }
      }
      guard let spelled = model.spelled(name: "", value: item.value) else { return nil }
      texts.append(spelled)
    }
    guard let frame = surroundings() else { return nil }
    var list: [UInt8] = frame.before
    switch form {
    case .brackets:
      list +=
        [Byte.space, Byte.openBracket] + texts.joined(separator: Array(", ".utf8)) + [Byte.closeBracket] + frame.comment
    case .lines:
      list += frame.comment
      for text in texts { list += lineEnd + Array("  - ".utf8) + text }
    }
    let next = EntryList(list, grammar, options)
    guard next.entries.map({ grammar.value($0, next) }) == items.map(\.value), next.broken <= broken else { return nil }
    return [Change](from: value, to: list)
  }

  /// What stands before the list on the line of its key, and the comment that belongs to the line; nil if there are others.
  private func surroundings() -> (before: [UInt8], comment: [UInt8])? {
    guard let first = entries.first, let last = entries.last else { return nil }
    let comments = reading.marks.filter { $0.kind == .comment }
    guard comments.count <= 1 else { return nil }
    let newline = value.firstIndex(of: Byte.lineFeed) ?? value.count
    var start = min(first.range.lowerBound, newline)
    if frame.style == .separated { start = min(start, frame.region.lowerBound - 1) }
    if frame.style == .lines, first.range.lowerBound < newline { return nil }
    var comment: [UInt8] = []
    if let mark = comments.first {
      let isBeside = mark.range.upperBound <= first.range.lowerBound && mark.range.upperBound <= newline
      guard
        isBeside
          || mark.range.lowerBound
            >= max(last.range.upperBound, frame.region.upperBound == value.count ? 0 : frame.region.upperBound)
      else { return nil }
      comment = [Byte.space] + value[mark.range]
      if isBeside { start = min(start, mark.range.lowerBound) }
    }
    // The properties of a list stay before it; quotes around words go.
    var end = start
    while end > 0, Byte.isWhite(value[end - 1]) || frame.style == .blanks && Self.quotes.contains(value[end - 1]) {
      end -= 1
    }
    return (Array(value[..<end]), comment)
  }

  private static let quotes: Set<UInt8> = [Byte.quote, UInt8(ascii: "'")]
}

extension Grammar {
  /// A tag near to one that this syntax, or the program that reads it, does not take; to be offered, never to be written
  /// silently.
  ///
  /// - Parameters:
  ///   - value: the words of the tag.
  ///   - flavor: the habits of the program.
  /// - Returns: nil where the tag is right, and where nothing near to it would be.
  package func legal(_ value: String, _ flavor: Flavor) -> String? {
    let near: String
    switch self {
    case .orgTags:
      near = Self.replacing(value, "_", OrgTags.isTag)
    case .yamlTags where flavor == .obsidian, .inlineTags:
      let levels = value.split(separator: "/").map { Self.replacing(String($0), "-", TagRules.isTag) }
      let joined = levels.filter { !$0.isEmpty }.joined(separator: "/")
      // Obsidian's own advice for a year.
      near = TagRules.isNumber(Array(joined.utf8)[...]) ? "y" + joined : joined
    default: return nil
    }
    return near.isEmpty || near == value ? nil : near
  }

  /// A text with each run of characters that are not taken replaced, none at its ends.
  private static func replacing(_ text: String, _ filler: String, _ isTaken: (Unicode.Scalar) -> Bool) -> String {
    var result = ""
    var isDue = false
    for scalar in text.unicodeScalars {
      guard isTaken(scalar) else {
        isDue = !result.isEmpty
        continue
      }
      if isDue { result += filler }
      isDue = false
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}
