import Fields
import Foundation
import Support
import Testing

/// Random keys and operations on random fields: nothing is lost, nothing is added that no operation names.
///
/// `TOKENFIELD_SEQUENCES` is how many sequences run; each has three to eight steps.
@Suite struct EditorPropertiesTests {
  private static let count = Int(ProcessInfo.processInfo.environment["TOKENFIELD_SEQUENCES"] ?? "") ?? 100_000
  private static let sound = [
    "a@x.org", "b@x.org", "Bo Lee <bl@y.org>", "\"Lee, Cy\" <cy@y.org>", "dd@y.org (Dee (D), x)",
    "Team: t1@y.org, \"T, 2\" <t2@y.org>;", "=?utf-8?Q?E=2C?= <ee@y.org>", "José G <gg@y.org>",
    "undisclosed-recipients:;", "\"h h\"@y.org", "Mm\u{301} 😀 <mm@y.org>", "A@X.org", "ll@[1.2.3.4]", "x",
    "K. Reyes <k@x.org>", "Ana\n <ana@z.org>",
  ]
  private static let broken = [
    "\"Ruiz, An", "ana rui <", "p@x.org q@x.org", "(x", "Team: a@x.org", "Ruiz <r@x", ",", "<>",
  ]
  private static let typed = [
    "a", "@", "x.org", " ", ",", ";", "\"", "<", ">", "é", "😀", "z@z.org", "Q, R <q@r.org>", "",
  ]

  @Test(arguments: [1, 2]) func `sequences keep every recipient`(seed: UInt64) {
    var random = Seeded(seed: seed)
    var edits = 0
    for number in 0..<Self.count / 2 {
      var run = Run(Self.field(&random), seed: seed, number: number)
      for _ in 0..<Int.random(in: 3...8, using: &random) where run.isSound { run.step(&random) }
      edits += run.edits
    }
    #expect(edits > Self.count / 4)
  }

  @Test func `no edit of a sound list is refused`() {
    var random = Seeded(seed: 5)
    for number in 0..<Self.count / 10 {
      let count = Int.random(in: 1...6, using: &random)
      let recipients = Self.sound.shuffled(using: &random).prefix(count)
      let separator = [", ", ",", ",\n ", " , ", ",\r\n\t"].randomElement(using: &random) ?? ", "
      let text = " " + recipients.joined(separator: separator) + (Bool.random(using: &random) ? ", " : "")
      let editor = Editor(Array(text.utf8), .addressList)
      let chosen = (0..<count).filter { _ in Bool.random(using: &random) }
      let spare = Self.sound.first { !recipients.contains($0) && $0.lowercased() != "a@x.org" } ?? ""
      for (name, outcome) in [
        ("remove \(chosen)", chosen.isEmpty ? editor.clearing() : editor.removing(chosen)),
        ("move", editor.moving(0, to: count - 1)), ("sort", editor.sorting()), ("unique", editor.uniting()),
        ("add \(spare)", editor.adding([spare], at: Int.random(in: 0...count, using: &random))),
        ("replace \(spare)", editor.replacing(count - 1, with: spare)), ("set", editor.setting([spare, "n@n.org"])),
      ] where outcome.reason == .syntax {
        Issue.record("sequence \(number): \(name) of \(text.debugDescription)")
      }
    }
  }

  private static func field(_ random: inout Seeded) -> Editor {
    var text = [" ", "", "  "].randomElement(using: &random) ?? " "
    let count = Int.random(in: 0...6, using: &random)
    let isBroken = Int.random(in: 0..<8, using: &random) == 0
    let separators = [", ", ", ", ",", ",\n ", ",\r\n\t", " , "]
    let one = separators.randomElement(using: &random) ?? ", "
    for index in 0..<count {
      if index > 0 { text += Bool.random(using: &random) ? one : separators.randomElement(using: &random) ?? one }
      let pool = isBroken && Int.random(in: 0..<3, using: &random) == 0 ? broken : sound
      text += pool.randomElement(using: &random) ?? ""
    }
    if count > 0, Int.random(in: 0..<4, using: &random) == 0 { text += ", " }
    var policy = EditingPolicy()
    if Int.random(in: 0..<6, using: &random) == 0 { policy.max = Int.random(in: 1...6, using: &random) }
    policy.onBackspace = EditingPolicy.AtChip.allCases.randomElement(using: &random) ?? .select
    policy.onBlur = EditingPolicy.Leaving.allCases.randomElement(using: &random) ?? .keep
    policy.afterDelete = EditingPolicy.AfterDelete.allCases.randomElement(using: &random) ?? .caret
    policy.isReadOnly = Int.random(in: 0..<20, using: &random) == 0
    if Int.random(in: 0..<8, using: &random) == 0 { policy.fixed = ["a@x.org", "bl@y.org"] }
    policy.duplicate = EditingPolicy.OnDuplicate.allCases.randomElement(using: &random) ?? .warn
    policy.keepsInvalid = Bool.random(using: &random)
    policy.isCaseSensitive = Int.random(in: 0..<6, using: &random) == 0
    var problems: [String] = []
    if Int.random(in: 0..<4, using: &random) == 0 {
      let rules = ["email", "noneOf(x, b@x.org)", "oneOf(a@x.org, Bo <BL@y.org>, dd@y.org)", "minLength(7)"]
      let rule = rules.randomElement(using: &random) ?? "email"
      policy.validation = Validation(RuleStep.steps(of: rule, problems: &problems), problems: &problems)
    }
    if Int.random(in: 0..<4, using: &random) == 0 {
      let steps = ["lower", "upper |>> accepted", "stripPrefix(a)"].randomElement(using: &random) ?? "lower"
      policy.transform = Transform(RuleStep.steps(of: steps, problems: &problems), problems: &problems)
    }
    let bytes = Array(text.utf8)
    return Editor(bytes, .addressList, policy: policy, caret: Int.random(in: 0...bytes.count, using: &random))
  }

