import Candidates
import Support
import Testing

/// The kernel's file of maintainers: who stands in it, and whom a change concerns.
@Suite struct MaintainersFileTests {
  private static let kernel = """
    List of maintainers
    ===================

    \tM: *Mail* patches to: FullName <address@domain>
    \tF: *Files* and directories wildcard patterns.

    XFS FILESYSTEM
    M:\tAna Ruiz <ana@example.org>
    R:\t"Li, Bo" <bo@example.org> (part time)
    L:\txfs@lists.example.org (moderated for non-subscribers)
    S:\tSupported
    F:\tDocumentation/admin-guide/xfs.rst
    F:\tfs/xfs/
    X:\tfs/xfs/old/

    XFS TESTS
    M:\tCy Ode <cy@example.org>
    F:\tfs/xfs/test?.c
    F:\tfs/**/*check*.c

    NETWORKING
    M:\tAna R. <ANA@example.org>
    M:\tDi Berg <di@example.org>
    F:\tnet/*
    N:\tether[^/]*$

    THE REST
    M:\tEl Kim <el@example.org>
    L:\tall@lists.example.org
    F:\t*
    F:\t*/
    """

  private static func read(_ text: String) -> MaintainersFile { MaintainersFile(Array(text.utf8)) }

  /// The addresses of whom a change of files concerns, without the domain.
  private static func people(of paths: String..., in text: String = kernel) -> [String] {
    read(text).people(of: paths).map { String($0.address.prefix { $0 != "@" }) }
  }

