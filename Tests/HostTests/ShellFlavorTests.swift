import Foundation
import Testing

/// Marks of programs in folders, looked for by the built program.
@Suite struct ShellFlavorTests {
  let shell: Shell

  init() throws { shell = try Shell() }

  @Test func `commands go by what stands above a file`() throws {
    try shell.file("vault/.obsidian/app.json", "{}")
    try shell.file("vault/sub/a.md", "---\ntags: [deep blue]\n---\n")
    try shell.file("plain/a.md", "---\ntags: [deep blue]\n---\n")
    try shell.file("site/hugo.toml", "")
    try shell.file("site/content/a.md", "---\ncategories: [x]\n---\n")
    try shell.file("book/.zk/config.toml", "")
    try shell.file("book/a.md", "---\ntags: x y\n---\n")
    #expect(try shell("check", "vault/sub/a.md").output.contains("[bad-char]"))
    #expect(try shell("check", "plain/a.md").output == "")
    #expect(try shell("check", "--set", "flavor=generic", "vault/sub/a.md").output == "")
    #expect(try shell("fields", "site/content/a.md").lines == ["categories\t2:1\t1"])
    #expect(try shell("tokenize", "book/a.md").lines == ["tags\tx\tx", "tags\ty\ty"])
    let state = try shell("request", "--open", "book/a.md", "tokenField/state", "{\"field\":\"tags\"}")
    #expect(state.output.replacing(" ", with: "").contains("\"total\":2"), "\(state)")
  }

  @Test func `the child answers a line a folder`() throws {
    try shell.file("vault/.obsidian/app.json", "{}")
    let home = shell.home.path
    let call = try shell("index", input: "{\"marks\":{\"folders\":[\"\(home)/vault\",\"\(home)/none\"]}}\n")
    #expect(call.code == 0 && call.error == "")
    #expect(call.lines == ["[\"\(home)/vault\",\"obsidian\"]", "[\"\(home)/none\",null]"])
  }
}
