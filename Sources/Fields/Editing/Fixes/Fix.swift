/// An edit that takes one fault away and leaves everybody else as they are.
package struct Fix: Equatable, Sendable {
  /// What it does, in plain words that name the text.
  package var title: String
  /// The edit of the value.
  package var changes: [Change]
  /// Whether it is what nearly everybody wants.
  package var isPreferred: Bool
  /// The token that it changes or takes out, as an index into the reading's tokens; nil where it changes none.
  package var token: Int?
  /// Whether that token is taken out.
  package var removes = false
  /// How many tokens stand in the place of that token afterwards, where it is not taken out.
  var pieces = 1
}

extension Grammar {
  /// The plainly right edit for a fault; nil where there is none, or where it would change anybody else.
  ///
  /// The value is read anew with the edit made: the fault must be gone, and every other token there as before.
  ///
  /// - Parameters:
  ///   - fault: one of the value's, or a `duplicate` of a token that stands in another field.
  ///   - value: the bytes of the value.
  ///   - options: where the value stands; the caret does not count.
  /// - Returns: the fix, in bytes of the value.
  package func fix(_ fault: Fault, in value: [UInt8], _ options: ReadingOptions) -> Fix? {
    var options = options
    options.caret = nil
    guard fault.range.lowerBound >= 0, fault.range.upperBound <= value.count else { return nil }
    let before = EntryList(value, self, options)
    if self == .yamlTags, fault.rule == .emptyItem, value[fault.range].contains(UInt8(ascii: "#")) {
      return uncommenting(fault, before)
    }
    let own = before.reading.tokens.firstIndex { $0.range.overlaps(fault.range) }
    guard var fix = proposal(fault, before, own) else { return nil }
    fix.changes = fix.changes.normalized
    fix.token = own
    let after = EntryList(fix.changes.applied(to: value), self, options)
    return keeps(fix, fault, before, after) ? fix : nil
  }

  private func proposal(_ fault: Fault, _ list: EntryList, _ own: Int?) -> Fix? {
    let range = fault.range
    let text = String(decoding: list.value[range], as: UTF8.self)
    let token = own.map { list.reading.tokens[$0] }
    func fix(_ title: String, _ changes: Change..., isPreferred: Bool = true) -> Fix {
      Fix(title: title, changes: changes, isPreferred: isPreferred)
    }
    switch fault.rule {
    case .duplicate, .tooMany, .ownAddress:
      guard self == .addressList, let token, let entry = list.entries.firstIndex(where: { $0.range == token.range })
      else {
        return nil
      }
      let name = Self.short(display(token, in: list.value), else: text)
      let isTwice = fault.rule == .duplicate
      let why = isTwice ? ", which is here already" : fault.rule == .ownAddress ? ", which is your own address" : ""
      return Fix(
        title: "Remove \(name)\(why)", changes: list.removing([entry]),
        isPreferred: isTwice, removes: true)
    case .oldAddress:
      guard let remedy = fault.detail else { return nil }
      return fix("Write \(Self.short(remedy))", Change(range, Array(remedy.utf8)))
    case .nearTwin:
      guard let remedy = fault.detail else { return nil }
      return fix(
        "Change \(Self.short(text)) to \(Self.short(remedy))", Change(range, Array(remedy.utf8)), isPreferred: false)
    case .unknownTag, .tagVariant: return renaming(fault, own, list)
    case .typoDomain:
      guard let remedy = fault.detail else { return nil }
      return fix("Change \(Self.short(text)) to \(remedy)", Change(range, Array(remedy.utf8)))
    case .needsQuotes where self == .yamlTags || self == .tomlTags || self == .custom: return quoting(token, list)
    case .badType:
      if fault.detail == "a list" { return listing(list) }
      return fault.severity == .hint ? quoting(token, list) : nil
    case .badChar, .allDigits: return legalizing(fault, token, list)
    case .needsQuotes:
      guard self == .addressList, let token else { return nil }
      let written = list.tidied(Array(list.value[token.range]))
      return fix("Put “\(Self.short(text))” in quotes", Change(token.range, written))
    case .missingAngle:
      let (lower, upper) = (range.lowerBound, range.upperBound)
      return fix(
        "Put < > around \(Self.short(text))", Change(lower..<lower, [Byte.less]),
        Change(upper..<upper, [Byte.greater]))
    case .mailtoURL:
      guard let token else { return nil }
      let name = token.name == nil ? "" : display(token, in: list.value)
      let address = self.value(token, in: list.value)
      return fix(
        "Write \(Self.short(address)) instead of the link",
        Change(token.range, Array(spell(name: name, value: address).utf8)))
    case .emptyItem:
      guard fault.detail != "item" else { return nil }
      let white = list.white(before: range.lowerBound)
      return white.lowerBound == 0
        ? fix("Remove the empty place", Change(range.lowerBound..<list.white(after: range.upperBound).upperBound))
        : fix("Remove the empty place", Change(white.lowerBound..<range.upperBound))
    case .trailingSeparator:
      let white = list.white(after: range.upperBound)
      let isLast = white.upperBound == list.value.count && !list.hasFold(white)
      return fix(
        "Remove the \(Self.name(text)) at the end", Change(range.lowerBound..<(isLast ? white : range).upperBound))
    case .missingSeparator:
      guard self == .addressList else { return nil }
      let start = range.lowerBound
      return list.hasFold(range)
        ? fix("Put a comma here", Change(start..<start, list.separator))
        : fix("Put a comma here", Change(range, list.separator + list.padding))
    case .wrongSeparator:
      guard self == .addressList, !list.hasFold(range) else { return nil }
      let next = range.upperBound
      let isTight = next < list.value.count && !Byte.isWhite(list.value[next])
      return fix(
        "Write a comma instead of \(text)",
        Change(range, list.rules.separator + (isTight ? list.rules.padding : [])))
    case .invisibleChar: return fix("Remove the character that cannot be seen", Change(range))
    case .controlChar: return fix("Remove the control character", Change(range), isPreferred: false)
    default: return nil
    }
  }

