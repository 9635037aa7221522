import Candidates
import LanguageServer
import Wire

/// The search in the address books.
enum Query {
  /// How many matches are printed unless told otherwise: aerc kills a program after its hundredth line.
  static let limit = 90

  /// A match as `address⇥name⇥note`; a group has the addresses of all its people, and their number behind its name.
  static func row(_ match: Match) -> String {
    guard !match.members.isEmpty else { return Plain.row([match.address, match.name, match.note]) }
    let addresses = match.members.map(\.address).filter { !$0.isEmpty }
    return Plain.row([
      addresses.joined(separator: ", "), "\(match.name) (\(match.members.count))", match.note,
    ])
  }

  /// A match for programs, with what of it answers the query.
  static func json(_ match: Match, _ query: String) -> JSON {
    let highlights = match.highlights(for: query)
    let ranges = { (ranges: [Range<Int>]) in
      JSON.array(ranges.map { .array([.integer($0.lowerBound), .integer($0.upperBound)]) })
    }
    return [
      "address": .string(match.address), "name": .string(match.name),
      "nickname": match.nickname.map { .string($0) } ?? .null, "note": .string(match.note),
      "organisation": .string(match.organisation),
      "members": .array(match.members.map { ["address": .string($0.address), "name": .string($0.name)] }),
      "count": .integer(match.count), "last": .string(match.last),
      "source": ["kind": .string(match.source.kind.rawValue), "path": .string(match.source.path)],
      "highlights": ["name": ranges(highlights.name), "address": ranges(highlights.address)],
    ]
  }

  /// The line that mutt shows below the matches.
  static func message(_ count: Int, isCut: Bool, query: String) -> String {
    let words = query.isEmpty ? "" : " for \(Plain.line(query))"
    if count == 0 { return "No match\(words)" }
    return "\(count)\(isCut ? " or more" : "") \(count == 1 ? "match" : "matches")\(words)"
  }
}

extension Shell {
  /// `tokenfield query`: the matches, best first; exit code 1 without any, 3 without any when a book cannot be read.
  mutating func query(_ arguments: Arguments) throws(Stop) -> Outcome {
    try arguments.clash(.mutt, .json)
    let limit = try arguments.number(.limit, 1...1_000_000) ?? Query.limit
    let query = arguments.operands.joined(separator: " ")
    let script = Script.begun(try startup(arguments), in: world)
    var matches = script.session.directory.matches(
      query, limit: limit, closeness: script.session.settings.flag("completion.fuzzy") ? .all : .literal)
    let asked = matches.count < limit ? script.ask(query, in: world) : (matches: [], problems: [])
    let known = Set(matches.map { Address.key($0.address) })
    let directory = script.session.directory
    matches += asked.matches.filter { !directory.isUnwanted($0.address) }.filter {
      $0.address.isEmpty || !known.contains(Address.key($0.address))
    }.prefix(
      limit - matches.count)
    if arguments.has(.json) {
      print(JSON.array(matches.map { Query.json($0, query) }))
    } else {
      if arguments.has(.mutt) { print(Query.message(matches.count, isCut: matches.count == limit, query: query)) }
      for match in matches { print(Query.row(match)) }
    }
    complain(of: script)
    for problem in asked.problems where !script.complaints.contains(problem) { complain(problem) }
    guard matches.isEmpty else { return .well }
    return script.hasFailed || !asked.problems.isEmpty ? .failure : .findings
  }
}

extension Script {
  /// Whether an address book could not be read, or not to its end.
  var hasFailed: Bool {
    !unreadable.isEmpty || isMisnamed || session.directory.problem != nil
      || session.directory.sources.contains { $0.problem != nil }
  }
}
