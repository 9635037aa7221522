/// What a mail field allows beyond the syntax of its value (RFC 5322 section 3.6, RFC 6854, RFC 8098, RFC 5321).
struct FieldLimits {
  /// How many tokens the field takes; nil for any number.
  let tokens: Int?
  /// Whether a group may stand in the field.
  let areGroupsAllowed: Bool
  /// Whether `<>` means something: nobody to return a mail to.
  let isEmptyAngleAllowed: Bool

  /// The limits of a field by its canonical name; none for a name that is not listed, and for no field.
  init(_ field: String?) {
    switch field {
    case "Sender", "Resent-Sender": (tokens, areGroupsAllowed, isEmptyAngleAllowed) = (1, true, false)
    case "Return-Path": (tokens, areGroupsAllowed, isEmptyAngleAllowed) = (1, false, true)
    case "Disposition-Notification-To", "Return-Receipt-To":
      (tokens, areGroupsAllowed, isEmptyAngleAllowed) = (nil, false, false)
    default: (tokens, areGroupsAllowed, isEmptyAngleAllowed) = (nil, true, false)
    }
  }
}
