import Fields
import Wire

/// Keys that take the first candidate though nobody chose it (`fields.<name>.acceptFirst`).
extension Session {
  /// What a key makes of what is being typed: the candidate that it already is, else the first one.
  ///
  /// Only a list for the very text of now counts, which a change takes back.
  ///
  /// - Returns: nil where the key does what it does without candidates.
  func acceptingFirst(_ request: ActingRequest) throws(ResponseError) -> EditingOutcome? {
    let (editor, document) = (request.editor, request.document)
    let field = document.finding.fields[request.index]
    guard request.method == .key, let names = settings.field(field.name).texts("acceptFirst"), !names.isEmpty,
      let caret = editor.caret, let entry = editor.workEntry, editor.selection.isEmpty, !editor.draft.isEmpty
    else { return nil }
    let press = try request.press()
    guard !press.isComposing, let name = Self.name(press), names.contains(name) else { return nil }
    let place = caret + field.valueRange.lowerBound
    let offers = document.editing.offered.filter { $0.mention == nil && !$0.isGuess && $0.range.touches(place) }
    let typed = field.grammar.key(ofEntry: String(decoding: editor.list.text(entry), as: UTF8.self))
    guard let first = offers.first(where: { field.grammar.key(ofEntry: $0.spelled) == typed }) ?? offers.first
    else { return nil }
    let outcome = editor.accepting(first.spelled)
    return outcome.reason == nil ? outcome : nil
  }

  private static func name(_ press: KeyPress) -> String? {
    switch press.key {
    case .enter: press.isShifted ? nil : "Enter"
    case .tab: press.isShifted ? nil : "Tab"
    case .text(let text): text
    default: nil
    }
  }
}
