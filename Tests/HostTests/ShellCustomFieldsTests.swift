import Testing

/// Fields that the user's own file describes, in the commands of the shell.
@Suite struct ShellCustomFieldsTests {
  let shell: Shell

  init() throws {
    shell = try Shell()
    try shell.file(
      ".config/tokenfield/config.json",
      #"""
      { "discover": false, "customFields": [
        { "name": "depends", "files": ["PKGBUILD"], "pattern": "depends=\\(", "end": ")", "separators": [" "],
          "quoting": "shell", "validators": ["charset(a-z0-9>=.-)"] },
        { "name": "wrong", "files": ["*"], "prefix": 7 },
      ] }
      """#)
    try shell.file("PKGBUILD", "pkgname=x\ndepends=('a' 'b>=1' 'C' d>2)\n")
  }

  @Test func `check says what is wrong in them, and what of the description`() throws {
    let call = try shell("check", "PKGBUILD")
    #expect(
      call.lines.map { $0.split(separator: " ").last.map(String.init) ?? "" } == ["[invalid-value]", "[needs-quotes]"])
    #expect(call.lines.first?.hasPrefix("PKGBUILD:2:21: ") == true, "\(call)")
    #expect(call.errors == ["tokenfield: customFields[1].prefix: expected a string on one line that is not empty"])
  }

  @Test func `fields and tokenize know them as check does`() throws {
    #expect(try shell("fields", "PKGBUILD").lines == ["depends\t2:1\t4"])
    #expect(try shell("tokenize", "PKGBUILD").lines.first == "depends\ta\ta")
    #expect(try shell("fields", "--hermetic", "PKGBUILD").code == 1)
    #expect(try shell("fields", "--set", "fields.depends.enabled=false", "PKGBUILD").code == 1)
  }

  @Test func `tags of files that nobody has open are offered, too`() throws {
    try shell.file("pkgs/one/PKGBUILD", "depends=(alpha)\n")
    try shell.file("pkgs/two/PKGBUILD", "depends=(al)\n")
    let call = try shell(
      "complete", "--json", "--at", "1:12", "--set", "tags.folders=[\"~/pkgs\"]", "pkgs/two/PKGBUILD")
    #expect(call.output.contains("\"alpha\""), "\(call)")
  }

  @Test func `candidates come from fields of the same name`() throws {
    try shell.file("pkg/PKGBUILD", "depends=(alpha)\nx\ndepends=(al)\n")
    let call = try shell("complete", "--json", "--at", "3:12", "pkg/PKGBUILD")
    #expect(call.output.contains("\"alpha\""), "\(call)")
  }
}
