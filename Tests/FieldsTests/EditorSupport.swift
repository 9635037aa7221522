import Fields
import Support
import Testing

/// A field written with marks: `▮` is the caret, `⟪a⟫` a selected token, `~x` a draft; and what is written of one.
struct MarkedField {
  var editor: Editor

  init(
    _ text: String, _ grammar: Grammar = .addressList, _ options: ReadingOptions = ReadingOptions(),
    policy: EditingPolicy? = nil
  ) {
    var bytes: [UInt8] = []
    var caret: Int?
    var draft: Int?
    var starts: [Int] = []
    for character in text {
      switch character {
      case "▮": caret = bytes.count
      case "⟪": starts.append(bytes.count)
      case "⟫": break
      case "~": draft = bytes.count
      default: bytes += Array(String(character).utf8)
      }
    }
    let list = EntryList(bytes, grammar, options)
    var work: Editor.Work?
    if let draft, let entry = list.entries.first(where: { $0.range.lowerBound >= draft }) {
      work = Editor.Work(range: entry.range)
    }
    let plain = Editor(bytes, grammar, options, policy: policy, caret: caret, work: work)
    let selected = starts.compactMap { start in
      plain.tokens.firstIndex { $0.entry.map { list.entries[$0].range.lowerBound == start } ?? false }
    }
    editor = plain.at(caret, selecting: selected)
  }

  /// The field with its marks.
  static func marked(_ editor: Editor) -> String {
    var marks: [(offset: Int, rank: Int, mark: String)] = []
    if let caret = editor.caret { marks.append((caret, 1, "▮")) }
    for index in editor.selection.indices {
      guard let entry = editor.tokens[index].entry else { continue }
      let range = editor.list.entries[entry].range
      marks += [(range.lowerBound, 2, "⟪"), (range.upperBound, 0, "⟫")]
    }
    if let entry = editor.workEntry, editor.work?.origin == nil {
      marks.append((editor.list.entries[entry].range.lowerBound, 3, "~"))
    }
    var text = ""
    var next = 0
    for mark in marks.sorted(by: { ($0.offset, $0.rank) < ($1.offset, $1.rank) }) {
      text += String(decoding: editor.value[next..<mark.offset], as: UTF8.self) + mark.mark
      next = mark.offset
    }
    return text + String(decoding: editor.value[next...], as: UTF8.self)
  }
}

extension EditingEvent {
  /// The name of the event and the text that it is about, for comparing: `didAdd a`.
  var brief: String {
    switch self {
    case .didBeginEditing: "didBeginEditing"
    case .didEndEditing: "didEndEditing"
    case .didAdd(let token, let index, _): "didAdd \(index) \(token.raw)"
    case .didRemove(let token, let index, _): "didRemove \(index) \(token.raw)"
    case .didReplace(let old, let index, let new, _): "didReplace \(index) \(old.raw) \(new.raw)"
    case .didReject(let text, let reason): "didReject \(reason.rawValue) \(text)"
    case .didIgnore(let text, let reason, let existing): "didIgnore \(reason.rawValue) \(text) \(existing)"
    case .didChangeText(let text): "didChangeText “\(text)”"
    case .didSelect(let indices): "didSelect \(indices.map(String.init).joined(separator: " "))"
    case .didUnselect: "didUnselect"
    case .didReachLimit(let max): "didReachLimit \(max)"
    case .didAccept(let text): "didAccept \(text)"
    case .didReturn: "didReturn"
    }
  }
}
