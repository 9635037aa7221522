/// The others of a draft, by whom candidates are ranked.
struct Company {
  /// The hashes of their addresses.
  let present: [UInt64]
  /// The domains of their addresses, in lower case.
  let domains: [[UInt8]]
  /// Rows that come before what their own uses say: those who were written to together with them, and pinned ones.
  private(set) var favoured: [UInt32: Bonus] = [:]

  /// How much it counts that somebody else of the domain is there.
  static let domain: UInt32 = 64
  /// How much more mails to the others say than all mails do: sixteen times as much.
  private static let trust = 4 * Int(Frecency.doubling)

  init(_ addresses: [String], in generation: Generation) {
    let keys = addresses.map { Array(Generation.plainKey(Array($0.utf8)[...])) }
    present = keys.map { MailboxTable.hash($0) }
    domains = keys.reduce(into: []) { domains, key in
      guard let at = key.lastIndex(of: UInt8(ascii: "@")) else { return }
      let domain = Array(key[at...])
      if !domains.contains(domain) { domains.append(domain) }
    }
    for (hash, share) in generation.circles.companions(of: present) {
      guard let row = generation.mailbox(hash: hash) else { continue }
      // Who is in each of the mails to these people comes as often as all people of all mails do.
      let together = Int(generation.total) + share + Company.trust
      favoured[row] = Bonus(together: UInt32(max(together, 0)))
    }
    for hash in generation.pinned {
      guard let row = generation.mailbox(hash: hash) else { continue }
      favoured[row, default: Bonus()].isPinned = true
    }
    for address in generation.wishes.unusual {
      if let row = generation.mailbox(address) { favoured[row, default: Bonus()].isPinned = true }
    }
  }

  /// What counts for a row beside its own uses.
  func bonus(_ id: UInt32, _ address: ArraySlice<UInt8>) -> Bonus {
    var bonus = favoured[id] ?? Bonus()
    bonus.isOfDomain = domains.contains { domain in
      address.count >= domain.count && zip(address.suffix(domain.count), domain).allSatisfy { lowercased($0) == $1 }
    }
    return bonus
  }
}

/// What counts for a candidate beside its own uses.
struct Bonus {
  /// What is to be added for being written to together with the others, as `Frecency` counts.
  var together: UInt32 = 0
  /// Whether somebody else of the domain is there.
  var isOfDomain = false
  /// Whether the user wants to see it before all others that answer as well.
  var isPinned = false

  /// What the row comes to with it.
  func score(of row: Row) -> UInt32 {
    let score = together > 0 ? Frecency.sum(row.score, together) : row.score
    return isOfDomain ? score + Company.domain : score
  }
}
