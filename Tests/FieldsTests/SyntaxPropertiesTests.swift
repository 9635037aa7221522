import Fields
import Support
import Testing

/// What holds for every syntax but addresses, whatever the bytes.
@Suite struct SyntaxPropertiesTests {
  /// The syntaxes, each with bytes that mean something in it.
  static let grammars: [Grammar] = Grammar.allCases.filter { $0 != .addressList }

  /// Pieces of values: what separates, quotes and escapes in one of the syntaxes, and letters.
  static let pieces: [[UInt8]] =
    [
      "a", "b", "Ana", "red", "a.b", " ", " ", "  ", "\t", "\r", "\n", "\r\n", "\n ", "\n  - ", ",", ", ", ";", ":",
      "::",
      "<", ">", "(", ")", "[", "]", "[[", "]]", "{", "}", "\"", "\"\"\"", "'", "'''", "''", "\\", "\\u00e9", "\\\"",
      "#",
      " #", "@", "/", "-", "- ", "--", "|", "&a ", "*a", "!!str ", "%", "$", "~", "=", "+", "_", "1", "2024", "true",
      "é",
      "e\u{301}", "赤", "😀", "👩‍👧", "，", "\u{200b}", "\u{0}", "<a@b.org>", "a@b.org", "=?utf-8?q?a?=", "\\and", "\\sep",
      "\\&", "{\\'e}", "`", "//", "https://x.org/#a",
    ].map { Array($0.utf8) } + [[0xff], [0xc3], [0xe3, 0x80]]

  /// A value of a few pieces.
  static func value(_ random: inout Seeded, most: Int = 12) -> [UInt8] {
    var value: [UInt8] = []
    for _ in 0..<Int.random(in: 0...most, using: &random) { value += pieces.randomElement(using: &random) ?? [] }
    return value
  }

  static func options(_ random: inout Seeded) -> ReadingOptions {
    var options = ReadingOptions(caret: Int.random(in: 0...8, using: &random))
    options.surroundings.flavor = Flavor.allCases.randomElement(using: &random) ?? .generic
    options.surroundings.role = [nil, "FILETAGS", "TAGS", "Cc"].randomElement(using: &random) ?? nil
    options.surroundings.custom = CustomSyntax(
      separators: [[","], [" "], [",", ";"], [" ", "|"], ["::", ":"]].randomElement(using: &random) ?? [","],
      quoting: CustomSyntax.Quoting.allCases.randomElement(using: &random) ?? .none,
      closing: [nil, UInt8(ascii: ")"), UInt8(ascii: "]")].randomElement(using: &random) ?? nil,
      sigils: [[], [], ["+", "@"], ["#"]].randomElement(using: &random) ?? [])
    options.field = [nil, "Cc", "Signed-off-by", "Link", "Message-ID"].randomElement(using: &random) ?? nil
    return options
  }

  @Test(arguments: grammars)
  func `tokens stand in order inside the value, and so do findings`(grammar: Grammar) {
    var random = Seeded(seed: 11)
    var problems: [String] = []
    for _ in 0..<3_000 where problems.isEmpty {
      let value = Self.value(&random)
      problems = Self.problems(grammar, value, Self.options(&random))
    }
    #expect(problems == [])
  }

  @Test(arguments: grammars)
  func `a token of another value is no danger`(grammar: Grammar) {
    var random = Seeded(seed: 12)
    for _ in 0..<300 {
      let value = Self.value(&random)
      let options = Self.options(&random)
      let reading = grammar.read(value, options)
      let other = Array(value.dropLast(Int.random(in: 0...value.count, using: &random)))
      for token in reading.tokens {
        _ = grammar.display(token, in: other)
        _ = grammar.value(token, in: other)
        _ = grammar.key(token, in: other)
        _ = grammar.traits(token, in: other, Reading(), options)
      }
    }
  }

  @Test(arguments: grammars)
  func `a long line takes no longer than its length`(grammar: Grammar) {
    for piece in [
      "a", ",", "\"", "'", "(", "<", "[", "{", "[[", "\\", "\"a\" ", "a@b ", ": ", "#", "@a", "`", "&a ", "- ",
    ] {
      let text = { (count: Int) in Array(repeatElement(Array(piece.utf8), count: count).joined()) }
      let times = growth(64_000 / piece.utf8.count, text) { value in
        let reading = grammar.read(value, ReadingOptions())
        if let token = reading.tokens.last { _ = grammar.value(token, in: value) }
        _ = grammar.fragment(in: value, caret: value.count)
      }
      #expect(times < linear, "\(piece)")
    }
  }

  /// What is wrong with a reading.
  static func problems(_ grammar: Grammar, _ value: [UInt8], _ options: ReadingOptions) -> [String] {
    let reading = grammar.read(value, options)
    var problems: [String] = []
    func require(_ holds: Bool, _ words: String) {
      if !holds { problems.append(words) }
    }
    var end = 0
    for token in reading.tokens {
      require(token.range.lowerBound >= end, "tokens stand in order")
      require(!token.range.isEmpty && token.range.upperBound <= value.count, "tokens lie in the value")
      end = token.range.upperBound
      _ = grammar.display(token, in: value)
      _ = grammar.value(token, in: value)
      _ = grammar.key(token, in: value)
      _ = grammar.traits(token, in: value, reading, options)
      if let group = token.group { require(reading.groups.indices.contains(group), "groups exist") }
    }
    let faults = reading.faults
    require(zip(faults, faults.dropFirst()).allSatisfy { !Fault.isOrdered($1, $0) }, "faults are sorted")
    require(faults.allSatisfy { $0.range.lowerBound >= 0 && $0.range.upperBound <= value.count }, "faults lie inside")
    require(Set(faults.map { "\($0.rule) \($0.range)" }).count == faults.count, "no fault is reported twice")
    let marks = reading.marks
    require(zip(marks, marks.dropFirst()).allSatisfy { $0.range.upperBound <= $1.range.lowerBound }, "marks are apart")
    require(marks.allSatisfy { $0.range.upperBound <= value.count && !$0.range.isEmpty }, "marks lie inside")
    return problems.map { "\($0): " + String(decoding: value, as: UTF8.self).debugDescription + " \(faults)" }
  }
}
