import Candidates
import Support
import Testing

/// What is taken for something else than what was typed: initials, and words with a typo.
@Suite struct GuessTests {
  private static let people = Directory(
    person("Jane Doe", "jane@doe.example", count: 1), person("John Smith", "j1@example.org"),
    person("Doe, Jane Mary", "j2@example.org"), person("", "ida.lund@example.net"),
    person("Иван Петров", "i@example.ru"), person("Mary-Jane Weiß", "m@example.de"), person("王小明", "x@example.cn"),
    person("Bo", "bo@example.org", nick: ["Big Yellow"], org: "Quick Zebra"), person("Müller", "u@example.de"))

  @Test(arguments: [
    ("jd", ["jane@doe.example", "j2@example.org"]), ("JD", ["jane@doe.example", "j2@example.org"]),
    ("j.d.", ["jane@doe.example", "j2@example.org"]), ("jmd", ["j2@example.org"]), ("dj", ["j2@example.org"]),
    ("ил", []), ("ип", ["i@example.ru"]), ("mjw", ["m@example.de"]), ("il", ["ida.lund@example.net"]), ("ile", []),
    ("by", ["bo@example.org"]), ("qz", []), ("王明", []), ("js", ["j1@example.org"]),
  ])
  func `G17 initials are those of words of one name, in their order`(_ query: String, _ wanted: [String]) {
    let found = Self.people.matches(query, limit: 20)
    #expect(found.map(\.address) == wanted, "\(query)")
    #expect(found.allSatisfy { $0.rank == .initials }, "\(query)")
  }

  @Test(arguments: [
    // A letter that is wrong, missing, too many, or changed places with the next.
    ("smath", "John Smith", true), ("smithh", "John Smith", true), ("smiith", "John Smith", true),
    ("smtih", "John Smith", true), ("smiht", "John Smith", true), ("msith", "John Smith", true),
    ("smitx", "John Smith", true), ("johnsn", "Johnson", true), ("smith", "Smith", false), ("smi", "Smith", false),
    // Of four letters only the order, or one of five that is missing.
    ("jhon", "John", true), ("smih", "Smith", true), ("smth", "Smith", true), ("jahn", "John", false),
    ("johm", "John", false), ("jhon", "Johnson", false), ("smih", "Smither", false), ("jno", "Jon", false),
    // The first letter is right, or in the second place.
    ("xmith", "Smith", false), ("mith", "Smith", false), ("asmith", "Smith", false),
    // Two typos are too many for a word, one in each is not.
    ("smaht", "Smith", false), ("smitth jonhson", "Johnson Smith", true), ("jhon smtih", "John Smith", true),
    ("smithson jonhs", "John Smithson", false),
    // The beginning of a word is enough, but for a typo at its end.
    ("jonhs", "Johnson", true), ("hendrx", "Hendrikson", false), ("hendrx", "Hendri", true),
    ("hednr", "Hendrikson", true), ("hendriksn", "Hendrikson", true),
    ("мехайлов", "Михайлов", true), ("мхиайлов", "Михайлов", true), ("михайлв", "Михайлов", true),
    ("михайлоов", "Михайлов", true), ("mulelr", "Müller", true), ("muelelr", "Müller", true),
    ("garcai", "García", true), ("12354", "12345", false),
    ("smith2", "Smith1", false), ("李小龍明王", "李小龙明王", false), ("민준서", "민줌서", false),
  ])
  func `G17 one typo is forgiven in a word of five letters`(_ query: String, _ name: String, _ isFound: Bool) {
    let found = Directory(person(name, "x@q.example")).matches(query, limit: 5, closeness: .guessed)
    #expect(!found.isEmpty == isFound, "\(query)")
    #expect(found.allSatisfy { $0.rank == .typo }, "\(query)")
  }

