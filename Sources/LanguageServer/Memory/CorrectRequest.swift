package import Candidates
package import Wire

/// What a child is told to write down: what the user says of people.
package struct CorrectRequest: Equatable, Sendable {
  /// What is said of them.
  package var kind: Corrections.Kind
  /// Who they are.
  package var addresses: [String]

  /// A request to remember this of these people.
  package init(_ kind: Corrections.Kind, _ addresses: [String]) {
    (self.kind, self.addresses) = (kind, addresses)
  }

  /// Reads a request; nil when it is none.
  package init?(_ json: JSON) {
    guard let correct = json["correct"], let kind = correct["kind"]?.string.flatMap(Corrections.Kind.init(rawValue:))
    else { return nil }
    (self.kind, addresses) = (kind, correct.texts("addresses"))
  }

  /// The request as it is written to the child, on one line.
  package var json: JSON {
    ["correct": ["kind": .string(kind.rawValue), "addresses": .array(addresses.map { .string($0) })]]
  }
}
