import Candidates
import Fields
import LanguageServer
import Testing
import Wire

/// Findings that are never said again of an address or a tag.
@Suite struct IgnoringTests {
  private static let people: [Record] = {
    var ana = Record(name: "Ana Ruiz", address: "ana.ruiz@example.org")
    ana.count = 40
    return [ana]
  }()

  /// What is offered for the first finding of a code.
  private func never(_ talk: inout Talk, _ code: String, _ line: Int) -> JSON? {
    let (start, end): (JSON, JSON) = (
      ["line": .integer(line), "character": 0], ["line": .integer(line + 1), "character": 0]
    )
    return talk.request(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": .string(Talk.uri)], "range": ["start": start, "end": end],
        "context": ["diagnostics": [], "only": ["quickfix"]],
      ]
    ).array.first { $0["command"] == "tokenField.ignore" && $0["arguments"].array.first?["code"].text == code }
  }

  @Test(arguments: [
    ("near-twin", "ana.riuz@example.org"), ("wrong-name", "Ana Ruiz <a@evil.example>"),
    ("typo-domain", "Bo <bo@gmial.com>"), ("outside-domain", "x@outside.example"),
  ])
  func `a finding of an address is silent at once, and others of it are not`(code: String, recipient: String) throws {
    var talk = Talk(options: ["outside": ["example.org", "evil.example", "gmial.com"]], people: Self.people)
    talk.open("To: \(recipient)\nCc: c..d@example.org\n\nhi|")
    let other = "file:///tmp/other.eml"
    talk.open("To: \(recipient)\n\nhi|", uri: other)
    #expect(talk.codes().contains(code) && talk.codes(uri: other).contains(code))
    let action = try #require(never(&talk, code, 0))
    #expect(action["title"].text.hasPrefix("Never for "))
    _ = talk.takeEffects()
    #expect(
      talk.request(
        "workspace/executeCommand", ["command": "tokenField.ignore", "arguments": .array(action["arguments"].array)])
        == .null)
    #expect(!talk.codes().contains(code) && !talk.codes(uri: other).contains(code))
    #expect(talk.codes().contains("bad-dot"))
    let asks = talk.takeEffects().compactMap { effect -> (Int, [UInt8])? in
      if case .ask(let number, .learn(let request)) = effect { (number, request) } else { nil }
    }
    let (ask, request) = try #require(asks.first)
    let line = try #require(IgnoreRequest(JSON.parse(request))).line
    #expect(line.starts(with: Array("\(code)\t".utf8)))
    talk.receive(.answered(ask: ask, .part(LearnRequest.ending(problem: "disk full"))))
    talk.receive(.answered(ask: ask, .ended(problem: nil)))
    #expect(talk.takeLog() == ["ignore: disk full"])
    // What was written is heeded by the next session.
    var startup = Startup(assignments: ["outside=[\"example.org\", \"evil.example\", \"gmial.com\"]"], version: "1")
    startup.ignored = .success(line)
    let check = Check(
      Array("To: \(recipient)\n\n".utf8), languageId: "mail", path: "", settings: startup.settings().settings,
      aliases: [], looking: { _ in .nothing })
    #expect(!check.findings.contains { $0.code == code })
  }

  @Test func `a file that is spoilt is told in one line, and the rest counts`() {
    var startup = Startup(version: "1")
    startup.ignored = .success(Array("near-twin\ta@x.example\nwhat\nbad-dot\tx\n\u{0}\ntypo-domain\tb@gmial.com".utf8))
    let (settings, warnings) = startup.settings()
    #expect(warnings == ["ignore: 3 lines are passed over"])
    func codes(_ text: String) -> [String] {
      Check(Array(text.utf8), languageId: "mail", path: "", settings: settings, aliases: [], looking: { _ in .nothing })
        .findings.map(\.code)
    }
    #expect(codes("To: b@GMIAL.com\n\n") == [] && codes("To: c@gmial.com\n\n") == ["typo-domain"])
    startup.ignored = .failure(.init("/x: Permission denied"))
    #expect(startup.settings().warnings == ["ignore: /x: Permission denied"])
  }

  @Test func `nothing else can be ignored`() {
    var talk = Talk()
    for (code, text) in [
      ("bad-dot", "a"), ("what", "a"), ("near-twin", ""), ("near-twin", "a\nb"), ("near-twin", "a\tb"),
    ] {
      let answer = talk.ask(
        "workspace/executeCommand",
        ["command": "tokenField.ignore", "arguments": [["code": .string(code), "text": .string(text)]]])
      #expect(throws: ResponseError.self, "\(code)") { try answer.get() }
    }
  }
}
