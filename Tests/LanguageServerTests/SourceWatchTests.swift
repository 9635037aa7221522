import Candidates
import LanguageServer
import Testing
import Wire

/// Address books whose files change are read again: when, how often, and what is said of it.
@Suite struct SourceWatchTests {
  private static let options: JSON = [
    "discover": false, "sources": [["kind": "contacts-tsv", "path": "/b"], ["kind": "vcard", "path": "/c"]],
  ]

  /// What the child says that reads the books: their files, then who is in them and what is wrong.
  private static func stream(
    stamp: String? = "a1", people: [Record] = People.all, problem: String? = nil, milliseconds: Int = 1,
    hasCards: Bool = true
  ) -> [UInt8] {
    var writer = RecordWriter()
    writer.begin(Source(kind: .contactsTSV, path: "/b"))
    for record in people { writer.write(record) }
    writer.end(skipped: 0, faults: 0, milliseconds: milliseconds, problem: nil)
    if hasCards {
      writer.begin(Source(kind: .vcard, path: "/c"))
      writer.end(skipped: 0, faults: 0, milliseconds: 0, problem: problem)
    }
    return (stamp.map { WatchRequest.line(stamp: $0) } ?? []) + writer.take()
  }

  private static func read(_ talk: inout Talk, _ bytes: [UInt8], size: Int = 1 << 16, problem: String? = nil) {
    guard let ask = asked(talk, "sources") else {
      Issue.record("nobody asked for the address books")
      return
    }
    _ = talk.takeEffects()
    var rest = bytes[...]
    while !rest.isEmpty {
      talk.receive(.answered(ask: ask, .part(Array(rest.prefix(size)))))
      rest = rest.dropFirst(size)
    }
    talk.receive(.answered(ask: ask, .ended(problem: problem)))
  }

  /// The last ask for the books, or for a change of them.
  private static func asked(_ talk: Talk, _ key: String) -> Int? { requests(talk, key).last?.ask }

  private static func requests(_ talk: Talk, _ key: String) -> [(ask: Int, request: JSON)] {
    talk.effects.compactMap { effect in
      guard case .ask(let ask, .index(let bytes)) = effect, let json = try? JSON.parse(bytes), let part = json[key]
      else {
        return nil
      }
      return (ask, key == "sources" ? json : part)
    }
  }

  private static func change(_ talk: inout Talk) {
    guard let ask = asked(talk, "watch") else {
      Issue.record("nobody watches")
      return
    }
    _ = talk.takeEffects()
    talk.receive(.answered(ask: ask, .part(WatchRequest.change)), .answered(ask: ask, .ended(problem: nil)))
  }

  private static func talk(_ bytes: [UInt8] = stream(), size: Int = 1 << 16, set: [String] = []) -> Talk {
    var talk = Talk(options: options, set: set)
    read(&talk, bytes, size: size)
    return talk
  }

  @Test(arguments: [1, 3, 7, 1 << 16]) func `what the files were is told however it is cut, and costs nobody`(
    _ size: Int
  ) {
    var talk = Self.talk(size: size)
    let watches = Self.requests(talk, "watch")
    #expect(watches.count == 1 && watches[0].request["stamp"] == "a1" && watches[0].request["pause"] == 0)
    #expect(watches[0].request["sources"] == talk.session.settings["sources"])
    let (_, position) = talk.open("To: ana|\n\n")
    #expect(talk.request("textDocument/completion", Talk.at(position))["items"].array.isEmpty == false)
    // A child that says nothing of its files is read as well.
    var old = Self.talk(Self.stream(stamp: nil), size: size)
    #expect(Self.requests(old, "watch").isEmpty)
    let (_, place) = old.open("To: ana|\n\n")
    #expect(old.request("textDocument/completion", Talk.at(place))["items"].array.isEmpty == false)
  }

  @Test func `a change is read once, and watched again with what the files were then`() {
    var talk = Self.talk()
    Self.change(&talk)
    let again = Self.requests(talk, "sources")
    #expect(again.count == 1 && again[0].request["again"] == true && Self.requests(talk, "watch").isEmpty)
    Self.read(&talk, Self.stream(stamp: "b2", people: [Record(name: "New", address: "new@x.org")]))
    #expect(Self.requests(talk, "watch").map { $0.request["stamp"] } == ["b2"])
    let (_, position) = talk.open("To: new|\n\n")
    #expect(talk.request("textDocument/completion", Talk.at(position))["items"].array.count == 1)
  }

