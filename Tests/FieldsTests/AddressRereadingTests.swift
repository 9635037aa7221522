import Fields
import Support
import Testing

/// A list that is read again after a change reads as if it were read for the first time.
@Suite struct AddressRereadingTests {
  private static let pieces = [
    "a@b.c", "Ana <ana@x.org>", ", ", ",", ",\n ", ",\r\n\t", "\"Ruiz, An\" <r@x.org>", "bo", " ", "(c)", "(c, d)",
    "\"", "(", ")",
    "<", ">", "@", ";", ":", "Team:", "\\", "\n", "\r", "=?utf-8?q?a,b?= <e@x.org>", "=?", "?=", "，", "[1.2.3.4]", "[",
    "]",
    "x@[1.2.3.4]", "mailto:a@x.org", ".", "\u{200b}", "é@x.org", "A@B.C", "<@r:q@x.org>", "\n \n ", " \n", "a b c",
    "gmial@gmial.com", "a@b..c", "<>", "=?utf-8?q?", "?", "=",
  ]

  private static func text(_ count: Int, _ random: inout Seeded) -> [UInt8] {
    (0..<count).flatMap { _ in Array((pieces.randomElement(using: &random) ?? "").utf8) }
  }

  /// Lists as people write them, now and then with something that is open.
  private static func list(_ random: inout Seeded) -> [UInt8] {
    let count = Int.random(in: 0...9, using: &random)
    let parts = (0..<count).map { _ in text(Int.random(in: 1...3, using: &random), &random) }
    let calm = ["a@b.c", "Ana <ana@x.org>", "\"Ruiz, An\" <r@x.org>", "bo", "é@x.org", "A@b.c"]
    var list: [UInt8] = []
    for part in parts {
      list += Bool.random(using: &random) ? Array((calm.randomElement(using: &random) ?? "").utf8) : part
      list += Array((Bool.random(using: &random) ? ", " : ",\n ").utf8)
    }
    return list
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8]) func anyChange(seed: UInt64) {
    var random = Seeded(seed: seed)
    for _ in 0..<4_000 {
      var value = Self.list(&random)
      var options = ReadingOptions(field: "To", column: 4)
      var reading = Grammar.addressList.read(value, options)
      for _ in 0..<4 {
        let start = Int.random(in: 0...value.count, using: &random)
        let end = min(value.count, start + [0, 0, 1, 3, 20].randomElement(using: &random)!)
        let inserted = Self.text([0, 1, 1, 2].randomElement(using: &random)!, &random)
        let before = PreviousReading(reading, options, replacing: start..<end, length: inserted.count)
        let old = value
        value.replaceSubrange(start..<end, with: inserted)
        options.caret = Bool.random(using: &random) ? start + inserted.count : nil
        reading = Grammar.addressList.read(value, options, after: before)
        let whole = Grammar.addressList.read(value, options)
        guard reading == whole else {
          Issue.record(
            "\(String(decoding: old, as: UTF8.self).debugDescription) \(start..<end) \(String(decoding: inserted, as: UTF8.self).debugDescription)"
          )
          return
        }
      }
    }
  }

  @Test func whatDoesNotFitIsReadWhole() {
    let value = Array("a@b.c, bo, c@d.e".utf8)
    let reading = Grammar.addressList.read(value, ReadingOptions())
    for range in [-3..<2, 10..<90, 900..<901] {
      let before = PreviousReading(reading, ReadingOptions(caret: 70), replacing: range, length: 2)
      #expect(Grammar.addressList.read(value, ReadingOptions(), after: before) == reading)
    }
  }

  /// Only the neighbourhood of a change is read.
  @Test func aLongListCostsLittle() {
    let list = { (count: Int) in
      let text = Array((0..<count).map { "Person \($0) <p\($0)@x\($0 % 50).org>" }.joined(separator: ", ").utf8)
      return (text, Grammar.addressList.read(text, ReadingOptions()))
    }
    let (text, reading) = list(20_000)
    let edited = Array(text[..<400_000] + [120] + text[400_000...])
    let before = PreviousReading(reading, ReadingOptions(), replacing: 400_000..<400_000, length: 1)
    #expect(
      Grammar.addressList.read(edited, ReadingOptions(), after: before)
        == Grammar.addressList.read(edited, ReadingOptions()))
    let again = processorTime { _ = Grammar.addressList.read(edited, ReadingOptions(), after: before) }
    let whole = processorTime { _ = Grammar.addressList.read(edited, ReadingOptions()) }
    #expect(again * 2 < whole)
  }
}
