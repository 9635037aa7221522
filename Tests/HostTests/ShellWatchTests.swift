import Foundation
import Testing
import Wire

/// Address books that change while the daemon runs, and the child that looks at their files.
@Suite struct ShellWatchTests {
  let shell: Shell

  init() throws { shell = try Shell() }

  /// What the child says that waits, when something is done to the books behind a reading.
  private func waiting(_ sources: String, discover: Bool = false, change: String) throws -> Shell.Call {
    let request = #""discover":\#(discover),"sources":[\#(sources)]}"#
    return try shell.sh(
      """
      S=$(printf '%s\\n' '{\(request)' | $T index 2>/dev/null | sed -n '1s/^stamp.//p')
      test -n "$S" || exit 9
      \(change)
      printf '{"watch":{"stamp":"%s","pause":0,%s\\n' "$S" '\(request)}' | $T index
      """)
  }

  @Test(arguments: [
    (#"{"kind":"vcard","path":"~/cards"}"#, "echo x > cards/new.vcf"),
    (#"{"kind":"vcard","path":"~/cards"}"#, "echo x >> cards/a.vcf"),
    (#"{"kind":"vcard","path":"~/cards"}"#, "rm cards/in/b.vcf"),
    (#"{"kind":"vcard","path":"~/cards"}"#, "chmod 0 cards/a.vcf"),
    (#"{"kind":"query-tsv","path":"~/people"}"#, "printf y > people"),
    (#"{"kind":"query-tsv","path":"~/people"}"#, "cp people other; mv other people"),
    (#"{"kind":"query-tsv","path":"~/none"}"#, "echo x > none"),
    (#"{"kind":"maildir","path":"~/Mail"}"#, "echo x > Mail/Sent/new/2"),
    (#"{"kind":"maildir","path":"~/Mail"}"#, "mv Mail/Sent/cur/1 Mail/Sent/cur/1:2,S"),
    (#"{"kind":"static","people":[]},{"kind":"mbox","path":"~/people"}"#, "echo x >> people"),
  ])
  func `each kind of change is seen`(_ source: String, _ change: String) throws {
    for (path, text) in [
      ("cards/a.vcf", "x"), ("cards/in/b.vcf", "x"), ("people", "x"), ("Mail/Sent/cur/1", "To: a@x.org\n\n"),
    ] { try shell.file(path, text) }
    try FileManager.default.createDirectory(
      atPath: shell.home.path + "/Mail/Sent/new", withIntermediateDirectories: true)
    let call = try waiting(source, change: change)
    #expect(call.code == 0 && call.output == "changed\n" && call.error == "")
  }

  @Test func `a book that comes to a usual place is seen`() throws {
    #expect(try waiting("", discover: true, change: "mkdir .abook; echo x > .abook/addressbook").output == "changed\n")
  }

  @Test func `who waits for nothing ends when nobody reads`() throws {
    // What is learned of the user's own choices is told otherwise, and is no change.
    try shell.file(".local/state/tokenfield/history.tsv", "2026-01-01\tsent\t1\ta@x.org\t\n")
    let request = #""discover":true,"history":true,"sources":[]}"#
    let call = try shell.sh(
      """
      S=$(printf '%s\\n' '{\(request)' | $T index 2>/dev/null | sed -n '1s/^stamp.//p')
      echo x >> .local/state/tokenfield/history.tsv
      printf '{"watch":{"stamp":"%s","pause":0,%s\\n' "$S" '\(request)}' | { $T index; echo $? >&2; } | sleep 2
      """)
    #expect(call.output == "" && call.error == "0\n")
  }

  /// The daemon itself, in whose findings it shows what it knows: an alias needs no domain.
  @Test func `the daemon reads changed books again, few times for many changes, and says once what is wrong`() throws {
    let (one, two, log) = (shell.home.path + "/one", shell.home.path + "/two", shell.home.path + "/log")
    try shell.file("one", "alias eva eva@example.org\n")
    try shell.file("two", "alias bo bo@example.org\n")
    let sources = [one, two].map { #"{"kind":"mutt-alias","path":"\#($0)"}"# }.joined(separator: ",")
    let daemon = try Daemon(
      configuration: nil, settings: ["discover=false", "sources=[\(sources)]", "log.file=\(log)", "log.level=info"])
    func send(_ text: String) throws { try daemon.send([Array(text.utf8)]) }
    /// Waits until exactly these words are unknown.
    func unknown(_ words: String...) -> Bool {
      while let text = daemon.receive() {
        guard let json = try? JSON.parse(Array(text.utf8)),
          json["method"] == "textDocument/publishDiagnostics", case .array(let found)? = json["params"]?["diagnostics"]
        else { continue }
        let named = found.compactMap { $0["message"]?.text }
        if named.count == words.count, zip(named, words).allSatisfy({ $0.contains("“\($1)”") }) { return true }
      }
      return false
    }
    func lines(_ part: String) throws -> Int {
      try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").count { $0.contains(part) }
    }
    try send(
      #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}"#)
    try send(#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#)
    try send(
      #"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///d.eml","languageId":"mail","version":1,"text":"To: jos, bo\n\n"}}}"#
    )
    #expect(unknown("jos"))
    try shell.file("one", "alias jos jos@example.org\n")
    #expect(unknown())
    #expect(try lines("have changed") == 1)
    // Many changes, of which only the last knows nobody.
    for number in 0..<300 { try shell.file("one", "alias jos jos\(number)@example.org\n") }
    try shell.file("one", "# nobody\n")
    #expect(unknown("jos"))
    #expect(try (2...3).contains(lines("have changed")))
    try FileManager.default.removeItem(atPath: one)
    try shell.file("two", "alias jos jos@example.org\n")
    #expect(unknown("bo"))
    try shell.file("two", "alias jos jos@example.org\nalias bo bo@example.org\n")
    #expect(unknown())
    #expect(try lines("cannot be read: No such file") == 1)
  }
}
