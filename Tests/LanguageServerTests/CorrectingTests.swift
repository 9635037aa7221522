import Candidates
import LanguageServer
import Testing
import Wire

/// What a client has said of people is written down by a child, and counts at once.
@Suite struct CorrectingTests {
  private static let people = [
    Record(name: "Ana Ruiz", address: "ana@x.org"), Record(name: "Anton Ode", address: "anton@x.org"),
  ]

  /// What was to be written down, or read, since effects were taken last.
  private static func asked(_ talk: Talk) -> [(ask: Int, request: String)] {
    talk.effects.compactMap { effect in
      switch effect {
      case .ask(let ask, .learn(let request)), .ask(let ask, .index(let request)):
        (ask, String(decoding: request, as: UTF8.self))
      default: nil
      }
    }
  }

  private static func said(_ kind: Corrections.Kind, _ address: String) -> [UInt8] {
    var writer = RecordWriter()
    writer.begin(Source(kind: .corrections, path: "/c"))
    let entry = Corrections(Corrections.lines(kind, [address], day: "2026-12-01")).entry(address)
    writer.write(entry ?? Corrections.Entry(address: address))
    writer.end(skipped: 0, faults: 0, milliseconds: 0, problem: nil)
    return writer.take()
  }

  /// Says something of somebody, and plays the child that writes it down; gives what is asked for then.
  private static func correct(_ talk: inout Talk, _ method: String, _ kind: Corrections.Kind) -> [String] {
    _ = talk.takeEffects()
    #expect(talk.request("tokenField/\(method)", ["address": "anton@x.org"]) == .null)
    let asked = asked(talk)
    #expect(asked.map(\.request) == ["{\"correct\":{\"kind\":\"\(kind.rawValue)\",\"addresses\":[\"anton@x.org\"]}}"])
    guard let ask = asked.first?.ask else { return [] }
    talk.receive(.answered(ask: ask, .part(said(kind, "anton@x.org"))), .answered(ask: ask, .ended(problem: nil)))
    return Self.asked(talk).dropFirst().map(\.request)
  }

  private static func offered(_ talk: inout Talk) -> [String] {
    talk.request("tokenField/why", ["query": "an"])["candidates"].array.map { $0["address"].text }
  }

  @Test func `pinning and hiding count at once, and nothing is read anew`() {
    var talk = Talk(people: Self.people)
    #expect(Self.offered(&talk) == ["ana@x.org", "anton@x.org"])
    #expect(Self.correct(&talk, "pin", .pinned) == [])
    #expect(Self.offered(&talk) == ["anton@x.org", "ana@x.org"])
    #expect(Self.correct(&talk, "never", .never) == [])
    #expect(Self.offered(&talk) == ["ana@x.org"])
    #expect(Self.correct(&talk, "remember", .plain) == [])
    #expect(Self.offered(&talk) == ["ana@x.org", "anton@x.org"])
  }

  @Test func `for what is forgotten, and for taking that back, the address books are read again`() {
    var talk = Talk(people: Self.people)
    let again = "{\"discover\":true,\"history\":true,\"sources\":[]}"
    #expect(Self.correct(&talk, "forget", .forgotten) == [again])
    talk.deliver(Self.people)
    #expect(Self.correct(&talk, "remember", .plain) == [], "the new reading said nothing of it")
    // What is read just now may lack what is said meanwhile.
    talk.notify("workspace/didChangeConfiguration", ["settings": ["history": ["enabled": false]]])
    #expect(Self.correct(&talk, "pin", .pinned) == ["{\"discover\":true,\"sources\":[]}"])
  }

  @Test func `what goes wrong is shown, and nothing counts then`() {
    var talk = Talk(people: Self.people)
    _ = talk.takeEffects()
    _ = talk.request("tokenField/never", ["address": "anton@x.org"])
    guard let ask = Self.asked(talk).first?.ask else {
      Issue.record("nothing was asked")
      return
    }
    talk.receive(.answered(ask: ask, .part(LearnRequest.ending(problem: "no space"))))
    talk.receive(.answered(ask: ask, .ended(problem: nil)))
    let shown = talk.takeEffects().compactMap { effect -> String? in
      if case .send(let body, _) = effect { String(decoding: body, as: UTF8.self) } else { nil }
    }
    #expect(shown.count == 1 && shown[0].contains("window/showMessage") && shown[0].contains("no space"))
    #expect(Self.offered(&talk).count == 2)
  }

  @Test func `what is no address, and what would not be read, is refused`() {
    var talk = Talk(people: Self.people)
    _ = talk.takeEffects()
    for address in ["", "anton", "a@x.org, b@x.org", "a@x.org\nb"] {
      guard case .failure(let error) = talk.ask("tokenField/pin", ["address": .string(address)]) else {
        Issue.record("\(address)")
        continue
      }
      #expect(error == .invalidParams("expected an address at params.address"))
    }
    var off = Talk(set: ["discover=false"])
    _ = off.takeEffects()
    guard case .failure = off.ask("tokenField/pin", ["address": "a@x.org"]) else {
      Issue.record("taken")
      return
    }
    #expect(Self.asked(talk).isEmpty && Self.asked(off).isEmpty)
  }

  @Test func `why is told at a place, with the others of the draft`() {
    var talk = Talk(people: Self.people)
    let (_, position) = talk.open("To: Ana <ana@x.org>\nCc: an|\n\n")
    let why = talk.request("tokenField/why", Talk.at(position))
    #expect(why["query"] == "an" && why["with"] == ["ana@x.org"] && why["address"] == .null)
    #expect(why["candidates"].array.map { $0["address"].text } == ["anton@x.org"])
    #expect(why["candidates"].array.first?["domain"] == 64)
    let (_, body) = talk.open("To: a@x.org\n\nan|\n", uri: "file:///home/ana/b.eml")
    #expect(talk.request("tokenField/why", Talk.at(body, uri: "file:///home/ana/b.eml")) == .null)
    #expect(talk.request("tokenField/why", ["query": "nobody@x.org"])["address"]?["known"] == false)
  }
}
