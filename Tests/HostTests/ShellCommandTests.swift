import Foundation
import Testing

/// Programs that are asked for people, by the built program: with their words, their limits and their faults.
@Suite struct ShellCommandTests {
  let shell: Shell

  init() throws { shell = try Shell() }

  private func script(_ name: String, _ body: String) throws {
    let path = try shell.file(name, "#!/bin/sh\n\(body)\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
  }

  private func sources(_ members: String) -> String { #"sources=[{"kind":"command",\#(members)}]"# }

  @Test func `query and complete ask, with one word for all that was typed and no shell`() throws {
    try script(
      "staff", #"printf '%s\n' "$#" "$@" > "$HOME/words"; printf 'one match\nana@example.org\tAna Ruiz\tstaff\n'"#)
    let set = sources(#""argv":["~/staff","--","{query}"]"#)
    #expect(
      try shell("query", "--set", set, "--", "ana; touch $HOME/evil", "ruiz").output
        == "ana@example.org\tAna Ruiz\tstaff\n")
    #expect(try shell.sh("cat words; ls evil 2>/dev/null").output == "2\n--\nana; touch $HOME/evil ruiz\n")
    #expect(try shell("complete", "--set", set, "--text", "ana").output.hasPrefix("ana@example.org\tAna Ruiz\t"))
    let call = try shell("doctor", "--set", set)
    #expect(call.code == 0)
    #expect(call.output.contains("  ~/staff -- {query} (command): asked while one types\n"))
  }

  @Test func `a program that hangs, floods, fails or is not there is told, and the books are searched all the same`()
    throws
  {
    try shell.file("people.tsv", "anton@example.org\tAnton Ode\t\n")
    try script("hangs", "sleep 30 & sleep 30")
    try script("floods", "yes 'nobody at all'")
    try script("fails", "echo 'no server' >&2; exit 3")
    try script("finds-nobody", "exit 1")
    func ask(_ program: String, _ query: String) throws -> Shell.Call {
      let set =
        #"sources=[{"kind":"command","name":"x","argv":["\#(program)"],"timeout":300},{"kind":"query-tsv","path":"~/people.tsv"}]"#
      return try shell("query", "--set", set, query)
    }
    for (program, problem) in [
      ("~/hangs", "x: took longer than 300 ms"), ("~/floods", "x: "), ("~/fails", "x: no server"),
      ("~/none", "x: ~/none: no such program"), ("no-such-program", "x: no-such-program: no such program"),
    ] {
      let found = try ask(program, "anton")
      #expect(found.output == "anton@example.org\tAnton Ode\t\n" && found.code == 0)
      #expect(found.errors.count == 1 && found.errors[0].hasPrefix("tokenfield: command \(problem)"), "\(found.errors)")
      #expect(try ask(program, "zzz").code == 3)
    }
    #expect(try ask("~/finds-nobody", "zzz") == Shell.Call(code: 1))
  }

  @Test func `the daemon asks the child, which tells whom the program named`() throws {
    try script("staff", #"printf 'dn: x\ncn: Zoë Łuczak\nmail: %s@example.org\n' "$1""#)
    let request =
      #"{"command":{"name":"staff","argv":["~/staff","zoe"],"format":"ldif","timeout":2000}}"#
    let call = try shell("index", input: request + "\n")
    #expect(call.code == 0)
    #expect(call.lines.first == "source\tcommand\tstaff")
    #expect(call.lines.dropFirst().first?.contains("\tzoe@example.org\tZoë Łuczak\t") == true)
    #expect(call.lines.last == "ended\t1\t0\t0\t0\t")
  }
}
