import Candidates
import Testing

/// Whether one finds whom one means among ten thousand people.
@Suite struct QualityTests {
  private static let crowd = Crowd(10_000)
  private static let directory = Directory([crowd.records])

  /// What is typed, who is meant, and at which place of the list at the latest.
  private static let table: [(query: String, wanted: String, rank: Int)] = [
    ("jose", "jose.alvarez@example.com", 3), ("muller", "hm@example.de", 3), ("nunez", "jnfd@example.com", 3),
    ("mueller", "hm@example.de", 3), ("lukasz", "lw@example.pl", 3), ("oystein", "oy@example.no", 3),
    ("ibrahim", "ib@example.tr", 3), ("weissstrasse", "gs@example.de", 3), ("σωκρατης", "sok@example.gr", 3),
    ("семенов", "fe@example.ru", 3), ("JOSÉ", "jose.alvarez@example.com", 3),
    ("smith j", "john.smith@example.com", 3), ("doe jane", "jane@doe.example", 3),
    ("jane doe", "jd.exchange@corp.example", 3), ("jd", "jane@doe.example", 5),
    ("jhon smith", "john.smith@example.com", 3), ("obrien", "mtj@example.ie", 3), ("mary jane", "mtj@example.ie", 3),
    ("小明", "xm@example.cn", 3), ("xiaoming", "xm@example.cn", 3),
    ("rare-dom", "qzx.unnamed@rare-domain.example", 3), ("john", "john.smith@example.com", 1),
  ]

  @Test func `G17 of 22 queries nearly all find whom they mean among the first three`() {
    let ranks = Self.table.map { row in
      (row, (Self.directory.addresses(row.query, limit: 30).firstIndex(of: row.wanted) ?? 999) + 1)
    }
    let missed = ranks.filter { $0.1 > $0.0.rank }.map { "\($0.0.query): \($0.1)" }
    #expect(Self.table.count == 22)
    #expect(missed == [])
  }

  @Test func `G17 of all Johns the one most written to comes first`() {
    let johns = Self.crowd.records.filter { record in
      Folding.words(record.name).contains(Array("john".utf8))
    }
    #expect(johns.count > 20)
    let most = johns.max { $0.count < $1.count }
    #expect(Self.directory.addresses("john", limit: 1) == [most?.address])
  }

  @Test func theCrowdIsTheSameEachTime() {
    #expect(Crowd(300).records == Array(Self.crowd.records.prefix(300)))
    #expect(Set(Self.crowd.records.map(\.address)).count == 10_000)
    let share = Self.crowd.records.count { !$0.name.utf8.allSatisfy { $0 < 0x80 } }
    #expect((3_000...7_000).contains(share))
  }
}
