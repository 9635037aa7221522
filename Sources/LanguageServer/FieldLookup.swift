import Fields

extension Document {
  /// The number of the field whose name or value holds `offset`; the end of the value still belongs to it.
  func fieldIndex(at offset: Int) -> Int? {
    innermost(at: offset) { $0.range }
  }

  /// The number of the field in whose value an offset lies, its end included.
  func valueIndex(at offset: Int) -> Int? {
    innermost(at: offset) { $0.valueRange }
  }

  /// What a field is called where fields are told apart: its name, and behind it which one it is of that name.
  func fieldID(_ index: Int) -> String {
    fieldIDs[index]
  }

  /// What each of some fields is called where fields are told apart; a function of the text alone.
  static func fieldIDs(_ fields: [Field]) -> [String] {
    var seen: [String: Int] = [:]
    return fields.map { field in
      seen[field.name, default: 0] += 1
      return fieldID(field.name, number: seen[field.name] ?? 1)
    }
  }

  static func fieldID(_ name: String, number: Int) -> String {
    number == 1 ? name : "\(name)#\(number)"
  }

  /// The number of the field with a name in any case, the first of that name, or with the name that `fieldID` gives.
  func fieldIndex(named id: String) -> Int? {
    let wanted = id.lowercased()
    if let first = finding.fields.firstIndex(where: { $0.name.lowercased() == wanted }) { return first }
    guard let mark = wanted.lastIndex(of: "#"), let number = Int(wanted[wanted.index(after: mark)...]), number > 1
    else { return nil }
    let name = wanted[..<mark]
    let same = finding.fields.indices.lazy.filter { finding.fields[$0].name.lowercased() == name }
    return same.dropFirst(number - 1).first
  }

  /// The number of the shortest field with a range that touches a place: a property stands within the text around it.
  private func innermost(at offset: Int, _ range: (borrowing Field) -> Range<Int>) -> Int? {
    var found: Int?
    for index in finding.fields.indices where range(finding.fields[index]).touches(offset) {
      if let best = found, finding.fields[best].range.count <= finding.fields[index].range.count { continue }
      found = index
    }
    return found
  }
}
