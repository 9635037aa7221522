import Foundation
import Host
import Testing

/// Programs that are run to their end, and files that only their user reads.
@Suite struct RunningTests {
  /// What a line of sh says.
  private func sh(
    _ line: String, limit: Int = 1000, milliseconds: Int = 20_000, hidden: [String] = [], added: [String: String] = [:]
  ) -> Said {
    var program = Program("/bin/sh", arguments: ["sh", "-c", line])
    (program.hidden, program.added) = (hidden, added)
    return program.run(limit: limit, milliseconds: milliseconds)
  }

  @Test func `output comes whole, and a complaint is its first line`() {
    #expect(sh("printf 'a\\nb'").output == Array("a\nb".utf8))
    #expect(sh("printf 'a\\nb'").problem == nil)
    #expect(sh("echo no >&2; echo more >&2; exit 3").problem == "no")
    #expect(sh("exit 3").problem != nil)
    #expect(sh("echo warning >&2").problem == nil)
    #expect(
      Program("/none/x", arguments: ["x"]).run(limit: 9, milliseconds: 9000).problem?.hasPrefix("/none/x: ") == true)
  }

  @Test func `nothing is read, and both streams may be long`() {
    let said = sh(
      "cat; i=0; while [ $i -lt 3000 ]; do echo 0123456789 >&2; echo 0123456789; i=$((i+1)); done", limit: 1 << 20)
    #expect(said.output.count == 33_000)
    #expect(said.problem == nil)
  }

  @Test func `too much output and too long a time end the program, and what was said counts`() {
    let endless = sh("while :; do echo 0123456789; done", limit: 500)
    #expect(endless.output.count == 500)
    #expect(endless.problem == nil)
    let hanging = sh("echo a; exec sleep 100", milliseconds: 300)
    #expect(hanging.output == Array("a\n".utf8))
    #expect(sh("exec >&- 2>&-; exec sleep 100", milliseconds: 300).output == [])
  }

  @Test func `variables are hidden and added for the program alone`() {
    #expect(sh("echo ${HOME-none} $OTHER", hidden: ["HOME"], added: ["OTHER": "x"]).output == Array("none x\n".utf8))
    #expect(sh("echo ${OTHER-none}").output == Array("none\n".utf8))
  }

  @Test func `a program is found in absolute folders only`() throws {
    let folder = try Folder()
    let file = try folder.file("tool", "#!/bin/sh\n")
    #expect(Program.named("tool", in: folder.path, arguments: []) == nil)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: file)
    #expect(Program.named("tool", in: "relative::/none:\(folder.path)", arguments: ["a"])?.path == file)
    #expect(Program.named("tool", in: "", arguments: []) == nil)
    #expect(Program.named("none", in: folder.path, arguments: []) == nil)
  }

  @Test func `a private file is there at once, for its user alone`() throws {
    let folder = try Folder()
    let path = folder.path + "/a/b/file"
    #expect(writePrivateFile(path, with: [1, 2]) == nil)
    #expect(writePrivateFile(path, with: [3]) == nil)
    #expect(readFile(path, limit: 9) == .success([3]))
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/a/b") == ["file"])
    // All folders above it are made, as for a home where nothing has been kept yet.
    #expect(writePrivateFile(folder.path + "/x/y/z/file", with: [6]) == nil)
    #expect(readFile(folder.path + "/x/y/z/file", limit: 9) == .success([6]))
    #expect(writePrivateFile("relative/file", with: []) != nil)
    // Somebody else writes just now; whoever was killed long ago does not.
    let other = try folder.file("a/b/file.new", "")
    #expect(writePrivateFile(path, with: [4]) != nil)
    try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -600)], ofItemAtPath: other)
    #expect(writePrivateFile(path, with: [5]) == nil)
    #expect(readFile(path, limit: 9) == .success([5]))
  }

  @Test func `a stamp tells one file from another and from itself changed`() throws {
    let folder = try Folder()
    let path = try folder.file("a", "one")
    let first = try #require(stamp(path))
    #expect(first.size == 3 && first.modified > 0 && first.modified <= wallNanoseconds())
    #expect(stamp(path) == first)
    try Data("more".utf8).write(to: URL(fileURLWithPath: path))
    #expect(stamp(path) != first)
    #expect(stamp(folder.path) == nil && stamp(folder.path + "/none") == nil && stamp("a\0") == nil)
  }
}
