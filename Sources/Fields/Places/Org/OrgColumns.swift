/// Tags at the end of headlines of Org stand at the right, and stay there when they change (`org-tags-column`).
package struct OrgColumns {
  /// The column at which Org lets tags end by itself.
  private static let usual = 77

  private let text: Text
  /// How many headlines let their tags end at a column.
  private var ends: [Int: Int] = [:]

  /// Looks at the headlines of a file.
  ///
  /// - Parameters:
  ///   - fields: the fields that were found; others than tags of headlines are passed over.
  ///   - text: the file.
  package init(_ fields: [Field], in text: Text) {
    self.text = text
    for field in fields {
      if let end = column(of: field)?.end { ends[end, default: 0] += 1 }
    }
  }

  /// The change of the blanks before the tags of a headline that lets them end where they ended.
  ///
  /// - Parameters:
  ///   - field: the tags of a headline.
  ///   - value: the tags as they will be.
  /// - Returns: nil where they stand behind the title as anything else, and where nothing has to be changed.
  package func change(of field: Field, for value: [UInt8]) -> Change? {
    guard let old = column(of: field), !value.isEmpty, isColumn(old.end) else { return nil }
    let due = max(1, old.end - old.title - Cells.width(String(decoding: value, as: UTF8.self)))
    let blanks = old.blanks
    if due == blanks.count { return nil }
    return due > blanks.count
      ? Change(blanks.lowerBound..<blanks.lowerBound, [UInt8](repeating: Byte.space, count: due - blanks.count))
      : Change(blanks.lowerBound..<blanks.upperBound - due)
  }

  /// Where the title of a headline ends, the blanks behind it in bytes, and where the tags end; columns are cells.
  private func column(of field: Field) -> (title: Int, blanks: Range<Int>, end: Int)? {
    guard field.grammar == .orgTags, field.surroundings.role == nil else { return nil }
    let (start, line) = (field.valueRange.lowerBound, text.lineRange(text.line(at: field.valueRange.lowerBound)))
    var end = start
    while end > line.lowerBound, text[end - 1] == Byte.space { end -= 1 }
    // One blank is no column, and what a tab is worth only the editor knows.
    guard start - end > 1, end > line.lowerBound, text[end - 1] != Byte.tab else { return nil }
    let title = Cells.width(String(decoding: text.bytes(line.lowerBound..<end), as: UTF8.self))
    let tags = Cells.width(String(decoding: text.bytes(field.valueRange), as: UTF8.self))
    return (title, end..<start, title + (start - end) + tags)
  }

  /// Whether tags end at a column since they are meant to: at the usual one, or as those of another headline.
  private func isColumn(_ column: Int) -> Bool { column == Self.usual || ends[column, default: 0] > 1 }
}
