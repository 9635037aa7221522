import Candidates

/// Short spellings for the tests of the directory.
func person(
  _ name: String, _ address: String, count: Int = 0, last: String = "", nick: [String] = [], org: String = "",
  preference: Int = 0, key: String = "", note: String = ""
) -> Record {
  var record = Record(name: name, address: address)
  record.count = count
  record.last = last
  record.nicknames = nick
  record.organisation = org
  record.preference = preference
  record.key = key
  record.note = note
  return record
}

func group(_ name: String, _ members: [String], key: String = "") -> Record {
  var record = Record(kind: .group, name: name)
  record.members = members.map { Mailbox(name: "", address: $0) }
  record.key = key
  return record
}

/// The stream of these records, one source for each list.
func stream(_ sources: [[Record]], kind: SourceFormat = .contactsTSV) -> [UInt8] {
  var writer = RecordWriter()
  for (number, records) in sources.enumerated() {
    writer.begin(Source(kind: kind, path: "/book\(number)"))
    for record in records { writer.write(record) }
    writer.end(skipped: number, faults: 2, milliseconds: 3, problem: nil)
  }
  return writer.take()
}

extension Directory {
  init(_ sources: [[Record]]) {
    self.init()
    load(stream(sources))
  }

  init(_ records: Record...) {
    self.init([records])
  }

  mutating func load(_ stream: [UInt8], problem: String? = nil) {
    begin()
    append(stream)
    finish(problem: problem)
  }

  /// The matches as `name <address>` or `group: members`.
  func found(_ query: String, limit: Int = 20, present: Set<String> = []) -> [String] {
    matches(query, limit: limit) { present.contains($0) }.map { match in
      match.members.isEmpty
        ? "\(match.name) <\(match.address)>" : "\(match.name): \(match.members.map(\.address).joined(separator: ", "))"
    }
  }

  /// The matches by their addresses, or names of groups.
  func addresses(
    _ query: String, limit: Int = 20, closeness: ClosedRange<Closeness> = .all, present: Set<String> = []
  ) -> [String] {
    matches(query, limit: limit, closeness: closeness) { present.contains($0) }.map {
      $0.address.isEmpty ? $0.name : $0.address
    }
  }
}
