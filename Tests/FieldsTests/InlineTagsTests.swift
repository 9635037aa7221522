import Fields
import Testing

/// Tags and mentions in running text, beyond the cases.
@Suite struct InlineTagsTests {
  private func tags(_ text: String, _ flavor: Flavor = .generic, _ finder: String = "inline-tags") -> [String] {
    SyntaxReading(text, finder, ReadingOptions(), FindingOptions(flavor: flavor)).tokens.map { $0["text"] ?? "" }
  }

  @Test func `code is no text`() {
    #expect(tags("``a ` #no`` #yes") == ["#yes"])
    #expect(tags("`a #yes\n\n` #too") == ["#yes", "#too"])
    #expect(tags("~~~\n#no\n```\n#no\n~~~\n#yes") == ["#yes"])
    #expect(tags("- a\n\n    #yes\n\nb\n\n    #no\n") == ["#yes"])
    #expect(tags("a\n    #yes\n\n\t#no\n") == ["#yes"])
    #expect(tags("`a\n#no` #yes") == ["#yes"])
  }

  @Test func `links and HTML are no text`() {
    #expect(tags("[#yes](x \"#no\") [[#no]] [x]( #no ) <!-- #no\n#no --> <a b=\"#no\">#no</a>") == ["#yes"])
    #expect(tags("[x]: #no\n[y] #yes https://x.org/(#no #too") == ["#yes", "#too"])
    #expect(tags("a < b #yes") == ["#yes"])
  }

  /// The tags of a text, marked in it.
  private func check(
    _ marked: String, _ path: String = "x.md", at location: SourceLocation = #_sourceLocation
  ) {
    let bytes = Array(marked.replacing("⟦", with: "").replacing("⟧", with: "").utf8)
    let finding = Finder.markdown.find(in: Text(bytes), FindingOptions(path: path))
    var text = bytes
    let ranges = finding.fields.filter { $0.grammar == .inlineTags }.flatMap { field in
      field.grammar.read(Array(bytes[field.valueRange]), field.options).tokens.map {
        $0.range.shifted(by: field.valueRange.lowerBound)
      }
    }
    for range in ranges.reversed() {
      text.insert(contentsOf: "⟧".utf8, at: range.upperBound)
      text.insert(contentsOf: "⟦".utf8, at: range.lowerBound)
    }
    #expect(String(decoding: text, as: UTF8.self) == marked, sourceLocation: location)
  }

  @Test func `names of headings and spans are no tags`() {
    check("# Title {#no}\n## T ⟦#yes⟧ {#no .c k=v} \n# {#no}\n")
    check("Title {#no}\n===\n\nTitle {#no}\n---\ntext {⟦#yes⟧}\n")
    check("[span]{#no} ![x](y){#no} [x](y){.c #no} `code`{#no}\n{: #no}\n::: {#no}\n⟦#yes⟧\n:::\n")
    check("a {⟦#yes⟧} b\n")
  }

  @Test func `names of captions and of mathematics are no tags`() {
    check("# Head { #no }\n## T {- #no}\n\nTitle { #no }\n===\n\n⟦#yes⟧ { ⟦#yes⟧ }\n")
    check("$$\nx\n$$ {#no}\n\n$$ x $$ {#no} \n\nsee ⟦#yes⟧ $x$ {⟦#yes⟧}\n")
    check("|a|\n|-|\n\n: Cap ⟦#yes⟧ {#no}\n\nTable: Cap {#no .c}\n\nText: {⟦#yes⟧}\n")
    check("|a|\n|-|\n\n: Cap\ncap ⟦#yes⟧ {#tbl-no .c}\n\nText {⟦#fig⟧}\nmore {⟦#my-tag⟧}\n")
  }

  @Test func `titles of links are no text`() {
    check("[x](/u\n\"#no\") ⟦#yes⟧\n> [x](\n> /u '#no\n> #no' ) ⟦#yes⟧\n")
    check("[x](/u\n\n\"⟦#yes⟧\")\n[x](/u\n\"⟦#yes⟧\n")
    check("[a]: /u \"#no\"\n[b]: /u\n\"#no\"\n⟦#yes⟧\n\n[c]: /u '#no\n#no'\n[d]:\n   #no\n(#no)\n(⟦#yes⟧)\n")
    check("[a]: /u \"#no\"\n\"⟦#yes⟧\"\n\n[x](/u\n ⟦#yes⟧ \"⟦#yes⟧\")\n")
    check(
      "[a]: /u \"⟦#yes⟧\n\n[b]: /u\n\"#no\" ⟦#yes⟧\n\n[c]: /u \"⟦#yes⟧\" x\n".replacing("\"#no\" ", with: "\"⟦#yes⟧\" ")
    )
  }

  @Test func `what only looks like a link or a tag of HTML is text`() {
    check("[⟦#t⟧]:\n\n[⟦#t⟧]\n")
    check("[⟦#t⟧]:\n- a\n")
    check(
      "a <b ⟦#yes⟧> ⟦#yes⟧ <http://x/ ⟦#yes⟧> <b c=#no d='#no' e > </b #no>\n".replacing(
        "</b #no>", with: "</b ⟦#yes⟧>"))
    check("a <b\n⟦#yes⟧\n]]>\n\n<http://x/#no> <b\nc=\"#no\n#no\"/> ⟦#yes⟧\n")
  }

  @Test func `an item that begins with an empty line ends at the next`() {
    check("-\n\n    - #no\n")
    check("-\n  ⟦#yes⟧\n\n  - ⟦#yes⟧\n\n      - ⟦#yes⟧\n")
    check("- a\n  -\n\n  ⟦#yes⟧\n\n      #no\n")
  }

