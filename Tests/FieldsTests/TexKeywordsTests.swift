import Fields
import Testing

/// Keywords of BibTeX and LaTeX, beyond the cases.
@Suite struct TexKeywordsTests {
  private func bib(_ text: String) -> SyntaxReading { SyntaxReading(text, "bibtex-keywords") }
  private func tex(_ text: String) -> SyntaxReading { SyntaxReading(text, "latex-keywords") }

  @Test func `keywords stand in entries, in parts that are joined`() {
    let text =
      "@string{a = \"x\"}\n@comment{keywords = {no}}\n@book(k,\n KEYWORDS = \"a, \" # mac # {, b},\n year = 2024)\n"
    #expect(bib(text).tokens.map { $0["value"] } == ["a", "b"])
    #expect(bib(text).diagnostics == [])
  }

  @Test func `an abstract with formulas does not end an entry`() {
    let text =
      "@book{k,\n abstract = {where\n x = 1, y = {2}\n},\n keywords = {a,\n b, }\n}\n@book{l, keywords = {c}}\n"
    #expect(bib(text).tokens.map { $0["value"] } == ["a", "b", "c"])
    #expect(bib(text).diagnostics.map { $0.prefix { $0 != " " } } == ["trailing-separator"])
  }

  @Test func `an entry that is never closed ends at the next`() {
    #expect(bib("@book{k, keywords = {a, b\n@book{l, keywords = {c}}\n").tokens.map { $0["value"] } == ["a", "b", "c"])
  }

  @Test func `what TeX takes as it stands has no keywords`() {
    let text = """
      \\begin{verbatim}
      \\keywords{no} \\end{x}
      \\end{verbatim}
      \\verb|\\keywords{no}| \\verb*+%+ \\keywords{a}
      \\begin{comment}\\begin{keyword}no\\end{keyword}\\end{comment}
      \\begin{keyword}
      b, % \\end{keyword} c
      50\\% d
      \\end{keyword}
      \\begin{lstlisting}
      \\keywords{no}
      """
    #expect(tex(text).tokens.map { $0["value"] } == ["a", "b", "50% d"])
  }

  @Test func `what TeX never reads has no keywords`() {
    let text = """
      \\iffalse % \\fi
      \\keywords{no} \\ifx a b \\keywords{no} \\fi \\iff
      \\else \\keywords{a} \\fi
      \\iffalse\\keywords{no}\\fi\\keywords{b}
      \\end{document}
      \\keywords{no}
      """
    #expect(tex(text).tokens.map { $0["value"] } == ["a", "b"])
    #expect(tex("\\keywords{a} \\iffalse \\keywords{no}").tokens.map { $0["value"] } == ["a"])
  }

  @Test(arguments: [
    "\\let\\ifdraft\\iffalse", "\\let\\ifdraft=\\iffalse", "\\newcommand{\\x}{\\iffalse}", "\\def\\x{\\iffalse}",
    "\\string\\iffalse", "\\noexpand\\iffalse", "\\newcommand{\\e}{\\end{document}}", "\\unless\\iffalse",
    "\\iffalse \\ifthenelse{a}{b}{c} \\fi", "\\newif\\ifown \\iffalse \\ifown x \\fi \\fi",
  ]) func `what only looks as if TeX passed over the rest`(_ text: String) {
    #expect(tex(text + "\n\\keywords{y}\n").tokens.map { $0["value"] } == ["y"])
  }

  @Test func `TeX stops where the document ends`() {
    #expect(tex("\\keywords{a}\\end {document}\\keywords{no}").tokens.map { $0["value"] } == ["a"])
    #expect(tex("\\keywords{a}\n\\endinput\n\\keywords{no}").tokens.map { $0["value"] } == ["a"])
  }

  @Test(arguments: [
    "\\keywords{z, \\iffalse b,\\fi c}", "\\begin{keyword}\n\\ifdraft b \\sep \\else c \\fi\n\\end{keyword}",
  ])
  func `a list that conditionals cut through is not edited`(_ text: String) throws {
    let field = try #require(Finder.latex.find(in: Text(Array(text.utf8))).fields.first)
    #expect(field.surroundings.isTorn)
    let plain = try #require(Finder.latex.find(in: Text(Array("\\keywords{a $\\iff$ b, \\'e}".utf8))).fields.first)
    #expect(!plain.surroundings.isTorn)
  }

  @Test(arguments: ["\\iffalse", "\\fi", "\\else x", "\\end{document}", "a \\input b"])
  func `a command that is added is text`(_ text: String) throws {
    let field = try #require(Finder.latex.find(in: Text(Array("\\keywords{a}".utf8))).fields.first)
    let added = Editor(Array("{a}".utf8), .latexKeywords, field.options, caret: nil).adding([text])
    #expect(added.editor.tokens.count == 2)
    #expect(added.editor.tokens.last.map { added.editor.words($0).value } == text)
    #expect(String(decoding: added.editor.value, as: UTF8.self).contains("\\textbackslash{}"))
  }

  @Test func `escapes and accents are decoded`() {
    let text = "@b{k, keywords = {\\\"o\\\"{u}{\\^\\i}\\c{c}\\ss\\ x\\o{}y\\~n, a~b\\unknown{z}, 50\\%\\ c}}"
    #expect(bib(text).tokens.map { $0["value"] } == ["öüîçß xøyñ", "a b\\unknownz", "50% c"])
  }

  @Test func `keywords of papers stand in an argument or an environment`() {
    #expect(
      tex("% \\keywords{no}\n\\keywords{a \\and b{,}c \\sep $x,y$}\n").tokens.map { $0["value"] } == [
        "a", "b,c", "$x,y$",
      ])
    let text = "\\begin{keyword}\na \\sep b.\n\\end{keyword}\n\\begin{keywords}\nc\n\n"
    #expect(tex(text).tokens.map { $0["value"] } == ["a", "b", "c"])
    #expect(tex(text).diagnostics == ["unclosed 40 56"])
    #expect(tex("\\keywords{a, b,}").diagnostics == ["trailing-separator 14 15"])
    #expect(tex("\\keywordsx{a}\\keywords a").tokens == [])
  }

  @Test func `what is typed is replaced within its braces`() {
    func check(_ grammar: Grammar, _ marked: String, _ query: String?, _ text: String) {
      let parts = marked.split(separator: "|", omittingEmptySubsequences: false)
      let value = Array(parts.joined().utf8)
      let fragment = grammar.fragment(in: value, caret: parts[0].utf8.count)
      #expect(fragment?.query == query, "\(marked)")
      #expect(fragment.map { String(decoding: value[$0.range], as: UTF8.self) } ?? "" == text, "\(marked)")
    }
    check(.bibKeywords, " {a, caf{\\'e} t|}", "café t", "caf{\\'e} t")
    check(.bibKeywords, " |{a}", nil, "")
    check(.bibKeywords, " \"a, |\"", "", "")
    check(.latexKeywords, "{a \\and b|c}", "b", "bc")
    check(.latexKeywords, "{a}|", nil, "")
    check(.latexKeywords, "{a, % b|", nil, "")
  }
}
