package import Candidates
import Fields
package import Wire

/// `tokenField/why`: the terms by which candidates stand in their order, and why an address is not among them.
extension Session {
  func why(_ params: Reader) throws(ResponseError) -> JSON {
    if let query = params.optional("query") {
      var with: [String] = []
      for address in try params.optional("with")?.array() ?? [] { with.append(try address.string()) }
      return why(try query.string(), with: with) { _ in false }
    }
    let position = try Self.position(params.member("position"))
    guard let document = try document(params) else { return .null }
    let caret = document.text.offset(of: position, client.encoding).offset
    guard let place = peoplePlace(at: caret, in: document) else { return .null }
    let hides = settings.text("completion.present") == "hide"
    let present = hides ? present(place) : [:]
    let grammar = place.field.grammar
    return why(place.fragment.query, with: place.field.holdsRecipients ? company(place) : []) { address in
      hides && present[grammar.key(ofValue: address)] != nil
    }
  }

  private func why(_ query: String, with: [String], isPresent: @escaping (String) -> Bool) -> JSON {
    let found = explain(query, with: with, isPresent: isPresent)
    return [
      "query": .string(query), "with": .array(with.map { .string($0) }),
      "candidates": .array(found.map(\.json)),
      "address": Corrections.isCorrectable(query) ? directory.standing(query).json : .null,
    ]
  }

  /// The first candidates for a query, ten of them, with the terms of the ranking.
  ///
  /// - Parameters:
  ///   - query: what was typed.
  ///   - with: the addresses that stand in the draft already.
  ///   - isPresent: whether an address is not offered, since it is there already.
  /// - Returns: the candidates of the address books, best first.
  package func explain(
    _ query: String, with: [String], isPresent: @escaping (String) -> Bool = { _ in false }
  ) -> [Explanation] {
    directory.explain(
      query, limit: 10, closeness: settings.flag("completion.fuzzy") ? .all : .literal, company: with,
      isPresent: isPresent)
  }
}

extension Explanation {
  /// The terms as a client gets them.
  package var json: JSON {
    [
      "name": .string(match.name), "address": .string(match.address),
      "members": .array(match.members.map { ["address": .string($0.address), "name": .string($0.name)] }),
      "class": .string(match.rank.word), "answer": .string(answer), "lacksMarks": .bool(lacksMarks),
      "pinned": .bool(isPinned), "count": .integer(match.count), "last": .string(match.last),
      "uses": .integer(uses), "together": .integer(together), "domain": .integer(domain), "score": .integer(score),
      "preference": .integer(match.preference),
      "source": ["kind": .string(match.source.kind.rawValue), "path": .string(match.source.path)],
      "reasons": .array(reasons.map { .string($0) }),
    ]
  }

  /// The terms that count for this candidate, in words, in the order in which they decide.
  package var reasons: [String] {
    var reasons = [answer.isEmpty ? "nothing was typed, so everybody answers" : "\(match.rank.sentence): \(answer)"]
    if lacksMarks { reasons.append("without marks or hyphens that were typed, so behind those that have them") }
    if isPinned { reasons.append("pinned, so before all that answer as well") }
    if uses > 0 {
      let times = match.count == 0 ? "seen" : match.count == 1 ? "used once" : "used \(match.count) times"
      let last = match.last.isEmpty ? "" : ", last on \(match.last)"
      reasons.append("\(times)\(last): \(uses) (256 more is twice as much)")
    } else {
      reasons.append("never used")
    }
    if together > 0 { reasons.append("written to together with others of the draft: \(together) more") }
    if domain > 0 { reasons.append("somebody of the same domain is in the draft: \(domain) more") }
    if match.preference > 0 { reasons.append("preference \(match.preference) of its card") }
    reasons.append("from \(match.source.kind.rawValue) \(match.source.path)")
    return reasons
  }
}

extension Standing {
  /// The standing as a client gets it.
  package var json: JSON {
    [
      "address": .string(address), "known": .bool(isKnown), "pinned": .bool(isPinned), "never": .bool(isNever),
      "forgotten": forgotten.isEmpty ? .null : .string(forgotten),
      "reasons": .array(reasons.map { .string($0) }),
    ]
  }

  /// The same in words; nothing where there is nothing to say of a known address.
  package var reasons: [String] {
    (isKnown ? [] : ["in none of the address books, so it is not offered"])
      + (isNever ? ["not offered, as you have said (never)"] : []) + (isPinned ? ["pinned"] : [])
      + (forgotten.isEmpty ? [] : ["uses up to \(forgotten) do not count, as you have said (forget)"])
  }
}

extension Closeness {
  /// The class of match by its name on the wire.
  fileprivate var word: String {
    switch self {
    case .exact: "exact"
    case .wordStart: "wordStart"
    case .substring: "substring"
    case .initials: "initials"
    case .typo: "typo"
    }
  }

  /// How a candidate of the class answers, in words.
  fileprivate var sentence: String {
    switch self {
    case .exact: "is what was typed"
    case .wordStart: "each word begins a word"
    case .substring: "each word stands somewhere"
    case .initials: "first letters of words"
    case .typo: "but for a typo"
    }
  }
}