  @Test func `blocks of HTML are no text`() {
    check("<style>\na { color: (#no) }\n\n#no {}\n</style>\n⟦#yes⟧\n")
    check("<script>\n#no\n</script> #no\n\n⟦#yes⟧\n")
    check("<pre>\n\n#no\n</pre>\n⟦#yes⟧\n<!-- #no\n\n#no -->\n⟦#yes⟧\n")
    check("<div>\n#no\n\n⟦#yes⟧\n</div>\n\n<b>\n#no\n\nt <b> ⟦#yes⟧\n")
    check("t\n<b>\n⟦#yes⟧\n\n<img\nalt=\"#no\"> ⟦#yes⟧\n")
    check("<?php\n#no\n?>\n⟦#yes⟧\n<![CDATA[\n\n#no ]]>\n⟦#yes⟧\n")
    check("a <!-- ⟦#yes⟧\n\n⟦#yes⟧ -->\n")
  }

  @Test func `code of MDX is no text`() {
    let text = "import x from \"#no\"\n\nexport const y = {\n\n  c: \"#no\"\n}\n\n# T {'#no'} ⟦#yes⟧\n"
    check(text, "x.mdx")
    check("<Card\n  c=\"#no\"\n  d={ '#no' }\n>\n⟦#yes⟧ {/* #no */} ⟦#yes⟧\n</Card>\n", "x.mdx")
    check("{[\n\n#no\n].map(x => <b>#no</b>)}\n\n    ⟦#yes⟧\n<div>\n⟦#yes⟧\n</div>\n", "x.mdx")
    check("import x from (⟦#yes⟧)\n\n{ ⟦#yes⟧ }\n", "x.md")
  }

  @Test func `code in lists and quotes ends with them`() {
    check("- a\n\n      #no\n\n  ⟦#yes⟧\n    - b ⟦#yes⟧\n\n          #no\n")
    check("1. a\n\n       #no\n\n   ⟦#yes⟧\n")
    check("> ```\n> #no\n⟦#yes⟧\n")
    check("- ```\n  #no\n\n  #no\n- ⟦#yes⟧\n  ~~~\n\n⟦#yes⟧\n")
    check("> - ~~~\n>   #no\n>\n> ⟦#yes⟧\n")
    check("> a\nlazy ⟦#yes⟧\n\n\t#no\n-\t⟦#yes⟧\n")
  }

  @Test func `labels of links are no tags where the text defines such a link`() {
    check("[x][#p] [#p] [#p][] [⟦#q⟧] [⟦#p⟧](u) ⟦#p⟧\n\n[#p]: https://x.org\n[#P x]: u\n")
    check("[⟦#p⟧]\n\n[^1]: ⟦#note⟧\n")
    check("[#p\tX]\n\n[#P x]: #no\n")
  }

  @Test func `a tag begins behind a blank, a bracket, a quote or an ideographic mark`() {
    #expect(tags("(#a \"#b\" 、#c a#no /#no ##no é#no 赤#no") == ["#a", "#b", "#c"])
    #expect(tags("@a, (@b) a@no \\@no @-no @zoë @x_ @y-.") == ["@a", "@b", "@x_", "@y"])
  }

  @Test func `flavours have their own tags`() {
    #expect(tags("#two words# #one #three x", .bear) == ["#two words#", "#one", "#three"])
    #expect(tags(":a:b: x :no no: a:no: :c:", .colon) == ["a", "b", "c"])
    #expect(tags("@a/b", .github) == ["@a/b"])
    #expect(tags("@a/b") == ["@a"])
  }

  @Test func `a note has front matter, properties and tags in its text`() {
    let text = "---\ntags: [red]\n---\n# Title #blue\n- tags:: green, [[deep sea]]\n```\ntags:: no\n```\n@ana\n"
    let finding = Finder.markdown.find(in: Text(Array(text.utf8)))
    #expect(finding.fields.map(\.grammar) == [.yamlTags, .inlineTags, .logseqTags])
    let values = finding.fields.map { field -> [String] in
      let value = Array(text.utf8)[field.valueRange]
      return field.grammar.read(Array(value), field.options).tokens.map { field.grammar.value($0, in: Array(value)) }
    }
    #expect(values == [["red"], ["blue", "ana"], ["green", "deep sea"]])
  }

  @Test func `properties of Logseq are pages, tags and words`() {
    func values(_ text: String) -> [String?] { SyntaxReading(text, "logseq-properties").tokens.map { $0["value"] } }
    #expect(values("- Tags:: [[a, b]] [[c]]，#[[d e]], f g\r\n") == ["a, b", "c", "d e", "f g"])
    #expect(
      SyntaxReading("tags:: [[a, b, A\n", "logseq-properties").diagnostics == ["unclosed 7 9", "duplicate 15 16"])
  }

  @Test func `only what begins a tag is completed`() {
    func check(_ marked: String, _ query: String?, _ text: String) {
      let parts = marked.split(separator: "|", omittingEmptySubsequences: false)
      let value = Array(parts.joined().utf8)
      let fragment = Grammar.inlineTags.fragment(in: value, caret: parts[0].utf8.count)
      #expect(fragment?.query == query, "\(marked)")
      #expect(fragment.map { String(decoding: value[$0.range], as: UTF8.self) } ?? "" == text, "\(marked)")
    }
    check("a #no|te b", "no", "#note")
    check("a #|", "", "#")
    check("a #12|", "12", "#12")
    check("a @om|", "om", "@om")
    check("a#b|", nil, "")
    check("`a #b|` c", nil, "")
    check("word|", nil, "")
    check("# |Title", nil, "")
  }
}
