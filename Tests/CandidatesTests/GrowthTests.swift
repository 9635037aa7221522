import Candidates
import Support
import Testing

/// The cost of a keystroke and of a part of the stream follows the number of people.
@Suite struct GrowthTests {
  private static func people(_ count: Int) -> [Record] {
    var random = Seeded(seed: 5)
    let given = ["Jo", "José", "John", "Łukasz", "Inês", "Müller", "Σωκράτης", "小明", "Martha", "Kim"]
    let family = ["Ode", "Smith", "Vela", "Köhler", "Johnson", "Żuk", "Ruiz", "Martínez", "Berg", "O'Neil"]
    return (0..<count).map { number in
      let first = given.randomElement(using: &random) ?? ""
      let last = family.randomElement(using: &random) ?? ""
      return person("\(first) \(last) \(number)", "p\(number)@example\(number % 90).org", count: number * 7919 % 500)
    }
  }

  @Test(arguments: ["", "j", "jo", "john smith", "ohnso", "ode jo", "xqz", "josé", "é", "example", "@example7"])
  func aQuery(_ query: String) {
    let times = growth(16_000, { Directory([Self.people($0)]) }) { _ = $0.matches(query, limit: 20) }
    #expect(times < linear, "\(query)")
  }

  @Test func aStream() {
    let parts = { (count: Int) in
      let bytes = stream([Self.people(count)])
      return stride(from: 0, to: bytes.count, by: 1 << 16).map { Array(bytes[$0..<min($0 + (1 << 16), bytes.count)]) }
    }
    let times = growth(16_000, parts) { parts in
      var directory = Directory()
      directory.begin()
      for part in parts { directory.append(part) }
    }
    #expect(times < linear)
  }
}
