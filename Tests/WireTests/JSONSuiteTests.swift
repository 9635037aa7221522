import Foundation
import Support
import Testing
import Wire

/// What has to be read, what has to be refused, and what RFC 8259 leaves open.
///
/// The categories are those of the well-known JSON test suites, the texts our own. Foundation is a second opinion
/// wherever it has the same rules.
@Suite struct JSONSuiteTests {
  private static let accepted = [
    "[]", "{}", "null", "true", "false", "0", "-1", "\"\"", " [ ] ", "\n{\r\n}\t", "[null]", "[ 1 ]", "[1\n,\n2]",
    "[[]]", "[[[[[[]]]]]]", "[{}]", "[\"\"]", "[\"a\",\"b\"]", "[0,-1,23,456]", "[false,true,null]",
    "[1,null,{\"a\":[]}]",
    "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18]", "{\"a\":1}", "{\"\":\"\"}", "{\"a\" : 1 , \"b\" : 2 }",
    "{\"a\":{\"b\":{\"c\":{}}}}", "{\"a\":[],\"b\":[{}]}", "{\"\\u0000\":0}", "{\"\\\"\":\"\\\\\"}",
    "{\"ключ\":\"значение\"}",
    "[0.5]", "[-0.5]", "[1.25]", "[10e2]", "[1e2]", "[1E2]", "[1e+2]", "[1e-2]", "[1E-2]", "[0e1]", "[0E+1]", "[0.0]",
    "[1.0e10]", "[123.456e-3]", "[-12]", "[9007199254740993]", "[9223372036854775807]", "[-9223372036854775808]",
    "\" \"", "\"abc\"", "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\u0041\\u00e9\\u20AC\"", "\"\\u000A\\u001f\"",
    "\"\\uD834\\uDD1E\"",
    "\"\\udbff\\udfff\"", "\"\\\\u0041\"", "\"\\\\\\\\\"", "\"é\"", "\"€\"", "\"😀\"", "\"\u{2028}\u{2029}\"",
    "\"\u{7F}\"",
    "\"\u{80}\"", "\"\u{FFFF}\"", "\"\u{10FFFF}\"", "\"e\u{301}\"", "\"a/b\"", "\"'\"", "\"// no remark\"", "\"[{]}\"",
    "\"\\u2028\"", "\"\\uFEFF\"", "\"\\uFFFE\"", "[\"\u{FEFF}\"]", "\"\\u005C\\u0022\"",
  ]

  private static let refused = [
    "", " ", "\n", "[", "]", "{", "}", "\"", "[[", "[]]", "[}", "{]", "{}}", "[1", "[1,", "[1,]", "[,]", "[,1]",
    "[1,,2]",
    "[1 2]", "[1:2]", "[\"a\"", "[\"a", "[\"a\",", "[\"a\" \"b\"]", "[true", "[nul]", "[tru]", "[fals]", "[True]",
    "[TRUE]",
    "[nulll]", "nul", "tru", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\",1}", "{\"a\" 1}", "{\"a\"::1}",
    "{:1}",
    "{,}", "{1:1}", "{null:1}", "{a:1}", "{'a':1}", "{\"a\":1,,\"b\":2}", "{\"a\":1 \"b\":2}", "{\"a\":1}x",
    "{\"a\":1}{}",
    "[]x", "[] []", "1 2", "[1]]", "\"a\"b", "[\"a\":1]", "{[]:1}", "{\"a\":}", "{\"a\":]", "[\"\\a\"]", "[\"\\x41\"]",
    "[\"\\'\"]", "[\"\\0\"]", "[\"\\\"", "[\"\\u\"]", "[\"\\u1\"]", "[\"\\u12\"]", "[\"\\u123\"]", "[\"\\u12G4\"]",
    "[\"\\u 123\"]", "[\"\\u-123\"]", "[\"\\uD800\\u\"]", "[\"\\u{41}\"]", "[\"\t\"]", "[\"\n\"]", "[\"\r\"]",
    "[\"\u{1F}\"]",
    "[\"\u{0}\"]", "['a']", "[`a`]", "[a]", "[+1]", "[++1]", "[--1]", "[-]", "[- 1]", "[-a]", "[01]", "[-01]", "[00]",
    "[1.]", "[.1]", "[-.1]", "[1.e1]", "[1e]", "[1e+]", "[1e-]", "[1E]", "[1e1.5]", "[1ee1]", "[1.2.3]", "[1+2]",
    "[0x10]", "[0b1]", "[1_0]", "[1a]", "[１]", "[Infinity]", "[-Infinity]", "[NaN]", "[inf]", "[1,000.5]x", "[1]#",
    "// a\n[]", "[]// a", "/* a */[]", "[/**/]", "# a\n[]", "[\u{C}]", "[\u{B}]", "[\u{A0}]", "[\u{2060}]", "[\u{85}]",
    "[\u{0}]", "[]\u{0}", "<a>", "*", "&", "\\", "[\\u005b]", "{\"a\":\"b\"]", "[\"a\"}", "\u{0}", ",", ":",
    "{\"a\":1;}",
  ]