  /// Whether an edit takes its fault away, makes nothing worse, and leaves every other token as it was.
  func keeps(_ fix: Fix, _ fault: Fault, _ before: EntryList, _ after: EntryList) -> Bool {
    guard !fix.changes.isEmpty else { return false }
    func count(_ list: EntryList) -> Int { list.reading.faults.filter { $0.rule == fault.rule }.count }
    func severe(_ list: EntryList) -> Int {
      list.reading.faults.filter { $0.severity == .error || $0.severity == .warning }.count
    }
    let isKnown = before.reading.faults.contains { $0.rule == fault.rule && $0.range == fault.range }
    // What stands in another field, and who is who, the reader of the value does not know.
    let isOthers = [.duplicate, .ownAddress, .oldAddress, .nearTwin, .unknownTag, .tagVariant].contains(fault.rule)
    guard isKnown || isOthers, !isKnown || count(after) < count(before),
      severe(after) <= severe(before)
    else { return false }
    var old = words(before)
    var new = words(after)
    // One character that no tag of a headline can hold makes text of all of them.
    if self == .orgTags, fix.token == nil, old.isEmpty { return true }
    let pieces = fix.removes ? 0 : fix.pieces
    guard old.count + pieces == new.count + (fix.token == nil ? pieces : 1) else { return false }
    if let own = fix.token {
      let changed = old.remove(at: own)
      let now = Array(new[own..<own + pieces])
      new.removeSubrange(own..<own + pieces)
      // Quotes and brackets change neither the name nor the address.
      let isSame = [.needsQuotes, .missingAngle, .badType].contains(fault.rule) && pieces == 1
      if isSame, [changed] != now { return false }
    }
    return old == new
  }

  /// What each token says, and in which group.
  func words(_ list: EntryList) -> [[String]] {
    list.reading.tokens.map { token in
      let group = token.group.map { list.reading.groups[$0].name } ?? ""
      return [display(token, in: list.value), value(token, in: list.value), group]
    }
  }

  /// A text short enough for a menu.
  static func short(_ text: String, else other: String = "") -> String {
    let text = (text.isEmpty ? other : text).split(whereSeparator: \.isNewline).joined(separator: " ")
    return text.count > 40 ? text.prefix(39) + "…" : text
  }

  private static func name(_ separator: String) -> String {
    separator == "," ? "comma" : separator == ";" ? "semicolon" : "separator"
  }
}
