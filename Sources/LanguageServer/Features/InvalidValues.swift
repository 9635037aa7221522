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
    faults = heeding(settings.ignored, faults, ofField: index)
    guard settings.hasFields else { return faults }
    let own = settings.field(field.name)
    let isCaseSensitive = own.isCaseSensitive
    let judge = Judge(own.validation, field.grammar, isCaseSensitive: isCaseSensitive)
    let allowsDuplicates = own.text("duplicate") == "allow"
    if allowsDuplicates { faults.removeAll { $0.rule == .duplicate } }
    guard judge != nil || isCaseSensitive != nil && !allowsDuplicates else { return faults }
    let (value, reading) = (value(field), readings[index])
    if let isCaseSensitive, !allowsDuplicates {
      let repeated = Self.repeated(reading.tokens, field.grammar, value, isCaseSensitive: isCaseSensitive)
      if isCaseSensitive {
        faults.removeAll { $0.rule == .duplicate && repeated[$0.range.lowerBound] == nil }
      } else {
        let known = Set(faults.filter { $0.rule == .duplicate }.map(\.range.lowerBound))
        for token in reading.tokens where !known.contains(token.range.lowerBound) {
          guard let first = repeated[token.range.lowerBound] else { continue }
          let detail = field.grammar.display(reading.tokens[first], in: value)
          faults.append(Fault(.duplicate, token.range, detail: detail, related: reading.tokens[first].range))
        }
        faults.sort(by: Fault.isOrdered)
      }
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
    fileFaults(ofField: index) + ownFaults(ofField: index, settings) + outsideFaults(ofField: index, settings)
      + formerPeople(index) + strangerFaults(ofField: index) + adviceFaults(ofField: index)
  }

  /// Where tokens begin whose content has come before, in the same case or in any, each with the first token of that
  /// content; none where nothing is compared.
  private static func repeated(
    _ tokens: [Token], _ grammar: Grammar, _ value: [UInt8], isCaseSensitive: Bool
  ) -> [Int: Int] {
    var seen: [String: Int] = [:]
    var starts: [Int: Int] = [:]
    guard grammar != .inlineTags else { return starts }
    for (index, token) in tokens.enumerated() where grammar.key(token, in: value) != nil {
      let key = grammar.key(ofValue: grammar.value(token, in: value), isCaseSensitive: isCaseSensitive)
      if let first = seen[key] { starts[token.range.lowerBound] = first } else { seen[key] = index }
    }
    return starts
  }
}
