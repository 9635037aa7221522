import Foundation
import LanguageServer
import Support
import Testing
import Wire

/// Every transcript says exactly what a session says; `UPDATE=1 swift test -c release` writes them anew.
struct TranscriptTests {
  @Test(arguments: Repository.transcripts)
  func `a session says what its transcript says`(_ file: URL) throws {
    let expected = try String(contentsOf: file, encoding: .utf8)
    let startup = Startup(assignments: ["discover=false"], version: "0.1.0")
    let found = try Transcript(expected).run(startup, client: Self.parameters).text
    if ProcessInfo.processInfo.environment["UPDATE"] != nil {
      try found.write(to: file, atomically: true, encoding: .utf8)
    } else {
      #expect(found == expected, "\(file.lastPathComponent)")
    }
  }

  @Test func `there are transcripts, and each says first what it shows`() throws {
    let files = Repository.transcripts
    #expect(files.count >= 40)
    for file in files {
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.hasPrefix("# "), "\(file.lastPathComponent)")
    }
  }

  private static func parameters(_ client: String) -> JSON? {
    let file = Repository.root.appending(path: "Protocol/clients/\(client).json")
    return (try? Data(contentsOf: file)).flatMap { try? JSON.parse([UInt8]($0)) }
  }
}