  @Test func `G17 who is guessed comes behind whoever answers as typed, and only where there is room`() {
    let directory = Directory(
      person("Smith", "typo@q.example", count: 900), person("Smiht", "exact@q.example"),
      person("Xsmiht", "inside@q.example"), person("Smihtson", "start@q.example"))
    let ranks = directory.matches("smiht", limit: 10).map { "\($0.address) \($0.rank)" }
    #expect(
      ranks == [
        "exact@q.example exact", "start@q.example wordStart", "inside@q.example substring", "typo@q.example typo",
      ])
    #expect(directory.addresses("smiht", limit: 3) == ["exact@q.example", "start@q.example", "inside@q.example"])
    #expect(directory.matches("smiht", limit: 10, closeness: .literal).count == 3)
    #expect(directory.matches("smiht", limit: 10, closeness: .guessed).map(\.address) == ["typo@q.example"])
    let initials = Directory(
      person("Ann Nilsen", "initials@q.example", count: 900), person("Anders", "start@q.example"),
      person("Ivan", "inside@q.example"))
    #expect(initials.addresses("an") == ["initials@q.example", "start@q.example", "inside@q.example"])
    #expect(
      Directory(person("Nils Ost", "n@q.example", count: 9), person("Bruno", "b@q.example")).addresses("no") == [
        "b@q.example", "n@q.example",
      ])
  }

  @Test func `nobody who is in the field is guessed, nor anybody twice`() {
    let directory = Directory(person("Jane Doe", "j@q.example"), person("Jon Dahl", "d@q.example"))
    #expect(directory.addresses("jd", present: ["j@q.example"]) == ["d@q.example"])
    let twice = Directory(
      person("Anna Nora Nilsen Andersen", "a@q.example"), person("Annan", "b@q.example"))
    #expect(twice.addresses("annna").sorted() == ["a@q.example", "b@q.example"])
  }

  /// Every way to mistype one letter of a word still finds who was meant.
  @Test func `each typo in any word of a name finds the person`() {
    let crowd = Crowd(1_000).records
    let directory = Directory([crowd])
    var random = Seeded(seed: 21)
    var checked = 0
    while checked < 300, let someone = crowd.randomElement(using: &random) {
      let words = someone.name.split { !$0.isLetter && $0 != "'" }.map { $0.lowercased() }
      guard let word = words.randomElement(using: &random), word.count >= 5, !word.contains("'"),
        Self.isAlphabet(word)
      else { continue }
      let typed = Self.mistyped(Array(word), &random)
      guard typed != word else { continue }
      checked += 1
      let all = directory.addresses(typed, limit: .max)
      #expect(all.contains(someone.address), "\(typed) for \(word)")
    }
  }

  private static func isAlphabet(_ word: String) -> Bool {
    word.unicodeScalars.allSatisfy { $0.value < 0x530 || (0x1E00..<0x1F00).contains($0.value) }
  }

  /// A word of at least five letters with one typo behind its first letter, or with its first two changed.
  private static func mistyped(_ word: [Character], _ random: inout Seeded) -> String {
    var letters = word
    let place = Int.random(in: 1..<letters.count, using: &random)
    let other: Character = word.contains { $0.isASCII } ? "q" : "ш"
    switch Int.random(in: 0..<4, using: &random) {
    case 0: letters[place] = other
    case 1: letters.insert(other, at: place)
    case 2: letters.remove(at: place)
    default: letters.swapAt(place, place - 1)
    }
    return String(letters)
  }

  /// The masks spare no text that answers: what they pass is what looking at every text finds.
  @Test func `with anything typed all who answer are found, and each once`() {
    var random = Seeded(seed: 22)
    let letters = Array("abcé-. шß小")
    func word(_ most: Int) -> String {
      String((0..<Int.random(in: 1...most, using: &random)).map { _ in letters.randomElement(using: &random) ?? "a" })
    }
    let names = (0..<120).map { _ in word(14) }
    let directory = Directory([names.enumerated().map { person($1, "\($0)@1.1") }])
    let alone = names.enumerated().map { Directory(person($1, "\($0)@1.1")) }
    for _ in 0..<120 {
      let query = word(7)
      let all = directory.addresses(query, limit: .max)
      #expect(Set(all).count == all.count, "\(query)")
      let one = alone.indices.filter { !alone[$0].addresses(query).isEmpty }
      #expect(Set(all) == Set(one.map { "\($0)@1.1" }), "\(query)")
    }
  }
}
