import Foundation
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The built program in a home folder of its own.
final class Shell {
  /// What one call printed and how it ended.
  struct Call: Equatable {
    var output = ""
    var error = ""
    var code: Int32 = 0
    var bytes = Data()

    /// The lines that were printed.
    var lines: [String] { output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init) }
    /// The lines of standard error.
    var errors: [String] { error.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init) }
    /// What was printed, read as JSON; null when it is none.
    var json: Any { (try? JSONSerialization.jsonObject(with: bytes, options: .fragmentsAllowed)) ?? NSNull() }
  }

  /// The program beside these tests.
  static let program: String = {
    let tests = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    return tests.deletingLastPathComponent().appendingPathComponent("tokenfield").path
  }()

  /// The home folder.
  let home: Folder

  init() throws {
    home = try Folder()
  }

  /// Writes a file below the home folder, and gives its path.
  @discardableResult
  func file(_ name: String, _ contents: String) throws -> String {
    try file(name, Data(contents.utf8))
  }

  @discardableResult
  func file(_ name: String, _ contents: Data) throws -> String {
    let url = URL(fileURLWithPath: home.path + "/" + name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try contents.write(to: url)
    return url.path
  }

  /// The environment of every call.
  var environment: [String: String] {
    ["HOME": home.path, "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
  }

  /// Calls the program in the home folder.
  func callAsFunction(_ arguments: [String], input: String = "") throws -> Call {
    try run(Self.program, arguments, input: Data(input.utf8))
  }

  func callAsFunction(_ arguments: String..., input: String = "") throws -> Call {
    try run(Self.program, arguments, input: Data(input.utf8))
  }

  /// Runs a line of sh, in which `$T` is the program.
  func sh(_ line: String, input: String = "") throws -> Call {
    try run("/bin/sh", ["-c", line], input: Data(input.utf8))
  }

  /// Runs any program in the home folder, over files, so that no pipe can fill up.
  func run(_ path: String, _ arguments: [String], input: Data = Data()) throws -> Call {
    let place = home.path + "/.call-" + UUID().uuidString
    let names = ["in", "out", "err"].map { place + "." + $0 }
    try input.write(to: URL(fileURLWithPath: names[0]))
    for name in names.dropFirst() { try Data().write(to: URL(fileURLWithPath: name)) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = environment.merging(["T": Self.program]) { $1 }
    process.currentDirectoryURL = URL(fileURLWithPath: home.path)
    process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: names[0]))
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: names[1]))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: names[2]))
    try process.run()
    process.waitUntilExit()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: names[1]))
    let error = try Data(contentsOf: URL(fileURLWithPath: names[2]))
    for name in names { try FileManager.default.removeItem(atPath: name) }
    return Call(
      output: String(decoding: bytes, as: UTF8.self), error: String(decoding: error, as: UTF8.self),
      code: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus, bytes: bytes)
  }

  /// Puts the address books of these tests in their usual places, and one that only the configuration names.
  func addBooks() throws {
    try file(
      ".mutt/aliases",
      """
      alias jose José Ruiz <jose@example.org> # plays go
      alias ana "Ruiz, Ana" <ana@example.org>
      alias team ana@example.org, jose@example.org

      """)
    try file("people.tsv", "ines@example.net\tInes Vela\ta friend\n")
    try file(
      ".config/tokenfield/config.json",
      """
      { // mine
        "sources": [{"kind": "query-tsv", "path": "~/people.tsv"},],
      }

      """)
  }
}
