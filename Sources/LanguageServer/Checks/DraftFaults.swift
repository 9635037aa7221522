import Fields

/// What is wrong with a draft as a whole, though each of its fields may be right by itself.
extension Document {
  /// The fields of which a message has one at most, and whose second one programs read in different ways (RFC 5322 3.6,
  /// RFC 5536 3.2).
  private static let single: Set<String> = [
    "To", "Cc", "Bcc", "From", "Sender", "Reply-To", "Newsgroups", "Followup-To", "References", "In-Reply-To",
    "Message-ID",
  ]

  /// Whether the document is a message that is being written.
  var isDraft: Bool { finder == .mail && !finding.isReceived }

  /// What is wrong between the fields of a draft, in bytes of the document; duplicates are in `crossFaults`.
  ///
  /// That nobody is in `To` and `Cc` is said only when the fields were left, and so is not among them.
  func draftFaults(_ settings: Settings) -> [Fault] {
    guard isDraft else { return [] }
    return secondFields + missingSender + readableBcc + visible(settings) + openGroups
  }

  /// Fields that stand there already.
  private var secondFields: [Fault] {
    var seen: [String: Range<Int>] = [:]
    return finding.fields.compactMap { field in
      guard !field.nameRange.isEmpty, Self.single.contains(field.name) else { return nil }
      guard let first = seen[field.name] else {
        seen[field.name] = field.nameRange
        return nil
      }
      return Fault(.secondField, field.nameRange, related: first)
    }
  }

  /// `From` names several people, and nobody is said to have sent the message (RFC 5322 3.6.2).
  private var missingSender: [Fault] {
    guard let from = finding.fields.firstIndex(where: { $0.name == "From" }), held[from].tokens.count > 1,
      !finding.fields.indices.contains(where: { finding.fields[$0].name == "Sender" && !held[$0].tokens.isEmpty })
    else { return [] }
    return [Fault(.noSender, finding.fields[from].nameRange)]
  }

  /// `Bcc` in a message that is to be encrypted: each key that it is encrypted to can be read by all.
  private var readableBcc: [Fault] {
    guard let bcc = finding.fields.firstIndex(where: { $0.name == "Bcc" }), !held[bcc].tokens.isEmpty, isEncrypted
    else {
      return []
    }
    return [Fault(.bccEncrypted, finding.fields[bcc].nameRange)]
  }

  /// More people in `To` and `Cc` than the user wants to see there; of the two the fuller field is marked.
  private func visible(_ settings: Settings) -> [Fault] {
    let limit = settings.number("visibleRecipients")
    let open = finding.fields.indices.filter { ["To", "Cc"].contains(finding.fields[$0].name) }
    let count = open.reduce(0) { $0 + held[$1].tokens.count }
    guard limit > 0, count > limit, let fullest = open.max(by: { held[$0].tokens.count < held[$1].tokens.count }) else {
      return []
    }
    let field = finding.fields[fullest]
    return [Fault(.manyVisible, field.nameRange.isEmpty ? field.range : field.nameRange, detail: "\(count)")]
  }

  /// Groups in `To` and `Cc` whose members all readers see.
  private var openGroups: [Fault] {
    finding.fields.indices.flatMap { index -> [Fault] in
      let field = finding.fields[index]
      guard ["To", "Cc"].contains(field.name) else { return [] }
      return held[index].groups.indices.compactMap { group in
        let members = held[index].tokens.lazy.filter { $0.group == group }.prefix(2).count
        guard members > 1 else { return nil }
        return Fault(
          .groupExpanded, held[index].groups[group].nameRange.shifted(by: field.valueRange.lowerBound))
      }
    }
  }

  // MARK: Encryption

  /// Headers by which mutt is told what to do with a draft, and how much of a text is searched for marks.
  private static let cryptHeaders = ["pgp", "smime"]
  private static let searched = 1 << 16

  /// Whether the draft says that it is to be encrypted: `<#secure … mode=encrypt>` or `<#part … encrypt=…>` of Emacs's
  /// MML in the body, or `Pgp: E` and `Smime: E` of mutt in the header.
  private var isEncrypted: Bool {
    let end = min(finding.frame.upperBound, text.count)
    for line in String(decoding: text.bytes(0..<min(end, Self.searched)), as: UTF8.self).split(
      whereSeparator: \.isNewline)
    {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2, Self.cryptHeaders.contains(parts[0].lowercased()), Self.asksForEncryption(parts[1]) {
        return true
      }
    }
    let body = text.bytes(end..<min(text.count, end + Self.searched))
    for tag in ["<#secure ", "<#part "] {
      let tag = Array(tag.utf8)
      var rest = body[...]
      while let start = rest.firstIndex(of: Byte.less) {
        rest = rest[start...]
        if rest.starts(with: tag) {
          let inside = String(decoding: rest.prefix { $0 != UInt8(ascii: ">") && $0 != Byte.lineFeed }, as: UTF8.self)
          // `mode=sign` is no encryption, and `mode=signencrypt` is.
          if inside.contains("encrypt") { return true }
        }
        rest = rest.dropFirst()
      }
    }
    return false
  }

  /// Whether the letters of mutt's header ask for encryption; what stands in `< >` is the name of a key.
  private static func asksForEncryption(_ value: Substring) -> Bool {
    var isName = false
    for character in value {
      if character == "<" { isName = true }
      if character == ">" { isName = false }
      if !isName, character == "E" || character == "e" { return true }
    }
    return false
  }
}
