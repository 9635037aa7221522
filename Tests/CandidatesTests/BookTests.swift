import Candidates
import Testing

/// What the sample books say, record by record, and what is reported of them.
@Suite struct BookTests {
  private func check(
    _ name: String, _ format: SourceFormat, skipped: Int = 0, _ records: [String], faults: [String] = []
  ) throws {
    let reading = try Books.read(name, format)
    #expect(reading.records.map(\.line) == records)
    #expect(reading.skipped == skipped)
    #expect(marked(try Books.bytes(name), reading.faults) == faults)
  }

  /// A phone's export: grouped properties, a photo, groups in Apple's dialect, categories, a card without an address.
  @Test func phone() throws {
    try check(
      "phone.vcf", .vcard, skipped: 1,
      [
        "Inês Vela <ines.vela@example.org> nick=Nes,Foxglove org=Lindenhof, Seeds & Sons, Logistics"
          + " in=Choir,Neighbours pref=1 also=nes@example.net",
        "Inês Vela <nes@example.net> nick=Nes,Foxglove org=Lindenhof, Seeds & Sons, Logistics in=Choir,Neighbours"
          + " also=ines.vela@example.org",
        "Dr. Eva Köhler <Eva.Koehler@example.com> note=Met at the harvest fair. Prefers short mails, in German."
          + " in=Choir",
        "Bakery Oven & Peel <orders@example.net> org=Bakery Oven & Peel",
        "Board: ines.vela@example.org, Eva.Koehler@example.com",
        "Choir: ines.vela@example.org, Eva.Koehler@example.com", "Neighbours: ines.vela@example.org",
      ])
  }

  /// An office program's export: version 2.1, Latin-1, soft line breaks that look like properties, a card in a card.
  @Test func office() throws {
    let rest = "org=Café du Port, Étage 2 note=Old address: EMAIL:never@example.org and so on"
    try check(
      "office.vcf", .vcard,
      [
        "René Lefèvre <rene.lefevre@example.org> \(rest) pref=1 also=lefevre@example.com",
        "René Lefèvre <lefevre@example.com> \(rest) also=rene.lefevre@example.org",
        "Zofia Nowak <zofia.nowak@example.net>",
      ])
  }

  /// A server's collection: version 4.0, groups in groups, a circle, a link, a member that is nowhere, an open card.
  @Test func server() throws {
    let team = "lukasz@example.org, thordis@example.net, field+office@example.org"
    try check(
      "server.vcf", .vcard,
      [
        "Łukasz Żuk <l.zuk@example.com> pref=2 also=lukasz@example.org",
        "Łukasz Żuk <lukasz@example.org> pref=1 also=l.zuk@example.com", "Þórdís Jónsdóttir <thordis@example.net>",
        "Never Closed <open@example.org>", "Harvest team: \(team)", "Everybody: \(team), office@example.org",
      ],
      faults: [
        "unresolved-alias: urn:uuid:dddddddd-0000-4000-8000-00000000dead (no card has this UID)",
        "unresolved-alias: tel:+495550100 (no card has this UID)", "unclosed: BEGIN:VCARD",
      ])
  }

  /// A muttrc as mutt and its owner wrote it: quoting of both, joins, groups, circles, what a shell would run.
  @Test func aliases() throws {
    try check(
      "aliases.muttrc", .muttAlias, skipped: 3,
      [
        "Dr. Eva Köhler <eva.koehler@example.com> key=eva note=tags:choir",
        "Zofia Nowak <zofia.nowak@example.net> key=zofia in=choir,board",
        "Karl \"Kalle\" Ode <karl.ode@example.org> key=karl in=choir",
        "board: nes@example.net, eva.koehler@example.com, lukasz@example.org key=board",
        "everybody: nes@example.net, eva.koehler@example.com, lukasz@example.org, karl.ode@example.org key=everybody",
        " <pair@example.net> key=two words", "C# team <csharp@example.com> key=hash",
        " <`date`@example.org> key=run", " <nes@example.net> key=INES",
        "choir: zofia.nowak@example.net, karl.ode@example.org", "board: zofia.nowak@example.net",
      ],
      faults: [
        "unresolved-alias: nobody", "unresolved-alias: everybody (leads back to itself)",
        "unresolved-alias: second (leads back to itself)", "unresolved-alias: first (leads back to itself)",
        "unresolved-alias: gone@example.org ; alias not-read here@example.org", "duplicate: INES (INES)",
        "bad-line: alias empty",
      ])
  }

