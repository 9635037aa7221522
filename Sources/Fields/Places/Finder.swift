/// How fields are found in a host format; one case a format, and the only place where a languageId is looked up.
package enum Finder: String, CaseIterable, Sendable {
  /// A mail draft or message: a header block, then a body.
  case mail
  /// A patch as git format-patch writes it: a header block, then a message and a diff; other diffs have no fields.
  case patch
  /// A text without fields.
  case none

  /// The finder of a document.
  ///
  /// - Parameters:
  ///   - languageId: what the client calls the document's language; unknown ones are looked up by name and content.
  ///   - path: the path or the URI of the document; only its last parts are looked at.
  ///   - text: the document.
  /// - Returns: the finder; `none` for a language that has no fields here.
  package static func of(languageId: String, path: String, text: Text) -> Finder {
    switch languageId.lowercased() {
    case "mail", "message", "eml", "notmuch-message", "mu4e-compose", "org-msg-edit", "gitsendemail": .mail
    case "diff", "patch", "git-format-patch": .patch
    default: byName(path) ?? byContent(languageId, text)
    }
  }

  /// What is found in `text`.
  package func find(in text: Text) -> Finding {
    switch self {
    case .mail, .patch: Self.mail(text)
    case .none: Finding(frame: 0..<0)
    }
  }

  /// Names that mail programs give to drafts (drafts.md).
  private static func byName(_ path: String) -> Finder? {
    let parts = path.split(separator: "/").map { String($0).lowercased() }
    guard let name = parts.last else { return nil }
    if name.hasSuffix(".eml") || name.hasSuffix(".mbox") || name.hasPrefix(".gitsendemail.msg.") { return .mail }
    if name.hasSuffix(".patch") { return .patch }
    let prefixes = ["neomutt-", "mutt-", "mutt.", "aerc-compose-", "alot."]
    if prefixes.contains(where: name.hasPrefix), !name.contains("muttrc"), parts.contains("tmp") { return .mail }
    if let folder = parts.dropLast().last, ["cur", "new", "drafts"].contains(folder), parts.contains("drafts") {
      return .mail
    }
    return nil
  }

  /// A text of no language in particular is mail when it begins with a header block that holds an address field.
  private static func byContent(_ languageId: String, _ text: Text) -> Finder {
    let plain = ["", "text", "plaintext", "plain", "txt", "fundamental"]
    guard plain.contains(languageId.lowercased()) else { return .none }
    return HeaderBlock(text).isPlausible(in: text) ? .mail : .none
  }

  private static func mail(_ text: Text) -> Finding {
    let block = HeaderBlock(text)
    // `Note: bring cake` is how a body may begin: a header has a field that mail programs write.
    guard block.isPresent, block.isMail else {
      // Whatever could make a header of the text lies in what was taken for one, or else in the first two lines.
      let isShort = block.isPresent ? !block.isClosed : text.lineCount <= 2
      let end = isShort ? text.count + 1 : block.isPresent ? block.end : text.lineStart(2)
      return Finding(frame: 0..<end, isBodyOnly: true)
    }
    return Finding(
      fields: block.fields, faults: block.faults, frame: 0..<(block.isClosed ? block.end : text.count + 1),
      isReceived: block.isReceived)
  }
}

extension HeaderBlock {
  /// Whether a line of the block belongs to nothing.
  var hasBrokenFold: Bool { faults.contains { $0.rule == .brokenFold } }

  /// Whether a text of no declared language is mail: every line is a field, and one of them is From, To, Cc or Bcc.
  ///
  /// Where a line is torn off, prose may have begun with `To:` as well. So the text has to begin with an address field
  /// then, and somebody's address has to stand in one.
  func isPlausible(in text: Text) -> Bool {
    guard hasBrokenFold else { return fields.contains { ["From", "To", "Cc", "Bcc"].contains($0.name) } }
    return beginsWithAddresses && fields.contains { text.holdsAddress(in: $0.valueRange) }
  }
}

extension Text {
  /// Whether an `@` stands between two other characters of a word: `ana@example.org`, but not `at 10 @ home`.
  fileprivate func holdsAddress(in range: Range<Int>) -> Bool {
    range.contains { offset in
      self[offset] == Byte.at && offset > range.lowerBound && Byte.isAtom(self[offset - 1])
        && offset + 1 < range.upperBound && Byte.isAtom(self[offset + 1])
    }
  }
}
