import Fields
import Support
import Testing

/// What is written reads back, and what is completed changes no other token.
@Suite struct SyntaxTypingTests {
  static let words = [
    "red", "deep blue", "a, b", "it's", "q\"q", "a\\b", "#x", "@home", "2024", "true", "~", "- a", "a: b", "a #b", "é",
    "赤い",
    "🔵", "a/b", "x_y", "", "[a]", "{b}", "a;b", "tab\there", "line\nend", "\u{7}", "ines@example.org", "R&D", "50%",
    "a$b",
    "<x>", "example.dev", "*x", "&y", "!z", "'", "\"", "`", "|", ">", "? a", ": a", "café", "no", "1.5", "\u{feff}",
    "a  b",
    " a", "b ", "why?", "a?b", "-", "--", "a@b@c", "x<y>z",
  ]

  @Test(arguments: SyntaxPropertiesTests.grammars)
  func `a spelled value reads back as itself, alone on one line`(grammar: Grammar) {
    for word in Self.words {
      let text = grammar.spell(name: "", value: word)
      guard !text.isEmpty else { continue }
      #expect(!text.utf8.contains { $0 < 0x20 }, "\(text)")
      let (value, options) = Self.place(Self.list(of: text, grammar), grammar)
      let tokens = grammar.read(value, options).tokens
      #expect(tokens.count == 1, "\(word.debugDescription) is \(text)")
      // An address that nobody can judge is shown in quotes and means nobody.
      guard let token = tokens.first, !grammar.holdsPeople || word != "a@b@c" else { continue }
      let hasSigil =
        grammar == .owners && word.hasPrefix("@") || grammar == .inlineTags && "@#".contains(word.prefix(1))
      var (found, expected) = (grammar.value(token, in: value), hasSigil ? String(word.dropFirst()) : word)
      // Braces are no letters of a name.
      if grammar == .bibPersons { (found, expected) = (Self.withoutBraces(found), Self.withoutBraces(expected)) }
      #expect(Self.isSame(found, expected), "\(word.debugDescription) is \(text)")
    }
  }

  private static func withoutBraces(_ text: String) -> String { text.filter { $0 != "{" && $0 != "}" } }

