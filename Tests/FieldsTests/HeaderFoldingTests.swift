import Fields
import Support
import Testing

/// Lines of a header that get no longer than 78 characters by what is added (RFC 5322 2.1.1, 2.2.3).
@Suite struct HeaderFoldingTests {
  private func editor(
    _ value: String, field: String? = "To", hasReturns: Bool = false, policy: EditingPolicy? = nil
  ) -> Editor {
    var options = ReadingOptions(field: field, column: (field?.utf8.count ?? 0) + 1)
    options.surroundings.hasReturns = hasReturns
    return Editor(Array(value.utf8), .addressList, options, policy: policy, caret: nil)
  }

  private func text(_ outcome: EditingOutcome) -> String { String(decoding: outcome.editor.value, as: UTF8.self) }

  private static let long = " anastasia.ruiz@example.org, bartholomew.li@example.org"

  @Test func `G47 what is added goes on a new line where its own would get too long`() {
    let added = editor(Self.long).adding(["Cy Ode <cyprian.ode@example.org>"])
    #expect(text(added) == Self.long + ",\n Cy Ode <cyprian.ode@example.org>")
    let windows = editor(Self.long, hasReturns: true).adding(["Cy Ode <cyprian.ode@example.org>"])
    #expect(text(windows) == Self.long + ",\r\n Cy Ode <cyprian.ode@example.org>")
    // There is room for a short one, up to the last column.
    #expect(text(editor(Self.long).adding(["cy@example.org"])) == Self.long + ", cy@example.org")
    let fit = String(repeating: "c", count: 78 - 3 - Self.long.count - 2 - 12) + "@example.org"
    #expect(text(editor(Self.long).adding([fit])) == Self.long + ", " + fit)
    #expect(text(editor(Self.long).adding(["c" + fit])) == Self.long + ",\n c" + fit)
  }

  @Test func `G47 what is put before others moves them to a new line where theirs would get too long`() {
    let added = editor(Self.long).adding(["Cy Ode <cyprian.ode@example.org>"], at: 0)
    #expect(text(added) == " Cy Ode <cyprian.ode@example.org>,\n" + Self.long)
    #expect(text(editor(Self.long).adding(["cy@x.org"], at: 1)) == Self.long.replacing(", ", with: ", cy@x.org, "))
  }

  @Test func `G47 what is folded already goes on as it does`() {
    let value = " ana@example.org,\n\tbartholomew.li.of.the.north@example.org, cyprian@example.org"
    #expect(text(editor(value).adding(["desiderius@example.org"])) == value + ",\n\tdesiderius@example.org")
    let ending = Self.long + ", "
    #expect(
      text(editor(ending).adding(["cyprian.ode.of.x@example.org"]))
        == Self.long + ",\n cyprian.ode.of.x@example.org")
  }

  @Test func `G47 many that come at once are folded between them, and only there`() {
    let many = (0..<8).map { "person.number.\($0)@example.org" }
    let outcome = editor("").adding(many)
    let lines = ("To:" + text(outcome)).split(separator: "\n")
    #expect(lines.count == 4 && lines.allSatisfy { $0.utf8.count <= 78 })
    #expect(outcome.editor.tokens.map { outcome.editor.words($0).raw } == many)
    let pasted = MarkedField(" ▮", .addressList, ReadingOptions(field: "To", column: 3)).editor
      .pasting(many.joined(separator: ", "))
    #expect(pasted.editor.tokens.map { pasted.editor.words($0).raw } == many)
    #expect(("To:" + text(pasted)).split(separator: "\n").allSatisfy { $0.utf8.count <= 79 })
  }

  @Test func `what is typed or chosen stays on its line, and so does what is in no header`() {
    let typed = MarkedField(Self.long + ", ▮", .addressList, ReadingOptions(field: "To", column: 3)).editor
      .accepting("Cy Ode <cyprian.ode@example.org>")
    #expect(text(typed) == Self.long + ", Cy Ode <cyprian.ode@example.org>, ")
    let bare = editor(Self.long, field: nil).adding(["Cy Ode <cyprian.ode@example.org>"])
    #expect(text(bare) == Self.long + ", Cy Ode <cyprian.ode@example.org>")
  }

  @Test func `G47 added and removed again nothing has changed, and nobody is lost`() {
    let pieces = [
      "a@x.org", "Bo Li <bo@example.org>", "\"Ruiz, Ana\" <ana.ruiz@example.org>", "T: t@x.org, u@x.org;",
      "Jürgen Groß <j@example.org>", "some.very.long.local.part.of.an.address@a.very.long.domain.example.org",
    ]
    var random = Seeded(seed: 47)
    var folded = 0
    for _ in 0..<3_000 {
      var value = " "
      for index in 0..<Int.random(in: 1...5, using: &random) {
        if index > 0 { value += [", ", ",\n ", ",\n\t"].randomElement(using: &random) ?? "," }
        value += pieces.randomElement(using: &random) ?? "a@x.org"
      }
      var policy = EditingPolicy()
      policy.duplicate = .allow
      let before = editor(value, policy: policy)
      let new = (0..<Int.random(in: 1...3, using: &random)).compactMap { _ in pieces.randomElement(using: &random) }
      let added = before.adding(new)
      let count = before.tokens.count
      let texts = added.editor.tokens.map { added.editor.words($0).raw }
      #expect(Array(texts.prefix(count)) == before.tokens.map { before.words($0).raw }, "\(value)")
      #expect(added.editor.list.reading.faults.filter { $0.severity == .error } == [], "\(text(added))")
      if text(added).dropFirst(value.count).contains("\n") { folded += 1 }
      let removed = added.editor.removing(Array(count..<added.editor.tokens.count))
      #expect(text(removed) == value, "\(text(added))")
    }
    #expect(folded > 500)
  }
}
