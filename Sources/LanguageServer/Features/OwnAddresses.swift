import Fields
import Wire

/// Oneself among the recipients, as a reply to all leaves it (`own`).
extension Document {
  /// The tokens of a field that are the user's own addresses, while somebody else gets the message too; in bytes of its
  /// value.
  func ownFaults(ofField index: Int, _ settings: Settings) -> [Fault] {
    let field = finding.fields[index]
    guard finder == .mail, !finding.isReceived, field.scope == .recipients else { return [] }
    let mine = settings.ownAddresses
    if mine.isEmpty { return [] }
    let value = value(field)
    let own = readings[index].tokens.filter { token in
      field.grammar.key(token, in: value).map { mine.contains($0) } ?? false
    }
    if own.isEmpty { return [] }
    let isAlone = finding.fields.indices.allSatisfy { other in
      guard finding.fields[other].scope == .recipients else { return true }
      let text = self.value(finding.fields[other])
      return readings[other].tokens.allSatisfy { token in
        finding.fields[other].grammar.key(token, in: text).map { mine.contains($0) } ?? false
      }
    }
    // A note to oneself is meant so.
    return isAlone ? [] : own.map { Fault(.ownAddress, $0.range) }
  }
}

extension Settings {
  /// The keys of the user's own addresses.
  fileprivate var ownAddresses: Set<String> {
    guard case .array(let list) = self["own"] else { return [] }
    return Set(list.compactMap(\.string).map(Grammar.addressList.key(ofEntry:)))
  }
}
