import Candidates
import Host
import LanguageServer
import Wire

extension Shell {
  /// `tokenfield why`: the first candidates with the terms of the ranking; exit code 1 without any.
  mutating func why(_ arguments: Arguments) throws(Stop) -> Outcome {
    let query = arguments.operands.joined(separator: " ")
    let with = arguments.values(.with)
    let script = Script.begun(try startup(arguments), in: world)
    let found = script.session.explain(query, with: with)
    let standing = Corrections.isCorrectable(query) ? script.session.directory.standing(query) : nil
    if arguments.has(.json) {
      print([
        "query": .string(query), "with": .array(with.map { .string($0) }), "candidates": .array(found.map(\.json)),
        "address": standing?.json ?? .null,
      ])
    } else {
      if let standing, !standing.reasons.isEmpty {
        print(Plain.line(standing.address))
        for reason in standing.reasons { print(Plain.line("  \(reason)")) }
      }
      for (index, one) in found.enumerated() {
        let addresses = one.match.members.map(\.address).joined(separator: ", ")
        let address = one.match.members.isEmpty ? one.match.address : addresses
        print(Plain.line("\(index + 1). \(one.match.name.isEmpty ? "" : one.match.name + " ")<\(address)>"))
        for reason in one.reasons { print(Plain.line("   \(reason)")) }
      }
    }
    complain(of: script)
    guard found.isEmpty else { return .well }
    return script.hasFailed ? .failure : .findings
  }

  /// `tokenfield pin`, `never`, `forget` and `remember`: writes down what the user says of people.
  mutating func correct(_ arguments: Arguments) throws(Stop) -> Outcome {
    let name = arguments.command.rawValue
    let kind: Corrections.Kind =
      switch arguments.command {
      case .pin: .pinned
      case .never: .never
      case .forget: .forgotten
      default: .plain
      }
    if let bad = arguments.operands.first(where: { !Corrections.isCorrectable($0) }) {
      throw .usage("\(name): \(bad): expected an address")
    }
    let addresses = arguments.operands
    if kind == .plain {
      switch world.corrections() {
      case .failure(let problem): throw .failure(problem.text)
      case .success(let said) where addresses.allSatisfy({ said.entry($0) == nil }):
        complain("\(name): nothing was said of that address")
        return .findings
      case .success: break
      }
    }
    if let problem = world.correct(kind, addresses) { throw .failure(problem.text) }
    return .well
  }
}
