import Fields
import Testing

/// In which direction texts and lists run.
@Suite struct TextDirectionTests {
  @Test(
    arguments: [
      ("", nil), ("Ana", .ltr), ("123 — ?", nil), ("דנה", .rtl), ("(12) دانا a", .rtl), ("a דנה", .ltr), ("李", .ltr),
      ("\u{5b0}", nil), ("\u{200f}", nil), ("ˮа", .ltr), ("\u{2067}דנה\u{2069} Ana", .ltr), ("\u{2069}דנה", .rtl),
      ("\u{2068}דנה", nil), ("😀", nil), ("𐤀", .rtl), ("ﬡ", .rtl), ("_é", .ltr),
    ] as [(String, TextDirection?)])
  func `the first letter with a direction decides`(text: String, direction: TextDirection?) {
    #expect(TextDirection(firstStrongOf: text) == direction)
  }

  @Test(
    arguments: [
      (" \"דנה לוי\" <dana@example.org>, Ana <a@example.org>", .rtl), (" <dana@example.org> (דנה)", .rtl),
      (" 1@2, דנה", .rtl), (" dana@example.org (דנה)", .rtl), (" צוות: a@example.org;", .rtl), (" צוות:;", .rtl),
      (" =?utf-8?b?15PXoNeU?= <dana@example.org>", .rtl), (" ana@example.org, דנה <d@example.org>", .ltr), (" ", nil),
      (" , 1, 2", nil),
    ] as [(String, TextDirection?)])
  func `E14 a field runs as the first letter of what is shown`(value: String, direction: TextDirection?) {
    let bytes = Array(value.utf8)
    let reading = Grammar.addressList.read(bytes, ReadingOptions())
    #expect(Grammar.addressList.direction(reading, in: bytes) == direction, "\(reading.tokens)")
  }

  @Test func `letters have the classes of unicodedata`() throws {
    let script = """
      def say(c):
        if not unicodedata.category(c).startswith('L'): return '-'
        return {'L': 'L', 'R': 'R', 'AL': 'R'}.get(unicodedata.bidirectional(c), '-')
      """
    guard let answers = try PythonUnicode.answers("unicodedata", script) else { return }
    var wrong: [String] = []
    for scalar in PythonUnicode.known {
      let found =
        switch TextDirection(firstStrongOf: String(scalar)) {
        case .ltr: UInt8(ascii: "L")
        case .rtl: UInt8(ascii: "R")
        case nil: UInt8(ascii: "-")
        }
      if found != answers[Int(scalar.value)] { wrong.append(String(scalar.value, radix: 16)) }
    }
    #expect(wrong == [])
  }
}
