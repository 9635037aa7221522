import Candidates
import Fields
import LanguageServer
import Testing
import Wire

/// Recipients whom nobody knows, and who may be others than was meant.
@Suite struct StrangersTests {
  private static let people: [Record] = {
    var ana = Record(name: "Ana Ruiz", address: "ana.ruiz@example.org")
    ana.count = 40
    return [ana, Record(name: "Bo Vega", address: "bo.vega@example.org")]
  }()

  /// `CODE severity text` of what is said of strangers in a draft that is open with its caret in the body.
  private func findings(_ text: String, people: [Record] = people, set: [String] = []) -> [String] {
    var talk = Talk(set: set, people: people)
    let (buffer, _) = talk.open(text)
    return talk.request("textDocument/diagnostic", Talk.document())["items"].array
      .filter { ["near-twin", "wrong-name"].contains($0["code"].text) }
      .map { "\($0["code"].text) \($0["severity"] == 2 ? "warning" : "mild") \(buffer[$0["range"]])" }
  }

  @Test func `an address that is a slip away from a known one`() {
    #expect(findings("To: Ana <ana.riuz@example.org>\n\nhi|") == ["near-twin warning ana.riuz@example.org"])
    #expect(findings("Cc: bo.vea@example.org\n\nhi|") == ["near-twin mild bo.vea@example.org"])
    #expect(findings("To: Ana.Ruiz@Example.org, x@example.org\n\nhi|") == [])
    // What is said of the domain is said once.
    #expect(findings("To: lena@gmial.com\n\nhi|", people: [Record(name: "", address: "lena@gmail.com")]) == [])
    // Nobody knows anybody; a field that says whom it is from; a message that was received.
    #expect(findings("To: ana.riuz@example.org\n\nhi|", people: []) == [])
    #expect(findings("From: ana.riuz@example.org\nTo: x@example.org\n\nhi|") == [])
    #expect(findings("Received: x\nTo: ana.riuz@example.org\n\nhi|") == [])
    #expect(findings("To: ana.riuz@example.org\n\nhi|", set: ["severity.near-twin=off"]) == [])
  }

  @Test func `a name that belongs to another address`() {
    #expect(
      findings("To: Ana Ruiz <ana@evil.example>, Bo <bo@x.example>\n\nhi|")
        == ["wrong-name mild Ana Ruiz <ana@evil.example>"])
  }

  @Test func `it is said when one writes elsewhere, and no more once it is mended`() {
    var talk = Talk(.utf8, experimental: ["tokenField": [:]], people: Self.people)
    talk.open("To: \nSubject: x\n\n|")
    func codes() -> [String] { talk.codes() }
    func put(_ text: String, _ line: Int, _ from: Int, _ to: Int, _ version: Int) {
      talk.change(
        [
          [
            "range": [
              "start": ["line": .integer(line), "character": .integer(from)],
              "end": ["line": .integer(line), "character": .integer(to)],
            ], "text": .string(text),
          ]
        ], version: version)
    }
    put("ana.riuz@example.org", 0, 4, 4, 2)
    #expect(!codes().contains("near-twin"))
    put("y", 1, 10, 10, 3)
    #expect(codes().contains("near-twin"))
    put("ui", 0, 9, 11, 4)
    put("z", 1, 10, 10, 5)
    #expect(!codes().contains("near-twin"))
    put("iu", 0, 9, 11, 6)
    put("z", 1, 10, 10, 7)
    #expect(codes().contains("near-twin"))
  }

  @Test func `of a long list that is pasted some are looked up at a time, and check looks at all`() {
    let many = (0..<40).map { "p\($0).ana.riuz@example.org" } + ["ana.riuz@example.org"]
    let text = "To: " + many.joined(separator: ", ") + "\n\nhi"
    var talk = Talk(people: Self.people)
    talk.open(text + "|")
    #expect(!talk.codes().contains("near-twin"))
    for version in 2...20 {
      talk.change(
        [["range": ["start": ["line": 2, "character": 2], "end": ["line": 2, "character": 2]], "text": "x"]],
        version: version)
    }
    #expect(talk.codes().contains("near-twin"))
  }
}
