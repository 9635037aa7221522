package import Candidates
package import Fields
import Wire

/// Learning whom the user writes to: who was chosen from a list and still stands there when the draft is saved or closed
/// (Protocol/README.md, "What is remembered").
extension Session {
  /// Has those of a document written down who were chosen since the last time and are still there; each once.
  ///
  /// - Parameter document: the document as it is now, its drafts ended.
  mutating func remember(_ document: Document) {
    guard settings.flag("history.enabled"), !document.editing.chosen.isEmpty else { return }
    let present = document.people
    let people = document.editing.chosen.sorted().compactMap { present[$0] }
    documents[document.uri]?.editing.chosen = []
    guard !people.isEmpty else { return }
    let ask = number()
    effects.append(.ask(ask, .learn(request: Array(LearnRequest(.accepted, people).json.text.utf8))))
    learning[ask] = []
  }

  /// Notes that somebody was chosen in a field, who is remembered if still there when the document is saved.
  mutating func choose(_ text: String, _ field: String, in document: Document) {
    guard let index = document.fieldIndex(named: field), document.finding.fields[index].holdsRecipients else { return }
    let value = Array(text.utf8)
    let tokens = Grammar.addressList.read(value, ReadingOptions()).tokens
    let keys = tokens.map { Identity.key(ofAddress: Grammar.addressList.value($0, in: value)) }
    documents[document.uri]?.editing.chosen.formUnion(keys)
  }

  /// Takes what a child says that wrote people down.
  mutating func takeLearned(_ answer: Answer, to ask: Int) {
    switch answer {
    case .part(let bytes): learning[ask]? += bytes
    case .opened: break
    case .ended(let problem):
      let said = learning.removeValue(forKey: ask) ?? []
      let words = problem ?? (try? JSON.parse(said))?["problem"]?.string
      if let correction = corrections.removeValue(forKey: ask) { return end(correction, said, problem: words) }
      if let words {
        log(.warning, "history: \(words)")
      } else {
        directory.learn(said)
      }
    }
  }
}

extension Field {
  /// Whether those in it are written to.
  package var holdsRecipients: Bool { grammar == .addressList && scope != .none }

  /// Those in a value of this field, each with the key of its mailbox; nobody where none are written to.
  package func recipients(_ reading: Reading, in value: [UInt8]) -> [(key: String, person: Mailbox)] {
    guard holdsRecipients else { return [] }
    return reading.tokens.map { token in
      let address = grammar.value(token, in: value)
      let name = token.name == nil ? "" : grammar.display(token, in: value)
      return (Identity.key(ofAddress: address), Mailbox(name: name, address: address))
    }
  }
}

extension Document {
  /// The recipients, by the keys of their mailboxes.
  fileprivate var people: [String: Mailbox] {
    var people: [String: Mailbox] = [:]
    for (index, field) in finding.fields.enumerated() where field.holdsRecipients {
      for (key, person) in field.recipients(readings[index], in: value(field))
      where person.address.utf8.contains(UInt8(ascii: "@")) && people[key]?.name.isEmpty ?? true {
        people[key] = person
      }
    }
    return people
  }
}
