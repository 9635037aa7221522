import Fields
import Support
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
    #"\let\ifdraft\iffalse"#, #"\let\ifdraft=\iffalse"#, #"\let\ifdraft = \iffalse"#, #"\let\if@draft\iffalse"#,
    #"\newcommand{\x}{\iffalse}"#, #"\def\x{\iffalse}"#, #"\def\x#1{\iffalse #1}"#, #"\string\iffalse"#,
    #"\noexpand \iffalse"#, #"\unless\iffalse"#, #"\expandafter\iffalse"#, #"\ifx\x\iffalse"#, #"\newif\iffalse"#,
    "\\let\\x\n\\iffalse", #"\newcommand{\e}{\end{document}}"#, #"\newcommand{\e}{\endinput}"#, #"a \endinput"#,
    #"\iffalse \ifthenelse{a}{b}{c} \fi"#, #"\iffalse \iflanguage{x}{y}{z} \fi"#, #"\iffalse a \else"#,
    #"\newif\ifown \iffalse \ifown x \fi \fi"#,
    #"\ifx\a\b \end{document} \fi"#, #"\unless\ifx\a\b \end {document}\else"#, #"\iftrue"#,
  ]) func `what is not plainly executed hides no keywords`(before: String) {
    #expect(tex(before + "\n\\keywords{y}\n").tokens.map { $0["value"] } == ["y"])
  }

  @Test(arguments: [
    #"\iffalse"#, #"\let\x\y\iffalse"#, #"\relax \iffalse"#, "\\let\\x\n=\n\\iffalse", #"\string a\iffalse"#,
    #"\iffalse \ifx\a\b \fi"#, #"\newif\ifdraft \iffalse \ifdraft \fi"#, #"\let\ifdraft\iffalse \iffalse\ifdraft\fi"#,
    #"\end {document}"#, "x\n\\endinput", #"\def\x{a}\iffalse"#, #"{\iffalse}\iffalse"#, #"\{\iffalse"#,
    #"% {"# + "\n\\iffalse", #"\unless\ifx\a\b \fi \end{document}"#, #"\begin{keyword}\end{keyword}\iffalse"#,
  ]) func `what is plainly not read has no keywords`(before: String) {
    #expect(tex(before + "\n\\keywords{no}\n").tokens.map { $0["value"] } == [])
  }

  /// Whether nothing in the list of a paper may be changed.
  private func isTorn(_ text: String) -> [Bool] {
    Finder.latex.find(in: Text(Array(text.utf8))).fields.map(\.surroundings.isTorn)
  }

  @Test func `a list of which TeX reads only a part is not changed`() {
    for list in [
      #"z, \iffalse b,\fi c"#, #"\ifdraft b, \else c, \fi d, z"#, #"a \ifcase\x b \or c \fi"#, #"{\fi}"#,
      #"a, $\else$"#,
      #"\ifthenelse{a}{b}{c}"#,
    ] {
      for text in ["\\keywords{\(list)}", "\\begin{IEEEkeywords}\n\(list)\n\\end{IEEEkeywords}\n"] {
        #expect(isTorn(text) == [true], "\(text)")
        #expect(!tex(text).tokens.isEmpty)
      }
    }
    for list in [
      #"a \iff b"#, #"a, % \fi"# + "\n b", #"a $\iff$ b, \'e"#, #"\\fi"#, #"\elsewhere, \fin, \orb"#, "if, else, fi",
    ] {
      #expect(isTorn("\\keywords{\(list)}") == [false], "\(list)")
    }
    #expect(isTorn(#"\fi \keywords{a} \else"#) == [false])
    var options = ReadingOptions()
    options.surroundings.isTorn = true
    #expect(Grammar.latexKeywords.fragment(in: Array("{a, \\fi b}".utf8), caret: 3, options) == nil)
  }

  /// The keywords `a` of a paper after an addition, and what is said of the words that were added.
  private func added(_ text: String) -> String {
    let value = Array("{a}".utf8)
    let outcome = Editor(value, .latexKeywords).adding([text])
    guard outcome.reason == nil else { return "refused" }
    let list = outcome.editor.list
    #expect(list.entries.count == 2 && Grammar.latexKeywords.value(list.entries[1], list) == text)
    return String(decoding: outcome.editor.value, as: UTF8.self)
  }

  @Test func `a command that is added is a text, and none of TeX`() {
    #expect(added(#"\fi"#) == #"{a, \textbackslash{}fi}"#)
    #expect(added(#"\iffalse b"#) == #"{a, \textbackslash{}iffalse b}"#)
    #expect(added(#"\end{document}"#) == #"{a, \textbackslash{}end\{document\}}"#)
    #expect(added(#"$\else$"#) == #"{a, \$\textbackslash{}else\$}"#)
    #expect(added(#"\unknown"#) == #"{a, \textbackslash{}unknown}"#)
    #expect(added(#"x \and y"#) == #"{a, x \textbackslash{}and y}"#)
    #expect(added(#"a \input b"#) == #"{a, a \textbackslash{}input b}"#)
    #expect(added("$5 a") == #"{a, \$5 a}"#)
    #expect(added(#"\emph"#) == #"{a, \textbackslash{}emph}"#)
    let bib = Editor(Array("{a}".utf8), .bibKeywords).adding([#"x \fi"#]).editor.value
    #expect(String(decoding: bib, as: UTF8.self) == #"{a, x \textbackslash{}fi}"#)
  }

  @Test(arguments: [
    #"caf\'e \ss \c{c}"#, #"\LaTeX"#, #"\emph{x}"#, #"$\alpha$-decay"#, #"R\&D"#, #"\textbf{\textit{a, b}}"#,
    #"$L_{\infty}$ \(x\)"#, #"\ce{H2O}"#, #"50\% {\"o}"#,
  ])
  func `a command that does nothing beyond itself is added as it is`(text: String) {
    let value = Array("{a}".utf8)
    for outcome in [
      Editor(value, .latexKeywords).adding([text]), Editor(value, .latexKeywords).replacing(0, with: text),
    ] {
      #expect(outcome.reason == nil)
      #expect(String(decoding: outcome.editor.value, as: UTF8.self).hasSuffix(text + "}"))
    }
  }

  @Test(arguments: [
    #"\emph{x"#, #"x}"#, #"{$x}$"#, "$$x$$", "$x", #"\(x"#, #"x\)"#, #"\[x\]"#, #"\emph x"#, #"\'"#, #"a\'}"#, #"a \"#,
    "{a % b\n}", #"\def\x{a}"#, #"\mine{x}"#, #"\write18{x}"#, #"${$}"#, #"{\(}\)"#, #"\verb|x|"#,
  ])
  func `what could reach beyond itself is refused or spelled as a text`(text: String) {
    func added(_ text: String) -> String? {
      let outcome = Editor(Array("{a}".utf8), .latexKeywords).adding([text])
      guard outcome.reason == nil, outcome.editor.list.entries.count == 2 else { return nil }
      return String(decoding: outcome.editor.list.text(1), as: UTF8.self)
    }
    guard let spelled = added(text) else { return }
    #expect(spelled != text)
    #expect(added(spelled) == spelled)
  }

  @Test func `a command that is typed or pasted stays, but for one that reaches beyond itself`() {
    func pasted(_ text: String) -> String {
      String(decoding: Editor(Array("{a, }".utf8), .latexKeywords, caret: 4).pasting(text).editor.value, as: UTF8.self)
    }
    #expect(pasted("\\LaTeX, b") == "{a, \\LaTeX, b}")
    #expect(pasted("\\fi, b") == "{a, \\textbackslash{}fi, b}")
  }

  @Test(arguments: [61, 62] as [UInt64])
  func `words with commands are read as they were spelled`(seed: UInt64) {
    var random = Seeded(seed: seed)
    let parts = [
      "\\fi", "\\else", "\\iffalse", "\\end{document}", "\\x", "\\and", " ", "a", "$", "{", "}", ",", ";", "%", "\\",
      "~",
      "\\textbackslash", "^", "\"", "'", "é", "&",
    ]
    var written = 0
    for _ in 0..<4000 {
      let text = (0..<Int.random(in: 1...5, using: &random)).compactMap { _ in parts.randomElement(using: &random) }
        .joined()
      let list = EntryList(Array("{a}".utf8), .latexKeywords, ReadingOptions())
      guard let spelled = list.spelled(name: "", value: text) else { continue }
      written += 1
      let again = EntryList(Array("{".utf8) + spelled + Array(", z}".utf8), .latexKeywords, ReadingOptions())
      let words = text.split(separator: " ").joined(separator: " ")
      #expect(again.entries.map { Grammar.latexKeywords.value($0, again) } == [words, "z"], "\(seed): \(text)")
      for piece in list.pieces(of: text) {
        let part = String(decoding: piece, as: UTF8.self)
        #expect(isTorn("\\keywords{\(part)}") == [false], "\(seed): \(text)")
      }
    }
    #expect(written > 1000)
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
