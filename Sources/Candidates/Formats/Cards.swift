/// All cards of a source together: a group's members may be anywhere among them.
struct Cards {
  private let cards: [Card]
  private var places: [String: Int] = [:]

  init(_ cards: [Card]) {
    self.cards = cards
    for (index, card) in cards.enumerated() where !card.uid.isEmpty {
      if places[card.uid] == nil { places[card.uid] = index }
    }
  }

  /// How many people a group can have and still be offered.
  private static let limit = 1000
  /// How many addresses of a card are said to belong together.
  private static let others = 16

  /// Puts one record for each address of a person's card, then the groups, behind the records of a reading.
  func addRecords(to reading: inout SourceReading, mailboxes: MailboxReader) {
    var chosen: [Mailbox?] = []
    for card in cards {
      let addresses = card.emails.map { address($0, mailboxes: mailboxes) }
      let usable = addresses.filter { !$0.isEmpty }
      chosen.append(Cards.chosen(card, addresses))
      guard !card.isGroup || card.members.isEmpty else { continue }
      if usable.isEmpty { reading.skipped += 1 }
      for (email, address) in zip(card.emails, addresses) where !address.isEmpty {
        var record = Record(name: card.name, address: address)
        record.nicknames = card.nicknames
        record.hidden = card.hidden
        record.organisation = card.organisation.joined(separator: ", ")
        record.note = card.note
        record.categories = card.categories
        record.preference = email.preference ?? (email.isPreferred ? 1 : 0)
        record.others = usable.prefix(Cards.others).filter { $0 != address }
        reading.records.append(record)
      }
    }
    addGroups(to: &reading, chosen: chosen)
  }

  /// Groups of all three dialects: `KIND:group`, `X-ADDRESSBOOKSERVER-KIND:group`, and `CATEGORIES` of people.
  private func addGroups(to reading: inout SourceReading, chosen: [Mailbox?]) {
    var groups: [Record] = []
    var known: [[UInt8]: Int] = [:]
    var expansion = Expansion(cards.indices.map { members(of: $0, chosen: chosen) })
    for (index, card) in cards.enumerated() where card.isGroup && !card.members.isEmpty {
      var group = Record(kind: .group, name: card.name)
      group.note = card.note
      for member in card.members where link(member.text) == nil && places[Card.identity(member.text)] == nil {
        reading.faultsFound.add(.unresolvedAlias, member.range, detail: "no card has this UID")
      }
      guard !card.name.isEmpty, let people = expansion.people(of: index), !people.isEmpty else {
        reading.skipped += 1
        continue
      }
      group.members = people
      known[Folding.fold(group.name)] = groups.count
      groups.append(group)
    }
    let cardGroups = groups.count
    for (card, mailbox) in zip(cards, chosen) where !card.isGroup {
      guard let mailbox else { continue }
      for category in card.categories {
        let index = known[Folding.fold(category), default: groups.count]
        if index == groups.count {
          known[Folding.fold(category)] = index
          groups.append(Record(kind: .group, name: category))
        }
        // Where a group's card has the name of the category, its own list is the better one.
        if index >= cardGroups { groups[index].members.append(mailbox) }
      }
    }
    for var group in groups {
      var seen: Set<String> = []
      group.members = group.members.filter { seen.insert(Address.key($0.address)).inserted }
      // A category that is on every card is no group that anybody writes to; part of a group is worse than none.
      if group.members.count <= Cards.limit { reading.records.append(group) }
    }
  }

  /// The members of a card as the others see it: a person is a group of one.
  private func members(of index: Int, chosen: [Mailbox?]) -> [Expansion.Member] {
    let card = cards[index]
    guard card.isGroup, !card.members.isEmpty else { return chosen[index].map { [.mailbox($0)] } ?? [] }
    return card.members.map { member in
      if let address = link(member.text) {
        return Address.isUsable(address) ? .mailbox(Mailbox(name: "", address: address)) : .unknown
      }
      return places[Card.identity(member.text)].map { .group($0) } ?? .unknown
    }
  }

  /// Where the addresses and the members of groups stand.
  func entries(faults: inout SourceFaults, mailboxes: MailboxReader) -> [SourceEntry] {
    var entries: [SourceEntry] = []
    for card in cards {
      for email in card.emails {
        if link(email.text) != nil {
          faults.add(.mailtoURL, email.range.lowerBound..<min(email.range.lowerBound + 7, email.range.upperBound))
        }
        let address = address(email, mailboxes: mailboxes)
        guard !address.isEmpty else { continue }
        var entry = SourceEntry(range: email.range, display: card.name.isEmpty ? address : card.name, value: address)
        entry.nicknames = card.nicknames
        entry.types = email.types
        entry.preference = email.preference
        entry.isPreferred = email.isPreferred
        entry.groups = card.categories
        entries.append(entry)
      }
      for member in card.members where card.isGroup {
        var mailbox = link(member.text).map { Mailbox(name: "", address: $0) }
        if mailbox == nil, let place = places[Card.identity(member.text)] {
          let other = cards[place]
          mailbox = Cards.chosen(other, other.emails.map { address($0, mailboxes: mailboxes) })
          if mailbox == nil { mailbox = Mailbox(name: other.name, address: "") }
        }
        if mailbox == nil { faults.add(.unresolvedAlias, member.range, detail: "no card has this UID") }
        let value = mailbox?.address ?? ""
        let name = mailbox.map { $0.name.isEmpty ? value : $0.name } ?? member.text
        var entry = SourceEntry(range: member.range, display: name, value: value)
        entry.member = card.name
        entry.isReference = mailbox == nil
        entries.append(entry)
      }
    }
    entries.sort { $0.range.lowerBound < $1.range.lowerBound }
    return entries
  }

  /// The card's address that mail to a group goes to: the most preferred one, else the first.
  private static func chosen(_ card: Card, _ addresses: [String]) -> Mailbox? {
    var best: (address: String, preference: Int)?
    for (email, address) in zip(card.emails, addresses) where !address.isEmpty {
      let preference = email.preference ?? (email.isPreferred ? 1 : 101)
      if preference < best?.preference ?? 102 { best = (address, preference) }
    }
    return best.map { Mailbox(name: card.name == $0.address ? "" : card.name, address: $0.address) }
  }

  /// The address of an `EMAIL`: `mailto:` is dropped, `Ines <ines@example.org>` taken apart; `""` if there is none.
  private func address(_ email: Card.Email, mailboxes: MailboxReader) -> String {
    Contact.address((link(email.text) ?? email.text).utf8, mailboxes: mailboxes)
  }

  /// The address in a `mailto:` link, without its `?…`, escapes undone; nil for what is no such link.
  ///
  /// RFC 6068.
  private func link(_ text: String) -> String? {
    guard text.utf8.prefix(7).map(lowercased).elementsEqual("mailto:".utf8) else { return nil }
    let path = text.utf8.dropFirst(7).prefix { $0 != UInt8(ascii: "?") }
    return PlainText.line(TransferEncoding.escaped(path, mark: UInt8(ascii: "%")))
  }
}
