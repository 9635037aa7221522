import Foundation
import Testing

/// `tokenfield check --fix`.
@Suite struct ShellFixTests {
  let shell: Shell
  private static let text = "To: a@example.org,, b@example.org\nCc: c@example.org\nSubject: x\n\n1\n2\n3\n"
  private static let mended = "To: a@example.org, b@example.org\nCc: c@example.org\nSubject: x\n\n1\n2\n3\n"

  init() throws {
    shell = try Shell()
    try shell.file("a.eml", Self.text)
    try shell.file("good.eml", Self.mended)
    try shell.file("note.md", "---\ntags: [a, 1,]\nkeywords: [b,, c]\n---\n")
  }

  private func contents(_ name: String) throws -> String { try shell.sh("cat \(name)").output }

  @Test func `files are mended, and what is left is shown`() throws {
    let call = try shell("check", "--fix", "--hermetic", "--fail-on", "hint", "a.eml", "good.eml")
    #expect(call.code == 0, "\(call)")
    #expect(call.output == "")
    #expect(try contents("a.eml") == Self.mended)
    #expect(try contents("good.eml") == Self.mended)
  }

  @Test func `the difference is one that patch takes, and nothing is written`() throws {
    let call = try shell("check", "--fix", "--diff", "--hermetic", "a.eml", "good.eml")
    #expect(call.code == 1)
    #expect(try contents("a.eml") == Self.text)
    let expected = """
      --- a.eml
      +++ a.eml
      @@ -1,4 +1,4 @@
      -To: a@example.org,, b@example.org
      +To: a@example.org, b@example.org
       Cc: c@example.org
       Subject: x
       \n
      """
    #expect(call.output == expected)
    #expect(try shell("check", "--fix", "--diff", "--hermetic", "good.eml").code == 0)
  }

  @Test func `differences far apart, near each other and at an end without a line end`() throws {
    let lines = (1...20).map { "x\($0)" }.joined(separator: "\n")
    let text = "---\ntags: [a,, b]\nt: x\nkeywords: [c,, d]\n\(lines)\ncategories: [e,, f]"
    try shell.file("n/far.md", text + "\n---\n")
    try shell.file("end.eml", "To: a@example.org,, b@example.org\nCc: c@example.org,")
    for name in ["n/far.md", "end.eml"] {
      let diff = try shell("check", "--fix", "--diff", "--hermetic", name)
      #expect(diff.code == 1, "\(diff)")
      // What `patch` makes of it is what is written.
      let patched = try shell.sh("cp \(name) copy && patch -s copy", input: diff.output)
      #expect(patched.code == 0, "\(patched)")
      let written = try shell("check", "--fix", "--hermetic", "--fail-on", "never", name)
      #expect(written.code == 0, "\(written)")
      #expect(try contents("copy") == contents(name))
    }
  }

  @Test func `what does not go together`() throws {
    #expect(try shell("check", "--diff", "a.eml").code == 2)
    #expect(try shell("check", "--fix", "--diff", "--json", "a.eml").code == 2)
    #expect(try shell("check", "--fix", input: Self.text).code == 2)
    #expect(try shell("check", "--fix", "--diff", "--language", "mail", input: Self.text).code == 1)
  }
}
