import Candidates
import Fields
import Host
import LanguageServer
import Wire

extension Shell {
  /// `tokenfield learn`: remembers the recipients of a message that was sent; exit code 1 for a text without any.
  mutating func learn(_ arguments: Arguments) throws(Stop) -> Outcome {
    var draft = try draft(arguments.operands.first, arguments)
    if draft.language.isEmpty { draft.language = "mail" }
    let (settings, warnings) = try startup(arguments).settings()
    for warning in warnings { complain(warning) }
    let (text, finding) = draft.finding(settings, isComplete: true)
    var people: [Mailbox] = []
    var seen: Set<String> = []
    for field in finding.fields {
      let value = text.bytes(field.valueRange)
      for (key, person) in field.recipients(field.grammar.read(value, field.options), in: value)
      where seen.insert(key).inserted {
        people.append(person)
      }
    }
    guard !people.isEmpty else {
      complain("\(draft.name): no recipients")
      return .findings
    }
    guard settings["history.enabled"] == true else { return .well }
    if let problem = world.remember(.sent, people) { throw .failure(problem.text) }
    return .well
  }

  /// `tokenfield history`: shows whom the user has written to, prints an address book of them, or forgets some.
  mutating func history(_ arguments: Arguments) throws(Stop) -> Outcome {
    let (word, rest) = (arguments.operands[0], Array(arguments.operands.dropFirst()))
    guard ["show", "export", "forget"].contains(word) else {
      throw .usage("history: expected show, export or forget, not \(word)")
    }
    if word == "forget" { return try forget(rest, isAll: arguments.has(.all)) }
    guard rest.isEmpty, !arguments.has(.all) else { throw .usage("history \(word) takes nothing more") }
    let history: UseHistory
    switch world.history() {
    case .failure(let problem): throw .failure(problem.text)
    case .success(let found): history = found
    }
    let uses = history.uses.enumerated().sorted {
      ($1.element.count, $1.element.last, $0.offset) < ($0.element.count, $0.element.last, $1.offset)
    }.map(\.element)
    func times(_ use: UseHistory.Use, _ kind: UseHistory.Kind) -> Int { use.times[kind] ?? 0 }
    for use in uses {
      let (accepted, sent) = (times(use, .accepted), times(use, .sent))
      if word == "export" {
        print(Plain.row([use.address, use.name, String(use.count), use.last]))
      } else if arguments.has(.json) {
        print(
          [
            "address": .string(use.address), "name": .string(use.name), "accepted": .integer(accepted),
            "sent": .integer(sent), "last": .string(use.last),
          ] as JSON)
      } else {
        print(Plain.row([use.address, use.name, String(accepted), String(sent), use.last]))
      }
    }
    return uses.isEmpty ? .findings : .well
  }

  private mutating func forget(_ addresses: [String], isAll: Bool) throws(Stop) -> Outcome {
    guard isAll == addresses.isEmpty else { throw .usage("history forget takes addresses, or --all") }
    switch world.forget(isAll ? nil : addresses) {
    case .failure(let problem): throw .failure(problem.text)
    case .success(let count):
      if count == 0 { complain("history: nobody of that address") }
      return count == 0 ? .findings : .well
    }
  }
}
