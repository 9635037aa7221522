import Candidates
import Testing

/// What a query finds.
@Suite struct MatchTests {
  private static let people = Directory(
    person("Inês Vela", "ines.vela@example.org", nick: ["Foxglove"], org: "Lindenhof Seeds"),
    person("Ruiz, Ana", "ana@example.net"), person("Seán O'Neil", "o'neil@example.com"),
    person("王小明", "xm@example.cn"), person("Jürgen Müller", "jm@example.de"), person("Семёнов Пётр", "petr@example.ru"),
    person("Σωκράτης", "s@example.gr"), person("", "first.last+news@rare-domain.example"),
    person("Mary-Jane Weiß", "mj@example.org", key: "mouse"))

  @Test(arguments: [
    ("ines", "ines.vela@example.org"), ("INÊS", "ines.vela@example.org"), ("vela ines", "ines.vela@example.org"),
    ("ve in", "ines.vela@example.org"), ("nes ela", "ines.vela@example.org"), ("foxg", "ines.vela@example.org"),
    ("linden", "ines.vela@example.org"), ("seeds vela", "ines.vela@example.org"), ("ana ruiz", "ana@example.net"),
    ("Ruiz, An", "ana@example.net"), ("\"Ruiz, Ana", "ana@example.net"), ("uiz", "ana@example.net"),
    ("oneil", "o'neil@example.com"), ("o'neil", "o'neil@example.com"), ("O’Neil sean", "o'neil@example.com"),
    ("小明", "xm@example.cn"), ("muller", "jm@example.de"), ("mueller", "jm@example.de"), ("juergen", "jm@example.de"),
    ("müller", "jm@example.de"), ("семенов", "petr@example.ru"), ("ПЕТР", "petr@example.ru"),
    ("σωκρατης", "s@example.gr"), ("rare-dom", "first.last+news@rare-domain.example"),
    ("+news", "first.last+news@rare-domain.example"), ("@rare", "first.last+news@rare-domain.example"),
    ("last", "first.last+news@rare-domain.example"), ("mary jane", "mj@example.org"), ("jane", "mj@example.org"),
    ("weiss", "mj@example.org"), ("weizz", nil), ("mouse", "mj@example.org"), ("ines ruiz", nil), ("velaines", nil),
    ("inesxy", nil), ("vela@ines", nil), (",", nil),
  ])
  func `G17 G18 G19 every word counts, wherever it stands, without accents`(_ query: String, _ wanted: String?) {
    #expect(MatchTests.people.addresses(query) == (wanted.map { [$0] } ?? []), "\(query)")
  }

  @Test func `G17 whoever is it comes before beginnings, words that begin so, and other places`() {
    let directory = Directory(
      person("Ana", "x@example.org"), person("Ana Ruiz", "y@example.org"), person("Diana", "z@example.org"),
      person("", "ana@example.org"), person("Bo", "bo@example.org", nick: ["Ana"]),
      person("Cy", "cy@example.org", key: "ANA"), person("Di", "di@example.org", org: "Ana"))
    let ranks = directory.matches("ana", limit: 20).map { "\($0.address) \($0.rank)" }
    #expect(
      ranks == [
        "x@example.org exact", "bo@example.org exact", "cy@example.org exact", "y@example.org wordStart",
        "ana@example.org wordStart", "di@example.org wordStart", "z@example.org substring",
      ])
    #expect(directory.matches("ana@example.org", limit: 1).map(\.rank) == [.exact])
    #expect(directory.matches("ruiz ana", limit: 1).map(\.rank) == [.wordStart])
    #expect(directory.matches("ana ruiz", limit: 1).map(\.rank) == [.exact])
    #expect(directory.matches("ana uiz", limit: 1).map(\.rank) == [.substring])
  }

  /// What was typed with marks is answered first by what has them.
  @Test func marks() {
    let directory = Directory(
      person("Renee Ode", "renee@example.org", count: 3), person("Rene Ode", "rene@example.org", count: 2),
      person("René Ode", "r1@example.org", count: 1), person("Rene\u{301} Ode", "r2@example.org"))
    #expect(
      directory.addresses("rene") == ["renee@example.org", "rene@example.org", "r1@example.org", "r2@example.org"])
    #expect(
      directory.addresses("RENÉ") == ["r1@example.org", "r2@example.org", "renee@example.org", "rene@example.org"])
    #expect(directory.addresses("RENÉ", limit: 1) == ["r1@example.org"])
  }

  @Test func nobody() {
    #expect(Directory().matches("a", limit: 5).isEmpty)
    #expect(Directory([]).matches("", limit: 5).isEmpty)
    #expect(MatchTests.people.matches("ines", limit: 0).isEmpty)
    #expect(MatchTests.people.matches("ines", limit: -1).isEmpty)
    #expect(MatchTests.people.matches("", limit: .max).count == 9)
    #expect(MatchTests.people.matches(String(repeating: "a", count: 100_000), limit: 5).isEmpty)
  }
}
