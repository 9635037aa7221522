import Host
import Support
import Testing

@Suite struct OutboxTests {
  @Test func messagesLeaveInOrderAndTogether() {
    var outbox = Outbox()
    outbox.append(Array("one".utf8), slot: nil)
    outbox.append(Array("two".utf8), slot: nil)
    #expect(text(outbox.next(100)) == "onetwo")
    #expect(text(outbox.next(4)) == "onet")
    outbox.advance(4)
    #expect(outbox.count == 2)
    #expect(text(outbox.next(100)) == "wo")
    outbox.advance(2)
    #expect(outbox.isEmpty)
    #expect(outbox.next(100) == [])
  }

  @Test func aNewerMessageTakesThePlaceOfTheOlderOfItsSlot() {
    var outbox = Outbox()
    outbox.append(Array("a1 ".utf8), slot: "a")
    outbox.append(Array("reply ".utf8), slot: nil)
    outbox.append(Array("b1 ".utf8), slot: "b")
    outbox.append(Array("a22 ".utf8), slot: "a")
    #expect(text(outbox.next(100)) == "a22 reply b1 ")
    #expect(outbox.count == 13)
  }

  @Test func aMessagePartlyWrittenStays() {
    var outbox = Outbox()
    outbox.append(Array("a1 ".utf8), slot: "a")
    outbox.advance(1)
    outbox.append(Array("a2 ".utf8), slot: "a")
    outbox.append(Array("a3 ".utf8), slot: "a")
    #expect(text(outbox.next(100)) == "1 a3 ")
  }

  @Test func aMessageWrittenIsNotReplaced() {
    var outbox = Outbox()
    outbox.append(Array("a1 ".utf8), slot: "a")
    outbox.append(Array("x ".utf8), slot: nil)
    outbox.advance(4)
    outbox.append(Array("a2 ".utf8), slot: "a")
    #expect(text(outbox.next(100)) == " a2 ")
  }

  @Test(arguments: 0..<20) func anySequenceAgreesWithAPlainList(seed: UInt64) {
    var generator = Seeded(seed: seed)
    var outbox = Outbox()
    var model: [(bytes: [UInt8], slot: String?, isBegun: Bool)] = []
    var (written, expected): ([UInt8], [UInt8]) = ([], [])
    for step in 0..<4000 {
      if Int.random(in: 0..<5, using: &generator) < 3 {
        let slot = ["a", "b", nil].randomElement(using: &generator) ?? nil
        let message = Array("<\(step)".utf8) + Array(repeating: 46, count: Int.random(in: 0..<9, using: &generator))
        outbox.append(message, slot: slot)
        if let place = model.firstIndex(where: { $0.slot != nil && $0.slot == slot && !$0.isBegun }) {
          model[place].bytes = message
        } else {
          model.append((message, slot, false))
        }
      } else {
        let next = outbox.next(Int.random(in: 1..<60, using: &generator))
        let taken = next.prefix(Int.random(in: 0...next.count, using: &generator))
        written += taken
        outbox.advance(taken.count)
        for _ in taken {
          expected.append(model[0].bytes.removeFirst())
          model[0].isBegun = true
          if model[0].bytes.isEmpty { model.removeFirst() }
        }
      }
    }
    #expect(written == expected)
    #expect(outbox.count == model.reduce(0) { $0 + $1.bytes.count })
  }

  private func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
