import Fields

/// Tags at the end of a headline of Org stand at the right, and stay there when they change (`org-tags-column`).
extension Document {
  /// The column at which Org lets tags end by itself.
  private static let usual = 77

  /// The change of the blanks before the tags of a headline that lets them end where they ended.
  ///
  /// - Parameters:
  ///   - index: the number of the field.
  ///   - value: the tags as they will be.
  /// - Returns: nil where they stand behind the title as anything else, and where nothing has to be changed.
  func columnChange(ofField index: Int, for value: [UInt8]) -> Change? {
    guard let old = column(ofField: index), !value.isEmpty, isColumn(old.end, but: index) else { return nil }
    let due = max(1, old.end - old.title - Cells.width(String(decoding: value, as: UTF8.self)))
    let blanks = old.blanks
    if due == blanks.count { return nil }
    return due > blanks.count
      ? Change(blanks.lowerBound..<blanks.lowerBound, [UInt8](repeating: Byte.space, count: due - blanks.count))
      : Change(blanks.lowerBound..<blanks.upperBound - due)
  }

  /// Where the title of a headline ends, the blanks behind it in bytes, and where the tags end; columns are cells.
  private func column(ofField index: Int) -> (title: Int, blanks: Range<Int>, end: Int)? {
    let field = finding.fields[index]
    guard finder == .org, field.grammar == .orgTags, field.surroundings.role == nil else { return nil }
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
  private func isColumn(_ column: Int, but index: Int) -> Bool {
    column == Self.usual || finding.fields.indices.contains { $0 != index && self.column(ofField: $0)?.end == column }
  }
}

extension ActingResult {
  /// Lets the tags of headlines end where they ended.
  mutating func keepColumns(in document: Document) {
    guard !changes.isEmpty, document.finder == .org else { return }
    for (index, editor) in fields.sorted(by: { $0.key < $1.key }) {
      if let change = document.columnChange(ofField: index, for: editor.value) { changes.append(change) }
    }
  }
}
