import Candidates
import Testing

/// What a `.gitignore` leaves out, as git does it.
@Suite struct IgnoreFileTests {
  private func check(
    _ lines: String, _ ignored: [String], _ kept: [String], _ location: SourceLocation = #_sourceLocation
  ) {
    let file = IgnoreFile(Array(lines.utf8))
    for (paths, expected) in [(ignored, true), (kept, false)] {
      for path in paths {
        let isFolder = path.hasSuffix("/")
        let names = path.split(separator: "/").map(String.init)
        #expect((file.ignores(names, isFolder: isFolder) ?? false) == expected, "\(path)", sourceLocation: location)
      }
    }
  }

  @Test func `a name without a slash is meant in any folder`() {
    check("build\n*.tmp.md\n", ["build", "build/", "a/build/", "x.tmp.md", "a/b/.tmp.md"], ["builds", "tmp.md"])
  }

  @Test func `a slash at the start or within means a place, one at the end a folder`() {
    check("/top\na/b\nlogs/\n", ["top", "a/b", "logs/", "x/logs/"], ["x/top", "x/a/b", "logs", "a/c"])
  }

  @Test func `two stars stand for any number of folders`() {
    check("**/x\na/**/z\nq/**\n", ["x", "a/x", "a/z", "a/b/c/z", "q/r", "q/r/s"], ["z", "q/", "b/z"])
  }

  @Test func `stars, question marks and brackets stay within a name`() {
    check("a*c\n?.md\n[a-c]x\n[!a]y\n", ["abc", "ac", "a.c", "x.md", "bx", "by"], ["acb", "xy.md", "dx", "ay"])
    check("a*b*c*d*e*f\n", ["abcdef", "aXbXcXdXeXf"], [String(repeating: "abcde", count: 200)])
  }

  @Test func `the last line that fits counts, and one with a mark takes back`() {
    check("*.md\n!keep.md\n", ["a.md"], ["keep.md"])
    check("!keep.md\n*.md\n", ["keep.md"], [])
  }

  @Test func `remarks, blanks and escapes are as in git`() {
    check("# x\n\n\\#y\nz \r\n\\!a\nb\\ \n[\n", ["#y", "z", "!a", "b ", "["], ["x", "# x", "a", "b"])
  }
}