  @Test func `everybody is read once, with the first section as note`() {
    let reading = SourceFormat.maintainers.read(Array(Self.kernel.utf8), mailboxes: simpleMailboxes)
    #expect(
      reading.records.map { "\($0.name)<\($0.address)> \($0.note)" } == [
        "Ana Ruiz<ana@example.org> XFS FILESYSTEM", "Li, Bo<bo@example.org> XFS FILESYSTEM",
        "<xfs@lists.example.org> XFS FILESYSTEM", "Cy Ode<cy@example.org> XFS TESTS",
        "Di Berg<di@example.org> NETWORKING", "El Kim<el@example.org> THE REST", "<all@lists.example.org> THE REST",
      ])
    #expect(reading.records.allSatisfy(\.organisation.isEmpty) && reading.faultCount == 0)
    let entries = SourceFormat.maintainers.entries(in: Array(Self.kernel.utf8), mailboxes: simpleMailboxes).entries
    #expect(entries.count == 8)
    for entry in entries {
      #expect(String(decoding: Array(Self.kernel.utf8)[entry.range], as: UTF8.self).contains(entry.value))
    }
  }

  @Test func `the most specific pattern comes first, then maintainers, reviewers, lists`() {
    let all = ["ana", "bo", "xfs", "el", "all"]
    #expect(Self.people(of: "fs/xfs/inode.c") == all)
    #expect(Self.people(of: "fs/xfs/sub/deep/inode.c") == all)
    // A pattern that names a file goes deeper than one that names its folder.
    #expect(Self.people(of: "fs/xfs/test1.c") == ["cy"] + all)
    #expect(Self.people(of: "Documentation/admin-guide/xfs.rst") == all)
    #expect(Self.people(of: "Makefile") == ["el", "all"])
    #expect(Self.people(of: "net/core.c", "fs/xfs/inode.c") == ["ana", "bo", "xfs", "di", "el", "all"])
    #expect(Self.people() == [])
  }

  @Test func `what is excluded concerns nobody of the section`() {
    #expect(Self.people(of: "fs/xfs/old/inode.c") == ["el", "all"])
    #expect(Self.people(of: "fs/xfs/old/inode.c", "fs/xfs/inode.c") == ["ana", "bo", "xfs", "el", "all"])
  }

  @Test(arguments: [
    ("net/", "net/a.c net/b/c.c", "net netx/a.c x/net/a.c"), ("net/*", "net/a.c", "net/b/c.c net"),
    ("net", "net net/a.c net/b/c.c", "netx netx/a"), ("*", "a b", "a/b"), ("*/net/*", "x/net/a", "net/a x/y/net/a"),
    ("*/", "a/b a/b/c", "a"), ("a?c", "abc aéc", "ac abbc a/c"), ("a*c", "ac abc axbxc", "acx a/c"),
    ("fs/**/*f*.c", "fs/a/f.c fs/a/b/xfx.c", "fs/f.c fs/a/f.h"), ("a.c", "a.c", "axc a.cc"), ("**", "a a/b", ""),
    ("arch/*/mm/", "arch/x86/mm/a arch/x86/mm/b/c", "arch/x86/y/mm/a arch/mm/a"), ("*a*b*c", "xaxbxc abc", "cba ab"),
    ("a/**/b/**/c", "a/x/b/y/c a/x/b/b/y/c", "a/b/c a/x/b/c"),
  ])
  func `wildcards stay within a part of the path`(_ pattern: String, _ fits: String, _ others: String) {
    let text = "T\nM: a@x.org\nF: \(pattern)\n"
    for path in fits.split(separator: " ") { #expect(Self.people(of: String(path), in: text) == ["a"], "\(path)") }
    for path in others.split(separator: " ") { #expect(Self.people(of: String(path), in: text) == [], "\(path)") }
  }

  @Test func `an expression finds paths where there is somebody to match it, behind all patterns`() {
    let found = Self.read(Self.kernel).people(of: ["drivers/ether.c"]) { $0 == "ether[^/]*$" && $1.contains("ether") }
    #expect(
      found.map(\.note) == [
        "THE REST (maintainer)", "THE REST (list)", "NETWORKING (maintainer)", "NETWORKING (maintainer)",
      ])
    #expect(found.map(\.address) == ["el@example.org", "all@lists.example.org", "ANA@example.org", "di@example.org"])
  }

  @Test func `titles may be underlined or missing, and who has no address is counted`() {
    let text = "M: first@x.org\nF: a\n\nTitle\n-----\nM: Bo\nM: <>\nM:\nM: Cy <cy@x.org>\nF: b\n"
    let reading = SourceFormat.maintainers.read(Array(text.utf8), mailboxes: simpleMailboxes)
    #expect(reading.records.map { "\($0.address) \($0.note)" } == ["first@x.org ", "cy@x.org Title"])
    #expect(reading.skipped == 2 && reading.faults.allSatisfy { $0.rule == .badLine })
    #expect(Self.people(of: "a", in: text) == ["first"] && Self.people(of: "b", in: text) == ["cy"])
    #expect(Self.people(of: "b", in: text.replacing("\n", with: "\r\n")) == ["cy"])
  }

  @Test func `patterns that were made to cost are given up, and long lines are passed over`() {
    let stars = String(repeating: "*a", count: 400) + "b"
    let line = String(repeating: "x", count: 300_000)
    var text = "T\nM: a@x.org\nF: \(line)\nM: \(line)@x.org\n\(line)\nM: z@x.org\nF: z\n"
    for number in 0..<3000 { text += "T\(number)\nM: a\(number)@x.org\nF: \(stars)\n" }
    #expect(Self.people(of: "z", in: text) == ["z"])
    let path = String(repeating: "a", count: 4000)
    #expect(Self.read(text).people(of: (0..<400).map { path + String($0) }).isEmpty)
  }

  @Test func `any bytes can be read`() {
    var random = Seeded(seed: 11)
    let pieces: [[UInt8]] =
      ["M:\t", "F:", "\n", "T", " ", "<", ">", "@", "*", "/", "\0", "\u{FEFF}", "\r\n", "-"].map {
        Array($0.utf8)
      } + [[0xFF], [0xC3]]
    for _ in 0..<300 {
      let bytes = (0..<Int.random(in: 0..<60, using: &random)).flatMap { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }
      let reading = SourceFormat.maintainers.read(bytes, mailboxes: simpleMailboxes)
      #expect(reading.records.allSatisfy { $0.address.contains("@") }, "seed 11: \(bytes)")
      #expect(MaintainersFile(bytes).people(of: ["M", "T/M"]).count <= reading.records.count, "seed 11: \(bytes)")
    }
  }
}
