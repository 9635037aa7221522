import Candidates
import Support
import Testing

/// Whom an unknown address may have been meant for.
@Suite struct TwinsTests {
  private static func directory(_ people: (name: String, address: String, count: Int)...) -> Directory {
    var directory = Directory()
    directory.begin()
    var writer = RecordWriter()
    writer.begin(Source(kind: .vcard, path: "/p"))
    for person in people {
      var record = Record(name: person.name, address: person.address)
      record.count = person.count
      writer.write(record)
    }
    writer.end(skipped: 0, faults: 0, milliseconds: 0, problem: nil)
    directory.append(writer.take())
    directory.finish(problem: nil)
    return directory
  }

  private static let known = directory(
    ("Ana Ruiz", "Ana.Ruiz@example.org", 40), ("Tim Li", "tim@example.org", 9), ("", "team1@example.org", 5),
    ("Bo Vega", "bo.vega@example.org", 0), ("Bo Vega", "bo.vega@example.net", 0), ("Zoë Kim", "zoë@example.org", 3))

  private func twin(_ address: String) -> String? { Self.known.twin(of: address)?.address }

  @Test(arguments: [
    "ana.riuz@example.org", "ana.ruz@example.org", "ana.ruizz@example.org", "ana.ruix@example.org",
    "anaruiz@example.org",
    "ANA.RIUZ@EXAMPLE.ORG", "ana.ruiz@exmaple.org", "ana.ruiz@example.rg", "ana.ruiz@examplee.org",
    "naa.ruiz@example.org",
  ]) func `one slip`(_ address: String) {
    #expect(twin(address) == "Ana.Ruiz@example.org")
  }

  @Test(arguments: [
    // Two slips, another first letter, a short word, digits, what is known, and what is no plain address.
    "ana.riuzz@example.org", "bna.ruiz@example.org", "jim@example.org", "tom@example.org", "team2@example.org",
    "team11@example.org", "ana.ruiz@example.org", "Ana.Ruiz@Example.ORG", "zoe@example.org", "ana.ruiz", "@example.org",
    "ana.ruiz@", "", "\"ana.riuz\"@example.org", "ana.ruiz@xample.org",
  ]) func `no slip`(_ address: String) {
    #expect(twin(address) == nil)
  }

  @Test func `the one that is used most`() {
    let known = Self.directory(
      ("", "maria.lopez@example.org", 1), ("", "mario.lopez@example.org", 7), ("", "marie.lopez@example.org", 7))
    #expect(known.twin(of: "maris.lopez@example.org")?.address == "mario.lopez@example.org")
    #expect(known.twin(of: "maris.lopez@example.org")?.count == 7)
  }

  @Test func `every slip of a known address leads back to it`() {
    var random = Seeded(seed: 91)
    for number in 0..<300 {
      let letters = Array("abcdefghijklmnopqrstuvwxyz")
      func word(_ count: Int) -> [Character] { (0..<count).map { _ in letters.randomElement(using: &random) ?? "a" } }
      let local = word(Int.random(in: 6...12, using: &random))
      let domain = word(Int.random(in: 6...10, using: &random))
      let address = String(local) + "@" + String(domain) + ".org"
      let known = Self.directory(("", address, 1))
      var changed = local
      let place = Int.random(in: 1..<local.count, using: &random)
      switch Int.random(in: 0...3, using: &random) {
      case 0: changed.remove(at: place)
      case 1: changed.insert(letters.randomElement(using: &random) ?? "a", at: place)
      case 2: changed[place] = letters.randomElement(using: &random) ?? "a"
      default: changed.swapAt(place, place - 1)
      }
      let slip = String(changed) + "@" + String(domain) + ".org"
      let due = changed == local ? nil : address
      #expect(known.twin(of: slip)?.address == due, "seed 91, number \(number): \(address) → \(slip)")
    }
  }

  @Test func `a name that is known with one other address`() {
    #expect(Self.known.namesake("Ana Ruiz", address: "ana@home.example")?.address == "Ana.Ruiz@example.org")
    #expect(Self.known.namesake("ANA  RUÍZ", address: "ana@home.example")?.address == "Ana.Ruiz@example.org")
    // Their own, one word, nobody, and two of a name.
    #expect(Self.known.namesake("Ana Ruiz", address: "ana.ruiz@example.org") == nil)
    #expect(Self.known.namesake("Ana", address: "ana@home.example") == nil)
    #expect(Self.known.namesake("Eva Ruiz", address: "ana@home.example") == nil)
    #expect(Self.known.namesake("Bo Vega", address: "bo@home.example") == nil)
    #expect(Self.known.namesake("Ana Ruiz Gil", address: "ana@home.example") == nil)
  }
}
