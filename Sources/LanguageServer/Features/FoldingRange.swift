import Fields
import Wire

// LSP 3.17, "Folding Range Request":
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#textDocument_foldingRange

extension Session {
  /// Fields and groups over several lines.
  func foldingRanges(_ params: Reader) throws(ResponseError) -> JSON {
    guard let document = try document(params) else { return [] }
    var folds: [Fold] = []
    var cursor = cursor(document.text)
    for (field, reading) in zip(document.finding.fields, document.readings) {
      let start = field.nameRange.isEmpty ? field.valueRange.lowerBound : field.nameRange.lowerBound
      let end = document.textEnd(start..<field.range.upperBound)
      // Running text has tags in it, and is no list that could be folded.
      if !field.nameRange.isEmpty,
        let fold = Fold(
          start..<end, from: field.valueRange.lowerBound, title: { title(field, reading, document) }, &cursor)
      {
        folds.append(fold)
      }
      for group in reading.groups {
        let base = field.valueRange.lowerBound
        let fold = Fold(
          group.range.shifted(by: base), from: group.nameRange.upperBound + base, title: { "\(group.name)" }, &cursor)
        guard var fold else { continue }
        fold.isInner = true
        folds.append(fold)
      }
    }
    return .array(kept(folds).map(json))
  }

  /// As many folds as the client takes, fields before groups, in the order of the text.
  private func kept(_ folds: [Fold]) -> [Fold] {
    var seen: Set<[Int]> = []
    let fields = folds.filter { !$0.isInner }
    let groups = folds.filter(\.isInner)
    // A client that folds lines can tell two of the same lines not apart.
    let all = (fields + groups).filter { fold in
      !client.foldsLinesOnly || seen.insert([fold.start.line, fold.end.line]).inserted
    }
    return all.prefix(client.foldingLimit ?? all.count).sorted {
      ($0.start.line, -$0.end.line, $0.start.character) < ($1.start.line, -$1.end.line, $1.start.character)
    }
  }

  private func json(_ fold: Fold) -> JSON {
    var members = [JSON.Member(key: "startLine", value: .integer(fold.start.line))]
    if !client.foldsLinesOnly {
      members.append(JSON.Member(key: "startCharacter", value: .integer(fold.start.character)))
    }
    members.append(JSON.Member(key: "endLine", value: .integer(fold.end.line)))
    if !client.foldsLinesOnly {
      members.append(JSON.Member(key: "endCharacter", value: .integer(fold.end.character)))
    }
    members.append(JSON.Member(key: "kind", value: "region"))
    if client.takesFoldedText { members.append(JSON.Member(key: "collapsedText", value: .string(fold.title()))) }
    return .object(members)
  }

  /// What a folded field shows: `To: Ana, Bo and 3 more`.
  private func title(_ field: Field, _ reading: Reading, _ document: Document) -> String {
    let list = EntryList(document.value(field), reading, field.grammar, document.context.options(field))
    let row = CollapsedField(list.entries.map { _ in false }, CollapsedField.Style(width: 60)) {
      field.grammar.display(list.entries[$0], list)
    }
    return "\(field.label): \(row.text)"
  }
}

/// Lines that can be folded into the first of them.
private struct Fold {
  var start: Position
  var end: Position
  var isInner = false
  let title: () -> String

  /// A fold of a range, whose text goes from `inner` on; nil for a range on one line.
  init?(_ range: Range<Int>, from inner: Int, title: @escaping () -> String, _ cursor: inout PositionCursor) {
    start = cursor.position(of: min(max(inner, range.lowerBound), range.upperBound))
    end = cursor.position(of: range.upperBound)
    self.title = title
    guard start.line < end.line else { return nil }
  }
}

extension Document {
  /// The end of what stands in a range, without the blanks and line ends behind it.
  func textEnd(_ range: Range<Int>) -> Int {
    var end = min(range.upperBound, text.count)
    while end > range.lowerBound, Byte.isWhite(text[end - 1]) { end -= 1 }
    return end
  }
}
