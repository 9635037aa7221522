import Wire

/// A directory of an organisation, asked through OpenLDAP's `ldapsearch`: `"preset": "ldapsearch"` of a command.
///
/// `uri` and `base` say where, `user` and `passwordFile` who asks (else nobody), `filter` what is asked, with `{query}` in
/// it. ldapsearch(1).
struct LdapSearch: Equatable, Sendable {
  static let keys = ["uri", "base", "user", "passwordFile", "filter", "startTLS"]
  /// So many entries are asked for.
  private static let limit = 50

  var uri: String
  private var base: String
  private var user: String?
  private var passwordFile: String?
  private var filter: String?
  private var startsTLS: Bool

  /// Reads an entry of `sources`; nil for one that is no such preset.
  init?(_ json: JSON) {
    guard json["preset"] == "ldapsearch", let uri = json["uri"]?.string, let base = json["base"]?.string else {
      return nil
    }
    (self.uri, self.base) = (uri, base)
    user = json["user"]?.string
    passwordFile = json["passwordFile"]?.string
    filter = json["filter"]?.string
    startsTLS = json["startTLS"] == .bool(true)
  }

  static func problem(_ json: JSON, at place: String) -> String? {
    for key in ["uri", "base"] where json[key]?.string?.isEmpty ?? true { return "\(place).\(key): expected a text" }
    for key in ["user", "passwordFile", "filter"] {
      if let value = json[key], value.string?.isEmpty ?? true { return "\(place).\(key): expected a text" }
    }
    return nil
  }

  /// The program and its words.
  func arguments(for query: String) -> [String] {
    var words = ["ldapsearch", "-LLL", "-x", "-o", "ldif-wrap=no", "-o", "nettimeout=2", "-l", "2", "-z"]
    words += [String(Self.limit), "-H", uri, "-b", base]
    if startsTLS { words.append("-ZZ") }
    if let user { words += ["-D", user] }
    if let passwordFile { words += ["-y", passwordFile] }
    let attributes = ["cn", "displayName", "givenName", "sn", "mail", "o", "description"]
    return words + [asked(query)] + attributes
  }

  /// The filter: each word must begin the name, the surname, or the address, or a later word of the name.
  private func asked(_ query: String) -> String {
    if let filter {
      return filter.split(separator: "{query}", omittingEmptySubsequences: false).joined(separator: Self.escaped(query))
    }
    let words = query.split(whereSeparator: \.isWhitespace).map { word in
      let text = Self.escaped(String(word))
      return
        "(|(cn=\(text)*)(cn=* \(text)*)(displayName=\(text)*)(sn=\(text)*)(givenName=\(text)*)(mail=\(text)*)(uid=\(text)*))"
    }
    return "(&(mail=*)\(words.joined()))"
  }

  /// The text as a value of a filter, in which no character of it means anything; RFC 4515 section 3.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      switch character {
      case "*": result += "\\2a"
      case "(": result += "\\28"
      case ")": result += "\\29"
      case "\\": result += "\\5c"
      case "\0": result += "\\00"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }
}
