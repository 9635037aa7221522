import Candidates
import Support
import Testing

/// What a keystroke and a part of the stream cost.
///
/// Beside a floor measured in the same run: the same bytes hashed. The limits are a multiple of what is measured on a quiet machine; they catch a wrong order of growth.
@Suite(.serialized) struct SpeedTests {
  private static let people: [Record] = {
    var random = Seeded(seed: 5)
    let given = ["Jo", "José", "John", "Łukasz", "Inês", "Müller", "Σωκράτης", "小明", "Martha", "Kim"]
    let family = ["Ode", "Smith", "Vela", "Köhler", "Johnson", "Żuk", "Ruiz", "Martínez", "Berg", "O'Neil"]
    return (0..<10_000).map { number in
      let first = given.randomElement(using: &random) ?? ""
      let last = family.randomElement(using: &random) ?? ""
      return person("\(first) \(last) \(number)", "p\(number)@example\(number % 90).org", count: number * 7919 % 500)
    }
  }()

  private func best(of rounds: Int, _ body: () -> Void) -> Duration {
    (0..<rounds).map { _ in ContinuousClock().measure(body) }.min() ?? .zero
  }

  /// The time of hashing as many bytes.
  private func floor(_ count: Int) -> Duration {
    let bytes = [UInt8](repeating: 1, count: count)
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    let time = best(of: 5) { for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 } }
    #expect(hash != 0)
    return max(time, .microseconds(1))
  }

  @Test(arguments: ["", "j", "jo", "john smith", "ohnso", "ode jo", "xqz", "josé", "é", "example", "@example7"])
  func aQuery(_ query: String) {
    let directory = Directory([SpeedTests.people])
    let time = best(of: 5) { _ = directory.matches(query, limit: 20) }
    // 10,000 records of some 40 folded bytes; a query takes 0.02 to 0.4 ms, the floor is 0.2 to 0.4 ms.
    #expect(time < floor(400_000) * 30, "\(query)")
  }

  @Test func aPartOfTheStream() {
    let bytes = stream([SpeedTests.people])
    let parts = stride(from: 0, to: bytes.count, by: 1 << 16).map {
      Array(bytes[$0..<min($0 + (1 << 16), bytes.count)])
    }
    let time = best(of: 5) {
      var directory = Directory()
      directory.begin()
      for part in parts { directory.append(part) }
    }
    // Half a millisecond a part, the floor is 0.08 ms.
    #expect(time / parts.count < floor(1 << 16) * 40)
  }

  /// The first folding has no table to build.
  @Test func folding() {
    #expect(ContinuousClock().measure { _ = Folding.fold("É") } < .milliseconds(50))
  }
}
