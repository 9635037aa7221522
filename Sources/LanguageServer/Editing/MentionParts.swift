import Fields
import Wire

/// Mentions that are taken apart word by word (`fields.<name>.onBackspace`: `parts`).
extension Session {
  /// Backspace directly behind an accepted mention: its last word goes with the blank before it, and at last the rest.
  ///
  /// - Returns: nil where the key does what it does elsewhere.
  func deletingPart(_ request: ActingRequest) throws(ResponseError) -> ActingResult? {
    let (editor, document) = (request.editor, request.document)
    guard request.method == .key, editor.grammar == .inlineTags, editor.policy.onBackspace == .parts,
      !editor.policy.isReadOnly, editor.selection.isEmpty, let caret = editor.caret
    else { return nil }
    let press = try request.press()
    guard press.key == .backspace, !press.isComposing, !press.isRepeated else { return nil }
    let field = document.finding.fields[request.index]
    let base = field.valueRange.lowerBound
    guard
      let note = document.editing.notes.first(where: {
        $0.range.upperBound == caret + base && $0.range.lowerBound >= base
      })
    else { return nil }
    let change = Change(
      note.range.lowerBound + Self.lastPart(of: document.text.bytes(note.range))..<note.range.upperBound)
    let own = Change(change.range.shifted(by: -base))
    let next = Editor(
      [own].applied(to: editor.value), editor.grammar, document.context.options(field), policy: editor.policy,
      caret: own.range.lowerBound)
    var result = ActingResult()
    result.changes = [change]
    let id = document.fieldID(request.index)
    result.events = next.events(since: editor).map { (id, $0) }
    result.focus = (request.index, next)
    result.fields[request.index] = next
    return result
  }

  /// Where the last word of a mention begins, with the blanks before it; 0 for the only one.
  private static func lastPart(of text: [UInt8]) -> Int {
    var start = text.count
    while start > 0, text[start - 1] != UInt8(ascii: " ") { start -= 1 }
    while start > 0, text[start - 1] == UInt8(ascii: " ") { start -= 1 }
    return start
  }

  /// What was given with tokens of running text, at its places after changes; what a change touches has lost it, but for
  /// a mention that has lost words at its end.
  static func notes(_ notes: [DocumentEditing.Note], after changes: [Change]) -> [DocumentEditing.Note] {
    notes.compactMap { note in
      var (shift, range) = (0, note.range)
      for change in changes {
        if change.range.upperBound <= note.range.lowerBound {
          shift += change.text.count - change.range.count
        } else if change.range.lowerBound < note.range.upperBound {
          let isTail = change.text.isEmpty && change.range.upperBound == note.range.upperBound
          guard isTail, change.range.lowerBound > note.range.lowerBound else { return nil }
          range = note.range.lowerBound..<change.range.lowerBound
        }
      }
      return .init(range: range.shifted(by: shift), data: note.data)
    }
  }
}
