import Support
import Testing

@testable import Candidates

/// How much and how lately somebody is used, as one number.
@Suite struct FrecencyTests {
  /// What all uses on these days weigh at a later day, in floating point.
  private func weight(_ uses: [(day: Int, weight: Int)], at day: Int) -> Double {
    uses.reduce(0) { sum, use in
      var part = Double(use.weight)
      for _ in 0..<(day - use.day) { part *= 0.957_603_280_698_573_6 }
      return sum + part
    }
  }

  @Test func `the order is that of the sums of fading weights, on any later day`() {
    var random = Seeded(seed: 64)
    for _ in 0..<300 {
      let people = (0..<2).map { _ in
        (0..<Int.random(in: 1...30, using: &random)).map { _ in
          (
            day: Int.random(in: 20_000...20_700, using: &random),
            weight: [1, 16, 48].randomElement(using: &random) ?? 1
          )
        }
      }
      let scores = people.map { uses in
        uses.reduce(0) { Frecency.sum($0, Frecency.use(day: $1.day, weight: $1.weight)) }
      }
      for day in [20_700, 21_900] {
        let weights = people.map { weight($0, at: day) }
        // The number is rounded at each use.
        guard abs(weights[0] / weights[1] - 1) > 0.06 else { continue }
        #expect((scores[0] > scores[1]) == (weights[0] > weights[1]), "\(people)")
      }
    }
  }

  @Test func `who was written to comes before who was copied, and he before who has written`() {
    let day = 20_700
    let weights = [Frecency.written, Frecency.copied, Frecency.seen]
    let scores = weights.map { Frecency.use(day: day, weight: $0) }
    #expect(scores[0] > scores[1] && scores[1] > scores[2])
    #expect(Frecency.use(day: day + Frecency.halfLife, weight: 48) - scores[0] == Frecency.doubling)
  }

  @Test func `days and times of any size are a number`() {
    for day in [Int.min, -1, 0, 20_000, .max] {
      for weight in [Int.min, 0, 1, .max] { #expect(Frecency.use(day: day, weight: weight) > 0) }
    }
    #expect(Frecency.told(count: 0, last: 0) == 0)
    #expect(Frecency.told(count: .max, last: 0) > Frecency.told(count: 1, last: 0))
    #expect(Frecency.sum(0, 7) == 7 && Frecency.sum(.max - 1, 1) == .max - 1)
    #expect((1...64).allSatisfy { Frecency.logarithm(1 << UInt64($0 - 1)) == 256 * ($0 - 1) })
  }

  @Test func `days are counted as the calendar does`() {
    func day(_ text: String) -> Int { Day.since1970(Day.number(Array(text.utf8)[...])) }
    #expect(day("1970-01-01") == 0 && day("1969-12-31") == -1 && day("2000-02-29") == 11_016)
    #expect(day("2026-12-01") == 20_788 && day("2100-03-01") - day("2100-02-28") == 1)
    for seconds in stride(from: 86_400, to: 4_000_000_000, by: 86_400 * 37) {
      #expect(day(Day.text(seconds: seconds)) == seconds / 86_400)
    }
  }
}
