/// One step of a list of validators or transforms as a user wrote it: a name, and what stands in parentheses.
package struct RuleStep: Equatable, Sendable {
  /// The name: `maxLength`.
  package var name: String
  /// What the name is given.
  package var argument: Argument

  /// What a step can be given.
  package indirect enum Argument: Equatable, Sendable {
    case none
    case text(String)
    case number(Int)
    case list([String])
    /// Steps of which one is enough.
    case steps([RuleStep])
  }

  /// Makes a step.
  package init(_ name: String, _ argument: Argument = .none) {
    (self.name, self.argument) = (name, argument)
  }

  /// Reads the text form: `nonEmpty |>> email || phone |>> maxLength(20)`; `||` binds closer than `|>>`.
  ///
  /// - Parameters:
  ///   - text: the steps; blanks around them count for nothing.
  ///   - problems: takes what cannot be read, in words.
  /// - Returns: the steps that can be read.
  package static func steps(of text: String, problems: inout [String]) -> [RuleStep] {
    var reader = StepReader(text)
    var steps: [RuleStep] = []
    while !reader.isAtEnd {
      var choices: [RuleStep] = []
      repeat {
        guard let step = reader.step() else {
          problems.append("expected a name, and what is in parentheses closed, at character \(reader.place)")
          return steps
        }
        choices.append(step)
      } while reader.take("||")
      steps.append(choices.count == 1 ? choices[0] : RuleStep("anyOf", .steps(choices)))
      guard reader.isAtEnd || reader.take("|>>") else {
        problems.append("expected |>> at character \(reader.place)")
        return steps
      }
    }
    return steps
  }

  /// The one number that is given; nil if it is none in the range.
  func number(in range: ClosedRange<Int>) -> Int? {
    let number: Int? =
      switch argument {
      case .number(let number): number
      case .text(let text): Int(text)
      case .none, .list, .steps: nil
      }
    return number.flatMap { range.contains($0) ? $0 : nil }
  }

  /// The text that is given; nil if there is none, or an empty one.
  var text: String? {
    if case .text(let text) = argument, !text.isEmpty { text } else { nil }
  }

  /// The texts that are given, those of one text by its commas; nil if there are none.
  var list: [String]? {
    let list: [String] =
      switch argument {
      case .list(let list): list
      case .text(let text): text.split(separator: ",").map { String(RuleStep.trimmed($0)) }
      case .number(let number): [String(number)]
      case .none, .steps: []
      }
    let filled = list.filter { !$0.isEmpty }
    return filled.isEmpty ? nil : filled
  }

  /// A text without the white space around it.
  static func trimmed(_ text: some StringProtocol) -> String {
    let isBlank: (Character) -> Bool = { $0.isWhitespace }
    var rest = text[...].drop(while: isBlank)
    while let last = rest.last, isBlank(last) { rest = rest.dropLast() }
    return String(rest)
  }
}

/// Cuts the text form of steps.
private struct StepReader {
  private let characters: [Character]
  private var next = 0

  init(_ text: String) {
    characters = Array(text)
  }

  var place: Int { next + 1 }

  var isAtEnd: Bool {
    mutating get {
      skipBlanks()
      return next >= characters.count
    }
  }

  private mutating func skipBlanks() {
    while next < characters.count, characters[next].isWhitespace { next += 1 }
  }

  mutating func take(_ mark: String) -> Bool {
    skipBlanks()
    guard characters[next...].starts(with: mark) else { return false }
    next += mark.count
    return true
  }

  mutating func step() -> RuleStep? {
    skipBlanks()
    let start = next
    while next < characters.count, characters[next].isLetter || characters[next].isNumber || characters[next] == "-" {
      next += 1
    }
    guard next > start else { return nil }
    let name = String(characters[start..<next])
    skipBlanks()
    guard next < characters.count, characters[next] == "(" else { return RuleStep(name) }
    guard let end = closing() else { return nil }
    let argument = String(characters[(next + 1)..<end])
    next = end + 1
    return RuleStep(name, .text(RuleStep.trimmed(argument)))
  }

  /// The parenthesis that closes the one here: in a class and behind a backslash it is a character.
  private func closing() -> Int? {
    var depth = 0
    var isInClass = false
    var index = next
    while index < characters.count {
      switch characters[index] {
      case "\\": index += 1
      case "[": isInClass = true
      case "]": isInClass = false
      case "(" where !isInClass: depth += 1
      case ")" where !isInClass:
        depth -= 1
        if depth == 0 { return index }
      default: break
      }
      index += 1
    }
    return nil
  }
}
