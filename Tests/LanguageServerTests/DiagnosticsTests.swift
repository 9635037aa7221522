import Candidates
import Fields
import LanguageServer
import Support
import Testing
import Wire

/// When diagnostics are pushed or answered, and what they say.
@Suite struct DiagnosticsTests {
  @Test(arguments: PositionEncoding.allCases)
  func pointsToTheText(_ encoding: PositionEncoding) {
    var talk = Talk(encoding, textDocument: ["publishDiagnostics": ["relatedInformation": true, "tagSupport": [:]]])
    let (buffer, _) = talk.open("To: Zoë 😀 <z@example.org>, ana@@example.org\r\nCc: é <Z@EXAMPLE.org>\r\n\r\n")
    let pushes = talk.takePushes()
    #expect(pushes.count == 1)
    #expect(pushes.first?["version"] == 1)
    #expect(pushes.first?["uri"] == .string(Talk.uri))
    let found = pushes.first?["diagnostics"].array ?? []
    #expect(found.map { $0["code"].text } == ["extra-at", "duplicate"])
    #expect(found.map { buffer[$0["range"]] } == ["@", "é <Z@EXAMPLE.org>"])
    #expect(found.map { $0["severity"]?.whole } == [1, 2])
    #expect(found.allSatisfy { $0["source"] == "tokenfield" && !$0["message"].text.isEmpty })
    #expect(found.last?["tags"] == [1])
    let related = found.last?["relatedInformation"].array ?? []
    #expect(related.map { buffer[$0["location"]?["range"]] } == ["Zoë 😀 <z@example.org>"])
  }

  @Test func saysOnlyWhatAClientTakes() {
    var talk = Talk()
    talk.open("To: a@x.example, a@x.example\n\n")
    let found = talk.takePushes().first?["diagnostics"].array.first
    #expect(found?["code"] == "duplicate")
    #expect(found?["tags"] == nil)
    #expect(found?["relatedInformation"] == nil)
  }

  @Test func saysNothingOfWhatIsWell() {
    var talk = Talk()
    talk.open("To: a@x.example\n\n")
    #expect(talk.takePushes() == [])
    talk.notify("textDocument/didClose", Talk.document())
    #expect(talk.takePushes() == [])
  }

  @Test func pushesOnlyWhatChanged() {
    var talk = Talk()
    talk.open("To: a@@x.example\n\nbody\n")
    #expect(talk.takePushes().count == 1)
    talk.change([["range": SyncTests.range((2, 0), (2, 0)), "text": "b"]], version: 2)
    #expect(talk.takePushes() == [])
    talk.change([["range": SyncTests.range((0, 4), (0, 4)), "text": "b"]], version: 3)
    let moved = talk.takePushes()
    #expect(moved.count == 1)
    #expect(moved.first?["version"] == 3)
    talk.change([["range": SyncTests.range((0, 6), (0, 7)), "text": ""]], version: 4)
    let healed = talk.takePushes()
    #expect(healed.map { $0["diagnostics"] } == [[]])
    #expect(healed.first?["version"] == 4)
    talk.change([["range": SyncTests.range((0, 4), (0, 4)), "text": "b"]], version: 5)
    #expect(talk.takePushes() == [])
  }

  @Test func saysItAgainOfTheTextThatHasRested() {
    var talk = Talk()
    talk.open("To: a@@x.example\n\nbody\n")
    let first = talk.takePushes()
    for version in 2...4 {
      talk.change([["range": SyncTests.range((2, 0), (2, 0)), "text": "b"]], version: version)
    }
    let wakes = Self.wakes(talk.takeEffects())
    #expect(wakes.count == 1)
    #expect(wakes.first?.milliseconds == 100)
    talk.receive(.elapsed(wake: wakes.first?.number ?? 0))
    let again = talk.takePushes()
    #expect(again.map { $0["version"] } == [4])
    #expect(again.first?["diagnostics"] == first.first?["diagnostics"])
    // Nothing is stale now.
    talk.receive(.elapsed(wake: wakes.first?.number ?? 0))
    #expect(talk.takeEffects() == [])
    talk.change([["range": SyncTests.range((2, 0), (2, 0)), "text": "b"]], version: 5)
    #expect(Self.wakes(talk.takeEffects()).count == 1)
  }

  @Test func doesNotSayAgainWhatWasSaidAnew() {
    var talk = Talk()
    talk.open("To: a@@x.example\n\nbody\n")
    talk.change([["range": SyncTests.range((2, 0), (2, 0)), "text": "b"]], version: 2)
    let wakes = Self.wakes(talk.takeEffects())
    talk.change([["range": SyncTests.range((0, 4), (0, 4)), "text": "b"]], version: 3)
    #expect(talk.takePushes().count == 1)
    talk.receive(.elapsed(wake: wakes.first?.number ?? 0))
    #expect(talk.takePushes() == [])
  }