  /// What a query command prints: a message, encoded words, an escape sequence, a group, a row of no use.
  @Test func query() throws {
    try check(
      "query.tsv", .queryTSV, skipped: 2,
      [
        "Vela, Inês <ines.vela@example.org> note=phone", "Łukasz Żuk <lukasz@example.org>",
        "Team (2): a.first@example.org, b.second@example.org note=work", "Eve [31m Bright <eve@example.net> note=a b",
        "Bakery, Oven & Peel <orders@example.net>", "Jo Ode <jo@example.com>",
      ], faults: ["bad-line: plain words"])
  }

  /// Rows of past use: two spellings of one address, gaps, numbers that are none.
  @Test func contacts() throws {
    try check(
      "contacts.tsv", .contactsTSV,
      [
        "Inês Vela <ines.vela@example.org> count=42 last=2026-03-01",
        "Vela Ines <Ines.Vela@Example.org> count=3 last=2026-04-01", " <nes@example.net> count=7 last=2025-12-24",
        "Łukasz Żuk <lukasz@example.org>", "Bad Number <bad@example.org>",
        "Þórdís Jónsdóttir <thordis@example.net> count=12 last=2026-02-28",
      ], faults: ["bad-line: bad@example.org\tBad Number\tmany\t2026-02-30x"])
  }

  /// A mailrc for two programs: settings, quotes of both, a group in two lines, circles, what was taken back.
  @Test func mailrc() throws {
    try check(
      "mailrc", .mailrc, skipped: 2,
      [
        "Eva Köhler <eva.koehler@example.com> key=eva", "Nowak, Zofia <zofia.nowak@example.net> key=zofia",
        "Karl \"Kalle\" Ode <karl.ode@example.org> key=karl", "Þórdís Jónsdóttir <thordis@example.net> key=thordis",
        "board: vela@example.org, eva.koehler@example.com, lukasz@example.org key=board",
        "choir: zofia.nowak@example.net, karl.ode@example.org, thordis@example.net key=choir",
        "everybody: vela@example.org, eva.koehler@example.com, lukasz@example.org, zofia.nowak@example.net,"
          + " karl.ode@example.org, thordis@example.net key=everybody",
        " <nes@example.net> key=nes", " <office@example.com> key=hq", " <vela@example.org> key=INES",
      ],
      faults: [
        "unresolved-alias: nobody", "unresolved-alias: everybody (leads back to itself)",
        "unresolved-alias: second (leads back to itself)", "unresolved-alias: first (leads back to itself)",
        "duplicate: INES (INES)", "bad-line: alias lonely",
      ])
  }

  /// abook's own file, and what its owner broke in it.
  @Test func addressbook() throws {
    try check(
      "addressbook", .abook, skipped: 2,
      [
        "Vela, Inês <ines.vela@example.org> nick=nes note=met at the fair, likes = signs in=choir,board"
          + " also=nes@example.net",
        "Vela, Inês <nes@example.net> nick=nes note=met at the fair, likes = signs in=choir,board"
          + " also=ines.vela@example.org",
        "Łukasz Żuk <lukasz@example.org>", " <office@example.com>", "Eva Köhler <eva.koehler@example.com>",
      ], faults: ["bad-line: stray words", "bad-line: [4", "bad-line: =nothing"])
  }

  /// A directory's export: folds in the middle of a letter, base 64, a photo, languages, a change, a list, a url.
  @Test func ldif() throws {
    try check(
      "people.ldif", .ldif, skipped: 3,
      [
        "Inês Vela <ines.vela@example.org> nick=nes org=Lindenhof, Seeds & Sons also=nes@example.net",
        "Inês Vela <nes@example.net> nick=nes org=Lindenhof, Seeds & Sons also=ines.vela@example.org",
        "Zoë Łuczak <zoe@example.org> note=Met at the harvest fair. Prefers short mails.",
        "Karl Ode <karl.ode@example.org> also=karl@example.com",
        "Karl Ode <karl@example.com> also=karl.ode@example.org",
        " <office@example.com>",
      ], faults: ["bad-line: no colon here", "bad-line: cn:: %%%", "bad-line: a tab folds nothing"])
  }

