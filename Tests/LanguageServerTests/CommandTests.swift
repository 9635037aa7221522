import Candidates
import LanguageServer
import Support
import Testing
import Wire

/// Programs that are asked for people: when, with which words, and how their answers are shown.
@Suite struct CommandTests {
  private static func source(_ members: String) -> String { #"sources=[{"kind":"command",\#(members)}]"# }

  private static func talk(_ sources: String...) -> Talk {
    let list = sources.map { #"{"kind":"command",\#($0)}"# }.joined(separator: ",")
    var talk = Talk(experimental: ["tokenField": [:]], set: ["discover=false", "sources=[\(list)]"])
    talk.deliver(People.all)
    return talk
  }

  /// The words that are given to a program.
  private static func words(_ members: String, _ query: String) -> [String]? {
    let json = (try? JSON.parse(Array(#"{"kind":"command",\#(members)}"#.utf8))) ?? .null
    return CommandSource(json).flatMap { CommandRequest($0, query: query) }?.argv
  }

  @Test func `a query is part of one word, whatever is in it`() {
    let argv = #""argv":["ask","--name={query}","{query}","x"]"#
    for query in ["ana", "ana ruiz", "$(rm -rf ~)", "; ls", "a\"b", "a'b", "{query}", "*"] {
      #expect(Self.words(argv, query) == ["ask", "--name=\(query)", query, "x"])
    }
    for query in ["", "-rf", "--help", "a\nb", "a\0b", "\u{1B}[A"] {
      #expect(Self.words(argv, query) == nil, "\(query)")
    }
    // The program itself is none of what is typed.
    #expect(Self.words(#""argv":["{query}"]"#, "evil") == ["{query}"])
  }

  @Test func `a directory is asked with words in which nothing means anything`() {
    let ldap =
      #""preset":"ldapsearch","uri":"ldap://h","base":"dc=x","user":"cn=me","passwordFile":"/p","startTLS":true"#
    let words = Self.words(ldap, "a*)(uid=* b\\") ?? []
    let shown = words.joined(separator: " ")
    #expect(
      shown.hasPrefix(
        "ldapsearch -LLL -x -o ldif-wrap=no -o nettimeout=2 -l 2 -z 50 -H ldap://h -b dc=x -ZZ -D cn=me -y /p (&"))
    let filter = words.first { $0.hasPrefix("(&(mail=*)") } ?? ""
    #expect(filter.contains(#"(cn=a\2a\29\28uid=\2a*)"#) && filter.contains(#"(sn=b\5c*)"#))
    #expect(filter.filter { $0 == "(" }.count == filter.filter { $0 == ")" }.count)
    let own = Self.words(ldap + #","filter":"(cn=*{query}*)""#, "(x") ?? []
    #expect(own.contains(#"(cn=*\28x*)"#))
  }

  @Test(arguments: [
    (#""argv":[]"#, "sources[0].argv: expected a list of a program and its words"),
    (#""argv":["a",1]"#, "sources[0].argv: expected a list of a program and its words"),
    (#""argv":"a b""#, "sources[0].argv: expected a list of a program and its words"),
    (#""argv":["a"],"path":"b""#, "unknown setting sources[0].path"),
    (#""argv":["a"],"timout":9"#, "unknown setting sources[0].timout; did you mean sources[0].timeout?"),
    (#""argv":["a"],"timeout":9"#, "sources[0].timeout: expected a whole number from 10 to 60000"),
    (#""argv":["a"],"format":"command""#, "sources[0].format: expected one of"),
    (#""preset":"ldap""#, "sources[0].preset: expected ldapsearch"),
    (#""preset":"ldapsearch","uri":"ldap://h""#, "sources[0].base: expected a text"),
  ])
  func `what cannot be used is said`(_ members: String, _ words: String) {
    let warnings = Startup(assignments: [Self.source(members)], version: "1").settings().warnings
    #expect(warnings.count == 1 && warnings[0].hasPrefix(words), "\(warnings)")
  }

  @Test func `only the user names programs, and no client takes them away`() {
    var settings = Settings()
    let own: JSON = ["kind": "command", "argv": ["staff", "{query}"]]
    let book: JSON = ["kind": "vcard", "path": "/c"]
    #expect(settings.take(["sources": [own, book]], isOwn: true) == [])
    for tree: JSON in [["sources": [["kind": "command", "argv": ["evil"]]]], ["sources": nil], ["sources": []]] {
      _ = settings.take(tree)
      #expect(settings.commands.map(\.argv) == [["staff", "{query}"]])
    }
    #expect(
      settings.take(["sources": [["kind": "command", "argv": ["evil"]], book]])
        == ["sources[0]: programs count only in the user's own file or on the command line"])
    #expect(settings["sources"] == [own, book])
    #expect(settings.take(["sources": [book]], isOwn: true) == [] && settings.commands.isEmpty)
  }

  /// Many keys ask one program once: as many wakes as keys, each but the last forgotten, and one child at a time.
  @Test func `keys ask nobody, and never two children of one program at a time`() {
    var random = Seeded(seed: 5)
    var talk = Self.talk(#""argv":["staff","{query}"]"#)
    let (_, start) = talk.open("To: q|\n\n")
    _ = talk.takeEffects()
    var version = 1
    var column = start["character"]?.whole ?? 0
    var (wakes, running): ([Int], [Int]) = ([], [])
    var asked = 0
    for _ in 0..<300 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0, 1:
        version += 1
        let place: JSON = ["line": 0, "character": .integer(column)]
        talk.change([["range": ["start": place, "end": place], "text": "z"]], version: version)
        column += 1
        let (_, bytes) = talk.body("textDocument/completion", Talk.at(["line": 0, "character": .integer(column)]))
        talk.receive(.received(bytes), .drained)
        if column > 40 {
          version += 1
          talk.change([["text": "To: q\n\n"]], version: version)
          column = 5
        }
      case 2: if let wake = wakes.popLast() { talk.receive(.elapsed(wake: wake)) }
      default: if let ask = running.popLast() { talk.receive(.answered(ask: ask, .ended(problem: nil))) }
      }
      for effect in talk.takeEffects() {
        switch effect {
        case .wake(let wake, milliseconds: 30): wakes.append(wake)
        case .ask(let ask, _):
          running.append(ask)
          asked += 1
        case .forget(let number):
          wakes.removeAll { $0 == number }
          running.removeAll { $0 == number }
        default: break
        }
        #expect(wakes.count <= 1 && running.count <= 1)
      }
    }
    #expect(asked > 10)
  }

  @Test func `who is known well enough is answered at once, and so is what is not people`() {
    var talk = Self.talk(#""argv":["staff","{query}"]"#)
    let (_, position) = talk.open("To: a|\nSubject: an\n\nan\n")
    _ = talk.takeEffects()
    // One letter is too little.
    #expect(!talk.request("textDocument/completion", Talk.at(position))["items"].array.isEmpty)
    #expect(talk.request("textDocument/completion", Talk.at(["line": 1, "character": 11])) == .null)
    #expect(talk.takeEffects().isEmpty)
  }

  @Test func `a completion that waits is answered once, taken back, and answered at shutdown`() {
    var talk = Self.talk(#""argv":["staff","{query}"]"#)
    let (_, position) = talk.open("To: zz|\n\n")
    let (first, bytes) = talk.body("textDocument/completion", Talk.at(position))
    talk.receive(.received(bytes), .drained)
    // A second one takes the place of the first.
    let (second, more) = talk.body("textDocument/completion", Talk.at(position))
    talk.receive(.received(more), .drained)
    #expect(talk.answer(to: first) == .success(["isIncomplete": true, "items": []]))
    talk.notify("$/cancelRequest", ["id": second.json])
    #expect(talk.answer(to: second) == .failure(.requestCancelled("cancelled")))
    let (third, last) = talk.body("textDocument/completion", Talk.at(position))
    talk.receive(.received(last), .drained)
    _ = talk.request("shutdown", nil)
    #expect(talk.answer(to: third) == .success(["isIncomplete": true, "items": []]))
  }

  /// Two programs: the one that answers later stands behind, whatever the order of the settings.
  @Test func `a list that is shown is never put into another order`() {
    var talk = Self.talk(#""name":"one","argv":["one"]"#, #""name":"two","argv":["two"]"#)
    let (_, position) = talk.open("To: zz|\n\n")
    _ = talk.takeEffects()
    let (id, bytes) = talk.body("textDocument/completion", Talk.at(position))
    talk.receive(.received(bytes), .drained)
    for case .wake(let wake, milliseconds: 30) in talk.takeEffects() { talk.receive(.elapsed(wake: wake)) }
    var (asks, deadline): ([Int], Int) = ([], 0)
    for effect in talk.takeEffects() {
      if case .ask(let ask, _) = effect { asks.append(ask) }
      if case .wake(let wake, milliseconds: 200) = effect { deadline = wake }
    }
    #expect(asks.count == 2)
    func say(_ ask: Int, _ addresses: String...) {
      var writer = RecordWriter()
      writer.begin(Source(kind: .command, path: "x"))
      for address in addresses { writer.write(Record(address: address)) }
      writer.end(skipped: 0, faults: 0, milliseconds: 0, problem: nil)
      talk.receive(.answered(ask: ask, .part(writer.take())), .answered(ask: ask, .ended(problem: nil)))
    }
    say(asks[1], "b@x.org", "a@x.org")
    talk.receive(.elapsed(wake: deadline))
    guard case .success(let list) = talk.answer(to: id) else { return #expect(Bool(false)) }
    #expect(list["items"].array.map { $0["detail"].text } == ["b@x.org", "a@x.org"])
    _ = talk.takeEffects()
    say(asks[0], "c@x.org", "A@x.org")
    let pushes = talk.takePushes("tokenField/suggestions")
    #expect(pushes.map { $0["items"].array.map { $0["detail"].text } } == [["b@x.org", "a@x.org", "c@x.org"]])
  }

  @Test func `what a program says is read as it is set, and a part of it that is broken is nobody`() {
    func answer(_ members: String, _ output: String, _ problem: String? = nil, isEmptyHanded: Bool = false) -> [String]
    {
      let json = (try? JSON.parse(Array(#"{"kind":"command","argv":["x"],\#(members)}"#.utf8))) ?? .null
      guard let request = CommandSource(json).flatMap({ CommandRequest($0, query: "q") }),
        let again = CommandRequest(request.json)
      else { return ["no request"] }
      #expect(again == request)
      var book = Directory()
      book.begin()
      book.append(
        again.answer { _ in
          CommandRequest.Said(output: Array(output.utf8), problem: problem, isEmptyHanded: isEmptyHanded)
        })
      book.finish(problem: nil)
      return book.matches("", limit: 999).map { "\($0.name) <\($0.address)>" }
        + (book.sources.first?.problem.map { [$0] } ?? [])
    }
    #expect(answer(#""name":"x""#, "1 match\na@x.org\tAna\tnote\n") == ["Ana <a@x.org>"])
    #expect(answer(#""skipFirst":true"#, "b@x.org\tnobody\na@x.org\tAna\n") == ["Ana <a@x.org>"])
    #expect(answer(#""format":"ldif""#, "dn: x\ncn: Ana\nmail: a@x.org\n") == ["Ana <a@x.org>"])
    #expect(answer(#""format":"json""#, #"[{"name":"Ana","address":"a@x.org"}"#) == ["Ana <a@x.org>"])
    #expect(answer(#""name":"x""#, "a@x.org\tAna\n", "Size limit exceeded (4)") == ["Ana <a@x.org>"])
    #expect(answer(#""name":"x""#, "", "cannot connect") == ["cannot connect"])
    #expect(answer(#""name":"x""#, "", "the program ended with status 256", isEmptyHanded: true) == [])
    let many = (0..<5000).map { "a\($0)@x.org\tAna\n" }.joined()
    #expect(answer(#""name":"x""#, many).count == CommandRequest.most)
    var random = Seeded(seed: 6)
    for _ in 0..<200 {
      let noise = (0..<Int.random(in: 0...300, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      _ = answer(#""name":"x""#, String(decoding: noise, as: UTF8.self))
    }
  }
}
