import Candidates
import LanguageServer
import Support
import Testing
import Wire

/// People and keys of a repository, as a commit message completes them.
@Suite struct HistoryTests {
  private static let uri = "file:///home/ana/p/.git/COMMIT_EDITMSG"

  /// What the child says of a repository.
  private static let history = [
    "mailmap\tBo Ruiz <bo@example.org> <bo@old.example>", "key\tReviewed-by\t7", "key\tTicket\t2",
    "source\tmailmap\t/p",
    person("Ana Vela", "ana@example.org", 3), person("Bo Ruiz", "bo@example.org", 9, "Bo O", "bo@old.example"),
    "ended\t2\t0\t0\t0\t",
  ].map { $0 + "\n" }.joined()

  private static func person(_ name: String, _ address: String, _ count: Int, _ old: String...) -> String {
    var writer = RecordWriter()
    writer.begin(Source(kind: .mailmap, path: "/p"))
    var record = Record(name: name, address: address)
    (record.count, record.nicknames) = (count, old)
    writer.write(record)
    return String(decoding: writer.take(), as: UTF8.self).split(separator: "\n").last.map(String.init) ?? ""
  }

  /// A session in which a message is open, with what a child says of its repository, cut anywhere.
  private static func talk(
    _ marked: String, history: String = history, people: [Record] = [], set: [String] = [], size: Int = 17
  ) -> (talk: Talk, position: JSON) {
    var talk = Talk(set: ["discover=\(!people.isEmpty)"] + set, people: people)
    _ = talk.takeEffects()
    let (_, position) = talk.open(marked, languageId: "gitcommit", uri: uri)
    guard let ask = talk.indexing else { return (talk, position) }
    var bytes = Array(history.utf8)[...]
    while !bytes.isEmpty {
      talk.receive(.answered(ask: ask, .part(Array(bytes.prefix(size)))))
      bytes = bytes.dropFirst(size)
    }
    talk.receive(.answered(ask: ask, .ended(problem: nil)))
    return (talk, position)
  }

  /// What the items of the list at the caret write.
  private static func written(
    _ marked: String, history: String = history, people: [Record] = [], set: [String] = []
  ) -> [String] {
    var (talk, position) = talk(marked, history: history, people: people, set: set)
    return talk.request("textDocument/completion", Talk.at(position, uri: uri))["items"].array
      .map { $0["textEdit"]?["newText"].text ?? "" }
  }

  @Test func `a key that git's configuration names makes a block, as git's own lines do`() {
    func fields(_ text: String, _ history: String) -> [String] {
      var (talk, _) = Self.talk(text + "|", history: history)
      let found = talk.request("tokenField/fields", ["textDocument": ["uri": .string(Self.uri)]])
      return found.array.map { $0["name"].text }
    }
    let text = "Title\n\nBody\nSee-Also: x\nprose\n"
    let names = "trailer\tsee\ntrailer\tSee-Also\n"
    #expect(fields(text, "trailer\tother\n") == [])
    #expect(fields(text, names) == ["See-Also"])
    // The start of a key is enough, a quarter of the lines has to be trailers, and a line that goes on is none.
    #expect(fields("Title\n\nBody\nSee: x\n", names) == ["See"])
    #expect(fields("Title\n\na\nb\nc\nd\nSee: x\n", names) == [])
    #expect(fields("Title\n\nBody\n See: x\n", names) == [])
    #expect(fields("Title\n\nBody\nSeen: x\n", names) == [])
  }

  @Test func `keys answer by their start, their initials and their words`() {
    #expect(Self.written("Fix\n\nSig|") == ["Signed-off-by: "])
    #expect(Self.written("Fix\n\ncoa|") == ["Co-authored-by: "])
    #expect(Self.written("Fix\n\nco-d|") == ["Co-developed-by: "])
    #expect(Self.written("Fix\n\nSOB|") == ["Signed-off-by: "])
    #expect(Self.written("Fix\n\nauth|") == ["Co-authored-by: "])
    #expect(Self.written("Fix\n\nzz|") == [])
    #expect(Self.written("Fix\n\nrev|: x") == ["Reviewed-by"])
  }

  @Test func `keys of the repository come first, in its order`() {
    #expect(Self.written("Fix\n\n|").prefix(4) == ["Reviewed-by: ", "Ticket: ", "Signed-off-by: ", "Co-authored-by: "])
    #expect(Self.written("Fix\n\nt|") == ["Ticket: ", "Tested-by: "])
    let none = Self.written("Fix\n\nt|", set: ["git.enabled=false"])
    #expect(none == ["Tested-by: "])
  }

