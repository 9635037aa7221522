extension Finding {
  /// The tokens that repeat somebody of another field with the same keys: the same person in To and Cc.
  ///
  /// To wins over Cc, and Cc over Bcc, in whatever order they stand in the text; between two fields of one name the
  /// earlier wins. A token that repeats one of its own field has been marked by the reader already and is passed over.
  /// Ranges are bytes of the document. Keys are made only of tokens whose hashes stand in two fields, so that ten
  /// thousand recipients beside a short Cc cost little.
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
    var scopes: [KeyScope: [Int]] = [:]
    for (index, field) in fields.enumerated() where field.scope != .none && !readings[index].tokens.isEmpty {
      scopes[field.scope, default: []].append(index)
    }
    for members in scopes.values where members.count > 1 {
      let shared = sharedHashes(members.map { readings[$0] })
      guard !shared.isEmpty else { continue }
      var keys: [Int: [Key]] = [:]
      for index in members {
        keys[index] = Self.keys(fields[index], readings[index], value(fields[index]), shared)
      }
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

  /// The hashes that stand in two readings or more; the largest one is only looked through for those of the others.
  private static func sharedHashes(_ readings: [Reading]) -> Set<Int> {
    let bySize = readings.sorted { $0.tokens.count < $1.tokens.count }
    var owners: [Int: Int] = [:]
    var shared: Set<Int> = []
    for (owner, reading) in bySize.enumerated() {
      for case let hash? in reading.keyHashes {
        if let other = owners[hash] {
          if other != owner { shared.insert(hash) }
        } else if owner + 1 < bySize.count {
          owners[hash] = owner
        }
      }
    }
    return shared
  }

  /// The keys of those tokens whose hashes are among these.
  private static func keys(_ field: Field, _ reading: Reading, _ value: [UInt8], _ shared: Set<Int>) -> [Key] {
    zip(reading.tokens, reading.keyHashes).compactMap { token, hash in
      guard let hash, shared.contains(hash), let text = field.grammar.key(token, in: value) else { return nil }
      return Key(text: text, range: token.range)
    }
  }

  /// Where the field's name stands in the table: what is higher up keeps its people.
  private static func rank(_ field: Field) -> Int {
    MailField.all.firstIndex { $0.name == field.name } ?? MailField.all.count
  }
}
