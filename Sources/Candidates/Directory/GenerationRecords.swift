/// Adding records: one row a mailbox, whatever is known of it.
extension Generation {
  /// The number that the next row will have; a full shelf is followed by a new one.
  mutating func nextRow() -> UInt32 {
    if shelves.last?.isFull ?? true { shelves.append(Shelf()) }
    let last = shelves.count - 1
    return first + UInt32(last * Shelf.size + shelves[last].rows.count)
  }

  private mutating func add(_ row: Row, folded: some Collection<UInt8>, shown: ArraySlice<UInt8>) {
    shelves[shelves.count - 1].add(row, folded: folded, shown: shown)
  }

  mutating func addGroup(_ row: Row, number: UInt32, folded: ArraySlice<UInt8>, shown: ArraySlice<UInt8>) {
    // The same list of the same name in two books is one.
    let hash = MailboxTable.hash(shown)
    let same = table.row(hash) { other in
      self[other].kind == .group && self.shown(other).elementsEqual(shown)
    }
    guard same == nil, !groups.contains(where: { $0 < first && self.shown($0).elementsEqual(shown) }) else { return }
    add(row, folded: folded, shown: shown)
    groups.append(number)
    table.insert(hash, row: number)
  }

  /// Adds a record, and gives the row of the mailbox that it belongs to.
  mutating func addPerson(
    _ row: Row, number: UInt32, address: ArraySlice<UInt8>, folded: ArraySlice<UInt8>, shown: ArraySlice<UInt8>
  ) -> UInt32 {
    noteName(number: number, address: address, folded: folded, shown: shown)
    let isUnusual = Address.isSpecial(address)
    let name = isUnusual ? Address.key(String(decoding: address, as: UTF8.self)) : ""
    let hash = isUnusual ? 0 : MailboxTable.hash(Generation.plainKey(address))
    guard let head = isUnusual ? unusualMailbox(name) : head(hash, address) else {
      add(row, folded: folded, shown: shown)
      if isUnusual { unusual[name] = number } else { table.insert(hash, row: number) }
      return number
    }
    // One more record of a known mailbox: it adds to what is known, and only new texts to what is searched.
    let old = self[head]
    var text = self.folded(head)
    let before = text.count
    Generation.merge(folded, into: &text)
    var merged = old
    merged.count = old.count.addingReportingOverflow(row.count).overflow ? .max : old.count + row.count
    merged.last = max(old.last, row.last)
    merged.score = Frecency.sum(old.score, row.score)
    merged.preference = min(old.preference, row.preference)
    var form = row
    form.kind = .form
    form.best = Row.none
    if text.count == before || text.count > Generation.textLimit {
      form.next = old.next
      merged.next = number
      if isBetter(row, shown, than: old.best) { merged.best = number }
      add(form, folded: EmptyCollection(), shown: shown)
      change(head) { $0 = merged }
      return head
    } else {
      // The rows of a shelf lie in the order of their texts, so the mailbox moves to the new place.
      merged.best = isBetter(row, shown, than: old.best) ? number : old.best
      merged.own = row.own
      merged.source = row.source
      merged.next = head
      add(merged, folded: text, shown: shown)
      hide(head)
      if isUnusual {
        unusual[name] = number
      } else if head < first {
        table.insert(hash, row: number)
      } else {
        table.replace(hash, row: head, with: number)
      }
      if isNicknamed(head) { nicknamed.insert(number) }
      return number
    }
  }

  private mutating func noteName(
    number: UInt32, address: ArraySlice<UInt8>, folded: ArraySlice<UInt8>, shown: ArraySlice<UInt8>
  ) {
    // The name is the first of the folded texts, if there is one.
    guard folded.first == StreamLine.item, let tab = shown.firstIndex(of: StreamLine.tab), tab + 1 < shown.endIndex,
      shown[tab + 1] != StreamLine.tab
    else { return }
    let name = folded.dropFirst().prefix { $0 != StreamLine.item && $0 != StreamLine.other }
    guard let other = named(name) else { return names.insert(name, row: number) }
    let known = self.shown(other).prefix { $0 != StreamLine.tab }
    if Generation.plainKey(known).elementsEqual(Generation.plainKey(address)) { return }
    let keys = [known, address].map { Address.key(String(decoding: $0, as: UTF8.self)) }
    if keys[0] != keys[1] { names.share(name) }
  }

  /// Whether a record's name is the one to show: any name rather than none, then one that the user keeps himself rather
  /// than one that was gathered, then the one used more often.
  private func isBetter(_ row: Row, _ shown: ArraySlice<UInt8>, than best: UInt32) -> Bool {
    let hasName = { (columns: ArraySlice<UInt8>) in
      guard let tab = columns.firstIndex(of: StreamLine.tab), tab + 1 < columns.endIndex else { return false }
      return columns[tab + 1] != StreamLine.tab
    }
    let isNamed = hasName(shown)
    guard isNamed == hasName(self.shown(best)) else { return isNamed }
    let other = self[best]
    let areGathered = [row.source, other.source].map { Int($0) < reports.count && reports[Int($0)].kind.isGathered }
    return areGathered[0] == areGathered[1] ? row.own > other.own : areGathered[1]
  }

  /// Adds those texts of one record to another's that are not among them.
  private static func merge(_ folded: ArraySlice<UInt8>, into text: inout [UInt8]) {
    var start = folded.startIndex
    while start < folded.endIndex {
      var end = start + 1
      while end < folded.endIndex, folded[end] > StreamLine.item || folded[end] < StreamLine.other { end += 1 }
      if !contains(text, folded[start..<end]) { text += folded[start..<end] }
      start = end
    }
  }

  private static func contains(_ text: [UInt8], _ part: ArraySlice<UInt8>) -> Bool {
    var index = 0
    while index + part.count <= text.count {
      if text[index..<index + part.count].elementsEqual(part) {
        let end = index + part.count
        if end == text.count || text[end] == StreamLine.item || text[end] == StreamLine.other { return true }
      }
      index += 1
    }
    return false
  }
}