  @Test func `people of the history come before those of the address books, and each once`() {
    var book = Record(name: "Bo Li", address: "bo@li.example")
    book.count = 100
    let same = Record(name: "Bo R.", address: "BO@example.org")
    #expect(
      Self.written("Fix\n\nAcked-by: bo|", people: [book, same])
        == ["Bo Ruiz <bo@example.org>", "Bo Li <bo@li.example>"])
    #expect(Self.written("Fix\n\nAcked-by: |", people: [book]).first == "Bo Ruiz <bo@example.org>")
  }

  @Test func `an old name or address finds who is called otherwise now`() {
    #expect(Self.written("Fix\n\nAcked-by: old|") == ["Bo Ruiz <bo@example.org>"])
    #expect(Self.written("Fix\n\nAcked-by: bo o|") == ["Bo Ruiz <bo@example.org>"])
  }

  @Test func `who stands under the same key is hidden, under another not`() {
    #expect(Self.written("Fix\n\nAcked-by: bo@example.org\nAcked-by: bo|") == [])
    #expect(Self.written("Fix\n\nCc: bo@example.org\nAcked-by: bo|") == ["Bo Ruiz <bo@example.org>"])
  }

  @Test func `an old address is pointed out and mended, a note behind it stays`() {
    var (talk, _) = Self.talk("Fix\n\nCc: ana@example.org, Bo <BO@old.example> # 6.1+\n")
    #expect(talk.codes(uri: Self.uri) == ["old-address"])
    let at: JSON = ["line": 2, "character": 30]
    let actions = talk.request(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": .string(Self.uri)], "range": ["start": at, "end": at],
        "context": ["diagnostics": [], "only": ["quickfix"]],
      ]
    ).array
    #expect(actions.map { $0["title"].text } == ["Write Bo Ruiz <bo@example.org>"])
    var (silent, _) = Self.talk("Fix\n\nCc: Bo <bo@old.example>\n", set: ["severity.old-address=off"])
    #expect(silent.codes(uri: Self.uri) == [])
  }

  @Test func `a card says what is known of somebody in the history`() {
    var (talk, position) = Self.talk("Fix\n\nAcked-by: Bo <bo@ex|ample.org>\n")
    let hover = talk.request("textDocument/hover", Talk.at(position, uri: Self.uri))
    #expect(hover["contents"]?["value"].text.contains("Used: 9 times") == true)
  }

  @Test func `comments begin as the repository says`() {
    let text = "Fix\n\nCc: a@example.org\n; Cc: b@example.org\n"
    var (talk, _) = Self.talk(text, history: "comment\t;\n")
    #expect(talk.request("tokenField/fields", Talk.document(Self.uri)).array.count == 1)
  }

  @Test func `keys and values are separated as the repository says`() {
    let text = "Fix\n\nAcked-by= a@example.org\nBug #43\n"
    let history = "separators\t=#\nkey\tBug\t0\nending\tBug\t #\n"
    var (talk, _) = Self.talk(text + "|", history: history)
    let fields = talk.request("tokenField/fields", Talk.document(Self.uri)).array
    #expect(fields.map { $0["name"].text } == ["Acked-by", "Bug"])
    #expect(Self.written("Fix\n\nAck|", history: history) == ["Acked-by= "])
    #expect(Self.written("Fix\n\nbu|", history: history) == ["Bug #"])
    #expect(Self.written("Fix\n\nbu| #43", history: history) == ["Bug"])
    let outcome = talk.request(
      "tokenField/add",
      [
        "textDocument": ["uri": .string(Self.uri), "version": 1], "field": "Acked-by", "texts": ["b@example.org"],
      ])
    #expect(outcome["edits"].array.map { $0["newText"].text } == ["\nAcked-by= b@example.org"])
  }

  @Test func `what git's configuration says of separators goes through the child's lines`() throws {
    let asked: JSON = ["history": ["path": "/p/.git/COMMIT_EDITMSG"]]
    let request = try #require(HistoryRequest(asked))
    let said = "trailer.separators\n=:#\0trailer.bug.key\nBug #\0trailer.cc.key\nCc\0trailer.fix.key\nFixes: \0"
    let scan = HistoryScan(
      request,
      in: HistoryScan.World(
        git: { ($0.contains("config") ? Array(said.utf8) : Array("/p\n".utf8), nil) }, read: { _, _ in nil },
        real: { $0 }))
    var bytes: [UInt8] = []
    _ = scan.run {
      bytes += $0
      return true
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(lines.contains("separators\t=:#"))
    #expect(lines.filter { $0.hasPrefix("ending") } == ["ending\tBug\t #", "ending\tFixes\t: "])
  }

  @Test func `one child asks about one repository, and again when a message is opened anew`() {
    var (talk, _) = Self.talk("Fix\n")
    func asks() -> Int { talk.takeEffects().filter { if case .ask(_, .index) = $0 { true } else { false } }.count }
    _ = asks()
    talk.open("Fix\n", languageId: "gitcommit", uri: "file:///home/ana/p/.git/MERGE_MSG")
    talk.open("Fix\n", languageId: "gitcommit", uri: Self.uri, version: 2)
    #expect(asks() == 1)
    talk.open("Fix\n", languageId: "gitcommit", uri: "untitled:message")
    talk.open("To: \n", languageId: "mail", uri: "file:///home/ana/p/x.eml")
    #expect(asks() == 0)
  }

  @Test func `whatever the child says, a message is served`() {
    var random = Seeded(seed: 5)
    for _ in 0..<100 {
      var bytes = Array(Self.history.utf8)
      for _ in 0..<8 {
        let place = Int.random(in: bytes.indices, using: &random)
        bytes[place] = [9, 10, 0x1F, 0xFF, 60, 62].randomElement(using: &random) ?? 0
      }
      var (talk, position) = Self.talk(
        "Fix\n\nAcked-by: bo|", history: String(decoding: bytes, as: UTF8.self), size: 1000)
      let items = talk.request("textDocument/completion", Talk.at(position, uri: Self.uri))["items"].array
      for item in items {
        #expect(!(item["textEdit"]?["newText"].text ?? "").contains { $0.isNewline }, "seed 5")
      }
    }
  }
}
