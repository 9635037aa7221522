import Fields

/// Who is who by git's `.mailmap` (gitmailmap(5)): what an author was called, and is called now.
struct MailmapTable: Equatable, Sendable {
  private struct Entry: Equatable, Sendable {
    /// What the address alone leads to.
    var name: String?
    var address: String?
    /// What the address leads to under these names, in lower case.
    var named: [String: Target] = [:]
  }

  private struct Target: Equatable, Sendable {
    var name: String?
    var address: String?
  }

  private var entries: [String: Entry] = [:]

  /// A table of nobody.
  init() {}

  /// Whether nobody is in it.
  var isEmpty: Bool { entries.isEmpty }

  /// Takes one line as git does; one that names nobody changes nothing, and of two lines for one the later one counts.
  mutating func add(line: [UInt8]) {
    guard line.first != UInt8(ascii: "#"), let first = Self.pair(line[...], takesEmpty: false) else { return }
    let second = first.rest.isEmpty ? nil : Self.pair(first.rest, takesEmpty: true)
    let (old, new) = second == nil ? (first.address, nil) : (second?.address ?? "", first.address)
    var entry = entries[old.lowercased()] ?? Entry()
    if let oldName = second?.name {
      entry.named[oldName.lowercased()] = Target(name: first.name, address: new)
    } else {
      if let name = first.name { entry.name = name }
      if let new { entry.address = new }
    }
    entries[old.lowercased()] = entry
  }

  /// Who somebody is now; the same again for whom no line names.
  func now(name: String, address: String) -> (name: String, address: String) {
    guard let entry = entries[address.lowercased()] else { return (name, address) }
    if let target = entry.named[name.lowercased()] {
      return (target.name ?? name, target.address ?? address)
    }
    return (entry.name ?? name, entry.address ?? address)
  }

  /// The first `Name <address>` of a line, without the white space around the name, and what follows it.
  private static func pair(
    _ line: ArraySlice<UInt8>, takesEmpty: Bool
  ) -> (name: String?, address: String, rest: ArraySlice<UInt8>)? {
    guard let open = line.firstIndex(of: UInt8(ascii: "<")),
      let close = line[(open + 1)...].firstIndex(of: UInt8(ascii: ">")), takesEmpty || close > open + 1
    else { return nil }
    var name = line[..<open]
    while let byte = name.first, byte <= Byte.space { name = name.dropFirst() }
    while let byte = name.last, byte <= Byte.space { name = name.dropLast() }
    return (
      name.isEmpty ? nil : String(decoding: name, as: UTF8.self),
      String(decoding: line[(open + 1)..<close], as: UTF8.self),
      line[(close + 1)...]
    )
  }
}