  @Test func clearsWhatIsClosed() {
    var talk = Talk()
    talk.open("To: a@@x.example\n\nbody\n")
    talk.change([["range": SyncTests.range((2, 0), (2, 0)), "text": "b"]], version: 2)
    let wakes = Self.wakes(talk.takeEffects())
    talk.notify("textDocument/didClose", Talk.document())
    #expect(talk.effects.contains(.forget(wakes.first?.number ?? 0)))
    #expect(talk.takePushes() == [["uri": .string(Talk.uri), "diagnostics": []]])
    talk.receive(.elapsed(wake: wakes.first?.number ?? 0))
    #expect(talk.takePushes() == [])
    talk.open("To: a@@x.example\n\n")
    #expect(talk.takePushes().count == 1)
  }

  @Test func clearsWhatIsOpenedAnewWithoutFaults() {
    var talk = Talk()
    talk.open("To: a@@x.example\n\n")
    _ = talk.takePushes()
    talk.open("To: a@x.example\n\n", version: 7)
    #expect(talk.takePushes().map { $0["diagnostics"] } == [[]])
  }

  @Test func leavesAMessageAloneThatWasReceived() {
    var talk = Talk()
    talk.open("Received: x\nTo: a@@x.example\nbroken\n\n")
    #expect(talk.takePushes() == [])
    #expect(talk.codes() == [])
    #expect(talk.request("textDocument/documentSymbol", Talk.document()).array.count == 1)
  }

  @Test func answersWhatIsPulled() {
    var talk = Talk(textDocument: ["diagnostic": [:]])
    let (buffer, _) = talk.open("To: a@@x.example\n\n")
    #expect(talk.takePushes() == [])
    let full = talk.request("textDocument/diagnostic", Talk.document())
    #expect(full["kind"] == "full")
    #expect(full["items"].array.map { buffer[$0["range"]] } == ["@"])
    func pull(_ id: JSON?) -> JSON {
      talk.request(
        "textDocument/diagnostic", ["textDocument": ["uri": .string(Talk.uri)], "previousResultId": id ?? .null])
    }
    #expect(pull(full["resultId"]) == ["kind": "unchanged", "resultId": full["resultId"] ?? .null])
    #expect(pull("other") == full)
    #expect(pull(nil) == full)
    talk.change([["range": SyncTests.range((0, 4), (0, 4)), "text": "b"]], version: 2)
    #expect(talk.takePushes() == [])
    let moved = pull(full["resultId"])
    #expect(moved["kind"] == "full")
    #expect(moved["resultId"] != full["resultId"])
    // A client that takes pushes is answered as well.
    var other = Talk()
    other.open("To: a@@x.example\n\n")
    #expect(other.codes() == ["extra-at"])
  }

  @Test func knowsAliasesOnceTheBooksAreRead() {
    var talk = Talk()
    talk.open("To: ana, zoe\n\n")
    #expect(talk.codes() == ["missing-domain", "missing-domain"])
    _ = talk.takePushes()
    var alias = People.person("Ana Ruiz", "ana@example.org", count: 1)
    alias.key = "ana"
    talk.deliver([alias])
    #expect(talk.codes() == ["missing-domain"])
    #expect(talk.takePushes().count == 1)
  }

  @Test func clearsWhatWasShownWhenADocumentIsClosed() {
    for mended in [nil, "To: a@x.example\n\n"] {
      var talk = Talk()
      talk.open("To: a@@x.example\n\n")
      // A client that has gone on typing drops the empty list, and would go on showing the other one.
      if let mended { talk.change([["text": .string(mended)]], version: 2) }
      _ = talk.takePushes()
      talk.notify("textDocument/didClose", Talk.document())
      let pushes = talk.takePushes()
      #expect(pushes.map { $0["diagnostics"].array.count } == [0])
      #expect(pushes.map { $0["uri"].text } == [Talk.uri])
    }
    var pulling = Talk(textDocument: ["diagnostic": [:]])
    pulling.open("To: a@@x.example\n\n")
    pulling.notify("textDocument/didClose", Talk.document())
    #expect(pulling.takePushes() == [])
  }

  // What goes back on a long line must not count it again.
  @Test(arguments: ["words", "one person", "two fields", "many fields"])
  func takesTimeInProportion(_ name: String) {
    let text = { (count: Int) in
      let people = (0..<count / 2).map { "a\($0)@x.example, " }.joined()
      return switch name {
      case "words": "To: " + String(repeating: "zz, ", count: count)
      case "one person": "To: a@x.example" + String(repeating: ", a@x.example", count: count)
      case "two fields": "To: \(people)\nCc: \(people)"
      default: String(repeating: "To: zz, zz\n", count: count / 3)
      }
    }
    let times = growth(16_000, text) { text in
      var talk = Talk(textDocument: ["publishDiagnostics": ["relatedInformation": true]])
      talk.open(text + "\n\n")
      #expect(talk.codes().count >= 500)
      for method in [
        "textDocument/documentSymbol", "textDocument/semanticTokens/full", "tokenField/fields", "tokenField/tokenize",
      ] {
        _ = talk.request(method, Talk.document())
      }
    }
    #expect(times < linear)
  }

  private static func wakes(_ effects: [Effect]) -> [(number: Int, milliseconds: Int)] {
    effects.compactMap { if case .wake(let number, let milliseconds) = $0 { (number, milliseconds) } else { nil } }
  }
}
