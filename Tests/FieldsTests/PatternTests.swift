import Fields
import Support
import Testing

/// Regular expressions of our own: what they match, and what is said of those that cannot be read.
@Suite struct PatternTests {
  private func check(
    _ pattern: String, takes: [String], leaves: [String] = [], at location: SourceLocation = #_sourceLocation
  ) throws {
    let pattern = try Pattern(pattern)
    #expect(takes.filter { !pattern.matches($0) } == [], "\(pattern.source) should match", sourceLocation: location)
    #expect(leaves.filter { pattern.matches($0) } == [], "\(pattern.source) should not match", sourceLocation: location)
  }

  @Test func `a text matches as a whole`() throws {
    try check("abc", takes: ["abc"], leaves: ["", "ab", "abcd", "xabc", "ABC"])
    try check("^abc$", takes: ["abc"], leaves: ["abcd"])
    try check("", takes: [""], leaves: ["a"])
    try check("a^b", takes: [], leaves: ["ab", "a^b"])
    try check("(^a|b)c", takes: ["ac", "bc"], leaves: ["c"])
  }

  @Test func `alternatives, groups and counts`() throws {
    try check("a|bc|", takes: ["a", "bc", ""], leaves: ["b", "abc"])
    try check("(ab)+", takes: ["ab", "abab"], leaves: ["", "aba"])
    try check("(?:a|b)*c", takes: ["c", "abbac"], leaves: ["ab"])
    try check("a?b*?c+", takes: ["c", "abbcc"], leaves: ["ab", "aac"])
    try check("a{2}", takes: ["aa"], leaves: ["a", "aaa"])
    try check("a{2,}", takes: ["aa", "aaaaa"], leaves: ["a"])
    try check("a{0,2}b", takes: ["b", "ab", "aab"], leaves: ["aaab"])
    try check("(a*)*b", takes: ["b", "aaab"], leaves: ["aaa"])
    try check("((a|b){2}c)?", takes: ["", "abc"], leaves: ["ac"])
  }

