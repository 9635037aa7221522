extension Rule {
  /// What a person is told about a fault, in plain words that name the offending text.
  ///
  /// Control characters in the text are shown as U+FFFD and a long text is cut, so that the message stays one short line.
  ///
  /// - Parameters:
  ///   - fault: the fault; its `detail` is named where there is one.
  ///   - text: the text in the fault's range.
  /// - Returns: a sentence without a full stop: `“gmial.com” looks like a misspelling of gmail.com`.
  package func message(_ fault: Fault, text: String) -> String {
    let isBlank = text.utf8.allSatisfy { $0 <= Byte.space }
    let typed = text
    let text = Self.quoted(text)
    let detail = fault.detail
    switch self {
    case .unclosed: return "\(text) is never closed"
    case .strayText: return "\(text) belongs to no \(detail ?? "address")"
    case .missingSeparator: return "\(detail ?? "A comma") is missing here"
    case .wrongSeparator:
      let due = detail ?? "a comma"
      return isBlank ? due.prefix(1).uppercased() + due.dropFirst() + " should stand here" : "\(text) should be \(due)"
    case .emptyItem:
      if detail == "comment" { return "\(text) is a comment of YAML, no tag" }
      return detail == "item" ? "\(text) is empty" : "Nothing stands before \(text)"
    case .trailingSeparator: return "Nothing follows \(text)"
    case .missingAddress: return "\(text) has no address"
    case .missingDomain:
      if let detail { return "\(text) is not \(detail)" }
      return "\(text) has no domain" + (typed.utf8.contains(Byte.at) ? "" : "; no alias of that name is known")
    case .missingLocal: return "\(text) has nothing before the @"
    case .missingAngle: return "\(text) should stand in < >" + (detail == nil ? " after a name" : "")
    case .extraAt: return "An address holds one @; this one is too many"
    case .badDot: return "\(text) cannot stand here: dots stand singly, between words"
    case .badDomain: return "\(text) cannot be part of a domain"
    case .tooLong: return "\(text) is too long" + Self.clause("; the limit is ", detail)
    case .tooMany: return "\(text) is one too many" + Self.clause("; the limit is ", detail)
    case .badChar: return "\(text) cannot stand here"
    case .badEscape: return "\(text) escapes nothing here"
    case .badEncodedWord:
      if let detail { return "The encoded word \(text) must not stand in \(detail)" }
      return "The encoded word \(text) is broken"
    case .controlChar: return "A control character" + Self.clause(": ", detail)
    case .invisibleChar: return "A character that cannot be seen" + Self.clause(": ", detail)
    case .needsQuotes: return "\(text) should stand in quotes"
    case .needsSMTPUTF8: return "\(text) can only be reached through servers with SMTPUTF8"
    case .obsoleteSyntax:
      if let detail { return "A blank stands between \(detail) and its colon; some programs take this for no field" }
      return isBlank ? "A line of blanks; some servers end the header here" : "\(text) is an obsolete form"
    case .groupNotAllowed:
      return "The group \(text) cannot stand in \(detail ?? "this field")"
    case .mailtoURL: return "\(text) belongs to a link, not to an address"
    case .typoDomain: return "\(text) looks like a misspelling" + Self.clause(" of ", detail)
    case .duplicate:
      return "\(text) is here already"
        + Self.clause(", as ", detail.flatMap { typed.contains($0) ? nil : Self.quoted($0) })
    case .allDigits: return "\(text) has digits only"
    case .exclusiveTags: return "\(text) excludes another tag here" + Self.clause(": ", detail)
    case .badType: return "\(text) is of the wrong type" + Self.clause("; due is ", detail)
    case .badIndent: return "This indentation breaks the list"
    case .unresolvedAlias: return "\(text) names nothing that is known"
    case .misplacedTrailer: return "\(text) stands outside the trailers at the end of the message"
    case .oldAddress: return "\(text) is an old address" + Self.clause("; now it is ", detail)
    case .brokenFold: return "\(text) is no header field; indent it if it belongs to the line above"
    case .unsafeForSender: return "\(text) is broken by some senders" + Self.clause(": ", detail)
    case .badLine: return "\(text) cannot be read" + Self.clause(": ", detail)
    case .invalidValue: return "\(text) is not taken in this field" + Self.clause(": ", detail)
    case .leftover: return "\(text) was typed and is no entry yet"
    case .noRecipient: return "\(text) is empty; the message would go to nobody"
    case .ownAddress: return "\(text) is your own address; the message would come back to you"
    case .secondField: return "\(text) stands here for the second time; programs read one of them only"
    case .noSender: return "\(text) names several people; Sender says who of them sends the message"
    case .bccEncrypted: return "\(text) hides nobody here: the message is to be encrypted, and names the keys of all"
    case .onlyBcc: return "\(text) is the only field with recipients"
    case .manyVisible: return "\(detail ?? "Many") people in To and Cc see each other’s addresses; Bcc would hide them"
    case .groupExpanded: return "All recipients see who is in the group \(text)"
    case .outsideDomain: return "\(text) is outside of your own domains"
    case .nearTwin: return "\(text) is nobody you know" + Self.clause("; nearly the same is ", detail)
    case .wrongName: return "Nobody you know is \(text)" + Self.clause("; the one of that name is ", detail)
    case .unknownTag: return "\(text) is not in the list of tags" + Self.clause("; near to it is ", detail)
    case .tagVariant: return text + (detail.map { " is usually written \(Self.quoted($0))" } ?? " holds several tags")
    case .mixedScript: return "\(text) looks like another domain: it has " + (detail ?? "letters of several scripts")
    case .missingFile: return "\(text) is no file that can be attached" + Self.clause("; ", detail)
    case .missingValue: return "\(text) is empty"
    case .invalidUTF8: return "These bytes are no UTF-8"
    }
  }

  private static func clause(_ words: String, _ detail: String?) -> String {
    detail.map { words + $0 } ?? ""
  }

  /// A text in quotation marks, short and on one line.
  private static func quoted(_ text: String) -> String {
    let limit = 60
    var shown = String.UnicodeScalarView()
    var count = 0
    for scalar in text.unicodeScalars {
      if count == limit {
        shown.append("…")
        break
      }
      count += 1
      switch scalar.value {
      case 0x09, 0x0a, 0x0d, 0x2028, 0x2029: shown.append(" ")
      case 0..<0x20, 0x7f..<0xa0: shown.append("\u{fffd}")
      default: shown.append(Characters.isInvisible(scalar) ? "\u{fffd}" : scalar)
      }
    }
    return "“\(String(shown))”"
  }
}
