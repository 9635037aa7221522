import Fields
import Support
import Testing
import Wire

/// A document that was edited is a document that was opened with the same text.
@Suite struct IncrementalTests {
  static let pieces = [
    "a", "\n", "\r\n", "\n\n", " ", "\t", "To: ana@example.org\n", "Cc:", "B", "From: ", "GIT: x\n", ":", "é", "😀", ",",
    ";",
    "--text follows this line--\n", "Received: x\n", "ana@example.org", ", ", "\"", "<", ">", "Team: ", "b\n", "@", "(",
  ]
  static let drafts = [
    "From: Ana <ana@example.org>\nTo: bo@example.org,\n\tana@example.org\nCc: \nBcc: bo@example.org\n\nbody\nTo: x\n",
    "To: ana@example.org\r\nCc: ana@example.org, \"Li, Mei\" <mei@example.cn>\r\n\r\nbody",
    "From x # ignored\nGIT: a\nTo: a@example.org,\nGIT: b\n b@example.org\nSubject: y\n\n", "Hello\n\nTo: x\n", "",
    "To: a@example.org\n",
  ]

  @Test(arguments: ["mail", "patch", "plaintext"], 1...10 as ClosedRange<UInt64>)
  func isTheSameAsAFreshOne(_ languageId: String, seed: UInt64) {
    check(Self.drafts, languageId, "note", Self.pieces, seed)
  }

  /// Texts of every other kind, each with what means something in it.
  static let texts: [(languageId: String, name: String, text: String, pieces: [String])] = [
    (
      "gitcommit", "x", "Fix\n\nprose\n\nCc: a@x.org\nFixes: 1\n  2\nAcked-by: B <b@x.org>\n# c\n",
      ["Cc: ", "\n\n", "# ", "---\n", "Signed-off-by: ", "# ------ >8 ------\n", ": "]
    ),
    (
      "debcontrol", "x", "Maintainer: A <a@x.org>\nUploaders: B <b@x.org>,\n# c\n A <a@x.org>\n\nUploaders: C\n",
      ["\n ", "#", "<", ">", ", ", "\n\n", "Uploaders: "]
    ),
    ("codeowners", "x", "[S] @a\n*.md @b @B # c\n!x a@x.org\n", ["[", "]", "^", " @", "!", "\\", "#"]),
    ("org", "x", "#+TAGS: { a b }\n#+FILETAGS: :x:\n* T :a:b:\n** U :c\n", [":", "* ", "{ ", "#+TAGS: ", "a", "-"]),
    (
      "markdown", "x.md", "---\ntags: [a, b]\nx: &c y\n---\n# T #t\n```\n#n\n```\ntags:: p, [[q]]\n@m\n",
      ["---\n", "```\n", "#", "`", "tags:: ", "[", "*c", "\n- ", "\n\n", "    "]
    ),
    (
      "markdown", "z.md", "# T {#t}\n\n- tags:: a\n- tags:: b, c\n\n> ```\n> #n\n\n<div>\n#n\n\n[#p]\n#q tags:: d\n",
      ["\n", "\ntags:: x\n", "> ", "```\n", "<div>\n", "- ", "[#p]: u\n", "#", "@m", "---\n"]
    ),
    ("markdown", "y.md", "+++\ntags = [\"a\", 'b']\n+++\n#t\n", ["+++\n", "\"", "'", "\"\"\"", "[", "]", "#"]),
    ("json", "package.json", "{\"keywords\": [\"a\", \"b\"], \"x\": {}}\n", ["\"", "[", "]", "{", "}", ",", "\\"]),
    ("bibtex", "x", "@a{k,\n keywords = {a, {b}},\n year = 1\n}\n", ["{", "}", "\"", "\n title = ", "@a{", ","]),
    (
      "org", "y", "prose\n* T :a:\ntext text\n#+begin_src\n* N :n:\n#+end_src\nmore\n* U :b:\n",
      ["x", "\n", "word ", "#+end_src\n", "* ", ":"]
    ),
    (
      "latex", "x", "\\keywords{a, b}\n\\begin{keyword}\nc \\sep d.\n\\end{keyword}\n",
      ["{", "}", "%", "\\and ", "\n\n"]
    ),
  ]

  @Test(arguments: texts.indices, 1...3 as ClosedRange<UInt64>)
  func `every other kind is the same as a fresh one`(index: Int, seed: UInt64) {
    let row = Self.texts[index]
    check([row.text, ""], row.languageId, row.name, row.pieces + Self.pieces.prefix(12), seed)
  }

