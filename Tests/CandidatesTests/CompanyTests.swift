import Candidates
import Support
import Testing

/// Who comes first for the sake of those who stand in the draft already.
@Suite struct CompanyTests {
  /// Sent mails, each the recipients of To as names of people at x.org, parted by blanks.
  private func directory(_ mails: [(day: String, to: String)]) -> Directory {
    var text = ""
    for mail in mails {
      let to = mail.to.split(separator: " ").map { "\($0)@x.org" }.joined(separator: ", ")
      text +=
        "From me@own.org Mon Jan  1 00:00:00 2026\nFrom: me@own.org\nTo: \(to)\nDate: \(mail.day) 10:00:00 +0000\n\n"
    }
    let bytes = Array(text.utf8)
    var directory = Directory()
    directory.begin()
    Indexer(
      read: { _ in bytes }, list: { _ in nil }, own: ["me@own.org"], today: "2026-12-01", mailboxes: simpleMailboxes
    ).run(
      [Source(kind: .mbox, path: "/Sent")]
    ) {
      directory.append($0)
      return true
    }
    directory.finish(problem: nil)
    return directory
  }

  private func first(_ directory: Directory, _ query: String = "", with company: [String]) -> [String] {
    directory.matches(query, limit: 3, company: company.map { "\($0)@x.org" }) { address in
      company.contains { "\($0)@x.org" == address }
    }.map { String($0.address.prefix { $0 != "@" }) }
  }

  @Test func `who is often written to together with the others comes before who is written to more`() {
    let directory = directory(
      [("1 Nov 2026", "bea"), ("2 Nov 2026", "bea"), ("3 Nov 2026", "bea"), ("4 Nov 2026", "ana cleo")]
        + [("5 Oct 2026", "ana cleo")])
    #expect(first(directory, with: []).first == "bea")
    #expect(first(directory, with: ["ana"]).first == "cleo")
    #expect(first(directory, with: ["bea"]).contains("ana"))
    // Company says nothing against what was typed.
    #expect(first(directory, "be", with: ["ana"]) == ["bea"])
  }

  @Test func `who is in each of the mails to several comes first`() {
    let directory = directory([
      ("1 Nov 2026", "ana bea cleo"), ("2 Nov 2026", "ana dora"), ("3 Nov 2026", "bea dora"),
      ("4 Nov 2026", "ana dora"),
    ])
    #expect(first(directory, with: ["ana", "bea"]).first == "cleo")
    #expect(first(directory, with: ["ana"]).first == "dora")
  }

  @Test func `of equals one comes first of whose domain somebody is there`() {
    let directory = Directory(
      person("Jo", "jo@y.org", count: 2, last: "2026-11-01"), person("Jo", "jo@x.org", count: 2, last: "2026-11-01"),
    )
    #expect(directory.addresses("jo") == ["jo@y.org", "jo@x.org"])
    #expect(directory.matches("jo", limit: 2, company: ["Ana@X.org"]).map(\.address) == ["jo@x.org", "jo@y.org"])
  }

  @Test func `the same list comes out however many are asked for`() {
    var random = Seeded(seed: 5)
    let names = (0..<40).map { "p\($0)" }
    let mails = (0..<200).map { number in
      (
        day: "\(number % 28 + 1) \(["Jan", "May", "Nov"].randomElement(using: &random) ?? "") 2026",
        to: Set((0..<4).map { _ in names.randomElement(using: &random) ?? "" }).sorted().joined(separator: " ")
      )
    }
    let directory = directory(mails)
    for query in ["", "p", "p1", "1"] {
      let company = ["p3@x.org", "p17@x.org"]
      let all = directory.matches(query, limit: .max, company: company).map(\.address)
      for limit in [1, 2, 5, 11] {
        #expect(directory.matches(query, limit: limit, company: company).map(\.address) == Array(all.prefix(limit)))
      }
    }
  }
}
