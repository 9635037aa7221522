import Fields
import Support
import Testing

/// A text under edits against the same bytes in a plain array, from which everything is counted anew.
@Suite struct TextEditTests {
  /// Pieces of which edits are made: line ends whole and in halves, characters whole and in parts, bytes of no UTF-8.
  static let pieces: [[UInt8]] = [
    Array("a".utf8), Array(", ".utf8), [0x0A], [0x0D, 0x0A], [0x0D], Array("é".utf8), Array("漢".utf8), Array("😀".utf8),
    [0xFF], [0xC3], [0xE2, 0x82], [0x82], [0xF0, 0x9F], [0xED, 0xA0, 0x80], [0],
    Array("\nTo: ana@example.org\r\n\r\n".utf8),
  ]

  @Test(arguments: 1...24 as ClosedRange<UInt64>)
  func holdsTheBytesOfAPlainArray(seed: UInt64) {
    var random = Seeded(seed: seed)
    var plain = Self.piece(&random, upTo: 30)
    var text = Text(plain)
    var caret = 0
    for step in 0..<400 {
      // Half of the edits go on where the last one ended, as typing does.
      let isTyping = Bool.random(using: &random)
      let start = isTyping ? caret : Int.random(in: 0...plain.count, using: &random)
      let end = min(plain.count, start + Int.random(in: 0...(isTyping ? 2 : 12), using: &random))
      let bytes = Self.piece(&random, upTo: plain.count > 600 ? 1 : 4)
      plain.replaceSubrange(start..<end, with: bytes)
      text.replace(start..<end, with: bytes)
      caret = start + bytes.count
      guard Self.check(text, plain) else {
        Issue.record("seed \(seed), step \(step): \(start)..<\(end) by \(bytes)")
        return
      }
    }
    #expect(text == Text(plain))
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func leavesOutWhatLiesOutside(seed: UInt64) {
    var random = Seeded(seed: seed)
    var plain = Array("To: ana\r\nCc: bo\n".utf8)
    var text = Text(plain)
    for _ in 0..<100 {
      let start = Int.random(in: -20...(plain.count + 20), using: &random)
      let end = start + Int.random(in: 0...40, using: &random)
      let bytes = Self.piece(&random, upTo: 2)
      let inside = min(max(start, 0), plain.count)..<min(max(end, 0), plain.count)
      plain.replaceSubrange(inside, with: bytes)
      text.replace(start..<end, with: bytes)
      #expect(Self.check(text, plain), "seed \(seed): \(start)..<\(end)")
      #expect(text.bytes((start..<end)) == Array(plain[(start..<end).clamped(to: 0..<plain.count)]))
    }
  }

  @Test func growsFromNothing() {
    var plain: [UInt8] = []
    var text = Text()
    #expect(text.lineCount == 1)
    // Far more than the room that any widening leaves, in the middle, with a line end in every seventh place.
    for number in 0..<5000 {
      let byte: UInt8 = number % 7 == 0 ? 0x0A : 0x61
      let at = plain.count / 2
      plain.insert(byte, at: at)
      text.replace(at..<at, with: [byte])
    }
    #expect(Self.check(text, plain))
    let block = Array(repeating: UInt8(ascii: "x"), count: 100_000) + [0x0A]
    for at in [0, plain.count / 3, plain.count] {
      plain.replaceSubrange(at..<at, with: block)
      text.replace(at..<at, with: block)
      #expect(Self.check(text, plain))
    }
    text.replace(0..<text.count, with: [])
    #expect(text.count == 0)
    #expect(text.lineCount == 1)
    #expect(text.lineRange(0) == 0..<0)
    text.replace(0..<0, with: Array("a\nb".utf8))
    #expect(Self.check(text, Array("a\nb".utf8)))
  }

  @Test func goesFromEndToEnd() {
    var plain = Array(String(repeating: "To: ana@example.org\n", count: 200).utf8)
    var text = Text(plain)
    for round in 0..<40 {
      let at = round % 2 == 0 ? 0 : plain.count
      plain.replaceSubrange(at..<at, with: [0x0A, 0x61])
      text.replace(at..<at, with: [0x0A, 0x61])
      #expect(Self.check(text, plain))
    }
  }

  @Test func isEqualByBytesAlone() {
    var left = Text(Array("ab\ncd".utf8))
    let right = Text(Array("ab\ncd".utf8))
    left.replace(2..<2, with: Array("\n".utf8))
    #expect(left != right)
    left.replace(2..<3, with: [])
    #expect(left == right)
    #expect(left != Text(Array("ab\ncx".utf8)))
    #expect(Text(Array("é".utf8)) != Text(Array("e\u{301}".utf8)))
  }

  @Test func endsLinesAtLineFeedsOnly() {
    let text = Text(Array("a\rb\r\nc\n\rd\r\n".utf8))
    #expect(text.lineCount == 4)
    #expect(
      (0...4).map { String(decoding: text.bytes(text.lineRange($0)), as: UTF8.self) } == ["a\rb", "c", "\rd", "", ""])
    #expect(text.lineRange(-1).isEmpty)
    #expect(text.lineStart(9) == text.count)
    // A CR at the very end ends nothing: no line follows it.
    let torn = Text(Array("a\r".utf8))
    #expect(torn.lineRange(0) == 0..<2)
  }

  private static func piece(_ random: inout Seeded, upTo most: Int) -> [UInt8] {
    (0..<Int.random(in: 0...most, using: &random)).flatMap { _ in pieces.randomElement(using: &random) ?? [] }
  }

  /// Whether all that a text says of its bytes and lines is what an array says when it is counted from its start.
  private static func check(_ text: Text, _ plain: [UInt8]) -> Bool {
    var starts = [0]
    for (offset, byte) in plain.enumerated() where byte == 0x0A { starts.append(offset + 1) }
    guard text.count == plain.count, text.bytes == plain, text.lineCount == starts.count else { return false }
    for (line, start) in starts.enumerated() {
      let next = line + 1 < starts.count ? starts[line + 1] : plain.count
      var end = line + 1 < starts.count ? next - 1 : next
      if line + 1 < starts.count, end > start, plain[end - 1] == 0x0D { end -= 1 }
      guard text.lineStart(line) == start, text.lineRange(line) == start..<end else { return false }
      guard text.line(at: start) == line, next == start || text.line(at: next - 1) == line else { return false }
    }
    return text.line(at: plain.count + 5) == starts.count - 1
  }
}
