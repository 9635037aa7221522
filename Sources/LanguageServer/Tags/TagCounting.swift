import Fields
import Wire

/// The tags of the files of a workspace, which a child process counts.
extension Session {
  /// Has the tags of files counted anew, if any are to be counted; a count that is under way is given up.
  mutating func readTags() {
    if let counting { effects.append(.forget(counting)) }
    counting = nil
    let request = TagRequest(settings, roots: client.roots)
    tags.begin()
    guard settings.flag("tags.enabled"), !request.isEmpty else { return tags.finish(isWhole: true) }
    let ask = number()
    counting = ask
    effects.append(.ask(ask, .index(request: Array(request.json.text.utf8))))
  }

  /// Takes what the child says.
  mutating func takeTags(_ answer: Answer) {
    switch answer {
    case .part(let bytes): tags.append(bytes)
    case .ended(let problem):
      counting = nil
      tags.finish(isWhole: problem == nil)
      suggest()
      if let problem { log(.error, "tags: \(problem)") }
      log(.info, "tags: \(tags.notes) notes, \(tags.skipped) files left out")
    }
  }

  /// What of the settings has tags counted anew when it changes.
  static let tagSettings = ["tags.enabled", "tags.folders", "tags.file", "tags.maxFiles", "tags.maxBytes", "flavor"]
}
