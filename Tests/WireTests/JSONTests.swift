import Support
import Testing
import Wire

/// What is JSON, what is not, and where it stops being so.
@Suite struct JSONTests {
  /// Checks that a text reads as a value, and that the value prints as `printed` (by default as the text).
  private func check(
    _ text: String, _ value: JSON, printed: String? = nil, at place: SourceLocation = #_sourceLocation
  ) {
    check(Array(text.utf8), value, printed: printed ?? text, at: place)
  }

  private func check(_ bytes: [UInt8], _ value: JSON, printed: String, at place: SourceLocation) {
    do throws(JSONFault) {
      let found = try JSON.parse(bytes)
      #expect(found == value, sourceLocation: place)
      #expect(found.text.utf8.elementsEqual(printed.utf8), "\(found.text)", sourceLocation: place)
    } catch {
      Issue.record("\(error)", sourceLocation: place)
    }
  }

  /// Checks that a text is refused at a byte.
  private func refuse(_ text: String, _ offset: Int, at place: SourceLocation = #_sourceLocation) {
    refuse(Array(text.utf8), offset, at: place)
  }

  private func refuse(_ bytes: [UInt8], _ offset: Int, at place: SourceLocation = #_sourceLocation) {
    do throws(JSONFault) {
      let value = try JSON.parse(bytes)
      Issue.record("read as \(value.text)", sourceLocation: place)
    } catch {
      #expect(error.offset == offset, "\(error)", sourceLocation: place)
      #expect(!error.reason.isEmpty, sourceLocation: place)
    }
  }

