import Fields
import Foundation
import LanguageServer
import Testing
import Wire

/// What the transcripts are held to beyond being true: they show everything, and only what the schema has.
@Suite struct TranscriptRulesTests {
  static let transcripts = House.files(in: "Protocol/transcripts", ending: ".transcript").map(Shown.init)

  let schema: Schema

  init() throws { schema = try Schema.load() }

  @Test(arguments: transcripts)
  func `each message is as the schema says`(transcript: Shown) {
    #expect(transcript.faults(schema) == [])
  }

  @Test func `each method is shown, and answered where it is a request`() {
    let called = Set(Self.transcripts.flatMap(\.messages).compactMap { $0.json["method"]?.text })
    for section in ["requests", "notifications"] {
      let names = schema.section(section).compactMap { $0["method"]?.text }
      // The handshake that most transcripts leave out stands in one of them.
      #expect(names.filter { !called.contains($0) } == [])
    }
    let answered = Set(Self.transcripts.flatMap { $0.exchanges }.filter { $0.answer["result"] != nil }.map(\.method))
    #expect(RequestMethod.allCases.map(\.rawValue).filter { !answered.contains($0) } == [])
  }

  @Test func `each finding that a session can have is shown, and none that is not in the schema`() {
    let shown = Set(Self.transcripts.flatMap(\.codes))
    let faults = schema.section("faults")
    let due = faults.filter { $0["reach"] == "session" }.compactMap { $0["code"]?.text }
    #expect(due.filter { !shown.contains($0) } == [])
    #expect(shown.subtracting(Rule.allCases.map(\.rawValue)).sorted() == [])
    // What no reader reports is shown nowhere; once one does, the schema has to say so.
    let none = Set(faults.filter { $0["reach"] == "none" }.compactMap { $0["code"]?.text })
    #expect(shown.intersection(none).sorted() == [])
  }

  @Test func `each setting is set in a transcript`() {
    let paths = Self.transcripts.flatMap(\.settings)
    let missing = Settings.rows.map(\.key).filter { key in !paths.contains { Self.fits($0, key) } }
    #expect(missing == [])
  }

  @Test func `each transcript begins with what it shows`() {
    for transcript in Self.transcripts {
      #expect(transcript.lines.first?.hasPrefix("# ") == true, "\(transcript.path)")
    }
  }

  @Test func `the validator sees what is wrong`() throws {
    let lines = [
      ##"# What is wrong."##,
      #"--> {"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":{"textDocument":{"uri":1}}}"#,
      #"<-- {"jsonrpc":"2.0","id":1,"result":{"contents":{"kind":"html","value":""},"range":null,"more":1}}"#,
      #"<-- {"jsonrpc":"2.0","id":2,"result":null}"#,
      #"<-- {"jsonrpc":"2.0","method":"window/showDocument","params":{}}"#,
    ]
    let faults = Shown(path: "x", lines: lines).faults(schema)
    #expect(
      faults == [
        "line 2: params.textDocument.uri: expected DocumentUri, found 1", "line 2: params.position is missing",
        "line 3: result.contents.kind: expected MarkupKind, found \"html\"",
        "line 3: result.range: expected an object, found null", "line 3: result.more is in no schema",
        "line 4: answers nothing", "line 5: unknown method window/showDocument",
      ])
  }

  /// Whether a path is one of a key's: `severity.duplicate` of `severity.<code>`.
  private static func fits(_ path: [String], _ key: String) -> Bool {
    let parts = key.split(separator: ".").map(String.init)
    return parts.count <= path.count && zip(parts, path).allSatisfy { $0.hasPrefix("<") || $0 == $1 }
  }
}
