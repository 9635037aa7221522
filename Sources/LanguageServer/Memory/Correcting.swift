import Candidates
import Wire

/// What the user says of people himself (Protocol/README.md, "What is corrected").
extension Session {
  /// A correction that a child writes down.
  struct Correction: Sendable {
    /// Whether the address books are to be read again: uses that were counted no longer count, or count again.
    var rereads: Bool
  }

  /// Has something said of an address written down; the answer does not wait for that.
  mutating func correct(_ kind: Corrections.Kind, _ params: Reader) throws(ResponseError) -> JSON {
    let member = try params.member("address")
    let address = try member.string()
    guard Corrections.isCorrectable(address) else { throw member.expected("an address") }
    guard settings.flag("discover") else {
      throw .requestFailed("corrections are not read while the setting discover is off")
    }
    let isForgotten = !directory.standing(address).forgotten.isEmpty
    let ask = number()
    effects.append(.ask(ask, .learn(request: Array(CorrectRequest(kind, [address]).json.text.utf8))))
    learning[ask] = []
    // A reading that is under way may have read the file before.
    corrections[ask] = Correction(
      rereads: kind == .forgotten || (kind == .plain && isForgotten) || indexing != nil)
    return .null
  }

  /// Takes the end of such a child.
  mutating func end(_ correction: Correction, _ said: [UInt8], problem: String?) {
    if let problem {
      log(.warning, "corrections: \(problem)")
      return notify(
        .showMessage, ["type": 2, "message": .string("What was said of an address is not written down: \(problem)")])
    }
    directory.learn(said)
    if correction.rereads { readSources() }
  }
}
