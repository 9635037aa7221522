import Candidates
import Wire

/// Who can be mentioned in running text, as the settings say.
struct MentionList: Equatable, Sendable {
  /// Somebody who can be mentioned.
  struct Person: Equatable, Sendable {
    /// What is written behind the prefix.
    var handle: String
    /// The full name; "" where there is none.
    var name = ""
    /// The only prefix behind which it is offered; nil for any.
    var prefix: String?
    /// What a client gets back with the mention.
    var data: JSON
  }

  /// A person with what is searched: the folded handle, and the words of handle and name.
  private struct Row: Equatable, Sendable {
    var person: Person
    var handle: [UInt8]
    var words: [[UInt8]]
  }

  private var rows: [Row] = []
  /// Files that name others, a handle a line, each with the only prefix behind which these are offered; nil for any.
  private(set) var files: [(path: String, prefix: String?)] = []
  /// What was wrong with the entries that were left out, in words that name their places.
  private(set) var problems: [String] = []

  /// The setting that it is read from.
  static let key = "mentions"

  /// A list of nobody.
  init() {}

  /// Whether two lists offer the same people.
  static func == (one: MentionList, other: MentionList) -> Bool {
    one.rows == other.rows && one.problems == other.problems
      && one.files.elementsEqual(other.files) { $0.path == $1.path && $0.prefix == $1.prefix }
  }

  /// Reads the value of the setting: words, objects `{handle, name, prefix, data}`, and files `{file, prefix}`.
  init(_ value: JSON) {
    guard case .array(let list) = value else { return }
    for (index, item) in list.enumerated() {
      if let path = item["file"]?.string, !path.isEmpty {
        files.append((path, item["prefix"]?.string))
        continue
      }
      guard let person = Self.person(item) else {
        problems.append("mentions[\(index)]: expected a name, or an object with a handle or a file")
        continue
      }
      add(person)
    }
  }

  private mutating func add(_ person: Person) {
    let handle = Folding.fold(person.handle)
    rows.append(Row(person: person, handle: handle, words: Folding.words(person.handle) + Folding.words(person.name)))
  }

  /// Adds somebody whom a file names, unless the handle is there already.
  ///
  /// - Parameters:
  ///   - handle: what is written behind the prefix.
  ///   - name: the full name; "" for none.
  ///   - path: the file as the setting names it; one that is not named there adds nobody.
  mutating func add(handle: String, name: String, from path: String) {
    guard let file = files.first(where: { $0.path == path }), var person = Self.person(["handle": .string(handle)])
    else { return }
    let folded = Folding.fold(handle)
    if known.isEmpty { known = Set(rows.map(\.handle)) }
    guard known.insert(folded).inserted else { return }
    person.prefix = file.prefix
    if !name.isEmpty { (person.name, person.data) = (name, ["handle": .string(handle), "name": .string(name)]) }
    add(person)
  }

  /// The handles that are there, while people of files are added.
  private var known: Set<[UInt8]> = []

  private static func person(_ item: JSON) -> Person? {
    let handle = item.string ?? item["handle"]?.string ?? ""
    guard !handle.isEmpty, !handle.contains(where: \.isNewline) else { return nil }
    if item.string != nil { return Person(handle: handle, data: ["handle": .string(handle)]) }
    let name = item["name"]?.string ?? ""
    var members = [JSON.Member(key: "handle", value: .string(handle))]
    if !name.isEmpty { members.append(JSON.Member(key: "name", value: .string(name))) }
    return Person(handle: handle, name: name, prefix: item["prefix"]?.string, data: item["data"] ?? .object(members))
  }

  /// Who answers a query, best first: by the whole handle, its beginning, beginnings of words, anything else.
  ///
  /// - Parameters:
  ///   - query: what was typed; with nothing typed everybody answers, in the order of the list.
  ///   - prefix: what was typed before it.
  ///   - limit: how many are wanted.
  /// - Returns: the people; none where nobody answers.
  func matches(_ query: String, prefix: String, limit: Int) -> [Person] {
    let words = Folding.words(query)
    if words.isEmpty, !query.isEmpty { return [] }
    let whole = Array(words.joined(separator: [UInt8(ascii: " ")]))
    var found: [[Person]] = [[], [], [], []]
    for row in rows where row.person.prefix ?? prefix == prefix {
      guard let rank = Self.rank(row, words, whole), found[rank].count < limit else { continue }
      found[rank].append(row.person)
    }
    return Array(found.joined().prefix(limit))
  }

  private static func rank(_ row: Row, _ words: [[UInt8]], _ whole: [UInt8]) -> Int? {
    if row.handle == whole { return 0 }
    if row.handle.starts(with: whole) { return 1 }
    if words.allSatisfy({ word in row.words.contains { $0.starts(with: word) } }) { return 2 }
    // One letter stands somewhere in most names.
    guard whole.count > 1 else { return nil }
    let isInside = words.allSatisfy { word in
      row.words.contains { text in
        text.count >= word.count && text.indices.contains { text[$0...].starts(with: word) }
      }
    }
    return isInside ? 3 : nil
  }
}
