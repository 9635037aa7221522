/// One row of the table of mail header fields whose values are lists (grammars.md 2.3 and 2.4).
package struct MailField: Equatable, Sendable {
  /// The name in canonical case.
  package var name: String
  /// How its value is cut into tokens.
  package var grammar: Grammar
  /// Whether an RFC 5322 group may stand in it.
  package var allowsGroups: Bool
  /// How many mailboxes it takes; nil for any number.
  package var limit: Int?
  /// Whether `<>` means something in it: nobody to return a mail to.
  package var allowsNobody: Bool
  /// With which fields it shares its keys.
  package var scope: KeyScope
  /// The name in lower case, by which it is looked up at each key.
  private let folded: String

  private init(
    _ name: String, _ grammar: Grammar = .addressList, groups: Bool = true, limit: Int? = nil, nobody: Bool = false,
    scope: KeyScope = .none
  ) {
    self.name = name
    self.grammar = grammar
    self.allowsGroups = groups
    self.limit = limit
    self.allowsNobody = nobody
    self.scope = scope
    folded = name.lowercased()
  }

  /// Every field, in the order in which a duplicate stays: To before Cc before Bcc.
  ///
  /// RFC 5322 3.6.2, 3.6.3, 3.6.6 and 3.6.7; `<>` by RFC 5321 4.5.5; groups in From and Sender by RFC 6854; Disposition-Notification-To by RFC
  /// 8098; the fields of news by RFC 5536; the rest by custom of the programs that write them.
  package static let all: [MailField] = [
    MailField("To", scope: .recipients),
    MailField("Cc", scope: .recipients),
    MailField("Bcc", scope: .recipients),
    MailField("Resent-To", scope: .resentRecipients),
    MailField("Resent-Cc", scope: .resentRecipients),
    MailField("Resent-Bcc", scope: .resentRecipients),
    MailField("From"),
    MailField("Resent-From"),
    MailField("Sender", limit: 1),
    MailField("Resent-Sender", limit: 1),
    MailField("Reply-To"),
    MailField("Mail-Followup-To"),
    MailField("Mail-Reply-To"),
    MailField("Return-Path", groups: false, limit: 1, nobody: true),
    MailField("Disposition-Notification-To", groups: false),
    MailField("Return-Receipt-To", groups: false),
    MailField("Newsgroups", .newsgroups),
    MailField("Followup-To", .newsgroups),
    MailField("Keywords", .keywords),
    MailField("Attach", .attachments, limit: 1),
    MailField("References", .messageIDs),
    MailField("In-Reply-To", .messageIDs),
    MailField("Message-ID", .messageIDs, limit: 1),
    MailField("Supersedes", .messageIDs, limit: 1),
  ]

  /// The row of a field name in any case; nil for a field that holds no list.
  package static func named(_ name: String) -> MailField? {
    let folded = name.lowercased()
    return all.first { $0.folded == folded }
  }

  /// The row of a field by its canonical name; nil for any other, and for no field.
  static func canonical(_ name: String?) -> MailField? {
    guard let name else { return nil }
    return all.first { $0.name == name }
  }

  /// Names without lists by which a header block is told from prose that happens to begin `Word:`; lower case.
  static let wellKnown: Set<String> = [
    "subject", "date", "fcc", "gcc", "attach", "comments", "organization", "mime-version", "content-type",
    "content-transfer-encoding", "received",
    "delivered-to", "importance", "priority", "x-priority", "user-agent", "x-mailer", "list-id", "pgp",
    "x-url", "approved", "distribution", "signature", "x-label", "x-message-smtp-method",
  ]
}
