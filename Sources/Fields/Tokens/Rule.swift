/// What can be wrong in a value; the raw value is the code that editors show and users name in settings.
package enum Rule: String, CaseIterable, Sendable {
  /// An opening delimiter without its closing one.
  case unclosed
  /// Text that belongs to nothing.
  case strayText = "stray-text"
  /// Two tokens with nothing between them that separates.
  case missingSeparator = "missing-separator"
  /// A separator of another syntax: `;`, a line end, `，`.
  case wrongSeparator = "wrong-separator"
  /// Nothing between two separators.
  case emptyItem = "empty-item"
  /// A separator after the last token.
  case trailingSeparator = "trailing-separator"
  /// A name without an address.
  case missingAddress = "missing-address"
  /// A word without `@` and domain.
  case missingDomain = "missing-domain"
  /// A domain with nothing before its `@`.
  case missingLocal = "missing-local"
  /// A name and an address without brackets around the address.
  case missingAngle = "missing-angle"
  /// A second `@`.
  case extraAt = "extra-at"
  /// A dot at the end of a part, or two in a row.
  case badDot = "bad-dot"
  /// What cannot be a part of a domain.
  case badDomain = "bad-domain"
  /// More octets than the standard allows.
  case tooLong = "too-long"
  /// More tokens than the field or the user allows.
  case tooMany = "too-many"
  /// Characters that this kind of token cannot hold.
  case badChar = "bad-char"
  /// An escape that means nothing here.
  case badEscape = "bad-escape"
  /// An encoded word that is broken or in the wrong place.
  case badEncodedWord = "bad-encoded-word"
  /// A control character.
  case controlChar = "control-char"
  /// A character that cannot be seen.
  case invisibleChar = "invisible-char"
  /// Words that should stand in quotes.
  case needsQuotes = "needs-quotes"
  /// An address that only servers with SMTPUTF8 take.
  case needsSMTPUTF8 = "needs-smtputf8"
  /// A form that may be read but not written.
  case obsoleteSyntax = "obsolete-syntax"
  /// A group where none may stand.
  case groupNotAllowed = "group-not-allowed"
  /// A pasted link.
  case mailtoURL = "mailto-url"
  /// A known misspelling of a domain.
  case typoDomain = "typo-domain"
  /// A token that stands there already.
  case duplicate
  /// A tag of digits only.
  case allDigits = "all-digits"
  /// Two tags that exclude each other.
  case exclusiveTags = "exclusive-tags"
  /// A value of another type than is due.
  case badType = "bad-type"
  /// White space that breaks the structure.
  case badIndent = "bad-indent"
  /// A reference to something that does not exist.
  case unresolvedAlias = "unresolved-alias"
  /// A trailer outside the trailer block.
  case misplacedTrailer = "misplaced-trailer"
  /// An address that its owner has given up, by git's mailmap.
  case oldAddress = "old-address"
  /// A line of a header block that is neither a field nor a continuation.
  case brokenFold = "broken-fold"
  /// A form that a known sender breaks.
  case unsafeForSender = "unsafe-for-sender"
  /// A line of a contact source that cannot be read.
  case badLine = "bad-line"
  /// A token that breaks a rule of the user's own.
  case invalidValue = "invalid-value"
  /// What was typed and is no entry yet, when the document is saved or checked.
  case leftover
  /// A draft without anybody to whom it goes.
  case noRecipient = "no-recipient"
  /// The user's own address among other recipients.
  case ownAddress = "own-address"
  /// A field that stands in a message once at most, and stands there already.
  case secondField = "second-field"
  /// Several authors, and nobody who sent the message.
  case noSender = "no-sender"
  /// People who are to be hidden, in a message that is to be encrypted.
  case bccEncrypted = "bcc-encrypted"
  /// People in Bcc alone.
  case onlyBcc = "only-bcc"
  /// More people who see each other than the user wants.
  case manyVisible = "many-visible"
  /// A group whose members all readers see.
  case groupExpanded = "group-expanded"
  /// Somebody outside of the user's own domains.
  case outsideDomain = "outside-domain"
  /// An unknown address that is a slip away from a known one.
  case nearTwin = "near-twin"
  /// A name that belongs to another address.
  case wrongName = "wrong-name"
  /// A tag that the project's list does not have.
  case unknownTag = "unknown-tag"
  /// A tag for which another one is used, or that is several tags.
  case tagVariant = "tag-variant"
  /// A domain that looks like another one.
  case mixedScript = "mixed-script"
  /// A file that is not where it should be.
  case missingFile = "missing-file"
  /// A field in which nothing stands although something should.
  case missingValue = "missing-value"
  /// Bytes that are no UTF-8.
  case invalidUTF8 = "invalid-utf8"

  /// How bad it is where nothing makes it milder.
  package var severity: Severity {
    switch self {
    case .unclosed, .missingLocal, .extraAt, .badDot, .badDomain, .tooLong, .badChar, .badEscape, .controlChar,
      .groupNotAllowed, .badIndent, .brokenFold, .noRecipient, .missingFile, .missingValue, .invalidUTF8:
      .error
    case .strayText, .missingSeparator, .wrongSeparator, .missingAddress, .missingDomain, .missingAngle, .tooMany,
      .badEncodedWord, .invisibleChar, .duplicate, .allDigits, .exclusiveTags, .badType, .unresolvedAlias, .badLine,
      .invalidValue, .secondField, .noSender, .bccEncrypted, .manyVisible, .mixedScript, .nearTwin, .unknownTag,
      .leftover:
      .warning
    case .needsSMTPUTF8, .obsoleteSyntax, .misplacedTrailer, .ownAddress, .oldAddress, .onlyBcc, .wrongName:
      .information
    case .emptyItem, .trailingSeparator, .needsQuotes, .mailtoURL, .typoDomain, .unsafeForSender, .groupExpanded,
      .outsideDomain, .tagVariant:
      .hint
    }
  }

  /// Whether it is only looked for by those who ask for it.
  package var isOff: Bool { self == .unknownTag }
}