  /// One field through a sequence.
  private struct Run {
    var editor: Editor
    let seed: UInt64
    let number: Int
    var trace: [(name: String, before: Editor, outcome: EditingOutcome?)] = []
    var edits = 0
    var isSound = true

    init(_ editor: Editor, seed: UInt64, number: Int) {
      (self.editor, self.seed, self.number) = (editor, seed, number)
    }

    mutating func step(_ random: inout Seeded) {
      let before = editor
      let count = before.tokens.count
      let index = Int.random(in: -1...count, using: &random)
      let text = (sound + typed).randomElement(using: &random) ?? ""
      let (name, outcome) = act(Int.random(in: 0..<32, using: &random), index, text, &random)
      trace.append((name, before, outcome))
      guard let outcome else { return }
      check(before, outcome, name)
      editor = outcome.editor
    }

    /// Types, which is no outcome, or does one operation.
    private mutating func act(
      _ what: Int, _ index: Int, _ text: String, _ random: inout Seeded
    ) -> (String, EditingOutcome?) {
      let shift = Bool.random(using: &random)
      switch what {
      case 0...7:
        let caret = editor.caret ?? editor.value.count
        let key = EditorPropertiesTests.typed.randomElement(using: &random) ?? ""
        let pressed = editor.pressing(KeyPress(.text(key)))
        if !pressed.isHandled || editor.caret == nil {
          editor = editor.typing(caret..<caret, Array(key.utf8))
          return ("typed \(key)", nil)
        }
        return ("key \(key)", pressed)
      case 8:
        let caret = editor.caret ?? editor.value.count
        editor = editor.typing(max(0, caret - 1)..<caret, [])
        return ("deleted", nil)
      case 9:
        editor = editor.at(Int.random(in: 0...editor.value.count, using: &random))
        return ("moved", nil)
      case 10: return ("backspace", editor.pressing(KeyPress(.backspace)))
      case 11: return ("delete", editor.pressing(KeyPress(.delete)))
      case 12: return ("enter", editor.pressing(KeyPress(.enter)))
      case 13: return ("tab", editor.pressing(KeyPress(.tab)))
      case 14: return ("left", editor.pressing(KeyPress(.left, isShifted: shift)))
      case 15: return ("right", editor.pressing(KeyPress(.right, isShifted: shift)))
      case 16: return ("all", editor.pressing(KeyPress(.selectAll)))
      case 17: return ("escape", editor.pressing(KeyPress(.escape)))
      case 18: return ("add \(text)", editor.adding([text], at: shift ? index : nil))
      case 19: return ("remove \(index)", editor.removing([index]))
      case 20: return ("replace \(index) \(text)", editor.replacing(index, with: text))
      case 21: return ("edit \(index)", editor.editing(index))
      case 22: return ("move \(index)", editor.moving(index, to: Int.random(in: 0...6, using: &random)))
      case 23: return ("sort", editor.sorting())
      case 24: return ("unique", editor.uniting())
      case 25:
        let all = EditorPropertiesTests.sound + EditorPropertiesTests.broken
        let pasted = all.shuffled(using: &random).prefix(3).joined(separator: shift ? ", " : "\n")
        return ("paste \(pasted)", editor.pasting(pasted))
      case 26: return ("expand \(index)", editor.expanding(index))
      case 27: return ("accept \(text)", editor.accepting(text))
      case 28: return ("commit", editor.committing())
      case 29: return ("leave", editor.leaving())
      case 30: return shift ? ("cut", editor.cutting()) : ("select", editor.selecting([index, 0]))
      default:
        let texts = Array(EditorPropertiesTests.sound.shuffled(using: &random).prefix(3))
        return shift ? ("set \(texts)", editor.setting(texts)) : ("clear", editor.clearing())
      }
    }