  /// A project's people: old names and addresses, which are not offered, and lines that say nothing new.
  @Test func mailmap() throws {
    try check(
      "mailmap", .mailmap, skipped: 1,
      [
        "Inês Vela <ines.vela@example.org>", "Łukasz Żuk <lukasz@example.org>", " <eva.koehler@example.com>",
        "Eva Köhler <eva.koehler@example.com>", "Karl \"Kalle\" Ode <karl.ode@example.org>",
      ],
      faults: [
        "bad-line: Nobody In Particular", "bad-line: Empty <> <x@example.org>", "bad-line: Open <open@example.org",
      ])
  }

  /// What notmuch prints for `--output=count`, cut off where it was stopped.
  @Test func notmuch() throws {
    try check(
      "notmuch.json", .json, skipped: 1,
      [
        "Vela, Inês <ines.vela@example.org> count=42", " <office@example.com> count=3",
        "Karl \"Kalle\" Ode <karl.ode@example.org> count=1",
      ], faults: ["bad-line: {\"name\": \"Þórdís Jónsdót"])
  }

  /// What mu prints, one person a line, a line of it broken by hand.
  @Test func mu() throws {
    try check(
      "mu.json", .json, skipped: 1,
      [
        "Inés Vela <ines.vela@example.org> count=7 last=2023-11-14",
        "Łukasz Żuk <lukasz@example.org> count=120 last=2024-02-29",
        "Eva Köhler <eva.koehler@example.com> count=1",
      ], faults: ["bad-line: {\"email\": broken@example.org, \"name\": \"Bo\"},", "bad-line: 5"])
  }

  /// lbdb's file before and behind its tidying, a line in Latin-9, and two of somebody's own.
  @Test func inmail() throws {
    try check(
      "m_inmail.utf-8", .inmail,
      [
        "Ode, Karl <karl.ode@example.org> count=2 last=2026-11-30",
        "Inês Vela <ines.vela@example.org> count=4 last=2026-11-30",
        "Łukasz Żuk <lukasz@example.org> count=2 last=2026-11-30",
        "Vela, Inês <Ines.Vela@example.org> count=2 last=2026-11-30",
        "Þordís <thordis@example.net> count=2 last=2026-11-30", "Eva Köhler <eva.koehler@example.com> count=1",
      ], faults: ["bad-line: stray words", "bad-line: nobody\tAt All\t2026-01-01"])
  }

  /// What Emacs 28 wrote, with letters of several character sets; another list; lines that were broken by hand.
  @Test func ecomplete() throws {
    try check(
      "ecompleterc", .ecomplete, skipped: 1,
      [
        "Vela, Inês <ines.vela@example.org> count=2 last=2026-11-30",
        // The reader of these tests knows no more than two character sets.
        " <lukasz@example.org> count=1 last=2026-11-30",
        "Karl \"Kalle\" Ode <karl.ode@example.org> count=1 last=2026-11-30",
        " <xiaoming@example.net> count=1 last=2026-11-30", "Þórdís <thordis@example.net> count=4 last=2023-11-14",
        " <cns@example.org> count=1", " <bare@example.net> count=1 last=2026-11-30",
      ], faults: [#"bad-line: ("open@example.org" 3 1796078057 "Open"#])
  }

  /// The rows of maildir-rank-addr with a third column of the user's own.
  @Test func ranked() throws {
    try check(
      "ranked.tsv", .maildirRankAddr, skipped: 1,
      [
        "Łukasz Żuk <lukasz@example.org>", "Inês Vela <ines.vela@example.org>", " <bare@example.net>",
        "Karl \"Kalle\" Ode <karl.ode@example.org>",
      ])
  }
}
