import Candidates
import Foundation
import Support
import Testing

/// One name in the spellings that people type it in.
@Suite struct SpellingTests {
  @Test(arguments: [
    ("Jürgen Müller", "juergen mueller"), ("Juergen Mueller", "jürgen müller"), ("Mueller", "MÜLLER"),
    ("Müller, Jürgen", "Jürgen Müller"), ("Søren", "soeren"), ("Soeren", "søren"), ("Aase", "Åse"), ("Åse", "aase"),
    ("Weißstraße", "WEISSSTRASSE"), ("Weissstrasse", "weißstraße"), ("Øystein", "oystein"), ("Ægir", "aegir"),
    ("İbrahim Işık", "ibrahim isik"), ("ISIK", "ışık"), ("Łukasz", "lukasz"), ("Lukasz", "łukasz"),
    ("Σωκράτης", "ΣΩΚΡΑΤΗΣ"), ("Фёдор", "федор"), ("Федор", "фёдор"), ("أحمد", "احمد"), ("Nguyễn", "nguyen"),
    ("Ａｎａ　Ｒｕｉｚ", "ana ruiz"), ("Ana", "Ａｎａ"), ("𝓐𝓷𝓪", "ana"), ("ﬁona", "fiona"), ("ﻣﺤﻤﺪ", "محمد"),
    ("ｶﾞｰﾄﾞ", "ガード"), ("㈱山田", "(株)山田"), ("ㄱㅏ", "가"), ("김민준", "민준"), ("王小明", "小明"), ("Ｎº", "no"),
    ("O'Brien", "obrien"), ("O’Brien", "o'brien"), ("O´Brien", "obrien"), ("O`Brien", "o’brien"), ("OBrien", "o'brien"),
    ("Mary-Jane", "maryjane"), ("Mary-Jane", "mary jane"), ("Mary-Jane", "mary-jane"), ("Mary Jane", "mary-jane"),
    ("Maryjane", "mary-jane"), ("Mary‐Jane", "jane mary"), ("Smith-Jones", "smithj"), ("Smith-Jones", "smith-jo"),
    ("Jean-Luc", "jea-luc"),
  ])
  func `G18 a name is found in any spelling`(_ name: String, _ query: String) {
    let found = Directory(person(name, "x@q.example")).matches(query, limit: 5, closeness: .literal)
    #expect(found.map(\.name) == [name], "\(query)")
  }

  @Test(arguments: [
    ("Ruiz, Ana", "ana ruiz", Closeness.exact), ("Ruiz, Ana", "ruiz ana", .exact), ("Mary-Jane", "maryjane", .exact),
    ("Mary Jane", "mary-jane", .exact), ("Mueller", "müller", .exact), ("Müller", "mueller", .exact),
    ("Müller", "muell", .wordStart), ("Smith, John, PhD", "john smith phd", .wordStart), ("Ruiz,", "ruiz", .exact),
    ("Maryjane", "mary-jane", .substring),
  ])
  func `G17 the spelling does not make an answer a worse one`(_ name: String, _ query: String, _ rank: Closeness) {
    #expect(Directory(person(name, "x@q.example")).matches(query, limit: 5).map(\.rank) == [rank], "\(query)")
  }

  @Test func `G18 who is spelled as it was typed comes first`() {
    let directory = Directory(
      person("Jose Vela", "plain@q.example", count: 9), person("José Vela", "marked@q.example"),
      person("Mary Jane Berg", "blank@q.example", count: 9), person("Mary-Jane Berg", "hyphen@q.example"),
      person("Mueller Ost", "two@q.example", count: 9), person("Müller Ost", "one@q.example"))
    #expect(directory.addresses("josé") == ["marked@q.example", "plain@q.example"])
    #expect(directory.addresses("jose") == ["plain@q.example", "marked@q.example"])
    #expect(directory.addresses("mary-jane") == ["hyphen@q.example", "blank@q.example"])
    #expect(directory.addresses("mary jane") == ["blank@q.example", "hyphen@q.example"])
    #expect(directory.addresses("müller") == ["one@q.example", "two@q.example"])
    #expect(directory.addresses("mueller") == ["two@q.example", "one@q.example"])
  }

  @Test func `G19 groups and hidden texts are searched, and not shown`() {
    var ana = person("Ana", "ana@q.example", org: "Köhler Works")
    ana.categories = ["Board of Bees"]
    ana.hidden = ["Xiaoming Wang"]
    let directory = Directory(ana)
    for query in ["board bees", "ees", "wang xiao", "koehler", "ana bees kohler wang"] {
      #expect(directory.found(query) == ["Ana <ana@q.example>"], "\(query)")
    }
    #expect(directory.matches("xiaoming wang", limit: 1).map(\.rank) == [.exact])
    #expect(directory.person(address: "ana@q.example")?.names == ["Ana"])
  }

  /// Whatever the order of its words, a query finds the same people.
  @Test func `G17 the order of the words changes nobody`() {
    let crowd = Crowd(1_000).records
    let directory = Directory([crowd])
    var random = Seeded(seed: 31)
    for _ in 0..<60 {
      let someone = crowd.randomElement(using: &random) ?? person("", "")
      var words = Folding.words(someone.name).map { String(decoding: $0, as: UTF8.self) }
      words = words.map { String($0.prefix(Int.random(in: 1...$0.count, using: &random))) }
      guard words.count > 1 else { continue }
      let whole = Set(directory.addresses(words.joined(separator: " "), limit: .max))
      #expect(whole.contains(someone.address), "\(words)")
      words.shuffle(using: &random)
      #expect(Set(directory.addresses(words.joined(separator: " "), limit: .max)) == whole, "\(words)")
    }
  }

  /// The folded form of a query finds who the query finds: both sides are folded alike.
  @Test func `G18 what was typed and its folded form find the same people`() {
    let crowd = Crowd(1_000).records
    let directory = Directory([crowd])
    var random = Seeded(seed: 32)
    for _ in 0..<60 {
      let name = (crowd.randomElement(using: &random) ?? person("", "")).name
      let folded = String(decoding: Folding.fold(name), as: UTF8.self)
      let found = Set(directory.addresses(name, limit: .max, closeness: .literal))
      #expect(found.isSuperset(of: directory.addresses(folded, limit: .max, closeness: .literal)), "\(name)")
      #expect(Set(directory.addresses(name.uppercased(), limit: .max, closeness: .literal)) == found, "\(name)")
      let decomposed = name.decomposedStringWithCompatibilityMapping
      #expect(Set(directory.addresses(decomposed, limit: .max, closeness: .literal)) == found, "\(name)")
    }
  }
}
