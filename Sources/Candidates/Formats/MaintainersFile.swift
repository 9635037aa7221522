/// A `MAINTAINERS` file as that of the Linux kernel: a title, then lines of a letter, a colon and a value.
///
/// `M:` who takes patches, `R:` who reviews, `L:` a list, `F:` files, `X:` files that are not meant, `N:` a regular
/// expression on paths. Of the rest, `K:` (a regular expression on contents) would need the tree; it is not read.
package struct MaintainersFile: Sendable {
  /// What somebody is to a section, the one to be told first first.
  package enum Role: Int, Comparable, Sendable {
    case maintainer, reviewer, list

    /// Whether the left one is told before the right one.
    package static func < (left: Role, right: Role) -> Bool { left.rawValue < right.rawValue }

    /// The role in one word.
    var word: String {
      switch self {
      case .maintainer: "maintainer"
      case .reviewer: "reviewer"
      case .list: "list"
      }
    }
  }

  private struct Person {
    var role: Role
    var name: String
    var address: String
    /// Where it stands, the name included.
    var range: Range<Int>
  }

  private struct Section {
    var title: String
    var people: [Person] = []
    var files: [PathPattern] = []
    var excluded: [PathPattern] = []
    var names: [String] = []
  }

  private var sections: [Section] = []
  /// How many comparisons all questions of one call may cost: a file that was made to cost is given up.
  private static let steps = 100_000_000
  private static let longest = 2000

  /// Reads a file; any bytes are one.
  package init(_ bytes: [UInt8]) {
    var faults = SourceFaults()
    self.init(bytes, faults: &faults)
  }

  init(_ bytes: [UInt8], faults: inout SourceFaults) {
    var title = ""
    var isOpen = false
    var lines = Lines(bytes)
    while let line = lines.next() {
      let start = line.lowerBound
      guard line.count >= 2, bytes[start + 1] == UInt8(ascii: ":"),
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[start])
      else {
        // Some underline their titles.
        let head = line.prefix(Self.longest)
        let isTitle = bytes[head].contains { $0 >= 0x80 || Self.isLetterOrDigit($0) }
        if isTitle { title = PlainText.line(bytes[head]) }
        if !bytes[head].allSatisfy(isBlank) { isOpen = false }
        continue
      }
      let value = trimmed(start + 2..<line.upperBound, in: bytes)
      guard !value.isEmpty, value.count <= Self.longest else { continue }
      if !isOpen { sections.append(Section(title: title)) }
      isOpen = true
      let last = sections.count - 1
      switch bytes[start] {
      case UInt8(ascii: "M"): add(.maintainer, value, bytes, &faults)
      case UInt8(ascii: "R"): add(.reviewer, value, bytes, &faults)
      case UInt8(ascii: "L"): add(.list, value, bytes, &faults)
      case UInt8(ascii: "F"): if let pattern = PathPattern(bytes[value]) { sections[last].files.append(pattern) }
      case UInt8(ascii: "X"): if let pattern = PathPattern(bytes[value]) { sections[last].excluded.append(pattern) }
      case UInt8(ascii: "N"): sections[last].names.append(PlainText.line(bytes[value]))
      default: break
      }
    }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowercased(byte))
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Reads `Name <address>` or an address, with a remark in parentheses behind it.
  private mutating func add(_ role: Role, _ value: Range<Int>, _ bytes: [UInt8], _ faults: inout SourceFaults) {
    var name = value.lowerBound..<value.lowerBound
    var address = value.lowerBound..<(bytes[value].firstIndex(where: isBlank) ?? value.upperBound)
    var range = address
    if let open = bytes[value].firstIndex(of: UInt8(ascii: "<")),
      let close = bytes[open..<value.upperBound].firstIndex(of: UInt8(ascii: ">"))
    {
      name = trimmed(value.lowerBound..<open, in: bytes)
      address = open + 1..<close
      range = value.lowerBound..<close + 1
    }
    let text = PlainText.line(bytes[address])
    guard Address.isUsable(text) else { return faults.add(.badLine, value) }
    if name.count >= 2, bytes[name.lowerBound] == UInt8(ascii: "\""), bytes[name.upperBound - 1] == UInt8(ascii: "\"") {
      name = name.lowerBound + 1..<name.upperBound - 1
    }
    let words = PlainText.name(String(decoding: bytes[name], as: UTF8.self))
    sections[sections.count - 1].people.append(Person(role: role, name: words, address: text, range: range))
  }

  // MARK: People

  /// Everybody, each address once under its first name, with the title of the first section as note.
  package var records: [Record] {
    var seen: Set<String> = []
    return sections.flatMap { section in
      section.people.compactMap { person in
        guard seen.insert(Address.key(person.address)).inserted else { return nil }
        var record = Record(name: person.name, address: person.address)
        record.note = section.title
        return record
      }
    }
  }

  /// Where people stand, one entry each time.
  var entries: [SourceEntry] {
    sections.flatMap { section in
      section.people.map { person in
        var entry = SourceEntry(
          range: person.range, display: person.name.isEmpty ? person.address : person.name, value: person.address)
        entry.note = section.title.isEmpty ? nil : section.title
        return entry
      }
    }
  }

  /// Who is to be told of changes in files: those of the most specific pattern first, of these maintainers, reviewers,
  /// lists, each address once.
  ///
  /// A section counts for a file that one of its `F:` fits and none of its `X:`, and for one that a regular expression
  /// finds, behind all others.
  ///
  /// - Parameters:
  ///   - paths: Paths from the root of the tree, with slashes.
  ///   - finds: Whether a regular expression is found in a path; nil for one that cannot be read.
  /// - Returns: The people, with the section and what they are there as note.
  package func people(of paths: [String], finds: (_ expression: String, _ path: String) -> Bool? = { _, _ in nil })
    -> [Record]
  {
    struct Found {
      var depth: Int
      var letters: Int
      var role: Role
      var section: Int
      var person: Int
    }
    let cut = paths.map { path in path.utf8.split(separator: UInt8(ascii: "/")).map { Array($0) } }
    var steps = Self.steps
    var found: [Found] = []
    for (number, section) in sections.enumerated() where !section.people.isEmpty {
      var best: (depth: Int, letters: Int)?
      for (path, parts) in zip(paths, cut) where steps > 0 {
        var own: (depth: Int, letters: Int)?
        for pattern in section.files where own ?? (-2, 0) < (pattern.depth, pattern.letters) {
          if pattern.fits(parts, steps: &steps) { own = (pattern.depth, pattern.letters) }
        }
        for expression in section.names where own == nil && steps > 0 {
          steps -= path.utf8.count * expression.utf8.count
          if finds(expression, path) ?? false { own = (-2, 0) }
        }
        guard let own, best ?? (-3, 0) < own else { continue }
        if !section.excluded.contains(where: { $0.fits(parts, steps: &steps) }), steps > 0 { best = own }
      }
      guard let best else { continue }
      for (index, person) in section.people.enumerated() {
        found.append(
          Found(depth: best.depth, letters: best.letters, role: person.role, section: number, person: index))
      }
    }
    found.sort {
      ($1.depth, $1.letters, $0.role.rawValue, $0.section, $0.person)
        < ($0.depth, $0.letters, $1.role.rawValue, $1.section, $1.person)
    }
    var seen: Set<String> = []
    return found.compactMap { one in
      let section = sections[one.section]
      let person = section.people[one.person]
      guard seen.insert(Address.key(person.address)).inserted else { return nil }
      var record = Record(name: person.name, address: person.address)
      record.note = section.title.isEmpty ? one.role.word : "\(section.title) (\(one.role.word))"
      return record
    }
  }
}
