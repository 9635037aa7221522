import Fields
import Testing

/// A candidate takes the place of what was typed, and of nobody.
@Suite struct AcceptingTests {
  /// The value after a candidate was accepted at the caret `|`, where what stands before it was typed just now.
  private func accepted(_ marked: String, _ candidate: String, typed: String, origin: String? = nil) -> String {
    let caret = marked.utf8.distance(
      from: marked.startIndex, to: marked.firstIndex(of: "|") ?? marked.endIndex)
    let value = Array(marked.replacing("|", with: "").utf8)
    let start = caret - typed.utf8.count
    let end = caret + (origin.map { $0.utf8.count } ?? 0)
    let editor = Editor(
      value, .addressList, caret: caret,
      work: Editor.Work(range: start..<min(end, value.count), origin: origin.map { Array($0.utf8) }))
    let outcome = editor.accepting(candidate)
    #expect(outcome.changes.applied(to: value) == outcome.editor.value)
    return String(decoding: outcome.editor.value, as: UTF8.self)
  }

  private let ana = "Ana <ana@x.org>"

  @Test func `a member of a group takes its place among the others`() {
    #expect(accepted(" T: m@y.org, n@y.org, an|", ana, typed: "an") == " T: m@y.org, n@y.org, Ana <ana@x.org>")
    #expect(
      accepted(" T: m@y.org, an|, n@y.org;, q@y.org", ana, typed: "an")
        == " T: m@y.org, Ana <ana@x.org>, n@y.org;, q@y.org")
  }

  @Test func `what stood behind the caret stays`() {
    #expect(accepted(" an| bo@y.org, c@y.org", ana, typed: "an").contains("bo@y.org"))
    #expect(accepted(" an|bo@y.org, c@y.org", ana, typed: "an", origin: "bo@y.org").contains("bo@y.org, c@y.org"))
    #expect(accepted(" ana| zed", ana, typed: "ana").contains("zed"))
    for text in [" an| <b@y.org>, z@y.org", " an|\n b@y.org", " zo| Bo <b@y.org>"] {
      #expect(accepted(text, ana, typed: "an").contains("b@y.org"), "\(text.debugDescription)")
    }
  }

  @Test func `what was typed goes as a whole`() {
    #expect(accepted(" c@y.org, an|", ana, typed: "an") == " c@y.org, Ana <ana@x.org>, ")
    #expect(accepted(" an|, c@y.org", ana, typed: "an") == " Ana <ana@x.org>, c@y.org")
  }
}
