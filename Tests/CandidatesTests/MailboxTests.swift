import Candidates
import Support
import Testing

/// One row a mailbox, whatever the sources call it; aliases, groups, and the card that a hover shows.
@Suite struct MailboxTests {
  @Test func oneRowAMailbox() {
    let directory = Directory([
      [person("K Ode", "ko@x.example", count: 2), person("Ode, Karl", "KO@X.example", count: 5, last: "2026-01-01")],
      [person("", "ko@x.example.", count: 40), person("Krla Oed", "ko@x.example", count: 1, nick: ["Kalle"])],
    ])
    for query in ["ode", "karl", "k ode", "kalle", "oed", "ko@x", "", "kalle karl"] {
      #expect(directory.found(query) == ["Ode, Karl <KO@X.example>"], "\(query)")
    }
    let match = directory.matches("kal", limit: 1)
    #expect(match.map(\.count) == [48])
    #expect(match.map(\.last) == ["2026-01-01"])
    #expect(match.map(\.nickname) == ["Kalle"])
    #expect(match.map(\.source.path) == ["/book0"])
  }

  @Test func theFirstSourcesNameAmongEquals() {
    let directory = Directory([[person("", "a@x.org")], [person("Ana", "a@x.org")], [person("Anna", "a@x.org")]])
    #expect(directory.found("an") == ["Ana <a@x.org>"])
    #expect(directory.matches("ana", limit: 1).map(\.source.path) == ["/book1"])
  }

  @Test func `the name that the user keeps comes before one that mails have more often`() {
    let gathered = stream([[person("RUIZ Ana (Sales)", "ana@x.org", count: 40)]], kind: .history)
    let own = stream([[person("Ana Ruiz", "ANA@x.org"), person("", "bo@x.org")]], kind: .vcard)
    for (first, second) in [(gathered, own), (own, gathered)] {
      var directory = Directory()
      directory.load(first + second)
      #expect(directory.found("ana") == ["Ana Ruiz <ANA@x.org>"])
      directory.learn(stream([[person("Bo", "bo@x.org", count: 1)]], kind: .history))
      #expect(directory.found("bo") == ["Bo <bo@x.org>"], "any name rather than none")
    }
  }

  @Test func theOrderOfAMailboxIsThatOfItsFirstRecord() {
    let directory = Directory([
      [person("Jo", "a@x.org"), person("Jo", "b@x.org")], [person("Jo Ode", "a@x.org"), person("Jo", "b@x.org")],
    ])
    #expect(directory.addresses("jo") == ["a@x.org", "b@x.org"])
  }

  @Test(arguments: [
    ("zoë@x.org", "ZOË@x.org"), ("zoë@x.org", "zoe\u{308}@x.org"), ("a@bücher.example", "a@XN--bcher-kva.example"),
    ("a@x.org", "A@X.ORG."), ("o'n@x.org", "O'N@x.org"), ("\"a b\"@x.org", "\"A B\"@x.org"),
    ("a@xn--fiqs8s.example", "a@中国.example"), ("a@x--y.org", "A@X--Y.org"),
  ])
  func sameMailbox(_ left: String, _ right: String) {
    #expect(Address.key(left) == Address.key(right))
    let directory = Directory(person("A", left), person("B", right))
    #expect(directory.matches("", limit: 9).count == 1)
    #expect(directory.person(address: right)?.names == ["A", "B"])
  }

  @Test(arguments: [
    ("a@x.org", "b@x.org"), ("zoë@x.org", "zoe@x.org"), ("on@x.org", "o'n@x.org"), ("a@xn--a-zz!.org", "a@a.org"),
    ("a@xn--99999999.org", "a@x.org"), ("a.b@x.org", "ab@x.org"),
  ])
  func otherMailbox(_ left: String, _ right: String) {
    let directory = Directory(person("A", left), person("B", right))
    #expect(directory.matches("", limit: 9).count == 2)
  }

  @Test func aliasesAndGroups() {
    let directory = Directory(
      person("Ana Ruiz", "ana@x.org", key: "Ana"), group("team", ["ana@x.org", "bo@x.org"], key: "team"),
      group("Choir", ["bo@x.org"]), person("Bo", "bo@x.org"))
    #expect(directory.aliases == ["ana", "team"])
    #expect(directory.isAlias("TEAM"))
    #expect(!directory.isAlias("choir"))
    #expect(directory.found("team") == ["team: ana@x.org, bo@x.org"])
    #expect(directory.found("choir") == ["Choir: bo@x.org"])
    #expect(directory.matches("team", limit: 1).map(\.rank) == [.exact])
    #expect(directory.matches("ana", limit: 1).map(\.nickname) == ["Ana"])
    #expect(directory.matches("team", limit: 1).map(\.nickname) == [nil])
  }

  @Test func theSameGroupTwiceIsOne() {
    let directory = Directory([[group("g", ["a@x.org"])], [group("g", ["a@x.org"]), group("g", ["b@x.org"])]])
    #expect(directory.found("g") == ["g: a@x.org", "g: b@x.org"])
  }

  @Test func theCardOfAPerson() throws {
    var first = person("Ana Ruiz", "Ana@x.org", count: 2, nick: ["Nia"], org: "Oak", note: "met in May")
    first.others = ["ruiz@y.org", "ANA@x.org"]
    first.categories = ["Choir"]
    let directory = Directory([
      [first, group("Team", ["b@x.org", "ANA@X.org"]), group("Other", ["b@x.org"])],
      [person("Ruiz, Ana", "ana@x.org", count: 9, last: "2026-02-03", key: "ana")],
    ])
    let card = try #require(directory.person(address: "ana@X.org"))
    #expect(card.address == "Ana@x.org")
    #expect(card.names == ["Ruiz, Ana", "Ana Ruiz"])
    #expect(card.nicknames == ["Nia", "ana"])
    #expect(card.organisation == "Oak")
    #expect(card.note == "met in May")
    #expect(card.others == ["ruiz@y.org"])
    #expect(card.groups == ["Choir", "Team"])
    #expect(card.sources.map(\.path) == ["/book0", "/book1"])
    #expect(card.count == 11)
    #expect(card.last == "2026-02-03")
    #expect(directory.person(address: "nobody@x.org") == nil)
    #expect(directory.person(address: "") == nil)
  }

  /// Many records of one mailbox cost each the same, and it is still found.
  @Test func manyRecordsOfOneMailbox() {
    let records = { (count: Int) in (0..<count).map { person("Name \($0)", "list@x.org", count: 1) } }
    #expect(growth(20_000, records) { _ = Directory([$0]) } < linear)
    let directory = Directory([records(20_000)])
    #expect(directory.found("name 1") == ["Name 0 <list@x.org>"])
    #expect(directory.matches("list", limit: 2).map(\.count) == [20_000])
  }
}
