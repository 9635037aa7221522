/// Keys that stand for people or for other keys, over all files that belong together: what mutt and mailx call aliases.
///
/// Keys ignore case; members may be other keys, defined before or behind.
struct Aliases {
  /// What stands at one place of a definition.
  struct Member {
    var range: Range<Int>
    var mailbox: Mailbox
    var isReference: Bool
  }

  /// A key and its members, as one file says it.
  struct Definition {
    var file: Int
    var key: String
    var groups: [String] = []
    var members: [Member]
    var comment: String?
  }

  private let mailboxes: MailboxReader
  private var definitions: [Definition] = []
  /// The definition that counts, by key in lower case.
  private var latest: [String: Int] = [:]
  private var resolved: Resolved?

  init(mailboxes: @escaping MailboxReader) {
    self.mailboxes = mailboxes
  }

  /// Takes a definition, which counts instead of an earlier one of its key; says whether there was one.
  mutating func define(_ definition: Definition) -> Bool {
    resolved = nil
    let before = latest.updateValue(definitions.count, forKey: definition.key.lowercased())
    definitions.append(definition)
    return before != nil
  }

  /// Takes a definition; if the key is spelled as an earlier one, its members go to that.
  mutating func extend(_ definition: Definition) -> Bool {
    guard let number = latest[definition.key.lowercased()], definitions[number].key == definition.key else {
      return define(definition)
    }
    resolved = nil
    definitions[number].members += definition.members
    return false
  }

  /// Forgets a key; its members still have their places.
  mutating func remove(_ key: String) {
    resolved = nil
    latest[key.lowercased()] = nil
  }

  /// Forgets all keys.
  mutating func removeAll() {
    resolved = nil
    latest = [:]
  }

  /// What a member comes to: its mailboxes, or the key of another alias.
  func members(_ text: ArraySlice<UInt8>, range: Range<Int>) -> [Member] {
    let whole = String(decoding: text, as: UTF8.self)
    if Address.isBare(whole) {
      return [Member(range: range, mailbox: Mailbox(name: "", address: whole), isReference: false)]
    }
    let read = text.contains(UInt8(ascii: "@")) ? mailboxes(Array(text)) : []
    let usable = read.filter { Address.isUsable($0.address) }
    // What is broken is named as a whole, and nobody is taken for it.
    if usable.isEmpty || read.contains(where: \.isBroken) {
      let word = PlainText.line(text)
      return [Member(range: range, mailbox: Mailbox(name: "", address: word), isReference: true)]
    }
    return usable.map { mailbox in
      let name = PlainText.name(mailbox.name)
      return Member(
        range: range, mailbox: Mailbox(name: name == mailbox.address ? "" : name, address: mailbox.address),
        isReference: false)
    }
  }

  /// What all files together come to.
  private struct Resolved {
    /// The people behind each definition that counts; nil for the others, and where finding them takes too long.
    var people: [[Mailbox]?]
    /// Members that lead back to their own alias.
    var circles: Set<Expansion.Circle>
  }

  private mutating func resolve() -> Resolved {
    if let resolved { return resolved }
    var expansion = Expansion(
      definitions.map { definition in
        definition.members.map { member in
          guard member.isReference else { return .mailbox(member.mailbox) }
          return latest[member.mailbox.address.lowercased()].map { .group($0) } ?? .unknown
        }
      })
    let people = definitions.indices.map { number in
      latest[definitions[number].key.lowercased()] == number ? expansion.people(of: number) : nil
    }
    let fresh = Resolved(people: people, circles: expansion.circles)
    resolved = fresh
    return fresh
  }

  private func addFaults(of number: Int, _ resolved: Resolved, to faults: inout SourceFaults) {
    for (place, member) in definitions[number].members.enumerated() where member.isReference {
      let isCircle = resolved.circles.contains(Expansion.Circle(group: number, member: place))
      if isCircle || latest[member.mailbox.address.lowercased()] == nil {
        faults.add(.unresolvedAlias, member.range, detail: isCircle ? "leads back to itself" : nil)
      }
    }
  }

  /// Puts one record for each key of a file, then one for each `-group` that it is the first to name, behind the
  /// records of a reading.
  mutating func addRecords(file: Int = 0, to reading: inout SourceReading) {
    let resolved = resolve()
    var groups: [Record] = []
    var known: [String: Int] = [:]
    for (number, definition) in definitions.enumerated() {
      let isHere = definition.file == file
      if isHere { addFaults(of: number, resolved, to: &reading.faultsFound) }
      guard latest[definition.key.lowercased()] == number else { continue }
      guard let members = resolved.people[number], let first = members.first else {
        if isHere { reading.skipped += 1 }
        continue
      }
      for name in definition.groups {
        let index = known[name.lowercased(), default: groups.count]
        if index == groups.count {
          known[name.lowercased()] = index
          groups.append(Record(kind: .group, name: isHere ? name : ""))
        }
        groups[index].members += members
      }
      guard isHere else { continue }
      var record =
        members.count == 1
        ? Record(name: first.name, address: first.address) : Record(kind: .group, name: definition.key)
      if members.count > 1 { record.members = members }
      record.key = definition.key
      record.note = definition.comment ?? ""
      record.categories = definition.groups
      reading.records.append(record)
    }
    for var group in groups where !group.name.isEmpty {
      var seen: Set<String> = []
      group.members = group.members.filter { seen.insert(Address.key($0.address)).inserted }
      reading.records.append(group)
    }
  }

  /// Where the members of all definitions stand, those that were defined again later too.
  mutating func entries(faults: inout SourceFaults) -> [SourceEntry] {
    let resolved = resolve()
    for number in definitions.indices { addFaults(of: number, resolved, to: &faults) }
    let entries = definitions.flatMap { definition in
      definition.members.map { member in
        let value = member.mailbox.address
        let name = member.mailbox.name
        var entry = SourceEntry(range: member.range, display: name.isEmpty ? value : name, value: value)
        entry.alias = definition.key
        entry.isReference = member.isReference
        entry.groups = definition.groups
        entry.comment = definition.comment
        return entry
      }
    }
    // Members that were added to an earlier definition stand behind what came between.
    let order = entries.indices.sorted { (entries[$0].range.lowerBound, $0) < (entries[$1].range.lowerBound, $1) }
    return order.map { entries[$0] }
  }
}
