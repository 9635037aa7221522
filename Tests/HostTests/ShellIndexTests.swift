import Foundation
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// `tokenfield index`, the child that reads address books for the daemon.
@Suite struct ShellIndexTests {
  let shell: Shell

  init() throws { shell = try Shell() }

  private func index(_ sources: [(kind: String, path: String)], discover: Bool = false) throws -> Shell.Call {
    let list = sources.map { "{\"kind\":\"\($0.kind)\",\"path\":\"\($0.path)\"}" }.joined(separator: ",")
    return try shell("index", input: "{\"discover\":\(discover),\"sources\":[\(list)]}\n")
  }

  @Test func discovered() throws {
    try shell.addBooks()
    let call = try index([("query-tsv", "~/people.tsv")], discover: true)
    #expect(call.code == 0)
    #expect(call.error == "")
    #expect(
      call.lines.filter { $0.hasPrefix("source\t") } == [
        "source\tquery-tsv\t\(shell.home.path)/people.tsv", "source\tmutt-alias\t\(shell.home.path)/.mutt/aliases",
      ])
    #expect(call.lines.filter { $0.hasPrefix("person\t") }.count == 3)
    #expect(call.lines.filter { $0.hasPrefix("group\t") }.count == 1)
  }

  /// The contacts of other programs: two in their places, three that are named; what is broken is counted.
  @Test func contacts() throws {
    try shell.file(".mailrc", "set dot\nalias eva \"Eva Ode <eva@example.org>\"\nalias\n")
    try shell.file(".abook/addressbook", "[format]\nprogram=abook\n\n[0]\nname=Bo Ruiz\nemail=bo@example.org\nstray\n")
    try shell.file("people.ldif", "dn: cn=x\ncn: Cy Vela\nmail: cy@example.org\nstray\n")
    try shell.file("mailmap", "Di Berg <di@example.org> <old@example.org>\nstray\n")
    try shell.file("mu.json", "[{\"email\":\"el@example.org\",\"name\":\"El Kim\",\"frequency\":7},\n{stray\n")
    let named = [("ldif", "~/people.ldif"), ("mailmap", "~/mailmap"), ("json", "~/mu.json")]
    let call = try index(named, discover: true)
    #expect(call.code == 0)
    #expect(
      call.lines.filter { $0.hasPrefix("source\t") }.map { $0.split(separator: "\t")[1] } == [
        "ldif", "mailmap", "json", "mailrc", "abook",
      ])
    #expect(
      call.lines.filter { $0.hasPrefix("person\t") }.map { $0.split(separator: "\t").first { $0.contains("@") } } == [
        "cy@example.org", "di@example.org", "el@example.org", "eva@example.org", "bo@example.org",
      ])
    #expect(call.lines.filter { $0.hasPrefix("ended\t1\t0\t1\t") }.count == 5)
    let list = named.map { "{\"kind\":\"\($0.0)\",\"path\":\"\($0.1)\"}" }.joined(separator: ",")
    let doctor = try shell("doctor", "--set", "sources=[\(list)]")
    for book in [
      "people.ldif (ldif)", "mailmap (mailmap)", "mu.json (json)", ".mailrc (mailrc)", "addressbook (abook)",
    ] {
      #expect(doctor.output.contains("/\(book): 1 candidate, 1 fault, "), "\(book)")
    }
    #expect(doctor.output.contains("/.mailrc: holds aliases\n"))
    #expect(doctor.output.contains("/.abook/addressbook: holds addresses\n"))
    #expect(try shell("query", "--set", "sources=[\(list)]", "el k").output == "el@example.org\tEl Kim\t\n")
  }

  /// Sent mail in its place: only headers are read, and what is no file in a Maildir holds nothing up.
  @Test func sentMail() throws {
    try shell.file(".mbsyncrc", "MaildirStore local\nPath ~/Mail/\nInbox ~/Mail/inbox\n")
    try shell.file(".gitconfig", "[user]\n\temail = me@example.org\n")
    let body = String(repeating: "To: never@example.org\n", count: 10_000)
    for number in 0..<300 {
      try shell.file(
        "Mail/Sent/cur/\(number):2,S",
        "From: Me <me@example.org>\nTo: Zoë \(number % 3) <p\(number % 100)@example.org>\nCc: me@example.org\n"
          + "Date: Mon, 2 Mar 2026 10:00:00 +0100\nSubject: x\n\n" + (number == 0 ? body : ""))
    }
    let code = unsafe mkfifo(shell.home.path + "/Mail/Sent/cur/fifo", 0o600)
    #expect(code == 0)
    try shell.file("Mail/Sent/new/binary", Data(repeating: 0, count: 5000))
    let call = try index([], discover: true)
    #expect(call.code == 0 && call.error == "")
    #expect(
      call.lines.filter { $0.hasPrefix("source\t") } == [
        "source\town\town addresses", "source\tmaildir\t\(shell.home.path)/Mail/Sent",
      ])
    let people = call.lines.filter { $0.hasPrefix("person\t") && !$0.contains("\tme@example.org\t") }
    #expect(people.count == 100 && people.allSatisfy { $0.hasPrefix("person\t9\t2026-03-02\t") })
    #expect(try shell("doctor").output.contains("/Mail/Sent (maildir): 100 candidates, "))
    let set = #"sources=[{"kind":"mbox","path":"~/out"},{"kind":"maildir","path":"~/none"}]"#
    try shell.file(
      "out", "From me\nFrom: me@example.org\nTo: bo@example.org\n\n\(body)\nFrom me\nTo: bo@example.org\n\n")
    let query = try shell("query", "--set", "discover=false", "--set", "own=[\"me@example.org\"]", "--set", set, "bo")
    #expect(query.code == 0 && query.output == "bo@example.org\t\t\n")
    #expect(query.errors == ["tokenfield: maildir \(shell.home.path)/none: is no Maildir that can be read"])
  }

  /// People of a repository: under the names of its `.mailmap`, and no more in use than anybody else.
  @Test func committers() throws {
    let git = "git -c user.name=Zoe -c user.email=zoe@example.org -C p"
    try shell.file("p/.mailmap", "Zoë Ode <zoe@example.org>\n")
    let made = try shell.sh(
      "git init -q p && for n in 1 2; do \(git) commit -q --allow-empty -m one"
        + " -m 'Reviewed-by: Bo Ruiz <bo@example.org>' || exit 1; done")
    #expect(made.code == 0, "\(made.error)")
    let call = try index([("git-log", "~/p"), ("git-log", "~/none")])
    let people = call.lines.filter { $0.hasPrefix("person\t") }.map {
      $0.split(separator: "\t", omittingEmptySubsequences: false)
    }
    #expect(
      people.map { "\($0[5]) <\($0[4])> \($0[1])" } == ["Zoë Ode <zoe@example.org> ", "Bo Ruiz <bo@example.org> "])
    let ends = call.lines.filter { $0.hasPrefix("ended\t") }
    #expect(ends.count == 2 && ends[0].hasSuffix("\t") && !ends[1].hasSuffix("\t"))
  }

  /// The real notmuch and mu where they are, on a Maildir of three messages; else that they are missing is said.
  @Test func mailPrograms() throws {
    for (number, address) in ["bo", "cy", "bo"].enumerated() {
      try shell.file(
        "Mail/cur/\(number):2,S",
        "From: Me <me@example.org>\nTo: \(address.uppercased()) Zoë <\(address)@example.org>\nSubject: x\n"
          + "Message-ID: <\(number)@example.org>\nDate: Mon, 2 Mar 2026 10:00:00 +0100\n\nx\n")
    }
    try shell.file(
      ".notmuch-config", "[database]\npath=\(shell.home.path)/Mail\n[user]\nprimary_email=me@example.org\n")
    let made = try shell.sh(
      "notmuch new --quiet; mu init --quiet --maildir=$HOME/Mail && mu index --quiet; command -v notmuch; command -v mu"
    )
    let call = try shell(
      "index", input: #"{"sources":[{"kind":"notmuch"},{"kind":"mu"}],"own":["me@example.org"]}"# + "\n")
    let ends = call.lines.filter { $0.hasPrefix("ended\t") }
    let people = call.lines.joined(separator: "\n").components(separatedBy: "\nsource\tmu\t")
    #expect(ends.count == 2 && people.count == 2)
    if made.output.contains("/notmuch\n") {
      #expect(people[0].contains("person\t2\t\t\tbo@example.org\tBO Zoë\t") && ends[0].hasPrefix("ended\t2\t"))
    } else {
      #expect(ends[0].hasSuffix("notmuch: no such program"))
    }
    if made.output.contains("/mu\n") {
      #expect(people[1].contains("\tcy@example.org\tCY Zoë\t") && ends[1].hasSuffix("\t"))
    } else {
      #expect(ends[1].hasSuffix("mu: no such program"))
    }
  }

  @Test func namedTwice() throws {
    try shell.addBooks()
    let call = try index([("mutt-alias", "~/.mutt/../.mutt/aliases")], discover: true)
    #expect(call.lines.filter { $0.hasPrefix("source\t") }.count == 1)
  }

  @Test func sourcesThatCannotBeRead() throws {
    let fifo = shell.home.path + "/fifo"
    let code = unsafe mkfifo(fifo, 0o600)
    #expect(code == 0)
    try shell.file("binary.vcf", Data([0x7F, 0x45, 0x4C, 0x46, 0, 0, 0]) + Data(repeating: 0, count: 5000))
    try shell.file("good.tsv", "ana@example.org\tAna\t\n")
    let sources = [
      ("vcard", "/dev/zero"), ("vcard", fifo), ("mutt-alias", "~/binary.vcf"), ("query-tsv", "~/nowhere"),
      ("query-tsv", "~"), ("query-tsv", "~/good.tsv"),
    ]
    let call = try index(sources)
    #expect(call.code == 0)
    let ends = call.lines.filter { $0.hasPrefix("ended\t") }
    #expect(ends.count == sources.count)
    for end in ends.dropLast() {
      #expect(end.hasPrefix("ended\t0\t"))
      #expect(!end.hasSuffix("\t"))
    }
    #expect(ends.last?.hasPrefix("ended\t1\t") == true)
    #expect(ends.last?.hasSuffix("\t") == true)
    #expect(ends[0].hasSuffix("\tcannot be read: a device, not a regular file"))
    #expect(ends[3].hasSuffix("\tcannot be read: No such file or directory"))
    #expect(call.errors.contains("/dev/zero: a device, not a regular file"))
    #expect(call.errors.contains("\(fifo): a FIFO, not a regular file"))
    #expect(call.errors.contains("\(shell.home.path)/binary.vcf: holds no text"))
    #expect(call.errors.contains("\(shell.home.path)/nowhere: No such file or directory"))
  }

  @Test func largeBook() throws {
    // 50 MB in rows of about 50 bytes.
    var book = Data()
    var row = 0
    while book.count < 50 << 20 {
      let block = (row..<row + 10_000).map {
        "person.\($0)@mail\($0 % 97).example.org\tPerson \($0)\tof a large book\n"
      }
      book += Data(block.joined().utf8)
      row += 10_000
    }
    try shell.file("large.tsv", book)
    let call = try shell.sh(
      "$T index | tail -n 1", input: "{\"sources\":[{\"kind\":\"query-tsv\",\"path\":\"~/large.tsv\"}]}")
    #expect(call.error == "")
    #expect(call.output.hasPrefix("ended\t\(row)\t0\t0\t"))
  }

  @Test(arguments: ["", "nonsense", "[]", "{"])
  func badRequest(_ input: String) throws {
    let call = try shell("index", input: input)
    #expect(call.code == 2)
    #expect(call.output == "")
    #expect(call.errors.count == 1)
  }
}
