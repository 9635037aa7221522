import Fields

/// The edits that change nothing of what the fields say, but how it is written (`source.fixAll.tokenField`,
/// `tokenfield check --fix`).
extension Document {
  /// Findings whose remedy leaves every token as it is: the same people and tags, in the same order.
  private static let safe: Set<Rule> = [
    .emptyItem, .trailingSeparator, .wrongSeparator, .missingSeparator, .missingAngle, .needsQuotes, .mailtoURL,
  ]

  /// Takes away all findings of all fields that can be mended safely.
  ///
  /// - Parameters:
  ///   - settings: the user's; what they silence stays.
  ///   - work: how many bytes may be read again for it; more findings stay than that allows.
  /// - Returns: the edits in bytes of the document, in order; none where nothing is to be mended.
  func safeChanges(_ settings: Settings, work: Int) -> [Change] {
    guard !finding.isReceived else { return [] }
    var (changes, left) = ([Change](), work)
    for (index, field) in finding.fields.enumerated() {
      let policy = settings.field(field.name).policy(field.grammar, field.surroundings.custom)
      guard !policy.isReadOnly, policy.fixed.isEmpty, !field.surroundings.isTorn, index != runningIndex,
        editing.fieldStates[field.name]?.isEnabled != false
      else { continue }
      let own = safeChanges(index, settings, &left)
      changes += own.map { Change($0.range.shifted(by: field.valueRange.lowerBound), $0.text) }
    }
    return changes
  }

  /// The same for one field, in bytes of its value: from its end to its start, so that each edit leaves the places of
  /// those that are still to come as they are.
  private func safeChanges(_ index: Int, _ settings: Settings, _ left: inout Int) -> [Change] {
    let field = finding.fields[index]
    var options = context.options(field)
    options.caret = nil
    var (value, changes, limit) = (value(field), [Change](), Int.max)
    func candidate(_ reading: Reading) -> Fix? {
      for fault in reading.faults.reversed()
      where Self.safe.contains(fault.rule) && fault.range.upperBound <= limit && settings.severity(fault) != nil {
        guard let fix = field.grammar.fix(fault, in: value, options), fix.isPreferred,
          fix.changes.allSatisfy({ $0.range.upperBound <= limit })
        else { continue }
        return fix
      }
      return nil
    }
    while left >= value.count, let fix = candidate(field.grammar.read(value, options)) {
      left -= max(1, value.count)
      value = fix.changes.applied(to: value)
      changes = fix.changes + changes
      limit = fix.changes.map(\.range.lowerBound).min() ?? limit
    }
    return changes
  }
}
