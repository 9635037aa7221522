import Candidates
import Fields

/// Recipients whom no address book knows, and whom they may be taken for.
struct Stranger: Equatable, Sendable {
  /// Somebody whose address differs by one slip.
  var twin: Directory.Twin?
  /// Somebody else who has the name.
  var namesake: Directory.Twin?

  /// Looks up what stands in an address field.
  ///
  /// - Returns: nil for somebody who is known, and for what is no address.
  init?(name: String, address: String, in directory: Directory) {
    guard address.contains("@"), !directory.knows(address: address) else { return nil }
    twin = directory.twin(of: address)
    // One guess is enough.
    if twin == nil, !name.isEmpty { namesake = directory.namesake(name, address: address) }
  }
}

extension Document {
  /// In a longer field nobody is looked up while one types.
  private static let most = 300
  /// How many are looked up at once, so that nobody waits for those of a long list that was pasted: a name among a
  /// million people takes some milliseconds.
  private static let atOnce = 3
  /// From so many uses on, whoever was meant is probably the one who is known.
  private static let often = 3

  /// The recipients of a field, with what stands in the text for each, but for the one that is being typed.
  private func recipients(_ index: Int) -> [(text: String, token: Token)] {
    guard isDraft, finding.fields[index].scope == .recipients else { return [] }
    let base = finding.fields[index].valueRange.lowerBound
    return held[index].tokens.compactMap { token in
      let range = token.range.shifted(by: base)
      guard token.form == .address, token.content != nil, !isBeingTyped(in: range),
        !(place.map(range.touches) ?? false)
      else { return nil }
      return (String(decoding: text.bytes(range), as: UTF8.self), token)
    }
  }

  /// Looks up recipients who were not looked up yet, and forgets those who are gone.
  ///
  /// - Parameters:
  ///   - directory: the address books; empty ones know nobody, and so nobody is a stranger.
  ///   - isWhole: whether all are looked up, however long that takes.
  /// - Returns: whether anything is known now that was not before.
  mutating func meetStrangers(_ directory: Directory, isWhole: Bool = false) -> Bool {
    guard isDraft, !directory.isEmpty else {
      defer { strangers = [:] }
      return !strangers.isEmpty
    }
    var (met, left) = ([String: Stranger?](), isWhole ? Int.max : Self.atOnce)
    for index in finding.fields.indices where isWhole || held[index].tokens.count <= Self.most {
      let grammar = finding.fields[index].grammar
      for (text, token) in recipients(index) where met[text] == nil {
        if let known = strangers[text] {
          met[text] = .some(known)
        } else if left > 0 {
          left -= 1
          let value = value(finding.fields[index])
          let name = token.name == nil ? "" : grammar.display(token, in: value)
          met[text] = .some(Stranger(name: name, address: grammar.value(token, in: value), in: directory))
        }
      }
    }
    let isSame = met.filter { $0.value != nil } == strangers.filter { $0.value != nil }
    strangers = met
    return !isSame
  }

  /// The recipients of a field who may be taken for others, in bytes of its value.
  func strangerFaults(ofField index: Int) -> [Fault] {
    guard !strangers.isEmpty else { return [] }
    // A misspelling of a domain that everybody knows is said once.
    let misspelled = held[index].faults.filter { $0.rule == .typoDomain }.map(\.range)
    return recipients(index).compactMap { text, token in
      guard !misspelled.contains(where: token.range.overlaps), let stranger = strangers[text] ?? nil else { return nil }
      if let twin = stranger.twin, let content = token.content {
        return Fault(
          .nearTwin, content, detail: twin.address, severity: twin.count >= Self.often ? .warning : .hint)
      }
      return stranger.namesake.map { Fault(.wrongName, token.range, detail: $0.address) }
    }
  }
}
