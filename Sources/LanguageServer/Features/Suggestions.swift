import Fields
import Wire

/// Candidates that come after a completion was answered: a book that is still being read, tags that are still counted.
extension DocumentEditing {
  /// The last completion, as long as the text is as it was then.
  struct Asked: Sendable {
    var position: JSON
    var caret: Int
    var isInvoked: Bool
    /// What was answered.
    var list: JSON
  }

  /// Remembers what is offered, and what was asked for it.
  mutating func offer(_ offers: [Offer], _ asked: Asked?) {
    (offered, self.asked) = (offers, asked)
  }

  /// Forgets what is offered: the text is another one.
  mutating func takeBackOffers() {
    (offered, asked) = ([], nil)
  }
}

extension Session {
  /// Sends the list of each completion that would be another one now, to clients that can change a list that is open.
  mutating func suggest() {
    guard client.drawsChips, phase == .running else { return }
    for uri in documents.keys.sorted() {
      guard let document = documents[uri], let asked = document.editing.asked, !document.isDoubtful else { continue }
      let list = candidates(at: asked.caret, in: document, isInvoked: asked.isInvoked, asked.position)
      guard case .object(let members) = list, list != asked.list else { continue }
      notify(
        .suggestions, .object([JSON.Member(key: "position", value: asked.position)] + members), of: document)
    }
  }
}