  @Test(arguments: SyntaxPropertiesTests.grammars)
  func `a caret anywhere is no danger`(grammar: Grammar) {
    var random = Seeded(seed: 21)
    for _ in 0..<3_000 {
      let value = SyntaxPropertiesTests.value(&random)
      let caret = Int.random(in: -2...value.count + 2, using: &random)
      let options = SyntaxPropertiesTests.options(&random)
      guard let fragment = grammar.fragment(in: value, caret: caret, options) else { continue }
      let drawn = max(0, min(caret, value.count))
      #expect(fragment.range.lowerBound >= 0 && fragment.range.upperBound <= value.count)
      #expect(fragment.range.lowerBound <= drawn)
      #expect(!value[fragment.range].contains(0x0a))
      if let offset = fragment.separatorAt { #expect(offset >= 0 && offset <= fragment.range.lowerBound) }
    }
  }

  /// Lists, in each of which a token is put at every place.
  static let samples: [Grammar: [String]] = [
    .newsgroups: ["", " example.dev, example.test ,example.misc", "a,b,"],
    .keywords: ["budget, road map (draft), \"north, south\"", "a,,b", " =?utf-8?q?caf=C3=A9?=, tea"],
    .messageIDs: ["<a@x.org> <b@x.org><c@x.org>", " words <a@x.org>"],
    .attachments: ["", " "],
    .trailers: ["", " Ana <ana@x.org>", " a@x.org, Bo <bo@x.org>", "Ines"],
    .maintainers: [" Vela, Jr. <ines@x.org>, Omar <omar@x.org>,", " Ana <ana@x.org>\n# c@x.org\n , Bo <bo@x.org>"],
    .orgTags: [":work:home:", ":a::b:", ":@x:"],
    .yamlTags: [
      " [red, 'it''s', \"q\\\"\", deep blue] # two", "\n  - red\n  - \"blue\" # b\n  - \n  - 'c'", " [red\n, blue,\n]",
      " []", " [a # b\n]",
    ],
    .tomlTags: [" [\"red\", 'blue', # two\n \"\"\"c\"\"\",\n]", " []"],
    .jsonTags: [" [\"red\", \"blue\"]", " []", " [\n  \"a\",\n  \"b\"\n]"],
    .inlineTags: ["a #note for @omar and #mail/x # y\n`#no` #b, #"],
    .logseqTags: [" [[deep blue]], #green, red", ""],
    .bibKeywords: [" {parsing, {a, b} , R\\&D}", " \"a, b\" # m # \"c\"", " {}"],
    .bibPersons: [" {Ada Lovelace and {Barnes and Noble}\n and Turing, Alan}", " \"A and \" # m", " {}"],
    .latexKeywords: [" {parsing, $a,b$ \\and tag fields}", " {a, % x\n b}"],
    .owners: [" @ines @org/core omar@x.org # note", ""],
  ]

  @Test(arguments: samples.keys.sorted { $0.rawValue < $1.rawValue })
  func `a token that is put in leaves all others as they are`(grammar: Grammar) {
    var wrong: [String] = []
    for text in Self.samples[grammar] ?? [] {
      let (value, options) = Self.place(text, grammar)
      let before = grammar.read(value, options).tokens
      for caret in 0...value.count {
        guard let fragment = grammar.fragment(in: value, caret: caret, options), fragment.removed == nil else {
          continue
        }
        let word = grammar.holdsPeople || grammar == .messageIDs ? "zed@x.org" : "zed"
        let inserted = grammar.spell(name: "", value: word)
        let changed = fragment.applying(inserted, to: value, endsWithSeparator: false)
        // What completion adds behind a mailbox on its own account is not in the fragment of an address list.
        guard grammar != .trailers || !value[fragment.range.upperBound...].contains(UInt8(ascii: "@")) else { continue }
        let others = before.filter { !$0.range.overlaps(fragment.range) }.map { grammar.value($0, in: value) }
        var found = grammar.read(changed, options).tokens.map { grammar.value($0, in: changed) }
        if let index = found.firstIndex(of: word) { found.remove(at: index) } else { found.append("nothing new") }
        if found != others {
          wrong.append("\(text.debugDescription) at \(caret): \(String(decoding: changed, as: UTF8.self))")
        }
      }
    }
    #expect(wrong == [])
  }

  /// A token as a list of one.
  static func list(of text: String, _ grammar: Grammar) -> String {
    switch grammar {
    case .orgTags: ":\(text):"
    case .yamlTags, .tomlTags, .jsonTags: " [\(text)]"
    case .bibKeywords, .bibPersons, .latexKeywords: " {\(text)}"
    default: text
    }
  }

  /// A value with the options of a field that takes it.
  static func place(_ text: String, _ grammar: Grammar) -> (value: [UInt8], options: ReadingOptions) {
    var options = ReadingOptions()
    if grammar == .trailers, text.utf8.contains(UInt8(ascii: "@")) { options.field = "Cc" }
    return (Array(text.utf8), options)
  }

  /// Whether two values are the same but for what a list of mail cannot hold: blanks in a row, hidden characters.
  static func isSame(_ left: String, _ right: String) -> Bool {
    func words(_ text: String) -> [Substring.UnicodeScalarView] {
      let scalars = text.unicodeScalars.filter { $0.value > 0x20 || $0 == " " || $0 == "\n" || $0 == "\t" }
      return String(String.UnicodeScalarView(scalars)).unicodeScalars
        .split { $0 == " " || $0 == "\n" || $0 == "\t" }.map { $0 }
    }
    return words(left).map { String(Substring($0)) } == words(right).map { String(Substring($0)) }
  }
}
