import Fields
import Testing

/// What keys do in a field: semantics.md H.2 to H.4, and the rows that they settle; tests are named by these rows.
@Suite struct EditorKeysTests {
  /// Presses keys in a marked field: `BS`, `Del`, `Enter`, `Tab`, `Left`, `S-Left`, `C-A`, `Esc`, or a text.
  private func check(
    _ text: String, _ keys: String..., gives expected: String, events: [String]? = nil, reason: Reason? = nil,
    isHandled: Bool? = nil, policy: EditingPolicy = EditingPolicy(), at location: SourceLocation = #_sourceLocation
  ) {
    var editor = MarkedField(text, policy: policy).editor
    var last: EditingOutcome?
    var happened: [String] = []
    for key in keys {
      let outcome = editor.pressing(Self.press(key))
      #expect(outcome.changes.applied(to: editor.value) == outcome.editor.value, sourceLocation: location)
      if !outcome.isHandled, case .text(let typed) = Self.press(key).key, let caret = editor.caret {
        editor = editor.typing(caret..<caret, Array(typed.utf8))
      } else if !outcome.isHandled, key == "BS", let caret = editor.caret, caret > 0 {
        editor = editor.typing(caret - 1..<caret, [])
      } else {
        editor = outcome.editor
      }
      happened += outcome.events.map(\.brief)
      last = outcome
    }
    #expect(MarkedField.marked(editor) == expected, sourceLocation: location)
    if let events { #expect(happened == events, sourceLocation: location) }
    #expect(last?.reason == reason, sourceLocation: location)
    if let isHandled { #expect(last?.isHandled == isHandled, sourceLocation: location) }
  }

  private static func press(_ name: String) -> KeyPress {
    let isShifted = name.hasPrefix("S-")
    let key: Key =
      switch isShifted ? String(name.dropFirst(2)) : name {
      case "BS", "BS*": .backspace
      case "Del": .delete
      case "Enter": .enter
      case "Tab": .tab
      case "Left": .left
      case "Right": .right
      case "Home": .home
      case "End": .end
      case "C-A": .selectAll
      case "Esc": .escape
      default: .text(name)
      }
    return KeyPress(key, isShifted: isShifted, isRepeated: name == "BS*")
  }

  private func policy(_ change: (inout EditingPolicy) -> Void) -> EditingPolicy {
    var policy = EditingPolicy()
    change(&policy)
    return policy
  }

  @Test func `A6 Backspace in an empty place selects and changes nothing`() {
    check(" a@x.org, ▮", "BS", gives: " ⟪a@x.org⟫, ▮", events: ["didSelect 0"], isHandled: true)
  }

  @Test func `A11 A32 selecting a token ends no editing`() {
    let outcome = MarkedField(" a@x.org, ▮").editor.pressing(KeyPress(.backspace))
    #expect(!outcome.events.contains(.didEndEditing) && outcome.editor.mode == .selected && outcome.editor.caret != nil)
  }

  @Test func `A8 the same press twice gives the same outcome and deletes nothing`() {
    let editor = MarkedField(" a@x.org, ▮").editor
    #expect(editor.pressing(KeyPress(.backspace)) == editor.pressing(KeyPress(.backspace)))
    #expect(editor.pressing(KeyPress(.backspace)).changes.isEmpty)
  }

  @Test func `A44 the press that empties the draft selects nothing, the next one does`() {
    check(" a@x.org, ~b▮", "BS", gives: " a@x.org, ▮", isHandled: false)
    check(" a@x.org, ~b▮", "BS", "BS", gives: " ⟪a@x.org⟫, ▮", events: ["didSelect 0"])
  }

  @Test func `A45 the second Backspace removes the selected token`() {
    check(" ⟪a⟫, ▮", "BS", gives: " ▮", events: ["didRemove 0 a", "didUnselect"])
    check(" a, ▮", "BS", "BS", gives: " ▮")
  }

  @Test func `A46 after leaving and coming back Backspace selects`() {
    let left = MarkedField(" a, ▮").editor.leaving().editor
    let back = left.entering().editor.pressing(KeyPress(.backspace))
    #expect(MarkedField.marked(back.editor) == " ⟪a⟫, ▮")
  }

  @Test func `A47 after a deletion the previous token can be selected`() {
    let previous = policy { $0.afterDelete = .previous }
    check(" a, b, ⟪c⟫, ▮", "BS", gives: " a, ⟪b⟫, ▮", policy: previous)
    check(" a, b, ⟪c⟫, ▮", "BS", gives: " a, b, ▮")
  }

  @Test func `A48 I4 typing over a selection takes its place, Enter and separators delete nothing`() {
    check(" ⟪a⟫, b▮", "x", gives: " ~x▮, b", events: ["didRemove 0 a", "didChangeText “x”", "didUnselect"])
    check(" ⟪a⟫, b, ~draft▮", "x", gives: " ~x▮, b, draft")
    check(" ⟪a⟫, b, ▮", "Enter", gives: " a▮, b, ", events: ["didChangeText “a”", "didUnselect"])
    check(" ⟪a⟫, b, ▮", ",", gives: " ⟪a⟫, b, ▮", events: [])
    check(" ⟪a⟫, ⟪b⟫, ▮", "Enter", gives: " ⟪a⟫, ⟪b⟫, ▮", events: [])
    check(" ⟪a⟫, b, ▮", "Tab", gives: " a, b, ▮", events: ["didUnselect"])
    check(" ⟪a⟫, b, ▮", "x", gives: " a, b, ~x▮", policy: policy { $0.typeOverSelected = .append })
  }

  @Test func `A12 Enter commits first and returns then`() {
    check(" ~bo▮", "Enter", gives: " bo, ▮", events: ["didAdd 0 bo", "didChangeText “”", "didReturn"])
  }

  @Test func `A13 A14 a commit is one didAdd and then one didChangeText`() {
    check(" a, ~bo▮", ",", gives: " a, bo, ▮", events: ["didAdd 1 bo", "didChangeText “”"])
  }

  @Test func `A28 I11 a separator commits what stands before the caret`() {
    check(" ~ab▮cd", ",", gives: " ab, ▮~cd", events: ["didAdd 0 ab", "didChangeText “cd”"])
  }

  @Test func `A28 I10 a rejected separator is written`() {
    check(
      " a@x.org, ~A@X.org▮", ",", gives: " a@x.org, A@X.org,▮", reason: .duplicate, isHandled: false)
    check(
      " a@x.org, ~A@X.org▮", ",", gives: " a@x.org, ~A@X.org▮", events: ["didReject duplicate A@X.org"],
      reason: .duplicate, isHandled: true, policy: policy { $0.insertsRejectedSeparator = false })
  }

  @Test func `A41 I2 a duplicate is told as such and stays as text`() {
    check(
      " a@x.org, ~A@X.org▮", "Enter", gives: " a@x.org, ~A@X.org▮", events: ["didReject duplicate A@X.org"],
      reason: .duplicate)
  }

  @Test func `A49 A50 A51 one token is selected at a time, and a caret in the text selects none`() {
    let editor = MarkedField(" a, b, ~dr▮").editor
    let one = editor.selecting([0]).editor
    #expect(one.selecting([1]).editor.selection.indices == [1] && one.draft == "dr")
    #expect(one.at(4).selection.isEmpty)
  }

  @Test func `A69 where only what is valid is taken another text stays a draft`() {
    let valid = policy { $0.freeText = .valid }
    check(" ~x@y.org▮", "Enter", gives: " x@y.org, ▮", policy: valid)
    check(" ~zzz▮", "Enter", gives: " ~zzz▮", events: ["didReject syntax zzz"], reason: .syntax, policy: valid)
  }

  @Test func `B9 at the limit the draft stays a draft`() {
    let three = policy { $0.max = 3 }
    check(" a, b, c, ~d▮", "Enter", gives: " a, b, c, ~d▮", reason: .tooMany, policy: three)
    check(" a, b, ~c▮", "Enter", gives: " a, b, c, ▮", policy: three)
  }

  @Test func `G2 in a comment that begins an entry a separator is text`() {
    check(" (comment▮", ",", gives: " (comment,▮", isHandled: false)
    check(" a@x.org, (a▮", ",", gives: " a@x.org, (a,▮", isHandled: false)
    check(" a@x.org, ▮", ",", gives: " a@x.org, ▮", events: [], isHandled: true)
  }

  @Test func `Shift and Tab go back and commit nothing`() {
    for text in [" a@x.org, ▮", " a@x.org, ~bo@x.org▮", " ⟪a@x.org⟫, ▮"] {
      let outcome = MarkedField(text).editor.pressing(KeyPress(.tab, isShifted: true))
      #expect(outcome.leaving == .previous && outcome.changes.isEmpty && outcome.isHandled, "\(text)")
      #expect(MarkedField(text.replacing("~", with: "")).editor.pressing(KeyPress(.tab)).leaving == .next, "\(text)")
    }
    let own = policy { $0.onTab = .none }
    let outcome = MarkedField(" a@x.org, ▮", policy: own).editor.pressing(KeyPress(.tab, isShifted: true))
    #expect(!outcome.isHandled)
  }

  @Test func `B18 a blank never commits an address`() {
    check(" ~Bo▮", " ", gives: " ~Bo ▮", isHandled: false)
  }

  @Test func `B20 I5 Backspace deletes at once, opens or leaves it to the editor by policy`() {
    check(" a, ▮", "BS", gives: " ▮", events: ["didRemove 0 a"], policy: policy { $0.onBackspace = .delete })
    check(" a, ▮", "BS", gives: " a▮, ", events: ["didChangeText “a”"], policy: policy { $0.onBackspace = .edit })
    check(" a, ▮", "BS", gives: " a,▮", isHandled: false, policy: policy { $0.onBackspace = .none })
  }

  @Test func `B31 a commit in the middle leaves the caret behind the new token`() {
    check(" a, ~x▮, c", "Enter", gives: " a, x, ▮c", events: ["didAdd 1 x", "didChangeText “”", "didReturn"])
  }

  @Test func `B32 a separator in an empty place is swallowed`() {
    check(" a, ▮", ",", gives: " a, ▮", events: [], isHandled: true)
    check(" ▮", ",", gives: " ▮", events: [], isHandled: true)
    check(" a▮", ",", gives: " a, ▮", events: [], isHandled: true)
    check(" a▮, b", ",", gives: " a, ▮b", events: [], isHandled: true)
  }

  @Test func `E10 G29 a field that cannot be changed refuses every key`() {
    let closed = policy { $0.isReadOnly = true }
    check(" a, ▮", "BS", gives: " a, ▮", reason: .disabled, isHandled: true, policy: closed)
    for key in ["BS", "Del", "x"] { check(" ⟪a⟫, ▮", key, gives: " ⟪a⟫, ▮", reason: .disabled, policy: closed) }
    check(" ~bo▮", "Enter", gives: " ~bo▮", events: ["didReturn"], policy: closed)
    check(" ~bo▮", ",", gives: " ~bo▮", reason: .disabled, isHandled: true, policy: closed)
  }

  @Test func `E14 in a field from right to left Left goes to the next token`() {
    check(" a, ▮b", "Left", gives: " a, ▮⟪b⟫", policy: policy { $0.isRightToLeft = true })
  }

  @Test func `F1 Enter commits without any separators`() {
    check(" ~a▮", "Enter", gives: " a, ▮", policy: policy { $0.separators = [] })
  }

  @Test func `F13 G10 the arrows take a token as one step`() {
    check(" a, b, ▮", "Left", gives: " a, ⟪b⟫, ▮")
    check(" a, b, ▮", "Left", "Left", gives: " ⟪a⟫, b, ▮")
    check(" a, b, ▮", "Left", "Left", "Left", gives: " ⟪a⟫, b, ▮")
    check(" a, b, ▮", "Left", "Right", gives: " a, b, ▮")
    check(" ▮a, b", "Right", gives: " ▮⟪a⟫, b")
    check(" a, b, ▮", "Left", "Home", gives: " ⟪a⟫, b, ▮")
    check(" a, b, ~dr▮", "Left", gives: " a, b, ~dr▮", isHandled: false)
    check(" a, b, ▮~dr", "Left", gives: " a, ⟪b⟫, ▮~dr")
  }

  @Test func `G2 in quotes, brackets, comments and groups a separator is text`() {
    check(" ~\"Doe▮", ",", gives: " ~\"Doe,▮", isHandled: false)
    check(" ~a@x.org (hm▮", ",", gives: " ~a@x.org (hm,▮", isHandled: false)
    check(" ~Team: a▮", ",", gives: " ~Team: a,▮", isHandled: false)
  }

  @Test func `G3 a semicolon commits and a comma is written`() {
    check(" a, ~b▮", ";", gives: " a, b, ▮")
    check(" a; ~b▮", ";", gives: " a; b; ▮")
  }

  @Test func `G9 Esc restores what was edited, Enter commits it, an empty one is removed`() {
    let opened = MarkedField(" a, b, c").editor.editing(1).editor
    #expect(MarkedField.marked(opened) == " a, b▮, c" && opened.mode == .edit)
    let typed = opened.typing(5..<5, Array("x".utf8))
    let restored = typed.pressing(KeyPress(.escape))
    #expect(MarkedField.marked(restored.editor) == " a, b▮, c" && restored.editor.mode == .gap)
    let kept = typed.pressing(KeyPress(.enter))
    #expect(kept.events.map(\.brief) == ["didReplace 1 b bx", "didChangeText “”", "didReturn"])
    let empty = opened.typing(4..<5, [])
    #expect(empty.tokens.count == 3 && empty.mode == .edit)
    let removed = empty.pressing(KeyPress(.backspace))
    #expect(String(decoding: removed.editor.value, as: UTF8.self) == " a, c")
    #expect(removed.events.map(\.brief) == ["didRemove 1 b"])
    let same = MarkedField(" a@x.org, b@x.org, c").editor.editing(1).editor
    let twice = same.typing(10..<11, Array("a".utf8)).pressing(KeyPress(.enter))
    #expect(twice.reason == .duplicate && twice.changes.isEmpty)
  }

  @Test func `B23 an edited token left empty goes with its separator`() {
    let empty = MarkedField(" a, b, c").editor.editing(1).editor.typing(4..<5, [])
    #expect(String(decoding: empty.leaving().editor.value, as: UTF8.self) == " a, c")
  }

  @Test func `G11 Delete selects and removes the token behind the caret`() {
    check(" ▮a, b", "Del", gives: " ▮⟪a⟫, b")
    check(" ▮a, b", "Del", "Del", gives: " ▮b", events: ["didSelect 0", "didRemove 0 a", "didUnselect"])
    check(" a, ▮", "Del", gives: " a, ▮", events: [], isHandled: true)
  }

  @Test func `G12 a selection is extended with Shift, and deleted at once`() {
    check(" a, b, c, ▮", "S-Left", "S-Left", gives: " a, ⟪b⟫, ⟪c⟫, ▮")
    check(" a, b, c, ▮", "S-Left", "S-Left", "S-Right", gives: " a, b, ⟪c⟫, ▮")
    check(
      " a, b, c, ▮", "S-Left", "S-Left", "BS", gives: " a, ▮",
      events: ["didSelect 2", "didSelect 1 2", "didRemove 1 b", "didRemove 1 c", "didUnselect"])
    check(" a, b, ▮", "C-A", gives: " ⟪a⟫, ⟪b⟫, ▮")
    check(" a, ~b▮", "C-A", gives: " a, ~b▮", isHandled: false)
    check(" a, b, c, ▮", "S-Home", gives: " ⟪a⟫, ⟪b⟫, ⟪c⟫, ▮")
  }

  @Test func `G29 what is fixed can be selected and stays`() {
    let fixed = policy { $0.fixed = ["a@x.org"] }
    check(" a@x.org, ▮", "BS", gives: " ⟪a@x.org⟫, ▮", policy: fixed)
    check(" a@x.org, ▮", "BS", "BS", gives: " ⟪a@x.org⟫, ▮", reason: .fixed, policy: fixed)
    check(" ⟪a@x.org⟫, ⟪b⟫, ▮", "BS", gives: " a@x.org, ▮", reason: .fixed, policy: fixed)
    check(" ⟪a@x.org⟫, ▮", "x", gives: " ⟪a@x.org⟫, ▮", reason: .fixed, policy: fixed)
  }

  @Test func `G35 while an input method composes no key does anything`() {
    let outcome = MarkedField(" ~ta▮").editor.pressing(KeyPress(.enter, isComposing: true))
    #expect(!outcome.isHandled && outcome.events.isEmpty)
  }

  @Test func `G36 a key that repeats itself selects nothing`() {
    check(" a, ~b▮", "BS", "BS*", gives: " a, ▮", events: [])
  }

  @Test func `G43 H3 the caret between tokens is a place for another`() {
    check(" a, ▮c", "x", gives: " a, x▮c", isHandled: false)
    check(" a, ~x▮, c", ",", gives: " a, x, ▮c")
  }

  @Test func `H2 Backspace at the start of a draft or field never reaches the name`() {
    check(" a, ▮~b", "BS", gives: " ⟪a⟫, ▮~b")
    check(" ▮a", "BS", gives: " ▮a", events: [], isHandled: true)
    check(" ▮", "BS", gives: "▮", isHandled: false)
    check(" a@x▮.org", "BS", gives: " a@▮.org", isHandled: false)
  }

  @Test func `H3 a commit writes one separator on each inner side and keeps folds`() {
    check(" bo@x.org ~an@x.org▮", "Enter", gives: " bo@x.org, an@x.org, ▮")
    check(" a,\n ~b▮,\n c", "Enter", gives: " a,\n b,\n ▮c")
    check(" ~K. Reyes <k@x.org>▮", "Enter", gives: " \"K. Reyes\" <k@x.org>, ▮")
  }

  @Test func `G34 H5 what happens is said in one sentence`() {
    let editor = MarkedField(" Ana <a@x.org>, ~Bo <b@x.org>▮").editor
    let added = editor.pressing(KeyPress(.enter))
    #expect(added.announcement == "Added Bo, 2 of 2")
    let selected = added.editor.pressing(KeyPress(.backspace))
    #expect(selected.announcement == "Selected Bo, 2 of 2")
    #expect(selected.editor.pressing(KeyPress(.backspace)).announcement == "Removed Bo, 1 left")
    let both = added.editor.pressing(KeyPress(.selectAll))
    #expect(both.editor.pressing(KeyPress(.delete)).announcement == "Removed 2 entries, 0 left")
  }
}