  @Test func `a child that ends without a change, or fails, has nothing read`() {
    for problem in [nil, "the program ended with exit code 1"] {
      var talk = Self.talk()
      guard let ask = Self.asked(talk, "watch") else { return }
      _ = talk.takeEffects()
      talk.receive(.answered(ask: ask, .ended(problem: problem)))
      #expect(Self.requests(talk, "sources").isEmpty && Self.requests(talk, "watch").isEmpty)
      #expect(talk.takeLog() == (problem.map { ["address books are not watched: \($0)"] } ?? []))
    }
  }

  @Test func `what is wrong is said once, and again when it has become something else`() {
    var talk = Self.talk(Self.stream(problem: "cannot be read: gone"))
    #expect(talk.takeLog() == ["vcard /c: cannot be read: gone"])
    for (problem, lines) in [
      ("cannot be read: gone", []), ("cannot be read: else", ["vcard /c: cannot be read: else"]), (nil, []),
      ("cannot be read: else", ["vcard /c: cannot be read: else"]),
    ] as [(String?, [String])] {
      Self.change(&talk)
      Self.read(&talk, Self.stream(problem: problem))
      #expect(talk.takeLog() == lines)
    }
    Self.change(&talk)
    Self.read(&talk, Self.stream(hasCards: false))
    #expect(talk.takeLog() == ["vcard /c: is gone"])
    Self.change(&talk)
    Self.read(&talk, Self.stream(hasCards: false))
    #expect(talk.takeLog() == [])
  }

  @Test func `what took long to read is not read all the time`() {
    #expect(Self.requests(Self.talk(Self.stream(milliseconds: 2000)), "watch")[0].request["pause"] == 20_000)
    #expect(Self.requests(Self.talk(Self.stream(milliseconds: 90_000)), "watch")[0].request["pause"] == 60_000)
  }

  @Test func `nobody watches while nobody is there, and the first message has it go on`() {
    var talk = Self.talk()
    func wake() -> Int? { talk.effects.compactMap { if case .wake(let wake, 300_000) = $0 { wake } else { nil } }.last }
    guard let first = wake(), let ask = Self.asked(talk, "watch") else {
      Issue.record("nobody looks whether somebody is there")
      return
    }
    talk.open("To: |\n\n")
    _ = talk.takeEffects()
    talk.receive(.elapsed(wake: first))
    guard let second = wake() else {
      Issue.record("somebody was there")
      return
    }
    #expect(!talk.effects.contains(.forget(ask)))
    talk.receive(.elapsed(wake: second))
    #expect(talk.effects.contains(.forget(ask)) && wake() == second)
    _ = talk.takeEffects()
    talk.open("To: |\n\n", version: 2)
    let watches = Self.requests(talk, "watch")
    #expect(watches.count == 1 && watches[0].request["stamp"] == "a1" && wake() != nil)
  }

  @Test func `without the setting nobody watches`() {
    var talk = Self.talk(set: ["watch=false"])
    #expect(Self.requests(talk, "watch").isEmpty)
    var other = Self.talk()
    let ask = Self.asked(other, "watch")
    func set(_ value: JSON) { other.notify("workspace/didChangeConfiguration", ["settings": ["watch": value]]) }
    _ = other.takeEffects()
    set(false)
    #expect(ask.map { other.effects.contains(.forget($0)) } == true && Self.requests(other, "watch").isEmpty)
    set(true)
    #expect(Self.requests(other, "watch").map { $0.request["stamp"] } == ["a1"])
    // Other books are others to watch, and a book that is named no more is not gone.
    _ = other.takeEffects()
    other.notify(
      "workspace/didChangeConfiguration", ["settings": ["sources": [["kind": "contacts-tsv", "path": "/b"]]]])
    Self.read(&other, Self.stream(stamp: "c3", hasCards: false))
    #expect(other.takeLog() == [] && Self.requests(other, "watch").map { $0.request["stamp"] } == ["c3"])
    _ = talk.takeEffects()
  }
}
