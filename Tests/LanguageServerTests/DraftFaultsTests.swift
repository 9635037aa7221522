import Fields
import LanguageServer
import Testing
import Wire

/// What is wrong with a draft as a whole, and the edits that mend it.
@Suite struct DraftFaultsTests {
  private static let kinds: Set<String> = [
    "second-field", "no-sender", "bcc-encrypted", "only-bcc", "many-visible", "group-expanded", "own-address",
    "outside-domain", "mixed-script",
  ]

  /// The findings of a draft that are about it as a whole, as `CODE text`, as they are once it was checked.
  private func findings(_ text: String, set: [String] = []) throws -> [String] {
    let settings = Startup(assignments: set, version: "1").settings().settings
    let check = Check(
      Array(text.utf8), languageId: "mail", path: "", settings: settings, aliases: []
    ) { _ in .nothing }
    return check.findings.filter { Self.kinds.contains($0.code) }.map { finding in
      "\(finding.code) " + String(decoding: Array(text.utf8)[finding.start..<finding.end], as: UTF8.self)
    }
  }

  @Test func `a field stands in a message once`() throws {
    #expect(try findings("To: a@x.org\nto: b@x.org\n\n") == ["second-field to"])
    #expect(
      try findings("From: a@x.org\nReply-To: a@x.org\nReply-To: b@x.org\nTo: c@x.org\n\n") == ["second-field Reply-To"])
    // Files are attached a line each, and resent messages have a block each.
    #expect(try findings("To: a@x.org\nAttach: /a\nAttach: /b\nResent-To: b@x.org\nResent-To: c@x.org\n\n") == [])
    #expect(try findings("Received: x\nTo: a@x.org\nTo: b@x.org\n\n") == [])
  }

  @Test func `several authors need a sender`() throws {
    #expect(try findings("From: a@x.org, b@x.org\nTo: c@x.org\n\n") == ["no-sender From"])
    #expect(try findings("From: a@x.org, b@x.org\nSender:\nTo: c@x.org\n\n") == ["no-sender From"])
    #expect(try findings("From: a@x.org, b@x.org\nSender: a@x.org\nTo: c@x.org\n\n") == [])
  }

  @Test func `an encrypted message hides nobody`() throws {
    let head = "To: a@x.org\nBcc: b@x.org\n"
    #expect(try findings(head + "\n<#secure method=pgpmime mode=signencrypt>\nHi\n") == ["bcc-encrypted Bcc"])
    #expect(try findings(head + "\n<#part type=text/plain encrypt=smime>\n") == ["bcc-encrypted Bcc"])
    #expect(try findings(head + "Pgp: ES<0xABCD>\n\n") == ["bcc-encrypted Bcc"])
    #expect(try findings(head + "\n<#secure method=pgpmime mode=sign>\nencrypt\n") == [])
    #expect(try findings(head + "Pgp: S<0xEEEE>\n\n") == [])
    #expect(try findings("To: a@x.org\nBcc:\nPgp: E\n\n") == [])
  }

  @Test func `a draft for Bcc alone is told once it is left, saved or sent`() throws {
    #expect(try findings("To:\nBcc: a@x.org\n\n") == ["only-bcc Bcc"])
    #expect(try findings("Cc: b@x.org\nBcc: a@x.org\n\n") == [])
    var talk = Talk()
    talk.open("To: \nBcc: a@x.org|\n\n")
    #expect(!talk.codes().contains("only-bcc"))
    talk.notify("textDocument/didSave", Talk.document())
    #expect(talk.codes().contains("only-bcc"))
  }

  @Test func `many who see each other, and groups that all see`() throws {
    let few = ["visibleRecipients=3"]
    #expect(try findings("To: a@x.org, b@x.org\nCc: c@x.org, d@x.org, e@x.org\n\n", set: few) == ["many-visible Cc"])
    #expect(try findings("To: a@x.org, b@x.org\nCc: c@x.org\nBcc: d@x.org\n\n", set: few) == [])
    let none = ["visibleRecipients=0"]
    let many = (0..<60).map { "p\($0)@x.org" }.joined(separator: ", ")
    #expect(try findings("To: \(many)\n\n", set: none) == [])
    #expect(try findings("To: \(many)\n\n") == ["many-visible To"])
    #expect(
      try findings("To: T: a@x.org, b@x.org;, U: c@x.org;, V:;\nBcc: W: d@x.org, e@x.org;\n\n") == ["group-expanded T"])
  }

  @Test func `oneself is who stands in From as well`() throws {
    #expect(try findings("From: Ana <ana@x.org>\nTo: bo@x.org, ANA@x.org\n\n") == ["own-address ANA@x.org"])
    #expect(try findings("From: Ana <ana@x.org>\nTo: ana@x.org\n\n") == [])
    #expect(
      try findings("From: ana@x.org\nTo: bo@x.org\nCc: me@y.org\n\n", set: [#"own=["me@y.org"]"#]) == [
        "own-address me@y.org"
      ])
  }

  @Test func `people elsewhere`() throws {
    let own = [#"outside=["x.org"]"#]
    #expect(try findings("To: a@x.org, b@sub.x.org, c@notx.org\n\n", set: own) == ["outside-domain c@notx.org"])
    #expect(try findings("From: a@y.org\nTo: b@x.org\n\n", set: own) == [])
  }

  @Test(
    arguments: [
      ("раypal.com", "mixed-script раypal"), ("аррӏе.com", "mixed-script аррӏе"),
      ("xn--80ak6aa92e.com", "mixed-script xn--80ak6aa92e"),
      ("ехо.bg", nil), ("почта.рф", nil), ("bücher.example", nil), ("日本ラボabc.jp", nil), ("한국korea.kr", nil),
      ("αpple.com", "mixed-script αpple"),
      ("россия.com", nil), ("example.org", nil), ("ⅼ.com", nil),
    ] as [(String, String?)]) func `domains that look like others`(_ domain: String, _ due: String?) throws
  {
    #expect(try findings("To: a@\(domain)\n\n") == [due].compactMap { $0 })
  }

  // MARK: Fixes

  /// The text after the one fix of a code that is offered anywhere in a draft; nil where there is none.
  private func fixed(_ text: String, _ code: String, set: [String] = []) -> String? {
    mended(text, only: "quickfix", set: set) { action in
      action["diagnostics"].array.contains { $0["code"].text == code }
    }
  }

  private func mended(
    _ text: String, only: String, set: [String] = [], language: String = "mail", where isWanted: (JSON) -> Bool
  ) -> String? {
    var talk = Talk(.utf16, textDocument: ["codeAction": ["codeActionLiteralSupport": [:]]], set: set)
    let (buffer, _) = talk.open(text, languageId: language)
    let end = buffer.text.unicodeScalars.count
    let actions = talk.request(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": .string(Talk.uri)],
        "range": ["start": buffer.position(0), "end": buffer.position(end)],
        "context": ["diagnostics": [], "only": [.string(only)]],
      ]
    ).array
    guard let action = actions.first(where: isWanted) else { return nil }
    var scalars = Array(buffer.text.unicodeScalars)
    for edit in (action["edit"]?["changes"]?[Talk.uri].array ?? []).reversed() {
      scalars.replaceSubrange(buffer.range(edit["range"]), with: Array(edit["newText"].text.unicodeScalars))
    }
    return String(String.UnicodeScalarView(scalars))
  }

  @Test func `a second field goes into the first one`() {
    func merged(_ text: String) -> String? { fixed(text, "second-field") }
    #expect(merged("To: a@x.org\nCc: c@x.org\nTo: b@x.org\n\n") == "To: a@x.org, b@x.org\nCc: c@x.org\n\n")
    #expect(merged("To: a@x.org,\r\nTo: b@x.org\r\n") == "To: a@x.org, b@x.org\r\n")
    #expect(merged("To:\nTo: b@x.org\n\n") == "To: b@x.org\n\n")
    #expect(merged("To: a@x.org\nTo:\n") == "To: a@x.org\n")
    #expect(merged("To: a@x.org\nTo: b@x.org") == "To: a@x.org, b@x.org")
    let long = String(repeating: "a", count: 60)
    #expect(
      merged("To: \(long)@x.org\nTo: bo@example.org,\n c@x.org\n\n")
        == "To: \(long)@x.org,\n bo@example.org,\n c@x.org\n\n")
    #expect(
      merged("References: <a@x>\nTo: a@x.org\nReferences: <b@x>\n\n") == "References: <a@x> <b@x>\nTo: a@x.org\n\n")
    // A quote that is never closed would swallow what comes behind it.
    #expect(merged("To: \"Ana\nTo: b@x.org\n\n") == nil)
  }

  @Test func `a sender is the first author, and the many go to Bcc`() {
    #expect(
      fixed("From: Ana\n  <a@x.org>, b@x.org\nTo: c@x.org\n\n", "no-sender")
        == "From: Ana\n  <a@x.org>, b@x.org\nSender: Ana <a@x.org>\nTo: c@x.org\n\n")
    let few = ["visibleRecipients=1"]
    #expect(fixed("To: a@x.org, b@x.org\n\n", "many-visible", set: few) == "Bcc: a@x.org, b@x.org\n\n")
    #expect(
      fixed("To: a@x.org, b@x.org\nBcc: c@x.org\n\n", "many-visible", set: few) == "Bcc: c@x.org, a@x.org, b@x.org\n\n")
    #expect(fixed("To: a@x.org, b@x.org\n\n", "many-visible", set: few + ["fields.To.readOnly=true"]) == nil)
  }

  @Test func `what is safe is mended at once, and nobody changes`() {
    func safe(_ text: String, language: String = "mail", set: [String] = []) -> String? {
      mended(text, only: "source.fixAll", set: set, language: language) {
        $0["kind"].text == "source.fixAll.tokenField"
      }
    }
    #expect(
      safe("To: A B a@x.org,, <b@x.org>; J. R <mailto:c@x.org> d@x.org,\nCc: e@x.org,\n\n")
        == "To: A B <a@x.org>, <b@x.org>, \"J. R\" <c@x.org>, d@x.org\nCc: e@x.org\n\n")
    #expect(safe("To: a@x.org, A@x.org, b@gmial.com\n\n") == nil)
    #expect(safe("To: a@x.org,, b@x.org,\n\n", set: ["severity.empty-item=off"]) == "To: a@x.org,, b@x.org\n\n")
    #expect(safe("To: a@x.org,, b@x.org\n\n", set: ["fields.To.readOnly=true"]) == nil)
    #expect(safe("Received: x\nTo: a@x.org,, b@x.org\n\n") == nil)
  }

  @Test func `of one field the first findings are shown, and how many more there are`() {
    var talk = Talk()
    talk.open("To: " + String(repeating: "a@x.org, ", count: 700) + "b@x.org|\nCc: b@x.org\n\n")
    let found = talk.request("textDocument/diagnostic", Talk.document())["items"].array
    let own = found.filter { $0["range"]?["start"]?["line"] == 0 && $0["range"]?["start"]?["character"] != 0 }
    #expect(own.count == 500)
    #expect(own.last?["message"].text.hasSuffix(" more in To are not shown") == true)
    #expect(found.contains { $0["range"]?["start"]?["line"] == 1 })
  }
}
