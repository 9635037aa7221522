import Fields
import LanguageServer
import Support
import Testing
import Wire

/// What is coloured how, read back from the numbers as a client reads them.
@Suite struct SemanticTokensTests {
  @Test(arguments: PositionEncoding.allCases)
  func coloursWhatAFieldConsistsOf(_ encoding: PositionEncoding) {
    check(
      "To: Zoë 😀 <z@x.example>, bo@@x.example\r\n\r\n",
      ["To keyword", "Zoë 😀 <z@x.example> variable", ", operator", "bo@@x.example variable invalid"], encoding)
    check(
      "Cc: é: a@x.example, (no\tone) b@x.example (B);\n\n",
      [
        "Cc keyword", "é: namespace", "a@x.example variable member", ", operator", "(no\tone) comment",
        "b@x.example variable member", "(B) comment", "; namespace",
      ], encoding)
    check(
      "To: a@x.example,\n\t\"Ode,\n Jo\" <j@x.example>\nCc: A@x.example\nSubject: To: x\n\nTo: y\n",
      [
        "To keyword", "a@x.example variable", ", operator", "\"Ode, variable", "Jo\" <j@x.example> variable",
        "Cc keyword",
        "A@x.example variable deprecated",
      ], encoding)
  }

  @Test func coloursNothingWhereNoFieldIs() {
    check("", [], .utf8)
    check("Hello\n\nTo: x\n", [], .utf8)
    check("To:\n\n", ["To keyword"], .utf8)
  }

  @Test(arguments: PositionEncoding.allCases)
  func coloursARange(_ encoding: PositionEncoding) {
    var talk = Talk(encoding)
    let (buffer, _) = talk.open("To: é@x.example, b@x.example\nCc: 😀 <c@x.example>, d@x.example\nBcc: e@x.example\n\n")
    func pieces(_ start: Int, _ end: Int) -> [String] {
      let range: JSON = ["start": buffer.position(start), "end": buffer.position(end)]
      let answer = talk.request(
        "textDocument/semanticTokens/range", ["textDocument": ["uri": .string(Talk.uri)], "range": range])
      return Self.decode(answer["data"].array, buffer).map(\.text)
    }
    #expect(pieces(29, 48) == ["Cc", "😀 <c@x.example>"])
    #expect(pieces(0, 0) == [])
    #expect(pieces(31, 200) == ["😀 <c@x.example>", ",", "d@x.example", "Bcc", "e@x.example"])
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func sendsDifferencesThatGiveTheWhole(seed: UInt64) {
    var random = Seeded(seed: seed)
    let encoding = PositionEncoding.allCases.randomElement(using: &random) ?? .utf8
    var talk = Talk(encoding)
    var (buffer, _) = talk.open("To: a@x.example, b@x.example\nCc: Team: c@x.example;\n\nbody\n")
    let first = talk.request("textDocument/semanticTokens/full", Talk.document())
    var (id, data) = (first["resultId"] ?? .null, first["data"].array)
    #expect(id != .null)
    for version in 2...60 {
      let scalars = Array(buffer.text.unicodeScalars)
      let start = Int.random(in: 0...scalars.count, using: &random)
      let end = min(scalars.count, start + Int.random(in: 0...3, using: &random))
      let piece = ["a", ", ", "\n ", "é", "b@x.example", ";", "", "Bcc: x\n", "("].randomElement(using: &random) ?? ""
      talk.change(
        [["range": ["start": buffer.position(start), "end": buffer.position(end)], "text": .string(piece)]],
        version: version)
      buffer.text = String(
        String.UnicodeScalarView(scalars[..<start] + Array(piece.unicodeScalars) + scalars[end...]))
      let answer = talk.request(
        "textDocument/semanticTokens/full/delta",
        ["textDocument": ["uri": .string(Talk.uri)], "previousResultId": id])
      for edit in answer["edits"].array.reversed() {
        let start = edit["start"]?.whole ?? 0
        data.replaceSubrange(start..<(start + (edit["deleteCount"]?.whole ?? 0)), with: edit["data"].array)
      }
      #expect(answer["data"] == nil)
      #expect(answer["resultId"] != id)
      id = answer["resultId"] ?? .null
      let full = talk.request("textDocument/semanticTokens/full", Talk.document())
      #expect(data == full["data"].array, "seed \(seed): \(buffer.text.debugDescription)")
      // A list asked for in between is the one that the next difference is to.
      id = full["resultId"] ?? .null
    }
  }

  @Test func sendsNoDifferenceOrTheWhole() {
    var talk = Talk()
    talk.open("To: a@x.example\n\n")
    let first = talk.request("textDocument/semanticTokens/full", Talk.document())
    func delta(_ id: JSON) -> JSON {
      talk.request(
        "textDocument/semanticTokens/full/delta", ["textDocument": ["uri": .string(Talk.uri)], "previousResultId": id])
    }
    let same = delta(first["resultId"] ?? .null)
    #expect(same["edits"] == [])
    #expect(delta("no such")["data"] == first["data"])
    #expect(delta(first["resultId"] ?? .null)["data"] == first["data"])
  }

  @Test func namesOnlyWhatIsInItsLegend() {
    var talk = Talk(startup: .init(version: "1"))
    let legend = talk.request("initialize", [:])["capabilities"]?["semanticTokensProvider"]?["legend"] ?? .null
    #expect(legend["tokenTypes"].array.map { Optional($0).text } == Self.types)
    #expect(legend["tokenModifiers"].array.map { Optional($0).text } == Self.modifiers)
  }

  private static let types = ["keyword", "variable", "operator", "namespace", "comment"]
  private static let modifiers = ["invalid", "deprecated", "member"]

  private func check(
    _ text: String, _ expected: [String], _ encoding: PositionEncoding, _ location: SourceLocation = #_sourceLocation
  ) {
    var talk = Talk(encoding)
    let (buffer, _) = talk.open(text)
    let data = talk.request("textDocument/semanticTokens/full", Talk.document())["data"].array
    #expect(Self.decode(data, buffer, location).map(\.words) == expected, sourceLocation: location)
  }

  private static func decode(
    _ data: [JSON], _ buffer: Buffer, _ location: SourceLocation = #_sourceLocation
  ) -> [(text: String, words: String)] {
    let numbers = data.map { $0.whole ?? -1 }
    #expect(numbers.count % 5 == 0 && numbers.allSatisfy { $0 >= 0 }, sourceLocation: location)
    var (line, character, end) = (0, 0, 0)
    var pieces: [(String, String)] = []
    for at in stride(from: 0, to: numbers.count - 4, by: 5) {
      if numbers[at] > 0 { (line, character, end) = (line + numbers[at], 0, 0) }
      character += numbers[at + 1]
      #expect(character >= end, "pieces overlap", sourceLocation: location)
      end = character + numbers[at + 2]
      let text = buffer[
        buffer.range(
          [
            "start": ["line": .integer(line), "character": .integer(character)],
            "end": ["line": .integer(line), "character": .integer(end)],
          ], location)]
      #expect(!text.isEmpty, sourceLocation: location)
      let set = modifiers.indices.filter { numbers[at + 4] & (1 << $0) != 0 }.map { modifiers[$0] }
      pieces.append((text, ([text, types[numbers[at + 3]]] + set).joined(separator: " ")))
    }
    return pieces
  }
}
