extension Finding {
  /// The tokens that repeat somebody of another field with the same keys: the same person in To and Cc.
  ///
  /// To wins over Cc, and Cc over Bcc, in whatever order they stand in the text; between two fields of one name the
  /// earlier wins. A token that repeats one of its own field has been marked by the reader already and is passed over.
  /// Ranges are bytes of the document. The largest field is only looked through for keys of the others, so that ten
  /// thousand recipients beside an empty Cc cost nothing.
  ///
  /// - Parameters:
  ///   - fields: the fields of a finding.
  ///   - readings: the reading of each.
  ///   - value: gives the bytes of a field's value.
  /// - Returns: a `duplicate` for each, related to the one that stays, in the order of the text.
  package static func duplicates(
    among fields: [Field], _ readings: [Reading], value: (Field) -> [UInt8]
  ) -> [Fault] {
    var faults: [Fault] = []
    for scope in KeyScope.allCases where scope != .none {
      let members = fields.indices.filter { fields[$0].scope == scope && !readings[$0].tokens.isEmpty }
      guard members.count > 1,
        let largest = members.max(by: { readings[$0].tokens.count < readings[$1].tokens.count })
      else { continue }
      var keys: [Int: [Key]] = [:]
      for index in members where index != largest {
        keys[index] = Self.keys(fields[index], readings[index], value(fields[index]), among: nil)
      }
      let wanted = Set(keys.values.joined().map(\.text))
      keys[largest] = Self.keys(fields[largest], readings[largest], value(fields[largest]), among: wanted)
      var seen: [String: Range<Int>] = [:]
      for index in members.sorted(by: { (rank(fields[$0]), $0) < (rank(fields[$1]), $1) }) {
        let start = fields[index].valueRange.lowerBound
        let marked = Set(readings[index].faults.filter { $0.rule == .duplicate }.map(\.range))
        for key in keys[index] ?? [] {
          let range = key.range.shifted(by: start)
          if let first = seen[key.text] {
            if !marked.contains(key.range) { faults.append(Fault(.duplicate, range, related: first)) }
          } else {
            seen[key.text] = range
          }
        }
      }
    }
    return faults.sorted(by: Fault.isOrdered)
  }

  /// A token's key and its bytes in the value.
  private struct Key {
    var text: String
    var range: Range<Int>
  }

  /// The keys of a field's tokens, or only those that are wanted.
  private static func keys(
    _ field: Field, _ reading: Reading, _ value: [UInt8], among wanted: Set<String>?
  ) -> [Key] {
    if let wanted, wanted.isEmpty { return [] }
    return reading.tokens.compactMap { token in
      guard let text = field.grammar.key(token, in: value), wanted?.contains(text) ?? true else { return nil }
      return Key(text: text, range: token.range)
    }
  }

  /// Where the field's name stands in the table: what is higher up keeps its people.
  private static func rank(_ field: Field) -> Int {
    MailField.all.firstIndex { $0.name == field.name } ?? MailField.all.count
  }
}
