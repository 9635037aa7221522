import Fields
import Support
import Testing

/// People of BibTeX: how a list is cut, what a name is, and how one is written.
@Suite struct BibPersonsTests {
  private func values(_ text: String) -> [String] {
    let value = Array(text.utf8)
    return Grammar.bibPersons.read(value, ReadingOptions()).tokens.map { Grammar.bibPersons.value($0, in: value) }
  }

  private func faults(_ text: String) -> [String] {
    Grammar.bibPersons.read(Array(text.utf8), ReadingOptions()).faults.map {
      "\($0.rule.rawValue) \($0.range.lowerBound) \($0.range.upperBound)"
    }
  }

  @Test func `the word and separates outside braces, in any case, between white space`() {
    #expect(
      values(" {Ada Lovelace and Turing, Alan\n AND\tB and others}") == ["Ada Lovelace", "Turing, Alan", "B", "others"])
    #expect(
      values("{{Barnes and Noble} and Rand Andy and Anderson}") == ["{Barnes and Noble}", "Rand Andy", "Anderson"])
    #expect(values("\"A and \" # mac # { and B}") == ["A", "B"])
    #expect(
      values("{M{\\\"u}ller, J{\\\"o}rg and Erd{\\H o}s and {UNESCO} and {\\'E}mile}") == [
        "Müller, Jörg", "Erdős", "UNESCO", "Émile",
      ])
    #expect(values("{A \\emph{b c} and R\\&D}") == ["A \\emphb c", "R&D"])
    #expect(values("{and B}") == ["and B"])
  }

  @Test func `what is missing, there twice or never closed is said`() {
    #expect(faults("{A and and B}") == ["empty-item 7 10"])
    #expect(faults("{A and }") == ["trailing-separator 3 6"])
    #expect(faults("{Ada Lovelace and Lovelace, Ada}") == ["duplicate 18 31"])
    #expect(faults("{A and B") == ["unclosed 0 1"])
    #expect(faults("{}") == [])
  }

  @Test(arguments: [
    ("Ada Lovelace", "Lovelace, Ada", "Ada Lovelace"), ("Lovelace, Ada", "Lovelace, Ada", "Ada Lovelace"),
    ("Simon de la Vega", "de la Vega, Simon", "Simon de la Vega"),
    ("de la Vega, Simon", "de la Vega, Simon", "Simon de la Vega"),
    ("King, Jr, Martin Luther", "King, Jr, Martin Luther", "King, Jr, Martin Luther"),
    ("García Márquez, Gabriel", "García Márquez, Gabriel", "García Márquez, Gabriel"),
    ("Plato", "Plato", "Plato"), ("{Royal Society}", "{Royal Society}", "{Royal Society}"),
    ("vega", "vega", "vega"), ("A, B, C, D", "A, B, C, D", "A, B, C, D"), (", B", ", B", ", B"), ("", "", ""),
  ])
  func `a name has one order, and is spoken without commas where that is the same name`(
    _ name: String, _ ordered: String, _ spoken: String
  ) {
    #expect(BibName(name).ordered == ordered)
    #expect(BibName(name).spoken == spoken)
    #expect(Grammar.bibPersons.key(ofValue: spoken) == Grammar.bibPersons.key(ofValue: name))
  }

  @Test func `a name gets braces where it would be several or none`() {
    func spelled(_ name: String) -> String { Grammar.bibPersons.spell(name: "", value: name) }
    #expect(spelled("Ada Lovelace") == "Ada Lovelace" && spelled("Ruiz, Ana") == "Ruiz, Ana")
    #expect(spelled("Barnes and Noble") == "{Barnes and Noble}" && spelled("and so") == "{and so}")
    #expect(spelled("A, B, C, D") == "{A, B, C, D}" && spelled("Acme,") == "{Acme,}")
    #expect(spelled("{Royal Society}, R&D") == "{Royal Society}, R\\&D")
    #expect(spelled("a}b") == "" && spelled("Rand") == "Rand")
    #expect(Grammar.bibPersons.spell(name: "Ana", value: "") == "Ana")
  }

  @Test func `whoever nobody names stays the last`() {
    let value = " {Bo Lee and Ana Ruiz and others}"
    let editor = MarkedField(value, .bibPersons, ReadingOptions(field: "author")).editor
    func text(_ outcome: EditingOutcome) -> String { String(decoding: outcome.editor.value, as: UTF8.self) }
    #expect(text(editor.adding(["Cy Doe"])) == " {Bo Lee and Ana Ruiz and Cy Doe and others}")
    #expect(text(editor.sorting()) == value)
    #expect(text(editor.moving(0, to: 2)) == " {Ana Ruiz and Bo Lee and others}")
    #expect(editor.moving(2, to: 0).reason == .notAllowed)
    #expect(text(editor.removing([2])) == " {Bo Lee and Ana Ruiz}")
    #expect(text(editor.removing([0, 1])) == " {others}")
    #expect(text(editor.replacing(0, with: "Lee, Bo")) == " {Lee, Bo and Ana Ruiz and others}")
  }

  @Test func `people are sorted by their last names`() {
    let editor = MarkedField(" {Zoe Adams and Adams, Bo and Ana Ruiz}", .bibPersons, ReadingOptions()).editor
    #expect(String(decoding: editor.sorting().editor.value, as: UTF8.self) == " {Adams, Bo and Zoe Adams and Ana Ruiz}")
  }

  @Test func `what is spelled reads back as the same name, whatever it is`() {
    var random = Seeded(seed: 71)
    let parts = [
      "Ada", "van", "der", "Noble", "and", ",", "{x y}", "R&D", "é", "~", "\"", "\\", "%", "{", "}", "others", "-",
    ]
    for _ in 0..<2000 {
      let count = Int.random(in: 1...6, using: &random)
      let name = (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined(separator: " ")
      let written = Grammar.bibPersons.spell(name: "", value: name)
      if written.isEmpty { continue }
      let found = values("{A and \(written) and B}")
      #expect(found.count == 3, "seed 71: \(name) as \(written)")
    }
  }

  @Test func `fields of people stand beside keywords, but not where only these are asked for`() {
    let text = Text(Array("@book{k, Author = {A}, editor = \"B\", keywords = {c}, title = {D and E}}\n".utf8))
    #expect(Finder.bibliography.find(in: text).fields.map(\.name) == ["author", "editor", "keywords"])
    let kind = Finder.bibliography.ofKind(FindingOptions())
    #expect(Finder.bibliography.find(in: text, kind).fields.map(\.name) == ["keywords"])
  }
}
