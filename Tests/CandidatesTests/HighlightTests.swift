import Candidates
import Support
import Testing

/// What is drawn of a candidate as having been typed.
@Suite struct HighlightTests {
  /// A text with its ranges between brackets.
  private static func marked(_ text: String, _ ranges: [Range<Int>]) -> String {
    let bytes = Array(text.utf8)
    var (result, place): ([UInt8], Int) = ([], 0)
    for range in ranges {
      result += bytes[place..<range.lowerBound] + Array("⟦".utf8) + bytes[range] + Array("⟧".utf8)
      place = range.upperBound
    }
    return String(decoding: result + bytes[place...], as: UTF8.self)
  }

  @Test(arguments: [
    ("Ana Ruiz", "ana@x.org", "an", "⟦An⟧a Ruiz <⟦an⟧a@x.org>"),
    ("Ana Ruiz", "ar@x.org", "ruiz a", "⟦A⟧na ⟦Ruiz⟧ <⟦a⟧r@x.org>"),
    ("Inês Vela", "i@x.org", "ines", "⟦Inês⟧ Vela <i@x.org>"),
    ("Ine\u{302}s Vela", "i@x.org", "ine", "⟦Ine\u{302}⟧s Vela <i@x.org>"),
    ("Müller", "hm@x.de", "muel", "⟦Mül⟧ler <hm@x.de>"), ("Müller", "hm@x.de", "mue", "⟦Mü⟧ller <hm@x.de>"),
    ("Mueller", "hm@x.de", "müll", "⟦Muell⟧er <hm@x.de>"), ("Weiß", "w@x.de", "weis", "⟦Weiß⟧ <w@x.de>"),
    ("O'Brien", "o@x.ie", "obr", "⟦O'Br⟧ien <o@x.ie>"), ("Mary-Jane", "m@x.org", "maryj", "⟦Mary-J⟧ane <m@x.org>"),
    ("Mary-Jane", "m@x.org", "jane", "Mary-⟦Jane⟧ <m@x.org>"), ("王小明", "x@x.cn", "小明", "王⟦小明⟧ <x@x.cn>"),
    ("김민준", "k@x.kr", "민주", "김⟦민준⟧ <k@x.kr>"), ("Jane Doe", "q@x.org", "jd", "⟦J⟧ane ⟦D⟧oe <q@x.org>"),
    ("Doe, Jane", "q@x.org", "jd", "⟦D⟧oe, ⟦J⟧ane <q@x.org>"), ("", "jo.dahl@x.org", "jd", " <⟦j⟧o.⟦d⟧ahl@x.org>"),
    ("John Smith", "q@x.org", "jhon smtih", "⟦John⟧ ⟦Smith⟧ <q@x.org>"),
    ("Diana Vela", "ana@x.org", "ana", "Diana Vela <⟦ana⟧@x.org>"), ("Diana", "q@x.org", "ana", "Di⟦ana⟧ <q@x.org>"),
    ("Ana", "ana@x.org", "", "Ana <ana@x.org>"), ("Ana", "ana@x.org", "an ana", "⟦Ana⟧ <⟦ana⟧@x.org>"),
    ("Ana", "a@rare-dom.org", "rare-d", "Ana <a@⟦rare⟧-⟦d⟧om.org>"), ("👩🏽‍🌾 Ana", "q@x.org", "ana", "👩🏽‍🌾 ⟦Ana⟧ <q@x.org>"),
    ("ﬁona", "q@x.org", "f", "⟦ﬁ⟧ona <q@x.org>"),
  ])
  func `G18 what was typed is shown in the name and the address as they are written`(
    _ name: String, _ address: String, _ query: String, _ wanted: String
  ) throws {
    let match = try #require(Directory(person(name, address)).matches(query, limit: 1).first, "\(query)")
    let found = match.highlights(for: query)
    #expect("\(Self.marked(name, found.name)) <\(Self.marked(address, found.address))>" == wanted, "\(query)")
  }

  @Test func `what only a nickname or a group answers is not drawn`() throws {
    let match = try #require(Directory(person("Ana", "a@x.org", nick: ["Foxglove"])).matches("fox", limit: 1).first)
    #expect(match.highlights(for: "fox") == Highlights(name: [], address: []))
    #expect(match.highlights(for: "zzz") == Highlights(name: [], address: []))
    let team = try #require(Directory(group("Team", ["a@x.org"])).matches("tea", limit: 1).first)
    #expect(team.highlights(for: "tea") == Highlights(name: [0..<3], address: []))
  }

  /// Ranges are of whole characters, in order and apart; what they cover finds the person again.
  @Test func `G18 ranges are whole characters and no more than what answers`() {
    let crowd = Crowd(1_500).records
    let directory = Directory([crowd])
    var random = Seeded(seed: 41)
    for _ in 0..<400 {
      let someone = crowd.randomElement(using: &random) ?? person("", "")
      let words = Folding.words(someone.name + " " + someone.address).map { String(decoding: $0, as: UTF8.self) }
      let word = words.randomElement(using: &random) ?? ""
      let start = Int.random(in: 0...min(word.count, 2), using: &random)
      let query = String(word.dropFirst(start).prefix(Int.random(in: 1...6, using: &random)))
      for match in directory.matches(query, limit: 20) {
        let found = match.highlights(for: query)
        for (text, ranges) in [(match.name, found.name), (match.address, found.address)] {
          Self.check(text, ranges, query, match.rank)
        }
      }
    }
  }

  private static func check(_ text: String, _ ranges: [Range<Int>], _ query: String, _ rank: Closeness) {
    var bounds: Set<Int> = [0]
    var place = 0
    for character in text {
      place += character.utf8.count
      bounds.insert(place)
    }
    var last = -1
    for range in ranges {
      #expect(!range.isEmpty && range.lowerBound > last, "\(text): \(query)")
      #expect(bounds.contains(range.lowerBound) && bounds.contains(range.upperBound), "\(text): \(query)")
      last = range.upperBound
    }
    guard rank < .initials, !ranges.isEmpty, last <= text.utf8.count else { return }
    let bytes = Array(text.utf8)
    let covered = ranges.map { String(decoding: bytes[$0], as: UTF8.self) }.joined(separator: " ")
    #expect(!Directory(person(covered, "1@1.1")).addresses(query).isEmpty, "\(text): \(query)")
    let most = ranges.reduce(0) { $0 + String(decoding: bytes[$1], as: UTF8.self).count }
    #expect(most <= query.count + text.count { $0 == "-" || $0 == "'" }, "\(text): \(query)")
  }
}
