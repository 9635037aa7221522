/// What is made of a token's content before it is judged: `lower`, `upper`, `dashes`, `underscores`, `stripPrefix(#)`.
///
/// Done twice it is as done once.
package struct Transform: Equatable, Sendable {
  private var steps: [Step] = []
  private var prefixes: [[Character]] = []
  /// Whether accepted candidates are changed, too: the step `accepted`.
  package private(set) var takesAccepted = false

  /// The names of the steps in settings.
  package enum Step: String, CaseIterable, Sendable { case lower, upper, dashes, underscores, stripPrefix, accepted }

  /// Whether nothing is changed.
  package var isEmpty: Bool { steps.isEmpty }

  /// Changes nothing.
  package init() {}

  /// Makes a transform of what a user wrote.
  ///
  /// - Parameters:
  ///   - steps: the steps in order.
  ///   - problems: takes what cannot be used, in words; the rest counts.
  package init(_ steps: [RuleStep], problems: inout [String]) {
    for step in steps {
      switch Step(rawValue: step.name) {
      case nil:
        let known = Step.allCases.map(\.rawValue).joined(separator: ", ")
        problems.append("unknown transform \(step.name); expected one of \(known)")
      case .accepted: takesAccepted = true
      case .stripPrefix:
        guard let prefix = step.text else {
          problems.append("stripPrefix: expected a text")
          continue
        }
        prefixes.append(Array(prefix))
        self.steps.append(.stripPrefix)
      case let known?: self.steps.append(known)
      }
    }
  }

  /// The content that a content becomes, without white space around it; "" where nothing is left.
  package func applied(to content: String) -> String {
    var text = RuleStep.trimmed(content)
    // One round may leave what another one changes: `stripPrefix(a) |>> lower` of `Aa`. Prefixes go all together, so that
    // the third round finds nothing more.
    for _ in 0..<4 {
      let before = text
      for step in steps { text = applied(step, to: text) }
      text = RuleStep.trimmed(text)
      if text == before { break }
    }
    return text
  }

  private func applied(_ step: Step, to text: String) -> String {
    switch step {
    case .lower: return text.lowercased()
    case .upper: return text.uppercased()
    case .dashes: return Self.joined(text, by: "-")
    case .underscores: return Self.joined(text, by: "_")
    case .accepted: return text
    case .stripPrefix:
      var rest = Array(text)[...]
      while let prefix = prefixes.first(where: { rest.starts(with: $0) }) {
        rest = rest.dropFirst(prefix.count).drop(while: \.isWhitespace)
      }
      return String(rest)
    }
  }

  /// A text with one sign for each run of white space.
  private static func joined(_ text: String, by sign: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: sign)
  }
}
