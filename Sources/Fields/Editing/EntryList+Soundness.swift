// What an edit of a list must not break.

extension EntryList {
  /// How much of the frame around the entries is broken: brackets, dashes and separators, and text that is no entry.
  var broken: Int {
    reading.faults.count { fault in
      switch fault.rule {
      case .unclosed, .strayText, .missingSeparator, .badIndent: true
      default: false
      }
    }
  }

  /// Whether an edit of another list has made this one without breaking anything around the entries.
  ///
  /// Addresses break nothing that was whole before, since their entries are compared with what they should be.
  func isSound(after old: EntryList) -> Bool {
    guard grammar != .addressList else { return true }
    if broken > old.broken { return false }
    if grammar == .yamlTags, frame.style == .blanks, entries.count == 1, entries != old.entries,
      reading.tokens.first?.quoting == .bare, YamlScalar.isOtherType(text(0))
    {
      return false
    }
    guard old.reading.tokens.contains(where: \.isReference) else { return true }
    // What an alias means hangs on an anchor before it.
    var meanings: [ArraySlice<UInt8>: Set<String>] = [:]
    for (index, entry) in old.entries.enumerated() {
      meanings[old.text(index), default: []].insert(grammar.value(entry, old))
    }
    return entries.indices.allSatisfy { index in
      meanings[text(index)].map { $0.contains(grammar.value(entries[index], self)) } ?? true
    }
  }
}