    private mutating func check(_ before: Editor, _ outcome: EditingOutcome, _ name: String) {
      let after = outcome.editor
      if !outcome.changes.isEmpty { edits += 1 }
      let applied = outcome.changes.applied(to: before.value)
      expect(applied == after.value, "the edit is not what the state says")
      expect(after.list == EntryList(applied, .addressList, ReadingOptions()), "read anew it is another list")
      expect(
        outcome.changes.inverse(in: before.value).applied(to: applied) == before.value, "the inverse edit differs")
      // Replayed, the events give the tokens.
      let old = before.tokens.map(before.words)
      let new = after.tokens.map(after.words)
      var list: [TokenText]? = old
      for event in outcome.events { list = list?.after(event) }
      expect(
        list?.map(\.raw) == new.map(\.raw), "the events give \(list?.map(\.raw) ?? []), the state has \(new.map(\.raw))"
      )
      // What no event names stays, byte for byte, and in its order.
      if !outcome.isHandled { expect(outcome.changes.isEmpty, "an edit of what was not handled") }
      kept(before, outcome)
      if let caret = after.caret { expect(caret <= after.value.count, "the caret is outside") }
      expect(after.selection.indices.allSatisfy { $0 < new.count }, "a selected token is none")
      if before.policy.isReadOnly { expect(outcome.changes.isEmpty, "a change of what may not be changed") }
      for token in before.tokens where token.origin == nil && before.policy.fixed.contains(key(token, before) ?? "") {
        let raw = before.words(token).raw
        expect(new.contains { $0.raw == raw }, "\(raw) was fixed")
      }
    }

    private func key(_ token: EditedToken, _ editor: Editor) -> String? {
      token.entry.flatMap { editor.grammar.key(editor.list.entries[$0], editor.list) }
    }

    /// Everything outside the tokens that events name, and one separator each, is as it was.
    private mutating func kept(_ before: Editor, _ outcome: EditingOutcome) {
      var touched = 0
      var count = 0
      for event in outcome.events {
        switch event {
        case .didRemove(let token, _, _), .didAdd(let token, _, _): count += token.raw.utf8.count
        case .didReplace(let old, _, let new, _): count += old.raw.utf8.count + new.raw.utf8.count
        case .didChangeText(let text): count += text.utf8.count + before.draft.utf8.count
        default: break
        }
      }
      for change in outcome.changes { touched += change.range.count }
      if count == 0, outcome.reason == nil {
        // Only blanks and a separator that is due, or the text that Esc brings back.
        let origin = before.work?.origin?.count ?? 0
        expect(touched <= origin + before.draft.utf8.count + 2, "bytes changed that nothing names: \(outcome.changes)")
      }
      // Who is not named by an event is there still, as often, and with the same address.
      var named: [String: Int] = [:]
      for event in outcome.events {
        switch event {
        case .didRemove(let token, _, _): named[token.raw, default: 0] += 1
        case .didReplace(let old, _, _, _): named[old.raw, default: 0] += 1
        default: break
        }
      }
      var there = values(outcome.editor.ended())
      for (raw, values) in values(before) {
        let gone = named[raw] ?? 0
        for value in values.dropFirst(gone) {
          let place = there[raw]?.firstIndex(of: value)
          if let place { there[raw]?.remove(at: place) } else { expect(false, "\(raw) for \(value) is lost") }
        }
      }
    }

    /// The addresses of each token by its text, the draft and what an open quote may hide aside.
    private func values(_ editor: Editor) -> [String: [String]] {
      var result: [String: [String]] = [:]
      for token in editor.tokens where token.origin == nil {
        let words = editor.words(token)
        if words.raw.utf8.filter({ $0 == UInt8(ascii: "\"") }).count % 2 == 0 {
          result[words.raw, default: []].append(words.value)
        }
      }
      return result
    }

    private mutating func expect(_ holds: Bool, _ what: @autoclosure () -> String) {
      guard !holds, isSound else { return }
      isSound = false
      let steps = trace.suffix(4).map { step in
        let after = step.outcome.map { "\(MarkedField.marked($0.editor)), \($0.events.map(\.brief))" } ?? ""
        return "\(MarkedField.marked(step.before)) – \(step.name) → \(after)"
      }
      Issue.record("seed \(seed), sequence \(number): \(what())\n\(steps.joined(separator: "\n"))")
    }
  }
}
