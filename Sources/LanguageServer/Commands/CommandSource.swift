package import Candidates
package import Wire

/// A program that is asked for people while one types: `{"kind":"command","argv":["lbdbq","{query}"]}` of `sources`.
///
/// The words of `argv` are given to the program as they are, no shell reads them; `{query}` in a word stands for all that
/// was typed, and stays part of that word.
package struct CommandSource: Equatable, Sendable {
  /// What it is called in lists and reports.
  package var name: String
  /// The program and its words: a name that is looked up in `PATH`, or a path that is absolute or begins with `~/`.
  package var argv: [String]
  /// How its output is written.
  package var format: SourceFormat
  /// Whether the first line of the output is a message.
  package var skipsFirst: Bool
  /// After so many milliseconds it is ended.
  package var milliseconds: Int
  /// A directory that is asked through `ldapsearch`, which makes up the words.
  private var ldap: LdapSearch?

  private static let keys = ["kind", "name", "argv", "format", "skipFirst", "timeout", "preset"] + LdapSearch.keys
  private static let times = 10...60_000
  private static let usualTime = 2_000
  /// What stands for the text that was typed.
  private static let place = "{query}"

  /// Reads an entry of `sources`; nil for one of another kind, and for one that `problem` complains of.
  package init?(_ json: JSON) {
    guard Self.isCommand(json), Self.problem(json, at: "") == nil else { return nil }
    ldap = LdapSearch(json)
    argv = json.texts("argv")
    format = json["format"]?.string.flatMap { SourceFormat(rawValue: $0) } ?? (ldap == nil ? .queryTSV : .ldif)
    skipsFirst = json["skipFirst"] == .bool(true)
    milliseconds = json["timeout"]?.whole ?? Self.usualTime
    name = json["name"]?.string ?? ldap?.uri ?? argv.joined(separator: " ")
    if let ldap { argv = ldap.arguments(for: "") }
  }

  /// Whether an entry of `sources` names a program, so that it counts only where the user has written it himself.
  static func isCommand(_ json: JSON) -> Bool {
    json["kind"] == .string(SourceFormat.command.rawValue)
  }

  /// What is wrong with an entry, in words that begin with its place; nil when it can be used.
  static func problem(_ json: JSON, at place: String) -> String? {
    guard case .object(let members) = json else { return "\(place): expected an object" }
    if let other = members.first(where: { !keys.contains($0.key) }) {
      let near = Spelling.nearest(other.key, among: keys).map { "; did you mean \(place).\($0)?" } ?? ""
      return "unknown setting \(place).\(other.key)\(near)"
    }
    if let preset = json["preset"] {
      guard preset == "ldapsearch" else { return "\(place).preset: expected ldapsearch" }
      if let problem = LdapSearch.problem(json, at: place) { return problem }
    } else {
      guard case .array(let words) = json["argv"], !words.isEmpty, words.allSatisfy({ $0.string != nil }),
        words[0].string?.isEmpty == false
      else { return "\(place).argv: expected a list of a program and its words" }
    }
    if let format = json["format"], !(format.string.flatMap { SourceFormat(rawValue: $0) }?.isText ?? false) {
      let known = SourceFormat.allCases.filter(\.isText).map(\.rawValue)
      return "\(place).format: expected one of \(known.joined(separator: ", "))"
    }
    if let time = json["timeout"], !(time.whole.map(times.contains) ?? false) {
      return "\(place).timeout: expected a whole number from \(times.lowerBound) to \(times.upperBound)"
    }
    return nil
  }

  /// The words that are given to the program for a query; nil for one that no program is asked.
  ///
  /// What begins with `-` could be taken for an option; nobody is called so. Control characters are no part of a name.
  func arguments(for query: String) -> [String]? {
    guard !query.isEmpty, !query.hasPrefix("-"), !query.unicodeScalars.contains(where: { $0.value < 32 }) else {
      return nil
    }
    if let ldap { return ldap.arguments(for: query) }
    return [argv[0]] + argv.dropFirst().map { Self.replaced($0, query) }
  }

  /// The word with the query in its places; a query that holds such a place is not looked at again.
  private static func replaced(_ word: String, _ query: String) -> String {
    var result = ""
    var rest = word[...]
    while let start = rest.firstRange(of: place) {
      result += rest[..<start.lowerBound] + query
      rest = rest[start.upperBound...]
    }
    return result + rest
  }
}

extension Substring {
  /// Where a text stands first.
  fileprivate func firstRange(of text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      start = index(after: start)
    }
    return nil
  }
}

extension Settings {
  /// The programs that are asked for people while one types.
  package var commands: [CommandSource] {
    guard case .array(let list) = self["sources"] else { return [] }
    return list.compactMap { CommandSource($0) }
  }

  /// The sources that are programs: all of them were named by the user.
  var ownPrograms: [JSON] {
    guard case .array(let list) = self["sources"] else { return [] }
    return list.filter(CommandSource.isCommand)
  }

  /// The sources of a list that can be read; what is wrong with the others goes to the warnings.
  static func sources(_ list: [JSON], _ isOwn: Bool, _ warnings: inout [String]) -> [JSON] {
    var good: [JSON] = []
    for (index, source) in list.enumerated() {
      if let problem = IndexRequest.problem(source, at: index) {
        warnings.append(problem)
      } else if !isOwn, CommandSource.isCommand(source) {
        warnings.append("sources[\(index)]: programs count only in the user's own file or on the command line")
      } else {
        good.append(source)
      }
    }
    return good
  }
}
