import Fields
import Support
import Testing

/// Edits of lists of every syntax and style: nothing is lost, and what was written in the list's style stays so.
@Suite struct ListEditingPropertiesTests {
  private func values(_ editor: Editor) -> [String] { editor.tokens.map { editor.words($0).value } }

  private func text(_ editor: Editor) -> String { String(decoding: editor.value, as: UTF8.self).debugDescription }

  @Test(arguments: ListStyle.all)
  func `G48 what is added and removed again leaves every byte as it was`(style: ListStyle) {
    var random = Seeded(seed: 41)
    for _ in 0..<400 {
      let editor = style.list(Int.random(in: 2...style.pool.count, using: &random), &random)
      let index = Int.random(in: 0...editor.tokens.count, using: &random)
      let word = style.words.randomElement(using: &random) ?? ""
      let added = editor.adding([word], at: index)
      guard added.reason == nil else {
        Issue.record("\(added.reason?.rawValue ?? ""): \(word) at \(index) of \(text(editor))")
        return
      }
      let removed = added.editor.removing([index])
      guard removed.editor.value == editor.value else {
        Issue.record("\(text(editor)) + \(word) at \(index): \(text(added.editor)) → \(text(removed.editor))")
        return
      }
    }
  }

  @Test(arguments: ListStyle.all)
  func `G47 what is spelled for a list reads back as the same`(style: ListStyle) {
    var random = Seeded(seed: 42)
    for word in style.words {
      let editor = style.list(2, &random)
      guard let spelled = editor.list.spelled(name: "", value: word) else { continue }
      let added = editor.adding([String(decoding: spelled, as: UTF8.self)])
      #expect(added.editor.list.entries.count == 3, "\(word)")
      let last = values(added.editor).last ?? ""
      #expect(
        word.hasSuffix(last) || last.hasSuffix(word) || word == "<\(last)>" || word.contains("<\(last)>"),
        "\(word) is \(last)")
    }
  }

  @Test(arguments: ListStyle.all)
  func `random edits keep every token and can be undone`(style: ListStyle) {
    var random = Seeded(seed: 43)
    var edits = 0
    for number in 0..<600 {
      var editor = style.list(Int.random(in: 0...style.pool.count, using: &random), &random)
      for _ in 0..<Int.random(in: 2...6, using: &random) {
        let (name, outcome) = act(style, editor, &random)
        if let problem = problem(editor, outcome) {
          Issue.record("list \(number), \(name): \(problem)\n\(text(editor)) → \(text(outcome.editor))")
          return
        }
        if !outcome.changes.isEmpty { edits += 1 }
        editor = outcome.editor.ended().at(nil)
      }
    }
    #expect(edits > 600)
  }

  private func act(_ style: ListStyle, _ editor: Editor, _ random: inout Seeded) -> (String, EditingOutcome) {
    let count = editor.tokens.count
    let index = Int.random(in: 0...max(0, count - 1), using: &random)
    let word = (style.words + style.pool).randomElement(using: &random) ?? ""
    switch Int.random(in: 0..<12, using: &random) {
    case 0...2: return ("add \(word)", editor.adding([word], at: Int.random(in: 0...count, using: &random)))
    case 3: return ("remove \(index)", editor.removing([index]))
    case 4:
      let chosen = (0..<count).filter { _ in Bool.random(using: &random) }
      return ("remove \(chosen)", editor.removing(chosen))
    case 5: return ("replace \(index) \(word)", editor.replacing(index, with: word))
    case 6: return ("move \(index)", editor.moving(index, to: Int.random(in: 0...max(0, count), using: &random)))
    case 7: return ("sort", editor.sorting())
    case 8: return ("unique", editor.uniting())
    case 9: return ("set", editor.setting(Array(style.words.shuffled(using: &random).prefix(3))))
    case 10:
      let pasted = style.words.shuffled(using: &random).prefix(2).joined(separator: "\n")
      return ("paste \(pasted.debugDescription)", editor.pasting(pasted))
    default: return ("clear", editor.clearing())
    }
  }

  @Test(arguments: ListStyle.all)
  func `keys and typing cost no token that they do not name`(style: ListStyle) {
    var random = Seeded(seed: 45)
    var edits = 0
    for number in 0..<800 {
      var editor = style.list(Int.random(in: 0...style.pool.count, using: &random), &random)
      editor = editor.at(Int.random(in: 0...editor.value.count, using: &random))
      for _ in 0..<Int.random(in: 3...9, using: &random) {
        let caret = editor.caret ?? editor.value.count
        let typed = ["a", "é", " ", ",", ":", "@", "#", "\"", "]", "no"].randomElement(using: &random) ?? "a"
        let keys: [Key] = [.backspace, .delete, .enter, .tab, .left, .right, .escape, .selectAll, .text(typed)]
        let word = (style.words + style.pool).randomElement(using: &random) ?? ""
        let outcome: EditingOutcome
        switch Int.random(in: 0..<12, using: &random) {
        case 0...2:
          editor = editor.typing(caret..<caret, Array(typed.utf8))
          continue
        case 3:
          editor = editor.at(Int.random(in: 0...editor.value.count, using: &random))
          continue
        case 4: outcome = editor.accepting(word)
        case 5: outcome = editor.committing()
        case 6: outcome = editor.pasting(word)
        case 7: outcome = editor.editing(Int.random(in: 0...max(0, editor.tokens.count - 1), using: &random))
        case 8: outcome = editor.leaving()
        default: outcome = editor.pressing(KeyPress(keys.randomElement(using: &random) ?? .enter))
        }
        if let problem = problem(editor, outcome) {
          Issue.record(
            "list \(number): \(problem)\n\(MarkedField.marked(editor)) → \(MarkedField.marked(outcome.editor)), \(outcome.events.map(\.brief))"
          )
          return
        }
        if !outcome.changes.isEmpty { edits += 1 }
        editor = outcome.editor
      }
    }
    #expect(edits > 100)
  }

  /// What is wrong with an outcome; nil for nothing.
  private func problem(_ before: Editor, _ outcome: EditingOutcome) -> String? {
    let after = outcome.editor
    if outcome.changes.isEmpty, after.value == before.value || outcome.events.isEmpty { return nil }
    let applied = outcome.changes.applied(to: before.value)
    if applied != after.value { return "the edit is not what the state says" }
    if after.list != EntryList(applied, before.grammar, before.options) { return "read anew it is another list" }
    if outcome.changes.inverse(in: before.value).applied(to: applied) != before.value { return "the inverse differs" }
    var list: [TokenText]? = before.tokens.map(before.words)
    for event in outcome.events { list = list?.after(event) }
    let new = after.tokens.map(after.words)
    if list?.map(\.raw) != new.map(\.raw) { return "the events give \(list?.map(\.raw) ?? [])" }
    // What no event names means what it meant.
    var kept = before.tokens.filter { $0.origin == nil }.map(before.words)
    let there = after.ended().tokens.map(after.ended().words)
    for event in outcome.events {
      switch event {
      case .didRemove(let token, _, _), .didReplace(let token, _, _, _):
        if let index = kept.firstIndex(where: { $0.raw == token.raw }) { kept.remove(at: index) }
      default: break
      }
    }
    for token in kept where !there.contains(token) { return "\(token.raw) for \(token.value) is lost" }
    // What is accepted is one edit with its commit, which may write blanks anew.
    if outcome.events.contains(where: { $0.brief.hasPrefix("didAccept") }) { return nil }
    let touched = outcome.changes.reduce(0) { $0 + $1.range.count }
    if before.work == nil, kept.count == before.tokens.count, !outcome.events.isEmpty, touched > 0 {
      return "bytes went that nothing names"
    }
    return nil
  }

  // MARK: Other programs

  private func compare(_ module: String, _ script: String, _ names: [String], _ frame: (String) -> String) throws {
    var random = Seeded(seed: 44)
    var texts: [String] = []
    var expected: [[String]] = []
    for style in ListStyle.all where names.contains(where: style.name.hasPrefix) {
      for _ in 0..<150 {
        var editor = style.list(Int.random(in: 1...style.pool.count, using: &random), &random)
        for _ in 0..<4 { editor = act(style, editor, &random).1.editor.ended().at(nil) }
        texts.append(frame(String(decoding: editor.value, as: UTF8.self)))
        expected.append(values(editor))
      }
    }
    #expect(texts.count >= 150)
    guard let answers = try Python.answers(module, script, texts) else { return }
    let wrong = zip(zip(answers, expected), texts).filter { $0.0.0 != $0.0.1 }
    #expect(wrong.map { "\($0.1.debugDescription) is \($0.0.0), not \($0.0.1)" } == [])
  }

  @Test func `PyYAML reads lists after edits as they are read here`() throws {
    let script = """
      import sys,json,yaml
      print(json.dumps([yaml.safe_load(t)['tags'] for t in json.load(sys.stdin)]))
      """
    let names = ["YAML in", "YAML one", "YAML with"]
    try compare("yaml", script, names) { "tags:\($0)\nother: 1\n" }
  }

  @Test func `PyYAML reads any text that is added as it was given`() throws {
    let script = """
      import sys,json,yaml
      print(json.dumps([yaml.safe_load(t)['tags'] for t in json.load(sys.stdin)]))
      """
    let pieces = [
      ":", "&", "*", "!", "|", ">", "%", "@", "`", "-", "?", "#", "'", "\"", ",", "[", "]", "{", "}", " ", "x", "co",
      "é", "~", "=",
    ]
    var random = Seeded(seed: 92)
    var (texts, expected): ([String], [[String]]) = ([], [])
    for number in 0..<1500 {
      let text = (0..<Int.random(in: 1...5, using: &random)).compactMap { _ in pieces.randomElement(using: &random) }
        .joined()
      let list = [" [a]", "\n  - a\n  - b", " []", "", " ['a', 'b']"].randomElement(using: &random) ?? ""
      var options = ReadingOptions(field: "tags", column: 5)
      options.surroundings = Surroundings(flavor: .generic)
      let outcome = Editor(Array(list.utf8), .yamlTags, options, caret: nil).adding([text])
      guard outcome.reason == nil, outcome.editor.tokens.count > 0 else { continue }
      let value = outcome.editor.list
      texts.append("tags:\(String(decoding: value.value, as: UTF8.self))\nother: 1\n")
      expected.append(value.reading.tokens.map { Grammar.yamlTags.value($0, in: value.value) })
      let trimmed = String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      let isQuoted = trimmed.count > 1 && ["'", "\""].contains(trimmed.first) && trimmed.first == trimmed.last
      #expect(
        isQuoted || expected.last?.last == trimmed,
        "seed 92, number \(number): \(text.debugDescription) in \(list.debugDescription)")
    }
    #expect(texts.count > 1000)
    guard let answers = try Python.answers("yaml", script, texts) else { return }
    let wrong = zip(zip(answers, expected), texts).filter { $0.0.0 != $0.0.1 }
    #expect(wrong.map { "\($0.1.debugDescription) is \($0.0.0), not \($0.0.1)" } == [])
  }

  @Test func `tomllib reads arrays after edits as they are read here`() throws {
    let script = """
      import sys,json,tomllib
      print(json.dumps([tomllib.loads(t)['tags'] for t in json.load(sys.stdin)]))
      """
    try compare("tomllib", script, ["TOML"]) { "tags =\($0)\nother = 1\n" }
  }

  @Test func `Python reads arrays of JSON after edits as they are read here`() throws {
    let script = "import sys,json\nprint(json.dumps([json.loads(t)['keywords'] for t in json.load(sys.stdin)]))"
    try compare("json", script, ["JSON"]) { "{\"keywords\":\($0), \"x\": 1}" }
  }
}
