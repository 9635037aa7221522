import Fields
import Foundation
import Support
import Testing

/// Trailers as git itself finds them; where git is missing nothing is compared, and a line says so.
@Suite struct GitTrailersTests {
  /// What git answers to a text; nil where it cannot be run.
  private static func git(_ arguments: [String], _ input: String) throws -> String? {
    let process = Process()
    let (given, said) = (Pipe(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["git"] + arguments
    // No configuration of whoever runs the tests.
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"]) { $1 }
    process.currentDirectoryURL = URL(filePath: "/")
    (process.standardInput, process.standardOutput, process.standardError) = (given, said, FileHandle.nullDevice)
    try process.run()
    try given.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try given.fileHandleForWriting.close()
    let output = try said.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? String(decoding: output, as: UTF8.self) : nil
  }

  private static func isThere() throws -> Bool {
    if try git(["--version"], "") != nil { return true }
    print("not compared with git: there is no git")
    return false
  }

  /// The trailers that are found here, in the form of `git interpret-trailers --parse`, which writes the first separator.
  private static func found(_ message: String, separators: String = ":") -> [String] {
    let text = Text(Array(message.utf8))
    var options = FindingOptions()
    options.trailers.readSeparators(separators)
    return Finder.commit.find(in: text, options).fields.map { field in
      let value = String(decoding: text.bytes(field.valueRange), as: UTF8.self)
      let lines = value.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
      return "\(field.name)\(separators.prefix(1)) \(lines.filter { !$0.isEmpty }.joined(separator: " "))"
    }
  }

  private static let lines = [
    "", "", "Prose here.", "Signed-off-by: Ana <ana@example.org>", "Cc: bo@example.org",
    "Reviewed-by: Ruiz, Ana <a@x.org>",
    "Ticket: 12", "# a comment", "# Cc: x@example.org", " goes on", "See: https://example.org", "no key : x",
    "(cherry picked from commit 0123456789)", "https://example.org/x", "Key-1 : spaced",
  ]

  @Test func `git finds the same trailers in messages of any lines`() throws {
    guard try Self.isThere() else { return }
    var random = Seeded(seed: 71)
    for number in 0..<150 {
      let count = Int.random(in: 2...9, using: &random)
      let body = (0..<count).compactMap { _ in Self.lines.randomElement(using: &random) }
      let message = "Title\n\n" + body.joined(separator: "\n") + "\n"
      // As the message is once `git commit` has it.
      let theirs = try #require(try Self.git(["interpret-trailers", "--parse"], message))
      #expect(
        Self.found(message) == theirs.split(separator: "\n").map(String.init), "seed 71, message \(number): \(message)")
    }
  }

  @Test func `git finds the same trailers with other separators`() throws {
    guard try Self.isThere() else { return }
    let lines = Self.lines + ["Bug #43", "Acked-by= Bo <b@x.org>", "A=b: c", "Fixes %x", "See=https://example.org"]
    var random = Seeded(seed: 72)
    for number in 0..<100 {
      let separators = ["=", ":=", "%:", "=#", ":", "-:", "=y"].randomElement(using: &random) ?? ":"
      let body = (0..<Int.random(in: 2...7, using: &random)).compactMap { _ in lines.randomElement(using: &random) }
      let message = "Title\n\n" + body.joined(separator: "\n") + "\n"
      let theirs = try #require(
        try Self.git(["-c", "trailer.separators=\(separators)", "interpret-trailers", "--parse"], message))
      #expect(
        Self.found(message, separators: separators) == theirs.split(separator: "\n").map(String.init),
        "seed 72, message \(number), \(separators): \(message)")
    }
  }

  @Test func `git finds the same trailers where letters, hyphens and blanks separate`() throws {
    guard try Self.isThere() else { return }
    let lines = Self.lines + ["A=b: c", "-x: y", " - a", "axb", "Key - z", "a\tb: c", "--"]
    var random = Seeded(seed: 73)
    for number in 0..<100 {
      let separators = ["-:", " ", ": ", "-", "x:", "e-"].randomElement(using: &random) ?? ":"
      let body = (0..<Int.random(in: 1...6, using: &random)).compactMap { _ in lines.randomElement(using: &random) }
      let message = "Title\n\n" + body.joined(separator: "\n") + "\n"
      let theirs = try #require(
        try Self.git(["-c", "trailer.separators=\(separators)", "interpret-trailers", "--parse"], message))
      #expect(
        Self.found(message, separators: separators) == theirs.split(separator: "\n").map(String.init),
        "seed 73, message \(number), \(separators): \(message)")
    }
  }

  @Test func `git strips the comments that are stripped here`() throws {
    guard try Self.isThere() else { return }
    let message = "Title\n\nCc: a@example.org\n# Cc: b@example.org\nAcked-by: C <c@example.org>\n\n# help\n"
    let stripped = try #require(try Self.git(["stripspace", "--strip-comments"], message))
    let theirs = try #require(try Self.git(["interpret-trailers", "--parse"], stripped))
    #expect(Self.found(message) == theirs.split(separator: "\n").map(String.init))
    #expect(Self.found(message) == ["Cc: a@example.org", "Acked-by: C <c@example.org>"])
  }
}