  /// Left open by the RFC, or read in another way by Foundation: each with what it is here.
  private static let decided: [(String, JSON?)] = [
    ("\"\\uD800\"", "\u{FFFD}"), ("\"\\uDC00\"", "\u{FFFD}"), ("\"\\uDC00\\uD800\"", "\u{FFFD}\u{FFFD}"),
    ("\"\\uD800x\"", "\u{FFFD}x"), ("\"\\uD800\\uD800\"", "\u{FFFD}\u{FFFD}"), ("\"\\uD800\\\\\"", "\u{FFFD}\\"),
    ("{\"\\uD800\":1}", ["\u{FFFD}": 1]), ("{\"\\uD800\":1,\"\\uD801\":2}", ["\u{FFFD}": 2]),
    ("1e400", .number("1e400")), ("-1e-400", .number("-1e-400")), ("-0", .number("-0")), ("-0.0", .number("-0.0")),
    ("123456789012345678901234567890", .number("123456789012345678901234567890")),
    ("0.1000000000000000055511151231257827", .number("0.1000000000000000055511151231257827")),
    ("{\"a\":1,\"a\":2}", ["a": 2]), ("{\"a\":1,\"b\":0,\"a\":null}", ["a": nil, "b": 0]), ("\u{FEFF}[]", nil),
    ("[1]\u{FEFF}", nil), ("1.0", .number("1.0")), ("1E5", .number("1E5")),
  ]

  /// Refused here, though Foundation on Linux lets them pass.
  private static let lenient: Set = ["[1,]"]

  private static func isRead(_ text: String) -> Bool { (try? JSON.parse(Array(text.utf8))) != nil }

  private static func isReadByFoundation(_ text: String) -> Bool {
    (try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)) != nil
  }

  @Test(arguments: accepted) func reads(text: String) throws {
    let value = try JSON.parse(Array(text.utf8))
    #expect(try JSON.parse(Array(value.text.utf8)) == value)
    #expect(Self.isReadByFoundation(text))
    #expect(Self.isReadByFoundation(value.text))
  }

  @Test(arguments: refused) func refuses(text: String) {
    #expect(!Self.isRead(text))
    if !Self.lenient.contains(text) { #expect(!Self.isReadByFoundation(text)) }
  }

  @Test func decides() {
    for (text, value) in Self.decided {
      #expect((try? JSON.parse(Array(text.utf8))) == value, "\(text)")
    }
  }

  /// Every prefix of a text is cut off, so that it is refused where it ends.
  @Test func everyPrefixIsRefusedAtItsEnd() {
    let text = Array("{\"a\\n\":[1.5e+3,\"\\ud83d\\ude00é\",{\"b\":null,\"c\":false}],\"d\":{}}".utf8)
    for count in 0..<text.count {
      let prefix = Array(text[..<count])
      do throws(JSONFault) {
        _ = try JSON.parse(prefix)
        Issue.record("\(String(decoding: prefix, as: UTF8.self)) was read")
      } catch {
        // Of a character cut in two the offset is its first byte.
        #expect(error.offset == count || text[error.offset] >= 0xC0 && count - error.offset < 2)
      }
    }
  }

  /// What Foundation writes is read as what it meant, whatever it escapes.
  @Test func readsWhatFoundationWrites() throws {
    var numbers = Seeded(seed: 11)
    for _ in 0..<500 {
      var scalars = String.UnicodeScalarView()
      for _ in 0..<20 {
        scalars.append(Unicode.Scalar(UInt32.random(in: 0..<0x3000, using: &numbers)) ?? "x")
      }
      let text = String(scalars)
      let number = Int(truncatingIfNeeded: numbers.next())
      let written = try JSONSerialization.data(withJSONObject: [text, number, true, NSNull()] as [Any])
      #expect(try JSON.parse(Array(written)) == [.string(text), .integer(number), true, nil])
      let back = try JSONSerialization.jsonObject(with: Data(JSON.array([.string(text)]).text.utf8)) as? [String]
      #expect(back?.first.map { Array($0.utf8) } == Array(text.utf8))
    }
  }

  /// Nothing printed holds a raw control character, and every escape is the shortest there is.
  @Test func printsTheShortestEscapes() {
    let expected = [
      0x08: "\\b", 0x09: "\\t", 0x0A: "\\n", 0x0C: "\\f", 0x0D: "\\r", 0x22: "\\\"", 0x5C: "\\\\", 0x00: "\\u0000",
      0x1F: "\\u001f", 0x1B: "\\u001b",
    ]
    for code in 0..<0x100 {
      let character = Unicode.Scalar(UInt8(code)).description
      let printed = JSON.string("a\(character)b\(character)").text
      let escape = code < 0x20 ? "\\u00" + (code < 16 ? "0" : "") + String(code, radix: 16) : character
      #expect(printed == "\"a\(expected[code] ?? escape)b\(expected[code] ?? escape)\"")
      #expect(!printed.utf8.contains { $0 < 0x20 })
    }
    #expect(JSON.integer(.min).text == "-9223372036854775808")
    for number in [0, 9, 10, -1, -10, 1001, .max] { #expect(JSON.integer(number).text == String(number)) }
  }
}
