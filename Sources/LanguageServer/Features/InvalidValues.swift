import Fields

/// What the user's own rules for a field find in it, and what they let pass.
extension Document {
  /// The faults of a field, in bytes of its value: those of its syntax as far as they count there, and the tokens that
  /// break the field's rules.
  func faults(ofField index: Int, _ settings: Settings) -> [Fault] {
    let field = finding.fields[index]
    let others = otherFaults(ofField: index, settings)
    var faults = syntaxFaults(index)
    if !others.isEmpty { faults = (faults + others).sorted(by: Fault.isOrdered) }
    guard settings.hasFields else { return faults }
    let own = settings.field(field.name)
    let isCaseSensitive = own.flag("caseSensitive")
    let judge = Judge(own.validation, field.grammar, isCaseSensitive: isCaseSensitive)
    let hasDuplicates = faults.contains { $0.rule == .duplicate }
    if hasDuplicates, own.text("duplicate") == "allow" { faults.removeAll { $0.rule == .duplicate } }
    guard judge != nil || hasDuplicates && isCaseSensitive else { return faults }
    let (value, reading) = (value(field), readings[index])
    if hasDuplicates, isCaseSensitive {
      let repeated = Self.repeated(reading.tokens, field.grammar, value)
      faults.removeAll { $0.rule == .duplicate && !repeated.contains($0.range.lowerBound) }
    }
    guard let judge else { return faults }
    let typed = caret.map { $0 - field.valueRange.lowerBound }
    for token in reading.tokens {
      guard let found = judge.invalidity(of: token, in: value) else { continue }
      // What is being typed may become valid yet.
      let isBeingTyped = typed.map { token.range.lowerBound <= $0 && $0 <= token.range.upperBound } ?? false
      if isBeingTyped, !found.isFinal { continue }
      faults.append(Fault(.invalidValue, token.range, detail: found.words))
    }
    return faults.sorted(by: Fault.isOrdered)
  }

  /// What is wrong with a field beyond its syntax and the user's rules.
  private func otherFaults(ofField index: Int, _ settings: Settings) -> [Fault] {
    fileFaults(ofField: index) + ownFaults(ofField: index, settings) + formerPeople(index)
  }

  /// Where tokens begin whose content has come before in the same case.
  private static func repeated(_ tokens: [Token], _ grammar: Grammar, _ value: [UInt8]) -> Set<Int> {
    var seen: Set<String> = []
    var starts: Set<Int> = []
    for token in tokens where !seen.insert(grammar.exactKey(ofValue: grammar.value(token, in: value))).inserted {
      starts.insert(token.range.lowerBound)
    }
    return starts
  }
}
