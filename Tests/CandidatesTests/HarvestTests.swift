import Candidates
import Support
import Testing

/// Whom the headers of kept mail name: how often, when last, and under which name.
@Suite struct HarvestTests {
  private static func message(_ fields: String..., body: String = "To: never@x.org\n") -> String {
    fields.map { $0 + "\n" }.joined() + "\n" + body
  }

  /// The people of a Maildir at `/m`, whose files these are.
  private func people(
    _ files: [String: String], own: [String] = [], path: String = "/m", today: String = "2026-12-01",
    kind: SourceFormat = .maildir
  ) -> [String] {
    let tree = FileTree(files)
    let indexer = Indexer(
      read: tree.read, list: tree.list, real: tree.real, own: own, today: today, mailboxes: simpleMailboxes)
    var book = Directory()
    book.begin()
    indexer.run([Source(kind: kind, path: path)]) {
      book.append($0)
      return true
    }
    book.finish(problem: nil)
    #expect(book.malformed == 0)
    return book.matches("", limit: 99).map {
      "\($0.name) <\($0.address)> \($0.count) \($0.last)" + ($0.nickname.map { " \($0)" } ?? "")
    } + (book.sources.first?.problem.map { [$0] } ?? [])
  }

  @Test func `recipients of sent mail count by their field, and the last day is kept`() {
    let files = [
      "/m/Sent/cur/1:2,S": Self.message(
        "From: Me <me@x.org>", "To: Ana Ruiz <ana@x.org>,", "\tbo@x.org", "Cc: Cy <cy@x.org>, me@x.org",
        "bcc: di@x.org",
        "Date: Mon, 2 Mar 2026 10:00:00 +0100"),
      "/m/Sent/new/2": Self.message("From: me@x.org", "To: Ana <ANA@x.org>", "Date: 30 Nov 26 1:00:00 GMT"),
      "/m/Sent/cur/3:2,": Self.message(
        "From: me@x.org", "To: Ana <ana@x.org>", "Date: Tue, 19 Jan 2038 03:14:07 +0000"),
      "/m/Sent/tmp/4": Self.message("To: tmp@x.org"), "/m/Sent/cur/.hidden": Self.message("To: hidden@x.org"),
    ]
    #expect(
      people(files) == [
        "Ana <ana@x.org> 9 2026-11-30 Ana Ruiz", " <bo@x.org> 3 2026-03-02", " <di@x.org> 3 2026-03-02",
        "Cy <cy@x.org> 1 2026-03-02",
      ])
  }

  @Test func `of mail that came in the sender is known, and of one's own all recipients`() {
    let files = [
      "/m/inbox/cur/1": Self.message("From: Ana <ana@x.org>", "To: me@x.org, bo@x.org", "Date: 1 Jan 2026 0:0:0 +0000"),
      "/m/inbox/cur/2": Self.message("From: <Me@X.org>", "To: bo@x.org"),
      "/m/inbox/cur/3": Self.message("From: No-Reply <no-reply@x.org>", "To: me@x.org"),
      "/m/inbox/cur/4": Self.message("Subject: nobody"), "/m/inbox/cur/5": "",
    ]
    #expect(people(files, own: ["me@x.org"]) == [" <bo@x.org> 3 ", "Ana <ana@x.org> 0 2026-01-01"])
  }

  @Test func `a list is called as its List-Id says, and not as who writes through it`() {
    let files = [
      "/m/inbox/cur/1": Self.message(
        "From: Ana via Users <users@list.org>", "List-Id: \"The Users\" <users.list.org>", "To: x@x.org"),
      "/m/inbox/cur/2": Self.message(
        "From: Bo <bo@x.org>", "List-Id: Devs <devs.l.org>", "List-Post: <mailto:dev@lists.org?a>", "To: dev@lists.org"),
      "/m/sent/cur/1": Self.message("From: me@x.org", "To: dev@lists.org"),
    ]
    #expect(people(files) == ["Devs <dev@lists.org> 3 ", "The Users <users@list.org> 0 ", "Bo <bo@x.org> 0 "])
  }

  @Test(arguments: ["Sent", ".Sent Items", "[Gmail]/Sent Mail", "INBOX.Sent", "Gesendete Objekte", "Sent/2026"])
  func `folders of sent mail are known by their names`(_ name: String) {
    let files = ["/m/\(name)/cur/1": Self.message("From: me@x.org", "To: ana@x.org")]
    #expect(people(files) == [" <ana@x.org> 3 "])
    #expect(people(["/m/Absent minds/cur/1": Self.message("From: ana@x.org", "To: b@x.org")]).isEmpty == false)
    #expect(people(files, path: "/none") == ["is no Maildir that can be read"])
  }

  @Test func `an mbox is cut at its From lines, bodies are passed over`() {
    let text =
      "From me@x.org Mon Mar  2 10:00:00 2026\r\nFrom: me@x.org\r\nTo: =?utf-8?Q?J=C3=B6rg?=\r\n <j@x.org>\r\n\r\n"
      + "To: never@x.org\r\nFrom here on\r\n\r\n>From me\r\n\r\nFrom me@x.org x\r\nTo: bo@x.org\r\n\r\nFrom last\nCc: cy@x.org"
    let wanted = ["Jörg <j@x.org> 3 ", " <bo@x.org> 3 ", " <cy@x.org> 1 "]
    #expect(people(["/m/sent": text], path: "/m/sent", kind: .mbox) == wanted)
    #expect(people([:], path: "/m/sent", kind: .mbox) == ["cannot be read: cannot be read"])
  }

  /// However an mbox comes in parts, and whatever is in it, the same people are found, and a message is not read twice.
  @Test func `parts make no difference, and no bytes make it fail`() {
    let pieces = [
      "From a\n", "From: me@x.org\n", "To: ", "a@x.org", ", ", "\n", "\r\n", "\n\n", " b@x.org", "Cc:", "\0", "é", "<",
      "Date: 1 Jan 2026\n",
    ]
    var random = Seeded(seed: 8)
    for _ in 0..<200 {
      let text = (0..<Int.random(in: 0...60, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
        .joined()
      let bytes = Array(text.utf8)
      let size = Int.random(in: 1...9, using: &random)
      func read(_ parts: Bool) -> [String] {
        let indexer = Indexer(
          read: { _ in bytes }, list: { _ in nil },
          parts: { _, take in
            var rest = bytes[...]
            while !rest.isEmpty, take(parts ? rest.prefix(size) : rest) { rest = parts ? rest.dropFirst(size) : [] }
            return nil
          }, mailboxes: simpleMailboxes)
        var book = Directory()
        book.begin()
        indexer.run([Source(kind: .mbox, path: "/sent")]) {
          book.append($0)
          return true
        }
        book.finish(problem: nil)
        return book.matches("", limit: 99).map { "\($0.name) \($0.address) \($0.count) \($0.last)" }
      }
      #expect(read(true) == read(false))
    }
  }

  /// Of a message no more is read than its header, and a header that never ends is given up.
  @Test func `bodies are not read`() {
    for (text, most) in [
      ("To: a@x.org\r\n\r\n" + String(repeating: "x", count: 100_000), 1),
      (String(repeating: "x", count: 5 << 20), 300),
    ] {
      var parts = 0
      let bytes = Array(text.utf8)
      let tree = FileTree(["/sent/cur/1": text])
      let indexer = Indexer(
        read: tree.read, list: tree.list,
        parts: { _, take in
          var rest = bytes[...]
          while !rest.isEmpty {
            parts += 1
            guard take(rest.prefix(1024)) else { break }
            rest = rest.dropFirst(1024)
          }
          return nil
        }, mailboxes: simpleMailboxes)
      indexer.run([Source(kind: .maildir, path: "/sent")]) { _ in true }
      #expect(parts <= most && parts > 0)
    }
  }
}
