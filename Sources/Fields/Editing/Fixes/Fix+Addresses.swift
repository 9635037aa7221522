// Remedies for addresses that need more than the reader of the value knows: a domain, or what a person meant.

extension Grammar {
  /// The edit that gives an address a domain; nil where the fault is another one, or the address would be none.
  ///
  /// - Parameters:
  ///   - domain: the domain, without `@`.
  ///   - fault: a `missing-domain` of the value.
  ///   - value: the bytes of the value.
  ///   - options: where the value stands; the caret does not count.
  /// - Returns: the fix, in bytes of the value.
  package func completing(
    domain: String, for fault: Fault, in value: [UInt8], _ options: ReadingOptions
  ) -> Fix? {
    var options = options
    options.caret = nil
    guard fault.rule == .missingDomain, fault.range.lowerBound >= 0, fault.range.upperBound <= value.count else {
      return nil
    }
    let before = EntryList(value, self, options)
    let place = before.reading.tokens.firstIndex { $0.range.overlaps(fault.range) }
    guard let place, let own = before.reading.tokens[place].content else { return nil }
    let text = String(decoding: value[own], as: UTF8.self) + (value[own].last == Byte.at ? "" : "@") + domain
    var fix = Fix(
      title: "Write \(Self.short(text))", changes: [Change(own, Array(text.utf8))], isPreferred: false, token: place)
    let after = EntryList(fix.changes.applied(to: value), self, options)
    guard keeps(fix, fault, before, after) else { return nil }
    let token = after.reading.tokens[place]
    let isSound = !after.reading.faults.contains { $0.severity == .error && $0.range.overlaps(token.range) }
    guard isSound, self.value(token, in: after.value) == text else { return nil }
    fix.changes = fix.changes.normalized
    return fix
  }

  /// The edit that makes one recipient of a name that a comma cut in two: `Doe, J <j@example.org>`.
  ///
  /// Nobody but a person knows whether `Doe` is somebody else, so it is never preferred.
  ///
  /// - Parameters:
  ///   - fault: a `missing-address`, or a `missing-domain`, of the value.
  ///   - value: the bytes of the value.
  ///   - options: where the value stands; the caret does not count.
  /// - Returns: the fix, in bytes of the value; nil where the word is more than a name, or nobody follows who has one.
  package func rejoining(_ fault: Fault, in value: [UInt8], _ options: ReadingOptions) -> Fix? {
    var options = options
    options.caret = nil
    guard self == .addressList, [.missingAddress, .missingDomain].contains(fault.rule), fault.range.lowerBound >= 0,
      fault.range.upperBound <= value.count
    else { return nil }
    let before = EntryList(value, self, options)
    let tokens = before.reading.tokens
    guard let place = tokens.firstIndex(where: { $0.range == fault.range }), place + 1 < tokens.count,
      let entry = before.entries.firstIndex(where: { $0.range == fault.range }), entry + 1 < before.entries.count
    else { return nil }
    let next = tokens[place + 1]
    let between = fault.range.upperBound..<next.range.lowerBound
    let isComma = before.separators(inGap: entry + 1).map { Array(value[$0]) } == [[Byte.comma]]
    let word = value[fault.range]
    guard before.entries[entry + 1].range == next.range, isComma, !before.hasFold(between),
      !word.contains(where: { "\"@()=\\".utf8.contains($0) })
    else { return nil }
    // Nothing but a name and an address: comments and what is wrong there would be lost.
    let (rest, address) = (display(next, in: value), self.value(next, in: value))
    guard !rest.isEmpty, address.utf8.contains(Byte.at), value[next.range].elementsEqual("\(rest) <\(address)>".utf8)
    else { return nil }
    let name = String(decoding: word, as: UTF8.self) + ", " + rest
    let written = spell(name: name, value: address)
    let change = Change(fault.range.lowerBound..<next.range.upperBound, Array(written.utf8))
    let after = EntryList([change].applied(to: value), self, options)
    // Everybody else stays, and the address is nobody else's afterwards.
    var (old, new) = (words(before), words(after))
    guard new.count == old.count - 1, new[place][0] == name, new[place][1...] == old[place + 1][1...],
      after.reading.faults.filter({ $0.severity == .error }).count
        <= before.reading.faults.filter({ $0.severity == .error }).count
    else { return nil }
    old.removeSubrange(place...place + 1)
    new.remove(at: place)
    guard old == new else { return nil }
    return Fix(title: "Make one recipient: \(Self.short(written))", changes: [change], isPreferred: false)
  }
}
