package import Candidates
package import Wire

/// What a child is told to write down: whom the user has written to.
package struct LearnRequest: Equatable, Sendable {
  /// How they were used.
  package var kind: UseHistory.Kind
  /// Who they are.
  package var people: [Mailbox]

  /// A request to remember these people.
  package init(_ kind: UseHistory.Kind, _ people: [Mailbox]) {
    (self.kind, self.people) = (kind, people)
  }

  /// Reads a request; nil when it is none.
  package init?(_ json: JSON) {
    guard let learn = json["learn"], let kind = learn["kind"]?.string.flatMap(UseHistory.Kind.init(rawValue:)),
      case .array(let list)? = learn["people"]
    else { return nil }
    self.kind = kind
    people = list.compactMap { item in
      item["address"]?.string.map { Mailbox(name: item["name"]?.string ?? "", address: $0) }
    }
  }

  /// The request as it is written to the child, on one line.
  package var json: JSON {
    let list = people.map {
      JSON.object([
        JSON.Member(key: "address", value: .string($0.address)), JSON.Member(key: "name", value: .string($0.name)),
      ])
    }
    return ["learn": ["kind": .string(kind.rawValue), "people": .array(list)]]
  }

  /// What the child says when nothing could be written; a line that no directory understands.
  package static func ending(problem: String) -> [UInt8] {
    Array((JSON.object([JSON.Member(key: "problem", value: .string(problem))]).text + "\n").utf8)
  }
}
