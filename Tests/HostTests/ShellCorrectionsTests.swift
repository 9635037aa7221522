import Foundation
import Testing

/// What the user says of people, by the built program.
@Suite struct ShellCorrectionsTests {
  let shell: Shell
  private let place = ".local/state/tokenfield/corrections.tsv"

  init() throws {
    shell = try Shell()
    try shell.file(
      "book.tsv", "ana@x.org\tAna Ruiz\t5\t2026-01-02\nanton@x.org\tAnton Ode\t1\t2026-01-02\nanja@y.org\tAnja\t\t\n")
    try shell.file(
      ".config/tokenfield/config.json", "{\"sources\": [{\"kind\": \"contacts-tsv\", \"path\": \"~/book.tsv\"}]}")
  }

  /// The lines of the file without their days.
  private var lines: [String] {
    shell.home.text(place).split(separator: "\n").map {
      $0.split(separator: "\t").dropFirst().joined(separator: " ")
    }
  }

  private func found(_ query: String) throws -> [String] {
    try shell("query", query).lines.map { String($0.prefix { $0 != "\t" }) }
  }

  @Test func `who is pinned is first, who is never wanted is not offered, until that is taken back`() throws {
    #expect(try found("an") == ["ana@x.org", "anton@x.org", "anja@y.org"])
    #expect(try shell("pin", "Anja@y.org") == Shell.Call())
    #expect(try shell("never", "ana@x.org") == Shell.Call())
    #expect(lines == ["pinned Anja@y.org", "never ana@x.org"])
    #expect(try found("an") == ["anja@y.org", "anton@x.org"])
    let attributes = try FileManager.default.attributesOfItem(atPath: shell.home.path + "/" + place)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    // Also without the history, but not where the usual places are left alone.
    #expect(try shell("query", "--set", "history.enabled=false", "an").lines.count == 2)
    #expect(
      try shell(
        "query", "--hermetic", "--set", "sources=[{\"kind\":\"contacts-tsv\",\"path\":\"~/book.tsv\"}]", "an"
      ).lines.count == 3)
    #expect(try shell("remember", "ANA@x.org", "anja@y.org").code == 0)
    #expect(try found("an") == ["ana@x.org", "anton@x.org", "anja@y.org"])
    let nothing = try shell("remember", "ana@x.org")
    #expect(nothing.code == 1 && nothing.errors == ["tokenfield: remember: nothing was said of that address"])
  }

  @Test func `who is forgotten is out of the history, and counts nothing in other books`() throws {
    _ = try shell("learn", input: "To: anja@y.org, anton@x.org\n\n")
    #expect(try found("an") == ["anton@x.org", "anja@y.org", "ana@x.org"])
    #expect(try shell("forget", "anja@y.org", "ana@x.org").code == 0)
    #expect(try found("an") == ["anton@x.org", "ana@x.org", "anja@y.org"])
    #expect(try shell("history", "show").lines.map { String($0.prefix(9)) } == ["anton@x.o"])
    #expect(!shell.home.text(".local/state/tokenfield/history.tsv").contains("anja"))
    let why = try shell("why", "ana@x.org")
    #expect(why.code == 0 && why.lines.contains { $0.contains("do not count") })
    #expect(why.lines.contains("   never used"))
  }

  @Test func `what cannot be said is refused, what cannot be written is named`() throws {
    let bad = try shell("pin", "ana@x.org", "ana")
    #expect(bad.code == 2 && bad.errors == ["tokenfield: pin: ana: expected an address"] && lines == [])
    #expect(try shell("never").code == 2)
    try FileManager.default.createDirectory(
      atPath: shell.home.path + "/" + place, withIntermediateDirectories: true)
    let call = try shell("pin", "ana@x.org")
    #expect(call.code == 3 && call.errors.count == 1)
  }

  @Test func `spoilt bytes and torn lines cost themselves, and the file stays small`() throws {
    var file = "2026-01-02\tpinned\tan\u{0}@x.org\n"
    for number in 0..<4_000 { file += "2026-01-02\t\(number % 2 == 0 ? "pinned" : "never")\tanton@x.org\n" }
    try shell.file(place, file + "2026-01-02\tnever\tan")
    #expect(try shell("pin", "anja@y.org").code == 0)
    #expect(lines == ["never anton@x.org", "pinned anja@y.org"])
    #expect(try found("an") == ["anja@y.org", "ana@x.org"])
  }

  @Test func `why a candidate stands where it does is told in words`() throws {
    _ = try shell("learn", input: "To: anja@y.org, anton@x.org\n\n")
    _ = try shell("pin", "anton@x.org")
    let why = try shell("why", "--with", "anja@y.org", "ant")
    #expect(why.code == 0 && why.error == "")
    #expect(why.lines.first == "1. Anton Ode <anton@x.org>")
    let words = why.output
    for part in ["each word begins a word: Anton Ode", "pinned", "used 4 times", "written to together"] {
      #expect(words.contains(part), "\(part) in \(words)")
    }
    #expect(try shell("why", "zzz").code == 1)
    let json = try #require(try shell("why", "--json", "nobody@x.org").json as? [String: Any])
    #expect((json["address"] as? [String: Any])?["known"] as? Bool == false)
    _ = try shell("never", "ana@x.org")
    #expect(try shell("why", "ana@x.org").lines.contains("  not offered, as you have said (never)"))
  }

  @Test func `G39 people who are remembered together come by each other`() throws {
    let people = "[{\"address\":\"anja@y.org\",\"name\":\"\"},{\"address\":\"ana@x.org\",\"name\":\"\"}]"
    let told = try shell("index", input: "{\"learn\":{\"kind\":\"accepted\",\"people\":\(people)}}")
    #expect(told.lines.contains { $0.hasPrefix("together\t") && $0.hasSuffix("\tana@x.org\tanja@y.org") })
    let why = try shell("why", "--with", "anja@y.org", "ana")
    #expect(why.output.contains("written to together with others of the draft"))
    #expect(try !shell("why", "--with", "anton@x.org", "ana").output.contains("written to together"))
    _ = try shell("forget", "anja@y.org")
    #expect(try !shell("why", "--with", "anja@y.org", "ana").output.contains("written to together"))
  }

  @Test func `whom a program names and nobody wants is not offered`() throws {
    let source = #"sources=[{"kind":"command","argv":["printf","one\\nann@z.org\\tAnn\\n"]}]"#
    #expect(try shell("query", "--set", source, "ann").lines == ["ann@z.org\tAnn\t"])
    _ = try shell("never", "ann@z.org")
    #expect(try shell("query", "--set", source, "ann").lines == [])
    #expect(try shell("doctor").output.contains("corrections.tsv (corrections): "))
  }

  @Test func `a request by hand is written down`() throws {
    let call = try shell("request", "tokenField/pin", "{\"address\":\"ana@x.org\"}")
    #expect(call.code == 0 && call.output == "null\n" && lines == ["pinned ana@x.org"])
  }
}