  @Test func `classes and escapes`() throws {
    try check("[a-c-]+", takes: ["ab-c"], leaves: ["d", ""])
    try check("[^a-c]", takes: ["d", "é", "😀"], leaves: ["a", "dd"])
    try check("[]a]+", takes: ["]a"], leaves: ["[", "b"])
    try check(#"[\d.]+"#, takes: ["1.2", "٣"], leaves: ["a"])
    try check(#"\w+"#, takes: ["a_9", "jürgen", "Ж"], leaves: ["a-b", " "])
    try check(#"\W\S\D"#, takes: ["-xy"], leaves: ["axy", "- y", "-x1"])
    try check(#"\s"#, takes: [" ", "\t", "\u{a0}"], leaves: ["x"])
    try check(#"\.\(\)\[\\"#, takes: [#".()[\"#], leaves: ["x()[\\"])
    try check("a.c", takes: ["abc", "aéc", "a😀c"], leaves: ["a\nc", "ac"])
  }

  @Test(arguments: [
    ("(a", 1, "this parenthesis is never closed"), ("a)", 2, "this parenthesis closes nothing"),
    ("[a", 1, "this bracket is never closed"), ("*a", 1, "there is nothing to repeat"),
    ("a**", 3, "there is nothing to repeat"), ("a{2,1}", 6, "the second number is less than the first"),
    ("a{x}", 3, "a number is due"), ("a{2000}", 6, "the number is above 1000"), ("a{2", 4, "a brace is due"),
    (#"a\"#, 3, "nothing follows the backslash"), (#"\b"#, 2, #"\b is not known"#), (#"(a)\1"#, 5, #"\1 is not known"#),
    ("[z-a]", 5, "the range runs backwards"),
    ("(?=a)", 3, "only (?: is known of groups that begin with a question mark"),
    ("a{1000}{2}", 8, "there is nothing to repeat"), ("((a{1000}){1000}){1000}", 1, "the pattern is too large"),
    ("((){1000}){1000}", 1, "the pattern is too large"),
  ])
  func `what cannot be read says where`(pattern: String, place: Int, words: String) {
    do throws(Pattern.Fault) {
      _ = try Pattern(pattern)
      Issue.record("\(pattern) was read")
    } catch {
      #expect(error.place == place)
      #expect(error.words == words)
    }
  }

  @Test func `groups that stand too deep are refused and not followed`() {
    let deep = String(repeating: "(", count: 5000) + String(repeating: ")", count: 5000)
    #expect(throws: Pattern.Fault.self) { try Pattern(deep) }
  }

  @Test func `a text takes as long as it is long`() throws {
    let pattern = try Pattern("(a|a)*(a|a)*(a*)*b")
    let times = growth(32_768) {
      String(repeating: "a", count: $0)
    } _: { text in
      #expect(!pattern.matches(text))
    }
    #expect(times < linear)
  }

  @Test func `random patterns match what a search by trying matches`() throws {
    var random = Seeded(seed: 3)
    var matches = 0
    for number in 0..<3000 {
      let tree = Tree.random(&random, depth: 3)
      let pattern = try Pattern(tree.source)
      for _ in 0..<4 {
        let text = String(
          (0..<Int.random(in: 0...6, using: &random)).map { _ in "abc".randomElement(using: &random) ?? "a" })
        let expected = tree.ends(Array(text), from: [0]).contains(text.count)
        matches += expected ? 1 : 0
        if pattern.matches(text) != expected { Issue.record("\(number): \(tree.source) and \(text)") }
      }
    }
    #expect(matches > 500)
  }

  /// A pattern that is matched by trying everything, for comparing.
  private indirect enum Tree {
    case letter(Character)
    case notLetter(Character)
    case all([Tree])
    case any([Tree])
    case times(Tree, Int, Int?)

    static func random(_ random: inout Seeded, depth: Int) -> Tree {
      let letter = "abc".randomElement(using: &random) ?? "a"
      switch Int.random(in: 0..<(depth == 0 ? 2 : 6), using: &random) {
      case 0: return .letter(letter)
      case 1: return .notLetter(letter)
      case 2, 3:
        return .all((0..<Int.random(in: 1...3, using: &random)).map { _ in Tree.random(&random, depth: depth - 1) })
      case 4:
        return .any((0..<Int.random(in: 2...3, using: &random)).map { _ in Tree.random(&random, depth: depth - 1) })
      default:
        let least = Int.random(in: 0...2, using: &random)
        let most = Bool.random(using: &random) ? nil : least + Int.random(in: 0...2, using: &random)
        return .times(Tree.random(&random, depth: depth - 1), least, most)
      }
    }

    var source: String {
      switch self {
      case .letter(let letter): String(letter)
      case .notLetter(let letter): "[^\(letter)]"
      case .all(let parts): parts.map(\.source).joined()
      case .any(let parts): "(" + parts.map(\.source).joined(separator: "|") + ")"
      case .times(let part, let least, let most): "(\(part.source)){\(least),\(most.map(String.init) ?? "")}"
      }
    }

    /// The places at which a match can end that begins at one of these.
    func ends(_ text: [Character], from starts: Set<Int>) -> Set<Int> {
      switch self {
      case .letter(let letter): return Set(starts.filter { $0 < text.count && text[$0] == letter }.map { $0 + 1 })
      case .notLetter(let letter): return Set(starts.filter { $0 < text.count && text[$0] != letter }.map { $0 + 1 })
      case .all(let parts): return parts.reduce(starts) { $1.ends(text, from: $0) }
      case .any(let parts): return parts.reduce(into: []) { $0.formUnion($1.ends(text, from: starts)) }
      case .times(let part, let least, let most):
        var places = starts
        for _ in 0..<least { places = part.ends(text, from: places) }
        var all = places
        for _ in 0..<((most ?? least + text.count + 1) - least) {
          places = part.ends(text, from: places)
          all.formUnion(places)
        }
        return all
      }
    }
  }
}
