/// How a source is written; the raw values are the names that settings use.
package enum SourceFormat: String, CaseIterable, Sendable {
  /// vCard 2.1 (versit), 3.0 (RFC 2426) and 4.0 (RFC 6350), one card a file or many.
  case vcard
  /// The `alias` lines of mutt's and neomutt's configuration.
  case muttAlias = "mutt-alias"
  /// `address⇥name⇥note`: what mutt's `query_command` and aerc's `address-book-cmd` print.
  case queryTSV = "query-tsv"
  /// `address⇥name⇥count⇥last`, the last use as `YYYY-MM-DD`.
  case contactsTSV = "contacts-tsv"
  /// The `alias` and `group` lines of mailx, s-nail and Emacs' mail-abbrevs.
  case mailrc
  /// The address book of abook, `~/.abook/addressbook`.
  case abook
  /// Entries of a directory as text (RFC 2849), such as Thunderbird's export.
  case ldif
  /// Git's `.mailmap`, of which the proper identities are read.
  case mailmap
  /// What `notmuch address --format=json` and `mu cfind --format=json` print.
  case json
  /// Whom the user has written to: the file that `UseHistory` describes.
  case history
  /// `address⇥name`, the most important first: what maildir-rank-addr writes.
  case maildirRankAddr = "maildir-rank-addr"
  /// What lbdb gathers of mail that comes in, `~/.lbdb/m_inmail.utf-8`.
  case inmail
  /// Whom Emacs has seen written to, `~/.emacs.d/ecompleterc`.
  case ecomplete
  /// The `MAINTAINERS` file of the Linux kernel, and of projects that took it up.
  case maintainers
  /// A program that is asked for people while one types; what it prints is in one of the other formats.
  case command
  /// Mail in files of its own: a Maildir, or folders of them, of which the headers are read.
  case maildir
  /// Mail in one file, of which the headers are read.
  case mbox
  /// A repository of git: who has written, signed or reviewed its last commits.
  case gitLog = "git-log"
  /// Whom one has written to, and mail of whom one has, as notmuch and mu say when they are asked.
  case notmuch, mu
  /// People that the settings list themselves.
  case `static`
  /// The user's own addresses, as mail programs and git are told of them.
  case own
  /// What the user has said of people himself: the file that `Corrections` describes.
  case corrections

  /// Those that a user can name as sources.
  package static let named = allCases.filter { $0 != .own && $0 != .corrections }

  /// Whether people come into it by themselves, under the names that mails and commits gave them, rather than by the hand
  /// of the user.
  package var isGathered: Bool {
    switch self {
    case .history, .maildirRankAddr, .inmail, .ecomplete, .command, .maildir, .mbox, .gitLog, .notmuch, .mu, .json,
      .contactsTSV:
      true
    case .vcard, .muttAlias, .queryTSV, .mailrc, .abook, .ldif, .mailmap, .maintainers, .static, .own, .corrections:
      false
    }
  }

  /// Whether it is a text in which people stand, and which can be read by itself.
  package var isText: Bool {
    ![.command, .maildir, .mbox, .own, .corrections, .gitLog, .notmuch, .mu, .static].contains(self)
  }

  /// What a source's text says: any bytes are read, and reading never fails.
  ///
  /// - Parameters:
  ///   - bytes: The text; bytes that are not UTF-8 become U+FFFD.
  ///   - mailboxes: Reads address lists.
  /// - Returns: The records, those of groups that no single line names last, and what was wrong.
  package func read(_ bytes: [UInt8], mailboxes: @escaping MailboxReader) -> SourceReading {
    read(files: [bytes], mailboxes: mailboxes)
  }

  /// What several files of one source say: a card of one file may be a member of a group in another.
  ///
  /// The ranges of faults are those of the file that has them. Uses that the corrections forget do not count.
  package func read(
    files: [[UInt8]], corrections: Corrections = Corrections(), mailboxes: @escaping MailboxReader
  ) -> SourceReading {
    var reading = SourceReading()
    switch self {
    case .vcard:
      var cards: [Card] = []
      for file in files {
        let start = cards.count
        cards += Card.read(file, faults: &reading.faultsFound, skipped: &reading.skipped)
        SourceFormat.markBinary(file, isEmpty: cards.count == start, &reading.faultsFound)
      }
      Cards(cards).addRecords(to: &reading, mailboxes: mailboxes)
    case .muttAlias:
      var aliases = Aliases(mailboxes: mailboxes)
      for file in files { MuttAliases.read(file, into: &aliases, faults: &reading.faultsFound) }
      aliases.addRecords(to: &reading)
    case .mailrc:
      var aliases = Aliases(mailboxes: mailboxes)
      for file in files { Mailrc.read(file, into: &aliases, faults: &reading.faultsFound) }
      aliases.addRecords(to: &reading)
    case .command, .own, .gitLog, .notmuch, .mu, .static: break
    case .maildir, .mbox:
      var harvest = Harvest(corrections: corrections, mailboxes: mailboxes)
      for file in files {
        if self == .maildir {
          harvest.add(file)
        } else {
          var heads = MboxHeads()
          heads.append(file[...]) { harvest.add($0) }
          heads.finish { harvest.add($0) }
        }
      }
      reading.records = harvest.records
      reading.circles = harvest.circles
    case .queryTSV, .contactsTSV, .maildirRankAddr:
      for file in files {
        let start = reading.records.count
        Rows(format: self, skipFirst: false).addRecords(of: file, to: &reading, mailboxes: mailboxes)
        SourceFormat.markBinary(file, isEmpty: reading.records.count == start, &reading.faultsFound)
      }
    case .abook, .ldif, .mailmap, .json, .inmail, .ecomplete:
      for file in files {
        let contacts = contacts(in: file, faults: &reading.faultsFound, mailboxes: mailboxes)
        SourceFormat.markBinary(file, isEmpty: contacts.allSatisfy(\.emails.isEmpty), &reading.faultsFound)
        Contact.addRecords(of: self == .inmail ? Inmail.gathered(contacts) : contacts, to: &reading)
      }
    case .maintainers:
      for file in files {
        let before = reading.faultsFound.count
        let maintainers = MaintainersFile(file, faults: &reading.faultsFound)
        reading.skipped += reading.faultsFound.count - before
        reading.records += maintainers.records
        SourceFormat.markBinary(file, isEmpty: reading.records.isEmpty, &reading.faultsFound)
      }
    case .history:
      for file in files {
        let history = UseHistory(file, corrections: corrections) { reading.faultsFound.add(.badLine, $0) }
        reading.records += history.records
        reading.circles += history.circles
        SourceFormat.markBinary(file, isEmpty: history.uses.isEmpty, &reading.faultsFound)
      }
    case .corrections:
      for file in files { reading.corrections.add(file) { reading.faultsFound.add(.badLine, $0) } }
    }
    reading.faultsFound.sort()
    return reading
  }

  /// Where things stand in a source's text, for showing and testing a reader.
  ///
  /// - Parameters:
  ///   - bytes: The text, any bytes.
  ///   - skipFirst: Whether the first line is a message whatever it holds (`query-tsv` only).
  ///   - mailboxes: Reads address lists.
  /// - Returns: The entries in the order of the text, and what is wrong.
  package func entries(
    in bytes: [UInt8], skipFirst: Bool = false, mailboxes: @escaping MailboxReader
  ) -> (entries: [SourceEntry], faults: [SourceFault]) {
    var faults = SourceFaults()
    var entries: [SourceEntry]
    switch self {
    case .vcard:
      var skipped = 0
      let cards = Cards(Card.read(bytes, faults: &faults, skipped: &skipped))
      entries = cards.entries(faults: &faults, mailboxes: mailboxes)
    case .muttAlias:
      var aliases = Aliases(mailboxes: mailboxes)
      MuttAliases.read(bytes, into: &aliases, faults: &faults)
      entries = aliases.entries(faults: &faults)
    case .mailrc:
      var aliases = Aliases(mailboxes: mailboxes)
      Mailrc.read(bytes, into: &aliases, faults: &faults)
      entries = aliases.entries(faults: &faults)
    case .command, .maildir, .mbox, .own, .corrections, .gitLog, .notmuch, .mu, .static: entries = []
    case .queryTSV, .contactsTSV, .maildirRankAddr:
      entries = Rows(format: self, skipFirst: skipFirst).entries(of: bytes, faults: &faults, mailboxes: mailboxes)
    case .abook, .ldif, .mailmap, .json, .inmail, .ecomplete:
      entries = Contact.entries(of: contacts(in: bytes, faults: &faults, mailboxes: mailboxes))
    case .maintainers: entries = MaintainersFile(bytes, faults: &faults).entries
    case .history: entries = UseHistory.entries(of: bytes, faults: &faults)
    }
    SourceFormat.markBinary(bytes, isEmpty: entries.isEmpty, &faults)
    faults.sort()
    return (entries, faults.kept)
  }

  /// The entries of a contact list; none of other formats.
  private func contacts(
    in bytes: [UInt8], faults: inout SourceFaults, mailboxes: MailboxReader
  ) -> [Contact] {
    switch self {
    case .abook: Abook.contacts(in: bytes, faults: &faults, mailboxes: mailboxes)
    case .ldif: Ldif.contacts(in: bytes, faults: &faults, mailboxes: mailboxes)
    case .mailmap: Mailmap.contacts(in: bytes, faults: &faults)
    case .json: JSONContacts.contacts(in: bytes, faults: &faults, mailboxes: mailboxes)
    case .inmail: Inmail.contacts(in: bytes, faults: &faults)
    case .ecomplete: Ecomplete.contacts(in: bytes, faults: &faults, mailboxes: mailboxes)
    case .vcard, .muttAlias, .mailrc, .queryTSV, .contactsTSV, .maildirRankAddr, .history, .maintainers, .command,
      .maildir, .mbox, .own, .corrections, .gitLog, .notmuch, .mu, .static:
      []
    }
  }

  /// A file with NUL bytes near its start in which nothing could be read is no text: one fault instead of one a line.
  private static func markBinary(_ bytes: [UInt8], isEmpty: Bool, _ faults: inout SourceFaults) {
    let head = bytes.prefix(8192)
    guard isEmpty, head.contains(0) else { return }
    let isWide = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    faults.replace(with: SourceFault(.badLine, 0..<head.count, detail: isWide ? "UTF-16" : "not a text"))
  }
}

/// What a source's text comes to.
package struct SourceReading: Equatable, Sendable {
  /// The people and groups.
  package var records: [Record] = []
  /// Who was written to together.
  package var circles: [Circle] = []
  /// What the user has said of people himself.
  package var corrections = Corrections()
  /// How many cards and rows had no usable address.
  package var skipped = 0
  var faultsFound = SourceFaults()

  /// A reading that says nothing yet.
  package init() {}

  /// What was wrong, the first `SourceFaults.limit` of it.
  package var faults: [SourceFault] { faultsFound.kept }
  /// How much was wrong.
  package var faultCount: Int { faultsFound.count }
}