  @Test func wordsAndContainers() {
    check("null", nil)
    check("true", true)
    check("false", false)
    check(" \t\r\n null \t\r\n ", nil, printed: "null")
    check("[]", [])
    check("[ ]", [], printed: "[]")
    check("{}", [:])
    check("{ }", [:], printed: "{}")
    check("[[],{}]", [[], [:]])
    check("[1,null,\"a\"]", [1, nil, "a"])
    check("[ 1 , 2 ]", [1, 2], printed: "[1,2]")
    check(#"{"b":1,"a":2}"#, ["b": 1, "a": 2])
    check(#"{ "b" : { "c" : [ ] } }"#, ["b": ["c": []]], printed: #"{"b":{"c":[]}}"#)
    check(#"{"":0}"#, ["": 0])
  }

  @Test func numbers() {
    check("0", 0)
    check("-1", -1)
    check("1234567890", 1_234_567_890)
    check("9223372036854775807", .integer(.max))
    check("-9223372036854775808", .integer(.min))
    check("9223372036854775808", .number("9223372036854775808"))
    check("-9223372036854775809", .number("-9223372036854775809"))
    check("100000000000000000000000", .number("100000000000000000000000"))
    check("-0", .number("-0"))
    check("1.0", .number("1.0"))
    check("1.50", .number("1.50"))
    check("0.1", .number("0.1"))
    check("1e3", .number("1e3"))
    check("1E+3", .number("1E+3"))
    check("0e-1", .number("0e-1"))
    check("-1.5e99999", .number("-1.5e99999"))
  }

  @Test func strings() {
    check(#""""#, "")
    check(#""a b""#, "a b")
    check(#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t", printed: #""\"\\/\b\f\n\r\t""#)
    check(#""\u0000\u001f\u007f""#, "\u{0}\u{1F}\u{7F}", printed: "\"\\u0000\\u001f\u{7F}\"")
    check(#""x\u00e9y\u00E9z""#, "xéyéz", printed: #""xéyéz""#)
    check(#""\u20ac""#, "€", printed: #""€""#)
    check(#""\ud83d\ude00""#, "😀", printed: #""😀""#)
    check(#""😀é€\u2028""#, "😀é€\u{2028}", printed: "\"😀é€\u{2028}\"")
    check(#""\ud83d""#, "\u{FFFD}", printed: "\"\u{FFFD}\"")
    check(#""\ude00a""#, "\u{FFFD}a", printed: "\"\u{FFFD}a\"")
    check(#""\ud83d\n""#, "\u{FFFD}\n", printed: "\"\u{FFFD}\\n\"")
    check(#""\ud83d\u0041""#, "\u{FFFD}A", printed: "\"\u{FFFD}A\"")
    check(#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀", printed: "\"\u{FFFD}😀\"")
    check("\"\u{10FFFF}\u{FFFF}\"", "\u{10FFFF}\u{FFFF}")
    check("\"\u{7F}\"", "\u{7F}")
    check("[\"\u{FEFF}\"]", ["\u{FEFF}"])
  }

  @Test func refusedStructure() {
    refuse("", 0)
    refuse("  ", 2)
    refuse("[", 1)
    refuse("[1", 2)
    refuse("[1,", 3)
    refuse("[1,]", 3)
    refuse("[,1]", 1)
    refuse("[1 2]", 3)
    refuse("[1}", 2)
    refuse("{", 1)
    refuse("{\"a\"", 4)
    refuse("{\"a\":", 5)
    refuse("{\"a\":1", 6)
    refuse("{\"a\":1,}", 7)
    refuse("{\"a\" 1}", 5)
    refuse("{a:1}", 1)
    refuse("{1:1}", 1)
    refuse("{'a':1}", 1)
    refuse("{\"a\":1 \"b\":2}", 7)
    refuse("]", 0)
    refuse("}", 0)
    refuse("1 2", 2)
    refuse("{} x", 3)
    refuse("[]]", 2)
    refuse("null\u{0}", 4)
    refuse("nul", 3)
    refuse("nulL", 3)
    refuse("True", 0)
    refuse("truex", 4)
    refuse("undefined", 0)
    refuse("NaN", 0)
    refuse("// c\n1", 0)
    refuse("[1] /* c */", 4)
    refuse("\u{C}1", 0)
    refuse("\u{A0}1", 0)
    refuse("\u{FEFF}1", 0)
    refuse("'a'", 0)
  }

  @Test func refusedNumbers() {
    refuse("-", 1)
    refuse("+1", 0)
    refuse("01", 1)
    refuse("-01", 2)
    refuse("1.", 2)
    refuse(".5", 0)
    refuse("1.e1", 2)
    refuse("1e", 2)
    refuse("1e+", 3)
    refuse("1ex", 2)
    refuse("0x1", 1)
    refuse("1_000", 1)
    refuse("-Infinity", 1)
    refuse("1.2.3", 3)
    refuse("--1", 1)
  }

  @Test func refusedStrings() {
    refuse("\"", 1)
    refuse("\"a", 2)
    refuse("\"a\\", 3)
    refuse("\"a\\\"", 4)
    refuse("\"a\nb\"", 2)
    refuse("\"\t\"", 1)
    refuse("\"\u{0}\"", 1)
    refuse("\"\\x41\"", 2)
    refuse("\"\\a\"", 2)
    refuse("\"\\'\"", 2)
    refuse("\"\\U0041\"", 2)
    refuse("\"\\u004\"", 6)
    refuse("\"\\u00g0\"", 5)
    refuse("\"\\u", 3)
    refuse("\"\\ud83d\\u12\"", 11)
  }

  @Test(
    arguments: [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
      [0xE2, 0x82], [0xE2, 0x28, 0xA1], [0xE2, 0x82, 0x28], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
      [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x98], [0xF0, 0x9F, 0x98, 0x28],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF],
    ] as [[UInt8]])
  func illFormedUTF8(bytes: [UInt8]) {
    refuse(Array("[\"é".utf8) + bytes + Array("\"]".utf8), 4)
    refuse(Array("[\"é".utf8) + bytes, 4)
    refuse(Array("[\"é\\n".utf8) + bytes + Array("\":1}".utf8), 6)
    refuse(bytes, 0)
  }

  @Test func depth() throws {
    let text = Array((String(repeating: "[", count: 512) + String(repeating: "]", count: 512)).utf8)
    _ = try JSON.parse(text)
    refuse([UInt8(ascii: "[")] + text + [UInt8(ascii: "]")], 512)
    #expect(throws: JSONFault(offset: 2, reason: "nested too deeply")) {
      try JSON.parse(Array("[[{}]]".utf8), depth: 2)
    }
    #expect(try JSON.parse(Array("[[1]]".utf8), depth: 2) == [[1]])
    // A million brackets end the reading, not the program, whatever depth is asked for.
    let deep = [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)
    #expect(throws: JSONFault(offset: 2048, reason: "nested too deeply")) { try JSON.parse(deep, depth: .max) }
  }

  @Test func equalKeys() throws {
    check(#"{"a":1,"b":2,"a":3}"#, ["a": 3, "b": 2], printed: #"{"a":3,"b":2}"#)
    check(#"{"a":1,"\u0061":{}}"#, ["a": [:]], printed: #"{"a":{}}"#)
    // Canonically equivalent keys are different bytes, thus different keys.
    check("{\"\u{E9}\":1,\"e\u{301}\":2}", .object([.init(key: "\u{E9}", value: 1), .init(key: "e\u{301}", value: 2)]))
    let value = try JSON.parse(Array("{\"\u{E9}\":1,\"e\u{301}\":2}".utf8))
    #expect(value["\u{E9}"] == 1 && value["e\u{301}"] == 2)
    #expect(JSON.string("\u{E9}") != JSON.string("e\u{301}"))
    // The same, of the same length: two marks in either order.
    #expect(JSON.string("a\u{301}\u{327}") != JSON.string("a\u{327}\u{301}"))
  }

  @Test func largeObjectsWithEqualKeys() throws {
    let text = { (count: Int) in
      let keys = (0..<count).map { "\"k\($0)\":\($0)" } + (0..<count).map { "\"k\($0)\":\(-$0)" }
      return Array("{\(keys.joined(separator: ","))}".utf8)
    }
    let times = try growth(40_000, text) { _ = try JSON.parse($0) }
    #expect(times < linear)
    #expect(try JSON.parse(text(4_000)) == .object((0..<4_000).map { .init(key: "k\($0)", value: .integer(-$0)) }))
  }

  @Test func wholeNumbers() {
    #expect(JSON.number("1.0").whole == 1)
    #expect(JSON.number("-0").whole == 0)
    #expect(JSON.number("12e2").whole == 1200)
    #expect(JSON.number("1.5").whole == nil)
    #expect(JSON.number("1e99999").whole == nil)
    #expect(JSON.number("9223372036854775808").whole == nil)
    #expect(JSON.number("-9223372036854775808.0").whole == .min)
    #expect(JSON.number("922337203685477580700e-2").whole == .max)
    #expect(JSON.number("9.223372036854775807E+18").whole == .max)
    #expect(JSON.number("9.223372036854775808E+18").whole == nil)
    #expect(JSON.number("0.00120e5").whole == 120)
    #expect(JSON.number("0.0012e2").whole == nil)
    #expect(JSON.number("0e9999999999999999999999").whole == 0)
    #expect(JSON.number("1e9999999999999999999999").whole == nil)
    #expect(JSON.number("1e-9223372036854775808").whole == nil)
    #expect(JSON.integer(7).whole == 7)
    #expect(JSON.string("1").whole == nil)
  }

  @Test func whatIsPrintedReadsTheSame() throws {
    var numbers = Seeded(seed: 1)
    for _ in 0..<3_000 {
      let value = anyValue(depth: 5, &numbers)
      let printed = Array(value.text.utf8)
      let found = try JSON.parse(printed)
      #expect(found == value)
      #expect(Array(found.text.utf8) == printed)
    }
  }

  @Test func anyBytesAreReadOrRefusedWithin() {
    var numbers = Seeded(seed: 2)
    let pool = Array("{}[]\":,\\u0123eE+-.dD8 \nntrufalse".utf8) + [0xC3, 0xA9, 0xF0, 0x9F, 0x98, 0x80, 0xFF, 0x00]
    for round in 0..<30_000 {
      var bytes: [UInt8]
      if round % 2 == 0 {
        bytes = (0..<Int.random(in: 0...20, using: &numbers)).map { _ in pool.randomElement(using: &numbers) ?? 0 }
      } else {
        bytes = Array(anyValue(depth: 3, &numbers).text.utf8)
        let place = Int.random(in: 0..<bytes.count, using: &numbers)
        bytes[place] = pool.randomElement(using: &numbers) ?? 0
      }
      do throws(JSONFault) {
        let value = try JSON.parse(bytes)
        let again = try? JSON.parse(Array(value.text.utf8))
        #expect(again == value)
      } catch {
        #expect((0...bytes.count).contains(error.offset), "\(bytes)")
      }
    }
  }

  private func anyValue(depth: Int, _ numbers: inout Seeded) -> JSON {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &numbers) {
    case 0: return nil
    case 1: return .bool(Bool.random(using: &numbers))
    case 2: return .integer(Int(truncatingIfNeeded: numbers.next()) >> Int.random(in: 0..<64, using: &numbers))
    case 3: return .number("-\(Int.random(in: 0..<99, using: &numbers)).\(Int.random(in: 0..<99, using: &numbers))E-7")
    case 4: return .string(anyString(&numbers))
    case 5, 6:
      return .array((0..<Int.random(in: 0..<5, using: &numbers)).map { _ in anyValue(depth: depth - 1, &numbers) })
    default:
      let count = Int.random(in: 0..<24, using: &numbers)
      return .object(
        (0..<count).map { place in
          .init(key: "\(place):\(anyString(&numbers))", value: anyValue(depth: depth - 3, &numbers))
        })
    }
  }

  private func anyString(_ numbers: inout Seeded) -> String {
    var scalars = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0..<9, using: &numbers) {
      let limit = [0x20, 0x80, 0x800, 0x110000].randomElement(using: &numbers) ?? 1
      scalars.append(Unicode.Scalar(UInt32.random(in: 0..<UInt32(limit), using: &numbers)) ?? "\u{FFFD}")
    }
    return String(scalars)
  }
}