  private func check(_ drafts: [String], _ languageId: String, _ name: String, _ pieces: [String], _ seed: UInt64) {
    var random = Seeded(seed: seed)
    let encoding = PositionEncoding.allCases.randomElement(using: &random) ?? .utf8
    let uri = "file:///home/ana/\(name)"
    for draft in drafts {
      // What was typed last and is no entry yet, only the session knows in which it was typed.
      let settings = ["severity.leftover=off"]
      var talk = Talk(encoding, set: settings)
      var (buffer, _) = talk.open(draft, languageId: languageId, uri: uri)
      var history: [String] = [draft]
      for step in 2...40 {
        let scalars = Array(buffer.text.unicodeScalars)
        let start = Int.random(in: 0...scalars.count, using: &random)
        let end = min(scalars.count, start + (Bool.random(using: &random) ? 0 : Int.random(in: 0...8, using: &random)))
        let piece = pieces.randomElement(using: &random) ?? ""
        let change: JSON = [
          "range": ["start": buffer.position(start), "end": buffer.position(end)], "text": .string(piece),
        ]
        // Between CR and LF is no place that a client can name.
        if [start, end].contains(where: {
          $0 > 0 && $0 < scalars.count && scalars[$0 - 1] == "\r" && scalars[$0] == "\n"
        }) {
          continue
        }
        var edited = scalars
        edited.replaceSubrange(start..<end, with: Array(piece.unicodeScalars))
        buffer.text = String(String.UnicodeScalarView(edited))
        history.append(buffer.text)
        talk.change([change], version: step, uri: uri)
        talk.notify("textDocument/didSave", Talk.document(uri))
        let known = Self.picture(&talk, uri)
        var fresh = Talk(encoding, set: settings)
        fresh.open(buffer.text.replacing("|", with: ""), languageId: languageId, uri: uri)
        fresh.notify("textDocument/didSave", Talk.document(uri))
        guard known == Self.picture(&fresh, uri) else {
          Issue.record("seed \(seed): \(history.suffix(2).map(\.debugDescription))")
          return
        }
      }
      #expect(talk.takeLog() == [])
    }
  }

  @Test func countsTheBlanksBeforeAColon() {
    // 998 octets a line: a blank more makes the line too long, although the value did not change.
    let value = String(repeating: "a@example.org, ", count: 66)
    let line =
      "To: " + value + String(repeating: "(", count: 1) + String(repeating: "x", count: 998 - 4 - value.utf8.count - 2)
      + ")"
    var talk = Talk()
    talk.open(line + "\n\n")
    #expect(!talk.codes().contains("too-long"))
    talk.change([["range": SyncTests.range((0, 2), (0, 2)), "text": " "]], version: 2)
    talk.notify("textDocument/didSave", Talk.document())
    #expect(talk.codes().contains("too-long"))
  }

  @Test func judgesWhatIsBeingTypedMoreMildlyUntilTheUserTurnsAway() {
    var talk = Talk()
    talk.open("To: \nCc: \n\n")
    talk.change([["range": SyncTests.range((0, 4), (0, 4)), "text": "ines@"]], version: 2)
    #expect(severity(&talk) == [3])
    // Turning to another place ends it: another field, the body, a save.
    talk.change([["range": SyncTests.range((2, 0), (2, 0)), "text": "\n"]], version: 3)
    #expect(severity(&talk) == [2])
    talk.change([["range": SyncTests.range((0, 9), (0, 9)), "text": " "]], version: 4)
    talk.change([["range": SyncTests.range((0, 9), (0, 10)), "text": ""]], version: 5)
    #expect(severity(&talk) == [3])
    talk.change([["range": SyncTests.range((1, 4), (1, 4)), "text": "a@example.org"]], version: 6)
    #expect(severity(&talk) == [2])
    talk.change([["range": SyncTests.range((0, 8), (0, 9)), "text": "@"]], version: 7)
    #expect(severity(&talk) == [3])
    talk.notify("textDocument/didSave", Talk.document())
    #expect(severity(&talk) == [2])
  }

  @Test func forgetsThatATextWasMailWhenItIsNoLonger() {
    var talk = Talk()
    let uri = "file:///home/ana/note"
    talk.open("To: \n", languageId: "plaintext", uri: uri)
    talk.change([["range": SyncTests.range((0, 4), (1, 0)), "text": "whom it may\nconcern\n"]], version: 2, uri: uri)
    #expect(talk.codes(uri: uri) == [])
    #expect(talk.request("tokenField/fields", Talk.document(uri)) == [])
    talk.change([["text": "To: a@example.org\n\n"]], version: 3, uri: uri)
    #expect(talk.request("tokenField/fields", Talk.document(uri)).array.count == 1)
  }

  private func severity(_ talk: inout Talk) -> [Int?] {
    talk.request("textDocument/diagnostic", Talk.document())["items"].array
      .filter { $0["code"] == "missing-domain" }.map { $0["severity"]?.whole }
  }

  /// All that a session says of a document that nobody is typing in.
  private static func picture(_ talk: inout Talk, _ uri: String) -> [JSON] {
    ["tokenField/tokenize", "textDocument/diagnostic", "textDocument/documentSymbol"].map {
      talk.request($0, Talk.document(uri))
    } + [talk.request("textDocument/semanticTokens/full", Talk.document(uri))["data"] ?? .null]
  }
}
