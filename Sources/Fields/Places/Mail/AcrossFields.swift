extension Finding {
  /// The tokens that repeat somebody of another field with the same keys: the same person in To and Cc.
  ///
  /// To wins over Cc, and Cc over Bcc, in whatever order they stand in the text; between two fields of one name the
  /// earlier wins. A token that repeats one of its own field has been marked by the reader already and is passed over.
  /// Ranges are bytes of the document.
  ///
  /// - Parameters:
  ///   - fields: the fields of a finding.
  ///   - readings: the reading of each.
  ///   - value: gives the bytes of a field's value.
  package static func duplicates(
    among fields: [Field], _ readings: [Reading], value: (Field) -> [UInt8]
  ) -> [Fault] {
    var faults: [Fault] = []
    for scope in KeyScope.allCases where scope != .none {
      let members = fields.indices.filter { fields[$0].scope == scope && !readings[$0].tokens.isEmpty }
      guard members.count > 1 else { continue }
      let ordered = members.sorted { (rank(fields[$0]), $0) < (rank(fields[$1]), $1) }
      var seen: [String: Range<Int>] = [:]
      for index in ordered {
        let field = fields[index]
        let bytes = value(field)
        let start = field.valueRange.lowerBound
        let marked = Set(readings[index].faults.filter { $0.rule == .duplicate }.map(\.range))
        for token in readings[index].tokens {
          guard let key = field.grammar.key(token, in: bytes) else { continue }
          let range = token.range.shifted(by: start)
          if let first = seen[key] {
            if !marked.contains(token.range) { faults.append(Fault(.duplicate, range, related: first)) }
          } else {
            seen[key] = range
          }
        }
      }
    }
    return faults.sorted(by: Fault.isOrdered)
  }

  /// Where the field's name stands in the table: what is higher up keeps its people.
  private static func rank(_ field: Field) -> Int {
    MailField.all.firstIndex { $0.name == field.name } ?? MailField.all.count
  }
}
