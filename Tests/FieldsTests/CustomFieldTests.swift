import Fields
import Support
import Testing

/// Fields that a user has described: where they stand, what their tokens are, and how they are edited.
@Suite struct CustomFieldTests {
  static let todo = CustomField(name: "todo", start: .anywhere, syntax: CustomSyntax(sigils: ["+", "@"]))
  static let tags = CustomField(name: "Tags", start: .prefix("Tags:"), syntax: CustomSyntax(separators: [",", ";"]))
  static let array = CustomSyntax(separators: [" "], quoting: .shell, closing: UInt8(ascii: ")"))

  static func depends() throws -> CustomField {
    CustomField(name: "depends", start: .pattern(try Pattern(#"(make|check|opt)?depends(_\w+)?=\("#)), syntax: array)
  }

  /// The fields of a text, each with its name and the values of its tokens.
  private func fields(_ text: String, _ definitions: CustomField...) -> [String] {
    let text = Text(Array(text.utf8))
    var finding = Finding(frame: 0..<0)
    finding.add(definitions, in: text)
    return finding.fields.map { field in
      let value = text.bytes(field.valueRange)
      let tokens = field.grammar.read(value, field.options).tokens
      return ([field.name] + tokens.map { field.grammar.value($0, in: value) }).joined(separator: "|")
    }
  }

  private func faults(_ text: String, _ definition: CustomField) -> [Rule] {
    let text = Text(Array(text.utf8))
    var finding = Finding(frame: 0..<0)
    finding.add([definition], in: text)
    let own = finding.fields.flatMap { $0.grammar.read(text.bytes($0.valueRange), $0.options).faults }
    return finding.faults.map(\.rule) + own.map(\.rule)
  }

  @Test func `todo txt has its projects and contexts line by line`() {
    let text = "(A) call +home about @phone\nnothing 1+1 a@b\nx 2024-01-01 done +home/attic\n+ alone\n"
    #expect(fields(text, Self.todo) == ["todo|+home|@phone", "todo|+home/attic", "todo"])
    #expect(faults("+a +a\n", Self.todo) == [])
  }

  @Test func `a line of tags begins with its prefix`() {
    #expect(fields("Title: x\n  Tags: red, deep blue; c\nTagsy: no\ntags: no\n", Self.tags) == ["Tags|red|deep blue|c"])
    #expect(fields("Tags:", Self.tags) == ["Tags"])
    #expect(faults("Tags: a,, a,\n", Self.tags) == [.emptyItem, .duplicate, .trailingSeparator])
  }

  @Test func `what the shell puts in ends no array`() throws {
    let depends = try Self.depends()
    #expect(fields("depends=(a $(b c) ${d) e} `f g` h)\nx=(no)\n", depends) == ["depends|a|$(b c)|${d) e}|`f g`|h"])
    #expect(fields("depends=($(\n  x ')' \"$(y)\" (z)\n) b)\n", depends) == ["depends|$(\n  x ')' \"$(y)\" (z)\n)|b"])
    #expect(fields("depends=(a-$(b)-c # $(\n d)\n", depends) == ["depends|a-$(b)-c|d"])
    #expect(faults("depends=(a$(b | c; d) e)\n", depends) == [])
    #expect(faults("depends=(a$(b c)\n\n", depends).contains(.unclosed))
    #expect(faults("depends=(a|b)\n", depends) == [.needsQuotes])
  }

  @Test func `words of the shell are cut as it cuts them`() throws {
    let depends = try Self.depends()
    func check(_ value: String, _ words: String..., at location: SourceLocation = #_sourceLocation) {
      let text = "depends=(\(value))\nx=(no)\n"
      #expect(fields(text, depends) == ["depends|" + words.joined(separator: "|")], sourceLocation: location)
      #expect(faults(text, depends) == [], sourceLocation: location)
      #expect(!isTorn(text, depends), sourceLocation: location)
    }
    check(#"foo "$(echo ")")" bar"#, "foo", #"$(echo ")")"#, "bar")
    check(#""b$(c "d e" f)g" h"#, #"b$(c "d e" f)g"#, "h")
    check(#"$'x\'y' $"z" 'q'r"#, "x'y", "z", "qr")
    check("\"b\n c)\" 'd\ne' f", "b\n c)", "d\ne", "f")
    check("a <(x y) b>(z) c", "a", "<(x y)", "b>(z)", "c")
    check("$(case x in a) b;; (c) d ;; *) esac) e", "$(case x in a) b;; (c) d ;; *) esac)", "e")
    check("$(if case $x in\n in) y\n esac; then z; fi) e", "$(if case $x in\n in) y\n esac; then z; fi)", "e")
    check("$(echo case in) $(a # ) '\n) b", "$(echo case in)", "$(a # ) '\n)", "b")
    check("$((1 + (2))) ${x#a b} \"${y:-\"} z\"}\" c", "$((1 + (2)))", "${x#a b}", #"${y:-"} z"}"#, "c")
    check("a\\\nb \\\nc", "ab", "c")
    check("b \\ ", "b", " ")
  }

  /// Whether the one field of a text is not to be edited.
  private func isTorn(_ text: String, _ definition: CustomField) -> Bool {
    let text = Text(Array(text.utf8))
    var finding = Finding(frame: 0..<0)
    finding.add([definition], in: text)
    return finding.fields.map(\.surroundings.isTorn) == [true]
  }

  @Test func `words of the shell that cannot be cut are not edited`() throws {
    let depends = try Self.depends()
    for value in [
      "a \"b)", "a 'b)\nc", "a $(b\n\nc)", "a $(b <<x\n)\nx\n)", "a \"${b:-'}'}\")", "a @(b|c) d)", "a $[1 )] b)",
      "[a b]=c)", "[)] b)", "$((a) b) c)", "a $(b $(c)#d) e)", "a;b)", "a b & c)", "a | b)", "a>b)", "a <b)",
      "a\n b; c\n)",
    ] {
      #expect(isTorn("depends=(\(value)\n", depends), "\(value)")
    }
    for value in [
      "a b", "a b\n\nc)", "a \\) b)", "[a]=b)", "'a' # b'\n)", "'a;b' \"c>d\" e\\&f # ; |\n)", "$(a | b; c) <(d)) ",
    ] {
      #expect(!isTorn("depends=(\(value)\n", depends), "\(value)")
    }
    let line = CustomField(
      name: "x", start: .prefix("x:"), syntax: CustomSyntax(separators: [" "], quoting: .shell))
    #expect(isTorn("x: a \"b\n", line))
    #expect(!isTorn("x: a \"b\"\n", line))
    var options = ReadingOptions()
    options.surroundings.custom = Self.array
    options.surroundings.isTorn = true
    let list = EntryList(Array("a \"b".utf8), .custom, options)
    let renaming = try list.renaming(#require(TagName("a")), to: #require(TagName("c")))
    #expect(renaming.changes == [])
    #expect(renaming.refused.count == 1)
  }

  @Test func `arrays of the shell end at their bracket`() throws {
    let depends = try Self.depends()
    let text = """
      pkgname=x
      depends=('a' 'b>=1' "c)" d\\ e it\\'s)
      makedepends_x86=(
        cmake # a ) comment
        'q r'
      )
      source=(no)

      """
    #expect(fields(text, depends) == ["depends|a|b>=1|c)|d e|it's", "depends|cmake|q r"])
    #expect(fields("depends=()\n", depends) == ["depends"])
    #expect(fields("depends=(a\n\nb)\n", depends) == ["depends|a"])
    #expect(faults("depends=(a\n\nb)\n", depends) == [.unclosed])
    #expect(fields("depends=(a\ndepends=(b)\n", depends) == ["depends|a", "depends|b"])
    #expect(faults("depends=('a b)\n", depends) == [.unclosed, .unclosed])
    #expect(faults("depends=(a>1 'b>1')\n", depends) == [.needsQuotes])
  }

  @Test func `people are written as in mail`() {
    let people = CustomField(
      name: "Attendees", start: .prefix("Attendees ["), syntax: CustomSyntax(closing: UInt8(ascii: "]")),
      holdsPeople: true)
    #expect(fields("Attendees [Ana <a@x.org>, b@x.org] at 5\n", people) == ["Attendees|a@x.org|b@x.org"])
  }

  @Test func `the first description that fits has the line, and fields stand in order`() {
    let other = CustomField(name: "other", start: .prefix("Ta"))
    #expect(fields("Tags: a\nTab b\n", Self.tags, other) == ["Tags|a", "other|b b"])
    let text = Text(Array("Tags: a\nCc: b\n".utf8))
    var finding = Finding(
      fields: [Field(name: "Cc", grammar: .addressList, range: 8..<13, nameRange: 8..<10, valueRange: 11..<13)],
      frame: 0..<2, isBodyOnly: true)
    finding.add([Self.tags], in: text)
    #expect(finding.fields.map(\.name) == ["Tags", "Cc"])
    // What the format has is read as it was.
    finding.add([CustomField(name: "own", start: .prefix("Cc:")), Self.todo], in: text)
    #expect(finding.fields.map(\.name) == ["Tags", "Cc"])
    #expect(finding.frame == 0..<text.count + 1 && !finding.isBodyOnly)
  }

  @Test func `a description applies by language and name`() {
    var field = Self.todo
    field.files = ["*.todo", "todo?.txt"]
    #expect(field.applies(languageId: "text", path: "/n/a.todo"))
    #expect(field.applies(languageId: "text", path: "/n/todo1.txt"))
    #expect(!field.applies(languageId: "text", path: "/n.todo/a.txt"))
    field.languageIds = ["text"]
    #expect(field.applies(languageId: "Text", path: "x.todo"))
    #expect(!field.applies(languageId: "mail", path: "x.todo"))
    #expect(CustomField.fits("aXbXc", "a*b*c") && !CustomField.fits("aXbX", "a*b*c") && CustomField.fits("", "*"))
  }

  @Test func `a pattern takes as much as it can from the start`() throws {
    #expect(try Pattern("a+|ab*c").prefix(of: "abbcd") == 4)
    #expect(try Pattern("a+").prefix(of: "aab") == 2)
    #expect(try Pattern("a+").prefix(of: "ba") == nil)
    #expect(try Pattern("a?").prefix(of: "b") == 0)
    #expect(try Pattern("a$").prefix(of: "ab") == nil)
  }

  /// A list after an addition.
  private func added(_ text: String, _ syntax: CustomSyntax, _ word: String) -> String {
    var options = ReadingOptions()
    options.surroundings.custom = syntax
    let outcome = Editor(Array(text.utf8), .custom, options).adding([word])
    return outcome.reason?.rawValue ?? String(decoding: outcome.editor.value, as: UTF8.self)
  }

  @Test func `what is added is written in the style of the list`() {
    #expect(added("'a' 'b>=1'", Self.array, "c") == "'a' 'b>=1' 'c'")
    #expect(added("a b", Self.array, "c>1") == "a b 'c>1'")
    #expect(added("\"a\"", Self.array, "$x") == "\"a\" \"\\$x\"")
    #expect(added("", Self.array, "it's") == "'it'\\''s'")
    #expect(added("\n  a\n  b\n", Self.array, "c") == "\n  a\n  b\n  c\n")
    #expect(added(" a; b", Self.tags.syntax, "c") == " a; b; c")
    #expect(added("", Self.tags.syntax, "c") == " c")
    #expect(added("call @x", Self.todo.syntax, "+y") == "call @x +y")
    #expect(added("call @x", Self.todo.syntax, "y") == "syntax")
    #expect(added("see #x", CustomSyntax(sigils: ["#"]), "y") == "see #x #y")
    #expect(added(" a", CustomSyntax(closing: UInt8(ascii: "]")), "b]") == "syntax")
  }

  @Test func `a name without its sign is given one where it is refused`() throws {
    var options = ReadingOptions()
    options.surroundings.custom = Self.todo.syntax
    let list = EntryList(Array("call +proj @home".utf8), .custom, options)
    let renaming = try list.renaming(#require(TagName("+proj")), to: #require(TagName("work")))
    #expect(renaming.changes == [] && renaming.refused.count == 1)
    #expect(list.signed("work", as: "+proj") == "+work")
    #expect(list.signed("work", as: "@home") == "@work")
    #expect(list.signed("+work", as: "@home") == nil && list.signed("two words", as: "+proj") == nil)
  }

  @Test func `what the shell would take for something else gets quotes`() {
    var options = ReadingOptions()
    options.surroundings.custom = Self.array
    let value = Array("a b>=1".utf8)
    let fix = Grammar.custom.read(value, options).faults.first.flatMap { Grammar.custom.fix($0, in: value, options) }
    #expect(fix.map { String(decoding: $0.changes.applied(to: value), as: UTF8.self) } == "a 'b>=1'")
  }

  @Test func `what is being typed ends at the caret`() {
    func query(_ marked: String, _ syntax: CustomSyntax) -> String? {
      let parts = marked.split(separator: "‸", omittingEmptySubsequences: false)
      var options = ReadingOptions()
      options.surroundings.custom = syntax
      return Grammar.custom.fragment(
        in: Array(parts.joined().utf8), caret: parts[0].utf8.count, options)?.query
    }
    #expect(query("call +ho‸me", Self.todo.syntax) == "+ho")
    #expect(query("call @‸", Self.todo.syntax) == "@")
    #expect(query("call ‸@x", Self.todo.syntax) == nil)
    #expect(query("a@‸", Self.todo.syntax) == nil)
    #expect(query(" red, deep b‸", Self.tags.syntax) == "deep b")
    #expect(query("'a' 'b c‸", Self.array) == "b c")
    #expect(query("a\\ b‸c", Self.array) == "a b")
  }

  @Test(arguments: [51, 52] as [UInt64])
  func `what is spelled reads back as the same, or is refused`(seed: UInt64) {
    var random = Seeded(seed: seed)
    let letters = Array("ab ,;'\"\\()[]#$`|:+@é😀=><~*?&!-\t\u{200b}").map(String.init)
    var written = 0
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 1...6, using: &random)).map { _ in letters.randomElement(using: &random) ?? "" }
        .joined()
      var options = ReadingOptions()
      options.surroundings.custom = CustomSyntax(
        separators: [[","], [" "], [",", ";"], [" ", "|"], ["::", ":"]].randomElement(using: &random) ?? [","],
        quoting: CustomSyntax.Quoting.allCases.randomElement(using: &random) ?? .none,
        closing: [nil, UInt8(ascii: ")"), UInt8(ascii: "]")].randomElement(using: &random) ?? nil,
        sigils: [[], [], ["+", "@"], ["#"]].randomElement(using: &random) ?? [])
      let list = EntryList([], .custom, options)
      guard let spelled = list.spelled(name: "", value: text) else { continue }
      written += 1
      let again = EntryList(spelled, .custom, options)
      let values = again.entries.map { Grammar.custom.value($0, again) }
      let isSame = values == [text] || options.surroundings.custom?.isText == true && values == ["#" + text]
      if !isSame || again.entries.first?.range != 0..<spelled.count {
        Issue.record("\(seed): \(text.debugDescription) is \(String(decoding: spelled, as: UTF8.self)): \(values)")
        return
      }
    }
    #expect(written > 5000)
  }

  @Test(arguments: [53, 54] as [UInt64])
  func `any text has fields in order, that lie in it`(seed: UInt64) throws {
    var random = Seeded(seed: seed)
    let depends = try Self.depends()
    let pieces =
      [
        "depends=(", "Tags:", " ", "\n", "\n\n", ")", "'", "\"", "\\", "#", "+a", "@", "a, b", "\r\n", "é", "\u{0}",
      ].map { Array($0.utf8) } + [[0xff], [0xc3]]
    for _ in 0..<3000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...14, using: &random) { bytes += pieces.randomElement(using: &random) ?? [] }
      let text = Text(bytes)
      var finding = Finding(frame: 0..<0)
      finding.add([depends, Self.tags, Self.todo], in: text)
      var end = 0
      for field in finding.fields {
        #expect(field.range.lowerBound >= end && field.range.upperBound <= text.count, "\(seed): \(bytes)")
        #expect(field.nameRange.upperBound == field.valueRange.lowerBound)
        end = field.range.upperBound
        let problems = SyntaxPropertiesTests.problems(field.grammar, text.bytes(field.valueRange), field.options)
        #expect(problems == [], "\(seed)")
      }
    }
  }
}
