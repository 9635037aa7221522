import Foundation
import Testing

/// What the program says of itself, and of command lines that make no sense.
@Suite struct ShellUsageTests {
  let shell: Shell

  init() throws { shell = try Shell() }

  @Test(arguments: [
    (["chek"], "unknown command chek; did you mean check?"),
    (["frobnicate"], "unknown command frobnicate; see tokenfield help"),
    (["--verson"], "unknown option --verson; did you mean --version?"),
    (["check", "--hermtic", "x"], "check: unknown option --hermtic; did you mean --hermetic?"),
    (["check", "-x"], "check: unknown option -x"),
    (["check", "--json=3"], "check: --json takes no value"),
    (["check", "--fail-on", "eror"], "check: --fail-on eror: did you mean error?"),
    (["check", "--fail-on"], "check: --fail-on needs a value, --fail-on LEVEL"),
    (["check", "--set", "completion.limit"], "check: --set completion.limit: expected KEY=VALUE"),
    (["query", "--limit", "0", "x"], "query: --limit 0: expected a whole number, 1 to 1000000"),
    (["query", "--mutt", "--json", "x"], "query: --mutt and --json do not go together"),
    (["tokenize", "--kind=adress-list", "--text=x"], "tokenize: --kind adress-list: did you mean address-list?"),
    (["complete"], "complete: --at LINE:COLUMN or --text TEXT is missing"),
    (["complete", "--at", "0:1", "x"], "complete: --at 0:1: expected LINE:COLUMN, both from 1"),
    (["complete", "--text", "ab", "--cursor", "3"], "complete: --cursor 3: expected a whole number, 0 to 2"),
    (
      ["request", "textDocument/complation"],
      "request: unknown method textDocument/complation; did you mean textDocument/completion?"
    ),
    (["request", "shutdown", "{"], "request: PARAMS: "),
    (["request", "textDocument/hover", "{}"], "request: textDocument/hover: expected "),
    (["replay"], "replay: FILE… is missing"),
    (["doctor", "x"], "doctor: x is one word too many"),
    (["help", "chek"], "unknown command chek; did you mean check?"),
  ])
  func badUsage(_ arguments: [String], _ line: String) throws {
    let call = try shell.run(Shell.program, arguments)
    #expect(call.code == 2)
    #expect(call.output == "")
    #expect(call.errors.count == 1)
    #expect(call.error.hasPrefix("tokenfield: " + line))
    if !line.hasSuffix(" ") { #expect(call.error == "tokenfield: \(line)\n") }
  }

  @Test func withoutCommand() throws {
    let call = try shell()
    #expect(call.code == 2)
    #expect(call.output == "")
    #expect(call.error.contains("usage: tokenfield COMMAND"))
  }

  @Test func version() throws {
    let call = try shell("--version")
    #expect(call.code == 0)
    #expect(call.lines.first?.hasPrefix("tokenfield ") == true)
    #expect(call.lines.count == 1)
  }

  @Test func everyCommandExplainsItself() throws {
    let table = try #require(try shell("help", "--json").json as? [[String: Any]])
    let names = table.compactMap { $0["name"] as? String }
    for name in [
      "serve", "check", "tokenize", "fields", "complete", "query", "request", "replay", "doctor", "settings",
    ] {
      #expect(names.contains(name))
    }
    let overview = try shell("help")
    #expect(overview.code == 0)
    for row in table {
      let name = try #require(row["name"] as? String)
      #expect(overview.lines.contains { $0.hasPrefix("  \(name) ") })
      let help = try shell("help", name)
      #expect(try shell(name, "--help") == help)
      #expect(help.code == 0)
      for option in try #require(row["options"] as? [[String: Any]]) {
        let spelling = try #require(option["name"] as? String)
        #expect(help.output.contains("\n  \(spelling)"))
      }
    }
  }

  @Test func closedPipe() throws {
    let request = #"{"kind":"address-list","text":"ana@example.org"}"#
    let input = Array(repeating: request, count: 20_000).joined(separator: "\n")
    let call = try shell.sh("($T tokenize --jsonl; echo $? >&2) | head -n 1", input: input)
    #expect(call.lines.count == 1)
    #expect(call.error == "0\n")
  }

  @Test func fullDisk() throws {
    let call = try shell.sh("$T help >/dev/full")
    #expect(call.code == 3)
    #expect(call.errors == ["tokenfield: standard output: No space left on device"])
  }
}
