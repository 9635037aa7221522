import Fields
import Wire

/// Oneself among the recipients, as a reply to all leaves it (`own`, and whoever stands in `From`).
extension Document {
  /// The tokens of a field that are the user's own addresses, while somebody else gets the message too; in bytes of its
  /// value.
  func ownFaults(ofField index: Int, _ settings: Settings) -> [Fault] {
    guard isDraft, finding.fields[index].scope == .recipients else { return [] }
    let mine = OwnKeys(settings.ownAddresses.union(authors))
    let own = tokens(of: mine, inField: index)
    if own.isEmpty { return [] }
    // A note to oneself is meant so.
    let isAlone = finding.fields.indices.allSatisfy { other in
      finding.fields[other].scope != .recipients || tokens(of: mine, inField: other).count == held[other].tokens.count
    }
    return isAlone ? [] : own.map { Fault(.ownAddress, $0.range) }
  }

  /// The keys of those in whose name the draft is written.
  private var authors: Set<String> {
    guard let from = finding.fields.firstIndex(where: { $0.name == "From" }), held[from].tokens.count < 20 else {
      return []
    }
    let value = value(finding.fields[from])
    return Set(held[from].tokens.compactMap { finding.fields[from].grammar.key($0, in: value) })
  }

  /// The tokens of a field that have one of these keys; of ten thousand others no key is made.
  private func tokens(of mine: OwnKeys, inField index: Int) -> [Token] {
    let (reading, grammar) = (held[index], finding.fields[index].grammar)
    guard !mine.keys.isEmpty, reading.keyHashes.count == reading.tokens.count else { return [] }
    let likely = zip(reading.tokens, reading.keyHashes).filter { _, hash in hash.map(mine.hashes.contains) ?? false }
    if likely.isEmpty { return [] }
    let value = value(finding.fields[index])
    return likely.map(\.0).filter { token in grammar.key(token, in: value).map(mine.keys.contains) ?? false }
  }
}

/// Keys, and the hashes that tokens with them have.
private struct OwnKeys {
  let keys: Set<String>
  let hashes: Set<Int>

  init(_ keys: Set<String>) {
    self.keys = keys
    hashes = Set(keys.map(Reading.hash))
  }
}

extension Settings {
  /// The keys of the user's own addresses.
  fileprivate var ownAddresses: Set<String> {
    guard case .array(let list) = self["own"] else { return [] }
    return Set(list.compactMap(\.string).map(Grammar.addressList.key(ofEntry:)))
  }
}
